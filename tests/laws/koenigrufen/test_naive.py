"""Königrufen written twice: the laws and the naive checker agree.

The naive side (``tests/naive``) was written from the rule text alone, with names of cards.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import cast

import pytest

from naive import koenigrufen_deal as naive_deal
from naive import koenigrufen_facts as naive_facts
from naive import koenigrufen_money as naive_money
from naive import koenigrufen_play as naive_play
from random_games import acts, random_rules, random_setup
from samples import soaked
from trull import ruleset
from trull.cards import Card
from trull.conformance.koenigrufen import settled
from trull.game import Game
from trull.kernels.koenigrufen import crown_after, winning_card
from trull.kernels.tarock import thirds
from trull.laws.koenigrufen.book import BIRD_ITEMS, MASKS, PACK, Book, Contract, book_of
from trull.laws.koenigrufen.facts import facts_of
from trull.laws.koenigrufen.play import legal_at
from trull.laws.koenigrufen.table import State, bargain_of
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.state import Seat, expand

NAMES = ("tirol", "finale", "ulmann")
POSITIONS = soaked(3_000, 7_000)
"""Random trick positions per rule set; in a soak over 20,000 in all."""
GAMES = soaked(120, 250)
"""Random whole deals per rule set."""
FACTS = soaked(2_000, 4_000)
"""Random facts per rule set."""


NAMED = (
    "klopfen cutter talon_first sechserdreier_afterwards bei_scope zwiccolo_bei "
    "bei_settlement piccolo_bei_beats_solorufer semi_revers king_in_talon_take_all "
    "trischaken_instead_of_schleifen bird_switch_from_talon kaiserstich trischaken_stichzwang "
    "trischaken_talon two_virgins_odd_pot silent_trick_bonus_loss ku_announcer "
    "announced_card_mode solo_king_in_talon_kontra solo_valat_double solo_two_trull_duty "
    "kingfang_solo all_pass renonce_bearer ulmann_settle solo_needs_trull mondfang_announcer"
).split()
"""The options the rule text names; what else the data can switch is another rule set's law."""


def _rules(name: str, rng: random.Random, changed: float = 0.2) -> RuleSet:
    """The rule set with some of its named options changed, sometimes as Skoty."""
    tirol = ["trischaken_tie_vorhand", "besserrufer_rank"]
    among = [*NAMED, *tirol] if name == "tirol" else NAMED
    rules = random_rules(f"koenigrufen/{name}", rng, changed, among)
    if name == "tirol" and rng.random() < 0.15:
        rules = rules.with_options({"skoty": True})
    if name == "ulmann" and rng.random() < 0.3:
        rules = rules.with_options({"pagat_driven_out": rng.randint(2, 12)})
    return rules


@cache
def _houses(name: str) -> tuple[RuleSet, ...]:
    """Many houses, each with some options changed; loading one takes longer than asking it."""
    rng = random.Random(f"houses {name}")
    return tuple(_rules(name, rng) for _ in range(80))


def _options(rules: RuleSet) -> dict[str, object]:
    options: dict[str, object] = {name: option.value for name, option in rules.options.items()}
    if rules.name == "koenigrufen/tirol":
        options["skoty"] = bool(options["bare_rufer"])
    return options


# Tricks


@pytest.mark.parametrize("name", NAMES)
def test_lawful_cards_and_winners(name: str) -> None:
    rng = random.Random(name)
    book = book_of(_rules(name, rng))
    for number in range(POSITIONS):
        if number % 50 == 0:
            book = book_of(_rules(name, rng))
        contract = rng.choice(list(book.contracts.values()))
        hand, trick, announced, at = _position(rng)
        _same_cards(book, contract, hand, trick, announced, at)
        if trick:
            _same_winner(book, contract, trick)


