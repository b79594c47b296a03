"""À l'Hombre at a free table once more: who did what wrong, told from the pack and the acts.

Written from ``rules/lhombre.md`` and the Compagnie rules before the laws of the free table were
read, by another hand than theirs. Where the two then differed and the text leaves room, the
reading of the laws was taken over; such places say "as the laws read it" and stand in
``rules/OPEN.md``. Lawful play and money come from ``lhombre``, which is as independent.

The table hears every act in order and keeps hands, Skar, tricks, duties and breaches of its own.
Cards are names, players are places: 0 Vorhand, 1 Mittelhand, 2 dealer. What a deal comes to is in
``lhombre_fines``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from naive import lhombre as naive
from naive.lhombre import ASKS, DEALER, SEATS, SKIES, Options


class Breach(NamedTuple):
    """Who answers for what, in which trick; 0 before the first card."""

    place: int
    kind: str
    trick: int


class Irregular(NamedTuple):
    """What somebody did that may bind his partner: a claim, a card out of turn, a hint."""

    place: int
    kind: str
    card: str = ""


class Trick:
    """One trick: the cards as they fell, what was said, and who is bound to what."""

    def __init__(self) -> None:
        """Nothing lies there."""
        self.fallen: list[tuple[int, str]] = []
        self.before: dict[int, list[str]] = {}  # what lay there when a place played
        self.kept: dict[int, set[str]] = {}  # the Skies it had to keep then
        self.bound: dict[int, str] = {}  # the duties
        self.binder: dict[int, bool] = {}  # the side whose act made them
        self.asked: set[int] = set()  # who asked whose it is, while still to play
        self.first: dict[bool, Irregular] = {}  # the first irregular act of a side
        self.done: set[bool] = set()  # sides whose first irregular act was looked at

    def played(self, place: int) -> bool:
        """Whether a place's card lies there."""
        return any(place == who for who, _card in self.fallen)

    def card_of(self, place: int) -> str:
        """The card a place played."""
        return next(card for who, card in self.fallen if who == place)


