"""Bots that think: they guess the hidden cards, try their acts in each guess, and count.

level       how much they think, and in which style
candidates  the acts worth a thought
rollout     the rest of the deal by the book, for games without a thinker of their own
pace        what may take long stops in time
ranking     what came of it: the acts in order, with mean and spread
warm        all that is compiled, compiled beforehand
bot         ``flat`` (playouts alone) and ``search`` (more guesses, and the solver near the end)
"""
