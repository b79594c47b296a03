"""Perlaggen at a free table, judged from the acts: what was done wrong, and what follows.

The table of 1890 with no option named but the penalties agreed. Acts come in as they were done,
lawful or not; whether a hand can do them is not asked here. A breach is (seat, kind, trick).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from naive.perlaggen_cards import (
    Figure,
    can_have,
    compare,
    identity,
    is_free,
    is_perlagg,
    printed,
    suit,
)
from naive.perlaggen_hand import Hand
from naive.perlaggen_values import overbid, strike

Breach = tuple[int, str, int]
NO_EFFECT = ("sign", "ask", "deal", "expose", "refuse_deal", "baptise")
NOT_PROVED = {"gleich_not_proved": "G", "hanger_not_proved": "H"}


@dataclass
class FreeHand(Hand):
    """One hand at a free table."""

    agreed: Mapping[str, int] = field(default_factory=dict)  # P90-32
    breaches: list[Breach] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)
    looked: set[int] = field(default_factory=set)
    playing: bool = False
    name_owed: bool = False
    prover: int = 0
    false: dict[str, set[int]] = field(default_factory=lambda: {"G": set(), "H": set(), "S": set()})
    tied: dict[str, bool] = field(default_factory=dict)
    rested: set[str] = field(default_factory=set)
    paid: set[tuple[str, int]] = field(default_factory=set)
    by_card: dict[int, Breach | None] = field(default_factory=dict)  # charged for the last card
    noted: list[int] | None = None

    # ── acts ─────────────────────────────────────────────────────────────────────────────────

    def act(self, seat: int, words: str) -> None:
        """One act: what is charged, then what follows, unless it counts for nothing."""
        word, *rest = words.split()
        if word in NO_EFFECT:
            return
        beside: dict[str, Callable[[int, list[str]], None]] = {
            "look": self.look,
            "peek": self.peek,
            "take_up": self.take_up,
            "mend": self.mend,
            "write": self.write_by_hand,
            "claim": self.claim,
        }
        if word in beside:
            beside[word](seat, rest)
        elif not self.counts_for_nothing(seat, word, rest):
            self.deed(seat, words)
        self.go_on()

    def deed(self, seat: int, words: str) -> None:
        """An act that counts."""
        word, *rest = words.split()
        if word in ("hold", "raise", "let_good", "hold_all", "let_good_all"):
            self.looked.add(seat)  # P90-29: who answers has looked
        if word == "ask_holder":
            self.name_owed = True
        elif word == "state_degree":
            self.state_degree(seat, rest)
        elif word == "show" and self.in_hand is None and self.proof is None:
            self.charge(seat, "shown_early")  # P90-25: the cards stay open
            self.turn_up(seat, rest)
        elif word == "concede" and self.proof is not None:
            self.leave_unproved(self.proof)
        else:
            super().act(seat, words)

    def go_on(self) -> None:
        """When all have looked and nothing is open the tricks begin (P90-29)."""
        self.write_what_is_ripe()
        if not self.over:
            self.go_on_showing()
        ready = len(self.looked) == len(self.hands) or self.spiel_party is not None
        if ready and not self.pending and not self.name_owed:
            self.playing = True

    def look(self, seat: int, _rest: Sequence[str]) -> None:
        """The player takes up his cards (P90-29)."""
        self.looked.add(seat)

    def trick_no(self) -> int:
        """The trick being played; after the tricks the last one; before them none."""
        done = sum(self.tricks)
        if self.over or self.in_hand is not None or not self.playing:
            return done
        return done + 1

    def charge(self, seat: int, kind: str) -> None:
        """Somebody may claim this."""
        self.breaches.append((seat, kind, self.trick_no()))

    # ── acts that count for nothing ──────────────────────────────────────────────────────────

    def counts_for_nothing(self, seat: int, word: str, rest: Sequence[str]) -> bool:
        """Overbids, the Spiel without a card, coming too soon, bettering what stands."""
        void = self.comes_first(seat, word)
        if void:
            self.charge(seat, "opened_first")
        elif self.lacks_card(seat, word, rest):
            void = True
            self.charge(seat, "spiel_without_card")
        if word in ("bid", "bid_blind"):
            figures = [figure for figure in rest if figure != "unordered"]
            if overbid(self.slate.scores[seat % 2], self.target, len(figures)):
                strike(self.slate, [{"team": seat % 2, "points": 2}])  # P90-20: and it is void
                return True
        return void or self.betters(seat, word, rest)

    def comes_first(self, seat: int, word: str) -> bool:
        """After the Spiel only its party begins to show or bid (P90-24)."""
        waits = self.in_hand is not None and self.turn == self.spiel_party != seat % 2
        return waits and not self.pending and word in ("show", "stand", "bid", "raise")

    def lacks_card(self, seat: int, word: str, rest: Sequence[str]) -> bool:
        """In the last trick the Spiel needs suit, trump or Perlagg (P90-27)."""
        if word == "hold_all":
            able = [mate for mate in self.members(seat % 2) if self.may_speak(mate, "S")]
            return "S" in self.to_answer(seat) and not able
        named = [item.partition("=")[0] for item in rest]
        return word in ("bid", "hold", "raise") and "S" in named and not self.may_speak(seat, "S")

    def betters(self, seat: int, word: str, tokens: Sequence[str]) -> bool:
        """The Spiel party does not better what it has let stand (P90-23)."""
        if self.in_hand is None or not self.stood or seat % 2 != self.spiel_party or self.pending:
            return False
        if word == "stand":
            before = self.cur(seat % 2, self.in_hand)
            kept = list(self.shown[seat])
            self.shown[seat] = kept + [token for token in tokens if token not in kept]
            better = compare(self.cur(seat % 2, self.in_hand), before) > 0
            self.shown[seat] = kept
            return better
        return word == "show"

    # ── bids and false figures ───────────────────────────────────────────────────────────────

    def bind(self, seat: int, figure: str) -> None:
        """Who speaks of a figure he cannot make speaks falsely (P90-7, P90-31)."""
        if figure != "S" and not can_have(
            self.cards(seat), self.trump, self.bound_and_had(seat) | {figure}
        ):
            self.false[figure].add(seat % 2)
        super().bind(seat, figure)
        self.joint[seat % 2].discard(figure)
        self.held_jointly[seat % 2].discard(figure)

    def hold_all(self, seat: int, _rest: Sequence[str]) -> None:
        """Held together falsely if the partners cannot make it between them (P90-29, P90-31)."""
        party = seat % 2
        kept = {f for f in self.still_joint(party) if self.can_be_spread(party, [f])}
        for figure in self.to_answer(seat):
            if figure == "S":
                continue
            if self.can_be_spread(party, kept | {figure}):
                kept.add(figure)
            else:
                self.false[figure].add(party)
        for figure in self.to_answer(seat):
            self.accept(seat, figure)
            if figure != "S" and figure not in self.joint[party]:
                self.joint[party].add(figure)
                self.held_jointly[party].add(figure)

    def bound_and_had(self, seat: int) -> set[str]:
        """What binds him and can be made; a figure he never had is paid for by itself (P90-31)."""
        bound = self.still_bound(seat)
        return {f for f in bound if can_have(self.cards(seat), self.trump, {f})}

    def can_be_spread(self, party: int, figures: Iterable[str]) -> bool:
        """Whether each figure can be some partner's beside what binds him (P90-29)."""
        wanted = sorted(figures)
        return any(
            all(
                can_have(
                    self.cards(mate),
                    self.trump,
                    self.bound_and_had(mate) | self.taken(wanted, takers, mate),
                )
                for mate in set(takers)
            )
            for takers in product(self.members(party), repeat=len(wanted))
        )

    def name_holder(self, _seat: int, rest: Sequence[str]) -> None:
        """Named and bound (P90-29)."""
        figure, _, holder = rest[0].partition("=")
        self.bind(int(holder), figure)
        self.name_owed = False

    def fine_false(self, figure: str, excused: int | None = None) -> None:
        """False when spoken, or not to be shown when it is decided (P90-31, PG-20)."""
        parties = [party for party in (0, 1) if party != excused]
        unable = {party for party in parties if self.cannot_show(party, figure)}
        self.fine(figure, sorted(self.false[figure] | unable))

    def fine(self, figure: str, parties: list[int]) -> None:
        """Three points, and the figure goes to the other party if that has one (PG-19)."""
        fig = self.figs[figure]
        fig.fined = parties
        if parties:
            fig.winner = self.heir(figure, parties)

    def heir(self, figure: str, parties: Sequence[int]) -> int | None:
        """The party that spoke truly, if it can have the figure or had it (P90-26, P90-31)."""
        left = [p for p in (0, 1) if p not in parties]
        able = [p for p in left if figure in self.rested or self.inherits(p, figure)]
        return able[0] if able else None

    def rest(self, figure: str) -> None:
        """From now on nobody has to keep what he has (P90-26)."""
        super().rest(figure)
        self.rested.add(figure)

    # ── tricks ───────────────────────────────────────────────────────────────────────────────

    def play(self, seat: int, rest: Sequence[str]) -> None:
        """A card that breaks P90-13 falls all the same."""
        kind = self.revoke(seat, rest[0])
        self.by_card[seat] = (seat, kind, self.trick_no()) if kind else None
        if kind:
            self.charge(seat, kind)
        super().play(seat, rest)

    def revoke(self, seat: int, token: str) -> str:
        """Who has the suit led follows or trumps; a free Perlagg has no suit (P90-13, P90-16)."""
        held = [card for card in self.in_hand_tokens(seat) if not is_free(card, self.trump)]
        led = self.led()
        follows = any(suit(identity(card)) == led for card in held)
        if led is None or not follows or suit(identity(token)) in (led, self.trump):
            return ""
        return "baptised_revoke" if is_perlagg(printed(token), self.trump) else "revoke"

    def mend(self, seat: int, rest: Sequence[str]) -> None:
        """The card goes back and another lies in its place; nothing is left to claim (P90-15)."""
        place = [who for who, _ in self.trick].index(seat)
        old = self.trick[place][1]
        self.hands[seat] = [c for c in [*self.hands[seat], printed(old)] if c != printed(rest[0])]
        kept = [card for card in self.shown[seat] if printed(card) != printed(rest[0])]
        self.shown[seat] = kept
        self.rows[seat][-1] = rest[0]
        self.trick[place] = (seat, rest[0])
        cured = self.by_card[seat]
        if cured is not None:
            self.breaches.remove(cured)
        self.by_card[seat] = None

    def decide_spiel(self, party: int) -> None:
        """What rested falls with the Spiel; a false word costs even so (P90-26, P90-31)."""
        rested = [figure for figure, fig in self.figs.items() if fig.status == "rests"]
        super().decide_spiel(party)
        for figure in rested:
            self.tied[figure] = True
            self.fine(figure, sorted(self.false[figure]))

    # ── what is seen and put back ────────────────────────────────────────────────────────────

    def peek(self, seat: int, _rest: Sequence[str]) -> None:
        """Nobody looks at the stock (P90-4)."""
        self.charge(seat, "stock_seen")

    def take_up(self, seat: int, _rest: Sequence[str]) -> None:
        """The rows stay until all is decided (P90-24)."""
        self.charge(seat, "taken_up")

    # ── degrees ──────────────────────────────────────────────────────────────────────────────

    def ask_degree(self, seat: int, rest: Sequence[str]) -> None:
        """As always; the better party owes a proof (P90-25)."""
        super().ask_degree(seat, rest)
        if self.proof is not None:
            first, second = (self.degree(party, self.proof) for party in (0, 1))
            self.prover = 0 if compare(first, second) > 0 else 1

    def state_degree(self, seat: int, rest: Sequence[str]) -> None:
        """A player's word is compared with what the others have (P90-25)."""
        figure, height = rest[0].split("=")
        said, party = Figure(figure, int(height[0]), height[1:]), seat % 2
        if compare(said, self.degree(party, figure)) > 0:
            self.charge(seat, "gleich_not_proved" if figure == "G" else "hanger_not_proved")
        other = self.degree(1 - party, figure)
        if other is None or other.n < 3:
            return
        better = compare(said, other)
        if not better:
            self.rest(figure)
            return
        self.proof, self.prover = figure, party if better > 0 else 1 - party

    def leave_unproved(self, figure: str) -> None:
        """Stated and not shown: a false figure (P90-25, P90-31)."""
        unable = {party for party in (0, 1) if self.cannot_show(party, figure)}
        self.figs[figure].status = "done"
        self.fine(figure, sorted({self.prover} | self.false[figure] | unable))
        self.proof = None

    # ── the slate and the court ──────────────────────────────────────────────────────────────

    def write_by_hand(self, seat: int, rest: Sequence[str]) -> None:
        """What is written wrong stands until it is claimed (P90-21)."""
        self.noted = [int(word) for word in rest[0].split(":")]
        if self.noted != self.slate.scores:
            self.charge(seat, "miscount")

    @property
    def slate_stands(self) -> list[int]:
        """The scores that go on to the next hand (P90-21)."""
        return self.slate.scores if self.noted is None else self.noted

    def claim(self, _seat: int, rest: Sequence[str]) -> None:
        """The record proves it or not; what is proved costs what was agreed (P90-32)."""
        accused, kind, trick = int(rest[0]), rest[1], int(rest[2])
        proved = [b for b in self.breaches if (b[0], b[2]) == (accused, trick)]
        proved = [b for b in proved if kind in ("any", b[1])]
        self.verdicts.append("upheld" if proved else "dismissed")
        if proved:
            self.rule(proved[0])

    def rule(self, breach: Breach) -> None:
        """What follows from a breach that is proved."""
        seat, kind, _trick = breach
        if kind == "miscount":
            self.noted = list(self.slate.scores)  # P90-21
        elif kind in NOT_PROVED:
            self.rule_unproved(NOT_PROVED[kind], seat % 2, kind)
        elif kind != "revoke" or not self.can_go_back(breach):  # P90-15
            self.strike_off(seat % 2, self.agreed.get(kind, 0))

    def can_go_back(self, breach: Breach) -> bool:
        """A plain card goes back while its trick is open (P90-15)."""
        return self.in_hand is None and not self.over and self.in_open_trick(breach)

    def in_open_trick(self, breach: Breach) -> bool:
        """Whether the card in question still lies in an open trick."""
        same = breach[2] == sum(self.tricks) + 1
        return same and any(who == breach[0] for who, _ in self.trick)

    def strike_off(self, party: int, points: int) -> None:
        """From the party, also from a slate already written (P90-7, P24-1)."""
        strike(self.slate, [{"team": party, "points": points}])
        if self.noted is not None:
            self.noted[party] -= points

    def rule_unproved(self, figure: str, party: int, _kind: str) -> None:
        """Three points; what rested or fell to the party goes to the others (P90-31)."""
        fig = self.figs[figure]
        if party in fig.fined:
            return
        self.strike_off(party, 3)
        self.paid.add((figure, party))
        if self.slate.winner is not None:
            return
        if fig.status == "rests":
            fig.status, fig.fined = "done", sorted(self.false[figure] - {party})
            fig.winner = self.heir(figure, [party, *fig.fined])
        elif self.tied.get(figure) and fig.winner == party:
            fig.winner = self.heir(figure, [party, *fig.fined])
            self.tied[figure] = False
            if fig.written:
                self.move(fig.stake, party, fig.winner)

    def write_figure(self, figure: str) -> None:
        """Who has paid for his false word does not pay for it again (P90-31)."""
        fig = self.figs[figure]
        fig.fined = [party for party in fig.fined if (figure, party) not in self.paid]
        super().write_figure(figure)

    def move(self, points: object, party: int, heir: int | None) -> None:
        """What was written is struck off and written for the others (P90-31)."""
        assert isinstance(points, int)
        self.strike_off(party, points)
        if heir is not None:
            self.strike_off(heir, -points)
            if self.slate.scores[heir] >= self.target:
                self.slate = self.slate._replace(winner=heir)
