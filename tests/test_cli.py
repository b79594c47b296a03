"""The command line, used as a person would: whole games, nonsense, broken files, resuming."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain, cycle, islice, repeat
from pathlib import Path
from typing import NamedTuple

import pytest

from terminal import CHOSEN, HAND, acted, dealt
from trull import locale, notation, ruleset
from trull.cli import main
from trull.cli.table import first_lawful
from trull.cli.words import Words
from trull.game import Game
from trull.state import Seat


class Result(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Trull = Callable[..., Result]


class Typist:
    """Types these lines; after the last one the input is at its end."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines

    def readline(self) -> str:
        return next((f"{line}\n" for line in self._lines), "")

    def isatty(self) -> bool:
        return False


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Trull:
    """Runs a command with these lines typed; German unless it says otherwise."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("TRULL_DEBUG", "1")  # an error of ours shall be seen here

    def command(*args: object, typed: Iterator[str] | str = "") -> Result:
        lines = iter(typed.splitlines()) if isinstance(typed, str) else typed
        monkeypatch.setattr("sys.stdin", Typist(lines))
        code = main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return command


def anything() -> Iterator[str]:
    """A careless player: always the first choice, and three cards where three are wanted.

    Every second line is nonsense wherever one word is asked for, so it is refused there.
    """
    return cycle(["1", "1 2 3"])


def played_out(game: Game) -> Game:
    """The game to its end, everybody choosing the first lawful act."""
    while not game.over:
        (seat,) = game.duty
        game.apply(seat, first_lawful(game, seat))
    return game


# A whole game


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize(
    "rules", ["koenigrufen/tirol", "koenigrufen/finale", "koenigrufen/ulmann", "lhombre/compagnie"]
)
def test_a_whole_deal_is_played_to_its_settlement(
    run: Trull, tmp_path: Path, rules: str, lang: str
) -> None:
    record = tmp_path / "game.trn"
    options = ("--seed", 5, "--deals", 1, "--lang", lang, "--record", record)
    result = run("play", rules, *options, typed=anything())
    assert (result.code, result.err) == (0, "")
    assert Words(lang).cli("sitting_over") in result.out
    assert "\x1b" not in result.out
    assert max(len(line) for line in result.out.splitlines()) <= max(80, 40 + len(str(record)))
    kept = notation.parse(record.read_text(encoding="utf-8"))
    assert notation.replayed(kept).over
    assert kept.tags["Ended"] == "yes"


def test_perlaggen_is_played_through_by_somebody_who_only_knows_numbers(
    run: Trull, tmp_path: Path
) -> None:
    """Looks, plays the first card, baptises it, answers; silence off turn."""
    record = tmp_path / "game.trn"
    options = ("--seed", 3, "--players", 2, "--deals", 2, "--record", record)
    result = run("play", "perlaggen/1890", *options, typed=cycle(["1", "", "1"]))
    assert (result.code, result.err) == (0, "")
    deals = notation.parse_all(record.read_text(encoding="utf-8"))
    assert len(deals) == 2
    assert all(notation.replayed(deal).over for deal in deals)


def test_the_same_seed_gives_the_same_cards(run: Trull, tmp_path: Path) -> None:
    packs = []
    for name in ("a", "b"):
        run("play", "--seed", 9, "--record", tmp_path / name, typed="")
        packs.append(notation.parse((tmp_path / name).read_text(encoding="utf-8")).setup.pack)
    assert packs[0] == packs[1]


def test_the_fifth_player_sits_out_and_watches(run: Trull, tmp_path: Path) -> None:
    record = tmp_path / "five.trn"
    options = ("--players", 5, "--seat", 2, "--seed", 8, "--deals", 5, "--record", record)
    result = run("play", *options, typed=chain.from_iterable(repeat(["", "1", "1 2 3"])))
    assert result.code == 0
    assert result.out.count("Du gibst und sitzt dieses Spiel aus.") == 1


def test_the_language_follows_the_environment(run: Trull, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Du bist am Zug" in run("play", "--seed", 1).out
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert "Your turn" in run("play", "--seed", 1, typed="n\n").out


def test_a_refused_card_is_told_with_sentence_clause_and_its_text(
    run: Trull, tmp_path: Path
) -> None:
    """A resumed Trischaken: Herz is led, and the answer is a Karo."""
    game = acted(dealt(3, HAND), f"vorhand | pass | pass | pass | bid trischaken | {CHOSEN}")
    acted(game, "play HK")
    seating = "players=4 dealer=2 seat=0 seed=1 bot=random deals=0"
    record = tmp_path / "herz.trn"
    text = notation.format_record(notation.of_game(game, {"Sitting": seating}))
    record.write_text(text, encoding="utf-8")
    held = Words("de", "koenigrufen").cards(c for c in game.view_for(Seat(0)).hand if c[0] == "H")
    result = run("play", "--record", record, "--resume", typed="d4\n")
    assert f"Farbzwang: ♥K ist ausgespielt, und du hast {held}. (T-1.9)" in result.out
    assert f"T-1.9: {locale.catalogue('de')['clause']['T-1.9']}" in " ".join(result.out.split())


def test_questions_to_the_table_do_not_act(run: Trull) -> None:
    questions = "?\n?F-8.10\n?Z-1\nlast\nsheet\nblabla\n\n999\n-1\n♥♥♥\n"
    result = run("play", "--seed", 5, typed=questions)
    assert result.code == 0
    assert "F-8.10: Scheitern mehrere Ansagen" in result.out
    assert "Einen Paragraphen „Z-1“ gibt es nicht." in result.out
    assert "„blabla“ verstehe ich nicht" in result.out
    assert "Letzter Stich: noch keiner" in result.out


# Leaving and coming back


def _only_record(tmp_path: Path) -> Path:
    (found,) = (tmp_path / "data" / "trull").iterdir()
    return found


def test_the_end_of_the_input_saves_and_the_next_start_goes_on(run: Trull, tmp_path: Path) -> None:
    first = run("play", "--seed", 5, typed="1\n1\n")
    assert first.code == 0
    assert "Gespeichert in" in first.out
    acts = notation.parse(_only_record(tmp_path).read_text(encoding="utf-8")).acts
    again = run("play", typed="j\n")
    assert "Weiter mit Spiel 1" in again.out
    assert notation.parse(_only_record(tmp_path).read_text(encoding="utf-8")).acts == acts
    done = run("play", "--resume", typed=islice(anything(), 200))
    assert "Abrechnung" in done.out
    assert notation.replayed(
        notation.parse_all(_only_record(tmp_path).read_text(encoding="utf-8"))[0]
    ).over


def test_ctrl_c_saves(run: Trull, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["1", "1"])

    def interrupted(_prompt: str = "") -> str:
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    result = run("play", "--seed", 5)
    assert result.code == 130
    assert "Gespeichert in" in result.out
    assert notation.parse(_only_record(tmp_path).read_text(encoding="utf-8")).acts


def test_a_wish_that_cannot_be_had_is_refused_before_an_old_game_is_offered(run: Trull) -> None:
    run("play", "--seed", 5, typed="")
    refused = run("play", "--seat", 99, typed="")
    assert refused == Result(2, "", "trull: --seat 99: expected 0 to 3\n")


def test_no_bot_has_the_name_of_the_person(run: Trull, tmp_path: Path) -> None:
    run("play", "--seed", 5, "--name", "Resi", "--record", tmp_path / "resi.trn", typed="")
    found = re.search(r'Players "(.*)"', (tmp_path / "resi.trn").read_text(encoding="utf-8"))
    assert found is not None
    assert sorted(found[1].split(", ")) == ["Burgi", "Resi", "Sepp", "Toni"]


def test_a_killed_game_is_resumed_where_it_stood(run: Trull, tmp_path: Path) -> None:
    record = tmp_path / "killed.trn"
    command = [sys.executable, "-m", "trull", "play", "--seed", "5", "--record", str(record)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env={**os.environ}
    ) as child:
        assert child.stdin is not None
        end = time.monotonic() + 90
        while "; play" not in (record.read_text("utf-8") if record.exists() else ""):
            assert time.monotonic() < end, "the game did not get going"
            child.stdin.write(b"1\n1 2 3\n")
            child.stdin.flush()
            time.sleep(0.1)
        child.kill()
    before = notation.parse(record.read_text(encoding="utf-8"))
    assert len(before.acts) > 10
    result = run("play", "--record", record, "--resume", typed="")
    assert "Weiter mit Spiel 1" in result.out
    assert (
        notation.parse(record.read_text(encoding="utf-8")).acts[: len(before.acts)] == before.acts
    )


def test_a_finished_sitting_is_not_offered_again(run: Trull) -> None:
    run("play", "--seed", 5, "--deals", 1, typed=anything())
    assert "angefangene Sitzung" not in run("play", "--seed", 6).out


def test_what_was_said_between_two_deals_is_remembered(
    run: Trull, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "radl.trn"
    answers, between = anything(), iter(["schlussradl", ""])

    def answer(prompt: str = "") -> str:
        if "nächstes Spiel" in prompt:
            return next(between)
        if record.exists() and record.read_text("utf-8").count("[Trull") > 1:
            raise EOFError
        return next(answers)

    monkeypatch.setattr("builtins.input", answer)
    run("play", "--seed", 5, "--record", record)
    deals = notation.parse_all(record.read_text(encoding="utf-8"))
    assert deals[1].tags["Said"] == "schlussradl"
    assert run("play", "--record", record, "--resume").code == 0


def test_another_file_is_never_overwritten(run: Trull, tmp_path: Path) -> None:
    record = tmp_path / "game.trn"
    run("play", "--seed", 5, "--record", record, typed="1\n")
    text = record.read_text(encoding="utf-8")
    result = run("play", "--record", record, typed="n\n")
    assert (result.code, result.err.count("\n")) == (2, 1)
    record.write_text(text[:300], encoding="utf-8")
    result = run("play", "--record", record)
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert record.read_text(encoding="utf-8") == text[:300]


# Bad input


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of broken things beside one good record."""
    tmp_path = tmp_path_factory.mktemp("files")
    good = tmp_path / "good.trn"
    game = acted(dealt(0, HAND), "vorhand | pass | pass | pass | bid rufer | call D | take 1")
    record = notation.of_game(played_out(game), {"Players": "Anna, Bert, Cilli, Dolf"})
    text = notation.format_record(record)
    good.write_text(text, encoding="utf-8")
    card = re.search(r"(\d) play (\w+)", text)
    assert card is not None
    for name, content in {
        "cut.trn": text[: text.rindex("|") + 1],
        "card.trn": text.replace(card[0], f"{card[1]} play HX", 1),
        "pack.trn": re.sub(r'Pack "(\w+) (\w+)', r'Pack "\1 \1', text, count=1),
        "short.trn": re.sub(r'Pack "\w+ ', 'Pack "', text, count=1),
        "points.trn": re.sub(r'Points "\S+', 'Points "+99', text),
        "version.trn": text.replace("tirol 1", "tirol 99"),
        "turn.trn": text.replace("1 cut 27", "3 cut 27"),
        "empty.trn": "",
        "huge.trn": re.sub(r'Points "\S+', 'Points "1e999999999', text),
        "seat.trn": text.replace("1 cut 27", "1000000 cut 27"),
        "digits.trn": text.replace("1 cut 27", f"{'9' * 5000} cut 27"),
        "square.trn": text.replace('Seats "4"', 'Seats "²"'),
        "huge.json": '{"ruleset": "tirol", "contract": "dreier", '
        '"result": {"declarer_thirds": 1%s, "tricks": [12, 0, 0, 0]}}' % ("0" * 20),
        "huge.toml": 'base = "koenigrufen/tirol"\n[contract.rufer]\nvalue = 1%s\n' % ("0" * 20),
        "broken.toml": 'base = "koenigrufen/tirol"\n[option\n',
        "key.toml": 'base = "koenigrufen/tirol"\n[option]\nklopfn = true\n',
        "type.toml": 'base = "koenigrufen/tirol"\n[option]\nklopfen = 3\n',
        "base.toml": 'base = "koenigrufen/nowhere"\n',
        "house.toml": 'name = "haus/wir"\nbase = "koenigrufen/tirol"\n[option]\nklopfen = false\n',
        "cut.json": '{"ruleset": "tirol",',
        "facts.json": '{"ruleset": "tirol", "contract": "dreier"}',
        "thirds.json": '{"ruleset": "tirol", "contract": "dreier", '
        '"result": {"declarer_thirds": -1, "tricks": [12, 0, 0, 0]}}',
        "game.json": '{"ruleset": "ulmann", "contract": "bettler"}',
        "list.json": "[1, 2]",
        "deep.json": "[" * 100_000,
        "long.json": "9" * 5_000,
        "made.json": '{"ruleset": "tirol", "contract": "dreier", "result": '
        '{"declarer_thirds": 99, "tricks": [12, 0, 0, 0], "made": {"trull": 7}}}',
        "offence.json": '{"ruleset": "tirol", "contract": "rufer", '
        '"renonce": {"seats": [0, 1, 2, 3]}}',
    }.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    (tmp_path / "bytes.trn").write_bytes(b"\xff\xfe\x00")
    return tmp_path


