"""What is painted on the tarocks I to XX: boxes of about ±80 by ±50 around the origin."""

from __future__ import annotations

from collections.abc import Callable

from trull.deck.emblems import alps, birds, music, pleasures, town

EMBLEMS: tuple[Callable[[], str], ...] = (
    birds.sparrow,
    birds.owl,
    birds.cockatoo,
    birds.marabou,
    town.fiaker,
    town.giant_wheel,
    alps.ibex,
    alps.edelweiss,
    music.zither,
    music.posthorn,
    town.cathedral,
    pleasures.melange,
    pleasures.gugelhupf,
    alps.hat,
    town.golden_roof,
    music.violin,
    alps.glockner,
    pleasures.steamer,
    alps.cowbell,
    town.secession,
)
