"""What a seat may know of Perlaggen, as a row of int8; every table has room for six seats."""

from __future__ import annotations

from trull.kernels.perlaggen import SUITS
from trull.laws.perlaggen.book import FIGURES, OUT, PACK
from trull.laws.perlaggen.table import DONE, GOOD, HELD, OFFERED, RESTS, UNBID, number_of, party_of
from trull.laws.perlaggen.view import PerlaggenView
from trull.machine.fields import Field, Fields, Planes, Row, cards_in, from_reader, switches
from trull.machine.tokens import of_game
from trull.state import View

SEATS, PARTIES = 6, 2
PHASES = ("cut", "blind", "play", "show", "over")
STATUS = (UNBID, OFFERED, HELD, GOOD, RESTS, DONE)
OWED = ("name_holder", "prove", "accept_degree")
SIGNS = tuple(
    token.removeprefix("sign ")
    for token in of_game("perlaggen").tokens
    if token.startswith("sign ")
)
OPTIONS = tuple(
    "parties target signs perlagg_set hand_size cut_repeat blind_phase blind_answer_looks "
    "blind_exempts_holder bid_windows raise_jumps rebid_effect overbid_bid overbid_counts_raises "
    "guard_bound must_overtrump perlagg_obliges play_out hanger_trump_preference compare_simple "
    "tie tie_declaration show_mode".split()
)
SHOWN = ("turned", "kept")
WORDS = (
    *PACK.codes, *(f"{code}~" for code in PACK.codes), *(f"={code}" for code in PACK.codes),
    *FIGURES,
)  # fmt: skip
"""Pieces of acts that take several tokens."""

ALL, EACH, THREE = PACK.size, (SEATS, PACK.size), len(FIGURES)
FIELDS = Fields(
    Field("hand", (ALL,), "cards in my hand, once I have looked"),
    Field("hand_face", (ALL,), "what they are baptised: 1 + the place of that card in the pack"),
    Field("unseen", (ALL,), "cards of which I do not know where they are"),
    Field("rows", EACH, "cards each seat has played, numbered as they fell"),
    Field("rows_face", EACH, "what they are baptised: 1 + the place of that card in the pack"),
    Field("trick", EACH, "the card of each seat in this trick"),
    Field("open", EACH, "unplayed cards of each seat that everybody knows"),
    Field("turned", (ALL,), "cards turned up"),
    Field("kept", (ALL,), "Perlaggen that the cutter kept"),
    Field("strength", (ALL,), "the Perlaggen, the strongest with the highest number"),
    Field("trump", (len(SUITS),), f"the trump suit: {', '.join(SUITS)}"),
    Field("seats", (SEATS,), "who sits here"),
    Field("duty", (SEATS,), "who must act"),
    Field("dealer", (SEATS,), "who deals"),
    Field("looked", (SEATS,), "who has looked at his cards"),
    Field("counts", (SEATS,), "how many cards each seat holds"),
    Field("taken", (SEATS,), "tricks of each seat"),
    Field("sign", (SEATS,), "the last sign of each seat that I could read: 1 + its number"),
    Field("phase", (len(PHASES),), f"one of {', '.join(PHASES)}"),
    Field("status", (THREE, len(STATUS)), f"of Gleich, Hanger, Spiel: {', '.join(STATUS)}"),
    Field("stake", (THREE,), f"what each figure stands at; {OUT} is Spiel aus"),
    Field("holder", (THREE, PARTIES), "the party that holds it: mine, theirs"),
    Field("winner", (THREE, PARTIES), "the party that has won it"),
    Field("order", (THREE,), "its place among the bids"),
    Field("offer", (THREE,), f"an offer that waits for an answer; {OUT} is Spiel aus"),
    Field("offered_by", (THREE, PARTIES), "whose offer that is"),
    Field("offer_blind", (THREE,), "it was made blind"),
    Field("owed", (len(OWED), PARTIES), f"what a party must do first: {', '.join(OWED)}"),
    Field("owed_figure", (THREE,), "of which figure"),
    Field("show", (THREE, PARTIES), "the figure to be shown, and whose turn that is"),
    Field("show_state", (3,), "it stands; it is the last; it was asked for"),
    Field("bound", (THREE,), "figures I bid or held"),
    Field("joint", (THREE,), "figures my party is jointly bound to"),
    Field("tricks", (PARTIES,), "tricks of each party"),
    Field("spiel", (PARTIES,), "the party that has the Spiel"),
    Field("scores", (PARTIES,), "the slate"),
    Field("stock", (1,), "cards nobody may look at"),
    Field("rules", (len(OPTIONS),), f"options: {', '.join(OPTIONS)}"),
    Field("begun", (len(WORDS),), "pieces of the act begun, numbered as they were said"),
)


