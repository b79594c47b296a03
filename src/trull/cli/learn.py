"""``trull learn``: the lessons in the terminal; for authors, checking and building them."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from trull import locale, ruleset
from trull.cli.options import add_language
from trull.cli.progress import Notebook, now
from trull.cli.questions import Asker
from trull.cli.review import reviewing
from trull.cli.screen import Screen, language
from trull.cli.words import Words
from trull.errors import TrullError
from trull.learn import bridge, build, check, glossary, lesson, measure, progress
from trull.learn.build import Along, BuiltLesson, BuiltStep, Move, Paragraphs, Task
from trull.learn.lesson import Lesson, Step
from trull.learn.progress import Progress
from trull.learn.question import Shown, stem

EXAMPLES = """examples:
  trull learn                     which lessons there are
  trull learn K1                  the first one, here in the terminal
  trull learn K1 --again          the same from its first step on
  trull learn review              what you had wrong, asked again on the day it is due
  trull learn progress            how far you are, and the file that knows it
  trull learn progress FILE       add what the page, or another machine, has handed out
  trull learn glossary Radl       what does this word mean? (all words without one)
  trull learn check               are all lessons right? (for authors; FILE or FOLDER for some)
  trull learn measure             count the claims that were not, or that have changed (LESSON …)
  trull learn measure --again     count all anew with other guesses: does a verdict change?
  trull learn bridges             rules/bridges.toml anew, when a rule set has changed (minutes)
  trull learn build site/lessons  every lesson in finished frames, as JSON