def _position(rng: random.Random) -> tuple[list[str], list[str], list[str], int]:
    """A hand and a trick; the Trull and the birds come up more often than they would."""
    special = rng.sample(["T1", "T2", "T3", "T4", "T21", "T22", "HK"], rng.randrange(6))
    rest = rng.sample([c for c in PACK.codes if c not in special], 15 - len(special))
    cards = special + rest
    rng.shuffle(cards)
    size = rng.randint(1, 12)
    hand, trick = cards[:size], cards[12 : 12 + rng.randrange(4)]
    birds = [c for c in hand if c in ("T1", "T2", "T3", "T4", "HK")]
    announced = rng.sample(birds, rng.randint(0, len(birds)))
    return hand, trick, announced, rng.randint(1, 12)


def _same_cards(
    book: Book,
    contract: Contract,
    hand: Sequence[str],
    trick: Sequence[str],
    announced: Sequence[str],
    number: int,
) -> None:
    if not contract.positive or contract.kind == "farben":
        announced = ()
    found = legal_at(
        book,
        contract,
        int(PACK.mask(hand)),
        PACK.read(" ".join(trick)),
        int(PACK.mask(announced)),
        number,
    )
    options = _options(book.rules)
    expected = naive_play.legal_cards(
        book.rules.name.partition("/")[2],
        contract.name,
        set(hand),
        list(trick),
        options=options,
        announced=set(announced),
        trick_no=number,
        stichzwang=book.options.trischaken_stichzwang,
    )
    assert set(PACK.named(found)) == expected, (contract.name, hand, trick, announced, number)


def _same_winner(book: Book, contract: Contract, trick: Sequence[str]) -> None:
    rules = book.rules_of(contract)
    lying, led, crown = 0, -1, 0
    cards = PACK.read(" ".join(trick))
    for card in cards:
        crown = crown_after(MASKS, rules, lying, led, crown, card)
        led = card if led < 0 else led
        lying |= 1 << card
    found = cards.index(Card(winning_card(MASKS, rules, lying, led, crown)))
    name = book.rules.name.partition("/")[2]
    expected = naive_play.trick_winner(name, contract.name, list(trick), _options(book.rules))
    assert found == expected, (contract.name, trick)


def test_the_worth_of_a_pile() -> None:
    rng = random.Random(0)
    for _ in range(1_000):
        pile = rng.sample(PACK.codes, rng.randint(0, 54))
        assert thirds(MASKS, int(PACK.mask(pile))) == naive_play.thirds(pile)


# Whole deals


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_auction_facts_and_money_of_whole_deals(name: str) -> None:
    """At every turn of the auction the same words; at the end the same facts and the same money."""
    for seed in range(GAMES):
        rng = random.Random(f"{name} {seed}")
        rules = _rules(name, rng)
        game = Game(random_setup(rules, rng))
        for _seat, _act in acts(game, rng):
            if game.phase in ("auction", "forehand_choice"):
                _same_words(game, name)
            if game.phase == "discard":
                _same_discards(game, name, rng)
        _same_money(game, name)


def _same_words(game: Game, name: str) -> None:
    state = cast(State, game.state)
    options = _options(game.setup.rules)
    said = [
        (int(act.seat), str(act.action).replace(":", " "))
        for act in game.log
        if act.action.verb in ("vorhand", "pass", "bid", "hold", "bei")
    ]
    hands = [set(PACK.named(hand)) for hand in state.deal.hands]
    judge = naive_deal.auction(name, options, hands, int(game.setup.forehand), said)
    (seat,) = game.duty
    offered = {
        str(act).replace(":", " ") for prompt in game.prompts(seat) for act in expand(prompt)
    }
    assert judge["turn"] == seat
    assert judge["words"] == offered, said


def _same_discards(game: Game, name: str, rng: random.Random) -> None:
    (seat,) = game.duty
    hand = list(game.view_for(seat).hand)
    (prompt,) = game.prompts(seat)
    contract = bargain_of(cast(State, game.state)).contract
    for _ in range(5):
        laid = rng.sample(hand, prompt.most)
        lawful = naive_play.valid_discard(name, contract.name, set(hand), set(laid), prompt.most)
        offered = set(prompt.must) <= set(laid) <= {*prompt.must, *prompt.choices}
        if contract.needs != "bird":  # there the obligatory bird is kept too
            assert offered == lawful, (hand, laid)


