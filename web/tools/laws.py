"""Packs the laws for the page: every module that settling a score pad needs, and the rule sets.

Run by the build of the client as ``python laws.py OUT``. What is needed is found by importing it,
with the browser's stand-in for msgspec; so nothing else can slip in.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

LAWS = Path(__file__).parents[1] / "laws"
SRC = Path(__file__).parents[2] / "src"
NEVER = (1980, 1, 1, 0, 0, 0)
"""The date of every file: the same laws make the same archive."""


def main(out: Path) -> None:
    """Write the archive."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out, "w") as archive:
        for name, path in sorted(found().items()):
            packed = zipfile.ZipInfo(name, NEVER)
            packed.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(packed, path.read_bytes(), compresslevel=9)


def found() -> dict[str, Path]:
    """The files by their names in the archive."""
    sys.path[:0] = [str(LAWS)]
    import browser  # noqa: F401  what the page calls

    from trull import games, laws

    for game in games.names():
        if game not in games.guests():
            laws.of(game)
    modules = [path for name, path in loaded() if name.split(".")[0] == "trull"]
    books = SRC.glob("trull/rulesets/*/*.toml")
    own = {path.name: path for path in LAWS.glob("*.py")}
    return own | {path.relative_to(SRC).as_posix(): path for path in (*modules, *books)}


def loaded() -> list[tuple[str, Path]]:
    """The modules that were imported, and their files."""
    return [
        (name, Path(file))
        for name, module in sys.modules.items()
        if (file := getattr(module, "__file__", None))
    ]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
