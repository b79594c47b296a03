"""A served duplicate cup: no byte of a board leaves before every table is through with it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cup_server import Browser, Hall, evening, row
from trull import laws
from trull.cup import boards
from trull.table.cups import door, watching
from trull.table.net.guard import Gate
from trull.table.settings import Rate

DEALS = 3
VIEWS = ("desk", "table", "hall", "me", "boards")


def _bare(text: str) -> str:
    """Letters and digits alone: however cards are strung together, their names follow."""
    return re.sub("[^A-Za-z0-9]", "", text)


class Sealed:
    """What of each board must not be seen yet, in every way it could be written."""

    def __init__(self, hall: Hall) -> None:
        cup, file = hall.server.desk.cup, hall.server.desk.file
        assert cup.rules is not None
        self.seed = file.seed("boards")
        pack = laws.of(cup.rules.game).pack
        self.signs: dict[tuple[int, int], set[str]] = {}
        for at in [(r, d) for r in (1, 2) for d in range(1, DEALS + 1)]:
            one = boards.board(cup.rules, self.seed, cup.id, at)
            codes = [pack.code(card) for card in one.game.setup.pack]
            numbers = list(map(str, one.game.setup.pack))
            runs = [*one.hands, one.rest, codes[:8], codes[8:16], numbers[:10]]
            self.signs[at] = {"".join(run) for run in runs}
        assert all("".join(hand) for at in self.signs for hand in self.signs[at])

    def seen(self, text: str) -> set[tuple[int, int]]:
        bare = _bare(text)
        return {at for at, signs in self.signs.items() if any(sign in bare for sign in signs)}


async def _everything(hall: Hall, people: list[Browser]) -> str:
    """Every byte anybody can get: all views by all keys, the pages, what is printed."""
    found = []
    for browser in people:
        for view in VIEWS:
            async with browser.http.get(
                f"{hall.base}/api/cup/{view}?as={browser.link}", headers={}
            ) as answer:
                found.append(await answer.text())
        for what in ("slips", "cards", "sheets", "list", "ranking", "money"):
            _, told = await browser.ask(f"papers/{what}", "")
            found.append(json.dumps(told))
        for path in ("/health", f"/c/{hall.cup}", f"/c/{hall.cup}/desk"):
            async with browser.http.get(f"{hall.base}{path}") as answer:
                found.append(await answer.text())
    return "".join(found)


async def _keys(hall: Hall, organiser: Browser) -> list[Browser]:
    """Somebody of every role, and a stranger."""
    found = [organiser, hall.browser(), await hall.pad(1), await hall.pad(2)]
    for wish in ({"role": "wall"}, {"role": "helper", "name": "Resi"}, {"role": "referee"}):
        address = (await organiser.must("link", wish))["address"]
        found.append(await hall.browser().key(address.partition("#")[2]))
    address = (await organiser.must("link", {"role": "person", "number": 1}))["address"]
    return [*found, await hall.browser().key(address.partition("#")[2])]


async def _seated(organiser: Browser, rounds: int) -> None:
    """Eight people sit at two tables."""
    plan = [{"do": "change", "path": "deals", "value": DEALS}]
    await organiser.does(*plan, {"do": "change", "path": "rounds", "value": rounds})
    for number in range(1, 9):
        enter = {"do": "enter", "name": f"Person {number}"}
        await organiser.does(enter, {"do": "arrive", "number": number})
    await organiser.must("promise", "")
    await organiser.must("draw", "")


def test_sealed_boards_never_leave_the_server_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After every entry all that anybody can get is searched for every board, and for the seed."""
    path = tmp_path / "a.cup"
    monkeypatch.setattr(door, "COMMANDS", Rate(burst=10_000, each_second=1000))
    monkeypatch.setattr(watching, "CALM", 0.0)

    async def go(hall: Hall, organiser: Browser) -> None:
        await _seated(organiser, 2)
        assert await organiser.may_not({"do": "start_round"}) == "boards_not_promised"
        await organiser.must("boards/promise", "")
        assert await organiser.refused("boards/promise", "") == "stale"
        sealed, people = Sealed(hall), await _keys(hall, organiser)
        played = set[tuple[int, int]]()
        for at in (1, 2):
            await organiser.does({"do": "start_round"})
            for deal in range(1, DEALS + 1):
                for table in (1, 2):
                    await organiser.does(row(table, deal, 1, 1, -1, -1))
                    played |= {(at, deal)} if table == 2 else set()
                    told = await _everything(hall, people) + path.read_text(encoding="utf-8")
                    assert sealed.seen(told) == played
                    assert sealed.seed not in told
            assert await organiser.refused("boards/open", "") == "boards_sealed"
            for table in (1, 2):
                await organiser.does({"do": "close_sheet", "table": table})
            if at == 1:
                await organiser.does({"do": "close_round"})
        await organiser.does({"do": "close_round"})
        assert await people[1].refused("boards/open", "") == "no_key"
        assert (await organiser.must("boards/open", ""))["seed"] == sealed.seed
        assert sealed.seed in await _everything(hall, people)

    evening(path, go, "duplikat")


