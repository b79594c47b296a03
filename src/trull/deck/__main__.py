"""``python -m trull.deck``: write the deck, or say how heavy it is and how far its colours reach.

python -m trull.deck OUT               OUT/tarock54/HK.svg …, OUT/tarock54.svg …, OUT/back.svg
python -m trull.deck OUT --colours two --index en --large --shade dark
python -m trull.deck --size            the sprites in bytes, plain and gzipped
python -m trull.deck --separation      how far apart the suits look, also to the colour-blind
"""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Sequence
from pathlib import Path

from trull.cards import GERMAN33, TAROCK54, TAROCK78
from trull.deck import cards, draw_back, sheet
from trull.deck.colours import GERMAN_SCHEME, TAROCK_SCHEMES
from trull.deck.look import Options
from trull.deck.vision import VISIONS, separation

PACKS = (TAROCK54, TAROCK78, GERMAN33)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    options: Options = {
        "colours": asked.colours,
        "index": asked.index,
        "large_index": asked.large,
        "shade": asked.shade,
    }
    if not (asked.out or asked.size or asked.separation):
        parser.error("say where the deck is to be written, or --size, or --separation")
    if asked.out:
        _write(asked.out, options)
    if asked.size:
        _print_size(options)
    if asked.separation:
        _print_separation()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m trull.deck", description="Draw the deck.")
    parser.add_argument("out", nargs="?", type=Path, help="folder to write the files to")
    parser.add_argument("--colours", choices=("four", "two"), default="four")
    parser.add_argument("--index", choices=("de", "en"), default="de")
    parser.add_argument("--large", action="store_true", help="large indices")
    parser.add_argument("--shade", choices=("light", "dark"), default="light")
    parser.add_argument("--size", action="store_true", help="print what the sprites weigh")
    parser.add_argument("--separation", action="store_true", help="print the distance of colours")
    return parser


def _write(out: Path, options: Options) -> None:
    for pack in PACKS:
        folder = out / pack.name
        folder.mkdir(parents=True, exist_ok=True)
        for code, drawing in cards(pack, **options).items():
            (folder / f"{code}.svg").write_text(drawing, encoding="utf-8")
        (out / f"{pack.name}.svg").write_text(sheet(pack, **options), encoding="utf-8")
    (out / "back.svg").write_text(draw_back(**options), encoding="utf-8")


def _print_size(options: Options) -> None:
    for pack in PACKS:
        plain = sheet(pack, **options).encode()
        packed = gzip.compress(plain, 9, mtime=0)
        print(
            f"{pack.name}: {pack.size} cards and the back, "
            f"{len(plain):,} bytes, gzipped {len(packed):,}"
        )


def _print_separation() -> None:
    for name, scheme in (("Tarock", TAROCK_SCHEMES["four"]), ("German", GERMAN_SCHEME)):
        nearest = (f"{v} {separation(scheme.ink.values(), v):.1f}" for v in VISIONS)
        print(f"{name} suits, ΔE of the two nearest: {', '.join(nearest)}")


if __name__ == "__main__":
    raise SystemExit(main())
