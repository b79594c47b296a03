"""What is to be said of a deal of Königrufen: contract, announcements, Kontras, prices, result."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from trull.laws.koenigrufen.announce import HIGHEST_KONTRA
from trull.laws.koenigrufen.book import WHOLE_PACK, Book, Contract, book_of
from trull.laws.koenigrufen.play import TRICKS
from trull.laws.koenigrufen.reasons import counted
from trull.laws.koenigrufen.score import RADL, kontra
from trull.laws.koenigrufen.sitting import doubled
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.laws.summary import (
    Mark,
    Offer,
    Result,
    Saying,
    Stake,
    Standing,
    Summary,
    Value,
    cards,
    notes,
    number,
    phase,
    said,
    saying,
    seats,
    thirds,
    words,
)
from trull.state import Seat, Sitting, View

remembered = lru_cache(maxsize=1024)
"""The same few things are said at every table; bought 8 of the 20 µs of a summary."""

BIDDING = ("auction", "forehand_choice")
SPEAKING = ("declare", "announce")
PASSED, PARTNER = saying("passed"), saying("partner", tone="gold")
NO_TRICK = saying("aim_no_trick")
MULTIPLIERS = {"scale": saying("scale"), "radl": saying("radl")}
MARKED = frozenset({"announce", "bid", "hold", "bei", "schleifen", "kontra"})


def summary(view: View) -> Summary:
    """What is to be said of a deal."""
    assert isinstance(view, KoenigrufenView), "a view of this game"
    book = book_of(view.rules)
    contract = book.contracts.get(view.contract)
    return Summary(
        heading=_heading(view),
        status=tuple(_status(view, book)),
        stakes=tuple(_stakes(view, book, contract)) if contract else (),
        offers=_open_now(view, book, contract) if contract else (),
        notes=_notes(view),
        marks=tuple(_marks(view, book)),
        tricks=TRICKS if view.phase == "play" else 0,
        result=_result(view, book) if view.phase == "over" else None,
    )


def _heading(view: KoenigrufenView) -> Saying:
    if not view.contract:
        return phase(view)
    return _games(*[game for _, game in view.declarers] or (view.contract,))


@remembered
def _games(*games: str) -> Saying:
    return saying("game", game=words(*dict.fromkeys(games)))


# The status


def _status(view: KoenigrufenView, book: Book) -> Iterator[Saying]:
    if view.context.get("radl", 1) > 1:
        yield saying("doubled", clause=book.clause("radl"), tone="gold")
    if not view.contract:
        if view.holders and view.phase in BIDDING:
            yield saying("highest", bids=said(*(_bid(*holder) for holder in view.holders)))
        return
    yield from _game(view)
    if view.phase != "over":
        yield from _aims(book, *[game for _, game in view.declarers])
    if view.kontra:
        yield from _kontras(view.kontra, words("game"), book)
    for item, seat, givers in view.announced:
        own = any(seat == declarer for declarer, _ in view.declarers)
        yield from _announced(item, seat, own, givers, book)
    for declarer, opponent, givers in view.kontra_pairs:
        yield from _kontras(givers, said(pair(declarer, opponent)), book)


@remembered
def _aims(book: Book, *games: str) -> tuple[Saying, ...]:
    """What has to be made: points of the pack, so many tricks, or as few points as can be."""
    return tuple(_aim(book, book.contracts[game]) for game in dict.fromkeys(games))


def _aim(book: Book, contract: Contract) -> Saying:
    if contract.kind == "trischaken":
        return saying("aim_fewest")
    if contract.kind == "negative":
        return saying("aim_tricks", n=number(contract.tricks)) if contract.tricks else NO_TRICK
    points, whole = ((n + 1) // 3 for n in (book.options.win_thirds, WHOLE_PACK))
    return saying("aim", n=number(points), of=number(whole))


@remembered
def _bid(seat: Seat, game: str) -> Saying:
    return saying("bid", game=words(game), who=seats(seat))


def pair(declarer: int, opponent: int) -> Saying:
    """In negative games a Kontra is on one game against one opponent."""
    return saying("pair", who=seats(declarer), against=seats(opponent))


def _game(view: KoenigrufenView) -> Iterator[Saying]:
    """Who plays, whom he calls, and what was wished for in Trischaken."""
    alike = len({game for _, game in view.declarers}) < 2
    for seat, game in view.declarers:
        yield _plays(seat) if alike else _bid(seat, game)
    if view.called == "fourth":
        yield saying("calls_fourth")
    elif view.called:
        yield _calls(view.called)
    if view.stichzwang is not None:
        yield saying("wish", what=words(f"stichzwang.{'on' if view.stichzwang else 'off'}"))
        yield saying("talon_goes", where=words(f"talon.{view.talon_use}"))


@remembered
def _announced(
    item: str, seat: Seat, own: bool, givers: tuple[Seat, ...], book: Book
) -> tuple[Saying, ...]:
    name = saying("announced" if own else "announced_by", item=words(item), who=seats(seat))
    return name, *_kontras(givers, words(item), book)


@remembered
def _plays(seat: Seat) -> Saying:
    return saying("plays", who=seats(seat))


@remembered
def _calls(suit: str) -> Saying:
    return saying("calls", king=cards(f"{suit}K"))


def _kontras(givers: tuple[Seat, ...], on: Value, book: Book) -> Iterator[Saying]:
    for factor in kontra(book, len(givers)):
        level, times = words(f"level.{len(givers)}"), number(factor.money or factor.times)
        who = seats(givers[-1])
        yield saying("kontra", tone="kontra", on=on, level=level, times=times, who=who)


# The stakes


def _stakes(view: KoenigrufenView, book: Book, contract: Contract) -> Iterator[Stake]:
    yield _doubled(book, contract.name, contract.value, len(view.kontra), contract.clause)
    for item, _, givers in view.announced:
        yield _bonus(book, contract, item, len(givers))
    if contract.scale > 1:
        cited = contract.scale_clause or book.cite("solo_doubles")
        yield _multiplied("scale", contract.scale, cited)
    if view.context.get("radl", 1) > 1:
        yield _multiplied("radl", RADL, book.clause("radl"))


@remembered
def _multiplied(code: str, times: int, cited: str) -> Stake:
    return Stake(item=MULTIPLIERS[code], value=None, times=times, clause=cited)


def _bonus(book: Book, contract: Contract, item: str, level: int, scale: int = 1) -> Stake:
    bonus, instead = book.bonuses[item], contract.valat[1:]
    cited = bonus.announced_clause or bonus.clause
    if item == "valat" and instead:
        return _doubled(book, item, instead[0], level, contract.valat_clause)
    if item == "valat" and book.options.valat == "multiplies":
        times = contract.scale if book.options.solo_valat_double else 1
        return _doubled(book, item, None, level, cited, bonus.announced * times)
    return _doubled(book, item, bonus.announced * scale, level, cited)


def _open_now(view: KoenigrufenView, book: Book, contract: Contract) -> tuple[Offer, ...]:
    if view.phase not in SPEAKING:
        return ()
    return _offers(contract.name, _levels(view, book, contract), book)


Levels = tuple[tuple[str, int], ...]
"""What a Kontra could be said to, and how many have been given on it one after another."""


def _levels(view: KoenigrufenView, book: Book, contract: Contract) -> Levels:
    """The game and what is announced; in a negative game each pair for itself."""
    if contract.positive:
        said = [(item, len(givers)) for item, _, givers in view.announced]
        return ("game", len(view.kontra)), *said
    if book.options.negative_kontra == "none":
        return ()
    given = {(d, o): len(givers) for d, o, givers in view.kontra_pairs}
    players, everybody = [seat for seat, _ in view.declarers], range(view.seats)
    pairs = [(d, Seat(o)) for d in players for o in everybody if o != d]
    return tuple([(f"game:{d}:{o}", given.get((d, o), 0)) for d, o in pairs])


@remembered
def _offers(game: str, levels: Levels, book: Book) -> tuple[Offer, ...]:
    """What an announcement is worth, and what a Kontra makes of what it doubles.

    Worked out for all that may be said by anybody: one summary is told to the whole table, and
    every deal asks the same before somebody announces something, whoever plays it.
    """
    contract, said = book.contracts[game], {word for word, _ in levels}
    bonuses = book.announced_in[game] if contract.positive else ()
    found = [_bonus_offer(book, game, bonus.name) for bonus in bonuses if bonus.name not in said]
    for word, level in levels:
        if level < HIGHEST_KONTRA:
            found.append(_kontra_offer(book, game, word, level))
    return tuple(found)


@remembered
def _bonus_offer(book: Book, game: str, item: str) -> Offer:
    return Offer(act=f"announce {item}", stake=_offered(book, book.contracts[game], item, 0))


@remembered
def _kontra_offer(book: Book, game: str, word: str, level: int) -> Offer:
    contract, (factor,) = book.contracts[game], kontra(book, level + 1)
    return Offer(
        act=f"kontra {word}",
        stake=_offered(book, contract, word, level + 1),
        level=f"level.{level + 1}",
        times=factor.money or factor.times,
        before=_offered(book, contract, word, level),
    )


def _offered(book: Book, contract: Contract, word: str, level: int) -> Stake:
    """What a game or a bonus comes to by itself, a solo's doubling in its price."""
    if word.startswith("game"):
        return _doubled(book, contract.name, contract.value, level, contract.clause)
    return _bonus(book, contract, word, level, contract.scale)


