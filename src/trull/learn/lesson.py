"""Lesson files: a TOML file without prose, and a Markdown file with the same steps a language.

    lessons/<game>/<name>.toml, <name>.de.md, <name>.en.md

    id, rules, needs, minutes, clauses          at the head; the first rule set is the usual one
    course                                      there too, where it is none of the game's own
    [[step]]  id
              ask = "read"                      only text;  show = "HK HQ" puts cards beside it
              ask = "legal"                     seat, and a position (learn/positions)
              ask = "winner"                    trick, leader?, deal?
              ask = "count"                     pile
              ask = "find"                      hand, group
              ask = "pay"                       record, or facts as a case tells them; before: the
                                                deals of the sitting before it
              ask = "clause"                    record or position, seat, act, among
              ask = "say"                       record or position, seat, among
              ask = "turn"                      record or position
              ask = "claim"                     record or position, at a free table
              ask = "figure"                    figure, seat, position
              ask = "lot"                       cards drawn by the seats, of: dealer or partner
              ask = "slate"                     record (and at: so many acts), or position
              ask = "sign"                      seat, position, among
              ask = "advice"                    expert (learn/experts), among
              ask = "baptism"                   seat, position, among
              ask = "duty"                      seat, by, act, and a position before the act
              ask = "skies"                     record
              ask = "play"                      record, seat: the deal card by card
              ask = "weigh"                     seat, position, and a claim (learn/measure)
              draw = "legal", want?, times      drawn questions (learn/quiz)
              claim                             advice put to the test
              answer, trap                      compared with the oracle's; allow: number words
              books                             only these books have the step
              options                           house rules of this step: { table = "free" }

An ``answer`` is never trusted: the build fails if the oracle says otherwise.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import cast

from trull import laws, locale, notation, ruleset
from trull.errors import LessonError, TrullError
from trull.game import Game
from trull.learn import measure, oracle, paying, prose, quiz
from trull.learn.experts import expert
from trull.learn.positions import falling, more, position
from trull.learn.question import EVEN, Question, bare
from trull.learn.school import Case, Pile
from trull.learn.shelf import folder
from trull.notation import Record
from trull.ruleset import RuleSet
from trull.state import Seat, action
from trull.written import UTF8, unreadable

COURSE = "course"
HEAD = {"id": str, "rules": list, "needs": list, "minutes": int, "clauses": list, "step": list}
POSITION = "seat hands talon forehand context from_cut acts tricks then left lying deal".split()
KEYS = {
    "read": (),
    "legal": POSITION,
    "winner": ("trick", "leader", "deal"),
    "count": ("pile",),
    "find": ("hand", "group"),
    "pay": ("record", "facts", "before"),
    "clause": (*POSITION, "record", "at", "act", "among"),
    "say": (*POSITION, "record", "at", "among"),
    "turn": (*POSITION, "record", "at"),
    "claim": (*POSITION, "record", "at"),
    "figure": (*POSITION, "figure"),
    "baptism": (*POSITION, "among"),
    "lot": ("cards", "of"),
    "slate": (*POSITION, "record", "at"),
    "sign": (*POSITION, "among"),
    "advice": ("expert", "among"),
    "duty": (*POSITION, "by", "act"),
    "skies": ("record",),
    "play": ("record", "seat"),
    "weigh": (*POSITION,),
    "draw": ("draw", "want", "times"),
}
"""The keys of each kind of step, besides those every step may have."""
EVERYWHERE = ("id", "ask", "show", "answer", "trap", "allow", "books", "options", "claim")


@dataclass(frozen=True, kw_only=True)
class Step:
    """One thought of a lesson."""

    id: str
    kind: str
    data: Case

    @property
    def is_task(self) -> bool:
        """Whether something is asked."""
        return self.kind != "read"

    @property
    def show(self) -> tuple[str, ...]:
        """Cards beside the text."""
        return tuple(str(self.data.get("show", "")).split())

    @property
    def times(self) -> int:
        """How many drawn questions are asked."""
        return cast(int, self.data.get("times", 1))

    def listed(self, key: str) -> list[str]:
        """A list of words, or none."""
        found = self.data.get(key, [])
        if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
            raise TrullError(f"{key} is a list of words")
        return found

    def is_of(self, rules: str) -> bool:
        """Whether this book has the step."""
        return "books" not in self.data or rules.partition("/")[2] in self.listed("books")

    @property
    def traps(self) -> list[tuple[str, str]]:
        """Wrong choices a section is written for, each with the code it is refused with."""
        found = []
        for trap in cast(Sequence[object], self.data.get("trap", [])):
            if not isinstance(trap, Mapping) or not {"act"} <= set(trap) <= {"act", "refused"}:
                raise TrullError("a trap has an act and the code it is refused with")
            found.append((str(trap["act"]).removeprefix("play "), str(trap.get("refused", ""))))
        return found


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A lesson as its files have it."""

    path: Path
    id: str
    game: str
    course: str
    rules: tuple[str, ...]
    needs: tuple[str, ...]
    minutes: int
    clauses: tuple[str, ...]
    steps: tuple[Step, ...]
    texts: Mapping[str, prose.Text]

    def error(self, step: str, reason: object) -> LessonError:
        """What is wrong with it."""
        return LessonError(self.path.name, step, str(reason))

    def steps_of(self, rules: str) -> tuple[Step, ...]:
        """The steps a book has."""
        return tuple(step for step in self.steps if step.is_of(rules))

    def section(self, language: str, step: str, part: str) -> str:
        """What is said there; nothing where nothing stands."""
        return self.texts[language].sections.get(f"{step}/{part}", "")