def _same_money(game: Game, name: str) -> None:
    state = cast(State, game.state)
    result = game.settlement()
    assert result is not None
    if state.outcome == "redeal":
        return
    facts = facts_of(state)
    case = _case(state, name)
    _compare(result, naive_money.settle(case))
    if state.outcome == "played" and len(state.tricks) == 12:
        assert facts.tricks == tuple(case["result"].get("tricks", ()))


def _case(state: State, name: str) -> naive_money.Case:
    """The deal as the naive side reads it: facts from its own count, words from the log."""
    b, facts = bargain_of(state), facts_of(state)
    case: naive_money.Case = {
        "ruleset": name,
        "options": _options(state.setup.rules),
        "contract": b.contract.name,
        "declarer": int(b.declarer),
        "partner": None if b.partner is None else int(b.partner),
        "vorhand": int(b.declarer if b.replaced else state.setup.forehand),
        "kontra": facts.kontra,
        "announcements": [
            {"item": said.item, "side": said.side, "kontra": said.kontra} for said in facts.said
        ],
        "king_in_talon": b.king_half >= 0,
        "schleifen": facts.slid,
        "bird": facts.bird or next((i for i in BIRD_ITEMS), ""),
        "bare": facts.bare,
        "radl": facts.doubled,
    }
    if b.contract.kind == "negative":
        first, *others = facts.players
        case["kontra"] = dict(first.kontra)
        case["co_declarers"] = [
            {"seat": p.seat, "contract": p.contract, "kontra": dict(p.kontra)} for p in others
        ]
        case["result"] = {"tricks": list(facts.tricks)}
    elif state.outcome == "played":
        case["result"] = naive_facts.facts(_played(state, name))
    if facts.slid and not facts.bird:
        del case["bird"]
    return case


def _played(state: State, name: str) -> naive_facts.Deal:
    b, talon = bargain_of(state), state.deal.talon
    return {
        "ruleset": name,
        "contract": b.contract.name,
        "declarer": int(b.declarer),
        "partner": None if b.partner is None else int(b.partner),
        "called": b.called or None,
        "hands": [list(PACK.named(hand)) for hand in state.deal.hands],
        "talon": [[PACK.code(c) for c in talon[:3]], [PACK.code(c) for c in talon[3:]]],
        "taken": list(PACK.named(b.taken)),
        "discard": list(PACK.named(b.discard)),
        "tricks": [
            {
                "leader": int(trick.leader),
                "cards": [PACK.code(card) for card in trick.cards],
                "winner": int(trick.winner),
            }
            for trick in state.tricks
        ],
        "trischaken_talon": b.talon_use,
        "king_in_talon": b.king_half >= 0,
        "options": _options(state.setup.rules),
    }


def _compare(ours: Settlement, theirs: naive_money.Settled) -> None:
    assert list(ours.points) == theirs["points"]
    assert list(ours.money) == theirs["money"]
    if "written" in theirs and ours.written is not None:
        assert list(ours.written) == theirs["written"]


# Facts that rarely come up at a table


@pytest.mark.parametrize("name", NAMES)
def test_money_of_random_facts_and_offences(name: str) -> None:
    rng = random.Random(f"facts {name}")
    for _ in range(FACTS):
        case = _random_case(name, rng)
        try:
            _compare(settled(cast(dict[str, object], case)), naive_money.settle(case))
        except AssertionError:
            pytest.fail(f"{case}")


def _random_case(name: str, rng: random.Random) -> naive_money.Case:
    rules = rng.choice(_houses(name))
    book = book_of(rules)
    contract = rng.choice(list(book.contracts.values()))
    declarer = rng.randrange(4)
    called = contract.side == "called"
    alone = not called or rng.random() < 0.3
    partner = None if alone else rng.choice([s for s in range(4) if s != declarer])
    case: naive_money.Case = {
        "ruleset": name,
        "options": _options(rules),
        "contract": contract.name,
        "declarer": declarer,
        "partner": partner,
        "vorhand": declarer if contract.kind == "trischaken" else rng.randrange(4),
        "kontra": 0,
        "announcements": [],
        "radl": name == "tirol" and rng.random() < 0.1,
        "king_in_talon": called and alone and rng.random() < 0.7,
    }
    if contract.kind == "trischaken":
        case["result"] = _trischaken_result(rng)
    elif contract.kind == "negative":
        case["kontra"] = _pairs(rng, declarer)
        case["result"] = {"tricks": _split(rng, [0, 1, 2, 3])}
    else:
        _positive_result(case, book, contract, rng)
    if rng.random() < 0.35:
        _offence(case, contract, rng)
    return case


