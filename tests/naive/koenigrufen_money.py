"""Königrufen, the settlement: who pays whom, from the facts of a deal.

The facts come in as a case: contract, seats, announcements, Kontra levels and the result. Nothing
here looks at cards. A line is one item with the side that wins it; points and money differ only
in what a Kontra is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple, NotRequired, TypedDict

from naive.koenigrufen_play import FARBENSPIELE, NEGATIVE_GOAL, Options

Amount = int | Fraction
Levels = int | Mapping[str, int] | Mapping[int, int]

SEATS = range(4)
DECLARER, DEFENDERS = "declarer", "defenders"
POINTS, MONEY = "points", "money"


class Announcement(TypedDict):
    """One announced bonus; ``void``: its Kontra came from the wrong side (T-1.14)."""

    item: str
    side: str
    kontra: int
    void: NotRequired[bool]


class Result(TypedDict, total=False):
    """The facts of a played deal; ``made`` names the side that achieved an item."""

    declarer_thirds: int
    tricks: list[int]
    thirds: list[int]
    made: dict[str, str]


class Extra(TypedDict):
    """A further sure gain that a regular player claims, of whom if told (T-6.4, F-10.7)."""

    seat: int
    points: int
    of: NotRequired[int]


class Renonce(TypedDict, total=False):
    """Who broke the rules, in which special way, and what is claimed besides."""

    seats: list[int]
    kind: str
    extra: list[Extra]


class CoDeclarer(TypedDict):
    """A player of an equal negative game, "-bei" (T-4.3)."""

    seat: int
    contract: str
    kontra: NotRequired[Levels]


class Case(TypedDict, total=False):
    """One deal to settle, or one row of a score sheet."""

    ruleset: str
    options: Options
    contract: str
    declarer: int
    partner: int | None
    vorhand: int
    kontra: Levels
    announcements: list[Announcement]
    uncalled: bool
    king_in_talon: bool
    schleifen: bool
    bird: str
    bare: bool
    radl: bool
    renonce: Renonce
    co_declarers: list[CoDeclarer]
    result: Result
    sheet_row: list[int]
    clarified: bool


class Settled(TypedDict):
    """Four amounts in each ledger; ``written`` is the plus sheet of the treatise."""

    points: list[Amount]
    money: list[Amount]
    written: NotRequired[list[Amount]]


class Line(NamedTuple):
    """One item: who wins it, its value per head, and the Kontra levels upon it."""

    item: str
    winner: str
    value: int
    levels: tuple[int, ...] = ()


# ── the tables ───────────────────────────────────────────────────────────────────────────────

# T-0.1 to T-0.20 (Triccolo: G-9), F-0.1, U-10.1, U-14.1, U-16.1, U-19.1
VALUE = {
    "tirol": {
        "rufer": 1,
        "trischaken": 2,
        "piccolo": 2,
        "solorufer": 2,
        "besserrufer": 2,
        "bettler": 4,
        "sechserdreier": 4,
        "farbendreier": 5,
        "dreier": 5,
        "zwiccolo_semi": 6,
        "piccolo_semi": 6,
        "bettler_semi": 6,
        "farbeneiner": 6,
        "einer": 6,
        "solobesser": 4,
        "triccolo_ouvert": 7,
        "zwiccolo_ouvert": 7,
        "piccolo_ouvert": 7,
        "bettler_ouvert": 8,
        "farbensolo": 10,
        "solodreier": 10,
    },
    "finale": {
        "trischaken": 1,
        "rufer": 1,
        "piccolo": 2,
        "bettler": 2,
        "solorufer": 2,
        "besserrufer": 1,
        "farbendreier": 3,
        "sechserdreier": 4,
        "dreier": 4,
        "farbensolo": 6,
        "piccolo_ouvert": 6,
        "bettler_ouvert": 7,
        "solodreier": 8,
    },
    "ulmann": {"rufer": 6, "solo": 8, "dreier": 10, "solodreier": 20},
}

# T-0.21 to T-0.30, F-0.1: announced; silent is half, a silent Sack nothing (F-8.3)
BIRDS = {"pagat": 2, "uhu": 4, "kakadu": 6, "quapil": 8}
ANNOUNCED = {
    **BIRDS,
    "koenig_ultimo": 2,
    "mondfang": 2,
    "koenige": 2,
    "trull": 2,
    "sack1": 2,
    "sack2": 2,
}
SACK_THIRDS = {"sack1": 137, "sack2": 167}
MATERIAL = frozenset({"trull", "koenige", "sack1", "sack2"})

# U-12.3, U-14.5, U-16.4, U-19.3: silent, announced; U-14.3, U-16.2, U-19.2: scale of the bonuses
ULMANN_VALAT = {"rufer": (12, 24), "solo": (24, 48), "dreier": (24, 48), "solodreier": (48, 96)}
ULMANN_SCALE = {"rufer": 1, "solo": 2, "dreier": 2, "solodreier": 4}

CALL_GAMES = frozenset({"rufer", "besserrufer", "solorufer", "solobesser", "solo"})
SOLO_GAMES = frozenset({"solorufer", "solobesser", "farbensolo", "solodreier"})
SOLO_CALL_GAMES = frozenset({"solorufer", "solobesser", "solo"})


def option(case: Case, name: str, default: object) -> object:
    """What the table agreed, else the rule set's default."""
    return case.get("options", {}).get(name, default)


