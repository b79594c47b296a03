"""The settlement of a deal, in points and in money, in parts of a point (``UNIT``).

positive games    the game, then every bonus made or announced
negative games    each declarer with each of the others
Trischaken        the most points pay
slid, bare        paid without play
"""

from __future__ import annotations

from trull.kernels.tarock import count, lowest, thirds
from trull.machine.koenigrufen.announce import plays, valid_level
from trull.machine.koenigrufen.bargain import is_ours, king_of, open_talon, talon_cards
from trull.machine.koenigrufen.layout import (
    APART,
    BID_GAME,
    BIRD_COUNT,
    BIRD_MADE,
    CALLED,
    CALLED_SIDE,
    CAPTURED,
    CHEAPEST_BIRD,
    CONTRACT,
    DECLARER,
    DISCARD,
    DOUBLED,
    EVERYBODY_PAYS,
    FOREHAND,
    GAME_KONTRA,
    HELD_CAPTURED,
    HELD_LAST,
    HELD_OURS,
    HELD_UP_COSTS,
    HELD_UP_LOSS,
    ITEMS_SAID,
    KIND,
    KING_CHARGE,
    KING_CHARGE_SOLO,
    KING_HALF,
    KING_KONTRA,
    KING_MADE,
    KING_ULTIMO,
    KINGS,
    KONTRA_CAP,
    KONTRAS,
    LISTED,
    LOSS,
    MASKS,
    MATERIAL,
    MOND_MADE,
    MONDFANG,
    MONEY,
    NEEDS,
    NEEDS_BIRD,
    NEGATIVE_GAME,
    NET_MONEY,
    NET_POINTS,
    NOBODY,
    ODD_POT,
    OPEN_PRICE,
    OURS,
    OUT_BARE,
    OUT_REDEAL,
    OUT_SLID,
    OUTCOME,
    PAGAT_CHARGE,
    PAIRS,
    PARTNER,
    PILE,
    POINTS,
    POT_DOUBLED,
    REPLACED,
    SACK_THIRDS,
    SACKS,
    SAID_BY,
    SCALE,
    SIDE,
    SILENT,
    SLID,
    SLIDE_PRICE,
    SOLO_VALAT,
    STANDING,
    STANDS,
    STANDS_BID,
    STANDS_SEAT,
    TAKEN,
    TAKES,
    TALON_NONE,
    TALON_OF,
    THEIRS,
    THIRDS,
    TIE_VORHAND,
    TRICKS,
    TRISCHAKEN,
    TRISCHAKEN_GAME,
    TRULL,
    TRULL_ITEM,
    TWO_TIED,
    UNIT,
    VALAT,
    VALAT_EXTRA,
    VALAT_MULTIPLIES,
    VALAT_OPEN,
    VALAT_SILENT,
    VALAT_WAY,
    VALUE,
    VOID,
    VORHAND_ALONE,
    WANTED,
    WIN_THIRDS,
)
from trull.machine.words import Block

BUERGERMEISTER = 107
WHOLE_PACK = 210


def settle(s: Block, r: Block) -> None:
    """Who pays whom; a void deal pays nothing."""
    kind = r[KIND + s[CONTRACT]]
    if s[OUTCOME] == OUT_REDEAL:
        return
    if s[OUTCOME] == OUT_SLID:
        enter(s, r, THEIRS, slide_price(s, r), 0, 0)
    elif s[OUTCOME] == OUT_BARE:
        enter(s, r, OURS, r[VALUE + s[CONTRACT]], 0, 0)
    elif kind == TRISCHAKEN_GAME:
        pay_trischaken(s, r)
        return
    elif kind == NEGATIVE_GAME:
        pay_negative(s, r)
        return
    else:
        enter_game(s, r)
    pay_sides(s, r)


# T-1.12, T-7.1, F-2.1, U-15.7
def enter(s: Block, r: Block, winner: int, value: int, level: int, other: int) -> None:
    """Each level doubles; in the Schrift only up to the cap, in money always in full."""
    points = value * min(1 << level, r[KONTRA_CAP]) * min(1 << other, r[KONTRA_CAP])
    money = value << level + other
    s[NET_POINTS] += points if winner == OURS else -points
    s[NET_MONEY] += money if winner == OURS else -money


# F-1.12, F-8.12, U-10.1, KG-31
def pay_sides(s: Block, r: Block) -> None:
    """Two against two each has one to settle with, or by option two; who is alone has three."""
    ours = 3 if s[PARTNER] < 0 else 2 if r[EVERYBODY_PAYS] else 1
    theirs = 1 if s[PARTNER] < 0 else ours
    for seat in range(4):
        share = UNIT * (ours if is_ours(s, seat) else -theirs) << s[DOUBLED]
        s[POINTS + seat], s[MONEY + seat] = share * s[NET_POINTS], share * s[NET_MONEY]


