"""The compiled core beside its peers, as ratios in one run; rates are per second of CPU time.

    playouts   whole deals of a Dreier from the first card, settled, beside the random rollouts of
               OpenSpiel's tarok in C++ (reached through a search of one simulation)
    solver     positions per second, beside a twin in C++ that is compiled on the spot (solver.cpp);
               deals of twelve tricks won or lost, beside DDS scoring one contract of a bridge deal
               (DDS comes with OpenSpiel)
    threads    what a strong player asks for a card, on two threads and on one, by the clock: worth
               something on a quiet machine
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
from trull.bench import solver as twins
from trull.bots.koenigrufen.fast import solver
from trull.bots.koenigrufen.fast.core import CORE, PLAYOUTS
from trull.bots.koenigrufen.fast.packing import Packed
from trull.bots.koenigrufen.search import SEARCH
from trull.bots.search.level import LEVELS
from trull.cards import cards
from trull.game import Game
from trull.state import Action

Figures = dict[str, float | None]
PASS, THREE = 0, 2  # tarok's numbers for the bids
BATCH = 20_000
TRICKS = 12
STRONG, NODES = SEARCH["strong"], LEVELS["strong"].nodes
START = """
import time; since = time.perf_counter()
from trull.bench import search
search.first_card()
print(time.perf_counter() - since)
"""


def run(repeats: int, deals: int, as_json: bool) -> int:
    """Measure and print."""
    for entry in (PLAYOUTS, solver.SOLVE):
        entry.ready()
    spiel = openspiel()
    figures: Figures = {
        **_playouts(spiel, repeats),
        **_solved(spiel, deals),
        **_beside_cpp(repeats, deals),
        **_threads(repeats),
        "warm_start_s": _start(),
    }
    print(json.dumps(_rounded(figures)) if as_json else _table(figures))
    return 0


def openspiel() -> ModuleType | None:
    """OpenSpiel, if it is installed."""
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
    setup, _ = game.deal(game.open_sitting(rules, 4, 0), game.pack.shuffled(rng))
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


def _packed(seeds: range, tricks: int = TRICKS) -> list[Packed]:
    """The worlds of some deals as they are, with so many tricks to play."""
    return [_ending(seed, tricks) for seed in seeds]


def _ending(seed: int, tricks: int) -> Packed:
    deal, rng = _dreier(seed), random.Random(seed)
    while sum(deal.view_for(None).taken) < TRICKS - tricks:
        (seat,) = deal.duty
        deal.apply(seat, Action("play", (rng.choice(deal.prompts(seat)[0].choices),)))
    spot, world = CORE.opened(deal.state)
    return CORE.pack(spot, [world])


def _guesses(packed: Packed, how_many: int) -> Packed:
    """The spot with the hidden hands dealt anew, again and again."""
    rng, (world,), turn = random.Random(1), packed.worlds, packed.spot.turn
    unseen = [card for seat, hand in enumerate(world.hands) if seat != turn for card in cards(hand)]
    worlds = []
    for _ in range(how_many):
        rng.shuffle(unseen)
        rest = iter(unseen)
        hands = [
            hand if seat == turn else sum(1 << next(rest) for _ in cards(hand))
            for seat, hand in enumerate(world.hands)
        ]
        worlds.append(world._replace(hands=tuple(hands)))
    return CORE.pack(packed.spot, worlds)


def first_card() -> None:
    """Solve the first card of a short endgame: what a person waits for at the start."""
    packed = _ending(1, 4)
    CORE.values(packed, CORE.goals(packed)[0])


# Playouts


def _playouts(spiel: ModuleType | None, repeats: int) -> Figures:
    ours = _our_playouts()
    theirs = rollouts(spiel) if spiel else None
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


def rollouts(spiel: ModuleType) -> Callable[[int, int], None]:
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


def _beside_cpp(repeats: int, deals: int) -> Figures:
    """The solver and its twin in C++ on the same positions."""
    found: Figures = {}
    with twins.twin() as twin:
        for name, tricks, how_many, exact in (
            ("eight_tricks", 8, 4 * deals, False),
            ("ten_tricks", 10, deals, False),
            ("twelve_tricks", 12, max(deals // 2, 1), False),
            ("eight_tricks_value", 8, deals, True),
        ):
            raced = _raced(twin, tricks, how_many, exact, repeats) if twin else []
            found |= twins.figures(name, raced)
    return found


def _raced(
    twin: twins.Solve, tricks: int, how_many: int, exact: bool, repeats: int
) -> list[twins.Compared]:
    asked, deals = [], _packed(range(100, 100 + how_many), tricks)
    for packed in deals:
        goal = CORE.goals(packed)[0]
        asked.append(twins.question(packed, goal, solver.EXACT if exact else goal.bar))
    return twins.raced(asked, twin, solver.table_bits(deals[0]), repeats)


# Threads and start


def _threads(repeats: int) -> Figures:
    """The playouts for a first card, and the solver with eight tricks to play."""
    first = _guesses(_ending(0, TRICKS), STRONG.guesses)
    late = [_guesses(packed, STRONG.guesses) for packed in _packed(range(100, 108), 8)]

    def play_out(seed: int, threads: int) -> None:
        CORE.playouts(first, STRONG.playouts, seed, threads)

    def solve(_seed: int, threads: int) -> None:
        for packed in late:
            goal = CORE.goals(packed)[0]
            CORE.wins(packed, goal, goal.bar, NODES, threads)

    return {
        "two_threads_playouts_ratio": _gain(play_out, 20 * repeats),
        "two_threads_solver_ratio": _gain(solve, 3 * repeats),
    }


def _gain(work: Callable[[int, int], None], repeats: int) -> float:
    """How much sooner two threads are done."""
    took: dict[int, list[float]] = {1: [], 2: []}
    for repeat in range(repeats):  # the best of many: others who run only ever make it longer
        for threads, times in took.items():
            before = time.perf_counter()
            work(repeat, threads)
            times.append(time.perf_counter() - before)
    return min(took[1]) / min(took[2])


def _start() -> float:
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True)
    return float(done.stdout)
