"""A phone in the same network: it opens the invitation of a table and plays there.

The phone's browser lives in a network namespace of its own, with an address of its own; that takes
root and Linux, elsewhere only the invitation itself is looked at.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from trull.table.net import invitation
from web.conftest import FIRST, FLAGS, chromium, free_port, wait_for
from web.visiting import PATIENCE, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OURS, PHONES = "10.213.77.1", "10.213.77.2"


@pytest.fixture
def lan_server(browser: Browser, tmp_path: Path) -> Iterator[str]:
    """The address, on this machine, of a server that lets the network in."""
    assert browser.is_connected()
    port = free_port()
    words = ["serve", "--lan", "--port", str(port), "--no-bots-pause"]
    words += ["--database", f"sqlite:///{tmp_path / 'tables.sqlite'}"]
    with subprocess.Popen([sys.executable, "-m", "trull", *words]) as server:
        try:
            wait_for(f"http://127.0.0.1:{port}/health", lambda: server.poll() is not None)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


@pytest.fixture
def phone(browser: Browser, tmp_path: Path) -> Iterator[Browser]:
    """A browser in a network namespace beside this machine's."""
    if sys.platform != "linux" or os.geteuid() or not shutil.which("ip"):
        pytest.skip("another network namespace takes root, Linux and the command ip")
    name = f"trull{os.getpid() % 100_000}"
    try:
        for line in _set_up(name):
            subprocess.run(line.split(), check=True, capture_output=True)
    except subprocess.CalledProcessError as error:
        _tear_down(name)
        pytest.skip(f"no network namespaces here: {error.stderr.decode().strip()}")
    program = tmp_path / "phone"
    program.write_text(f'#!/bin/sh\nexec ip netns exec {name} {chromium()} "$@"\n')
    program.chmod(0o755)
    try:
        opened = browser.browser_type.launch(executable_path=program, args=list(FLAGS))
        yield opened
        opened.close()
    finally:
        _tear_down(name)


def _set_up(name: str) -> Iterator[str]:
    inside = f"ip netns exec {name}"
    yield f"ip netns add {name}"
    yield f"ip link add {name} type veth peer name eth0 netns {name}"
    yield f"ip addr add {OURS}/24 dev {name}"
    yield f"ip link set {name} up"
    yield f"{inside} ip addr add {PHONES}/24 dev eth0"
    yield f"{inside} ip link set eth0 up"
    yield f"{inside} ip link set lo up"
    yield f"{inside} ip route add default via {OURS}"


def _tear_down(name: str) -> None:
    for line in (f"ip link del {name}", f"ip netns del {name}"):
        subprocess.run(line.split(), check=False, capture_output=True)


@pytest.mark.slow  # two browsers and a network
def test_a_phone_opens_the_invitation_and_plays(
    browser: Browser, phone: Browser, lan_server: str
) -> None:
    host = _visitor(browser, "Anna", lan_server)
    path = host.open_table("koenigrufen/tirol", practice=False)
    host.page.locator("details img").wait_for()
    link = host.page.locator(".lk").inner_text()
    assert link.partition(":")[0] in invitation.addresses()
    assert link.endswith(path)
    host.shot("invitation")

    guest = _visitor(phone, "Berta", f"http://{link.removesuffix(path)}")
    guest.go(path)
    guest.button("sit_down").click()
    guest.button("i_am_ready").click()
    host.button("fill_with_bots").click()
    host.button("deal_cards").click()
    guest.page.locator(".felt").wait_for()
    people = (host, guest)

    def acts() -> bool:
        for one in people:
            step = one.step()
            if step["kind"] == "tap" and one.do(step):
                one.wait_change(step)
        return 0 < len(guest.hand) < 12

    guest.until(acts, "the phone does not play", 2 * PATIENCE)
    assert not host.problems + guest.problems


def _visitor(browser: Browser, name: str, base: str) -> Visitor:
    context = browser.new_context(locale="de", service_workers="block")
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(FIRST % json.dumps(json.dumps({"name": name, "rest": 1, "lang": "de"})))
    return Visitor(context.new_page(), base)
