"""``trull train``: teach the learnt player."""

from __future__ import annotations

import argparse

from trull.train import command


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "train", help="teach the learnt player by self-play", description=command.DESCRIPTION
    )
    command.arguments(parser)
    parser.set_defaults(run=command.run)
