"""The post-mortem: a certain blunder is found, and priced as the laws price it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

import random_games
from trull import cli, laws, notation, ruleset
from trull.bots import belief, postmortem
from trull.bots.postmortem.knowable import known
from trull.bots.postmortem.laid_open import answers
from trull.bots.postmortem.verdicts import decision
from trull.game import Game
from trull.laws.lhombre.view import LhombreView
from trull.notation import Record
from trull.state import Act, Action, Logged, Seat, View
from twin_deals import stopped_somewhere, twin

RECORDS = Path(__file__).parents[1] / "transcripts"
KAISERSTICH = RECORDS / "tirol-rufer-kaiserstich.trn"
SPIEL_AUS = RECORDS / "perlaggen-spiel-aus.trn"
GAMES = ("koenigrufen/tirol", "koenigrufen/finale", "lhombre/compagnie", "perlaggen/1890")
CARDS = 2
"""So many cards are left in hand where every line of play is tried."""


# Every line of play, by the laws themselves

Vector = tuple[Fraction, ...]
Counts = Callable[[str], bool]
GAME_LINES: dict[str, Counts] = {
    "koenigrufen": lambda item: item == "game" or item.startswith("sack"),
    "lhombre": lambda item: item in ("consolation", "points"),
    "perlaggen": lambda item: item == "spiel",
}
"""The lines of a settlement that the game itself makes, bonuses and figures apart."""


class Beyond(Exception):
    """The tricks did not decide the game: all of them went to one side, or nobody played."""


def plays(view: View) -> list[Action]:
    """The lawful cards of a seat on turn."""
    return [Action("play", (c,)) for p in view.prompts if p.verb == "play" for c in p.choices]


def brought(game: str, state: Logged, counts: Counts) -> Vector:
    """What some lines of the settlement bring each seat, once the cards have fallen."""
    rules = laws.of(game)
    for _ in range(40):  # what is still to be said and shown
        if not (duty := rules.duty(state)):
            break
        seat = min(duty)
        words = [p for p in rules.view(state, seat).prompts if p.least == len(p.must)]
        quiet = [p for p in words if p.verb in random_games.QUIET]
        said = (quiet or words)[0]
        state = rules.step(state, seat, Action(said.verb, said.must))
    result = rules.settle(state)
    lines = [line for line in result.lines if counts(line.item)] if result else []
    if result is None or not lines or any(line.item == "valat" for line in result.lines):
        raise Beyond
    found = [Fraction(0)] * result.seats
    for line in lines:
        for payer, payee, amount in line.points:
            found[payer] -= amount
            found[payee] += amount
    return tuple(found)


def tried(game: str, state: Logged, counts: Counts) -> Vector:
    """What comes of it if everybody, seeing all cards, does the best for himself."""
    rules = laws.of(game)
    duty = rules.duty(state)
    if not duty or rules.phase(state) != "play":
        return brought(game, state, counts)
    seat = min(duty)
    offered = plays(rules.view(state, seat))
    if not offered:
        raise Beyond
    ways = [tried(game, rules.step(state, seat, act), counts) for act in offered]
    return max(ways, key=lambda way: way[seat])


def values(game: str, state: Logged, seat: Seat, counts: Counts) -> dict[Action, Fraction]:
    """What each card of the seat on turn leads to for it."""
    rules = laws.of(game)
    offered = plays(rules.view(state, seat))
    return {a: tried(game, rules.step(state, seat, a), counts)[seat] for a in offered}


# Positions in which a blunder is certain


class Blunder(NamedTuple):
    """A deal in which somebody plays the worst card; what each card would have brought."""

    record: Record
    at: int
    values: dict[Action, Fraction]


PASSED_OVER = {"perlaggen/1890": 16}
"""Numbers of chance left out, so that an early deal is one in which a cost is certain."""


def endings(name: str) -> Iterator[Game]:
    """Random deals with a few cards left, before the card of a seat that has a choice."""
    for seed in range(4000):
        rng = random.Random(f"{name} {seed}")
        rules = ruleset.load(name)
        for _ in range(PASSED_OVER.get(name, 0)):
            rng.random()
        if "early_end" in rules.options:
            rules = rules.with_options({"early_end": False})
        game = Game(random_games.random_setup(rules, rng))
        for seat, _act in random_games.acts(game, rng):
            view = game.view_for(seat)
            if view.phase == "play" and len(view.hand) <= CARDS:
                if game.duty == {seat} and len(plays(view)) > 1:
                    yield game
                break


def blundered(game: Game, act: Action) -> Record:
    """The deal with this act, played on to its end by anybody."""
    (seat,) = game.duty
    after = Game(game.setup)
    for done in game.log:
        after.apply(done.seat, done.action)
    after.apply(seat, act)
    for _ in random_games.acts(after, random.Random(1)):
        pass
    return notation.of_game(after)


def blunders(name: str, how_many: int) -> Iterator[Blunder]:
    """Deals in which the worst card costs something, by every line of play."""
    found = 0
    for game in endings(name):
        (seat,), kind = game.duty, game.setup.rules.game
        try:
            worth = values(kind, game.state, seat, GAME_LINES[kind])
        except Beyond:
            continue
        worst = min(worth, key=lambda act: worth[act])
        if worth[worst] < max(worth.values()):
            yield Blunder(blundered(game, worst), len(game.log), worth)
            found += 1
        if found == how_many:
            return


@pytest.mark.parametrize("name", GAMES)
def test_with_open_cards_a_blunder_costs_what_trying_every_line_says(name: str) -> None:
    met = 0
    for blunder in blunders(name, 2):
        moment = postmortem.judged(blunder.record, blunder.at)
        found, best = decision(moment), max(blunder.values.values())
        assert found is not None
        assert found.open == pytest.approx(float(best - blunder.values[found.did]))
        opened = Action("play", (moment.open[0].best(()),))
        assert blunder.values[opened] == best
        for choice in postmortem.choices_at(moment):
            if choice.worth is not None:
                lost = max(one.worth or 0.0 for one in postmortem.choices_at(moment)) - choice.worth
                assert lost == pytest.approx(float(best - blunder.values[choice.action]))
        met += 1
    assert met == 2


def certain(game: Game) -> tuple[Action, Action] | None:
    """A card and one that is never better and mostly worse, in every deal the seat thinks of."""
    (seat,), kind = game.duty, game.setup.rules.game
    counts = GAME_LINES[kind] if kind == "perlaggen" else lambda _item: True
    try:
        real = values(kind, game.state, seat, counts)
        if max(real.values()) < min(real.values()) + 1:
            return None
        believed = belief.of(game.view_for(seat))
        thought = belief.uniform(believed, random.Random(1), 12)
        states = [state for one in thought if (state := belief.replayed(believed, one)) is not None]
        worths = [real, *(values(kind, state, seat, counts) for state in states)]
    except Beyond:
        return None
    if len(worths) < 4:
        return None
    for good in worths[0]:
        for bad in worths[0]:
            gains = [worth[good] - worth[bad] for worth in worths]
            if min(gains) >= 0 and 4 * sum(gain >= 1 for gain in gains) >= 3 * len(gains):
                return good, bad
    return None


@pytest.mark.parametrize("name", ["koenigrufen/tirol", "lhombre/compagnie", "perlaggen/1890"])
def test_who_could_know_it_is_told_what_his_card_cost(name: str) -> None:
    game, pair = next((g, pair) for g in endings(name) if (pair := certain(g)) is not None)
    (seat,), (good, bad) = game.duty, pair
    view = game.view_for(seat)
    found = known(view, bad, "seed")
    assert found is not None
    assert found.better is not None
    assert found.cost > 0.1
    right = known(view, found.better, "seed")
    assert right is not None
    assert right.better is None
    means = {one.action: one.mean for one in found.ranking}
    assert means[good] > means[bad]
    told = decision(postmortem.judged(blundered(game, bad), len(game.log)))
    assert told is not None
    assert told.reason.startswith("known")


@pytest.mark.parametrize("name", ["koenigrufen/tirol", "lhombre/compagnie", "perlaggen/1924"])
def test_what_could_be_known_depends_on_the_view_alone(name: str) -> None:
    """Other cards where the seat cannot see them: the same ranking, the same cost."""
    rng, met = random.Random(f"blind {name}"), 0
    while met < 3:
        game = stopped_somewhere(name, rng)
        if len(game.duty) != 1:
            continue
        (seat,) = game.duty
        other = twin(game, seat, rng)
        if other is None:
            continue
        act = random_games.random_action(game.view_for(seat).prompts, random.Random(met))
        found = [
            postmortem.judged(
                Record(setup=one.setup, acts=(*one.log, Act(seat, act))), len(one.log)
            )
            for one in (game, other)
        ]
        if found[0].known is None:
            continue
        assert found[0].known == found[1].known
        met += 1


# Whole deals


def test_the_same_record_and_seed_give_the_same_answer() -> None:
    record = notation.parse(SPIEL_AUS.read_text("utf-8"))
    told: list[tuple[int, int]] = []
    first = postmortem.examined(record, 5, lambda done, of: told.append((done, of)))
    assert first == postmortem.examined(record, 5)
    assert told == [(done, len(first.moments)) for done in range(len(first.moments) + 1)]


def test_where_it_could_still_be_won_somebody_gave_it_away() -> None:
    """The verdict's place is a decision of the losing side that lost the game."""
    record = notation.parse(KAISERSTICH.read_text("utf-8"))
    places = [at for at in postmortem.moments(record) if record.acts[at].action.verb == "play"]
    found = postmortem.summed_up(record, [postmortem.judged(record, at) for at in places])
    (code,) = {one.code for one in found.verdicts[1:3] if one}
    assert code == "could"
    assert {one.code for one in (found.verdicts[0], found.verdicts[3]) if one} == {"won_given"}
    verdict = found.verdicts[1]
    assert verdict is not None
    assert verdict.seat in (1, 2)
    assert any(one.turned for one in found.decisions[verdict.seat] if one.at == verdict.at)
    assert all(len(told) <= 3 for told in found.decisions)


