"""A false word costs its own figure and no other one (P90-31)."""

from __future__ import annotations

from collections.abc import Sequence

from clumsy_perlaggen import inner
from trull import laws, ruleset
from trull.cards import Card
from trull.game import Game
from trull.match import Match
from trull.state import Seat, action

PACK = laws.of("perlaggen").pack
PAIR, NOTHING = "H10 S10 LA EO H8".split(), "L9 LK EU SA H7".split()
"""A Gleich and no Hanger; neither. Laub is trump: no Perlagg is among them."""
RUN, OTHER = "E9 E8 E10 S8 HU".split(), "L8 L10 HO HA S9".split()


def _game(hands: Sequence[Sequence[str]], **options: object) -> Game:
    """The given hands for seats 1, 2, 3, 0; one card is lifted, and trump is the Laub-Sieben."""
    deal = [card for at in ((0, 3), (3, 5)) for hand in hands for card in hand[slice(*at)]]
    deal.append("L7")
    pack = [*deal, *(code for code in PACK.codes if code not in deal)]
    pack = [pack[-1], *pack[:-1]]
    rules = ruleset.load("perlaggen/1890").with_options({"table": "free", **options})
    game = Game(Match(rules, players=4).deal([Card(PACK.codes.index(code)) for code in pack])[0])
    game.apply(Seat(3), action("cut 1"))
    game.apply(Seat(0), action("deal"))
    return game


def _scores(game: Game, *told: str) -> tuple[int, int]:
    for line in told:
        seat, act = line.split(" ", 1)
        game.apply(Seat(int(seat)), action(act))
    return inner(game).slate.scores


def test_who_has_the_gleich_is_not_fined_for_it_because_he_lied_about_the_hanger() -> None:
    game = _game((PAIR, RUN, OTHER, NOTHING), blind_phase=False)
    assert _scores(game, "1 bid H", "2 hold H", "1 bid G", "2 let_good G") == (0, 1)


def test_a_bid_of_both_is_false_only_for_the_one_that_is_not_there() -> None:
    game = _game((PAIR, RUN, OTHER, NOTHING), blind_phase=False)
    assert _scores(game, "1 bid H G", "2 hold H", "2 let_good G") == (0, 1)


def test_both_held_jointly_are_false_only_for_the_one_that_is_not_there() -> None:
    game = _game((RUN, PAIR, NOTHING, OTHER), blind_phase=False)
    assert _scores(game, "1 bid H G", "2 hold_all", "2 bid G", "1 let_good G") == (2, 0)


def test_a_hanger_bid_blind_in_vain_does_not_make_a_joint_gleich_false() -> None:
    game = _game((PAIR, RUN, OTHER, NOTHING))
    told = ("1 bid_blind H", "2 hold H", "1 look", "3 look", "0 look")
    bid = ("2 bid G", "1 hold_all", "1 bid G", "2 let_good G")
    assert _scores(game, *told, *bid) == (0, 2)
