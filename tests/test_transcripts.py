"""Whole deals on paper: every record replays, and its comments say what the engine finds.

A record is preceded by comments in plain words. Some of their lines are read back here:

    ; = game T-0.1 +1 -1 +1 -1          a line of the settlement: item, clause, points by seat
    ; = pagat F-0.1 +2 -2 +2 -2 | +8 -8 +8 -8     the same where the money differs
    ; written 0 16 0 16                 what a sheet of plus points notes
    ; deal 2: HQ H2 …                   the hand dealt to a seat; ``deal talon: … / …``
    ; pile 0+2: 16+25+9 = 50            thirds of a point in the pile of these seats

and behind a trick ``; 3 takes 1+13+1+1 = 16``: who takes it and the thirds of its cards.
Königrufen and Tarock à l'Hombre at a free table tell what went wrong and what came of it:

    ; breach 1 must_follow 3 T-6.1      a breach nobody may have noticed: seat, kind, trick, clause
    ; ruled 1 must_follow upheld by record       a case and how it was decided
    ; vector T61                        the published case that this deal brings to the table

À l'Hombre writes the values of a trick as its players count them, ``; 0 takes 5+1+1-2 = 5``, and

    ; ombre 22+14+10 = 46               the Ombre's card points
    ; as row-none-wins except 2 3       the same pack and acts but for these tricks and phases
    ; bound 1 NO_FIGUR L-8.2: S5 S6     a duty, its clause, and the cards it leaves to the seat
    ; owes 2 deux un                    what a seat may bid that laid cards without a word

Records in ``begun/`` end where their point is made: a card that a word binds to is a matter of one
trick, and no money hangs on it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from trull import notation, ruleset
from trull.cards import TAROCK54, Card
from trull.conformance.koenigrufen import Case as Published
from trull.errors import RuleSetError
from trull.game import Game
from trull.kernels.koenigrufen import TAROCK54_MASKS
from trull.kernels.tarock import thirds
from trull.laws import court
from trull.laws.court import Trial
from trull.laws.koenigrufen.book import book_of
from trull.laws.koenigrufen.facts import declarer_pile, facts_of, piles_by_seat
from trull.laws.koenigrufen.play import talon_gains
from trull.laws.koenigrufen.table import State, declarer_side
from trull.laws.koenigrufen.told import told
from trull.laws.lhombre.book import PACK as TAROCK78
from trull.laws.lhombre.count import points_of
from trull.laws.lhombre.table import State as LhombreState
from trull.laws.lhombre.view import LhombreView
from trull.match import Match
from trull.notation import Record
from trull.settlement import Amount, totals, whole
from trull.state import Act, Seat

FOLDER = Path(__file__).parent / "transcripts"
FILES = sorted(FOLDER.glob("*.trn"))
BEGUN_FILES = sorted((FOLDER / "begun").glob("*.trn"))
TRICK = re.compile(r"play [^;|]+;\s*(\d) takes(?: ([\d+]+) = (\d+))?")
PILE = re.compile(r"pile ([\d+]+): ([\d+]+) = (\d+)")
TAKES = re.compile(r"; (\d) takes ([\d+]+)-2 = (\d+)")
COUNT = re.compile(r"([\d+/]+) = (\d+)")


class Story(NamedTuple):
    """A record with the comments before it and the text of its acts."""

    record: Record
    comments: tuple[str, ...]
    body: str

    def told(self, word: str) -> list[str]:
        """What stands in the comment lines that begin with a word."""
        begin = word + " "
        return [line.removeprefix(begin) for line in self.comments if line.startswith(begin)]


def stories(path: Path) -> Iterator[Story]:
    """The records of a file; a comment belongs to the next ``[Trull …]`` tag."""
    text = path.read_text(encoding="utf-8")
    starts = [found.start() for found in re.finditer(r"^\[Trull ", text, re.MULTILINE)]
    ends = [end_of(text, start) for start in starts]
    before = [0, *ends]
    for number, record in enumerate(notation.parse_all(text)):
        head = text[before[number] : starts[number]]
        lines = [line[1:].strip() for line in head.splitlines() if line.startswith(";")]
        yield Story(record, tuple(lines), text[starts[number] : ends[number]])


def end_of(text: str, start: int) -> int:
    """Where the acts of a record end: before its result, if it has one."""
    found = text.find("[Money", start)
    return len(text) if found < 0 else found


def told_in(files: list[Path]) -> dict[str, Story]:
    """The records of some files by name."""
    return {
        f"{path.stem}{f'-{number}' if number > 1 else ''}": story
        for path in files
        for number, story in enumerate(stories(path), 1)
    }


STORIES = told_in(FILES)
BEGUN = told_in(BEGUN_FILES)
KOENIGRUFEN = {
    name: story for name, story in STORIES.items() if story.record.setup.rules.game == "koenigrufen"
}
GUARDED = {n: story for n, story in KOENIGRUFEN.items() if not story.record.setup.rules.free}
FREE = {n: story for n, story in KOENIGRUFEN.items() if story.record.setup.rules.free}
LHOMBRE = {
    name: story
    for name, story in (STORIES | BEGUN).items()
    if story.record.setup.rules.game == "lhombre" and story.record.setup.rules.free
}
JUDGED = FREE | LHOMBRE

every_story = pytest.mark.parametrize("story", STORIES.values(), ids=STORIES.keys())
every_begun = pytest.mark.parametrize("story", BEGUN.values(), ids=BEGUN.keys())
every_lhombre = pytest.mark.parametrize("story", LHOMBRE.values(), ids=LHOMBRE.keys())
every_judged = pytest.mark.parametrize("story", JUDGED.values(), ids=JUDGED.keys())
every_koenigrufen = pytest.mark.parametrize("story", KOENIGRUFEN.values(), ids=KOENIGRUFEN.keys())
every_guarded = pytest.mark.parametrize("story", GUARDED.values(), ids=GUARDED.keys())


def amounts(text: str) -> tuple[Amount, ...]:
    return tuple(whole(Fraction(word)) for word in text.split())


def ledgers(text: str) -> tuple[tuple[Amount, ...], tuple[Amount, ...]]:
    """Points and money of a settlement comment; the money only where it differs."""
    points, _, money = text.partition("|")
    return amounts(points), amounts(money or points)


def state_of(game: Game) -> State:
    state = game.state.state if isinstance(game.state, Trial) else game.state
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize("name", [n for n in ruleset.published() if n.startswith("koenigrufen/")])
def test_each_koenigrufen_has_at_least_four_whole_deals(name: str) -> None:
    assert sum(story.record.setup.rules.name == name for story in STORIES.values()) >= 4


@every_story
def test_a_transcript_replays_to_its_result(story: Story) -> None:
    game = notation.replayed(story.record)
    result = game.settlement()
    assert result is not None, "a transcript is a whole deal"
    assert (story.record.points, story.record.money) == (result.points, result.money)


@every_story
def test_a_transcript_is_priced_by_every_other_book_of_its_game_that_knows_its_contract(
    story: Story,
) -> None:
    game = notation.replayed(story.record)
    mine = game.setup.rules
    for name in ruleset.published():
        other = ruleset.load(name)
        if other.game != mine.game:
            continue
        try:
            priced = game.repriced(other)
        except RuleSetError:
            assert other != mine, "only another book may not know the game"
            continue
        assert sum(priced.points) == sum(priced.money) == 0
        assert other != mine or priced == game.settlement()


@every_begun
def test_a_begun_deal_replays_and_is_not_settled_yet(story: Story) -> None:
    assert (story.record.points, story.record.money) == (None, None)
    assert notation.replayed(story.record).settlement() is None
    assert not story.told("=")


@pytest.mark.parametrize("story", (STORIES | BEGUN).values(), ids=(STORIES | BEGUN).keys())
def test_a_transcript_is_written_as_it_is_read(story: Story) -> None:
    text = notation.format_record(story.record)
    assert notation.parse(text) == story.record
    assert notation.format_record(notation.parse(text)) == text


@pytest.mark.parametrize("path", FILES + BEGUN_FILES, ids=lambda path: path.stem)
def test_a_transcript_is_the_canonical_text_with_comments(path: Path) -> None:
    records = notation.parse_all(path.read_text(encoding="utf-8"))
    canonical = "\n".join(notation.format_record(record) for record in records)
    assert bare(path.read_text(encoding="utf-8")) == bare(canonical)


def bare(text: str) -> list[str]:
    """The lines of a text without comments and blank lines."""
    lines = (line if line.startswith("[") else line.split(";")[0] for line in text.splitlines())
    return [line.rstrip() for line in lines if line.strip()]


@every_story
def test_the_comments_name_every_settlement_line_in_order(story: Story) -> None:
    result = notation.replayed(story.record).settlement()
    assert result is not None
    told = [line.split(maxsplit=2) for line in story.told("=")]
    found = [
        (ln.item, ln.clause, totals(result.seats, [ln.points]), totals(result.seats, [ln.money]))
        for ln in result.lines
    ]
    assert [(item, clause, *ledgers(rest)) for item, clause, rest in told] == found


@every_story
def test_the_settlement_lines_of_the_comments_sum_to_the_result(story: Story) -> None:
    nothing = (0,) * story.record.setup.seats
    lines = [(nothing, nothing), *(ledgers(ln.split(maxsplit=2)[2]) for ln in story.told("="))]
    points = tuple(sum(column) for column in zip(*(line[0] for line in lines), strict=True))
    money = tuple(sum(column) for column in zip(*(line[1] for line in lines), strict=True))
    nothing = (0,) * story.record.setup.seats  # a deal that was thrown in has no lines
    assert (points or nothing, money or nothing) == (story.record.points, story.record.money)


@every_story
def test_the_comments_say_what_a_plus_sheet_notes(story: Story) -> None:
    result = notation.replayed(story.record).settlement()
    assert result is not None
    expected = [] if result.written is None else [result.written]
    assert [amounts(line) for line in story.told("written")] == expected


@every_koenigrufen
def test_the_comments_say_what_was_dealt(story: Story) -> None:
    deal = state_of(notation.replayed(story.record)).deal
    told = dict(line.split(":") for line in story.told("deal"))
    talon = [TAROCK54.card(code) for code in told.pop("talon").replace("/", " ").split()]
    assert tuple(talon) == deal.talon
    assert [int(TAROCK54.mask(told[str(seat)].split())) for seat in range(4)] == [*deal.hands]


@every_guarded
def test_behind_each_trick_stands_its_winner_and_its_worth(story: Story) -> None:
    play = state_of(notation.replayed(story.record)).play
    tricks = play.tricks if play else ()
    notes = [found for line in story.body.splitlines() if (found := TRICK.search(line))]
    assert len(notes) == len(tricks)
    for note, trick in zip(notes, tricks, strict=True):
        assert int(note[1]) == trick.winner, note[0]
        if note[2]:
            worths = [int(word) for word in note[2].split("+")]
            assert worths == [thirds(TAROCK54_MASKS, 1 << card) for card in trick.cards], note[0]
            assert sum(worths) == int(note[3]), note[0]


@every_koenigrufen
def test_the_comments_count_each_pile(story: Story) -> None:
    piles = pile_thirds(state_of(notation.replayed(story.record)))
    found = [match for line in story.comments if (match := PILE.fullmatch(line))]
    for match in found:
        assert sum(int(word) for word in match[2].split("+")) == int(match[3]), match[0]
    assert {frozenset(map(int, m[1].split("+"))): int(m[3]) for m in found} == piles


def pile_thirds(s: State) -> dict[frozenset[int], int]:
    """The thirds of each side's pile; in Trischaken of each seat's; none where tricks decide."""
    if s.play is None or s.bargain is None or s.bargain.contract.kind == "negative":
        return {}
    if s.table.offence is not None:
        return {}  # cards decide nothing any more
    if s.bargain.contract.kind == "trischaken":
        both = zip(piles_by_seat(s.play), talon_gains(s), strict=True)
        return {
            frozenset({seat}): thirds(TAROCK54_MASKS, pile | gain)
            for seat, (pile, gain) in enumerate(both)
        }
    ours = frozenset(int(seat) for seat in declarer_side(s.bargain))
    pile = declarer_pile(s)
    rest = int(TAROCK54.full) & ~pile
    theirs = frozenset(range(4)) - ours
    return {ours: thirds(TAROCK54_MASKS, pile), theirs: thirds(TAROCK54_MASKS, rest)}


@every_judged
def test_the_comments_say_what_went_wrong_and_what_came_of_it(story: Story) -> None:
    trial = notation.replayed(story.record).state
    assert isinstance(trial, Trial)
    breaches = [f"{b.seat} {b.kind} {b.trick} {b.clause}" for b in trial.breaches]
    assert story.told("breach") == breaches
    ruled = [f"{c.accused} {c.kind} {c.verdict} by {c.decided_by}" for c in trial.cases]
    assert story.told("ruled") == ruled


def test_every_kind_of_breach_has_a_record_in_which_it_happens_or_is_judged() -> None:
    for name in ("tirol", "finale", "ulmann"):
        rules = ruleset.load(f"koenigrufen/{name}")
        met = {
            line.split()[1]
            for story in FREE.values()
            if story.record.setup.rules.name == rules.name
            for line in (*story.told("breach"), *story.told("ruled"))
        }
        rows = rules.section("ruling").items()
        assert not {kind for kind, row in rows if row["how"] != "demand"} - met, name


def test_every_kind_of_breach_stands_in_the_notation() -> None:
    """Who judges a record by the page alone must know what the record decides, and what people."""
    page = (Path(__file__).parents[1] / "docs" / "notation.md").read_text(encoding="utf-8")
    _, by_record, judged = re.split("The record decides these breaches|Judged\nare", page)
    for name in ("tirol", "finale", "ulmann"):
        for kind, row in ruleset.load(f"koenigrufen/{name}").section("ruling").items():
            needs_judgement = row["how"] in court.JUDGED
            where = judged if needs_judgement else by_record + judged.partition("Finale")[2]
            assert row["how"] == "demand" or f"`{kind}`" in where, (name, kind)


def vectors() -> dict[str, Published]:
    """The published cases of a Renonce."""
    path = FOLDER.parent / "conformance" / "koenigrufen_settlement.json"
    cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return {case["id"]: case for case in cases if case["input"].get("renonce")}


@pytest.mark.parametrize("case", vectors().values(), ids=vectors().keys())
def test_every_published_renonce_is_reached_by_a_whole_deal(case: Published) -> None:
    """Not only its money: contract, sides, Kontra, announcements and offenders are the deal's."""
    (story,) = [story for story in FREE.values() if case["id"] in story.told("vector")]
    found = facts_of(state_of(notation.replayed(story.record)))
    wanted = told(book_of(story.record.setup.rules), case["input"])
    for name in ("contract", "declarer", "partner", "forehand", "kontra", "said"):
        assert getattr(found, name) == getattr(wanted, name), name
    assert found.offence is not None
    assert found.offence._replace(breach="") == wanted.offence  # told facts name no duty
    assert wanted.made.items() <= found.made.items()
    assert story.record.points == amounts(" ".join(map(str, case["points"])))
    assert story.record.money == amounts(" ".join(map(str, case["money"])))


