"""What the declarer of Königrufen announces: Säcke, Trull and kings by their worth."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from random_games import random_setup
from trull import bots, ruleset
from trull.bots.koenigrufen.heuristic import announce
from trull.bots.search.bot import ThinkingBot
from trull.game import Game
from trull.laws.koenigrufen.book import MASKS, PACK, book_of
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.state import Action

RULE_SETS = ("koenigrufen/tirol", "koenigrufen/finale", "koenigrufen/ulmann")


def speaking(rules: str, deals: range) -> Iterator[KoenigrufenView]:
    """Whoever may announce something, in deals by the book."""
    for seed in deals:
        game = Game(random_setup(ruleset.load(rules), random.Random(f"sayings {seed}")))
        players = [bots.make("heuristic", seed * 8 + seat) for seat in range(4)]
        while game.duty and game.phase != "play":
            seat = min(game.duty)
            view = game.view_for(seat)
            assert isinstance(view, KoenigrufenView)
            if any(prompt.verb == "announce" for prompt in view.prompts):
                yield view
            act = players[seat].act(view)
            assert act is not None
            game.apply(seat, act)


def thought_of(view: KoenigrufenView) -> list[Action]:
    return [one.action for one in ThinkingBot("search", 1).think(view).ranking]


def kind_of(view: KoenigrufenView, act: Action) -> str:
    return book_of(view.rules).bonuses[act.args[0]].kind if act.verb == "announce" else ""


@pytest.mark.parametrize("rules", RULE_SETS)
def test_only_the_declarer_weighs_words_and_only_what_can_be_counted(rules: str) -> None:
    weighed = left = 0
    for view in speaking(rules, range(12)):
        acts, book = thought_of(view), announce.word(view)
        if not acts:
            left += 1
            continue
        weighed += 1
        assert view.seat == view.declarers[0][0]
        assert announce.closing(view) in acts
        assert {kind_of(view, act) for act in acts} <= {"", "sack", "trull", "kings"}
        assert kind_of(view, book) != "bird", "a bird the book sees is announced first"
    assert weighed >= 3
    assert left >= 12


def with_cards(view: KoenigrufenView, order: Sequence[int]) -> KoenigrufenView:
    """What was bought and kept, then the first of these cards that lie nowhere else."""
    bought = [card for card in view.hand if card in view.bought]
    seen = {*view.talon, *view.discard}
    free = [PACK.code(card) for card in order if PACK.code(card) not in seen]
    return replace(view, hand=tuple([*bought, *free][:12]))


def test_a_mighty_hand_announces_a_sack_and_a_poor_one_is_silent() -> None:
    """High tarocks without a bird, and kings; or the lowest cards of all suits."""
    mighty = PACK.read("T22 T21 T20 T18 T17 T16 T14 T13 HK DK SK CK T12 T11 T10 T9 T8 T7 T6 T5")
    poor = [c for c in range(PACK.size) if not (MASKS.tarocks | MASKS.kings) >> c & 1]
    heard = []
    for view in speaking("koenigrufen/tirol", range(8)):
        if view.seat == view.declarers[0][0] and view.phase == "declare" and thought_of(view):
            heard.append(kind_of(view, thought_of(with_cards(view, mighty))[0]))
            assert thought_of(with_cards(view, poor))[0] == announce.closing(view)
    assert heard.count("sack") >= 3
