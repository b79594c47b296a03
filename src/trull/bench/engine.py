"""Whole hands per CPU second: Trull's public API beside OpenSpiel's tarok, driven the same way.

Both sides are asked who must act and what he may do, choose uniformly at random among that in a
plain Python loop, and are asked for the result in the end. The contract is fixed (Königrufen's
Dreier, tarok's Three) so that every hand has its talon, its discard and all 48 cards; at Tarock à
l'Hombre the first to speak plays à un, at Perlaggen nobody bids. All candidates take turns, a few
hands at a time, so that a busy machine slows them alike.
"""

from __future__ import annotations

import gc
import importlib
import json
import random
import statistics
import time
from collections.abc import Callable

from trull import laws, ruleset
from trull.bench.progress import counted
from trull.cards import Card
from trull.game import Game
from trull.state import Action, Prompt, word

Hand = Callable[[random.Random], None]
PEER = "openspiel_tarok"
PASS, THREE = 0, 2  # tarok's numbers for the bids; forehand may say Three when all passed
TURN = 50  # hands in a row before the next candidate has its turn
GAMES = frozenset({"dreier", "un"})  # what is bid in Königrufen and in Tarock à l'Hombre
QUIET = {verb: Action(verb) for verb in ("pass", "lie", "gut", "look", "let_good", "concede")}


def run(hands: int, repeats: int, as_json: bool) -> int:
    """Measure and print."""
    candidates: dict[str, Hand] = {name: _trull_hand(name) for name in ruleset.published()}
    peer = openspiel_hand()
    if peer is not None:
        candidates[PEER] = peer
    rates = _measured(candidates, hands, repeats, quiet=as_json)
    print(_json(rates) if as_json else _table(rates))
    return 0


def _measured(
    candidates: dict[str, Hand], hands: int, repeats: int, quiet: bool
) -> dict[str, float]:
    samples: dict[str, list[float]] = {name: [] for name in candidates}
    for repeat in counted(repeats, quiet):
        for name, rate in _rates(candidates, hands, random.Random(repeat)).items():
            samples[name].append(rate)
    return {name: statistics.median(rates) for name, rates in samples.items()}


def _rates(candidates: dict[str, Hand], hands: int, rng: random.Random) -> dict[str, float]:
    """Hands per second of each; they take turns, a few hands at a time.

    Rubbish is not searched for meanwhile, as is usual where Python is timed: whose turn a search
    falls into is chance.
    """
    spent = dict.fromkeys(candidates, 0.0)
    for hand in candidates.values():
        hand(rng)  # the first one loads what is lazy
    gc.collect()
    gc.disable()
    for done in range(0, hands, TURN):
        for name, hand in candidates.items():
            before = time.process_time()
            for _ in range(min(TURN, hands - done)):
                hand(rng)
            spent[name] += time.process_time() - before
    gc.enable()
    return {name: hands / seconds for name, seconds in spent.items()}


def _json(rates: dict[str, float]) -> str:
    ours = {name: round(rate, 1) for name, rate in rates.items() if name != PEER}
    found: dict[str, object] = {"hands_per_s": ours}
    peer = rates.get(PEER)
    found["openspiel_tarok_hands_per_s"] = None if peer is None else round(peer, 1)
    found["ratio"] = {} if peer is None else {n: round(r / peer, 3) for n, r in ours.items()}
    return json.dumps(found)


def _table(rates: dict[str, float]) -> str:
    peer = rates.get(PEER)
    lines = [f"{'whole random hands':<26}{'per CPU s':>12}{'÷ tarok':>10}"]
    for name, rate in rates.items():
        ratio = "" if peer is None else f"{rate / peer:.2f}"
        lines.append(f"{name:<26}{rate:>12,.0f}{ratio:>10}")
    if peer is None:
        lines.append("open_spiel is not installed here: no peer to compare with")
    return "\n".join(lines)


# Our side


def _trull_hand(name: str) -> Hand:
    rules = ruleset.load(name)
    game = laws.of(rules.game)
    players = 4 if 4 in game.seats(rules) else game.seats(rules)[0]
    sitting = game.open_sitting(rules, players, 0)
    pack = [Card(card) for card in range(game.pack.size)]

    def hand(rng: random.Random) -> None:
        place = rng.random
        places = [place() for _card in pack]
        setup, _players = game.deal(sitting, sorted(pack, key=places.__getitem__))
        _played(Game(setup), rng)

    return hand


def _played(game: Game, rng: random.Random) -> None:
    while duty := game.duty:
        seat = next(iter(duty))
        cards = game.plays(seat)
        game.apply(seat, rng.choice(cards) if cards else _choice(game.prompts(seat), rng))
    assert game.settlement() is not None, "every hand is settled"


def _choice(prompts: tuple[Prompt, ...], rng: random.Random) -> Action:
    """A random act, but of several prompts the one that brings a whole hand."""
    chosen, quiet = prompts[0], None
    if len(prompts) > 1:
        for prompt in prompts:
            verb = prompt.verb
            if verb == "bid" and not GAMES.isdisjoint(prompt.choices):
                return word("bid", next(game for game in prompt.choices if game in GAMES))
            quiet = QUIET.get(verb, quiet)
    if quiet is not None:
        return quiet
    verb, most = chosen.verb, chosen.most
    if most == 1:
        return word(verb, rng.choice(chosen.choices))
    if not most:
        return Action(verb)
    must = chosen.must
    return Action(verb, (*must, *rng.sample(chosen.choices, chosen.least - len(must))))


# The peer


def openspiel_hand() -> Hand | None:
    """A hand of OpenSpiel's tarok, if it is installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    tarok = pyspiel.load_game("tarok(players=4)")

    def hand(rng: random.Random) -> None:
        state = tarok.new_initial_state()
        bidding = True
        while not state.is_terminal():
            legal = state.legal_actions(state.current_player())
            if bidding and not state.is_chance_node():
                bidding = THREE not in legal
                state.apply_action(PASS if bidding else THREE)
            else:
                state.apply_action(rng.choice(legal))
        assert len(state.returns()) == 4, "every hand is settled"

    return hand
