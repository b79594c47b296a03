"""What one seat may know of a hand; built up from what lies open and from its own cards."""

from __future__ import annotations

from typing import NamedTuple

from trull.clauses import clause
from trull.kernels.perlaggen import SUITS
from trull.laws.perlaggen import signs
from trull.laws.perlaggen.book import FIGURES, PACK
from trull.laws.perlaggen.table import (
    OFFERED,
    Entry,
    Fig,
    Piece,
    State,
    cutter_of,
    decided,
    joint_need,
    number_word,
    party_of,
    spiel_party,
    stated,
    tokens,
    tricks_of,
)
from trull.laws.quick import Onlookers
from trull.state import Prompt, Seat, Seen, View, sight

ONLOOKERS = Onlookers()


class FigureView(NamedTuple):
    """A figure as the table sees it."""

    figure: str
    status: str
    stake: str  # the offer while offered, else what it stands at or is worth
    seq: int
    holder: int
    winner: int


class OfferView(NamedTuple):
    """An offer that waits for an answer."""

    figure: str
    number: str
    party: int
    blind: bool


class OwedView(NamedTuple):
    """What a party must do before anything else."""

    kind: str
    party: int
    figure: str
    stated: str


class ShowView(NamedTuple):
    """The figure in hand after the Spiel."""

    figure: str
    turn: int
    stood: bool
    last: bool
    asked: bool


@sight
class PerlaggenView(View):
    """What a seat may know."""

    trump: str
    turned: tuple[str, ...]
    perlaggen: tuple[str, ...]  # strongest first; only the standing ones before the deal
    stock: int  # cards nobody may look at
    kept: tuple[str, ...]  # Perlaggen cut off
    cut_card: str  # what the cutter sees under the lifted packet; empty for all others
    rows: tuple[tuple[str, ...], ...]  # played cards of each seat, left to right
    figures: tuple[FigureView, ...]
    offers: tuple[OfferView, ...]
    owed: OwedView | None
    show: ShowView | None
    degrees: tuple[tuple[str, str, str], ...]  # figure, what party 0 and party 1 stated
    tricks: tuple[int, int]
    spiel_party: int
    scores: tuple[int, int]
    target: int
    written: tuple[Entry, ...]
    winner: int  # the party that is out
    looked: tuple[bool, ...]
    bound: tuple[str, ...]  # figures this seat bid or held
    joint: tuple[str, ...]  # figures its party is jointly bound to
    hands: tuple[tuple[str, ...], ...]  # everybody's cards once the hand is over
    void: str


@clause("P90-4")
def view(
    s: State, seat: Seat | None, duty: frozenset[Seat], prompts: tuple[Prompt, ...]
) -> PerlaggenView:
    """A seat sees its own cards once it has looked, and what lies open; the stock nobody sees."""
    dealt, over = bool(s.layout.turned), s.phase == "over"
    trump = s.layout.trump
    return PerlaggenView(
        rules=s.setup.rules,
        seat=seat,
        seats=s.setup.seats,
        forehand=s.setup.forehand,
        dealer=s.setup.dealer,
        context=s.setup.context,
        phase=s.phase,
        duty=duty,
        prompts=prompts,
        hand=_own_hand(s, seat),
        counts=tuple(len(player.hand) for player in s.players),
        trick=_plays(s, s.play.lying),
        last_trick=_plays(s, s.play.last),
        taken=tuple(s.play.takers.count(Seat(p)) for p in range(s.setup.seats)),
        lying_open=tuple(_lying_open(s, p) for p in range(s.setup.seats)),
        seen=seen(s, seat),
        trump=SUITS[trump] if dealt else "",
        turned=tuple(PACK.codes[card] for card in s.layout.turned),
        perlaggen=tuple(PACK.codes[c] for c in s.book.perlaggen[trump]) if dealt else _standing(s),
        stock=len(s.layout.stock),
        kept=tuple(PACK.codes[card] for card in s.layout.kept),
        cut_card=_cut_card(s, seat),
        rows=tuple(tokens(s, player.row) for player in s.players),
        figures=tuple(_figure(s, i, fig) for i, fig in enumerate(s.bids.figs)),
        offers=tuple(
            OfferView(FIGURES[o.figure], number_word(o.number), o.party, o.blind)
            for o in s.bids.pending
        ),
        owed=_owed(s),
        show=_show(s),
        degrees=tuple((FIGURES[d.figure], *d.told) for d in s.bids.degrees),
        tricks=(tricks_of(s, 0), tricks_of(s, 1)),
        spiel_party=spiel_party(s),
        scores=s.slate.stands,
        target=s.book.options.target,
        written=s.slate.entries,
        winner=s.slate.winner,
        looked=tuple(player.looked for player in s.players),
        bound=() if seat is None else _letters(s.players[seat].bound),
        joint=() if seat is None else _letters(joint_need(s, party_of(seat))),
        hands=tuple(tokens(s, player.hand) for player in s.players) if over else (),
        void=s.void,
    )


