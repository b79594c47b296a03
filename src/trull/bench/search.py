"""The compiled core beside its peers, as ratios in one run; rates are per second of CPU time.

    playouts   whole deals of a Dreier from the first card, settled, beside the random rollouts of
               OpenSpiel's tarok in C++ (reached through a search of one simulation)
    solver     positions per second; deals of twelve tricks won or lost, beside DDS scoring one
               contract of a bridge deal (DDS comes with OpenSpiel)
    threads    the same playouts on two threads, by the clock: worth something on a quiet machine
    start      a fresh process from the first import to the first solved card, all compiled before

The candidates take turns, so that a busy machine slows them alike.
"""

from __future__ import annotations

import importlib
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from types import ModuleType

from trull import laws, ruleset
from trull.bots import fast
from trull.bots.fast.koenigrufen import solver
from trull.bots.fast.koenigrufen.core import CORE
from trull.bots.fast.koenigrufen.packing import Packed
from trull.cards import Card
from trull.game import Game
from trull.state import Action

Figures = dict[str, float | None]
PASS, THREE = 0, 2  # tarok's numbers for the bids
BATCH = 20_000
START = """
import time; since = time.perf_counter()
from trull.bench import search
search.first_card()
print(time.perf_counter() - since)
"""


def run(repeats: int, deals: int, as_json: bool) -> int:
    """Measure and print."""
    if not fast.available():
        print("numba is not here: there is no compiled core to measure", file=sys.stderr)
        return 1
    CORE.warm()
    spiel = _openspiel()
    figures: Figures = {
        **_playouts(spiel, repeats),
        **_solved(spiel, deals),
        **_threads(repeats),
        "warm_start_s": _start(),
    }
    print(json.dumps(_rounded(figures)) if as_json else _table(figures))
    return 0


def _openspiel() -> ModuleType | None:
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        return None


def _rounded(figures: Figures) -> Figures:
    return {name: None if f is None else float(f"{f:.4g}") for name, f in figures.items()}


def _table(figures: Figures) -> str:
    return "\n".join(f"{name.replace('_', ' '):<44}{_number(f):>14}" for name, f in figures.items())


def _number(figure: float | None) -> str:
    if figure is None:
        return "no peer here"
    return f"{figure:,.0f}" if figure >= 1000 else f"{figure:,.3g}"


# Deals


def _dreier(seed: int) -> Game:
    """A deal in which the Vorhand plays a Dreier, before its first card."""
    rules, rng = ruleset.load("koenigrufen/tirol"), random.Random(seed)
    game = laws.of(rules.game)
    pack = [Card(card) for card in range(game.pack.size)]
    rng.shuffle(pack)
    setup, _ = game.deal(game.open_sitting(rules, 4, 0), pack)
    deal = Game(setup)
    while deal.phase != "play":
        (seat,) = deal.duty
        deal.apply(seat, _quiet(deal, rng))
    return deal


def _quiet(deal: Game, rng: random.Random) -> Action:
    """The act that leads to a Dreier of the Vorhand without another word."""
    (seat,) = deal.duty
    prompts = deal.prompts(seat)
    for prompt in prompts:
        if prompt.verb == "bid" and "dreier" in prompt.choices and seat == deal.setup.forehand:
            return Action("bid", ("dreier",))
    quiet = [p for p in prompts if p.verb in ("pass", "lie", "gut", "done", "vorhand")]
    prompt = (quiet or list(prompts))[0]
    words = rng.sample(prompt.choices, max(prompt.least - len(prompt.must), 0))
    return Action(prompt.verb, (*prompt.must, *words))


def _packed(seeds: range) -> list[Packed]:
    found = []
    for seed in seeds:
        spot, world = CORE.opened(_dreier(seed).state)
        found.append(CORE.pack(spot, [world]))
    return found


def first_card() -> None:
    """Solve the first card of a short endgame: what a person waits for at the start."""
    deal, rng = _dreier(1), random.Random(1)
    while len(deal.view_for(None).taken) and sum(deal.view_for(None).taken) < 8:
        (seat,) = deal.duty
        deal.apply(seat, Action("play", (rng.choice(deal.prompts(seat)[0].choices),)))
    spot, world = CORE.opened(deal.state)
    packed = CORE.pack(spot, [world])
    CORE.values(packed, CORE.goals(packed)[0])


