"""Gamsjagd, a small game for three: the proof that a fourth game is a folder."""
