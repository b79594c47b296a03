"""Cards and packs: every card has one number, one name, and a name is read as it is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trull.cards import GERMAN33, TAROCK54, TAROCK78, Pack, cards, mask_of
from trull.errors import NotationError

PACKS = pytest.mark.parametrize(
    ("pack", "size"), [(TAROCK54, 54), (TAROCK78, 78), (GERMAN33, 33)], ids=repr
)


@PACKS
def test_every_card_is_read_as_it_is_written(pack: Pack, size: int) -> None:
    assert len(set(pack.codes)) == pack.size == size
    assert [pack.code(card) for card in pack.read(" ".join(pack.codes))] == list(pack.codes)
    assert [pack.card(code.lower()) for code in pack.codes] == list(range(size))


@PACKS
def test_the_suits_part_the_pack(pack: Pack, size: int) -> None:
    assert sum(mask.bit_count() for mask in pack.suits.values()) == size
    assert mask_of(card for mask in pack.suits.values() for card in cards(mask)) == pack.full


@PACKS
@given(data=st.data())
def test_a_set_is_named_in_the_order_of_the_pack(
    pack: Pack, size: int, data: st.DataObject
) -> None:
    chosen = data.draw(st.sets(st.integers(0, size - 1)))
    mask = mask_of(chosen)
    assert list(cards(mask)) == sorted(chosen)
    assert pack.named(mask) == tuple(pack.codes[card] for card in sorted(chosen))
    assert pack.mask(pack.named(mask)) == mask


@PACKS
@pytest.mark.parametrize("word", ["", "H", "T99", "HKK", "king"])
def test_what_is_no_card_is_refused_by_name(pack: Pack, size: int, word: str) -> None:
    with pytest.raises(NotationError, match=f"{word!r} is not a card of the pack of {size}"):
        pack.card(word)
