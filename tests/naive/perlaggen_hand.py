"""Perlaggen, a whole hand judged from its acts: who won what, what was written and in which order.

The table of 1890 with no option named. Only lawful acts come in, as ``(seat, "bid G H")``; what
they lead to is worked out here from the text. Party = seat modulo 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from naive.perlaggen_cards import (
    FIGURES,
    Figure,
    best,
    best_gleich,
    best_hanger,
    can_have,
    compare,
    identity,
    joint,
    legal_plays,
    lying,
    printed,
    spiel_eligible,
    suit,
    trick_winner,
)
from naive.perlaggen_values import Points, Slate, overbid, strike, write

Act = tuple[int, str]


@dataclass
class Offer:
    """A number on the table: who named it, and what it is worth if it is let good (P90-9)."""

    figure: str
    number: Points
    by: int
    refused: Points


@dataclass
class Fig:
    """Where a figure stands."""

    status: str = "unbid"
    stake: Points = 1
    seq: int = 0
    holder: int | None = None
    winner: int | None = None
    fined: list[int] = field(default_factory=list)
    written: bool = False

    @property
    def decided(self) -> bool:
        """Let good, or won, or nobody's (P90-9)."""
        return self.status in ("good", "done")


@dataclass
class Hand:
    """One hand of Perlaggen, from the deal to the slate."""

    trump: str
    hands: list[list[str]]
    lead: int
    scores: list[int]
    target: int = 15
    rows: list[list[str]] = field(default_factory=list)
    shown: list[list[str]] = field(default_factory=list)
    trick: list[tuple[int, str]] = field(default_factory=list)
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    figs: dict[str, Fig] = field(default_factory=lambda: {f: Fig() for f in FIGURES})
    pending: list[Offer] = field(default_factory=list)
    bound: list[set[str]] = field(default_factory=list)
    joint: list[set[str]] = field(default_factory=lambda: [set(), set()])
    held_jointly: list[set[str]] = field(default_factory=lambda: [set(), set()])
    good: list[str] = field(default_factory=list)  # written on the spot, as they came
    again: set[tuple[str, int]] = field(default_factory=set)  # bid again since the last card
    slate: Slate = field(init=False)
    spiel_party: int | None = None
    in_hand: str | None = None
    turn: int = 0
    stood: bool = False
    last_chance: bool = False
    proof: str | None = None

    def __post_init__(self) -> None:
        """Rows, shown cards and bindings are empty unless given."""
        players = len(self.hands)
        self.rows = self.rows or [[] for _ in range(players)]
        self.shown = self.shown or [[] for _ in range(players)]
        self.bound = self.bound or [set() for _ in range(players)]
        self.slate = Slate(list(self.scores), [], None)

    # ── what can be seen of it ───────────────────────────────────────────────────────────────

    def open_cards(self, seat: int) -> list[str]:
        """What lies face up before a player: played, or shown from the hand (P90-22)."""
        return self.rows[seat] + self.shown[seat]

    def cards(self, seat: int) -> list[str]:
        """All cards of a player, played and unplayed, as they are baptised so far (P90-30)."""
        return self.rows[seat] + self.in_hand_tokens(seat)

    def in_hand_tokens(self, seat: int) -> list[str]:
        """Unplayed cards; one that was shown keeps its baptism (P90-18, P90-25)."""
        named = {printed(token): token for token in self.shown[seat]}
        return [named.get(card, card) for card in self.hands[seat]]

    def members(self, party: int) -> list[int]:
        """The seats of a party alternate (P90-30)."""
        return [seat for seat in range(len(self.hands)) if seat % 2 == party]

    def cur(self, party: int, figure: str) -> Figure | None:
        """The best figure lying open before one player of the party (P90-22)."""
        return best(lying(figure, self.open_cards(seat)) for seat in self.members(party))

    def still_bound(self, seat: int) -> set[str]:
        """Figures a player bid or held that are not decided (P90-7)."""
        return {figure for figure in self.bound[seat] if not self.figs[figure].decided}

    def still_joint(self, party: int) -> set[str]:
        """Figures a party bid blind or held together that are not decided (P90-29)."""
        return {figure for figure in self.joint[party] if not self.figs[figure].decided}

    @property
    def over(self) -> bool:
        """All three figures are decided, or a party is out (P90-9)."""
        return self.slate.winner is not None or all(fig.decided for fig in self.figs.values())

    # ── the fold ─────────────────────────────────────────────────────────────────────────────

    def act(self, seat: int, words: str) -> None:
        """One act, and everything that follows from it by itself."""
        word, *rest = words.split()
        deeds: dict[str, Callable[[int, list[str]], None]] = {
            "bid": self.bid,
            "bid_blind": self.bid_blind,
            "hold": self.hold,
            "let_good": self.let_good,
            "hold_all": self.hold_all,
            "let_good_all": self.let_good_all,
            "raise": self.raise_,
            "name_holder": self.name_holder,
            "play": self.play,
            "ask_degree": self.ask_degree,
            "show": self.show,
            "stand": self.stand,
            "concede": self.concede,
        }
        if word in ("look", "ask", "ask_holder"):  # nothing follows from these
            return
        deeds[word](seat, rest)
        self.write_what_is_ripe()
        if not self.over:
            self.go_on_showing()

    # ── bids and answers ─────────────────────────────────────────────────────────────────────

    def can_make(self, seat: int, figures: Iterable[str]) -> bool:
        """Whether a player can have these with all he is bound to (P90-7)."""
        return can_have(self.cards(seat), self.trump, self.still_bound(seat) | {*figures})

    def may_speak(self, seat: int, figure: str) -> bool:
        """A figure must be had, the Spiel in the last trick have its card (P90-7, P90-27)."""
        if figure != "S":
            return self.can_make(seat, [figure])
        led = self.led()
        if sum(self.tricks) < 4 or led is None:
            return True
        last = (self.in_hand_tokens(seat) or self.rows[seat][-1:])[0]
        return spiel_eligible(last, led, self.trump)

    def may_bid(self, seat: int, figures: Sequence[str]) -> bool:
        """While cards are played: no overbid, nothing decided, nothing one cannot make (P90-20)."""
        if overbid(self.slate.scores[seat % 2], self.target, len(figures)):
            return False
        for figure in figures:
            status = self.figs[figure].status
            if status not in ("unbid", "held") or (figure, seat % 2) in self.again:
                return False
        wanted = [figure for figure in figures if figure != "S"]
        spoken = all(self.may_speak(seat, figure) for figure in figures)
        return spoken and self.can_make(seat, wanted)

    def bid(self, seat: int, figures: Sequence[str]) -> None:
        """A fresh bid offers 2 and takes the next place; one bid again keeps both (P90-8)."""
        for figure in figures:
            self.offer_figure(seat % 2, figure)
            self.bind(seat, figure)

    def bid_blind(self, seat: int, figures: Sequence[str]) -> None:
        """Binds the party; without an order Gleich, Hanger, Spiel (P90-29)."""
        if "unordered" in figures:
            figures = [figure for figure in FIGURES if figure in figures]
        for figure in figures:
            self.offer_figure(seat % 2, figure)
            if figure != "S":
                self.joint[seat % 2].add(figure)

    def offer_figure(self, party: int, figure: str) -> None:
        """An offer of 2, worth 1 if refused; bid again, of what was held (P90-8, P90-9)."""
        fig = self.figs[figure]
        if fig.status == "unbid":
            fig.seq = 1 + max(other.seq for other in self.figs.values())
            self.pending.append(Offer(figure, 2, party, 1))
        else:
            self.pending.append(Offer(figure, fig.stake, party, fig.stake))
            self.again.add((figure, party))
        fig.status = "offered"

    def bind(self, seat: int, figure: str) -> None:
        """Who bids, holds or raises Gleich or Hanger is bound to it (P90-7)."""
        if figure != "S":
            self.bound[seat].add(figure)

    def hold(self, seat: int, figures: Sequence[str]) -> None:
        """Accepted at the number offered (P90-8)."""
        self.accept(seat, figures[0])
        self.bind(seat, figures[0])

    def accept(self, seat: int, figure: str) -> None:
        """The oldest offer is held; in the show who held is on turn (P90-8, P90-22)."""
        offer = self.pending.pop(0)
        assert offer.figure == figure, (offer, figure)
        fig = self.figs[figure]
        fig.status, fig.stake, fig.holder = "held", offer.number, seat % 2
        self.turn = seat % 2

    def let_good(self, _seat: int, figures: Sequence[str]) -> None:
        """Refused: it is the offering party's, for the number before (P90-9)."""
        offer = self.pending.pop(0)
        assert offer.figure == figures[0], (offer, figures)
        fig = self.figs[offer.figure]
        fig.status, fig.stake, fig.winner = "good", offer.refused, offer.by
        self.good.append(offer.figure)
        self.fine_false(offer.figure, excused=1 - offer.by)
        if offer.figure == "S":
            self.decide_spiel(offer.by)

    def to_answer(self, seat: int) -> list[str]:
        """What is still unanswered of the bid made to this player's party (P90-8)."""
        return [offer.figure for offer in self.pending if offer.by != seat % 2]

    def hold_all(self, seat: int, _rest: Sequence[str]) -> None:
        """Held together; the party is bound, not the speaker (P90-29, PG-31)."""
        for figure in self.to_answer(seat):
            self.accept(seat, figure)
            if figure != "S":
                self.joint[seat % 2].add(figure)
                self.held_jointly[seat % 2].add(figure)

    def let_good_all(self, seat: int, _rest: Sequence[str]) -> None:
        """All that is unanswered is let good (P90-29)."""
        for figure in self.to_answer(seat):
            self.let_good(seat, [figure])

    def raise_(self, seat: int, rest: Sequence[str]) -> None:
        """Accepts what was offered and offers the next step, or raises later (P90-10, P90-11)."""
        figure, _, step = rest[0].partition("=")
        number: Points = step if step == "OUT" else int(step)
        fig = self.figs[figure]
        if self.pending:
            assert self.pending[0].figure == figure, (self.pending, rest)
            fig.stake = self.pending[0].number
            self.pending[0] = Offer(figure, number, seat % 2, fig.stake)
        else:
            self.pending.append(Offer(figure, number, seat % 2, fig.stake))
        fig.status = "offered"
        self.bind(seat, figure)

    def name_holder(self, seat: int, rest: Sequence[str]) -> None:
        """From then on the partner named is bound, no longer the party (P90-29)."""
        figure, _, holder = rest[0].partition("=")
        self.bind(int(holder), figure)
        self.joint[seat % 2].discard(figure)
        self.held_jointly[seat % 2].discard(figure)

    # ── tricks ───────────────────────────────────────────────────────────────────────────────

    def led(self) -> str | None:
        """The suit of the first card's identity (P90-13)."""
        return suit(identity(self.trick[0][1])) if self.trick else None

    def playable(self, seat: int) -> set[str]:
        """Lawful cards that keep what one is bound to, unless there is no other (P90-7, P90-13)."""
        lawful = legal_plays(self.in_hand_tokens(seat), self.led(), self.trump)
        own = {play for play in lawful if self.keeps_bound(seat, play)} or lawful
        if not self.can_spread(seat % 2):
            return own
        return {play for play in own if self.can_spread(seat % 2, seat, play)} or own

    def after(self, seat: int, play: str) -> list[str]:
        """A player's cards once this one lies there with its baptism (P90-18)."""
        return [play if printed(card) == printed(play) else card for card in self.cards(seat)]

    def keeps_bound(self, seat: int, play: str) -> bool:
        """The player can still have all figures he is bound to (P90-7, PG-21)."""
        return can_have(self.after(seat, play), self.trump, self.still_bound(seat))

    def can_spread(self, party: int, player: int | None = None, play: str = "") -> bool:
        """The figures the party is jointly bound to can be had by partners (P90-29, PG-21).

        Each partner beside what he is bound to himself. ``player``: once he has made this play.
        """
        figures = sorted(self.still_joint(party))
        for takers in product(self.members(party), repeat=len(figures)):
            if all(
                can_have(
                    self.after(seat, play) if seat == player else self.cards(seat),
                    self.trump,
                    self.still_bound(seat) | self.taken(figures, takers, seat),
                )
                for seat in set(takers)
            ):
                return True
        return False

    @staticmethod
    def taken(figures: Iterable[str], takers: Iterable[int], seat: int) -> set[str]:
        """The figures this partner would make."""
        return {figure for figure, taker in zip(figures, takers, strict=True) if taker == seat}

    def play(self, seat: int, rest: Sequence[str]) -> None:
        """The card joins the row; three tricks are the Spiel (P90-14, P90-19, P90-30)."""
        token = rest[0]
        self.again.clear()
        self.hands[seat].remove(printed(token))
        self.shown[seat] = [card for card in self.shown[seat] if printed(card) != printed(token)]
        self.rows[seat].append(token)
        self.trick.append((seat, token))
        if len(self.trick) < len(self.hands):
            return
        winner = self.trick[trick_winner([card for _, card in self.trick], self.trump)][0]
        self.trick = []
        self.lead = winner
        self.tricks[winner % 2] += 1
        if self.tricks[winner % 2] == 3:
            self.figs["S"].status, self.figs["S"].winner = "done", winner % 2
            self.decide_spiel(winner % 2)

    def decide_spiel(self, party: int) -> None:
        """Figures that rest on the Spiel fall to its party (P90-26)."""
        self.spiel_party = party
        for fig in self.figs.values():
            if fig.status == "rests":
                fig.status, fig.winner = "done", party

    # ── degrees ──────────────────────────────────────────────────────────────────────────────

    def ask_degree(self, _seat: int, rest: Sequence[str]) -> None:
        """Equal figures of three and more rest on the Spiel, the better one is shown (P90-25)."""
        figure = rest[0]
        if self.figs[figure].status == "unbid":
            self.ask_at_the_end(figure)
            return
        degrees = [self.degree(party, figure) for party in (0, 1)]
        if any(degree is None or degree.n < 3 for degree in degrees):
            return
        if compare(degrees[0], degrees[1]):
            self.proof = figure
        else:
            self.rest(figure)

    def degree(self, party: int, figure: str) -> Figure | None:
        """The best one partner can make under the bindings of his party (P90-25)."""
        return best(
            joint(self.cards(seat), self.trump, figure, self.kept_for(seat, figure))[figure]
            for seat in self.members(party)
        )

    def kept_for(self, seat: int, figure: str) -> set[str]:
        """What he is bound to, and what the party is if nobody but he can make it (P90-29)."""
        kept = self.still_bound(seat)
        for other in self.still_joint(seat % 2) - {figure}:
            partners = [mate for mate in self.members(seat % 2) if mate != seat]
            spared = any(self.can_make(mate, [other]) for mate in partners)
            if not spared and self.can_make(seat, [other, figure]):
                kept.add(other)
        return kept

    def rest(self, figure: str) -> None:
        """The figure waits for the Spiel, and nobody is bound to it any more (P90-26)."""
        self.figs[figure].status = "rests"
        for figures in (*self.bound, *self.joint, *self.held_jointly):
            figures.discard(figure)

    def ask_at_the_end(self, figure: str) -> None:
        """Both one short: of three and more cards the better figure is out at once (P90-A)."""
        assert self.slate.scores == [self.target - 1] * 2, self.slate.scores
        find = best_gleich if figure == "G" else best_hanger
        found = [
            best(find(self.cards(seat), self.trump) for seat in self.members(party))
            for party in (0, 1)
        ]
        result = compare(found[0], found[1], options={"compare_simple": False})
        if not result:
            self.rest(figure)
            return
        fig = self.figs[figure]
        fig.status, fig.winner = "done", 0 if result > 0 else 1
        self.good.append(figure)

    # ── the show ─────────────────────────────────────────────────────────────────────────────

    def go_on_showing(self) -> None:
        """Once the Spiel is decided and nothing is open, figures come one by one (P90-24)."""
        if self.spiel_party is None or self.pending:
            return
        if self.in_hand is None or self.figs[self.in_hand].decided:
            self.in_hand = next(self.undecided())
            self.turn = self.spiel_party
            self.stood = self.last_chance = False

    def undecided(self) -> Iterator[str]:
        """At Spiel aus, held in the order of bidding, then unbid by rank (P90-6, P90-9, P90-12)."""
        waiting = [figure for figure in FIGURES if not self.figs[figure].decided]
        bid = sorted((f for f in waiting if self.figs[f].seq), key=lambda f: self.figs[f].seq)
        yield from (f for f in bid if self.figs[f].stake == "OUT")
        yield from (f for f in bid if self.figs[f].stake != "OUT")
        yield from (f for f in waiting if not self.figs[f].seq)

    def turn_up(self, seat: int, tokens: Iterable[str]) -> None:
        """Own unplayed cards are turned up, each Perlagg with a baptism that stays (P90-18).

        The Spiel party does not make better what it let stand (P90-23).
        """
        before = self.in_hand and self.cur(seat % 2, self.in_hand)
        for token in tokens:
            assert printed(token) in self.hands[seat], (token, self.hands[seat])
            if token not in self.shown[seat]:
                self.shown[seat].append(token)
        if self.stood and seat % 2 == self.spiel_party:
            assert before == (self.in_hand and self.cur(seat % 2, self.in_hand)), "it stands"

    def show(self, seat: int, tokens: Sequence[str]) -> None:
        """A better one, or the first: then the other party; what was owed is decided (P90-22)."""
        self.turn_up(seat, tokens)
        if self.proof is not None:
            self.close(self.proof, seat % 2)
            self.proof = None
            return
        assert self.in_hand is not None
        own, other = self.both_cur(seat)
        assert own is not None
        assert self.last_chance or compare(own, other) > 0, (own, other)
        if self.last_chance:
            self.close(self.in_hand, seat % 2)
        self.turn = 1 - seat % 2

    def stand(self, seat: int, tokens: Sequence[str]) -> None:
        """An equal one: from the Spiel party a question, else the end (P90-23, P90-26)."""
        self.turn_up(seat, tokens)
        assert self.in_hand is not None
        own, other = self.both_cur(seat)
        assert own is not None, self.in_hand
        assert compare(own, other) == 0, (own, other)
        self.stood = True
        if seat % 2 != self.spiel_party:
            self.close(self.in_hand, self.spiel_party)
        self.turn = 1 - seat % 2

    def both_cur(self, seat: int) -> tuple[Figure | None, Figure | None]:
        """What lies open of the figure in hand, own and the other party's (P90-22)."""
        assert self.in_hand is not None
        return self.cur(seat % 2, self.in_hand), self.cur(1 - seat % 2, self.in_hand)

    def concede(self, seat: int, _rest: Sequence[str]) -> None:
        """The other party has it if one lies there; if none, it has one more chance (P90-22)."""
        assert self.in_hand is not None
        other = 1 - seat % 2
        if self.last_chance:
            self.close(self.in_hand, None)
        elif self.cur(other, self.in_hand) is not None:
            self.close(self.in_hand, other)
        else:
            self.last_chance, self.turn = True, other

    def close(self, figure: str, winner: int | None) -> None:
        """The figure is decided for what it stands at (P90-9)."""
        self.figs[figure].status, self.figs[figure].winner = "done", winner
        self.fine_false(figure)

    def fine_false(self, figure: str, excused: int | None = None) -> None:
        """Who can no longer show what binds him pays, and the other has it (P90-31, PG-19, PG-20).

        Who has let it good need not show it (P90-8).
        """
        parties = [party for party in (0, 1) if party != excused]
        fig = self.figs[figure]
        fig.fined = [party for party in parties if self.cannot_show(party, figure)]
        if fig.fined:
            heirs = [party for party in (0, 1) if party not in fig.fined]
            able = [party for party in heirs if self.inherits(party, figure)]
            fig.winner = able[0] if able else None

    def cannot_show(self, party: int, figure: str) -> bool:
        """One who bid or held it cannot, or nobody where all held it (P90-31, PG-31)."""
        speakers = [seat for seat in self.members(party) if figure in self.bound[seat]]
        if any(not can_have(self.cards(seat), self.trump, figure) for seat in speakers):
            return True
        return figure in self.held_jointly[party] and not self.able(party, figure)

    def able(self, party: int, figure: str) -> list[int]:
        """The players of a party who can have the figure (P90-31)."""
        seats = self.members(party)
        return [seat for seat in seats if can_have(self.cards(seat), self.trump, figure)]

    def inherits(self, party: int, figure: str) -> bool:
        """One of the party has it: having spoken for it, or beside what he spoke for (PG-19)."""
        return any(
            figure in self.bound[seat] or self.has_beside_bound(seat, figure)
            for seat in self.able(party, figure)
        )

    def has_beside_bound(self, seat: int, figure: str) -> bool:
        """One set of baptisms gives the figure and all that binds the seat and can be had."""
        hand = self.cards(seat)
        kept = [bound for bound in self.bound[seat] if can_have(hand, self.trump, bound)]
        return can_have(hand, self.trump, [figure, *kept])

    # ── writing ──────────────────────────────────────────────────────────────────────────────

    def write_what_is_ripe(self) -> None:
        """A decided figure is written as soon as nothing before it is open (P90-9, PG-29)."""
        for figure in self.writing_order():
            fig = self.figs[figure]
            if self.slate.winner is not None or not fig.decided:
                return
            if not fig.written:
                self.write_figure(figure)

    def writing_order(self) -> Iterator[str]:
        """Spiel aus, what is written at once, bid in order, unbid by rank (P90-9, P90-12)."""
        by_bid = sorted(FIGURES, key=lambda figure: self.figs[figure].seq)
        out = [figure for figure in by_bid if self.figs[figure].stake == "OUT"]
        bid = [figure for figure in by_bid if self.figs[figure].seq]
        unbid = [figure for figure in FIGURES if not self.figs[figure].seq]
        yield from dict.fromkeys([*out, *self.good, *bid, *unbid])

    def write_figure(self, figure: str) -> None:
        """On the slate for the party that has it; what nobody has is left out (P90-9)."""
        fig = self.figs[figure]
        fig.written = True
        strike(self.slate, [{"team": party, "points": 3} for party in fig.fined])
        if fig.winner is None:
            return
        write(self.slate, self.target, figure, fig.winner, fig.stake)
        if self.slate.scores[fig.winner] >= self.target:
            self.slate = self.slate._replace(winner=fig.winner)


def judge(hand: Hand, acts: Iterable[Act]) -> Hand:
    """The hand after all its acts; the caller reads tricks, figures and slate off it."""
    for seat, words in acts:
        hand.act(seat, words)
    return hand