def number(case: Case, name: str, default: int) -> int:
    """An option that is a number."""
    return int(str(option(case, name, default)))


def contract_value(case: Case, contract: str) -> int:
    """Each contract has its printed value; the Triccolo's is an option (G-9)."""
    if contract == "triccolo_ouvert":
        return number(case, "triccolo_value", 7)
    return VALUE[case["ruleset"]][contract]


def settle(case: Case) -> Settled:
    """Every deal is settled by the clauses of its contract; all sums are zero (T-5.1)."""
    if "sheet_row" in case:
        return both(sheet_row(case))
    if case["contract"] == "trischaken":
        return both(doubled(case, trischaken(case)))
    if case["ruleset"] == "ulmann":
        return ulmann(case)
    if "renonce" in case:
        ledger = renonce
    elif case["contract"] in NEGATIVE_GOAL:
        ledger = negative
    else:
        ledger = positive
    return {
        "points": plain(doubled(case, ledger(case, POINTS))),
        "money": plain(doubled(case, ledger(case, MONEY))),
    }


def both(amounts: Sequence[Amount]) -> Settled:
    """Without Kontra points and money are the same."""
    return {"points": plain(amounts), "money": plain(amounts)}


def plain(amounts: Iterable[Amount]) -> list[Amount]:
    """Whole amounts are ints, others exact fractions."""
    return [int(a) if Fraction(a).denominator == 1 else Fraction(a) for a in amounts]


def doubled(case: Case, amounts: Sequence[Amount]) -> list[Amount]:
    """In a Radl everything counts twice (T-1.16); Skoty knows no Radl (T-7.1)."""
    if case["ruleset"] != "tirol" or option(case, "skoty", False):
        return list(amounts)
    return [2 * amount for amount in amounts] if case.get("radl") else list(amounts)


def sheet_row(case: Case) -> list[int]:
    """A row that does not balance and cannot be cleared up is struck (F-1.13)."""
    row = case["sheet_row"]
    if sum(row) != 0 and not case.get("clarified"):
        return [0, 0, 0, 0]
    return row


# ── sides, Kontra and transfer ───────────────────────────────────────────────────────────────


def other(side: str) -> str:
    """There are two sides."""
    return DEFENDERS if side == DECLARER else DECLARER


def side_of(case: Case, seat: int) -> str:
    """Declarer and called partner play together, the others against them (U-7.6)."""
    return DECLARER if seat in (case["declarer"], case.get("partner")) else DEFENDERS


def weight(case: Case, seat: int) -> int:
    """A soloist settles with each of three, everybody else once (T-6.3).

    Who has not called his king yet is no soloist.
    """
    alone = case.get("partner") is None and not case.get("uncalled")
    return 3 if alone and seat == case["declarer"] else 1