def test_a_deal_nobody_played_is_not_solved() -> None:
    game = next(game for seed in range(500) if not _played(game := _random_deal(seed)))
    record = notation.of_game(game)
    found = [postmortem.judged(record, at) for at in postmortem.moments(record)[:1]]
    assert set(postmortem.summed_up(record, found).verdicts) == {None}


def test_a_card_before_its_turn_and_a_duty_are_not_solved_but_borne() -> None:
    """Tarock à l'Hombre at a free table: what is bound is no free choice of all who are to play."""
    record, at = _ahead()
    game = Game(record.setup)
    for act in record.acts[:at]:
        game.apply(act.seat, act.action)
    assert len(game.view_for(None).trick) == 2
    assert answers("lhombre", game.state) == ()
    found = postmortem.judged(record, at)
    assert (found.open, found.play) == ((), record.acts[at].action.args[0])


def test_who_is_bound_is_told_only_of_cards_he_might_have_played() -> None:
    """L-13.3: after the reminder his lowest tarock was the only card."""
    met = 0
    for game in late_at_a_free_table():
        for _ in range(2):
            game.apply(min(game.duty), game.plays(min(game.duty))[0])
        (seat,) = game.duty
        view = game.view_for(seat)
        assert isinstance(view, LhombreView)
        friend = next(Seat(q) for q in range(3) if q not in (seat, view.ombre))
        if seat == view.ombre:
            continue
        free = game.plays(seat)
        game.apply(friend, "hint_overtrump")
        lawful = {act.args[0] for act in game.plays(seat)}
        if len(lawful) < len(free):
            assert {code for one in answers("lhombre", game.state) for code in one.plays} <= lawful
            met += 1
        if met == 2:
            break
    assert met == 2


