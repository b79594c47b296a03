"""Signs in Perlaggen: which of them are true of a hand, from the text alone (section 13)."""

from __future__ import annotations

from collections.abc import Collection

from naive import perlaggen_cards as cards
from naive.perlaggen_cards import NO_OPTIONS, Options

TRUMPS = {"T7": "7", "TU": "U", "TO": "O"}


def is_true(sign: str, hand: Collection[str], trump: str, options: Options = NO_OPTIONS) -> bool:
    """A Perlagg that is held, or how many of them are.

    >>> is_true("TU", ["LU", "HK", "E9"], "L"), is_true("TU", ["LU", "HK", "E9"], "H")
    (True, False)
    >>> is_true("count:2", ["LU", "HK", "E9"], "L")
    True
    """
    held = [card for card in hand if cards.is_perlagg(card, trump, options)]
    name, colon, number = sign.partition(":")
    if colon:
        assert name == "count", "what is good or weak is for taste to judge"
        return len(held) == int(number)
    return (trump + TRUMPS[sign] if sign in TRUMPS else sign) in held


def true_ones(
    acts: Collection[str], hand: Collection[str], trump: str, options: Options = NO_OPTIONS
) -> set[str]:
    """Those of the acts ``sign X`` that are true."""
    return {act for act in acts if is_true(act.removeprefix("sign "), hand, trump, options)}
