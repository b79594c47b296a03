"""What becomes of a wish: an entry for the log, or a refusal. Nothing changes here.

The order of asking is the same for all: was it obeyed before, is the link good, may this role do
it, is the cup still open; then the command's own law (``deciding_*``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from trull.cup import (
    codec,
    commands,
    deciding_court,
    deciding_people,
    deciding_result,
    deciding_seats,
    deciding_sheets,
)
from trull.cup import log as logs
from trull.cup.commands import ALLOWED, COMMANDS, Actor, Command
from trull.cup.deciding import LAWS, Chance
from trull.cup.entries import Entry
from trull.cup.refusal import Refusal, RefusedError, need
from trull.cup.state import Cup
from trull.errors import CupError, TrullError

assert all((deciding_court, deciding_people, deciding_result, deciding_seats, deciding_sheets)), (
    "they file laws"
)


AFTERWARDS = (
    *(commands.Reopen, commands.Award, commands.Raffle, commands.Publish),
    *(commands.Link, commands.Unlink),  # a desk can be opened, and a key taken back, on any day
)
"""What may be wished once a result is final."""


class Again(NamedTuple):
    """The command was obeyed before, by this entry."""

    number: int


def decide(
    cup: Cup, actor: Actor, command: Command, cid: str, now: int, chance: bytes
) -> Entry | Refusal | Again:
    """The entry a wish becomes, or why it does not."""
    if cid and cid in cup.obeyed:
        return Again(cup.obeyed[cid])
    try:
        _allowed(cup, actor, command)
        answer = LAWS[type(command)](cup, command, Chance(actor, now, chance))
    except RefusedError as refused:
        return refused.refusal
    except CupError as error:
        return Refusal("bad_value", (("what", f"{error.place}: {error.problem}"),))
    except TrullError as error:
        return Refusal("other_rules", (("why", str(error)),))
    before = cup.hash or logs.FIRST
    return Entry(cup.number + 1, now, actor.told, cid, before, answer.body, answer.beside)


def _allowed(cup: Cup, actor: Actor, command: Command) -> None:
    """A good link, a role that may, a table that is its own, a cup that is open."""
    need(actor.link not in cup.revoked, "link_revoked")
    need(actor.role in ALLOWED[type(command)], "not_your_role", role=actor.role)
    if actor.role == "table":
        need(getattr(command, "table", 0) == actor.table, "not_your_role", role=actor.role)
        need(getattr(command, "round", 0) in (0, cup.round), "not_your_role", role=actor.role)
    if actor.role == "person":
        need(getattr(command, "number", 0) == actor.number, "not_your_role", role=actor.role)
    opening = isinstance(command, commands.Open)
    need(bool(cup.id) != opening, "stale")
    need(not cup.final or isinstance(command, AFTERWARDS), "too_late")


def command_of(told: object) -> Command:
    """A command from plain values (``{"do": "arrive", "number": 7}``), else CupError."""
    if not isinstance(told, Mapping):
        raise CupError("the command", "expected an object")
    name = told.get("do")
    if not isinstance(name, str) or name not in COMMANDS:
        raise CupError("do", f"expected one of {', '.join(COMMANDS)}")
    said = {key: value for key, value in told.items() if key != "do"}
    return codec.record(COMMANDS[name][0], said)
