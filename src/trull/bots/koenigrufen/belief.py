"""What a seat of Königrufen may believe of the cards it does not see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import prod
from random import Random

from trull.bots.belief.dealing import Dealing
from trull.bots.belief.guess import Guess, bits, curve, replayed
from trull.bots.fast.world import World
from trull.bots.koenigrufen import bid_likelihood
from trull.bots.koenigrufen.fast.constraints import BidLikelihood, Constraints
from trull.bots.koenigrufen.heuristic.auction import LIKELY, negative_chance
from trull.bots.koenigrufen.heuristic.hand import chance, outlook
from trull.bots.koenigrufen.heuristic.reading import (
    gave_re,
    kings_called_from,
    past_of,
    spoke_without_king,
)
from trull.cards import Card
from trull.laws import of as laws_of
from trull.laws.koenigrufen.book import FIVES, KING, MASKS, PACK, SUITS, Contract, book_of
from trull.laws.koenigrufen.table import State
from trull.laws.koenigrufen.view import HIDDEN, KoenigrufenView
from trull.state import Act, Action, Seat, Setup, View

DISCARD, TALON = 4, 5
"""Places after the four seats: what was laid away unseen, and a talon nobody has seen."""
OPENING = ("cut", "knock", "packet")
DOUBT = 0.1
"""How often somebody bids or passes against the book."""


class KoenigrufenBelief:
    """The belief of one view."""

    def __init__(self, view: View) -> None:
        """Read off the view who may hold what."""
        assert isinstance(view, KoenigrufenView), "a view of another game"
        assert view.seat is not None, "a spectator believes nothing"
        self.view, self.me = view, int(view.seat)
        self.book = book_of(view.rules)
        self.contract: Contract | None = self.book.contracts.get(view.contract)
        self.declarer = int(view.declarers[0][0]) if view.declarers else -1
        self.hand = _mask(view.hand)
        self.open_talon = [PACK.card(code) for code in view.talon]
        self.played = self._played()
        self.bought = _mask(view.bought)
        self.laid = _mask(view.discard)  # the own, or what had to be shown

    # What is known

    def _played(self) -> tuple[int, ...]:
        fallen = [0] * 4
        for seat, verb, words in self.view.seen:
            if verb == "play":
                fallen[seat] |= 1 << PACK.index[words[0]]
        return tuple(fallen)

    @cached_property
    def lacks(self) -> tuple[int, ...]:
        """For each seat the cards it has shown not to hold."""
        if self.contract is None or not any(self.played):
            return (0, 0, 0, 0)
        return past_of(self.view, self.book, self.contract).lacks

    @cached_property
    def hidden_discard(self) -> int:
        """How many cards were laid away unseen."""
        laid = [words for _seat, verb, words in self.view.seen if verb == "discard"]
        return sum(words.count(HIDDEN) for words in laid)

    @cached_property
    def hidden_talon(self) -> int:
        """How many cards of a talon that nobody took lie there unseen."""
        taken = self.contract is not None and self.contract.talon == "six"
        if taken and self.view.phase not in ("auction", "forehand_choice", "call"):
            return 0
        return 6 - len(self.view.talon)

    @cached_property
    def known(self) -> tuple[int, ...]:
        """Cards whose holder is known: lying open, announced by their holder, the called king."""
        view, known = self.view, [_mask(codes) for codes in self.view.lying_open]
        if view.partner is not None and view.called_suit:
            known[view.partner] |= 1 << KING[view.called_suit]
        for item, seat, _kontra in view.announced:
            bonus = self.book.bonuses[item]
            if bonus.kind == "bird" and not self.book.options.announce_for_partner:
                known[seat] |= 1 << PACK.index[bonus.card]
        known[self.me] = 0
        gone = self._gone()
        return tuple(held & ~gone for held in known)

    def _gone(self) -> int:
        """Cards that are in nobody else's hand for sure."""
        played = self.played[0] | self.played[1] | self.played[2] | self.played[3]
        left = _mask(self.view.talon) & ~self.bought
        return played | left | self.laid | _mask(self.view.hand)

    @cached_property
    def unseen(self) -> int:
        """Cards of which the seat does not know where they are."""
        return (
            PACK.full
            & ~(self._gone() | self.known[0] | self.known[1])
            & ~(self.known[2] | self.known[3])
        )

    # Where a card may lie

    def _dealing(self, fourth: str) -> Dealing:
        """The dealing, where this king is "the fourth" or none is."""
        places = {card: self._places(card, fourth) for card in bits(self.unseen)}
        return Dealing(self._room(), places)

    def _room(self) -> list[int]:
        held = [self.view.counts[q] - self.known[q].bit_count() for q in range(4)]
        held[self.me] = 0
        return [*held, self.hidden_discard, self.hidden_talon]

    def _places(self, card: Card, fourth: str) -> int:
        bit = 1 << card
        places = sum(1 << q for q in range(4) if q != self.me and not self.lacks[q] & bit)
        if bit & self.bought:
            places &= 1 << self.declarer
        elif self.hidden_talon:
            places |= 1 << TALON
        if self._layable(bit):
            places |= 1 << DISCARD
        if self._emptied(bit):
            places &= ~(1 << self.declarer)
        if bit & MASKS.kings:
            places = self._king_places(card, places, fourth)
        return places

    def _layable(self, bit: int) -> bool:
        """Laid away unseen are suit cards without kings; in Farbenspiele tarocks without Trull."""
        if not self.hidden_discard or self.contract is None or bit & FIVES:
            return False
        return bool(bit & MASKS.tarocks) == (self.contract.kind == "farben")

    def _emptied(self, bit: int) -> bool:
        """What had to be shown was laid away because all else already was."""
        if not self.laid or self.me == self.declarer or self.contract is None or bit & FIVES:
            return False
        return bool(bit & MASKS.tarocks) == (self.contract.kind == "farben")

    def _king_places(self, card: Card, places: int, fourth: str) -> int:
        """The called king is not with the declarer, unless bought, nor with who doubled him."""
        called = self.view.called_suit or fourth
        if (fourth and card != KING[fourth]) or 1 << card & kings_called_from(self.view):
            return 1 << self.declarer
        if not called or card != KING[called] or 1 << card & self.bought:
            return places
        if not self.book.options.self_call or fourth:
            places &= ~(1 << self.declarer)
        answered = gave_re(self.view, self.declarer)
        if answered is not None:
            return 1 << answered
        for seat in spoke_without_king(self.view, self.declarer):
            places &= ~(1 << seat)
        return places

    @cached_property
    def _fourths(self) -> tuple[str, ...]:
        """The kings that may be the fourth, where that is not known."""
        if self.view.called != "fourth" or self.view.called_suit:
            return ("",)
        gone = _mask(self.view.hand) | _mask(self.view.talon)
        played = [self.played[q] for q in range(4) if q != self.declarer]
        away = gone | played[0] | played[1] | played[2]
        surely = [suit for suit in SUITS if away >> KING[suit] & 1]
        could = [s for s in SUITS if not self.played[self.declarer] >> KING[s] & 1]
        return tuple(surely or could)

    @cached_property
    def dealings(self) -> list[Dealing]:
        """The dealings that are possible: one, or one for each king that may be the fourth."""
        found = [self._dealing(fourth) for fourth in self._fourths]
        return [dealing for dealing in found if dealing.ways]

    @property
    def complete(self) -> bool:
        """Whether no talon lies unseen: its halves and its order may matter."""
        return not self.hidden_talon

    @cached_property
    def _by_ways(self) -> tuple[range, list[float]]:
        most = max(dealing.ways for dealing in self.dealings)
        return range(len(self.dealings)), [dealing.ways / most for dealing in self.dealings]

    # Guessing

    def draw(self, rng: Random) -> Guess | None:
        """A deal in which everybody could have played what he did."""
        if not self.dealings:
            return None
        option = 0 if len(self.dealings) == 1 else rng.choices(*self._by_ways)[0]
        guess = self.placed(self.dealings[option].draw(rng), rng)
        if guess is not None and self._asks_the_law and replayed(self, guess) is None:
            return None
        return guess

    @cached_property
    def _asks_the_law(self) -> bool:
        """Something was announced of which only the law itself can say what it shows."""
        items = [self.book.bonuses[item] for item, _seat, _kontra in self.view.announced]
        if self.book.options.announce_for_partner and any(i.kind == "bird" for i in items):
            return True  # it may be his own bird or his partner's
        fallen = self.played[0] | self.played[1] | self.played[2] | self.played[3]
        return any(
            item.kind == "king" or (item.card and fallen >> PACK.index[item.card] & 1)
            for item in items
        )

    def placed(self, places: Sequence[int], rng: Random) -> Guess | None:
        """The guess with such a way, beside the cards whose holder is known."""
        hands = [held | known for held, known in zip(places[:4], self.known, strict=True)]
        return self.arranged([*hands, *places[4:]], rng)

    def arranged(self, places: Sequence[int], rng: Random) -> Guess | None:
        """The guess with these cards in the seats' hands, the discard and the talon."""
        hands = (*places[: self.me], self.hand, *places[self.me + 1 : 4])
        discard = places[DISCARD] | self.laid
        whole = [held | fallen for held, fallen in zip(hands, self.played, strict=True)]
        talon = self._talon(whole, discard, places[TALON], rng)
        if self.declarer >= 0:
            own = whole[self.declarer] | discard
            whole[self.declarer] = own & ~self._taken(talon)
        if not all(whole[q] & needs and lacks & ~whole[q] for q, needs, lacks in self._bids):
            return None
        needed = self.contract is None or self.contract.talon in ("none", "tricks")
        world = World(hands, discard, tuple(talon) if needed else ())
        return Guess(world, tuple(whole), tuple(talon))

    @cached_property
    def _bids(self) -> list[tuple[int, int, int]]:
        """Who bid, one of which cards he must have been dealt, and one of which he must not."""
        found = []
        for seat, verb, words in self.view.seen:
            bid = self.book.biddable(words[0]) if verb in ("bid", "bei") else None
            if bid is not None and seat != self.me and (bid.needs or bid.lacks):
                found.append((int(seat), bid.needs or PACK.full, bid.lacks or PACK.full))
        return found

    def _talon(self, whole: list[int], discard: int, face_down: int, rng: Random) -> list[Card]:
        """The talon as dealt: what lies there, or what a Sechserdreier took unseen."""
        seen = self.open_talon
        if len(seen) == 6:
            return seen
        if self.hidden_talon:
            lying = bits(face_down)
            return [*seen, *rng.sample(lying, len(lying))]
        if self.me == self.declarer:
            return rng.sample(bits(self.bought), 6)
        return rng.sample(bits(whole[self.declarer] | discard), 6)

    def _taken(self, talon: Sequence[Card]) -> int:
        """What the declarer took of it."""
        if self.contract is not None and self.contract.talon == "six" and not self.hidden_talon:
            return sum(1 << card for card in talon)
        return self.bought

    def likelihood(self, guess: Guess) -> float:
        """Who bid could hope to win by the book; who passed had no strong game."""
        bidders = {int(s) for s, _n in (*self.view.declarers, *self.view.holders)} - {self.me}
        names = dict((*self.view.holders, *self.view.declarers))
        bid = prod(self._bid_chance(guess.dealt[q], names[Seat(q)]) for q in bidders)
        silent = {seat for seat, verb, _w in self.view.seen if verb == "pass"} - bidders
        return bid * prod(self._pass_chance(guess.dealt[q]) for q in silent if q != self.me)

    def _bid_chance(self, hand: int, name: str) -> float:
        contract = self.book.contracts[name]
        if contract.kind == "trischaken" or contract.bid == "forehand_right":
            return 1.0
        if contract.kind == "negative":
            likely = negative_chance(hand, contract)
        else:
            likely = chance(*outlook(contract, hand), self.book.options.win_thirds)
        return DOUBT + (1 - DOUBT) * curve(likely, LIKELY - 0.1)

    def _pass_chance(self, hand: int) -> float:
        strong = self.book.contracts.get("dreier")
        if strong is None:
            return 1.0
        likely = chance(*outlook(strong, hand), self.book.options.win_thirds)
        return DOUBT + (1 - DOUBT) * (1 - curve(likely, LIKELY + 0.1))

    # The same for compiled loops

    def constraints(self, chosen: bool = False) -> Constraints | None:
        """What is known, for guesses in compiled loops; None where it is more than one constraints.

        ``chosen``: what was laid away unseen was chosen as people choose, not drawn by lot.
        """
        return self._constraints(self._fourths[0], chosen) if len(self._fourths) == 1 else None

    def constraint_sets(self, chosen: bool = False) -> list[tuple[float, Constraints]]:
        """The same for each king that may be the fourth, and how likely it is that one.

        None where that king was announced: compiled guesses are all bound by one and the same.
        """
        if len(self._fourths) == 1:
            return [(1.0, self._constraints(self._fourths[0], chosen))]
        if any(self.book.bonuses[item].kind == "king" for item, _seat, _k in self.view.announced):
            return []
        ways = {fourth: self._dealing(fourth).ways for fourth in self._fourths}
        whole = sum(ways.values())
        return [(n / whole, self._constraints(fourth, chosen)) for fourth, n in ways.items() if n]

    def _constraints(self, fourth: str, chosen: bool) -> Constraints:
        places = tuple((card, self._places(card, fourth)) for card in bits(self.unseen))
        called = self.view.called_suit or fourth
        king = KING[called] if called else -1
        known = [*self.known, self.laid, 0]
        known[self.me] = self.hand
        return Constraints(
            room=tuple(self._room()),
            places=places,
            known=tuple(known),
            played=self.played,
            talon=tuple(self.open_talon),
            taken=self.bought,
            free=self._freely_laid(places) if chosen else 0,
            king=king,
            king_lies=king in self.open_talon,
            half_counts=self.contract is not None and self.contract.talon == "none",
            bids=tuple(self._bids),
            bid_likelihoods=tuple(self._bid_likelihood(seat) for seat in range(4)),
        )

    def _freely_laid(self, places: Sequence[tuple[Card, int]]) -> int:
        """The cards that the declarer may hold as well as have laid away."""
        either = 1 << DISCARD | (1 << self.declarer if self.declarer >= 0 else 0)
        return sum(1 << card for card, where in places if where & either == either)

    def _bid_likelihood(self, seat: int) -> BidLikelihood | None:
        """What a seat's bid, or its silence, says about its hand."""
        names = dict((*self.view.holders, *self.view.declarers))
        limit = self.book.options.win_thirds
        took_six = self.contract is not None and self.contract.talon == "six"
        if seat == self.me or (seat == self.declarer and took_six):
            return None
        if Seat(seat) in names:
            return bid_likelihood.bids(self.book.contracts[names[Seat(seat)]], limit)
        silent = any(s == seat and verb == "pass" for s, verb, _words in self.view.seen)
        strong = self.book.contracts.get("dreier")
        return bid_likelihood.passes(strong, limit) if silent and strong is not None else None

    # The deal again from its beginning

    def acts(self, guess: Guess) -> tuple[Act, ...]:
        """The acts, a hidden discard filled in."""
        return tuple(
            Act(seat, Action(verb, self._laid(guess, words) if HIDDEN in words else words))
            for seat, verb, words in self.view.seen
        )

    def _laid(self, guess: Guess, words: tuple[str, ...]) -> tuple[str, ...]:
        """The cards that were laid away, the shown ones first."""
        shown = tuple(word for word in words if word != HIDDEN)
        return (*shown, *PACK.named(guess.world.discard & ~_mask(shown)))

    def setup(self, guess: Guess) -> Setup:
        """A pack that the acts before the auction deal out so."""
        view = self.view
        pack = [Card(card) for card in range(PACK.size)]
        where = _dealt_places(self._with(tuple(pack)), self.acts(guess))
        for place, card in zip(where.talon, guess.rest, strict=True):
            pack[place] = card
        for seat in range(4):
            for place, card in zip(bits(where.hands[seat]), bits(guess.dealt[seat]), strict=True):
                pack[place] = card
        assert len(set(pack)) == PACK.size, f"a card lies twice, as {view.seat} sees it"
        return self._with(tuple(pack))

    def _with(self, pack: tuple[Card, ...]) -> Setup:
        view = self.view
        return Setup(
            rules=view.rules,
            seats=4,
            forehand=view.forehand,
            dealer=view.dealer,
            pack=pack,
            context=view.context,
        )


class _Places:
    """Which places of the pack go to which hand, and to the talon."""

    def __init__(self, hands: tuple[int, ...], talon: tuple[Card, ...]) -> None:
        self.hands, self.talon = hands, talon


def _dealt_places(setup: Setup, acts: Sequence[Act]) -> _Places:
    """Deal a pack in its own order: a card's number is then its place."""
    laws = laws_of("koenigrufen")
    state = laws.begin(setup)
    for seat, act in acts:
        if act.verb not in OPENING:
            break
        state = laws.step(state, seat, act)
    assert isinstance(state, State), "a state of another game"
    return _Places(state.deal.hands, state.deal.talon)


def _mask(codes: Sequence[str]) -> int:
    return int(PACK.mask(codes)) if codes else 0
