"""Stating the degree: how high is your figure? And the endgame when both are one short."""

from __future__ import annotations

from trull.clauses import clause
from trull.kernels.perlaggen import DRITZIG, RANKS
from trull.laws.perlaggen import deciding, figures
from trull.laws.perlaggen.book import FIGURES, GLEICH, HANGER, SPIEL
from trull.laws.perlaggen.figures import Figure
from trull.laws.perlaggen.table import (
    HELD,
    NOBODY,
    RESTS,
    UNBID,
    Degree,
    Owed,
    State,
    bad_words,
    can,
    decided,
    faces,
    figure_of,
    joint_need,
    mark,
    members,
    party_of,
)
from trull.laws.verbs import one_without_fault
from trull.state import Action, Fault, Prompt, Seat, fault, one_of


@clause("P90-A")
def endgame(s: State) -> bool:
    """Both parties are one point short, so that nobody may bid."""
    last = s.book.options.target - 1
    return s.slate.scores == (last, last)


# Asking


def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """The figures whose degree the seat may ask for."""
    return one_without_fault(faults, s, seat, "ask_degree", "P90-25", "GH")


def faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """What is wrong with asking for the degree of a figure."""
    figure = figure_of(act.args[0]) if len(act.args) == 1 else -1
    if figure not in (GLEICH, HANGER):
        return bad_words(act)
    return _endgame_faults(s, figure) if _asks_endgame(s, figure) else _faults(s, seat, figure)


@clause("P90-A")
def _asks_endgame(s: State, figure: int) -> bool:
    """The endgame question is about figures nobody bid; a held one is asked for as always."""
    return endgame(s) and s.bids.figs[figure].status != HELD


@clause("P90-A", "PG-13")
def _endgame_faults(s: State, figure: int) -> tuple[Fault, ...]:
    """In the endgame anybody asks, for the Gleich first and then for the Hanger."""
    status = s.bids.figs[figure].status
    if status == RESTS:
        return (fault("P90-26", "rests", figure=FIGURES[figure]),)
    if status != UNBID:
        return (fault("P90-9", "decided", figure=FIGURES[figure]),)
    if figure == HANGER and s.bids.figs[GLEICH].status == UNBID:
        return (fault("PG-13", "gleich_first"),)
    return ()


@clause("P90-25", "PG-12")
def _faults(s: State, seat: Seat, figure: int) -> tuple[Fault, ...]:
    """Who has three or more asks about a held figure, once for each figure and party."""
    found = _question_faults(s, seat, figure)
    if not found and not _high(_himself(s, seat, figure)):
        return (fault("P90-25", "too_small", figure=FIGURES[figure]),)
    return found


def _question_faults(s: State, seat: Seat, figure: int) -> tuple[Fault, ...]:
    """What stands against a question about the figure, whatever anybody holds."""
    fig, word = s.bids.figs[figure], FIGURES[figure]
    if s.book.options.tie_declaration == "author_1926":
        return (fault("P90-A", "only_in_endgame"),)
    if fig.status == RESTS:
        return (fault("P90-26", "rests", figure=word),)
    if fig.status != HELD:
        code = "decided" if decided(fig) else "not_held"
        return (fault("P90-25", code, figure=word),)
    if s.bids.asked & mark(figure, party_of(seat)):
        return (fault("P90-25", "asked_already", figure=word),)
    return ()


def _own(s: State, seat: int, figure: int, need: int) -> Figure | None:
    """The best a player can make of a kind while he keeps what he needs for others."""
    pair = figures.joint(s.book, faces(s, seat), s.layout.trump, figure, need)
    return pair.gleich if figure == GLEICH else pair.hanger


