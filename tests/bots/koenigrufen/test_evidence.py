"""What a word or a card proves at a Königrufen table, bots take to be so."""

from __future__ import annotations

import random

import pytest

from trull import bots, ruleset
from trull.bots import belief
from trull.bots.koenigrufen.belief import KoenigrufenBelief
from trull.bots.koenigrufen.heuristic.reading import friends, past_of, read
from trull.bots.manners import lawful_part
from trull.bots.search.bot import ThinkingBot
from trull.game import Game
from trull.laws.koenigrufen.book import KING, MASKS, PACK, book_of
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.learn.koenigrufen import arranged
from trull.state import Seat

TIROL = "koenigrufen/tirol"
GUESSES = 20
HANDS = (
    "HK H1 DQ DB S7 S8 SB C7 T5 T8 T13 T22",
    "DK D4 D3 HQ HB S9 SN C8 CQ T6 T9 T14",
    "SK SQ H2 H3 D1 D2 C9 CB T2 T7 T10 T15",
    "CK CN HN DN S10 H4 C10 T1 T11 T12 T16 T21",
)
TALON = "T3 T4 T17 T18 T19 T20"
SILENCE = ("lie", "gut", "gut", "gut")
RUFER = ("cut 27", "vorhand", "pass", "pass", "pass", "bid rufer")


def told(hands: tuple[str, ...], *acts: str, talon: str = TALON) -> Game:
    """The game after these acts of whoever is on turn."""
    game = Game(arranged(ruleset.load(TIROL), list(hands), talon=talon))
    for act in acts:
        game.act(act)
    return game


def seen_by(game: Game, seat: int) -> KoenigrufenView:
    view = game.view_for(Seat(seat))
    assert isinstance(view, KoenigrufenView)
    return view


def guessed(view: KoenigrufenView) -> list[tuple[int, ...]]:
    """The hands of some guesses; each stands before the law."""
    believed = belief.of(view)
    found = belief.guesses(believed, random.Random(1), GUESSES)
    assert len(found) == GUESSES
    assert all(belief.replayed(believed, guess) is not None for guess in found)
    return [guess.world.hands for guess in found]


FOURTH = (
    "HK DK SK H1 D4 S7 S8 C7 C8 T8 T13 T22",
    "DQ D3 HQ HB S9 SN C9 CQ T5 T6 T9 T14",
    "CK SQ H2 H3 D1 D2 SB CB T2 T7 T10 T15",
    "DB CN HN DN S10 H4 C10 T1 T11 T12 T16 T21",
)
CALLED = (*RUFER, "call fourth", "take 1", "discard C7 C8 D4", "lie", "gut", "gut", "gut")


def test_who_called_the_fourth_has_the_three_others() -> None:
    """T-2.9: its holder knows that at once, the others when it falls."""
    game = told(FOURTH, *CALLED)
    kings = int(MASKS.kings & ~PACK.mask(["CK"]))
    assert all(hands[0] & kings == kings for hands in guessed(seen_by(game, 2)))
    for act in ("play H1", "play HB", "play H2", "play HN", "play C10", "play T22", "play CQ"):
        game.act(act)
    reading = read(seen_by(game, 2))
    assert reading.known[0] & MASKS.kings == kings
    game.act("play CK")
    assert all(hands[0] & kings == kings for hands in guessed(seen_by(game, 3)))


def test_where_the_fourth_is_not_known_a_bot_thinks_of_every_king_it_may_be() -> None:
    game = told(FOURTH, *CALLED, "play H1")
    view = seen_by(game, 1)
    constraint_sets = KoenigrufenBelief(view).constraint_sets()
    assert [constraints.king for _share, constraints in constraint_sets] == [
        KING[suit] for suit in "HDSC"
    ]
    assert sum(share for share, _constraints in constraint_sets) == pytest.approx(1.0)
    assert ThinkingBot("search:quick", 1, ["quick"]).think(view).ranking


def test_who_gives_re_for_the_declarer_is_his_partner() -> None:
    """T-1.14: beside the declarer nobody else may."""
    talk = ("lie", "kontra game", "done", "gut", "kontra game", "done", "gut", "gut", "gut")
    game = told(HANDS, *RUFER, "call C", "take 1", "discard S7 S8 C7", *talk)
    view = seen_by(game, 1)
    assert view.partner is None
    assert all(hands[3] & PACK.mask(["CK"]) for hands in guessed(view))
    contract = book_of(view.rules).contracts[view.contract]
    assert friends(view, contract, 1, (0,) * 4) == (0.0, 1.0, 1.0, 0.0)


def test_who_doubles_a_bonus_of_the_declarer_does_not_hold_the_called_king() -> None:
    talk = ("announce trull", "lie", "gut", "kontra trull", "done", "gut", "gut", "gut")
    game = told(HANDS, *RUFER, "call C", "take 1", "discard S7 S8 C7", *talk)
    view = seen_by(game, 1)
    assert all(hands[3] & PACK.mask(["CK"]) for hands in guessed(view))
    contract = book_of(view.rules).contracts[view.contract]
    assert friends(view, contract, 1, (0,) * 4) == (0.0, 1.0, 1.0, 0.0)


