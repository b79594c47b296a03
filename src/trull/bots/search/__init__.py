"""Bots that think: they guess the hidden cards, try their acts in each guess, and count.

level       how much they think, and in which style
candidates  the acts worth a thought
rollout     what an act leads to without compiled loops: the rest of the deal by the book
koenigrufen Königrufen, its cards, talon and announcements
lhombre     Tarock à l'Hombre, its cards and its words
perlaggen   Perlaggen, its plays, bids and answers
pace        what may take long stops in time
folly       what is not believed, whatever the guesses say
ranking     what came of it: the acts in order, with mean and spread
warm        all that is compiled, compiled beforehand
bot         ``flat`` (playouts alone) and ``search`` (more guesses, and the solver near the end)
"""
