"""Drawn questions: the naive checker gives the same answers, from what is shown alone.

The naive side (``tests/naive``) was written from the rule texts and shares no code with the oracle.
It is told only what a question shows, so that every question can really be answered.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import cast

import pytest

from laws.koenigrufen.test_naive import _case as naive_case
from laws.perlaggen.test_naive import _judge
from naive import koenigrufen_deal as talk
from naive import koenigrufen_money as money
from naive import koenigrufen_play as koenigrufen
from naive import lhombre, perlaggen_signs
from naive import perlaggen_cards as perlaggen
from naive import perlaggen_values as values
from naive.perlaggen_hand import Hand, judge
from samples import soaked
from trull import clauses, laws, ruleset
from trull.errors import TrullError
from trull.game import Game
from trull.laws.koenigrufen.table import State
from trull.learn import build, lesson, oracle, paying, quiz, shelf
from trull.learn.question import Question, stem
from trull.ruleset import RuleSet

QUESTIONS = soaked(15, 100_000)
"""Drawn questions of each type and book."""
BOOKS = [f"koenigrufen/{name}" for name in ("finale", "tirol", "ulmann")]
BOOKS += ["lhombre/compagnie", "perlaggen/1890", "perlaggen/1924"]
CASES = [(name, kind) for name in BOOKS for kind in quiz.types_of(ruleset.load(name))]
DEALING = {"knock", "packet"}
UNJUDGED = ("cut", "sign")
"""Acts of Perlaggen that the naive table is not told."""
BINDING = {"breaks_bound", "destroys_bound"}


@pytest.mark.parametrize(("name", "kind"), CASES, ids=[f"{n}-{k}" for n, k in CASES])
def test_every_answer_is_the_naive_one_and_nothing_is_given_away(name: str, kind: str) -> None:
    rules = ruleset.load(name)
    for seed in range(QUESTIONS):
        question = quiz.draw(kind, rules, seed)
        _is_sound(question)
        _is_secret(question, rules)
        assert _naive(question, rules, seed) == set(question.right), (seed, question)


@pytest.mark.parametrize(
    ("name", "seed"),
    [("perlaggen/1890", 1000103), ("perlaggen/1890", 1000110), ("perlaggen/1924", 1000100)],
)
def test_no_figure_is_asked_of_a_hand_with_a_card_that_was_named(name: str, seed: int) -> None:
    """Of these seeds the first hand has shown a Perlagg as another card; the next is asked."""
    rules = ruleset.load(name)
    question = quiz.draw("figure", rules, seed)
    assert not any("=" in card for card in question.shown.hand)
    assert _naive(question, rules, seed) == set(question.right)


@pytest.mark.parametrize("seed", [583, 2972, 4336, 7627])
def test_no_card_is_asked_about_that_another_announced_for_its_holder(seed: int) -> None:
    """These four met a Pagat bought in sight, bound by a partner's word: nothing shown said so."""
    rules = ruleset.load("koenigrufen/ulmann")
    question = quiz.draw("legal", rules, seed)
    assert _naive(question, rules, seed) == set(question.right)


def _naive(question: Question, rules: RuleSet, seed: int) -> set[str]:
    if question.type == "clause":
        return _cited(question, rules)
    if question.type == "memory":
        return _out(question)
    if question.type == "claim":
        return _caught(question)
    answers = {"koenigrufen": _koenigrufen, "lhombre": _lhombre, "perlaggen": _perlaggen}
    return answers[rules.game](question, rules, seed)


def _options(rules: RuleSet) -> dict[str, object]:
    return {name: option.value for name, option in rules.options.items()}


def _said(question: Question, code: str) -> list[dict[str, object]]:
    """The parameters of everything said under a code."""
    found = [one for one in question.shown.said if one.code == code]
    return [{key: value for key, (_, value) in one.about.items()} for one in found]


def _game(question: Question) -> str:
    (told,) = _said(question, "game")
    return str(cast("tuple[str, ...]", told["game"])[0])


# Soundness and secrecy


