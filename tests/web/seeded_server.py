"""The table's server with all its chance drawn from a seed, for tests alone.

    python seeded_server.py SEED serve --port …     the rest is what ``trull`` gets

A test so meets the same rooms, packs and bots each time. Every kind of chance has a stream of its
own: who comes a moment earlier does not change what is dealt.
"""

from __future__ import annotations

import random
import secrets
import sys
from collections.abc import Callable

from trull.cli import main


def seeded(seed: str) -> dict[str, Callable[..., object]]:
    """What the standard library's ``secrets`` offers, drawn from a seed."""

    def stream(kind: str) -> random.Random:
        return random.Random(f"{seed}/{kind}")

    packs, members, tokens = stream("packs"), stream("members"), stream("tokens")
    rooms, bots, pauses = stream("rooms"), stream("bots"), stream("pauses")
    return {
        "token_bytes": packs.randbytes,
        "token_hex": lambda size: members.randbytes(size).hex(),
        "token_urlsafe": lambda size: tokens.randbytes(size).hex(),
        "choice": rooms.choice,
        "randbits": bots.getrandbits,
        "randbelow": pauses.randrange,
    }


if __name__ == "__main__":
    for name, drawn in seeded(sys.argv[1]).items():
        setattr(secrets, name, drawn)
    sys.exit(main(sys.argv[2:]))
