"""The book of Tarock à l'Hombre where a free table's cards fall before their turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from trull import bots, notation
from trull.game import Game
from trull.laws.lhombre.view import LhombreView
from trull.state import Seat

BEGUN = Path(__file__).parents[2] / "transcripts" / "begun"


def with_a_card_before_the_lead() -> Game:
    """Seat 1 has put H3 down, and seat 2 is to lead."""
    path = BEGUN / "lhombre-free-card-before-the-lead.trn"
    return notation.replayed(notation.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("kind", bots.NAMES)
def test_who_leads_does_not_follow_a_card_that_fell_before_the_lead(kind: str) -> None:
    """L-1.2: it lies there, but nothing has been led."""
    game = with_a_card_before_the_lead()
    view = game.view_for(Seat(2))
    assert isinstance(view, LhombreView)
    assert (view.trick, view.winning) == (((1, "H3"),), None)
    bot = bots.make(kind, 1)
    act = bot.act(view)
    assert getattr(bot, "failure", "") == ""
    assert act is not None
    assert not game.faults(Seat(2), act)


def test_the_skies_does_not_excuse_from_what_was_not_led() -> None:
    """The book leads from its longest suit, whatever an opponent has thrown away."""
    act = bots.make("heuristic", 1).act(with_a_card_before_the_lead().view_for(Seat(2)))
    assert str(act) == "play D8"