# Playouts


def _playouts(spiel: ModuleType | None, repeats: int) -> Figures:
    ours = _our_playouts()
    theirs = _rollouts(spiel) if spiel else None
    rates: list[float] = []
    peers: list[float] = []
    for repeat in range(repeats):
        rates.append(_rate(ours, repeat, BATCH * 5))
        if theirs:
            peers.append(_rate(theirs, repeat, BATCH))
    peer = statistics.median(peers) if peers else None
    rate = statistics.median(rates)
    return {
        "playouts_per_s": rate,
        "openspiel_rollouts_per_s": peer,
        "playouts_ratio": rate / peer if peer else None,
    }


def _rate(work: Callable[[int, int], None], seed: int, how_many: int) -> float:
    before = time.process_time()
    work(seed, how_many)
    return how_many / (time.process_time() - before)


def _our_playouts() -> Callable[[int, int], None]:
    (packed,) = _packed(range(1))

    def work(seed: int, how_many: int) -> None:
        CORE.deals(packed, how_many, seed, 1)

    work(0, 10)
    return work


def _rollouts(spiel: ModuleType) -> Callable[[int, int], None]:
    """Random rollouts in C++ from the first card of a Three."""
    game, rng = spiel.load_game("tarok(players=4)"), random.Random(3)
    state = game.new_initial_state()
    bidding = True
    while "Tricks playing" not in str(state):
        legal = state.legal_actions(state.current_player())
        if bidding and not state.is_chance_node():
            bidding = THREE not in legal
            state.apply_action(PASS if bidding else THREE)
        else:
            state.apply_action(rng.choice(legal))

    def work(seed: int, how_many: int) -> None:
        evaluator = spiel.RandomRolloutEvaluator(how_many, seed)
        bot = spiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, seed, False)
        bot.mcts_search(state)

    return work


# The solver


def _solved(spiel: ModuleType | None, deals: int) -> Figures:
    """Twelve tricks, won or lost, the first card open; DDS scores as many bridge deals."""
    ours: list[float] = []
    peers: list[float] = []
    nodes = 0
    dds = _dds(spiel) if spiel else None
    for number, packed in enumerate(_packed(range(100, 100 + deals))):
        goal = CORE.goals(packed)[0]
        before = time.process_time()
        solver.answers(packed, goal, (), goal.bar, 0, 1)
        ours.append(time.process_time() - before)
        nodes += solver.looked_at()
        if dds:
            peers.append(dds(number))
    mean = statistics.mean(ours)
    peer = statistics.mean(peers) if peers else None
    return {
        "solver_nodes_per_s": nodes / sum(ours),
        "twelve_tricks_won_or_lost_mean_ms": 1000 * mean,
        "twelve_tricks_won_or_lost_median_ms": 1000 * statistics.median(ours),
        "dds_one_contract_mean_ms": 1000 * peer if peer else None,
        "twelve_tricks_ratio": mean / peer if peer else None,
    }


def _dds(spiel: ModuleType) -> Callable[[int], float]:
    """CPU seconds DDS needs to score one contract of a new deal."""
    game = spiel.load_game("bridge(use_double_dummy_result=false)")

    def one(seed: int) -> float:
        rng, state = random.Random(seed), game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice([act for act, _ in state.chance_outcomes()]))
        before = time.process_time()
        state.score_for_contracts(0, [30])
        return time.process_time() - before

    one(0)
    return one


# Threads and start


def _threads(repeats: int) -> Figures:
    (packed,) = _packed(range(1))
    many = CORE.pack(packed.spot, packed.worlds * 8)
    took: dict[int, list[float]] = {1: [], 2: []}
    for repeat in range(3 * repeats):  # the best of many: others who run only ever make it longer
        for threads, times in took.items():
            before = time.perf_counter()
            CORE.deals(many, BATCH, repeat, threads)
            times.append(time.perf_counter() - before)
    return {"two_threads_ratio": min(took[1]) / min(took[2])}


def _start() -> float:
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True)
    return float(done.stdout)
