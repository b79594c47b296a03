"""A clause: its text, where it is implemented, and all that stands about it on the shelf."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import trull
from trull import clauses, games, laws
from trull.cli.screen import Screen, language
from trull.cli.words import Words
from trull.errors import TrullError
from trull.learn import shelf

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
    _listed(screen, words, "clause_data", list(shelf.citations(name)))
    cases = [f"{file}: {case.get('name', '')}" for file, case in shelf.cases(name)]
    _listed(screen, words, "clause_cases", cases)
    _listed(screen, words, "clause_records", list(shelf.records(name)))
    _listed(screen, words, "clause_lessons", list(shelf.lessons(name)))
    _listed(screen, words, "clause_open", list(shelf.open_lines(name)))
    return 0


def _listed(screen: Screen, words: Words, heading: str, lines: list[str]) -> None:
    if not lines:
        if heading in ("clause_code", "clause_data", "clause_cases"):
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
