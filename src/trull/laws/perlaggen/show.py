"""After the Spiel: show, stand, concede, ask, one figure after the other; and the proof."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from trull.clauses import clause
from trull.laws.perlaggen import arrange, bidding, deciding, degree, figures
from trull.laws.perlaggen.book import FIGURES, GLEICH, OUT, SPIEL
from trull.laws.perlaggen.figures import Figure
from trull.laws.perlaggen.table import (
    NOBODY,
    Owed,
    Piece,
    Player,
    Show,
    State,
    bad_words,
    can,
    decided,
    faces,
    faces_of,
    figure_of,
    joint_need,
    lying,
    members,
    party_of,
    rank_of,
    read_token,
    spiel_party,
    spread,
    stated,
    suit_of,
    tokens,
    with_player,
)
from trull.laws.verbs import if_without_fault, one_without_fault
from trull.settlement import Cards
from trull.state import Action, Fault, Prompt, Seat, fault

# Which figure


@clause("P90-9", "P90-12", "P90-6")
def open_figures(s: State) -> list[int]:
    """Undecided figures: at "Spiel aus", held in bidding order, then Gleich before Hanger."""

    def place(figure: int) -> tuple[int, int]:
        fig = s.bids.figs[figure]
        if fig.stake == OUT:
            return (0, fig.seq)
        return (1, fig.seq) if fig.seq else (2, figure)

    return sorted((f for f in range(SPIEL) if not decided(s.bids.figs[f])), key=place)


@clause("P90-24")
def take_up(s: State) -> State:
    """The next open figure is taken up, and the party that has the Spiel begins."""
    waiting = open_figures(s)
    if not waiting:
        return s._replace(phase="over", show=None)
    return s._replace(phase="show", show=Show(waiting[0], spiel_party(s)))


def in_hand(s: State) -> Show:
    """The figure being shown."""
    assert s.show is not None, "only while figures are shown"
    return s.show


# What lies there


def lying_figure(s: State, seat: int, figure: int) -> Figure | None:
    """The best figure of a kind in a player's face-up cards."""
    cards = faces_of(lying(s.players[seat]))
    return figures.best(s.book, cards, s.layout.trump, figure)


def current(s: State, party: int, figure: int) -> Figure | None:
    """The best figure that lies open for a party."""
    found = [lying_figure(s, seat, figure) for seat in members(s, party)]
    return figures.better_of(s.book, s.layout.trump, found)


def shown_by(s: State, party: int, figure: int) -> Cards:
    """The cards of the best figure that lies open for a party."""
    best = current(s, party, figure) if party != NOBODY else None
    for seat in members(s, party) if best else ():
        if best is not None and lying_figure(s, seat, figure) == best:
            return cards_of(s, seat, best, lying(s.players[seat]))
    return ()


def cards_of(s: State, seat: int, figure: Figure, pieces: Iterable[Piece]) -> Cards:
    """The cards a figure is made of; free Perlaggen stand for what else is missing."""
    found, free = dict[int, Piece](), list[Piece]()
    for piece in pieces:
        if piece.face < 0:
            free.append(piece)
        elif figure.kind == GLEICH and rank_of(piece) == figure.rank:
            found[piece.card] = piece
        elif suit_of(piece) == figure.suit and 0 <= figure.rank - rank_of(piece) < figure.n:
            found.setdefault(rank_of(piece), piece)
    made = [*(found[key] for key in sorted(found, reverse=True)), *free][: figure.n]
    return tuple((seat, word) for word in tokens(s, made))


def turned_up(s: State, seat: Seat, words: Iterable[str]) -> Player | None:
    """The player with these cards turned up, or None if he cannot turn them up."""
    player = s.players[seat]
    hidden = {p.card: p for p in player.hand if not player.open >> p.card & 1}
    for word in words:
        piece = read_token(s.book, s.layout.trump, word)
        held = hidden.pop(piece.card, None) if piece else None
        if piece is None or held is None or piece.face < 0:
            return None
        if piece != held and not (held.face < 0 and piece.baptised):
            return None
        player = _turned(player, piece)
    return player


