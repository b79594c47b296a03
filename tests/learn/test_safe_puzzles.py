"""Safe puzzles: all lawful layouts and no other, counted again by hand, blind to the deal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from bots.test_blind import twins
from learn.trying import keeping, table_of
from naive import puzzles as naive
from samples import soaked
from trull import games, laws, ruleset
from trull.bots.belief import layouts
from trull.game import Game
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.laws.perlaggen.view import PerlaggenView
from trull.learn.puzzles import safe, source, stock
from trull.learn.puzzles.check import check, prove
from trull.learn.puzzles.record import Aim, Node, Puzzle, Reply, Tally, halves, in_file, written
from trull.learn.puzzles.tries import hard, of_first
from trull.learn.puzzles.veiled import veiled
from trull.learn.question import stem
from trull.ruleset import load
from trull.state import Seat, View
from trull.table import wire

SHIPPED = tuple(stock.of_kind(safe.KIND).values())
PROVED = soaked(1, 10_000)
"""Puzzles of each game that are worked out anew."""
RECOUNTED = soaked(2, 10_000)
"""Puzzles of each game whose layouts are dealt out and tried card by card."""
FEW, BRUTE = 300, 3
"""Layouts of those, and cards in a hand, where every card can be tried."""
DEAL = 28
"""A deal of Tarock à l'Hombre in which there is one."""
TOLD = soaked(1, 60)
"""Moments of each book that are compared with the same in another deal."""


def of_game(game: str) -> list[Puzzle]:
    return [one for one in SHIPPED if one.rules.startswith(f"{game}/")]


def tally_of(one: Puzzle) -> Tally:
    assert one.layouts is not None
    return one.layouts


def view_of(one: Puzzle) -> View:
    return one.game().view_for(Seat(one.seat))


def smallest(game: str, number: int, most: int) -> list[Puzzle]:
    """Some with few layouts, all of which are looked through."""
    some = [one for one in of_game(game) if not tally_of(one).drawn and tally_of(one).of <= most]
    return random.Random(game).sample(some, min(number, len(some)))


# What is shipped


def test_every_other_card_fails_in_a_tenth_and_the_right_one_never() -> None:
    for one in SHIPPED:
        found, game = tally_of(one), one.game()
        plays = {act.args[0] for act in game.plays(Seat(one.seat))}
        assert found.of >= safe.FEWEST
        assert found.of == safe.DRAWN or not found.drawn
        assert set(found.fails) == plays - set(one.line.keep) != set(), one.id
        assert 10 * min(found.fails.values()) >= found.of, one.id
        assert max(found.fails.values()) <= found.of
        assert safe.LEAST <= len(game.view_for(Seat(one.seat)).hand) <= safe.MOST


def test_themes_are_those_of_open_ones_so_that_each_can_be_asked_again() -> None:
    for game in games.names():
        known = {t for p in stock.of_kind().values() if p.rules.startswith(game) for t in p.themes}
        assert {theme for one in of_game(game) for theme in one.themes} <= known


def test_half_of_them_are_not_found_by_habit() -> None:
    assert 2 * sum(hard(of_first(one.tries)) for one in SHIPPED) >= len(SHIPPED)


@pytest.mark.parametrize("game", sorted({one.rules.partition("/")[0] for one in SHIPPED}))
def test_those_drawn_are_proved_again(game: str) -> None:
    some = smallest(game, PROVED, FEW) or of_game(game)[:1]
    for one in some:
        prove(one)


def test_files_are_read_as_they_are_written() -> None:
    for path in stock.paths():
        if path.name.endswith(stock.ending(safe.KIND)):
            lines = path.read_text(encoding="utf-8").splitlines()
            assert [written(one) for one in in_file(path)] == lines


# The layouts


def test_the_cards_as_they_really_lay_are_among_the_layouts() -> None:
    for one in SHIPPED:
        game, view = one.game(), view_of(one)
        found = layouts.with_hands(view, hands_of(game))
        assert found is not None, one.id
        assert found.hands == hands_of(game)


@pytest.mark.parametrize("book", ruleset.published())
def test_where_all_are_looked_through_the_real_one_comes_once_and_no_other_twice(book: str) -> None:
    for game, _, seat in near_the_end(book):
        all_hands = [one.hands for one in layouts.every(game.view_for(seat))]
        assert all_hands.count(hands_of(game)) == 1
        assert len(set(all_hands)) == len(all_hands) <= (layouts.ways(game.view_for(seat)) or 0)


