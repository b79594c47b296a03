"""The table's diary: one JSON object a line. Never a card, a seed, a pack, a word of an act.

Rooms appear by a short hash: who knows a room's name can walk in.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from hashlib import sha256
from typing import TextIO

LOG = logging.getLogger("trull.table")
NAMES = (LOG.name, "aiohttp.server", "asyncio")  # all who write into it


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        """One object; what went wrong by the kind of the error and where, never by its words."""
        told: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage() if record.name == LOG.name else record.name,
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            told["error"] = record.exc_info[0].__name__
            told["where"] = _where(record.exc_info[2])
        return json.dumps(told, ensure_ascii=False)


def _where(trace: object) -> list[str]:
    """The innermost places of a traceback, without any value."""
    places = []
    while trace is not None:
        frame = trace.tb_frame  # type: ignore[attr-defined]  # a traceback
        places.append(f"{frame.f_globals.get('__name__')}:{trace.tb_lineno}")  # type: ignore[attr-defined]
        trace = trace.tb_next  # type: ignore[attr-defined]
    return places[-4:]


def to(stream: TextIO) -> None:
    """Write the diary there."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Lines())
    for name in NAMES:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO if name == LOG.name else logging.ERROR)


def event(name: str, **fields: object) -> None:
    """Note something."""
    LOG.info(name, extra={"fields": fields})


def trouble(name: str, error: BaseException | None = None, **fields: object) -> None:
    """Note something that should not have happened."""
    info = None if error is None else (type(error), error, error.__traceback__)
    LOG.error(name, exc_info=info, extra={"fields": fields})


def shortened(room: str) -> str:
    """A room as the diary knows it."""
    return sha256(room.encode()).hexdigest()[:8]
