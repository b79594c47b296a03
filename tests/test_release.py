"""A release: changelog, lists of components, what a wheel must hold, and the wheel itself."""

from __future__ import annotations

import http.client
import importlib.util
import re
import subprocess
import sys
import time
import tomllib
import venv
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from samples import SOAK

ROOT = Path(__file__).parents[1]
FRAGMENTS = sorted(path for path in (ROOT / "changes").glob("*.md") if path.name != "README.md")
FIRST_PAGE = 60.0
"""Seconds to the first page at most, on a busy machine that has compiled nothing yet."""

KINDS = ("rules", "breaking", "feature", "fix")


def loaded(name: str) -> ModuleType:
    """A script beside the package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


# The changelog


def test_every_fragment_has_a_kind_and_something_to_say() -> None:
    for path in FRAGMENTS:
        name, kind, _ = path.name.rsplit(".", 2)
        assert kind in KINDS, path.name
        assert name
        assert path.read_text(encoding="utf-8").strip(), path.name


def test_the_changelog_tells_every_fragment_once_and_names_no_file() -> None:
    pytest.importorskip("towncrier")
    words = [sys.executable, "-m", "towncrier", "build", "--draft", "--version", "9.9.9"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    told = done.stdout.partition("## 9.9.9")[2]
    for path in FRAGMENTS:
        first = path.read_text(encoding="utf-8").strip().splitlines()[0]
        assert told.count(f"- {first}") == 1, path.name
        assert f"{path.name.partition('.')[0]})" not in told
    titles = re.findall("^### (.+)$", told, re.MULTILINE)
    with (ROOT / "pyproject.toml").open("rb") as file:
        kinds = tomllib.load(file)["tool"]["towncrier"]["type"]
    assert [kind["directory"] for kind in kinds] == [*KINDS]
    assert [kind["name"] for kind in kinds if kind["name"] in titles] == titles


# Components


def test_the_lists_of_components_name_all_that_is_needed_and_never_the_time() -> None:
    pytest.importorskip("hatchling")
    hook = loaded("hatch_build")
    with (ROOT / "pyproject.toml").open("rb") as file:
        needed = tomllib.load(file)["project"]["dependencies"]
    pins = hook._pins(ROOT)
    python = [hook._python(word, pins) for word in needed]
    assert {one["name"] for one in python} >= {
        "aiohttp",
        "numba",
        "prometheus-client",
        "sqlalchemy",
    }
    client = hook._client(ROOT)
    bundled = {one["name"] for one in client if one["scope"] == "required"}
    assert {"svelte", "@fontsource/alegreya"} <= bundled
    assert "vite" not in bundled
    told = hook.bom("trull-client", "1", client)
    assert told == hook.bom("trull-client", "1", [*reversed(client)])
    assert not {"serialNumber", "timestamp"} & {*told, *told["metadata"]}
    assert all(one["hashes"] for one in client if one["scope"] == "required")


def test_a_wheel_that_is_not_whole_is_not_uploaded(tmp_path: Path) -> None:
    release = loaded("release")
    file = tmp_path / "trull-1-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as wheel:
        wheel.writestr("trull-1.dist-info/METADATA", "Name: trull\nVersion: 1\n\n")
        wheel.writestr("trull/table/static/index.html", "<html>")
        wheel.writestr("trull/__pycache__/x.pyc", "")
    with zipfile.ZipFile(file) as wheel:
        told = release.wrong_with(wheel)
    for words in (
        "sboms/trull-python",
        "licenses/LICENSE",
        "__pycache__",
        "Summary",
        "description",
    ):
        assert any(words in line for line in told), words
    assert not any("index.html" in line for line in told)


def test_the_workflow_uploads_with_a_token_of_its_own_and_no_password() -> None:
    yaml = pytest.importorskip("yaml")
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert jobs["publish"]["needs"] == "build"
    assert jobs["build"]["needs"] == "test"
    assert {"id-token"}.isdisjoint(jobs["build"]["permissions"])
    assert "secrets." not in text
    with (ROOT / "pyproject.toml").open("rb") as file:
        oldest = tomllib.load(file)["project"]["requires-python"].removeprefix(">=")
    assert oldest in jobs["test"]["strategy"]["matrix"]["python"]


# The wheel


@pytest.mark.skipif(not SOAK, reason="builds the client and fills an environment: minutes")
def test_a_wheel_in_an_empty_environment_shows_the_page_and_plays(tmp_path: Path) -> None:
    """No Node, no compiler, no make: ``pip install``, then the table."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    pins = str(ROOT / "constraints.txt")
    install = [str(python), "-m", "pip", "install", "-q", "-c", pins, str(wheel)]
    if subprocess.run(install, check=False).returncode:
        pytest.skip("its dependencies cannot be had here")
    assert served(python, tmp_path) < FIRST_PAGE


def served(python: Path, folder: Path) -> float:
    """Seconds from the command to the first page, on a machine with nothing else on it."""
    bare = {"PATH": str(folder), "HOME": str(folder), "LANG": "de_AT.UTF-8"}
    trull = [str(python.parent / "trull")]
    began = time.monotonic()
    server = subprocess.Popen(
        [*trull, "serve", "--port", "0"], env=bare, stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    try:
        port = int(re.findall(r":(\d+)/", server.stdout.readline())[0])
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        line.request("GET", "/")
        page = line.getresponse().read()
        took = time.monotonic() - began
        script = re.findall(rb'src="(/assets/[^"]+)"', page)[0].decode()
        line.request("GET", script)
        assert line.getresponse().read()
        line.close()
    finally:
        server.terminate()
        server.wait(60)
        server.stdout.close()
    play = subprocess.run(
        [*trull, "play", "--deals", "1"],
        check=False,
        env=bare,
        input="1\n" * 400,
        capture_output=True,
        text=True,
    )
    assert play.returncode == 0, play.stderr
    return took
