"""Emblems that sound: Zither, Posthorn, Geige."""

from __future__ import annotations

from trull.deck.colours import BROWN, DARK, GOLD, GOLD_DEEP, GOLD_LIGHT, GREEN, INK, RED
from trull.deck.svg import at, disc, oval, path, rule, scattered, stroke


def zither() -> str:
    """Zither: a concert zither, with a garland above."""
    lengths = ((-8, 48), (-3, 56), (2, 62), (7, 66), (12, 68), (17, 68))
    return (
        _garland()
        + path(
            "M-76-14C-76-22-66-24-58-22L44-16C66-14 80 8 76 28C74 38 62 40 50 38"
            "L-66 34C-74 34-76 28-76 22Z",
            "#a2652a", DARK, 2,
        )
        + path(
            "M-70-12C-70-16-64-17-58-16L44-10C60-8 72 10 70 26C69 32 60 33 50 32"
            "L-64 28C-69 28-70 26-70 22Z",
            "#c98f4a",
        )
        + disc(10, 8, 15, DARK)
        + disc(10, 8, 17.5, "none", GOLD_LIGHT, 2)
        + rule("".join(f"M-66 {y + 4}H{x}" for y, x in lengths), "#fff7df", 1.1)
        + stroke("M-60-16V28M46-12C58-2 62 12 60 32", DARK, 3)
        + scattered(disc(0, 0, 1.8, GOLD_LIGHT), ((-68, y) for y in (-6, 1, 8, 15, 22)))
    )  # fmt: skip


def _garland() -> str:
    bud = path("M0-12C10-12 14 4 0 14C-14 4-10-12 0-12Z", RED)
    leaves = "M-10-42q6-8 14-6q-4 8-14 6ZM12-43q6-8 14-5q-5 8-14 5Z"
    return (
        stroke("M-30-40C-14-50 14-30 34-42", GREEN, 3)
        + path(leaves, GREEN)
        + scattered(bud, ((-32, -38), (36, -40)), 0.6)
    )


def posthorn() -> str:
    """Posthorn: one coil, a wide bell, red cords."""
    tube = "M-66-22H-4C28-22 38-4 30 14C22 30-22 32-28 10C-32-8-14-18 8-14C26-12 34-18 46-20"
    return (
        stroke("M-14 24C-30 36-24 44-34 49M-8 26C-12 38 0 43-6 49", RED, 3.4)
        + scattered(disc(0, 0, 3.6, RED), ((-34, 50), (-6, 50)))
        + stroke(tube, GOLD, 10)
        + stroke(tube, GOLD_LIGHT, 5.5)
        + path("M40-27C54-30 66-36 74-48V10C66-4 54-12 40-13Z", GOLD_LIGHT, GOLD, 2.6)
        + oval(74, -19, 5.5, 29, GOLD_DEEP)
        + path("M-74-29L-62-26V-18L-74-15Z", GOLD)
    )


def violin() -> str:
    """Geige: a violin with its bow."""
    bow = stroke("M0-72V76", BROWN, 3.4) + stroke("M7-68V70", "#d8cba8", 2)
    frog = path("M-3 62H10V74H-3Z", INK)
    return at(_violin(), -16, 12, 0.86, 62) + at(bow + frog, 12, -6, 0.96, -62)


def _violin() -> str:
    body = (
        "M0-42C20-42 28-28 22-14C16-6 16 2 24 10C38 26 28 48 0 48"
        "C-28 48-38 26-24 10C-16 2-16-6-22-14C-28-28-20-42 0-42Z"
    )
    belly = (
        "M0-36C15-36 22-26 17-14C11-5 11 3 18 12C30 26 22 42 0 42"
        "C-22 42-30 26-18 12C-11 3-11-5-17-14C-22-26-15-36 0-36Z"
    )
    return (
        path("M-4-40H4V-84H-4Z", DARK)
        + disc(0, -88, 6.5, BROWN)
        + stroke("M-9-82H9M-9-74H9", DARK, 3)
        + path(body, "#9a4a14", DARK, 2)
        + path(belly, "#c46f26")
        + stroke("M-13 2C-8 6-16 14-11 20M13 2C8 6 16 14 11 20", DARK, 2.4)
        + path("M-4-46H4L5 20H-5ZM-6 28H6L4 46H-4Z", INK)
        + path("M-9 14H9V18H-9Z", "#e9cf9d")
        + rule("M-2-78V30M2-78V30", "#f7ecd2", 0.9)
    )
