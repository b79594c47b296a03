"""Who is who: every king, lady, rider and servant of both packs.

No two wear the same hat with the same hair and the same thing in the hand, so that a court is
known by its outline before its index is read.
"""

from __future__ import annotations

from collections.abc import Mapping

from trull.deck.colours import (
    AUBURN,
    BLACK,
    BLOND,
    BLUE,
    BROWN,
    CHESTNUT,
    CRIMSON,
    FOREST,
    GREEN,
    INK,
    PLUM,
    RED,
    SILVER,
    STEEL_DEEP,
    TAUPE,
    UMBER,
    shaded,
)
from trull.deck.people import Person, Rider, crowns, dress, hats, heads, things

TAROCK_PEOPLE: Mapping[str, Person] = {
    # ── kings ──
    "HK": Person(
        hat=crowns.spiked_crown, hair=heads.bob, beard=heads.full_beard,
        collar=dress.ermine, thing=things.sceptre,
    ),
    "DK": Person(
        hat=crowns.arched_crown, hair=heads.bob, hair_colour=SILVER, beard=heads.long_beard,
        collar=dress.gold_chain, thing=things.orb, trim=RED,
    ),
    "SK": Person(
        hat=crowns.lily_crown, hair=heads.curls, hair_colour=BLACK, beard=heads.goatee,
        collar=dress.ruff, thing=things.sword, trim=BLUE,
    ),
    "CK": Person(
        hat=crowns.fur_crown, hair=heads.bob, hair_colour=AUBURN, beard=heads.forked_beard,
        collar=dress.fur_collar, thing=things.axe,
    ),
    # ── ladies ──
    "HQ": Person(
        hat=crowns.coronet, hair=heads.loose, hair_colour=BLOND, fringe=True, lady=True,
        collar=dress.pearls, thing=things.rose,
    ),
    "DQ": Person(
        hat=crowns.tiara, hair=heads.short, hair_colour=BLACK, fringe=True, lady=True,
        collar=dress.lace, thing=things.fan,
    ),
    "SQ": Person(
        hat=crowns.powdered_hair, hair_colour=TAUPE, lady=True,
        collar=dress.pearls, thing=things.goblet, trim=BLUE,
    ),
    "CQ": Person(
        hat=crowns.flower_wreath, hair=heads.plaits, hair_colour=CHESTNUT, fringe=True, lady=True,
        collar=dress.bodice, thing=things.edelweiss,
    ),
    # ── servants ──
    "HB": Person(
        hat=hats.beret, hair=heads.bob, hair_colour=BLOND, fringe=True,
        collar=dress.lace, thing=things.letter, trim=PLUM,
    ),
    "DB": Person(
        hat=hats.bobbled_cap, hair=heads.curls, hair_colour=AUBURN,
        collar=dress.frogging, thing=things.drum, trim=CRIMSON,
    ),
    "SB": Person(
        hat=hats.helmet, hair_colour=BLACK, collar=dress.mail, thing=things.halberd,
    ),
    "CB": Person(
        hat=hats.feathered_cap, hair=heads.short, collar=dress.neckerchief,
        thing=things.hunting_horn,
    ),
}  # fmt: skip

TAROCK_RIDERS: Mapping[str, Rider] = {
    "HN": Rider(
        hide="#8a4f22", mane="#4a2710",
        person=Person(
            hat=hats.shako, hair=heads.short, beard=heads.moustache, collar=dress.frogging,
            trim=INK,
        ),
    ),
    "DN": Rider(
        hide="#d3a45c", mane="#f3e4c0",
        person=Person(
            hat=hats.tricorn, hair=heads.curls, hair_colour=SILVER, collar=dress.lace, trim=INK,
        ),
    ),
    "SN": Rider(
        hide="#e4e2dc", mane="#b9b6ad",
        person=Person(
            hat=hats.helmet, hair_colour=BLACK, beard=heads.goatee, collar=dress.gold_chain,
            cloth=STEEL_DEEP, trim=BLUE,
        ),
    ),
    "CN": Rider(
        hide="#3a2a20", mane="#15100c",
        person=Person(
            hat=hats.tyrolean_hat, hair=heads.short, hair_colour=AUBURN, beard=heads.whiskers,
            collar=dress.braces, cloth="#7a4b20",
        ),
    ),
}  # fmt: skip

GERMAN_PEOPLE: Mapping[str, Person] = {
    # ── kings ──
    "HK": Person(
        hat=crowns.arched_crown, hair=heads.bob, beard=heads.goatee,
        collar=dress.ermine, thing=things.orb, trim=RED,
    ),
    "LK": Person(
        hat=crowns.spiked_crown, hair=heads.bob, hair_colour=SILVER, beard=heads.full_beard,
        collar=dress.fur_collar, thing=things.sceptre, trim="#c23b2e",
    ),
    "SK": Person(
        hat=crowns.fur_crown, hair=heads.bob, hair_colour=BLACK, beard=heads.forked_beard,
        collar=dress.gold_chain, thing=things.sword, trim=RED,
    ),
    "EK": Person(
        hat=crowns.lily_crown, hair=heads.bob, hair_colour=AUBURN, beard=heads.long_beard,
        collar=dress.ermine, thing=things.axe, trim=GREEN,
    ),
    # ── Ober ──
    "HO": Person(
        hat=hats.helmet, hair_colour=BLACK, beard=heads.goatee,
        collar=dress.ruff, thing=things.halberd, trim=RED,
    ),
    "LO": Person(
        hat=hats.beret, hair=heads.bob, hair_colour=BLOND, beard=heads.moustache,
        collar=dress.lace, thing=things.sword, trim=FOREST,
    ),
    "SO": Person(
        hat=hats.tricorn, hair=heads.short, hair_colour=BROWN, beard=heads.whiskers,
        collar=dress.frogging, thing=things.flag, trim=INK,
    ),
    "EO": Person(
        hat=hats.broad_hat, hair=heads.bob, beard=heads.full_beard,
        collar=dress.open_shirt, thing=things.crossbow, trim=INK,
    ),
    # ── Unter ──
    "HU": Person(
        hat=hats.bobbled_cap, hair=heads.short, fringe=True,
        collar=dress.neckerchief, thing=things.flute, trim="#7b2230",
    ),
    "LU": Person(
        hat=hats.hood, hair=heads.short, hair_colour=AUBURN,
        collar=dress.open_shirt, thing=things.longbow, trim=shaded(FOREST),
    ),
    "SU": Person(
        hat=hats.feathered_cap, hair=heads.curls, hair_colour=BLACK,
        collar=dress.braces, thing=things.drum, trim="#7a5410",
    ),
    "EU": Person(
        hat=hats.tyrolean_hat, hair=heads.short, hair_colour=SILVER, beard=heads.moustache,
        collar=dress.braces, thing=things.pipe, trim=UMBER,
    ),
}  # fmt: skip
