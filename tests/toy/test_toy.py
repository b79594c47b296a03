"""A fourth game is a folder: all of Trull plays it, and nothing of Trull has heard of it."""

from __future__ import annotations

import asyncio
import inspect
import json
import random
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from itertools import chain, cycle
from pathlib import Path

import pytest

import test_contract
import test_game
import test_match
import test_views
from players import dealt, seated, serving, visitors
from players import run as awaited
from random_games import random_setup
from tables import full
from terminal import Trull
from trull import clauses, conformance, games, laws, locale, notation, referee, ruleset
from trull.bots import make
from trull.cards import Card
from trull.cli.faces import Face, face_of
from trull.cli.words import Words
from trull.errors import CaseError, TrullError
from trull.game import Game
from trull.learn import quiz
from trull.machine import tokens
from trull.machine.steps import Steps
from trull.settlement import Factor
from trull.state import Action, Seat, Setup
from trull.table import shown, typescript
from trull.table.room.records import past_deals

Command = Callable[..., subprocess.CompletedProcess[str]]
HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RULES = ("gamsjagd/alm", "gamsjagd/tal")
NAMES = ("gamsjagd", "gams24", "toy-")
"""What only this game is called, in small letters: itself, its pack, its clauses."""

pytestmark = pytest.mark.usefixtures("installed")


# Its own folder alone


def test_nothing_outside_its_folder_has_heard_of_it() -> None:
    """The proof: 0 files elsewhere had to be edited for the game."""
    told = [file for file in _files() if any(name in _read(file) for name in NAMES)]
    assert told == []


def _files() -> Iterator[Path]:
    built = {"node_modules", "static", "__pycache__"}
    for folder in ("src", "web", "rules", "docs", "tests"):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and not built & set(file.parts) and HERE not in file.parents:
                yield file
    yield from (ROOT / name for name in ("pyproject.toml", "Makefile", "README.md"))


def _read(file: Path) -> str:
    return file.read_bytes().decode("utf-8", "replace").casefold()


def test_it_is_found_by_its_entry_point_and_only_where_it_is_installed(
    trull_with: Command,
) -> None:
    assert "Gamsjagd im Tal · 3 Spieler, 24 Karten" in trull_with("rules", "list").stdout
    refused = trull_with("rules", "show", "gamsjagd/alm", without=True)
    assert (refused.returncode, "no such rule set" in refused.stderr) == (2, True)


# The text, the code, the data, the sentences


def test_every_clause_stands_in_the_text_the_code_and_both_catalogues() -> None:
    laws.of("gamsjagd")
    line = re.compile(r"^- \*\*(TOY-\d+)\*\* \([A-Z]\) (.+)$", re.MULTILINE)
    text = dict(line.findall((HERE / "gamsjagd" / "rules.md").read_text(encoding="utf-8")))
    assert len(text) == 11
    assert {name for name in clauses.register() if name.startswith("TOY-")} == set(text)
    for language in locale.LANGUAGES:
        assert all(clauses.text(name, language) for name in text)


@pytest.mark.parametrize("language", locale.LANGUAGES)
def test_every_word_of_the_game_has_its_sentence(language: str) -> None:
    words, source = Words(language, RULES[0]), (HERE / "gamsjagd" / "laws.py").read_text()
    for code in re.findall(r'fault\("TOY-\d+", "(\w+)"', source):
        assert words.find("fault", code), code
    for section in ("verb", "prompt", "told"):
        assert all(words.find(section, v) for v in ("exchange", "keep", "play", "raise")), section
    assert (words.card("G3"), words.card("A7")) == ("Gams 3", "Alm 7")
    assert words.find("option", "raises")


def test_a_game_adds_sentences_and_never_replaces_one() -> None:
    house = {"word": {"pagat": "Pagat"}}
    with pytest.raises(TrullError, match=r"word\.pagat"):
        locale._added(house, {"word": {"pagat": "Bock"}}, "a sentence of Trull")
    assert set(locale.catalogue("de")["verb"]) > set(locale.of_guests("de")["verb"])


