"""Königrufen at a free table: who broke which rule, told from the pack and what was done.

The referee hears every act in order and keeps its own hands, talon, discard and tricks. It knows
nothing of claims: those it is told as ``established``. Kinds are the names of the rule sets'
rulings; which of them a rule set knows is table ``KINDS``, from the rule text's penalties.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from naive import koenigrufen_deal, koenigrufen_facts, koenigrufen_money
from naive.koenigrufen_play import (
    BIRD_CARDS,
    FARBENSPIELE,
    KINGS,
    NEGATIVE,
    NEGATIVE_GOAL,
    TAROCKS,
    TRULL,
    Options,
    announced_mode,
    is_kaiserstich,
    kaiserstich_holds,
    legal_cards,
    must_beat,
    suit,
    trick_winner,
)

SEATS = range(4)
KINDS = {
    # T-6.1, T-3.2, T-3.9, T-3.11, T-4.2, T-0.5, T-2.9, T-5.7 to T-5.10
    "tirol": set(
        "must_follow must_tarock must_beat pagat_last must_lead_suit honour wrong_number "
        "suits_left hidden_tarock tarocks_left hidden_suit no_bird bird_owed own_king wrong_bird "
        "for_other kontra_by_partner keep_announced birds_order wrong_count out_of_turn".split()
    ),
    # F-10.1, F-10.2, F-10.6, F-10.8, F-4.1, F-4.6, F-4.7, F-7.3, F-8.4, F-8.10, F-8.13; not F-8.9
    "finale": set(
        "must_follow must_tarock must_beat pagat_last must_lead_suit honour wrong_number "
        "suits_left hidden_tarock tarocks_left hidden_suit no_bird bird_owed own_king for_other "
        "keep_announced birds_order wrong_count out_of_turn take_back thrown_in".split()
    ),
    # U-10.22, U-9.11, U-13.3, U-11.13
    "ulmann": set(
        "must_follow must_tarock honour wrong_number suits_left hidden_tarock wrong_count "
        "no_trull keep_announced".split()
    ),
}


class Fault(NamedTuple):
    """Who answers for what, in which trick; 0 before the first card."""

    seat: int
    kind: str
    trick: int


class Card(NamedTuple):
    """A card on the table."""

    seat: int
    code: str


class Referee:
    """Hears a deal act by act."""

    def __init__(self, ruleset: str, options: Options, deck: Sequence[str], vorhand: int) -> None:
        """The pack lies shuffled on the table."""
        self.ruleset, self.options, self.vorhand = ruleset, options, vorhand
        self.deck = list(deck)
        self.dealt: list[set[str]] = [set() for _ in SEATS]
        self.hands: list[set[str]] = [set() for _ in SEATS]
        self.talon: list[list[str]] = []
        self.choices: list[int] = []
        self.holder: int | None = None
        self.bid = ""
        self.bids: list[tuple[int, str]] = []
        self.fellows: list[tuple[int, str]] = []
        self.passed: set[int] = set()
        self.fixed = False
        self.called, self.king_seat = "", -1
        self.taken: set[str] = set()
        self.discard: set[str] = set()
        self.slid = False
        self.said: dict[str, int] = {}
        self.doubled: dict[str, list[int]] = {"game": []}
        self.stichzwang = bool(options.get("trischaken_stichzwang", True))
        self.talon_use = str(options.get("trischaken_talon", "last"))
        self.tricks: list[list[Card]] = []
        self.charged: dict[int, list[Fault]] = {}  # for each seat its last card's faults
        self.faults: list[Fault] = []

    # Hearing

    def hear(self, seat: int, verb: str, words: Sequence[str]) -> None:
        """One act."""
        getattr(self, f"hear_{verb}", self.hear_nothing)(seat, *words)

    def hear_nothing(self, seat: int, *words: str) -> None:
        """Words that break nothing: vorhand, gut, done, and what is said in court."""

    def charge(self, seat: int, kind: str, trick: int = 0) -> None:
        """Only what this rule set calls an offence is noted."""
        if kind in KINDS[self.ruleset]:
            self.faults.append(Fault(seat, kind, trick))

    # The deal

    def hear_cut(self, _seat: int, at: str) -> None:
        """Six, talon, six (T-1.4)."""
        self.deck = koenigrufen_deal.cut(self.deck, int(at))
        self.give(
            koenigrufen_deal.deal(
                self.deck, self.vorhand, 4, bool(self.options.get("talon_first", False))
            )
        )

    def hear_packet(self, _seat: int, number: str) -> None:
        """Packets are chosen until the rest follows by itself (T-1.5)."""
        self.choices.append(int(number) - 1)
        if not koenigrufen_deal.packets_left(self.choices):
            self.give(koenigrufen_deal.knocked_deal(self.deck, self.vorhand, self.choices))

    def give(self, dealt: koenigrufen_deal.Dealt) -> None:
        """The hands and the talon lie there."""
        self.dealt = [set(hand) for hand in dealt.hands]
        self.hands = [set(hand) for hand in dealt.hands]
        self.talon = dealt.talon

    def hear_misdeal(self, _seat: int, more: str, fewer: str) -> None:
        """One has the last card that the other should have got (F-10.6)."""
        short, long = int(fewer), int(more)
        card = max(self.dealt[short], key=self.deck.index)
        for hands in (self.dealt, self.hands):
            hands[short].remove(card)
            hands[long].add(card)
        for seat in (long, short):
            if self.ruleset != "finale" or seat != (self.vorhand - 1) % 4:  # not the dealer
                self.charge(seat, "wrong_count")

    # The auction

    def hear_pass(self, seat: int) -> None:
        """Who passes is out."""
        self.passed.add(seat)
        self.look_whether_fixed()

    def hear_bid(self, seat: int, word: str) -> None:
        """The last bid stands."""
        self.bids.append((seat, word))
        self.holder, self.bid, self.fellows = seat, word, []
        self.look_whether_fixed()

    def hear_hold(self, seat: int) -> None:
        """The same game, another player."""
        self.holder = seat
        self.look_whether_fixed()

    def hear_bei(self, seat: int, word: str) -> None:
        """Side by side: all are negative games."""
        if self.contract == "solorufer":  # an older edition: two Piccolos drive it out (G-6)
            waiting = [s for s, said in self.bids if said == word and s not in self.passed]
            self.holder, self.bid, self.fellows = next(s for s in waiting if s != seat), word, []
        self.fellows.append((seat, word))
        self.look_whether_fixed()

    @property
    def contract(self) -> str:
        """The game without the bird that may be named with it."""
        return self.bid.partition(":")[0]

    def look_whether_fixed(self) -> None:
        """Everybody but the holder has passed: the game stands (T-2.2)."""
        fellows = {seat for seat, _word in self.fellows} | {self.holder}
        if self.holder is None or self.fixed or not set(SEATS) - self.passed <= fellows:
            return
        self.fixed = True
        self.look_at_the_hand(self.holder)
        if self.contract == "sechserdreier":
            self.take_up({card for half in self.talon for card in half})

    def look_at_the_hand(self, seat: int) -> None:
        """A Besserrufer needs its bird, the old Solo a Trull piece (T-0.5, F-4.7, U-13.3)."""
        named = self.bid.partition(":")[2]
        birds = {BIRD_CARDS[named]} if named else set(BIRD_CARDS.values())
        if self.contract in ("besserrufer", "solobesser") and not self.dealt[seat] & birds:
            self.charge(seat, "no_bird")
        needed = self.contract == "solo" and self.options.get("solo_needs_trull", True)
        if needed and not self.dealt[seat] & TRULL:
            self.charge(seat, "no_trull")

    # King and talon

    def hear_call(self, seat: int, word: str) -> None:
        """Nobody calls himself (T-2.9, F-4.1)."""
        if self.holder is None:  # by option the Vorhand must call when all have passed (G-28)
            self.holder, self.bid = seat, "rufer"
        missing = [king for king in sorted(KINGS) if king not in self.hands[seat]]
        self.called = missing[0][0] if word == "fourth" else word
        king = f"{self.called}K"
        holders = [other for other in SEATS if king in self.hands[other]]
        self.king_seat = holders[0] if holders else -1
        if self.king_seat == seat:
            self.charge(seat, "own_king")

    @property
    def partner(self) -> int | None:
        """Who holds the called king, if that is another than the declarer (U-7.6)."""
        return self.king_seat if self.king_seat not in (-1, self.holder) else None

    def side(self, seat: int) -> bool:
        """Whether a seat plays with the declarer."""
        return seat in (self.holder, self.partner)

    def hear_take(self, _seat: int, word: str) -> None:
        """A half, a card, or all six."""
        if word in ("1", "2"):
            self.take_up(set(self.talon[int(word) - 1]))
        elif word == "all":
            self.take_up({card for half in self.talon for card in half})
        else:
            self.take_up({word})

    def take_up(self, cards: set[str]) -> None:
        """The declarer has more cards now."""
        assert self.holder is not None
        self.taken = cards
        self.hands[self.holder] |= cards

    def hear_schleifen(self, _seat: int, *_bird: str) -> None:
        """The game is given up."""
        self.slid = True

    def hear_trischaken(self, seat: int) -> None:
        """Trischaken instead of sliding (T-7.5)."""
        self.bid, self.called, self.king_seat, self.vorhand = "trischaken", "", -1, seat

    def hear_stichzwang(self, _seat: int, word: str) -> None:
        """The Vorhand's choice (T-4.5)."""
        self.stichzwang = word == "on"

    def hear_talon(self, _seat: int, word: str) -> None:
        """The Vorhand's choice (T-4.5)."""
        self.talon_use = word

    def hear_discard(self, seat: int, *words: str) -> None:
        """What has to be shown is shown."""
        self.lay_away(seat, set(words), shown=True)

    def hear_discard_hidden(self, seat: int, *words: str) -> None:
        """Everything face down."""
        self.lay_away(seat, set(words), shown=False)

    def lay_away(self, seat: int, laid: set[str], *, shown: bool) -> None:
        """Number, honours, the wrong kind before the right one, unshown (T-3.2, T-3.11, F-10.1)."""
        farben = self.contract in FARBENSPIELE
        suits, tarocks = self.hands[seat] - TAROCKS - KINGS, self.hands[seat] & TAROCKS - TRULL
        first, second = (tarocks, suits) if farben else (suits, tarocks)
        if len(laid) != len(self.taken):
            self.charge(seat, "wrong_number")
        if laid & (KINGS | TRULL):
            self.charge(seat, "honour")
        if laid & second and not first <= laid:
            self.charge(seat, "tarocks_left" if farben else "suits_left")
        if laid & second and not shown:
            self.charge(seat, "hidden_suit" if farben else "hidden_tarock")
        if self.owed(seat) and self.owed(seat) <= laid:
            self.charge(seat, "bird_owed")
        self.discard = laid
        self.hands[seat] -= laid

    def owed(self, seat: int) -> set[str]:
        """The birds in hand of which one must be announced (T-0.5, F-4.6, T-7.6)."""
        return self.owed_at_first(seat) & self.hands[seat]

    def owed_at_first(self, seat: int) -> set[str]:
        """The same, whether or not they were laid away or played."""
        if self.contract not in ("besserrufer", "solobesser"):
            return set()
        named = self.bid.partition(":")[2]
        birds = set(BIRD_CARDS.values())
        meant = {BIRD_CARDS[named]} if named else birds & self.dealt[seat]
        if self.options.get("bird_switch_from_talon"):
            meant = meant | birds & self.taken
        return meant

    # Announcing

    def hear_lie(self, seat: int, *_word: str) -> None:
        """Who lies without the bird he owes breaks his word (T-0.5, F-4.6); not if he erred."""
        if self.still_owes(seat):
            self.charge(seat, "bird_owed")

    def still_owes(self, seat: int) -> bool:
        """Whether he has named neither a bird he owes nor, in error, one he has not (F-4.8)."""
        named = {BIRD_CARDS[item] for item in self.said if item in BIRD_CARDS}
        owed = self.owed(seat) if seat == self.holder else set()
        return bool(owed) and not named & owed and named <= self.hands[seat]

    def hear_announce(self, seat: int, item: str) -> None:
        """Birds and the king are announced by who holds them (T-5.7, F-8.4, G-12)."""
        erring = self.still_owes(seat)
        self.said[item] = seat
        self.doubled[item] = []
        if item == "koenig_ultimo" and not self.may_announce_king(seat):
            self.charge(seat, "for_other")
        card = BIRD_CARDS.get(item)
        if card and card not in self.hands[seat]:
            other = self.speaks_for_other(seat, card) and not erring
            self.charge(seat, "for_other" if other else "wrong_bird")

    def speaks_for_other(self, seat: int, card: str) -> bool:
        """At the Finale who has a bird has erred, and only who has none can speak for another.

        F-8.4, F-8.9; elsewhere, and there by agreement, who names a bird of his own side does.
        """
        finale = "without_bird" if self.ruleset == "finale" else ""
        if self.options.get("announced_for_other", finale) == "without_bird":
            return not self.hands[seat] & set(BIRD_CARDS.values())
        mates = [mate for mate in SEATS if self.side(mate) == self.side(seat)]
        return any(card in self.hands[mate] for mate in mates)

    def may_announce_king(self, seat: int) -> bool:
        """The holder; by option the declarer, unless the king was left lying (G-12)."""
        if f"{self.called}K" in self.hands[seat]:
            return True
        default = "declarer_side" if self.ruleset == "ulmann" else "holder"
        if self.options.get("ku_announcer", default) == "holder" or seat != self.holder:
            return False
        seen = bool(self.taken) and self.king_seat == -1
        return not seen

    def hear_kontra(self, seat: int, target: str) -> None:
        """The called partner knows the sides and keeps to them (T-6.1)."""
        if ":" in target:
            self.doubled.setdefault(target, []).append(seat)
            return
        owner = self.holder if target == "game" else self.said[target]
        assert owner is not None
        second = len(self.doubled[target]) == 1
        if seat == self.partner and (self.side(owner) == self.side(seat)) != second:
            self.charge(seat, "kontra_by_partner")
        self.doubled[target].append(seat)

    # Cards

    def hear_play(self, seat: int, code: str) -> None:
        """A card falls."""
        if not self.tricks or len(self.tricks[-1]) == 4:
            self.tricks.append([])
        self.judge(seat, code, len(self.tricks), self.tricks[-1])
        self.tricks[-1].append(Card(seat, code))
        self.hands[seat].remove(code)

    def judge(self, seat: int, code: str, number: int, lying: list[Card]) -> None:
        """Note which duty the card breaks, if any."""
        before = len(self.faults)
        kind = self.broken(seat, code, number, [card.code for card in lying])
        if kind:
            self.charge(seat, kind, number)
        self.charged[seat] = self.faults[before:]

    def broken(self, seat: int, code: str, number: int, trick: list[str]) -> str:
        """Farbzwang, Tarockzwang, suit lead, Pagat, Stichzwang, announced cards, in this order."""
        hand, game = self.hands[seat], self.contract
        kept = self.bound(seat)
        lawful = legal_cards(
            self.ruleset, game, hand, trick, self.options, kept, number, self.stichzwang
        )
        if code in lawful:
            return ""
        follows = bool(trick) and suit(trick[0]) in {suit(card) for card in hand}
        if follows and suit(code) != suit(trick[0]):
            return "must_follow"
        if trick and not follows and hand & TAROCKS and code not in TAROCKS:
            return "must_tarock"
        if not trick and game in FARBENSPIELE:
            return "must_lead_suit"
        if game in NEGATIVE:
            return self.broken_in_negative(code, hand, trick)
        birds = kept & set(BIRD_CARDS.values())
        return "birds_order" if code in birds and birds & lawful else "keep_announced"

    def broken_in_negative(self, code: str, hand: set[str], trick: list[str]) -> str:
        """The Pagat is the last tarock, save for the Kaiserstich; else the trick is beaten."""
        crowned = kaiserstich_holds(self.ruleset, self.options) and is_kaiserstich([*trick, "T1"])
        if code == "T1" and len(hand & TAROCKS) > 1 and not crowned:
            return "pagat_last"
        assert must_beat(self.ruleset, self.contract, self.stichzwang)
        return "must_beat"

    def bound(self, seat: int) -> set[str]:
        """The cards of this hand that it, or a partner who may, announced (T-5.8, U-11.13)."""
        if announced_mode(self.ruleset, self.options) == "free":
            return set()
        cards = dict(BIRD_CARDS)
        if self.called:
            cards["koenig_ultimo"] = f"{self.called}K"
        mine = {i for i, who in self.said.items() if self.may_bind(i, who, seat)}
        return {cards[item] for item in mine if item in cards} & self.hands[seat]

    def may_bind(self, item: str, who: int, seat: int) -> bool:
        """Each binds himself; of old the partner binds who bought the Pagat (U-11.6).

        So does whoever says it while the sides are hidden: the declarer cannot know better. He
        binds the partner to König ultimo where he may announce it (U-11.12). Whoever else speaks
        for a card has only lost the bonus (T-5.7, F-8.9).
        """
        if who == seat:
            return True
        if item == "koenig_ultimo":
            return who == self.holder and self.may_announce_king(who)
        may = bool(self.options.get("announce_for_partner", self.ruleset == "ulmann"))
        bought = BIRD_CARDS.get(item) in self.taken
        hidden = bool(self.called) and self.king_seat != -1
        return may and seat == self.holder and bought and (who == self.partner or hidden)

    def hear_mend(self, seat: int, code: str) -> None:
        """The last card is taken back and another lies there instead (T-1.18)."""
        trick = self.tricks[-1]
        place = next(at for at, card in enumerate(trick) if card.seat == seat)
        for fault in self.charged[seat]:
            self.faults.remove(fault)
        self.hands[seat].add(trick[place].code)
        if self.ruleset == "finale":
            self.charge(seat, "take_back", len(self.tricks))
        before = len(self.faults)
        self.judge(seat, code, len(self.tricks), trick[:place])
        back = [f for f in self.faults[:before] if f.kind == "take_back"][-1:]
        self.charged[seat] = [*back, *self.charged[seat]]
        trick[place] = Card(seat, code)
        self.hands[seat].remove(code)
        for at in range(place + 1, len(trick)):
            self.pardon(trick[at], [card.code for card in trick[:at]])

    def pardon(self, later: Card, before: list[str]) -> None:
        """A card that is right beside the one now laid before it was no breach (T-1.18)."""
        self.hands[later.seat].add(later.code)
        if not self.broken(later.seat, later.code, len(self.tricks), before):
            wrong = [fault for fault in self.charged[later.seat] if fault.kind != "take_back"]
            for fault in wrong:
                self.faults.remove(fault)
                self.charged[later.seat].remove(fault)
        self.hands[later.seat].remove(later.code)

    def hear_expose(self, seat: int, _code: str) -> None:
        """A card falls out of turn (F-10.2)."""
        done = bool(self.tricks) and len(self.tricks[-1]) == 4
        self.charge(seat, "out_of_turn", self.trick_no(done))

    def hear_throw_in(self, seat: int) -> None:
        """Before anything is proved the thrower is the offender himself (F-10.8)."""
        done = bool(self.tricks) and len(self.tricks[-1]) == 4
        self.charge(seat, "thrown_in", self.trick_no(done))

    def trick_no(self, done: bool) -> int:
        """The trick that is being played, or led to next."""
        return len(self.tricks) + 1 if done or not self.tricks else len(self.tricks)

    # Money

    def level(self, target: str, ours: bool) -> int:
        """Levels alternate; the first from the wrong side falls with all later ones (T-1.14)."""
        for number, giver in enumerate(self.doubled[target], 1):
            if (self.side(giver) == ours) != (number == 2):
                return number - 1
        return len(self.doubled[target])

    def pairs(self, declarer: int) -> dict[str, int]:
        """Kontra against one declarer of a negative game, by opponent (T-1.15)."""
        return {
            str(other): len(self.doubled.get(f"game:{declarer}:{other}", [])) for other in SEATS
        }

    def is_paid(self, kinds: Collection[str]) -> bool:
        """Whether these offences are paid for, or the cards are dealt again (G-52).

        They are once the game stands; at the Finale a misdeal as soon as one is bid (F-10.5).
        """
        until = self.options.get("misdeal_redealt", "until_game")
        if until == "until_bid" and "wrong_count" in kinds:
            return bool(self.bid)
        return self.fixed or bool(self.called)

    def case(self, offenders: Sequence[int], kind: str) -> koenigrufen_money.Case:
        """The deal for the naive settlement, with what was established (T-6.2, F-10.3, U-10.22)."""
        assert self.holder is not None
        case: koenigrufen_money.Case = {
            "ruleset": self.ruleset,
            "options": self.options,
            "contract": self.contract,
            "declarer": self.holder,
            "partner": self.partner,
            "vorhand": self.vorhand,
            "kontra": self.level("game", ours=True),
            "announcements": [
                {
                    "item": item,
                    "side": "declarer" if self.side(who) else "defenders",
                    "kontra": self.level(item, self.side(who)),
                }
                for item, who in self.said.items()
            ],
            "uncalled": self.contract in koenigrufen_money.CALL_GAMES and not self.called,
            "king_in_talon": bool(self.called) and self.king_seat == -1,
            "bird": self.unnamed_bird(),
            "renonce": {"seats": sorted(offenders), "kind": kind},
        }
        if self.contract in NEGATIVE_GOAL:
            case["kontra"] = self.pairs(self.holder)
            case["co_declarers"] = [
                {"seat": seat, "contract": word, "kontra": self.pairs(seat)}
                for seat, word in self.fellows
            ]
        return case

    def unnamed_bird(self) -> str:
        """The declarer's own, else that of the bid, the lowest dealt, the Pagat (T-0.5)."""
        assert self.holder is not None
        held = (self.dealt[self.holder] | self.taken) - self.discard
        owed = self.owed_at_first(self.holder)
        spoken = [i for i, who in self.said.items() if who == self.holder and i in BIRD_CARDS]
        meant = [i for i in spoken if BIRD_CARDS[i] in owed or BIRD_CARDS[i] not in held]
        named = next(iter(meant), self.bid.partition(":")[2])
        dealt = [item for item, card in BIRD_CARDS.items() if card in self.dealt[self.holder]]
        return named or next(iter(dealt), "pagat")

    def result(self) -> koenigrufen_money.Result:
        """What the treatise's innocent side has made so far."""
        assert self.holder is not None
        deal: koenigrufen_facts.Deal = {
            "ruleset": self.ruleset,
            "contract": self.contract,
            "declarer": self.holder,
            "partner": self.partner,
            "called": self.called or None,
            "hands": [sorted(hand) for hand in self.dealt],
            "talon": self.talon,
            "taken": sorted(self.taken),
            "discard": sorted(self.discard),
            "tricks": [self.taken_trick(trick) for trick in self.tricks if len(trick) == 4],
            "options": self.options,
        }
        return koenigrufen_facts.facts(deal)

    def taken_trick(self, trick: list[Card]) -> koenigrufen_facts.Trick:
        """Who took a whole trick (U-6.3)."""
        cards = [card.code for card in trick]
        winner = trick_winner(self.ruleset, self.contract, cards, self.options)
        return {"leader": trick[0].seat, "cards": cards, "winner": trick[winner].seat}