def test_a_table_that_ends_early_opens_what_the_others_have_played(tmp_path: Path) -> None:
    async def go(hall: Hall, organiser: Browser) -> None:
        await _seated(organiser, 1)
        await organiser.must("boards/promise", "")
        await organiser.does({"do": "start_round"})
        await organiser.does(row(1, 1, 3, -1, -1, -1))
        assert (await organiser.must("boards"))["boards"] == []
        await organiser.does({"do": "close_sheet", "table": 2, "early": True})
        (only,) = (await organiser.must("boards"))["boards"]
        assert [one["worth"] for one in only["results"]] == [0, 0, 0, 0]
        assert await hall.browser().refused("boards/promise", "") == "no_key"

    evening(tmp_path / "a.cup", go, "duplikat")


def test_a_pad_that_tells_a_row_before_it_has_played_does_not_change_it_afterwards(
    tmp_path: Path,
) -> None:
    """The last table could look at the board, play it, and put its row right."""

    async def go(hall: Hall, organiser: Browser) -> None:
        await _seated(organiser, 1)
        await organiser.must("boards/promise", "")
        await organiser.does({"do": "start_round"})
        pad = await hall.pad(1)
        mend = {"do": "mend_row", "table": 1, "points": [3, -1, -1, -1], "why": "vertippt"}
        await pad.does(row(1, 1))
        await pad.does({**mend, "deal": 1})  # the other table has not played it yet
        await organiser.does(row(2, 1), row(2, 2))
        assert len((await pad.must("boards"))["boards"]) == 1
        await pad.does(row(1, 2, unclear=True))
        assert len((await pad.must("boards"))["boards"]) == 1, "it may not have been played"
        await pad.does({**mend, "deal": 2})
        assert len((await pad.must("boards"))["boards"]) == 2
        for deal in (1, 2):
            assert await pad.may_not({**mend, "deal": deal}) == "board_shown"
        await organiser.does({**mend, "deal": 2})

    evening(tmp_path / "a.cup", go, "duplikat")


def test_strangers_who_ask_for_boards_are_counted_together(tmp_path: Path) -> None:
    async def go(hall: Hall, _: Browser) -> None:
        stranger = hall.browser()
        assert (await stranger.must("boards"))["boards"] == []
        hall.server.door._asking = Gate(Rate(burst=1, each_second=0))
        found = [(await stranger.ask("boards"))[0] for _ in range(3)]
        assert 429 in found

    evening(tmp_path / "a.cup", go, "duplikat")


def test_the_page_of_boards_has_an_address_and_names_the_pack(tmp_path: Path) -> None:
    async def go(hall: Hall, organiser: Browser) -> None:
        async with hall.browser().http.get(f"{hall.base}/c/{hall.cup}/boards") as answer:
            assert answer.status == 200
        told = await organiser.must("boards")
        assert (told["pack"], told["method"]) == ("tarock54", "cross")
        assert (await organiser.must("desk"))["head"]["boards"] == "cross"

    evening(tmp_path / "a.cup", go, "duplikat")