# T-1.16
def pay(s: Block, payer: int, payee: int, points: int, money: int) -> None:
    """One seat pays another; in a Radl double."""
    s[POINTS + payer] -= points << s[DOUBLED]
    s[POINTS + payee] += points << s[DOUBLED]
    s[MONEY + payer] -= money << s[DOUBLED]
    s[MONEY + payee] += money << s[DOUBLED]


# T-2.10, F-4.3, U-17.10, KG-7
def slide_price(s: Block, r: Block) -> int:
    """Sliding costs the game, with the bird in a Besserrufer, to each of the three."""
    price = r[SLIDE_PRICE] if r[SLIDE_PRICE] else r[VALUE + s[CONTRACT]]
    if r[NEEDS + s[CONTRACT]] == NEEDS_BIRD:
        bird = s[SLID] - 2 if s[SLID] >= 2 else r[CHEAPEST_BIRD]
        price += r[OPEN_PRICE + bird]
    return price


# Positive games


def enter_game(s: Block, r: Block) -> None:
    """The game, then every bonus made or announced, then what was lost without a word."""
    made, pile = valat_made(s), declarer_pile(s, r)
    counted = thirds(MASKS, pile)
    enter_played(s, r, made, counted)
    items = r[LISTED + s[CONTRACT]] & ~(1 << VALAT)
    while items:
        item = lowest(items)
        items &= items - 1
        reached = achieved(s, r, item, pile, counted)
        if (reached or s[ITEMS_SAID] >> item & 1) and counts_beside_valat(s, r, made, item):
            enter_bonus(s, r, item, reached)
    if r[KING_CHARGE] or r[KING_CHARGE_SOLO] or r[PAGAT_CHARGE]:
        enter_charges(s, r)


# T-3.1, T-3.6, U-8.2, U-8.3, U-13.1, U-13.2, U-15.3, KG-37
def declarer_pile(s: Block, r: Block) -> int:
    """Tricks and discard of his side; in a solo call game also the half with the called king."""
    pile = s[DISCARD]
    for seat in range(4):
        if is_ours(s, seat):
            pile |= s[PILE + seat]
    if s[KING_HALF] >= 0 and r[TALON_OF + s[CONTRACT]] == TALON_NONE:
        pile |= talon_cards(s, 3 * s[KING_HALF], 3 * s[KING_HALF] + 3)
    return pile


def valat_made(s: Block) -> int:
    """The side that took all twelve tricks."""
    mine = 0
    for seat in range(4):
        if is_ours(s, seat):
            mine += s[TAKES + seat]
    if mine == TRICKS:
        return OURS
    return NOBODY if mine else THEIRS


def side_of(s: Block, seat: int) -> int:
    """The side of a seat."""
    return OURS if is_ours(s, seat) else THEIRS


def said_winner(s: Block, item: int, made: int) -> int:
    """Announced and made it is ours, announced and missed theirs."""
    side = side_of(s, s[SAID_BY + item])
    return side if made == side else OURS + THEIRS - side


def enter_played(s: Block, r: Block, made: int, counted: int) -> None:
    """The game, and the Valat in one of its three ways."""
    said = s[SAID_BY + VALAT] >= 0
    if made == NOBODY and not said:
        enter_plain(s, r, counted)
        return
    winner = said_winner(s, VALAT, made) if said else made
    if r[VALAT_WAY] == VALAT_EXTRA:
        enter_plain(s, r, counted)
        enter_extra(s, r, winner, said)
    elif r[VALAT_WAY] == VALAT_MULTIPLIES:
        enter_multiplied(s, r, winner, said)
    else:
        enter_replaced(s, r, winner, said)


# T-1.7, F-1.10, T-3.5, F-3.4, U-10.1, U-17.2, U-17.4
def enter_plain(s: Block, r: Block, counted: int) -> None:
    """36 points win: 35 and two cards over."""
    winner = OURS if counted >= r[WIN_THIRDS] else THEIRS
    enter(s, r, winner, game_value(s, r, winner), game_kontra(s, r, winner), 0)


def game_value(s: Block, r: Block, winner: int) -> int:
    """What the game is worth; some cost more when lost."""
    return r[VALUE + s[CONTRACT]] if winner == OURS else r[LOSS + s[CONTRACT]]


# U-17.8, U-17.9, KG-15
def game_kontra(s: Block, r: Block, winner: int) -> int:
    """A Kontra on a solo whose king lay in the talon stands, or not, or not if it is lost."""
    level = valid_level(s, s[GAME_KONTRA], s[DECLARER])
    game = s[CONTRACT]
    solo_call = r[SIDE + game] == CALLED_SIDE and r[TALON_OF + game] == TALON_NONE
    if s[KING_HALF] < 0 or not solo_call or r[KING_KONTRA] == STANDS:
        return level
    void = r[KING_KONTRA] == VOID or winner == THEIRS
    return 0 if void else level


