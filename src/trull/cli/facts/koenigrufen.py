"""Facts of a deal of Königrufen: the schema of the settlement cases, read or asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from trull.cli.facts import Given, Reader, ask_number, ask_until, ask_yes, choose
from trull.cli.screen import Screen
from trull.cli.words import Words, plain
from trull.conformance.koenigrufen import bird_told
from trull.conformance.koenigrufen import facts as facts_of
from trull.errors import CaseError
from trull.laws.koenigrufen.book import WHOLE_PACK, Book, Contract, book_of
from trull.laws.koenigrufen.facts import other
from trull.laws.koenigrufen.penalty import judged
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.written import is_count

SIDES = ("declarer", "defenders")
SEATS, TRICKS, HIGHEST = 4, 12, 3


def settle(given: Given, rules: RuleSet) -> Settlement:
    """The settlement by the laws that real games use."""
    book = book_of(rules)
    _check(Reader(given), book)
    return judged(book, facts_of(given, book))


# Reading


def _check(given: Reader, book: Book) -> None:
    """Every key is what it should be, before the laws see it."""
    name = given.given.get("contract")
    if isinstance(name, str) and name not in book.contracts:
        raise CaseError(f"{book.rules.name} has no game {name!r}")
    contract = book.contracts[given.word("contract", tuple(book.contracts))]
    given.number("vorhand", 0, SEATS - 1, 0)
    given.number("declarer", 0, SEATS - 1, 0)
    if given.given.get("partner") is not None:
        given.number("partner", 0, SEATS - 1)
    for flag in ("radl", "schleifen", "bare", "king_in_talon"):
        given.flag(flag)
    birds = tuple(bonus.name for bonus in book.birds)
    if given.given.get("bird"):
        given.word("bird", birds)
    _check_kontra(given, contract)
    for said in given.each("announcements"):
        said.word("item", tuple(book.bonuses))
        said.word("side", SIDES)
        said.number("kontra", 0, HIGHEST, 0)
        said.flag("void")
    if given.flag("schleifen") and contract.needs == "bird" and not bird_told(given.given, book):
        given.word("bird", birds)  # what sliding costs hangs on it (F-4.3)
    for player in given.each("co_declarers"):
        player.number("seat", 0, SEATS - 1)
        game = player.word("contract", tuple(book.contracts))
        _check_kontra(player, book.contracts[game])
    _check_result(given, contract)


def _check_kontra(given: Reader, contract: Contract) -> None:
    """One number for all in a positive game, in a negative one by seat, in Trischaken none."""
    separately = contract.kind == "negative"
    if separately and isinstance(given.given.get("kontra", {}), Mapping):
        levels = given.inner("kontra")
        for seat in levels.given:
            if seat not in ("0", "1", "2", "3"):
                raise CaseError(f"{given.place}kontra: {seat!r} is not a seat")
            levels.number(seat, 0, HIGHEST)
    elif separately and given.given["kontra"] != 0:
        raise given.error("kontra", 'the level by seat, such as {"2": 1}')
    else:
        given.number("kontra", 0, HIGHEST if contract.positive else 0, 0)


def _check_result(given: Reader, contract: Contract) -> None:
    offence = given.given.get("renonce")
    if offence is not None:
        _check_offence(given.inner("renonce"))
    if given.given.get("result") is not None:
        _check_counts(given.inner("result"))
    if offence is not None or given.flag("schleifen") or given.flag("bare"):
        return
    if "result" not in given.given:
        raise given.error("result", "an object")
    result = given.inner("result")
    if contract.kind == "trischaken":
        _check_whole_pack(result)
    elif contract.positive:
        result.number("declarer_thirds", 0, WHOLE_PACK)
        result.inner("made")
    result.numbers("tricks", SEATS, TRICKS)
    if sum(result.numbers("tricks", SEATS, TRICKS)) > TRICKS:
        raise CaseError(f"{result.place}tricks: there are only {TRICKS} tricks")


def _check_whole_pack(result: Reader) -> None:
    """All four together have the pack; two odd cards each may have been left out of the count."""
    thirds = result.numbers("thirds", SEATS, WHOLE_PACK)
    if abs(sum(thirds) - WHOLE_PACK) > 2 * SEATS:
        raise result.error("thirds", f"{WHOLE_PACK} together")
    tricks = result.numbers("tricks", SEATS, TRICKS)
    if any(worth and not taken for worth, taken in zip(thirds, tricks, strict=True)):
        raise result.error("tricks", "a trick of everybody who has points")


def _check_offence(given: Reader) -> None:
    """One to three seats, each once; somebody is left who is paid."""
    seats = given.items("seats")
    for seat in seats:
        if type(seat) is not int or not 0 <= seat < SEATS:
            raise CaseError(f"{given.place}seats: {seat!r} is not a seat")
    if not 0 < len(set(seats)) == len(seats) < SEATS:
        raise given.error("seats", "at least one seat, each once, and not all of them")
    if not isinstance(given.given.get("kind", ""), str):
        raise given.error("kind", "a word")
    for more in given.each("extra"):
        more.number("seat", 0, SEATS - 1)
        more.number("points", 0, WHOLE_PACK)
        if "of" in more.given and more.given["of"] not in seats:
            raise more.error("of", "one of the offenders")


def _check_counts(given: Reader) -> None:
    """What is told of a result is right also where this game does not ask for it."""
    for item in (made := given.inner("made")).given:
        made.word(item, SIDES)
    for key, most in (("thirds", WHOLE_PACK), ("tricks", TRICKS)):
        if key in given.given:
            given.numbers(key, SEATS, most)
    if "declarer_thirds" in given.given:
        given.number("declarer_thirds", 0, WHOLE_PACK)


# Asking


def ask(screen: Screen, words: Words, rules: RuleSet) -> dict[str, object]:
    """A few questions; seats are 1 to 4 in order of play, 1 the Vorhand."""
    book, say = book_of(rules), words.cli
    screen.line(say("kr.ask_seats"), style="dim")
    name = choose(screen, words, say("kr.ask_contract"), tuple(book.contracts))
    contract = book.contracts[name]
    found: dict[str, object] = {"contract": name, "vorhand": 0}
    if contract.kind == "trischaken":
        found |= _ask_trischaken(screen, words)
    elif contract.kind == "negative":
        found["declarer"] = _ask_seat(screen, words, say("kr.ask_declarer"))
        found |= _ask_negative(screen, words, found["declarer"])
    else:
        found["declarer"] = _ask_seat(screen, words, say("kr.ask_declarer"))
        found |= _ask_positive(screen, words, book, contract, found["declarer"])
    if book.options.radl:
        found["radl"] = ask_yes(screen, words, say("kr.ask_radl"))
    return found


def _ask_seat(screen: Screen, words: Words, question: str) -> int:
    return ask_number(screen, words, question, 1, SEATS) - 1


def _ask_trischaken(screen: Screen, words: Words) -> dict[str, object]:
    def read(text: str) -> list[int]:
        worth = [_thirds(word, words) for word in text.split()]
        if len(worth) != SEATS or abs(sum(worth) - WHOLE_PACK) > SEATS:
            raise ValueError(words.cli("kr.four_points"))
        return worth

    thirds = ask_until(screen, words.cli("kr.ask_four_points"), read)
    assert isinstance(thirds, list), "points were read"

    def virgin(text: str) -> list[int]:
        seats = _seats(text, words, range(1, SEATS + 1))
        if any(thirds[seat] for seat in seats):
            raise ValueError(words.cli("kr.virgin_points"))
        return seats

    virgins = ask_until(screen, words.cli("kr.ask_virgins"), virgin)
    assert isinstance(virgins, list), "seats were read"
    tricks = [0 if seat in virgins else 1 for seat in range(SEATS)]
    return {"result": {"thirds": thirds, "tricks": tricks}}


def _thirds(text: str, words: Words) -> int:
    """Points as they are counted: ``36`` or ``35/2`` (points and Blatt)."""
    points, slash, blatt = text.partition("/")
    if not is_count(points) or (slash and blatt not in ("0", "1", "2")):
        raise ValueError(words.cli("kr.points_form"))
    thirds = 3 * int(points) + (int(blatt) if slash else 0)
    if thirds > WHOLE_PACK:
        raise ValueError(words.cli("kr.points_form"))
    return thirds


def _seats(text: str, words: Words, allowed: range) -> list[int]:
    """Seats counted from 1."""
    if not all(is_count(word) and int(word) in allowed for word in text.split()):
        raise ValueError(words.cli("number_between", least=allowed[0], most=allowed[-1]))
    return [int(word) - 1 for word in text.split()]


def _ask_negative(screen: Screen, words: Words, declarer: object) -> dict[str, object]:
    taken = ask_number(screen, words, words.cli("kr.ask_tricks"), 0, TRICKS)
    tricks = [0] * SEATS
    assert isinstance(declarer, int), "a seat"
    tricks[declarer] = taken
    levels = ask_until(screen, words.cli("kr.ask_pairs"), lambda text: _levels(text, words))
    return {"result": {"tricks": tricks}, "kontra": levels}


def _levels(text: str, words: Words) -> dict[str, int]:
    """``2 3r 4s``: Kontra by seat 2, Re with seat 3, Sub with seat 4."""
    levels: dict[str, int] = {}
    for word in text.casefold().split():
        seat, mark = word[:1], word[1:]
        if seat not in ("1", "2", "3", "4") or mark not in ("", "k", "r", "s"):
            raise ValueError(words.cli("kr.pairs_form"))
        levels[str(int(seat) - 1)] = {"": 1, "k": 1, "r": 2, "s": 3}[mark]
    return levels


def _ask_positive(
    screen: Screen, words: Words, book: Book, contract: Contract, declarer: object
) -> dict[str, object]:
    say, found = words.cli, dict[str, object]()
    if contract.side == "called":
        if contract.talon != "none" and ask_yes(screen, words, say("kr.ask_slid")):
            bird = ""
            if contract.needs == "bird":
                birds = tuple(n for n, b in book.bonuses.items() if b.kind == "bird")
                bird = choose(screen, words, say("kr.ask_bird"), birds)
            return {"schleifen": True, "bird": bird, "partner": None}
        partner = ask_number(screen, words, say("kr.ask_partner"), 0, SEATS, 0)
        found["partner"] = partner - 1 if partner and partner - 1 != declarer else None
    thirds = ask_until(screen, say("kr.ask_points"), lambda text: _thirds(text, words))
    found["kontra"] = ask_number(screen, words, say("kr.ask_kontra"), 0, HIGHEST, 0)
    if found["kontra"] and _may_be_void(book, contract, found):
        found["king_in_talon"] = ask_yes(screen, words, say("kr.ask_king_in_talon"))
    made = _ask_made(screen, words, _makeable(book, contract))
    if "pagat_held" in made:
        made["pagat_held_by"] = other(made.pop("pagat_held"))
    said = ask_until(screen, say("kr.ask_said"), lambda text: _said(text, words, contract.bonuses))
    found["announcements"] = said
    found["result"] = {
        "declarer_thirds": thirds,
        "tricks": _tricks(made.pop("valat", ""), declarer),
        "made": made,
    }
    return found


def _may_be_void(book: Book, contract: Contract, found: Given) -> bool:
    """Whether a Kontra may fall because the called king lay in a hidden Talon (U-17.8, KG-15)."""
    hidden = contract.side == "called" and contract.talon == "none" and found["partner"] is None
    return hidden and book.options.solo_king_in_talon_kontra != "stands"


def _makeable(book: Book, contract: Contract) -> tuple[str, ...]:
    """What can be made without being announced; of old also a captured king and a held Pagat."""
    items = [item for item in contract.bonuses if book.bonuses[item].kind != "sack"]
    charges = [c for c in book.charges if c != "king_captured" or contract.side == "called"]
    return (*items, *charges)


def _ask_made(screen: Screen, words: Words, items: tuple[str, ...]) -> dict[str, str]:
    """Which side made which bonus."""
    names = ", ".join(words.word(item) for item in items)
    screen.line(words.cli("kr.bonuses", names=names), style="dim")
    made: dict[str, str] = {}
    for side in SIDES:
        question, before = words.cli("kr.ask_made", side=words.word(side)), frozenset(made)
        listed = ask_until(screen, question, partial(_items, words, items, before))
        assert isinstance(listed, list), "bonuses were read"
        made |= dict.fromkeys(listed, side)
    return made


def _items(words: Words, items: tuple[str, ...], made: frozenset[str], text: str) -> list[str]:
    """Bonuses by their names; what the other side has made nobody else can make."""
    found = [_item(part, words, items) for part in text.split(",") if part.strip()]
    twice = ", ".join(words.word(item) for item in found if item in made)
    if twice:
        raise ValueError(words.cli("kr.made_twice", names=twice))
    return found


def _item(text: str, words: Words, items: tuple[str, ...]) -> str:
    for item in items:
        if plain(text) in (plain(item), plain(words.word(item))):
            return item
    raise ValueError(words.cli("no_such_answer", text=text.strip()))


def _said(text: str, words: Words, items: tuple[str, ...]) -> list[dict[str, object]]:
    """``pagat s, trull g k``: who announced it, then k, r or s for Kontra, Re, Sub."""
    found: list[dict[str, object]] = []
    for part in text.split(","):
        if not part.strip():
            continue
        tokens = part.casefold().split()
        level = {"k": 1, "r": 2, "s": 3}.get(tokens[-1], 0) if len(tokens) > 2 else 0
        if level:
            tokens.pop()
        side = dict(zip(words.cli("kr.side_letters").split(), SIDES, strict=True)).get(tokens[-1])
        if side is None or len(tokens) < 2:
            raise ValueError(words.cli("kr.said_form"))
        item = _item(" ".join(tokens[:-1]), words, items)
        found.append({"item": item, "side": side, "kontra": level})
    return found


def _tricks(valat: str, declarer: object) -> list[int]:
    """Tricks matter here only for a Valat."""
    assert isinstance(declarer, int), "a seat"
    tricks = [0] * SEATS
    other = (declarer + 1) % SEATS
    tricks[declarer], tricks[other] = {"declarer": (12, 0), "defenders": (0, 12)}.get(valat, (7, 5))
    return tricks