What you learn here is kept in one file, in the form of the page's: each can read the other's.
Exit status of check: 0 nothing is wrong, 1 something is; each line names file, step and reason.
Exit status of measure: 1 where a verdict is not the one the lesson names.
"""


PROGRESS = 250
"""Guesses after which a line tells how far it is."""
BRIDGE_DEALS = 150
"""Deals drawn to find the smallest that shows a row."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "learn",
        help="lessons: learn the games from the first card on",
        description="Lessons whose every answer and number is asked of the laws.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "what",
        nargs="?",
        default="",
        help="a lesson by its id, review, progress, glossary, check, measure, bridges or build",
    )
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="files or a folder")
    parser.add_argument("--rules", metavar="RS", help="the rule set (the lesson's first)")
    parser.add_argument(
        "--guesses", type=int, default=measure.GUESSES, help="of the hidden cards, for a claim"
    )
    parser.add_argument("--seed", type=int, help="of these guesses, or of the questions of review")
    parser.add_argument(
        "--again",
        action="store_true",
        help="a lesson from its first step on; of measure: count what was counted, keep nothing",
    )
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List, learn, or one of the acts."""
    lang = language(args.lang)
    acts: dict[str, Callable[[], int]] = {
        "": lambda: _list(lang),
        "check": lambda: _check(args.paths, lang),
        "measure": lambda: _measure(args, lang),
        "glossary": lambda: _glossary(" ".join(map(str, args.paths)), lang),
        "build": lambda: _build(args.paths, lang),
        "bridges": _bridges,
        "review": lambda: _review(args, lang),
        "progress": lambda: _progress(args.paths, lang),
    }
    return acts.get(args.what, lambda: _learn(args, lang))()


def _learn(args: argparse.Namespace, lang: str) -> int:
    """Go through a lesson or a bridge."""
    if args.what.upper() in bridge.bridges():
        work = bridge.building(bridge.bridges()[args.what.upper()], lang)
        _Lesson(Screen(), lang, _finished(work)).go_through(again=args.again)
        return 0
    found = [one for one in _readable() if one.id.casefold() == args.what.casefold()]
    if not found:
        raise TrullError(Words(lang).cli("learn_none", id=args.what))
    name = args.rules or found[0].rules[0]
    if name not in found[0].rules:
        raise TrullError(f"{found[0].id} is taught by {', '.join(found[0].rules)}")
    _Lesson(Screen(), lang, _built(found[0], name, lang)).go_through(again=args.again)
    return 0


def _bridges() -> int:
    print(bridge.written(bridge.bridges(), BRIDGE_DEALS), end="")
    return 0


def _review(args: argparse.Namespace, lang: str) -> int:
    reviewing(Screen(), lang, _titles(lang), args.seed)
    return 0


def _readable() -> Iterator[Lesson]:
    """The lessons of the house; a broken one stops only itself."""
    for path in lesson.lessons():
        try:
            yield lesson.read(path)
        except TrullError:
            continue  # ``learn check`` says what is wrong with it


def _built(one: Lesson, rules: str, lang: str) -> BuiltLesson:
    return _finished(build.building(one, ruleset.load(rules), lang))


def _finished(work: Generator[None, None, BuiltLesson]) -> BuiltLesson:
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: BuiltLesson = end.value
            return found


def _list(lang: str) -> int:
    screen, words = Screen(), Words(lang)
    known = Notebook(screen, lang).read()
    screen.line(words.cli("learn_list"))
    for one in _listed():
        minutes = words.say("learn", "minutes", n=one.minutes)
        tasks = words.say("learn", "tasks", n=one.tasks)
        stand = _stand(one, known, words)
        screen.line(f"{one.id}  {one.title[lang]} ({minutes}, {tasks}{stand})", indent=2)
    return 0


def _listed() -> tuple[build.LessonListed, ...]:
    crossings = map(bridge.listed, bridge.bridges().values())
    return (*map(build.listed, _readable()), *crossings)


def _titles(lang: str) -> dict[str, str]:
    return {one.id: one.title[lang] for one in _listed()}


def _stand(one: build.LessonListed, known: Progress, words: Words) -> str:
    """How far a lesson is."""
    if step := progress.step_of(known, one.id):
        return f", {words.say('learn', 'lesson_begun', n=step + 1, of=one.steps)}"
    is_done = known.lessons.get(one.id, {}).get("done") is True
    return f", {words.say('learn', 'lesson_done')}" if is_done else ""


def _progress(files: Sequence[Path], lang: str) -> int:
    """Take over files, then tell how far somebody is."""
    screen, words = Screen(), Words(lang)
    notebook = Notebook(screen, lang)
    for file in files:
        notebook.take_over(file)
        screen.line(words.say("learn", "imported"))
    known, listed = notebook.read(), _listed()
    done = sum(known.lessons.get(one.id, {}).get("done") is True for one in listed)
    screen.line(words.say("learn", "all_done", n=done, of=len(listed)))
    due = len(progress.due_on(known, now().day))
    screen.line(words.say("learn", "review_due" if due else "review_none", n=due))
    screen.line(words.cli("progress_file", file=notebook.path))
    return 0


def _glossary(name: str, lang: str) -> int:
    """Words and what they mean; of one word, those somebody calls so."""
    found = [term for term in glossary.terms() if not name or term.is_called(name)]
    if not found:
        raise TrullError(Words(lang).cli("glossary_none", word=name))
    screen = Screen()
    for term in found:
        also = [f"{word} ({where})" if where else word for word, where in term.also.items()]
        screen.line(f"{', '.join([term.word[lang], *also])}: {term.means[lang]}.")
    return 0


# For authors


def _check(paths: Sequence[Path], lang: str) -> int:
    files = [file for path in paths for file in _files(path)] or list(lesson.lessons())
    screen, problems = Screen(), check.check(files)
    screen.lines(map(str, problems))
    broken = {problem.file.partition(".")[0] for problem in problems}
    whole = len(files) - len(broken)
    screen.line(Words(lang).cli("learn_checked", n=whole, of=len(files)))
    return 1 if problems else 0


def _measure(args: argparse.Namespace, lang: str) -> int:
    """Count claims, one after the other; a verdict that is not the lesson's is told."""
    wanted, other = {str(path).casefold() for path in args.paths}, 0
    if args.guesses < 2:
        raise TrullError("--guesses: at least two, for there is an error to tell")
    found = [one for one in _readable() if not wanted or one.id.casefold() in wanted]
    for one, step, claim in measure.claims(found):
        if claim.is_counted and (args.again or _is_stale(one, step, claim)):
            counted = _counted(one, step, claim, args)
            if not args.again:
                measure.keep(one.path.with_name(measure.FILE), measure.name_of(one, step), counted)
            other += counted.verdict != claim.verdict
    _told_of(found, lang)
    return 1 if other else 0