def valat_kontra(s: Block) -> int:
    """The valid level on the announced Valat."""
    return valid_level(s, s[KONTRAS + VALAT], s[SAID_BY + VALAT])


# T-0.31, T-5.2, T-5.4, T-3.7
def enter_extra(s: Block, r: Block, winner: int, said: bool) -> None:
    """The Valat premium is paid beside the game, double in solo games."""
    scale = r[SCALE + s[CONTRACT]]
    if said:
        enter(s, r, winner, r[OPEN_PRICE + VALAT] * scale, valat_kontra(s), 0)
    else:
        enter(s, r, winner, r[SILENT + VALAT] * scale, 0, 0)


# F-9.1, F-9.3, F-9.4, KG-24, KG-25, KG-26
def enter_multiplied(s: Block, r: Block, winner: int, said: bool) -> None:
    """The Valat multiplies the game: by eight announced, by four silent; a failed one loses it."""
    times = r[OPEN_PRICE + VALAT] if said else r[SILENT + VALAT]
    if r[SOLO_VALAT]:
        times *= r[SCALE + s[CONTRACT]]
    own = valat_kontra(s) if said else 0
    enter(s, r, winner, game_value(s, r, winner) * times, game_kontra(s, r, winner), own)


# U-12.1, U-12.2, U-12.3, U-12.6, U-14.5, U-16.4, U-19.3, KG-29
def enter_replaced(s: Block, r: Block, winner: int, said: bool) -> None:
    """A fixed sum counts instead of the game; silent it inherits the game's Kontra."""
    if said:
        enter(s, r, winner, r[VALAT_OPEN + s[CONTRACT]], valat_kontra(s), 0)
    else:
        enter(s, r, winner, r[VALAT_SILENT + s[CONTRACT]], game_kontra(s, r, winner), 0)


# T-5.3, T-5.4, F-9.2, F-9.5, F-9.6, U-12.4, KG-16
def counts_beside_valat(s: Block, r: Block, made: int, item: int) -> bool:
    """With a Valat made no material bonus counts; at the Finale only what was announced."""
    said = s[SAID_BY + VALAT]
    if r[VALAT_WAY] == VALAT_EXTRA:
        reached = made != NOBODY if said < 0 else made == side_of(s, said)
        return not (reached and r[MATERIAL + item])
    if r[VALAT_WAY] == VALAT_MULTIPLIES and (said >= 0 or made != NOBODY):
        return s[SAID_BY + item] >= 0
    return True


# Bonuses


# T-0.27, T-0.28, T-0.29, T-0.30, U-10.3, U-10.4, KG-19, KG-37
def achieved(s: Block, r: Block, item: int, pile: int, counted: int) -> int:
    """The side that made a bonus, or whose attempt was held up; a Sack is a matter of points."""
    if item < BIRD_COUNT:
        return s[BIRD_MADE + item]
    if item == KING_ULTIMO:
        held = s[KING_MADE] == HELD_LAST or s[KING_MADE] == HELD_CAPTURED
        return HELD_OURS if held else OURS if s[KING_MADE] == OURS else NOBODY
    if item == MONDFANG:
        return s[MOND_MADE]
    if item == KINGS:
        return collected(pile, MASKS.kings)
    if item == TRULL_ITEM:
        return collected(pile, TRULL)
    if counted >= r[SACK_THIRDS + item - SACKS]:
        return OURS
    return THEIRS if WHOLE_PACK - counted >= r[SACK_THIRDS + item - SACKS] else NOBODY


def collected(pile: int, cards: int) -> int:
    """The side that has all these cards in its pile."""
    if not cards & ~pile:
        return OURS
    return NOBODY if cards & pile else THEIRS


# T-5.1, F-4.8, F-8.3, F-8.6, F-8.9, U-8.5, U-10.7, U-10.8, U-11.3, U-14.3, U-15.6, U-19.2
def enter_bonus(s: Block, r: Block, item: int, made: int) -> None:
    """Announced and made it is ours, announced and missed theirs; silent it counts if made."""
    owner, scale = s[SAID_BY + item], r[SCALE + s[CONTRACT]]
    if owner >= 0:
        level = valid_level(s, s[KONTRAS + item], owner)
        enter(s, r, said_winner(s, item, made), r[OPEN_PRICE + item] * scale, level, 0)
    elif made == OURS or made == THEIRS:
        enter(s, r, made, r[SILENT + item] * scale, 0, 0)
    elif r[HELD_UP_LOSS] and r[HELD_UP_COSTS + item]:
        # KG-11, F-4.5: what fails silently in its own trick costs its silent value
        winner = THEIRS if made == HELD_OURS else OURS
        enter(s, r, winner, r[SILENT + item] * scale, 0, 0)


