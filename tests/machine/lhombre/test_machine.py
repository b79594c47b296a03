"""The machine plays by the laws: token by token the same seats, the same masks, the same points."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from lhombre_tables import RULE_SETS, drawn, random_table
from samples import soaked
from trull import ruleset
from trull.errors import RuleSetError
from trull.game import Game
from trull.laws.lhombre.book import PACK
from trull.learn.lhombre import lhombre_pack
from trull.machine.lhombre import MACHINE
from trull.machine.lhombre import layout as at
from trull.machine.lhombre.deal import deal
from trull.machine.lhombre.numbers import numbers
from trull.machine.lhombre.table import apply, offers
from trull.machine.steps import Steps
from trull.machine.words import Block, wide
from trull.state import Seat, Setup

DEALS = soaked(30, 5_000)


def offered(s: Block, r: Block) -> tuple[int, ...]:
    """The tokens of the machine's mask."""
    mask = [0] * at.MASK
    offers(s, r, mask)
    return tuple(t for t in range(len(at.VOCABULARY)) if mask[t >> 6] >> (t & 63) & 1)


def walked(
    steps: Steps, s: Block, r: Block, rng: random.Random, favourites: tuple[str, ...] = ()
) -> None:
    """Both walk the same deal to its end, comparing all the way; they settle alike."""
    while not steps.done:
        assert s[at.DUTY] == steps.seat
        assert at.PHASES[s[at.PHASE]] == steps.game.phase
        tokens = steps.tokens()
        assert offered(s, r) == tokens, steps.game.log
        token = drawn(tokens, rng, favourites)
        steps.apply(token)
        apply(s, r, token)
    assert (s[at.DUTY], s[at.DONE], offered(s, r)) == (-1, 1, ())
    result = steps.game.settlement()
    assert result is not None
    assert tuple(s[at.POINTS : at.POINTS + 3]) == result.points == result.money, result.lines


def agreed(setup: Setup, rng: random.Random, favourites: tuple[str, ...] = ()) -> None:
    """From the cut to the settlement."""
    s, r = MACHINE.table_of(setup)
    walked(Steps(Game(setup)), s, r, rng, favourites)


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("changed", [0, 0.4], ids=["plain", "options"])
def test_token_by_token_the_machine_and_the_laws_agree(name: str, changed: float) -> None:
    for seed in range(DEALS):
        agreed(*random_table(name, seed, changed))


@pytest.mark.parametrize(
    ("favourites", "options"),
    [
        (
            "bid un|ask|announce_volte|play T|play SKI",
            {"volte": True, "skies_volte_rank": "bottom"},
        ),
        ("bid deux|announce_volte|play T2", {"volte": True, "volte_mode": "side"}),
        ("bid sans|announce_volte", {"volte": True, "volte_window": "exactly_8"}),
        ("bid sans|declare", {"honneurs": True, "pagat_ultimo": 9}),
        ("lay_silent|lay_exchange|ask|declare", {"honneurs": True, "first_lead": "ombre"}),
        ("bid trois|bid deux|hold", {"vorhand_forced": True, "trois_seat": "any"}),
        ("bid un|play T", {"rule9_scope": "always", "skies_scope": "always"}),
        ("lay_skar T|bid un|ask SKI|ask T1", {"skar_pagat_exception": True}),
    ],
)
def test_what_is_seldom_said_or_agreed_is_played_alike(
    favourites: str, options: dict[str, object]
) -> None:
    for seed in range(DEALS // 5):
        setup, rng = random_table("lhombre/compagnie", seed, 0.3)
        setup = replace(setup, rules=setup.rules.with_options(options))
        agreed(setup, rng, tuple(favourites.split("|")))


@pytest.mark.parametrize("skies", ["SKI", "HK"], ids=["own Skies", "theirs"])
def test_a_volte_that_is_won_is_paid_alike(skies: str) -> None:
    """All tarocks and three kings take every trick; a Skies is kept to the last, or lost to him."""
    mine = int(PACK.suits["T"] | PACK.mask(["DK", "SK", "CK", skies]))
    theirs = [card for card in range(at.CARDS) if not mine >> card & 1]
    won = 0
    for seed in range(DEALS // 3):
        setup, rng = random_table("lhombre/compagnie", seed, 0.4)
        rng.shuffle(theirs)
        hands = [mine, *(sum(1 << card for card in some) for some in (theirs[:25], theirs[25:]))]
        setup = replace(
            setup,
            rules=setup.rules.with_options({"volte": True, "first_lead": "ombre"}),
            forehand=Seat(0),
            dealer=Seat(2),
            pack=lhombre_pack(hands, Seat(0)),
        )
        s, r = MACHINE.table_of(setup)
        steps = Steps(Game(setup))
        steps.apply(at.CUT + 38)
        apply(s, r, at.CUT + 38)
        walked(steps, s, r, rng, ("bid sans", "announce_volte"))
        won += s[at.VOLTE] and s[at.TAKES] == at.TRICKS
    assert won


def test_a_deal_by_chance_is_one_that_the_laws_deal() -> None:
    """Its pack, cut at 39, deals the same cards, and is played to the same end."""
    rules = ruleset.load("lhombre/compagnie")
    r, s = list(numbers(rules)), [0] * at.STATE
    for seed in range(10):
        forehand = Seat(seed % 3)
        deal(s, seed, forehand)
        hands = [wide(*s[at.HAND + 2 * seat : at.HAND + 2 * seat + 2]) for seat in range(3)]
        setup = Setup(
            rules=rules,
            seats=3,
            forehand=forehand,
            dealer=Seat((forehand + 2) % 3),
            pack=lhombre_pack(hands, forehand),
        )
        steps = Steps(Game(setup))
        steps.apply(at.CUT + 38)
        walked(steps, s, r, random.Random(seed))


def test_what_has_no_numbers_is_refused() -> None:
    with pytest.raises(RuleSetError, match="guarded"):
        numbers(ruleset.load("lhombre/compagnie", {"table": "free"}))
    with pytest.raises(RuleSetError, match="no token for 2 tarocks"):
        numbers(ruleset.load("lhombre/compagnie", {"honour.tarocks.least": 2}))


def test_what_the_row_tells_is_what_the_house_changed() -> None:
    house = {"consolation.un.value": 33, "honour.kings.value": 12, "pagat_ultimo": 4}
    r = numbers(ruleset.load("lhombre/compagnie", house))
    assert r[at.PRICE + 2 * at.PAGAT_AT + 40] == 66
    assert r[at.HONOUR_PRICE + at.ALL_KINGS] == 12
    assert r[at.PAGAT_PRICE : at.PAGAT_PRICE + 3] == (0, 8, -8)
