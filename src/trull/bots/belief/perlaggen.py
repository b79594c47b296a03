"""What a seat of Perlaggen may believe of the cards it does not see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from random import Random

from trull.bots.belief.dealing import Dealing
from trull.bots.belief.guess import Guess, bits, curve
from trull.bots.fast.world import World
from trull.bots.heuristic.perlaggen import BID, HOLD, figure_chance
from trull.cards import Card
from trull.kernels_perlaggen import SUIT_OF, SUITS
from trull.laws.perlaggen import figures
from trull.laws.perlaggen.book import FIGURES, HANGER, PACK, Book
from trull.laws.perlaggen.figures import Faces
from trull.laws.perlaggen.signs import HIDDEN
from trull.laws.perlaggen.view import PerlaggenView
from trull.state import Act, Action, Setup, View

DOUBT = 0.15
ANY_SIGN = "ask:hold?"


class PerlaggenBelief:
    """The belief of one view."""

    def __init__(self, view: View) -> None:
        """Read off the view who may hold what."""
        assert isinstance(view, PerlaggenView), "a view of another game"
        assert view.seat is not None, "a spectator believes nothing"
        self.view, self.me = view, int(view.seat)
        self.book = Book.of(view.rules)
        self.trump = SUITS.index(view.trump) if view.trump else -1
        self.dealer = (int(view.forehand) - 1) % view.seats
        self.rows = tuple(_cards(row) for row in view.rows)
        self.open = tuple(
            _cards(view.hand) if q == self.me and view.hand else _cards(view.lying_open[q])
            for q in range(view.seats)
        )

    # What is known

    @cached_property
    def lacks(self) -> tuple[int, ...]:
        """Who neither follows nor trumps has no card of the suit led that obliges him."""
        found = [0] * self.view.seats
        plays = [(int(s), _face(w[0])) for s, v, w in self.view.seen if v == "play"]
        for at in range(0, len(plays), self.view.seats):
            led = SUIT_OF[plays[at][1]]
            for seat, face in plays[at + 1 : at + self.view.seats]:
                if SUIT_OF[face] not in (led, self.trump):
                    found[seat] |= self._obliging(led)
        return tuple(found)

    def _obliging(self, suit: int) -> int:
        wild = 0 if self.book.options.perlagg_obliges else self._wild
        return sum(1 << c for c in range(PACK.size) if SUIT_OF[c] == suit) & ~wild

    @cached_property
    def _wild(self) -> int:
        return sum(1 << card for card in self.book.perlaggen[self.trump])

    @cached_property
    def dealing(self) -> Dealing:
        """The cards nobody has shown, and where they may lie: the hands, then the stock."""
        gone = _cards(self.view.turned)
        for cards in (*self.rows, *self.open):
            gone |= cards
        room = [n - o.bit_count() for n, o in zip(self.view.counts, self.open, strict=True)]
        stock = 1 << self.view.seats
        places = {
            card: stock
            | sum(1 << q for q in range(self.view.seats) if not self.lacks[q] >> card & 1)
            for card in bits(self.book.cards & ~gone)
        }
        return Dealing([*room, self.view.stock], places)

    # Guessing

    def draw(self, rng: Random) -> Guess | None:
        """Hands in which everybody can make what he bid, and the stock below them."""
        if self.trump < 0 or not self.dealing.ways:
            return None
        return self.arranged(self.dealing.draw(rng), rng)

    def arranged(self, places: Sequence[int], rng: Random) -> Guess | None:
        """The guess with these cards, and those that lie open, in the hands and the stock."""
        hands = tuple(places[q] | self.open[q] for q in range(self.view.seats))
        if not self._can_all(hands):
            return None
        stock = self._stock(bits(places[-1]), rng)
        if stock is None:
            return None
        dealt = tuple(held | row for held, row in zip(hands, self.rows, strict=True))
        return Guess(World(hands), dealt, tuple(stock))

    def _stock(self, cards: list[Card], rng: Random) -> list[Card] | None:
        """The stock in some order; the card seen at the cut was no standing Perlagg."""
        rng.shuffle(cards)
        if self.book.options.cut_claim != "auto" or not cards:
            return cards
        plain = [card for card in cards if not self.book.standing >> card & 1]
        if not plain:
            return None
        last = rng.choice(plain)
        return [*(card for card in cards if card != last), last]

    @cached_property
    def _undertaken(self) -> tuple[int, ...]:
        """For each seat the Gleich and Hanger it bid, as a set."""
        found = [0] * self.view.seats
        for seat, verb, words in self.view.seen:
            if verb == "bid" or (verb == "hold" and self.view.seats == 2):
                found[seat] |= _kinds(words)
        return tuple(found)

    @cached_property
    def _held(self) -> tuple[int, int]:
        """For each party the figures it holds between its partners."""
        found = [0, 0]
        for seat, verb, words in self.view.seen:
            if verb == "hold" and self.view.seats > 2:
                found[seat % 2] |= _kinds(words)
        return (found[0], found[1])

    def _can_all(self, hands: tuple[int, ...]) -> bool:
        """Whether everybody can have what he bid, and somebody what his party holds."""
        if not self.book.options.guard_bound:
            return True
        seats = range(self.view.seats)
        if not all(self._can(hands, q, self._undertaken[q]) for q in seats if q != self.me):
            return False
        return all(
            any(self._can(hands, q, 1 << kind) for q in seats if q % 2 == party)
            for party in (0, 1)
            for kind in range(HANGER + 1)
            if self._held[party] >> kind & 1
        )

    def _can(self, hands: tuple[int, ...], seat: int, need: int) -> bool:
        return not need or figures.can_have(self.book, self._faces(hands, seat), need)

    def _faces(self, hands: tuple[int, ...], seat: int) -> Faces:
        """A hand as figures see it: what lies in the row is what it was baptised."""
        fixed = [_face(token) for token in self.view.rows[seat]]
        fixed += bits(hands[seat] & ~self._wild)
        return Faces(tuple(sorted(fixed)), (hands[seat] & self._wild).bit_count())

    def likelihood(self, guess: Guess) -> float:
        """Who bid or held had something; who let it be good had little."""
        found = 1.0
        for seat, verb, words in self.view.seen:
            if seat == self.me or verb not in ("bid", "hold", "let_good"):
                continue
            for word in words:
                kind = FIGURES.index(word) if word in FIGURES else HANGER + 1
                if kind <= HANGER:
                    found *= self._explained(guess, int(seat), verb, kind)
        return found

    def _explained(self, guess: Guess, seat: int, verb: str, kind: int) -> float:
        faces = self._faces(guess.world.hands, seat)
        likely = figure_chance(self.view, self.book, faces, kind)
        if verb == "let_good":
            return DOUBT + (1 - DOUBT) * (1 - curve(likely, HOLD + 0.1))
        return DOUBT + (1 - DOUBT) * curve(likely, (BID if verb == "bid" else HOLD) - 0.1)

    # The deal again from its beginning

    def acts(self, guess: Guess) -> tuple[Act, ...]:  # noqa: ARG002  everything is done openly
        """The acts; for a sign that was not legible stands any, for signs bind nobody."""
        return tuple(
            Act(seat, Action(verb, (ANY_SIGN,) if words == (HIDDEN,) else words))
            for seat, verb, words in self.view.seen
        )

    def setup(self, guess: Guess) -> Setup:
        """A pack that is dealt so after the same cuts."""
        pack = _uncut(self._dealt_pack(guess), self._cuts(), [PACK.card(c) for c in self.view.kept])
        unused = [Card(c) for c in range(PACK.size) if not self.book.cards >> c & 1]
        view = self.view
        return Setup(
            rules=view.rules,
            seats=view.seats,
            forehand=view.forehand,
            dealer=view.dealer,
            pack=(*pack, *unused),
            context=view.context,
        )

    def _cuts(self) -> list[tuple[int, bool]]:
        """The numbers that were lifted, and whether a Perlagg was kept each time."""
        lifted = [int(words[0]) for _s, verb, words in self.view.seen if verb == "cut"]
        again = len(self.view.kept) - len(self._kept_before)
        return [(n, at < again) for at, n in enumerate(lifted)]

    @property
    def _kept_before(self) -> list[Card]:
        return bits(int(self.view.context.get("kept", 0)))

    def _dealt_pack(self, guess: Guess) -> list[Card]:
        """The pack as the dealer took it up: deal places instead of cards, then fill them in."""
        kept = [PACK.card(code) for code in self.view.kept]
        turned = [PACK.card(code) for code in self.view.turned]
        size = self.book.cards.bit_count() - len(kept)
        order = tuple(100 + place for place in range(size))
        hands = _places(self.book, order, self.view.seats, self.dealer, tuple(kept))
        pack: list[Card] = [Card(-1)] * size
        for seat, places in enumerate(hands):
            mine = [card for card in self._in_order(guess, seat) if card not in kept]
            for place, card in zip(places, mine, strict=True):
                pack[place] = card
        at = sum(len(places) for places in hands)
        pack[at:] = [*turned, *guess.rest]
        return pack

    def _in_order(self, guess: Guess, seat: int) -> list[Card]:
        """A hand as it was dealt: what is seen of it lies in the order in which it is seen."""
        own = self.view.hand if seat == self.me else ()
        seen = [_card(token) for token in own or self.view.lying_open[seat]]
        return [*seen, *(card for card in bits(guess.dealt[seat]) if card not in seen)]


def _places(
    book: Book, order: tuple[int, ...], seats: int, dealer: int, kept: tuple[int, ...]
) -> list[list[int]]:
    """For each seat the places of the pack it is dealt."""
    size, at = book.options.hand_size, 0
    hands: list[list[int]] = [[] for _ in range(seats)]
    room = [size] * seats
    room[(dealer - 1) % seats] -= len(kept)
    first, second = (int(word) for word in book.options.deal_packets.split("+"))
    for packet in (first, second, size - first - second):
        for turn in range(seats):
            seat = (dealer + 1 + turn) % seats
            taken = min(packet, room[seat])
            hands[seat] += range(at, at + taken)
            room[seat] -= taken
            at += taken
    assert at <= len(order), "the pack is too small"
    return hands


def _uncut(pack: list[Card], cuts: list[tuple[int, bool]], kept: list[Card]) -> list[Card]:
    """The pack before it was cut: what was kept goes back, what was lifted on top again."""
    back = kept[len(kept) - sum(again for _n, again in cuts) :]
    for lifted, again in reversed(cuts):
        if again:
            pack = [*pack[: lifted - 1], back.pop(), *pack[lifted - 1 :]]
        else:
            pack = [*pack[len(pack) - lifted :], *pack[: len(pack) - lifted]]
    return pack


def _kinds(words: Iterable[str]) -> int:
    """The Gleich and Hanger among some words, as a set."""
    return sum({1 << FIGURES.index(w) for w in words if w in FIGURES[: HANGER + 1]})


def _cards(tokens: Iterable[str]) -> int:
    return sum({1 << _card(token) for token in tokens})


def _card(token: str) -> Card:
    return PACK.card(token.partition("=")[0].rstrip("~"))


def _face(token: str) -> int:
    card, equals, face = token.partition("=")
    return PACK.card(face if equals else card.rstrip("~"))
