"""Which games there are: those of the house, and guests that bring everything themselves."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from trull import games, laws, ruleset
from trull.errors import TrullError

GUEST = {
    "laws": "LAWS = 'the laws'\n",
    "bots": "",
    "rulesets/book.toml": "",
}


@pytest.fixture
def guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An installed package that brings a game; its module for bots gives nothing."""
    package = tmp_path / "a_guest"
    (package / "rulesets").mkdir(parents=True)
    for name, text in GUEST.items():
        (package / (name if "." in name else f"{name}.py")).write_text(text)
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    brought = [
        metadata.EntryPoint(name, "a_guest", games.GROUP) for name in ("guest", "koenigrufen")
    ]
    monkeypatch.setattr(metadata, "entry_points", lambda group: brought)  # noqa: ARG005
    games.guests.cache_clear()
    yield "guest"
    games.guests.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "a_guest"]:
        del sys.modules[name]


def test_the_games_of_the_house_have_laws_and_books() -> None:
    for game in games.names():
        assert games.given(game, "laws", "LAWS") is not None
        assert any(name.startswith(f"{game}/") for name in ruleset.published())


@pytest.mark.parametrize("game", ["skat", "", "../laws", "koenigrufen.score"])
def test_a_game_that_nobody_has_gives_nothing_and_has_no_laws(game: str) -> None:
    assert games.given(game, "laws", "LAWS") is None
    with pytest.raises(TrullError, match=game or "no"):
        laws.of(game)


def test_a_guest_is_found_by_its_entry_point_and_takes_no_name_of_the_house(guest: str) -> None:
    assert games.names()[-1] == guest
    assert games.guests() == {guest: "a_guest"}
    assert games.given(guest, "laws", "LAWS") == "the laws"
    assert games.given("koenigrufen", "laws", "LAWS") != "the laws"
    assert [file.name for file in games.folder(guest, "rulesets").iterdir()] == ["book.toml"]


def test_a_room_that_a_game_has_no_module_for_is_empty(guest: str) -> None:
    assert games.given(guest, "face", "FACE") is None


def test_a_module_that_gives_not_what_its_room_wants_is_an_error_that_says_so(guest: str) -> None:
    with pytest.raises(TrullError, match=r"a_guest\.bots gives no BOTS"):
        games.given(guest, "bots", "BOTS")
