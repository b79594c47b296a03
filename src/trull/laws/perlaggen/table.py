"""The state of a hand of Perlaggen, its tokens, and small questions to it. No rules.

Seats run clockwise and their party is ``seat % 2``. A figure is a place in ``FIGURES``; a set of
figures is a few bits. A played or held card is a *piece*: the card and the face it counts as.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from trull.kernels.perlaggen import RANK_OF, SUIT_OF
from trull.laws.perlaggen import figures
from trull.laws.perlaggen.book import FIGURES, OUT, PACK, SPIEL, Book
from trull.laws.perlaggen.figures import Faces, Figure
from trull.settlement import Cards
from trull.state import Act, Action, Fault, Log, Seat, Setup, acts_in, fault

UNBID, OFFERED, HELD, GOOD, RESTS, DONE = "unbid", "offered", "held", "good", "rests", "done"
NOBODY = -1


class Piece(NamedTuple):
    """A card and the face it counts as; a free Perlagg has none (-1)."""

    card: int
    face: int
    baptised: bool = False


class Player(NamedTuple):
    """One player's cards and what he is bound to."""

    hand: tuple[Piece, ...] = ()
    row: tuple[Piece, ...] = ()  # played, left to right
    open: int = 0  # those of the hand that lie face up, as a set
    bound: int = 0  # Gleich and Hanger he bid or held and that are not decided
    exempt: int = 0  # those of them for which § 31 does not reach him
    looked: bool = False
    acted: bool = False  # he can no longer refuse the deal


class Joint(NamedTuple):
    """Figures a party as a whole is bound to."""

    blind: int = 0  # bid blind
    held: int = 0  # held together, and nobody named yet
    exempt: int = 0  # those of ``held`` for which § 31 does not reach the party


class Fig(NamedTuple):
    """What has become of a figure."""

    status: str = UNBID
    stake: int = 0  # the number accepted, 0 before any
    offer: int = 0  # the number on offer
    seq: int = 0  # its place among the bids
    holder: int = NOBODY  # the party that last said hold
    winner: int = NOBODY
    worth: int = 0  # what it brings, once decided
    at_once: int = 0  # its place among those written on the spot
    clause: str = ""  # by which it was decided
    tied: bool = False
    false: int = 0  # parties that spoke falsely, as a set
    fined: int = 0  # parties that pay for it, as a set
    paid: int = 0  # those that have, as soon as it was claimed
    written: bool = False
    cards: Cards = ()  # that were shown for it


class Offer(NamedTuple):
    """An open offer."""

    figure: int
    number: int
    party: int  # who offers
    refused: int  # what it brings if it is let good
    bid: int  # offers of one bid share this number
    blind: bool = False


class Owed(NamedTuple):
    """What a party must do before anything else: name a holder, prove, accept a question, mend."""

    kind: str  # name_holder, prove, accept_degree, mend
    party: int
    figure: int
    value: Figure | None = None  # what has to be proved
    seat: int = NOBODY  # who has it, or whose card it is
    then: Owed | None = None  # what is owed after it


class Degree(NamedTuple):
    """What was stated about a figure: number first, height only if the numbers are equal."""

    figure: int
    told: tuple[str, str]  # by parties: "simple", "4", "3A"


class Bids(NamedTuple):
    """The figures, the open offers and what was asked."""

    figs: tuple[Fig, Fig, Fig] = (Fig(), Fig(), Fig())
    pending: tuple[Offer, ...] = ()
    owed: Owed | None = None
    joint: tuple[Joint, Joint] = (Joint(), Joint())
    bid_count: int = 0  # figures bid so far
    offer_count: int = 0  # acts that opened offers so far
    spot_count: int = 0  # figures written on the spot so far
    rebid: int = 0  # (figure, party) bid again since the last card
    asked: int = 0  # (figure, party) whose degree was asked for
    degrees: tuple[Degree, ...] = ()


class Cutting(NamedTuple):
    """The pack in front of the cutter, top card first."""

    pack: tuple[int, ...] = ()
    lifted: int = 0  # a lifted packet the cutter still looks at (cut_claim = manual)


class Layout(NamedTuple):
    """What the deal put on the table."""

    trump: int = 0
    turned: tuple[int, ...] = ()  # the last one is trump, others were turned past
    stock: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()  # Perlaggen cut off, known to all
    exposed: tuple[int, ...] = ()  # seen by mishap while dealing


class Play(NamedTuple):
    """The tricks."""

    turn: Seat = Seat(0)
    lying: tuple[tuple[Seat, Piece], ...] = ()
    last: tuple[tuple[Seat, Piece], ...] = ()
    takers: tuple[Seat, ...] = ()


