"""The arena: the same cards for both, deals as observations, the same result however it is run."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from statistics import stdev
from typing import Any  # noqa: TID251  what JSON tells has no type

import pytest

from samples import SOAK
from trull import bots, laws, notation, ruleset
from trull.arena.deal import DealResult, Match, Plan, edge, opened, play_deal, players_of
from trull.arena.runner import run
from trull.arena.seating import seatings
from trull.arena.tally import Tally
from trull.cli import main
from trull.errors import TrullError
from trull.state import Action, Seat, View

RULE_SETS = ruleset.published()


def plan(name: str = "koenigrufen/finale", a: str = "heuristic", b: str = "random") -> Plan:
    rules = ruleset.load(name)
    return Plan(a=a, b=b, rules=rules, players=players_of(rules), seed=5)


# Seatings


@pytest.mark.parametrize("kind", ["alternate", "all", "one"])
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_each_bot_holds_every_place_equally_often(kind: str, seats: int) -> None:
    patterns = seatings(kind, seats)
    held = [sum(pattern[seat] == "A" for pattern in patterns) for seat in range(seats)]
    assert len(set(held)) == 1
    assert len(set(patterns)) == len(patterns)
    if kind != "one":
        assert held[0] * 2 == len(patterns)


@pytest.mark.parametrize("kind", ["alternate", "once"])
def test_alternate_seats_keep_parties_together(kind: str) -> None:
    """Perlaggen's parties are the even and the odd seats."""
    for seats in (2, 4, 6):
        for pattern in seatings(kind, seats):
            assert len(set(pattern[::2])) == len(set(pattern[1::2])) == 1


# The same cards


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_seating_of_a_deal_has_the_same_cards(name: str) -> None:
    ours = plan(name, "random", "random")
    kept = Plan(**{**vars(ours), "records": True})
    result = play_deal(kept, 3)
    games = [notation.parse(game.record) for game in result.games]
    begun = opened(kept, 3)
    assert len(games) == len(seatings("alternate", begun.setup.seats)) > 1
    for record in games:
        assert record.setup == begun.setup
        assert record.acts[: len(begun.log)] == begun.log


def test_the_dealer_goes_round_from_deal_to_deal() -> None:
    assert {opened(plan(), number).setup.dealer for number in range(4)} == set(range(4))


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_bot_against_itself_is_exactly_even(name: str) -> None:
    """The same seeds sit on the same seats, so the games of a deal are one and the same game."""
    tally = run(plan(name, "random", "random"), 6, jobs=1)
    assert tally.mean == pytest.approx(0, abs=1e-9)
    assert tally.games == 6 * len(seatings("alternate", plan(name).players))


# Counting


def result(number: int, *points: tuple[float, ...]) -> DealResult:
    games = tuple(
        Match(pattern=pattern, points=row, played=())
        for pattern, row in zip(("AB", "BA"), points, strict=True)
    )
    return DealResult(number=number, games=games)


def test_an_edge_is_the_mean_of_a_less_the_mean_of_b() -> None:
    assert edge("ABAB", (1, 2, 3, -6)) == 2 - (-2)
    assert result(0, (3, -3), (1, -1)).edge == ((3 - -3) + (-1 - 1)) / 2


def test_the_interval_is_taken_over_deals_not_over_games() -> None:
    tally = Tally()
    tally.add([result(n, (amount, -amount), (-amount, amount)) for n, amount in enumerate((1, 5))])
    edges = [2.0, 10.0]
    low, high = tally.interval
    assert tally.mean == 6
    assert high - low == pytest.approx(2 * 1.96 * stdev(edges) / 2**0.5)


def test_the_interval_covers_the_true_mean_as_often_as_it_says() -> None:
    """Deals of known luck: of 400 intervals about 380 must hold the truth."""
    rng, covered = Random(1), 0
    for _ in range(400):
        tally = Tally()
        tally.add([_lucky(n, rng.gauss(0.3, 2)) for n in range(60)])
        low, high = tally.interval
        covered += low <= 2 * 0.3 <= high
    assert 365 <= covered <= 395


def _lucky(number: int, amount: float) -> DealResult:
    return result(number, (amount, -amount), (-amount, amount))


