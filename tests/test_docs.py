"""The texts and their site: links lead somewhere, headings come often, nothing is from outside."""

from __future__ import annotations

import glob
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from trull.bench import BENCHES
from trull.cli import main, parser

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "rules").glob("*.md"),
        ROOT / "changes" / "README.md",
    ]
)
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"""\]\((?P<link>[^)\s]+)\)|(?:src|href)="(?P<raw>[^"]+)\"""")
WIDTH, SCREEN = 95, 40
"""Letters in a line and lines on a screen, as the site shows them on a laptop."""
SCREENS = 3
"""Most screens a reader scrolls through without a heading."""
FRONT = ROOT / "README.md"
SHELL = r"^(?: {4})?(?:[A-Z_]+=\S+ |sudo |\S*/bin/)*trull (.+)$"
"""A line of a block for the shell; those of sudo, of a folder and of an environment too."""
PATIENT = {"serve", "play", "settle", "verify", "postmortem", "arena", "bench"} | {
    *("learn", "quiz", "puzzles", "daily")
}
OUTSIDE = re.compile(r"<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)=.?(?:https?:)?//")


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it: a link or an anchor that leads nowhere ends it."""
    if importlib.util.find_spec("mkdocs") is None or importlib.util.find_spec("material") is None:
        pytest.skip("the site's tool is not here: pip install -c constraints.txt mkdocs-material")
    folder = tmp_path_factory.mktemp("site")
    done = built(ROOT, folder)
    assert done.returncode == 0, done.stderr
    return folder


def built(repository: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """The site of a repository; not with ``-q``, for what is not said does not count as wrong."""
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(folder)]
    quiet = dict(os.environ, NO_MKDOCS_2_WARNING="1")
    return subprocess.run(
        words, cwd=repository, env=quiet, capture_output=True, text=True, check=False
    )


# Links


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_link_leads_to_a_file_and_to_a_heading_in_it(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{named(page)}: {link}"
        assert not anchor or anchor in headings(target), f"{named(page)}: {link}"


def links(page: Path) -> Iterator[str]:
    """The links of a page that lead to us."""
    for found in LINK.finditer(FENCE.sub("", page.read_text(encoding="utf-8"))):
        link = found["link"] or found["raw"]
        if not re.match(r"[a-z]+:", link):
            yield link


@cache
def headings(page: Path) -> frozenset[str]:
    """The anchors of a page's headings, as sites of repositories and ours make them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    return frozenset(slug(line) for line in re.findall(r"^#+ (.+)$", text, re.MULTILINE))


def slug(heading: str) -> str:
    """The anchor of a heading.

    >>> slug("The log: `trull verify`, à l'Hombre")
    'the-log-trull-verify-à-lhombre'
    """
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


# Length


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_no_page_goes_on_for_three_screens_without_a_heading(page: Path) -> None:
    for heading, lines in parts(page):
        assert lines <= SCREENS * SCREEN, f"{named(page)}: {heading}: {lines} lines"


def parts(page: Path) -> Iterator[tuple[str, int]]:
    """The parts of a page between its headings, with the lines they take."""
    heading, lines, code = "the beginning", 0, False
    for line in page.read_text(encoding="utf-8").splitlines():
        code ^= line.startswith("```")
        if line.startswith("#") and not code:
            yield heading, lines
            heading, lines = line, 0
        lines += shown(line, code)
    yield heading, lines


