"""The table: rooms by link, played through a socket, kept in a log.

    wire        the messages, typed; version and limits
    room/       what a room is and what may happen in it: pure
    shuffle     a pack nobody can have stacked, and the proof of it
    store       the append-only log in a database
    server      HTTP and WebSocket around all this

Nothing here names a game: rooms run the laws of the rule set they were opened with.
"""
