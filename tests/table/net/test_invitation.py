"""The address an invitation names: one that its reader's friends can open, or what to do."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from dataclasses import replace

from players import TEST, Player, run, serving, visitors
from trull.table.net import invitation
from trull.table.settings import Settings

PATH = "/api/rooms/abcd/invitation"


def told(database: str, settings: Settings, host: str = "") -> dict[str, object]:
    found: dict[str, object] = {}

    async def go() -> None:
        async with serving(database, settings) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            headers = {"Host": host} if host else {}
            _, text, _ = await anna.get(PATH, headers=headers)
            found.update(json.loads(text))
            status, svg, kind = await anna.get(f"{PATH}.svg", headers=headers)
            assert (status, kind["Content-Type"]) == (200, "image/svg+xml")
            assert svg.startswith(b"<svg")

    run(go)
    return found


def test_a_table_for_this_machine_alone_says_how_others_could_come(database: str) -> None:
    found = told(database, replace(TEST, started_by="make run ARGS="))
    assert str(found["link"]).endswith("/t/abcd")
    assert (found["reachable"], found["remedy"]) == (False, "make run ARGS=--lan")


def test_a_table_for_the_network_names_an_address_of_this_machine(database: str) -> None:
    found = told(database, replace(TEST, host="0.0.0.0"))
    here = invitation.addresses()
    assert found["reachable"] == bool(here)
    assert not here or str(found["link"]).startswith(f"http://{here[0]}:")


def test_who_came_by_another_address_passes_that_on(database: str) -> None:
    found = told(database, replace(TEST, host="0.0.0.0"), "tarock.example:444")
    assert found == {"link": "http://tarock.example:444/t/abcd", "reachable": True, "remedy": ""}


def test_a_name_no_host_has_is_no_invitation(database: str) -> None:
    """A long one would be a code of two thousand letters, drawn while all tables wait."""

    async def go() -> None:
        async with (
            serving(database, replace(TEST, host="0.0.0.0")) as base,
            Player(base, "Mallory") as mallory,
        ):
            for host in ("a" * 2900, "[", "[::1", "a:b:c"):
                for path in (PATH, f"{PATH}.svg"):
                    status, text, _ = await mallory.get(path, headers={"Host": host})
                    assert (status, json.loads(text)["error"]) == (400, "bad_message"), host[:9]

    run(go)


def test_no_address_of_this_machine_alone_is_passed_on() -> None:
    assert not any(map(invitation.is_this_machine, invitation.addresses()))
    assert invitation.is_this_machine("[::1]")
    assert not invitation.is_this_machine("tarock.example")


def test_a_code_in_characters_is_as_wide_as_a_narrow_terminal_and_holds_its_border() -> None:
    lines = invitation.as_lines("http://192.168.100.100:8080/").splitlines()
    assert {len(line) for line in lines} == {len(lines[0])}
    assert len(lines[0]) <= 40
    assert set(lines[0]) == {"█"}