# Tarock à l'Hombre at a free table


def lhombre_of(game: Game) -> LhombreState:
    assert isinstance(game.state, Trial)
    assert isinstance(game.state.state, LhombreState)
    return game.state.state


def before_each_act(story: Story) -> Iterator[tuple[Game, Act]]:
    """The game as it stood before each act of the record."""
    game = Game(story.record.setup)
    for act in story.record.acts:
        yield game, act
        game.apply(act.seat, act.action)


def choices(game: Game, seat: Seat, verb: str) -> list[str]:
    """What the seat may lawfully do with this verb."""
    return [word for prompt in game.prompts(seat) if prompt.verb == verb for word in prompt.choices]


@every_lhombre
def test_the_comments_say_what_was_dealt_to_three(story: Story) -> None:
    told = dict(line.split(": ") for line in story.told("deal"))
    (hands,) = (
        lhombre_of(game).hands
        for game, _act in before_each_act(story)
        if game.log and game.log[-1].action.verb in ("deal", "misdeal")
    )
    assert [TAROCK78.mask(told[str(seat)].split()) for seat in range(3)] == [*hands]


@every_lhombre
def test_behind_each_trick_stands_its_taker_and_what_he_counts(story: Story) -> None:
    done = lhombre_of(notation.replayed(story.record)).play.done
    notes = TAKES.findall(story.body)
    assert [int(taker) for taker, _values, _worth in notes] == [trick.taker for trick in done]
    for (_taker, values, worth), trick in zip(notes, done, strict=True):
        assert [int(word) for word in values.split("+")] == [nominal(c) for c in trick.cards]
        assert sum(int(word) for word in values.split("+")) - 2 == int(worth)