def observe(view: View, planes: Planes) -> None:
    """Write what the seat of a view may know; all is zero before."""
    assert isinstance(view, PerlaggenView), "a view of this game"
    assert view.seat is not None, "a spectator observes nothing"
    _cards(view, planes)
    _seats(view, planes)
    _figures(view, planes)
    _parties(view, planes)
    planes["stock"][0] = view.stock
    planes["rules"][:] = switches(view.rules, OPTIONS)


def _cards(view: PerlaggenView, planes: Planes) -> None:
    _write(planes["hand"], planes["hand_face"], view.hand)
    for seat in range(view.seats):
        at = _place(view, seat)
        _write(planes["rows"][at], planes["rows_face"][at], view.rows[seat], numbered=True)
        planes["open"][at, cards_in(PACK, view.lying_open[seat])] = 1
    for seat, code in view.trick:
        planes["trick"][_place(view, seat), cards_in(PACK, (code,))] = 1
    planes["turned"][cards_in(PACK, view.turned)] = 1
    planes["kept"][cards_in(PACK, view.kept)] = 1
    for strength, code in enumerate(reversed(view.perlaggen), 1):
        planes["strength"][PACK.index[code]] = strength
    if view.trump:
        planes["trump"][SUITS.index(view.trump)] = 1
    seen = planes["hand"] | planes["turned"] | planes["kept"]
    planes["unseen"][:] = (seen | planes["rows"].any(axis=0) | planes["open"].any(axis=0)) == 0


def _write(plane: Row, faces: Row, words: tuple[str, ...], *, numbered: bool = False) -> None:
    """Cards with their baptisms; a Perlagg played as what it is has its own face."""
    for number, word in enumerate(words, 1):
        code, _, face = word.partition("=")
        card = PACK.index[code.removesuffix("~")]
        plane[card] = number if numbered else 1
        if face or code.endswith("~"):
            faces[card] = 1 + (PACK.index[face] if face else card)


def _seats(view: PerlaggenView, planes: Planes) -> None:
    planes["phase"][PHASES.index(view.phase)] = 1
    for seat in range(view.seats):
        at = _place(view, seat)
        planes["seats"][at] = 1
        planes["duty"][at] = seat in view.duty
        planes["dealer"][at] = seat == view.dealer
        planes["looked"][at] = view.looked[seat]
        planes["counts"][at] = view.counts[seat]
        planes["taken"][at] = view.taken[seat]
    for act in view.seen:
        if act.verb == "sign" and act.args[0] in SIGNS:
            planes["sign"][_place(view, act.seat)] = 1 + SIGNS.index(act.args[0])


def _figures(view: PerlaggenView, planes: Planes) -> None:
    for at, figure in enumerate(view.figures):
        planes["status"][at, STATUS.index(figure.status)] = 1
        planes["stake"][at] = number_of(figure.stake)
        planes["order"][at] = figure.seq
        _party(view, planes["holder"][at], figure.holder)
        _party(view, planes["winner"][at], figure.winner)
    for offer in view.offers:
        at = FIGURES.index(offer.figure)
        planes["offer"][at] = number_of(offer.number)
        planes["offer_blind"][at] = offer.blind
        _party(view, planes["offered_by"][at], offer.party)
    for name in ("bound", "joint"):
        planes[name][[FIGURES.index(figure) for figure in getattr(view, name)]] = 1


def _parties(view: PerlaggenView, planes: Planes) -> None:
    if view.owed is not None:
        _party(view, planes["owed"][OWED.index(view.owed.kind)], view.owed.party)
        planes["owed_figure"][FIGURES.index(view.owed.figure)] = 1
    if view.show is not None:
        _party(view, planes["show"][FIGURES.index(view.show.figure)], view.show.turn)
        planes["show_state"][:] = view.show[2:]
    _party(view, planes["spiel"], view.spiel_party)
    mine = _own_party(view)
    for name in ("tricks", "scores"):
        first, second = getattr(view, name)
        planes[name][:] = (second, first) if mine else (first, second)


def _party(view: PerlaggenView, plane: Row, party: int) -> None:
    """Mark mine or theirs; nobody's is no mark."""
    if party in range(PARTIES):
        plane[0 if party == _own_party(view) else 1] = 1


def _own_party(view: PerlaggenView) -> int:
    assert view.seat is not None, "a spectator observes nothing"
    return party_of(view.seat)


def _place(view: View, seat: int) -> int:
    assert view.seat is not None, "a spectator observes nothing"
    return from_reader(seat, view.seat, view.seats)
