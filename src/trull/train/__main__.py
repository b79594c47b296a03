"""``python -m trull.train``, where the command line's own needs are not at hand."""

from __future__ import annotations

import argparse
import sys

from trull.train import command

if __name__ == "__main__":
    parser = argparse.ArgumentParser("trull train", description=command.DESCRIPTION)
    command.arguments(parser)
    sys.exit(command.run(parser.parse_args()))
