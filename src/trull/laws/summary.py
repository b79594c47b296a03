"""What is to be said of a deal and of a sitting: codes with parameters, never sentences.

Terminal and page make sentences of them, from the section ``said`` of one catalogue. All of it is
read off a view or a sitting alone, so it tells nothing that its reader may not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import Literal

from trull.state import Seat, Seen, Sitting, View, sight

Value = (
    tuple[Literal["seats"], tuple[int, ...]]
    | tuple[Literal["words", "cards"], tuple[str, ...]]
    | tuple[Literal["suit", "phase", "note", "breach"], str]
    | tuple[Literal["number", "thirds"], int]
    | tuple[Literal["score"], tuple[tuple[tuple[int, ...], int], ...]]
    | tuple[Literal["said"], tuple["Saying", ...]]
)
"""A parameter of a saying: what kind of thing it is, and the thing.

Several seats are told together; words are tokens of the game; card points are counted in thirds; a
score has the number of each party, and its reader's own comes first.
"""


@sight
class Saying:
    """Something to be said: a code of the catalogue and what it is about."""

    code: str
    about: Mapping[str, Value] = field(default_factory=dict)
    clause: str = ""
    tone: Literal["", "gold", "kontra"] = ""


@sight
class Stake:
    """What is played for: an item, its price (None: it only multiplies), and its factor."""

    item: Saying
    value: int | None
    times: int = 1
    clause: str = ""


@sight
class Offer:
    """What an act that is open now would put at stake; a Kontra has a level and a price before."""

    act: str
    stake: Stake
    level: str = ""
    times: int = 1  # what the Kontra of this level makes of the first price
    before: Stake | None = None


@sight
class Result:
    """How a finished deal came out."""

    title: Saying
    line: tuple[Saying, ...] = ()


@sight
class Reason:
    """Why a line of a settlement is what it is, told of this deal.

    An item without a line pays nothing, and somebody may ask why. Without an item it is the reason
    of all lines that have none of their own.
    """

    item: str
    said: tuple[Saying, ...]
    owner: int | None = None  # whose game it is, where several play one each


@sight
class Mark:
    """How an act is told, where not by its verb alone, and what is noted beside it.

    Where the same act is done again, its second mark is that of the second time.
    """

    act: str
    code: str
    clause: str = ""
    times: int = 0


@sight
class Summary:
    """All that is to be said of a deal besides the cards."""

    heading: Saying
    status: tuple[Saying, ...] = ()
    stakes: tuple[Stake, ...] = ()
    offers: tuple[Offer, ...] = ()  # what announcements and Kontras open to the reader are worth
    notes: tuple[tuple[Saying, ...], ...] = ()  # of each seat, the most important first
    board: tuple[Saying, ...] = ()  # how each figure stands, where a game has figures
    marks: tuple[Mark, ...] = ()  # in the order of the acts
    tricks: int = 0  # how many are played in all; 0: not now
    parties: tuple[tuple[int, ...], ...] = ()  # who plays with whom, where the seats decide it
    result: Result | None = None  # once the deal is over


@sight
class Standing:
    """What is to be said between two deals, and which words may be."""

    status: tuple[Saying, ...] = ()
    round: Saying | None = None  # the doubled round the next deal belongs to
    remarks: tuple[str, ...] = ()


# Parameters


def seats(*who: int) -> Value:
    """One seat or several."""
    return "seats", who


def words(*tokens: str) -> Value:
    """Words of the game."""
    return "words", tokens


def cards(*codes: str) -> Value:
    """Some cards."""
    return "cards", codes


def number(n: int) -> Value:
    """A number."""
    return "number", n


def thirds(n: int) -> Value:
    """Card points."""
    return "thirds", n


def said(*sayings: Saying) -> Value:
    """What is said for itself, one after the other."""
    return "said", sayings


def saying(
    code: str, clause: str = "", tone: Literal["", "gold", "kontra"] = "", **about: Value
) -> Saying:
    """Something to be said, with its parameters by name."""
    return Saying(code=code, about=about, clause=clause, tone=tone)


DEALER, FOREHAND = saying("dealer"), saying("forehand")


# What every game has


def plain(view: View) -> Summary:
    """The summary of a game that has none of its own: phase and tricks."""
    over = view.phase == "over"
    return Summary(
        heading=phase(view),
        notes=notes(view),
        result=Result(title=phase(view)) if over else None,
    )


def phase(view: View) -> Saying:
    """The phase as a heading."""
    return _phase(view.phase)


@cache
def _phase(name: str) -> Saying:
    return saying("phase", phase=("phase", name))


def notes(view: View) -> tuple[tuple[Saying, ...], ...]:
    """The dealer, and the Vorhand before the cards are played."""
    return _places(view.seats, view.dealer, None if view.phase == "play" else view.forehand)


@cache
def _places(
    seats: int, dealer: Seat | None, forehand: Seat | None
) -> tuple[tuple[Saying, ...], ...]:
    known = {forehand: (FOREHAND,), dealer: (DEALER,)}  # who is both is the dealer
    return tuple([known.get(Seat(seat), ()) for seat in range(seats)])


def marked(seen: Sequence[Seen], marks: Iterable[Mark]) -> Iterator[tuple[Seen, Mark]]:
    """Every act with its mark."""
    known = {(mark.act, nth): mark for mark, nth in _numbered(marks)}
    done: Counter[str] = Counter()
    for act in seen:
        text = " ".join((act.verb, *act.args))
        yield act, known.get((text, done[text])) or Mark(act=text, code=act.verb)
        done[text] += 1


def _numbered(marks: Iterable[Mark]) -> Iterator[tuple[Mark, int]]:
    done: Counter[str] = Counter()
    for mark in marks:
        yield mark, done[mark.act]
        done[mark.act] += 1


def nothing(_sitting: Sitting) -> Standing:
    """Between two deals of a game that has nothing to say there."""
    return Standing()


def party_seats(seats: int, party: int) -> tuple[Seat, ...]:
    """The seats of a party where partners sit opposite."""
    return tuple(map(Seat, range(party, seats, 2)))