@clause("P90-7", "P90-29")
def kept_for(s: State, seat: Seat, figure: int) -> int:
    """What a player keeps possible while he states a figure and shows it, as a set.

    His own bindings, as long as they can all be had. The other figure, if the party is jointly
    bound to it, is his to keep when no partner can and he can have both.
    """
    bound, party, bit = s.players[seat].bound, party_of(seat), 1 << figure
    other = joint_need(s, party) & ~bit
    partners = (p for p in members(s, party) if p != seat)
    spared = any(can(s, p, s.players[p].bound | other) for p in partners)
    needs = bound | other if not spared and can(s, seat, bound | other | bit) else bound
    return needs if can(s, seat, needs) else 0


def _stated(s: State, seat: Seat, figure: int) -> Figure | None:
    """What a player states: his best under his own bindings and those of his party."""
    return _own(s, seat, figure, kept_for(s, seat, figure))


def _himself(s: State, seat: Seat, figure: int) -> Figure | None:
    """What a player can make for all he knows: a partner may keep the party's other figure."""
    if len(members(s, party_of(seat))) == 1:
        return _stated(s, seat, figure)
    return _own(s, seat, figure, s.players[seat].bound)


def _high(figure: Figure | None) -> bool:
    return figure is not None and figure.n >= DRITZIG


def ask(s: State, seat: Seat, act: Action) -> State:
    """The question is put; where it needs consent, the other party says first whether it agrees."""
    figure, party = figure_of(act.args[0]), party_of(seat)
    if _asks_endgame(s, figure):
        return endgame_question(s, figure)
    s = s._replace(bids=s.bids._replace(asked=s.bids.asked | mark(figure, party)))
    if s.book.options.tie_declaration == "mutual":
        owed = Owed("accept_degree", 1 - party, figure)
        return s._replace(bids=s.bids._replace(owed=owed))
    return state_degrees(s, figure)


# Consent


def accept_faults(seat: Seat, act: Action, owed: Owed) -> tuple[Fault, ...]:
    """What is wrong with agreeing to the question, or refusing it."""
    if party_of(seat) != owed.party:
        return (fault("P90-25", "not_your_consent", party=str(owed.party)),)
    return () if " ".join(act.args) in _consents(owed) else bad_words(act)


def _consents(owed: Owed) -> tuple[str, str]:
    word = FIGURES[owed.figure]
    return f"{word}=yes", f"{word}=no"


def accept_prompts(seat: Seat, owed: Owed) -> list[Prompt]:
    """Yes or no."""
    mine = party_of(seat) == owed.party
    return [one_of("accept_degree", "P90-25", _consents(owed))] if mine else []


def accept(s: State, act: Action, owed: Owed) -> State:
    """With consent the degrees are stated, else nothing changes."""
    s = s._replace(bids=s.bids._replace(owed=None))
    if act.args[0].endswith("=no"):
        return s
    return state_degrees(s, owed.figure)


# Stating


@clause("P90-25", "P90-26")
def state_degrees(s: State, figure: int) -> State:
    """Both state the degree without showing; a difference is shown, equal figures rest."""
    best = [_best(s, party, figure) for party in (0, 1)]
    return _compared(s, figure, best)


def _compared(s: State, figure: int, best: list[Figure | None], speaker: int = NOBODY) -> State:
    """What follows from two degrees; at a free table one of them is a player's word."""
    s = _told(s, figure, best)
    if not all(map(_high, best)):
        return s
    better = figures.compare(s.book, s.layout.trump, best[0], best[1])
    if not better:
        return deciding.rest(s, figure, "P90-26")
    party = 0 if better > 0 else 1
    value = best[party]
    able = (p for p in members(s, party) if not _is_worse(s, _stated(s, p, figure), value))
    seat = next(able, speaker)
    owed = Owed("prove", party, figure, value, seat)
    return s._replace(bids=s.bids._replace(owed=owed))


def _best(s: State, party: int, figure: int) -> Figure | None:
    own = [_stated(s, seat, figure) for seat in members(s, party)]
    return figures.better_of(s.book, s.layout.trump, own)


def _is_worse(s: State, a: Figure | None, b: Figure | None) -> bool:
    return figures.compare(s.book, s.layout.trump, a, b) < 0