BAD = [
    ("play nowhere/nothing", "nowhere/nothing: no such rule set"),
    ("play broken.toml", "broken.toml: not valid TOML: Expected ']'"),
    ("play key.toml", "key.toml: option.klopfn"),
    ("play type.toml", "type.toml: option.klopfen: expected true or false"),
    ("play base.toml", "base.toml: koenigrufen/nowhere: no such rule set"),
    ("play gone.toml", "gone.toml: no such file"),
    ("play --set klopfen", "--set klopfen: expected option=value"),
    ("play --set klopfen=often", "klopfen: expected true or false, found 'often'"),
    ("play --players 9", "is played by 4, 5; 9 sit here"),
    ("play --seat 4", "--seat 4: expected 0 to 3"),
    ("play --players 0", "is played by 4, 5; 0 sit here"),
    ("play --seed 1000000000000000", "expected 0 or more, of at most 15 digits"),
    ("play --bot deep", "--bot deep: expected one of"),
    ("play --resume", "nothing to resume"),
    ("play --record cut.trn", "cut.trn: line"),
    ("rules show koenigrufen/x", "koenigrufen/x: no such rule set"),
    ("rules show T-99.1", "T-99.1: no such clause"),
    ("rules check broken.toml", "broken.toml: not valid TOML"),
    ("rules diff koenigrufen/tirol lhombre/compagnie", "are different games"),
    ("replay gone.trn", "gone.trn: no such file"),
    ("replay cut.trn --verify", "cut.trn: line"),
    ("replay card.trn --verify", "card.trn: deal 1: act"),
    ("replay pack.trn --verify", "column 1: [Pack]: a card stands there twice"),
    ("replay short.trn --verify", "short.trn: deal 1: the pack must hold each of the 54 cards"),
    ("replay points.trn --verify", "points.trn: deal 1: Points say +99"),
    ("replay version.trn --verify", "version.trn: line 2, column 1: [Rules]"),
    ("replay turn.trn --verify", "turn.trn: deal 1: act 1"),
    ("replay empty.trn --verify", "empty.trn: line 1, column 1: expected a record"),
    ("replay bytes.trn --verify", "bytes.trn: is not text in UTF-8"),
    ("judge huge.trn", "[Points]: expected amounts such as +3 -1 -1 -1"),
    ("settle huge.trn", "[Points]: expected amounts such as +3 -1 -1 -1"),
    ("judge seat.trn", "column 1: there are only seats 0 to 3"),
    ("judge digits.trn", "column 1: expected 'seat verb …'"),
    ("judge square.trn", "[Seats]: expected a number, found '²'"),
    ("settle huge.json", "result.declarer_thirds: no game counts beyond 1000000"),
    ("rules check huge.toml", "contract.rufer.value: no rule counts beyond 1000000"),
    ("settle good.trn --under koenigrufen/tirol --set contract.rufer.value=--5", "found '--5'"),
    ("settle cut.json", "cut.json: line 1, column 21: not valid JSON"),
    ("settle facts.json", "facts.json: result is missing"),
    ("settle thirds.json", "thirds.json: result.declarer_thirds: expected a whole number"),
    ("settle game.json", "game.json: koenigrufen/ulmann has no game 'bettler'"),
    ("settle list.json", "list.json: case 0: expected an object"),
    ("settle deep.json", "deep.json: not valid JSON: too deep"),
    ("settle long.json", "long.json: not valid JSON: too deep, or a number too long"),
    ("settle made.json", "made.json: result.made.trull: expected one of declarer, defenders"),
    ("settle offence.json", "offence.json: renonce.seats: expected at least one seat"),
    ("conformance deep.json", "deep.json: not valid JSON: too deep"),
    ("settle good.trn --under lhombre/compagnie", "good.trn: is a record of koenigrufen/tirol"),
    ("settle good.trn --set radl=false", "--set needs --under"),
    ("conformance cut.json", "cut.json: line 1, column 21: not valid JSON"),
    ("conformance facts.json", 'facts.json: expected an object with a list "cases"'),
    ("conformance gone.json", "gone.json: no such file"),
]