def nominal(card: Card) -> int:
    """What a card counts before two are taken off three of them."""
    name = TAROCK78.code(card)
    return 5 if name in ("T1", "T21", "SKI") else {"K": 5, "Q": 4, "N": 3, "B": 2}.get(name[1:], 1)


@every_lhombre
def test_the_comments_count_the_points_of_the_ombre(story: Story) -> None:
    """Sums of whole tricks and thirds of cards left over, rounded in the end."""
    found = [COUNT.fullmatch(line) for line in story.told("ombre")]
    state = lhombre_of(notation.replayed(story.record))
    played = story.record.points is not None and len(state.play.done) == state.play.total
    assert len(found) == (played and bool(state.play.done))
    for match in found:
        assert match is not None
        exact = sum(Fraction(word) for word in match[1].split("+"))
        assert round(exact) == int(match[2]) == points_of(state, state.book)


@every_lhombre
def test_the_comments_say_whom_a_duty_binds_and_which_cards_it_leaves(story: Story) -> None:
    found = []
    for game, (seat, act) in before_each_act(story):
        view = game.view_for(None)
        assert isinstance(view, LhombreView)
        for bond in view.bound:
            if (bond.seat, act.verb) == (seat, "play"):
                left = frozenset(choices(game, seat, "play"))
                found.append((f"{seat} {bond.duty} {bond.clause}", left))
    told = [line.split(": ") for line in story.told("bound")]
    assert [(duty, frozenset(cards.split())) for duty, cards in told] == found


