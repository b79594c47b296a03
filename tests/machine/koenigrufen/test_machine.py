"""The machine plays by the laws: token by token the same seats, the same masks, the same points."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from koenigrufen_tables import RULE_SETS, drawn, random_table
from samples import soaked
from trull import ruleset
from trull.cards import Card
from trull.errors import RuleSetError
from trull.game import Game
from trull.learn.koenigrufen import pack_for
from trull.machine.koenigrufen import MACHINE
from trull.machine.koenigrufen import layout as at
from trull.machine.koenigrufen.deal import deal
from trull.machine.koenigrufen.numbers import numbers
from trull.machine.koenigrufen.table import apply, offers
from trull.machine.steps import Steps
from trull.machine.words import Block
from trull.ruleset import RuleSet
from trull.state import Seat, Setup

DEALS = soaked(60, 5_000)


def offered(s: Block, r: Block) -> tuple[int, ...]:
    """The tokens of the machine's mask."""
    mask = [0] * at.MASK
    offers(s, r, mask)
    return tuple(t for t in range(len(at.VOCABULARY)) if mask[t >> 6] >> (t & 63) & 1)


def walked(
    steps: Steps, s: Block, r: Block, rng: random.Random, favourites: tuple[str, ...] = ()
) -> None:
    """Both walk the same deal to its end, comparing all the way."""
    while not steps.done:
        assert s[at.DUTY] == steps.seat
        assert at.PHASES[s[at.PHASE]] == steps.game.phase
        tokens = steps.tokens()
        assert offered(s, r) == tokens, steps.game.log
        token = drawn(tokens, rng, favourites)
        steps.apply(token)
        apply(s, r, token)
    assert (s[at.DUTY], s[at.DONE], offered(s, r)) == (-1, 1, ())


def settled(s: Block, first: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(amount, at.UNIT) for amount in s[first : first + 4])


def agreed(setup: Setup, rng: random.Random, favourites: tuple[str, ...] = ()) -> None:
    """From the cut to the settlement, in points and in money."""
    steps, (s, r) = Steps(Game(setup)), MACHINE.table_of(setup)
    walked(steps, s, r, rng, favourites)
    result = steps.game.settlement()
    assert result is not None
    assert settled(s, at.POINTS) == result.points, result.lines
    assert settled(s, at.MONEY) == result.money, result.lines


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("changed", [0, 0.3], ids=["plain", "options"])
def test_token_by_token_the_machine_and_the_laws_agree(name: str, changed: float) -> None:
    for seed in range(DEALS):
        agreed(*random_table(name, seed, changed))


@pytest.mark.parametrize(
    ("name", "favourites", "options"),
    [
        ("tirol", "bid besser|announce", {"besserrufer_rank": "by_bird"}),
        ("tirol", "bid besser|take|announce", {"bird_switch_from_talon": True}),
        ("finale", "bid besser|kontra", {"silent_trick_bonus_loss": True}),
        ("tirol", "bid piccolo|bei|bid solorufer", {"piccolo_bei_beats_solorufer": True}),
        ("tirol", "bid zwi|bei|kontra", {"zwiccolo_bei": True, "hold": "earlier_seat"}),
        ("tirol", "bid piccolo_semi|bid bettler_semi|bei|lie opponents", {"semi_revers": True}),
        ("tirol", "bid rufer|call|schleifen", {"bare_rufer": True}),
        ("tirol", "bid rufer|trischaken", {"trischaken_instead_of_schleifen": True}),
        ("tirol", "bid sechserdreier|announce valat", {"sechserdreier_afterwards": True}),
        ("finale", "bid trischaken|bid farben|announce valat", {"solo_valat_double": True}),
        ("ulmann", "bid rufer|bid solo|call|announce", {"all_pass": "vorhand_must_call"}),
        ("ulmann", "bid rufer|kontra", {"ulmann_settle": "differences"}),
    ],
)
def test_what_is_seldom_bid_or_agreed_is_played_alike(
    name: str, favourites: str, options: dict[str, object]
) -> None:
    for seed in range(DEALS // 5):
        setup, rng = random_table(f"koenigrufen/{name}", seed, 0.3)
        setup = replace(setup, rules=setup.rules.with_options(options))
        agreed(setup, rng, tuple(favourites.split("|")))


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_deal_by_chance_is_one_that_the_laws_deal(name: str) -> None:
    """Its pack, cut at 27, deals the same cards, and is played to the same end."""
    rules = ruleset.load(name)
    r, s = list(numbers(rules)), [0] * at.WORDS
    for seed in range(10):
        forehand = Seat(seed % 4)
        deal(s, r, seed, forehand, (forehand - 1) % 4, 0)
        hands, talon = s[at.HAND : at.HAND + 4], s[at.TALON : at.TALON + 6]
        assert sum(hands) + sum(1 << card for card in talon) == at.WHOLE
        pack = pack_for(hands, [*map(Card, talon)], forehand)
        steps = Steps(Game(setup_of(rules, forehand, pack)))
        steps.apply(at.CUT + 26)
        walked(steps, s, r, random.Random(seed))


def setup_of(rules: RuleSet, forehand: Seat, pack: tuple[Card, ...]) -> Setup:
    return Setup(
        rules=rules,
        seats=4,
        forehand=forehand,
        dealer=Seat((forehand - 1) % 4),
        pack=pack,
    )


def test_free_tables_have_no_numbers() -> None:
    with pytest.raises(RuleSetError, match="guarded"):
        numbers(ruleset.load("koenigrufen/tirol", {"table": "free"}))


def test_what_the_row_tells_is_what_the_house_changed() -> None:
    house = ruleset.load("koenigrufen/tirol", {"contract.rufer.value": 3, "bonus.pagat.silent": 2})
    r = numbers(house)
    assert r[at.VALUE + at.RUFER] == 3
    assert r[at.SILENT + 0] == 2
