"""Bids, answers, raises: how a figure comes to its price.

The faults found here are those of an enforced table; a free table lets some of them happen
(``COMMITTABLE`` in ``breaches``) and the functions that apply an act then do what the rules say.
"""

from __future__ import annotations

from trull.clauses import clause
from trull.kernels.perlaggen import SUIT_OF
from trull.laws.perlaggen import deciding, writing
from trull.laws.perlaggen.book import FIGURES, OUT, SPIEL, Book
from trull.laws.perlaggen.table import (
    HELD,
    NOBODY,
    OFFERED,
    RESTS,
    UNBID,
    Offer,
    Piece,
    State,
    bad_words,
    can,
    decided,
    figure_of,
    makeable,
    mark,
    number_of,
    number_word,
    out_of_turn,
    party_of,
    spiel_party,
    suit_name,
    suit_of,
    tokens,
    with_fig,
    with_joint,
    with_player,
)
from trull.state import Action, Fault, Prompt, Seat, fault, one_of

# What the rules allow


@clause("P90-20")
def overbids(score: int, target: int, k: int) -> bool:
    """Who bids so many figures at once that the target would be reached overbids."""
    return score + k >= target


@clause("P90-10", "PG-14")
def raise_options(book: Book, offer: int) -> tuple[int, ...]:
    """Raises go to 3, 4, 5, 6, 7 and "Spiel aus", one step at a time."""
    if offer >= OUT:
        return ()
    higher = (*(step for step in book.ladder if step > offer), OUT)
    return higher if book.options.raise_jumps else higher[:1]


@clause("P90-8", "PG-15")
def rebid_offer(book: Book, stake: int) -> int:
    """Bidding again a figure already held leaves its stake, or by option goes one step up."""
    if book.options.rebid_effect == "same_stake" or stake >= OUT:
        return stake
    return next((step for step in book.ladder if step > stake), OUT)


def bid_offer(book: Book, figure: int, stake: int, party: int, bid: int) -> Offer:
    """The offer of a bid: fresh, or again on a figure held at ``stake``."""
    if stake:
        return Offer(figure, rebid_offer(book, stake), party, stake, bid)
    return Offer(figure, book.ladder[0], party, book.let_good.points, bid)


@clause("P90-10", "PG-16")
def raised(offer: Offer, number: int, party: int, bid: int) -> Offer:
    """A raise accepts the offer; let good, it brings the number reached before it."""
    return Offer(offer.figure, number, party, offer.number, bid)


@clause("P90-27", "P90-28")
def spiel_eligible(last: Piece, led: int, trump: int) -> bool:
    """In the last trick the Spiel is for those with the suit led, a trump or a Perlagg."""
    return last.baptised or last.face < 0 or SUIT_OF[last.face] in (led, trump)


def last_trick_led(s: State) -> int:
    """The Spielfarbe once the last trick has begun, else -1."""
    if len(s.play.takers) < s.book.options.hand_size - 1 or not s.play.lying:
        return -1
    return suit_of(s.play.lying[0][1])


def last_piece(s: State, seat: int) -> Piece:
    """A player's card for the last trick, in hand or on the table."""
    player = s.players[seat]
    return player.hand[0] if player.hand else player.row[-1]


# Faults


def make_faults(s: State, seat: int, figures: tuple[int, ...]) -> list[Fault]:
    """Who bids or holds must have Gleich and Hanger, and in the last trick a card for the Spiel."""
    found = []
    need = sum(1 << figure for figure in figures if figure != SPIEL)
    if need and not can(s, seat, s.players[seat].bound | need):
        found.append(_cannot_make(s, seat, need))
    led = last_trick_led(s)
    if SPIEL in figures and led >= 0:
        last = last_piece(s, seat)
        if not spiel_eligible(last, led, s.layout.trump):
            about = {"card": tokens(s, [last])[0], "suit": suit_name(led)}
            found.append(fault("P90-27", "no_card_for_spiel", **about))
    return found


