"""Deals that are over: settled from facts and records, replayed, and held against cases."""

from __future__ import annotations

import json
import os
import re
from itertools import chain, repeat
from pathlib import Path

import pytest

from terminal import Result, Trull
from trull import notation
from trull.cli.words import Words

FACTS = {
    "ruleset": "tirol",
    "contract": "rufer",
    "declarer": 0,
    "partner": 2,
    "vorhand": 0,
    "kontra": 1,
    "announcements": [{"item": "pagat", "side": "declarer", "kontra": 0}],
    "result": {"declarer_thirds": 125, "tricks": [8, 4, 0, 0], "made": {"pagat": "declarer"}},
}


# settle


def test_settle_explains_a_deal_from_facts(run: Trull, tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(FACTS), encoding="utf-8")
    out = run("settle", file).out
    assert re.search(
        r"Rufer .*1 \N{MULTIPLICATION SIGN} 2 Kontra +\+2 +-2 +\+2 +-2 +T-0\.1",
        out,
    )
    assert re.search(r"Summe +\+4 +-4 +\+4 +-4", out)
    found = json.loads(run("settle", file, "--json").out)
    assert found["points"] == [4, -4, 4, -4]
    assert [line["clause"] for line in found["lines"]] == ["T-0.1", "T-0.21"]


@pytest.mark.parametrize(
    ("contract", "kontra", "problem"),
    [
        ("bettler", 1, 'kontra: expected the level by seat, such as {"2": 1}, found 1'),
        ("dreier", {"2": 1}, "kontra: expected a whole number from 0 to 3, found {'2': 1}"),
        ("trischaken", 1, "kontra: expected a whole number from 0 to 0, found 1"),
    ],
)
def test_settle_drops_no_kontra_that_it_cannot_read(
    run: Trull, tmp_path: Path, contract: str, kontra: object, problem: str
) -> None:
    """T-1.15, F-2.4: in a negative game each gives it for himself, in Trischaken nobody does."""
    file = tmp_path / "deal.json"
    result = {"tricks": [4, 0, 4, 4], "thirds": [90, 0, 60, 60], "declarer_thirds": 120, "made": {}}
    told = {"ruleset": "tirol", "contract": contract, "declarer": 1, "kontra": kontra}
    file.write_text(json.dumps({**told, "result": result}), encoding="utf-8")
    found = run("settle", file)
    assert (found.code, problem in found.err) == (2, True), found.err


def slid(folder: Path, told: dict[str, object]) -> Path:
    """A file of a slid Besserrufer of the Finale, and what is told of it besides."""
    file = folder / "deal.json"
    facts = {"ruleset": "finale", "contract": "besserrufer", "declarer": 1, "schleifen": True}
    file.write_text(json.dumps(facts | told), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("told", "each"),
    [
        ({"contract": "rufer", "bird": "quapil"}, 1),
        ({"contract": "besserrufer", "bird": "uhu"}, 5),
        ({"announcements": [{"item": "uhu", "side": "declarer"}]}, 5),
        ({"announcements": [{"item": "pagat", "side": "defenders"}], "bird": "kakadu"}, 7),
    ],
)
def test_a_slid_besserrufer_costs_game_and_bird(
    run: Trull, tmp_path: Path, told: dict[str, object], each: int
) -> None:
    """F-4.3: the bird is named as such, or it is the one that was announced."""
    file = slid(tmp_path, told)
    found = json.loads(run("settle", file, "--json").out)
    assert found["points"] == [each, -3 * each, each, each]


@pytest.mark.parametrize(
    ("told", "problem"),
    [
        ({}, "bird is missing; expected one of pagat, uhu, kakadu, quapil"),
        ({"bird": "trull"}, "bird: expected one of pagat, uhu, kakadu, quapil, found 'trull'"),
    ],
)
def test_without_its_bird_a_slid_besserrufer_has_no_price(
    run: Trull, tmp_path: Path, told: dict[str, object], problem: str
) -> None:
    file = slid(tmp_path, told)
    found = run("settle", file)
    assert (found.code, problem in found.err) == (2, True), found.err


def test_settle_reprices_facts_and_records(run: Trull, files: Path) -> None:
    """At the Finale Kontra counts for money only."""
    file = files / "deal.json"
    file.write_text(json.dumps({"input": FACTS}), encoding="utf-8")
    found = json.loads(run("settle", file, "--under", "koenigrufen/finale", "--json").out)
    assert (found["points"], found["money"]) == ([3, -3, 3, -3], [4, -4, 4, -4])
    record = run("settle", files / "good.trn", "--under", "koenigrufen/finale", "--json")
    assert json.loads(record.out)["ruleset"] == "koenigrufen/finale"
    as_played = json.loads(run("settle", files / "good.trn", "--json").out)
    kept = notation.parse((files / "good.trn").read_text(encoding="utf-8"))
    assert tuple(as_played["points"]) == kept.points