class Show(NamedTuple):
    """The figure in hand after the Spiel."""

    figure: int
    turn: int  # the party on turn
    stood: bool = False  # the Spiel party let it stand
    last: bool = False  # the other gave way: show any such figure, or nobody has it
    asked: bool = False


class Entry(NamedTuple):
    """A line of the slate."""

    item: str  # G, H, S, or the name of a penalty
    party: int
    points: int
    clause: str
    out: bool = False  # "Spiel aus"


class Slate(NamedTuple):
    """The scores of the two parties, what this hand wrote, and who is out."""

    scores: tuple[int, int] = (0, 0)
    entries: tuple[Entry, ...] = ()
    winner: int = NOBODY
    noted: tuple[int, int] | None = None  # the scores as somebody wrote them by hand

    @property
    def stands(self) -> tuple[int, int]:
        """The scores as they stand on the slate, right or wrong."""
        return self.scores if self.noted is None else self.noted


class State(NamedTuple):
    """One hand."""

    setup: Setup
    book: Book
    phase: str = "cut"
    log: Log = ()
    cutting: Cutting = Cutting()
    layout: Layout = Layout()
    players: tuple[Player, ...] = ()
    bids: Bids = Bids()
    play: Play = Play()
    show: Show | None = None
    slate: Slate = Slate()
    void: str = ""  # why the hand was not played

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts so far, in order."""
        return acts_in(self.log)


# Parties


def party_of(seat: int) -> int:
    """The party of a seat."""
    return seat % 2


def members(s: State, party: int) -> tuple[Seat, ...]:
    """The seats of a party."""
    return tuple(Seat(seat) for seat in range(party, len(s.players), 2))


def dealer_of(setup: Setup) -> Seat:
    """The dealer's seat."""
    return Seat((setup.forehand - 1) % setup.seats)


def cutter_of(setup: Setup) -> Seat:
    """The seat at the dealer's right."""
    return Seat((dealer_of(setup) - 1) % setup.seats)


def tricks_of(s: State, party: int) -> int:
    """The tricks of a party."""
    return sum(party_of(seat) == party for seat in s.play.takers)


# Changing


def acted(s: State, seat: Seat, act: Action) -> State:
    """The state with the act added to what was done."""
    return s._replace(log=(s.log, seat, act))


def with_player(s: State, seat: int, player: Player) -> State:
    """The state with one player changed."""
    return s._replace(players=(*s.players[:seat], player, *s.players[seat + 1 :]))


def with_fig(s: State, figure: int, fig: Fig) -> State:
    """The state with one figure changed."""
    g, h, sp = (fig if i == figure else f for i, f in enumerate(s.bids.figs))
    return s._replace(bids=s.bids._replace(figs=(g, h, sp)))


def with_joint(s: State, party: int, joint: Joint) -> State:
    """The state with one party's joint figures changed."""
    a, b = (joint if i == party else j for i, j in enumerate(s.bids.joint))
    return s._replace(bids=s.bids._replace(joint=(a, b)))


# Pieces and tokens


def fresh(book: Book, trump: int, card: int) -> Piece:
    """A card as it is dealt: a Perlagg is free, any other card is itself."""
    return Piece(card, -1 if book.is_perlagg(card, trump) else card)


@lru_cache(maxsize=1 << 12)
def token(book: Book, trump: int, piece: Piece) -> str:
    """A piece as it is written: ``H9``, ``E7`` (free), ``E7=HA``, ``E7~`` (simple)."""
    code = PACK.codes[piece.card]
    if piece.baptised:
        return f"{code}={PACK.codes[piece.face]}"
    if piece.face >= 0 and book.is_perlagg(piece.card, trump):
        return f"{code}~"
    return code


@lru_cache(maxsize=1 << 12)
def read_token(book: Book, trump: int, text: str) -> Piece | None:
    """The piece of a token as it is written, or None if there is no such piece under this trump."""
    name, baptism, identity = text.partition("=")
    card = PACK.index.get(name.removesuffix("~"))
    face = PACK.index.get(identity) if baptism else card
    if card is None or face is None:
        return None
    wild = book.is_perlagg(card, trump)
    if baptism or name.endswith("~"):
        known = book.cards >> face & 1 and not (baptism and name.endswith("~"))
        return Piece(card, face, bool(baptism)) if wild and known else None
    return fresh(book, trump, card)


def tokens(s: State, pieces: Iterable[Piece]) -> tuple[str, ...]:
    """The tokens of some pieces."""
    book, trump = s.book, s.layout.trump
    return tuple([token(book, trump, piece) for piece in pieces])


