"""What kings and queens wear on their heads; the brow lies at y = 4, nothing rises above -52."""

from __future__ import annotations

from trull.deck.colours import BLACK, BROWN, CHESTNUT, DARK, FUR, GOLD, GOLD_LIGHT, RED
from trull.deck.svg import at, both, disc, path, ring, scattered, star, stroke

_POWDER, _POWDER_SHADE = "#d9d4cc", "#b7b0a4"


def _metal(d: str, width: float = 2) -> str:
    return path(d, GOLD_LIGHT, GOLD, width)


def spiked_crown(gem: str) -> str:
    """Five spikes with a gem on the tallest three."""
    return (
        _metal("M-32 8L-42-32L-21-14L0-42L21-14L42-32L32 8Q0-2-32 8Z")
        + both(disc(42, -35, 5, gem))
        + disc(0, -45, 6, gem)
        + stroke("M-32 3Q0-8 32 3", gem, 5)
    )


def arched_crown(gem: str) -> str:
    """The imperial crown: velvet under gold hoops, a cross on top."""
    hoops = "M-30 2C-44-34-16-40 0-36C16-40 44-34 30 2M0-36V0"
    return (
        path("M-29 4C-40-34 40-34 29 4Z", gem)
        + stroke(hoops, GOLD, 7)
        + stroke(hoops, GOLD_LIGHT, 4.4)
        + _metal("M-34 10V-2Q0-12 34-2V10Q0 0-34 10Z")
        + disc(0, -39, 5, GOLD_LIGHT, GOLD, 1.6)
        + stroke("M0-44v-7M-3.5-48h7", GOLD, 2.4)
    )


def lily_crown(gem: str) -> str:
    """Three lilies on a jewelled hoop."""
    lily = _metal(
        "M0 0C-12-6-12-18 0-28C12-18 12-6 0 0ZM-3-4C-16-4-18-16-12-20C-12-12-8-10-3-8Z"
        "M3-4C16-4 18-16 12-20C12-12 8-10 3-8Z",
        1.6,
    )
    return (
        scattered(lily, ((-26, -4), (26, -4)), 0.8)
        + at(lily, 0, -8, 1.05)
        + _metal("M-34 8V-6Q0-16 34-6V8Q0-2-34 8Z")
        + disc(0, -5, 4, gem)
        + both(disc(20, -2, 3, gem))
    )


def fur_crown(gem: str) -> str:
    """A felt crown with a gold shield and a brim of fur."""
    return (
        path("M-28 0C-28-30-12-38 0-40C12-38 28-30 28 0Z", gem)
        + _metal("M-10-2L-14-30L0-44L14-30L10-2Z")
        + disc(0, -24, 5, RED)
        + path("M-38 6C-40-8 40-8 38 6C38 14-38 14-38 6Z", FUR)
        + stroke("M-26 0l2 8M-10-3l1 8M10-3l-1 8M26 0l-2 8", DARK, 2.2)
    )


def coronet(gem: str) -> str:
    """A small crown on the hair."""
    return (
        _metal("M-24-8L-28-30L-14-18L0-36L14-18L28-30L24-8Q0-16-24-8Z")
        + disc(0, -37, 4, gem)
        + both(disc(28, -32, 3.4, gem))
        + disc(0, -19, 3, RED)
    )


def tiara(gem: str) -> str:
    """A tiara before a knot of black hair."""
    return (
        disc(0, -22, 15, BLACK)
        + _metal("M-26-2C-20-26 20-26 26-2C14-14-14-14-26-2Z", 1.8)
        + disc(0, -15, 4.4, RED)
        + both(disc(14, -11, 3, gem))
    )


def powdered_hair(_gem: str) -> str:
    """A tower of powdered hair with a gold star."""
    return (
        path("M-30 16C-40-10-30-46 0-48C30-46 40-10 30 16C24-2 10-6 0-6C-10-6-24-2-30 16Z", _POWDER)
        + stroke("M-22-6C-22-26-12-36 0-40M22-6C22-26 12-36 0-40M0-10V-38", _POWDER_SHADE, 2.6)
        + both("".join(disc(31, y, 7, _POWDER, _POWDER_SHADE, 1.6) for y in (18, 32)))
        + star(14, -28, 10, GOLD)
        + stroke("M-27 2Q0-16 27 2", RED, 3.4)
    )


def flower_wreath(_gem: str) -> str:
    """A plait around the head, with three flowers."""
    plait = "M-27 2C-24-18-10-24 0-24C10-24 24-18 27 2"
    flower = ring(disc(0, -4.4, 3.6, "#fff"), 5) + disc(0, 0, 3, GOLD_LIGHT)
    return (
        stroke(plait, CHESTNUT, 12)
        + stroke(plait, BROWN, 9, "3 5")
        + scattered(flower, ((-18, -16), (0, -25), (18, -16)))
    )