def late_at_a_free_table() -> Iterator[Game]:
    """Lawful deals of Tarock à l'Hombre with three tricks to go, before each card."""
    for seed in range(50):
        rng = random.Random(f"late {seed}")
        rules = ruleset.load("lhombre/compagnie", {"table": "free"})
        game = Game(random_games.random_setup(rules, rng))
        while game.duty and game.phase != "count":
            (seat,) = game.duty
            offers = [p for p in game.prompts(seat) if not p.open and p.verb != "is_it_yours"]
            if game.phase == "play" and sum(game.view_for(None).taken) == 22:
                yield game
                break
            game.apply(seat, random_games.random_action(tuple(offers), rng))


def _ahead() -> tuple[Record, int]:
    """A deal in which the last to play puts his card before his neighbour's, and that moment."""
    game = next(late_at_a_free_table())
    game.apply(min(game.duty), game.plays(min(game.duty))[0])
    (seat,) = game.duty
    third = Seat((seat + 1) % 3)
    game.apply(third, Action("play", game.view_for(third).hand[:1]))
    (act, *_) = game.plays(seat)
    return Record(setup=game.setup, acts=(*game.log, Act(seat, act))), len(game.log)


def _random_deal(seed: int) -> Game:
    rng = random.Random(f"nobody {seed}")
    game = Game(random_games.random_setup(random_games.random_rules("lhombre/compagnie", rng), rng))
    for _ in random_games.acts(game, rng):
        pass
    return game


def _played(game: Game) -> bool:
    return any(act.action.verb == "play" for act in game.log)


# The command


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = cli.main(["postmortem", *words])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_the_command_tells_it_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    status, german, _ = said(capsys, str(SPIEL_AUS), "--lang", "de")
    assert status == 0
    assert "War das zu gewinnen?" in german
    assert "{" not in german
    _, english, _ = said(capsys, str(SPIEL_AUS), "--lang", "en")
    assert "could it have been won?" in english
    assert "{" not in english


def test_the_command_tells_it_to_programs(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, str(SPIEL_AUS), "--json")
    told = json.loads(out)
    assert status == 0
    assert len(told["seats"]) == notation.parse(SPIEL_AUS.read_text("utf-8")).setup.seats
    assert {"at", "seat", "did", "choices"} <= set(told["moments"][0])


def test_a_running_deal_is_nobodys_business(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record = notation.parse(KAISERSTICH.read_text("utf-8"))
    begun = Record(setup=record.setup, acts=record.acts[:30])
    path = tmp_path / "begun.trn"
    path.write_text(notation.format_record(begun), "utf-8")
    status, _, err = said(capsys, str(path))
    assert status == 2
    assert "is not over" in err
    status, _, err = said(capsys, str(KAISERSTICH), "--deal", "2")
    assert (status, "there is no deal 2" in err) == (2, True)
