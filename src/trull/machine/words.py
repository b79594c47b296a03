"""The few words the compiled loops are written in, as plain Python.

A *block* is one flat run of 64-bit numbers: everything a search reads and writes. Plain Python
sees it as a list; compiled code sees its address, for passing an array down a recursion costs a
quarter of the speed. Whatever is written with these words runs in both worlds, with the same
result; ``intrinsics`` holds their compiled forms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from trull.kernels.tarock import PackMasks, lowest

Block = list[int]
Function = TypeVar("Function", bound=Callable[..., object])
Key = Block | tuple[Block, int] | tuple[Block, int, int]

_MULTIPLIER, _INCREMENT, _CHANCE = 25214903917, 11, (1 << 48) - 1
_WORD = (1 << 64) - 1
SALTS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63)


def hot(function: Function) -> Function:
    """Mark a function that compiled loops take in whole, however long it is."""
    vars(function)["hot"] = True
    return function


def apart(function: Function) -> Function:
    """Mark a function that compiled loops only call, however short it is: it brings much along."""
    vars(function)["apart"] = True
    return function


def address(block: Block) -> Block:
    """Where a block begins."""
    return block


def row(rows: list[Block], at: int) -> Block:
    """One row of several; compiled code reads and writes it by its address."""
    return rows[at]


def load(block: Block, at: int) -> int:
    """The number at a place."""
    return block[at]


def store(block: Block, at: int, value: int) -> None:
    """Write a number to a place."""
    block[at] = value


class Field(int):
    """A named word of a block, or the first of several: ``HAND[b, row, seat]`` is that hand.

    The key is the block, then what is added to the field's own place: where a row or a frame
    begins, and a number within the field. As an int it is that place, for who writes blocks.
    """

    def __getitem__(self, key: Key) -> int:
        if isinstance(key, list):
            return key[self]
        block, *more = key
        return block[self + sum(more)]

    def __setitem__(self, key: Key, value: int) -> None:
        if isinstance(key, list):
            key[self] = value
            return
        block, *more = key
        block[self + sum(more)] = value


def mixed(a: int, b: int, c: int, d: int) -> int:
    """A number that tells four others apart, with overwhelming likelihood."""
    word = a * SALTS[0] ^ b * SALTS[1] ^ c * SALTS[2] ^ d * SALTS[3]
    word &= _WORD
    word = (word ^ word >> 29) * SALTS[0] & _WORD
    word ^= word >> 32
    return word - (1 << 64) if word >> 63 else word


def chance(state: int) -> int:
    """The next state of a generator of 48 bits; its upper 31 bits are the draw."""
    # Only the lower bits of the product are kept, so a word that wraps gives the same number.
    return (state * _MULTIPLIER + _INCREMENT) & _CHANCE


def seeded(seed: int) -> int:
    """A state of the generator out of any number; neighbours give states unlike each other."""
    state = seed + _INCREMENT & _CHANCE
    for _ in range(3):
        state = (state ^ state >> 25) * _MULTIPLIER & _CHANCE
    return state ^ state >> 25


def nth(cards: int, place: int) -> int:
    """The card at a place of a set, the lowest first."""
    while place > 0:
        cards &= cards - 1
        place -= 1
    return lowest(cards)


def below(state: int, limit: int) -> int:
    """A number from 0 to ``limit`` - 1 out of a state."""
    return (state >> 17) * limit >> 31


# Sets as bytes


def store_eight(out: Block, at: int, eight: int) -> None:
    """Write the eight bytes of a word, the lowest first; compiled code does so at once."""
    for place in range(8):
        out[at + place] = eight >> 8 * place & 255


def spread_out(out: Block, first: int, cards: int) -> None:
    """A byte for each card of a pack of 54: 1 for those of a set, else 0."""
    for place in range(0, 48, 8):
        store_eight(out, first + place, eight_bytes(cards >> place & 255))
    store_eight(out, first + 46, eight_bytes(cards >> 46 & 255))  # two of them once more


def eight_bytes(bits: int) -> int:
    """Eight bits, a byte each."""
    bits = (bits | bits << 28) & 0x0000000F0000000F
    bits = (bits | bits << 14) & 0x0003000300030003
    return (bits | bits << 7) & 0x0101010101010101


# Masks of tokens: 64 of them a word


def offer(mask: Block, token: int) -> None:
    """Set the bit of a token."""
    mask[token >> 6] |= 1 << (token & 63)


def offered(mask: Block, token: int) -> bool:
    """Whether the bit of a token is set."""
    return mask[token >> 6] >> (token & 63) & 1 != 0


def offer_set(mask: Block, first: int, chosen: int) -> None:
    """Set the bits of the chosen among the tokens from a first one on."""
    word, shift = first >> 6, first & 63
    if not shift:
        mask[word] |= chosen
        return
    mask[word] |= (chosen & (1 << 64 - shift) - 1) << shift
    if chosen >> 64 - shift:
        mask[word + 1] |= chosen >> 64 - shift


# Packs over 62 cards: a set of 78 cards does not fit one word


LOW = 56
"""In the pack of 78 the suits are the lower 56 cards; the tarocks and the Skies lie above."""


class Wide(int):
    """A set of cards of a large pack; compiled code keeps it in two words."""


def widened(pack: PackMasks) -> PackMasks:
    """The pack with its sets marked as wide ones."""
    fives, queens, cavalls, jacks = (Wide(mask) for mask in pack.ranks)
    return PackMasks(
        family=tuple(Wide(mask) for mask in pack.family),
        tarocks=Wide(pack.tarocks),
        kings=Wide(pack.kings),
        pagat=Wide(pack.pagat),
        mond=Wide(pack.mond),
        skues=Wide(pack.skues),
        ranks=(fives, queens, cavalls, jacks),
    )


class Place(int):
    """A card of a large pack: shifting by it makes a wide set."""


def wide(low: int, high: int) -> int:
    """The set of two words: suit cards, and tarocks with the Skies."""
    return low | high << LOW


def low_word(cards: int) -> int:
    """The suit cards of a wide set."""
    return cards & (1 << LOW) - 1


def high_word(cards: int) -> int:
    """The tarocks and the Skies of a wide set, as a word of their own."""
    return cards >> LOW


def place(number: int) -> int:
    """A card of a large pack by its number."""
    return number


def number(card: int) -> int:
    """The number of a card of a large pack."""
    return card
