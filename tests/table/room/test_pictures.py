"""Pictures and patches: all of the room, and nothing a seat may not see."""

from __future__ import annotations

import random

import msgspec
import pytest
from msgspec.structs import replace

from samples import soaked
from tables import NAMES, Table, member
from trull import laws, ruleset, shuffle
from trull.match import Match
from trull.state import Seat
from trull.table import wire
from trull.table.room import Presence, StandIn, picture
from trull.table.room.painter import Painter
from trull.table.room.picture import Moment
from trull.table.room.state import Deal
from twin_deals import stopped_somewhere, twin

RULE_SETS = ruleset.published()


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_picture_and_all_patches_after_it_are_the_new_picture(rules: str) -> None:
    table = Table(rules, seed=7, clock=20)
    readers = _Readers(table)
    for seat, name in enumerate(NAMES[1 : table.room.head.players], 1):
        table.join(name)
        readers.told()
        table.granted(name, wire.Sit(table.cid(), seat))
        readers.told()
    table.join("Frieda")
    readers.told(Presence(frozenset(map(member, NAMES)), {}, 1))
    table.ready()
    for number in range(120):
        if table.room.stage != "deal":
            if table.room.dealt == 2:
                break
            table.start("Berta")
        elif number % 9 == 5:
            table.says(table.seated()[number % 3], wire.Undo(table.cid()))
        elif number % 13 == 7:
            readers.told(Presence(frozenset(), {member("Anna"): number}, number))
        else:
            table.step()
        readers.told()


def test_who_vanishes_is_no_longer_waited_for_by_who_wants_to_take_back() -> None:
    table = Table("koenigrufen/finale")
    table.fill()
    table.start()
    table.until("auction")
    asker = table.on_duty()
    table.step()
    readers = _Readers(table)
    table.granted(asker, wire.Undo("u"))
    readers.told()
    away = next(seat for seat, name in enumerate(table.seated()) if name != asker)
    table.table_says(StandIn(away))
    readers.told()  # compares what they hold with the whole picture


class _Readers:
    """Clients that hold a picture and patch it."""

    def __init__(self, table: Table) -> None:
        self.table, self.presence = table, Presence()
        self.names = [*NAMES[: table.room.head.players], "Frieda", "nobody"]
        self.painter = Painter(Moment(table.room))
        self.held = {name: self._picture(name) for name in self.names}

    def _picture(self, name: str) -> dict[str, object]:
        text = self.painter.picture(member(name))
        told: dict[str, object] = msgspec.json.decode(text)
        return told

    def told(self, presence: Presence | None = None) -> None:
        """Everybody is sent a patch, and then holds what a new picture would show."""
        table, self.presence = self.table, presence or self.presence
        self.painter.rest()
        self.painter.move(Moment(table.room, self.presence, table.now))
        for name in self.names:
            text = self.painter.patch(member(name))
            msgspec.json.decode(text, type=wire.Patch)
            assert msgspec.json.decode(text)["since"] == self.held[name]["n"]
            self.held[name] = _patched(self.held[name], msgspec.json.decode(text))
            whole = picture(table.room, member(name), self.presence, table.now)
            assert self.held[name] == msgspec.json.decode(wire.encode(whole))


def _patched(old: dict[str, object], patch: dict[str, object]) -> dict[str, object]:
    """What a client does with a patch."""
    new = {**old, **patch, "t": "picture"}
    del new["since"]
    new.pop("seen_from", None)
    told, known = patch.get("summary"), old.get("summary")
    if isinstance(told, dict) and isinstance(known, dict):
        new["summary"] = {**known, **told}
    view, before = patch.get("view"), old.get("view")
    if isinstance(view, dict) and isinstance(before, dict):
        known = patch.get("seen_from", 0)
        assert isinstance(known, int)
        seen = before["seen"][:known] + view["seen"] if "seen" in view else before["seen"]
        new["view"] = {**before, **view, "seen": seen}
    return new


DEALS = soaked(40, 1_700)
"""Deals compared per rule set; with six rule sets over 10,000 in a soak."""


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS)
def test_no_byte_sent_to_a_seat_depends_on_what_it_cannot_see(rules: str) -> None:
    """Slow: random deals are searched for a twin. Pictures and patches, spectators too."""
    compared = seed = 0
    while compared < DEALS:
        seed += 1
        assert seed < 3 * DEALS, "too few deals have a lawful twin"
        rng = random.Random(f"{rules} {seed}")
        game = stopped_somewhere(rules, rng)
        seat = rng.choice([None, *range(game.setup.seats)])
        viewer = None if seat is None else Seat(seat)
        for _ in range(12):
            other = twin(game, viewer, rng, ever=True)
            if other is not None:
                assert _bytes(game, viewer) == _bytes(other, viewer)
                compared += 1
                break


def _bytes(game: object, seat: Seat | None) -> list[bytes]:
    """The picture of a seat, and its patches as the last acts are done once more."""
    from trull.game import Game

    assert isinstance(game, Game)
    rules = game.setup.rules
    table = Table(rules.name, players=0)
    chairs = tuple(replace(table.room.chairs[0], member=f"m{n}") for n in range(game.setup.seats))
    members = {f"m{n}": f"m{n}" for n in range(game.setup.seats)}
    head = replace(table.room.head.under(rules), players=game.setup.seats)
    lot = shuffle.Lot(room="room", deal=1, server_seed="00" * 32, seeds={})
    law = laws.under(rules)
    states = [law.begin(game.setup)]
    for act in game.log:
        states.append(law.step(states[-1], act.seat, act.action))
    around = tuple(range(game.setup.seats))
    sitting = Match(rules, max(law.seats(rules), default=4), 0).sitting
    rooms = [
        replace(
            table.room,
            number=10 + number,
            head=head,
            chairs=chairs,
            members=members,
            sitting=sitting,
            dealt=1,
            deal=Deal(1, game.setup, state, around, lot, 0),
        )
        for number, state in enumerate(states)
    ]
    reader = "nobody" if seat is None else f"m{seat}"
    painter = Painter(Moment(rooms[0]))
    told = [painter.picture(reader)]
    for room in rooms[1:]:
        painter.rest()
        painter.move(Moment(room))
        told.append(painter.patch(reader))
    return [*told, painter.picture(reader), wire.encode(picture(rooms[-1], reader))]
