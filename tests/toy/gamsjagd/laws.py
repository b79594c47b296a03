"""The laws of Gamsjagd: an exchange with the stock, seven tricks, raises in between.

A law says what is wrong with an act (``faults``); what a seat may do is what has no fault. The
text of the clauses is in ``rules.md``, their numbers are in ``rulesets/``.
"""

# ruff: noqa: ARG002  what is asked of all games is more than a small one needs

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from trull.cards import Card, Pack, bit, mask_of
from trull.clauses import clause
from trull.errors import DealError, RuleSetError
from trull.laws import Ruling, lawfully, plays_in
from trull.ruleset import RuleSet, record
from trull.settlement import Factor, Line, Payment, Settlement
from trull.state import (
    Act,
    Action,
    Breach,
    Draw,
    Fault,
    Log,
    Prompt,
    Row,
    Seat,
    Seen,
    Setup,
    Sitting,
    Verdict,
    View,
    acts_in,
    fault,
    one_of,
    sight,
)

SEATS, HAND, STOCK = 3, 7, 3
TRICKS = HAND
GAMS = "G"
PACK = Pack(
    "gams24",
    {
        **{suit: tuple(f"{suit}{rank}" for rank in range(1, 8)) for suit in "ABF"},
        GAMS: ("G1", "G2", "G3"),
    },
    {},
    {"A": "green", "B": "blue", "F": "yellow", "G": "red"},
)
RENONCE = {"must_follow": "TOY-4", "must_hunt": "TOY-5"}
"""The duties a card can break: the code of the fault, and the clause that lays it down."""

