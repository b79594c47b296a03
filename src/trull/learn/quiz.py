"""Questions drawn from a seed: a deal is played by mixed bots, and a moment of it is asked about.

The same type, rule set, seed and wishes always give the same question. ``want`` narrows it down:

    plain   a deal opened by the game's plainest words, of which only the cards are shown: for
            beginners
    games   contracts that may be played         led     the suit that was led
    void    whether the seat has none of it      codes   the faults its other cards may have
    cards   how many cards a pile has            seats   how many players, in a plain deal
    figure  the kind of figure
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import cast

from trull import bots, clauses, laws, ruleset
from trull.bots.manners import lawful_part
from trull.errors import IllegalAction, TrullError
from trull.game import Game
from trull.laws.court import Trial
from trull.learn import oracle, paying
from trull.learn.positions import opened
from trull.learn.question import OFFERED, TYPES, Kind, Question, bare, stem
from trull.learn.school import Pile, school_of
from trull.ruleset import RuleSet
from trull.state import Action, Seat, View, action, expand, fault

Want = Mapping[str, object]
TRIES = 400
"""Deals that are drawn before a wish is given up."""
BOTS = ("heuristic", "heuristic", "random")
CLUMSY = 0.2
"""How often a wrong card falls where one can, until one has."""
SMALL = (5, 6, 7, 8, 9, 10, 11, 12)
"""Cards of a pile that can be counted at a glance."""


def types_of(rules: RuleSet) -> tuple[Kind, ...]:
    """The types of questions that make sense in a game."""
    school = school_of(rules.game)
    barred = {
        "count": not school.counts,
        "pay": not school.pays,
        "say": not school.talks,
        "figure": not school.figures,
        "baptism": not school.baptises,
        "memory": not school.remembered,
        "book": not school.compares,
        "claim": not school.claims,
        "sign": not school.speaks_in_signs,
        "duty": not school.binding,
        "skies": not school.excuses,
    }
    return tuple(kind for kind in TYPES if not barred.get(kind))


def draw(kind: str, rules: RuleSet, seed: int | str, want: Want | None = None) -> Question:
    """The question of a seed; TrullError where there is none of this type."""
    if kind not in types_of(rules):
        known = ", ".join(types_of(rules))
        raise TrullError(f"{rules.game} asks no questions of type {kind!r}; there are {known}")
    for number in range(TRIES):
        rng = Random(f"{kind} {rules.name} {seed} {number}")
        found = _DRAWN[kind](rules, rng, want or {})
        if found is not None:
            return bare(found) if (want or {}).get("plain") else found
    raise TrullError(f"no {kind} question in {TRIES} deals fits {dict(want or {})}")


# A deal


def deal(
    rules: RuleSet, rng: Random, want: Want = MappingProxyType({})
) -> Iterator[tuple[Game, Seat, Action]]:
    """A drawn deal, act by act: the game before it, who does it, and what."""
    players = cast(int, want.get("seats", 4))
    game = opened(rules, rng, players) if want.get("plain") else _shuffled(rules, rng)
    sitting = [bots.make(rng.choice(BOTS), rng.randrange(2**32)) for _ in range(game.setup.seats)]
    while game.duty:
        seat = min(game.duty)
        act = sitting[seat].act(game.view_for(seat))
        assert act is not None, "a seat on duty acts"
        yield game, seat, act
        game.apply(seat, act)


def _shuffled(rules: RuleSet, rng: Random) -> Game:
    law = laws.of(rules.game)
    seats = law.seats(rules)
    players = 4 if 4 in seats else seats[0]
    sitting = law.open_sitting(rules, players, rng.randrange(players))
    return Game(law.deal(sitting, law.pack.shuffled(rng))[0])


def _finished(rules: RuleSet, rng: Random, want: Want) -> Game | None:
    """A drawn deal that is over, if it is one of the games wanted.

    Another is not played to its end: of rare games hundreds are dealt before one comes.
    """
    wanted, begun = cast(Sequence[str], want.get("games", ())), False
    for game, _seat, act in deal(rules, rng, want):
        if wanted and act.verb == "play" and not begun:
            begun = True
            playing = school_of(rules.game).playing(game.view_for(None))
            if playing and playing not in wanted:
                return None
    return game if _is_wanted(game, want) else None


def _is_wanted(game: Game, want: Want) -> bool:
    wanted, settled = want.get("games"), game.settlement()
    return wanted is None or (settled is not None and settled.game in cast(Sequence[str], wanted))


# One generator a type


def _legal(rules: RuleSet, rng: Random, want: Want) -> Question | None:
    found = []
    for game, seat, act in deal(rules, rng, want):
        if act.verb == "play" and game.view_for(seat).trick and len(game.view_for(seat).hand) > 1:
            one = lawful(game, seat)
            if one is not None and _fits(one, rules, want):
                found.append(one)
    if not found or not _is_wanted(game, want):
        return None
    narrow = [one for one in found if one.why]  # a moment with something forbidden in it
    return rng.choice(narrow or found)


def lawful(game: Game, seat: Seat) -> Question | None:
    """The question of a moment, unless a card is barred in a way one word does not tell."""
    question, view = oracle.legal(game, seat), game.view_for(seat)
    untold = school_of(game.setup.rules.game).untold
    return None if any(untold(view, why) for why in question.why.values()) else question


def _fits(question: Question, rules: RuleSet, want: Want) -> bool:
    pack = laws.of(rules.game).pack
    led, *held = (
        pack.suit_of[pack.card(card.rpartition("=")[2])]
        for card in (question.shown.trick[0][1], *question.choices)
    )
    codes = {one.code for one in question.why.values()}
    return (
        want.get("led") in (None, led)
        and want.get("void") in (None, led not in held)
        and codes <= set(cast(Sequence[str], want.get("codes", tuple(codes))))
        and (bool(codes) or "codes" not in want)
    )


def _winner(rules: RuleSet, rng: Random, want: Want) -> Question | None:
    found: list[Question] = []
    before: View | None = None
    for game, _seat, act in deal(rules, rng, want):
        if before is not None and sum(game.view_for(None).taken) > sum(before.taken):
            found.append(oracle.winner(game, before))
        before = game.view_for(None) if act.verb == "play" else None
    if not found or not _is_wanted(game, want):
        return None
    return rng.choice(found)


def _count(rules: RuleSet, rng: Random, want: Want) -> Question | None:
    game = _finished(rules, rng, want)
    pile = None if game is None else school_of(rules.game).pile(game)
    if pile is None:
        return None
    size = cast(int, want.get("cards", rng.choice((*SMALL, 0))))
    if 0 < size < len(pile.cards):
        few = set(rng.sample(pile.cards, size))
        pile = Pile(tuple(card for card in pile.cards if card in few), {})
    return oracle.count(rules, pile, rng)


def _pay(rules: RuleSet, rng: Random, want: Want) -> Question | None:
    game = _finished(rules, rng, want)
    return None if game is None else paying.pay(game, rng)


def _clause(rules: RuleSet, rng: Random, want: Want) -> Question | None:
    cited: list[str] = []
    refused: list[tuple[Game, Seat, Action]] = []
    for game, seat, act in deal(rules, rng, want):
        cited += [prompt.clause for prompt in game.prompts(seat)]
        if act.verb == "play" and game.view_for(seat).trick:
            view = game.view_for(seat)
            for card, why in oracle.legal(game, seat).why.items():
                cited.append(why.clause)
                if not school_of(rules.game).untold(view, why):
                    refused.append((game.__copy__(), seat, action(f"play {card}")))
    settled = game.settlement()
    lines = [] if settled is None or not settled.game else list(settled.lines)
    cited += [line.clause for line in lines]
    known = [one for one in cited if clauses.text(one) is not None]
    if refused and (not lines or rng.random() < 0.5):
        moment, seat, act = rng.choice(refused)
        return oracle.clause(moment, seat, act, known, rng)
    return paying.paid_by(game, rng.choice(lines), known, rng) if lines else None


def _say(rules: RuleSet, rng: Random, want: Want) -> Question | None:
    """A moment of the talk; beside lawful words stand those of its other moments."""
    del want
    school, words = school_of(rules.game), dict[str, None]()
    moments: list[tuple[Game, Seat]] = []
    for game, seat, _act in deal(rules, rng):
        prompts = [
            prompt for prompt in game.prompts(seat) if prompt.most < 2 and school.asks(prompt.verb)
        ]
        if game.phase not in school.talks or not prompts:
            continue
        words |= {str(act): None for prompt in prompts for act in expand(prompt)}
        moments.append((game.__copy__(), seat))
    found = [oracle.say(moment, seat, list(words)) for moment, seat in moments]
    found = [one for one in found if one.right and one.why]
    return _some(rng.choice(found), rng) if found else None


def _some(question: Question, rng: Random) -> Question:
    """The same with a few words to choose from, right ones and wrong ones, in their order."""
    right = rng.randint(1, min(len(question.right), OFFERED - 1))
    wrong = min(len(question.why), OFFERED + 1 - right)
    kept = {*rng.sample(question.right, right), *rng.sample(tuple(question.why), wrong)}
    return replace(
        question,
        choices=tuple(word for word in question.choices if word in kept),
        right=tuple(word for word in question.right if word in kept),
        why={word: why for word, why in question.why.items() if word in kept},
    )


def _figure(rules: RuleSet, rng: Random, want: Want) -> Question | None:
    """The hands are whole when the first card is played; who has named a card is not asked."""
    for game, _seat, act in deal(rules, rng, want):
        if act.verb == "play":
            kind = str(want.get("figure", rng.choice(school_of(rules.game).figures)))
            seat = Seat(rng.randrange(game.setup.seats))
            named = any(card != stem(card) for card in game.view_for(seat).hand)
            return None if named else oracle.figure(game, seat, kind, rng)
    return None


def _baptism(rules: RuleSet, rng: Random, want: Want) -> Question | None:
    found = []
    for game, seat, act in deal(rules, rng, want):
        if act.verb == "play" and len(game.view_for(seat).trick) == game.setup.seats - 1:
            named = [one.args[0] for one in game.plays(seat) if "=" in one.args[0]]
            for card in dict.fromkeys(map(stem, named)):
                names = [one for one in named if stem(one) == card]
                taking = [one for one in names if oracle.takes(game, seat, one)]
                losing = [one for one in names if one not in taking]
                if taking and len(losing) >= OFFERED - 1:
                    some = [rng.choice(taking), *rng.sample(losing, OFFERED - 1)]
                    rng.shuffle(some)
                    found.append(oracle.baptism(game, seat, some))
    return rng.choice(found) if found else None


def _sign(rules: RuleSet, rng: Random, want: Want) -> Question | None:
    """A whole hand, and a few signs of which some are true of it and some are not."""
    for game, _seat, act in deal(rules, rng, want):
        if act.verb == "play":
            seat = Seat(rng.randrange(game.setup.seats))
            truth = school_of(rules.game).signs(game.view_for(seat))
            return _some(oracle.sign(game, seat, list(truth)), rng)
    return None


def _memory(rules: RuleSet, rng: Random, want: Want) -> Question | None:
    """The beginning of a trick in the middle of a deal; trumps are asked for most often."""
    found = []
    for game, seat, act in deal(rules, rng, want):
        view = game.view_for(seat)
        if act.verb == "play" and not view.trick and sum(view.taken) > 1 and len(view.hand) > 1:
            found.append(view)
    if not found:
        return None
    trump, *suits = school_of(rules.game).remembered
    return oracle.memory(rng.choice(found), rng.choice((trump, trump, *suits)), rng)


def _book(rules: RuleSet, rng: Random, want: Want) -> Question | None:
    """A word of the talk that some books allow and others do not."""
    del want
    phases, found = school_of(rules.game).talks, []
    others = [name for name in ruleset.published() if name.startswith(f"{rules.game}/")]
    tables: dict[str, Game] = {}
    for game, seat, act in deal(rules, rng):
        tables = tables or {name: _beside(game, ruleset.load(name)) for name in others}
        if game.phase in phases and all(one.duty == {seat} for one in tables.values()):
            found += [
                question
                for word in dict.fromkeys(w for one in tables.values() for w in _words(one, seat))
                if (question := oracle.book(tables, seat, word, rules)).why and question.right
            ]
        if act.verb == "play" or not all(_follows(one, seat, act) for one in tables.values()):
            break
    return rng.choice(found) if found else None


def _beside(game: Game, rules: RuleSet) -> Game:
    return Game(replace(game.setup, rules=rules))


def _words(game: Game, seat: Seat) -> list[str]:
    prompts = [prompt for prompt in game.prompts(seat) if prompt.most < 2]
    return [str(act) for prompt in prompts for act in expand(prompt)]


def _follows(game: Game, seat: Seat, act: Action) -> bool:
    """Do the same by another book, where whoever cuts cuts alike; whether it is allowed there."""
    who = min(game.duty) if act.verb == "cut" and game.duty else seat
    if game.faults(who, act):
        return False
    game.apply(who, act)
    return True


def _claim(rules: RuleSet, rng: Random, want: Want) -> Question | None:
    del want
    game = breached(rules, rng)
    return None if game is None else caught(game)


def breached(rules: RuleSet, rng: Random) -> Game | None:
    """A free table at which one wrong card has fallen, and the later one that proves it."""
    game = _shuffled(rules.with_options({"table": "free"}), rng)
    sitting = [bots.make("heuristic", rng.randrange(2**32)) for _ in range(game.setup.seats)]
    offender, led = None, ""
    while game.duty:
        seat = min(game.duty)
        view = lawful_part(game.view_for(seat))
        act = sitting[seat].act(view)
        if act is None:
            return None
        slips = _slips(view) if offender is None and rng.random() < CLUMSY else []
        if act.verb == "play" and slips:
            offender, led = seat, _suit(rules, view.trick[0][1])
            act = action(f"play {rng.choice(slips)}")
        game.apply(seat, act)
        if seat == offender and act.verb == "play" and _suit(rules, act.args[0]) == led:
            return game
    return None


def caught(game: Game) -> Question | None:
    """The question of a proved breach; none where a bot has broken a rule beside it."""
    try:
        found = oracle.claim(game)
    except TrullError:
        return None
    innocent = set(found.choices) - set(found.right)
    return replace(found, why={seat: fault("", "innocent") for seat in sorted(innocent)})


def _slips(view: View) -> list[str]:
    """Cards by which this seat would not follow a suit that it has."""
    if not view.trick:
        return []
    led = _suit(view.rules, view.trick[0][1])
    others = [card for card in view.hand if _suit(view.rules, card) not in ("", led)]
    return others if any(_suit(view.rules, card) == led for card in view.hand) else []


def _suit(rules: RuleSet, card: str) -> str:
    """The suit of a card; nothing for one that stands outside all suits."""
    pack = laws.of(rules.game).pack
    return pack.suit_of[pack.card(stem(card))]


def _duty(rules: RuleSet, rng: Random, want: Want) -> Question | None:
    """An irregular act that binds the player on turn, in a deal that is lawful else."""
    del want
    game = _shuffled(rules.with_options({"table": "free"}), rng)
    sitting = [bots.make("heuristic", rng.randrange(2**32)) for _ in range(game.setup.seats)]
    found: list[Question] = []
    while game.duty:
        seat = min(game.duty)
        view = lawful_part(game.view_for(seat))
        if view.trick and len(view.hand) > 1:
            by = Seat(rng.choice([one for one in range(game.setup.seats) if one != seat]))
            found += _bound(game, seat, by, rng)
        act = sitting[seat].act(view)
        if act is None:
            break
        game.apply(seat, act)
        if found and rng.random() < CLUMSY:
            break
    return rng.choice(found) if found else None


def _bound(game: Game, seat: Seat, by: Seat, rng: Random) -> Iterator[Question]:
    """What is left to a seat after somebody's irregular act, if that binds it to anything."""
    verb = rng.choice(school_of(game.setup.rules.game).binding)
    hand = game.view_for(by).hand
    if verb == "play" and not hand:
        return
    act, after = Action(verb, (rng.choice(hand),) if verb == "play" else ()), game.__copy__()
    try:
        after.apply(by, act)
    except IllegalAction:
        return
    lawful = isinstance(after.state, Trial) and not after.state.breaches
    if lawful and after.duty == {seat} and set(after.plays(seat)) < set(game.plays(seat)):
        yield oracle.duty(after, seat, by, act)


def _skies(rules: RuleSet, rng: Random, want: Want) -> Question | None:
    game = _finished(rules, rng, want)
    return None if game is None else oracle.skies(game, rng)


_DRAWN = {
    "legal": _legal,
    "winner": _winner,
    "count": _count,
    "pay": _pay,
    "clause": _clause,
    "say": _say,
    "figure": _figure,
    "baptism": _baptism,
    "memory": _memory,
    "book": _book,
    "claim": _claim,
    "sign": _sign,
    "duty": _duty,
    "skies": _skies,
}


@lru_cache(maxsize=1024)
def drawn(kind: str, rules: RuleSet, seed: int) -> Question:
    """The question of a seed, remembered until it is answered."""
    return draw(kind, rules, seed)