@pytest.mark.parametrize(("line", "told"), BAD, ids=[line for line, _ in BAD])
def test_bad_input_is_one_line_with_its_place_and_exit_2(
    run: Trull, files: Path, monkeypatch: pytest.MonkeyPatch, line: str, told: str
) -> None:
    monkeypatch.chdir(files)
    monkeypatch.setenv("XDG_DATA_HOME", str(files / "nothing"))
    before = {path: path.read_bytes() for path in files.iterdir() if path.is_file()}
    result = run(*line.split())
    assert result.code == 2
    assert result.err.startswith("trull: ")
    assert result.err.count("\n") == 1
    assert told in result.err
    assert "Traceback" not in result.out + result.err
    assert {path: path.read_bytes() for path in before} == before


def test_an_error_of_ours_is_one_line_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> tuple[str, ...]:
        raise ValueError("two\nlines")

    monkeypatch.delenv("TRULL_DEBUG", raising=False)
    monkeypatch.setattr(ruleset, "published", broken)
    assert main(["rules", "list"]) == 70
    assert capsys.readouterr().err == (
        "trull: internal error, please report it: ValueError: two lines\n"
    )


def test_a_command_line_that_means_nothing_exits_2(run: Trull) -> None:
    with pytest.raises(SystemExit) as stopped:
        run("deal")
    assert stopped.value.code == 2


