"""The tricks: what may be played, how a Perlagg is baptised, who takes the trick."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from trull.clauses import clause
from trull.kernels.perlaggen import SUIT_OF, allowed_suits, must_beat, trick_key, winning_play
from trull.laws.perlaggen import deciding, figures
from trull.laws.perlaggen.book import FIGURES, PACK, SPIEL, Book
from trull.laws.perlaggen.table import (
    Piece,
    Play,
    Player,
    State,
    bad_words,
    can,
    decided,
    faces_of,
    joint_need,
    out_of_turn,
    party_of,
    read_token,
    spread,
    strength,
    suit_name,
    suit_of,
    token,
    tokens,
    tricks_of,
    with_player,
)
from trull.state import Action, Fault, Prompt, Seat, fault

# The law of a card


@clause("P90-13", "P90-16", "PG-9")
def legal_suits(book: Book, trump: int, hand: Iterable[Piece], led: int) -> int:
    """The suits that may be played; a free Perlagg has none and obliges nobody."""
    held = 0
    for piece in hand:
        if piece.face >= 0:
            held |= 1 << SUIT_OF[piece.face]
        elif book.options.perlagg_obliges:
            held |= 1 << SUIT_OF[piece.card]
    return allowed_suits(held, led, trump)


@clause("P90-16", "P90-18")
@lru_cache(maxsize=1 << 12)
def identities(book: Book, piece: Piece, suits: int) -> tuple[Piece, ...]:
    """A fixed card is itself; a free Perlagg any card of the suits that may be played."""
    if piece.face >= 0:
        return (piece,) if suits >> SUIT_OF[piece.face] & 1 else ()
    return tuple(
        Piece(piece.card, face, baptised=True)
        for face in range(PACK.size)
        if book.cards >> face & 1 and suits >> SUIT_OF[face] & 1
    )


def led_suit(s: State) -> int:
    """The suit led, or -1."""
    return suit_of(s.play.lying[0][1]) if s.play.lying else -1


def lawful(s: State, seat: int) -> tuple[Piece, ...]:
    """Every play that follows suit, trumps, or is free, whatever it does to figures."""
    hand = s.players[seat].hand
    suits = legal_suits(s.book, s.layout.trump, hand, led_suit(s))
    found = tuple([p for piece in hand for p in identities(s.book, piece, suits)])
    return tuple(p for p in found if not too_low(s, p, found)) if _bar(s) >= 0 else found


def _bar(s: State) -> int:
    """The key a trump must exceed, or -1."""
    if not s.book.options.must_overtrump:
        return -1
    lying = [piece for _, piece in s.play.lying]
    faces = tuple(piece.face for piece in lying)
    return must_beat(faces, tuple(strength(s, piece) for piece in lying), s.layout.trump)


@clause("PG-8")
def too_low(s: State, piece: Piece, choice: tuple[Piece, ...]) -> bool:
    """By option a trump put on another suit must beat the trump lying there, if it can."""
    bar, trump, led = _bar(s), s.layout.trump, led_suit(s)

    def key(p: Piece) -> int:
        return trick_key(p.face, strength(s, p), led, trump)

    if bar < 0 or suit_of(piece) != trump or key(piece) > bar:
        return False
    return any(suit_of(p) == trump and key(p) > bar for p in choice)


# Bound figures


def after(player: Player, piece: Piece) -> Player:
    """The player with a card played."""
    hand = tuple(held for held in player.hand if held.card != piece.card)
    lying_open = player.open & ~(1 << piece.card)
    return player._replace(hand=hand, row=(*player.row, piece), open=lying_open)


@clause("P90-7", "PG-21", "P90-29")
def breaks(s: State, seat: Seat, piece: Piece) -> bool:
    """A play that makes a figure impossible to which the player or his party is bound."""
    player, party = s.players[seat], party_of(seat)
    joint = joint_need(s, party)
    if not _is_bound(s, seat):
        return False
    later = with_player(s, seat, after(player, piece))
    if player.bound and not can(later, seat, player.bound):
        return True
    return bool(joint) and spread(s, party, joint) and not spread(later, party, joint)


def _is_bound(s: State, seat: Seat) -> bool:
    """Whether the player must keep a figure possible, his own or one of his party."""
    need = s.players[seat].bound | joint_need(s, party_of(seat))
    return bool(need) and s.book.options.guard_bound


def kept(s: State, seat: Seat) -> tuple[Piece, ...]:
    """The lawful plays that keep bound figures; all lawful ones if none does."""
    found = lawful(s, seat)
    if not _is_bound(s, seat):
        return found
    return tuple(p for p in found if not breaks(s, seat, p)) or found


def _own_choice(s: State, seat: Seat) -> tuple[tuple[Piece, ...], bool]:
    """The plays to name to a player, and whether there may be more.

    Where his party is jointly bound, what may be played rests on his partner's cards too; then
    only those plays are named that cost him no figure he could still make.
    """
    joint = joint_need(s, party_of(seat))
    if not joint or not s.book.options.guard_bound:
        return kept(s, seat), False
    found = lawful(s, seat)
    player = s.players[seat]
    needs = {player.bound | more for more in (joint, joint & 1, joint & 2)}
    had = [need for need in needs if can(s, seat, need)]
    safe = tuple(p for p in found if _keeps(s.book, player, p, had))
    return (safe or kept(s, seat)), safe != found


def _keeps(book: Book, player: Player, piece: Piece, had: list[int]) -> bool:
    later = after(player, piece)
    cards = faces_of((*later.row, *later.hand))
    return all(figures.can_have(book, cards, need) for need in had)


# Prompts and faults


def prompts(s: State, seat: Seat) -> list[Prompt]:
    """The cards the player on turn may play, each Perlagg with its baptism."""
    if seat != s.play.turn:
        return []
    choice, more = _own_choice(s, seat)
    words = tokens(s, choice)
    return [Prompt("play", "P90-13", words, 1, 1, open=more or s.book.free)]


def faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """What is wrong with a play."""
    if len(act.args) != 1:
        return bad_words(act)
    piece = read_token(s.book, s.layout.trump, act.args[0])
    if piece is None:
        return bad_words(act)
    if seat != s.play.turn:
        return out_of_turn("P90-30", s.play.turn)
    held = next((p for p in s.players[seat].hand if p.card == piece.card), None)
    if held is None:
        return (fault("P90-14", "not_in_hand", cards=act.args[0]),)
    found = _baptism_faults(s, held, piece)
    if found:
        return found
    return (*_suit_faults(s, seat, piece), *_guard_faults(s, seat, piece))


@clause("P90-17", "P90-18")
def _baptism_faults(s: State, held: Piece, piece: Piece) -> tuple[Fault, ...]:
    """Every Perlagg is baptised as it is played, once and for all."""
    card = token(s.book, s.layout.trump, held)
    if held.face >= 0:
        return () if piece == held else (fault("P90-18", "baptised_already", card=card),)
    if piece.face < 0:
        return (fault("P90-17", "baptism_missing", card=card),)
    return ()


@clause("P90-13", "P90-15", "P90-17")
def _suit_faults(s: State, seat: Seat, piece: Piece) -> list[Fault]:
    """Suit is followed unless one trumps; at an enforced table no Perlagg is left unbaptised."""
    player, led, found = s.players[seat], led_suit(s), list[Fault]()
    suits = legal_suits(s.book, s.layout.trump, player.hand, led)
    if not suits >> suit_of(piece) & 1:
        cards = [p for p in player.hand if p.face >= 0 and suit_of(p) == led]
        about = {"led": suit_name(led), "cards": " ".join(tokens(s, cards))}
        found.append(fault("P90-13", "revoke", **about))
    elif _bar(s) >= 0:
        choice = tuple(p for held in player.hand for p in identities(s.book, held, suits))
        if too_low(s, piece, choice):
            found.append(fault("PG-8", "overtrump", card=token(s.book, s.layout.trump, piece)))
    if not piece.baptised and s.book.is_perlagg(piece.card, s.layout.trump):
        found.append(fault("P90-17", "unbaptised", card=PACK.codes[piece.card]))
    return found


def _guard_faults(s: State, seat: Seat, piece: Piece) -> list[Fault]:
    if not breaks(s, seat, piece):
        return []
    if all(breaks(s, seat, other) for other in lawful(s, seat)):
        return []
    need = s.players[seat].bound | joint_need(s, party_of(seat))
    words = " ".join(word for i, word in enumerate(FIGURES) if need >> i & 1)
    card = token(s.book, s.layout.trump, piece)
    return [fault("P90-7", "breaks_bound", card=card, figures=words)]


# Steps


@clause("P90-14")
def step(s: State, seat: Seat, act: Action) -> State:
    """A card let go is played; the last card of a trick decides who takes it."""
    piece = read_token(s.book, s.layout.trump, act.args[0])
    assert piece is not None, "a play names a card"
    s = with_player(s, seat, after(s.players[seat], piece))
    s = s._replace(bids=s.bids._replace(rebid=0))
    lying = (*s.play.lying, (seat, piece))
    if len(lying) < s.setup.seats:
        turn = Seat((seat + 1) % s.setup.seats)
        return s._replace(play=s.play._replace(lying=lying, turn=turn))
    return _taken(s, lying)


def trick_winner(book: Book, trump: int, plays: Iterable[Piece]) -> int:
    """The place of the play that takes the trick."""
    pieces = tuple(plays)
    strengths = tuple(book.strength[trump][p.card] if p.baptised else 0 for p in pieces)
    return winning_play(tuple(p.face for p in pieces), strengths, trump)


@clause("P90-30", "PG-27")
def _taken(s: State, lying: tuple[tuple[Seat, Piece], ...]) -> State:
    """The majority of the tricks is the Spiel."""
    taker = lying[trick_winner(s.book, s.layout.trump, (piece for _, piece in lying))][0]
    s = s._replace(play=Play(taker, (), lying, (*s.play.takers, taker)))
    party = party_of(taker)
    if tricks_of(s, party) < s.book.majority or decided(s.bids.figs[SPIEL]):
        return s
    return deciding.decide(s, SPIEL, party)