def _turned(player: Player, piece: Piece) -> Player:
    hand = tuple(piece if p.card == piece.card else p for p in player.hand)
    return player._replace(hand=hand, open=player.open | 1 << piece.card)


def _words_fault(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    cards = " ".join(tokens(s, s.players[seat].hand))
    return (fault("P90-18", "cannot_turn_up", words=" ".join(act.args) or "-", cards=cards),)


@clause("P90-7", "P90-29")
def destroys(s: State, later: State, seat: Seat, figure: int) -> list[Fault]:
    """No baptism may destroy a figure the player is bound to, or another open one of his party."""
    party, spared = party_of(seat), ~(1 << figure)
    bound, joint = s.players[seat].bound & spared, joint_need(s, party) & spared
    own = s.players[seat].bound & 1 << figure
    lost = any(n and can(s, seat, n) and not can(later, seat, n) for n in (bound, own))
    if joint and spread(s, party, joint) and not spread(later, party, joint):
        lost = True
    if not lost:
        return []
    return [_destroyed(bound | joint | own)]


def _destroyed(needs: int) -> Fault:
    words = " ".join(word for i, word in enumerate(FIGURES) if needs >> i & 1)
    return fault("P90-7", "destroys_bound", figures=words)


# Showing and standing


def faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """What is wrong with showing or standing."""
    show = in_hand(s)
    if party_of(seat) != show.turn:
        return (fault("P90-24", "not_your_show", party=str(show.turn)),)
    return _faults(s, seat, act, current(s, 1 - show.turn, show.figure))


def _faults(s: State, seat: Seat, act: Action, other: Figure | None) -> tuple[Fault, ...]:
    """What is wrong with it against what the other party has lying there."""
    player = turned_up(s, seat, act.args)
    if player is None:
        return _words_fault(s, seat, act)
    later = with_player(s, seat, player)
    found = _value_faults(s, later, act.verb, other)
    return tuple(found) or tuple(destroys(s, later, seat, in_hand(s).figure))


@clause("P90-22", "P90-23", "P90-26")
def _value_faults(s: State, later: State, verb: str, other: Figure | None) -> list[Fault]:
    """What is shown must be better than what lies there; what stands must be equal to it."""
    show = in_hand(s)
    mine = current(later, show.turn, show.figure)
    word = FIGURES[show.figure]
    if mine is None:
        return [fault("P90-22", "no_figure_lies", figure=word)]
    better = figures.compare(s.book, s.layout.trump, mine, other)
    if verb == "stand":
        if show.last or better or other is None:
            return [fault("P90-22", "not_equal", figure=word, lies=str(other or "-"))]
        return [fault("P90-23", "it_stands", figure=word)] if _improves(s, mine) else []
    if show.stood and show.turn == spiel_party(s):
        return [fault("P90-23", "it_stands", figure=word)]
    if better <= 0 and not show.last:
        return [fault("P90-22", "not_better", figure=word, lies=str(other))]
    return []


@clause("P90-23")
def _improves(s: State, mine: Figure) -> bool:
    """The Spiel party may not better a figure it has let stand, not even to stand again."""
    show = in_hand(s)
    if not show.stood or show.turn != spiel_party(s):
        return False
    before = current(s, show.turn, show.figure)
    return figures.compare(s.book, s.layout.trump, mine, before) > 0


def _ways(
    s: State, made: list[arrange.Made], verb: str, other: Figure | None
) -> list[tuple[str, ...]]:
    """Those ways to make a figure that may do for showing or standing, the smallest first."""
    show = in_hand(s)
    found: list[tuple[str, ...]] = [()]
    for figure, way in made:
        better = figures.compare(s.book, s.layout.trump, figure, other)
        if show.last or (better > 0 if verb == "show" else better == 0):
            found.append(tokens(s, way))
    return found


def _first_and_last(
    ways: list[tuple[str, ...]], verb: str, clause: str, wrong: Callable[[Action], object]
) -> list[Prompt]:
    """The smallest and the best way that is lawful; there may be others between."""
    found: dict[tuple[str, ...], Prompt] = {}
    for order in (ways, ways[::-1]):
        for words in order:
            if not wrong(Action(verb, words)):
                n = len(words)
                found[words] = Prompt(verb, clause, (), n, n, must=words, open=True)
                break
    return list(found.values())


def prompts(s: State, seat: Seat) -> list[Prompt]:
    """Show, stand, bid, raise or concede; the party not on turn may ask."""
    show = in_hand(s)
    if party_of(seat) != show.turn:
        return [*one_without_fault(ask_faults, s, seat, "ask", "P90-22", FIGURES)]
    found, made = list[Prompt](), arrange.ways(s, seat, show.figure)
    other = current(s, 1 - show.turn, show.figure)
    for verb in ("show", "stand"):
        ways = _ways(s, made, verb, other)
        found += _first_and_last(ways, verb, "P90-22", lambda act: _faults(s, seat, act, other))
    found += bidding.bid_prompts(s, seat) + bidding.later_raise_prompts(s, seat)
    return [*found, *if_without_fault(concede_faults, s, seat, "concede", "P90-22")]


@clause("P90-22", "P90-23", "P90-26")
def step(s: State, seat: Seat, act: Action) -> State:
    """Who shows passes the duty on; who stands against the Spiel party ends it in its favour."""
    show = in_hand(s)
    player = turned_up(s, seat, act.args)
    assert player is not None, "the cards are his"
    s = with_player(s, seat, player)
    party = party_of(seat)
    if act.verb == "show":
        if show.last:
            return _decided(s, show.figure, party)
        return s._replace(show=show._replace(turn=1 - party, asked=False))
    if party == spiel_party(s):
        return s._replace(show=show._replace(turn=1 - party, stood=True, asked=False))
    winner = figures.tie_winner(s.book, spiel_party(s))
    return _decided(s, show.figure, winner, "P90-26", tied=True)


def _decided(s: State, figure: int, winner: int, clause: str = "", tied: bool = False) -> State:
    """A figure that lies there is decided, and stays known by its cards."""
    return deciding.decide(s, figure, winner, clause, tied, shown_by(s, winner, figure))


# Giving way and asking


def concede_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """What is wrong with giving way."""
    if act.args:
        return bad_words(act)
    turn = in_hand(s).turn
    if party_of(seat) != turn:
        return (fault("P90-24", "not_your_show", party=str(turn)),)
    return ()


@clause("P90-22")
def concede(s: State, seat: Seat) -> State:
    """The other party has the figure if it lies there, or shows one now; else nobody has it."""
    show, other = in_hand(s), 1 - party_of(seat)
    if show.last:
        return deciding.decide(s, show.figure, NOBODY)
    if current(s, other, show.figure):
        return _decided(s, show.figure, other)
    return s._replace(show=show._replace(turn=other, last=True, asked=False))


@clause("P90-22")
def ask_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """The party not on turn may ask for the figure in hand."""
    show = in_hand(s)
    if len(act.args) != 1 or figure_of(act.args[0]) < 0:
        return bad_words(act)
    if party_of(seat) == show.turn:
        return (fault("P90-22", "your_own_show", figure=FIGURES[show.figure]),)
    if figure_of(act.args[0]) != show.figure:
        return (fault("PG-30", "one_by_one", figure=FIGURES[show.figure]),)
    return ()


def ask(s: State) -> State:
    """Nothing changes but that the other party has been reminded of its duty."""
    return s._replace(show=in_hand(s)._replace(asked=True))


# The proof of a stated degree


@clause("P90-25")
def proof_faults(s: State, seat: Seat, act: Action, owed: Owed) -> tuple[Fault, ...]:
    """The better figure is shown as it was stated."""
    if party_of(seat) != owed.party:
        return (fault("P90-25", "not_your_proof", party=str(owed.party)),)
    player = turned_up(s, seat, act.args)
    if player is None:
        return _words_fault(s, seat, act)
    later = with_player(s, seat, player)
    shown = lying_figure(later, seat, owed.figure)
    if not _proves(s, shown, owed):
        word = FIGURES[owed.figure]
        return (fault("P90-25", "not_proved", figure=word, stated=stated(s, owed)),)
    # What was stated at the cost of another figure is shown at its cost.
    kept = degree.kept_for(s, seat, owed.figure)
    return () if can(later, seat, kept) else (_destroyed(kept),)


def _proves(s: State, shown: Figure | None, owed: Owed) -> bool:
    """The figure as stated; where a player's word was taken, one that is no worse."""
    better = figures.compare(s.book, s.layout.trump, shown, owed.value)
    return shown is not None and (better >= 0 if s.book.free else better == 0)


def proof_prompts(s: State, seat: Seat, owed: Owed) -> list[Prompt]:
    """Ways to show the stated figure."""
    if party_of(seat) != owed.party:
        return []
    ways: list[tuple[str, ...]] = [()]
    for figure, way in arrange.ways(s, seat, owed.figure):
        if not figures.compare(s.book, s.layout.trump, figure, owed.value):
            ways.append(tokens(s, way))
    found = _first_and_last(ways, "show", "P90-25", lambda act: proof_faults(s, seat, act, owed))
    return found or ([Prompt("concede", "P90-25", open=True)] if s.book.free else [])


@clause("P90-25")
def prove(s: State, seat: Seat, act: Action, owed: Owed) -> State:
    """The cards stay in hand face up, their baptisms stand, and the figure is decided."""
    player = turned_up(s, seat, act.args)
    assert player is not None, "the cards are his"
    s = with_player(s, seat, player)
    s = s._replace(bids=s.bids._replace(owed=None))
    return _decided(s, owed.figure, owed.party)


# Without choice


@clause("P90-22", "P90-26")
def by_itself(s: State) -> State:
    """On quick tables every player takes his best figures, and the parties' best are compared."""
    waiting, party = open_figures(s), spiel_party(s)
    if not waiting:
        return s
    made = [_made(s, seat, waiting[0]) for seat in range(s.setup.seats)]
    for figure in waiting:
        best = [
            figures.better_of(s.book, s.layout.trump, [made[p][figure] for p in members(s, side)])
            for side in (0, 1)
        ]
        winner = figures.figure_winner(s.book, s.layout.trump, best[0], best[1], party)
        equal = not figures.compare(s.book, s.layout.trump, best[0], best[1])
        tied = equal and best[0] is not None
        cards = _best_cards(s, made, winner, figure)
        s = deciding.decide(s, figure, winner, "P90-26" if tied else "", tied, cards)
    return s


def _best_cards(
    s: State, made: list[tuple[Figure | None, Figure | None]], party: int, figure: int
) -> Cards:
    """The cards of the best figure of a party, all its cards being known now."""
    for seat in members(s, party) if party != NOBODY else ():
        mine = made[seat][figure]
        others = (made[p][figure] for p in members(s, party))
        better = (figures.compare(s.book, s.layout.trump, o, mine) > 0 for o in others)
        if mine is not None and not any(better):
            player = s.players[seat]
            return cards_of(s, seat, mine, (*player.row, *player.hand))
    return ()


def _made(s: State, seat: int, first: int) -> tuple[Figure | None, Figure | None]:
    """A player's Gleich and Hanger: the first open one maximised, the bound ones kept."""
    need = s.players[seat].bound
    pair = figures.joint(s.book, faces(s, seat), s.layout.trump, first, need)
    return pair.gleich, pair.hanger
