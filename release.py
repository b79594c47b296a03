"""A release in one command: ``make release``. Nothing is uploaded from here.

    python release.py build     sdist and wheel of the last commit, built twice, byte for byte equal
    python release.py check     what would be uploaded: metadata, client, licence, components
    python release.py ready     what stands between this tree and a release

The upload is the workflow's (.github/workflows/release.yml): it trusts a tag, not a password.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import BytesParser
from pathlib import Path

ROOT = Path(__file__).resolve().parent
TREES = ROOT / "build" / "release"
DIST = ROOT / "dist"
NEEDED = (
    "trull/table/static/index.html",
    "trull/_rules/koenigrufen.md",
    "trull/_lessons/koenigrufen/01-karten.toml",
    "trull/_puzzles/koenigrufen/tirol.jsonl",
    "trull/py.typed",
)
"""Files without which an installed Trull is not whole."""

SECRET = re.compile(r"(^|/)(\.env|\.git/|node_modules/|\.venv/|__pycache__/)")
"""Files that must not be uploaded."""


def main(task: str) -> int:
    """Do one task; exit status 1 with a plain line if it cannot be done."""
    problems = {"build": build, "check": check, "ready": ready}[task]()
    for line in problems:
        print(f"release: {line}", file=sys.stderr)
    return 1 if problems else 0


# Building


def build() -> list[str]:
    """Build the last commit twice, in two folders; keep it if both are equal."""
    shutil.rmtree(TREES, ignore_errors=True)
    when = _git("log", "-1", "--format=%ct").strip()
    sums = [_built(TREES / name, when) for name in ("first", "second")]
    if sums[0] != sums[1]:
        return [
            f"{name} differs between two builds"
            for name in sums[0]
            if sums[0][name] != sums[1].get(name)
        ]
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.copytree(TREES / "first" / "dist", DIST)
    shutil.rmtree(TREES)
    for name, digest in sums[0].items():
        print(f"{name}  {(DIST / name).stat().st_size:,} bytes  sha256 {digest}")
    return []


def _built(tree: Path, when: str) -> dict[str, str]:
    """The files built from the last commit in a folder of its own, by their sums."""
    tree.mkdir(parents=True)
    with tarfile.open(fileobj=io.BytesIO(_archive())) as archive:
        archive.extractall(tree, filter="data")
    modules = ROOT / "web" / "node_modules"
    if modules.is_dir():  # what 'npm ci' has made once is as good here
        (tree / "web" / "node_modules").symlink_to(modules.resolve())
    environment = dict(os.environ, SOURCE_DATE_EPOCH=when, PYTHONPATH=str(tree / "src"))
    words = [sys.executable, "-m", "hatchling", "build", "-d", "dist"]
    subprocess.run(words, cwd=tree, env=environment, check=True)
    return {file.name: _sum(file) for file in sorted((tree / "dist").iterdir())}


def _archive() -> bytes:
    return subprocess.run(
        ["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True
    ).stdout


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout


def _sum(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


# Checking


def check() -> list[str]:
    """A dry run of the upload: whether what lies in ``dist`` is what a stranger should get."""
    files = sorted(DIST.glob("*")) if DIST.is_dir() else []
    kinds = sorted(file.name.rpartition(".")[2] for file in files)
    if kinds != ["gz", "whl"]:
        return [
            f"expected one sdist and one wheel in {DIST}, found {[file.name for file in files]}"
        ]
    problems = [line for file in files for line in _wrong(file)]
    for file in files if not problems else ():
        print(f"would be uploaded: {file.name}  sha256 {_sum(file)}")
    return problems


def _wrong(file: Path) -> list[str]:
    if file.suffix == ".whl":
        with zipfile.ZipFile(file) as wheel:
            return wrong_with(wheel)
    with tarfile.open(file) as archive:
        names = archive.getnames()
    return [f"{file.name}: {name} does not belong there" for name in names if SECRET.search(name)]


def wrong_with(wheel: zipfile.ZipFile) -> list[str]:
    """What is missing in a wheel, or should not be in it."""
    names = wheel.namelist()
    inside = next(name for name in names if name.endswith(".dist-info/METADATA")).rpartition("/")[0]
    told = BytesParser().parsebytes(wheel.read(f"{inside}/METADATA"))
    wanted = [*NEEDED, *(f"{inside}/sboms/trull-{kind}.cdx.json" for kind in ("python", "client"))]
    wanted.append(f"{inside}/licenses/LICENSE")
    problems = [f"{name} is missing" for name in wanted if name not in names]
    problems += [f"{name} does not belong there" for name in names if SECRET.search(name)]
    problems += [
        f"{field} is missing"
        for field in ("Name", "Version", "Summary", "License-Expression")
        if not told[field]
    ]
    if not str(told.get_payload()).strip():
        problems.append("the description is empty")
    return problems


# Ready


def ready() -> list[str]:
    """What is missing before a tag may be set."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        version = str(tomllib.load(file)["project"]["version"])
    fragments = [path.name for path in (ROOT / "changes").glob("*.*.md")]
    told = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    problems = []
    if fragments:
        problems.append(f"{len(fragments)} fragments in changes/: towncrier build --version X.Y.Z")
    if f"## {version} " not in told:
        problems.append(f"CHANGELOG.md says nothing of {version}, the version in pyproject.toml")
    if _git("status", "--porcelain", "--untracked-files=no").strip():
        problems.append("there are changes that are not committed")
    if _git("tag", "--points-at", "HEAD").split() != [f"v{version}"]:
        problems.append(f"the last commit is not tagged v{version}")
    return problems


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or ["ready"]))
