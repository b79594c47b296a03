"""Why a wish is not granted: a code and what it is about. Nothing has changed."""

from __future__ import annotations

from typing import Literal, NamedTuple

from trull.cup.state import Cup

Code = Literal[
    "apart_impossible",  # people who are kept apart cannot be
    "bad_file",
    "bad_value",
    "board_shown",  # a row was told too early, and the table has seen the board
    "boards_not_promised",
    "boards_sealed",  # somebody has still to play them
    "cannot_seat",
    "differs",
    "link_revoked",
    "missing",
    "no_such_person",
    "not_at_table",
    "not_promised",  # the seed is not the one whose hash hangs on the wall
    "not_your_role",
    "other_rules",
    "other_writer",  # another device writes at this table
    "round_not_open",
    "row_impossible",
    "row_rare",  # ask once
    "row_twice",
    "same_name",
    "sheet_closed",
    "stale",
    "sum_not_zero",
    "too_late",
]


class Refusal(NamedTuple):
    """A code of the catalogue and its parameters."""

    code: Code
    about: tuple[tuple[str, str], ...] = ()


class RefusedError(Exception):
    """Thrown inside ``decide`` alone; it never leaves it."""

    def __init__(self, code: Code, **about: object) -> None:
        """Keep the refusal."""
        super().__init__(code)
        self.refusal = Refusal(code, tuple((key, str(value)) for key, value in about.items()))


def known(cup: Cup, *numbers: int) -> None:
    """Everybody named is somebody here."""
    for number in numbers:
        person = cup.people.get(number)
        if person is None or person.merged_into:
            raise RefusedError("no_such_person", number=number)


def need(condition: object, code: Code, **about: object) -> None:
    """Refuse unless something holds."""
    if not condition:
        raise RefusedError(code, **about)
