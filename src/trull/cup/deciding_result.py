"""The laws of the result: what is posted, drawn by lot, final, given, raffled."""

from __future__ import annotations

from trull import lots
from trull.cup import commands, entries
from trull.cup.deciding import SEED, Answer, Chance, law, said
from trull.cup.ranking import hashed, ranking, ties
from trull.cup.refusal import known, need
from trull.cup.state import Cup

MINUTE = 60_000


def _complete(cup: Cup) -> None:
    """All rounds are played and every sheet is in."""
    need(cup.round == cup.plan.rounds and not cup.playing, "missing", tables=cup.round + 1)
    left = [sheet.table for sheet in cup.sheets.values() if not sheet.closed]
    need(not left, "missing", tables=", ".join(map(str, sorted(left))))


@law(commands.Post)
def _post(cup: Cup, wish: commands.Post, chance: Chance) -> Answer:
    _complete(cup)
    until = chance.now + MINUTE * cup.plan.objections_min
    return Answer(entries.Posted(hashed(ranking(cup)), until))


@law(commands.DrawLot)
def _lot(cup: Cup, wish: commands.DrawLot, chance: Chance) -> Answer:
    """Among exactly those who share a place, and only where the plan knows a lot."""
    need("lot" in cup.plan.ties, "other_rules", why="ties")
    _complete(cup)
    need(tuple(sorted(wish.among)) in ties(ranking(cup)), "stale")
    return Answer(entries.LotDrawn(chance.bytes[SEED].hex(), tuple(sorted(wish.among))))


@law(commands.Finish)
def _finish(cup: Cup, wish: commands.Finish, chance: Chance) -> Answer:
    """Posted as it still is, objections ruled on, their time over."""
    _complete(cup)
    found = hashed(ranking(cup))
    need(cup.posted == found, "stale")
    waiting = ", ".join(str(case.opened.case) for case in cup.open_cases())
    need(not waiting, "missing", tables=waiting)
    need(chance.now >= cup.objections_until, "stale")
    return Answer(entries.Final(found))


@law(commands.Reopen)
def _reopen(cup: Cup, wish: commands.Reopen, chance: Chance) -> Answer:
    need(cup.final, "stale")
    return Answer(entries.Reopened(said(wish.why, "why")))


@law(commands.Award)
def _award(cup: Cup, wish: commands.Award, chance: Chance) -> Answer:
    known(cup, wish.number)
    need(cup.final, "stale")
    need(0 <= wish.cents <= 10**9, "bad_value", what="cents")
    return Answer(entries.PrizeGiven(said(wish.what, "what"), wish.number, wish.cents))


@law(commands.Raffle)
def _raffle(cup: Cup, wish: commands.Raffle, chance: Chance) -> Answer:
    """Among those who are still here."""
    need(cup.final, "stale")
    pool = tuple(person.number for person in cup.present() if not person.bot)
    need(0 < wish.prizes <= len(pool), "bad_value", what="prizes")
    seed = chance.bytes[SEED].hex()
    return Answer(entries.Raffled(seed, pool, raffle(cup.id, seed, pool, wish.prizes)))


def raffle(cup: str, seed: str, pool: tuple[int, ...], prizes: int) -> tuple[int, ...]:
    """Who a seed draws, in this order."""
    stream = lots.words(lots.key(seed, ["raffle", cup]))
    return tuple(pool[at] for at in lots.some(stream, len(pool), prizes))


@law(commands.Publish)
def _publish(cup: Cup, wish: commands.Publish, chance: Chance) -> Answer:
    need(cup.final, "stale")
    return Answer(entries.Published(said(wish.season, "season", 60)))