def factor(case: Case, levels: Iterable[int], ledger: str) -> int:
    """Kontra, Re and Sub double each (T-1.12).

    The Finale's points know no Kontra (F-2.1); with Skoty the Schrift counts the simple Kontra
    alone (T-7.1).
    """
    full = prod(1 << level for level in levels)
    if ledger == MONEY:
        return full
    if case["ruleset"] == "finale":
        return 1
    if case["ruleset"] == "tirol" and option(case, "skoty", False):
        return min(full, 2)
    return full


def game_kontra(case: Case, winner: str) -> int:
    """A Kontra on the game counts, unless the called king lay in the hidden talon.

    G-15, U-17.8, U-17.9: then it stands, is void, or is void if the declarer loses.
    """
    kontra = case.get("kontra", 0)
    level = kontra if isinstance(kontra, int) else 0
    if not case.get("king_in_talon") or case["contract"] not in SOLO_CALL_GAMES:
        return level
    default = "void_if_lost" if case["ruleset"] == "ulmann" else "stands"
    rule = option(case, "solo_king_in_talon_kontra", default)
    if rule == "void" or (rule == "void_if_lost" and winner == DEFENDERS):
        return 0
    return level


def bonus_kontra(announcement: Announcement) -> int:
    """A Kontra between partners found out later does not count (T-1.14)."""
    return 0 if announcement.get("void") else announcement["kontra"]


def transfer(case: Case, lines: Iterable[Line], ledger: str) -> list[Amount]:
    """Two against two each wins or loses the value, alone against three threefold (U-10.1)."""
    amounts: list[Amount] = [0, 0, 0, 0]
    for line in lines:
        value = line.value * factor(case, line.levels, ledger)
        for seat in SEATS:
            sign = 1 if side_of(case, seat) == line.winner else -1
            amounts[seat] += sign * weight(case, seat) * value
    return amounts


# ── bonuses ──────────────────────────────────────────────────────────────────────────────────


def bonus_items(case: Case) -> list[str]:
    """Each contract has its bonuses.

    Farbenspiele: T-3.10, F-8.7, G-23. König ultimo needs a called king (U-16.2). The Finale has
    neither Mondfang nor Säcke (F-1.9), the treatise one bird and no Säcke (U-10.2, U-11.1).
    """
    by_ruleset = {
        "tirol": list(ANNOUNCED),
        "finale": [*BIRDS, "koenig_ultimo", "koenige", "trull"],
        "ulmann": ["pagat", "koenig_ultimo", "mondfang", "koenige", "trull"],
    }
    items = by_ruleset[case["ruleset"]]
    if case["contract"] in FARBENSPIELE:
        return [item for item in items if item in MATERIAL - {"trull"}]
    if case["contract"] not in CALL_GAMES:
        return [item for item in items if item != "koenig_ultimo"]
    return items


def announcement(case: Case, item: str) -> Announcement | None:
    """Each kind of item is announced once at most (G-46)."""
    found = [a for a in case.get("announcements", []) if a["item"] == item]
    return found[0] if found else None


def made(case: Case) -> dict[str, str]:
    """Which side really achieved which item."""
    return case.get("result", {}).get("made", {})


def achiever(case: Case, item: str) -> str | None:
    """The side that achieved an item, if one did; Valat and Säcke follow from the counts."""
    if item == "valat":
        return valat_side(case)
    if item in SACK_THIRDS:
        return sack_side(case, item)
    return made(case).get(item)


def valat_side(case: Case) -> str | None:
    """A side with all twelve tricks has made the Valat (T-0.31, U-12.1)."""
    tricks = case.get("result", {}).get("tricks", [])
    for side in (DECLARER, DEFENDERS):
        if sum(n for seat, n in enumerate(tricks) if side_of(case, seat) == side) == 12:
            return side
    return None


def sack_side(case: Case, item: str) -> str | None:
    """46 points (45/2) make the first Sack, 56 (55/2) the second (T-0.29, T-0.30)."""
    thirds = case["result"]["declarer_thirds"]
    if thirds >= SACK_THIRDS[item]:
        return DECLARER
    if 210 - thirds >= SACK_THIRDS[item]:
        return DEFENDERS
    return None


