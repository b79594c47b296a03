"""``trull puzzles``: solved by numbers, checked by line, rated and kept by the same files alike."""

from __future__ import annotations

import json
from itertools import chain, cycle
from pathlib import Path

from terminal import Trull
from trull import notation, ruleset
from trull.learn.puzzles import closed, rule, safe, source, stock
from trull.learn.puzzles.check import prove
from trull.learn.puzzles.frames import Framed, framed
from trull.learn.puzzles.record import in_file, write
from trull.learn.puzzles.veiled import veiled

SHIPPED = tuple(stock.of_kind().values())
DEAL = 5991
"""A deal in which there is a puzzle, soon found."""
EVERY = 40
"""Of so many shipped puzzles one stands in the file that is rated."""


def right(puzzle: Framed) -> str:
    """The number of the right card of a puzzle asked once, no card of which has two names."""
    (node,) = puzzle.nodes
    return str(node.choices.index(node.right[0]) + 1)


def once() -> Framed:
    """A puzzle asked once, whose first card is wrong."""
    shown = map(framed, (one for one in SHIPPED if one.line.depth == 1))
    return next(
        one
        for one in shown
        if one.game == "koenigrufen" and one.nodes[0].choices[0] not in one.nodes[0].right
    )


def test_a_right_card_solves_it_in_both_languages(run: Trull) -> None:
    one = once()
    german = run("puzzles", "solve", one.id, typed=right(one))
    english = run("puzzles", "solve", one.id, "--lang", "en", typed=right(one))
    assert (german.code, english.code) == (0, 0)
    assert "Gelöst, ohne einen Fehler." in german.out
    assert "Solved, without a mistake." in english.out
    assert "{" not in german.out + english.out


def test_a_wrong_card_is_answered_and_one_tries_again(run: Trull) -> None:
    one = once()
    told = run("puzzles", "solve", one.id, typed=f"0\nx\n1\n{right(one)}")
    assert told.out.count("Eine Nummer von 1 bis") == 2
    assert "So könnte es weitergehen" in told.out
    assert "Gelöst, aber nicht auf Anhieb." in told.out


def test_themes_are_told_after_the_last_card_alone(run: Trull) -> None:
    one = once()
    before, _, after = run("puzzles", "solve", one.id, typed=right(one)).out.rpartition("Gelöst")
    assert "Thema: " in after
    assert "Thema" not in before


def test_every_game_is_solved_by_whoever_tries_all_numbers(run: Trull) -> None:
    """Several questions, baptised cards and every sentence of an aim among them."""
    numbers = cycle(map(str, chain(range(1, 10), range(1, 34))))
    for game in ("koenigrufen", "lhombre", "perlaggen"):
        told = run("puzzles", "solve", "--rules", game, "-n", 5, "--seed", 4, typed=numbers)
        assert told.code == 0
        assert "von 5 auf Anhieb gelöst." in told.out


def test_theme_and_rating_choose(run: Trull) -> None:
    words = ("puzzles", "solve", "--theme", "bird.T1", "--rating", 1900, "--seed", 1, "-n", 3)
    told = run(*words, typed=cycle("123456789"))
    assert told.out.count("Pagat machen") == 3
    ratings = [int(line.split("·")[2].split()[0]) for line in told.out.splitlines() if "·" in line
               and line.startswith("Rätsel")]  # fmt: skip
    assert len(ratings) == 3
    assert all(1800 <= rating <= 2000 for rating in ratings)


def test_what_there_is_not_is_a_mistake_of_the_person(run: Trull, tmp_path: Path) -> None:
    mistakes = {
        "no puzzle is called 'none'": ("solve", "none"),
        "no theme 'bridge'; there are bird.T1": ("solve", "--theme", "bridge"),
        "'chess'": ("solve", "--rules", "chess"),
        "there is no such file": ("check", tmp_path / "none.jsonl"),
        "expected puzzles of one game, found 2": (
            *("rate", "--out", tmp_path),
            *(path for path in stock.paths() if path.stem in ("1890", "compagnie")),
        ),
    }
    for reason, words in mistakes.items():
        told = run("puzzles", *words)
        assert (told.code, reason in told.err) == (2, True), told


def test_check_names_line_and_reason(run: Trull, tmp_path: Path) -> None:
    some = [one for one in SHIPPED if one.rules == "perlaggen/1890" and one.line.depth == 1][:2]
    path = tmp_path / "perlaggen" / "1890.jsonl"
    write(path, some)
    assert run("puzzles", "check", path).out == "2 von 2 Rätseln stimmen.\n"
    first, second = path.read_text().splitlines()
    told = json.loads(second)
    told["themes"] = []
    path.write_text(f"{first}\n{json.dumps(told)}\n")
    found = run("puzzles", "check", path)
    assert found.code == 1
    assert "1890.jsonl:2: its themes are spiel" in found.out
    assert "1 von 2 Rätseln stimmen." in found.out


