"""Signs between partners: a fixed palette, never checked for truth, without effect on the hand."""

from __future__ import annotations

from functools import lru_cache

from trull.clauses import clause
from trull.kernels.perlaggen import SUITS
from trull.laws.perlaggen.book import Book
from trull.laws.perlaggen.table import State, bad_words, party_of
from trull.state import Action, Fault, Prompt, Seat, fault, one_of

HIDDEN = "?"


@lru_cache(maxsize=32)
def palette(book: Book) -> tuple[str, ...]:
    """Every sign there is at this table."""
    return (
        *book.marks,
        *(f"count:{n}" for n in range(book.options.hand_size + 1)),
        *("gleich:good", "gleich:weak", "hanger:good", "hanger:weak"),
        *("trump:strong", "trump:none", "ask:bid?", "ask:hold?", "yes", "no"),
        *(f"baptise:{suit}" for suit in SUITS),
    )


@clause("P24-1")
def _silence(s: State) -> tuple[Fault, ...]:
    """Partners may make signs at any time after the deal; two players have nobody to sign to."""
    if s.book.options.signs == "off" or s.setup.seats == 2:
        return (fault("P24-1", "no_signs"),)
    return (fault("P24-1", "no_signs_now"),) if s.phase in ("cut", "deal", "over") else ()


def faults(s: State, act: Action) -> tuple[Fault, ...]:
    """What is wrong with a sign."""
    known = len(act.args) == 1 and act.args[0] in palette(s.book)
    return _silence(s) or (() if known else bad_words(act))


def prompts(s: State) -> list[Prompt]:
    """The signs a seat may make."""
    return [] if _silence(s) else [one_of("sign", "P24-1", palette(s.book))]


@clause("P24-1")
def legible(s: State, onlooker: Seat | None, signer: Seat) -> bool:
    """Opponents see that a sign was made, not which, unless signs are public or the hand over."""
    if s.book.options.signs == "public" or s.phase == "over":
        return True
    return onlooker is not None and party_of(onlooker) == party_of(signer)