def _own_hand(s: State, seat: Seat | None) -> tuple[str, ...]:
    if seat is None or not (s.players[seat].looked or s.phase == "over"):
        return ()
    return tokens(s, s.players[seat].hand)


def _plays(s: State, plays: tuple[tuple[Seat, Piece], ...]) -> tuple[tuple[Seat, str], ...]:
    return tuple((seat, tokens(s, (piece,))[0]) for seat, piece in plays)


def _standing(s: State) -> tuple[str, ...]:
    return tuple(mark for mark in s.book.marks if mark[0] != "T")


def _lying_open(s: State, seat: int) -> tuple[str, ...]:
    """The unplayed cards of a seat everybody knows: shown, cut off, or seen while dealing."""
    player = s.players[seat]
    if not player.hand and seat == cutter_of(s.setup) and not player.row:
        return tuple(PACK.codes[card] for card in s.layout.kept)
    known = player.open | sum(1 << card for card in {*s.layout.kept, *s.layout.exposed})
    return tokens(s, (p for p in player.hand if known >> p.card & 1))


def _cut_card(s: State, seat: Seat | None) -> str:
    if seat != cutter_of(s.setup) or not s.cutting.lifted:
        return ""
    return PACK.codes[s.cutting.pack[s.cutting.lifted - 1]]


def _figure(s: State, figure: int, fig: Fig) -> FigureView:
    stake = number_word(stake_of(s, fig))
    return FigureView(FIGURES[figure], fig.status, stake, fig.seq, fig.holder, fig.winner)


def stake_of(s: State, fig: Fig) -> int:
    """What a figure stands at: the offer, the number held, or what it is worth."""
    if fig.status == OFFERED:
        return fig.offer
    if decided(fig):
        return fig.worth
    return fig.stake or s.book.unbid.points


def _owed(s: State) -> OwedView | None:
    owed = s.bids.owed
    if owed is None:
        return None
    figure = "" if owed.kind == "mend" else FIGURES[owed.figure]
    return OwedView(owed.kind, owed.party, figure, stated(s, owed))


def _show(s: State) -> ShowView | None:
    if s.show is None:
        return None
    return ShowView(FIGURES[s.show.figure], *s.show[1:])


def _letters(bits: int) -> tuple[str, ...]:
    return tuple(word for i, word in enumerate(FIGURES) if bits >> i & 1)


def seen(s: State, onlooker: Seat | None) -> tuple[Seen, ...]:
    """Every act is heard and seen by all; only signs are for the partner."""
    acts, seats = ONLOOKERS.seen(s.log), map(Seat, range(s.setup.seats))
    hidden = {
        seat: Seen(seat, "sign", (signs.HIDDEN,))
        for seat in seats
        if not signs.legible(s, onlooker, seat)
    }
    if not hidden:
        return acts
    return tuple([hidden.get(act.seat, act) if act.verb == "sign" else act for act in acts])
