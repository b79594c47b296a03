"""A free table: what a hand can do, what of it is unlawful, and what is charged for it.

What the rules answer by themselves (overbid, false figure, unbaptised Perlagg, mishaps of the deal)
is done and judged where it belongs. Here is the rest, which somebody has to claim.
"""

from __future__ import annotations

from collections.abc import Iterator

from trull.clauses import clause
from trull.laws.perlaggen import answers, arrange, bidding, blind, deal, degree, free_acts, show
from trull.laws.perlaggen.book import FIGURES, PACK, SPIEL
from trull.laws.perlaggen.table import (
    HELD,
    NOBODY,
    UNBID,
    Piece,
    State,
    bad_words,
    cutter_of,
    dealer_of,
    members,
    number_word,
    party_of,
    read_token,
    spiel_party,
    token,
    tokens,
)
from trull.state import Action, Breach, Fault, Prompt, Seat, fault, one_of

COMMITTABLE = frozenset(
    "overbid cannot_make party_cannot_make partner_cannot_make breaks_bound destroys_bound "
    "unbaptised scattered miscount".split()
)
"""Faults a free table lets happen as if they were none: the rules themselves say what follows."""

VOID = frozenset(
    "opened_first it_stands no_card_for_spiel stock_closed rows_stay baptised_again".split()
)
"""Faults of acts that count for nothing: they are seen, and the hand stands as before."""

PHYSICAL = COMMITTABLE | VOID | {"revoke", "overtrump", "shown_early", "overstated", "cut_low"}
"""Faults a hand can commit at a real table."""

KINDS = {
    "opened_first": "opened_first",
    "no_card_for_spiel": "spiel_without_card",
    "stock_closed": "stock_seen",
    "rows_stay": "taken_up",
    "shown_early": "shown_early",
    "overtrump": "not_overtrumped",
    "cut_low": "cut_low",
    "miscount": "miscount",
}
"""What a fault is called before the court."""

NOT_PROVED = ("gleich_not_proved", "hanger_not_proved")
"""A degree stated and not there, by figures."""


def recast(s: State, seat: Seat, act: Action, found: tuple[Fault, ...]) -> tuple[Fault, ...]:
    """The faults of an act as a free table sees it, where more can be done."""
    if act.verb in free_acts.VERBS:
        return free_acts.faults(s, seat, act)
    if s.phase == "cut":
        return tuple(_cut_low(f, act) for f in found)
    if s.phase == "play" and act.verb == "show" and not s.bids.pending and not s.bids.owed:
        return free_acts.early_faults(s, seat, act)
    if s.bids.owed and s.bids.owed.kind == "prove" and act == Action("concede"):
        return found if party_of(seat) != s.bids.owed.party else ()
    if spiel_party(s) == 1 - party_of(seat) and act.verb in ("show", "stand", "bid", "raise"):
        return _opening(s, seat, act, found)
    return found


@clause("P24-2")
def _cut_low(found: Fault, act: Action) -> Fault:
    """Fewer cards than several can be lifted, if at least one."""
    if found.code != "cut_number" or found.clause != "P24-2" or act.args == ("0",):
        return found
    return found._replace(code="cut_low")


@clause("P90-24")
def _opening(s: State, seat: Seat, act: Action, found: tuple[Fault, ...]) -> tuple[Fault, ...]:
    """After the Spiel only its party begins: who shows or bids before it is not heard."""
    if found[0].code not in ("not_your_show", "spiel_party_first"):
        return found
    turned = act.verb in ("show", "stand")
    if turned and (not act.args or show.turned_up(s, seat, act.args) is None):
        return bad_words(act)
    return (fault("P90-24", "opened_first"), *found[1:], *_overbid_besides(s, seat, act))


@clause("PG-35")
def _overbid_besides(s: State, seat: Seat, act: Action) -> list[Fault]:
    """A bid that is not heard may be an overbid all the same."""
    if act.verb == "bid":
        return bidding.overbid_faults(s, seat, len(act.args))
    raises = act.verb == "raise" and s.book.options.overbid_counts_raises
    return bidding.overbid_faults(s, seat, 1) if raises else []


# Charges


def charges(s: State, seat: Seat, act: Action, found: tuple[Fault, ...]) -> tuple[Breach, ...]:
    """What somebody may claim about an act, from its faults."""
    kinds = [kind for f in found if (kind := _kind(s, act, f))]
    return tuple(Breach(seat, kind, s.book.rulings[kind].clause, trick_of(s)) for kind in kinds)


