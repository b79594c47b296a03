"""The deck: every card drawn, no two alike, light enough, and told apart by every eye."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from itertools import combinations, product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from trull.cards import GERMAN33, ROMAN, TAROCK54, TAROCK78, Pack
from trull.deck import Colours, Index, Options, cards, draw, draw_back, sheet
from trull.deck.__main__ import main
from trull.deck.colours import GERMAN_SCHEME, PAPER, TAROCK_SCHEMES, Scheme
from trull.deck.courts import GERMAN_PEOPLE, TAROCK_PEOPLE, TAROCK_RIDERS
from trull.deck.emblems import EMBLEMS
from trull.deck.people import Person
from trull.deck.vision import VISIONS, Vision, contrast, distance, seen, separation

PACKS = (TAROCK54, TAROCK78, GERMAN33)
SVG = "{http://www.w3.org/2000/svg}"

# The Tarock deck must come over a slow line: 120 kB, gzipped.
HEAVIEST = 120_000
# ΔE*ab that the two nearest suits keep under every simulation; 2.3 can just be told apart.
NEAREST_SUITS = 20.0
# WCAG 2 for large signs.
LEAST_CONTRAST = 3.0

COLOURS: tuple[Colours, ...] = ("four", "two")
INDICES: tuple[Index, ...] = ("de", "en")
LOOKS: tuple[Options, ...] = tuple(
    {"colours": colours, "index": index, "large_index": large}
    for colours, index, large in product(COLOURS, INDICES, (False, True))
)
every_pack = pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
every_look = pytest.mark.parametrize(
    "look", LOOKS, ids=lambda look: "-".join(map(str, look.values()))
)


def art(svg: str) -> str:
    """The drawing without its title."""
    return re.sub(r"<title>.*?</title>", "", svg)


def picture(svg: str) -> str:
    """The drawing without letters and figures, and with every colour taken out."""
    unlettered = re.sub(r'<g fill="[^"]*" transform="[^"]*">(<path [^>]*>)+</g>', "", art(svg))
    return re.sub(r'"#[0-9a-f]{3,6}"', '""', unlettered)


def title(svg: str) -> str:
    found = ElementTree.fromstring(svg).findtext(f"{SVG}title")
    assert found is not None
    return found


def changed(pack: Pack, look: Options) -> set[str]:
    """The cards that this look draws otherwise than the plain one."""
    plain, other = cards(pack), cards(pack, **look)
    return {code for code in pack.codes if art(plain[code]) != art(other[code])}


# ── every card ────────────────────────────────────────────────────────────────────────────────


@every_pack
@every_look
def test_every_card_is_drawn_and_is_xml(pack: Pack, look: Options) -> None:
    drawn = cards(pack, **look)
    assert tuple(drawn) == pack.codes
    for svg in drawn.values():
        root = ElementTree.fromstring(svg)
        assert root.tag == f"{SVG}svg"
        assert root.get("viewBox") == "0 0 200 340"
        assert len(root) > 3
        assert title(svg)


@every_pack
@every_look
def test_no_two_pictures_are_alike_even_without_colour_and_index(pack: Pack, look: Options) -> None:
    pictures = {code: picture(svg) for code, svg in cards(pack, **look).items()}
    alike = [(a, b) for a, b in combinations(pictures, 2) if pictures[a] == pictures[b]]
    assert alike == []


@every_pack
def test_every_card_has_an_index_in_both_corners(pack: Pack) -> None:
    for svg in cards(pack).values():
        index = re.findall(r'<g fill="[^"]*" transform="[^"]*">(?:<path [^>]*>)+</g>', svg)
        assert max(index.count(letters) for letters in index) >= 2


@every_pack
def test_no_two_cards_have_the_same_title(pack: Pack) -> None:
    for look in LOOKS:
        titles = [title(svg) for svg in cards(pack, **look).values()]
        assert len(set(titles)) == pack.size


def test_the_pack_of_54_uses_the_drawings_of_the_78() -> None:
    small, large = cards(TAROCK54), cards(TAROCK78)
    assert set(small) - set(large) == {"T22"}
    assert all(small[code] == large[code] for code in set(small) & set(large))


def test_the_last_tarock_is_called_skues_among_54_and_skies_among_78() -> None:
    assert title(draw("T22", TAROCK54)) == "Sküs"
    assert title(draw("SKI", TAROCK78)) == "Skies"
    assert picture(draw("T22", TAROCK54)) == picture(draw("SKI", TAROCK78))
    assert art(draw("T22", TAROCK54)) != art(draw("SKI", TAROCK78))


def test_a_card_may_be_named_as_players_do() -> None:
    assert draw("♥K", TAROCK54) == draw("HK", TAROCK54)
    assert draw("Weli", GERMAN33) == draw("W", GERMAN33)


def test_only_the_trull_has_a_gold_frame() -> None:
    framed = {
        code
        for code, svg in cards(TAROCK54).items()
        if 'stroke="#a9761f" stroke-width="1.6"/><rect' in svg
    }
    assert framed == {"T1", "T21", "T22"}


@pytest.mark.parametrize("people", [TAROCK_PEOPLE, GERMAN_PEOPLE], ids=["tarock", "german"])
def test_no_two_courts_share_hat_hair_and_thing(people: dict[str, Person]) -> None:
    outfits = {(p.hat, p.hair, p.beard, p.thing) for p in people.values()}
    assert len(outfits) == len(people) == 12


def test_every_tarock_to_the_twentieth_has_its_own_emblem() -> None:
    assert len({emblem() for emblem in EMBLEMS}) == len(EMBLEMS) == 20


def test_every_tarock_suit_has_its_own_rider() -> None:
    assert set(TAROCK_RIDERS) == {"HN", "DN", "SN", "CN"}
    assert len({rider.person.hat for rider in TAROCK_RIDERS.values()}) == 4


# ── looks ─────────────────────────────────────────────────────────────────────────────────────


def test_two_colours_change_karo_and_treff_alone() -> None:
    for pack in (TAROCK54, TAROCK78):
        expected = {code for code in pack.codes if code[0] in "DC"}
        assert changed(pack, {"colours": "two"}) == expected


def test_german_signs_keep_their_own_colours() -> None:
    assert changed(GERMAN33, {"colours": "two"}) == set()


def test_with_two_colours_karo_is_red_as_herz_and_treff_dark_as_pik() -> None:
    ink = TAROCK_SCHEMES["two"].ink
    assert (ink["D"], ink["C"]) == (ink["H"], ink["S"])
    assert len(set(TAROCK_SCHEMES["four"].ink.values())) == 5


def test_english_letters_change_queen_and_jack_alone() -> None:
    """The Cavall keeps his C, as the King his K."""
    for pack in (TAROCK54, TAROCK78):
        expected = {code for code in pack.codes if code[0] in "HDSC" and code[1:] in ("Q", "B")}
        assert changed(pack, {"index": "en"}) == expected
    assert changed(GERMAN33, {"index": "en"}) == set()


@every_pack
def test_a_large_index_changes_every_card(pack: Pack) -> None:
    assert changed(pack, {"large_index": True}) == set(pack.codes)


@every_pack
def test_dark_paper_changes_nothing_but_the_paper(pack: Pack) -> None:
    light, dark = cards(pack), cards(pack, shade="dark")
    for code in pack.codes:
        # The sheet of paper is the first thing drawn.
        assert dark[code] == light[code].replace(PAPER["light"], PAPER["dark"], 1)
        assert dark[code] != light[code]


def test_titles_are_in_the_language_of_the_index() -> None:
    assert title(draw("HK", TAROCK54)) == "Herz-König"
    assert title(draw("HK", TAROCK54, index="en")) == "King of Hearts"
    assert title(draw("T15", TAROCK54)) == "Tarock XV, Goldenes Dachl"
    assert title(draw("T15", TAROCK54, index="en")) == "Tarock XV, Golden Roof"
    assert title(draw("S10", TAROCK54)) == "Pik 10"
    assert title(draw("SO", GERMAN33)) == "Schell-Ober"
    assert title(draw("SO", GERMAN33, index="en")) == "Ober of Bells"
    assert title(draw_back(index="en")) == "Card back"


def test_roman_numerals_count_to_21() -> None:
    assert all(f"Tarock {roman}," in title(draw(roman, TAROCK78)) for roman in ROMAN[:21])


# ── the sprite ────────────────────────────────────────────────────────────────────────────────


@every_pack
def test_the_sprite_holds_a_symbol_per_card_and_the_back(pack: Pack) -> None:
    root = ElementTree.fromstring(sheet(pack))
    ids = [symbol.get("id") for symbol in root.findall(f"{SVG}symbol")]
    assert ids == [f"{pack.name}-{code}" for code in (*pack.codes, "back")]


@every_pack
@every_look
def test_a_symbol_is_drawn_as_its_card(pack: Pack, look: Options) -> None:
    sprite = sheet(pack, **look)
    for svg in (*cards(pack, **look).values(), draw_back(**look)):
        body = art(svg).partition('role="img">')[2].removesuffix("</svg>")
        assert f">{body}</symbol>" in sprite


@every_look
def test_the_tarock_deck_is_light(look: Options) -> None:
    assert len(gzip.compress(sheet(TAROCK78, **look).encode(), 9, mtime=0)) <= HEAVIEST


# ── standing alone ────────────────────────────────────────────────────────────────────────────


@every_pack
def test_no_drawing_reaches_for_anything_outside_itself(pack: Pack) -> None:
    own = ' xmlns="http://www.w3.org/2000/svg"'
    for look in LOOKS:
        for svg in (*cards(pack, **look).values(), draw_back(**look), sheet(pack, **look)):
            assert svg.count(own) == 1
            rest = svg.replace(own, "").lower()
            for reach in (
                "http",
                "@import",
                "<script",
                "href",
                "url(",
                "<style",
                "style=",
                "<image",
                "<foreignobject",
                "<text",
                "font",
                "&",
                "<!",
                " on",
            ):
                assert reach not in re.sub(r"<title>.*?</title>", "", rest), reach


def test_elements_are_plain_shapes() -> None:
    used = {e.tag.removeprefix(SVG) for p in PACKS for e in ElementTree.fromstring(sheet(p)).iter()}
    assert used == {"svg", "symbol", "g", "path", "circle", "ellipse", "rect"}


DIGEST = """
from hashlib import sha256
from trull.cards import GERMAN33, TAROCK54, TAROCK78
from trull.deck import cards, draw_back, sheet
text = "".join(sheet(p) + "".join(cards(p).values()) for p in (TAROCK54, TAROCK78, GERMAN33))
print(sha256((text + draw_back()).encode()).hexdigest())
"""


def test_the_same_deck_is_drawn_every_time() -> None:
    """Another hash seed would shuffle every set there might be on the way."""
    digests = set()
    for seed in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": seed}
        digests.add(subprocess.check_output([sys.executable, "-c", DIGEST], env=env))
    assert len(digests) == 1


# ── eyes ──────────────────────────────────────────────────────────────────────────────────────

SCHEMES = {"tarock": TAROCK_SCHEMES["four"], "german": GERMAN_SCHEME}


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_suits_stay_apart_for_every_eye(scheme: Scheme, vision: Vision) -> None:
    assert separation(scheme.ink.values(), vision) >= NEAREST_SUITS


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_every_index_stands_out_from_the_paper(scheme: Scheme) -> None:
    for ink, paper in product(scheme.ink.values(), PAPER.values()):
        assert contrast(ink, paper) >= LEAST_CONTRAST


@pytest.mark.parametrize("vision", VISIONS)
def test_grey_is_grey_to_every_eye(vision: Vision) -> None:
    for grey in ("#000000", "#808080", "#ffffff"):
        assert distance(grey, grey, vision) == 0
        assert max(seen(grey, vision)) - min(seen(grey, vision)) < 1e-5


def test_the_simulation_brings_red_and_green_together_and_blue_and_green_for_tritans() -> None:
    """A matrix in the wrong place would not."""
    red, green = "#c04040", "#608030"
    blue, teal = "#3060c0", "#108080"
    for vision in ("protan", "deutan"):
        assert distance(red, green, vision) < distance(red, green) / 2
    assert distance(blue, teal, "tritan") < distance(blue, teal) / 2
    assert distance(red, green, "tritan") > distance(red, green) / 2


# ── the command ───────────────────────────────────────────────────────────────────────────────


def test_the_command_writes_every_card_the_sprites_and_the_back(tmp_path: Path) -> None:
    assert main([str(tmp_path), "--colours", "two", "--index", "en", "--large"]) == 0
    look: Options = {"colours": "two", "index": "en", "large_index": True}
    for pack in PACKS:
        files = {f.stem: f.read_text("utf-8") for f in (tmp_path / pack.name).iterdir()}
        assert files == cards(pack, **look)
        assert (tmp_path / f"{pack.name}.svg").read_text("utf-8") == sheet(pack, **look)
    assert (tmp_path / "back.svg").read_text("utf-8") == draw_back(**look)


def test_the_command_says_what_the_deck_weighs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--size", "--separation"]) == 0
    told = capsys.readouterr().out
    weight = len(gzip.compress(sheet(TAROCK78).encode(), 9, mtime=0))
    assert f"tarock78: 78 cards and the back, {len(sheet(TAROCK78).encode()):,} bytes" in told
    assert f"gzipped {weight:,}" in told
    assert told.count("protan") == 2


def test_the_command_wants_to_know_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([])
    assert "--size" in capsys.readouterr().err
