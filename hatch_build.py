"""The wheel carries the built client; an editable install is left to ``make web``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = "src/trull/table/static"


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the client before it is packed."""

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Build, unless this is an editable install, and add the result to the wheel."""
        if version == "editable":
            return
        root = Path(self.root)
        if not (root / STATIC / "index.html").exists():
            subprocess.run([sys.executable, str(root / "web" / "build.py")], check=True)
        included = build_data["force_include"]
        assert isinstance(included, dict)
        included[str(root / STATIC)] = "trull/table/static"
