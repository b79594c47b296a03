"""Clumsy players at a free table of Perlaggen: now and then somebody does what a hand can do."""

from __future__ import annotations

import random
from collections.abc import Iterator

from random_games import random_action, random_setup, random_words
from trull.cards import Card
from trull.game import Game
from trull.laws.court import Trial, open_cases
from trull.laws.perlaggen import LAWS
from trull.laws.perlaggen.table import State
from trull.ruleset import RuleSet
from trull.state import Action, Prompt, Seat, Setup

SHOWS = ("show", "stand")
JUDGED = ("hindered", "other")
BUSY = ("play", "hold", "ask_degree", "mend", "cut", "deal")
"""What is done most of the time, so that most hands are played out."""
IDLE = ("scatter", "misdeal", "peek", "take_up", "baptise", "sign", "refuse_deal", "let_good")
"""What clumsy hands do seldom, for it ends a hand or leads nowhere."""
WEIGHT = {"play": 4, "show": 0.4, "mend": 4}


def inner(game: Game) -> State:
    """The hand inside the court."""
    state = trial(game).state
    assert isinstance(state, State)
    return state


def trial(game: Game) -> Trial:
    """The court over a free table."""
    assert isinstance(game.state, Trial)
    return game.state


def setup_of(rules: RuleSet, rng: random.Random) -> Setup:
    """A deal somewhere in a game, so that overbids and the target come near."""
    setup = random_setup(rules, rng)
    target = rules["target"]
    assert isinstance(target, int)
    scores = {f"score{party}": rng.randrange(target) for party in (0, 1)}
    context = scores if rng.random() < 0.8 else {}
    return Setup(
        rules=setup.rules,
        seats=setup.seats,
        forehand=setup.forehand,
        dealer=setup.dealer,
        pack=setup.pack,
        context=context,
    )


def words(game: Game, seat: Seat, prompt: Prompt, rng: random.Random) -> Action | None:
    """One way to do what a prompt names, or None if it cannot be done so."""
    act = random_words(prompt, rng)
    if prompt.verb == "play" and rng.random() < 0.7:  # a Perlagg has many faces, a card only one
        plain = [word for word in prompt.choices if "=" not in word]
        act = Action("play", (rng.choice(plain),)) if plain else act
    if prompt.verb in SHOWS and rng.random() < 0.5:
        act = Action(act.verb, tuple(_baptised(word, rng) for word in act.args))
    return None if game.faults(seat, act) else act


def _baptised(word: str, rng: random.Random) -> str:
    name, baptism, _ = word.partition("=")
    return f"{name}={LAWS.pack.codes[Card(rng.randrange(LAWS.pack.size))]}" if baptism else word


def lawful(game: Game, seat: Seat, rng: random.Random) -> Action | None:
    """A lawful act of this seat."""
    prompts = tuple(p for p in LAWS.prompts(inner(game), seat) if p.verb != "write")
    busy = [p for p in prompts if p.verb in BUSY]
    if busy and rng.random() < 0.75:
        return random_words(rng.choice(busy), rng)
    return random_action(prompts, rng) if prompts else None


def clumsy(game: Game, seat: Seat, rng: random.Random) -> Action | None:
    """Anything this seat's hand can do."""
    offers = LAWS.offers(inner(game), seat)
    weights = [0.1 if prompt.verb in IDLE else WEIGHT.get(prompt.verb, 1) for prompt in offers]
    return words(game, seat, rng.choices(offers, weights)[0], rng) if offers else None


def acts(
    game: Game, rng: random.Random, chance: float, claims: float = 0.0, judged: bool = False
) -> Iterator[tuple[Seat, Action]]:
    """Acts until everybody has accepted; the caller sees each before it is done."""
    while game.duty:
        seat = _speaker(game, rng)
        act = said(game, rng, judged) if rng.random() < claims else None
        if act is None and game.phase == "count":
            act = _counting(game, seat, rng, chance)
        elif act is None:
            act = clumsy(game, seat, rng) if rng.random() < chance else lawful(game, seat, rng)
        if act is not None and not game.faults(seat, act):
            yield seat, act
            game.apply(seat, act)


def _speaker(game: Game, rng: random.Random) -> Seat:
    if rng.random() < (0.4 if game.phase == "show" else 0.1):
        return Seat(rng.randrange(game.setup.seats))
    if game.phase == "play" and rng.random() < 0.2:
        return game.log[-1].seat  # perhaps he thinks better of it
    return rng.choice(sorted(game.duty))


def _counting(game: Game, seat: Seat, rng: random.Random, chance: float) -> Action:
    if rng.random() < chance and LAWS.offers(inner(game), seat):
        return random_words(rng.choice(LAWS.offers(inner(game), seat)), rng)
    if open_cases(trial(game)):
        number = rng.choice(open_cases(trial(game)))
        return Action("vote", (f"{number}={rng.choice(('yes', 'no'))}",))
    return Action("accept")


def said(game: Game, rng: random.Random, judged: bool = False) -> Action:
    """A claim: of something that was really done, or out of the air; ``judged``: to be voted on."""
    if judged:
        where = (str(rng.randrange(game.setup.seats)), rng.choice(JUDGED), "0")
        return Action("claim", where)
    breaches = trial(game).breaches
    if breaches and rng.random() < 0.7:
        breach = rng.choice(breaches)
        kind = rng.choice((breach.kind, "any"))
        return Action("claim", (str(breach.seat), kind, str(breach.trick)))
    kind = rng.choice(sorted(set(LAWS.rulings(game.setup.rules)) - set(JUDGED)))
    return Action("claim", (str(rng.randrange(game.setup.seats)), kind, str(rng.randrange(4))))