def test_contracts_are_counted_for_the_bot_that_undertook_them() -> None:
    tally = run(plan(), 12, jobs=1)
    shares = Counter({bot: sum(share.games for share in tally.mix(bot)) for bot in "AB"})
    assert shares.total() >= tally.games * 0.9  # a deal may be thrown in
    found = [share for bot in "AB" for share in tally.mix(bot)]
    assert all(0 <= share.won <= share.games for share in found if share.won is not None)
    assert min(shares.values()) > 0


def test_a_trischaken_is_counted_and_won_by_nobody() -> None:
    """All play against all: who does not pay has won nothing."""
    tally = run(plan(a="heuristic", b="heuristic"), 30, jobs=1)
    wins = {share.contract: share.won for bot in "AB" for share in tally.mix(bot)}
    assert wins.pop("trischaken") is None
    assert None not in wins.values()


def test_the_better_bot_is_found() -> None:
    low, _high = run(plan(a="heuristic", b="random"), 60, jobs=1).interval
    assert low > 0


# Running


def test_a_match_in_parts_is_the_same_match() -> None:
    whole = run(plan(), 8, jobs=1)
    parts = [run(plan(), deals, first=first, jobs=1) for first, deals in ((0, 5), (5, 3))]
    assert parts[0].edges | parts[1].edges == whole.edges
    assert parts[0].games + parts[1].games == whole.games


def test_processes_give_the_very_same_result() -> None:
    alone, shared = (run(plan(), 8, jobs=jobs) for jobs in (1, 2))
    assert alone.edges == shared.edges
    assert (alone.undertaken, alone.won) == (shared.undertaken, shared.won)


