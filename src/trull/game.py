"""A game is a log: the set-up and the acts. Everything else is a fold over it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trull import laws
from trull.cards import Card
from trull.errors import DealError, RuleSetError
from trull.laws.summary import Reason
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.state import Act, Action, Fault, Logged, Prompt, Seat, Setup, View, action


class Game:
    """One deal: an unlawful act is refused by its clauses; a free table takes what is possible."""

    __slots__ = ("_laws", "_state", "duty", "setup")

    duty: frozenset[Seat]
    """The seats that must act now; none when the deal is over."""

    def __init__(self, setup: Setup) -> None:
        """Sit down at a set-up; nothing has been said or played."""
        self.setup = setup
        self._laws = laws.under(setup.rules)
        self._state = self._laws.begin(setup)
        self.duty = self._laws.duty(self._state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.setup == other.setup and self._state == other._state

    def __hash__(self) -> int:
        return hash((self.setup.pack, len(self.log)))

    def __reduce__(self) -> tuple[object, ...]:
        """What is kept of a game is its log: unpacked, it is played again and equals this one."""
        return replay, (self.setup, self.log)

    def __copy__(self) -> Game:
        """A game that goes its own way from here; the state is shared, for it never changes."""
        twin = Game.__new__(Game)
        twin.setup, twin._laws, twin._state = self.setup, self._laws, self._state
        twin.duty = self.duty
        return twin

    @property
    def log(self) -> tuple[Act, ...]:
        """What was done so far."""
        return self._state.acts

    @property
    def phase(self) -> str:
        """The name of the phase the game is in."""
        return self._laws.phase(self._state)

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return not self.duty

    def prompts(self, seat: Seat) -> tuple[Prompt, ...]:
        """What the seat may lawfully do now."""
        return self._laws.prompts(self._state, seat)

    def plays(self, seat: Seat) -> tuple[Action, ...]:
        """The cards the seat may lawfully play now, each as the act of playing it."""
        return self._laws.plays(self._state, seat)

    def faults(self, seat: Seat, act: Action) -> tuple[Fault, ...]:
        """The clauses the act would break; empty if it is lawful."""
        return self._laws.faults(self._state, seat, act)

    def apply(self, seat: Seat, act: Action | str) -> None:
        """Do an act, or raise IllegalAction with the clauses it breaks."""
        if isinstance(act, str):
            act = action(act)
        self._state = state = self._laws.enact(self._state, seat, act)
        self.duty = self._laws.duty(state)

    def act(self, words: str) -> None:
        """Do an act for the one seat whose turn it is; where several must act, say who: apply."""
        assert len(self.duty) < 2, f"seats {sorted(self.duty)} must act: say who, with apply"
        self.apply(min(self.duty, default=self.setup.forehand), words)

    def view_for(self, seat: Seat | None) -> View:
        """What the seat may know; None is a spectator."""
        assert seat is None or 0 <= seat < self.setup.seats, f"there is no seat {seat} in this deal"
        return self._laws.view(self._state, seat)

    def settlement(self) -> Settlement | None:
        """Who pays whom, once the deal is over."""
        return self._laws.settle(self._state)

    def pending(self) -> Settlement | None:
        """What the deal pays if everybody accepts its count, at a free table that is asked."""
        return laws.pending_of(self._laws, self._state)

    def reasons(self) -> tuple[Reason, ...]:
        """Why the finished deal is settled as it is."""
        return laws.reasons_of(self._laws, self._state)

    def repriced(self, rules: RuleSet) -> Settlement:
        """The finished deal settled under another rule set that knows its contract."""
        if rules.game != self.setup.rules.game:
            raise RuleSetError(rules.name, f"is no rule set for a deal of {self.setup.rules.name}")
        return self._laws.reprice(self._state, rules)

    @property
    def state(self) -> Logged:
        """The state of the laws: for the match, the referee and tests; never for a player."""
        return self._state


def replay(setup: Setup, acts: Iterable[Act]) -> Game:
    """The game of a log."""
    game = Game(setup)
    for act in acts:
        game.apply(act.seat, act.action)
    return game


# Deals with named cards


def arranged(
    rules: RuleSet, hands: Sequence[str], talon: str = "", players: int | None = None
) -> Game:
    """A game whose seats were dealt the named cards; those nobody names fill the hands up.

    The first seat is the forehand. Cut, deal and looking at one's cards are done already, and
    nothing else. ``talon`` are cards in nobody's hand.

    >>> from trull.ruleset import load
    >>> game = arranged(load("koenigrufen/tirol"), ["HK T1", "T21"])
    >>> game.phase, game.view_for(Seat(1)).hand[-1]
    ('auction', 'T21')
    """
    law = laws.of(rules.game)
    seats = law.seats(rules)
    count = players or (len(hands) if len(hands) in seats else seats[0])
    sitting = law.open_sitting(rules, count, count - 1)
    pack = tuple(map(Card, range(law.pack.size)))
    for lean in range(len(pack) // 2):  # a card that the cut shows may stay with the cutter
        probe = _opened(law.deal(sitting, pack)[0], lean)
        places = [_hand(probe, seat) for seat in range(probe.setup.seats)]
        wanted = [law.pack.read(hand) for hand in (*hands, *[""] * (len(places) - len(hands)))]
        stacked = pack if probe.over else _filled(pack, places, wanted, law.pack.read(talon))
        game = _opened(law.deal(sitting, stacked)[0], lean)
        if all(set(cards) <= {*_hand(game, seat)} for seat, cards in enumerate(wanted)):
            return game
    raise DealError("these cards cannot be dealt so")


def _opened(setup: Setup, lean: int) -> Game:
    """The game once everybody holds cards; the cut is so far from the middle."""
    game, seats = Game(setup), [Seat(seat) for seat in range(setup.seats)]
    while game.duty and not all(game.view_for(seat).hand for seat in seats):
        seat = min(game.duty)
        first = game.prompts(seat)[0]
        middle = (len(first.choices) // 2 + lean) % max(len(first.choices), 1)
        game.apply(seat, Action(first.verb, first.choices[middle : middle + first.least]))
    return game


def _hand(game: Game, seat: int) -> tuple[Card, ...]:
    return laws.of(game.setup.rules.game).pack.read(" ".join(game.view_for(Seat(seat)).hand))


def _filled(
    pack: Sequence[Card],
    places: Sequence[Sequence[Card]],
    wanted: Sequence[Sequence[Card]],
    nobodys: Sequence[Card],
) -> tuple[Card, ...]:
    """A pack with the wanted cards where each hand's cards come from."""
    named = [*nobodys, *(card for cards in wanted for card in cards)]
    if len(set(named)) < len(named):
        raise DealError("a card is named twice")
    left, order = [card for card in pack if card not in named], list(pack)
    rest = [place for place in pack if not any(place in hand for hand in places)]
    for hand, cards in zip((*places, rest), (*wanted, nobodys), strict=True):
        if len(cards) > len(hand):
            raise DealError(f"{len(cards)} cards are named where {len(hand)} are dealt")
        fill = [left.pop(0) for _ in hand[len(cards) :]]
        for place, card in zip(hand, (*cards, *fill), strict=True):
            order[place] = card
    return tuple(order)
