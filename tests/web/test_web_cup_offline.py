"""A table's pad whose net is gone: its rows stay in the phone, and each goes out once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cup_server import kept
from samples import at_length
from trull.cup.entries import RowWritten
from web.test_web_cup import Hall, Serve, serve  # noqa: F401  the fixture
from web.test_web_cup_evening import Pad, _cards, phones, until, w  # noqa: F401  the fixture


def rows_in(hall: Hall) -> list[int]:
    """The deals of the first table whose rows the cup's file has, in their order."""
    told = [entry.body for entry in kept(hall.path).entries]
    return [row.deal for row in told if isinstance(row, RowWritten) and row.table == 1]


@at_length
@pytest.mark.slow  # a server and two browsers
def test_rows_written_without_a_net_go_out_later_each_once(
    serve: Serve,  # noqa: F811
    phones: Callable[[str], Pad],  # noqa: F811
) -> None:
    hall = serve(8)
    pad = phones(_cards(hall.page, hall)[1])
    pad.begin()
    pad.row()
    until(pad.page, lambda: rows_in(hall) == [1], "the first row is kept")
    pad.context.set_offline(True)
    for _ in range(2):
        pad.row()
    banner = pad.page.locator(".banner")
    until(pad.page, lambda: banner.all_inner_texts() == [w("waits_offline", n=2)], "two rows wait")
    assert rows_in(hall) == [1]
    pad.context.set_offline(False)
    until(pad.page, lambda: not banner.count(), "nothing waits any more")
    assert rows_in(hall) == [1, 2, 3]
