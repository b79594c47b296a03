"""A league: the same file, the same results bit for bit; a sealed seed keeps its promise."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from samples import alike, soaked
from trull import ruleset
from trull.arena import league
from trull.cli import main
from trull.errors import TrullError

QUIET = Path(__file__).parent / "bots" / "guests" / "quiet.sh"
BOTS = ("heuristic", "random", "trull.bots.random_bot:RandomBot", f"cmd:{QUIET}")
RULES = alike("koenigrufen/finale", "perlaggen/1924", "lhombre/compagnie")
SECRET = "Zirbenschnaps"
PROMISE = sha256(SECRET.encode()).hexdigest()


def written(path: Path, text: str = "", bots: tuple[str, ...] = BOTS, deals: int = 2) -> Path:
    """A league's file; ``text`` comes behind what it always says."""
    file = path / "autumn.toml"
    named = f"bots = {json.dumps(bots)}\nrules = {json.dumps(RULES)}\n"
    file.write_text(f"{named}deals = {deals}\nseed = 3\n{text}", encoding="utf-8")
    return file


def test_four_bots_are_reproduced_bit_for_bit(tmp_path: Path) -> None:
    seatings = json.dumps(alike("alternate", "one"))
    sealed = (
        f"seatings = {seatings}\n[sealed]\ndeals = 1\ncommitment = '{PROMISE}'\nseed = '{SECRET}'\n"
    )
    found = league.read(written(tmp_path, sealed, deals=soaked(1, 20)))
    first, second = league.play(found, jobs=1), league.play(found, jobs=soaked(1, 2))
    assert first.checksum == second.checksum
    assert [(t.rules, t.seating, t.part) for t in first.tables] == [
        (rules, seating, part)
        for rules in found.rules
        for seating in found.seatings
        for part in ("public", "sealed")
    ]


def test_the_cross_table_is_antisymmetric_where_seats_are_shared(tmp_path: Path) -> None:
    found = league.read(written(tmp_path, "seatings = ['alternate']", BOTS[:3]))
    for table in league.play(found, jobs=1).tables:
        for a in found.bots:
            for b in {*found.bots} - {a}:
                there, back = table.cross[a][b], table.cross[b][a]
                assert there.mean == -back.mean
                assert there.ci95 is not None
                assert back.ci95 == (-there.ci95[1], -there.ci95[0])
        means = [edge.mean for edge in table.ranking.values()]
        assert means == sorted(means, reverse=True)
        assert sum(means) == pytest.approx(0, abs=1e-3)


def test_a_sealed_seed_is_played_only_when_it_is_opened_and_true(tmp_path: Path) -> None:
    closed = f"[sealed]\ndeals = 1\ncommitment = '{PROMISE}'\n"
    found = league.read(written(tmp_path, closed))
    assert ([part.name for part in found.parts], found.commitment) == (["public"], PROMISE)
    with pytest.raises(TrullError, match="not the one the commitment was made for"):
        league.read(written(tmp_path, f"{closed}seed = 'another'\n"))


def test_the_command_writes_the_board_and_its_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, "seatings = ['alternate']", BOTS[:2], deals=1)
    words = ["arena", "league", str(file), "--jobs", "1", "--out", str(tmp_path / "docs")]
    assert main([*words, "--lang", "de"]) == 0
    out = capsys.readouterr().out
    assert "ersetzte Handlungen" in out
    assert "{" not in out
    told = json.loads((tmp_path / "docs" / "board.json").read_text(encoding="utf-8"))
    assert told["bots"] == [*BOTS[:2]]
    assert told["tables"][0]["cross"]["heuristic"]["random"]["ci95"] is None
    page = (tmp_path / "docs" / "board.md").read_text(encoding="utf-8")
    assert told["sha256"] in page
    version = ruleset.load("koenigrufen/finale").version
    assert f"## koenigrufen/finale v{version}, alternate, public" in page
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sha256"] == told["sha256"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("bots = 7", "bots: expected a list of words"),
        ("bots = ['random']", "bots: expected two at least"),
        ("bots = ['random', 'random']", "bots: one is named twice"),
        ("bots = ['random', 'oracle']", "no bot is called 'oracle'"),
        ("deals = 0", "deals: expected one at least"),
        ("deals = -1", "deals: expected a number"),
        ("rules = ['schnapsen/bauern']", "schnapsen"),
        ("seatings = ['upside down']", "'upside down' is none of"),
        ("sealed = 3", "sealed: expected a table"),
        ("colour = 'red'", "colour: expected"),
        ("= nonsense", "autumn.toml"),
    ],
)
def test_a_mistake_is_one_line_with_its_place(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = {"bots": "['heuristic', 'random']", "rules": "['koenigrufen/finale']", "deals": "1"}
    key = text.partition(" = ")[0]
    lines = [f"{k} = {v}" for k, v in good.items() if k != key]
    file = tmp_path / "autumn.toml"
    file.write_text("\n".join([*lines, text]), encoding="utf-8")
    assert main(["arena", "league", str(file), "--out", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
