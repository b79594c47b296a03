"""The few shapes everything in the deck is drawn with; each is a piece of SVG text.

Drawings use plain elements and presentation attributes only: no ids, no styles, no clip paths.
So a card can stand in a file, in a sprite or in a page, twice if need be, and looks the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable


def number(value: float) -> str:
    """The number as briefly as SVG allows, to a hundredth.

    >>> number(3.0), number(-0.5), number(1.239)
    ('3', '-.5', '1.24')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", "0"):
        return "0"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def _pen(colour: str | None, width: float) -> str:
    return f' stroke="{colour}" stroke-width="{number(width)}"' if colour else ""


def path(d: str, fill: str, edge: str | None = None, width: float = 0) -> str:
    """A filled outline, with an edge if one is named."""
    return f'<path d="{d}" fill="{fill}"{_pen(edge, width)}/>'


def stroke(d: str, colour: str, width: float, dash: str = "") -> str:
    """A line with round ends; dashed, its ends are cut square."""
    ends = f' stroke-dasharray="{dash}"' if dash else ' stroke-linecap="round"'
    return f'<path d="{d}" fill="none"{_pen(colour, width)}{ends}/>'


def rule(d: str, colour: str, width: float) -> str:
    """A line with square ends: strings, spokes, borders."""
    return f'<path d="{d}" fill="none"{_pen(colour, width)}/>'


def disc(x: float, y: float, r: float, fill: str, edge: str | None = None, width: float = 0) -> str:
    """A circle."""
    where = f'cx="{number(x)}" cy="{number(y)}" r="{number(r)}"'
    return f'<circle {where} fill="{fill}"{_pen(edge, width)}/>'


def oval(x: float, y: float, rx: float, ry: float, fill: str) -> str:
    """An upright ellipse."""
    where = f'cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}"'
    return f'<ellipse {where} fill="{fill}"/>'


def border(inset: float, radius: float, colour: str, width: float, fill: str = "none") -> str:
    """A rectangle with round corners, so far inside the edge of the card."""
    size = f'width="{number(200 - 2 * inset)}" height="{number(340 - 2 * inset)}"'
    where = f'x="{number(inset)}" y="{number(inset)}" {size} rx="{number(radius)}"'
    return f'<rect {where} fill="{fill}"{_pen(colour, width)}/>'


def moved(inner: str, transform: str) -> str:
    """The drawing under a transform."""
    return f'<g transform="{transform}">{inner}</g>'


def at(inner: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """The drawing with its origin put to a place, turned, then scaled."""
    rotate = f"rotate({number(turn)})" if turn else ""
    size = f"scale({scale:.4g})" if scale != 1 else ""
    return moved(inner, f"translate({number(x)} {number(y)}){rotate}{size}")


def mirrored(inner: str) -> str:
    """The drawing as in a mirror standing on x = 0."""
    return moved(inner, "scale(-1 1)")


def both(inner: str) -> str:
    """The drawing and its mirror image."""
    return inner + mirrored(inner)


def ring(inner: str, count: int, x: float = 0, y: float = 0, start: float = 0) -> str:
    """The drawing so many times around a point."""
    turns = (start + i * 360 / count for i in range(count))
    return "".join(moved(inner, f"rotate({number(a)} {number(x)} {number(y)})") for a in turns)


def scattered(inner: str, places: Iterable[tuple[float, float]], scale: float = 1) -> str:
    """The same drawing at several places."""
    return "".join(at(inner, x, y, scale) for x, y in places)


def star(x: float, y: float, r: float, colour: str, *, points: int = 5, waist: float = 0.42) -> str:
    """A star; ``waist`` says how far in its notches reach."""
    corners = []
    for i in range(2 * points):
        angle, reach = i * math.pi / points, r if i % 2 == 0 else r * waist
        corners.append(
            f"{number(x + reach * math.sin(angle))} {number(y - reach * math.cos(angle))}"
        )
    return path(f"M{'L'.join(corners)}Z", colour)
