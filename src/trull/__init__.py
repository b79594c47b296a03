"""Trull: the open home of the Alpine Tarock games.

What most programs need stands here; each name is imported when it is first asked for.

    load_rules  diff_rules                                      rule sets, and how two differ
    Match  Game  arranged  Action                               a sitting, a deal, an act
    record_of  format_record  parse_record  replay_record       deals as text, both ways
    judge                                                       what a record shows of breaches
    make_bot                                                    somebody to play against
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in typing, which takes longer to import than all the rest here
if TYPE_CHECKING:
    from trull.bots import make as make_bot
    from trull.game import Game, arranged
    from trull.match import Match
    from trull.notation import format_record
    from trull.notation import of_game as record_of
    from trull.notation import parse as parse_record
    from trull.notation import replayed as replay_record
    from trull.referee import judge
    from trull.ruleset import diff as diff_rules
    from trull.ruleset import load as load_rules
    from trull.state import Action

__version__ = "1.0.0"

__all__ = [
    "Action",
    "Game",
    "Match",
    "arranged",
    "diff_rules",
    "format_record",
    "judge",
    "load_rules",
    "make_bot",
    "parse_record",
    "record_of",
    "replay_record",
]

_PLACES = {
    "Action": "trull.state:Action",
    "Game": "trull.game:Game",
    "Match": "trull.match:Match",
    "arranged": "trull.game:arranged",
    "diff_rules": "trull.ruleset:diff",
    "format_record": "trull.notation:format_record",
    "judge": "trull.referee:judge",
    "load_rules": "trull.ruleset:load",
    "make_bot": "trull.bots:make",
    "parse_record": "trull.notation:parse",
    "record_of": "trull.notation:of_game",
    "replay_record": "trull.notation:replayed",
}


def __getattr__(name: str) -> object:
    """A public name, found in its module (PEP 562)."""
    if name not in _PLACES:
        raise AttributeError(f"module 'trull' has no attribute {name!r}")
    module, _, inside = _PLACES[name].partition(":")
    globals()[name] = found = getattr(import_module(module), inside)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})
