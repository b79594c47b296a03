"""Rooms in play: loaded, timed, watched, with bots and hints, around the pure ``room``."""