@remembered
def _doubled(
    book: Book, item: str, value: int | None, level: int, cited: str, times: int = 1
) -> Stake:
    for factor in kontra(book, level):
        name = saying("stake_kontra", item=words(item), level=words(f"level.{level}"))
        return Stake(
            item=name, value=value, times=times * (factor.money or factor.times), clause=cited
        )
    return Stake(item=saying("game", game=words(item)), value=value, times=times, clause=cited)


# Notes and marks


def _notes(view: KoenigrufenView) -> tuple[tuple[Saying, ...], ...]:
    found = list(notes(view))
    if view.passed and view.phase in BIDDING:
        for seat in view.passed:
            found[seat] = (PASSED, *found[seat])
    if view.partner is not None and view.partner != view.declarers[0][0]:
        found[view.partner] = (PARTNER, *found[view.partner])
    return tuple(found)


def _marks(view: KoenigrufenView, book: Book) -> Iterator[Mark]:
    """The clause of a game or bonus that was named; the second Kontra on the same is the Re."""
    levels: dict[str, int] = {}
    for act in view.seen:
        if act.verb not in MARKED:
            continue
        if act.verb == "kontra":
            text = " ".join((act.verb, *act.args))
            levels[text] = level = levels.get(text, 0) + 1
            yield _mark(text, f"kontra.{level}", book.clause("schrift_kontra_cap"), 1 << level)
        elif (mark := _named(act.verb, act.args, book)) is not None:
            yield mark


