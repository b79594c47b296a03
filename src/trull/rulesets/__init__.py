"""The published rule sets, one folder a game."""