def test_its_rules_are_read_compared_and_changed_like_any(run: Trull, tmp_path: Path) -> None:
    assert "je Stich Unterschied" in run("rules", "show", RULES[0]).out
    clause = run("rules", "show", "TOY-5").out
    assert "Whoever cannot follow must play a Gams" in clause
    assert "gamsjagd.laws.play_faults  (laws.py:" in clause
    assert "raises: So oft" in run("rules", "diff", *RULES).out
    assert "* 1" in run("rules", "options", RULES[1]).out
    house = tmp_path / "house.toml"
    house.write_text('base = "gamsjagd/alm"\n[option]\nraises = 0\n[price.empty]\nvalue = 4\n')
    assert "price.empty.value: 2 → 4" in run("rules", "check", house).out
    assert Game(random_setup(ruleset.load(house), random.Random(1))).phase == "exchange"


# The contract of all games


CONTRACT = [
    law
    for module in (test_contract, test_game, test_match)
    for law in vars(module).values()
    for mark in getattr(law, "pytestmark", ())
    if mark.name == "parametrize" and mark.args[0] == "name"
]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("law", CONTRACT, ids=lambda law: str(law.__name__))
def test_it_keeps_the_contract_of_all_games(law: Callable[..., None], rules: str) -> None:
    assert len(CONTRACT) > 6
    free = {"free": False} if "free" in inspect.signature(law).parameters else {}
    law(name=rules, **free)


@pytest.mark.parametrize("rules", RULES)
def test_no_seat_sees_what_is_hidden_from_it(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_views, "DEALS", 100)
    test_views.test_a_view_does_not_depend_on_what_the_seat_cannot_see(rules)
    test_views.test_what_is_common_is_the_same_for_every_seat_and_for_a_spectator(rules)


def test_it_is_walked_by_the_tokens_it_has_numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    for _ in range(20):
        steps = Steps(Game(random_setup(ruleset.load(RULES[0]), rng)))
        while not steps.done:
            steps.apply(rng.choice(steps.tokens()))
        assert sum(steps.rewards()) == 0
    monkeypatch.setattr(games, "guests", lambda: {"gamsjagd": "gamsjagd.locale"})
    tokens.of_game.cache_clear()
    with pytest.raises(TrullError, match="gamsjagd has no table of tokens"):
        tokens.of_game("gamsjagd")
    tokens.of_game.cache_clear()


# Its own laws


def dealt_out(hands: tuple[str, str, str], stock: str, **options: object) -> Game:
    """A deal in which each seat, from the Vorhand on, was given these cards."""
    rules = ruleset.load(RULES[0], options)
    pack = laws.of(rules.game).pack
    cards = chain.from_iterable(zip(*map(pack.read, hands), strict=True))
    order = tuple(map(Card, (*cards, *pack.read(stock))))
    return Game(Setup(rules=rules, seats=3, forehand=Seat(0), dealer=Seat(2), pack=order))


def hunt(**options: object) -> Game:
    """Anna has the Almen, Berta the Bäche and the highest Gams, Clara the Felsen."""
    hands = ("A1 A2 A3 A4 A5 A6 A7", "B1 B2 B3 B4 B5 B6 G3", "F1 F2 F3 F4 F5 F6 F7")
    return dealt_out(hands, "G1 G2 B7", **options)


def done(game: Game, *words: str) -> Game:
    """The game after these acts, ``seat verb …`` each."""
    for act in words:
        seat, _, said = act.partition(" ")
        game.apply(Seat(int(seat)), said)
    return game


def test_the_exchange_takes_the_top_of_the_stock_and_tells_nobody() -> None:
    game = done(hunt(), "0 exchange A1")
    assert "G1" in game.view_for(Seat(0)).hand
    assert game.view_for(Seat(0)).seen[-1].args == ("A1",)
    assert game.view_for(Seat(1)).seen[-1].args == ("?",)


