"""``trull play`` as a person plays: whole games, questions, nonsense, leaving and coming back."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import chain, cycle, islice, repeat
from pathlib import Path

import pytest

from terminal import CHOSEN, HAND, Result, Trull, acted, anything, dealt, record_of_a_deal
from trull import locale, notation
from trull.bots import learnt
from trull.bots.search.bot import ThinkingBot
from trull.cards import GERMAN33
from trull.cli import store
from trull.cli.screen import Screen
from trull.cli.sheets import show_settlement, show_sheet
from trull.cli.table import first_lawful
from trull.cli.telling import Teller
from trull.cli.words import Words
from trull.match import Match
from trull.settlement import shown
from trull.state import Seat

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


@pytest.mark.parametrize("lang", ["de", "en"])
def test_that_another_plays_for_the_learnt_bot_is_told_in_one_line(
    run: Trull, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setattr(learnt, "substitution", lambda _rules: ("unlearnt", "told"))
    monkeypatch.setattr(ThinkingBot, "act", lambda bot, view: bot._book.act(view))
    options = ("--bot", "learnt", "--seed", 5, "--deals", 1, "--record", tmp_path / "game.trn")
    result = run("play", *options, "--lang", lang, typed=anything())
    assert (result.code, result.err) == (0, "")
    told, words = " ".join(result.out.split()), Words(lang)
    assert told.count(words.cli("bot_unlearnt", bot="learnt")) == 1
    assert told.count(words.say("web", "botline.learnt")) == 1


def test_who_cuts_and_claims_for_himself_sees_what_he_lifted(run: Trull, tmp_path: Path) -> None:
    record = tmp_path / "cut.trn"
    rules = ("perlaggen/1890", "--set", "cut_claim=manual", "--players", 2)
    result = run("play", *rules, "--seed", 1, "--record", record, typed="10\n")
    pack = notation.parse(record.read_text(encoding="utf-8")).setup.pack
    card = Words("de", "perlaggen").card(GERMAN33.code(pack[9]))
    assert f"Zuunterst im abgehobenen Packerl liegt: {card}" in result.out


def test_a_heading_too_long_for_the_window_is_broken_not_cut(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trull.cli.screen.PLAIN_WIDTH", 40)
    screen = Screen()
    screen.rule("Spiel 1 · es gibt: Resi · Vorhand: Toni")
    screen.rule("Spiel 1 · es gibt: Resi · Vorhand: du")
    long, short = capsys.readouterr().out.strip().split("\n\n")
    assert long.split() == "Spiel 1 · es gibt: Resi · Vorhand: Toni".split()
    assert short.endswith("du ──")


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize(("width", "more"), [(40, ""), (80, " von Hohenlohe")])
def test_where_a_table_has_no_room_nothing_of_it_is_cut_off(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    lang: str,
    width: int,
    more: str,
) -> None:
    """A narrow window, or four long names in one of the usual width."""
    monkeypatch.setattr("trull.cli.screen.PLAIN_WIDTH", width)
    words, screen = Words(lang, "koenigrufen/tirol"), Screen()
    teller = Teller(words, tuple(f"{name}{more}" for name in ("Resi", "Toni", "Burgi", "Sepp")))
    game = notation.replayed(notation.parse(record_of_a_deal()))
    sitting, result = Match(game.setup.rules, 4), game.settlement()
    sitting.add(game, range(4))
    assert result is not None
    show_settlement(screen, teller, result)
    show_sheet(screen, teller, sitting.sitting)
    told = capsys.readouterr().out
    assert "…" not in told
    assert max(map(len, told.splitlines())) <= width
    for code in ("total", "sheet", "total_short"):
        assert words.cli(code) in told
    for name, amount in zip(teller.names, result.points, strict=True):
        assert told.count(f"{name} {shown(amount)}") >= 3  # in the sum, the row and the standing


def test_the_same_seed_gives_the_same_cards(run: Trull, tmp_path: Path) -> None:
    packs = []
    for name in ("a", "b"):
        run("play", "--seed", 9, "--record", tmp_path / name, typed="")
        packs.append(notation.parse((tmp_path / name).read_text(encoding="utf-8")).setup.pack)
    assert packs[0] == packs[1]


@pytest.mark.parametrize(
    ("lang", "money"), [("de", r"([+-]\d+,\d\d €|0,00 €)"), ("en", r"([+-]€\d+\.\d\d|€0\.00)")]
)
def test_the_sheet_says_what_the_points_are_worth(run: Trull, lang: str, money: str) -> None:
    options = ("--seed", 5, "--deals", 1, "--lang", lang)
    at_10 = run("play", "koenigrufen/tirol", *options, typed=anything()).out.splitlines()
    row = next(line for line in reversed(at_10) if re.search(money, line))
    total = next(line for line in reversed(at_10) if Words(lang).cli("total_short") in line)
    points = [int(point) for point in re.findall(r"[+-]?\d+", total)]
    cents = [int(re.sub(r"[^\d-]", "", found)) for found in re.findall(money, row)]
    assert cents == [10 * point for point in points]
    at_0 = run(
        "play", "koenigrufen/tirol", "--set", "cents_per_point=0", *options, typed=anything()
    )
    assert "€" not in at_0.out


def test_the_fifth_player_sits_out_and_watches(run: Trull, tmp_path: Path) -> None:
    record = tmp_path / "five.trn"
    options = ("--players", 5, "--seat", 2, "--seed", 8, "--deals", 5, "--record", record)
    result = run("play", *options, typed=chain.from_iterable(repeat(["", "1", "1 2 3"])))
    assert result.code == 0
    assert result.out.count("Du gibst und sitzt dieses Spiel aus.") == 1


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


@pytest.mark.parametrize(
    ("lang", "asked"), [("de", "Letzter Stich\nSchrift\nEnde."), ("en", "Last trick\nscore\nEnd.")]
)
def test_a_question_is_understood_in_the_words_of_the_language(
    run: Trull, lang: str, asked: str
) -> None:
    words, result = Words(lang), run("play", "--seed", 5, "--lang", lang, typed=f"{asked}\nblabla")
    told = " ".join(result.out.split())
    assert words.cli("last_trick", cards=words.cli("no_trick")) in told
    assert words.cli("sheet_empty") in told
    assert "blabla" not in told  # who has left types nothing more
    assert not re.search(r"not_understood|verstehe ich nicht|do not understand", told)


@pytest.mark.parametrize("letter", ["G", "H", "S"])
def test_a_letter_that_names_a_choice_is_that_choice(
    run: Trull, tmp_path: Path, letter: str
) -> None:
    record = tmp_path / "game.trn"
    rules = ("perlaggen/1890", "--players", 2, "--seed", 1, "--record", record)
    run("play", *rules, typed=f"10\n{letter.lower()}\n")
    said = [str(act.action) for act in notation.parse(record.read_text(encoding="utf-8")).acts]
    assert f"bid_blind {letter}" in said


@pytest.mark.parametrize("lang", ["de", "en"])
def test_what_the_help_says_can_be_typed(lang: str) -> None:
    """The help names its words in quotes, or in English as they are."""
    words = Words(lang)
    helps = words.cli("help") + words.cli("help_between")
    named = re.findall("„(.*?)“", helps) if lang == "de" else ["last", "sheet", "quit"]
    kinds = [f"{kind}_words" for kind in ("last", "sheet", "quit")]
    assert {kind for word in named for kind in kinds if words.means(word, kind)} == set(kinds)
    assert all(any(words.means(word, kind) for kind in kinds) for word in named)


# Leaving and coming back


def _only_record(tmp_path: Path) -> Path:
    (found,) = (tmp_path / "data" / "trull").iterdir()
    return found


def test_at_a_free_table_a_claim_is_typed_by_name_and_trick(run: Trull, tmp_path: Path) -> None:
    record = tmp_path / "free.trn"
    typed = "1\nrenonce\nrenonce Hansi 1\nRenonce Resi, 0.\nreklamiere burgi\n"
    result = run("play", "--free", "--seed", 5, "--record", record, typed=typed)
    form = Words("de").cli("court.claim_form")
    assert result.out.count(form) == 2
    assert "verstehe ich nicht" not in result.out
    claims = [act.action for act in notation.parse(record.read_text(encoding="utf-8")).acts]
    said = [str(act) for act in claims if act.verb == "claim"]
    assert said == ["claim 1 any 0", "claim 3 any 0"]


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


@pytest.mark.parametrize("lang", ["de", "en"])
def test_what_is_said_at_leaving_leads_back(
    run: Trull, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("play", "--lang", lang, "--record", "an evening.trn", typed="1\n")
    told = re.search(r"trull (play --record .*?)[“']? (?:macht|goes on)", result.out)
    assert told is not None, result.out
    assert run(*shlex.split(told[1]), "--lang", lang, "--resume", typed="").code == 0


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


@pytest.mark.parametrize("option", ["--deals", "--seed"])
def test_a_number_the_record_could_not_give_back_is_refused(
    run: Trull, tmp_path: Path, option: str
) -> None:
    record = tmp_path / "game.trn"
    refused = run("play", option, "9" * 20, "--record", record, typed="")
    assert (refused.code, refused.err.count("\n"), record.exists()) == (2, 1, False)
    assert run("play", option, "9" * 15, "--record", record, typed="").code == 0
    assert run("play", "--record", record, "--resume", typed="").code == 0


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


def test_the_others_are_the_same_when_the_game_goes_on(run: Trull, tmp_path: Path) -> None:
    """As clumsy as they were, and of one's own making in whatever folder."""
    folder, record = tmp_path / "my bots 100%", tmp_path / "game.trn"
    folder.mkdir()
    mine = "from trull.bots.random_bot import RandomBot as Mine\n"
    (folder / "mine.py").write_text(mine, encoding="utf-8")
    bot = f"{folder}/mine.py:Mine"
    options = ("--free", "--clumsy", 5, "--bot", bot, "--seed", 5, "--record", record)
    assert run("play", *options, typed="").code == 0
    before = notation.parse(record.read_text(encoding="utf-8")).tags
    assert run("play", "--record", record, "--resume", typed="1\n").code == 0
    assert notation.parse(record.read_text(encoding="utf-8")).tags == before
    assert (store.saved(record).seating.clumsy, store.saved(record).seating.bot) == (5, bot)