def announced_winner(case: Case, said: Announcement) -> str:
    """An announced item goes to its side if that side made it, else to the other (U-10.8)."""
    made_it = achiever(case, said["item"]) == said["side"]
    return said["side"] if made_it else other(said["side"])


def announced_value(case: Case, item: str) -> int:
    """Bonuses have their printed value, double in solo games (T-3.7, F-8.6, U-14.3)."""
    if case["ruleset"] == "ulmann":
        return 4 * ULMANN_SCALE[case["contract"]]
    return ANNOUNCED[item] * (2 if case["contract"] in SOLO_GAMES else 1)


def silent_value(case: Case, item: str) -> int:
    """Silent is half of announced (F-8.3); a silent Sack is worth nothing (T-0.29)."""
    return 0 if item in SACK_THIRDS else announced_value(case, item) // 2


def bonus_lines(case: Case, items: Iterable[str]) -> list[Line]:
    """Each bonus counts for itself, whoever won the game (T-5.1, U-10.3)."""
    return [line for item in items for line in bonus_line(case, item)]


def bonus_line(case: Case, item: str) -> list[Line]:
    """Announced, the full value won or lost; otherwise the silent value, if it was made."""
    said = announcement(case, item)
    if said:
        value, level = announced_value(case, item), bonus_kontra(said)
        return [Line(item, announced_winner(case, said), value, (level,))]
    side = achiever(case, item)
    if side and silent_value(case, item):
        return [Line(item, side, silent_value(case, item))]
    return held_line(case, item)


def held_line(case: Case, item: str) -> list[Line]:
    """A silent attempt that was held up costs its silent value.

    U-11.4, U-11.7 for the Pagat. Tirol and Finale only by option (G-11), the Finale never for the
    called king (F-4.5).
    """
    payer = made(case).get(f"{item}_held_by")
    if case["ruleset"] == "ulmann":
        penalised = item == "pagat"
    else:
        penalised = bool(option(case, "silent_trick_bonus_loss", False))
        penalised = penalised and (case["ruleset"], item) != ("finale", "koenig_ultimo")
    if payer is None or not penalised:
        return []
    return [Line(f"{item}_held", other(payer), silent_value(case, item))]


# ── positive games ───────────────────────────────────────────────────────────────────────────


def positive(case: Case, ledger: str) -> list[Amount]:
    """A positive game in Tirol or at the Finale: the game and its bonuses (T-5.1)."""
    if case.get("schleifen"):
        lines = [schleifen_line(case)]
    elif case.get("bare"):
        lines = [Line("game", DECLARER, game_value(case, DECLARER))]
    elif case["ruleset"] == "tirol":
        lines = tirol_lines(case)
    else:
        lines = finale_lines(case)
    return transfer(case, lines, ledger)


def schleifen_line(case: Case) -> Line:
    """Sliding costs the game, in the Besserrufer with the bird, to each of three.

    T-2.10, G-7, F-4.3; the treatise asks 4 Points (U-17.10).
    """
    if case["ruleset"] == "ulmann":
        return Line("schleifen", DEFENDERS, 4)
    value = contract_value(case, case["contract"])
    if case["contract"] == "besserrufer":
        value += BIRDS[case["bird"]]
    return Line("schleifen", DEFENDERS, value)


def game_winner(case: Case) -> str:
    """The declarer needs 35/2, 36 points (T-1.7, F-1.10, G-27)."""
    enough = case["result"]["declarer_thirds"] >= number(case, "win_thirds", 107)
    return DECLARER if enough else DEFENDERS


def game_value(case: Case, winner: str) -> int:
    """A lost Sechserdreier costs double (T-3.5, F-3.4)."""
    value = contract_value(case, case["contract"])
    if case["contract"] == "sechserdreier" and winner == DEFENDERS:
        return 2 * value
    return value


def game_line(case: Case, winner: str) -> Line:
    """The game at its value and its Kontra (T-1.12, T-1.13)."""
    return Line("game", winner, game_value(case, winner), (game_kontra(case, winner),))