def _is_sound(question: Question) -> None:
    assert set(question.right) <= set(question.choices)
    assert question.right
    assert len(set(question.choices)) == len(question.choices) > 1
    wrong = set(question.choices) - set(question.right)
    assert question.type == "winner" or wrong == set(question.why), "each wrong one has a reason"
    assert question.many or len(question.right) == 1


def _is_secret(question: Question, rules: RuleSet) -> None:
    """No card is named before the answer but what the asked seat sees or everybody heard."""
    shown, told = question.shown, asdict(build.asked(question))
    assert set(told) == {"type", "rules", "many", "shown", "about", "choices"}
    cards = {*shown.hand, *shown.pile, *(card for _, card in shown.trick)}
    seen = {part for card in cards for part in (card, *card.split("="))}
    heard = {
        str(card) for one in _said(question, "calls") for card in cast("list[str]", one["king"])
    }
    if question.type == "baptism":  # any name is offered, whoever holds the card
        assert {stem(one) for one in told.pop("choices")} <= set(shown.hand)
    if question.type == "say":  # cards that were played or shown lie open
        seen |= {card for trick in shown.tricks for _, token in trick for card in token.split("=")}
        seen |= {
            card
            for _, act in shown.heard
            if act.startswith("show ")
            for card in re.findall(r"\w+", act)
        }
    if question.type == "sign":  # any Perlagg is offered, whoever holds it
        told.pop("choices")
    if question.type == "claim":  # every card of it has fallen
        seen |= {card for trick in shown.tricks for _, card in trick}
    seen |= {word for s, act in shown.heard if s == shown.seat for word in act.split()}
    words = set(re.findall(r"\w+", json.dumps(told)))
    named = words & set(laws.of(rules.game).pack.codes)
    assert named <= seen | heard, named - seen - heard
    if shown.seat is None:
        assert not shown.hand, "nobody's hand is shown to everybody"


# The same answers once more


