"""A free table: what a hand can do there beside bidding, playing and showing.

    mend CARD            my last card did not follow suit: this one instead
    peek top|bottom      look at the stock
    take_up              take up the own cards from the table
    baptise CARD=AS      name a Perlagg anew that has its name
    show CARDS           during the tricks: turn up own cards unasked
    state_degree G=4A    say how high the own figure is, true or not
    write 7:9            write the slate by hand when the hand is over

Here stand the acts and what they change; what is charged for them is in ``breaches``.
"""

from __future__ import annotations

import re

from trull.clauses import clause
from trull.kernels.perlaggen import DRITZIG, RANKS
from trull.laws.perlaggen import deal, degree, play, show
from trull.laws.perlaggen.book import FIGURES, PACK
from trull.laws.perlaggen.table import (
    NOBODY,
    Owed,
    Piece,
    State,
    bad_words,
    dealer_of,
    not_now,
    out_of_turn,
    party_of,
    read_token,
    spiel_party,
    suit_of,
    tokens,
    with_player,
)
from trull.laws.verbs import one_without_fault
from trull.state import Action, Fault, Prompt, Seat, fault

VERBS = frozenset({"mend", "peek", "take_up", "baptise", "state_degree", "write"})
PLACES = ("top", "bottom")
DEALT = ("blind", "play", "show")
SLATE = re.compile(r"(0|-?[1-9]\d{0,2}):(0|-?[1-9]\d{0,2})")


def dealt(s: State, act: Action) -> State:
    """Who goes on as if the deal were done has seen it done: nothing went wrong with it."""
    goes_on = act.verb != "sign" and act.verb not in deal.VERBS
    return deal.finish(s) if s.phase == "deal" and goes_on else s


def faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """What is wrong with an act that only a free table knows."""
    if act.verb == "write":
        return write_faults(s, seat, act)
    if s.phase not in DEALT:
        return not_now(s, act)
    match act.verb:
        case "mend":
            return mend_faults(s, seat, act)
        case "peek":
            return _peek_faults(s, act)
        case "take_up":
            return _take_up_faults(s, seat, act)
        case "baptise":
            return _baptise_faults(s, seat, act)
    return _degree_faults(s, seat, act)


# A card that did not follow suit


def _place(s: State, seat: int) -> int:
    """Where in the open trick the player's card lies, or -1."""
    return next((n for n, (who, _) in enumerate(s.play.lying) if who == seat), -1)


def restored(s: State, seat: int) -> State:
    """The state in which the player has his card of the open trick in hand again."""
    place, player = _place(s, seat), s.players[seat]
    *row, piece = player.row
    back = player._replace(hand=(*player.hand, piece), row=tuple(row))
    before = s.play._replace(lying=s.play.lying[:place], turn=Seat(seat))
    return with_player(s, seat, back)._replace(play=before)


@clause("P90-15", "P90-16")
def can_mend(s: State, seat: int) -> bool:
    """Only to follow suit is a card taken back, while its trick is open, and never a Perlagg."""
    place = _place(s, seat)
    if s.phase != "play" or place < 1:
        return False
    piece = s.play.lying[place][1]
    if s.book.is_perlagg(piece.card, s.layout.trump):
        return False
    before = restored(s, seat)
    hand = before.players[seat].hand
    suits = play.legal_suits(s.book, s.layout.trump, hand, play.led_suit(before))
    return not suits >> suit_of(piece) & 1


def mend_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """What is wrong with taking a card back."""
    if s.bids.pending:
        return (fault("P90-8", "answer_first", figure=FIGURES[s.bids.pending[0].figure]),)
    if s.bids.owed and s.bids.owed.kind != "mend":
        return not_now(s, act)
    if len(act.args) != 1:
        return bad_words(act)
    if not can_mend(s, seat):
        return (fault("P90-15", "nothing_to_take_back"),)
    piece = read_token(s.book, s.layout.trump, act.args[0])
    if piece not in play.lawful(restored(s, seat), seat):
        return (fault("P90-15", "mend_follows", card=act.args[0]),)
    return ()


def mend_prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """The lawful cards that can be played instead."""
    if not can_mend(s, seat):
        return ()
    words = tokens(s, play.lawful(restored(s, seat), seat))
    return one_without_fault(mend_faults, s, seat, "mend", "P90-15", words)


@clause("P90-15", "PG-32")
def mend(s: State, seat: Seat, act: Action) -> State:
    """The card goes back, a lawful one lies in its place, the others stay."""
    piece = read_token(s.book, s.layout.trump, act.args[0])
    assert piece is not None, "a card is named"
    place, player = _place(s, seat), restored(s, seat).players[seat]
    lying = (*s.play.lying[:place], (seat, piece), *s.play.lying[place + 1 :])
    s = with_player(s, seat, play.after(player, piece))
    bids = s.bids._replace(owed=_put_right(s.bids.owed, seat))
    return s._replace(play=s.play._replace(lying=lying), bids=bids)