def test_behind_a_link_the_file_itself_is_written(run: Trull, tmp_path: Path) -> None:
    record, link = tmp_path / "game.trn", tmp_path / "link.trn"
    run("play", "--seed", 5, "--record", record, typed="")
    link.symlink_to(record)
    before = len(store.saved(record).records[0].acts)
    run("play", "--record", link, "--resume", typed="1\n")
    assert link.is_symlink()
    assert len(store.saved(record).records[0].acts) > before


def test_who_may_read_a_record_may_read_it_still_when_the_game_goes_on(
    run: Trull, tmp_path: Path
) -> None:
    record = tmp_path / "game.trn"
    run("play", "--seed", 5, "--record", record, typed="")
    record.chmod(0o644)
    run("play", "--record", record, "--resume", typed="1\n")
    assert record.stat().st_mode & 0o777 == 0o644


def test_a_link_that_leads_nowhere_stops_nobody(run: Trull, tmp_path: Path) -> None:
    run("play", "--seed", 5, typed="")
    for name, target in (("gone", "nowhere"), ("loop", "loop.trn")):
        (tmp_path / f"data/trull/{name}.trn").symlink_to(target)
    result = run("play", "--resume", typed="")
    assert (result.code, result.err) == (0, "")
    assert "Weiter mit Spiel 1" in result.out


