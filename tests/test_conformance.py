"""The published case files hold, every one."""

import json
import re
import time
from pathlib import Path

import pytest

from trull import conformance
from trull.errors import CaseError

FILES = sorted((Path(__file__).parent / "conformance").glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_laws_answer_every_case(path: Path) -> None:
    outcomes = conformance.run(path)
    assert outcomes
    assert [outcome for outcome in outcomes if not outcome.passed] == []


def test_a_wrong_case_is_told(tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(
        '{"game": "koenigrufen", "kind": "legal", "cases": [{"id": "X", "legal": ["T5"], "input": '
        '{"ruleset": "tirol", "contract": "rufer", "hand": ["HK", "T5"], "trick": ["H4"]}}]}'
    )
    (outcome,) = conformance.run(path)
    assert outcome.mismatches == ("legal: expected T5, found HK",)


def test_an_argument_that_is_null_is_as_good_as_left_out(tmp_path: Path) -> None:
    head = json.loads((Path(__file__).parent / "conformance" / "tarock_lhombre.json").read_text())
    cases = [case for case in head["cases"] if "options" not in case["args"]]
    head["cases"] = [case | {"args": case["args"] | {"options": None}} for case in cases]
    path = tmp_path / "null.json"
    path.write_text(json.dumps(head))
    outcomes = conformance.run(path)
    assert len(outcomes) > 50
    assert all(outcome.passed for outcome in outcomes)


OPTIONAL = {
    "koenigrufen_legal": ("input", ("options", "announced", "trick_no")),
    "koenigrufen_settlement": (
        "input",
        ("options", "announcements", "kontra", "radl", "bird", "co_declarers", "renonce", "result"),
    ),
    "perlaggen": (
        "in",
        ("rows", "tricks", "lead", "phase", "scores", "target", "penalties", "kept"),
    ),
}


@pytest.mark.parametrize("file", OPTIONAL)
def test_so_it_is_in_every_game(tmp_path: Path, file: str) -> None:
    head = json.loads((Path(__file__).parent / "conformance" / f"{file}.json").read_text())
    given, names = OPTIONAL[file]
    for case in head["cases"]:
        case[given] = dict.fromkeys(names) | case[given]
        case.setdefault("options", None)
    path = tmp_path / "null.json"
    path.write_text(json.dumps(head))
    assert [outcome for outcome in conformance.run(path) if not outcome.passed] == []


def answers(tmp_path: Path, head: dict[str, object]) -> list[tuple[str, ...]]:
    """Where the laws differ from each case of a file."""
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(head))
    return [outcome.mismatches for outcome in conformance.run(path)]


Told = dict[str, object]
OPTIONS: list[tuple[Told, str, Told, Told, Told]] = [
    (
        {"rule_set": "lhombre/compagnie"},
        "args",
        {"bid": "un", "points": 39},
        {"fn": "settle", "expect": {"O": 60, "X": -30, "Y": -30}},
        {"target": 39},
    ),
    (
        {"game": "perlaggen"},
        "in",
        {"stake": 2},
        {"fn": "rebid_offer", "out": 3},
        {"rebid_effect": "next_step"},
    ),
    (
        {"game": "koenigrufen", "kind": "legal"},
        "input",
        {"ruleset": "tirol", "contract": "trischaken", "hand": ["T5", "T9"], "trick": ["T7"]},
        {"legal": ["T5", "T9"]},
        {"trischaken_stichzwang": False},
    ),
]


@pytest.mark.parametrize(("head", "name", "given", "rest", "options"), OPTIONS)
def test_options_are_read_beside_what_is_given_and_among_it(
    tmp_path: Path, head: Told, name: str, given: Told, rest: Told, options: Told
) -> None:
    beside = rest | {name: given, "options": options}
    among = rest | {name: given | {"options": options}}
    neither = rest | {name: given}
    heard = answers(tmp_path, head | {"cases": [beside, among, neither]})
    assert heard[:2] == [(), ()]
    assert heard[2]


@pytest.mark.parametrize(("head", "name", "given", "rest", "options"), OPTIONS)
def test_an_option_that_is_null_is_as_good_as_left_out(
    tmp_path: Path, head: Told, name: str, given: Told, rest: Told, options: Told
) -> None:
    unsaid = dict.fromkeys(options)
    neither = rest | {name: given}
    beside = neither | {"options": unsaid}
    among = rest | {name: given | {"options": unsaid}}
    heard = answers(tmp_path, head | {"cases": [neither, beside, among]})
    assert heard[0]
    assert heard[1:] == [heard[0]] * 2


def test_skoty_may_be_told_by_its_parts(tmp_path: Path) -> None:
    parts = {"bare_rufer": True, "triccolo_ouvert": True, "no_radl": True, "schrift_kontra_cap": 2}
    told = {"ruleset": "tirol", "contract": "triccolo_ouvert", "declarer": 0, "radl": True}
    told |= {"kontra": {"1": 2}, "result": {"tricks": [3, 3, 3, 3]}}
    case = {"points": [28, -14, -7, -7], "money": [42, -28, -7, -7]}
    cases = [case | {"input": told | {"options": o}} for o in (parts, {"skoty": True})]
    head: Told = {"game": "koenigrufen", "kind": "settlement", "cases": cases}
    assert answers(tmp_path, head) == [(), ()]


@pytest.mark.parametrize(
    "short", [["raise", "G"], ["raise"], ["name_holder", "G"], ["accept_degree"], ["hold"]]
)
def test_a_script_stops_at_an_act_that_lacks_a_word(tmp_path: Path, short: list[str]) -> None:
    head = json.loads((Path(__file__).parent / "conformance" / "perlaggen.json").read_text())
    case = next(case for case in head["cases"] if case["fn"] == "flow")
    acts = [[0, "bid", ["G"]], [1, *short]]
    case |= {"in": case["in"] | {"actions": acts}, "out": {"illegal": 1}}
    assert answers(tmp_path, head | {"cases": [case]}) == [()]


def test_a_hand_without_a_trick_leads(tmp_path: Path) -> None:
    lead: dict[str, object] = {"ruleset": "tirol", "contract": "farbendreier", "hand": ["HK", "T5"]}
    told = [lead, lead | {"trick": None}, lead | {"trick": []}]
    led = [{"legal": ["HK"], "input": given} for given in told]
    path = tmp_path / "lead.json"
    path.write_text(json.dumps({"game": "koenigrufen", "kind": "legal", "cases": led}))
    assert [outcome.mismatches for outcome in conformance.run(path)] == [(), (), ()]


def test_who_slid_a_besserrufer_held_at_least_the_least_bird(tmp_path: Path) -> None:
    given = {"ruleset": "tirol", "contract": "besserrufer", "declarer": 0, "schleifen": True}
    path = tmp_path / "slid.json"
    case = {"points": [-12, 4, 4, 4], "input": given}
    path.write_text(json.dumps({"game": "koenigrufen", "kind": "settlement", "cases": [case]}))
    assert [outcome.mismatches for outcome in conformance.run(path)] == [()]


def test_a_pot_is_told_in_one_and_nobody_at_fault_is_no_fault(tmp_path: Path) -> None:
    paid = json.loads(
        (Path(__file__).parent / "conformance/koenigrufen_settlement.json").read_text()
    )
    case = next(c for c in paid["cases"] if c["input"].get("ruleset") == "tirol")
    pots = ({"stake": 10, "start_payment": 0, "cap": 100}, "off")
    told = [case["input"] | {"options": {"pagatkassa": pot}} for pot in pots]
    told.append(case["input"] | {"renonce": {"seats": []}})
    cases = [case | {"input": given} for given in told]
    assert answers(tmp_path, paid | {"cases": cases}) == [(), (), ()]


def test_a_file_may_mix_both_kinds_and_a_line_without_kontra_has_none(tmp_path: Path) -> None:
    legal, paid = (
        json.loads((Path(__file__).parent / "conformance" / f"koenigrufen_{kind}.json").read_text())
        for kind in ("legal", "settlement")
    )
    for line in (lines := paid["cases"][0]["breakdown"]):
        del line["kontra"]
    path = tmp_path / "mixed.json"
    head = {"game": "koenigrufen", "cases": [legal["cases"][0], paid["cases"][0]]}
    path.write_text(json.dumps(head))
    assert all(outcome.passed for outcome in conformance.run(path))
    lines[0]["value"] = 99
    path.write_text(json.dumps(head))
    assert [outcome.passed for outcome in conformance.run(path)] == [True, False]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "perlaggen",
            '{"rule_set": "perlaggen/1924", "cases": [{"fn": "draw", "out": {"dealer": 1, "pairs": '
            '[[0, 3], [1, 2]]}, "in": {"cards": ["H9", "EA", "W", "LK"]}}]}',
        ),
        (
            "koenigrufen",
            '{"game": "koenigrufen", "kind": "legal", "cases": [{"legal": ["HK"], "input": '
            '{"ruleset": "koenigrufen/tirol", "contract": "rufer", "hand": ["HK", "T5"], '
            '"trick": ["H4"]}}]}',
        ),
    ],
)
def test_a_file_names_its_rule_set_in_full(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / f"{name}.json"
    path.write_text(text)
    (outcome,) = conformance.run(path)
    assert outcome.mismatches == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"cases": []}',
        '{"game": "skat", "cases": []}',
        '{"rule_sets": 5, "cases": []}',
    ],
)
def test_a_file_that_is_no_case_file_says_so(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(CaseError, match=r"bad\.json"):
        conformance.run(path)


ABSURD = (
    ("koenigrufen_settlement", r'"points": \[', '"1e999999999", '),
    ("koenigrufen_settlement", r'"declarer_thirds": ', "1" * 20),
    ("tarock_lhombre", r'"n_cards": ', "1" * 20),
    ("tarock_lhombre", r'"expect": "(?=1/3)', "1e999999999"),
    ("perlaggen", r'"tricks": \[\d, ', "1" * 20),
    ("perlaggen", r'"tricks": \[\d, ', "99999"),
)


@pytest.mark.parametrize(("file", "place", "number"), ABSURD)
def test_a_case_with_an_absurd_number_fails_at_once(
    tmp_path: Path, file: str, place: str, number: str
) -> None:
    """No reader works through a number that no game can have."""
    head = json.loads((Path(__file__).parent / "conformance" / f"{file}.json").read_text())
    told = next(text for text in map(json.dumps, head["cases"]) if re.search(place, text))
    head["cases"] = [json.loads(re.sub(f"({place})", rf"\g<1>{number}", told, count=1))]
    path = tmp_path / "absurd.json"
    path.write_text(json.dumps(head))
    began = time.process_time()
    (outcome,) = conformance.run(path)
    assert not outcome.passed
    assert all(len(told) < 500 for told in outcome.mismatches)
    assert time.process_time() - began < 1


ASKS: list[tuple[str, list[str], list[str], Told]] = [
    ("un", [], ["C9"], {"log": ["refused"], "received": [], "given": []}),
    ("sans_prendre", [], ["C9"], {"log": ["no_slot"], "received": [], "given": []}),
    (
        "un",
        ["S3"],
        ["DK", "C9"],
        {"log": ["from_X", "no_slot"], "received": ["DK"], "given": [["S3", "X"]]},
    ),
    ("un", ["S3"], ["S3"], {"log": ["own_card"], "received": [], "given": []}),
    (
        "deux",
        ["S3", "H4"],
        ["SKI", "S3"],
        {
            "log": ["from_Y", "from_Y"],
            "received": ["SKI", "S3"],
            "given": [["S3", "Y"], ["H4", "Y"]],
        },
    ),
]


@pytest.mark.parametrize(("bid", "laid", "asks", "expect"), ASKS)
@pytest.mark.parametrize("hand", [["HK", "T21"], ["HK", "H4", "T21", "S3"]])
def test_the_hands_of_an_exchange_may_be_shortened(
    tmp_path: Path, hand: list[str], bid: str, laid: list[str], asks: list[str], expect: Told
) -> None:
    """What is asked in vain may be anybody's; the cards laid may be told with the hand or apart."""
    args: Told = {
        "bid": bid,
        "laid": laid,
        "asks": asks,
        "ombre_hand": hand,
        "skar": ["DQ", "D9", "C2"],
    }
    args["opp_hands"] = {"X": ["T20", "DK"], "Y": ["SKI", "CK"]}
    case = {"fn": "resolve_asks", "args": args, "expect": expect}
    assert answers(tmp_path, {"rule_set": "lhombre/compagnie", "cases": [case]}) == [()]


THREE_ACES = {"kind": "G", "n": 3, "rank": "A"}
LEFT_OUT: list[tuple[str, Told, tuple[str, ...], object]] = [
    (
        "legal_cards",
        {"hand": ["H9", "E7"], "trump": "S"},
        ("led",),
        {"plain": ["H9"], "perlagg": {"E7": ["H", "L", "S", "E"]}, "simple": ["E7"]},
    ),
    ("spiel_eligible", {"fifth": "L9", "trump": "H"}, ("led",), True),
    ("compare", {"a": THREE_ACES}, ("b", "trump"), 1),
    ("compare", {}, ("a", "b"), 0),
    ("figure_winner", {"a": THREE_ACES}, ("b", "spiel_winner"), 0),
    ("figure_winner", {"a": THREE_ACES, "b": THREE_ACES}, ("spiel_winner",), None),
    ("overbid", {"score": 14, "k": 1}, ("target",), True),
    (
        "score_hand",
        {
            "scores": [14, 5],
            "figures": [{"figure": "G", "status": "held", "points": 2, "winner": 0, "seq": 1}],
        },
        ("target", "penalties"),
        {"scores": [16, 5], "written": [["G", 0, 2]], "winner": 0},
    ),
]


@pytest.mark.parametrize(("fn", "given", "names", "out"), LEFT_OUT)
def test_what_perlaggen_can_do_without_is_null_or_left_out(
    tmp_path: Path, fn: str, given: Told, names: tuple[str, ...], out: object
) -> None:
    cases = [{"fn": fn, "in": told, "out": out} for told in (given, given | dict.fromkeys(names))]
    assert answers(tmp_path, {"game": "perlaggen", "cases": cases}) == [(), ()]


DRAW = {"cards": ["W", "H7", "SA", "EU"], "partners": True}
LEGAL = {"hand": ["H9", "S8", "HA", "E7"], "led": "H", "trump": "S"}


@pytest.mark.parametrize(
    ("fn", "given", "right", "wrong"),
    [
        ("draw", DRAW, {"dealer": 2}, {"dealer": 1}),
        ("draw", DRAW, {"pairs": [[3, 1], [2, 0]]}, {"pairs": [[2, 0], [3, 1]]}),
        ("legal_cards", LEGAL, {"plain": ["HA", "H9", "S8"]}, {"plain": ["HA", "H9"]}),
        ("legal_cards", LEGAL, {"perlagg": {"E7": ["S", "H"]}}, {"perlagg": {}}),
        ("settle", {"offers": [2], "answer": "good"}, {"points": 1}, {}),
        ("settle", {"offers": [2], "answer": "good"}, {"points": 1}, {"value": 1}),
    ],
)
def test_a_case_of_perlaggen_is_held_to_what_it_tells(
    tmp_path: Path, fn: str, given: Told, right: Told, wrong: Told
) -> None:
    cases = [{"fn": fn, "in": given, "out": out} for out in (right, wrong)]
    heard = answers(tmp_path, {"game": "perlaggen", "cases": cases})
    assert heard[0] == ()
    assert heard[1]


@pytest.mark.parametrize("wrong", [{"O": 60}, {}, {"points": 126}, {"O": 126, "X": -60}])
def test_a_case_of_lhombre_is_held_to_what_it_tells(tmp_path: Path, wrong: Told) -> None:
    case: Told = {"fn": "settle", "args": {"bid": "un", "points": 51}}
    cases = [case | {"expect": {"O": 126}}, case | {"expect": wrong}]
    heard = answers(tmp_path, {"rule_set": "lhombre/compagnie", "cases": cases})
    assert heard[0] == ()
    assert heard[1]


@pytest.mark.parametrize(
    "names", [["perlaggen/1890", "perlaggen/1924"], ["perlaggen/1924", "perlaggen/1890"]]
)
def test_a_file_about_both_rule_sets_of_perlaggen_states_its_cases_by_the_elder(
    tmp_path: Path, names: list[str]
) -> None:
    lifted = {"kept": [], "pack": ["L8", "SA", "H9"], "again": False}
    case = {"fn": "cut", "in": {"pack": ["H9", "L8", "SA"], "lifts": [1]}, "out": lifted}
    younger = case | {"rule_set": "perlaggen/1924"}
    head: Told = {"game": "perlaggen", "rule_sets": names, "cases": [case, younger]}
    heard = answers(tmp_path, head)
    assert heard[0] == ()
    assert heard[1]


@pytest.mark.parametrize(
    ("head", "case"),
    [
        (
            {"game": "Tarock à l'Hombre", "rule_set": "lhombre/compagnie"},
            {"fn": "deck_size", "args": {}, "expect": 78},
        ),
        (
            {"rule_sets": ["perlaggen/1890", "perlaggen/1924"]},
            {"fn": "overbid", "in": {"score": 14, "k": 1}, "out": True},
        ),
    ],
)
def test_a_rule_set_tells_the_game(tmp_path: Path, head: Told, case: Told) -> None:
    """The game may be told by a title, or not at all."""
    assert answers(tmp_path, head | {"cases": [case]}) == [()]