def _kind(s: State, act: Action, found: Fault) -> str:
    if found.code == "revoke":
        return _revoke(s, act)
    if found.code == "overstated":
        return NOT_PROVED[FIGURES.index(act.args[0][0])]
    return KINDS.get(found.code, "")


@clause("P90-13", "P90-16")
def _revoke(s: State, act: Action) -> str:
    """A plain card that does not follow can go back; a Perlagg stays as it fell."""
    piece = read_token(s.book, s.layout.trump, act.args[0])
    wild = piece is not None and s.book.is_perlagg(piece.card, s.layout.trump)
    return "baptised_revoke" if wild else "revoke"


def trick_of(s: State) -> int:
    """The number of the trick being played, of the last one after the play, else 0."""
    done = len(s.play.takers)
    return done + 1 if s.phase == "play" else done


# What a hand can do


def offers(s: State, seat: Seat, lawful: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
    """Everything a hand can do, lawful or not, from what the seat itself can know."""
    wide = list(_offers(s, seat))
    again = {prompt.verb for prompt in wide}
    return (*(prompt for prompt in lawful if prompt.verb not in again), *wide)


def _offers(s: State, seat: Seat) -> Iterator[Prompt]:
    if s.phase == "over":
        yield from _slates(s, seat)
    elif s.phase == "cut":
        yield from _cuts(s, seat)
    elif s.phase == "deal":
        yield from _deals(s, seat)
    else:
        yield from _beside(s, seat)
        yield from _in_hand(s, seat)


@clause("P90-21")
def _slates(s: State, seat: Seat) -> Iterator[Prompt]:
    """Who writes may miscount by a point or two; any other number can be written as well."""
    if not free_acts.write_prompts(s, seat):
        return
    a, b = s.slate.scores
    near = [(a + i, b + k) for i in (0, 1, -1, 2) for k in (0, 1, -1, 2)]
    words = tuple(f"{i}:{k}" for i, k in near if max(i, k) < s.book.options.target)
    yield Prompt("write", "P90-21", words, 1, 1, open=True)


def _cuts(s: State, seat: Seat) -> Iterator[Prompt]:
    if seat == cutter_of(s.setup) and not s.cutting.lifted:
        words = tuple(str(n) for n in range(1, len(s.cutting.pack)))
        yield one_of("cut", "P90-2", words)
        yield Prompt("scatter", "P90-2")


def _deals(s: State, seat: Seat) -> Iterator[Prompt]:
    if seat == dealer_of(s.setup):
        words = tuple(str(n) for n in range(1, deal.cards_given(s) + 1))
        yield one_of("expose", "P90-3", words)
        yield Prompt("misdeal", "P90-3")


def _beside(s: State, seat: Seat) -> Iterator[Prompt]:
    """What can be done at any time after the deal."""
    if s.layout.stock:
        yield one_of("peek", "P90-4", free_acts.PLACES)
    if spiel_party(s) != NOBODY and s.players[seat].row:
        yield Prompt("take_up", "P90-24")
    wild = free_acts.named(s, seat)
    if wild:
        words = tuple(f"{PACK.codes[p.card]}={code}" for p in wild for code in _faces(s))
        yield one_of("baptise", "P90-18", words)


def _in_hand(s: State, seat: Seat) -> Iterator[Prompt]:
    if s.bids.pending:
        yield from _answers(s, seat)
    elif s.bids.owed:
        yield from _debts(s, seat)
    elif s.phase == "blind":
        yield from _blind(s, seat)
    elif s.phase == "show":
        yield from _shows(s, seat)
    else:
        yield from _plays(s, seat)
        yield from _bids(s, seat)


@clause("P90-7", "P90-27")
def _answers(s: State, seat: Seat) -> Iterator[Prompt]:
    """Held or raised can be what one does not have."""
    if party_of(seat) != answers.answering(s):
        return
    head = s.bids.pending[0]
    yield one_of("hold", "P90-8", (FIGURES[head.figure],))
    yield from _raises(s, head.figure, head.number)
    if len(answers.one_bid(s)) > 1:
        yield Prompt("hold_all", "P90-29")


def _raises(s: State, figure: int, reached: int) -> Iterator[Prompt]:
    steps = bidding.raise_options(s.book, reached)
    if steps:
        words = tuple(f"{FIGURES[figure]}={number_word(step)}" for step in steps)
        yield one_of("raise", "P90-10", words)


def _debts(s: State, seat: Seat) -> Iterator[Prompt]:
    owed = s.bids.owed
    if owed is None or party_of(seat) != owed.party:
        return
    if owed.kind == "prove":
        yield Prompt("concede", "P90-25")
    if owed.kind == "name_holder" and s.players[seat].looked:
        words = tuple(f"{FIGURES[owed.figure]}={p}" for p in members(s, owed.party))
        yield one_of("name_holder", "P90-29", words)


@clause("P90-20")
def _blind(s: State, seat: Seat) -> Iterator[Prompt]:
    """As many figures as there are can be bid, though it be too many."""
    unbid = tuple(w for w, fig in zip(FIGURES, s.bids.figs, strict=True) if fig.status == UNBID)
    if unbid and seat == blind.turn(s) and blind.may_bid(s, seat):
        yield Prompt("bid_blind", "P90-29", unbid, 1, len(unbid), ordered=True)


@clause("P90-13", "P90-17")
def _plays(s: State, seat: Seat) -> Iterator[Prompt]:
    """Every card of the hand, and a Perlagg as any card or as none; any of them can be shown."""
    if seat == s.play.turn:
        words = tuple(word for piece in s.players[seat].hand for word in _ways(s, piece))
        yield one_of("play", "P90-13", words)
    yield from _turned_up(s, seat)


def _ways(s: State, piece: Piece) -> Iterator[str]:
    code = PACK.codes[piece.card]
    if piece.face >= 0:
        yield token(s.book, s.layout.trump, piece)
    else:
        yield f"{code}~"
        yield from (f"{code}={face}" for face in _faces(s))


def _faces(s: State) -> tuple[str, ...]:
    return tuple(PACK.codes[card] for card in range(PACK.size) if s.book.cards >> card & 1)


def _too_late(s: State, seat: Seat) -> Iterator[Prompt]:
    """What the Spiel party could have shown, had it not let the figure stand."""
    in_hand = show.in_hand(s)
    if not in_hand.stood or in_hand.turn != spiel_party(s):
        return
    for _figure, way in arrange.ways(s, seat, in_hand.figure)[-1:]:
        words = tokens(s, way)
        yield Prompt("show", "P90-23", (), len(words), len(words), must=words, open=True)


def _turned_up(s: State, seat: Seat) -> Iterator[Prompt]:
    """Own cards that are not open yet; a Perlagg as what is printed on it, or as anything."""
    player = s.players[seat]
    hidden = [p for p in player.hand if not player.open >> p.card & 1]
    pieces = (p if p.face >= 0 else Piece(p.card, p.card, baptised=True) for p in hidden)
    if hidden:
        yield Prompt("show", "P90-22", tokens(s, pieces), 1, len(hidden), open=True)


def _bids(s: State, seat: Seat) -> Iterator[Prompt]:
    """Bids and raises, and the degree of a figure by word of mouth."""
    free = [f for f in range(len(FIGURES)) if not bidding.open_faults(s, seat, f)]
    if free and (s.book.options.bid_windows == "any_time" or seat == s.play.turn):
        words = tuple(FIGURES[f] for f in free)
        yield Prompt("bid", "P90-7", words, 1, len(words), ordered=True)
    for figure in range(len(FIGURES)):
        fig = s.bids.figs[figure]
        if fig.status == HELD and fig.holder == party_of(seat):
            yield from _raises(s, figure, fig.stake)
    words = tuple(w for f in range(SPIEL) for w in _degrees(s, seat, f))
    if words:
        yield one_of("state_degree", "P90-25", words)


def _degrees(s: State, seat: Seat, figure: int) -> tuple[str, ...]:
    if not degree.may_state(s, seat, figure):
        return ()
    return tuple(word for word in free_acts.degree_words(s) if word[0] == FIGURES[figure])


@clause("P90-22", "P90-23", "P90-24")
def _shows(s: State, seat: Seat) -> Iterator[Prompt]:
    """The figure in hand can be shown or bid before those whose turn it is, and after it stood."""
    in_hand = show.in_hand(s)
    mine = party_of(seat) == in_hand.turn
    if not mine and party_of(seat) == spiel_party(s):
        return
    yield from _too_late(s, seat) if mine else _turned_up(s, seat)
    if not in_hand.last and not bidding.open_faults(s, seat, in_hand.figure):
        yield one_of("bid", "P90-7", (FIGURES[in_hand.figure],))