@clause("P90-7")
def _cannot_make(s: State, seat: int, need: int) -> Fault:
    """The bidder and the holder must have the figure, with all they are bound to."""
    player = s.players[seat]
    return fault(
        "P90-7",
        "cannot_make",
        figures=" ".join(f for i, f in enumerate(FIGURES) if need >> i & 1),
        cards=" ".join(tokens(s, (*player.row, *player.hand))),
        bound=" ".join(f for i, f in enumerate(FIGURES) if player.bound >> i & 1) or "-",
    )


def open_faults(s: State, seat: int, figure: int) -> list[Fault]:
    """Only an unbid figure, or one held and not yet bid again since the last card, can be bid."""
    fig, word = s.bids.figs[figure], FIGURES[figure]
    if fig.status == RESTS:
        return [fault("P90-26", "rests", figure=word)]
    if decided(fig):
        return [fault("P90-9", "decided", figure=word)]
    if fig.status == HELD and s.bids.rebid & mark(figure, party_of(seat)):
        return [fault("P90-8", "rebid_twice", figure=word)]
    return []


@clause("P90-20")
def overbid_faults(s: State, seat: int, k: int) -> list[Fault]:
    """A bid that would itself reach the target is an overbid."""
    score, target = s.slate.scores[party_of(seat)], s.book.options.target
    if not overbids(score, target, k):
        return []
    about = {"score": str(score), "count": str(k), "target": str(target)}
    return [fault("P90-20", "overbid", **about)]


def figures_of(act: Action) -> tuple[int, ...] | None:
    """The figures an act names, in its order, or None if its words are no figures."""
    found = tuple(figure_of(word) for word in act.args)
    if not found or -1 in found or len(set(found)) != len(found):
        return None
    return found


def bid_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """What is wrong with a bid in PLAY or SHOW."""
    figures = figures_of(act)
    if figures is None:
        return bad_words(act)
    found = window_faults(s, seat, figures)
    for figure in figures:
        found += open_faults(s, seat, figure)
    if found:
        return tuple(found)
    return (*overbid_faults(s, seat, len(figures)), *make_faults(s, seat, figures))


@clause("PG-22", "P90-24", "PG-30")
def window_faults(s: State, seat: Seat, figures: tuple[int, ...]) -> list[Fault]:
    """Anyone may bid at any time; after the Spiel only its party opens, one figure at a time."""
    if s.show is not None:
        return _show_window(s, seat, figures)
    if s.book.options.bid_windows == "on_turn" and seat != s.play.turn:
        return list(out_of_turn("PG-22", s.play.turn))
    return _after_spiel(s, seat)


@clause("P90-24")
def _after_spiel(s: State, seat: Seat) -> list[Fault]:
    """Where the tricks go on after the Spiel, its party alone opens."""
    if spiel_party(s) not in (NOBODY, party_of(seat)):
        return [fault("P90-24", "spiel_party_first")]
    return []


def _show_window(s: State, seat: Seat, figures: tuple[int, ...]) -> list[Fault]:
    assert s.show is not None, "only while figures are shown"
    if party_of(seat) != s.show.turn:
        return [fault("P90-24", "not_your_show", party=str(s.show.turn))]
    if s.show.last:
        return [fault("P90-22", "show_or_concede", figure=FIGURES[s.show.figure])]
    if figures != (s.show.figure,):
        return [fault("PG-30", "one_by_one", figure=FIGURES[s.show.figure])]
    return []


# Bidding


def bid_prompts(s: State, seat: Seat) -> list[Prompt]:
    """The figures a seat may bid now, alone or together."""
    room = s.book.options.target - 1 - s.slate.scores[party_of(seat)]
    choice = (s.show.figure,) if s.show else range(len(FIGURES))
    free = [f for f in choice if not window_faults(s, seat, (f,)) + open_faults(s, seat, f)]
    able = [f for f in free if not make_faults(s, seat, (f,))]
    if room < 1 or not able:
        return []
    words = tuple(FIGURES[f] for f in able)
    most = min(len(able), room)
    if not {0, 1} <= set(able) or not make_faults(s, seat, (0, 1)):
        return [Prompt("bid", "P90-7", words, 1, most, ordered=True)]
    found = [Prompt("bid", "P90-7", words, 1, 1)]
    if SPIEL in able and most > 1:
        found += [Prompt("bid", "P90-7", (word, "S"), 2, 2, ordered=True) for word in "GH"]
    return found


