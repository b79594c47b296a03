"""``trull cup boards`` and ``fill``: boards are promised, printed, compared and opened."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from trull.cli.cup.acts import act, do
from trull.cli.cup.file import CupFile, CupRefusedError, refusal_told
from trull.cli.cup.telling import CupTeller, decimal
from trull.cli.screen import grid
from trull.cup import boards, commands
from trull.cup.boards import Board
from trull.cup.refusal import Refusal
from trull.cup.state import Cup
from trull.errors import CupError
from trull.settlement import shown

if TYPE_CHECKING:
    from trull.cli.cup import Menu

Args = argparse.Namespace


def add(menu: Menu) -> None:
    """Add the commands."""
    fill = menu.command("fill", act(_fill), "let bots fill the tables of a duplicate cup")
    fill.add_argument("--as", dest="role", default="organiser", help="as which role")
    show = menu.command("boards", act(_boards), "promise, print, compare or open the boards")
    show.add_argument(
        "--print", dest="round", type=int, help="the hands of a round: keep it secret"
    )
    show.add_argument("--played", type=int, metavar="ROUND", help="compare what all have played")
    show.add_argument("--open", action="store_true", help="show the seed once all is played")
    show.add_argument("--seed", default="", help="promise this one: 64 hexadecimal digits")


def _fill(file: CupFile, teller: CupTeller, args: Args) -> None:
    """Bots until the tables are full."""
    over = len(list(file.cup.present())) % file.cup.plan.least
    many = (file.cup.plan.least - over) % file.cup.plan.least
    called = teller.tells("bot")
    for _ in range(many):
        name = f"{called} {file.cup.next_number()}"
        do(file, teller, args, commands.Enter(name=name, bot=True, sure=True))
        do(file, teller, args, commands.Arrive(max(file.cup.people)))
    teller.line("done.filled", n=many)


def _boards(file: CupFile, teller: CupTeller, args: Args) -> None:
    """One of the four; without an option the boards are promised."""
    if args.round:
        for deal in range(1, file.cup.plan.deals + 1):
            _print(teller, _secret(file, args.round, deal))
    elif args.played:
        for deal in boards.opened(file.cup, args.played):
            _compare(teller, file.cup, args.played, deal)
    elif args.open:
        do(file, teller, args, commands.OpenBoards(file.seed("boards")))
        teller.line("done.boards_opened", seed=file.cup.boards_seed)
    elif file.cup.boards_commitment:
        teller.line("boards_promised", commitment=file.cup.boards_commitment)
    else:
        seed = args.seed
        commitment = file.promise_of(seed, "boards") if seed else file.promise("boards")
        do(file, teller, args, commands.PromiseBoards(commitment))
        teller.line("boards_promised", commitment=commitment)


def _secret(file: CupFile, round_: int, deal: int) -> Board:
    """A board for whoever deals it beforehand."""
    cup, lang = file.cup, file.language
    if not 1 <= round_ <= cup.plan.rounds:
        raise CupError("--print", f"expected a round from 1 to {cup.plan.rounds}")
    if cup.rules is None or not cup.plan.boards:
        raise CupRefusedError(refusal_told(Refusal("other_rules", (("why", "boards"),)), lang))
    seed = cup.boards_seed or file.seed("boards")
    return boards.board(cup.rules, seed, cup.id, (round_, deal), cup.plan.playing)


def _print(teller: CupTeller, one: Board) -> None:
    """A board as it is dealt beforehand: a line for each seat, and what lies in the middle."""
    teller.screen.rule(teller.tells("board", round=one.round, deal=one.deal))
    dealer = one.game.setup.dealer
    for seat, hand in enumerate(one.hands):
        code = "board_dealer" if seat == dealer else "board_hand"
        teller.line(code, seat=SEATS[seat], cards=" ".join(hand))
    teller.line("board_rest", cards=" ".join(one.rest))


def _compare(teller: CupTeller, cup: Cup, round_: int, deal: int) -> None:
    """Everybody's result of a board beside the others of his seat."""
    table = grid(teller.tells("board", round=round_, deal=deal))
    for head in ("seat", "table", "name", "points", "worth"):
        table.add_column(teller.tells(f"head.{head}"))
    for one in boards.held(cup, round_, deal):
        worth = one.worth + boards.HALF if cup.plan.boards == "matchpoints" else one.worth
        figures = (shown(one.made), decimal(worth))
        table.add_row(SEATS[one.seat], str(one.table), teller.who(one.number), *figures)
    teller.screen.show(table)


SEATS = "ABCD"
