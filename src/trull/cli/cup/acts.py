"""The commands that change a cup: each is one or a few wishes, and says what came of them."""

from __future__ import annotations

import argparse
import json
import secrets
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import get_args

from trull.cli.cup.file import CupFile, found, opened
from trull.cli.cup.people import number_of
from trull.cli.cup.telling import DASH, CupTeller, clock, struck_told
from trull.cli.screen import Screen, language
from trull.cup import commands, court, entries, money, plan
from trull.cup.commands import Actor, Command
from trull.cup.decide import Again
from trull.cup.entries import Entry, Role
from trull.cup.lists import listed
from trull.cup.ranking import ranking, ties
from trull.cup.state import Sheet
from trull.errors import CupError, TrullError
from trull.settlement import Amount, whole
from trull.table.cups.file import SUFFIX
from trull.written import UTF8, amount, is_count, unreadable

Args = argparse.Namespace
Does = Callable[[CupFile, CupTeller, Args], None]


# How a command is run


def act(does: Does) -> Callable[[Args], int]:
    """Open the cup, do it, be done; whoever tells sees the cup as it is then."""

    def run(args: Args) -> int:
        lang = language(args.lang)
        with opened(found(args.file), lang) as file:
            does(file, CupTeller(Screen(), lang, file.cup), args)
        return 0

    return run


def do(file: CupFile, teller: CupTeller, args: Args, *wishes: Command) -> list[Entry]:
    """Obey, as who the command line says; the teller follows."""
    done = []
    for at, wish in enumerate(wishes):
        cid = f"{args.cid}.{at}" if getattr(args, "cid", "") else ""
        entry = file.do(_actor(getattr(args, "role", "organiser")), wish, cid)
        if isinstance(entry, Again):
            teller.line("done.again", number=entry.number)
        else:
            done.append(entry)
    teller.cup = file.cup
    return done


def _actor(text: str) -> Actor:
    """``organiser``, ``helper:Resi``, ``referee``, ``table:17``."""
    role, _, rest = text.partition(":")
    for known in get_args(Role):
        if role == known and role == "table" and is_count(rest):
            return Actor("table", int(rest))
        if role == known and role != "table":
            return Actor(known, name=rest)
    raise CupError("--as", "expected organiser, helper:NAME, referee or table:NUMBER")


def _amounts(texts: Iterable[str]) -> tuple[Amount, ...]:
    try:
        return tuple(whole(amount(text)) for text in texts)
    except (ValueError, ZeroDivisionError) as error:
        raise TrullError(str(error)) from None


def _cents(text: str) -> int:
    """Euros as cents: ``15``, ``12.50`` or ``12,50``."""
    try:
        cents = amount(text.replace(",", ".")) * 100
    except (ValueError, ZeroDivisionError):
        raise CupError("--paid", f"expected an amount in euros, found {text[:20]!r}") from None
    if cents.denominator != 1:
        raise CupError("--paid", "expected whole cents")
    return int(cents)


def _filled(points: Sequence[Amount], playing: int) -> tuple[Amount, ...]:
    """The last figure follows from the others."""
    if len(points) == playing - 1:
        return (*points, -sum(points))
    return tuple(points)


def sheet_at(file: CupFile, table: int, at: int = 0) -> Sheet:
    """The sheet of a table; CupError where it has none."""
    sheet = file.cup.sheets.get((at or file.cup.round, table))
    if sheet is None:
        raise CupError(f"table {table}", "has no sheet in this round")
    return sheet


# Set-up


def new(args: Args) -> int:
    """Open a cup in a new file."""
    lang = language(args.lang)
    told = plan.load(args.plan)
    stem = "".join(c if c.isalnum() or c in "-_ " else "-" for c in args.name).strip() or "cup"
    path = args.file or Path(f"{stem}{SUFFIX}")
    wish = commands.Open(args.name, plan.as_data(told), args.date, args.place)
    with opened(path, lang, create=True) as file:
        try:
            file.do(Actor("organiser"), wish)
        except TrullError:
            path.unlink()
            raise
        title = told.title.get(lang, told.name)
        CupTeller(Screen(), lang, file.cup).line("done.new", file=path, plan=title)
    return 0


