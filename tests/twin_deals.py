"""Twin deals: the same acts with other cards where one seat cannot see them."""

from __future__ import annotations

import random

from random_games import acts, random_rules, random_setup
from trull import laws
from trull.cards import Card
from trull.errors import IllegalAction
from trull.game import Game, replay
from trull.state import Act, Action, Seat, Setup, View


def stopped_somewhere(name: str, rng: random.Random) -> Game:
    """A random deal, left anywhere in the middle."""
    setup = random_setup(random_rules(name, rng), rng)
    whole = [Act(*act) for act in acts(Game(setup), rng)]
    return replay(setup, whole[: rng.randrange(len(whole))])


def twin(game: Game, seat: Seat | None, rng: random.Random, ever: bool = False) -> Game | None:
    """The same acts in a deal in which a few cards the seat has not seen are exchanged.

    ``ever``: has not seen at any time, not even to forget it.
    """
    pack = laws.of(game.setup.rules.game).pack
    seen = _ever_visible(game, seat) if ever else _visible(game.view_for(seat))
    hidden = sorted(set(pack.codes) - seen - _out_of_play(game))
    if len(hidden) < 2 or game.over:
        return None
    chosen = rng.sample(hidden, min(len(hidden), rng.choice((2, 2, 3, 6))))
    moved = dict(zip(chosen, [*chosen[1:], chosen[0]], strict=True))
    if any(moved.get(word, word)[0] != word[0] for act in game.log for word in act.action.args):
        return None  # laid away, another suit might have to be shown: not the same history
    cards = tuple(
        pack.card(moved.get(pack.code(card), pack.code(card))) for card in game.setup.pack
    )
    other = Game(_with_pack(game.setup, cards))
    try:
        for act in game.log:
            other.apply(act.seat, _moved(act, moved))
    except IllegalAction:
        return None  # somebody could not have acted so in the other deal
    return other if _told(other, seat) == _told(game, seat) else None


def _out_of_play(game: Game) -> set[str]:
    """Cards of the pack that this table does not use."""
    options = game.setup.rules.options
    schlanders = "perlagg_set" in options and options["perlagg_set"].value == "schlanders"
    return {"W"} if schlanders else set()


def _told(game: Game, seat: Seat | None) -> object:
    """What the rules make players say aloud about cards they do not show: part of the history.

    In Perlaggen that is how high a figure is, and who of the party has it and will show it.
    """
    view = game.view_for(seat)
    owed = getattr(view, "owed", None)
    shows = view.duty if owed and owed.kind == "prove" else ()
    return getattr(view, "degrees", ()), shows


def _with_pack(setup: Setup, cards: tuple[Card, ...]) -> Setup:
    return Setup(
        rules=setup.rules,
        seats=setup.seats,
        forehand=setup.forehand,
        dealer=setup.dealer,
        pack=cards,
        context=setup.context,
    )


def _moved(act: Act, moved: dict[str, str]) -> Action:
    """The act with hidden cards exchanged too; seen cards are never among the moved."""
    return Action(act.action.verb, tuple(moved.get(word, word) for word in act.action.args))


def _visible(view: View) -> set[str]:
    """Every card whose name the view contains."""
    found: set[str] = set()
    _collect(view, found)
    return found


def _ever_visible(game: Game, seat: Seat | None) -> set[str]:
    """Every card whose name the seat has read since the deal began."""
    again = Game(game.setup)
    found = _visible(again.view_for(seat))
    for act in game.log:
        again.apply(act.seat, act.action)
        found |= _visible(again.view_for(seat))
    return found


def _collect(value: object, found: set[str]) -> None:
    if isinstance(value, str):
        found.update(value.replace("=", " ").replace("~", " ").split())
    elif isinstance(value, tuple | frozenset | list):
        for item in value:
            _collect(item, found)
    elif isinstance(value, View):
        for name in value.__dataclass_fields__:
            if name != "rules":
                _collect(getattr(value, name), found)
