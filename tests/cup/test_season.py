"""Season tables and the exchange with ABAKUS, by numbers somebody checked by hand."""

from __future__ import annotations

from itertools import pairwise

import pytest

from trull.cup import exchange, plan, ranking
from trull.cup.exchange import Known, Row
from trull.cup.rehearsal import Evening
from trull.cup.season import (
    FIXED,
    START,
    Result,
    Scheme,
    half_of,
    heine,
    scheme,
    start_values,
    table,
    tirol,
    worth,
)
from trull.errors import CupError


@pytest.mark.parametrize(
    ("points", "value"),
    [
        *((-4, None), (1, 1), (100, 100), (101, 100), (102, 101), (139, 119)),
        *((299, 199), (300, 200), (363, 200)),
    ],
)
def test_heine(points: int, value: int | None) -> None:
    assert heine(points) == value


@pytest.mark.parametrize(("place", "value"), [(1, 200), (2, 184), (19, 25), (37, None)])
def test_tirol_with_37_people(place: int, value: int | None) -> None:
    assert tirol(place, 37) == value


def test_the_fixed_table_and_the_start_values() -> None:
    assert (len(FIXED), FIXED[0], FIXED[9], FIXED[24], FIXED[49]) == (50, 223, 117, 49, 1)
    assert (len(START), START[0], START[29], START[59]) == (60, 120, 32, 11)
    assert all(a > b for a, b in pairwise(FIXED))
    assert worth("fixed", Result("e", "a", 51, 99, 0)) is None


@pytest.mark.parametrize(("evenings", "count"), [(9, 5), (10, 5), (11, 5), (14, 7)])
def test_half_of_the_evenings_count(evenings: int, count: int) -> None:
    assert half_of(evenings) == count


def test_a_made_up_season_by_hand() -> None:
    """Three evenings of four people, the best two count; worked out on paper."""
    evenings: dict[str, dict[str, tuple[int | None, ...]]] = {
        "Imst": {"1": (60, 30, 10), "2": (20, 20, 20), "3": (-30, -25, -5), "4": (-50, -25, -25)},
        "Wels": {"1": (-10, -10, 0), "2": (150, 60, 20), "3": (10, None, 0), "4": (-150, -50, -20)},
        "Ried": {"1": (0, 0, 5), "2": (-40, 0, 0), "3": (30, 10, -5), "4": (10, -10, 0)},
    }
    told = [
        one
        for name, people in evenings.items()
        for one in exchange.results(name, [Row(pid, "", rounds) for pid, rounds in people.items()])
    ]
    fixed = {line.person: (line.place, line.total) for line in table("fixed", told, 2)}
    assert fixed == {"1": (1, 421), "2": (1, 421), "3": (1, 421), "4": (4, 348)}
    heine_table = {line.person: line.total for line in table("heine", told, 2)}
    assert heine_table == {"1": 105, "2": 60 + 165, "3": 45, "4": 0}
    tyrol = {line.person: line.total for line in table("tirol", told, 2)}
    assert tyrol == {"1": 200 + 59, "2": 200 + 59, "3": 200 + 59, "4": 7}
    assert start_values(table("heine", told, 2))["2"] == 120


def test_a_scheme_of_ones_own_a_share_of_evenings_and_a_final_on_top() -> None:
    """Values by place, the best two thirds of at least five, the final twice."""
    told: list[Result] = []
    for at in range(9):
        told += [Result(f"e{at}", "a", 1 + at % 2, 4, 0), Result(f"e{at}", "b", 2 - at % 2, 4, 0)]
    plan = scheme({"points": [9, 5, 1], "share": "2/3", "final": "3/2"}, "x")
    (first, second) = table(plan, told, final=[Result("f", "b", 3, 4, 0)])
    assert (first.person, first.total, first.counted) == ("a", 5 * 9 + 5, (9,) * 5 + (5,))
    assert (second.total, second.final) == (4 * 9 + 2 * 5 + 2, 2)
    late = table(plan, told, final=[Result("f", "c", 1, 4, 0)])[-1]
    assert (late.person, late.total, late.evenings) == ("c", 14, 0)


def test_a_formula_is_exact_rounded_by_half_and_never_runs_away() -> None:
    plan = scheme({"points": "max(0, 200 * ((people - place) / (people - 1)) ** 3)"}, "x")
    for place in range(1, 38):
        assert plan.worth(Result("e", "a", place, 37, 0)) == tirol(place, 37)
    assert plan.worth(Result("e", "a", 1, 1, 0)) is None
    half = scheme({"points": "points / 2"}, "x")
    assert [half.worth(Result("e", "a", 1, 9, points)) for points in (-4, 1, 3)] == [None, 1, 2]
    wrong = ("9 ** 9 ** 9", "(points ** 9) ** 9", "points ** 99", "__import__('os')", "x", "1.5")
    for text in (*wrong, "True", "max(1)", "points and 1", "points[0]", "(" * 150, "1" * 300, ""):
        with pytest.raises(CupError):
            scheme({"points": text}, "x")
    others: list[dict[str, object]] = [{"best": -1}, {"share": "0"}, {"final": "x"}, {"worst": 1}]
    others += [{"points": []}, {"points": [1.5]}]
    for bad in others:
        with pytest.raises(CupError):
            scheme(bad, "x")