@pytest.mark.slow
@pytest.mark.parametrize("book", ruleset.published())
def test_layouts_and_answers_are_the_same_however_hidden_cards_lie(book: str) -> None:
    """Slow: many deals are played until one has such a twin near its end."""
    for game, other, seat in near_the_end(book):
        one, two = game.view_for(seat), other.view_for(seat)
        assert [a.hands for a in layouts.every(one)] == [b.hands for b in layouts.every(two)]
        assert list(safe.searched(one)) == list(safe.searched(two))


@cache
def near_the_end(book: str) -> tuple[tuple[Game, Game, Seat], ...]:
    """Moments with few layouts, each beside one of a deal that looks the same."""

    def fitting() -> Iterator[tuple[Game, Game, Seat]]:
        for game, other, seat in twins(book, "safe"):
            view = game.view_for(seat)
            if game.phase != "play" or len(view.hand) > safe.MOST:
                continue
            if 2 <= (layouts.ways(view) or 0) <= FEW:
                yield game, other, seat

    return tuple(islice(fitting(), TOLD))


@pytest.mark.parametrize("game", sorted({one.rules.partition("/")[0] for one in SHIPPED}))
def test_the_page_gets_the_same_bytes_whichever_of_the_layouts_is_the_real_one(game: str) -> None:
    """The layout that is shown is a deal of its own: a puzzle made of it looks no other."""
    for one in of_game(game)[:4]:
        for card in tally_of(one).hands:
            then = safe.shown(view_of(one), tally_of(one), card)
            head, acts = halves(then)
            other = replace(one, head=head, acts=acts)
            told = [wire.encode(veiled(of)).replace(of.id.encode(), b"") for of in (one, other)]
            assert told[0] == told[1], (one.id, card)


def test_before_the_answer_nothing_but_the_own_view_is_shown() -> None:
    for one in SHIPPED[:20]:
        shown, view = veiled(one), view_of(one)
        (node,) = shown.nodes
        assert [bool(hand) for hand in node.hands] == [q == one.seat for q in range(view.seats)]
        seen = {stem(word) for act in view.seen for word in act.args} | set(view.hand)
        told = [card for trick in shown.asked.shown.tricks for _, card in trick]
        assert {stem(card) for card in (*told, *view.hand)} <= seen
        assert not shown.asked.shown.pile


# Once more by hand


@pytest.mark.parametrize("game", sorted({one.rules.partition("/")[0] for one in SHIPPED}))
def test_whoever_deals_and_tries_everything_counts_the_same(game: str) -> None:
    """Written from the text: every way to share out the cards that nobody has shown, those in which
    somebody could not have played as he did struck out, and in each every card of every player."""
    some = [one for one in of_game(game) if plain(one)]
    some.sort(key=lambda one: (tally_of(one).of, one.id))
    assert some, "one at least that can be counted by hand"
    for one in some[:RECOUNTED]:
        of, fails = by_hand(one)
        assert (of, fails) == (tally_of(one).of, dict(tally_of(one).fails)), one.id


def plain(one: Puzzle) -> bool:
    """Whether nothing but the cards that fell tells where the others lie."""
    view = view_of(one)
    if tally_of(one).drawn or tally_of(one).of > FEW or len(view.hand) > BRUTE:
        return False
    others = [n for seat, n in enumerate(view.counts) if seat != view.seat]
    match view:
        case KoenigrufenView():
            king = f"{view.called_suit}K" if view.called_suit else ""
            said = [seat for _, seat, _ in view.announced if seat != view.seat]
            known = not said and king not in unseen(view) and not any(view.lying_open)
            return known and sum(others) == len(unseen(view))
        case PerlaggenView():
            return not any(one.verb in ("bid", "hold", "raise") for one in view.seen)
    return sum(others) == len(unseen(view))


def unseen(view: View) -> frozenset[str]:
    """The cards of the pack that have not been seen."""
    pack = laws.of(view.rules.game).pack.codes
    turned = {stem(card) for card in getattr(view, "turned", ())}
    talon = {card for card in getattr(view, "talon", ()) if card not in getattr(view, "bought", ())}
    gone = {*getattr(view, "discard", ()), *getattr(view, "skar", ()), *talon, *turned}
    fallen = {stem(act.args[0]) for act in view.seen if act.verb == "play"}
    return frozenset(pack) - {stem(card) for card in view.hand} - fallen - gone