def tirol_lines(case: Case) -> list[Line]:
    """Game, Valat and bonuses add up; with a Valat made, material bonuses do not count.

    T-5.1 to T-5.4, G-16.
    """
    items = bonus_items(case)
    if valat_made(case):
        items = [item for item in items if item not in MATERIAL]
    return [game_line(case, game_winner(case)), *tirol_valat(case), *bonus_lines(case, items)]


def valat_made(case: Case) -> bool:
    """A Valat is made silently by either side, or announced by the side that makes it.

    An announced Valat that failed is lost, even if the other side took all tricks (T-5.4).
    """
    said = announcement(case, "valat")
    if said:
        return valat_side(case) == said["side"]
    return valat_side(case) is not None


def tirol_valat(case: Case) -> list[Line]:
    """The Valat is 10, announced 20, double in solo games, besides the game (T-0.31, T-5.2)."""
    said, solo = announcement(case, "valat"), 2 if case["contract"] in SOLO_GAMES else 1
    if said:
        return [Line("valat", announced_winner(case, said), 20 * solo, (bonus_kontra(said),))]
    side = valat_side(case)
    return [Line("valat", side, 10 * solo)] if side else []


def finale_lines(case: Case) -> list[Line]:
    """A Valat stands for the game, and then only announced bonuses count (F-9.1, F-9.2, F-9.6)."""
    items = bonus_items(case)
    said, side = announcement(case, "valat"), valat_side(case)
    if said:
        main = finale_valat(case, announced_winner(case, said), 8, bonus_kontra(said))
    elif side:
        main = finale_valat(case, side, 4, 0)
    else:
        return [game_line(case, game_winner(case)), *bonus_lines(case, items)]
    return [main, *bonus_lines(case, [item for item in items if announcement(case, item)])]


def finale_valat(case: Case, winner: str, times: int, level: int) -> Line:
    """The Valat multiplies the game; its Kontra multiplies the game's (F-9.1, F-9.3, F-9.4, G-25).

    Failed announcements of the defenders: G-26. In solo games doubled by option only (G-24).
    """
    value = times * game_value(case, winner)
    if option(case, "solo_valat_double", False) and case["contract"] in SOLO_GAMES:
        value *= 2
    return Line("valat", winner, value, (game_kontra(case, winner), level))


# ── negative games ───────────────────────────────────────────────────────────────────────────


class Pair(NamedTuple):
    """One negative player and one of the seats he settles with."""

    declarer: int
    opponent: int
    contract: str
    level: int


def pairs(case: Case) -> Iterator[Pair]:
    """Each negative player settles with each other seat separately (F-2.3, T-1.15, G-5)."""
    players: list[CoDeclarer] = [
        {
            "seat": case["declarer"],
            "contract": case["contract"],
            "kontra": case.get("kontra", 0),
        },
        *case.get("co_declarers", []),
    ]
    seats = {player["seat"] for player in players}
    fellows_settle = option(case, "bei_settlement", "vs_all") == "vs_all"
    for player in players:
        for opponent in SEATS:
            if opponent == player["seat"] or (opponent in seats and not fellows_settle):
                continue
            level = pair_level(player.get("kontra", 0), opponent)
            yield Pair(player["seat"], opponent, player["contract"], level)


def pair_level(kontra: Levels, opponent: int) -> int:
    """Each opponent has his own Kontra (T-1.15, F-2.3); one number means the same for all."""
    if isinstance(kontra, int):
        return kontra
    return {int(seat): level for seat, level in kontra.items()}.get(opponent, 0)


def pair_value(case: Case, pair: Pair, ledger: str) -> int:
    """The game's value at the Kontra of the two (F-2.3, F-6.6)."""
    return contract_value(case, pair.contract) * factor(case, [pair.level], ledger)


def negative(case: Case, ledger: str) -> list[Amount]:
    """Exactly the stated number of tricks wins (T-0.3, T-0.6, T-0.10; G-5 for bei)."""
    amounts: list[Amount] = [0, 0, 0, 0]
    for pair in pairs(case):
        won = case["result"]["tricks"][pair.declarer] == NEGATIVE_GOAL[pair.contract]
        value = pair_value(case, pair, ledger) * (1 if won else -1)
        amounts[pair.declarer] += value
        amounts[pair.opponent] -= value
    return amounts


