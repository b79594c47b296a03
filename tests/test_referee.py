"""``trull judge`` and the bots of a free table, over all rule sets: the referee reads records."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from random_games import acts, random_rules, random_setup
from trull import bots, cli, laws, notation, referee, ruleset
from trull.bots.noticing import noticed
from trull.game import Game
from trull.learn.koenigrufen import arranged
from trull.notation import Record
from trull.state import Seat

RULES = ruleset.published()
HANDS = ["HK H4 S8 C9", "H1 T5", "H2", "H3"]
RESULT = ("Points", "Money")
OPENING = ["cut 27", "bid solodreier", *["pass"] * 3, "lie", *["gut"] * 3]


def revoked(name: str = "koenigrufen/tirol") -> Game:
    """Seat 1 holds a heart, throws a tarock on the heart led, and nobody notices yet."""
    game = Game(arranged(ruleset.load(name).with_options({"table": "free"}), HANDS))
    for words in OPENING:
        game.act(words)
    for card in ("HK", "T5", "H2", "H3"):
        game.act(f"play {card}")
    return game


def played_by_bots(name: str, seed: int, clumsy: float) -> Game:
    """A whole deal of bots at a free table, who err, notice, claim and accept."""
    rng = random.Random(f"{name} {seed}")
    rules = ruleset.load(name).with_options({"table": "free"})
    game = Game(random_setup(rules, rng))
    players = [bots.make("random", seed * 8 + n, clumsy) for n in range(game.setup.seats)]
    while game.duty:
        seat = rng.choice(sorted(game.duty))
        act = players[seat].act(game.view_for(seat))
        assert act is not None, "who must act acts"
        game.apply(seat, act)
    return game


def record_of(game: Game, tmp_path: Path) -> Path:
    path = tmp_path / "deal.trn"
    path.write_text(notation.format_record(notation.of_game(game)), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", RULES)
def test_a_lawful_deal_is_never_accused_and_settled_as_it_was(name: str) -> None:
    for seed in range(12):
        rng = random.Random(f"{name} {seed}")
        game = Game(random_setup(random_rules(name, rng), rng))
        for _ in acts(game, rng):
            pass
        found = referee.judge(notation.of_game(game))
        assert found.breaches == ()
        assert found.settled == found.resettled == game.settlement()


@pytest.mark.parametrize("name", RULES)
def test_bots_play_a_free_table_to_its_settlement_and_the_record_says_the_same(name: str) -> None:
    for seed in range(6):
        game = played_by_bots(name, seed, 0.2)
        result = game.settlement()
        assert result is not None
        assert sum(result.points) == 0
        record = notation.parse(notation.format_record(notation.of_game(game)))
        assert notation.replayed(record) == game
        found = referee.judge(record)
        assert (found.settled, found.cases) == (result, game.view_for(None).cases)


def test_a_revoke_is_found_by_replay_with_seat_trick_and_clause() -> None:
    found = referee.judge(notation.of_game(revoked()))
    assert [(b.seat, b.kind, b.trick) for b in found.breaches] == [(1, "must_follow", 1)]
    assert found.settled is None  # the deal goes on
    assert found.resettled is not None
    assert found.resettled.points[1] < 0 < min(found.resettled.points[s] for s in (0, 2, 3))


def test_a_guarded_record_with_an_unlawful_act_can_still_be_judged() -> None:
    game = revoked()
    record = notation.of_game(game)
    guarded = Record(setup=arranged(ruleset.load("koenigrufen/tirol"), HANDS), acts=record.acts)
    assert [b.kind for b in referee.judge(guarded).breaches] == ["must_follow"]


def test_a_careful_player_claims_when_the_heart_shows_up_and_not_before() -> None:
    game = revoked()
    assert list(noticed(game.view_for(Seat(2)))) == []
    (leader,) = game.duty
    game.apply(leader, f"play {game.view_for(leader).hand[0]}")
    while "H1" in game.view_for(Seat(1)).hand:
        (seat,) = game.duty
        hand = game.view_for(seat).hand
        game.apply(seat, "play H1" if seat == 1 else f"play {hand[0]}")
    claims = [str(claim) for claim in noticed(game.view_for(Seat(2)))]
    assert "claim 1 any 1" in claims


# The command


def test_the_judge_names_breach_ruling_and_price(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = revoked()
    game.apply(Seat(0), "claim 1 any 1")
    path = record_of(game, tmp_path)
    assert cli.main(["judge", str(path), "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "T-6.1" in told
    assert "The record proves it" in " ".join(told.split())
    assert "T-6.2" in told


def test_the_judge_speaks_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["judge", str(record_of(revoked(), tmp_path)), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [breach["kind"] for breach in found["breaches"]] == ["must_follow"]
    assert sum(found["resettled"]["points"]) == 0


def test_the_judge_says_where_a_record_gives_another_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = record_of(played_by_bots("koenigrufen/tirol", 1, 0), tmp_path)
    right = path.read_text("utf-8")
    points = re.search(r'Points "(.*)"', right)
    assert points is not None
    forged = [right.replace(f'{tag} "{points[1]}', f'{tag} "+99 -33 -33 -33') for tag in RESULT]
    for text, misstated in ((right, False), *((text, True) for text in forged)):
        path.write_text(text, encoding="utf-8")
        assert cli.main(["judge", str(path), "--lang", "en"]) == 0
        assert ("The record says +99" in capsys.readouterr().out) is misstated
        assert cli.main(["judge", str(path), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["misstated"] is misstated


def test_a_pack_nobody_can_have_is_told_with_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = record_of(revoked(), tmp_path)
    text = re.sub(r'Pack "\w+ ', 'Pack "', path.read_text("utf-8"), count=1)
    path.write_text(text, encoding="utf-8")
    assert cli.main(["judge", str(path)]) == 2
    assert f"{path}: deal 1:" in capsys.readouterr().err


def test_the_same_acts_before_another_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = record_of(revoked(), tmp_path)
    assert cli.main(["judge", str(path), "--under", "koenigrufen/finale", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rules"].startswith("koenigrufen/finale")
    assert found["judged_by"].startswith("koenigrufen/tirol")  # there another seat cuts
    assert found["resettled"]["lines"][0]["clause"].startswith("F-10")


@pytest.mark.parametrize(
    "words",
    [
        ["--under", "perlaggen/1890"],
        ["--under", "koenigrufen/nowhere"],
        ["--set", "radl=maybe"],
    ],
)
def test_what_cannot_be_judged_is_one_clear_line(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["judge", str(record_of(revoked(), tmp_path)), *words]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)


def test_an_act_no_hand_can_have_done_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = record_of(revoked(), tmp_path)
    path.write_text(path.read_text("utf-8").replace("1 play T5", "1 play H3"), encoding="utf-8")
    assert cli.main(["judge", str(path), "--lang", "en"]) == 2
    assert "1 play H3" in capsys.readouterr().err


@pytest.mark.parametrize("game", sorted({name.split("/")[0] for name in RULES}))
@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_breach_has_a_name_in_both_languages(game: str, lang: str) -> None:
    from trull import locale

    named = locale.catalogue(lang)["breach"]
    for name in RULES:
        rules = ruleset.load(name)
        if rules.game == game:
            for kind in laws.of(game).rulings(rules):
                assert f"{game}.{kind}" in named or kind in named
