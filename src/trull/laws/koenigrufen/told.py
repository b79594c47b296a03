"""A deal of Königrufen as it is told: its contradictions, and the facts it amounts to.

``told_form`` is what is asked.

Beside what a case file writes (``result.declarer_thirds``, ``result.tricks``, ``result.thirds``) a
result may be told as people do who have not counted: by its ``outcome``, a Valat among what was
``made``, those who took no trick as ``virgins``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trull.laws.koenigrufen import sitting as sittings
from trull.laws.koenigrufen.book import WHOLE_PACK, Book, Contract, book_of
from trull.laws.koenigrufen.facts import (
    DECLARER,
    DEFENDERS,
    HELD_BY,
    Facts,
    Player,
    Said,
    other,
)
from trull.laws.koenigrufen.penalty import judged
from trull.laws.koenigrufen.play import TRICKS
from trull.laws.koenigrufen.score import game_winner, is_even
from trull.laws.koenigrufen.sitting import PagatSaid
from trull.laws.koenigrufen.table import Offence
from trull.laws.koenigrufen.told_form import (
    KING_CAPTURED,
    MAKEABLE,
    ODD,
    PAGAT_HELD,
    is_negative,
    is_trischaken,
)
from trull.laws.koenigrufen.told_form import tree as tree
from trull.laws.told import (
    Given,
    Manner,
    at,
    hand_row,
    levels,
    misspelt,
    number,
    numbers,
    rows,
    seat,
    text,
    words,
    wrong,
)
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.state import Fault, Row, Sitting

SEATS, HIGHEST = 4, 3
# Contradictions


def faults(rules: RuleSet, given: Given) -> tuple[Fault, ...]:
    """What cannot be read; then, once it can, what cannot be."""
    book, name = book_of(rules), given.get("contract")
    if isinstance(name, str) and name not in book.contracts:
        return (wrong("contract", "told_no_game", rules=rules.name, game=name),)
    found = misspelt(tree(rules), given)
    return found or tuple(_contradictions(book, given, book.contracts[str(name)]))


def _contradictions(book: Book, given: Given, contract: Contract) -> Iterator[Fault]:
    yield from _tricks_told(given)
    yield from _made_told(book, given)
    if is_trischaken(contract):
        yield from _trischaken_told(given)
    elif is_negative(contract):
        yield from _negative_told(book, given, contract)
    else:
        yield from _said_told(given)
        yield from _bird_told(book, given, contract)
        if _is_played(given):
            yield from _points_told(book, given)
    yield from _offence_told(given)


def _is_played(given: Given) -> bool:
    """Whether the cards decided: it was not slid, nor paid at once, nor is there a Renonce."""
    ends = ("schleifen", "bare", "renonce.seats")
    return all(at(given, end) is None for end in ends)


def _tricks_told(given: Given) -> Iterator[Fault]:
    if sum(numbers(given, "result.tricks")) > TRICKS:
        yield wrong("result.tricks", "told_tricks", most=TRICKS)


def _made_told(book: Book, given: Given) -> Iterator[Fault]:
    """Nobody makes what there is not, and nobody both makes a bird and fails with it."""
    made = words(given, "result.made")
    for item in made:
        if item.removesuffix(HELD_BY) not in (*MAKEABLE, *book.bonuses):
            yield wrong(f"result.made.{item}", "told_item", found=item)
    if "pagat" in made and (PAGAT_HELD in made or "pagat" + HELD_BY in made):
        yield wrong("result.made.pagat", "told_made_and_held", item="pagat")
    if made.get(KING_CAPTURED) == DECLARER:
        yield wrong(f"result.made.{KING_CAPTURED}", "told_own_king")


def _trischaken_told(given: Given) -> Iterator[Fault]:
    """All four together have the pack, and who has points has a trick."""
    worth = numbers(given, "result.thirds")
    if not worth:
        return
    if abs(sum(worth) - WHOLE_PACK) > ODD:
        about = {"n": _points(sum(worth)), "most": WHOLE_PACK // 3}
        yield wrong("result.thirds", "told_sum", "", **about)
    taken = numbers(given, "result.tricks")
    virgins = [s for s in range(SEATS) if taken and not taken[s]]
    if any(worth[s] for s in {*virgins, *numbers(given, "result.virgins")}):
        key = "result.virgins" if at(given, "result.virgins") else "result.tricks"
        yield wrong(key, "told_virgin")
    if at(given, "result.virgins") and taken and {*numbers(given, "result.virgins")} != {*virgins}:
        yield wrong("result.virgins", "told_result")


def _points(thirds: int) -> str:
    """Thirds as they are counted: ``36``, ``35/2``."""
    points, odd = divmod(thirds, 3)
    return f"{points}/{odd}" if odd else str(points)


def _negative_told(book: Book, given: Given, contract: Contract) -> Iterator[Fault]:
    """Everybody plays one game at most, and none gives himself Kontra."""
    declarer, fellows = number(given, "declarer"), rows(given, "co_declarers")
    seats = [declarer, *(number(fellow, "seat") for fellow in fellows)]
    if len(set(seats)) < len(seats):
        yield wrong("co_declarers", "told_plays_twice", book.cite("bei"))
    if levels(given, "kontra").get(declarer):
        yield wrong(f"kontra.{declarer}", "told_own_kontra")
    played = [(given, "result.outcome", declarer, contract)]
    for n, fellow in enumerate(fellows):
        own, game = number(fellow, "seat"), book.contracts[text(fellow, "contract")]
        played.append((fellow, "outcome", own, game))
        if levels(fellow, "kontra").get(own):
            yield wrong(f"co_declarers[{n}].kontra.{own}", "told_own_kontra")
    yield from _outcomes_told(given, played)


def _outcomes_told(
    given: Given, played: Sequence[tuple[Given, str, int, Contract]]
) -> Iterator[Fault]:
    """Tricks and outcome say the same, and one of them is told of everybody who plays."""
    taken = numbers(given, "result.tricks")
    for n, (told, key, player, contract) in enumerate(played):
        outcome, place = text(told, key), "" if not n else f"co_declarers[{n - 1}]."
        if not outcome and not taken and at(given, "renonce.seats") is None:
            yield wrong(place + key, "told_missing_choice", choices="won, lost")
        elif outcome and taken and (outcome == "won") != (taken[player] == contract.tricks):
            yield wrong(place + key, "told_result")


def _said_told(given: Given) -> Iterator[Fault]:
    """Everything is announced once, and not both made and missed."""
    said, made = rows(given, "announcements"), words(given, "result.made")
    items = [text(one, "item") for one in said]
    for n, one in enumerate(said):
        item = items[n]
        if item in items[:n]:
            yield wrong(f"announcements[{n}]", "told_said_twice", item=item)
        if at(one, "missed") and made.get(item) == text(one, "side"):
            yield wrong(f"announcements[{n}].missed", "told_made_and_missed", item=item)


def _bird_told(book: Book, given: Given, contract: Contract) -> Iterator[Fault]:
    """A game that needs a bird has none without it (T-2.10, F-4.3): its player announces it."""
    owed = contract.needs == "bird" and at(given, "renonce.seats") is None
    if owed and at(given, "bare") is None and not bird_told(book, given):
        yield wrong("bird" if at(given, "schleifen") else "announcements", "told_bird")


def _points_told(book: Book, given: Given) -> Iterator[Fault]:
    """Card points decide the game and every Sack, tricks the Valat; none is told against them."""
    facts = told(book, given)
    yield from _sacks_told(book, given, facts.declarer_thirds)
    won, outcome = game_winner(book, facts) == DECLARER, text(given, "result.outcome")
    so = {"won": won, "lost": not won, "even": is_even(book, facts.declarer_thirds)}
    if outcome and not so[outcome]:
        yield wrong("result.outcome", "told_result")
    valat = words(given, "result.made").get("valat", "")
    if valat and facts.valat_by() != valat:
        yield wrong("result.made.valat", "told_result")
    by = facts.valat_by()
    if by is not None and outcome and (by == DECLARER) != (outcome == "won"):
        yield wrong("result.outcome", "told_result")
    if any(at(one, "missed") and by == text(one, "side") for one in _said(given, "valat")):
        yield wrong("announcements", "told_result")


def _said(given: Given, item: str) -> tuple[Given, ...]:
    return tuple(one for one in rows(given, "announcements") if text(one, "item") == item)


def _sacks_told(book: Book, given: Given, ours: int) -> Iterator[Fault]:
    made = words(given, "result.made")
    for sack in book.sacks:
        reached = {DECLARER: ours >= sack.thirds, DEFENDERS: WHOLE_PACK - ours >= sack.thirds}
        missed = [text(o, "side") for o in _said(given, sack.name) if at(o, "missed")]
        if sack.name in made and not reached[made[sack.name]]:
            yield wrong(f"result.made.{sack.name}", "told_sack", sack.clause)
        elif any(reached[side] for side in missed):
            yield wrong("announcements", "told_sack", sack.clause)


def _offence_told(given: Given) -> Iterator[Fault]:
    """A sure gain is owed by one of the offenders."""
    for n, gain in enumerate(rows(given, "renonce.extra")):
        if seat(gain, "of") is not None and seat(gain, "of") not in numbers(given, "renonce.seats"):
            yield wrong(f"renonce.extra[{n}].of", "told_offender")


# The facts


def settle(rules: RuleSet, given: Given) -> Settlement:
    """The settlement by the laws that real games use."""
    book = book_of(rules)
    return judged(book, told(book, given))


def told(book: Book, given: Given) -> Facts:
    """The facts that are told; what is left out is as if nothing had been."""
    contract = book.contracts[text(given, "contract")]
    forehand = number(given, "vorhand")
    declarer = number(given, "declarer", forehand)
    partner = seat(given, "partner")
    facts = Facts(
        contract=contract.name,
        declarer=declarer,
        # who plays Trischaken instead of sliding counts as the Vorhand (T-7.5)
        forehand=declarer if is_trischaken(contract) else forehand,
        partner=partner,
        kontra=number(given, "kontra"),
        said=tuple(_announced(one) for one in rows(given, "announcements")),
        players=_playing(given, contract, declarer),
        king_in_talon=bool(at(given, "king_in_talon")),
        slid=bool(at(given, "schleifen")),
        bird=bird_told(book, given),
        bare=bool(at(given, "bare")),
        doubled=bool(at(given, "radl")) and book.options.radl,
        declarer_thirds=_thirds(book, given),
        thirds=numbers(given, "result.thirds") or (0,) * SEATS,
        made=_made(given),
        offence=_offence(given),
    )
    return facts._replace(tricks=_tricks(book, given, facts))


def _announced(one: Given) -> Said:
    level = 0 if at(one, "void") else number(one, "kontra")
    return Said(text(one, "item"), text(one, "side"), level)


def bird_told(book: Book, given: Given) -> str:
    """The bird of a game that owes one: named as such, or the first its declarer announced."""
    if book.contracts[text(given, "contract")].needs != "bird":
        return ""
    said = (text(a, "item") for a in rows(given, "announcements") if text(a, "side") == DECLARER)
    birds = (item for item in said if book.bonuses[item].kind == "bird")
    return text(given, "bird") or next(birds, "")


def _playing(given: Given, contract: Contract, declarer: int) -> tuple[Player, ...]:
    if not is_negative(contract):
        return ()
    first = Player(declarer, contract.name, levels(given, "kontra"))
    fellows = rows(given, "co_declarers")
    return (
        first,
        *(Player(number(p, "seat"), text(p, "contract"), levels(p, "kontra")) for p in fellows),
    )


def _thirds(book: Book, given: Given) -> int:
    """Card points of the declarer's side: as counted, else such that what is told comes true."""
    counted = seat(given, "result.declarer_thirds")
    if counted is not None or not text(given, "result.outcome"):
        return counted or 0
    win, made = book.options.win_thirds, words(given, "result.made")
    typical = {"won": max(win, 107), "lost": min(win - 1, 103), "even": WHOLE_PACK // 2}
    sacks = [(sack.thirds, made.get(sack.name)) for sack in book.sacks]
    least = [worth for worth, side in sacks if side == DECLARER]
    most = [WHOLE_PACK - worth for worth, side in sacks if side == DEFENDERS]
    return min([max([typical[text(given, "result.outcome")], *least]), *most])


def _tricks(book: Book, given: Given, facts: Facts) -> tuple[int, ...]:
    """Tricks of each seat: as counted, else such that Valat, outcome and virgins come true."""
    taken = numbers(given, "result.tricks")
    contract = book.contracts[facts.contract]
    if taken or contract.kind == "trischaken":
        virgins = numbers(given, "result.virgins")
        return taken or tuple(0 if s in virgins else 1 for s in range(SEATS))
    found = [0] * SEATS
    if facts.players:
        told = (
            text(given, "result.outcome"),
            *(text(p, "outcome") for p in rows(given, "co_declarers")),
        )
        for player, outcome in zip(facts.players, told, strict=True):
            goal = book.contracts[player.contract].tricks
            found[player.seat] = goal + (outcome == "lost")
        return tuple(found)
    valat = words(given, "result.made").get("valat")
    ours, theirs = {DECLARER: (TRICKS, 0), DEFENDERS: (0, TRICKS)}.get(valat or "", (7, 5))
    found[facts.declarer] = ours
    found[facts.seats_of(DEFENDERS)[0]] = theirs
    return tuple(found)


def _made(given: Given) -> dict[str, str]:
    """Who made what; a Pagat that was held up is kept by who had to pay for it."""
    made = {item: side for item, side in words(given, "result.made").items() if item != "valat"}
    if PAGAT_HELD in made:
        made["pagat" + HELD_BY] = other(made.pop(PAGAT_HELD))
    return made


def _offence(given: Given) -> Offence | None:
    seats = numbers(given, "renonce.seats")
    if not seats:
        return None
    only = seats[0] if len(seats) == 1 else None
    extra = tuple(
        (number(e, "seat"), number(e, "points"), only if seat(e, "of") is None else seat(e, "of"))
        for e in rows(given, "renonce.extra")
    )
    return Offence(seats, text(given, "renonce.kind"), extra)


# The sitting


def dealt(sitting: Sitting) -> dict[str, object]:
    """Who is Vorhand in the next deal, and whether it counts double."""
    setup, _ = sittings.next_deal(sitting, ())
    doubled = sittings.doubled(sitting)
    return {"vorhand": int(setup.forehand), "radl": doubled, "sitting": dict(sitting.memo)}


def manner(sitting: Sitting) -> Manner:
    """The Schlussradl is announced once; a Radl may be set by hand."""
    options = book_of(sitting.rules).options
    final = ("schlussradl",) if options.radl and not sitting.memo["final"] else ()
    counters = {"radl_left": 2 * sitting.players} if options.radl else {}
    balanced = options.sheet != "plus_only"
    return Manner(balanced, options.cents_per_point, final, counters)


def closed(sitting: Sitting, given: Given) -> tuple[Sitting, Row]:
    """The sitting after a told deal."""
    given = {**given, **dealt(sitting)}
    _, around = sittings.next_deal(sitting, ())
    result = settle(sitting.rules, given)
    pagat, skues = _pagat_said(book_of(sitting.rules), given), seat(given, "skues")
    return sittings.closed_told(sitting, result, around, pagat, skues)


def _pagat_said(book: Book, given: Given) -> PagatSaid | None:
    """The announced Pagat; who of a side has said so is asked for the sake of odd cents alone."""
    facts = told(book, given)
    said = next((s for s in facts.said if s.item == "pagat"), None)
    if said is None or not _is_played(given):
        return None
    side = facts.seats_of(said.side)
    by = seat(given, "pagat_by")
    announcer = by if by in side else side[0]
    return PagatSaid(announcer, side, facts.made.get("pagat") == said.side)


def by_hand(sitting: Sitting, numbers: Sequence[int]) -> tuple[Sitting, Row]:
    """The sitting after a row written by hand."""
    _, around = sittings.next_deal(sitting, ())
    plus_only = not manner(sitting).balanced
    return sittings.entered(sitting, hand_row(sitting, around, numbers, plus_only))