# ── Trischaken ───────────────────────────────────────────────────────────────────────────────


def trischaken(case: Case) -> list[Amount]:
    """Who has most pays, with exact counting; virgins take the whole gain (T-4.6, F-5.4)."""
    if "renonce" in case:
        return trischaken_renonce(case)
    payments = tirol_losses(case) if case["ruleset"] == "tirol" else finale_losses(case)
    virgins = [seat for seat in SEATS if case["result"]["tricks"][seat] == 0]
    winners = virgins or [seat for seat in SEATS if seat not in payments]
    if pays_four(case, payments, virgins):
        payments = dict.fromkeys(payments, 4)
    return shared_out(payments, winners)


def shared_out(payments: Mapping[int, Amount], winners: Sequence[int]) -> list[Amount]:
    """What is paid goes in equal shares to the winners (T-4.8, T-4.9, F-5.9, F-5.10)."""
    amounts: list[Amount] = [0, 0, 0, 0]
    for seat, payment in payments.items():
        amounts[seat] -= payment
    for seat in winners:
        amounts[seat] += Fraction(sum(payments.values())) / len(winners)
    return amounts


def trischaker(case: Case) -> int:
    """The Vorhand plays the Trischaken, or whoever plays it instead of sliding (T-7.5)."""
    return case.get("declarer", case["vorhand"])


def losers_of(case: Case) -> list[int]:
    """The seats with the most thirds."""
    thirds = case["result"]["thirds"]
    return [seat for seat in SEATS if thirds[seat] == max(thirds)]


def is_buergermeister(case: Case, seat: int) -> bool:
    """35/2 or more make a Bürgermeister (T-4.7, F-5.5)."""
    return case["result"]["thirds"][seat] >= 107


def tirol_losses(case: Case) -> dict[int, Amount]:
    """Three times 2, doubled for the Vorhand and for the Bürgermeister; tied players share.

    T-4.6, T-4.7, T-4.9, G-13; the tied Vorhand by option (G-14).
    """
    losers, vorhand = losers_of(case), trischaker(case)
    rule = option(case, "trischaken_tie_vorhand", "own_share_doubled")
    if len(losers) > 1 and vorhand in losers and rule == "vorhand_alone":
        losers = [vorhand]
    payments: dict[int, Amount] = {}
    for seat in losers:
        twice = seat == vorhand or (rule == "pot_doubled" and vorhand in losers)
        sole = 6 * (2 if twice else 1) * (2 if is_buergermeister(case, seat) else 1)
        payments[seat] = Fraction(sole, len(losers))
    return payments


def finale_losses(case: Case) -> dict[int, Amount]:
    """The Trischaker alone 6, or 12; one other 3, or 6; two tied 2 each, three tied 1 each.

    F-5.4 to F-5.8.
    """
    losers, player = losers_of(case), trischaker(case)
    if player in losers:
        return {player: 12 if is_buergermeister(case, player) else 6}
    if len(losers) == 1:
        return {losers[0]: 6 if is_buergermeister(case, losers[0]) else 3}
    return dict.fromkeys(losers, 2 if len(losers) == 2 else 1)


def pays_four(case: Case, payments: Mapping[int, Amount], virgins: Sequence[int]) -> bool:
    """By option the 3 that two virgins cannot halve become 4 (G-34)."""
    wanted = option(case, "two_virgins_odd_pot", "exact") == "four"
    odd = case["ruleset"] == "finale" and list(payments.values()) == [3]
    return wanted and odd and len(virgins) == 2


def trischaken_renonce(case: Case) -> list[Amount]:
    """An offender pays like a Bürgermeister; several share (T-4.10, F-5.11 to F-5.13, G-33)."""
    offenders = case["renonce"]["seats"]
    regular = [seat for seat in SEATS if seat not in offenders]
    if not regular:
        return [0, 0, 0, 0]
    base = 12 if case["ruleset"] == "tirol" else 6
    alone_only = case["ruleset"] == "finale" and len(offenders) > 1
    pot = 2 * base if trischaker(case) in offenders and not alone_only else base
    payments = dict.fromkeys(offenders, Fraction(pot, len(offenders)))
    return with_extra(case, shared_out(payments, regular))