@every_lhombre
def test_the_comments_say_what_cards_laid_without_a_word_leave_to_bid(story: Story) -> None:
    found = []
    for game, (seat, act) in before_each_act(story):
        view = game.view_for(None)
        assert isinstance(view, LhombreView)
        if act.verb == "bid" and any(noted.seat == seat for noted in view.noted):
            assert not [p for p in game.prompts(seat) if p.verb == "pass"]
            found.append(" ".join([str(seat), *choices(game, seat, "bid")]))
    assert story.told("owes") == found


def parts(story: Story) -> dict[str, list[str]]:
    """The lines of a record's acts by phase, those of the play by the number of the trick."""
    found: dict[str, list[str]] = {}
    phase = ""
    for line in story.body.splitlines():
        if line.startswith("; "):
            phase = line[2:]
        elif line[:1].isdigit():
            tricks = sum(key.isdigit() for key in found)
            key = str(tricks + 1) if phase == "play" else phase
            found.setdefault(key, []).append(line.split(";")[0].strip())
    return found


@pytest.mark.parametrize("name", [name for name, story in LHOMBRE.items() if story.told("as")])
def test_a_variation_differs_from_its_model_only_where_it_says(name: str) -> None:
    """So that the model is checked once, and of the variation only the difference."""
    story = LHOMBRE[name]
    (told,) = story.told("as")
    model, _, different = told.partition(" except ")
    ours, theirs = parts(story), parts(LHOMBRE[f"lhombre-free-{model}"])
    assert story.record.setup == LHOMBRE[f"lhombre-free-{model}"].record.setup
    keys = [*theirs, *(key for key in ours if key not in theirs)]
    assert different.split() == [key for key in keys if ours.get(key) != theirs.get(key)]