class Table:
    """Hears a deal act by act."""

    def __init__(self, options: Options, pack: Sequence[str], forehand: int) -> None:
        """The pack lies shuffled on the table."""
        self.options, self.pack, self.forehand = options, list(pack), forehand
        self.hands: list[set[str]] = [set() for _ in SEATS]
        self.order: list[list[str]] = []  # the hands in the order in which they were dealt
        self.skar: set[str] = set()
        self.layer: int | None = None
        self.words: list[naive.Word] = []
        self.silent: dict[int, list[str]] = {}
        self.ombre: int | None = None
        self.bid = ""
        self.laid: list[str] = []
        self.slot = 0
        self.refused = ""  # the card asked for before anything was laid
        self.giver: int | None = None
        self.honours: list[int] = []
        self.volte: int | None = None
        self.tricks: list[Trick] = []
        self.takers: list[int] = []  # of the full tricks
        self.total = 0
        self.counting = False
        self.breaches: list[Breach] = []
        self.established: list[Breach] = []

    def place(self, seat: int) -> int:
        """Where a seat sits, from the Vorhand on."""
        return (seat - self.forehand) % 3

    def hear(self, seat: int, verb: str, words: Sequence[str]) -> None:
        """One act; what is said in court, except a claim, changes nothing here."""
        getattr(self, f"hear_{verb}", self.hear_nothing)(self.place(seat), *words)
        self.take()

    def hear_nothing(self, _place: int, *_words: str) -> None:
        """Words that break nothing."""

    # Deal and Skar

    def hear_cut(self, _place: int, lifted: str) -> None:
        """The pack is cut; nobody has cards yet (M-8)."""
        self.pack = naive.cut(self.pack, int(lifted))

    def hear_deal(self, _place: int) -> None:
        """Five rounds of five, three to the dealer (M-8)."""
        self.order = naive.deal(self.pack)
        self.hands = [set(hand) for hand in self.order]

    def hear_misdeal(self, place: int, more: str, fewer: str) -> None:
        """One has a card that another should have got; the dealer answers for it (L-5.1)."""
        self.hear_deal(place)
        long, short = self.place(int(more)), self.place(int(fewer))
        card = self.order[short][-1]
        self.hands[short].remove(card)
        self.hands[long].add(card)
        self.breaches.append(Breach(DEALER, "misdeal", 0))

    def hear_lay_skar(self, place: int, *cards: str) -> None:
        """What lies, lies; the dealer's must be three cards that he may lay (L-6.1, LG-16).

        Another who lays answers for unequal hands alone, not for barred cards, as the laws read it.
        """
        if place == DEALER and len(cards) != 3:
            self.breaches.append(Breach(DEALER, "skar_count", 0))
        allowed = naive.skar_allowed(self.hands[place], self.options)
        if place == DEALER and not set(cards) <= set(allowed):
            self.breaches.append(Breach(DEALER, "skar_barred", 0))
        self.skar, self.layer = set(cards), place
        self.hands[place] -= self.skar

    def hear_fill_up(self, place: int, *cards: str) -> None:
        """The dealer hands cards to the one who laid in his place (rules/lhombre.md, 3)."""
        assert self.layer is not None
        self.hands[place] -= set(cards)
        self.hands[self.layer] |= set(cards)

    def hear_announce_skar(self, _place: int) -> None:
        """Whatever lies there now is the Skar (L-6.1, L-6.2, L-6.3)."""
        equal = len({len(hand) for hand in self.hands}) == 1
        if self.layer is None:
            self.breaches.append(Breach(DEALER, "skar_forgotten", 0))
        elif self.layer != DEALER and not equal:
            self.breaches.append(Breach(self.layer, "skar_by_other", 0))

    # Bidding

    def bound_to(self, place: int) -> str:
        """The bid to which cards laid out of turn oblige, if it still can be said (L-2.1)."""
        stands = naive.auction(self.words, self.options)
        cards = self.silent.get(place)
        if not cards or stands.speaker != place:
            return ""
        word = naive.silent_bid(len(cards))
        return word if word in stands.lawful else ""

    def lawful_words(self) -> frozenset[str]:
        """What the speaker may say; who laid ahead says at least that (L-2.1, LG-24)."""
        stands = naive.auction(self.words, self.options)
        if stands.speaker is None or not self.bound_to(stands.speaker):
            return stands.lawful
        least = naive.BIDS.index(self.bound_to(stands.speaker))
        return stands.lawful & frozenset(naive.BIDS[least:])

    def hear_pass(self, place: int) -> None:
        """He is out for this hand."""
        self.hear_word(place, "pass")

    def hear_bid(self, place: int, word: str) -> None:
        """A bid."""
        self.hear_word(place, word)

    def hear_hold(self, place: int) -> None:
        """The standing bid is taken over (LG-14).

        Cards laid ahead whose level passed by are back in the hand, as the laws read it (LG-24).
        """
        self.silent.pop(place, None)
        self.hear_word(place, "hold")

    def hear_lay_silent(self, place: int, *cards: str) -> None:
        """Cards put down without a word: a bid now, or noted until his turn (L-2.1, LG-24)."""
        self.silent[place] = list(cards)
        if naive.next_speaker(self.words) == place:
            self.hear_word(place, naive.silent_bid(len(cards)))

    def hear_word(self, place: int, word: str) -> None:
        """A word in turn; with the last one the ombre is known (M-9)."""
        assert word in self.lawful_words(), (place, word)
        assert place == naive.next_speaker(self.words), place
        self.words.append((place, word))
        stands = naive.auction(self.words, self.options)
        if stands.speaker is not None or stands.holder is None or stands.bid is None:
            return
        self.ombre, self.bid = stands.holder, stands.bid
        cards = self.silent.get(self.ombre, [])
        if cards and naive.silent_bid(len(cards)) == self.bid:
            self.laid = cards

    # Exchange

    def hear_lay_exchange(self, _place: int, *cards: str) -> None:
        """The cards designated, in their order (L-4.4)."""
        self.laid += cards

    def hear_ask(self, place: int, card: str) -> None:
        """Refused, own card, in the Skar, or handed over (L-3.1, L-4.1, L-4.3)."""
        if len(self.laid) < ASKS[self.bid]:
            self.refused = card
        elif card in self.hands[place]:
            self.slot += 1
        elif card not in self.skar:
            giver = next(other for other in SEATS if card in self.hands[other])
            naive.hand_over(card, self.laid[self.slot], self.hands[place], self.hands[giver])
            self.slot += 1

    def hear_give(self, place: int, card: str) -> None:
        """A card given though nothing was laid for it (L-3.2)."""
        assert self.ombre is not None
        assert card == self.refused
        self.hands[place].remove(card)
        self.hands[self.ombre].add(card)
        self.giver = place

    def hear_return_card(self, place: int, card: str) -> None:
        """It is paid for after all."""
        assert self.giver is not None
        self.hands[place].remove(card)
        self.hands[self.giver].add(card)

    def hear_keep_gift(self, place: int) -> None:
        """Mixed in and not paid for: too many cards (L-3.2, L-3.3)."""
        self.breaches.append(Breach(place, "overfull_after_exchange", 0))

    # Honours and Volte

    def hear_declare(self, place: int, *_words: str) -> None:
        """Honours are declared all or not at all (O-1)."""
        self.honours.append(naive.honneurs(self.hands[place]))

    def hear_no_honours(self, _place: int) -> None:
        """Nothing declared."""
        self.honours.append(0)

    def hear_announce_volte(self, _place: int) -> None:
        """In the trick that is being played (L-14.2)."""
        self.volte = self.number()

    def keeps_skies(self) -> bool:
        """Whether the ombre must still keep the Skies (L-15.1, LG-23, LG-25)."""
        if self.options["skies_scope"] != "always":
            every = all(place == self.ombre for place in self.takers)
            if self.volte is None or not every:
                return False
        return self.number() < self.size()

    def held(self, place: int) -> set[str]:
        """The Skies, for an ombre who must keep it."""
        return {SKIES} if place == self.ombre and self.keeps_skies() else set()

    # Tricks

    def size(self) -> int:
        """As many tricks as the shortest hand allows (LG-12)."""
        return self.total or min(len(hand) for hand in self.hands)

    def number(self) -> int:
        """The trick that is being played or led to next, from 1."""
        return min(len(self.full()) + 1, self.size())

    def trick(self) -> Trick:
        """The trick that is being played; a new one when the last is full."""
        if len(self.tricks) < self.number():
            self.tricks.append(Trick())
        return self.tricks[-1]

    def take(self) -> None:
        """Who took the last full trick: found after every act, for a mended card may change it."""
        if not self.full():
            return
        trick, before = self.full()[-1], self.takers[: len(self.full()) - 1]
        order = self.order_from(before[-1] if before else self.first_leader())
        cards = [trick.card_of(place) for place in order]
        trumps = self.skies_trumps(trick, before)
        self.takers = [*before, order[naive.trick_winner(cards, trumps, self.options)]]
        if any(place != self.ombre for place in self.takers[: (self.volte or 1) - 1]):
            self.volte = None  # announced after a lost trick it has no effect (LG-30)

    def order_from(self, leader: int) -> list[int]:
        """The three places, the leader first."""
        return [(leader + step) % 3 for step in SEATS]

    def first_leader(self) -> int:
        """The Vorhand, by option the ombre (M-12)."""
        assert self.ombre is not None
        return naive.first_leader(self.ombre, self.options)

    def in_turn(self) -> list[int]:
        """The places in the trick now played, its leader first (M-12)."""
        return self.order_from(self.takers[-1] if self.takers else self.first_leader())

    def skies_trumps(self, trick: Trick, takers: Sequence[int]) -> bool:
        """The ombre's Skies kept for the last trick is a trump there (L-15.2)."""
        assert self.ombre is not None
        if len(takers) + 1 != self.size() or trick.card_of(self.ombre) != SKIES:
            return False
        if self.options["skies_scope"] == "always":
            return True
        return self.volte is not None and all(place == self.ombre for place in takers)

    def lawful(self, place: int) -> set[str]:
        """What may be played to what lies there, a duty and a Skies to be kept included.

        By option the last to a tarock lead must overtrump without any claim (LG-05).
        """
        trick = self.open_trick()
        duty = self.duty_of(trick, place)
        cards = naive.legal_cards(self.hands[place], self.lying(trick), duty, options=self.options)
        return set(cards) - self.held(place)

    def possible(self, place: int) -> set[str]:
        """The cards that can fall: what duties leave, and every revoke (LG-20)."""
        if not self.playing() or self.open_trick().played(place):
            return set()
        following = naive.legal_cards(self.hands[place], self.lying(self.open_trick()))
        return self.lawful(place) | (self.hands[place] - set(following))

    def playing(self) -> bool:
        """Whether cards are still to fall."""
        somebody = self.bid not in ("", "trois")
        return somebody and not self.counting and len(self.full()) < self.size()

    def open_trick(self) -> Trick:
        """The trick that is being played, or one in which nothing has happened."""
        return self.tricks[-1] if len(self.tricks) == self.number() else Trick()

    def full(self) -> list[Trick]:
        """The tricks that are over."""
        return [trick for trick in self.tricks if len(trick.fallen) == len(SEATS)]

    def lying(self, trick: Trick) -> list[str]:
        """The lead and what fell besides it; nothing as long as the lead is missing."""
        leader = self.in_turn()[0]
        if not trick.played(leader):
            return []  # a card put down before the lead is judged when the lead lies
        others = [card for who, card in trick.fallen if who != leader]
        return [trick.card_of(leader), *others]

    def hear_play(self, place: int, card: str) -> None:
        """A card falls, in turn or ahead (L-1.2)."""
        assert card in self.possible(place), (place, card, sorted(self.possible(place)))
        self.total = self.size()
        number, trick = self.number(), self.trick()
        order = self.in_turn()
        ahead = not all(trick.played(other) for other in order[: order.index(place)])
        trick.before[place], trick.kept[place] = self.lying(trick), self.held(place)
        if ahead:
            trick.first.setdefault(place == self.ombre, Irregular(place, "premature", card))
        trick.fallen.append((place, card))
        if place == order[0]:
            for other, _card in trick.fallen[:-1]:
                trick.before[other] = [card]
                self.judge(other, number)
        elif trick.played(order[0]):
            self.judge(place, number)
        self.hands[place].remove(card)
        self.bind(trick, order)

    def judge(self, place: int, number: int) -> None:
        """A card that was not among the lawful ones is a revoke (L-6.4)."""
        trick = self.tricks[number - 1]
        card = trick.card_of(place)
        hand = self.hands[place] | {card}
        if card not in naive.legal_cards(hand, trick.before[place]):
            self.breaches.append(Breach(place, "revoke", number))

    # Duties

    def bind(self, trick: Trick, order: Sequence[int]) -> None:
        """Once the lead lies, the first irregular act of each side makes its duty (LG-32)."""
        for side, act in trick.first.items():
            if trick.played(order[0]) and side not in trick.done:
                trick.done.add(side)
                for other in self.friends(act.place):
                    if not trick.played(other) and other not in trick.bound:
                        trick.bound[other] = self.duty(trick, order, act, other)
                        trick.binder[other] = side

    def friends(self, place: int) -> list[int]:
        """Whom an irregular act binds: the partner; the ombre's by option both (LG-19)."""
        if place != self.ombre:
            return [other for other in SEATS if other not in (place, self.ombre)]
        both = self.options["claim_scope"] == "any"
        return [other for other in SEATS if other != place] if both else []

    def duty(self, trick: Trick, order: Sequence[int], act: Irregular, other: int) -> str:
        """What the act lays upon the other, who has still to play (rules 8 to 13)."""
        if act.kind == "hint":
            return "LOWEST_TRUMP"
        lead = trick.card_of(order[0])
        if act.kind == "claim":
            after = [who for who in order[order.index(other) + 1 :] if not trick.played(who)]
            last_to_trump = naive.led_suit([lead]) == "T" and not after
            return "MUST_OVERTRUMP" if last_to_trump else "NO_FIGUR"
        there = [card for _who, card in trick.fallen if card not in (lead, act.card)]
        cards = [lead, *there, act.card]
        beats = naive.trick_winner(cards, self.trumps(trick), self.options) == len(there) + 1
        return "NO_FIGUR" if beats else "MUST_FIGUR"

    def trumps(self, trick: Trick) -> bool:
        """Whether the ombre's Skies lies there as a trump."""
        assert self.ombre is not None
        return trick.played(self.ombre) and self.skies_trumps(trick, self.takers)

    def duty_of(self, trick: Trick, place: int) -> str | None:
        """His duty; over the Skies as the highest trump nobody goes, and then no Figur is given."""
        duty = trick.bound.get(place)
        top = self.options["skies_volte_rank"] == "top"
        return "NO_FIGUR" if duty == "MUST_OVERTRUMP" and top and self.trumps(trick) else duty

    # Talk

    def hear_is_it_yours(self, place: int) -> None:
        """Who is still to play may ask (L-8.1)."""
        trick = self.trick()
        if not trick.played(place):
            trick.asked.add(place)

    def hear_say_mine(self, place: int) -> None:
        """An answer is free; unasked it binds, and is no breach as the laws read it (L-8.1)."""
        trick = self.trick()
        if all(who == place or trick.played(who) for who in trick.asked):
            self.irregular(trick, Irregular(place, "claim"))

    def hear_hint_overtrump(self, place: int) -> None:
        """The partner is reminded: a duty, and no breach as the laws read it (L-13.3)."""
        self.irregular(self.trick(), Irregular(place, "hint"))

    def irregular(self, trick: Trick, act: Irregular) -> None:
        """Noted, and looked at if the lead lies."""
        trick.first.setdefault(act.place == self.ombre, act)
        self.bind(trick, self.in_turn())

    # Mending and claiming

    def last_with_cards(self) -> int:
        """The index of the trick to which the last card fell."""
        return max(n for n, trick in enumerate(self.tricks) if trick.fallen)

    def mendable(self, place: int) -> set[str]:
        """What a revoker may play instead: until the next trick is begun (L-1.3, L-1.4).

        It is what he might have played then: a Volte announced since does not count, as the laws
        read it.
        """
        if not any(trick.fallen for trick in self.tricks) or self.counting:
            return set()
        index = self.last_with_cards()
        mine = Breach(place, "revoke", index + 1)
        if mine not in self.breaches or mine in self.established:
            return set()
        trick = self.tricks[index]
        hand = self.hands[place] | {trick.card_of(place)}
        duty = self.duty_of(trick, place)
        lawful = naive.legal_cards(hand, trick.before[place], duty, options=self.options)
        return set(lawful) - trick.kept[place]

    def hear_mend(self, place: int, card: str) -> None:
        """The revoker changes his own card and nothing else (L-1.3)."""
        assert card in self.mendable(place), (place, card, sorted(self.mendable(place)))
        trick = self.tricks[self.last_with_cards()]
        at = [who for who, _card in trick.fallen].index(place)
        self.hands[place].add(trick.fallen[at][1])
        self.hands[place].remove(card)
        trick.fallen[at] = (place, card)
        self.breaches.remove(Breach(place, "revoke", self.last_with_cards() + 1))
        self.bind_anew(trick, place, card)

    def bind_anew(self, trick: Trick, place: int, card: str) -> None:
        """A card played ahead and put right binds as what lies there now, as the laws read it."""
        side = place == self.ombre
        act = trick.first.get(side)
        if act is None or (act.place, act.kind) != (place, "premature"):
            return
        trick.first[side] = act._replace(card=card)
        for other, binder in trick.binder.items():
            if binder == side and not trick.played(other):
                trick.bound[other] = self.duty(trick, self.in_turn(), trick.first[side], other)

    def hear_claim(self, _place: int, accused: str, kind: str, trick: str) -> None:
        """A claim establishes the first breach it fits, as the laws read it; judgement is not ours.

        A misdeal that is found ends the hand at once (L-5.1).
        """
        for breach in self.breaches:
            right = breach.place == self.place(int(accused)) and breach.trick == int(trick)
            if right and kind in (breach.kind, "any"):
                if breach not in self.established:
                    self.established.append(breach)
                self.counting = self.counting or breach.kind == "misdeal"
                return

    def hear_count(self, _place: int) -> None:
        """From now on no card is put right (L-1.4)."""
        self.counting = True
