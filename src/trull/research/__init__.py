"""Trull for researchers: a small public face of what stands below.

steps        positions, numbered tokens, observations, information states
openspiel    the games for OpenSpiel, and bots both ways
pettingzoo   the games for PettingZoo

The adapters need the extra ``research``; ``steps`` needs no more than Trull itself.
"""
