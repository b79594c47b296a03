"""What a seat may know of Perlaggen, written from its view alone."""

from __future__ import annotations

from trull.kernels.perlaggen import SUITS
from trull.laws.perlaggen.book import FIGURES, PACK
from trull.laws.perlaggen.table import number_of, party_of
from trull.laws.perlaggen.view import PerlaggenView
from trull.machine.fields import Planes, Row, capped, cards_in, from_reader, switches
from trull.machine.perlaggen.sight import OPTIONS, OWED, PARTIES, PHASES, SIGNS, STATUS
from trull.state import View


def observe_view(view: View, planes: Planes) -> None:
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
        planes["stake"][at] = capped(number_of(figure.stake))
        planes["order"][at] = figure.seq
        _party(view, planes["holder"][at], figure.holder)
        _party(view, planes["winner"][at], figure.winner)
    for offer in view.offers:
        at = FIGURES.index(offer.figure)
        planes["offer"][at] = capped(number_of(offer.number))
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
        first, second = map(capped, getattr(view, name))
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
