"""The people of the court cards, put together from head, dress and a thing in the hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from trull.deck.colours import BROWN, GOLD_LIGHT
from trull.deck.people.dress import coat, fist, robe
from trull.deck.people.heads import face, fringe, loose
from trull.deck.people.horses import horse
from trull.deck.svg import at, stroke

Piece = Callable[[str], str]  # a drawing in a given colour


def bare(_colour: str) -> str:
    """Nothing: no beard, no hair to be seen, an empty hand."""
    return ""


@dataclass(frozen=True, kw_only=True)
class Person:
    """Who somebody is; cloth and trim are the suit's unless named."""

    hat: Piece
    collar: Piece
    hair: Piece = bare
    hair_colour: str = BROWN
    beard: Piece = bare
    thing: Piece = bare
    cloth: str | None = None
    trim: str | None = None
    lady: bool = False
    fringe: bool = False

    def standing(self, suit_cloth: str) -> str:
        """The bust of the person, down to y = 106, with a thing in the hand."""
        cloth = self.cloth or suit_cloth
        return (
            (loose(self.hair_colour) if self.hair is loose else "")
            + robe(cloth, 58 if self.lady else 66)
            + self.head(cloth)
            + self.thing(self.trim or cloth)
        )

    def head(self, cloth: str) -> str:
        """Collar, hair, face, beard and hat."""
        trim = self.trim or cloth
        return (
            self.collar(trim)
            + ("" if self.hair is loose else self.hair(self.hair_colour))
            + face(self.hair_colour, lady=self.lady)
            + self.beard(self.hair_colour)
            + (fringe(self.hair_colour) if self.fringe else "")
            + self.hat(trim)
        )


@dataclass(frozen=True, kw_only=True)
class Rider:
    """Somebody on a horse; the tack is of the suit's cloth."""

    person: Person
    hide: str
    mane: str

    def mounted(self, suit_cloth: str) -> str:
        """Rider and horse, in the card's own units, down to y = 170."""
        cloth = self.person.cloth or suit_cloth
        reins = stroke("M80 127C98 132 116 134 138 138", suit_cloth, 3)
        sleeve = stroke("M170 122C170 142 160 148 146 144", cloth, 17)
        return (
            at(coat(cloth) + self.person.head(cloth), 134, 62, 0.72)
            + at(horse(self.hide, self.mane, suit_cloth), 92, 107.6, 0.78)
            + reins
            + sleeve
            + at(fist(0, 0, GOLD_LIGHT, -90), 140, 141, 0.8)
        )