AT_A_TERMINAL = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
from trull.cli import main
sys.exit(main())
"""


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no groups of processes here")
def test_ctrl_c_ends_the_arena_without_a_cry_even_while_it_starts() -> None:
    words = ["arena", "random", "random", "--deals", "9999", "--jobs", "2"]
    with subprocess.Popen(
        [sys.executable, "-c", AT_A_TERMINAL, *words],
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as arena:
        children = Path(f"/proc/{arena.pid}/task/{arena.pid}/children")
        end = time.monotonic() + 300
        while children.exists() and len(children.read_text("ascii").split()) < 3:
            assert time.monotonic() < end, "the arena did not get going"
            time.sleep(0.01)
        os.killpg(arena.pid, signal.SIGINT)  # as a terminal does it
        assert arena.stderr is not None
        assert arena.stderr.read() == b""
    assert arena.returncode == 130


def test_a_process_that_is_killed_is_no_error_of_the_arena(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = "    def __init__(self, seed): pass\n    def act(self, view): _exit(9)\n    name = ''\n"
    (tmp_path / "bad.py").write_text(f"from os import _exit\nclass Bad:\n{body}")
    words = ["arena", f"{tmp_path / 'bad.py'}:Bad", "random", "--deals", "2", "--jobs", "2"]
    assert main(words) == 2
    assert "a process of the arena was killed" in capsys.readouterr().err


def test_another_seed_deals_other_cards() -> None:
    other = Plan(**{**vars(plan()), "seed": 6})
    assert opened(plan(), 0).setup.pack != opened(other, 0).setup.pack


@pytest.mark.slow
@pytest.mark.skipif(not SOAK, reason="starts a local Ray; make soak does it")
def test_ray_gives_the_very_same_result() -> None:
    if importlib.util.find_spec("ray") is None:
        pytest.skip("Ray is not installed: pip install 'trull[scale]'")
    assert run(plan(), 8, jobs=2, ray=True).edges == run(plan(), 8, jobs=1).edges


def test_without_ray_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["arena", "random", "random", "--deals", "1", "--ray"]) == 2
    assert "trull[scale]" in capsys.readouterr().err


class Mute:
    """A bot that never says anything."""

    name = "mute"

    def act(self, view: View) -> Action | None:  # noqa: ARG002
        return None


def test_a_silent_bot_is_named_with_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    known = bots.invited

    def invited(name: str, seed: int) -> bots.Bot:
        return Mute() if name == "heuristic" else known(name, seed)

    monkeypatch.setattr(bots, "invited", invited)
    with pytest.raises(TrullError, match=r"deal 0 of seed 5.*silent"):
        play_deal(plan(), 0)


# The command


def test_the_last_json_line_says_who_is_better(capsys: pytest.CaptureFixture[str]) -> None:
    words = "arena heuristic random --rules koenigrufen/tirol --deals 6 --jobs 1 --json".split()
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert told["deals"] == 6
    assert told["ci95"][0] <= told["mean"] <= told["ci95"][1]
    assert set(told["mix"]) == set(told["cpu_per_act"]) == {"A", "B"}
    assert 0 < told["cpu_median"]["A"] <= told["cpu_p99"]["A"]


def test_a_result_says_what_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    """With a switch changed it is another game; who reads the result later must see it."""
    words = "arena random random --deals 1 --first 7 --jobs 1 --set klopfen=false --players 5"
    assert main([*words.split(), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["rules"], told["version"], told["players"]) == ("koenigrufen/tirol", 1, 5)
    assert (told["set"], told["first"]) == ({"option.klopfen": False}, 7)
    assert main(words.split()) == 0
    assert "option.klopfen=false" in capsys.readouterr().out


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_table_tells_contracts_and_time(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "random", "heuristic", "--deals", "4", "--jobs", "1", "--lang", lang]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "Solodreier" in out
    assert "%" in out
    assert "{" not in out, "a parameter was left open"


def test_records_are_kept_on_request(tmp_path: Path) -> None:
    words = ["arena", "random", "heuristic", "--deals", "2", "--jobs", "1", "--json"]
    assert main([*words, "--records", str(tmp_path / "kept")]) == 0
    files = sorted((tmp_path / "kept").iterdir())
    assert [file.name for file in files] == [
        f"{number:06}-{pattern}.trn" for number in range(2) for pattern in ("ABAB", "BABA")
    ]
    for file in files:
        record = notation.parse(file.read_text(encoding="utf-8"))
        notation.replayed(record)  # raises if the result does not fit the acts


def test_the_records_of_another_match_are_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["arena", "random", "random", "--deals", "2", "--jobs", "1", "--records", str(tmp_path)]
    assert main(words) == 0
    kept = {file: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()}
    capsys.readouterr()
    assert main([*words, "--seed", "9"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert {file: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()} == kept
    assert main([*words, "--first", "2"]) == 0  # the second part of the same match
    assert len(list(tmp_path.iterdir())) == 2 * len(kept)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("oracle random", "no bot is called"),
        ("random random --deals 0", "--deals 0"),
        ("random random --jobs -1", "--jobs -1"),
        (f"random random --deals 1 --jobs {10**20}", "expected 0 to 1024"),
        (f"random random --jobs 1 --deals {10**20}", "expected 1 to 1000000"),
        ("random random --rules lhombre/compagnie --players 4", "played by 3"),
        ("random random --records /dev/null/x", "--records"),
    ],
)
def test_a_mistake_is_one_line(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *words.split()]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_a_law_says_how_many_sit_down() -> None:
    for name in RULE_SETS:
        rules = ruleset.load(name)
        assert players_of(rules) in laws.of(rules.game).seats(rules)
    assert Seat(players_of(ruleset.load("perlaggen/1890"))) == 4


# A duel with the cards alone


@pytest.mark.parametrize("book", ["tirol", "finale", "ulmann"])
def test_in_a_duel_a_bot_is_as_good_as_itself_and_better_than_chance(
    book: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def duel(a: str, b: str) -> dict[str, Any]:
        more = ["--rules", f"koenigrufen/{book}", "--deals", "12", "--json"]
        assert main(["bench", "duel", a, b, *more]) == 0
        told: dict[str, Any] = json.loads(capsys.readouterr().out)
        return told

    same = duel("heuristic", "heuristic")
    assert (same["card_points"], same["ci95"]) == (0.0, [0.0, 0.0])
    better, worse = duel("heuristic", "random"), duel("random", "heuristic")
    assert better["ci95"][0] > 0
    assert better["card_points"] == -worse["card_points"]
    assert 2 <= better["decided_by_points"] <= better["deals"] == 12


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("search flat --rules lhombre/compagnie", "a duel is fought in Königrufen"),
        ("nobody flat", "no bot is called 'nobody'"),
        ("heuristic random --deals 1", "only 1 of 1 deals"),
    ],
)
def test_a_duel_that_cannot_be_fought_is_one_line(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "duel", *words.split(), "--json"]) > 0
    assert told in capsys.readouterr().err