# rules


def test_rules_list_names_every_published_rule_set(run: Trull) -> None:
    out = run("rules", "list").out
    assert all(name in out for name in ruleset.published())


@pytest.mark.parametrize("name", ruleset.published())
@pytest.mark.parametrize("lang", ["de", "en"])
def test_rules_show_explains_every_option_in_a_sentence(run: Trull, name: str, lang: str) -> None:
    result = run("rules", "show", name, "--lang", lang)
    out = " ".join(result.out.split())
    for option, row in ruleset.load(name).options.items():
        sentence = Words(lang, ruleset.load(name).game).find("option", option)
        assert sentence, f"{option} has no sentence"
        assert sentence in out
        assert row.clause in out


def test_rules_show_lists_games_bonuses_and_penalties(run: Trull) -> None:
    out = run("rules", "show", "koenigrufen/tirol").out
    assert re.search(r"Solodreier +10 .*T-0\.20", out)
    assert re.search(r"Quapil +4 +8 .*T-0\.24", out)
    assert re.search(r"Trischaken +zusammen 12, als Vorhand 24 +T-4\.10", out)
    assert "Bündel skoty (T-7.1)" in out


def test_rules_show_of_a_clause_tells_text_code_data_and_cases(run: Trull) -> None:
    out = run("rules", "show", "f-8.10").out
    assert "Quapil, Kakadu, Uhu, Pagat" in " ".join(out.split())
    assert "If several announcements fail" in out
    assert re.search(r"trull\.kernels\.keep_announced +\(kernels\.py:\d+\)", out)
    assert "koenigrufen/finale: cite.keep_announced" in out
    assert "finale: Of announced Quapil and Pagat the Quapil goes first" in " ".join(out.split())
    assert "If several" not in run("rules", "show", "F-8.10", "--lang", "de").out