def test_the_same_mined_files_are_rated_and_kept_alike(run: Trull, tmp_path: Path) -> None:
    mined = tmp_path / "mined.jsonl"
    write(mined, [one for one in SHIPPED if one.rules.startswith("koenigrufen/")][::EVERY])
    for name in ("a", "b"):
        told = run("puzzles", "rate", mined, "--keep", 10, "--out", tmp_path / name)
        assert told.code == 0
        assert "rating: " in told.out
    kept = [sorted((tmp_path / name).rglob("*.jsonl")) for name in ("a", "b")]
    assert [path.read_bytes() for path in kept[0]] == [path.read_bytes() for path in kept[1]]
    assert kept[0]


def test_from_ones_own_game_they_are_asked_or_kept(run: Trull, tmp_path: Path) -> None:
    """A deal out of which one is shipped, by its record up to the last card."""
    game = source.moments(ruleset.load("koenigrufen/tirol"), 1, DEAL)[-1]
    record = tmp_path / "game.trn"
    record.write_text(notation.format_record(notation.of_game(game)), encoding="utf-8")
    kept = run("puzzles", "from", record, "--out", tmp_path / "own.jsonl")
    own = tuple(in_file(tmp_path / "own.jsonl"))
    assert (kept.code, kept.out) == (0, f"Gefundene Rätsel: {len(own)}.\n")
    assert own
    for one in own:
        prove(one)
    seat = own[0].seat
    asked = run("puzzles", "from", record, "--seat", seat, typed=cycle("123456789"))
    assert asked.out.count("Rätsel ") == sum(one.seat == seat for one in own)
    again = run("puzzles", "solve", "--in", tmp_path / "own.jsonl", typed=cycle("123456789"))
    assert "Gelöst" in again.out
    assert run("puzzles", "from", record, "--deal", 2).code == 2


def test_a_puzzle_about_the_rules_is_asked_and_answered(run: Trull) -> None:
    one = next(iter(stock.of_kind(rule.KIND).values()))
    choices = rule.question(one).choices
    right = " ".join(str(n) for n, card in enumerate(choices, 1) if card in one.line.keep)
    told = run("puzzles", "solve", one.id, typed=right)
    assert "Welche Karten darfst du spielen?" in told.out
    assert "Richtig!" in told.out
    wrong = run("puzzles", "solve", "--kind", "rule", "--seed", 1, typed="1\n1 2 3\n1")
    assert wrong.code == 0


def test_one_with_the_own_hand_alone_tells_what_each_choice_costs(run: Trull) -> None:
    one = next(iter(stock.of_kind(closed.KIND).values()))
    question = closed.question(one)
    number = question.choices.index(closed.right(one)) + 1
    right = run("puzzles", "solve", one.id, typed=str(number))
    assert "Was bringt dir im Schnitt am meisten?" in right.out
    assert "Richtig!" in right.out
    other = run("puzzles", "solve", one.id, typed="2" if number == 1 else "1")
    assert "Richtig!" not in other.out
    for told in (right.out, other.out):
        flat = " ".join(told.split())
        for loss, error in (pair for pair in one.counts.values() if pair[0]):
            points = f"{loss:.1f} Punkte weniger (± {error:.1f})".replace(".", ",")
            assert f"bringt im Schnitt um {points}" in flat
    drawn = run("puzzles", "solve", "--kind", "closed", "--rules", "perlaggen", typed="1")
    assert drawn.code == 0


def test_a_safe_one_shows_other_hands_after_a_card_alone(run: Trull) -> None:
    one = next(
        one
        for one in map(veiled, stock.of_kind(safe.KIND).values())
        if "=" not in "".join(one.nodes[0].choices)
    )
    (node,) = one.nodes
    (wrong, n), *_ = one.fails.items()
    numbers = [str(node.choices.index(card) + 1) for card in (wrong, node.right[0])]
    told = run("puzzles", "solve", one.id, typed="\n".join(numbers))
    before, _, after = " ".join(told.out.split()).partition("Welche Karte? (Nummer)")
    assert "So könnten die Karten liegen" not in before
    assert after.count("So könnten die Karten liegen") == 2
    assert f"in {n} von {one.of} Verteilungen nicht ({round(100 * n / one.of)} %)" in after
    assert "Das reicht in " in after
    assert "Gelöst, aber nicht auf Anhieb." in after
    drawn = run("puzzles", "solve", "--kind", "safe", "--seed", 1, typed=cycle("123456"))
    assert drawn.code == 0
