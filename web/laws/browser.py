"""What the page asks of the laws it runs itself: the score pad, answered as by the server."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from types import SimpleNamespace

from trull import ruleset
from trull.errors import TrullError
from trull.table.service import pads

PAD = {"facts": None, "options": {}, "players": 0, "dealer": 0, "rows": []}
ROW = {"facts": None, "numbers": None, "remark": "", "set": {}}


def known() -> str:
    """The rule sets that can be asked about; those of games installed on a server are not here."""
    return json.dumps(ruleset.published())


def settled(asked: str) -> str:
    """The answer to a pad: a PadShown, or a Failure."""
    pad = SimpleNamespace(**(PAD | json.loads(asked)))
    pad.rows = [SimpleNamespace(**(ROW | row)) for row in pad.rows]
    try:
        return json.dumps(pads.settled(pad), default=_plain)
    except TrullError as error:
        return json.dumps({"error": "bad_record", "about": {"problem": str(error)}})


def _plain(record: object) -> dict[str, object]:
    """A Struct or a dataclass as an object, as msgspec writes it."""
    if is_dataclass(record):
        return {field.name: getattr(record, field.name) for field in fields(record)}
    return vars(record)
