"""Self-play: a network that learns a whole game by playing it against itself.

It plays on ``trull.research``'s tables, on a GPU where there is one. Extra ``train`` (torch).
"""