def test_rules_diff_is_readable_and_empty_between_equals(run: Trull) -> None:
    out = run("rules", "diff", "koenigrufen/tirol", "koenigrufen/finale").out
    assert re.search(r"Dreier: Wert +5 +4", out)
    assert re.search(r"Einer +6: .* \N{EN DASH}", out)
    assert "nur die Reihenfolge" in out
    same = run("rules", "diff", "koenigrufen/tirol", "koenigrufen/tirol")
    assert same.out == "Kein Unterschied.\n"


def test_a_house_rule_file_is_checked_shown_and_played(run: Trull, files: Path) -> None:
    house = files / "house.toml"
    result = run("rules", "check", house)
    assert result.code == 0
    assert "option.klopfen: true → false" in result.out
    assert "haus/wir v1 option.klopfen=false" in run("rules", "show", house).out
    assert re.search(r"klopfen: .* nein +ja", run("rules", "diff", house, "koenigrufen/tirol").out)
    record = files / "house.trn"
    run("play", house, "--seed", 5, "--record", record, typed="1\n")
    assert notation.parse(record.read_text(encoding="utf-8")).setup.rules.house == "haus/wir"


def test_rules_options_says_what_to_type(run: Trull) -> None:
    out = run("rules", "options", "koenigrufen/tirol", "--lang", "en").out
    assert "announced_card_mode = strict  (KG-43)" in out
    assert "order_only  only the order binds" in out


