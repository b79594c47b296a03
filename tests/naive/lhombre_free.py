"""Tarock à l'Hombre at a free table once more: who did what wrong, and what it binds others to.

Written from the rule text, but after the laws and with the same readings: it guards against slips,
not against a misreading. A ``FreeDeal`` hears the pack and every act that was done, lawful or
not, and keeps hands, tricks, breaches and duties with names of cards; seats are the table's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from naive import lhombre as naive
from naive.lhombre import Options

ALL = (0, 1, 2)
FINED = (
    "skar_count skar_barred skar_forgotten skar_by_other revoke overfull_after_exchange"
).split()
"""Faults that carry the big fine (rule 6, L-3.2, G-16)."""


class Fault(NamedTuple):
    """Who did wrong, what, and in which trick; 0 is before the first."""

    seat: int
    kind: str
    trick: int


class Fallen(NamedTuple):
    """A trick as it fell, cards by seat."""

    number: int
    leader: int
    cards: dict[int, str]

    def in_turn(self) -> list[str]:
        """The cards in the order of play."""
        return [self.cards[(self.leader + step) % 3] for step in range(3)]


class FreeDeal:
    """One deal at a free table."""

    def __init__(self, pack: Sequence[str], forehand: int, options: Options) -> None:
        """Nothing has been done."""
        self.pack, self.forehand, self.options = list(pack), forehand, options
        self.hands: list[set[str]] = [set(), set(), set()]
        self.skar: set[str] = set()
        self.layer: int | None = None
        self.faults: list[Fault] = []
        self.upheld: list[Fault] = []
        self.words: list[naive.Word] = []
        self.silent: dict[int, list[str]] = {}  # cards laid without a word, by place
        self.ombre, self.bid = -1, ""
        self.laid: list[str] = []
        self.slot = 0
        self.gift: tuple[int, str] | None = None
        self.honours = [0, 0, 0]
        self.void = False
        # the play
        self.total = 0
        self.leader = 0
        self.table: dict[int, str] = {}
        self.fallen: list[Fallen] = []
        self.takers: list[int] = []
        self.volte = False
        self.duties: dict[int, str] = {}
        self.makers: dict[int, int] = {}  # by whose premature card each is bound
        self.slipped: set[bool] = set()
        self.asked: set[int] = set()
        self.mendable: dict[int, Fault] = {}

    # Seats

    @property
    def dealer(self) -> int:
        """The last in the order of speaking deals (M-8)."""
        return (self.forehand + 2) % 3

    def place(self, seat: int) -> int:
        """0 Vorhand, 1 Mittelhand, 2 dealer."""
        return (seat - self.forehand) % 3

    def opponents(self) -> list[int]:
        """The two others, in order of play from the ombre."""
        return [(self.ombre + 1) % 3, (self.ombre + 2) % 3]

    def name(self, seat: int) -> str:
        """O, X or Y."""
        return "OXY"[(seat - self.ombre) % 3]

    # Before the play

    def hear(self, seat: int, verb: str, args: Sequence[str]) -> None:
        """What somebody did or said."""
        getattr(self, f"hear_{verb}", self.hear_nothing)(seat, list(args))

    def hear_nothing(self, seat: int, args: list[str]) -> None:
        """Acts of which nothing follows."""

    def hear_cut(self, _seat: int, args: list[str]) -> None:
        """M-8."""
        self.pack = naive.cut(self.pack, int(args[0]))

    def hear_deal(self, _seat: int, _args: list[str]) -> None:
        """M-8."""
        for place, hand in enumerate(naive.deal(self.pack)):
            self.hands[(self.forehand + place) % 3] = set(hand)

    def hear_misdeal(self, seat: int, args: list[str]) -> None:
        """A card that belongs to the second named goes to the first: a misdeal (L-5.1)."""
        self.hear_deal(seat, [])
        more, fewer = int(args[0]), int(args[1])
        card = naive.deal(self.pack)[self.place(fewer)][-1]
        self.hands[fewer].remove(card)
        self.hands[more].add(card)
        self.faults.append(Fault(seat, "misdeal", 0))

    def hear_lay_skar(self, seat: int, args: list[str]) -> None:
        """The dealer's Skar has three cards, none of them barred (L-6.1, G-16)."""
        if seat == self.dealer and len(args) != 3:
            self.faults.append(Fault(seat, "skar_count", 0))
        allowed = naive.skar_allowed(self.hands[seat], self.options)
        if seat == self.dealer and not set(args) <= set(allowed):
            self.faults.append(Fault(seat, "skar_barred", 0))
        self.layer, self.skar = seat, set(args)
        self.hands[seat] -= self.skar

    def hear_fill_up(self, seat: int, args: list[str]) -> None:
        """The dealer makes up the hand of the other who laid."""
        assert self.layer is not None
        self.hands[seat] -= set(args)
        self.hands[self.layer] |= set(args)

    def hear_announce_skar(self, seat: int, _args: list[str]) -> None:
        """Nothing lies (L-6.2), or another laid and the hands are unequal (L-6.3)."""
        if self.layer is None:
            self.faults.append(Fault(seat, "skar_forgotten", 0))
        elif self.layer != seat and len({len(hand) for hand in self.hands}) > 1:
            self.faults.append(Fault(self.layer, "skar_by_other", 0))

    def speaker(self) -> int | None:
        """Whose turn it is to bid, by seats."""
        place = naive.next_speaker(self.words)
        return None if place is None else (self.forehand + place) % 3

    def owed(self, seat: int) -> list[str]:
        """What he must bid who laid cards out of turn, if it is still a bid (L-2.1, G-24)."""
        cards = self.silent.get(self.place(seat), [])
        if not cards:
            return []
        lawful = naive.lawful_words(self.place(seat), self.words, self.options)
        bids = [bid for bid in naive.BIDS if bid in lawful]
        bid = naive.silent_bid(len(cards))
        return bids[bids.index(bid) :] if bid in bids else []

    def hear_pass(self, seat: int, _args: list[str]) -> None:
        """M-9."""
        self._word(seat, "pass")

    def hear_hold(self, seat: int, _args: list[str]) -> None:
        """G-14."""
        self.laid = []
        self._word(seat, "hold")

    def hear_bid(self, seat: int, args: list[str]) -> None:
        """The bid that was owed takes the cards laid for it (L-2.1)."""
        cards = self.silent.get(self.place(seat), [])
        self.laid = cards if cards and naive.silent_bid(len(cards)) == args[0] else []
        self._word(seat, args[0])

    def hear_lay_silent(self, seat: int, args: list[str]) -> None:
        """In turn a bid; out of turn noted until the turn comes (L-2.1, G-24)."""
        if seat != self.speaker():
            self.silent[self.place(seat)] = args
            return
        self.laid = args
        self._word(seat, naive.silent_bid(len(args)))

    def _word(self, seat: int, word: str) -> None:
        self.words.append((self.place(seat), word))
        if naive.next_speaker(self.words) is not None:
            return
        holder, bid = naive.holder_and_bid(self.words)
        if holder is None or bid is None:
            return
        self.ombre, self.bid = (self.forehand + holder) % 3, bid
        if bid not in ("deux", "un"):
            self.laid = []
        if len(self.laid) != naive.ASKS[bid]:
            self.laid = []
        if bid == "sans_prendre":
            self._lead()

    def hear_lay_exchange(self, _seat: int, args: list[str]) -> None:
        """L-4.4."""
        self.laid = args

    def hear_ask(self, seat: int, args: list[str]) -> None:
        """Refused, own card, in the Skar, or handed over (L-3.1, L-4.1, L-4.3)."""
        (card,) = args
        others = {str(s): self.hands[s] for s in ALL if s != seat}
        answer = naive.answer_to(
            card, self.slot, self.bid, self.laid, self.hands[seat], others, self.skar
        )
        if answer.startswith("from_"):
            giver = int(answer.removeprefix("from_"))
            naive.hand_over(card, self.laid[self.slot], self.hands[seat], self.hands[giver])
        if answer == "own_card" or answer.startswith("from_"):
            self.slot += 1
        if self.slot == naive.ASKS[self.bid]:
            self._lead()

    def hear_waive(self, _seat: int, _args: list[str]) -> None:
        """G-29."""
        self._lead()

    def hear_give(self, seat: int, args: list[str]) -> None:
        """A card given though nothing lay for it (L-3.2)."""
        self.gift = (seat, args[0])
        self.hands[seat].remove(args[0])

    def hear_keep_gift(self, seat: int, _args: list[str]) -> None:
        """Mixed in and nothing returned: the hand is overfull (L-3.2, L-3.3)."""
        assert self.gift is not None
        self.hands[seat].add(self.gift[1])
        self.faults.append(Fault(seat, "overfull_after_exchange", 0))

    def hear_return_card(self, seat: int, args: list[str]) -> None:
        """A card is given for it: nothing is wrong."""
        assert self.gift is not None
        self.hands[seat].add(self.gift[1])
        self.hands[seat].remove(args[0])
        self.hands[self.gift[0]].add(args[0])

    def hear_declare(self, seat: int, args: list[str]) -> None:
        """O-1; what each honour is worth is not looked into here: all of them are declared."""
        self.honours[seat] = naive.honneurs(self.hands[seat]) if args else 0

    def _lead(self) -> None:
        """As many tricks as the shortest hand allows (G-12)."""
        self.total = min(len(hand) for hand in self.hands)
        ombre_leads = naive.chosen(self.options, "first_lead") == "ombre"
        self.leader = self.ombre if ombre_leads else self.forehand

    # The play

    @property
    def trick(self) -> int:
        """The number of the trick being played."""
        return len(self.fallen) + 1

    def turn(self) -> int:
        """The first in the order of play who has no card in the trick."""
        return next(s for s in self._order() if s not in self.table)

    def _order(self) -> list[int]:
        return [(self.leader + step) % 3 for step in range(3)]

    def lying(self) -> list[str]:
        """The lead, and what else lies; before the lead nothing counts."""
        if self.leader not in self.table:
            return []
        rest = [card for seat, card in self.table.items() if seat != self.leader]
        return [self.table[self.leader], *rest]

    def lawful(self, seat: int) -> set[str]:
        """What he may play: follow, his duty, and the Skies kept for the last trick."""
        duty = self.duties.get(seat) if self.lying() else None
        keeps = seat == self.ombre and self._bound()
        cards = naive.legal_cards(self.hands[seat], self.lying(), duty, keeps, self.options)
        return set(cards)

    def possible(self, seat: int) -> set[str]:
        """Everything but a card that follows and disobeys a duty (G-20)."""
        follows = set(naive.legal_cards(self.hands[seat], self.lying()))
        return self.hands[seat] - (follows - self.lawful(seat))

    def _bound(self) -> bool:
        if naive.chosen(self.options, "skies_scope") == "always":
            return True
        return self.volte and all(taker == self.ombre for taker in self.takers)

    def bound(self) -> dict[int, str]:
        """The duties of those still to play."""
        return {s: duty for s, duty in self.duties.items() if self.table and s not in self.table}

    def hear_announce_volte(self, _seat: int, _args: list[str]) -> None:
        """L-14.2."""
        self.volte = True

    def hear_play(self, seat: int, args: list[str]) -> None:
        """A card stays where it fell (L-1.2); the first of a trick ends every mending (L-1.4)."""
        (card,) = args
        if not self.table:
            self.duties, self.makers, self.mendable = {}, {}, {}
            self.slipped, self.asked = set(), set()
        early = seat != self.turn()
        self.hands[seat].remove(card)
        self.table[seat] = card
        if seat == self.leader:
            for other in [s for s in self.table if s != seat]:
                self._judge(other)
                self._slip(other, "premature", self.table[other])
        elif self.lying():
            self._judge(seat)
            if early:
                self._slip(seat, "premature", card)
        if len(self.table) == 3:
            self._close()

    def _judge(self, seat: int) -> None:
        """Whether his card is a revoke (L-6.4): only the lead decides."""
        card = self.table[seat]
        if naive.is_revoke(self.hands[seat] | {card}, [self.table[self.leader]], card):
            fault = Fault(seat, "revoke", self.trick)
            self.faults.append(fault)
            self.mendable[seat] = fault

    def _close(self) -> None:
        trick = Fallen(self.trick, self.leader, dict(self.table))
        self._taken(trick)
        self.table = {}

    def _taken(self, trick: Fallen) -> None:
        trump = self.trump_in(trick)
        winner = naive.trick_winner(trick.in_turn(), trump, self.options)
        self.fallen.append(trick)
        self.leader = (trick.leader + winner) % 3
        self.takers.append(self.leader)

    def trump_in(self, trick: Fallen) -> bool:
        """The ombre's Skies, kept for the last trick, is a trump there (L-15.2)."""
        return (
            trick.number == self.total and trick.cards[self.ombre] == naive.SKIES and self._bound()
        )

    def hear_mend(self, seat: int, args: list[str]) -> None:
        """His card is another now, nothing else is changed, the fault is gone (L-1.3)."""
        (card,) = args
        self.faults.remove(self.mendable.pop(seat))
        cards = self.table or self.fallen[-1].cards
        self.hands[seat].add(cards[seat])
        self.hands[seat].remove(card)
        cards[seat] = card
        if self.table:
            self._rebind(seat, card)
            return
        self.takers.pop()
        self._taken(self.fallen.pop())

    def _rebind(self, seat: int, card: str) -> None:
        """A duty that his premature card made is now that of the card in its place."""
        for other, maker in self.makers.items():
            if maker == seat and other in self.duties:
                by_ombre = seat == self.ombre
                duty = naive.duty(
                    "premature", [self.table[self.leader]], card, by_ombre, self.options
                )
                assert duty is not None
                self.duties[other] = duty

    # Talk

    def hear_is_it_yours(self, seat: int, _args: list[str]) -> None:
        """The question is free (L-8.1)."""
        self.asked.add(seat)

    def hear_say_mine(self, seat: int, _args: list[str]) -> None:
        """Said unasked it is irregular (L-8.1)."""
        asked = seat != self.ombre and self.asked & (set(self.opponents()) - {seat})
        if not asked:
            self._slip(seat, "claim")

    def hear_hint_overtrump(self, seat: int, _args: list[str]) -> None:
        """L-13.3."""
        self._slip(seat, "hint")

    def _slip(self, seat: int, kind: str, card: str | None = None) -> None:
        """The first irregularity of a side binds the partner still to play (G-19, G-32)."""
        by_ombre = seat == self.ombre
        if by_ombre in self.slipped:
            return
        self.slipped.add(by_ombre)
        for other in self.opponents():
            if other != seat and other not in self.table and other not in self.duties:
                self._bind(other, seat, kind, card)

    def _bind(self, other: int, seat: int, kind: str, card: str | None) -> None:
        order = self._order()
        later = order[order.index(other) + 1 :]
        last = all(s in self.table for s in later)
        lead = self.table[self.leader]
        trick = [lead, lead] if last and kind == "claim" else [lead]
        duty = naive.duty(kind, trick, card, seat == self.ombre, self.options)
        if duty is not None:
            self.duties[other] = duty
            if kind == "premature":
                self.makers[other] = seat

    # The court and the account

    def hear_claim(self, _seat: int, args: list[str]) -> None:
        """The record proves a claim or it falls."""
        accused, kind, trick = int(args[0]), args[1], int(args[2])
        for fault in self.faults:
            same = (fault.seat, fault.trick) == (accused, trick)
            if same and kind in ("any", fault.kind) and fault not in self.upheld:
                self._uphold(fault)
                return

    def _uphold(self, fault: Fault) -> None:
        self.upheld.append(fault)
        self.void = self.void or fault.kind == "misdeal"
        if self.mendable.get(fault.seat) == fault:
            del self.mendable[fault.seat]  # not seen by himself (L-1.3)

    def hear_end(self) -> None:
        """The count brings the rest to light, where it does (G-26)."""
        if naive.chosen(self.options, "fault_detection") == "automatic":
            for fault in self.faults:
                if fault not in self.upheld:
                    self._uphold(fault)

    def points(self) -> int:
        """The ombre's tricks, his leftover cards, the Skar if his side laid it (M-7, G-12)."""
        cards = [*self._pile(), *self.hands[self.ombre]]
        return naive.ombre_points(cards, self.skar, self.layer == self.ombre, self.options)

    def _pile(self) -> list[str]:
        """The ombre's pile once the Skies is settled (M-11)."""
        piles: dict[bool, list[str]] = {True: [], False: []}
        for trick, taker in zip(self.fallen, self.takers, strict=True):
            piles[taker == self.ombre] += trick.in_turn()
        for trick, taker in zip(self.fallen, self.takers, strict=True):
            player = next((s for s, c in trick.cards.items() if c == naive.SKIES), None)
            if player is None:
                continue
            mine = player == self.ombre
            if mine == (taker == self.ombre) or self._was_trump(trick):
                break
            self._redeem(piles[mine], piles[not mine], trick.number, mine)
        return piles[True]

    def _redeem(self, own: list[str], rivals: list[str], number: int, mine: bool) -> None:
        waived = mine and self.volte
        outcome = naive.skies_outcome(own, number, self.total, waived, options=self.options)
        if outcome["gives"] is not None and not naive.cannot_redeem(mine, self.options):
            naive.swap(own, outcome["gives"], rivals, naive.SKIES)

    def _was_trump(self, trick: Fallen) -> bool:
        last = trick.number == self.total and trick.cards[self.ombre] == naive.SKIES
        if naive.chosen(self.options, "skies_scope") == "always":
            return last
        before = self.takers[: trick.number - 1]
        return last and self.volte and all(taker == self.ombre for taker in before)

    def account(self) -> list[int]:
        """What each seat has in the end (section f, L-5.1, L-7.1)."""
        money = [0, 0, 0]
        if self.ombre < 0 or self.void:
            return money
        points, volte = None, None
        if self.bid != "trois":
            points = self.points()
            every = all(taker == self.ombre for taker in self.takers)
            volte = ("won" if every else "lost") if self.volte else None
        offenders = [name for fault in self.upheld if (name := self._owes(fault))]
        net = naive.settle_with_penalties(self.bid, points, offenders, volte, self.options)
        for seat in ALL:
            money[seat] = net[self.name(seat)] + (2 if seat == self.ombre else -1) * self._pagat()
            others = sum(self.honours) - self.honours[seat]
            money[seat] += 2 * self.honours[seat] - others
        return money

    def _owes(self, fault: Fault) -> str | None:
        if fault.kind not in FINED:
            return None
        return naive.liable(fault.kind, self.name(self.dealer), self.name(fault.seat))

    def _pagat(self) -> int:
        price = naive.number_of(self.options, "pagat_ultimo")
        if not self.fallen or not price:
            return 0
        last = self.fallen[-1]
        taken = naive.Taken(last.number, last.leader, tuple(last.in_turn()), self.takers[-1])
        return naive.pagat_ultimo(taken, self.ombre, price)
