"""``trull judge``: the breaches, rulings and re-settlement of a recorded deal."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from trull import referee
from trull.cli import court, store
from trull.cli.options import add_changes, add_language, wished
from trull.cli.replay import explained, named
from trull.cli.rules import loaded
from trull.cli.screen import Screen, language
from trull.cli.settle import as_json
from trull.cli.sheets import show_settlement
from trull.cli.telling import Teller
from trull.cli.words import Words
from trull.errors import TrullError
from trull.notation import Record
from trull.referee import Judgement
from trull.ruleset import RuleSet
from trull.settlement import shown

EXAMPLES = """examples:
  trull judge game.trn                              what was done wrong, and what it costs
  trull judge game.trn --under koenigrufen/finale   the same acts before another rule book
  trull judge game.trn --json                       for programs

A file may hold several deals; each is judged. Breaches are found whether or not anybody at the
table noticed them; 'resettled' is what the deal comes to if each is ruled on.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "judge",
        help="what was done wrong in a recorded deal, and what it costs",
        description="Judge a record: breaches, rulings, and the settlement that follows.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, metavar="RECORD", help="a record (.trn)")
    parser.add_argument("--under", metavar="RS", help="judge by this rule set (the record's own)")
    add_changes(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead of sentences")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Judge every deal of the file."""
    screen, lang = Screen(), language(args.lang)
    records = store.records_of(args.file)
    found = [
        (record, _judged(args.file, number, record, _under(args, record), lang))
        for number, record in enumerate(records, 1)
    ]
    if args.json:
        rows = [_as_json(judgement, record) for record, judgement in found]
        json.dump(rows[0] if len(rows) == 1 else rows, sys.stdout, ensure_ascii=False)
        print()
        return 0
    for record, judgement in found:
        teller = Teller(Words(lang, judgement.rules.name), named(record, lang))
        _show(screen, teller, judgement, _misstated(record, judgement))
    return 0


def _under(args: argparse.Namespace, record: Record) -> RuleSet:
    rules = loaded(args.under) if args.under else record.setup.rules
    if rules.game != record.setup.rules.game:
        raise TrullError(
            f"{args.file}: is a record of {record.setup.rules.name}, not of {rules.game}"
        )
    return rules.with_options(wished(args.sets)) if args.sets else rules


def _judged(path: Path, number: int, record: Record, rules: RuleSet, lang: str) -> Judgement:
    try:
        return referee.judge(record, rules)
    except TrullError as error:
        told = explained(error, Words(lang, rules.name))
        raise TrullError(f"{path}: deal {number}: {rules.name}: {told}") from error


def _misstated(record: Record, found: Judgement) -> str:
    """The points or the money that the record gives, if its acts do not come to that."""
    if found.rules != record.setup.rules:
        return ""
    settled = found.settled
    for claimed, come_to in (
        (record.points, settled and settled.points),
        (record.money, settled and settled.money),
    ):
        if claimed is not None and claimed != come_to:
            return " ".join(map(shown, claimed))
    return ""


# Shown


def _show(screen: Screen, teller: Teller, found: Judgement, misstated: str) -> None:
    say = teller.words.cli
    screen.rule(found.rules.title_line)
    if found.book != found.rules:
        screen.line(say("judge.priced", rules=found.book.title_line), style="dim")
    if misstated:
        screen.line(say("judge.misstated", points=misstated), style="bold red")
    _show_breaches(screen, teller, found)
    if found.cases:
        screen.line(say("judge.cases"), style="bold")
        for number, case in enumerate(found.cases, 1):
            screen.line(court.told(teller, number, case), indent=2)
            if not case.verdict:
                screen.line(say("judge.open", n=number), style="yellow", indent=2)
    if found.resettled is None:
        screen.line(say("judge.not_over"))
        return
    if found.settled is not None:
        screen.line(say("judge.settled"), style="bold")
        show_settlement(screen, teller, found.settled)
    if found.settled != found.resettled:
        screen.line(say("judge.resettled"), style="bold")
        show_settlement(screen, teller, found.resettled)


def _show_breaches(screen: Screen, teller: Teller, found: Judgement) -> None:
    words = teller.words
    if not found.breaches:
        screen.line(words.cli("judge.none"), style="bold")
        return
    screen.line(words.cli("judge.found"), style="bold")
    for breach in found.breaches:
        about = {
            "act": breach.act,
            "where": court.where(teller, breach.trick),
            "who": court.who(teller, breach.seat),
            "kind": words.say("breach", breach.kind),
        }
        screen.line(words.cli("judge.breach", clause=f"({breach.clause})", **about), indent=2)
        if breach.kind in found.judged:
            screen.line(words.cli("judge.needs_case"), style="dim", indent=4)
    for name in dict.fromkeys(breach.clause for breach in found.breaches):
        screen.line(f"{name}: {words.clause(name)}", style="dim", indent=2)


def _as_json(found: Judgement, record: Record) -> dict[str, object]:
    settled, resettled = found.settled, found.resettled
    return {
        "rules": found.rules.title_line,
        "judged_by": found.book.title_line,
        "breaches": [breach._asdict() for breach in found.breaches],
        "cases": [case._asdict() for case in found.cases],
        "misstated": bool(_misstated(record, found)),
        "settled": as_json(found.rules, settled) if settled else None,
        "resettled": as_json(found.rules, resettled) if resettled else None,
    }