# settle


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


def test_settle_explains_a_deal_from_facts(run: Trull, tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(FACTS), encoding="utf-8")
    out = run("settle", file).out
    assert re.search(
        r"Spiel +1 \N{MULTIPLICATION SIGN} 2 Kontra +\+2 +-2 +\+2 +-2 +T-0\.1",
        out,
    )
    assert re.search(r"Summe +\+4 +-4 +\+4 +-4", out)
    found = json.loads(run("settle", file, "--json").out)
    assert found["points"] == [4, -4, 4, -4]
    assert [line["clause"] for line in found["lines"]] == ["T-0.1", "T-0.21"]


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


def test_settle_asks_a_few_questions(run: Trull) -> None:
    answers = "koenigrufen/tirol\nrufer\n1\nn\n3\n41/2\n1\npagat\n\npagat s\nn\n"
    out = run("settle", typed=answers).out
    assert re.search(r"Summe +\+4 +-4 +\+4 +-4", out)
    english = "dreier\n2\n40\n0\n\n\n\n\n"
    out = run("settle", "--under", "koenigrufen/finale", "--lang", "en", typed=english).out
    assert re.search(r"total +-4 +\+12 +-4 +-4", out)


def test_settle_asks_again_after_nonsense_and_gives_up_at_the_end(run: Trull) -> None:
    result = run("settle", typed="what\n99\nkoenigrufen/tirol\nbettler\n9\n1\nx\n0\nhm\n\n")
    assert result.code == 2
    assert result.err == "trull: the input ended before the last answer\n"


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
    out = run("replay", files / "good.trn", typed="\nn\np\ng 20\nwhat\ng 9999\n\n").out
    places = re.findall(r"\[(\d+)/(\d+)\]", out)
    last = places[0][1]
    assert [at for at, _ in places] == ["0", "1", "2", "1", "20", "20", last]
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
