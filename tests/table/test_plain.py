"""Plain values: what is written out says what the record says."""

from __future__ import annotations

from trull.state import Prompt
from trull.table.plain import converter


def test_a_prompt_is_written_with_all_its_fields_in_their_order() -> None:
    prompt = Prompt("discard", "F-7.2", ("H4", "T7"), 1, 2, ("S5",), ordered=True, open=True)
    convert = converter(Prompt)
    assert convert is not None
    written = convert(prompt)
    assert isinstance(written, dict)
    assert list(written.items()) == list(prompt._asdict().items())
