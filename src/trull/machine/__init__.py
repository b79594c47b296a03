"""Whole deals on words of 64 bits: written once in the kernels' language, run in three worlds.

words        the few words compiled loops are written in
intrinsics   their compiled forms
compiled     how plain functions become compiled ones, and when
"""
