"""Whole deals on words of 64 bits: written once in the kernels' language, run in three worlds.

tokens       Vocabulary: the numbers of a game's tokens, pinned in ``<game>/tokens.txt``
wording      Wording: an act put into tokens, also from a view alone
steps        Steps: a Game walked token by token
fields       Fields: the named parts of an observation, and where they stand in its row
information  what a seat knows: its observation, and everything it has ever seen
places       where things lie in a row of words
words        the few words compiled loops are written in
intrinsics   their compiled forms
compiled     how plain functions become compiled ones, and when
game         Machine: what a game's package gives
loops        many tables at once
game_loops   the same, compiled for one game
"""