def change(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Set a field of the plan."""
    try:
        value = json.loads(args.value)
    except ValueError:
        value = args.value
    do(file, teller, args, commands.Change(args.field, value, args.why))
    teller.line("done.changed", field=args.field, value=args.value)


def link(file: CupFile, teller: CupTeller, args: Args) -> None:
    """A link is shown once; the log keeps its hash."""
    secret = secrets.token_urlsafe(24)
    actor = _actor(args.for_role)
    hashed = sha256(secret.encode()).hexdigest()
    (entry,) = do(file, teller, args, commands.Link(actor.role, hashed, actor.table))
    assert isinstance(entry.body, entries.Linked)
    teller.line("done.linked", link=entry.body.link, secret=secret, role=args.for_role)


def unlink(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Take a link back."""
    do(file, teller, args, commands.Unlink(args.link, args.why))
    teller.line("done.unlinked", link=args.link)


# People


def add(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Enter somebody, who is here unless said otherwise."""
    wish = commands.Enter(
        name=args.name,
        place=args.place,
        club=args.club,
        team=args.team,
        tags=tuple(args.tag),
        apart=tuple(number_of(file.cup, one) for one in args.apart),
        pid=args.pid,
        pool=args.pool,
        sure=args.sure,
    )
    do(file, teller, args, wish)
    number = max(file.cup.people)
    if not args.later:
        do(file, teller, args, commands.Arrive(number))
    if args.paid:
        do(file, teller, args, commands.Pay(number, _cents(args.paid)))
    teller.line("done.entered", who=teller.who(number))


def enter(file: CupFile, teller: CupTeller, args: Args) -> None:
    """A list of people: all wrong lines are told; nothing is taken until the rest is confirmed."""
    good, wrong = listed(_text(args.csv), file.cup)
    for problem in wrong:
        about = {"line": problem.line, "column": problem.column, "why": teller.tells(problem.why)}
        teller.line("bad_line", **about)
    if wrong and not args.rest:
        raise CupError(str(args.csv), teller.tells("nothing_taken", n=len(wrong)))
    for person in good:
        do(file, teller, args, person.wish)
        if person.paid:
            do(file, teller, args, commands.Pay(max(file.cup.people), person.paid))
    teller.line("done.listed", n=len(good))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding=UTF8)
    except (OSError, UnicodeDecodeError) as error:
        raise CupError(str(path), unreadable(error)) from None


def here(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Tick people off."""
    for one in args.who:
        number = number_of(file.cup, one)
        do(file, teller, args, commands.Arrive(number))
        if args.paid:
            do(file, teller, args, commands.Pay(number, _cents(args.paid)))
        teller.line("done.arrived", who=teller.who(number))


def pay(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Note a fee."""
    number = number_of(file.cup, args.who)
    do(file, teller, args, commands.Pay(number, _cents(args.euros)))
    teller.line("done.paid", who=teller.who(number), amount=teller.cents(_cents(args.euros)))


def rename(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Put a name right."""
    number = number_of(file.cup, args.who)
    do(file, teller, args, commands.Rename(number, args.name, args.place))
    teller.line("done.renamed", who=teller.who(number))


def leave(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Somebody goes, and the plan follows."""
    number = number_of(file.cup, args.who)
    do(file, teller, args, commands.Leave(number, args.why, args.deal))
    teller.line("done.left", who=teller.who(number))
    _mend_plan(file, teller, args, number)


def late(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Somebody new, or somebody who is on the list, or comes back."""
    if is_count(args.who):
        number = number_of(file.cup, args.who)
        person = file.cup.people[number]
        wish = commands.Return(number) if person.gone else commands.Arrive(number)
        do(file, teller, args, wish)
    else:
        args.name = args.who
        add(file, teller, args)
        number = max(file.cup.people)
    _mend_plan(file, teller, args, number)


def _mend_plan(file: CupFile, teller: CupTeller, args: Args, number: int) -> None:
    """The plan follows who left or came, where there is one."""
    cup = file.cup
    rounds = range(cup.round + 1, len(cup.seating) + 1)
    seated = any(cup.table_of(number, at) for at in rounds)
    if not cup.seating or (cup.people[number].gone and not seated):
        return
    (entry,) = do(file, teller, args, commands.Repair(number))
    body = entry.body
    assert isinstance(body, entries.Repaired)
    own = [slip for slip in body.slips if slip[0] == number]
    others = [slip for slip in body.slips if slip[0] != number]
    for _, at, _, new in own:
        if new:
            teller.line("slip_own", who=teller.who(number), round=at, table=new)
    for person, at, old, new in others:
        teller.line("slip", who=teller.who(person), round=at, old=old or DASH, new=new or DASH)
    teller.line("done.repaired", slips=len(others), repeats=body.repeats)


def stand_in(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Somebody sits in for another."""
    absent, spare = number_of(file.cup, args.absent), number_of(file.cup, args.by)
    do(file, teller, args, commands.StandIn(absent, spare, args.points_to))
    if not file.cup.people[absent].gone:
        do(file, teller, args, commands.Leave(absent, args.why))
    teller.line("done.stand_in", who=teller.who(spare), absent=teller.who(absent))


def merge(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Two numbers become one."""
    kept, dropped = number_of(file.cup, args.kept), number_of(file.cup, args.dropped)
    do(file, teller, args, commands.Merge(kept, dropped))
    teller.line("done.merged", who=teller.who(kept), number=dropped)


# Draw and time


def promise(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Promise a seed."""
    commitment = file.promise_of(args.seed) if args.seed else file.promise()
    do(file, teller, args, commands.Commit(commitment))
    teller.line("done.committed", commitment=commitment)


def draw(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Promise, close the entry and draw, as far as that is left to do."""
    if not file.cup.commitment:
        promise(file, teller, args)
    if not file.cup.entry_closed:
        do(file, teller, args, commands.CloseEntry())
    do(file, teller, args, commands.Draw(file.seed()))
    teller.status()


def move(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Move somebody by hand."""
    number = number_of(file.cup, args.who)
    other = number_of(file.cup, args.other) if args.other else 0
    wish = commands.Move(args.round, number, args.table, other, args.why)
    (entry,) = do(file, teller, args, wish)
    assert isinstance(entry.body, entries.Moved)
    teller.line("done.moved", who=teller.who(number), repeats=entry.body.repeats)


def start(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Begin a round."""
    do(file, teller, args, commands.StartRound(args.minutes))
    teller.line("done.started", round=file.cup.round, until=clock(file.cup.ends_at))


def close(file: CupFile, teller: CupTeller, args: Args) -> None:
    """End a round."""
    do(file, teller, args, commands.CloseRound())
    teller.line("done.closed", round=file.cup.round)


def time(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Give more time."""
    do(file, teller, args, commands.AddTime(args.minutes, args.table))
    teller.line("done.time", minutes=args.minutes, table=args.table or DASH)


# Rows and sheets


def row(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Write a deal."""
    sheet = sheet_at(file, args.table)
    places = tuple(number_of(file.cup, one) for one in args.places)
    if args.out:
        out = number_of(file.cup, args.out)
        places = tuple(number for number in sheet.people if number != out)
    elif not places and len(sheet.people) > file.cup.plan.playing:
        raise CupError(f"{args.table}", teller.tells("say_out", who=teller.names(sheet.people)))
    points = _filled(_amounts(args.points), file.cup.plan.playing)
    wish = commands.WriteRow(
        table=args.table,
        deal=args.deal,
        places=places,
        points=points,
        money=_filled(_amounts(args.money), file.cup.plan.playing) if args.money else (),
        facts=_facts(args.facts),
        sure=args.sure,
        unclear=args.unclear,
    )
    for entry in do(file, teller, args, wish):
        assert isinstance(entry.body, entries.RowWritten)
        code = "done.row_unclear" if entry.body.unclear else "done.row"
        teller.line(code, table=args.table, deal=entry.body.deal)


def _facts(path: Path | None) -> dict[str, object]:
    if path is None:
        return {}
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise CupError(str(path), f"no facts in JSON ({type(error).__name__})") from None
    if not isinstance(told, dict):
        raise CupError(str(path), "expected an object")
    return told


def _record(path: Path | None) -> tuple[str, ...]:
    return () if path is None else tuple(_text(path).splitlines())


def price(file: CupFile, teller: CupTeller, args: Args) -> None:
    """What a deal comes to by the book of the cup, before anybody rules."""
    if file.cup.rules is None:
        raise CupError("price", teller.tells("no_book"))
    found = court.priced(file.cup.rules, _facts(args.facts), _record(args.record))
    teller.price(found.points, found.clauses)


def mend(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Put a row right, and say whose prize that moves."""
    points = _filled(_amounts(args.points), file.cup.plan.playing)
    before = file.cup
    wish = commands.MendRow(
        table=args.table,
        deal=args.deal,
        points=points,
        why=args.why,
        round=args.round,
        sure=args.sure,
    )
    do(file, teller, args, wish)
    teller.line("done.mended", table=args.table, deal=args.deal)
    _prizes_moved(file, teller, money.moved_prizes(before, file.cup))


def _prizes_moved(file: CupFile, teller: CupTeller, moved: Sequence[int]) -> None:
    if moved and file.cup.posted:
        teller.line("prizes_moved", who=teller.names(moved))


def strike(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Strike a row."""
    wish = commands.StrikeRow(table=args.table, deal=args.deal, why=args.why, round=args.round)
    do(file, teller, args, wish)
    told = teller.tells("done.struck", table=args.table, deal=args.deal)
    teller.screen.line(struck_told(told, file.cup.plan.strike))


def type_(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Type the sums of a paper sheet."""
    sheet = sheet_at(file, args.table)
    totals = _filled(_amounts(args.totals), len(sheet.people))
    wish = commands.TypeSheet(table=args.table, totals=totals, helper=args.helper)
    do(file, teller, args, wish)
    now = sheet_at(file, args.table)
    if now.differs:
        teller.line("differs", who=teller.names(now.differs))
    elif now.closed:
        teller.sheet(now)
    else:
        teller.line("done.typed", table=args.table)


def case(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Open a case."""
    claimant, accused = (number_of(file.cup, one) if one else 0 for one in (args.by, args.against))
    wish = commands.OpenCase(kind=args.kind, table=args.table, claimant=claimant, accused=accused)
    do(file, teller, args, wish)
    teller.line("done.case", case=len(file.cup.cases))


def rule(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Rule on a case."""
    playing = file.cup.plan.playing
    wish = commands.Rule(
        case=args.case,
        verdict=args.verdict,
        clauses=tuple(args.clause),
        deal=args.deal,
        table=args.table,
        round=args.round,
        places=tuple(number_of(file.cup, one) for one in args.places),
        points=_filled(_amounts(args.points), playing) if args.points else (),
        money=_filled(_amounts(args.money), playing) if args.money else (),
        facts=_facts(args.facts),
        record=_record(args.record),
    )
    for entry in do(file, teller, args, wish):
        teller.line("done.ruled", case=args.case)
        if isinstance(entry.body, entries.Ruled) and entry.body.deal:
            teller.ruling(entry.body)


def sanction(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Warn, fine, exclude, ban."""
    number = number_of(file.cup, args.who)
    points = _amounts([args.points])[0] if args.points else 0
    wish = commands.Sanction(
        number=number, kind=args.kind, why=args.why, points=points, until=args.until
    )
    do(file, teller, args, wish)
    teller.line("done.sanction", who=teller.who(number))


# Result


def post(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Post the ranking."""
    do(file, teller, args, commands.Post())
    teller.ranking()
    teller.line("done.posted", until=clock(file.cup.objections_until))


def object_(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Object to it."""
    number = number_of(file.cup, args.who)
    do(file, teller, args, commands.Object(number, args.text))
    teller.line("done.case", case=len(file.cup.cases))


def lot(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Draw lots among all who are equal."""
    groups = ties(ranking(file.cup))
    if not groups:
        teller.line("no_ties")
    for group in groups:
        do(file, teller, args, commands.DrawLot(group))
        teller.line("done.lot", who=teller.names(group))


def finish(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Make it final."""
    do(file, teller, args, commands.Finish())
    teller.ranking()


def reopen(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Open a final result again."""
    do(file, teller, args, commands.Reopen(args.why))
    teller.line("reopened", times=file.cup.reopened)


def prizes(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Give the prizes that are not given yet."""
    for prize in money.due(file.cup):
        what = teller.tells("place_prize", place=prize.place)
        do(file, teller, args, commands.Award(what, prize.number, prize.cents))
    teller.money()


def raffle(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Draw winners."""
    (entry,) = do(file, teller, args, commands.Raffle(args.prizes))
    assert isinstance(entry.body, entries.Raffled)
    teller.line("done.raffled", who=teller.names(entry.body.winners))


def anonymous(file: CupFile, teller: CupTeller, args: Args) -> None:
    """A name is taken out of the file; the chain still holds."""
    from trull.cli.store import write_whole
    from trull.cup import log as logs

    numbers = [number_of(file.cup, one) for one in args.who]
    hashes = [file.cup.people[number].named for number in numbers]
    write_whole(file.path, logs.anonymous(file.path.read_text(encoding="utf-8"), hashes))
    teller.line("done.anonymous", n=len(numbers))