Lying = tuple[tuple[Seat, Card], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """A number of the rule set with the clause beside it."""

    value: int
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A deal: the hands, the stock, the cards on the table and what each has taken."""

    setup: Setup
    hands: tuple[int, ...]
    stock: tuple[Card, ...]
    turn: Seat
    log: Log = ()
    exchanged: int = 0  # seats that have exchanged or kept
    trick: Lying = ()
    last: Lying = ()
    taken: tuple[int, ...] = (0,) * SEATS
    raised: tuple[Seat, ...] = ()
    verdict: Verdict | None = None

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts so far, in order."""
        return acts_in(self.log)

    @property
    def phase(self) -> str:
        """The exchange, then the play, until seven tricks are taken or a Renonce is established."""
        if self.verdict or sum(self.taken) == TRICKS:
            return "over"
        return "play" if self.exchanged == SEATS else "exchange"

    @property
    def led(self) -> str:
        """The suit led; empty before the first card of a trick."""
        return PACK.suit_of[self.trick[0][1]] if self.trick else ""


@sight
class GamsjagdView(View):
    """A view of Gamsjagd: what all views have, the stock and the raises."""

    stock: int
    raised: tuple[Seat, ...]


# What is wrong with an act


@clause("TOY-3")
def exchange_faults(s: State, seat: Seat, cards: Sequence[str]) -> Iterator[Fault]:
    """Each in his turn exchanges one card of his hand, or keeps all."""
    if s.phase != "exchange":
        yield fault("TOY-3", "not_now")
    elif seat != s.turn:
        yield fault("TOY-3", "not_your_turn")
    yield from not_held(s, seat, cards)


@clause("TOY-4", "TOY-5")
def play_faults(s: State, seat: Seat, card: str) -> Iterator[Fault]:
    """Who can follow must; who cannot plays a Gams if he has one and the table wants it so."""
    if s.phase != "play":
        yield fault("TOY-4", "not_now")
    elif seat != s.turn:
        yield fault("TOY-4", "not_your_turn")
    elif card not in PACK.named(s.hands[seat]):
        yield from not_held(s, seat, (card,))
    elif s.led and card[0] != s.led:
        following = PACK.text(s.hands[seat] & PACK.suits[s.led])
        hunting = PACK.text(s.hands[seat] & PACK.suits[GAMS])
        if following:
            yield fault("TOY-4", "must_follow", led=s.led, held=following)
        elif hunting and card[0] != GAMS and s.setup.rules["must_hunt"]:
            yield fault("TOY-5", "must_hunt", led=s.led, held=hunting)


@clause("TOY-7")
def raise_faults(s: State, seat: Seat) -> Iterator[Fault]:
    """Who has taken a trick may raise once, as long as the table allows another raise."""
    if s.phase != "play":
        yield fault("TOY-7", "not_now")
    elif not s.taken[seat]:
        yield fault("TOY-7", "no_trick_yet")
    elif seat in s.raised:
        yield fault("TOY-7", "raised_already")
    elif len(s.raised) >= int(s.setup.rules["raises"]):
        yield fault("TOY-7", "no_more_raises", n=str(len(s.raised)))


def not_held(s: State, seat: Seat, cards: Sequence[str]) -> Iterator[Fault]:
    """Nobody plays or lays away what he does not hold."""
    if not set(cards) <= set(PACK.named(s.hands[seat])):
        yield fault("TOY-2", "not_in_hand", cards=" ".join(cards))


# What an act does


@clause("TOY-3")
def exchanged(s: State, seat: Seat, card: str) -> State:
    """The card goes away face down, the top card of the stock comes for it."""
    hand = s.hands[seat] ^ bit(PACK.card(card)) | bit(s.stock[0])
    return replace(s, hands=_with(s.hands, seat, hand), stock=s.stock[1:])


@clause("TOY-6")
def winner(trick: Lying) -> Seat:
    """The highest Gams takes the trick; without one, the highest card of the suit led."""
    suits = (GAMS, PACK.suit_of[trick[0][1]])
    return max(trick, key=lambda played: (-_rank(suits, played[1]), played[1]))[0]


def _rank(suits: Sequence[str], card: Card) -> int:
    """Which of these suits a card is of; beyond the last if of none."""
    suit = PACK.suit_of[card]
    return suits.index(suit) if suit in suits else len(suits)


@clause("TOY-4", "TOY-6")
def played(s: State, seat: Seat, card: Card) -> State:
    """The card lies on the table; the third closes the trick, and its taker leads."""
    hands, trick = _with(s.hands, seat, s.hands[seat] ^ bit(card)), (*s.trick, (seat, card))
    if len(trick) < SEATS:
        return replace(s, hands=hands, trick=trick, turn=s.setup.right_of(seat))
    taker = winner(trick)
    taken = _with(s.taken, taker, s.taken[taker] + 1)
    return replace(s, hands=hands, trick=(), last=trick, taken=taken, turn=taker)


def _with(values: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


# What it comes to


@clause("TOY-7")
def factors(s: State) -> tuple[Factor, ...]:
    """Each raise doubles all that is paid."""
    return tuple(Factor("raise", 2, "TOY-7") for _ in s.raised)


def lines(s: State, rules: RuleSet) -> Iterator[Line]:
    """A Renonce is paid alone; else tricks, empty hands and the Blattschuss."""
    if s.verdict:
        yield _line(s, rules, "penalty.renonce", _each_other(s.verdict.seat, 1))
        return
    yield _line(s, rules, "price.tricks", differences(s.taken))
    for seat in range(SEATS):
        if not s.taken[seat]:
            yield _line(s, rules, "price.empty", _each_other(seat, 1))
    if PACK.suit_of[max(card for _, card in s.last)] == GAMS:
        yield _line(s, rules, "price.blattschuss", _each_other(winner(s.last), -1))


@clause("TOY-8")
def differences(taken: Sequence[int]) -> list[tuple[int, int, int]]:
    """Between any two the one with fewer tricks pays the other the difference."""
    pairs = [(a, b) for a in range(SEATS) for b in range(SEATS) if taken[a] < taken[b]]
    return [(a, b, taken[b] - taken[a]) for a, b in pairs]


@clause("TOY-9", "TOY-10", "TOY-11")
def _each_other(seat: int, times: int) -> list[tuple[int, int, int]]:
    """One seat pays each of the others, or gets it from them where ``times`` is below zero."""
    others = [other for other in range(SEATS) if other != seat]
    return [(seat, o, times) if times > 0 else (o, seat, -times) for o in others]


def _line(s: State, rules: RuleSet, row: str, paid: list[tuple[int, int, int]]) -> Line:
    section, _, item = row.partition(".")
    price, doubled = prices(rules, section)[item], factors(s)
    each = price.value * 2 ** len(doubled)
    payments = tuple(Payment(payer, payee, times * each) for payer, payee, times in paid)
    return Line(item, price.clause, price.value, payments, payments, factors=doubled)


def prices(rules: RuleSet, section: str) -> dict[str, Price]:
    """The rows of a section; RuleSetError names the key that is wrong."""
    rows = rules.section(section)
    return {
        name: record(Price, row, f"{rules.name}.{section}.{name}") for name, row in rows.items()
    }


class Gamsjagd:
    """What Trull asks of a game."""

    name = "gamsjagd"
    pack = PACK
    asides: frozenset[str] = frozenset()
    lasting: frozenset[str] = frozenset()
    binding = frozenset({"raise"})

    @clause("TOY-1")
    def seats(self, rules: RuleSet) -> tuple[int, ...]:
        """Three play; the prices of the book are read."""
        assert all(prices(rules, section) for section in ("price", "penalty")), "prices are missing"
        return (SEATS,)

    # One deal

    @clause("TOY-2")
    def begin(self, setup: Setup) -> State:
        """Seven cards each from the Vorhand on, one by one; the last three are the stock."""
        if sorted(setup.pack) != list(range(PACK.size)) or setup.seats != SEATS:
            raise DealError(f"Gamsjagd is dealt to {SEATS} from a whole pack of {PACK.size} cards")
        dealt = setup.pack[:-STOCK]
        hands = tuple(
            mask_of(dealt[(seat - setup.forehand) % SEATS :: SEATS]) for seat in range(SEATS)
        )
        return State(setup=setup, hands=hands, stock=setup.pack[-STOCK:], turn=setup.forehand)

    def phase(self, s: State) -> str:
        """The name of the phase."""
        return s.phase

    def duty(self, s: State) -> frozenset[Seat]:
        """Whose turn it is; nobody's when the deal is over."""
        return frozenset() if s.phase == "over" else frozenset({s.turn})

    def faults(self, s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
        """The clauses an act would break."""
        if s.phase == "over":
            return (fault("TOY-2", "deal_is_over"),)
        match act:
            case Action("exchange", (card,)):
                return tuple(exchange_faults(s, seat, (card,)))
            case Action("keep", ()):
                return tuple(exchange_faults(s, seat, ()))
            case Action("play", (card,)):
                return tuple(play_faults(s, seat, card))
            case Action("raise", ()):
                return tuple(raise_faults(s, seat))
        return (fault("TOY-1", "bad_words", act=str(act)),)

    def prompts(self, s: State, seat: Seat) -> tuple[Prompt, ...]:
        """What has no fault."""
        return self._without(s, seat, lambda act: not self.faults(s, seat, act))

    def offers(self, s: State, seat: Seat) -> tuple[Prompt, ...]:
        """What a hand can do, lawful or not."""
        return self._without(s, seat, lambda act: self.possible(s, seat, act))

    def _without(self, s: State, seat: Seat, fits: Callable[[Action], bool]) -> tuple[Prompt, ...]:
        hand, found = PACK.named(s.hands[seat]), []
        for verb, law in (("exchange", "TOY-3"), ("play", "TOY-4")):
            choices = tuple(card for card in hand if fits(Action(verb, (card,))))
            found += [one_of(verb, law, choices)] if choices else []
        words = (("keep", "TOY-3"), ("raise", "TOY-7"))
        return (*found, *(Prompt(verb, law) for verb, law in words if fits(Action(verb))))

    def plays(self, s: State, seat: Seat) -> tuple[Action, ...]:
        """Its lawful cards."""
        return plays_in(self.prompts(s, seat))

    def possible(self, s: State, seat: Seat, act: Action) -> bool:
        """A hand can do what is lawful, and it can break the duties of a card."""
        return all(found.code in RENONCE for found in self.faults(s, seat, act))

    def step(self, s: State, seat: Seat, act: Action) -> State:
        """The state after an act that is possible."""
        s = replace(s, log=(s.log, seat, act))
        match act:
            case Action("play", (card,)):
                return played(s, seat, PACK.card(card))
            case Action("raise"):
                return replace(s, raised=(*s.raised, seat))
            case Action("exchange", (card,)):
                s = exchanged(s, seat, card)
        return replace(s, exchanged=s.exchanged + 1, turn=s.setup.right_of(seat))

    def enact(self, s: State, seat: Seat, act: Action) -> State:
        """The state after a lawful act."""
        return lawfully(self, s, seat, act)

    def view(self, s: State, seat: Seat | None) -> GamsjagdView:
        """The own hand, the table, and of the exchange only that there was one."""
        return GamsjagdView(
            rules=s.setup.rules,
            seat=seat,
            seats=SEATS,
            forehand=s.setup.forehand,
            dealer=s.setup.dealer,
            context=s.setup.context,
            phase=s.phase,
            duty=self.duty(s),
            prompts=() if seat is None else self.prompts(s, seat),
            hand=() if seat is None else PACK.named(s.hands[seat]),
            counts=tuple(hand.bit_count() for hand in s.hands),
            trick=_named(s.trick),
            last_trick=_named(s.last),
            taken=s.taken,
            lying_open=((),) * SEATS,
            seen=tuple(_seen(act, seat) for act in s.acts),
            stock=len(s.stock),
            raised=s.raised,
        )

    def haste(self, s: State) -> None:
        """Nobody is hurried."""

    def effect(self, s: State, after: State) -> None:
        """The views are to be compared."""

    def settle(self, s: State) -> Settlement | None:
        """Who pays whom, once the deal is over."""
        return Settlement(SEATS, tuple(lines(s, s.setup.rules))) if s.phase == "over" else None

    def reprice(self, s: State, rules: RuleSet) -> Settlement:
        """The same tricks by another book's prices."""
        if s.phase != "over":
            raise RuleSetError(rules.name, "only a finished deal is priced")
        return Settlement(SEATS, tuple(lines(s, rules)))

    # A free table

    def charges(self, s: State, seat: Seat, act: Action) -> tuple[Breach, ...]:
        """A duty of the card that was broken."""
        trick = sum(s.taken) + 1
        found = self.faults(s, seat, act)
        return tuple(
            Breach(seat, f.code, RENONCE[f.code], trick) for f in found if f.code in RENONCE
        )

    @clause("TOY-11")
    def rulings(self, rules: RuleSet) -> Mapping[str, Ruling]:
        """A Renonce is shown by the record, once somebody claims it."""
        return {kind: Ruling("record", "TOY-11") for kind in RENONCE}

    @clause("TOY-11")
    def ruled(self, s: State, verdict: Verdict) -> State:
        """The first Renonce that is established ends the deal."""
        return s if s.verdict else replace(s, verdict=verdict)

    def forgives(self, s: State, seat: Seat) -> bool:
        """A card played stays."""
        return False

    def righted(self, s: State, seat: Seat, act: Action) -> frozenset[tuple[Seat, str, int]]:
        """Nothing is taken back, so nothing is righted."""
        return frozenset()

    def discovers(self, s: State) -> bool:
        """What nobody claims is not found."""
        return False

    # A sitting

    @clause("TOY-2")
    def draw(self, rules: RuleSet, drawn: Mapping[int, Card], players: int) -> Draw:
        """The highest card of the pack's order deals."""
        return Draw(dealer=max(drawn, key=lambda player: drawn[player]))

    def open_sitting(self, rules: RuleSet, players: int, dealer: int) -> Sitting:
        """The sitting before its first deal."""
        return Sitting(rules=rules, players=players, dealer=dealer)

    @clause("TOY-2")
    def deal(self, sitting: Sitting, pack: Sequence[Card]) -> tuple[Setup, tuple[int, ...]]:
        """The Vorhand is the next after the dealer."""
        dealer, forehand = Seat(sitting.dealer), Seat((sitting.dealer + 1) % SEATS)
        rules, whole = sitting.rules, tuple(pack)
        setup = Setup(rules=rules, seats=SEATS, forehand=forehand, dealer=dealer, pack=whole)
        return setup, tuple(range(SEATS))

    def remark(self, sitting: Sitting, word: str) -> Sitting:
        """Nothing said between two deals has a meaning in this game."""
        raise DealError(f"{word!r} means nothing between two deals here")

    def close_deal(self, sitting: Sitting, s: State, players: Sequence[int]) -> tuple[Sitting, Row]:
        """The row of a finished deal; the deal goes round."""
        result = self.settle(s)
        assert result is not None, "a deal that is over is settled"
        number = len(sitting.rows) + 1
        row = Row(deal=number, players=tuple(players), points=result.points, money=result.money)
        after = replace(sitting, dealer=(sitting.dealer + 1) % SEATS, rows=(*sitting.rows, row))
        return after, row


def _named(trick: Lying) -> tuple[tuple[Seat, str], ...]:
    return tuple((seat, PACK.code(card)) for seat, card in trick)


def _seen(act: Act, seat: Seat | None) -> Seen:
    """What lies face down is seen by who laid it alone."""
    verb, args = act.action
    hidden = verb == "exchange" and seat != act.seat
    return Seen(act.seat, verb, ("?",) * len(args) if hidden else args)


LAWS = Gamsjagd()