def _told_of(found: Sequence[Lesson], lang: str) -> None:
    """Each piece of advice with its verdicts, then how many there are of each kind."""
    by_advice: dict[str, list[str]] = {}
    for _, _, claim in measure.claims(found):
        by_advice.setdefault(claim.advice, []).append(claim.verdict)
    for advice, verdicts in by_advice.items():
        print(f"{advice}: {', '.join(verdicts)}")
    kinds = Counter(verdict for verdicts in by_advice.values() for verdict in verdicts)
    told = ", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items()))
    Screen().line(Words(lang).cli("learn_measured", n=len(by_advice), kinds=told))


def _is_stale(one: Lesson, step: Step, claim: measure.Claim) -> bool:
    try:
        measure.valid(one, step, claim)
    except TrullError:
        return True
    return False


def _counted(
    one: Lesson, step: Step, claim: measure.Claim, args: argparse.Namespace
) -> measure.Measured:
    """Count one claim, with the progress on the error channel."""
    name = measure.name_of(one, step)
    work = measure.measuring(one, step, claim, args.guesses, _seed(args))
    found = _told_on(work, name, args.guesses)
    mark = "" if found.verdict == claim.verdict else f" (the lesson says {claim.verdict})"
    print(
        f"{name} {claim.advice}: {claim.better} / {claim.than}: {found.mean:+.2f}"
        f" ± {found.error:.2f} ({found.guesses}, seed {found.seed}): {found.verdict}{mark}",
        flush=True,
    )
    return found


def _seed(args: argparse.Namespace) -> int:
    return measure.SEED if args.seed is None else int(args.seed)


def _told_on(work: Generator[int, None, measure.Measured], name: str, of: int) -> measure.Measured:
    """The end of a count; on the way a line now and then."""
    while True:
        try:
            done = next(work)
        except StopIteration as end:
            found: measure.Measured = end.value
            return found
        if done % PROGRESS == 0:
            print(f"{name}: {done}/{of}", file=sys.stderr, flush=True)


def _files(path: Path) -> list[Path]:
    return list(lesson.lessons(path)) if path.is_dir() else [path]


def _build(paths: Sequence[Path], lang: str) -> int:
    if len(paths) != 1:
        raise TrullError("build: expected one folder to write to")
    (folder,) = paths
    found = [lesson.read(path) for path in lesson.lessons()]
    index = [asdict(build.listed(one)) for one in found]
    written = {"index.json": json.dumps(index, ensure_ascii=False)}
    for one in found:
        for rules in one.rules:
            for code in locale.LANGUAGES:
                name = f"{one.id}.{rules.partition('/')[2]}.{code}.json"
                told = asdict(_built(one, rules, code))
                written[name] = json.dumps(told, ensure_ascii=False)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in written.items():
        (folder / name).write_text(text + "\n", encoding="utf-8")
    Screen().line(Words(lang).cli("learn_built", n=len(written), folder=folder))
    return 0


# In the terminal


