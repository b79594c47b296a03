"""The four birds: Pagat, Uhu, Kakadu and Quapil, each on its branch."""

from __future__ import annotations

from trull.deck.colours import AMBER, BROWN, DARK, GOLD_LIGHT, GREEN, GREY, INK
from trull.deck.svg import at, both, disc, path, stroke

_DOWN, _DOWN_EDGE, _BARE_SKIN = "#e3e8ea", "#b9c0c4", "#d98f7c"


def branch() -> str:
    """The branch all four sit on."""
    leaves = "M54 46q9-15 22-13q-4 13-22 13ZM-58 40q-11-13-2-24q11 9 2 24Z"
    return stroke("M-76 44C-30 34 30 54 78 40", BROWN, 5.5) + path(leaves, GREEN)


def sparrow() -> str:
    """Pagat: the smallest bird of all."""
    return branch() + at(_sparrow(), 0, -2, 0.92)


def _sparrow() -> str:
    return (
        stroke("M-8 34L-12 48M10 34L8 50", INK, 4)
        + path(
            "M-40 8C-36-22-10-32 8-28C12-48 42-50 47-28L64-23L47-16C48 14 20 36-10 33"
            "L-56 46L-72 38Z",
            "#a9713a",
        )
        + path("M8-28C12-48 42-50 47-28C40-34 24-30 20-20Z", "#6b3f17")
        + path("M20-14C34-20 46-20 47-14C46 12 24 32-2 33C18 22 24 4 20-14Z", "#f1dfc2")
        + path("M30-16C38-19 46-18 47-14C46-7 42-4 38-4C34-6 31-10 30-16Z", DARK)
        + path("M-24 0C-6-14 20-8 20 6C10 22-14 24-40 22C-34 12-30 6-24 0Z", "#7c4b1d")
        + stroke("M-14 6C-2 0 8 2 12 8M-22 14C-8 10 2 12 6 15", "#e6c79a", 3)
        + disc(36, -28, 4.4, INK)
        + disc(37.4, -29.4, 1.4, "#fff")
    )


def owl() -> str:
    """Uhu: the eagle owl."""
    rows = ((4, (-16, 0, 16)), (16, (-8, 8)), (28, (-16, 0, 16)))
    feathers = "".join(f"M{x - 7} {y}q7 9 14 0" for y, xs in rows for x in xs)
    body = "M-40-52L-20-36Q0-42 20-36L40-52C46-20 46 14 30 38Q0 58-30 38C-46 14-46-20-40-52Z"
    eye = disc(17, -20, 15, GOLD_LIGHT) + disc(17, -20, 7, INK)
    return branch() + at(
        path(body, "#6d4a24")
        + both(path("M40-34C46-10 46 14 31 36C28 16 30-8 40-34Z", "#573a1b"))
        + path("M-22-4C-26 22-14 40 0 46C14 40 26 22 22-4Z", "#9b6d3a")
        + stroke(feathers, "#d9b37a", 3)
        + both(eye)
        + disc(-14.5, -22.5, 2, "#fff")
        + disc(19.5, -22.5, 2, "#fff")
        + path("M0-16l6 9l-6 9l-6-9Z", AMBER)
        + both(stroke("M8 45v8M14 44v8", AMBER, 4)),
        0, -4, 0.88,
    )  # fmt: skip


def cockatoo() -> str:
    """Kakadu: the cockatoo with its crest up."""
    crest = (
        "M-14-34C-34-44-44-60-38-64C-28-62-14-54-8-44C-18-56-22-70-14-70"
        "C-6-66 0-54 2-44C0-58 4-70 12-68C18-60 14-46 10-38Z"
    )
    return branch() + at(path(crest, "#e9b93c") + _cockatoo(), 4, 1, 0.8)


def _cockatoo() -> str:
    return (
        path("M14 46L30 66L20 64L2 48Z", "#cfd6d9")
        + path(
            "M-22-22C-20-44 22-46 26-16C40 4 36 36 10 52C-8 48-24 24-22-22Z", "#fff", _DOWN_EDGE, 2
        )
        + path("M4-6C26 2 34 28 14 50C4 34-2 14 4-6Z", _DOWN, _DOWN_EDGE, 1.5)
        + stroke("M10 8C18 16 20 26 18 36M8 20C12 28 13 34 12 40", _DOWN_EDGE, 2)
        + path("M-20-28C-36-30-40-12-30-4C-30-12-24-16-18-16Z", INK)
        + disc(-8, -24, 4.6, INK)
        + disc(-9.4, -25.4, 1.4, "#fff")
        + disc(-2, -12, 6, "#f0c9b8")
        + stroke("M-4 49v5M6 51v4", GREY, 4.5)
    )


def marabou() -> str:
    """Quapil: the marabou stork."""
    return branch() + at(_marabou_body() + _marabou_head(), 10, -1, 0.8)


def _marabou_body() -> str:
    return (
        stroke("M2 30V56M14 30V58", "#bb9999", 4)
        + path("M-12-14C10-24 44-10 52 34C30 38 0 42-14 26C-22 14-20-4-12-14Z", "#4b5560")
        + path("M6-4C28 0 42 16 52 34C34 32 14 26 6-4Z", "#2f3741")
        + path("M-20 14C-22 30-8 40 6 36C-4 30-6 18-4 6Z", "#fff", "#c5cbd0", 1.5)
    )


def _marabou_head() -> str:
    return (
        stroke("M-8-8C-16-22-10-34-14-46", _BARE_SKIN, 10)
        + disc(-15, -52, 11, _BARE_SKIN)
        + path("M-22-58C-44-52-64-38-76-26C-60-30-38-38-20-44Z", "#c7a15a")
        + stroke("M-22-51C-42-46-58-36-72-28", "#8c6a2a", 2)
        + disc(-15, -55, 3, INK)
        + path("M-20-62C-14-70-6-66-6-58C-10-62-14-62-20-62Z", "#5f4338")
    )