def _koenigrufen(question: Question, rules: RuleSet, seed: int) -> set[str]:
    book, options, shown = rules.name.partition("/")[2], _options(rules), question.shown
    trick = [card for _, card in shown.trick]
    match question.type:
        case "legal":
            wish = [str(cast("list[str]", one["what"])[0]) for one in _said(question, "wish")]
            return koenigrufen.legal_cards(
                book,
                _game(question),
                set(shown.hand),
                trick,
                options,
                announced=_bound(question),
                trick_no=13 - len(shown.hand),
                stichzwang="stichzwang.off" not in wish,
            )
        case "winner":
            at = koenigrufen.trick_winner(book, _game(question), trick, options)
            return {str(shown.trick[at][0])}
        case "count":
            exact = koenigrufen.thirds(shown.pile)
            return {f"{exact // 3}/{exact % 3}" if exact % 3 else str(exact // 3)}
        case "say":
            return _sayable(question, book, options)
        case "book":
            return _allowing(question)
    settled = money.settle(naive_case(cast(State, _deal(rules, seed).state), book))
    return {paying.row(settled["points"])}


def _sayable(question: Question, book: str, options: dict[str, object]) -> set[str]:
    """What may be said by what was heard; the others hold whatever their words need."""
    shown = question.shown
    heard = [(seat, word) for seat, word in shown.heard if word.split()[0] not in DEALING]
    hands = [{*shown.hand} if seat == shown.seat else {"T1"} for seat in range(4)]
    (vorhand, *_) = [*(seat for seat, _ in heard), shown.seat]
    assert vorhand is not None
    judged = talk.auction(book, options, hands, vorhand, heard)
    assert judged["turn"] == shown.seat
    return judged["words"] & {*question.choices}


def _allowing(question: Question) -> set[str]:
    """The books in which the naive auction, told what was heard, allows the word."""
    word = question.about["word"]
    asked = replace(question, choices=(word,))
    return {
        name
        for name in question.choices
        if _sayable(asked, name.partition("/")[2], _options(ruleset.load(name)))
    }


RANKS = {"T": [str(n) for n in range(1, 23)]}
FRENCH = ["K", "Q", "N", "B", *map(str, range(1, 11))]


def _out(question: Question) -> set[str]:
    """Counted by the names of the cards: what is neither held nor lies in the pile."""
    game, suit = question.rules.partition("/")[0], question.about["suit"]
    names = {f"{suit}{rank}" for rank in RANKS.get(suit, FRENCH)}
    if game == "lhombre":
        names -= {"T22"}  # its Skies is no tarock
    elif suit != "T":
        names -= {f"{suit}{n}" for n in ((5, 6, 7, 8, 9, 10) if suit in "HD" else range(1, 7))}
    return {str(len(names - {*question.shown.hand} - {*question.shown.pile}))}


def _caught(question: Question) -> set[str]:
    """Who did not play the suit that was led and played it later, read off the fallen cards."""
    tricks, found = question.shown.tricks, set()
    for n, trick in enumerate(tricks):
        led = _letter(next(card for _, card in trick if card != "SKI"))
        for seat, card in trick:
            rest = [c for later in tricks[n + 1 :] for s, c in later if s == seat and c != "SKI"]
            if card != "SKI" and _letter(card) != led and led in map(_letter, rest):
                found.add(str(seat))
    return found


def _letter(card: str) -> str:
    return card[0]


def _bound(question: Question) -> set[str]:
    """The announced cards that bind the asked seat: its own birds, the king for whoever has it."""
    kings = {king for one in _said(question, "calls") for king in cast("list[str]", one["king"])}
    if _said(question, "calls_fourth"):
        kings = set(koenigrufen.KINGS & set(question.shown.hand))
    found = set()
    for code in ("announced", "announced_by"):
        for one in _said(question, code):
            (item,), (who,) = cast("list[str]", one["item"]), cast("list[int]", one["who"])
            if item in koenigrufen.BIRD_CARDS and who == question.shown.seat:
                found.add(koenigrufen.BIRD_CARDS[item])
            if item == "koenig_ultimo":
                found |= kings
    return found


def _deal(rules: RuleSet, seed: int) -> Game:
    """The finished deal a question about money was drawn from."""
    for number in range(quiz.TRIES):
        rng = Random(f"pay {rules.name} {seed} {number}")
        *_, (game, _seat, _act) = quiz.deal(rules, rng)
        if paying.pay(game, rng) is not None:
            return game
    raise AssertionError("no deal")


def _lhombre(question: Question, rules: RuleSet, seed: int) -> set[str]:
    del seed
    shown, options = question.shown, _options(rules)
    trick = [card for _, card in shown.trick]
    ombres = [cast("list[int]", one["who"])[0] for one in _said(question, "ombre")]
    volte = bool(_said(question, "volte"))
    match question.type:
        case "legal":
            hold = volte and shown.seat in ombres
            return set(lhombre.legal_cards(shown.hand, trick, None, hold, options))
        case "winner":
            return {str(shown.trick[lhombre.trick_winner(trick, False, options)][0])}
        case "count":
            return {str(lhombre.count_points(shown.pile))}
        case "say":
            return _biddable(question, options)
        case "duty":
            return _left(question, options)
        case "skies":
            return {_excused(question, options)}
    (ombre,) = ombres
    points = next((cast(int, one["n"]) for one in _said(question, "points")), None)  # à trois: none
    made = {item.item for item in shown.items} & {"volte", "volte_lost"}
    result = {"volte": "won", "volte_lost": "lost"}.get("".join(made))
    paid = lhombre.settle(_game(question), points, result, options)
    names = {(ombre + step) % 3: name for step, name in enumerate("OXY")}
    return {paying.row(paid[names[seat]] for seat in range(3))}


BIDS = {"pass", "hold", "bid", "lay_silent"}


def _bid(word: str) -> str:
    """A word of the bidding; cards laid without one are as good (L-2.1)."""
    verb, *cards = word.split()
    return (
        str(lhombre.silent_bid(len(cards))) if verb == "lay_silent" else word.removeprefix("bid ")
    )


def _biddable(question: Question, options: dict[str, object]) -> set[str]:
    """What may follow the words that were heard; places are told from the dealer's Skar on."""
    heard = question.shown.heard
    (dealer,) = [seat for seat, word in heard if word.startswith("lay_skar")]
    place = {seat: (seat - dealer - 1) % 3 for seat in range(3)}
    said = [(place[seat], _bid(word)) for seat, word in heard if word.split()[0] in BIDS]
    assert question.shown.seat is not None
    me = place[question.shown.seat]
    words = {word: [*said, (me, _bid(word))] for word in question.choices}
    return {
        w for w, all_of in words.items() if "illegal" not in lhombre.run_auction(all_of, options)
    }


def _left(question: Question, options: dict[str, object]) -> set[str]:
    """The cards a claim, a hint or a card out of turn leaves to the partner."""
    ((by, act),) = question.shown.heard
    verb, *cards = act.split()
    in_turn = [card for seat, card in question.shown.trick if verb != "play" or seat != by]
    kind = {"say_mine": "claim", "hint_overtrump": "hint", "play": "premature"}[verb]
    duty = lhombre.duty(kind, in_turn, cards[0] if cards else None, False, options)
    return set(lhombre.legal_cards(question.shown.hand, [*in_turn, *cards], duty, False, options))


def _excused(question: Question, options: dict[str, object]) -> str:
    """Lost, kept for nothing, or redeemed with a card; which of equal cards does not matter."""
    trick, pile = question.shown.trick, question.shown.pile
    (ombre,) = [cast("list[int]", one["who"])[0] for one in _said(question, "ombre")]
    taker = trick[lhombre.trick_winner([card for _, card in trick], False, options)][0]
    (player,) = [seat for seat, card in trick if card == "SKI"]
    friendly = (taker == ombre) == (player == ombre)
    number = int(question.about["number"])
    found = lhombre.skies_outcome(pile, number, partner_took=friendly, options=options)
    if found["gives"] is None:
        return "kept" if found["kept"] else "lost"
    worth = lhombre.nominal(found["gives"])
    (given,) = [one for one in question.choices if one in pile and lhombre.nominal(one) == worth]
    return given


def _perlaggen(question: Question, rules: RuleSet, seed: int) -> set[str]:
    shown, options = question.shown, _options(rules)
    (trump,) = [str(one["suit"]) for one in _said(question, "trump")]
    trick = [card for _, card in shown.trick]
    if question.type == "winner":
        return {str(shown.trick[perlaggen.trick_winner(trick, trump, options)][0])}
    if question.type == "baptism":
        ends = [
            (one, perlaggen.trick_winner([*trick, one], trump, options)) for one in question.choices
        ]
        return {one for one, at in ends if at == len(trick)}
    if question.type == "figure":
        return {_figure(question, trump, options)}
    if question.type == "say":
        return _answerable(question, rules, seed)
    if question.type == "sign":
        return perlaggen_signs.true_ones(question.choices, shown.hand, trump, options)
    led = perlaggen.suit(perlaggen.identity(trick[0]))
    lawful = perlaggen.legal_plays(shown.hand, led, trump, options)
    bound = {card for card, why in question.why.items() if why.code in BINDING}
    hand = set(shown.hand)
    return {token if token in hand else perlaggen.printed(token) for token in lawful} - bound


def _answerable(question: Question, rules: RuleSet, seed: int) -> set[str]:
    """What the naive table lets this seat answer, after the same acts."""
    seat, hand = question.shown.seat, _table(question, rules, seed)
    assert seat is not None
    found = set()
    for choice in question.choices:
        verb, word = choice.split()
        name, _, number = word.partition("=")
        offers = [offer for offer in hand.pending if offer.by != seat % 2]
        if not offers:  # the side that holds may go on raising
            fig = hand.figs[name]
            held = fig.status == "held" and fig.holder == seat % 2 and verb == "raise"
            fits = held and values.raise_options(fig.stake)[:1] == [_number(number)]
        else:
            fits = offers[0].figure == name and (
                verb != "raise" or values.raise_options(offers[0].number)[:1] == [_number(number)]
            )
        if fits and (verb == "let_good" or hand.may_speak(seat, name)):
            found.add(choice)
    return found


def _number(word: str) -> values.Points:
    return "OUT" if word == "OUT" else int(word)


def _table(question: Question, rules: RuleSet, seed: int) -> Hand:
    """The naive table at the moment a question was drawn from."""
    seat = question.shown.seat
    for number in range(quiz.TRIES):
        rng = Random(f"say {rules.name} {seed} {number}")
        for game, who, _act in quiz.deal(rules, rng):
            if who == seat and oracle.say(game, who, question.choices).shown == question.shown:
                acts = [one for one in game.log if one.action.verb not in UNJUDGED]
                return judge(_judge(game), [(one.seat, str(one.action)) for one in acts])
    raise AssertionError("no such moment")


def _figure(question: Question, trump: str, options: dict[str, object]) -> str:
    """How many cards, and how high."""
    make = {"G": perlaggen.best_gleich, "H": perlaggen.best_hanger}[question.about["figure"]]
    best = make(question.shown.hand, trump, options)
    return "none" if best is None else f"{best.n} {best.rank}"


def _cited(question: Question, rules: RuleSet) -> set[str]:
    """A clause that is asked for has a text, and belongs to the book; so have the others."""
    known = shelf.prefixes(rules)
    for one in question.choices:
        assert clauses.text(one, "de"), one
        assert clauses.text(one, "en"), one
        assert clauses.prefix(one) in known, one
    return set(question.right)


# Fixed questions of lessons


def test_what_is_left_and_where_the_skies_goes_in_lessons_is_the_naive_answer() -> None:
    rules, asked = ruleset.load("lhombre/compagnie"), 0
    for path in lesson.lessons():
        one = lesson.read(path)
        for step in one.steps:
            if step.kind in ("duty", "skies"):
                question = lesson.question(one, step, rules)
                assert question is not None
                assert _naive(question, rules, 0) == set(question.right), (one.id, step.id)
                asked += 1
    assert asked > 12


def test_an_act_that_binds_nobody_asks_nothing(tmp_path: Path) -> None:
    """The Ombre's own word binds nobody (LG-19)."""
    source = next(path for path in lesson.lessons() if path.stem.startswith("10-stich"))
    for file in source.parent.glob(f"{source.stem}.*"):
        (tmp_path / file.name).write_text(file.read_text("utf-8"), "utf-8")
    copy = tmp_path / source.name
    text = copy.read_text("utf-8")
    copy.write_text(
        text.replace('by     = 2\nact    = "say_mine"', 'by     = 0\nact    = "say_mine"', 1)
    )
    one = lesson.read(copy)
    step = next(step for step in one.steps if step.id == "mine")
    with pytest.raises(TrullError, match="say_mine binds seat 1 to nothing"):
        lesson.question(one, step, ruleset.load("lhombre/compagnie"))


# Seeds


@pytest.mark.parametrize("name", ["koenigrufen/tirol", "lhombre/compagnie", "perlaggen/1890"])
def test_the_same_seed_gives_the_same_question_and_another_another(name: str) -> None:
    rules = ruleset.load(name)
    for kind in quiz.types_of(rules):
        first, again = (quiz.draw(kind, rules, 5) for _ in range(2))
        assert first == again
        assert any(quiz.draw(kind, rules, seed) != first for seed in (6, 7, 8))


def test_a_wish_is_granted() -> None:
    rules = ruleset.load("koenigrufen/tirol")
    want = {"plain": True, "games": ["rufer"], "codes": ["must_tarock"], "void": True}
    for seed in range(4):
        question = quiz.draw("legal", rules, seed, want)
        assert {why.code for why in question.why.values()} == {"must_tarock"}
        assert question.shown.said == (), "a beginner is shown the cards alone"


def test_a_game_says_which_questions_it_has_not() -> None:
    with pytest.raises(TrullError, match="perlaggen asks no questions of type 'count'"):
        quiz.draw("count", ruleset.load("perlaggen/1890"), 1)
