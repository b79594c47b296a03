"""``trull rules``: rule sets and clauses, readable."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from rich.text import Text

from trull import clauses, laws, ruleset
from trull.cli import rules_clause, store
from trull.cli.options import add_language
from trull.cli.screen import Screen, grid, language
from trull.cli.sheets import DASH
from trull.cli.words import Words
from trull.errors import TrullError
from trull.ruleset import Difference, Option, RuleSet

EXAMPLES = """examples:
  trull rules list
  trull rules show koenigrufen/tirol
  trull rules show F-8.10                       a clause: text, code, data, cases
  trull rules diff koenigrufen/tirol koenigrufen/finale
  trull rules options house.toml                every switch with its sentence and clause
  trull rules check house.toml                  is this house rule sound, and what does it change?

RS is the name of a published rule set or the path of a house rule file (.toml).
"""
ARGUMENTS = {
    "thing": ("RS", "a published rule set, or a house rule file (.toml)"),
    "wanted": ("RS", "a published rule set, a house rule file (.toml), or a clause"),
    "left": ("RS", "a published rule set, or a house rule file (.toml)"),
    "right": ("RS", "another of the same game"),
    "file": ("FILE", "a house rule file (.toml)"),
}
SECTIONS_APART = ("option", "preset", "cite")
COLUMNS_APART = ("clause", "value", "points", "silent", "announced")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "rules",
        help="read, compare and check rule sets and clauses",
        description="Rule sets and clauses, readable.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_subparsers(metavar="WHAT", required=True)
    for name, run, names, text in (
        ("list", run_list, (), "the published rule sets"),
        ("show", run_show, ("wanted",), "a rule set (RS) or a clause (F-8.10)"),
        ("diff", run_diff, ("left", "right"), "where two rule sets differ"),
        ("options", run_options, ("thing",), "every switch of a rule set"),
        ("check", run_check, ("file",), "check a house rule file"),
    ):
        command = what.add_parser(
            name,
            help=text,
            description=f"{text[0].upper()}{text[1:]}.",
            epilog=_examples(name),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        for argument in names:
            metavar, told = ARGUMENTS[argument]
            command.add_argument(argument, metavar=metavar, help=told)
        if name == "show":
            told = "German or English (a clause in both, a rule set as LANG says, else German)"
            command.add_argument("--lang", choices=("de", "en", "both"), help=told)
        else:
            add_language(command)
        command.set_defaults(run=run)


def _examples(name: str) -> str:
    """The examples of one of the commands below ``rules``."""
    lines = (line for line in EXAMPLES.splitlines() if f"trull rules {name}" in line)
    return "\n".join(["examples:", *lines])


def _words(args: argparse.Namespace, rules: RuleSet) -> Words:
    lang = None if args.lang == "both" else args.lang
    return Words(language(lang), rules.name)


def loaded(name: str, options: Mapping[str, object] | None = None) -> RuleSet:
    """A rule set by name or path, its rows checked by its laws."""
    path = Path(name)
    if path.suffix != ".toml" and not path.is_file():
        rules = ruleset.load(name, options)
    else:
        with store.reading(path):
            rules = ruleset.load(path, options)
    laws.of(rules.game).seats(rules)
    return rules


# list


def run_list(args: argparse.Namespace) -> int:
    """Every published rule set with its title and source."""
    screen = Screen()
    for name in ruleset.published():
        rules = ruleset.load(name)
        words = _words(args, rules)
        seats = "/".join(str(n) for n in sorted(laws.of(rules.game).seats(rules)))
        about = words.cli("rules_about", seats=seats, cards=laws.of(rules.game).pack.size)
        screen.line(f"{name}  v{rules.version}", style="bold")
        screen.line(f"{rules.title[words.language]} · {about}", indent=2)
        screen.line(rules.source, style="dim", indent=2)
    return 0


# show


def run_show(args: argparse.Namespace) -> int:
    """A rule set, or a clause."""
    name = args.wanted.strip()
    if clauses.PATTERN.fullmatch(name.upper()):
        return rules_clause.show(name.upper(), args.lang)
    rules = loaded(name)
    screen, words = Screen(), _words(args, rules)
    screen.rule(rules.title[words.language])
    screen.line(rules.title_line, style="bold")
    screen.line(rules.source, style="dim")
    for section, rows in rules.sections.items():
        if section not in SECTIONS_APART:
            _show_section(screen, words, section, rows)
    _show_presets(screen, words, rules)
    _show_options(screen, words, rules.options)
    return 0


def _show_section(screen: Screen, words: Words, section: str, rows: ruleset.Section) -> None:
    """One table: name, values, what it is in words, clause."""
    table = grid(words.find("cli", f"section.{section}") or section)
    table.add_column("")
    values = [key for key in COLUMNS_APART[1:] if any(key in row for row in rows.values())]
    for key in values:
        table.add_column(words.cli(f"column.{key}"), justify="right")
    table.add_column("", ratio=1)
    table.add_column("", no_wrap=True, style="dim")
    for name, row in rows.items():
        numbers = [words.value(row[key]) if key in row else "" for key in values]
        table.add_row(
            row_name(words, section, name), *numbers, described(words, row), str(row["clause"])
        )
    screen.line()
    screen.show(table)


def row_name(words: Words, section: str, name: str) -> str:
    """A row's name for people."""
    if section == "ruling" and words.find("breach", name):
        return words.say("breach", name)
    own = words.find("row", f"{section}.{name}") or words.find("word", f"{section}.{name}")
    return own or words.find("item", name) or words.word(name)


def described(words: Words, row: Mapping[str, object]) -> str:
    """What a row says besides its values, in words."""
    parts = [
        _part(words, row, key, row[key])
        for key in row
        if key not in COLUMNS_APART and f"{key}_option" not in row and not cites(row[key])
    ]
    return ", ".join(part for part in parts if part)


