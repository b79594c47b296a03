"""The score pad: a sitting of deals that were played elsewhere and are told.

The page keeps what was entered and sends all of it; nothing of a pad is kept here. The page runs
this module too (``web/laws``), where no server can be reached: it needs the core, and records.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from trull import laws, ruleset
from trull.errors import DealError
from trull.laws import told
from trull.laws.told import Field, Form, Told
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.state import Fault, Sitting
from trull.table import plain, shown
from trull.table.steps import Steps, whole

if TYPE_CHECKING:
    from trull.table import wire

Facts = Mapping[str, object]


def settled(pad: wire.Pad) -> shown.PadShown:
    """The pad as the laws see it; TrullError for rules or players that cannot be."""
    return whole(settling(pad))


def settling(pad: wire.Pad) -> Steps[shown.PadShown]:
    """The same in steps, a row each."""
    rules = ruleset.load(pad.rules, pad.options)
    way, sitting, rows = told.of(rules.game), _opened(rules, pad), []
    for row in pad.rows:
        sitting, written = _entered(way, sitting, row)
        rows.append(written)
        yield
    manner = way.manner(sitting)
    faults, result = _judged(way, sitting, pad.facts) if pad.facts is not None else ((), None)
    return shown.PadShown(
        form=form_shown(way.tree(rules)),
        seats=len(_deal(way, sitting).around),
        balanced=manner.balanced,
        cents=manner.cents,
        standing=laws.standing_of(sitting),
        remarks=list(manner.remarks),
        counters=dict(manner.counters),
        rows=rows,
        sheet=plain.sheet(sitting),
        over=sitting.over,
        ahead=_ahead(way, sitting),
        faults=_faults(faults),
        settlement=None if result is None else plain.settlement(result),
    )


def _opened(rules: RuleSet, pad: wire.Pad) -> Sitting:
    game = laws.of(rules.game)
    players = pad.players or min(game.seats(rules))
    if players not in game.seats(rules) or pad.dealer >= players:
        raise DealError(f"{players} players, dealer {pad.dealer}: nobody sits so")
    return game.open_sitting(rules, players, pad.dealer)


def _judged(
    way: Told, sitting: Sitting, facts: Facts
) -> tuple[tuple[Fault, ...], Settlement | None]:
    """What is wrong with the facts of the sitting's next deal, else what it pays."""
    given = {**facts, **way.dealt(sitting)}
    if sitting.over:
        return (told.wrong("sitting", "told_over"),), None
    faults = way.faults(sitting.rules, given)
    return faults, None if faults else way.settle(sitting.rules, given)


def _entered(way: Told, sitting: Sitting, row: wire.PadRow) -> tuple[Sitting, shown.PadRowShown]:
    """The sitting after a row; what cannot be settled waits until it is mended."""
    sitting = _set(way, sitting, row.set)
    if row.remark:
        after = laws.of(sitting.rules.game).remark(sitting, row.remark)
        return after, shown.PadRowShown(None, [], None, None)
    if row.facts is None and row.numbers is None:
        return sitting, shown.PadRowShown(None, [], None, None)
    deal, result = _deal(way, sitting), None
    if row.facts is not None:
        faults, result = _judged(way, sitting, row.facts)
        if result is None:
            return sitting, shown.PadRowShown(deal, _faults(faults), None, None)
        sitting, written = way.closed(sitting, row.facts)
    else:
        numbers = [*(row.numbers or ()), *[0] * len(deal.around)][: len(deal.around)]
        sitting, written = way.by_hand(sitting, numbers)
    settlement = None if result is None else plain.settlement(result)
    return sitting, shown.PadRowShown(deal, [], settlement, plain.row(written))


def _set(way: Told, sitting: Sitting, wished: Mapping[str, int]) -> Sitting:
    """Who deals next and some counters as the table has them."""
    most = {"dealer": sitting.players - 1, **way.manner(sitting).counters}
    held = {name: max(0, min(n, most[name])) for name, n in wished.items() if name in most}
    dealer = held.pop("dealer", sitting.dealer)
    return replace(sitting, dealer=dealer, memo={**sitting.memo, **held})


def _deal(way: Told, sitting: Sitting) -> shown.PadDeal:
    setup, around = laws.of(sitting.rules.game).deal(sitting, ())
    doubled = way.dealt(sitting).get("radl") is True
    return shown.PadDeal(sitting.dealer, list(around), setup.forehand, doubled)


def _ahead(way: Told, sitting: Sitting) -> list[shown.PadDeal]:
    """The deals of the next round, for a page that cannot ask."""
    found = []
    for _ in range(sitting.players):
        found.append(_deal(way, sitting))
        plain_row = (1, -1) + (0,) * (len(found[0].around) - 2)
        sitting, _row = way.by_hand(sitting, plain_row)
    return found


def _faults(faults: tuple[Fault, ...]) -> list[shown.FaultShown]:
    return [shown.FaultShown(f.clause, f.code, dict(f.about)) for f in faults]


@lru_cache(maxsize=64)
def form_shown(tree: Form) -> list[shown.FieldShown]:
    """A form as it is sent."""
    return [_field(field) for field in tree]


def _field(field: Field) -> shown.FieldShown:
    return shown.FieldShown(
        key=field.key,
        kind=field.kind,
        clause=field.clause,
        choices=list(field.choices),
        often=list(field.often),
        values=list(field.values),
        least=field.least,
        most=field.most,
        size=field.size,
        default=field.default,
        required=field.required,
        instead=field.instead,
        asked=field.asked,
        when=[shown.WhenShown(when.key, list(when.among)) for when in field.when],
        fields=form_shown(field.fields),
    )
