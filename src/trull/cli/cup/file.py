"""A cup file as a command uses it: found, opened for a moment, refusals in the person's words."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

from trull import locale
from trull.cup import log as logs
from trull.cup.commands import Actor, Command
from trull.cup.decide import Again, decide
from trull.cup.deciding import BYTES
from trull.cup.entries import Entry
from trull.cup.refusal import Code, Refusal
from trull.errors import CupError, TrullError
from trull.table.cups import file as files
from trull.table.cups.file import SUFFIX, Kept, text_of

EMPTY = "holds no cup"


class CupRefusedError(TrullError):
    """A command the cup does not take, in the person's words."""


class CupFile(files.CupFile):
    """A cup file whose refusals are errors in one language."""

    def __init__(self, path: Path, language: str, create: bool = False) -> None:
        """Read and lock it."""
        super().__init__(path, create)
        self.language = language

    def do(self, actor: Actor, command: Command, cid: str = "") -> Entry | Again:
        """Obey a command once; a refusal is an error in the person's language."""
        now = time.time_ns() // 1_000_000
        cid = cid or secrets.token_hex(8)
        found = decide(self.cup, actor, command, cid, now, secrets.token_bytes(BYTES))
        if isinstance(found, Refusal):
            raise CupRefusedError(refusal_told(found, self.language))
        if isinstance(found, Entry):
            self.keep(found)
        return found

    def seed(self, what: Kept = "seed") -> str:
        """The seed of what was promised last."""
        found = super().seed(what)
        if not found:
            code: Code = "not_promised" if what == "seed" else "boards_not_promised"
            raise CupRefusedError(refusal_told(Refusal(code), self.language))
        return found


@contextlib.contextmanager
def opened(path: Path, language: str, create: bool = False) -> Iterator[CupFile]:
    """A cup file for as long as a command needs it."""
    file = CupFile(path, language, create)
    try:
        if not (create or file.cup.id):
            raise CupError(str(path), EMPTY)
        yield file
    finally:
        file.close()


def found(given: Path | None) -> Path:
    """The file that was named, else the only one in this folder."""
    if given is not None:
        return given
    files_here = sorted(Path().glob(f"*{SUFFIX}"))
    if len(files_here) != 1:
        raise CupError("--file", f"say which cup: there are {len(files_here)} in this folder")
    return files_here[0]


def read(path: Path) -> logs.Log:
    """A cup file without the wish to write."""
    log = logs.read(text_of(path), str(path))
    if not log.entries:
        raise CupError(str(path), EMPTY)
    return log


def refusal_told(refusal: Refusal, language: str) -> str:
    """A refusal in a sentence, and which option of the command line helps, if one does."""
    about = dict(refusal.about)
    names = locale.catalogue(language)["cup"]
    if "what" in about:
        about["what"] = names.get(f"what.{about['what']}", about["what"])
    told = locale.say(language, "cup", f"refused.{refusal.code}", **about)
    return f"{told} {names.get(f'hint.{refusal.code}', '')}".strip()