# ── Renonce in Tirol and at the Finale ───────────────────────────────────────────────────────


def renonce(case: Case, ledger: str) -> list[Amount]:
    """Offenders indemnify everybody else, partners too (T-6.2, F-10.3, F-10.4, G-48)."""
    offenders = case["renonce"]["seats"]
    claims: dict[int, Amount] = {
        seat: claim(case, seat, ledger) for seat in SEATS if seat not in offenders
    }
    amounts: list[Amount] = [claims.get(seat, 0) for seat in SEATS]
    for seat in offenders:
        amounts[seat] -= Fraction(sum(claims.values())) / len(offenders)
    return with_extra(case, amounts)


def with_extra(case: Case, amounts: list[Amount]) -> list[Amount]:
    """A further sure gain is paid by who caused its loss, else by all (T-6.4, F-10.7)."""
    for extra in case["renonce"].get("extra", []):
        guilty = case["renonce"]["seats"]
        offenders = [seat for seat in guilty if seat == extra.get("of")] or guilty
        amounts[extra["seat"]] += extra["points"]
        for seat in offenders:
            amounts[seat] -= Fraction(extra["points"], len(offenders))
    return amounts


def claim(case: Case, seat: int, ledger: str) -> int:
    """A regular player gets what the game and every announced bonus, won, would bring him.

    T-6.2, T-6.3, F-10.3. In negative games he is paid as winner of each of his pairs (G-45). The
    Besserrufer without a bird costs 3 to each, without Kontra (F-4.7).
    """
    if case["contract"] in NEGATIVE_GOAL:
        mine = [pair for pair in pairs(case) if seat in (pair.declarer, pair.opponent)]
        return sum(pair_value(case, pair, ledger) for pair in mine)
    if (case["ruleset"], case["renonce"].get("kind")) == ("finale", "besserrufer_without_bird"):
        return 3
    lines = lines_as_won(case, side_of(case, seat))
    total = sum(line.value * factor(case, line.levels, ledger) for line in lines)
    return weight(case, seat) * total


def lines_as_won(case: Case, side: str) -> list[Line]:
    """The game and all that was announced, as if this side had won each of them.

    An opponent of the Sechserdreier gets its lost value (G-22). An announced Valat counts beside
    the game in Tirol, for the game at the Finale (T-5.2, F-9.1); in Tirol the side that announced
    it and is taken to have made it gets no material bonus with it (T-5.3).
    """
    valat = announcement(case, "valat")
    items = [item for item in bonus_items(case) if announcement(case, item)]
    main = [game_line(case, side)]
    if valat and case["ruleset"] == "finale":
        main = [finale_valat(case, side, 8, bonus_kontra(valat))]
    elif valat:
        solo = 2 if case["contract"] in SOLO_GAMES else 1
        main.append(Line("valat", side, 20 * solo, (bonus_kontra(valat),)))
        if valat["side"] == side:
            items = [item for item in items if item not in MATERIAL]
    return main + announced_as_won(case, side, items) + unnamed_bird(case, side)


def announced_as_won(case: Case, side: str, items: Iterable[str]) -> list[Line]:
    """Every announced bonus at its announced value and Kontra (T-6.2, G-22)."""
    said = [a for a in case.get("announcements", []) if a["item"] in items]
    return [
        Line(a["item"], side, announced_value(case, a["item"]), (bonus_kontra(a),)) for a in said
    ]


def unnamed_bird(case: Case, side: str) -> list[Line]:
    """Before the obligatory bird is named, the lowest one dealt counts (T-0.5, T-0.15, F-4.6)."""
    if case["contract"] not in ("besserrufer", "solobesser") or "bird" not in case:
        return []
    if any(a["item"] == case["bird"] for a in case.get("announcements", [])):
        return []  # once a deal, whoever said it (G-46)
    return [Line(case["bird"], side, announced_value(case, case["bird"]))]


# ── the treatise ─────────────────────────────────────────────────────────────────────────────


