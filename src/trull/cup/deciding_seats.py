"""The laws of the draw, of repairs and of time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from trull import lots
from trull.cup import boards, commands, draw, entries, repair
from trull.cup.deciding import DASH, Answer, Chance, law
from trull.cup.draw import CannotSeatError, Pair, Plan, Wishes
from trull.cup.ranking import ranking
from trull.cup.refusal import RefusedError, known, need
from trull.cup.state import Cup

MINUTE = 60_000
SEED = 64
"""Digits of a seed or of its promise."""


@law(commands.Commit)
def _commit(cup: Cup, wish: commands.Commit, chance: Chance) -> Answer:
    need(_is_hex(wish.commitment), "bad_value", what="commitment")
    need(not cup.playing, "stale")
    return Answer(entries.Committed(wish.commitment))


def _is_hex(text: str) -> bool:
    return len(text) == SEED and all(letter in "0123456789abcdef" for letter in text)


@law(commands.CloseEntry)
def _close_entry(cup: Cup, wish: commands.CloseEntry, chance: Chance) -> Answer:
    need(not cup.entry_closed, "stale")
    return Answer(entries.EntryClosed())


# Boards


@law(commands.PromiseBoards)
def _promise_boards(cup: Cup, wish: commands.PromiseBoards, chance: Chance) -> Answer:
    """Once, and before anybody has sat down to them."""
    need(cup.plan.boards, "other_rules", why="boards")
    need(_is_hex(wish.commitment), "bad_value", what="commitment")
    need(not cup.boards_commitment, "stale")
    return Answer(entries.BoardsPromised(wish.commitment))


@law(commands.OpenBoards)
def _open_boards(cup: Cup, wish: commands.OpenBoards, chance: Chance) -> Answer:
    """Only when no board is left to play."""
    need(_is_hex(wish.seed), "bad_value", what="seed")
    need(lots.commitment(wish.seed) == cup.boards_commitment, "not_promised")
    need(not cup.boards_seed, "stale")
    over = cup.round == cup.plan.rounds and not cup.playing
    need(over, "boards_sealed", n=cup.plan.rounds)
    return Answer(entries.BoardsOpened(wish.seed))


# Draw


@law(commands.Draw)
def _draw(cup: Cup, wish: commands.Draw, chance: Chance) -> Answer:
    """The promised seed decides, once; people who must not meet do not."""
    need(_is_hex(wish.seed), "bad_value", what="seed")
    need(cup.commitment and lots.commitment(wish.seed) == cup.commitment, "not_promised")
    first = len(cup.seating) + 1
    need(not cup.playing and first <= cup.plan.rounds, "stale")
    found = tables(cup, wish.seed)
    whole = (*cup.seating, *found)
    goals = goals_of(cup, whole)
    if goals[0].achieved:
        raise RefusedError("apart_impossible", who=_told(_together(cup, whole)))
    return Answer(
        entries.Drawn(
            algorithm=draw.NAME,
            seed=wish.seed,
            first=first,
            tables=found,
            goals=tuple((g.name, g.achieved, g.bound) for g in goals),
        )
    )


def tables(cup: Cup, seed: str) -> Plan:
    """What a seed draws for the rounds that are not drawn yet: anybody can work it out again."""
    people = [person.number for person in cup.present()]
    first, limits = len(cup.seating) + 1, (cup.plan.least, cup.plan.most)
    stream = lots.words(lots.key(seed, ["draw", cup.id, str(first)]))
    try:
        draw.sizes(len(people), *limits)
    except CannotSeatError:
        raise RefusedError("cannot_seat", n=len(people)) from None
    at = {number: place for place, number in enumerate(people)}
    wishes = _wishes(cup, at)
    if _at_once(cup, first):
        plan = draw.drawn(len(people), _at_once(cup, first), stream, wishes, limits)
    else:
        plan = (_next_round(cup, at, stream, wishes, limits),)
    seated = tuple(tuple(tuple(people[one] for one in table) for table in rows) for rows in plan)
    return boards.turned(seated) if cup.plan.boards else seated


def _at_once(cup: Cup, first: int) -> int:
    """How many rounds are drawn together; 0: the next follows from those before."""
    rounds = cup.plan.rounds
    if first == 1:
        together = {"all_at_once": rounds, "last_round_by_standings": max(1, rounds - 1)}
        return together.get(cup.plan.seating, 1)
    return rounds - first + 1 if cup.plan.seating == "all_at_once" else 0


def _next_round(
    cup: Cup, at: Mapping[int, int], stream: Iterator[int], wishes: Wishes, limits: tuple[int, int]
) -> tuple[tuple[int, ...], ...]:
    """By standings, or in a drawn order; who has gone sits at no table any more but was met."""
    gone = {n for tables in cup.seating for table in tables for n in table} - at.keys()
    place = {**at, **{number: len(at) + extra for extra, number in enumerate(sorted(gone))}}
    before = [[[place[n] for n in table] for table in rows] for rows in cup.seating]
    if cup.plan.seating == "each_round":
        ranked: Sequence[int] = lots.order(stream, len(at))
    else:
        ranked = _ranked(cup, at)
    return draw.by_standings(ranked, before, stream, wishes, limits)


def _ranked(cup: Cup, at: Mapping[int, int]) -> list[int]:
    """Everybody present, the first in the standings first, newcomers last."""
    order = [line.number for line in ranking(cup) if line.number in at]
    return [at[n] for n in (*order, *(n for n in at if n not in order))]


def _wishes(cup: Cup, at: Mapping[int, int]) -> Wishes:
    apart = frozenset(
        frozenset(at[n] for n in pair) for pair in cup.apart() if all(n in at for n in pair)
    )
    return Wishes(apart=apart, clubs={at[n]: cup.people[n].club for n in at})


def goals_of(cup: Cup, plan: Plan) -> tuple[draw.Goal, ...]:
    """What the whole plan of a cup achieves."""
    clubs = {number: person.club for number, person in cup.people.items()}
    seated = tuple(tuple(table for table in rows if table) for rows in plan)
    return draw.goals(seated, Wishes(apart=cup.apart(), clubs=clubs))


def _together(cup: Cup, plan: Plan) -> Iterator[Pair]:
    met = draw.meetings(plan)
    yield from (pair for pair in cup.apart() if pair in met)


def _told(pairs: Iterable[Collection[int]]) -> str:
    return ", ".join(DASH.join(map(str, sorted(pair))) for pair in pairs)


# Repair


@law(commands.Repair)
def _repair(cup: Cup, wish: commands.Repair, chance: Chance) -> Answer:
    """The plan is mended for one person; a table that has begun to play is never touched."""
    known(cup, wish.number)
    need(not cup.plan.boards, "other_rules", why="boards")  # somebody stands in, or a bot
    need(cup.seating, "round_not_open", round=1)
    first, person = cup.round + 1, cup.people[wish.number]
    seated = any(cup.table_of(wish.number, at) for at in range(first, len(cup.seating) + 1))
    to_do = first <= len(cup.seating) or not _sits_now(cup, wish.number)
    need(seated if person.gone else person.arrived and not seated and to_do, "stale")
    try:
        mended = _mended(cup, wish.number, first)
    except CannotSeatError as error:
        raise RefusedError("cannot_seat", n=error) from None
    slips = tuple(
        (s.person, s.round + 1, _from_one(s.old), _from_one(s.new))
        for s in repair.changed(cup.seating, mended.plan)
    )
    return Answer(entries.Repaired(number=wish.number, slips=slips, repeats=mended.repeats))


def _mended(cup: Cup, number: int, first: int) -> repair.Repair:
    limits = cup.plan.least, cup.plan.most
    if cup.people[number].gone:
        return repair.without(cup.seating, number, first - 1, cup.pool(), cup.apart(), limits)
    begun = cup.open_sheets(cup.round) if cup.playing else ()
    waiting = {sheet.table - 1 for sheet in begun if not sheet.rows and not sheet.typed}
    if cup.plan.online:
        waiting = set()  # the room of a table has its seats
    if _sits_now(cup, number):
        return repair.joined(cup.seating, number, first - 1, (), cup.apart(), limits)
    four = _waiting_together(cup, number)
    if cup.playing and len(four) == cup.plan.least:
        return _new_table(cup, four, first, limits)
    return repair.joined(cup.seating, number, first - 1, waiting, cup.apart(), limits)


def _sits_now(cup: Cup, number: int) -> bool:
    """Whether somebody has a seat in the round that plays; who comes back may have kept it."""
    return cup.playing and cup.table_of(number, cup.round) is not None


def _waiting_together(cup: Cup, number: int) -> list[int]:
    """Who is here and does not play in this round, as many as make a table."""
    if not cup.playing:
        return []
    idle = [p.number for p in cup.present() if not cup.table_of(p.number, cup.round)]
    rest = [n for n in idle if n != number]
    return sorted([number, *rest[: cup.plan.least - 1]])


def _new_table(cup: Cup, four: Sequence[int], first: int, limits: tuple[int, int]) -> repair.Repair:
    """Four latecomers are a table in the round that plays; later each sits where he fits."""
    plan = repair.new_table(cup.seating, four, cup.round - 1)
    repeats = 0
    for number in four:
        if not any(number in table for rows in plan[first - 1 :] for table in rows):
            mended = repair.joined(plan, number, first - 1, (), cup.apart(), limits)
            plan, repeats = mended.plan, repeats + mended.repeats
    return repair.Repair(plan, (), repeats)


def _from_one(table: int | None) -> int:
    return 0 if table is None else table + 1


@law(commands.Move)
def _move(cup: Cup, wish: commands.Move, chance: Chance) -> Answer:
    """By hand, in a round that has not begun; what it costs in repeats is told."""
    known(cup, wish.number, *([wish.other] if wish.other else []))
    need(cup.round < wish.round <= len(cup.seating), "round_not_open", round=wish.round)
    tables = cup.seating[wish.round - 1]
    old = cup.table_of(wish.number, wish.round)
    need(old, "not_at_table", number=wish.number, table="")
    need(1 <= wish.table <= len(tables) and wish.table != old, "bad_value", what="table")
    if wish.other:
        there = cup.table_of(wish.other, wish.round) == wish.table
        need(there, "not_at_table", number=wish.other, table=wish.table)
    else:
        room = 0 < len(tables[wish.table - 1]) < cup.plan.most
        spare = old is not None and len(tables[old - 1]) > cup.plan.least
        need(room and spare, "cannot_seat", n=len(tables[wish.table - 1]) + 1)
    return Answer(
        entries.Moved(
            round=wish.round,
            number=wish.number,
            table=wish.table,
            other=wish.other,
            repeats=_repeats_after(cup, wish),
            reason=wish.reason,
        )
    )


def _repeats_after(cup: Cup, wish: commands.Move) -> int:
    changed = [
        [
            wish.other if n == wish.number and wish.other else wish.number if n == wish.other else n
            for n in table
            if wish.other or n != wish.number
        ]
        for table in cup.seating[wish.round - 1]
    ]
    if not wish.other:
        changed[wish.table - 1].append(wish.number)
    whole = [*cup.seating]
    whole[wish.round - 1] = tuple(map(tuple, changed))
    return sum(often - 1 for often in draw.meetings(whole).values())


# Time


@law(commands.StartRound)
def _start_round(cup: Cup, wish: commands.StartRound, chance: Chance) -> Answer:
    at = cup.round + 1
    need(not cup.playing, "stale")
    need(at <= len(cup.seating), "round_not_open", round=at)
    need(0 <= wish.minutes <= 24 * 60, "bad_value", what="minutes")
    missing = [n for rows in cup.seating[at - 1] for n in rows if cup.people[n].gone]
    need(not missing, "missing", tables=", ".join(map(str, sorted(missing))))
    need(not cup.plan.boards or cup.boards_commitment, "boards_not_promised")
    ends = chance.now + MINUTE * (wish.minutes or cup.plan.minutes)
    return Answer(entries.RoundStarted(at, ends))


@law(commands.AddTime)
def _add_time(cup: Cup, wish: commands.AddTime, chance: Chance) -> Answer:
    need(cup.playing, "round_not_open", round=cup.round)
    need(0 < wish.minutes <= 24 * 60, "bad_value", what="minutes")
    need(not wish.table or (cup.round, wish.table) in cup.sheets, "bad_value", what="table")
    return Answer(entries.TimeAdded(wish.table, wish.minutes))


@law(commands.Call)
def _call(cup: Cup, wish: commands.Call, chance: Chance) -> Answer:
    need(cup.playing, "round_not_open", round=cup.round)
    return Answer(entries.Called(wish.what))


@law(commands.CloseRound)
def _close_round(cup: Cup, wish: commands.CloseRound, chance: Chance) -> Answer:
    need(cup.playing, "round_not_open", round=cup.round)
    left = [sheet.table for sheet in cup.open_sheets(cup.round)]
    need(not left, "missing", tables=", ".join(map(str, left)))
    return Answer(entries.RoundClosed(cup.round))
