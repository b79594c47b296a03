"""Emblems of an idle afternoon: Melange, Gugelhupf, Raddampfer."""

from __future__ import annotations

from trull.deck.colours import (
    BLUE,
    DARK,
    EDGE,
    GOLD,
    GOLD_LIGHT,
    GREY,
    INK,
    IVORY,
    LINEN,
    RED,
    WHITE,
)
from trull.deck.svg import disc, oval, path, ring, stroke

_CRUST = "#6d3b10"


def melange() -> str:
    """Melange: coffee with milk, and the glass of water that belongs to it."""
    return _tray() + _cup() + _glass()


def _tray() -> str:
    return oval(0, 38, 76, 13, "#aeb6bd") + oval(0, 35, 72, 11, "#dfe4e7")


def _cup() -> str:
    foam = "M-42-9C-44-22-28-22-26-18C-22-28-8-26-8-18C2-22 8-16 6-9C-8-2-30-2-42-9Z"
    return (
        oval(-18, 34, 36, 6.5, WHITE)
        + oval(-18, 33, 36, 5.5, "#d8d2c2")
        + stroke("M10-2C26-6 28 18 4 18", LINEN, 4.5)
        + path("M-46-8H10C10 20 0 34-18 34C-36 34-46 20-46-8Z", WHITE, LINEN, 2)
        + oval(-18, -8, 28, 7, "#7a4a1c")
        + path(foam, "#fff", EDGE, 1.6)
        + stroke("M-30-30C-36-38-24-40-30-50M-8-32C-14-40-2-42-8-50", LINEN, 2.6)
    )


def _glass() -> str:
    return (
        path("M32-22H62L58 34H36Z", "#cfe2ec", "#86a5b6", 2)
        + path("M33.4-6H60.6L58 33H36Z", "#9dc3d8")
        + stroke("M40 0L42 26", "#e8f3f8", 2.6)
        + stroke("M26-24C40-30 56-26 70-28", GREY, 3)
        + oval(24, -24, 7, 4, GREY)
    )


def gugelhupf() -> str:
    """Gugelhupf: the ring cake with sugar on top."""
    flutes = (
        "M-36 36C-40 8-32-14-14-28M-18 38C-22 8-14-16-6-30M0 39V-28"
        "M18 38C22 8 14-16 6-30M36 36C40 8 32-14 14-28"
    )
    sugar = (
        "M-44-6C-38-26-28-34-16-34C-8-40 8-40 16-34C28-34 38-26 44-6C38 2 34-8 28-8"
        "C22-8 22 4 14 2C8 0 6-10 0-10C-6-10-8 2-14 2C-22 4-22-8-28-8C-34-8-38 2-44-6Z"
    )
    cake = "M-52 34C-58 0-44-32-16-34C-8-40 8-40 16-34C44-32 58 0 52 34C30 42-30 42-52 34Z"
    return (
        oval(0, 40, 74, 11, "#b8c0c6")
        + oval(0, 37, 70, 9, WHITE)
        + path(cake, "#9a5b22")
        + stroke(flutes, _CRUST, 3)
        + path(sugar, IVORY, EDGE, 1)
        + oval(0, -33, 10, 3.4, _CRUST)
        + stroke("M-10-20l3 3M10-22l-3 4M-26-18l3 3M27-18l-3 3M0-20v4", GOLD_LIGHT, 2)
    )


def steamer() -> str:
    """Raddampfer: a paddle steamer on the Danube."""
    return _funnel() + _hull() + _paddle_wheel() + _ensign() + _waves()


def _funnel() -> str:
    return (
        disc(8, -46, 6, "#c9ced3")
        + disc(22, -48, 7, "#d7dbdf")
        + disc(38, -47, 6, "#e1e4e7")
        + path("M-10-36H4L2 2H-8Z", INK)
        + path("M-10-36H4L3.2-26H-9.4Z", RED)
    )


def _hull() -> str:
    return (
        path("M-48-4H44V18H-48Z", WHITE, LINEN, 1.6)
        + path("M-42 2h9v8h-9ZM-28 2h9v8h-9ZM22 2h9v8h-9Z", BLUE)
        + path("M-56-8H50V-3H-56Z", GOLD)
        + path("M-78 14H78C74 30 68 36 60 38H-62C-72 34-76 24-78 14Z", BLUE)
        + path("M-77 18H77L76 22H-76Z", RED)
    )


def _paddle_wheel() -> str:
    paddle = path("M-2.4 20L-4 5H4L2.4 20Z", RED)
    return disc(0, 20, 17, WHITE, LINEN, 2) + ring(paddle, 8, 0, 20) + disc(0, 20, 3.6, GOLD)


def _ensign() -> str:
    return (
        stroke("M68 14V-14", DARK, 2.4)
        + path("M68-14h-18v4.4h18ZM68-5.2h-18v4.4h18Z", RED)
        + path("M68-9.6h-18v4.4h18Z", "#fff")
    )


def _waves() -> str:
    crests = "M-80 42q10-7 20 0" + "t20 0" * 7 + "M-70 50q10-6 20 0" + "t20 0" * 6
    return stroke(crests, "#5b8fb0", 2.6)
