"""A clause: its text, where it is implemented, the data that cite it, and its cases."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path

import trull
from trull import clauses, games, laws, ruleset
from trull.cli.screen import Screen, language
from trull.cli.words import Words
from trull.errors import TrullError

_LAYERS = ("laws", "kernels", "match", "referee")


def show(name: str, lang: str | None) -> int:
    """Print all there is about a clause."""
    languages = (lang,) if lang in ("de", "en") else ("de", "en")
    texts = [(code, clauses.text(name, code)) for code in languages]
    if not any(text for _, text in texts):
        raise TrullError(f"{name}: no such clause in the rule texts")
    screen, words = Screen(), Words(language(lang if lang != "both" else None))
    screen.line(name, style="bold")
    for code, text in texts:
        screen.line(f"{code}  {text}", indent=2)
    _listed(screen, words, "clause_code", list(implementations(name)))
    _listed(screen, words, "clause_data", list(citations(name)))
    _listed(screen, words, "clause_cases", list(cases(name)))
    _listed(screen, words, "clause_open", list(open_lines(name)))
    return 0


def _listed(screen: Screen, words: Words, heading: str, lines: list[str]) -> None:
    if not lines:
        if heading != "clause_open":
            screen.line(words.cli(f"{heading}_none"), style="dim")
        return
    screen.line(words.cli(heading), style="bold")
    screen.lines(lines, indent=2)


# Where it is implemented


def implementations(name: str) -> Iterator[str]:
    """The functions filed under a clause, with their place."""
    _import_laws()
    for function in dict.fromkeys(clauses.register().get(name, ())):
        yield f"{function}{_place(function)}"


def _import_laws() -> None:
    """Import every module that may carry a clause."""
    for game in games.names():
        laws.of(game)
    for layer in pkgutil.iter_modules(trull.__path__, "trull."):
        short = layer.name.removeprefix("trull.")
        if not short.startswith(_LAYERS):
            continue
        module = importlib.import_module(layer.name)
        for inner in pkgutil.walk_packages(getattr(module, "__path__", ()), f"{layer.name}."):
            importlib.import_module(inner.name)


def _place(function: str) -> str:
    """File and line of a function, as far as they can be found."""
    module, _, name = function.rpartition(".")
    found: object = None
    while module and found is None:
        try:
            found = importlib.import_module(module)
        except ModuleNotFoundError:
            module, _, above = module.rpartition(".")
            name = f"{above}.{name}"
    for part in name.split("."):
        found = getattr(found, part, None)
    if not inspect.isfunction(found):
        return ""
    code = found.__code__
    package = importlib.import_module(function.partition(".")[0])
    file = Path(code.co_filename).relative_to(Path(str(package.__file__)).parent)
    return f"  ({file.as_posix()}:{code.co_firstlineno})"


# The data that cite it


def citations(name: str) -> Iterator[str]:
    """The rows of the published rule sets that stand by this clause."""
    for published in ruleset.published():
        for section, rows in ruleset.load(published).sections.items():
            for key, row in rows.items():
                if name in _cited(row):
                    yield f"{published}: {section}.{key}"


def _cited(row: object) -> list[object]:
    """What may be a clause in a row; the section ``cite`` has bare ones."""
    if isinstance(row, Mapping):
        return list(row.values())
    return [row]


# Cases and open ends


def _beside(inside: str, checkout: str) -> Iterator[Path]:
    """The files of a folder that lies in the wheel, or in the checkout beside the package."""
    package = Path(str(resources.files("trull")))
    for folder in (package / inside, package.parents[1] / checkout):
        if folder.is_dir():
            yield from sorted(folder.iterdir())
            return


def cases(name: str) -> Iterator[str]:
    """The names of the clause cases about a clause."""
    for path in _beside("_cases", "tests/cases"):
        if path.suffix != ".toml":
            continue
        for case in tomllib.loads(path.read_text(encoding="utf-8")).get("case", []):
            about = case.get("clause", [])
            if name in ([about] if isinstance(about, str) else about):
                yield f"{path.stem}: {case.get('name', '')}"


def open_lines(name: str) -> Iterator[str]:
    """Why a clause has no law of its own, where it has none."""
    for path in _beside("_rules", "rules"):
        if path.name == "OPEN.md":
            for line in path.read_text(encoding="utf-8").splitlines():
                cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
                if len(cells) > 1 and name in re.split(r"[,\s]+", cells[0]):
                    yield cells[-1]
