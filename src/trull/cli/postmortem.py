"""``trull postmortem``: whether a deal could have been won, and who gave what away."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from trull.cli import store
from trull.cli.options import add_language
from trull.cli.replay import checked, named
from trull.cli.screen import Screen, language, progress
from trull.cli.telling import Teller
from trull.cli.words import Words
from trull.errors import TrullError
from trull.state import Action, Seat, Seen

if TYPE_CHECKING:
    from trull.arena.workers import Workers
    from trull.bots.postmortem import Decision, Postmortem, Verdict
    from trull.notation import Record

EXAMPLES = """examples:
  trull postmortem game.trn               the costliest decisions of every player
  trull postmortem evening.trn --deal 3   in the third deal of a record
  trull postmortem game.trn --json        everything that was found out, for programs
  trull postmortem evenings/*.trn --json  many records, as many deals at once as there are cores
  RAY_ADDRESS=10.0.0.1:6379 trull postmortem evenings/*.trn --ray --json

Each decision is reckoned twice: by what its player could know (his own view of that moment, and
guesses that fit it), and with all hands open, as far back as the exact solver reaches. What it does
not reach is left out. The same record and --seed give the same answer.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "postmortem",
        help="could it have been won? the costliest decisions of a record",
        description="Look through a finished deal for what it could have been.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="RECORD", help="a record (.trn)")
    parser.add_argument("--deal", type=int, default=0, metavar="K", help="only the K-th deal (all)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="other guesses (0)")
    parser.add_argument("--jobs", type=int, default=0, metavar="J", help="processes (one a core)")
    parser.add_argument("--ray", action="store_true", help="on Ray instead (extra 'scale')")
    parser.add_argument("--json", action="store_true", help="print one JSON object a deal")
    add_language(parser)
    parser.set_defaults(run=run)


class _Deal(NamedTuple):
    """A deal that is looked through, and where it stands."""

    file: Path
    number: int
    record: Record


def run(args: argparse.Namespace) -> int:
    """Look through the deals and tell them in their order."""
    from trull.cli.arena_told import check_numbers  # only here: it brings the bots with it

    lang = language(args.lang)
    check_numbers(args, (), ("jobs",))
    deals = [deal for file in args.files for deal in _wanted(file, args.deal, lang)]
    several = len(args.files) > 1
    for deal, found in zip(deals, _examined(deals, args), strict=True):
        if args.json:
            where: dict[str, object] = {"file": str(deal.file)} if several else {}
            print(json.dumps(where | as_json(deal.number, found)))
        else:
            _Report(Screen(), lang, deal.record).show(deal, found, several)
    return 0


def _wanted(path: Path, number: int, lang: str) -> list[_Deal]:
    """The deals of a file; each can be replayed, and is over."""
    records = store.records_of(path)
    if not 0 <= number <= len(records):
        raise TrullError(f"{path}: there is no deal {number}; the record holds {len(records)}")
    deals = [_Deal(path, at, one) for at, one in enumerate(records, 1) if number in (0, at)]
    for deal in deals:
        if not checked(path, deal.number, deal.record, lang).over:
            raise TrullError(f"{path}: deal {deal.number} is not over; only then may one look")
    return deals


def _examined(deals: Sequence[_Deal], args: argparse.Namespace) -> Iterator[Postmortem]:
    """The post-mortems, with a line on the terminal that says how far they are."""
    from trull.arena.workers import hired, workers_for  # only here: it brings the bots with it

    jobs, words = workers_for(args.jobs, len(deals)), Words(language(args.lang))
    if jobs == 1 and not args.ray:
        yield from (_here(deal, args.seed, words) for deal in deals)
        return
    with hired(jobs, args.ray) as workers:
        yield from _at_once(deals, workers, args.seed, words)


def _here(deal: _Deal, seed: int, words: Words) -> Postmortem:
    """One deal in this process; the line counts its decisions."""
    from trull.bots import postmortem  # only here: the command line starts faster without numpy

    with progress() as line:
        task = line.add_task(words.cli("postmortem_busy", n=deal.number), total=None)
        return postmortem.examined(
            deal.record, seed, lambda done, of: line.update(task, completed=done, total=of)
        )


def _at_once(
    deals: Sequence[_Deal], workers: Workers, seed: int, words: Words
) -> Iterator[Postmortem]:
    """Several deals at a time; the line counts the deals."""
    from trull.arena.workers import in_order, reported
    from trull.bots import postmortem

    job, records = partial(postmortem.examined, seed=seed), [deal.record for deal in deals]
    with progress(streaming=True) as line:
        task = line.add_task(words.cli("postmortem_several"), total=len(deals))
        found = workers.each(job, records)
        yield from in_order(reported(found, lambda _one: line.advance(task)))


# For programs


def as_json(number: int, found: Postmortem) -> dict[str, object]:
    """Everything that was found out; what could not be is null."""
    return {
        "deal": number,
        "seats": [
            {
                "verdict": None if verdict is None else verdict._asdict(),
                "decisions": [_decision(one) for one in decisions],
            }
            for decisions, verdict in zip(found.decisions, found.verdicts, strict=True)
        ],
        "moments": list(_moments(found)),
    }


def _decision(one: Decision) -> dict[str, object]:
    return one._asdict() | {"did": str(one.did), "better": str(one.better)}


def _moments(found: Postmortem) -> Iterator[dict[str, object]]:
    from trull.bots.postmortem import choices_at  # only here: it brings numpy with it

    for moment in found.moments:
        choices = [one._asdict() | {"action": str(one.action)} for one in choices_at(moment)]
        yield {"at": moment.at, "seat": moment.seat, "did": str(moment.did), "choices": choices}


# For people


class _Report:
    """A post-mortem in sentences."""

    def __init__(self, screen: Screen, lang: str, record: Record) -> None:
        self._screen, self._words = screen, Words(lang, record.setup.rules.name)
        self._teller = Teller(self._words, named(record, lang))

    def show(self, deal: _Deal, found: Postmortem, several: bool) -> None:
        """Seat by seat, the costliest first; of several files each is named."""
        say = self._words.cli
        if several:
            self._screen.line(str(deal.file), style="dim")
        self._screen.line(say("postmortem_head", n=deal.number), style="bold")
        for seat, decisions in enumerate(found.decisions):
            self._screen.line()
            self._screen.line(self._standing(seat, found.verdicts[seat]), style="bold")
            for one in decisions:
                self._screen.line(self._headline(one), indent=2)
                self._screen.line(self._reason(one), style="dim", indent=6)
            if not decisions:
                self._screen.line(self._words.say("postmortem", "nothing"), indent=2)
        solved = [moment.open[0] for moment in found.moments if moment.open]
        exact = sum(bool(answer.values) for answer in solved)
        told = say("postmortem_foot", n=len(found.moments), open=len(solved), exact=exact)
        self._screen.line()
        self._screen.line(told, style="dim")

    def _standing(self, seat: int, verdict: Verdict | None) -> str:
        name = self._teller.who(seat)
        if verdict is None:
            return name
        who = self._teller.who(verdict.seat)
        code = f"verdict.{verdict.code}"
        return f"{name}: {self._words.say('postmortem', code, trick=verdict.trick, who=who)}"

    def _headline(self, one: Decision) -> str:
        say = self._words.cli
        phase = self._words.say("phase", one.phase)
        place = say("postmortem_trick", n=one.trick) if one.trick else phase
        parts = [f"{place}: {say('postmortem_did', did=self._act(one), better=self._better(one))}"]
        if one.known is not None:
            parts.append(say("postmortem_known", n=self._number(one.known)))
        if one.open:
            parts.append(say("postmortem_open", n=self._number(one.open)))
        return " · ".join(parts)

    def _reason(self, one: Decision) -> str:
        return self._words.say(
            "postmortem",
            one.reason,
            better=self._better(one),
            cost=self._amount("sheet", one.known or 0.0),
            given=self._given(one),
            item=self._item(one),
        )

    def _act(self, one: Decision) -> str:
        return self._named(one.seat, one.did)

    def _better(self, one: Decision) -> str:
        return self._named(one.seat, one.better)

    def _named(self, seat: Seat, act: Action) -> str:
        """A card or a game by its name, anything else with its verb."""
        what = self._teller.what(Seen(seat, act.verb, act.args))
        if act.verb == "play":
            return what
        if what and self._words.find("postmortem", f"act.{act.verb}") is not None:
            return self._words.say("postmortem", f"act.{act.verb}", what=what)
        return f"{self._words.verb(act.verb)} {what}".strip()

    def _given(self, one: Decision) -> str:
        if one.open:
            return self._amount("sheet", one.open)
        if one.goal == "tricks":
            return self._amount("tricks", float(one.given or 0))
        return self._amount("points", (one.given or 0) / 3)

    def _item(self, one: Decision) -> str:
        assert self._words.pack is not None, "a game has a pack"
        card = self._words.card(self._words.pack.codes[one.item]) if one.item >= 0 else ""
        return self._words.say("postmortem", f"item.{one.goal}", card=card)

    def _amount(self, unit: str, number: float) -> str:
        shown = self._number(number)
        code = f"of.{unit}.one" if shown == "1" else f"of.{unit}"
        return self._words.say("postmortem", code, n=shown)

    def _number(self, number: float) -> str:
        shown = f"{number:.1f}".removesuffix(".0")
        return shown.replace(".", ",") if self._words.language == "de" else shown
