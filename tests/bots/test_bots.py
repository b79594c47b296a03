"""Bots: lawful in every phase, blind to what their seat cannot see, the same for the same seed."""

from __future__ import annotations

import random

import pytest

from random_games import random_rules, random_setup
from trull import bots, laws, ruleset
from trull.bots.random_bot import QUIET, RandomBot, answerable, quietly
from trull.bots.search.bot import ThinkingBot
from trull.cards import Card, cards
from trull.errors import TrullError
from trull.game import Game
from trull.laws.koenigrufen.book import KING, PACK
from trull.laws.koenigrufen.table import PHASES, State, bargain_of
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.learn.koenigrufen import arranged, pack_for
from trull.state import Log, Prompt, Seat, Setup, View, one_of

RULE_SETS = ("koenigrufen/tirol", "koenigrufen/finale", "koenigrufen/ulmann")
DEALS = 60
"""Whole deals per rule set and kind of table; three rule sets make 180 of each kind."""


def seated(names: list[str], seed: int) -> list[bots.Bot]:
    return [bots.make(name, 4 * seed + seat) for seat, name in enumerate(names)]


def play_out(
    game: Game, players: list[bots.Bot], bidders: list[bots.Bot] | None = None
) -> set[str]:
    """Play to the end, other bots at the auction if given; the phases in which somebody acted."""
    phases = set()
    while game.duty:
        (seat,) = game.duty
        phases.add(game.phase)
        bidding = game.phase in ("auction", "forehand_choice")
        bot = bidders[seat] if bidders and bidding else players[seat]
        act = bot.act(game.view_for(seat))
        assert act is not None, "who has duty acts"
        game.apply(seat, act)  # raises if it is not lawful
    return phases


# Lawful


@pytest.mark.parametrize("kind", bots.QUICK)
def test_every_act_is_lawful_in_every_phase_under_any_options(kind: str) -> None:
    phases: set[str] = set()
    for name in RULE_SETS:
        for seed in range(DEALS):
            rng = random.Random(f"{name} {seed}")
            game = Game(random_setup(random_rules(name, rng), rng))
            phases |= play_out(game, seated([kind] * 4, seed))
            assert game.settlement() is not None
    assert phases == set(PHASES) - {"over"}


def test_the_heuristic_is_lawful_in_games_it_would_never_bid() -> None:
    """Bids by chance lead to every contract of the three books; the heuristic plays them all."""
    played: set[str] = set()
    for name in RULE_SETS:
        for seed in range(2 * DEALS):  # chance bids some games seldom
            rng = random.Random(f"odd {name} {seed}")
            game = Game(random_setup(random_rules(name, rng), rng))
            play_out(game, seated(["heuristic"] * 4, seed), seated(["random"] * 4, seed))
            if table_of(game).bargain is not None:
                played.add(bargain_of(table_of(game)).contract.name)
    listed = {c for name in RULE_SETS for c in ruleset.load(name).section("contract")}
    assert len(played) > 0.8 * len(listed)


# Blind


def test_an_act_does_not_depend_on_what_the_seat_cannot_see() -> None:
    compared = 0
    for name in RULE_SETS:
        for seed in range(40):
            rng = random.Random(f"blind {name} {seed}")
            game = Game(random_setup(random_rules(name, rng), rng))
            for seat, view, state in positions(game, seated(["heuristic"] * 4, seed), rng):
                twin = shuffled_behind(state, view, rng)
                if twin == state:
                    continue
                other = laws.of("koenigrufen").view(twin, seat)
                for kind in bots.QUICK:
                    assert bots.make(kind, seed).act(other) == bots.make(kind, seed).act(view)
                compared += 1
    assert compared > 600


