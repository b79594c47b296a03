"""The card itself: 200 by 340 units of paper, its frame, its corners, its two halves.

Index and sign lie in a strip along the left edge, so that a fan shows them; the lower half is the
upper one turned round, so that there is no wrong way up.
"""

from __future__ import annotations

from dataclasses import dataclass

from trull.deck.colours import EDGE, GOLD_LIGHT, PAPER, Shade
from trull.deck.lettering import word
from trull.deck.look import Look
from trull.deck.signs import placed
from trull.deck.svg import at, border, moved, path, rule

WIDTH, HEIGHT = 200, 340


@dataclass(frozen=True, kw_only=True)
class Corner:
    """Where index and sign stand, and how large."""

    x: float
    baseline: float
    size: float
    room: float
    sign_y: float
    sign_size: float

    def drawn(self, index: str, sign: str, ink: str) -> str:
        """The index above its sign."""
        # J hangs below the line; it is lifted so that it does not touch the sign.
        baseline = self.baseline - (self.size / 16 if index == "J" else 0)
        letters = word(index, self.x, baseline, self.size, ink, self.room)
        return letters + placed(sign, self.x, self.sign_y, self.sign_size)


SMALL = Corner(x=35.5, baseline=53, size=46, room=40, sign_y=81, sign_size=32)
LARGE = Corner(x=47, baseline=69, size=70, room=62, sign_y=98, sign_size=42)


def corner(look: Look) -> Corner:
    """The corner the player has chosen."""
    return LARGE if look.large_index else SMALL


def paper(shade: Shade) -> str:
    """The blank card."""
    return border(1, 14, EDGE, 2, PAPER[shade])


def frame(ink: str, inner: str | None = None) -> str:
    """A double line around the picture."""
    return border(9, 9, ink, 1.6) + border(12.5, 7, inner or ink, 0.7)


def doubled(half: str) -> str:
    """The half, and the same upside down."""
    return half + moved(half, "rotate(180 100 170)")


def bust(figure: str, look: Look) -> str:
    """A figure set into its half of the card, smaller beside a large index."""
    return at(figure, 121, 83, 0.82) if look.large_index else at(figure, 112, 69.3, 0.95)


def waist(cloth: str) -> str:
    """The girdle where the two halves of a court meet."""
    return path("M13 165.5H187V174.5H13Z", cloth) + rule("M13 166H187M13 174H187", GOLD_LIGHT, 2)


def band(ground: str, stones: str) -> str:
    """The row of stones between the halves of a tarock."""
    diamonds = "".join(f"M{21 + i * 15.8:g} 164l6 6l-6 6l-6-6Z" for i in range(11))
    return path("M13 162H187V178H13Z", ground) + path(diamonds, stones)


def banner(text: str, ground: str, ink: str) -> str:
    """A ribbon with a name across the middle of the card."""
    return (
        path("M13 157H187L179 170L187 183H13L21 170Z", ground)
        + rule("M17 160H183M17 180H183", GOLD_LIGHT, 1.2)
        + word(text, 100, 177, 17, ink)
    )
