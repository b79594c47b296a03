"""The words of the commands that change a cup, and their help."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from trull.cli.cup import acts
from trull.cli.cup.acts import Does
from trull.cup import plan

if TYPE_CHECKING:
    from trull.cli.cup import Menu


def add(menu: Menu) -> None:
    """Add the commands."""
    _add_setup(menu)
    _add_people(menu)
    _add_changes_of_people(menu)
    _add_draw(menu)
    _add_sheets(menu)
    _add_court(menu)
    _add_result(menu)


def _acting(menu: Menu, name: str, does: Does, says: str) -> argparse.ArgumentParser:
    parser = menu.command(name, acts.act(does), says)
    parser.add_argument(
        "--as",
        dest="role",
        default="organiser",
        metavar="ROLE",
        help="organiser (default), helper:NAME, referee, table:NUMBER",
    )
    parser.add_argument("--cid", default="", help="an id: the same command is obeyed once only")
    return parser


def _add_setup(menu: Menu) -> None:
    new = menu.command("new", acts.new, "open a cup: writes NAME.cup")
    new.add_argument("name", help="what the cup is called")
    plans = ", ".join(plan.published())
    new.add_argument("--plan", default="default", help=f"{plans}, or FILE.toml")
    new.add_argument("--date", default="", help="when it is played")
    new.add_argument("--place", default="", help="where it is played")
    change = _acting(menu, "change", acts.change, "set a field of the plan otherwise")
    change.add_argument("field", help="such as objections_min, prizes, ties")
    change.add_argument("value", help="as JSON: 20, true, [12000,8000]")
    change.add_argument("--why", default="", help="the reason; needed after the draw")
    link = _acting(menu, "link", acts.link, "make a link for a role; its secret is shown once")
    link.add_argument("for_role", metavar="ROLE", help="helper:NAME, referee, table:17")
    unlink = _acting(menu, "unlink", acts.unlink, "take a link back")
    unlink.add_argument("link", help="its name, such as L3")
    unlink.add_argument("--why", default="", help="why")


def _person(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--from", dest="place", default="", help="where somebody is from")
    parser.add_argument(
        "--club", default="", help="people of one club are seated apart if it can be"
    )
    parser.add_argument("--team", default="", help="members of a team are never seated together")
    parser.add_argument("--apart", nargs="*", default=[], metavar="WHO", help="never with these")
    parser.add_argument("--tag", action="append", default=[], help="for prizes: woman, youth …")
    parser.add_argument("--pid", default="", help="the same over several cups")
    parser.add_argument("--paid", default="", metavar="EUROS", help="the fee, if it was paid")
    parser.add_argument("--pool", action="store_true", help="only stands in, is not ranked")
    parser.add_argument("--later", action="store_true", help="is not here yet")
    parser.add_argument("--sure", action="store_true", help="another person of the same name")


def _add_people(menu: Menu) -> None:
    one = _acting(menu, "add", acts.add, "enter somebody; prints the start number")
    one.add_argument("name")
    _person(one)
    many = _acting(menu, "enter", acts.enter, "enter a list: CSV with number;name;place;club;paid")
    many.add_argument("csv", type=Path, metavar="CSV")
    many.add_argument(
        "--rest", action="store_true", help="take the good lines where some are wrong"
    )
    here = _acting(menu, "here", acts.here, "tick off people who have come")
    here.add_argument("who", nargs="+", help="numbers or parts of names")
    here.add_argument("--paid", default="", metavar="EUROS", help="the fee, if it was paid")
    paid = _acting(menu, "pay", acts.pay, "note a fee; negative: given back")
    paid.add_argument("who")
    paid.add_argument("euros")
    name = _acting(menu, "rename", acts.rename, "put a name right")
    name.add_argument("who")
    name.add_argument("name")
    name.add_argument("--from", dest="place", default="", help="where somebody is from")


def _add_changes_of_people(menu: Menu) -> None:
    late = _acting(menu, "late", acts.late, "seat a latecomer, or somebody who comes back")
    late.add_argument("who", help="a start number, or the name of somebody new")
    _person(late)
    leave = _acting(menu, "leave", acts.leave, "somebody goes; the plan is mended")
    leave.add_argument("who")
    leave.add_argument("--why", default="", help="why")
    leave.add_argument("--deal", type=int, default=0, help="after which deal of the round")
    stand = _acting(menu, "stand-in", acts.stand_in, "somebody sits in another's place from now on")
    stand.add_argument("absent")
    stand.add_argument("by")
    stand.add_argument("--why", default="", help="why")
    stand.add_argument("--points-to", choices=("absent", "stand_in"), default="absent")
    merge = _acting(menu, "merge", acts.merge, "two numbers are one person")
    merge.add_argument("kept")
    merge.add_argument("dropped")
    gone = _acting(menu, "anonymous", acts.anonymous, "take names out of the file for good")
    gone.add_argument("who", nargs="+")


def _add_draw(menu: Menu) -> None:
    promise = _acting(menu, "promise", acts.promise, "promise the seed of the draw by its hash")
    promise.add_argument("--seed", default="", help="64 hexadecimal digits (a fresh one)")
    draw = _acting(menu, "draw", acts.draw, "close the entry and draw the tables")
    draw.add_argument("--seed", default="", help="64 hexadecimal digits (a fresh one)")
    move = _acting(menu, "move", acts.move, "move somebody by hand; says what it costs in repeats")
    move.add_argument("who")
    move.add_argument("round", type=int)
    move.add_argument("table", type=int)
    move.add_argument("--other", default="", help="in exchange for this person")
    move.add_argument("--why", default="", help="why")
    start = _acting(menu, "start", acts.start, "begin the next round")
    start.add_argument("--minutes", type=int, default=0, help="its length (as the plan says)")
    _acting(menu, "close", acts.close, "end the round once all sheets are in")
    more = _acting(menu, "time", acts.time, "give more time")
    more.add_argument("minutes", type=int)
    more.add_argument("--table", type=int, default=0, help="to one table (all)")


def _add_sheets(menu: Menu) -> None:
    row = _acting(menu, "row", acts.row, "write a deal; three figures are enough")
    row.add_argument("table", type=int)
    row.add_argument("points", nargs="*", help="in the order of the sheet: 1 1 -1 (-1)")
    row.add_argument("--deal", type=int, default=0, help="which deal (the next)")
    row.add_argument("--out", default="", metavar="WHO", help="who sits out at a table of five")
    row.add_argument("--places", nargs="*", default=[], metavar="WHO", help="who played, in order")
    row.add_argument("--money", nargs="*", default=[], help="the money ledger, where it differs")
    row.add_argument("--facts", type=Path, metavar="JSON", help="facts, as for 'trull settle'")
    row.add_argument("--sure", action="store_true", help="rare, but so")
    row.add_argument("--unclear", action="store_true", help="keep it although it cannot be so")
    mend = _acting(menu, "mend", acts.mend, "put a row right")
    mend.add_argument("table", type=int)
    mend.add_argument("deal", type=int)
    mend.add_argument("points", nargs="+")
    mend.add_argument("--why", required=True, help="why")
    mend.add_argument("--round", type=int, default=0, help="of another round")
    mend.add_argument("--sure", action="store_true", help="rare, but so")
    strike = _acting(menu, "strike", acts.strike, "strike an unclear row: everybody gets 0")
    strike.add_argument("table", type=int)
    strike.add_argument("deal", type=int)
    strike.add_argument("--why", required=True, help="why it cannot be cleared up")
    strike.add_argument("--round", type=int, default=0, help="of another round")
    typed = _acting(
        menu, "type", acts.type_, "type the sums of a paper sheet; a second helper again"
    )
    typed.add_argument("table", type=int)
    typed.add_argument(
        "totals", nargs="+", help="in the order of the sheet; the last may be left out"
    )
    typed.add_argument("--helper", required=True, help="who types")


def _add_court(menu: Menu) -> None:
    case = _acting(menu, "case", acts.case, "put something before the referee")
    case.add_argument("kind", help="such as renonce")
    case.add_argument("--table", type=int, default=0)
    case.add_argument("--by", default="", metavar="WHO", help="who complains")
    case.add_argument("--against", default="", metavar="WHO", help="who is accused")
    rule = _acting(menu, "rule", acts.rule, "rule on a case or an objection")
    rule.add_argument("case", type=int)
    rule.add_argument("verdict")
    rule.add_argument("--clause", action="append", default=[], help="by which clause")
    rule.add_argument("--deal", type=int, default=0, help="its row follows: which deal")
    rule.add_argument("--table", type=int, default=0, help="another table than the case's")
    rule.add_argument("--round", type=int, default=0, help="of another round")
    rule.add_argument("--points", nargs="*", default=[], help="what the referee gives")
    rule.add_argument("--money", nargs="*", default=[], help="the money ledger, where it differs")
    rule.add_argument("--places", nargs="*", default=[], metavar="WHO", help="who played, in order")
    _told(rule)
    price = menu.command("price", acts.act(acts.price), "say what a deal comes to by the book")
    _told(price)
    fine = _acting(menu, "sanction", acts.sanction, "warn, fine, exclude, ban")
    fine.add_argument("who")
    fine.add_argument("kind", choices=("warning", "points", "exclusion", "ban"))
    fine.add_argument("--why", required=True, help="why")
    fine.add_argument("--points", default="", help="such as -10")
    fine.add_argument("--until", default="", help="how long a ban holds")


def _told(parser: argparse.ArgumentParser) -> None:
    """Facts or a record: what the laws can price."""
    parser.add_argument("--facts", type=Path, metavar="JSON", help="facts, as for 'trull settle'")
    parser.add_argument("--record", type=Path, metavar="TRN", help="the record of the deal")


def _add_result(menu: Menu) -> None:
    _acting(menu, "post", acts.post, "post the ranking; objections are taken for a while")
    objection = _acting(menu, "object", acts.object_, "object to the posted result")
    objection.add_argument("who")
    objection.add_argument("text")
    _acting(menu, "lot", acts.lot, "draw lots among people of equal place")
    _acting(menu, "finish", acts.finish, "make the result final")
    again = _acting(menu, "reopen", acts.reopen, "open a final result again; every print says so")
    again.add_argument("--why", required=True, help="why")
    _acting(menu, "prizes", acts.prizes, "give the prizes of the plan, and show the till")
    raffle = _acting(menu, "raffle", acts.raffle, "draw winners among those present")
    raffle.add_argument("prizes", type=int)
