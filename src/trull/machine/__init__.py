"""Whole deals as machines walk them: numbered tokens, words of 64 bits, the kernels' language.

tokens       Vocabulary: the numbers of a game's tokens, pinned in ``<game>/tokens.txt``
steps        Steps: a Game walked token by token
words        the few words compiled loops are written in
intrinsics   their compiled forms
compiled     how plain functions become compiled ones, and when
"""