def ulmann(case: Case) -> Settled:
    """The items are netted and only the winning side writes (U-10.5, U-10.6, U-17.4).

    Zero sums by paying, or by the differences of the sheet (G-31).
    """
    net = sum(
        line.value * factor(case, line.levels, POINTS) * (1 if line.winner == DECLARER else -1)
        for line in ulmann_lines(case)
    )
    winner = DECLARER if net > 0 else DEFENDERS
    written: list[Amount] = [abs(net) if side_of(case, seat) == winner else 0 for seat in SEATS]
    if option(case, "ulmann_settle", "pay") == "differences":
        amounts = [4 * amount - sum(written) for amount in written]
    elif "renonce" in case and option(case, "renonce_bearer", "party") == "offender":
        amounts = borne_by_offenders(case, written)
    else:
        amounts = transfer(case, [Line("net", winner, abs(net))], POINTS)
    return {**both(amounts), "written": plain(written)}


def borne_by_offenders(case: Case, written: Sequence[Amount]) -> list[Amount]:
    """By option the offender pays for his party (G-27)."""
    offenders = case["renonce"]["seats"]
    amounts: list[Amount] = [weight(case, seat) * written[seat] for seat in SEATS]
    total = Fraction(sum(amounts))
    for seat in offenders:
        amounts[seat] -= total / len(offenders)
    return amounts


def ulmann_lines(case: Case) -> list[Line]:
    """Game or Valat, then honours, Ultimo, Mondfang and the captured king (U-12.4)."""
    if case.get("schleifen"):
        return [schleifen_line(case)]
    if "renonce" in case:
        return ulmann_renonce(case)
    bonuses = bonus_lines(case, bonus_items(case))
    return [ulmann_main(case), *bonuses, *king_captured(case)]


def ulmann_main(case: Case) -> Line:
    """The Valat counts instead of the game (U-12.2, U-12.6, G-29).

    A silent Valat inherits the Kontra of the game, an announced one has its own.
    """
    silent, announced = ULMANN_VALAT[case["contract"]]
    said, side = announcement(case, "valat"), valat_side(case)
    if said:
        return Line("valat", announced_winner(case, said), announced, (bonus_kontra(said),))
    if side:
        return Line("valat", side, silent, (game_kontra(case, side),))
    return game_line(case, game_winner(case))


def king_captured(case: Case) -> list[Line]:
    """A captured called king costs 2, in the Solo 4 (U-10.20, U-17.12, G-30).

    An announced König-Ultimo includes it (U-11.14).
    """
    captors = made(case).get("king_captured")
    if not captors or case["contract"] not in CALL_GAMES or announcement(case, "koenig_ultimo"):
        return []
    value = number(case, "kingfang_solo", 4) if case["contract"] == "solo" else 2
    return [Line("king_captured", captors, value)]


def ulmann_renonce(case: Case) -> list[Line]:
    """The innocent side wins the game, its announced bonuses and the silent ones it makes.

    U-10.22 to U-10.24, U-11.15 to U-11.17, G-27, G-49. With offenders on both sides nobody wins.
    """
    guilty = {side_of(case, seat) for seat in case["renonce"]["seats"]}
    if len(guilty) == 2:
        return []
    innocent = other(guilty.pop())
    said = [a for a in case.get("announcements", []) if a["side"] == innocent]
    announced = announced_as_won({**case, "announcements": said}, innocent, bonus_items(case))
    silent = [
        Line(item, innocent, silent_value(case, item))
        for item in bonus_items(case)
        if achiever(case, item) == innocent and item not in {a["item"] for a in said}
    ]
    captured = [line for line in king_captured(case) if line.winner == innocent]
    return [innocent_main(case, innocent), *announced, *silent, *captured]


def innocent_main(case: Case, innocent: str) -> Line:
    """The game, or the innocent side's Valat, announced or played out, instead of it (U-12.2)."""
    silent, announced = ULMANN_VALAT[case["contract"]]
    said = announcement(case, "valat")
    if said and said["side"] == innocent:
        return Line("valat", innocent, announced, (bonus_kontra(said),))
    if valat_side(case) == innocent:
        return Line("valat", innocent, silent, (game_kontra(case, innocent),))
    return game_line(case, innocent)