@clause("P90-8", "P90-20", "PG-17")
def bid(s: State, seat: Seat, figures: tuple[int, ...], blind: bool = False) -> State:
    """Every bid opens an offer that must be answered; an overbid costs two points and is void."""
    party = party_of(seat)
    if overbids(s.slate.scores[party], s.book.options.target, len(figures)):
        s = s._replace(
            slate=writing.strike(s.slate, "overbid", party, s.book.overbid.points, "P90-20")
        )
        if s.book.options.overbid_bid == "void":
            return s
    s = s._replace(bids=s.bids._replace(offer_count=s.bids.offer_count + 1))
    for figure in figures:
        s = _offered(s, seat, figure, blind)
        if not blind:
            s = bound(s, seat, figure)
    return s


def _offered(s: State, seat: Seat, figure: int, blind: bool) -> State:
    """The figure stands in the list of offers; its place among the bids is that of its first."""
    party, fig, bids = party_of(seat), s.bids.figs[figure], s.bids
    offer = bid_offer(s.book, figure, fig.stake, party, bids.offer_count)._replace(blind=blind)
    if fig.status == UNBID:
        bids = bids._replace(bid_count=bids.bid_count + 1)
        fig = fig._replace(seq=bids.bid_count)
    else:
        bids = bids._replace(rebid=bids.rebid | mark(figure, party))
    s = s._replace(bids=bids._replace(pending=(*bids.pending, offer)))
    return with_fig(s, figure, fig._replace(status=OFFERED, offer=offer.number))


@clause("P90-7", "P90-31")
def bound(s: State, seat: Seat, figure: int, exempt: bool = False) -> State:
    """What a player bids or holds binds him; a figure he cannot make is marked as false.

    He must have it beside what he is bound to, but not beside a figure he never had: that one
    is paid for by itself.
    """
    bit, party, player = 1 << figure, party_of(seat), s.players[seat]
    joint = s.bids.joint[party]
    s = with_joint(s, party, joint._replace(blind=joint.blind & ~bit, held=joint.held & ~bit))
    if figure == SPIEL:  # it need not be had
        return s
    true = can(s, seat, makeable(s, seat) | bit)
    freed = player.exempt | bit if exempt else player.exempt & ~bit
    s = with_player(s, seat, player._replace(bound=player.bound | bit, exempt=freed))
    return s if true or exempt else _marked(s, figure, party)


def _marked(s: State, figure: int, party: int) -> State:
    fig = s.bids.figs[figure]
    return with_fig(s, figure, fig._replace(false=fig.false | 1 << party))


# Raising


def raise_word(act: Action) -> tuple[int, int] | None:
    """The figure and the number of a raise such as ``G=4``, or None."""
    if len(act.args) != 1:
        return None
    figure, equals, number = act.args[0].partition("=")
    found = figure_of(figure), number_of(number)
    return found if equals and -1 not in found else None


def raise_faults(s: State, seat: Seat, figure: int, number: int, reached: int) -> list[Fault]:
    """What is wrong with raising a figure that stands at ``reached``."""
    found = []
    steps = raise_options(s.book, reached)
    if number not in steps:
        words = " ".join(number_word(step) for step in steps) or "-"
        return [fault("P90-10", "raise_step", figure=FIGURES[figure], steps=words)]
    if s.book.options.overbid_counts_raises:
        found += overbid_faults(s, seat, 1)
    return found + make_faults(s, seat, (figure,))


