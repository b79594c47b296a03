"""What a seat of Tarock à l'Hombre may believe of the cards it does not see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import prod
from random import Random
from typing import NamedTuple

from trull.bots.belief.dealing import Dealing
from trull.bots.belief.guess import Guess, bits, curve
from trull.bots.fast.world import World
from trull.bots.lhombre.heuristic import NEEDED, has_skar, strength
from trull.cards import Card
from trull.laws.lhombre.auction import forced, may_hold
from trull.laws.lhombre.book import BIDS, MASKS, NO_BID, PACK, SEATS, SKAR_SIZE, TRICKS, TROIS, Book
from trull.laws.lhombre.deal import begin, cut_pack, dealt
from trull.laws.lhombre.skar import skar_allowed
from trull.laws.lhombre.table import Bidding
from trull.laws.lhombre.view import HIDDEN, LhombreView
from trull.state import Act, Action, Seat, Setup, View

SKAR = SEATS
"""The place after the three hands."""
TOLD = ("skar_announced", "how_high", "hand_over", "give_back", "skies_lost", "skies_redeemed")
"""What the table says by itself, without an act of anybody."""
UNLAID = MASKS.kings | MASKS.skues | (MASKS.tarocks & ~MASKS.pagat)
"""What no Skar holds; the Pagat may lie there with few tarocks, and then only."""
DOUBT = 0.005
"""How often somebody bids or passes whatever he holds: seldom, for weak hands are many."""
STEEP = 1.8


class Word(NamedTuple):
    """What a seat said in the end: the bid it made, and the lowest it would not make."""

    bid: str
    refused: str

    def explained(self, worth: float) -> float:
        """How well a strength explains the word."""
        likely = curve(worth, NEEDED[self.bid], STEEP) if self.bid in NEEDED else 1.0
        if self.refused in NEEDED:
            likely *= 1 - curve(worth, NEEDED[self.refused], STEEP)
        return DOUBT + (1 - DOUBT) * likely


class LhombreBelief:
    """The belief of one view."""

    def __init__(self, view: View) -> None:
        """Read off the view who may hold what."""
        assert isinstance(view, LhombreView), "a view of another game"
        assert view.seat is not None, "a spectator believes nothing"
        self.view, self.me = view, int(view.seat)
        self.book = Book.of(view.rules)
        self.dealer = (int(view.forehand) - 1) % SEATS
        self.hand = _mask(view.hand)
        self.plays = [(int(s), PACK.card(w[0])) for s, v, w in view.seen if v == "play"]
        self.played = tuple(
            sum(1 << card for seat, card in self.plays if seat == q) for q in range(SEATS)
        )
        self.handed = [asked for asked in view.asked if asked.giver is not None]

    # What is known

    @cached_property
    def lacks(self) -> tuple[int, ...]:
        """For each seat the cards it has shown not to hold."""
        found = [0] * SEATS
        for at in range(0, len(self.plays), SEATS):
            trick = self.plays[at : at + SEATS]
            for place, (seat, card) in enumerate(trick):
                if found[seat] >> card & 1:
                    found[seat] = 0  # he has revoked, and what he did not play shows nothing
                found[seat] |= self._shown_lack([c for _s, c in trick[:place]], card)
        return tuple(found)

    def _shown_lack(self, lying: Sequence[Card], card: Card) -> int:
        """What a seat cannot hold that played this card; the Skies excuses and shows nothing."""
        bit = 1 << card
        if bit & MASKS.skues or not lying:
            return 0
        suit = MASKS.family[lying[0]]
        if not bit & suit:
            return suit if bit & MASKS.tarocks else suit | MASKS.tarocks
        general = self.book.options.rule9_scope == "always" and len(lying) == SEATS - 1
        if general and suit == MASKS.tarocks:
            best = max(c for c in (*lying, card) if 1 << c & MASKS.tarocks)
            return MASKS.tarocks & (-2 << best) if best != card else 0
        return 0

    @cached_property
    def skar(self) -> int:
        """The cards known to lie in the Skar."""
        named = [asked.card for asked in self.view.asked if asked.outcome == "in_skar"]
        return _mask(self.view.skar) | _mask(named)

    @cached_property
    def known(self) -> tuple[int, ...]:
        """What the Ombre was handed he has; what he gave back face down its receiver knows."""
        known = [0] * SEATS
        ombre = self.view.ombre
        if ombre is not None and ombre != self.me:
            known[ombre] |= _mask([asked.card for asked in self.handed])
        for asked, word in zip(self.handed, self._given_back(), strict=True):
            assert asked.giver is not None, "somebody handed it over"
            known[asked.giver] &= ~_mask([asked.card])  # perhaps what he was given just before
            if word != HIDDEN and asked.giver != self.me:
                known[asked.giver] |= _mask([word])
        return tuple(held & ~self._fallen for held in known)

    def _given_back(self) -> list[str]:
        return [words[0] for _seat, verb, words in self.view.seen if verb == "give_back"]

    @property
    def _fallen(self) -> int:
        return self.played[0] | self.played[1] | self.played[2]

    @cached_property
    def dealing(self) -> Dealing:
        """The cards nobody has shown, and where they may lie: the three hands, then the Skar."""
        gone = self._fallen | self.hand | self.skar | self.known[0] | self.known[1] | self.known[2]
        room = [self.view.counts[q] - self.known[q].bit_count() for q in range(SEATS)]
        room[self.me] = 0
        lies = SKAR_SIZE if self.view.skar_lies else 0
        places = {card: self._places(card) for card in bits(PACK.full & ~gone)}
        return Dealing([*room, lies - self.skar.bit_count()], places)

    @property
    def dealings(self) -> Sequence[Dealing]:
        """The one dealing, if the cards can lie so."""
        return (self.dealing,) if self.dealing.ways else ()

    @property
    def complete(self) -> bool:
        """Whether it does not matter what went back unseen in an exchange.

        The dealer may lay the Pagat in the Skar if he was dealt few tarocks, and there it does.
        """
        pagat = any(MASKS.pagat >> card & 1 for held in self.dealing.groups for card in held)
        return HIDDEN not in self._given_back() or not (pagat and self.me != self.dealer)

    def _places(self, card: Card) -> int:
        bit = 1 << card
        places = sum(1 << q for q in range(SEATS) if q != self.me and not self.lacks[q] & bit)
        if bit & UNLAID or (bit & MASKS.pagat and not self.book.options.skar_pagat_exception):
            return places
        return places | 1 << SKAR

    # Guessing

    def draw(self, rng: Random) -> Guess | None:
        """A deal in which everybody could have played what he did."""
        if not self.dealing.ways:
            return None
        return self.placed(self.dealing.draw(rng), rng)

    def placed(self, places: Sequence[int], rng: Random) -> Guess | None:
        """The guess with such a way, beside the cards whose holder is known."""
        hands = [held | known for held, known in zip(places[:SEATS], self.known, strict=True)]
        return self.arranged([*hands, *places[SEATS:]], rng)

    def arranged(self, places: Sequence[int], rng: Random) -> Guess | None:
        """The guess with these cards in the hands and the Skar."""
        hands = [*places[:SEATS]]
        hands[self.me] = self.hand
        skar = places[SKAR] | self.skar
        whole = [held | fallen for held, fallen in zip(hands, self.played, strict=True)]
        returned = self._undone(whole, rng)
        if self.view.skar_lies:
            whole[self.dealer] |= skar
            if skar & ~skar_allowed(self.book, whole[self.dealer]):
                return None
        if any(held.bit_count() != self._dealt(q) for q, held in enumerate(whole)):
            return None  # a free table: somebody was not dealt what he holds
        return Guess(World(tuple(hands), skar), tuple(whole), (), tuple(returned))

    def _dealt(self, seat: int) -> int:
        """How many cards a seat is dealt."""
        return TRICKS + (SKAR_SIZE if seat == self.dealer else 0)

    def _undone(self, whole: list[int], rng: Random) -> list[Card]:
        """Take the exchange back: asked cards to their givers, laid ones to the Ombre."""
        ombre = self.view.ombre
        returned: list[Card] = []
        asked = _mask([asked.card for asked in self.handed])
        for (card, _outcome, giver), word in zip(self.handed, self._given_back(), strict=True):
            assert giver is not None, "somebody handed it over"
            assert ombre is not None, "somebody asked"
            taken = sum(1 << back for back in returned)
            hidden = bits(whole[giver] & ~asked & ~taken)
            back = rng.choice(hidden) if word == HIDDEN else PACK.card(word)
            returned.append(back)
            swap = 1 << back | _mask([card])
            whole[giver] ^= swap
            whole[ombre] ^= swap
        return returned

    def likelihood(self, guess: Guess) -> float:
        """Who bid had the strength for it; who passed had not."""
        return prod(word.explained(self._worth(guess, q)) for q, word in self.words.items())

    @cached_property
    def words(self) -> dict[int, Word]:
        """What each of the others said at last; a bid shows too that no higher one was made.

        Who could only pass, or only hold, has shown nothing by it.
        """
        found: dict[int, Word] = {}
        level, holder = NO_BID, -1
        for seat, verb, words in self.view.seen:
            place, before = self.place(int(seat)), found.get(int(seat), Word("", ""))
            stands = Bidding(level=level, holder=holder)
            if verb in ("bid", "hold", "lay_silent"):
                level, holder = self._raised(level, verb, words), place
                willing = verb != "hold" or not forced(self.book, stands, place)
                found[int(seat)] = Word(BIDS[level] if willing else before.bid, _above(level))
            elif verb == "pass":
                lowest = level if may_hold(self.book, stands, place) else level + 1
                refused = BIDS[max(lowest, TROIS + 1)] if lowest < len(BIDS) else before.refused
                found[int(seat)] = before._replace(refused=refused)
        found.pop(self.me, None)
        return found

    def _raised(self, level: int, verb: str, words: Sequence[str]) -> int:
        """The level after a bid; cards laid without a word are the bid of their number."""
        if verb == "hold":
            return level
        named = words[0] if verb == "bid" else self._silent(len(words))
        return BIDS.index(named) if named in BIDS else level

    def _silent(self, number: int) -> str:
        return next((c.name for c in self.book.contracts if c.cards == number), "")

    def place(self, seat: int) -> int:
        """Where a seat speaks: the Vorhand first, the dealer last."""
        return (seat - self.dealer - 1) % SEATS

    def has_skar(self, seat: int) -> bool:
        """Whether the Skar counts for a seat that plays."""
        return has_skar(self.book, self.place(seat))

    def _worth(self, guess: Guess, seat: int) -> float:
        laid = guess.world.discard if seat == self.dealer else 0
        return strength(guess.dealt[seat] & ~laid, self.has_skar(seat))

    # The deal again from its beginning

    def acts(self, guess: Guess) -> tuple[Act, ...]:
        """The acts, cards laid face down filled in."""
        return tuple(self._acts(guess))

    def _acts(self, guess: Guess) -> Iterator[Act]:
        for seat, verb, words in self.view.seen:
            if verb in TOLD or verb.startswith("answer_"):
                continue
            laid = self._laid(guess, int(seat), verb, len(words)) if HIDDEN in words else words
            yield Act(seat, Action(verb, laid))

    def _laid(self, guess: Guess, seat: int, verb: str, size: int) -> tuple[str, ...]:
        """What lay there: the Skar, the cards that went back, else any cards of the hand."""
        if verb == "lay_skar":
            return PACK.named(guess.world.discard)
        spent = guess.world.discard if seat == self.dealer else 0
        first = guess.returned[:size] if seat == self.view.ombre else ()
        others = [card for card in bits(guess.dealt[seat] & ~spent) if card not in first]
        return tuple(PACK.code(card) for card in (*first, *others[: size - len(first)]))

    def setup(self, guess: Guess) -> Setup:
        """A pack that the cut deals out so, at a free table by the dealer's hand."""
        pack = [Card(card) for card in range(PACK.size)]
        (_cutter, cut), *_rest = self.acts(guess)
        hands = dealt(cut_pack(begin(self._with(tuple(pack))), cut), self.view.forehand)
        for q in range(SEATS):
            for place, card in zip(bits(hands[q]), bits(guess.dealt[q]), strict=True):
                pack[place] = card
        return self._with(tuple(pack))

    def _with(self, pack: tuple[Card, ...]) -> Setup:
        view = self.view
        return Setup(
            rules=view.rules,
            seats=SEATS,
            forehand=view.forehand,
            dealer=Seat(self.dealer),
            pack=pack,
            context=view.context,
        )


def _mask(codes: Sequence[str]) -> int:
    return int(PACK.mask(codes)) if codes else 0


def _above(level: int) -> str:
    """The next higher bid; nothing above the highest."""
    return BIDS[level + 1] if level + 1 < len(BIDS) else ""
