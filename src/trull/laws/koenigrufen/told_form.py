"""What is asked of a told deal of Königrufen: the form, field by field."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from trull.laws.koenigrufen.auction import beside_fault
from trull.laws.koenigrufen.book import BIRD_ITEMS, WHOLE_PACK, Book, Contract, book_of
from trull.laws.koenigrufen.facts import (
    DECLARER,
    DEFENDERS,
)
from trull.laws.koenigrufen.play import TRICKS
from trull.laws.told import (
    Asked,
    Field,
    Form,
    When,
)
from trull.ruleset import RuleSet

SEATS, HIGHEST = 4, 3
SIDES = (DECLARER, DEFENDERS)
ODD = 2 * SEATS
"""Thirds that may be missing where everybody leaves two odd cards out of his count."""
KING_CAPTURED, PAGAT_HELD = "king_captured", "pagat_held"
COLLECTED = ("koenig_ultimo", "mondfang", "koenige", "trull", "valat")
MAKEABLE = (*BIRD_ITEMS, *COLLECTED, KING_CAPTURED, PAGAT_HELD)
"""What cards can make; what this book does not count may be told all the same."""


def tree(rules: RuleSet) -> Form:
    """Every field there can be."""
    return _tree(book_of(rules))


@lru_cache(maxsize=64)
def _tree(book: Book) -> Form:
    return (
        Field(
            key="contract",
            kind="choice",
            choices=tuple(book.contracts),
            often=_often(OFTEN, tuple(book.contracts)),
            required=True,
        ),
        *_players(book),
        *_ends(book),
        *_partner(book),
        *_results(book),
        *_kontras(book),
        *_bonuses(book),
        *_fellows(book),
        *_offences(book),
        *_rounds(book),
    )


OFTEN = ("rufer", "trischaken", "besserrufer", "solorufer", "dreier")
OFTEN_SAID = ("pagat", "trull", "koenig_ultimo", "koenige")


def _often(wished: tuple[str, ...], there: tuple[str, ...]) -> tuple[str, ...]:
    """What is played often, of what there is; a book with other games begins with its first."""
    found = tuple(name for name in wished if name in there)
    return found if len(found) > 2 else there[:5]


def _in(book: Book, test: Callable[[Contract], bool]) -> When:
    """While the game is one of these."""
    return When("contract", tuple(name for name, c in book.contracts.items() if test(c)))


def _called(contract: Contract) -> bool:
    return contract.side == "called"


def _slidable(contract: Contract) -> bool:
    """The called king can lie in the open Talon."""
    return contract.side == "called" and contract.open_talon


def is_negative(contract: Contract) -> bool:
    """Whether it is won by taking few tricks."""
    return contract.kind == "negative"


def is_trischaken(contract: Contract) -> bool:
    """Whether everybody plays for himself."""
    return contract.kind == "trischaken"


def _positive(contract: Contract) -> bool:
    return contract.positive


NOT_SLID, NOT_BARE = When("schleifen", (None,)), When("bare", (None,))
LAWFUL = When("renonce.seats", (None,))
PLAYED = (NOT_SLID, NOT_BARE)


def _seat(
    key: str, *when: When, clause: str = "", required: bool = False, asked: Asked = "always"
) -> Field:
    return Field(
        key=key,
        kind="seat",
        most=SEATS - 1,
        clause=clause,
        required=required,
        asked=asked,
        when=when,
    )


def _players(book: Book) -> Iterator[Field]:
    instead = book.options.trischaken_instead_of_schleifen
    yield _seat("vorhand", asked="never")
    yield _seat("declarer", _in(book, lambda c: not is_trischaken(c)), required=True)
    yield _seat(
        "declarer",
        _in(book, is_trischaken),
        clause=book.clause("trischaken_instead_of_schleifen") if instead else "",
        asked="always" if instead else "never",
    )


def _ends(book: Book) -> Iterator[Field]:
    """How a game ends without play."""
    birds = tuple(bonus.name for bonus in book.birds)
    owing = _in(book, lambda c: c.needs == "bird")
    slid = When("schleifen", (True,))
    cited = book.cite("slide")
    slide = (_in(book, _slidable),)
    yield Field(key="schleifen", kind="flag", when=slide, clause=cited, strict=True)
    yield Field(
        key="bird",
        kind="choice",
        choices=birds,
        when=(owing, slid, LAWFUL),
        clause=cited,
        required=True,
        instead="announcements",
    )
    bare = When("contract", ("rufer",) if book.options.bare_rufer else ())
    yield Field(key="bare", kind="flag", when=(bare, NOT_SLID), asked="seldom", strict=True)


def _partner(book: Book) -> Iterator[Field]:
    yield replace(_seat("partner", _in(book, _called), NOT_SLID), strict=True)


def _results(book: Book) -> Iterator[Field]:
    """How the cards fell: what was counted, or else who has won."""
    positive, negative, each = (
        _in(book, _positive),
        _in(book, is_negative),
        _in(book, is_trischaken),
    )
    won, even, tricks = ("won", "lost"), ("won", "lost", "even"), "result.tricks"
    counted, outcome = "result.declarer_thirds", "result.outcome"
    played = (positive, *PLAYED, LAWFUL)
    yield Field(
        key=counted, kind="points", most=WHOLE_PACK, when=played, required=True, instead=outcome
    )
    yield Field(key=outcome, kind="choice", choices=even, when=played, instead=counted)
    yield Field(
        key=outcome,
        kind="choice",
        choices=won,
        when=(negative, LAWFUL),
        required=True,
        instead=tricks,
    )
    yield Field(
        key="result.thirds",
        kind="each_points",
        size=SEATS,
        most=WHOLE_PACK,
        when=(each, LAWFUL),
        required=True,
    )
    yield Field(
        key="result.virgins",
        kind="seats",
        size=SEATS,
        most=SEATS - 1,
        when=(each, LAWFUL),
        clause=book.cite("jungfrau"),
        instead=tricks,
    )
    yield Field(key=tricks, kind="each", size=SEATS, most=TRICKS, asked="never")


def _kontras(book: Book) -> Iterator[Field]:
    """One level for the game; in a negative one each opponent's own; in Trischaken none."""
    positive, hidden = (_in(book, _positive), *PLAYED), _in(book, _hides_king)
    single = book.options.negative_kontra == "individual"
    yield Field(key="kontra", kind="level", most=HIGHEST, default=0, when=positive, strict=True)
    yield Field(
        key="kontra",
        kind="levels",
        most=HIGHEST if single else 0,
        size=SEATS,
        when=(_in(book, is_negative),),
        asked="always" if single else "never",
    )
    none = (_in(book, is_trischaken),)
    yield Field(key="kontra", kind="number", default=0, when=none, asked="never")
    falls = book.options.solo_king_in_talon_kontra != "stands"
    doubled, alone = When("kontra", (1, 2, 3)), When("partner", (None,))
    yield Field(
        key="king_in_talon",
        kind="flag",
        when=(hidden, alone, doubled),
        clause=book.clause("solo_king_in_talon_kontra") if falls else "",
        asked="always" if falls else "never",
    )