@pytest.mark.parametrize("lang", ["de", "en"])
def test_who_asks_for_something_else_is_told_what_an_old_sitting_keeps(
    run: Trull, lang: str
) -> None:
    run("play", "--seed", 5, "--bot", "random", typed="")
    plain = run("play", "--lang", lang, typed="")
    told = Words(lang).cli("as_agreed", options="--bot random, --seed 5, --deals 0")
    assert "--bot" not in plain.out
    wished = ("--bot", "flat", "--seed", 6, "--deals", 3)
    for typed, more in (("j\n", ()), ("", ("--resume",))):
        result = run("play", *wished, *more, "--lang", lang, typed=typed)
        assert told in " ".join(result.out.split())


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


def test_help_is_there_between_two_deals_too(
    run: Trull, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is told that ``?`` helps is helped."""
    answers, between = anything(), iter(["unsinn", "?", "?T-1.9", "sheet", "q"])
    monkeypatch.setattr(
        "builtins.input",
        lambda prompt="": next(between if "nächstes Spiel" in prompt else answers),
    )
    result = run("play", "--seed", 5, "--record", tmp_path / "deal.trn")
    assert result.out.count("verstehe ich nicht") - result.out.count("„1 2 3“") == 1
    assert Words("de").cli("help_between", clause="T-1.9").split(";")[0] in " ".join(
        result.out.split()
    )
    assert "T-1.9: Farbzwang" in result.out
    assert result.out.count("\nSchrift ") == 2


def test_help_is_there_at_a_baptism_too(run: Trull, tmp_path: Path) -> None:
    record = tmp_path / "perlagg.trn"
    play = ["play", "perlaggen/1890", "--players", 2, "--record", record]
    typed = "16\n\nlook\n\nw\nunsinn\n?\n?P90-13\nq\n"
    result = run(*play, "--seed", 7, typed=typed)
    assert result.out.count("Wie taufst du Weli?") == 2
    assert "P90-13: " in result.out
    assert (result.code, result.out.count("verstehe ich nicht")) == (0, 1)


def test_a_game_that_goes_on_in_another_window_is_not_written_over(
    run: Trull, tmp_path: Path
) -> None:
    record = tmp_path / "game.trn"
    run("play", "--seed", 5, "--record", record, typed="1\n")
    kept = list[str]()

    def elsewhere() -> Iterator[str]:
        """Somebody who sits down here, then plays on in another window, then comes back."""
        yield "j"
        found = store.saved(record)
        other = store.Store(record, found.text)
        game = notation.replayed(found.records[-1])
        game.act(str(first_lawful(game, min(game.duty))))
        other.write(notation.of_game(game, found.records[-1].tags))
        kept.append(record.read_text(encoding="utf-8"))
        yield "1"

    result = run("play", "--record", record, typed=elsewhere())
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert str(record) in result.err
    assert kept == [record.read_text(encoding="utf-8")]
    assert run("play", "--record", record, "--resume", typed="").code == 0


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