def test_who_cannot_follow_must_hunt_unless_the_table_says_otherwise() -> None:
    keep = ("0 keep", "1 keep", "2 keep", "0 play A7")
    (fault,) = done(hunt(), *keep).faults(Seat(1), Action("play", ("B1",)))
    assert (fault.clause, fault.code) == ("TOY-5", "must_hunt")
    assert len(done(hunt(must_hunt=False), *keep).plays(Seat(1))) == 7


def test_a_raise_comes_out_of_turn_and_doubles_all() -> None:
    keep = ("0 keep", "1 keep", "2 keep")
    game = done(hunt(), *keep, "0 play A7", "1 play G3", "2 play F1")
    assert [p.verb for p in game.prompts(Seat(0))] == []
    done(game, "1 play B6", "2 play F2", "1 raise", "0 play A1")
    for at in range(5):
        done(game, f"1 play B{5 - at}", f"2 play F{3 + at}", f"0 play A{2 + at}")
    result = game.settlement()
    assert result is not None
    assert result.points == (-18, 36, -18)  # seven tricks and two empty hands, doubled
    assert {factor for line in result.lines for factor in line.factors} == {
        Factor("raise", 2, "TOY-7")
    }


# In the terminal


def test_a_sitting_is_played_in_the_terminal(run: Trull, tmp_path: Path) -> None:
    kept = tmp_path / "g.trn"
    typed = chain(["?", "tausche fels 2"], cycle(["1", ""]))
    args = ("play", RULES[0], "--seed", 5, "--deals", 2, "--record", kept)
    result = run(*args, typed=typed)
    assert (result.code, result.err) == (0, "")
    for told in ("Gezogen wird um das erste Geben: Du Alm 2", "Resi behält", "TOY-8", "treibt!"):
        assert told in result.out
    found = notation.parse_all(kept.read_text(encoding="utf-8"))
    assert len(found) == 2
    assert str(found[0].acts[1].action) == "exchange F2"
    assert run("replay", "--verify", kept).out.count("alle regelgerecht") == 2
    assert "TOY-8" in run("settle", kept).out
    assert run("settle", kept, "--under", RULES[1]).code == 0


def test_it_is_typed_into_an_installed_command(trull_with: Command, tmp_path: Path) -> None:
    kept = tmp_path / "g.trn"
    args = ("play", RULES[1], "--lang", "en", "--seed", 7, "--deals", 1, "--record", kept)
    result = trull_with(*args, typed="1\n\n" * 60)
    assert result.returncode == 0, result.stderr
    assert "The hunt" in result.stdout
    assert "TOY-8: Between any two players" in result.stdout


def test_its_face_is_the_plain_one() -> None:
    assert type(face_of("gamsjagd")) is Face


def test_facts_are_refused_clearly_where_the_game_tells_none(run: Trull, tmp_path: Path) -> None:
    facts = tmp_path / "facts.json"
    facts.write_text('{"ruleset": "gamsjagd/alm"}')
    refused = run("settle", facts)
    assert (refused.code, "give a record" in refused.err) == (2, True)
    cases = tmp_path / "cases.json"
    cases.write_text('{"game": "gamsjagd", "cases": []}')
    with pytest.raises(CaseError, match="gamsjagd checks no cases"):
        conformance.run(cases)


# Before the referee


def free_record() -> str:
    """At a free table Berta does not hunt in the first trick, and nobody has said anything."""
    game = hunt(table="free")
    rng = random.Random(1)
    done(game, "0 keep", "1 keep", "2 keep", "0 play A7", "1 play B1", "2 play F1")
    while game.phase == "play":
        for seat in game.duty:
            game.apply(seat, rng.choice(game.plays(seat)))
    done(game, "0 accept", "1 accept", "2 accept")
    return notation.format_record(notation.of_game(game, {"Players": "Anna, Berta, Clara"}))


def test_the_referee_finds_a_renonce(run: Trull, tmp_path: Path) -> None:
    (tmp_path / "g.trn").write_text(free_record(), encoding="utf-8")
    told = run("judge", tmp_path / "g.trn", "--lang", "en")
    assert told.code == 0
    assert "no Gams played" in told.out
    judged = referee.judge(notation.parse(free_record()))
    assert [(b.kind, b.clause, b.trick) for b in judged.breaches] == [("must_hunt", "TOY-5", 1)]
    assert judged.resettled is not None
    assert judged.resettled.points == (5, -10, 5)