@remembered
def _named(verb: str, args: tuple[str, ...], book: Book) -> Mark | None:
    name = args[0].partition(":")[0] if args else ""
    known = book.bonuses.get(name) if verb == "announce" else book.contracts.get(name)
    return None if known is None else _mark(" ".join((verb, *args)), verb, known.clause)


@remembered
def _mark(act: str, code: str, cited: str, times: int = 0) -> Mark:
    return Mark(act=act, code=code, clause=cited, times=times)


# The result


def _result(view: KoenigrufenView, book: Book) -> Result:
    if not view.declarers:
        return Result(title=phase(view))
    if book.contracts[view.contract].kind == "trischaken":
        each = [
            saying("count_of", who=seats(s), points=thirds(n)) for s, n in enumerate(view.counted)
        ]
        return Result(title=_heading(view), line=tuple(each))
    if book.contracts[view.contract].kind == "negative":
        return Result(title=_heading(view), line=tuple(_each_alone(view, book)))
    return Result(title=_heading(view), line=tuple(_sides(view)))


def _each_alone(view: KoenigrufenView, book: Book) -> Iterator[Saying]:
    """In negative games everybody has tricks of his own; several at once are nobody's partners."""
    alone = [seat for seat, _ in view.declarers]
    yield saying("each_alone" if len(alone) > 1 else "alone", who=seats(*alone))
    if any(view.taken):
        for seat, game in view.declarers:
            wanted = number(book.contracts[game].tricks)
            yield saying("took", who=seats(seat), n=number(view.taken[seat]), wanted=wanted)


def _sides(view: KoenigrufenView) -> Iterator[Saying]:
    """Who played with whom, what they counted and took."""
    declarer = view.declarers[0][0]
    ours = dict.fromkeys((declarer,) if view.partner is None else (declarer, view.partner))
    theirs = [seat for seat in range(view.seats) if seat not in ours]
    yield saying("sides", ours=seats(*ours), theirs=seats(*theirs))
    if view.counted:
        mine, others = (counted(view.counted[side[0]]) for side in (list(ours), theirs))
        yield saying("count", ours=number(mine), theirs=number(others))
    if any(view.taken):
        mine, others = (sum(view.taken[seat] for seat in side) for side in (ours, theirs))
        yield saying("side_tricks", ours=number(mine), theirs=number(others))


# Between two deals


def standing(sitting: Sitting) -> Standing:
    """The doubled rounds to come and the pot; the Schlussradl may be announced once."""
    book, memo = book_of(sitting.rules), sitting.memo
    return Standing(
        status=tuple(_between(sitting)),
        round=_round(sitting) if doubled(sitting) else None,
        remarks=("schlussradl",) if book.options.radl and not memo["final"] else (),
    )


def _between(sitting: Sitting) -> Iterator[Saying]:
    memo = sitting.memo
    if memo["final"] == 2:
        yield saying("final_left", tone="gold", n=number(memo["final_left"]))
    elif memo["final"] == 1:
        yield saying("final_announced", tone="gold")
    if memo["radl_left"]:
        yield saying("radl_left", tone="gold", n=number(memo["radl_left"]))
    if memo["pot"]:
        yield saying("pot", n=number(memo["pot"]))


def _round(sitting: Sitting) -> Saying:
    """Which deal of its round comes next."""
    final, of = sitting.memo["final"] == 2, sitting.players
    left = sitting.memo["final_left" if final else "radl_left"]
    place = of - (left - 1) % of
    return saying("final_round" if final else "round", tone="gold", n=number(place), of=number(of))