# U-10.20, U-11.4, U-11.7, U-11.14, U-17.12, KG-30, KG-32
def enter_charges(s: Block, r: Block) -> None:
    """A captured called king and a silent Pagat held up cost, unless announced and lost so."""
    scale, held = r[SCALE + s[CONTRACT]], s[BIRD_MADE]
    if s[CALLED] >= 0 and s[SAID_BY + KING_ULTIMO] < 0 and king_captured(s, r):
        enter(s, r, THEIRS, r[KING_CHARGE_SOLO] if scale > 1 else r[KING_CHARGE], 0, 0)
    if s[SAID_BY] < 0 and held >= HELD_OURS:
        enter(s, r, THEIRS if held == HELD_OURS else OURS, r[PAGAT_CHARGE] * scale, 0, 0)


def king_captured(s: Block, r: Block) -> bool:
    """The called king was taken by a tarock of the others, or left lying in the open talon."""
    left = talon_cards(s, 0, 6) & ~s[TAKEN]
    if open_talon(s, r) and left >> king_of(s[CALLED]) & 1:
        return True
    return s[KING_MADE] == CAPTURED or s[KING_MADE] == HELD_CAPTURED


# Negative games


# T-4.3, T-4.4, T-1.15, F-2.3, F-6.6, KG-1, KG-5, KG-45
def pay_negative(s: Block, r: Block) -> None:
    """Each declarer settles with each of the three others, also with a fellow declarer."""
    for place in range(s[STANDING]):
        seat, game = s[STANDS_SEAT + place], r[BID_GAME + s[STANDS_BID + place]]
        value = r[VALUE + game] * UNIT
        if s[TAKES + seat] != r[WANTED + game]:
            value = -value
        for other in range(4):
            if other != seat and not (r[APART] and plays(s, other)):
                full = 1 << s[PAIRS + 4 * seat + other]
                pay(s, other, seat, value * min(full, r[KONTRA_CAP]), value * full)


# Trischaken


# T-4.6, T-4.8, F-5.4, F-5.9, F-5.10, KG-34
def pay_trischaken(s: Block, r: Block) -> None:
    """The most points pay; a Jungfrau gets everything, else the others share it."""
    losers, virgins, payers, pot = most_points(s), 0, 0, 0
    for seat in range(4):
        if not s[TAKES + seat]:
            virgins |= 1 << seat
        due = trischaken_due(s, r, seat, losers)
        pot += due
        if due:
            payers |= 1 << seat
    takers = virgins if virgins else 15 & ~payers
    even = count(virgins) == 2 and pot == 3 * UNIT and r[ODD_POT]
    for payer in range(4):
        due = trischaken_due(s, r, payer, losers)
        if even and due:
            due = 4 * UNIT // count(payers)
        for taker in range(4):
            if due and takers >> taker & 1:
                share = due // count(takers)
                pay(s, payer, taker, share, share)


def most_points(s: Block) -> int:
    """The seats with the most points."""
    best, losers = -1, 0
    for seat in range(4):
        counted = s[THIRDS + seat]
        if counted > best:
            best, losers = counted, 0
        if counted == best:
            losers |= 1 << seat
    return losers


# T-4.7, T-4.9, F-5.5, F-5.6, F-5.7, F-5.8, KG-13, KG-14
def trischaken_due(s: Block, r: Block, seat: int, losers: int) -> int:
    """What one loser pays: doubled for the Vorhand and the Bürgermeister, shared with equals."""
    forehand = s[DECLARER] if s[REPLACED] else s[FOREHAND]
    if not losers >> seat & 1:
        return 0
    if count(losers) == 1:
        return sole_due(s, r, seat, forehand)
    tied = losers >> forehand & 1
    if tied and r[TIE_VORHAND] == VORHAND_ALONE:
        return sole_due(s, r, seat, forehand) if seat == forehand else 0
    due = 3 * r[VALUE + TRISCHAKEN] * UNIT // count(losers)
    if count(losers) == 2 and r[TWO_TIED]:
        due = r[TWO_TIED] * UNIT
    all_double = tied and r[TIE_VORHAND] == POT_DOUBLED
    return 2 * due if seat == forehand or all_double else due


# T-4.7, F-5.5, F-5.6, KG-13
def sole_due(s: Block, r: Block, seat: int, forehand: int) -> int:
    """A single loser pays three times the game; Vorhand and Bürgermeister each double it."""
    due = 3 * r[VALUE + TRISCHAKEN] * UNIT
    if seat == forehand:
        due *= 2
    if s[THIRDS + seat] >= BUERGERMEISTER:
        due *= 2
    return due