def test_who_gives_an_announced_bird_up_too_early_had_no_other_tarock() -> None:
    """T-5.8: it is kept for its trick as long as anything else may be played."""
    few = "SK SQ S9 H2 H3 D1 D2 C9 CB C8 CQ T2"
    other = "DK D4 D3 HQ HB SN T6 T7 T9 T10 T14 T15"
    hands = (HANDS[0], other, few, HANDS[3])
    talk = ("lie", "gut", "announce uhu", "done", "gut", "gut", "gut")
    game = told(hands, *RUFER, "call C", "take 1", "discard S7 S8 C7", *talk)
    for act in ("play T22", "play T6", "play T2"):
        game.act(act)
    view = seen_by(game, 3)
    book = book_of(view.rules)
    assert past_of(view, book, book.contracts[view.contract]).lacks[2] == MASKS.tarocks & ~(
        int(PACK.mask(["T2"]))
    )
    assert all(not hands[2] & MASKS.tarocks for hands in guessed(view))


def test_no_bot_minds_a_word_that_proves_nothing() -> None:
    """A Kontra to what another defender said leaves everything open."""
    talk = ("lie", "announce trull", "done", "gut", "kontra trull", "done", "gut", "gut", "gut")
    game = told(HANDS, *RUFER, "call C", "take 1", "discard S7 S8 C7", *talk)
    view = seen_by(game, 0)
    king = int(PACK.mask(["CK"]))
    found = guessed(view)
    assert {seat for hands in found for seat in range(4) if hands[seat] & king} == {1, 2, 3}
    assert bots.make("heuristic", 1).act(view) is not None


def test_who_plays_what_he_had_shown_to_lack_is_believed_to_be_empty_no_more() -> None:
    """T-6.1: at a free table he has revoked, and the seats' thinking goes on."""
    game = Game(arranged(ruleset.load(TIROL, {"table": "free"}), list(HANDS), talon=TALON))
    for act in (*RUFER, "call C", "take 1", "discard S7 S8 C7", *SILENCE, "play DQ", "play T6"):
        game.act(act)
    for act in ("play D1", "play DN", "play D4"):
        game.act(act)
    view = lawful_part(game.view_for(Seat(2)))
    assert isinstance(view, KoenigrufenView)
    book = book_of(view.rules)
    assert past_of(view, book, book.contracts[view.contract]).lacks[1] == 0
    assert belief.uniform(belief.of(view), random.Random(1), 4)


def test_where_somebody_has_too_few_cards_a_bot_that_thinks_asks_the_book() -> None:
    """T-6.1: four cards laid away instead of three; playouts would run out of cards."""
    game = Game(arranged(ruleset.load(TIROL, {"table": "free"}), list(HANDS), talon=TALON))
    for words in (*RUFER, "call C", "take 1", "discard S7 S8 C7 DQ", *SILENCE):
        game.act(words)
    bot = bots.make("search:quick:60s", 1)
    for _ in range(8):
        (seat,) = game.duty
        act = bot.act(game.view_for(seat))
        assert act is not None
        assert getattr(bot, "failure", "") == ""
        game.apply(seat, act)


def test_where_tarocks_do_not_trump_they_break_no_valat() -> None:
    """T-3.8: no Kontra on the Valat of a Farbensolo for the Sküs."""
    hands = ("HK HQ HN HB DK DQ DN DB SK SQ SN CK", "T22 T21 T20 T19 T18 T17 H1 D1 S7 C7 C8 C9")
    opening = ("cut 27", "bid farbensolo", "pass", "pass", "pass", "announce valat", "lie")
    game = told(hands, *opening, talon="")
    assert str(bots.make("heuristic", 1).act(game.view_for(Seat(1)))) == "gut"


def test_who_has_lost_beside_another_hunts_that_one() -> None:
    """KG-5: he pays the other too if that one wins, and need not care for his own tricks."""
    other, lost = "H4 S8 S9 S10 SB D4 D3 D2 D1 C7 C8 C9", "HK S7 T22 T21 T16 T15 T14 T13 T12 T11"
    bids = ("cut 27", "bid bettler", "bei bettler", "pass", "pass")
    game = told((other, lost, "H3 HQ", "H2 H1"), *bids, talon="")
    while game.phase == "announce":
        game.act("gut")
    for act in ("play H4", "play HK"):
        game.act(act)
    for _ in range(2):
        game.act(str(game.plays(min(game.duty))[0]))
    assert str(bots.make("heuristic", 1).act(game.view_for(Seat(1)))) == "play S7"


def test_who_plays_another_tarock_on_mond_and_skues_has_no_pagat_where_he_must_beat() -> None:
    """KG-17: with Stichzwang the Pagat makes the Kaiserstich."""
    hands = ("T5 T6", "T21", "T22", "T3 T4")
    trischaken = ("bid trischaken", "stichzwang on", "talon last")
    falls = ("play T5", "play T21", "play T22", "play T3")
    game = told(hands, *RUFER[:-1], *trischaken, *falls, talon="T17 T18 T19 T20 S7 S8")
    view = seen_by(game, 2)
    book = book_of(view.rules)
    lacks = past_of(view, book, book.contracts[view.contract]).lacks
    assert [bool(cards & MASKS.pagat) for cards in lacks] == [False, False, False, True]
