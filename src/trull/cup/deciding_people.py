"""The laws of opening a cup, of access and of people."""

from __future__ import annotations

from trull.cup import commands, entries, plan
from trull.cup.deciding import DASH, ID, SALT, Answer, Chance, law, said
from trull.cup.entries import Identity
from trull.cup.refusal import known, need
from trull.cup.state import Cup

HASH = 64
FEE_MOST = 10_000_000


@law(commands.Open)
def _open(cup: Cup, wish: commands.Open, chance: Chance) -> Answer:
    told = plan.as_data(plan.made(wish.plan, "the plan"))
    return Answer(
        entries.Opened(
            id=chance.bytes[ID].hex(),
            name=said(wish.name, "name"),
            plan=told,
            date=wish.date,
            place=wish.place,
        )
    )


@law(commands.Change)
def _change(cup: Cup, wish: commands.Change, chance: Chance) -> Answer:
    """A plan may be changed; once tables are drawn it needs a reason, and every ranking says so."""
    plan.changed(cup.plan, wish.path, wish.value)
    fixed = wish.path in ("rounds", "least", "most", "playing", "seating", "rules", "options")
    need(not (fixed and cup.round), "stale")
    need(wish.reason or not cup.seating or wish.path == "public", "bad_value", what="reason")
    value = list(wish.value) if isinstance(wish.value, tuple) else wish.value
    return Answer(entries.Changed(wish.path, value, wish.reason))


@law(commands.Link)
def _link(cup: Cup, wish: commands.Link, chance: Chance) -> Answer:
    need(len(wish.secret_hash) == HASH, "bad_value", what="secret_hash")
    need((wish.role == "table") == bool(wish.table), "bad_value", what="table")
    need((wish.role == "person") == bool(wish.number), "bad_value", what="number")
    known(cup, *filter(None, (wish.number,)))
    return Answer(
        entries.Linked(
            f"L{len(cup.links) + 1}",
            wish.role,
            wish.secret_hash,
            wish.table,
            wish.number,
            wish.name[:40],
        )
    )


@law(commands.Unlink)
def _unlink(cup: Cup, wish: commands.Unlink, chance: Chance) -> Answer:
    need(wish.link in cup.links, "bad_value", what="link")
    need(wish.link not in cup.revoked, "stale")
    return Answer(entries.Unlinked(wish.link, wish.why))


def _identity(name: str, place: str, chance: Chance) -> Identity:
    where = " ".join(place.split())
    return Identity(chance.bytes[SALT].hex(), said(name, "name", 60), where[:60])


@law(commands.Enter)
def _enter(cup: Cup, wish: commands.Enter, chance: Chance) -> Answer:
    """Two of one name and place are asked about once; numbers are never given twice."""
    who = _identity(wish.name, wish.place, chance)
    places = [other.place for other in _namesakes(cup, who)]
    doubtful = who.place in places or "" in places or (places and not who.place)
    need(wish.sure or not doubtful, "same_name", places=", ".join(filter(None, places)) or DASH)
    known(cup, *wish.apart)
    body = entries.Entered(
        number=cup.next_number(),
        named=who.hash,
        club=wish.club,
        team=wish.team,
        tags=wish.tags,
        apart=wish.apart,
        pid=wish.pid,
        pool=wish.pool,
        bot=wish.bot,
    )
    return Answer(body, who)


def _namesakes(cup: Cup, who: Identity) -> list[Identity]:
    found = (cup.identity(n) for n, person in cup.people.items() if not person.merged_into)
    return [one for one in found if one and one.name.casefold() == who.name.casefold()]


@law(commands.Rename)
def _rename(cup: Cup, wish: commands.Rename, chance: Chance) -> Answer:
    known(cup, wish.number)
    who = _identity(wish.name, wish.place, chance)
    return Answer(entries.Renamed(wish.number, who.hash), who)


@law(commands.Arrive)
def _arrive(cup: Cup, wish: commands.Arrive, chance: Chance) -> Answer:
    known(cup, wish.number)
    need(not cup.people[wish.number].arrived, "stale")
    return Answer(entries.Arrived(wish.number))


@law(commands.Pay)
def _pay(cup: Cup, wish: commands.Pay, chance: Chance) -> Answer:
    known(cup, wish.number)
    left = cup.people[wish.number].paid + wish.cents
    need(wish.cents and 0 <= left <= FEE_MOST, "bad_value", what="cents")
    return Answer(entries.Paid(wish.number, wish.cents))


@law(commands.Leave)
def _leave(cup: Cup, wish: commands.Leave, chance: Chance) -> Answer:
    known(cup, wish.number)
    need(not cup.people[wish.number].gone, "stale")
    need(0 <= wish.deal <= cup.plan.deals_large, "bad_value", what="deal")
    at = cup.round if cup.playing else 0
    return Answer(entries.Left(wish.number, at or cup.round, wish.deal, wish.reason))


@law(commands.Return)
def _return(cup: Cup, wish: commands.Return, chance: Chance) -> Answer:
    known(cup, wish.number)
    need(cup.people[wish.number].gone, "stale")
    return Answer(entries.Back(wish.number))


@law(commands.StandIn)
def _stand_in(cup: Cup, wish: commands.StandIn, chance: Chance) -> Answer:
    """Who sits nowhere may sit in the place of somebody who would."""
    known(cup, wish.absent, wish.stand_in)
    first = cup.round + 1
    need(first <= len(cup.seating), "round_not_open", round=first)
    need(cup.table_of(wish.absent, first), "not_at_table", number=wish.absent, table="")
    busy = any(cup.table_of(wish.stand_in, at) for at in range(first, len(cup.seating) + 1))
    need(not busy and wish.stand_in != wish.absent, "stale")
    return Answer(entries.StoodIn(wish.absent, wish.stand_in, first, wish.points_to))


@law(commands.Merge)
def _merge(cup: Cup, wish: commands.Merge, chance: Chance) -> Answer:
    """Two numbers can be one as long as the second sits nowhere."""
    known(cup, wish.kept, wish.dropped)
    need(wish.kept != wish.dropped, "bad_value", what="dropped")
    sits = any(wish.dropped in table for tables in cup.seating for table in tables)
    need(not sits, "stale")
    return Answer(entries.Merged(wish.kept, wish.dropped))
