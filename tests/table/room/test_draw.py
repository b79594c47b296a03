"""The draw at a table: who deals first, and who plays with whom, before everybody's eyes.

What the cards mean is read here anew, from the rule texts.
"""

from __future__ import annotations

import random

import pytest

from tables import NAMES, Table
from trull import ruleset
from trull.bench.stock import stocked
from trull.table import wire
from trull.table.room import fold
from trull.table.shown import DrawnShown

FIRST_FOREHAND = ("koenigrufen/tirol",)
"""Here the highest card is the first Vorhand, elsewhere the first dealer."""

RANKS = {
    "koenigrufen": ("4 3 2 1 B N Q K", "7 8 9 10 B N Q K"),
    "perlaggen": ("A 7 8 9 10 U O K",),
}


def dealt(rules: str, seed: int) -> Table:
    """A full table after its first deal."""
    table = Table(rules, seed)
    table.fill()
    table.start()
    return table


def heights(game: str, drawn: list[DrawnShown]) -> dict[int, float]:
    """How high each seat has drawn."""
    return {one.seat: height(game, one.card) for one in drawn}


def height(game: str, card: str) -> float:
    """Königrufen: any tarock above any suit. Perlaggen: the As lowest of all, then the Weli."""
    if card == "W":
        return 0.5
    if card[0] == "T":
        return 100 + int(card[1:])
    return next(line.split().index(card[1:]) for line in RANKS[game] if card[1:] in line.split())


@pytest.mark.parametrize("rules", [r for r in ruleset.published() if "lhombre" not in r])
def test_everybody_sees_the_cards_that_say_who_deals_first(rules: str) -> None:
    game, ties = rules.split("/")[0], 0
    for seed in range(40):
        table = dealt(rules, seed)
        drawn = table.sees("Xaver").drawn
        assert drawn == table.sees("Anna").drawn
        assert sorted(one.seat for one in drawn[0]) == list(range(table.room.head.players))
        found = heights(game, drawn[-1])
        best = min(found.values()) if game == "perlaggen" else max(found.values())
        (first,) = [seat for seat, drew in found.items() if drew == best]
        assert table.room.sitting is not None
        back = 1 if rules in FIRST_FOREHAND else 0
        assert table.room.sitting.dealer == (first - back) % table.room.head.players
        ties += len(drawn) - 1
    assert ties or game == "koenigrufen", "where suits alone are drawn, cards often tie"


def test_in_lhombre_too_three_cards_are_drawn_and_the_highest_deals() -> None:
    table = dealt("lhombre/compagnie", 1)
    (drawn,) = table.sees("Xaver").drawn
    assert len({one.card for one in drawn}) == 3
    pack = table.room.laws.pack
    assert table.room.sitting is not None
    dealer = max(drawn, key=lambda one: pack.card(one.card)).seat
    assert dealer == table.room.sitting.dealer


def test_parties_are_drawn_and_who_must_changes_his_place() -> None:
    moved = 0
    for seed in range(60):
        table = dealt("perlaggen/1924", seed)
        assert sorted(table.seated()) == sorted(NAMES[:4])
        moved += table.seated() != list(NAMES[:4])
        drawn = [heights("perlaggen", once) for once in table.sees("Xaver").drawn]
        whole = [once for once in drawn if len(once) == 4]
        party = [{whole[-1][seat] for seat in seats} for seats in ((0, 2), (1, 3))]
        low, high = sorted(party, key=max)
        assert max(low) < min(high)
    assert moved > 20


def test_a_bot_that_changes_its_place_keeps_its_name() -> None:
    moved = 0
    for seed in range(8):
        table = Table("perlaggen/1924", seed, practice=True)
        before = [chair.name for chair in table.sees("Anna").seats]
        table.ready()
        table.start()
        after = [chair.name for chair in table.sees("Anna").seats]
        moved += before != after
        assert sorted(before) == sorted(after)
        assert len(set(after)) == 4
        at = next(seat for seat, chair in enumerate(table.room.chairs) if chair.bot)
        table.play()
        table.granted("Anna", wire.Bot(table.cid(), at, "random"))
        assert [chair.name for chair in table.sees("Anna").seats] == after
    assert moved


def test_where_parties_sit_as_they_like_nobody_moves() -> None:
    for seed in range(20):
        assert dealt("perlaggen/1890", seed).seated() == list(NAMES[:4])


def test_a_room_from_its_log_knows_the_draw_and_the_next_deal_has_none() -> None:
    table = dealt("perlaggen/1924", 3)
    before = table.room
    assert fold(table.log) == before
    table.play()
    assert table.room.stage == "between"
    assert table.room.drawn == before.drawn
    table.ready()
    table.start()
    assert table.room.drawn == ()
    assert table.room.chairs == before.chairs


def test_a_stocked_table_knows_who_sits_where_after_the_draw() -> None:
    for seed in range(12):
        table = stocked("perlaggen/1924", random.Random(seed), 6)
        sitting = [chair.member for chair in table.room.chairs]
        assert [person.member for person in table.people] == sitting
