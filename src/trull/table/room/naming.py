"""Names at a table: no two alike, whoever comes and whatever sits there."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

BOT_NAMES = ("Poldi", "Resi", "Xaver", "Vroni", "Sepp", "Zenzi", "Toni", "Burgi")


def told_apart(name: str, taken: Iterable[str]) -> str:
    """The name, with a number behind it if somebody has it already.

    >>> told_apart("Anna", ["Anna", "anna 2"])
    'Anna 3'
    """
    known = {other.casefold() for other in taken}
    if name.casefold() not in known:
        return name
    return next(f"{name} {n}" for n in count(2) if f"{name} {n}".casefold() not in known)


def bot_name(seat: int, taken: Iterable[str]) -> str:
    """What a bot is called: each seat has its name, unless somebody has it already.

    >>> bot_name(1, ["Resi"])
    'Xaver'
    """
    known = {other.casefold() for other in taken}
    names = (*BOT_NAMES[seat:], *BOT_NAMES[:seat])
    free = (name for name in names if name.casefold() not in known)
    return next(free, told_apart(names[0], known))
