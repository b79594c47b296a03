"""``trull quiz``: drawn questions about the rules, in the terminal or on paper."""

from __future__ import annotations

import argparse
import secrets
import sys
from functools import partial

from trull.cli.options import add_language
from trull.cli.progress import Notebook, now
from trull.cli.questions import Asker, known
from trull.cli.rules import loaded
from trull.cli.screen import Screen, language
from trull.learn import build, progress, quiz
from trull.learn.build import Task
from trull.learn.progress import Progress
from trull.learn.question import TYPES
from trull.ruleset import RuleSet

EXAMPLES = """examples:
  trull quiz legal --rules koenigrufen/tirol         which cards may you play?
  trull quiz pay --rules koenigrufen/finale -n 5     what does a deal pay?
  trull quiz count --print --seed 7 > sheet.txt      a sheet with its key, always the same

Types: legal, winner, count, pay, clause, say, memory, book, claim; in Perlaggen figure, baptism
and sign, in Tarock à l'Hombre duty and skies. A game says which of them it has.
The same seed gives the same questions.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "quiz",
        help="questions about the rules, drawn from deals",
        description="Drawn questions about the rules; every answer is asked of the laws.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("type", choices=TYPES, help="what is asked")
    parser.add_argument(
        "--rules",
        default="koenigrufen/tirol",
        metavar="RS",
        help="the rule set (koenigrufen/tirol)",
    )
    parser.add_argument("-n", "--number", type=int, default=10, metavar="N", help="how many (10)")
    parser.add_argument("--seed", type=int, metavar="N", help="the same questions again")
    parser.add_argument("--print", action="store_true", dest="sheet", help="a sheet and its key")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Ask, or print."""
    lang, rules = language(args.lang), loaded(args.rules)
    known(args.type, quiz.types_of(rules), f"question of {rules.game}")
    seed = secrets.randbelow(10**6) if args.seed is None else args.seed
    asker = Asker(Screen(), lang, rules.name)
    number = max(args.number, 1)
    seeds = (f"{seed} {at}" for at in range(number))
    tasks = (build.task(quiz.draw(args.type, rules, one)) for one in seeds)
    if args.sheet:
        _print(asker, list(tasks), args.type, rules.name, seed)
    else:
        right, notebook = 0, Notebook(asker.screen, lang)
        for at, task in enumerate(tasks, 1):
            asker.screen.rule(asker.sentence("question_of", n=at, of=number))
            given = asker.ask(task)
            asker.screen.lines(asker.verdict(task.asked, task.answer, given))
            is_right = set(given) == set(task.answer.right)
            right += is_right
            notebook.change(partial(_noted, args.type, rules, is_right))
        asker.screen.line()
        asker.screen.line(asker.sentence("score", n=right, of=number), style="bold")
    return 0


def _noted(kind: str, rules: RuleSet, right: bool, kept: Progress) -> Progress:
    """The progress after a question; of a wrong one a fresh one comes again."""
    counted = progress.answered(kept, f"{kind} {rules.name}", right, now())
    idea = f"{rules.game}.{kind}"
    return counted if right else progress.missed(counted, idea, rules.name, now())


def _print(asker: Asker, tasks: list[Task], kind: str, rules: str, seed: int) -> None:
    """A sheet of questions, then its key."""
    screen, say = asker.screen, asker.words.cli
    screen.line(say("quiz_sheet", type=asker.sentence(f"type.{kind}"), rules=rules, seed=seed))
    for number, task in enumerate(tasks, 1):
        screen.line()
        screen.line(f"{number}. {asker.question(task.asked)}", style="bold")
        screen.lines(asker.position(task.asked), indent=3)
        if task.asked.type != "legal":
            for letter, choice in zip("abcdefghij", task.asked.choices, strict=False):
                screen.line(f"{letter}) {asker.choice(task.asked, choice)}", indent=3)
    if not sys.stdout.isatty():
        screen.feed()  # the key has a page of its own
    screen.rule(say("quiz_key"))
    for number, task in enumerate(tasks, 1):
        told = ", ".join(asker.choice(task.asked, one) for one in task.answer.right)
        screen.line(f"{number}. {told}")
