"""Perlaggen for compiled search: the tricks, and with them the Spiel."""
