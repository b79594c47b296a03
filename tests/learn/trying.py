"""Puzzles put to the naive readings of the games: ``naive.puzzles`` is given a position."""

from __future__ import annotations

from laws.lhombre.test_naive import Judge
from naive import koenigrufen_play, puzzles
from trull.game import Game
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.laws.perlaggen.view import PerlaggenView
from trull.learn.puzzles.record import Aim, Puzzle
from trull.ruleset import RuleSet
from trull.state import Seat


def brute(one: Puzzle, game: Game) -> set[str]:
    """The cards after which the side of the aim gets what it wants."""
    hands = tuple(frozenset(game.view_for(Seat(seat)).hand) for seat in range(game.setup.seats))
    return keeping(table_of(one, game, hands), one, game, hands)


def keeping(table: puzzles.Table, one: Puzzle, game: Game, hands: puzzles.Hands) -> set[str]:
    """The same, where the cards lie so."""
    view = game.view_for(Seat(one.seat))
    lying = tuple(card for _, card in view.trick)
    leader = int(view.trick[0][0]) if view.trick else one.seat
    return puzzles.keeping(table, _aim(one.aim), hands, leader, lying, sum(view.taken) + 1)


def table_of(one: Puzzle, game: Game, hands: puzzles.Hands) -> puzzles.Table:
    """Who plays by which reading."""
    view = game.view_for(Seat(one.seat))
    aim, options = _aim(one.aim), _options(game.setup.rules)
    match view:
        case KoenigrufenView():
            return _koenigrufen(view, aim, hands, options)
        case PerlaggenView():
            return puzzles.perlaggen(view.trump, aim, options)
    return _lhombre(game)


def _aim(told: Aim) -> puzzles.Aim:
    return puzzles.Aim(
        kind=told.kind,
        side=frozenset(told.side),
        bar=told.bar,
        card=told.card,
        trick=told.trick,
        need=told.need,
    )


def _koenigrufen(
    view: KoenigrufenView, aim: puzzles.Aim, hands: puzzles.Hands, options: dict[str, object]
) -> puzzles.Table:
    bound: list[set[str]] = [set() for _ in hands]
    for item, seat, _ in view.announced:
        if item in koenigrufen_play.BIRD_CARDS:
            bound[seat].add(koenigrufen_play.BIRD_CARDS[item])
        elif item == "koenig_ultimo":
            for other, held in enumerate(hands):
                bound[other] |= held & {f"{view.called_suit}K"}
    book = view.rules.name.partition("/")[2]
    stichzwang = view.stichzwang is not False
    return puzzles.koenigrufen(book, view.contract, aim, bound, options, stichzwang)


def _lhombre(game: Game) -> puzzles.Table:
    judge = Judge(game.setup)
    for act in game.log:
        judge.hear((act.seat - judge.forehand) % 3, act.action)
    assert judge.volte is None, "the Skies is played like other cards"
    return puzzles.ombre_hand(judge.record(), judge.forehand, judge.options)


def _options(rules: RuleSet) -> dict[str, object]:
    return {name: option.value for name, option in rules.options.items()}
