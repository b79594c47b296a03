"""Work shared out: the same bytes by one process, by several and on Ray, whoever dies meanwhile.

The suite plays on a stand-in for Ray, which answers in another order than it was asked and loses
what it is told to lose; the soak's ``test_ray.py`` starts Ray itself and kills a machine of it.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

import pytest

from samples import at_length
from trull import notation, ruleset
from trull.arena import league
from trull.arena.deal import DealResult, Plan, players_of
from trull.arena.runner import run
from trull.arena.workers import RETRIES, hired, in_order
from trull.cli import main
from trull.errors import TrullError
from trull.research import dataset

RECORD = Path(__file__).parent / "transcripts" / "perlaggen-spiel-aus.trn"
DEALS = 12


class Answer:
    """What Ray will have of one piece of work; ``given`` once it was worked out."""

    def __init__(self, work: Callable[[], object]) -> None:
        self.work = work


class StandIn(ModuleType):
    """As much of Ray as Trull asks for, in this process: who was asked last answers first."""

    class exceptions:  # noqa: N801 - Ray's name
        """Ray's errors."""

        class RayError(Exception):
            """Something of Ray's own went wrong."""

        class RayTaskError(RayError):
            """The work itself raised."""

            def __init__(self, cause: Exception) -> None:
                self.cause = cause

    def __init__(self) -> None:
        super().__init__("ray")
        self.retries: set[int] = set()
        self.worked = 0
        self.lost = False

    def is_initialized(self) -> bool:
        return True

    def remote(self, *, max_retries: int) -> Callable[[Callable[..., object]], object]:
        """Ray's decorator: the function with a ``remote`` that is called instead of it."""
        self.retries.add(max_retries)

        def sent(work: Callable[..., object]) -> object:
            class Sent:
                remote = staticmethod(lambda *given: Answer(lambda: work(*given)))

            return Sent

        return sent

    def wait(self, waiting: Sequence[Answer]) -> tuple[list[Answer], list[Answer]]:
        return [waiting[-1]], list(waiting[:-1])

    def get(self, answer: Answer) -> object:
        if self.lost:
            raise self.exceptions.RayError
        self.worked += 1
        try:
            return answer.work()
        except Exception as error:
            raise self.exceptions.RayTaskError(error) from None


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """The stand-in, where Trull would find Ray."""
    found = StandIn()
    monkeypatch.setitem(sys.modules, "ray", found)
    return found


def plan(bot: str = "heuristic") -> Plan:
    rules = ruleset.load("koenigrufen/finale")
    players = players_of(rules)
    return Plan(a=bot, b=bot, rules=rules, players=players, seed=5, seating="once", records=True)


def test_results_come_in_the_order_of_the_work() -> None:
    with hired(2) as workers:
        assert list(in_order(workers.each(abs, range(-9, 0)))) == list(range(9, 0, -1))


def test_deals_are_kept_in_their_order_however_they_are_played() -> None:
    """Else two runs of one arena would tell what failed, and write records, in two orders."""
    kept: dict[int, list[DealResult]] = {1: [], 2: []}
    for jobs, results in kept.items():
        run(plan(), 20, jobs=jobs, keep=results.append)
    assert [one.number for one in kept[2]] == list(range(20))
    assert [one.games for one in kept[1]] == [one.games for one in kept[2]]


def test_a_data_set_made_on_ray_has_the_very_same_bytes(tmp_path: Path, ray: StandIn) -> None:
    alone, spread = tmp_path / "alone", tmp_path / "spread"
    assert dataset.make(plan(), DEALS, spread, form="jsonl", ray=True) == dataset.make(
        plan(), DEALS, alone, form="jsonl", jobs=1
    )
    sums = [(folder / "SHA256SUMS").read_bytes() for folder in (alone, spread)]
    assert sums[0] == sums[1]
    assert ray.worked
    assert ray.retries == {RETRIES}


def test_a_league_on_ray_gives_the_very_same_board(tmp_path: Path, ray: StandIn) -> None:
    file = tmp_path / "league.toml"
    file.write_text("bots = ['heuristic', 'random']\nrules = ['perlaggen/1890']\ndeals = 4\n")
    found = league.read(file)
    assert league.play(found, ray=True).checksum == league.play(found, jobs=1).checksum
    assert ray.worked


@at_length
def test_post_mortems_are_told_alike_by_one_by_two_and_on_ray(
    tmp_path: Path, ray: StandIn, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(shutil.copy(RECORD, tmp_path / f"{name}.trn")) for name in ("second", "first")]
    told = []
    for way in (["--jobs", "1"], ["--jobs", "2"], ["--ray"]):
        assert main(["postmortem", *files, "--json", *way]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] == told[2]
    assert ray.worked == len(files)
    assert [line.partition(",")[0] for line in told[0].splitlines()] == [
        f'{{"file": "{file}"' for file in files
    ]


def test_what_the_work_itself_raises_is_raised_here_too(ray: StandIn) -> None:
    with hired(1, ray=True) as workers, pytest.raises(ZeroDivisionError):
        list(workers.each(_reciprocal, [1, 0]))
    assert ray.worked == 1


def test_work_that_ray_loses_again_and_again_is_told(ray: StandIn) -> None:
    ray.lost = True
    with hired(1, ray=True) as workers, pytest.raises(TrullError, match="lost the same work 6 ti"):
        list(workers.each(_reciprocal, [1]))


def _reciprocal(number: int) -> float:
    return 1 / number


@at_length
def test_several_records_are_headed_by_their_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(shutil.copy(RECORD, tmp_path / name)) for name in ("a.trn", "b.trn")]
    assert main(["postmortem", *files, "--jobs", "1", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert out.index("a.trn") < out.index("could it have been won?") < out.index("b.trn")


def test_a_record_that_is_not_over_is_told_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = notation.parse(RECORD.read_text(encoding="utf-8"))
    begun = notation.Record(setup=record.setup, acts=record.acts[:9])
    path = tmp_path / "begun.trn"
    path.write_text(notation.format_record(begun), encoding="utf-8")
    assert main(["postmortem", str(RECORD), str(path)]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert f"{path}: deal 1 is not over" in told.err
