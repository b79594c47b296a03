"""Records read back as they were written; docs/notation.md is enough to read them elsewhere."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from random_games import random_setup
from trull import laws, notation, ruleset
from trull.cards import Card
from trull.errors import NotationError
from trull.game import Game
from trull.laws.lhombre.book import Book
from trull.laws.lhombre.honours import honours_of
from trull.match import Match
from trull.state import Seat, action

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "tests/transcripts/tirol-rufer-kaiserstich.trn"
TOLD = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")


@given(name=st.text(), value=st.text())
@example(name="Event", value="two\nlines")
@example(name="Event", value="two\u2028lines")
@example(name="Pack", value="HK")
def test_a_tag_reads_back_or_is_refused(name: str, value: str) -> None:
    game = Game(random_setup(ruleset.load("koenigrufen/tirol"), random.Random(0)))
    record = notation.of_game(game, {name: value})
    try:
        text = notation.format_record(record)
    except NotationError:
        return
    assert notation.parse(text) == record


def test_a_record_is_read_with_the_mark_that_some_editors_put_before_it() -> None:
    text = RECORD.read_text(encoding="utf-8")
    assert notation.parse(f"\ufeff{text}") == notation.parse(text)


# What docs/notation.md tells


def told(word: str) -> bool:
    return re.search(rf"`{re.escape(word)}(?:=[^`]*)?`", TOLD) is not None


def test_every_word_for_an_honour_is_told() -> None:
    pack, book = laws.of("lhombre").pack, Book.of(ruleset.load("lhombre/compagnie"))
    hand = sum(1 << pack.codes.index(c) for c in "HK HQ HN HB DK DQ DN SK CK SKI T1".split())
    hand |= sum(1 << pack.codes.index(f"T{n}") for n in range(13, 22))
    words = [honour.word.partition("=")[0] for honour in honours_of(book, hand)]
    assert words == ["tarocks", "matadore", "kings", "kavallerie", "halbe_kavallerie"]
    assert [word for word in words if not told(word)] == []


def test_every_kind_that_can_be_claimed_at_lhombre_is_told() -> None:
    kinds = ruleset.load("lhombre/compagnie").section("ruling")
    assert kinds
    assert [kind for kind in kinds if not told(kind)] == []


def test_a_void_deal_of_perlaggen_hands_on_what_is_told() -> None:
    pack = laws.of("perlaggen").pack
    match = Match(ruleset.load("perlaggen/1890").with_options({"table": "free"}), players=4)
    cards = tuple(Card(pack.codes.index(c)) for c in ("H7", "H8", "S7"))
    whole = tuple(map(Card, range(pack.size)))
    setup, seats = match.deal((*cards, *(c for c in whole if c not in cards)))
    game = Game(setup)
    for seat, act in [
        (3, "cut 3"),
        (3, "cut 9"),
        (0, "misdeal"),
        *((s, "accept") for s in range(4)),
    ]:
        game.apply(Seat(seat), action(act))
    match.add(game, seats)
    context = match.deal(whole)[0].context
    assert context == {"game": 1, "kept": 1 << pack.codes.index("S7"), "redeal": 1}
    assert [key for key in (*context, "score0", "score1") if not told(key)] == []


def test_the_order_of_kept_cards_is_the_one_told() -> None:
    order = [s + r for s in "HL" for r in "7 8 9 10 U O K A".split()]
    order += ["W", *(s + r for s in "SE" for r in "7 8 9 10 U O K A".split())]
    assert list(laws.of("perlaggen").pack.codes) == order


@pytest.mark.parametrize(
    "words",
    [
        "lifts 27 cards",
        "lifts the winners' slate to the target",
        "one too few: the last card dealt to it",
    ],
)
def test_cut_points_and_misdeal_are_told(words: str) -> None:
    assert words in TOLD
