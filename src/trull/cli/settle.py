"""``trull settle``: what a deal pays, explained line by line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

from trull import notation, ruleset
from trull.cli import store
from trull.cli.form import ask_facts, choose, complaint
from trull.cli.options import add_changes, add_language, wished
from trull.cli.replay import checked, named
from trull.cli.rules import loaded
from trull.cli.screen import Screen, language
from trull.cli.sheets import show_settlement
from trull.cli.telling import Teller
from trull.cli.words import Words
from trull.conformance import bounded
from trull.errors import CaseError, TrullError
from trull.game import Game
from trull.laws import told
from trull.ruleset import RuleSet
from trull.settlement import Amount, Payment, Settlement

EXAMPLES = """examples:
  trull settle                                        asks a few questions
  trull settle deal.json                              the facts of a deal
  trull settle game.trn                               every deal of a record
  trull settle --under koenigrufen/finale game.trn    the same deal by other rules
  trull settle deal.json --json

deal.json holds an object such as
  {"ruleset": "koenigrufen/tirol", "contract": "rufer", "declarer": 0, "partner": 2, "vorhand": 0,
   "kontra": 1, "announcements": [{"item": "pagat", "side": "declarer", "kontra": 0}],
   "result": {"declarer_thirds": 125, "tricks": [8, 4, 0, 0], "made": {"pagat": "declarer"}}}