def strength(s: State, piece: Piece) -> int:
    """The strength of a piece in a trick: that of the Perlagg if it is baptised."""
    return s.book.strength[s.layout.trump][piece.card] if piece.baptised else 0


@lru_cache(maxsize=1 << 12)
def faces_of(pieces: tuple[Piece, ...]) -> Faces:
    """The pieces as figures see them."""
    found = [piece.face for piece in pieces]
    fixed = sorted([face for face in found if face >= 0])
    return Faces(tuple(fixed), len(found) - len(fixed))


def lying(player: Player) -> tuple[Piece, ...]:
    """A player's cards that lie face up: played ones and shown ones."""
    return (*player.row, *(p for p in player.hand if player.open >> p.card & 1))


# Figures


def faces(s: State, seat: int) -> Faces:
    """All cards of a player, played and unplayed, as figures see them."""
    player = s.players[seat]
    return faces_of((*player.row, *player.hand))


def can(s: State, seat: int, need: int) -> bool:
    """Whether the player can have all these figures at once."""
    return figures.can_have(s.book, faces(s, seat), need)


def makeable(s: State, seat: int) -> int:
    """What binds the player and can still be made; the rest is lost and takes up no card."""
    bound = s.players[seat].bound
    return sum(bit for bit in (1, 2) if bound & bit and can(s, seat, bit))


def spread(s: State, party: int, need: int) -> bool:
    """Whether the partners can have these figures between them, each with what binds him."""
    seats = members(s, party)
    wanted = [bit for bit in (1, 2) if need & bit]
    given = [0] * len(seats)

    def place(at: int) -> bool:
        if at == len(wanted):
            return all(can(s, p, s.players[p].bound | more) for p, more in _given(seats, given))
        for i in range(len(seats)):
            given[i] |= wanted[at]
            if place(at + 1):
                return True
            given[i] &= ~wanted[at]
        return False

    return place(0)


def _given(seats: tuple[Seat, ...], more: list[int]) -> list[tuple[Seat, int]]:
    return [(seat, need) for seat, need in zip(seats, more, strict=True) if need]


def figure_of(word: str) -> int:
    """The figure of a letter, or -1."""
    return FIGURES.index(word) if word in FIGURES else -1


def decided(fig: Fig) -> bool:
    """Whether a figure is decided: let good, or done."""
    return fig.status in (GOOD, DONE)


def spiel_party(s: State) -> int:
    """The party that has the Spiel, or NOBODY while it is open."""
    return s.bids.figs[SPIEL].winner


def joint_need(s: State, party: int) -> int:
    """The figures a party as a whole must have: Gleich and Hanger, never the Spiel."""
    joint = s.bids.joint[party]
    return (joint.blind | joint.held) & ~(1 << SPIEL)


def mark(figure: int, party: int) -> int:
    """The bit of a figure and a party."""
    return 1 << figure * 2 + party


def stated(s: State, owed: Owed) -> str:
    """What the party that owes a proof has stated, as far as it had to say it."""
    return s.bids.degrees[-1].told[owed.party] if owed.kind == "prove" else ""


def stated_equal(s: State, figure: int) -> bool:
    """Whether both parties have stated one and the same degree of three cards or more."""
    told = (degree.told for degree in s.bids.degrees if degree.figure == figure)
    return any(first == second != "simple" for first, second in told)


def number_word(number: int) -> str:
    """A step of the ladder as it is written."""
    return "OUT" if number == OUT else str(number)


def number_of(word: str) -> int:
    """The step a word stands for, or -1."""
    if word == "OUT":
        return OUT
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else -1


# Faults every phase may need


def not_now(s: State, act: Action) -> tuple[Fault, ...]:
    """The fault of an act that belongs to another part of the hand."""
    return (fault("P90-30", "not_now", verb=act.verb, phase=s.phase),)


def bad_words(act: Action) -> tuple[Fault, ...]:
    """The fault of an act whose words mean nothing here."""
    return (fault("P90-30", "bad_words", act=str(act)),)


def out_of_turn(clause: str, turn: int) -> tuple[Fault, ...]:
    """The fault of one who is not to act now."""
    return (fault(clause, "not_your_turn", turn=str(turn)),)


def suit_name(suit: int) -> str:
    """The name of a suit; its letter alone would be read as a figure's."""
    return ("Herz", "Laub", "Schell", "Eichel")[suit]


def suit_of(piece: Piece) -> int:
    """The suit a fixed piece counts for."""
    return SUIT_OF[piece.face]


def rank_of(piece: Piece) -> int:
    """The rank a fixed piece counts for."""
    return RANK_OF[piece.face]
