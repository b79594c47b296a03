"""The wheel carries the built client and lists of what is in it; see ``make release``.

An editable install is left to ``make web``.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from base64 import b64decode
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = "src/trull/table/static"
SBOMS = "build/sboms"
BUNDLED = re.compile(r"node_modules/(svelte|esm-env|@fontsource(-variable)?/.*)")
"""Packages whose code or fonts are in the client; the others only build or check it."""


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the client before it is packed."""

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Build, unless this is an editable install, and add the result to the wheel."""
        if version == "editable":
            return
        root = Path(self.root)
        if not (root / STATIC / "index.html").exists():
            subprocess.run([sys.executable, str(root / "web" / "build.py")], check=True)
        included, sboms = build_data["force_include"], build_data["sbom_files"]
        assert isinstance(included, dict)
        assert isinstance(sboms, list)
        included[str(root / STATIC)] = "trull/table/static"
        sboms += self._sboms(root)

    def _sboms(self, root: Path) -> list[str]:
        """Write the lists of components (PEP 770): what Python installs, what the client holds."""
        core = self.metadata.core
        lists = {
            "python": [_python(word, _pins(root)) for word in core.dependencies],
            "client": _client(root),
        }
        (root / SBOMS).mkdir(parents=True, exist_ok=True)
        found = []
        for name, components in lists.items():
            told = bom(f"{core.name}-{name}", self.metadata.version, components)
            file = root / SBOMS / f"{core.name}-{name}.cdx.json"
            file.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", encoding="utf-8")
            found.append(f"{SBOMS}/{file.name}")
        return found


def bom(name: str, version: str, components: list[dict[str, object]]) -> dict[str, object]:
    """A list in CycloneDX; without a time or a random number, so that two builds are equal."""
    subject = {"type": "application", "name": name, "version": version}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": subject},
        "components": sorted(components, key=lambda one: str(one["purl"])),
    }


def _pins(root: Path) -> dict[str, str]:
    """The versions all tests were run with."""
    lines = (root / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("==") for line in lines if "==" in line]
    return {_normal(name): version for name, version in pairs}


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _python(dependency: str, pins: dict[str, str]) -> dict[str, object]:
    """A dependency: the range that is allowed, and the version it was tested with."""
    name = _normal(re.split(r"[\s<>=!~\[;]", dependency, maxsplit=1)[0])
    version = pins[name]
    return {
        "type": "library",
        "name": name,
        "version": version,
        "purl": f"pkg:pypi/{name}@{version}",
        "properties": [{"name": "trull:requires", "value": dependency}],
    }


def _client(root: Path) -> list[dict[str, object]]:
    """The packages in the lockfile of the client."""
    lock = json.loads((root / "web" / "package-lock.json").read_text(encoding="utf-8"))
    return [_package(path, row) for path, row in lock["packages"].items() if path]


def _package(path: str, row: dict[str, str]) -> dict[str, object]:
    name = path.rpartition("node_modules/")[2]
    kind, _, digest = row.get("integrity", "").partition("-")
    found: dict[str, object] = {
        "type": "library",
        "name": name,
        "version": row["version"],
        "purl": f"pkg:npm/{name.replace('@', '%40')}@{row['version']}",
        "scope": "required" if BUNDLED.fullmatch(path) else "excluded",
    }
    if "license" in row:
        found["licenses"] = [{"expression": row["license"]}]
    if kind == "sha512":
        found["hashes"] = [{"alg": "SHA-512", "content": b64decode(digest).hex()}]
    return found