with seats from 0 in order of play and card points in thirds. docs/library.md tells of the others.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "settle",
        help="settle a deal and explain every line",
        description="Settle a deal from its record, from facts in JSON, or from your answers.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="a record (.trn) or facts (.json); without it you are asked",
    )
    parser.add_argument("--under", metavar="RS", help="settle by this rule set (the deal's own)")
    add_changes(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Find the deals, settle them, show them."""
    screen, lang = Screen(), language(args.lang)
    under = _under(args)
    if args.file is None:
        found = [_asked(screen, lang, under)]
    else:
        found = list(_settled(args.file, lang, under))
    if args.json:
        rows = [as_json(rules, result) for rules, _, result in found]
        json.dump(rows[0] if len(rows) == 1 else rows, sys.stdout, ensure_ascii=False)
        print()
        return 0
    for rules, names, result in found:
        words = Words(lang, rules.name)
        screen.rule(rules.title_line)
        shown = names or tuple(words.cli("seat", n=seat) for seat in range(result.seats))
        show_settlement(screen, Teller(words, shown), result)
    return 0


Found = tuple[RuleSet, tuple[str, ...], Settlement]


def _under(args: argparse.Namespace) -> RuleSet | None:
    if args.under is None:
        if args.sets:
            raise TrullError("--set needs --under RS: say which rule set is changed")
        return None
    return loaded(args.under, wished(args.sets))


# From a file


def _settled(path: Path, lang: str, under: RuleSet | None) -> Iterator[Found]:
    text = store.text_of(path)
    if path.suffix == ".json" or text.lstrip().startswith("{"):
        yield from _from_json(path, text, under)
        return
    with store.reading(path):
        records = notation.parse_all(text)  # the text that is here: a pipe is read only once
    for number, record in enumerate(records, 1):
        game = checked(path, number, record, lang)
        result = game.settlement()
        if result is None:
            raise TrullError(f"{path}: deal {number} is not over")
        rules = under or game.setup.rules
        if under is not None and under != game.setup.rules:
            result = _repriced(path, game, under)
        yield rules, named(record, lang), result


def _repriced(path: Path, game: Game, under: RuleSet) -> Settlement:
    if game.setup.rules.game != under.game:
        raise TrullError(f"{path}: is a record of {game.setup.rules.name}, not of {under.game}")
    with store.reading(path):
        return game.repriced(under)


def _from_json(path: Path, text: str, under: RuleSet | None) -> Iterator[Found]:
    try:
        whole = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise CaseError(f"{path}: {place}: not valid JSON: {error.msg}") from None
    except (RecursionError, ValueError):  # no deal is told so deeply, nor in such numbers
        raise CaseError(f"{path}: not valid JSON: too deep, or a number too long") from None
    deals = whole.get("cases", [whole]) if isinstance(whole, dict) else whole
    if not isinstance(deals, list) or not deals:
        raise CaseError(f"{path}: expected an object with the facts of a deal")
    for number, deal in enumerate(deals):
        place = f"{path}: case {deal_id(deal, number)}" if len(deals) > 1 else str(path)
        if not _is_sheet_row(deal):
            yield _from_facts(place, deal, under)


def _is_sheet_row(deal: object) -> bool:
    """Case files also hold rows of a sheet, which are no deals."""
    given = deal.get("input") if isinstance(deal, Mapping) else None
    return isinstance(given, Mapping) and "sheet_row" in given


def deal_id(deal: object, number: int) -> object:
    """How a case calls itself, else its number."""
    return deal.get("id", number) if isinstance(deal, Mapping) else number


def _from_facts(place: str, deal: object, under: RuleSet | None) -> Found:
    given = deal.get("input", deal) if isinstance(deal, Mapping) else deal
    if not isinstance(given, Mapping):
        raise CaseError(f"{place}: expected an object with the facts of a deal")
    try:
        bounded(given)
        rules = under or _rules(given)
        return rules, (), settled(rules, given)
    except TrullError as error:
        raise CaseError(f"{place}: {error}") from None


def settled(rules: RuleSet, given: Mapping[str, object]) -> Settlement:
    """The settlement of told facts; CaseError says what is wrong with them."""
    way = told.of(rules.game)
    faults = way.faults(rules, given)
    if faults:
        raise CaseError(complaint(faults))
    return way.settle(rules, given)


def _rules(given: Mapping[str, object]) -> RuleSet:
    name, options = given.get("ruleset"), given.get("options", {})
    if not isinstance(name, str):
        raise CaseError(f"ruleset: expected one of {', '.join(ruleset.published())}")
    if not isinstance(options, Mapping):
        raise CaseError(f"options: expected an object, found {options!r}")
    if "/" not in name and not name.endswith(".toml"):
        name = f"{given.get('game', 'koenigrufen')}/{name}"
    return ruleset.load(name, options)


# From answers


def _asked(screen: Screen, lang: str, under: RuleSet | None) -> Found:
    rules = under
    if rules is None:
        words = Words(lang)
        name = choose(screen, words, words.cli("ask_rules"), ruleset.published())
        rules = ruleset.load(name)
    words = Words(lang, rules.name)
    result = settled(rules, ask_facts(screen, words, rules))
    return rules, tuple(words.cli("seat", n=n + 1) for n in range(result.seats)), result


# As JSON


def as_json(rules: RuleSet, result: Settlement) -> dict[str, object]:
    """The settlement in plain values; fractions are written p/q."""
    return {
        "ruleset": rules.name,
        "version": rules.version,
        "set": dict(rules.changes),
        "points": [_amount(a) for a in result.points],
        "money": [_amount(a) for a in result.money],
        "written": None if result.written is None else [_amount(a) for a in result.written],
        "notes": list(result.notes),
        "lines": [
            {
                "item": line.item,
                "clause": line.clause,
                "value": _amount(line.value),
                "winner": line.winner,
                "note": line.note,
                "factors": [
                    {"name": f.name, "times": f.times, "money": f.money, "clause": f.clause}
                    for f in line.factors
                ],
                "points": [_payment(p) for p in line.points],
                "money": [_payment(p) for p in line.money],
                "cards": line.cards,
            }
            for line in result.lines
        ],
    }


def _payment(payment: Payment) -> list[int | str]:
    return [payment.payer, payment.payee, _amount(payment.amount)]


def _amount(amount: Amount) -> int | str:
    if isinstance(amount, Fraction) and amount.denominator != 1:
        return str(amount)
    return int(amount)