def later_raise_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """What is wrong with raising a held figure when no offer is open."""
    words = raise_word(act)
    if words is None:
        return bad_words(act)
    figure, number = words
    found = _raise_window(s, seat, figure)
    if found:
        return tuple(found)
    return tuple(raise_faults(s, seat, figure, number, s.bids.figs[figure].stake))


def _raise_window(s: State, seat: Seat, figure: int) -> list[Fault]:
    """Whether this is the time to raise a held figure, and its party the one that may."""
    found = _show_window(s, seat, (figure,)) if s.show else _after_spiel(s, seat)
    return found + _holder_faults(s, seat, figure)


@clause("P90-11")
def _holder_faults(s: State, seat: Seat, figure: int) -> list[Fault]:
    """Only the holding party may begin the raising, and not of a figure that rests."""
    fig, word = s.bids.figs[figure], FIGURES[figure]
    if fig.status == RESTS:
        return [fault("P90-26", "rests", figure=word)]
    if fig.status != HELD:
        return [fault("P90-11", "not_held", figure=word)]
    if fig.holder != party_of(seat):
        return [fault("P90-11", "not_holder", figure=word)]
    return []


def later_raise_prompts(s: State, seat: Seat) -> list[Prompt]:
    """The raises open to the holding party."""
    words = []
    for figure in (s.show.figure,) if s.show else range(len(FIGURES)):
        if not _raise_window(s, seat, figure):
            words += raise_words(s, seat, figure, s.bids.figs[figure].stake)
    return [one_of("raise", "P90-11", tuple(words))] if words else []


def raise_words(s: State, seat: Seat, figure: int, reached: int) -> list[str]:
    """The lawful raises of a figure, as they are written."""
    return [
        f"{FIGURES[figure]}={number_word(number)}"
        for number in raise_options(s.book, reached)
        if not raise_faults(s, seat, figure, number, reached)
    ]


@clause("P90-7", "P90-11", "P90-20", "PG-18")
def raise_later(s: State, seat: Seat, figure: int, number: int) -> State:
    """The holding party raises a held figure, is bound to it, and the other must answer."""
    s, void = raise_struck(s, seat)
    if void:
        return s
    s = bound(s, seat, figure)
    stake = s.bids.figs[figure].stake
    return stand_raise(s, seat, Offer(figure, stake, 1 - party_of(seat), stake, 0), number)


def raise_struck(s: State, seat: Seat) -> tuple[State, bool]:
    """Where a raise counts as a bid it may be an overbid; says whether it is void."""
    party = party_of(seat)
    if not s.book.options.overbid_counts_raises:
        return s, False
    if not overbids(s.slate.scores[party], s.book.options.target, 1):
        return s, False
    slate = writing.strike(s.slate, "overbid", party, s.book.overbid.points, "P90-20")
    return s._replace(slate=slate), s.book.options.overbid_bid == "void"


def stand_raise(s: State, seat: Seat, accepted: Offer, number: int) -> State:
    """The raise takes the place of the offer it accepts."""
    count = s.bids.offer_count + 1
    offer = raised(accepted, number, party_of(seat), count)
    pending = (offer, *s.bids.pending[1:])
    s = s._replace(bids=s.bids._replace(pending=pending, offer_count=count))
    fig = s.bids.figs[offer.figure]
    return with_fig(
        s, offer.figure, fig._replace(status=OFFERED, stake=accepted.number, offer=number)
    )


def refuse(s: State) -> State:
    """The oldest offer is let good."""
    offer = s.bids.pending[0]
    s = s._replace(bids=s.bids._replace(pending=s.bids.pending[1:]))
    return deciding.let_good(s, offer)


def accept(s: State, party: int) -> State:
    """The oldest offer is held, and the party that held it is the holding party."""
    offer = s.bids.pending[0]
    s = s._replace(bids=s.bids._replace(pending=s.bids.pending[1:]))
    fig = s.bids.figs[offer.figure]
    held = fig._replace(status=HELD, stake=offer.number, offer=0, holder=party)
    s = with_fig(s, offer.figure, held)
    return s if s.show is None else s._replace(show=s.show._replace(turn=party, asked=False))
