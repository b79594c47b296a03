"""The text of a cup file: entries as JSON lines, each with the hash of the one before.

    {"at":…,"before":"…","by":"organiser","cid":"…","k":"row","n":17, … what the entry says}
    {"name":"Anna","place":"Imst","salt":"…"}        beside the chain: who is behind a hash

A last line without its end is what a crash left: it was acknowledged to nobody and is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

from trull.cup import codec
from trull.cup.entries import KINDS, NAMES, Body, Entry, Identity
from trull.errors import CupError

FIRST = "0" * 64
"""What stands for the hash before the first line."""
HEAD = ("n", "at", "by", "cid", "before", "k")


class Log(NamedTuple):
    """What a file holds."""

    entries: tuple[Entry, ...]
    names: Mapping[str, Identity]  # by hash
    hash: str  # of the last line
    length: int  # of what counts, in bytes


def line(entry: Entry) -> str:
    """An entry as a line of the chain, without its end."""
    told = codec.plain(entry.body)
    assert isinstance(told, dict)
    head = (entry.number, entry.at, entry.by, entry.cid, entry.before, NAMES[type(entry.body)])
    return codec.text({**told, **dict(zip(HEAD, head, strict=True))})


def hashed(entry: Entry) -> str:
    """The hash of an entry's line."""
    return sha256(line(entry).encode()).hexdigest()


def written(entry: Entry) -> str:
    """What is appended to the file for an entry: its name, if one came with it, first."""
    beside = "" if entry.beside is None else codec.text(codec.plain(entry.beside)) + "\n"
    return f"{beside}{line(entry)}\n"


def read(text: str, place: str = "") -> Log:
    """The log of a file; CupError names the line that is wrong."""
    entries: list[Entry] = []
    names: dict[str, Identity] = {}
    before, length = FIRST, 0
    for number, row in enumerate(_lines(text), 1):
        where = f"{place}: line {number}" if place else f"line {number}"
        told = _object(row, where)
        if "k" in told:
            entry = _entry(told, where)
            if entry.before != before or entry.number != len(entries) + 1:
                raise CupError(where, "the chain is broken: a line before it was changed or lost")
            if line(entry) != row:
                raise CupError(where, "the line is not as it was written")
            entries.append(entry)
            before = sha256(row.encode()).hexdigest()
        else:
            identity = codec.record(Identity, told, f"{where}: ")
            names[identity.hash] = identity
        length += len(row.encode()) + 1
    return Log(tuple(entries), names, before, length)


def _lines(text: str) -> Iterator[str]:
    """Every finished line."""
    yield from text.split("\n")[:-1]


def _object(row: str, where: str) -> Mapping[str, object]:
    try:
        told = json.loads(row)
    except (ValueError, RecursionError) as error:
        column = f", column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise CupError(where + column, "not valid JSON") from None
    if not isinstance(told, dict):
        raise CupError(where, "expected an object")
    return told


def _entry(told: Mapping[str, object], where: str) -> Entry:
    lacking = [key for key in HEAD if key not in told]
    if lacking:
        raise CupError(where, f"{lacking[0]} is missing")
    kind = KINDS.get(str(told["k"]))
    if kind is None:
        raise CupError(where, f"an entry of an unknown kind, {str(told['k'])[:40]!r}")
    said = {key: one for key, one in told.items() if key not in HEAD}
    body: Body = codec.record(kind, said, f"{where}: ")
    number, at = (codec.value(int, told[key], f"{where}: {key}") for key in ("n", "at"))
    by, cid, before = (codec.value(str, told[k], f"{where}: {k}") for k in ("by", "cid", "before"))
    return Entry(number, at, by, cid, before, body)  # type: ignore[arg-type]  # just checked


def anonymous(text: str, hashes: Iterable[str]) -> str:
    """The file without these names; the chain still holds."""
    gone, kept = frozenset(hashes), []
    for row in _lines(text):
        told = _object(row, "a line")
        if "k" in told or codec.record(Identity, told).hash not in gone:
            kept.append(row + "\n")
    return "".join(kept)