def table_of(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def positions(
    game: Game, players: list[bots.Bot], rng: random.Random
) -> list[tuple[Seat, View, State]]:
    """Some turns of a whole game, each as the state and what the seat on turn sees of it."""
    found = []
    while game.duty:
        (seat,) = game.duty
        view = game.view_for(seat)
        if rng.random() < 0.15 and game.phase not in ("cut", "packets"):
            found.append((seat, view, table_of(game)))
        act = players[seat].act(view)
        assert act is not None
        game.apply(seat, act)
    return found


def shuffled_behind(s: State, view: View, rng: random.Random) -> State:
    """The same state with all cards exchanged among themselves that the view does not name.

    The called king stays, for who holds it knows his side; and where cards were laid away, tarocks
    and suit cards change places only among themselves, for a tarock laid away would be shown.
    """
    assert isinstance(view, KoenigrufenView)
    named = set(view.hand) | set(view.talon) | set(view.discard) | set(view.bought)
    named |= {word for seen in view.seen for word in seen.args}
    named |= {code for hand in view.lying_open for code in hand}
    if s.bargain is not None and s.bargain.called:
        named.add(PACK.code(KING[s.bargain.called]))
    hidden = [card for card in range(PACK.size) if PACK.code(card) not in named]
    moved = dict(enumerate(range(PACK.size)))
    laid = s.bargain is not None and s.bargain.discard
    for group in _apart(hidden) if laid else [hidden]:
        moved |= dict(zip(group, rng.sample(group, len(group)), strict=True))
    return exchanged(s, moved)


def _apart(hidden: list[int]) -> list[list[int]]:
    tarocks = [card for card in hidden if PACK.suit_of[card] == "T"]
    return [tarocks, [card for card in hidden if card not in tarocks]]


def exchanged(s: State, moved: dict[int, int]) -> State:
    def mask(old: int) -> int:
        return sum(1 << moved[card] for card in cards(old))

    t = s.table
    talon = tuple(Card(moved[card]) for card in t.deal.talon)
    t = t._replace(deal=t.deal._replace(hands=tuple(map(mask, t.deal.hands)), talon=talon))
    if t.bargain is not None:
        b = t.bargain
        t = t._replace(bargain=b._replace(taken=mask(b.taken), discard=mask(b.discard)))
    if t.terms is not None:
        t = t._replace(terms=t.terms._replace(hands=tuple(map(mask, t.terms.hands))))
    return s._replace(table=t, log=_exchanged_log(s, moved))


def _exchanged_log(s: State, moved: dict[int, int]) -> Log:
    log: Log = ()
    for seat, act in s.acts:
        words = act.args
        if act.verb == "discard":
            words = tuple(PACK.code(moved[PACK.card(word)]) for word in words)
        log = (log, seat, act._replace(args=words))
    return log


# The same for the same seed


@pytest.mark.parametrize("kind", bots.QUICK)
@pytest.mark.parametrize("name", RULE_SETS)
def test_the_same_seeds_play_the_same_game(name: str, kind: str) -> None:
    logs = []
    for _ in range(2):
        game = Game(random_setup(ruleset.load(name), random.Random(7)))
        play_out(game, seated([kind] * 4, 3))
        logs.append(game.log)
    assert logs[0] == logs[1]


def test_other_seeds_play_another_game() -> None:
    logs = []
    for seed in (1, 2):
        game = Game(random_setup(ruleset.load("koenigrufen/tirol"), random.Random(7)))
        play_out(game, seated(["random"] * 4, seed))
        logs.append(game.log)
    assert logs[0] != logs[1]


# Who they are


def test_an_unknown_bot_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(TrullError, match="random, heuristic"):
        bots.make("oracle", 0)


def test_a_bot_bears_its_name() -> None:
    assert [bots.make(name, 0).name for name in bots.NAMES] == list(bots.NAMES)


@pytest.mark.parametrize("name", RULE_SETS)
def test_chance_loses_among_three_heuristics_on_the_same_cards(name: str) -> None:
    total = 0.0
    for seed in range(15):
        setup = random_setup(ruleset.load(name), random.Random(seed))
        for seat in range(4):
            names = ["random" if s == seat else "heuristic" for s in range(4)]
            game = Game(setup)
            play_out(game, seated(names, seed))
            settlement = game.settlement()
            assert settlement is not None
            total += float(settlement.points[seat])
    assert total < 0


# Games without advice, prompts without duty


def spoken_to(prompts: tuple[Prompt, ...], duty: frozenset[Seat]) -> View:
    """A view that holds nothing but these prompts."""
    return View(
        rules=ruleset.load("koenigrufen/tirol"),
        seat=Seat(0),
        seats=2,
        forehand=Seat(0),
        dealer=Seat(1),
        context={},
        phase="play",
        duty=duty,
        prompts=prompts,
        hand=(),
        counts=(0, 0),
        trick=(),
        last_trick=(),
        taken=(0, 0),
        lying_open=((), ()),
        seen=(),
    )


def test_without_advice_a_quiet_word_is_preferred() -> None:
    assert "pass" in QUIET
    view = spoken_to((one_of("bid", "", ("high",)), Prompt("pass", "")), frozenset({Seat(0)}))
    assert {str(quietly(view, random.Random(n))) for n in range(20)} == {"pass"}


def test_without_duty_the_quiet_bot_is_silent_and_the_random_one_sometimes() -> None:
    view = spoken_to((one_of("bid", "", ("high",)),), frozenset())
    assert quietly(view, random.Random(0)) is None
    answers = {str(RandomBot(seed).act(view)) for seed in range(40)}
    assert answers == {"None", "bid high"}


def test_a_prompt_that_names_no_words_is_not_answered() -> None:
    empty = Prompt("hold", "", least=1, most=0, open=True)
    assert not answerable(empty)
    view = spoken_to((empty, Prompt("look", "")), frozenset({Seat(0)}))
    assert {str(RandomBot(seed).act(view)) for seed in range(10)} == {"look"}


# Advice of the treatise


def dealt(first: str, second: str, third: str, fourth: str, talon: str) -> Setup:
    """A deal of ulmann with these hands from the Vorhand on."""
    hands = [int(PACK.mask(text.split())) for text in (first, second, third, fourth)]
    pack = pack_for(hands, PACK.read(talon), Seat(0))
    rules = ruleset.load("koenigrufen/ulmann")
    return Setup(rules=rules, seats=4, forehand=Seat(0), dealer=Seat(3), pack=pack)


CALLER = "H4 H3 H1 HQ D4 S7 T5 T8 T14 T17 T19 T22"
OTHERS = (
    "HK H2 DK DN SK S8 C7 C8 T1 T4 T9 T15",
    "HB D3 D2 DB SQ SB S9 C9 CK T6 T10 T18",
    "HN D1 DQ SN S10 C10 CB CN CQ T2 T7 T20",
)
TALON = "T21 T11 T16 T3 T12 T13"


def told(setup: Setup, *acts: str) -> Game:
    """The game after these acts of whoever is on turn."""
    game = Game(setup)
    for act in ("cut 27", *acts):
        (seat,) = game.duty
        game.apply(seat, act)
    return game


def advice(game: Game) -> str:
    (seat,) = game.duty
    return str(bots.make("heuristic", 0).act(game.view_for(seat)))


def test_the_king_is_called_from_the_longest_suit() -> None:
    """U-8.1."""
    game = told(dealt(CALLER, *OTHERS, TALON), "bid rufer", "pass", "pass", "pass")
    assert advice(game) == "call H"


def test_the_better_half_is_taken() -> None:
    """U-8.3: Mond, XVI and XI against XIII, XII and III."""
    game = told(dealt(CALLER, *OTHERS, TALON), "bid rufer", "pass", "pass", "pass", "call H")
    assert advice(game) == "take 1"


def test_the_discard_empties_suits_and_spares_the_called_one() -> None:
    """U-9.1 and U-9.2."""
    setup = dealt(CALLER, *OTHERS, TALON)
    game = told(setup, "bid rufer", "pass", "pass", "pass", "call H", "take 1")
    laid = advice(game).split()[1:]
    assert {"D4", "S7"} <= set(laid)


def test_three_kings_with_few_tarocks_pass() -> None:
    """U-7.5."""
    weak = "HK H4 DK D4 D3 SK S7 S8 S9 T5 T8 T14"
    others = (
        "H2 H3 H1 HQ DN S10 C7 C8 T1 T4 T9 T15",
        "HB D1 D2 DB SQ SB C10 C9 CK T6 T10 T18",
        "HN T17 DQ SN T19 T22 CB CN CQ T2 T7 T20",
    )
    assert advice(told(dealt(weak, *others, TALON))) == "pass"


SOLOIST = "T22 T21 T20 T19 T18 T17 T16 T5 H4 H3 S7 D4"
DEFENDERS = (
    "HK H2 DK D3 SK S8 C7 C8 T1 T4 T9 T15",
    "HB HQ D2 DB SQ SB S9 C9 CK T6 T10 T14",
    "HN H1 D1 DQ DN SN S10 C10 CB CN CQ T2",
)
DREIER = "bid dreier,pass,pass,pass,take 1,discard H3 S7 D4,lie,gut,gut,gut".split(",")


def test_a_counter_is_smeared_to_the_sure_trick_of_a_friend() -> None:
    setup = dealt(SOLOIST, *DEFENDERS, "T3 T7 T8 T11 T12 T13")
    assert advice(told(setup, *DREIER, "play H4", "play HK")) == "play HQ"


def test_the_last_seat_takes_with_the_cheapest_card() -> None:
    setup = dealt(SOLOIST, *DEFENDERS, "T3 T7 T8 T11 T12 T13")
    first = ("play H4", "play HK", "play HQ", "play HN")
    game = told(setup, *DREIER, *first, "play C7", "play C9", "play C10")
    assert advice(game) == "play T3"


def test_eleven_tarocks_with_the_trull_announce_pagat_and_trull() -> None:
    """U-16.3 and U-10.7."""
    holder = SOLOIST.replace("T5", "T1")
    others = (DEFENDERS[0].replace("T1 ", "T5 "), *DEFENDERS[1:])
    setup = dealt(holder, *others, "T3 T7 T8 T11 T12 T13")
    assert advice(told(setup, *DREIER[:6])) == "announce pagat"
    assert advice(told(setup, *DREIER[:6], "announce pagat")) == "announce trull"


@pytest.mark.parametrize("kind", ["heuristic", "search"])
@pytest.mark.parametrize("hand", ["T2 T3 T5 T6 T7", "T2 T5 T6 T7 T17", "T2 T3 T4 T5 T6"])
def test_a_hand_of_tarocks_alone_keeps_the_bird_it_owes(kind: str, hand: str) -> None:
    """T-0.5: with nothing else to lay away one of the dealt birds stays, whichever it is."""
    rules, others = ruleset.load("koenigrufen/tirol"), "T8 T9 T10 T11 T12 T13 HK"
    game = Game(arranged(rules, [f"{hand} {others}"], talon="T14 T15 T16 H1 H2 H3"))
    opening = ("cut 27", "bid besserrufer", "pass", "pass", "pass", "call D", "take 1")
    for words in opening:
        game.act(words)
    view = game.view_for(Seat(0))
    act = bots.make(kind, 1).act(view)
    assert act is not None
    ranked = ThinkingBot("search", 1, (), exact=True).think(view).ranking
    for one in (act, *(rank.action for rank in ranked)):
        assert game.faults(Seat(0), one) == (), one
