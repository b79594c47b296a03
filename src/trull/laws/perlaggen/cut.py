"""The cut: a standing Perlagg seen there stays with the cutter."""

from __future__ import annotations

from typing import NamedTuple

from trull.clauses import clause
from trull.laws.perlaggen import deal
from trull.laws.perlaggen.book import PACK, Book
from trull.laws.perlaggen.table import (
    Cutting,
    State,
    bad_words,
    cutter_of,
    not_now,
    out_of_turn,
)
from trull.laws.verbs import if_without_fault, one_without_fault
from trull.state import Action, Fault, Prompt, Seat, fault
from trull.written import is_count


class Cut(NamedTuple):
    """What a cut left: the pack, and the Perlagg that stays with the cutter (-1: none)."""

    pack: tuple[int, ...]
    kept: int
    again: bool


@clause("P90-2", "PG-4")
def lift(book: Book, pack: tuple[int, ...], n: int) -> Cut:
    """A standing Perlagg under the lifted packet stays with the cutter, and he cuts again."""
    seen = pack[n - 1]
    if not book.standing >> seen & 1:
        return put_together(pack, n)
    lifted, rest = pack[: n - 1], pack[n:]
    if book.options.cut_repeat:
        return Cut(lifted + rest, seen, again=True)
    return Cut(rest + lifted, seen, again=False)


@clause("P24-2", "P90-2")
def put_together(pack: tuple[int, ...], n: int) -> Cut:
    """The lower part goes on top; a Perlagg that was overlooked stays in the pack."""
    return Cut(pack[n:] + pack[:n], -1, again=False)


@clause("P90-2")
def scatter(pack: tuple[int, ...]) -> Cut:
    """A scattered cut is void: deal anew, and nothing of this cut is kept."""
    return Cut(pack, -1, again=True)


def duty(s: State) -> frozenset[Seat]:
    """The player at the dealer's right cuts."""
    return frozenset((cutter_of(s.setup),))


def _seen_standing(s: State) -> bool:
    return bool(s.book.standing >> s.cutting.pack[s.cutting.lifted - 1] & 1)


def faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """What is wrong with an act at the cut."""
    if act.verb not in ("cut", "keep", "put_together", "scatter"):
        return not_now(s, act)
    if seat != cutter_of(s.setup):
        return out_of_turn("P90-2", cutter_of(s.setup))
    if (act.verb in ("keep", "put_together")) != bool(s.cutting.lifted):
        return not_now(s, act)
    if act.verb == "cut":
        return _cut_faults(s, act)
    if act.args:
        return bad_words(act)
    if act.verb == "keep" and not _seen_standing(s):
        card = PACK.codes[s.cutting.pack[s.cutting.lifted - 1]]
        return (fault("P90-2", "not_standing", card=card),)
    if act.verb == "scatter" and not s.book.free:
        return (fault("P90-2", "scattered"),)
    return ()


@clause("P24-2", "PG-5")
def _cut_faults(s: State, act: Action) -> tuple[Fault, ...]:
    """Several cards must be lifted, and some must be left."""
    least, most = s.book.options.min_cut, len(s.cutting.pack) - 1
    word = act.args[0] if len(act.args) == 1 else ""
    if not is_count(word):
        return bad_words(act)
    if not least <= int(word) <= most:
        clause = "P24-2" if int(word) < least else "P90-2"
        return (fault(clause, "cut_number", least=str(least), most=str(most)),)
    return ()


def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """Lift some cards; and where the cutter claims for himself, keep the card or not."""
    numbers = [str(n) for n in range(1, len(s.cutting.pack))]
    return (
        *if_without_fault(faults, s, seat, "keep", "P90-2"),
        *if_without_fault(faults, s, seat, "put_together", "P24-2"),
        *one_without_fault(faults, s, seat, "cut", "P90-2", numbers),
    )


def step(s: State, seat: Seat, act: Action) -> State:
    """The state after an act at the cut."""
    assert seat == cutter_of(s.setup), "only the cutter cuts"
    if act.verb == "scatter":
        scattered = scatter(s.cutting.pack)
        return deal.voided(s._replace(cutting=Cutting(scattered.pack)), "scattered")
    if act.verb == "cut" and s.book.options.cut_claim == "manual":
        return s._replace(cutting=s.cutting._replace(lifted=int(act.args[0])))
    if act.verb == "cut":
        return _done(s, lift(s.book, s.cutting.pack, int(act.args[0])))
    pack, n = s.cutting
    return _done(s, lift(s.book, pack, n) if act.verb == "keep" else put_together(pack, n))


def _done(s: State, cut: Cut) -> State:
    s = s._replace(cutting=Cutting(cut.pack))
    if cut.kept >= 0:
        s = s._replace(layout=s.layout._replace(kept=(*s.layout.kept, cut.kept)))
    return s if cut.again else deal.begin(s)