ROWS = {
    "none": ("+2 -1 -1", "-2 +1 +1"),
    "ombre": ("0 0 0", "-4 +2 +2"),
    "first": ("+3 -3 0", "-1 -1 +2"),
    "second": ("+3 0 -3", "-1 +2 -1"),
    "both": ("+4 -2 -2", "0 0 0"),
    "ombre-first": ("+1 -2 +1", "-3 0 +3"),
    "ombre-second": ("+1 +1 -2", "-3 +3 0"),
    "all": ("+2 -1 -1", "-2 +1 +1"),
}
"""The table of fines: offenders, then Ombre, X and Y in values of the game, won and lost."""


@pytest.mark.parametrize("offenders", ROWS)
@pytest.mark.parametrize("won", [True, False], ids=["won", "lost"])
def test_the_table_of_fines_is_paid_row_by_row(offenders: str, won: bool) -> None:
    """À un with 46 points is worth 30 + 6 x 3 = 48, with 36 points 30 + 4 x 3 = 42."""
    wins, loses = ("win", "lose") if offenders in ("both", "all") else ("wins", "loses")
    story = STORIES[f"lhombre-free-row-{offenders}-{wins if won else loses}"]
    row, value = (ROWS[offenders][0], 48) if won else (ROWS[offenders][1], 42)
    assert story.record.points == tuple(value * int(times) for times in row.split())
    seats = {"none": "", "ombre": "0", "first": "1", "second": "2", "both": "12", "all": "012"}
    seats |= {"ombre-first": "01", "ombre-second": "02"}
    assert sorted(line[0] for line in story.told("breach")) == [*seats[offenders]]