def shown(line: str, code: bool) -> int:
    """The lines one line of a text takes when it is shown; of a table's row its longest cell."""
    if code or not line.startswith("|"):
        return 1 if code else max(1, -(-len(line) // WIDTH))
    cells = line.strip("|").split("|")
    return max(1, -(-max(map(len, cells)) // max(20, WIDTH // len(cells))))


# Commands


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_command_shown_is_one(page: Path) -> None:
    """Its name and its options; what it does is tested where it stands."""
    whole = parser()
    for words in commands(page):
        whole.parse_args(words)
        assert words[0] != "bench" or words[1] in BENCHES, words


@pytest.mark.slow
def test_the_commands_of_the_first_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All but those that wait for people, take minutes or need what a table has saved.

    One of them compiles the solver, and one replays every record there is.
    """
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    shutil.copy(
        ROOT / "tests" / "transcripts" / "tirol-rufer-kaiserstich.trn", tmp_path / "game.trn"
    )
    assert "cp tests/transcripts/tirol-rufer-kaiserstich.trn game.trn" in FRONT.read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    run = [words for words in commands(FRONT) if words[0] not in PATIENT]
    for words in run:
        found = [name for word in words for name in sorted(glob.glob(word)) or [word]]
        assert main(found) == 0, (words, capsys.readouterr().err)
    assert {words[0] for words in run} >= {"rules", "replay", "judge", "conformance", "solve"}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_target_of_make_that_is_shown_is_there(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    shown = re.findall(r"^make ([a-z]+)|`make ([a-z]+)", page.read_text("utf-8"), re.MULTILINE)
    assert {first or second for first, second in shown} <= targets


def commands(page: Path) -> Iterator[list[str]]:
    """The words of every ``trull`` command in a page's blocks; N and S stand for a number."""
    text = page.read_text(encoding="utf-8")
    for line in re.findall(SHELL, text, re.MULTILINE):
        words = shlex.split(re.split(" [>|&]", line)[0], comments=True)
        yield ["1" if word in ("N", "S") else word for word in words]


# The site


@pytest.mark.slow
def test_the_site_has_every_text_and_asks_nobody_else(site: Path) -> None:
    """Builds the whole site, some seconds."""
    pages = {page.relative_to(site).as_posix() for page in site.rglob("*.html")}
    for page in PAGES:
        if page.name == "README.md":
            continue  # the front page of the repository; the site has its own
        there = named(page).removeprefix("docs/").replace(".md", ".html")
        assert there in pages, there
    assert not [page for page in pages if OUTSIDE.search((site / page).read_text("utf-8"))]


@pytest.mark.slow
@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("link", ["rules/none.md", "docs/hosting.md#nowhere"])
def test_a_link_that_leads_nowhere_ends_the_build(link: str, tmp_path: Path) -> None:
    """Builds the site of a copy with such a link, some seconds."""
    for folder in ("docs", "rules", "deploy", "changes"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    for path in [*ROOT.glob("mkdocs*"), *ROOT.glob("*.md")]:
        shutil.copy(path, tmp_path)
    for name in ("web/public/icon.svg", "src/trull/learn/quiz.py", "tests/bots/guests/quiet.sh"):
        (tmp_path / name).parent.mkdir(parents=True)
        shutil.copy(ROOT / name, tmp_path / name)
    with (tmp_path / "docs" / "cup.md").open("a", encoding="utf-8") as page:
        page.write(f"\n[nowhere](../{link})\n")
    done = built(tmp_path, tmp_path / "site")
    assert done.returncode != 0
    assert "1 warning" in done.stderr + done.stdout
    assert link.removeprefix("docs/") in done.stderr


@pytest.mark.slow
def test_the_front_page_shows_the_table_and_the_two_commands(site: Path) -> None:
    front = (site / "index.html").read_text(encoding="utf-8")
    assert (site / "pictures" / "table-desktop.jpg").is_file()
    assert '="pictures/table-desktop.jpg"' in front
    text = re.sub(r"<[^>]+>", "", front)
    assert "make run" in text
    assert "make play" in text
    assert front.index("table-desktop.jpg") < front.index('id="two-commands"')


@pytest.mark.slow
def test_a_link_from_the_texts_reaches_rules_clauses_and_files(site: Path) -> None:
    """What stands outside docs/ has another place on the site than in the repository."""
    front = (site / "index.html").read_text(encoding="utf-8")
    assert 'href="rules/koenigrufen.html"' in front
    assert 'id="T-1.9"' in (site / "rules" / "koenigrufen.html").read_text(encoding="utf-8")
    assert 'href="deploy/haproxy.cfg"' in (site / "hosting.html").read_text(encoding="utf-8")
    assert (site / "deploy" / "haproxy.cfg").read_bytes() == (
        ROOT / "deploy" / "haproxy.cfg"
    ).read_bytes()
