"""The law of a trick in Tarock à l'Hombre as plain functions on ints.

Written like ``kernels``: only ints, tuples of ints and NamedTuples of those. A set of cards has
78 bits: the compiled search carries it in two words (``bots.fast.words``); here it is one int.

A trick is the set of its cards, the card led and the card played second (or -1): when the
Skies is led and no tarock falls, the second card names the suit.
"""

from __future__ import annotations

from trull.cards import TAROCK78, Pack
from trull.clauses import clause
from trull.kernels.tarock import PackMasks, count, highest, lowest, thirds

FREE, NO_FIGUR, MUST_FIGUR, MUST_OVERTRUMP, LOWEST_TRUMP = 0, 1, 2, 3, 4
"""What an irregular act binds a player to (rules 8 to 13)."""

EXCUSE, TOP, BOTTOM = 0, 1, 2
"""What the Skies is in a trick: no trump, the highest tarock, the lowest one."""


@clause("M-6")
def skar_cards(pack: PackMasks, hand: int, pagat_exception: int) -> int:
    """No kings, tarocks or Skies; the Pagat with few tarocks; other tarocks if all else fails."""
    tarocks = hand & pack.tarocks
    allowed = hand & ~(pack.kings | pack.tarocks | pack.skues)
    if pagat_exception and count(tarocks) < 4:
        allowed = allowed | hand & pack.pagat
    if count(allowed) < 3:
        allowed = allowed | tarocks & ~(pack.pagat | pack.mond)
    return allowed


@clause("M-10", "M-11", "L-8.2", "L-8.3", "L-10.2", "L-15.1", "LG-06")
def legal_cards(pack: PackMasks, hand: int, trick: int, led: int, duty: int, hold: int) -> int:
    """Follow suit, else tarock, else anything, or the Skies; a duty binds within that."""
    rest = hand & ~pack.skues
    skies = hand & pack.skues
    if hold and rest:
        skies = 0
    if led < 0:
        return rest | skies
    cards = rest & pack.family[led]
    if not cards:
        cards = rest & pack.tarocks
    if not cards:
        cards = rest
    if duty == FREE:
        return cards | skies
    forced = forced_cards(pack, cards, trick, duty)
    if forced:
        return forced
    plain = cards & ~figures(pack)
    if duty != MUST_FIGUR and plain:
        cards = plain
    return cards | skies


@clause("L-9.1", "L-12.1", "L-12.2", "L-13.3", "LG-06")
def forced_cards(pack: PackMasks, cards: int, trick: int, duty: int) -> int:
    """Overtrump, lowest trump or Figur: those of ``cards`` that obey; the Skies is no escape."""
    tarocks = cards & pack.tarocks
    if duty == MUST_OVERTRUMP:
        lying = trick & pack.tarocks
        if lying:
            return tarocks & (-2 << highest(lying))
        return tarocks
    if duty == LOWEST_TRUMP and tarocks:
        return 1 << lowest(tarocks)
    if duty == MUST_FIGUR:
        return cards & figures(pack)
    return 0


@clause("L-13.2", "LG-06")
def figures(pack: PackMasks) -> int:
    """König, Dame, Cavall and Bube are Figuren, and the Pagat; Mond and Skies are not."""
    _, queens, cavalls, jacks = pack.ranks
    return pack.kings | queens | cavalls | jacks | pack.pagat


@clause("M-2", "M-3", "M-11", "L-15.2", "LG-10", "LG-11")
def winning_card(pack: PackMasks, skies: int, trick: int, led: int, second: int) -> int:
    """The highest tarock takes the trick, else the highest card of the suit led; no Skies."""
    tarocks = trick & pack.tarocks
    if skies != EXCUSE and trick & pack.skues and (skies == TOP or not tarocks):
        return highest(pack.skues)
    if tarocks:
        return highest(tarocks)
    if (1 << led) & pack.skues:
        if second < 0:
            return led
        led = second
    return highest(trick & pack.family[led])


@clause("M-4", "M-5", "LG-12")
def points(pack: PackMasks, cards: int) -> int:
    """Nominal values in threes less 2: the thirds of a pile, rounded to the nearest whole."""
    return (thirds(pack, cards) + 1) // 3


@clause("M-11")
def ransom(pack: PackMasks, won: int) -> int:
    """What a side gives for the Skies, in thirds: its cheapest card, or without any the Skies."""
    fives, queens, cavalls, jacks = pack.ranks
    if won & ~(fives | queens | cavalls | jacks):
        return 1
    if won & jacks:
        return 4
    if won & cavalls:
        return 7
    return 10 if won & queens else 13


@clause("M-11", "M-13", "L-15.3", "L-15.4", "LG-22", "LG-23")
def skies_account(
    pack: PackMasks, ombre: int, owner: int, taker: int, in_time: int, won: int
) -> int:
    """What the Ombre has more for the Skies, in thirds; ``won``: the tricks of the owner's side."""
    if owner < 0 or (owner == ombre) == (taker == ombre):
        return 0
    moved = ransom(pack, won & ~pack.skues) if in_time else thirds(pack, pack.skues)
    return -moved if owner == ombre else moved


@clause("M-1", "M-2", "M-3", "M-4")
def masks_of(pack: Pack) -> PackMasks:
    """The kernels' view of the pack of 78; a led Skies demands tarock, so that is its suit."""
    kings, queens, cavalls, jacks = (pack.mask(suit + rank for suit in "HDSC") for rank in "KQNB")
    matadors = pack.mask(["T1", "T21", "SKI"])
    families = {suit: int(mask) for suit, mask in pack.suits.items()}
    families["X"] = families["T"]
    return PackMasks(
        family=tuple(families[suit] for suit in pack.suit_of),
        tarocks=families["T"],
        kings=int(kings),
        pagat=int(pack.mask(["T1"])),
        mond=int(pack.mask(["T21"])),
        skues=int(pack.mask(["SKI"])),
        ranks=(int(kings | matadors), int(queens), int(cavalls), int(jacks)),
    )


TAROCK78_MASKS = masks_of(TAROCK78)
