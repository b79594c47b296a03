"""Positions: a game built from the words of a case, for clause cases, experts and lessons alike.

    hands     the cards of each seat; those nobody names fill the hands up
    talon, forehand, context …   what else the game's own deals have
    acts      what is done then, ``pass|pass`` or ``2 bid dreier``
    tricks    the cards played after the acts, in order of play
    then      acts after those; after a small position too
    deal      more of what the game's own deals have, such as the card turned

A lesson wants small hands. ``left`` names the cards each seat still holds when a trick begins, and
``lying`` what has fallen when ``seat`` is on turn. The deal is then drawn and played by chance
until it comes to that: the position has really been reached by lawful play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import cast

from trull import laws
from trull.errors import DealError, IllegalAction
from trull.game import Game
from trull.learn.question import stem
from trull.learn.school import Case, school_of
from trull.ruleset import RuleSet
from trull.state import ARBITER, Seat

TRIES = 20_000
"""Deals that are played by chance before a position is given up as unreachable."""


def words(case: Case, key: str) -> Sequence[str]:
    """What stands there as a list; nothing where nothing stands."""
    return cast(Sequence[str], case.get(key, []))


def do(game: Game, line: str) -> None:
    """One act, or several parted by ``|``; without a seat it is that of the player on turn."""
    for text in line.split("|"):
        seat, _, said = text.strip().partition(" ")
        if seat == "*":
            game.apply(ARBITER, said)
        elif seat.isdigit():
            game.apply(Seat(int(seat)), said)
        else:
            game.act(text.strip())


def position(case: Case, rules: RuleSet) -> Game:
    """The game of a case: its cards dealt, its acts done, its tricks played."""
    game = _small(case, rules) if "left" in case else _whole(case, rules)
    for line in words(case, "then"):
        do(game, line)
    return game


def _small(case: Case, rules: RuleSet) -> Game:
    seat, lying = cast(int, case["seat"]), str(case.get("lying", ""))
    return reached(rules, tuple(words(case, "left")), lying, seat, more(case))


def _whole(case: Case, rules: RuleSet) -> Game:
    game = school_of(rules.game).dealt({**case, **more(case)}, rules)
    for line in words(case, "acts"):
        do(game, line)
    for card in " ".join(words(case, "tricks")).split():
        do(game, f"play {card}")
    return game


def more(case: Case) -> Mapping[str, str]:
    """What else the deal has, in words."""
    found = case.get("deal", {})
    if not isinstance(found, Mapping) or not all(isinstance(one, str) for one in found.values()):
        raise DealError("deal is a table of words")
    return found


# Positions reached by chance


@lru_cache(maxsize=512)
def _reached(
    rules: RuleSet,
    left: tuple[str, ...],
    lying: str,
    seat: int,
    deal: tuple[tuple[str, str], ...],
    last: str = "",
) -> Game:
    read = laws.of(rules.game).pack.read
    fallen, seats = read(" ".join(map(stem, lying.split()))), len(left)
    leader = (seat - len(fallen)) % seats
    kept = [set(read(hand)) for hand in left]
    for step, card in enumerate(fallen):
        kept[(leader + step) % seats].add(card)
    if sum(map(len, kept)) != len(set().union(*kept)):
        raise DealError("a card is named twice")
    size = 0 if last else max(map(len, kept))
    code = laws.of(rules.game).pack.code
    names = [frozenset(map(code, hand)) for hand in kept]
    seed = " ".join([f"{left} {lying} {seat}", *(f"{key} {value}" for key, value in deal)])
    for game in _tries(rules, names, size, seed, dict(deal)):
        if game.duty == {leader} and _plays(game, lying) and _plays(game.__copy__(), last):
            return game
    raise DealError(f"no play was found that leads here: {' / '.join(left)}, lying {lying or '-'}")


def reached(
    rules: RuleSet,
    left: tuple[str, ...],
    lying: str,
    seat: int,
    deal: Mapping[str, str] = MappingProxyType({}),
) -> Game:
    """A drawn deal in which the seats hold ``left`` when this trick begins; always the same one."""
    return _reached(rules, left, lying, seat, tuple(sorted(deal.items()))).__copy__()


def falling(rules: RuleSet, trick: Sequence[str], leader: int, deal: Mapping[str, str]) -> Game:
    """A drawn deal in which these cards fall in one trick, before the last of them."""
    *lying, last = trick
    seat = (leader + len(lying)) % len(trick)
    left = tuple(stem(last) if at == seat else "" for at in range(len(trick)))
    more = tuple(sorted(deal.items()))
    return _reached(rules, left, " ".join(lying), seat, more, last).__copy__()


def _tries(
    rules: RuleSet,
    kept: Sequence[frozenset[str]],
    size: int,
    seed: str,
    deal: Mapping[str, str],
) -> Iterator[Game]:
    """Deals at a trick with so many cards in hand (0: at any), the kept ones among them."""
    for number in range(TRIES):
        rng = Random(f"{rules.name} {seed} {number}")
        game = _drawn(rules, kept, rng, deal)
        for held in () if game is None else _tricks(game, kept, rng):
            assert game is not None, "it has tricks"
            if size in (0, held):
                yield game.__copy__()
            if held <= size:
                break


def opened(rules: RuleSet, rng: Random, players: int = 4) -> Game:
    """A shuffled deal at its first trick, opened by the game's plainest words."""
    seats = laws.of(rules.game).seats(rules)
    nothing = [frozenset[str]()] * (players if players in seats else seats[0])
    while (game := _drawn(rules, nothing, rng, {})) is None:
        pass
    return game


def _drawn(
    rules: RuleSet, kept: Sequence[frozenset[str]], rng: Random, deal: Mapping[str, str]
) -> Game | None:
    """A deal at its first trick, in which the seats hold the kept cards among others."""
    school, pack = school_of(rules.game), laws.of(rules.game).pack
    named = frozenset(" ".join(deal.values()).split()).union(*kept)
    others = [code for code in pack.codes if code not in named]
    rng.shuffle(others)
    hands = [
        " ".join([*hand, *(others.pop() for _ in range(school.size - len(hand)))]) for hand in kept
    ]
    try:
        case = {"hands": hands, "rest": " ".join(others), "seats": len(kept), **deal}
        game = school.dealt(case, rules)
        while game.duty and not any(game.plays(seat) for seat in game.duty):
            seat = min(game.duty)
            act = school.opening(game, seat, kept[seat], rng)
            if act is None:
                return None
            game.apply(seat, act)
    except (DealError, IllegalAction):
        return None
    return game if game.duty else None


def _tricks(game: Game, kept: Sequence[frozenset[str]], rng: Random) -> Iterator[int]:
    """Play by chance without the kept cards, as long as that can be done.

    Stops at each trick and says how many cards are held at most. All tricks of a deal are of one
    size: once the first has shown it, nobody has to look at every card whether a trick is over.
    """
    played, size = 0, 1
    while game.duty:
        if played % size == 0 and not (seen := game.view_for(None)).trick:
            size = size if size > 1 else max(played, 1)
            yield max(seen.counts)
        (seat,) = game.duty
        free = [act for act in game.plays(seat) if stem(act.args[0]) not in kept[seat]]
        if not free:
            return
        game.apply(seat, rng.choice(free))
        played += 1


def _plays(game: Game, lying: str) -> bool:
    """Whether these cards may fall now, one after the other; then they have."""
    try:
        for card in lying.split():
            game.act(f"play {card}")
    except IllegalAction:
        return False
    return True