# Reading


def lessons(at: Path | None = None) -> Iterator[Path]:
    """The lesson files of a folder, in order of their names; of the house, if none is named."""
    root = at or folder("lessons")
    try:
        found = sorted(root.rglob("*.toml")) if root is not None else []
    except OSError as error:  # it holds more than lessons, such as a whole disk
        raise TrullError(f"{root}: {unreadable(error)}") from None
    yield from found


def read(path: Path) -> Lesson:
    """A lesson; LessonError says what cannot be read."""
    head = _toml(path)
    if unknown := sorted(set(head) - {*HEAD, COURSE}):
        raise LessonError(path.name, "", f"unknown key {unknown[0]!r}")
    for key, kind in HEAD.items():
        if not isinstance(head.get(key), kind):
            raise LessonError(path.name, "", f"{key} is missing, or no {kind.__name__}")
    rules = [str(name) for name in cast(list[object], head["rules"])]
    game = rules[0].partition("/")[0] if rules else ""
    return Lesson(
        path=path,
        id=str(head["id"]),
        game=game,
        course=str(head.get(COURSE, game)),
        rules=tuple(rules),
        needs=tuple(map(str, cast(list[object], head["needs"]))),
        minutes=cast(int, head["minutes"]),
        clauses=tuple(map(str, cast(list[object], head["clauses"]))),
        steps=tuple(_steps(path, cast(list[object], head["step"]))),
        texts={language: _text(path, language) for language in locale.LANGUAGES},
    )


def _toml(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding=UTF8))
    except (OSError, UnicodeDecodeError) as error:
        raise LessonError(path.name, "", unreadable(error)) from None
    except tomllib.TOMLDecodeError as error:
        raise LessonError(path.name, "", f"not valid TOML: {error}") from None


def _text(path: Path, language: str) -> prose.Text:
    file = path.with_suffix(f".{language}.md")
    try:
        return prose.read(file.read_text(encoding=UTF8))
    except (OSError, UnicodeDecodeError) as error:
        raise LessonError(file.name, "", unreadable(error)) from None
    except TrullError as error:
        raise LessonError(file.name, "", str(error)) from None