def _hides_king(contract: Contract) -> bool:
    """The called king can lie in a Talon nobody sees."""
    return contract.side == "called" and contract.talon == "none"


def _bonuses(book: Book) -> Iterator[Field]:
    """What was made and what was announced; each game has its own list."""
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for name, contract in book.contracts.items():
        if contract.positive:
            sayable = tuple(bonus.name for bonus in book.announced_in[name])
            groups.setdefault((makeable(book, contract), sayable), []).append(name)
    for (made, sayable), games in groups.items():
        when = (When("contract", tuple(games)), *PLAYED)
        yield Field(key="result.made", kind="sides", choices=made, values=SIDES, when=when)
        yield Field(
            key="announcements",
            kind="said",
            choices=sayable,
            often=_often(OFTEN_SAID, sayable),
            values=SIDES,
            most=HIGHEST,
            when=when,
            fields=_said_fields(sayable),
        )


def _said_fields(sayable: tuple[str, ...]) -> Form:
    return (
        Field(key="item", kind="choice", choices=sayable, required=True),
        Field(key="side", kind="choice", choices=SIDES, required=True),
        Field(key="kontra", kind="level", most=HIGHEST, default=0),
        Field(key="missed", kind="flag"),
        Field(key="void", kind="flag", asked="never"),
    )


def makeable(book: Book, contract: Contract) -> tuple[str, ...]:
    """What can be made without being announced; of old also a captured king and a held Pagat."""
    items = [item for item in contract.bonuses if book.bonuses[item].kind != "sack"]
    charges = [c for c in book.charges if c != KING_CAPTURED or contract.side == "called"]
    return (*items, *charges)


def _fellows(book: Book) -> Iterator[Field]:
    """Who plays a negative game beside another's ("-bei"), each for himself."""
    done = set[tuple[str, ...]]()
    for contract in book.contracts.values():
        games = beside(book, contract)
        if games and games not in done:
            done.add(games)
            together = tuple(n for n in games if beside(book, book.contracts[n]) == games)
            yield Field(
                key="co_declarers",
                kind="joined",
                clause=book.cite("bei"),
                choices=games,
                asked="seldom",
                strict=True,
                when=(When("contract", together),),
                fields=_fellow_fields(book, games),
            )


def _fellow_fields(book: Book, games: tuple[str, ...]) -> Form:
    single = book.options.negative_kontra == "individual"
    return (
        _seat("seat", required=True),
        Field(key="contract", kind="choice", choices=games, required=True),
        Field(key="outcome", kind="choice", choices=("won", "lost")),
        Field(key="kontra", kind="levels", size=SEATS, most=HIGHEST if single else 0),
    )


def beside(book: Book, contract: Contract) -> tuple[str, ...]:
    """The games that can be played beside this one, as the auction lets them be joined."""
    return tuple(
        name
        for name in book.joinable
        if beside_fault(book, [contract], book.contracts[name]) is None
    )


def _offences(book: Book) -> Iterator[Field]:
    """Who has to answer for a Renonce; somebody is left who is paid."""
    yield Field(
        key="renonce.seats",
        kind="seats",
        size=SEATS - 1,
        most=SEATS - 1,
        clause=book.cite("renonce"),
        asked="seldom",
    )
    yield Field(key="renonce.kind", kind="word", asked="never")
    gains = (
        _seat("seat", required=True),
        Field(key="points", kind="number", most=WHOLE_PACK, required=True),
        _seat("of"),
    )
    yield Field(key="renonce.extra", kind="items", asked="never", fields=gains)


def _rounds(book: Book) -> Iterator[Field]:
    """What only the sitting wants to know, and what it knows itself."""
    options = book.options
    if options.pagatkassa:
        said = (When("announcements[].item", ("pagat",)), LAWFUL)
        yield _seat("pagat_by", *said, clause=book.clause("pagatkassa"), asked="seldom")
    if options.radl and options.final_radl == "gstiess":
        unmarked = (When("sitting.final", (1,)), When("sitting.mark", (-1,)))
        yield _seat("skues", *unmarked, clause=book.clause("final_radl"))
    if options.radl:
        alone = (When("sitting", (None,)),)
        yield Field(key="radl", kind="flag", when=alone, clause=book.clause("radl"))
    else:
        yield Field(key="radl", kind="flag", asked="never")
