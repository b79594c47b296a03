"""What a page needs to know of rules and records before anybody sits down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from trull import bots, laws, notation, ruleset
from trull.errors import IllegalAction, NotationError, RuleSetError
from trull.game import Game
from trull.laws.summary import Summary
from trull.learn.shelf import prefixes
from trull.notation import Record
from trull.ruleset import Option, RuleSet, Value
from trull.state import Seat, Seen
from trull.table import plain, shown, wire
from trull.table.room.picture import common, rules_shown
from trull.table.room.state import Deal, Room
from trull.table.steps import Steps, whole

APART = ("option", "preset", "cite")
DEALS = 60
"""How many deals of one file are replayed."""
ALL_ACTS = 10_000
"""How many acts they may have together; sixty long deals have half as many."""
FRAMES = 25
"""How many acts are replayed in one step."""


@cache
def rules() -> bytes:
    """Every published rule set: options, presets, rows, clauses."""
    return wire.encode([_book(ruleset.load(name)) for name in ruleset.published()])


def _book(book: RuleSet) -> shown.BookShown:
    pack = laws.of(book.game).pack
    return shown.BookShown(
        name=book.name,
        game=book.game,
        version=book.version,
        title=dict(book.title),
        source=book.source,
        players=sorted(laws.of(book.game).seats(book)),
        options=[_option(option) for option in book.options.values()],
        presets=[_preset(name, row) for name, row in book.section("preset").items()],
        sections={name: dict(rows) for name, rows in book.sections.items() if name not in APART},
        cites=dict(book.cites),
        clauses=prefixes(book),
        pack=pack.name,
        suits={suit: list(pack.named(mask)) for suit, mask in pack.suits.items()},
        colours=dict(pack.colours),
        worths=dict(laws.worths(book.game)),
        bots=list(bots.offered(book.game)),
    )


def _option(option: Option) -> shown.OptionShown:
    values = list(option.values)
    return shown.OptionShown(
        option.name, option.value, values, option.clause, option.least, option.most
    )


def _preset(name: str, row: Mapping[str, Value]) -> shown.PresetShown:
    sets = {key: value for key, value in row.items() if key != "clause"}
    return shown.PresetShown(name, str(row.get("clause", "")), sets)


# Other rules


def otherwise(room: Room) -> list[shown.OtherwiseShown]:
    """The settled deal of a room by every other rule set of its game, and by their presets."""
    deal, own = room.deal, room.head.rules
    if deal is None or deal.settlement is None:
        return []
    return [
        shown.OtherwiseShown(rules.name, preset, _repriced(room, deal, rules))
        for rules, preset in _rule_sets(own.game)
        if (rules.name, rules.changes) != (own.name, own.changes)
    ]


def _rule_sets(game: str) -> Iterator[tuple[RuleSet, str]]:
    """Every published rule set of a game as it is, then with each of its presets."""
    for name in ruleset.published():
        rules = ruleset.load(name)
        if rules.game == game:
            yield rules, ""
            for preset in rules.section("preset"):
                yield ruleset.load(name, {preset: True}), preset


def _repriced(room: Room, deal: Deal, rules: RuleSet) -> object:
    try:
        return plain.settlement(room.laws.reprice(deal.state, rules))
    except RuleSetError:
        return None


# Records


def replayed(text: str) -> bytes:
    """Every deal of a record, frame by frame; NotationError says what cannot be read."""
    return whole(replaying(text))


def replaying(text: str) -> Steps[bytes]:
    """The same in steps."""
    found = notation.parse_all(text)
    yield
    if len(found) > DEALS:
        raise NotationError(f"expected at most {DEALS} deals, found {len(found)}")
    acts = sum(len(record.acts) for record in found)
    if acts > ALL_ACTS:
        raise NotationError(f"expected at most {ALL_ACTS} acts in all deals, found {acts}")
    deals: list[shown.DealShown] = []
    for record in found:
        deals += [(yield from _deal(record))]
    return wire.encode(shown.Replay(deals))


def _deal(record: Record) -> Steps[shown.DealShown]:
    notation.bounded(record)
    game = Game(record.setup)
    frames: list[shown.Frame] = []
    for frame in _frames(game, record):
        frames.append(frame)
        if len(frames) % FRAMES == 0:
            yield
    notation.check_result(record, game)
    result = game.settlement()
    return shown.DealShown(
        rules=rules_shown(record.setup.rules),
        tags=dict(record.tags),
        seats=record.setup.seats,
        acts=[shown.ActShown(a.seat, a.action.verb, list(a.action.args)) for a in record.acts],
        frames=frames,
        settlement=None if result is None else plain.settlement(result),
        reasons=[] if result is None else list(game.reasons()),
    )


def _frames(game: Game, record: Record) -> Iterator[shown.Frame]:
    """What a spectator sees before the first act and after each, with all hands."""
    seen: tuple[Seen, ...] = ()
    told = laws.summary_of(game.view_for(None))
    yield _frame(game, 0, told)
    for number, act in enumerate(record.acts, 1):
        try:
            game.apply(act.seat, act.action)
        except IllegalAction as error:
            problem = f"act {number} ({act.seat} {act.action}): {error}"
            raise NotationError(problem, code="act") from None
        view = game.view_for(None)
        before, told = told, laws.summary_of(view)
        yield _frame(game, common(seen, view.seen), None if told == before else told)
        seen = view.seen


def _frame(game: Game, seen_from: int, summary: Summary | None) -> shown.Frame:
    hands = [list(game.view_for(Seat(seat)).hand) for seat in range(game.setup.seats)]
    view = plain.plain_view(game.view_for(None), seen_from)
    return shown.Frame(view, summary, seen_from, hands)