def cites(value: object) -> bool:
    """Whether a value is a clause and nothing else."""
    return isinstance(value, str) and clauses.PATTERN.fullmatch(value) is not None


def _part(words: Words, row: Mapping[str, object], key: str, value: object) -> str:
    """A key and its value as one phrase; an empty phrase in the catalogue leaves it out."""
    plain = str(value).lower() if isinstance(value, bool) else str(value)
    for code in (f"{key}.{plain}", key):
        phrase = words.find("row", code)
        if phrase is not None:
            return words.say("row", code, **{**row, "value": words.value(value, key)})
    return f"{key} {words.value(value, key)}"


def _show_presets(screen: Screen, words: Words, rules: RuleSet) -> None:
    for name, row in rules.section("preset").items():
        changes = ", ".join(f"{k} = {words.value(v, k)}" for k, v in row.items() if k != "clause")
        screen.line()
        head = words.cli("preset", name=name, clause=row["clause"])
        screen.line(f"{head} {changes}")


def _show_options(screen: Screen, words: Words, options: Mapping[str, Option]) -> None:
    """Every switch: how it stands, what else it may be, what it is about, its clause."""
    screen.line()
    screen.line(words.cli("section.option"), style="bold")
    for name, option in options.items():
        head = Text(f"{name}: {words.value(option.value, name)}. ", style="bold")
        said = Text(f"{words.find('option', name) or ''}  ", style="none")
        screen.line(head + said + Text(option.clause, style="dim"), indent=2)


# options


def run_options(args: argparse.Namespace) -> int:
    """Every switch with all its values, as one types them."""
    rules = loaded(args.thing)
    screen, words = Screen(), _words(args, rules)
    for name, option in rules.options.items():
        screen.line(f"{name} = {_typed(option.value)}  ({option.clause})", style="bold")
        screen.line(words.find("option", name) or "", indent=2)
        for value in option.values:
            meaning = words.value(value, name)
            mark = "*" if value == option.value else " "
            said = "" if meaning == _typed(value) else f"  {meaning}"
            screen.line(f"{mark} {_typed(value)}{said}", style="dim", indent=2)
        if option.least is not None:
            screen.line(words.cli("at_least", n=option.least), style="dim", indent=4)
        if option.most is not None:
            screen.line(words.cli("at_most", n=option.most), style="dim", indent=4)
    _show_presets(screen, words, rules)
    return 0


def _typed(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# diff


def run_diff(args: argparse.Namespace) -> int:
    """Section by section, row by row."""
    left, right = loaded(args.left), loaded(args.right)
    if left.game != right.game:
        raise TrullError(f"{left.name} and {right.name} are different games")
    screen, words = Screen(), _words(args, left)
    found = ruleset.diff(left, right)
    if not found:
        screen.line(words.cli("no_difference"))
    for section in dict.fromkeys(difference.section for difference in found):
        here = [d for d in found if d.section == section]
        _show_differences(screen, words, section, here, (left, right))
    return 0


def _show_differences(
    screen: Screen,
    words: Words,
    section: str,
    found: list[Difference],
    sides: tuple[RuleSet, RuleSet],
) -> None:
    table = grid(words.find("cli", f"section.{section}") or section)
    table.add_column("", ratio=2, overflow="fold")
    for rules in sides:
        table.add_column(rules.house or rules.name, ratio=3, overflow="fold")
    for difference in found:
        name = difference.row
        if cites(difference.left) or cites(difference.right):
            continue  # the same law under another number is no difference
        if section != "option":
            name = row_name(words, section, difference.row)
            if difference.key:
                name += f": {words.find('cli', f'column.{difference.key}') or difference.key}"
        elif words.find("option", name):
            name += f": {words.find('option', name)}"
        table.add_row(name, *_cells(words, difference))
    screen.line()
    screen.show(table)


def _cells(words: Words, difference: Difference) -> tuple[str, str]:
    """Both sides; of two lists only what the other has not."""
    left, right = difference.left, difference.right
    if isinstance(left, list) and isinstance(right, list):
        more = [item for item in left if item not in right]
        less = [item for item in right if item not in left]
        return tuple(f"+ {words.value(x)}" if x else DASH for x in (more, less))  # type: ignore[return-value]
    return _cell(words, difference, left), _cell(words, difference, right)


def _cell(words: Words, difference: Difference, side: object) -> str:
    if side is None:
        return DASH
    if isinstance(side, Mapping):
        value = side.get("value", side.get("points"))
        if difference.section == "option":
            return words.value(value, difference.row)
        rest = described(words, side)
        return f"{words.value(value)}: {rest}" if value is not None and rest else rest or "✓"
    context = difference.row if difference.section == "option" else difference.key
    if difference.section != "option":
        phrase = words.find("row", f"{difference.key}.{_typed(side)}")
        if phrase:
            return phrase
    return words.value(side, context)


# check


def run_check(args: argparse.Namespace) -> int:
    """A house rule that can be read and obeyed, and what it changes."""
    with store.reading(Path(args.file)):
        rules = ruleset.load(Path(args.file))
        laws.of(rules.game).seats(rules)
    screen, words = Screen(), _words(args, rules)
    screen.line(words.cli("check_ok", file=args.file, base=f"{rules.name} v{rules.version}"))
    base = ruleset.load(rules.name)
    for difference in ruleset.diff(base, rules):
        key = difference.key if difference.section != "option" else ""
        place = ".".join(part for part in (difference.section, difference.row, key) if part)
        screen.line(f"{place}: {_typed(difference.left)} → {_typed(difference.right)}", indent=2)
    return 0
