"""Many tables at once: loops over rows, the same for every game's machine.

Every table has its row of words, its rule row (``books`` says which), its mask and its row for an
observation. The functions and places of a machine are names that ``bound`` fills in, so one text
is compiled for each game; here they stand for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType

from trull.kernels.tarock import count
from trull.machine.words import Block, below, chance, nth, row, seeded

Rows = list[Block]
CHECK = (1 << 48) - 1
LOOKING, CHECKED, QUIET = 1, 2, 4
"""Roll-outs: with observations, with all of them in the checksum, with quiet words preferred."""

MASK = OBSERVED = SEATS = DUTY = DONE = POINTS = CARDS = 0
"""Sizes, and places of a table's words; ``CARDS`` holds the lawful cards while cards are played."""


def start(s: Block, r: Block, seed: int) -> None:
    """Deal by chance."""


def offers(s: Block, r: Block, mask: Block) -> None:
    """The lawful tokens."""


def apply(s: Block, r: Block, token: int) -> None:
    """Do a token."""


def play(s: Block, r: Block, card: int) -> None:
    """Do a token of ``CARDS``; a machine without that place has no use for it."""


def observe(s: Block, r: Block, out: Block) -> None:
    """What the seat on duty may know."""


def reveal(s: Block, out: Block) -> None:
    """What nobody knows."""


def quiet(mask: Block) -> int:  # noqa: ARG001
    """A word that brings the deal forward and claims nothing."""
    return -1


GIVEN = (
    *("start", "offers", "apply", "observe", "reveal", "quiet"),
    *("MASK", "OBSERVED", "SEATS", "DUTY", "DONE", "POINTS", "CARDS"),
)
LEFT_OPEN = ("play",)
"""What a machine may leave out."""

INNER = ("drawn", "look", "mixed_in", "only", "roll_one", "step_one")


def bound(loop: Callable[..., object], names: Mapping[str, object]) -> Callable[..., None]:
    """A loop for one game: the same code, its machine's names.

    Its qualified name tells whose it is: numba makes symbols of qualified names, and of two equal
    symbols loaded from its cache the second is silently taken for the first.
    """
    assert names.keys() - set(LEFT_OPEN) == set(GIVEN), "a machine gives every name asked for"
    filled: dict[str, object] = {**globals(), **names}
    whose = getattr(names["start"], "__module__", "")

    def made(plain: object) -> Callable[..., None]:
        assert isinstance(plain, FunctionType), "only a plain function can be bound"
        one = FunctionType(plain.__code__, filled, plain.__name__)
        one.__qualname__ = f"{plain.__name__}.{whose}"
        return one

    for name in (*INNER, *(set(LEFT_OPEN) - names.keys())):
        filled[name] = made(globals()[name])
    return made(loop)


def drawn(mask: Block, state: int) -> int:
    """A lawful token by chance, each as likely as another."""
    later = 0
    for word in range(1, MASK):
        later |= mask[word]
    if not later:
        return nth(mask[0], below(state, count(mask[0])))
    lawful = 0
    for word in range(MASK):
        lawful += count(mask[word])
    place = below(state, lawful)
    for word in range(MASK):
        here = count(mask[word])
        if place < here:
            return 64 * word + nth(mask[word], place)
        place -= here
    return -1


# One table


def roll_one(s: Block, r: Block, mask: Block, out: Block, seed: int, many: int, how: int) -> int:
    """Whole random deals at a table, and a checksum of what happened there."""
    check = 0
    for deal in range(seed, seed + many):
        start(s, r, deal)
        state = seeded(deal + CHECK // 2)
        while not s[DONE]:
            offers(s, r, mask)
            if how & LOOKING:
                observe(s, r, out)
            if how & CHECKED:
                check = mixed_in(mask, MASK, mixed_in(out, OBSERVED, check + s[DUTY]))
            token = quiet(mask) if how & QUIET else -1
            if token < 0:
                state = chance(state)
                token = drawn(mask, state)
            apply(s, r, token)
            while s[CARDS] and not how & (LOOKING | CHECKED):  # no mask is needed to draw a card
                state = chance(state)
                play(s, r, nth(s[CARDS], below(state, count(s[CARDS]))))
        for seat in range(SEATS):
            check = (check * 1000003 + s[POINTS + seat]) & CHECK
    return check


def mixed_in(words: Block, many: int, check: int) -> int:
    """A checksum with some words more."""
    for at in range(many):
        check = (check * 1000003 + words[at]) & CHECK
    return check


def step_one(
    s: Block, r: Block, mask: Block, out: Block, secrets: Block, points: Block,
    token: int, seed: int, stride: int, forced: int, how: int,
) -> int:  # fmt: skip
    """A token at a table; a deal that is over pays, and the next begins, ``stride`` seeds on.

    With ``forced`` a token that is the only lawful one is done at once. The seed is given back.
    """
    while token >= 0:
        apply(s, r, token)
        if s[DONE]:
            for seat in range(SEATS):
                points[seat] = s[POINTS + seat]
            seed += stride
            start(s, r, seed)
        token = -1
        if forced:
            offers(s, r, mask)
            token = only(mask)
    look(s, r, mask, out, secrets, how)
    return seed


def only(mask: Block) -> int:
    """The one lawful token, or -1 where there are more."""
    found = -1
    for word in range(MASK):
        if mask[word]:
            if found >= 0 or mask[word] & (mask[word] - 1):
                return -1
            found = 64 * word + nth(mask[word], 0)
    return found


def look(s: Block, r: Block, mask: Block, out: Block, secrets: Block, how: int) -> None:
    """Mask, and as it is wanted observation (1) and what nobody knows (2)."""
    offers(s, r, mask)
    if how & 1:
        observe(s, r, out)
    if how & 2:
        reveal(s, secrets)


# Rows of tables


def roll_out(
    states: Rows, rules: Rows, books: Block, masks: Rows, out: Rows, sums: Block,
    seed: int, many: int, how: int, first: int, last: int,
) -> None:  # fmt: skip
    """Whole random deals at each table; ``sums`` tells what happened there."""
    for at in range(first, last):
        s, r, mask = row(states, at), row(rules, books[at]), row(masks, at)
        sums[at] = roll_one(s, r, mask, row(out, at), seed + at * many, many, how)


def begin_all(
    states: Rows, rules: Rows, books: Block, seeds: Block, masks: Rows, out: Rows, secrets: Rows,
    seats: Block, how: int, first: int, last: int,
) -> None:  # fmt: skip
    """A new deal at each table."""
    for at in range(first, last):
        s, r = row(states, at), row(rules, books[at])
        start(s, r, seeds[at])
        look(s, r, row(masks, at), row(out, at), row(secrets, at), how)
        seats[at] = s[DUTY]


def step_all(
    states: Rows, rules: Rows, books: Block, seeds: Block, masks: Rows, out: Rows, secrets: Rows,
    seats: Block, tokens: Block, points: Rows, done: Block,
    stride: int, forced: int, how: int, first: int, last: int,
) -> None:  # fmt: skip
    """A token at each table."""
    for at in range(first, last):
        s, r, mask = row(states, at), row(rules, books[at]), row(masks, at)
        seed = step_one(
            s, r, mask, row(out, at), row(secrets, at), row(points, at),
            tokens[at], seeds[at], stride, forced, how,
        )  # fmt: skip
        done[at] = seed != seeds[at]
        seats[at], seeds[at] = s[DUTY], seed