@clause("P90-13", "P90-15", "PG-32")
def owes_card(s: State, seat: Seat) -> State:
    """A revoke found out in its trick is put right before anything else happens."""
    owed = Owed("mend", party_of(seat), 0, None, seat, then=s.bids.owed)
    return s._replace(bids=s.bids._replace(owed=owed))


def _put_right(owed: Owed | None, seat: Seat) -> Owed | None:
    """What is owed once the player's card lies right; of several who owe one any may be first."""
    if owed is None or owed.kind != "mend":
        return owed
    return owed.then if owed.seat == seat else owed._replace(then=_put_right(owed.then, seat))


# What is seen and put back


@clause("P90-4")
def _peek_faults(s: State, act: Action) -> tuple[Fault, ...]:
    """Nobody may look at the stock, from above or below; the attempt shows nothing."""
    if len(act.args) != 1 or act.args[0] not in PLACES or not s.layout.stock:
        return bad_words(act)
    return (fault("P90-4", "stock_closed"),)


@clause("P90-24")
def _take_up_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """Once the Spiel is decided no card is taken up before all three figures are."""
    if act.args or spiel_party(s) == NOBODY or not s.players[seat].row:
        return bad_words(act) if act.args else not_now(s, act)
    return (fault("P90-24", "rows_stay"),)


def named(s: State, seat: int) -> tuple[Piece, ...]:
    """The player's Perlaggen that have their face, baptised or simple."""
    player, trump = s.players[seat], s.layout.trump
    pieces = (*player.row, *player.hand)
    return tuple(p for p in pieces if p.face >= 0 and s.book.is_perlagg(p.card, trump))


@clause("P90-18")
def _baptise_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """A Perlagg that was baptised, or became a plain card, is not baptised again."""
    word = act.args[0] if len(act.args) == 1 else ""
    piece = read_token(s.book, s.layout.trump, word)
    if piece is None or not piece.baptised:
        return bad_words(act)
    if piece.card not in {p.card for p in named(s, seat)}:
        return (fault("P90-14", "not_in_hand", cards=word),)
    return (fault("P90-18", "baptised_again", card=PACK.codes[piece.card]),)


@clause("P90-25")
def early_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """During the tricks no card is shown before a difference was established."""
    if not act.args or show.turned_up(s, seat, act.args) is None:
        return bad_words(act)
    return (fault("P90-25", "shown_early"),)


@clause("P90-25", "P90-18")
def show_early(s: State, seat: Seat, act: Action) -> State:
    """Cards shown too early stay open, and a baptism stays."""
    player = show.turned_up(s, seat, act.args)
    assert player is not None, "the cards are his"
    return with_player(s, seat, player)


# A degree by word of mouth


def _degree_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """What is wrong with saying how high the own figure is."""
    if s.phase != "play" or s.bids.pending or s.bids.owed:
        return not_now(s, act)
    if len(act.args) != 1 or act.args[0] not in degree_words(s):
        return bad_words(act)
    return degree.stating_faults(s, seat, act.args[0])


def degree_words(s: State) -> tuple[str, ...]:
    """Every degree that can be said of a figure of three cards and more."""
    numbers = range(DRITZIG, s.book.options.hand_size + 1)
    ranks = RANKS if s.book.six else RANKS[1:]
    plain = [f"{n}{rank}" for n in numbers for rank in ranks]
    heights = [f"H={w}T" for w in plain] if s.book.options.hanger_trump_preference else []
    return (*(f"{figure}={word}" for figure in "GH" for word in plain), *heights)


# The slate


@clause("P90-21", "PG-33")
def write_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """The dealer writes what the hand came to; a wrong number stands until it is claimed."""
    if s.phase != "over" or s.void or s.slate.winner != NOBODY or s.slate.noted:
        return not_now(s, act)
    if seat != dealer_of(s.setup):
        return out_of_turn("P90-21", dealer_of(s.setup))
    scores = written_scores(act)
    if scores is None or max(scores) >= s.book.options.target:
        return bad_words(act)
    if scores != s.slate.scores:
        return (fault("P90-21", "miscount", written=act.args[0]),)
    return ()


def written_scores(act: Action) -> tuple[int, int] | None:
    """The scores of the two parties as an act writes them, or None."""
    found = SLATE.fullmatch(act.args[0]) if len(act.args) == 1 else None
    return (int(found[1]), int(found[2])) if found else None


def write_prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """The right slate, for the dealer to write."""
    word = "{}:{}".format(*s.slate.scores)
    return one_without_fault(write_faults, s, seat, "write", "P90-21", (word,))


def write(s: State, act: Action) -> State:
    """The scores are written by hand."""
    return s._replace(slate=s.slate._replace(noted=written_scores(act)))