def test_a_claim_ends_the_deal_at_a_free_table() -> None:
    game = done(hunt(table="free"), "0 keep", "1 keep", "2 keep", "0 play A7", "1 play B1")
    done(game, "0 claim 1 any 1", "0 accept", "1 accept", "2 accept")
    result = game.settlement()
    assert result is not None
    assert result.points == (5, -10, 5)


# Bots


def test_the_arena_plays_it(trull_with: Command) -> None:
    told = trull_with("arena", "random", "heuristic", "--rules", RULES[0], "--deals", 6, "--json")
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)


def test_who_would_think_says_why_he_does_not_and_plays_quietly() -> None:
    bot, rng = make("search", 1), random.Random(1)
    game = Game(random_setup(ruleset.load(RULES[0]), rng))
    said = set()
    while game.duty:
        (seat,) = game.duty
        act = bot.act(game.view_for(seat))
        said.add(getattr(bot, "failure", ""))
        assert act is not None
        game.apply(seat, act)
    assert any("gamsjagd" in why for why in said), said


def test_who_looks_for_safe_puzzles_is_told_why_there_are_none(run: Trull, tmp_path: Path) -> None:
    told = run("puzzles", "mine", "gamsjagd", "--kind", "safe", "--out", tmp_path / "mined.jsonl")
    assert (told.code, told.out) == (0, "0\n")
    assert [line.partition(":")[0] for line in told.err.splitlines()] == list(RULES)
    assert "its bots know no layouts" in told.err


# At the table


@pytest.mark.parametrize("rules", RULES)
def test_a_room_plays_it_and_keeps_the_deals(rules: str) -> None:
    table = full(rules)
    table.play()
    table.start()
    table.play()
    picture = table.sees("Anna")
    assert picture.settlement is not None
    assert picture.sheet is not None
    assert len(picture.sheet.rows) == 2
    assert picture.view["stock"] <= 3
    assert [deal.settlement for deal in past_deals(table.log)][-1] == picture.settlement


def test_people_and_bots_play_it_over_real_sockets(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            people = await visitors(stack, base, "Anna", "Berta")
            room = await seated(base, RULES[0], people)
            await dealt(people)
            await asyncio.gather(*(player.play() for player in people))
            status, text, _ = await people[0].get(f"/api/rooms/{room}/records")
            assert status == 200
            assert notation.replayed(notation.parse(text.decode())).over
            _, body, _ = await people[0].get("/api/rules")
            (book,) = [book for book in json.loads(body) if book["name"] == RULES[0]]
            assert (book["pack"], book["clauses"]) == ("gams24", ["TOY"])
            assert book["suits"]["G"] == ["G1", "G2", "G3"]
            assert "search" in book["bots"]
            _, body, _ = await people[0].get("/locale/guests/de.json")
            assert json.loads(body)["phase"] == {
                "gamsjagd.exchange": "Tauschen",
                "gamsjagd.over": "Abrechnung",
                "gamsjagd.play": "Jagd",
            }
            _, body, _ = await people[0].get("/locale/en.json")
            assert json.loads(body)["phase"]["gamsjagd.play"] == "The hunt"

    awaited(go)


def test_the_wire_types_are_those_of_the_house_whoever_is_installed() -> None:
    laws.of("gamsjagd")
    assert "Gamsjagd" not in typescript.text()
    assert "colours" in shown.BookShown.__struct_fields__


def test_questions_are_drawn_about_its_cards_without_a_school_of_its_own() -> None:
    rules = ruleset.load(RULES[0])
    assert quiz.types_of(rules) == ("legal", "winner", "clause")
    for kind in ("legal", "winner"):
        question = quiz.draw(kind, rules, 1)
        assert set(question.right) <= set(question.choices)
