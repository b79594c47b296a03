"""What mkdocs is told beyond mkdocs.yml: the texts outside docs/, and the files they link to.

In the repository every link is relative to its file, so that it works wherever the files are read;
on the site docs/ is the root. Here links are led from the one order to the other.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent
OUTSIDE = ("rules/*.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "changes/README.md")
"""Pages that do not stand in docs/."""
ICON = "web/public/icon.svg"
LINK = re.compile(r"\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CLAUSE = re.compile(r"^- \*\*([A-Z]+[0-9]*-[0-9A-Z.]+)\*\*", re.MULTILINE)


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages from outside, what is linked besides pages, and the list of decisions."""
    for path in (path for pattern in OUTSIDE for path in sorted(ROOT.glob(pattern))):
        _add(files, config, path, path.relative_to(ROOT).as_posix())
    for page in list(files.documentation_pages()):
        for target in _linked(page):
            if target.is_file() and files.get_file_from_path(site_path(target)) is None:
                _add(files, config, target, site_path(target))
    _add(files, config, ROOT / ICON, "icon.svg")
    files.append(File.generated(config, "decisions/index.md", content=_decisions()))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: object) -> str:
    """Lead the links to where things stand on the site; every clause is an anchor."""
    here = page.file.src_uri

    def led(link: re.Match[str]) -> str:
        target = site_path(_source(page.file).parent / link[1])
        return f"]({posixpath.relpath(target, posixpath.dirname(here) or '.')}{link[2] or ''})"

    return _under_one_title(CLAUSE.sub(r'- <a id="\1"></a>**\1**', LINK.sub(led, markdown)))


def _under_one_title(markdown: str) -> str:
    """Of a text in several parts all go under the first title: the page lists no others."""
    titles = re.findall(r"^# ", FENCE.sub("", markdown), re.MULTILINE)
    if len(titles) < 2:
        return markdown
    title, line, rest = markdown.partition("\n")
    return title + line + re.sub(r"^#+ ", r"#\g<0>", rest, flags=re.MULTILINE)


def site_path(path: Path) -> str:
    """Where a file of the repository, or the page about a folder, stands on the site."""
    inside = Path(posixpath.normpath(path.as_posix())).relative_to(ROOT)
    if path.is_dir():
        inside /= "index.md" if inside == Path("docs/decisions") else "README.md"
    return (inside.relative_to("docs") if inside.is_relative_to("docs") else inside).as_posix()


def _source(file: File) -> Path:
    return Path(file.abs_src_path) if file.abs_src_path else ROOT / "docs" / file.src_uri


def _linked(page: File) -> Iterator[Path]:
    """The files a page links to."""
    for link in LINK.finditer(page.content_string):
        yield Path(posixpath.normpath((_source(page).parent / link[1]).as_posix()))


def _add(files: Files, config: MkDocsConfig, path: Path, where: str) -> None:
    files.append(File.generated(config, where, abs_src_path=str(path)))


def _decisions() -> str:
    """The list of all decisions by their headings."""
    found = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    titles = [(path.name, path.read_text(encoding="utf-8").partition("\n")[0]) for path in found]
    lines = [f"- [{title.removeprefix('# ')}]({name})" for name, title in titles]
    return "\n".join(
        ["# Decisions", "", "Where an alternative is alive, why it is so.", "", *lines]
    )
