"""The laws of the court: calls, cases, objections, rulings and the rows they make, sanctions."""

from __future__ import annotations

from trull.cup import commands, court, entries
from trull.cup.deciding import Answer, Chance, law, said
from trull.cup.deciding_sheets import open_sheet, places_of, told, total_of
from trull.cup.refusal import known, need
from trull.cup.state import Cup
from trull.settlement import shown


@law(commands.CallReferee)
def _call_referee(cup: Cup, wish: commands.CallReferee, chance: Chance) -> Answer:
    need(cup.playing and (cup.round, wish.table) in cup.sheets, "round_not_open", round=cup.round)
    need(not cup.sheets[cup.round, wish.table].waits_for_referee, "stale")
    return Answer(entries.RefereeCalled(wish.table))


@law(commands.OpenCase)
def _open_case(cup: Cup, wish: commands.OpenCase, chance: Chance) -> Answer:
    known(cup, *(n for n in (wish.claimant, wish.accused) if n))
    sheet = cup.sheets.get((cup.round, wish.table))
    need(not wish.table or sheet is not None, "bad_value", what="table")
    if chance.actor.role == "table":  # one at a time: open cases keep the evening from its end
        need(not any(one.opened.table == wish.table for one in cup.open_cases()), "stale")
    for number in filter(None, (wish.claimant, wish.accused)):
        sits = sheet is None or number in sheet.people
        need(sits, "not_at_table", number=number, table=wish.table)
    body = entries.CaseOpened(
        case=len(cup.cases) + 1,
        kind=said(wish.kind, "kind", 40),
        table=wish.table,
        round=cup.round if wish.table else 0,
        claimant=wish.claimant,
        accused=wish.accused,
    )
    return Answer(body)


@law(commands.Object)
def _object(cup: Cup, wish: commands.Object, chance: Chance) -> Answer:
    """Against a posted result, while time is; the next one once this one is ruled on."""
    known(cup, wish.number)
    need(cup.posted, "stale")
    need(chance.now <= cup.objections_until, "too_late")
    own = (one.opened for one in cup.open_cases() if one.opened.objection)
    need(not any(one.claimant == wish.number for one in own), "stale")
    body = entries.CaseOpened(
        case=len(cup.cases) + 1,
        kind=said(wish.text, "text", 400),
        claimant=wish.number,
        objection=True,
    )
    return Answer(body)


@law(commands.Rule)
def _rule(cup: Cup, wish: commands.Rule, chance: Chance) -> Answer:
    """A verdict; where it names a deal, its row goes on the sheet in the same entry."""
    need(wish.case in cup.cases, "bad_value", what="case")
    need(not cup.cases[wish.case].verdict, "stale")
    verdict = said(wish.verdict, "verdict", 400)
    if wish.deal:
        return Answer(_with_row(cup, wish, verdict))
    need(not (wish.points or wish.facts or wish.record), "bad_value", what="deal")
    return Answer(entries.Ruled(case=wish.case, verdict=verdict, clauses=wish.clauses))


def _with_row(cup: Cup, wish: commands.Rule, verdict: str) -> entries.Ruled:
    opened = cup.cases[wish.case].opened
    sheet = open_sheet(cup, wish.table or opened.table, wish.round or opened.round)
    need(not sheet.typed, "row_twice", deal=wish.deal)
    need(1 <= wish.deal <= cup.plan.deals_at(len(sheet.people)), "bad_value", what="deal")
    there = sheet.row(wish.deal)
    places = places_of(cup, sheet, wish.places or (there.places if there else ()))
    price = _priced(cup, wish)
    need(len(price.points) == len(places) == len(price.money), "bad_value", what="points")
    for amounts in (price.points, price.money) if cup.plan.zero_sum else ():
        need(not total_of(amounts), "sum_not_zero", sum=shown(total_of(amounts)))
    return entries.Ruled(
        case=wish.case,
        verdict=verdict,
        clauses=tuple(dict.fromkeys((*wish.clauses, *price.clauses))),
        round=sheet.round,
        table=sheet.table,
        deal=wish.deal,
        places=places,
        points=price.points,
        money=() if price.money == price.points else price.money,
        facts=dict(wish.facts),
        record=wish.record,
    )


def _priced(cup: Cup, wish: commands.Rule) -> court.Price:
    """By the cup's book where a deal is told, else what the referee says."""
    if not wish.facts and not wish.record:
        return court.Price(wish.points, wish.money or wish.points, ())
    need(cup.rules is not None, "other_rules", why="facts")
    assert cup.rules is not None
    price = court.priced(cup.rules, wish.facts, wish.record)
    need(wish.points in ((), price.points), "row_impossible", why=told(price.points))
    return price._replace(money=wish.money or price.money)


@law(commands.Sanction)
def _sanction(cup: Cup, wish: commands.Sanction, chance: Chance) -> Answer:
    known(cup, wish.number)
    need((wish.kind == "points") == bool(wish.points), "bad_value", what="points")
    return Answer(
        entries.Sanctioned(
            number=wish.number,
            kind=wish.kind,
            why=said(wish.why, "why"),
            points=wish.points,
            until=wish.until,
        )
    )
