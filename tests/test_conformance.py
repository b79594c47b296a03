"""The published case files hold, every one."""

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


@pytest.mark.parametrize("text", ["", "[]", "{", '{"cases": []}', '{"game": "skat", "cases": []}'])
def test_a_file_that_is_no_case_file_says_so(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(CaseError, match=r"bad\.json"):
        conformance.run(path)
