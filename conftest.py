"""Doctests are looked for only where there are any: most modules have none and stay unread."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

Collected = list[pytest.Collector]


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, Collected, Collected]:
    """A file's tests, and its doctests if a prompt stands in it."""
    found = yield
    prompt = file_path.suffix == ".py" and ">>>" in file_path.read_text("utf-8")
    return [one for one in found if prompt or not isinstance(one, DoctestModule)]