def test_equal_sums_are_parted_by_the_best_round_then_the_second_best() -> None:
    rows = [
        *(Row("1", "", (70, 50, 18)), Row("2", "", (40, 80, 18)), Row("3", "", (60, 25, 15))),
        Row("4", "", (10, 60, 30)),
    ]
    places = {one.person: one.place for one in exchange.results("e", rows)}
    assert places == {"2": 1, "1": 2, "4": 3, "3": 4}


def test_the_published_plans_name_their_season() -> None:
    assert plan.season_of("tirol") == Scheme(points="tirol", best=6)
    assert plan.season_of("oberoesterreich").points == "heine"
    assert plan.season_of("default") == Scheme()


def test_a_season_is_exported_as_abakus_has_it_and_its_people_are_read_again() -> None:
    """Read once by the other direction, once by hand: the head says what each column is."""
    told = [
        *(Result("e1", "7", 1, 37, 60), Result("e1", "9", 2, 37, 50), Result("e2", "7", 19, 37, 1)),
        *(Result("e2", "9", 1, 37, 40), Result("e2", "12", 37, 37, -90)),
    ]
    names = {"7": "Anna Huber", "9": "Bert; Fuchs", "12": "Cilli Mair"}
    known = {pid: Known(pid, name, "Imst") for pid, name in names.items()}
    final = [Result("f", "7", 2, 37, 10)]
    text = exchange.season(table("tirol", told, final=final), known)
    head, *rows = [line.split(";") for line in text.splitlines()]
    by_hand = [dict(zip(head, row, strict=True)) for row in rows]
    assert head[:6] == ["#", "Nr.", "Name", "Ort", "Cuppunkte", "Finale"]
    first, second, third = by_hand
    assert (first["Nr."], first["Cuppunkte"], first["Finale"]) == ("7", "225", "184")
    assert (first["VR1"], first["VR2"], first["VR3"]) == ("200", "25", "-")
    assert (first["Teilnahmen"], first["Siege"], first["OeF"]) == ("2", "1", str(120 + 1))
    assert first["Gesamt"] == str(225 + 184)
    assert (second["Cuppunkte"], second["VR1"], second["VR2"]) == ("384", "200", "184")
    assert (second["#"], third["#"], third["Gesamt"], third["OeF"]) == ("2", "3", "0", "104")
    read, wrong = exchange.read_season(text)
    assert wrong == []
    assert [one.pid for one in read] == ["7", "9", "12"]
    assert read[1] == Known("9", "Bert, Fuchs", "Imst")


def test_a_season_with_wrong_lines_says_which() -> None:
    assert exchange.read_season("Nr;Name\n7;Anna\n")[1] == [exchange.Wrong(1, 1, BAD_COLUMNS)]
    text = "#;Nr.;Name;Ort;\n1;7;Anna;Imst;\n2;x;Bert;;\n3;9;;;\n4;7;Dora;;\n5\n"
    read, wrong = exchange.read_season(text)
    assert read == [Known("7", "Anna", "Imst")]
    assert [(one.line, one.column) for one in wrong] == [(3, 2), (4, 3), (5, 1), (6, 1)]


BAD_COLUMNS = "wrong.columns_abakus"


def test_what_is_exported_is_read_again_and_is_the_ranking() -> None:
    evening = Evening(23, plan.load("default"), 2)
    evening.play()
    people, cut = exchange.rows(evening.cup)
    assert cut == []
    again, wrong = exchange.read_paste(exchange.paste(people))
    assert (again, wrong) == (people, [])
    assert [row.total for row in again] == [line.total for line in ranking(evening.cup)]
    naive = [line.split("\t") for line in exchange.paste(people).splitlines()]
    assert [cells[2:] for cells in naive] == [
        ["-" if one is None else str(one) for one in line.rounds] for line in ranking(evening.cup)
    ]
    told = exchange.export("Probe", "2026-11-18", people)
    read, wrong = exchange.read_export(told)
    assert wrong == []
    assert [(row.pid, row.rounds) for row in read] == [(row.pid, row.rounds) for row in people]
    assert told.splitlines()[0].count(";") == 8


def test_wrong_lines_are_told_with_their_place() -> None:
    lines = ("7\tAnna Huber\t1\t2\t3", "x\tBert Fuchs\t1\t2\t3", "8\tCil\t1\t2\t3")
    more = ("9\tDora Mair\t1\tviel\t3", "7\tEmil Egger\t0\t0\t-", "9\t1")
    text = "\n".join((*lines, *more))
    good, wrong = exchange.read_paste(text)
    assert [row.pid for row in good] == ["7"]
    assert [(w.line, w.column) for w in wrong] == [(2, 1), (3, 2), (4, 4), (5, 1), (6, 2)]
    assert exchange.read_export('Cup;2020;"7";1;2;3;7;;\n')[1][0].why == "wrong.sum_abakus"
