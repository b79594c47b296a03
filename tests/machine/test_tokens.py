"""The numbers of the tokens never change: old networks and old data would mean something else."""

from __future__ import annotations

import pickle

import pytest

from trull import laws, ruleset
from trull.errors import TrullError
from trull.laws.koenigrufen.book import BIRD_ITEMS
from trull.laws.perlaggen.book import OUT, Book
from trull.laws.perlaggen.signs import palette
from trull.laws.perlaggen.table import number_word
from trull.machine.tokens import digest, of_game, vocabulary

PINNED = {
    "koenigrufen": (310, "ffbc0cfc5c3a06a67d7de808042f24930a2dbaab07f96e08bd8116846b233099"),
    "lhombre": (507, "e1063638bc53e105feef0d14340d0af4450248dc08f879b43a4702440b1bfb2e"),
}
"""How many tokens a game had when they were published, and the checksum of their lines."""


@pytest.mark.parametrize("game", PINNED)
def test_a_token_keeps_its_number(game: str) -> None:
    size, checksum = PINNED[game]
    assert digest(of_game(game).tokens[:size]) == checksum


@pytest.mark.parametrize("game", PINNED)
def test_the_cards_come_first_in_the_order_of_the_pack(game: str) -> None:
    pack = laws.of(game).pack
    assert of_game(game).tokens[: pack.size] == tuple(f"play {code}" for code in pack.codes)


def test_all_rule_sets_of_a_game_share_its_tokens() -> None:
    tables = {vocabulary(ruleset.load(f"koenigrufen/{b}")) for b in ("tirol", "finale", "ulmann")}
    (table,) = tables
    assert pickle.loads(pickle.dumps(table)) is table
    assert table.checksum == digest(table.tokens)
    assert repr(table) == f"<Vocabulary koenigrufen, {len(table)} tokens>"


def test_every_game_and_bonus_of_the_books_has_its_tokens() -> None:
    table = of_game("koenigrufen").index
    for name in ruleset.published():
        rules = ruleset.load(name)
        if rules.game != "koenigrufen":
            continue
        for game, row in rules.section("contract").items():
            assert f"bid {game}" in table
            assert not row.get("bei") or f"bei {game}" in table
            assert not row.get("bird_rank") or f"bid {game}:{BIRD_ITEMS[-1]}" in table
        for bonus in rules.section("bonus"):
            assert f"announce {bonus}" in table
            assert f"kontra {bonus}" in table


def test_every_sign_and_step_of_perlaggen_has_its_tokens() -> None:
    table = of_game("perlaggen").index
    for name in ruleset.published():
        rules = ruleset.load(name)
        if rules.game != "perlaggen":
            continue
        for option in rules.options["perlagg_set"].values:
            book = Book.of(rules.with_options({"perlagg_set": option}))
            assert all(f"sign {sign}" in table for sign in palette(book))
            assert all(f"raise ={number_word(n)}" in table for n in (*book.ladder[1:], OUT))


def test_a_word_that_names_seats_counts_from_the_speaker() -> None:
    table = of_game("koenigrufen")
    token = table.number("kontra game:@0:@1")
    assert [table.said(token, seat, 4)[1] for seat in range(4)] == [
        "game:0:1", "game:1:2", "game:2:3", "game:3:0",
    ]  # fmt: skip
    assert all(table.numbers(s, 4)["kontra"][f"game:{s}:{(s + 1) % 4}"] == token for s in range(4))


def test_what_nobody_numbered_is_one_clear_error() -> None:
    with pytest.raises(TrullError, match="'play E7' is no token of koenigrufen"):
        of_game("koenigrufen").number("play E7")
    with pytest.raises(TrullError, match="schnapsen has no table of tokens"):
        of_game("schnapsen")