class _Lesson:
    """A lesson from its first step to its last."""

    def __init__(self, screen: Screen, lang: str, one: BuiltLesson) -> None:
        self._screen, self._lesson = screen, one
        self._asker = Asker(screen, lang, one.rules)
        self._notebook = Notebook(screen, lang)
        self._right = self._asked = 0

    def go_through(self, again: bool) -> None:
        """Step by step, from where it was left; ``again`` from the first on."""
        steps, sentence = self._lesson.steps, self._asker.sentence
        self._screen.line(self._lesson.title, style="bold")
        left = 0 if again else progress.step_of(self._notebook.read(), self._lesson.id)
        begin = left if left < len(steps) else 0
        for number, step in enumerate(steps[begin:], begin + 1):
            self._screen.rule(sentence("step_of", n=number, of=len(steps)))
            self._step(step)
            self._keep(number)
        self._screen.line()
        self._screen.line(sentence("done"), style="bold")
        self._screen.line(sentence("score", n=self._right, of=self._asked))

    def _keep(self, number: int) -> None:
        """Remember how far one has come."""
        one, score = self._lesson, (self._right, self._asked)
        self._notebook.change(
            lambda kept: progress.stepped(kept, one.id, number, len(one.steps), *score, now())
        )

    def _step(self, step: BuiltStep) -> None:
        self._tell(step.before)
        if step.show:
            self._screen.line(self._asker.words.cards(step.show), indent=2)
        if step.kind == "read":
            self._screen.ask(self._asker.words.cli("learn_go_on"))
        if step.task is not None:
            self._task(step, step.task)
        for number, task in enumerate(step.stock[: step.times], 1):
            self._screen.line(
                self._asker.sentence("question_of", n=number, of=step.times), style="dim"
            )
            self._task(step, task)
        if step.deal is not None:
            self._along(step.deal)
        self._tell(step.after)
        if step.tested is not None:
            self._screen.lines(self._asker.tested(step.tested))

    def _tell(self, paragraphs: Paragraphs) -> None:
        """Prose, cards by their names, clauses in brackets."""
        for paragraph in paragraphs:
            parts = [self._span(kind, text) for kind, text in paragraph]
            self._screen.line("".join(parts))

    def _span(self, kind: str, text: str) -> str:
        if kind == "card":
            return self._asker.words.card(text)
        return f"({text})" if kind == "clause" else text

    def _task(self, step: BuiltStep, task: Task) -> None:
        given = self._asker.ask(task)
        self._asked += 1
        if set(given) == set(task.answer.right):
            self._right += 1
        elif step.idea:
            self._notebook.missed(step.idea, self._lesson.rules)
        for one in given:
            self._tell(step.traps.get(one, ()))
        self._screen.lines(self._asker.verdict(task.asked, task.answer, given))

    def _along(self, deal: Along) -> None:
        """A deal card by card; at one's own turn any lawful card will do."""
        lying: list[str] = []
        for move in deal.moves:
            self._tell(move.text)
            if move.right:
                self._turn(move, lying)
            lying.append(f"{self._who(move.seat, deal.seat)} {self._card(move.card)}")
            if move.taker is not None:
                self._screen.line(self._asker.sentence("lies", cards=" · ".join(lying)))
                code = "takes.you" if move.taker == deal.seat else "takes"
                self._screen.line(self._asker.sentence(code, who=self._who(move.taker, deal.seat)))
                lying.clear()

    def _turn(self, move: Move, lying: list[str]) -> None:
        sentence = self._asker.sentence
        self._screen.line(
            sentence("lies", cards=" · ".join(lying)) if lying else sentence("lies_nothing")
        )
        shown = Shown(seats=0, seat=0, hand=move.hand)
        asked = build.Posed(
            type="legal", rules="", many=False, shown=shown, about={}, choices=move.hand
        )
        self._asked += 1
        first = True
        while (card := self._asker.chosen(asked)[0]) not in move.right:
            self._screen.line(self._asker.why(move.why[card]))
            first = False
        self._right += first
        if card != stem(move.card):
            self._screen.line(sentence("goes_on", card=self._card(move.card)))

    def _card(self, code: str) -> str:
        return self._asker.words.card(code)

    def _who(self, seat: int, me: int) -> str:
        return self._asker.words.cli("you") if seat == me else self._asker.sentence(f"name.{seat}")
