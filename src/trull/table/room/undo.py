"""Taking back: only one's own last act, and only while it has shown nobody anything hidden.

An act may be taken back if no card was played by it and if, for every seat and for a spectator, the
view after it names no card and no word that the view before it did not name, the act's own words
apart. A bid, a call, an announcement can thus be taken back; a card that was played, a talon that
was turned up or an answer the cards gave cannot. Acts of bots that followed are taken back with it,
under the same condition.
"""

from __future__ import annotations

import re
from dataclasses import fields

from trull.laws import court
from trull.state import Seat, View
from trull.table.room.fold import taken_back
from trull.table.room.state import Deal, Room, by_hand

PARTS = re.compile(r"[^=~:]+")
"""``E7=HA`` names two cards."""

HIDDEN = "?"
"""A word an onlooker may not read tells nothing."""

ALWAYS_KNOWN = frozenset({"rules", "seat", "phase", "duty", "prompts", "possible"})
"""What follows from the rules and the seat's own view, and so tells nothing new."""


def acts_since(deal: Deal, chair: int) -> int:
    """How many acts ago the chair did its last; 0 if never, or if a person has acted since."""
    kept = deal.origin.at if deal.origin else 0  # what a branch took over is not its own
    own = zip(reversed(deal.state.acts[kept:]), by_hand(deal.hands), strict=True)
    for back, (act, was_person) in enumerate(own, 1):
        if act.action.verb in court.VERBS:
            return 0  # what was said in court stays said, and what was decided stays decided
        if deal.around[act.seat] == chair:
            return back
        if was_person:  # though a bot may sit there by now
            return 0
    return 0


def showed_something(room: Room, deal: Deal, acts: int) -> bool:
    """Whether the last acts showed anybody something hidden."""
    before = taken_back(room, deal, acts)
    own = {
        part
        for _, act in deal.state.acts[len(deal.state.acts) - acts :]
        if not _names_a_card(room, act.args)
        for word in act.args
        for part in PARTS.findall(word)
    }
    for onlooker in (None, *(Seat(seat) for seat in range(deal.setup.seats))):
        then, now = room.laws.view(before, onlooker), room.laws.view(deal.state, onlooker)
        if (then.trick, then.taken) != (now.trick, now.taken):
            return True
        if not _named(now) <= _named(then) | own | {HIDDEN}:
            return True
    return False


def _names_a_card(room: Room, words: tuple[str, ...]) -> bool:
    codes = room.laws.pack.index
    return any(part in codes for word in words for part in PARTS.findall(word))


def _named(view: View) -> frozenset[str]:
    """Every card and word a view names."""
    found: set[str] = set()
    for field in fields(view):
        if field.name in ALWAYS_KNOWN:
            continue
        value = getattr(view, field.name)
        if field.name == "seen":
            value = tuple(seen.args for seen in value)
        _collect(value, found)
    return frozenset(found)


def _collect(value: object, found: set[str]) -> None:
    if isinstance(value, str):
        found.update(PARTS.findall(value))
    elif isinstance(value, tuple | frozenset):
        for item in value:
            _collect(item, found)
