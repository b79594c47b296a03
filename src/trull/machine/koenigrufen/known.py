"""The words of a table as far as one seat knows them, from its view alone.

What the seat cannot know stands there as if it were not: no cards in hidden hands, no partner. Who
observes these words sees what the seat on duty sees of the whole table.
"""

from __future__ import annotations

import numpy as np

from trull.kernels.koenigrufen import crown_after
from trull.laws.koenigrufen.book import PACK, SUITS, book_of
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.machine.fields import Planes
from trull.machine.koenigrufen import layout as at
from trull.machine.koenigrufen.numbers import numbers
from trull.machine.koenigrufen.observe import observe
from trull.machine.koenigrufen.play import gain, note_void, trick_rules
from trull.machine.koenigrufen.sight import FIELDS, OBSERVED
from trull.machine.words import Block
from trull.state import Seat, Seen, View

LAY_OPEN = ("", "declarer", "opponents")


def observe_view(view: View, planes: Planes) -> None:
    """Write what the seat of a view may know, all but the act that it has begun."""
    out = [0] * OBSERVED
    observe(known(view), list(numbers(view.rules)), out)
    for name, plane in FIELDS.named(np.array(out, np.int8)).items():
        planes[name][...] = plane


def known(view: View) -> Block:
    """The words of the table as far as the seat of a view knows them."""
    assert isinstance(view, KoenigrufenView), "a view of Königrufen"
    assert view.seat is not None, "a spectator knows nothing of his own"
    s, r = [0] * at.WORDS, list(numbers(view.rules))
    s[at.PHASE], s[at.DUTY] = at.PHASES.index(view.phase), view.seat
    s[at.FOREHAND], s[at.DEALER] = view.forehand, -1 if view.dealer is None else view.dealer
    s[at.DOUBLED] = int(view.context.get("radl", 1) > 1) & r[at.RADL]
    s[at.HAND + view.seat] = PACK.mask(view.hand)
    s[at.CONTRACT] = s[at.DECLARER] = s[at.CALLED] = s[at.PARTNER] = s[at.KING_HALF] = -1
    s[at.SAID_BY : at.SAID_BY + at.BONUSES] = [-1] * at.BONUSES
    _auction(s, view)
    if view.contract:
        _contract(s, view)
        _words(s, view)
    if view.phase == "play":
        _tricks(s, r, view)
    return s


def _auction(s: Block, view: KoenigrufenView) -> None:
    for seat in view.passed:
        s[at.PASSED] |= 1 << seat
    for act in view.seen:
        if act.verb in ("pass", "vorhand", "bid", "hold", "bei"):
            s[at.OPENED] |= int(act.seat == view.forehand)
        if act.verb in ("bid", "bei"):
            s[at.BIDS_SAID + act.seat] |= 1 << at.BID_WORDS.index(act.args[0])
        if act.verb == "hold":
            s[at.HELD] |= 1 << act.seat
    stands = view.declarers or view.holders
    s[at.STANDING] = len(stands)
    for place, (seat, game) in enumerate(stands):
        s[at.STANDS_SEAT + place] = seat
        s[at.STANDS_BID + place] = _bid_of(game, view)


def _bid_of(game: str, view: KoenigrufenView) -> int:
    """A bid of the game; which bird was named with it does not matter here."""
    bids = book_of(view.rules).bids.values()
    return at.BID_WORDS.index(next(bid.word for bid in bids if bid.contract.name == game))


def _contract(s: Block, view: KoenigrufenView) -> None:
    s[at.CONTRACT], s[at.DECLARER] = at.CONTRACTS.index(view.contract), view.declarers[0][0]
    s[at.FOURTH] = int(view.called == "fourth")
    s[at.PARTNER] = -1 if view.partner is None else view.partner
    if view.called_suit:
        s[at.CALLED] = SUITS.index(view.called_suit)
    s[at.TAKEN], s[at.DISCARD] = PACK.mask(view.bought), PACK.mask(view.discard)
    for place, card in enumerate(view.talon):
        s[at.TALON + place] = PACK.index[card]
        if view.called_suit + "K" == card:
            s[at.KING_HALF] = place // 3
    s[at.STICHZWANG] = int(bool(view.stichzwang))
    s[at.TALON_USE] = at.FIRST_SIX if view.talon_use == "first_six" else at.LAST
    s[at.REPLACED] = int(any(act.verb == "trischaken" for act in view.seen))


def _words(s: Block, view: KoenigrufenView) -> None:
    for item, seat, givers in view.announced:
        s[at.SAID_BY + at.ITEMS.index(item)] = seat
        s[at.ITEMS_SAID] |= 1 << at.ITEMS.index(item)
        s[at.KONTRAS + at.ITEMS.index(item)] = _given(givers)
    s[at.GAME_KONTRA] = _given(view.kontra)
    for declarer, opponent, givers in view.kontra_pairs:
        s[at.PAIRS + 4 * declarer + opponent] = len(givers)
    for act in view.seen:
        s[at.DOUBLINGS] += int(act.verb == "kontra")
        if act.verb in ("announce", "kontra"):
            s[at.SAID] = 1
        elif act.verb in ("gut", "done", "lie"):
            s[at.GUTS] = s[at.GUTS] + 1 if act.verb == "gut" else 0
            s[at.SAID] = 0
        if act.verb == "lie":
            s[at.OPENS] = LAY_OPEN.index("".join(act.args))


def _given(givers: tuple[Seat, ...]) -> int:
    """Who doubled something, as one word."""
    word = len(givers)
    for level, seat in enumerate(givers, 1):
        word |= seat << 2 * level
    return word


# The tricks, from the cards that were seen to fall


def _tricks(s: Block, r: Block, view: KoenigrufenView) -> None:
    plays = [act for act in view.seen if act.verb == "play"]
    for first in range(0, len(plays), 4):
        trick = plays[first : first + 4]
        for place, act in enumerate(trick):
            _fallen(s, r, place, act)
        if len(trick) == 4:
            following = plays[first + 4].seat if first + 4 < len(plays) else min(view.duty)
            _taken(s, view, following)
    if not len(plays) % 4:
        s[at.LEADER] = min(view.duty)
    for seat in range(4):
        if view.lying_open[seat] and seat != view.seat:
            s[at.HAND + seat] = PACK.mask(view.lying_open[seat])


def _fallen(s: Block, r: Block, place: int, act: Seen) -> None:
    card = PACK.index[act.args[0]]
    led = s[at.LYING] if place else -1
    s[at.CROWN] = crown_after(at.MASKS, trick_rules(s, r), s[at.TRICK], led, s[at.CROWN], card)
    s[at.LYING + place], s[at.COUNT] = card, place + 1
    s[at.TRICK] |= 1 << card
    s[at.PLAYED + act.seat] |= 1 << card
    if place:
        note_void(s, act.seat, led, 1 << card)
    else:
        s[at.LEADER] = act.seat
        s[at.LED] |= 1 << card


def _taken(s: Block, view: KoenigrufenView, winner: int) -> None:
    """Who leads next has taken the trick, in Trischaken with a card of the talon."""
    gain(s, winner, s[at.TRICK])
    if view.talon_use == "first_six" and s[at.NUMBER] < 6:
        gain(s, winner, 1 << PACK.index[view.talon[s[at.NUMBER]]])
    s[at.TAKES + winner] += 1
    s[at.NUMBER] += 1
    s[at.COUNT] = s[at.TRICK] = s[at.CROWN] = 0
