"""Whole hands per CPU second: Trull's public API beside OpenSpiel's tarok, driven the same way.

Both sides choose uniformly at random among what is offered, in a plain Python loop. The contract
is fixed (Königrufen's Dreier, à l'Hombre's à un, tarok's Three) so that every hand is played to
its last card; Perlaggen plays whatever random words bring. Repeats of all candidates are
interleaved, so that a busy machine slows them alike.
"""

from __future__ import annotations

import importlib
import json
import random
import statistics
import sys
import time
from collections.abc import Callable

from trull import laws, ruleset
from trull.cards import Card
from trull.game import Game
from trull.ruleset import RuleSet
from trull.state import Action, Prompt, Setup

Hand = Callable[[random.Random], None]
PEER = "openspiel_tarok"
FORCED = ("dreier", "un")  # so that every hand is played to its last card
PASS, THREE = 0, 2  # tarok's numbers for the bids; forehand may say Three when all passed
QUIET = ("pass", "lie", "gut", "look", "let_good", "concede", "waive")


def run(hands: int, repeats: int, as_json: bool) -> int:
    """Measure and print."""
    candidates: dict[str, Hand] = {name: _trull_hand(name) for name in ruleset.published()}
    peer = _openspiel_hand()
    if peer is not None:
        candidates[PEER] = peer
    rates = _measured(candidates, hands, repeats, quiet=as_json)
    print(_json(rates) if as_json else _table(rates))
    return 0


def _measured(
    candidates: dict[str, Hand], hands: int, repeats: int, quiet: bool
) -> dict[str, float]:
    samples: dict[str, list[float]] = {name: [] for name in candidates}
    for repeat in range(repeats):
        for name, hand in candidates.items():
            if not quiet:
                print(f"\r{repeat + 1}/{repeats} {name:<24}", end="", file=sys.stderr, flush=True)
            samples[name].append(_rate(hand, hands, random.Random(repeat)))
    if not quiet:
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr)
    return {name: statistics.median(rates) for name, rates in samples.items()}


def _rate(hand: Hand, hands: int, rng: random.Random) -> float:
    hand(rng)  # the first one loads what is lazy
    before = time.process_time()
    for _ in range(hands):
        hand(rng)
    return hands / (time.process_time() - before)


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
    pack = list(range(laws.of(rules.game).pack.size))

    def hand(rng: random.Random) -> None:
        rng.shuffle(pack)
        game = Game(_setup(rules, pack))
        while game.duty:
            (seat, *_others) = game.duty
            game.apply(seat, _choice(game.prompts(seat), rng))
        assert game.settlement() is not None, "every hand is settled"

    return hand


def _setup(rules: RuleSet, pack: list[int]) -> Setup:
    game = laws.of(rules.game)
    players = 4 if 4 in game.seats(rules) else game.seats(rules)[0]
    sitting = game.open_sitting(rules, players, 0)
    return game.deal(sitting, [Card(card) for card in pack])[0]


def _choice(prompts: tuple[Prompt, ...], rng: random.Random) -> Action:
    """A random act; the fixed game is bid where it can be, and nothing is announced."""
    prompt = prompts[0]
    if prompt.verb == "play" and len(prompts) == 1:
        return Action("play", (rng.choice(prompt.choices),))
    if len(prompts) > 1 or prompt.verb == "bid":
        for offered in prompts:
            for game in FORCED:
                if offered.verb == "bid" and game in offered.choices:
                    return Action("bid", (game,))
        prompt = next((p for p in prompts if p.verb in QUIET), prompt)
    if not prompt.most:
        return Action(prompt.verb)
    wanted = max(prompt.least, 1) - len(prompt.must)
    if wanted == 1:
        return Action(prompt.verb, (*prompt.must, rng.choice(prompt.choices)))
    return Action(prompt.verb, (*prompt.must, *rng.sample(prompt.choices, max(wanted, 0))))


# The peer


def _openspiel_hand() -> Hand | None:
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    tarok = pyspiel.load_game("tarok(players=4)")

    def hand(rng: random.Random) -> None:
        state = tarok.new_initial_state()
        bidding = True
        while not state.is_terminal():
            legal = state.legal_actions()
            if bidding and not state.is_chance_node():
                bidding = THREE not in legal
                state.apply_action(PASS if bidding else THREE)
            else:
                state.apply_action(rng.choice(legal))

    return hand