def _steps(path: Path, found: Sequence[object]) -> Iterator[Step]:
    seen: set[str] = set()
    for number, one in enumerate(found, 1):
        if not isinstance(one, dict) or not isinstance(one.get("id"), str):
            raise LessonError(path.name, f"step {number}", "a step is a table with an id")
        kind = "draw" if "draw" in one else str(one.get("ask", ""))
        name = one["id"]
        if name in seen:
            raise LessonError(path.name, name, "this id stands twice")
        seen.add(name)
        if kind not in KEYS or ("draw" in one and "ask" in one):
            known = ", ".join(KEYS)
            raise LessonError(path.name, name, f"ask is one of {known}, or there is a draw")
        if unknown := sorted(set(one) - {*EVERYWHERE, *KEYS[kind]}):
            raise LessonError(path.name, name, f"unknown key {unknown[0]!r} in a step {kind!r}")
        yield Step(id=name, kind=kind, data=one)


# What the oracle says of a step


def record_of(lesson: Lesson, step: Step) -> Record:
    """The record a step is about: beside the lesson, or one of the checked ones."""
    name = str(step.data.get("record", ""))
    places = [lesson.path.parent / name, (folder("records") or lesson.path.parent) / name]
    for place in places:
        if name and place.is_file():
            return notation.parse(place.read_text(encoding=UTF8))
    raise TrullError(f"no record {name!r}")


def question(lesson: Lesson, step: Step, rules: RuleSet) -> Question | None:
    """What a step asks under a book, with the oracle's answer; None where it asks nothing fixed."""
    rng = Random(f"{lesson.id} {step.id}")
    data, rules = step.data, _house(step.data, rules)
    match step.kind:
        case "legal":
            seat = Seat(_whole(data, "seat"))
            found = oracle.legal(position(data, rules), seat)
            return bare(found) if "left" in data else found
        case "winner":
            return _winner(data, rules, _whole(data, "leader", 0))
        case "count":
            cards = tuple(str(data.get("pile", "")).split())
            laws.of(rules.game).pack.mask(cards)
            return oracle.count(rules, Pile(cards, {}), rng)
        case "find":
            return oracle.find(rules, str(data.get("hand", "")).split(), str(data.get("group", "")))
        case "figure" | "baptism" | "sign":
            return _of_cards(step, rules, rng)
        case "pay" | "skies":
            return _of_deal(lesson, step, rules, rng)
        case "advice" | "lot":
            return _by_name(step, rules)
        case "weigh":
            return _weighed(step, rules, rng)
        case "clause" | "say" | "turn" | "claim" | "slate" | "duty":
            return _of_moment(lesson, step, rules, rng)
    return None


def _of_cards(step: Step, rules: RuleSet, rng: Random) -> Question:
    """The best figure of a hand, what its cards could be called, or what could be signed of it."""
    game, seat = position(step.data, rules), Seat(_whole(step.data, "seat"))
    if step.kind == "figure":
        return bare(oracle.figure(game, seat, str(step.data.get("figure", "")), rng))
    if step.kind == "sign":
        return oracle.sign(game, seat, step.listed("among"))
    return bare(oracle.baptism(game, seat, step.listed("among")))


def _by_name(step: Step, rules: RuleSet) -> Question:
    """What an expert does in a position of that name, or what the cards drawn decide."""
    if step.kind == "lot":
        cards = str(step.data.get("cards", "")).split()
        return oracle.lot(rules, cards, str(step.data.get("of", "dealer")))
    one = expert(rules.game, str(step.data.get("expert", "")))
    return oracle.advice(position(one.case, rules), one, step.listed("among"))


def _bound(data: Case, rules: RuleSet) -> Question:
    """What an irregular act leaves of a hand, at a free table."""
    game = position(data, rules.with_options({"table": "free"}))
    seat, by = Seat(_whole(data, "seat")), Seat(_whole(data, "by"))
    act = action(str(data.get("act", "")))
    before = set(game.plays(seat))
    game.apply(by, act)
    if not set(game.plays(seat)) < before:
        raise TrullError(f"{act} binds seat {seat} to nothing")
    return oracle.duty(game, seat, by, act)


def _excused(lesson: Lesson, step: Step, rng: Random) -> Question:
    found = oracle.skies(notation.replayed(record_of(lesson, step)), rng)
    if found is None:
        raise TrullError("nobody excused himself in this deal")
    return found


