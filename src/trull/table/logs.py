"""The server log: one JSON object per line, without cards, seeds, packs or words of acts.

Rooms appear by a short hash: who knows a room's name can walk in.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from hashlib import sha256
from typing import TextIO

from aiohttp.http_exceptions import HttpProcessingError

LOG = logging.getLogger("trull.table")
NAMES = (LOG.name, "aiohttp.server", "asyncio")  # loggers that write to it


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        """Format as one object; errors by type and place, never by message."""
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


class _Plain(_Lines):
    def format(self, record: logging.LogRecord) -> str:
        """The same for a terminal: time, event, fields."""
        told = json.loads(super().format(record))
        at, _, event = told.pop("at"), told.pop("level"), told.pop("event")
        return " ".join([at[11:23], event, *(f"{name}={value}" for name, value in told.items())])


def _where(trace: object) -> list[str]:
    """The innermost frames of a traceback, without values."""
    places = []
    while trace is not None:
        frame = trace.tb_frame  # type: ignore[attr-defined]  # a traceback
        places.append(f"{frame.f_globals.get('__name__')}:{trace.tb_lineno}")  # type: ignore[attr-defined]
        trace = trace.tb_next  # type: ignore[attr-defined]
    return places[-4:]


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether something is our trouble: what no browser sends is not, and there is no end to it."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError)


def to(stream: TextIO, plain: bool = False) -> None:
    """Send the log to a stream, as JSON or in plain lines."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Plain() if plain else _Lines())
    handler.addFilter(_is_ours)
    for name in NAMES:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO if name == LOG.name else logging.ERROR)


def event(name: str, **fields: object) -> None:
    """Log an event."""
    LOG.info(name, extra={"fields": fields})


def trouble(name: str, error: BaseException | None = None, **fields: object) -> None:
    """Log an unexpected event."""
    info = None if error is None else (type(error), error, error.__traceback__)
    LOG.error(name, exc_info=info, extra={"fields": fields})


def shortened(room: str) -> str:
    """A room's name in the log."""
    return sha256(room.encode()).hexdigest()[:8]