def test_settle_reads_a_record_out_of_a_pipe(run: Trull, files: Path) -> None:
    if not Path("/dev/fd").is_dir():
        pytest.skip("no pipe here has a name")
    reader, writer = os.pipe()
    os.write(writer, (files / "good.trn").read_bytes())
    os.close(writer)
    found = run("settle", f"/dev/fd/{reader}", "--json")
    os.close(reader)
    assert (found.code, found.out) == (0, run("settle", files / "good.trn", "--json").out)


@pytest.mark.parametrize(
    ("name", "text", "command"),
    [
        ("deal.json", json.dumps(FACTS), "settle"),
        ("cases.json", '{"game": "koenigrufen", "cases": []}', "conformance"),
        ("house.toml", 'base = "koenigrufen/tirol"\n[option]\nklopfen = false\n', "rules check"),
    ],
)
def test_the_mark_of_an_editor_before_a_file_is_no_part_of_it(
    run: Trull, tmp_path: Path, name: str, text: str, command: str
) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    plain = run(*command.split(), file)
    file.write_text(text, encoding="utf-8-sig")
    assert run(*command.split(), file) == plain
    assert plain.code == 0


def test_a_settlement_in_json_names_the_options_it_is_by(run: Trull, files: Path) -> None:
    under = ("--under", "koenigrufen/tirol", "--set", "contract.rufer.value=3")
    told = json.loads(run("settle", files / "good.trn", "--json", *under).out)
    assert told["set"] == {"contract.rufer.value": 3}
    assert json.loads(run("settle", files / "good.trn", "--json").out)["set"] == {}


def test_settle_asks_a_few_questions(run: Trull) -> None:
    answers = "koenigrufen/tirol\nrufer\n1\nn\n3\n41/2\n1\npagat\n\npagat s\nn\n"
    out = run("settle", typed=answers).out
    assert re.search(r"Summe +\+4 +-4 +\+4 +-4", out)
    english = "dreier\n2\n40\n0\n\n\n\n\n"
    out = run("settle", "--under", "koenigrufen/finale", "--lang", "en", typed=english).out
    assert re.search(r"total +-4 +\+12 +-4 +-4", out)


@pytest.mark.parametrize(
    ("answers", "total"),
    [
        # a Rufer lost with a captured king, and one won whose silent Pagat was held up
        ("rufer\n1\nn\n3\n30\n0\n\ncaptured king\n\n", r"-8 +\+8 +-8 +\+8"),
        ("rufer\n1\nn\n3\n40\n0\n\nPagat held up\n\n", r"\+4 +-4 +\+4 +-4"),
        # a Solo lost under Kontra, its king in the Talon or called from the own hand
        ("solo\n1\n0\n30\n1\ny\n\n\n\n", r"-24 +\+8 +\+8 +\+8"),
        ("solo\n1\n0\n30\n1\nn\n\n\n\n", r"-48 +\+16 +\+16 +\+16"),
    ],
)
def test_settle_asks_for_what_the_treatise_charges(run: Trull, answers: str, total: str) -> None:
    """U-10.20, U-11.4, U-17.8: what is paid without being announced has to be told."""
    out = run("settle", "--under", "koenigrufen/ulmann", "--lang", "en", typed=answers).out
    assert re.search(rf"total +{total}", out), out


@pytest.mark.parametrize(
    ("lang", "answers", "told", "total"),
    [
        # who has points is no virgin, and a bonus is made by one side
        ("de", "trischaken\n20 15 35 0\n1 4\n4\n\n", "told_virgin", r"0 +0 +-6 +\+6"),
        ("en", "trischaken\n20 15 35 0\n1 4\n4\n\n", "told_virgin", r"0 +0 +-6 +\+6"),
        ("de", "dreier\n1\n40\n0\npagat\npagat\n\n\n\n", "made_twice", r"\+18 +-6 +-6 +-6"),
        ("en", "dreier\n1\n40\n0\npagat\npagat\n\n\n\n", "made_twice", r"\+18 +-6 +-6 +-6"),
    ],
)
def test_settle_takes_no_answers_that_contradict_each_other(
    run: Trull, lang: str, answers: str, told: str, total: str
) -> None:
    result = run("settle", "--under", "koenigrufen/tirol", "--lang", lang, typed=answers)
    words, section = Words(lang, "koenigrufen"), "cli" if told == "made_twice" else "fault"
    assert words.say(section, told, names="Pagat") in result.out
    assert re.search(rf"{Words(lang).cli('total')} +{total}", result.out), result.out


