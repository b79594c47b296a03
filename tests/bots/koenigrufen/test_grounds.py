"""What a hint says of hand and table is true: read anew from the cards' own names."""

from __future__ import annotations

import inspect
import re
from copy import copy
from itertools import islice
from pathlib import Path
from random import Random

from random_games import random_setup
from samples import soaked
from trull import locale, ruleset
from trull.bots import make
from trull.bots.koenigrufen.grounds import grounds
from trull.game import Game
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.laws.summary import Saying
from trull.state import Action, Seat, expand

DEALS = soaked(6, 400)
RULE_SETS = ("koenigrufen/tirol", "koenigrufen/finale", "koenigrufen/ulmann")
SUITS = "HDSC"
WORTH = {"K": 13, "Q": 10, "N": 7, "B": 4}  # thirds of the courts; pips and small tarocks have 1
TRULL = {"T1", "T21", "T22"}


def worth(code: str) -> int:
    return 13 if code in TRULL else WORTH.get(code[1:], 1)


def listed(value: object) -> set[object]:
    assert isinstance(value, tuple)
    return set(value)


def tarocks(view: KoenigrufenView) -> list[str]:
    return [code for code in view.hand if code[0] == "T"]


def holds(one: Saying, view: KoenigrufenView, act: Action, game: Game) -> bool:
    """Whether a ground is so, by what anybody can read off the cards."""
    about = {name: value for name, (_kind, value) in one.about.items()}
    match one.code:
        case "ground_tarocks" | "ground_few_tarocks" | "ground_draws":
            return about["n"] == len(tarocks(view))
        case "ground_trull":
            return about["n"] == len(tarocks(view)) and listed(about["best"]) == TRULL & {
                *view.hand
            }
        case "ground_kings":
            return listed(about["kings"]) == {code for code in view.hand if code[1:] == "K"}
        case "ground_no_king":
            return not any(code[1:] == "K" for code in view.hand)
        case "ground_longest":
            lengths = [sum(c[0] == s for c in view.hand) for s in SUITS if s + "K" not in view.hand]
            held = sum(code[0] == about["suit"] for code in view.hand)
            return act.args == (about["suit"],) and held == about["n"] == max(lengths)
        case "ground_none_of" | "ground_freed":
            return not [c for c in view.hand if c[0] == about["suit"] and c not in act.args]
        case "ground_home":
            return listed(about["home"]) == {code for code in act.args if worth(code) >= 7}
    return holds_in_trick(one, view, act, game)


def holds_in_trick(one: Saying, view: KoenigrufenView, act: Action, game: Game) -> bool:
    """The same of what concerns a trick: the card is played at a copy of the table."""
    about = {name: value for name, (_kind, value) in one.about.items()}
    assert view.seat is not None
    lying = [code for _seat, code in view.trick]
    after = copy(game)
    after.apply(view.seat, act)
    seen = after.view_for(view.seat)
    assert isinstance(seen, KoenigrufenView)
    took = [seat for seat in range(4) if seen.taken[seat] > view.taken[seat]]
    now_best = took[0] if took else seen.winning
    match one.code:
        case "ground_master" | "ground_long":
            others = {code for seat in range(4) if seat != view.seat for code in held(game, seat)}
            suit = [code for code in others if code[0] == about["suit"]]
            if one.code == "ground_long":
                return about["n"] == sum(code[0] == about["suit"] for code in view.hand) >= 4
            return not any(higher(code, act.args[0]) for code in suit)
        case "ground_takes" | "ground_takes_last":
            return about["n"] == (sum(map(worth, lying)) + 1) // 3 > 0 and now_best == view.seat
        case "ground_ahead" | "ground_ahead_last":
            return sum(map(worth, lying)) < 2 and now_best == view.seat
        case "ground_smears" | "ground_little" | "ground_under":
            return about["who"] == (view.winning,) and now_best == view.winning
    return False


def held(game: Game, seat: int) -> tuple[str, ...]:
    return game.view_for(Seat(seat)).hand


def higher(one: str, other: str) -> bool:
    """In a suit: courts above pips, and of red pips the fewer the higher."""
    courts = "BNQK"

    def rank(code: str) -> int:
        if code[1:] in courts:
            return 20 + courts.index(code[1:])
        return -int(code[1:]) if code[0] in "HD" else int(code[1:])

    return rank(one) > rank(other)


def test_every_ground_is_true() -> None:
    said: set[str] = set()
    for number in range(DEALS):
        rng = Random(f"grounds {number}")
        rules = ruleset.load(rng.choice(RULE_SETS))
        game, bot = Game(random_setup(rules, rng)), make("heuristic", number)
        while game.duty:
            seat = min(game.duty)
            view = game.view_for(seat)
            assert isinstance(view, KoenigrufenView)
            acts = [act for prompt in view.prompts for act in islice(expand(prompt), 9)]
            for act in rng.sample(acts, min(3, len(acts))):
                for one in grounds(view, act):
                    assert holds(one, view, act, game), (one, view.hand, act, view.trick)
                    said.add(one.code)
            chosen = bot.act(view)
            assert chosen is not None
            game.apply(seat, chosen)
    assert len(said) > 10, said


def test_every_ground_has_its_sentence() -> None:
    source = Path(inspect.getfile(grounds)).read_text(encoding="utf-8")
    codes = re.findall(r'"(ground_\w+)"', source)
    assert codes
    for language in ("de", "en"):
        for code in codes:
            assert locale.catalogue(language)["said"][f"koenigrufen.{code}"], code
