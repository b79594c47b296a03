"""How far apart two colours look, also to eyes that lack one kind of cone.

The simulation multiplies linear RGB with the matrices of Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), at full severity.
Distance is CIE ΔE*ab of 1976 in L*a*b* under D65: about 2.3 can just be told apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations
from typing import Literal

Vision = Literal["normal", "protan", "deutan", "tritan"]
Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

VISIONS: dict[Vision, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_D65: Triple = (0.95047, 1.0, 1.08883)


def _times(matrix: Matrix, v: Triple) -> Triple:
    a, b, c = (row[0] * v[0] + row[1] * v[1] + row[2] * v[2] for row in matrix)
    return a, b, c


def linear(colour: str) -> Triple:
    """Red, green and blue of ``#rrggbb`` as amounts of light from 0 to 1."""

    def light(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    r, g, b = (light(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return r, g, b


def lab(light: Triple) -> Triple:
    """The light in CIE L*a*b*."""

    def curve(t: float) -> float:
        return math.cbrt(t) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116

    x, y, z = (curve(part / white) for part, white in zip(_times(_XYZ, light), _D65, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: str, vision: Vision) -> Triple:
    """The light that such eyes cannot tell from the colour."""
    r, g, b = (min(1.0, max(0.0, part)) for part in _times(VISIONS[vision], linear(colour)))
    return r, g, b


def distance(one: str, other: str, vision: Vision = "normal") -> float:
    """ΔE*ab between two colours.

    >>> round(distance("#000000", "#ffffff"))
    100
    """
    return math.dist(lab(seen(one, vision)), lab(seen(other, vision)))


def separation(colours: Iterable[str], vision: Vision = "normal") -> float:
    """The distance of the two nearest of these colours."""
    return min(distance(one, other, vision) for one, other in combinations(colours, 2))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2, from 1 to 21.

    >>> round(contrast("#ffffff", "#000000"))
    21
    """
    dark, bright = sorted(_times(_XYZ, linear(colour))[1] for colour in (one, other))
    return (bright + 0.05) / (dark + 0.05)