def _told(s: State, figure: int, best: list[Figure | None]) -> State:
    """What the table hears: number first, and the height only where the numbers are equal."""
    first, second = best
    if not (_high(first) and _high(second)) or first is None or second is None:
        told = ("3+" if _high(first) else "simple", "3+" if _high(second) else "simple")
    elif first.n != second.n:
        told = (str(first.n), str(second.n))
    else:
        told = (_height(s, first), _height(s, second))
    degrees = (*s.bids.degrees, Degree(figure, told))
    return s._replace(bids=s.bids._replace(degrees=degrees))


def _height(s: State, figure: Figure) -> str:
    favourite = figures.favourite(s.book, s.layout.trump)
    trump = "T" if figure.suit >= 0 and figure.suit == favourite else ""
    return f"{figure.n}{RANKS[figure.rank]}{trump}"


# By word of mouth, at a free table


def _said(s: State, word: str) -> Figure:
    """The figure a word such as ``G=4A`` or, with a trump Hanger before others, ``H=4AT`` names."""
    letter, _, height = word.partition("=")
    favourite = figures.favourite(s.book, s.layout.trump)
    suit = favourite if height.endswith("T") else -1
    rank = RANKS.index(height[1:].removesuffix("T"))
    return Figure(figure_of(letter), int(height[0]), rank, suit)


@clause("P90-25", "P90-31")
def stating_faults(s: State, seat: Seat, word: str) -> tuple[Fault, ...]:
    """What a player says of his party's figure must be there to be proved in the end."""
    said = _said(s, word)
    if s.book.options.tie_declaration != "asked":
        return (fault("PG-12", "only_asked"),)
    found = _question_faults(s, seat, said.kind)
    if not found and overstates(s, seat, said):
        return (fault("P90-25", "overstated", figure=FIGURES[said.kind], stated=word),)
    return found


def may_state(s: State, seat: Seat, figure: int) -> bool:
    """Whether a player may say how high his party's figure is, whatever he holds."""
    return s.book.options.tie_declaration == "asked" and not _question_faults(s, seat, figure)


def overstates(s: State, seat: Seat, said: Figure) -> bool:
    """Whether nobody of the party has so good a figure."""
    return figures.compare(s.book, s.layout.trump, said, _best(s, party_of(seat), said.kind)) > 0


@clause("P90-25", "PG-36")
def state_aloud(s: State, seat: Seat, act: Action) -> State:
    """The player's word is taken, the others state what they have, and it is compared."""
    said, party = _said(s, act.args[0]), party_of(seat)
    s = s._replace(bids=s.bids._replace(asked=s.bids.asked | mark(said.kind, party)))
    best = [_best(s, side, said.kind) for side in (0, 1)]
    best[party] = said
    return _compared(s, said.kind, best, seat)


# The endgame


@clause("P90-A")
def endgame_question(s: State, figure: int) -> State:
    """The better figure of three and more cards is out; without a difference the Spiel decides."""
    trump = s.layout.trump
    best = [
        figures.better_of(
            s.book,
            trump,
            [figures.best(s.book, faces(s, seat), trump, figure) for seat in members(s, party)],
        )
        for party in (0, 1)
    ]
    better = figures.compare_high(s.book, trump, best[0], best[1])
    told = tuple(_height(s, f) if f and _high(f) else "simple" for f in best)
    degrees = (*s.bids.degrees, Degree(figure, (told[0], told[1])))
    s = s._replace(bids=s.bids._replace(degrees=degrees))
    if not better:
        return deciding.rest(s, figure, "P90-A")
    return deciding.decide_at_once(s, figure, 0 if better > 0 else 1)


@clause("P90-A")
def endgame_by_itself(s: State) -> State:
    """After the author of 1926 the questions are put as soon as play begins."""
    for figure in range(SPIEL):
        wanted = s.book.options.tie_declaration == "author_1926" and endgame(s)
        if wanted and s.bids.figs[figure].status == UNBID:
            s = endgame_question(s, figure)
            if s.bids.figs[figure].at_once:
                return s
    return s
