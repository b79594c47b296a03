"""What several commands can be told: the language, and changed options of a rule set."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from trull.errors import TrullError


def add_language(parser: argparse.ArgumentParser) -> None:
    """``--lang``."""
    parser.add_argument(
        "--lang", choices=("de", "en"), help="German or English (as LANG says, else German)"
    )


def add_changes(parser: argparse.ArgumentParser) -> None:
    """``--set``, as often as wanted."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        dest="sets",
        help="change an option of the rule set (may be repeated)",
    )


def wished(sets: list[str]) -> Mapping[str, object]:
    """The options of ``--set``."""
    options: dict[str, object] = {}
    for text in sets:
        name, equals, value = text.partition("=")
        if not equals:
            raise TrullError(f"--set {text}: expected option=value")
        options[name] = value
    return options
