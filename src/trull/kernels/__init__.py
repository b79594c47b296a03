"""The law of a trick as plain functions on ints: a file a game, and ``tarock`` for what they share.

Written once, run by the engine as they stand and compiled by the search: only ints, tuples of ints
and NamedTuples of those; ``if``, ``while``, ``for``; no floats.
"""
