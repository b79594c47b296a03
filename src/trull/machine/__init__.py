"""Whole deals for programs: numbered tokens, step by step.

tokens       Vocabulary: the numbers of a game's tokens, pinned in ``<game>/tokens.txt``
steps        Steps: a Game walked token by token
"""