def test_every_kind_of_breach_of_lhombre_has_a_record() -> None:
    rules = ruleset.load("lhombre/compagnie")
    lines = [
        ln for story in LHOMBRE.values() for ln in (*story.told("breach"), *story.told("ruled"))
    ]
    assert {line.split()[1] for line in lines} == set(rules.section("ruling"))


def test_every_duty_has_a_short_record() -> None:
    """Rules 8 to 13, each in a deal that was only begun."""
    lines = [line for story in BEGUN.values() for line in story.told("bound")]
    clauses = {line.partition(":")[0].split()[2] for line in lines}
    assert clauses == set("L-8.2 L-9.1 L-10.1 L-11.1 L-12.1 L-12.2 L-13.1 L-13.3".split())


# Several deals of one sitting


SITTINGS = [path for path in FILES if len(list(stories(path))) > 1]


@pytest.mark.parametrize("path", SITTINGS, ids=[path.stem for path in SITTINGS])
def test_several_records_of_a_file_are_deals_of_one_sitting(path: Path) -> None:
    """The match hands each deal the dealer, the Vorhand and the doubling its record has."""
    records = [story.record for story in stories(path)]
    first = records[0].setup
    assert first.dealer is not None
    match = Match(first.rules, first.seats, first.dealer)
    for record in records:
        setup, players = match.deal(record.setup.pack)
        assert setup == record.setup
        row = match.add(notation.replayed(record), players)
        assert row.points == record.points