def test_settle_refuses_a_virgin_with_points(run: Trull, tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    told = {"thirds": [60, 45, 105, 0], "tricks": [0, 4, 8, 0]}
    deal = {"ruleset": "tirol", "contract": "trischaken", "vorhand": 0, "result": told}
    file.write_text(json.dumps(deal), encoding="utf-8")
    refused = run("settle", file)
    assert refused.code == 2
    assert "result.tricks: A player with points has taken a trick." in refused.err


def test_letters_are_answers_whether_small_or_great(run: Trull) -> None:
    volte = ("--under", "lhombre/compagnie", "--set", "volte=true")
    small, great = (run("settle", *volte, typed=f"un\n1\n78\n{letter}\n") for letter in "wW")
    assert great.out.replace("> W", "> w") == small.out


def test_settle_asks_again_after_nonsense_and_gives_up_at_the_end(run: Trull) -> None:
    result = run("settle", typed="what\n99\nkoenigrufen/tirol\nbettler\n9\n1\nx\n0\nhm\n\n")
    assert result.code == 2
    assert result.err == "trull: the input ended before the last answer\n"
    assert "„what“ verstehe ich hier nicht." in result.out
    assert "? hilft" not in result.out  # there is no such help at these questions


def test_settle_knows_the_other_games(run: Trull, tmp_path: Path) -> None:
    out = run("settle", "--under", "lhombre/compagnie", typed="un\n1\n45\n").out
    assert re.search(r"Summe +\+90 +-45 +-45", out)
    out = run("settle", "--under", "perlaggen/1890", typed="1\n2\n0\n2\nu\n").out
    assert re.search(r"Summe +\+1 +-1", out)
    file = tmp_path / "lhombre.json"
    file.write_text('{"ruleset": "lhombre/compagnie", "bid": "un", "ombre": 0, "points": 45}')
    assert json.loads(run("settle", file, "--json").out)["points"] == [90, -45, -45]


# replay


def test_replay_verifies_and_tells(run: Trull, files: Path) -> None:
    good = files / "good.trn"
    assert re.fullmatch(
        r"Spiel 1: \d+ Züge, alle regelgerecht; Punkte .*\n", run("replay", good, "--verify").out
    )
    whole = run("replay", good, "--all", "--lang", "en").out
    assert "Trick 12:" in whole
    assert "total" in whole


def test_replay_steps_forth_and_back(run: Trull, files: Path) -> None:
    typed = f"\nn\np\ng 20\nwhat\ng {'9' * 5000}\ng 9999\n\n"
    out = run("replay", files / "good.trn", typed=typed).out
    places = re.findall(r"\[(\d+)/(\d+)\]", out)
    last = places[0][1]
    assert [at for at, _ in places] == ["0", "1", "2", "1", "20", "20", "20", last]
    assert "Summe" in out
    assert "g 30: zu Zug 30" in out
    everything = run("replay", files / "good.trn", typed="a\n").out
    assert "Stich 12:" in everything


def test_replay_takes_several_deals(run: Trull, tmp_path: Path) -> None:
    record = tmp_path / "two.trn"
    typed = chain.from_iterable(repeat(["1", "1 2 3", ""]))
    run("play", "--seed", 5, "--deals", 2, "--record", record, typed=typed)
    assert run("replay", record, "--verify").out.count("alle regelgerecht") == 2


# conformance


def test_conformance_tells_every_mismatch(run: Trull, tmp_path: Path) -> None:
    case = {"id": "A1", "why": "a Rufer with Kontra", "input": FACTS, "points": [4, -4, 4, -4]}
    file = tmp_path / "cases.json"
    head = {"game": "koenigrufen", "kind": "settlement"}
    file.write_text(json.dumps({**head, "cases": [case]}), encoding="utf-8")
    assert run("conformance", file) == Result(0, "1 of 1 cases passed\n", "")
    wrong = {**case, "id": "A2", "points": [5, -5, 5, -5]}
    file.write_text(json.dumps({**head, "cases": [case, wrong]}), encoding="utf-8")
    result = run("conformance", file)
    assert result.code == 1
    assert "A2: a Rufer with Kontra" in " ".join(result.out.split())
    assert "points: expected 5 -5 5 -5, found 4 -4 4 -4" in result.out
    assert result.out.endswith("1 of 2 cases passed\n")
    assert run("conformance", "-q", file).out == "1 of 2 cases passed\n"
