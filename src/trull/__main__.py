"""``python -m trull``: the same as the command ``trull``."""

from __future__ import annotations

import sys

from trull.cli import main

if __name__ == "__main__":
    sys.exit(main())