def _weighed(step: Step, rules: RuleSet, rng: Random) -> Question:
    """Which of the two courses of a claim brings more; what was counted is kept with it."""
    claim = measure.claim_of(step)
    if claim is None:
        raise TrullError("weigh asks about a claim, and there is none")
    right = {"holds": claim.better, "otherwise": claim.than}.get(claim.verdict, EVEN)
    seat = Seat(_whole(step.data, "seat"))
    game = position(step.data, rules)
    return oracle.weigh(game, seat, (claim.better, claim.than), right, rng)


def _house(data: Case, rules: RuleSet) -> RuleSet:
    """The book with the house rules of a step."""
    options = data.get("options", {})
    if not isinstance(options, Mapping):
        raise TrullError("options are a table of house rules")
    return rules.with_options(options) if options else rules


def _of_deal(lesson: Lesson, step: Step, rules: RuleSet, rng: Random) -> Question:
    """What a whole deal pays, or what becomes of the excuse in it."""
    data = step.data
    if step.kind == "skies":
        return _excused(lesson, step, rng)
    if "facts" in data:
        before = [_facts(one) for one in cast(Sequence[object], data.get("before", []))]
        return paying.told_pay(rules, _facts(data["facts"]), before, rng)
    paid = paying.pay(notation.replayed(record_of(lesson, step)), rng, rules)
    if paid is None:
        raise TrullError("what this deal pays cannot be told from what became of it")
    return paid


def _of_moment(lesson: Lesson, step: Step, rules: RuleSet, rng: Random) -> Question:
    if step.kind == "duty":
        return _bound(step.data, rules)
    game, among = _moment(lesson, step, rules), step.listed("among")
    if step.kind == "turn":
        return oracle.turn(game)
    if step.kind == "claim":
        return oracle.claim(game)
    if step.kind == "slate":
        return oracle.slate(game, rng)
    seat = Seat(_whole(step.data, "seat"))
    if step.kind == "say":
        return oracle.say(game, seat, among)
    asked = oracle.clause(game, seat, action(str(step.data.get("act", ""))), among, rng)
    if asked is None:
        raise TrullError("this act breaks no clause, or several, or too few are among")
    return asked


def _facts(found: object) -> Case:
    if not isinstance(found, dict):
        raise TrullError("facts are a table, as in a clause case")
    return cast(Case, found)


def _whole(data: Case, key: str, default: int | None = None) -> int:
    found = data.get(key, default)
    if not isinstance(found, int) or isinstance(found, bool):
        raise TrullError(f"{key} is a number")
    return found


def _winner(data: Case, rules: RuleSet, leader: int) -> Question:
    """A trick that really fell, in a drawn deal."""
    cards = str(data.get("trick", "")).split()
    if len(cards) < 2:
        raise TrullError("trick is a line of cards, one of each seat")
    game = falling(rules, cards, leader, more(data))
    before = game.view_for(None)
    game.act(f"play {cards[-1]}")
    return bare(oracle.winner(game, before))


def _moment(lesson: Lesson, step: Step, rules: RuleSet) -> Game:
    if "record" not in step.data:
        return position(step.data, rules)
    record = record_of(lesson, step)
    game = Game(record.setup)
    for act in record.acts[: _whole(step.data, "at", len(record.acts))]:
        game.apply(act.seat, act.action)
    return game


def stock(lesson: Lesson, step: Step, rules: RuleSet) -> Iterator[Question]:
    """The drawn questions a lesson brings along: more than it asks at one time."""
    want = cast(Mapping[str, object], step.data.get("want", {}))
    for number in range(3 * step.times):
        seed = f"{lesson.id} {step.id} {number}"
        yield quiz.draw(str(step.data["draw"]), rules, seed, want)


def book(lesson: Lesson, name: str) -> RuleSet:
    """A rule set the lesson names."""
    if name not in ruleset.published():
        raise lesson.error("", f"no rule set {name!r}")
    return ruleset.load(name)