def by_hand(one: Puzzle) -> tuple[int, dict[str, int]]:
    """How many layouts there are, and in how many each card fails."""
    game, view = one.game(), view_of(one)
    plays = [(int(act.seat), act.args[0]) for act in view.seen if act.verb == "play"]
    sizes = [0 if seat == view.seat else n for seat, n in enumerate(view.counts)]
    stock_left = len(unseen(view)) - sum(sizes)
    of, fails = 0, Counter[str]()
    lawful = {act.args[0] for act in game.plays(Seat(one.seat))}
    for places in naive.shares(unseen(view), [*sizes, stock_left]):
        hands = [*places[: view.seats]]
        hands[one.seat] = frozenset(stem(card) for card in view.hand)
        table = table_of(one, game, tuple(hands))
        if not naive.could_have_played(table, plays, tuple(hands)):
            continue
        reached = keeping(table, one, game, tuple(hands))
        fails.update(lawful - reached if one.aim.wanted else reached)
        of += 1
    return of, dict(fails)


def hands_of(game: Game) -> tuple[tuple[str, ...], ...]:
    pack = laws.of(game.setup.rules.game).pack
    hands = [game.view_for(Seat(seat)).hand for seat in range(game.setup.seats)]
    return tuple(pack.named(pack.mask(stem(card).rstrip("~") for card in hand)) for hand in hands)


# Damage


def test_what_was_changed_is_found(tmp_path: Path) -> None:
    fitting = (one for one in of_game("koenigrufen") if len(tally_of(one).fails) > 1)
    one = min(fitting, key=lambda one: tally_of(one).of)
    tally, right = tally_of(one), one.line.keep[0]
    wrong = next(iter(tally.fails))
    node, hands = one.line, tally.hands[wrong]

    def counted(**changed: object) -> Puzzle:
        return replace(one, layouts=replace(tally, **changed))  # type: ignore[arg-type]

    def shown(card: str, held: tuple[str, ...]) -> Puzzle:
        return counted(hands={**tally.hands, card: held})

    swapped = list(hands)
    own = (one.seat + 1) % len(hands)
    swapped[one.seat], swapped[own] = swapped[own], swapped[one.seat]
    planted: list[Puzzle] = [
        replace(one, layouts=None),
        counted(of=tally.of + 1),
        counted(drawn=True),
        counted(fails={**tally.fails, wrong: tally.fails[wrong] - 1}),
        counted(fails={**tally.fails, right: tally.of}),
        counted(fails={card: n for card, n in tally.fails.items() if card != wrong}),
        counted(hands={card: held for card, held in tally.hands.items() if card != wrong}),
        shown(wrong, tuple(swapped)),
        shown(wrong, ("",) * len(hands)),
        shown(wrong, hands[:-1]),
        shown(wrong, ("XX", *hands[1:])),
        shown(right, tuple(hands_of(safe.shown(view_of(one), tally, wrong))[0][:1])),
        replace(one, line=replace(node, keep=(wrong,))),
        replace(one, line=replace(node, keep=(*node.keep, wrong))),
        replace(one, line=replace(node, fail={**node.fail, wrong: node.fail[wrong][:-1]})),
        replace(one, line=replace(node, fail={})),
        replace(one, line=replace(node, replies=())),
        replace(one, line=replace(node, replies=(Reply((), None),))),
        replace(one, line=replace(node, replies=(Reply(node.replies[0].cards, node),))),
        replace(one, aim=one.aim._replace(wanted=not one.aim.wanted)),
        replace(one, aim=one.aim._replace(bar=one.aim.bar + 50)),
        replace(one, aim=Aim(kind="count", side=(), wanted=True)),
        replace(one, seat=(one.seat + 1) % 4),
        replace(one, acts=one.acts.rpartition(" | ")[0]),
        replace(one, rating=0),
        replace(one, themes=()),
        replace(one, tries={**one.tries, "heuristic": (9, 8)}),
        replace(one, kind="open"),
        replace(one, kind="closed", line=Node(keep=(), fail={}, replies=())),
    ]
    game, _, book = one.rules.partition("/")
    (tmp_path / game).mkdir()
    path = tmp_path / game / f"{book}{stock.ending(safe.KIND)}"
    path.write_text("".join(f"{written(bad)}\n" for bad in planted), encoding="utf-8")
    assert [problem.line for problem in check([path])] == list(range(1, len(planted) + 1))
    path.write_text(f"{written(one)}\n", encoding="utf-8")
    assert list(check([path])) == []


def test_mining_finds_the_same_again() -> None:
    book = load("lhombre/compagnie")
    found = _mined(DEAL)
    assert found == _mined(DEAL) != []
    for one in found:
        safe.prove(one, view_of(one))
    assert all(one.rules == book.name for one in found)


def _mined(number: int) -> list[Puzzle]:
    return list(safe.safe_puzzles(source.moments(load("lhombre/compagnie"), 1, number)))


def test_a_game_whose_bots_know_no_layouts_has_none() -> None:
    assert all(safe.possible(game) for game in games.names())
    assert not safe.possible("bridge")