def _split(rng: random.Random, seats: list[int], total: int = 12) -> list[int]:
    tricks = [0, 0, 0, 0]
    for _ in range(total):
        tricks[rng.choice(seats)] += 1
    return tricks


def _pairs(rng: random.Random, declarer: int) -> dict[str, int]:
    return {str(s): rng.randint(1, 3) for s in range(4) if s != declarer and rng.random() < 0.4}


def _trischaken_result(rng: random.Random) -> naive_money.Result:
    worth = [rng.choice((10, 40, 52, 60, 75)) for _ in range(3)]
    if sum(worth) > 210:
        worth = [50, 50, 50]
    return {"tricks": _split(rng, [0, 1, 2, 3]), "thirds": [*worth, 210 - sum(worth)]}


def _positive_result(
    case: naive_money.Case, book: Book, contract: Contract, rng: random.Random
) -> None:
    ours = {case["declarer"], case["partner"]}
    sides = [s for s in range(4) if s in ours], [s for s in range(4) if s not in ours]
    takers = rng.choice([[0, 1, 2, 3]] * 5 + [*sides])
    made: dict[str, str] = {}
    for item in contract.bonuses:
        if item not in ("valat", "sack1", "sack2") and rng.random() < 0.3:
            made[item] = rng.choice(("declarer", "defenders"))
        if item != "koenig_ultimo" or made.get(item) == "declarer":
            continue
        made.pop(item, None)
    if book.charges and contract.side == "called" and "koenig_ultimo" not in made:
        made["king_captured"] = "defenders"
    if book.charges and "pagat" not in made and rng.random() < 0.3:
        made["pagat_held_by"] = rng.choice(("declarer", "defenders"))
    case["kontra"] = rng.choice((0, 0, 1, 2, 3))
    case["announcements"] = [
        {"item": item, "side": _side_of(item, rng), "kontra": rng.choice((0, 0, 1, 2))}
        for item in contract.bonuses
        if rng.random() < 0.25
    ]
    if contract.needs == "bird" and not any(
        a["item"] in BIRD_ITEMS and a["side"] == "declarer" for a in case["announcements"]
    ):
        bird = rng.choice(BIRD_ITEMS)
        case["announcements"] = [a for a in case["announcements"] if a["item"] != bird]
        case["announcements"].append({"item": bird, "side": "declarer", "kontra": 0})
    case["result"] = {
        "declarer_thirds": rng.choice((43, 73, 90, 104, 105, 106, 107, 120, 137, 167, 190)),
        "tricks": _split(rng, takers),
        "made": made,
    }


def _side_of(item: str, rng: random.Random) -> str:
    return "declarer" if item == "koenig_ultimo" else rng.choice(("declarer", "defenders"))


def _offence(case: naive_money.Case, contract: Contract, rng: random.Random) -> None:
    seats = sorted(rng.sample(range(4), rng.choice((1, 1, 1, 2, 3))))
    case["renonce"] = {"seats": seats}
    if rng.random() < 0.2:
        regular = [s for s in range(4) if s not in seats]
        case["renonce"]["extra"] = [{"seat": rng.choice(regular), "points": rng.randint(1, 9)}]
    if contract.kind == "negative" and rng.random() < 0.3:
        others = [s for s in range(4) if s != case["declarer"]]
        case["co_declarers"] = [
            {"seat": rng.choice(others), "contract": contract.name, "kontra": {}}
        ]


def test_the_published_rule_sets_are_the_three() -> None:
    assert {f"koenigrufen/{name}" for name in NAMES} <= set(ruleset.published())
    assert Seat(0) == 0
