"""The terminal: what is printed, in which colours, and how a line is read."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.progress import Progress

PLAIN_WIDTH = 80


class Leave(Exception):
    """The person wants to leave: end of input, ``quit`` or Ctrl-C."""

    def __init__(self, interrupted: bool = False) -> None:
        """Remember whether it was Ctrl-C."""
        self.interrupted = interrupted
        super().__init__()


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Nobody reads any more: the command says what that means, not Rich."""
        raise BrokenPipeError


class Screen:
    """Prints and asks; plain where there is no terminal or NO_COLOR is set."""

    def __init__(self) -> None:
        """Look at the terminal once."""
        tty = sys.stdout.isatty()
        if tty and sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                importlib.import_module("readline")  # arrows and history at the prompt
        coloured = tty and not os.environ.get("NO_COLOR")
        self.console = _Console(
            color_system="auto" if coloured else None,
            width=None if tty else PLAIN_WIDTH,
            highlight=False,
            markup=False,
            emoji=False,
        )

    @property
    def width(self) -> int:
        """How many columns there are."""
        return self.console.width

    def line(self, text: str | Text = "", style: str = "", indent: int = 0) -> None:
        """Print a paragraph, broken at words, its lines set in by ``indent``."""
        shown = Text(text, style=style) if isinstance(text, str) else text
        if not shown.plain:
            self.console.print()
            return
        for part in shown.wrap(self.console, max(self.width - indent, 20)):
            part.rstrip()
            self.console.print(Text(" " * indent) + part, soft_wrap=True)

    def lines(self, texts: Iterable[str], style: str = "", indent: int = 0) -> None:
        """Print some paragraphs."""
        for text in texts:
            self.line(text, style, indent)

    def feed(self) -> None:
        """On paper, go on at the next page."""
        self.console.file.write("\f")

    def rule(self, title: str) -> None:
        """Print a heading across the screen; one that is too long for a line is broken at words."""
        self.console.print()
        if Text(title).cell_len > self.width - 2:
            self.line(title, style="bold")
            return
        self.console.rule(Text(title, style="bold"), align="left", style="dim")

    def show(self, thing: RenderableType) -> None:
        """Print a table."""
        self.console.print(thing)

    def ask(self, question: str) -> str:
        """A line typed by the person after the last line of the question.

        ``Leave`` at the end of input or on Ctrl-C.
        """
        *before, last = question.split("\n")
        self.lines(before)
        try:
            answer = input(f"{last} ").strip()
        except EOFError:
            self.console.print()
            raise Leave from None
        except KeyboardInterrupt:
            self.console.print()
            raise Leave(interrupted=True) from None
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"
        if not sys.stdin.isatty():
            self.console.print(Text(answer))  # a piped answer would not be seen otherwise
        return answer


def grid(title: str = "") -> Table:
    """An empty table in the house's look."""
    return Table(
        title=title or None,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        header_style="bold",
        pad_edge=False,
        show_edge=False,
    )


def progress(streaming: bool = False) -> Progress:
    """A bar on stderr that is gone in the end, and not there at all where nobody looks.

    ``streaming``: results are printed meanwhile. On a terminal they show how far it is themselves.
    """
    from rich import progress as bars  # only here: the command line starts faster without

    return bars.Progress(
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=not streaming,  # else rich would print them on stderr
        disable=not sys.stderr.isatty() or (streaming and sys.stdout.isatty()),
    )


def language(given: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """The language asked for, else that of the environment, else German.

    >>> language(None, {"LANG": "en_GB.UTF-8"}), language(None, {}), language("en", {})
    ('en', 'de', 'en')
    """
    if given:
        return given
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return "en" if environment[name].startswith("en") else "de"
    return "de"
