"""Bots that think: they guess the hidden cards, try their acts in each guess, and count.

level       how much they think, and in which style
candidates  the acts worth a thought
rollout     what an act leads to: the rest of the deal by the book, or in compiled loops
cards       the cards of the play, by playouts and by the exact solver
ranking     what came of it: the acts in order, with mean and spread
bot         ``flat`` (playouts alone) and ``search`` (with the solver near the end)
"""
