"""Calling a king, the talon, sliding, and the discard."""

from __future__ import annotations

from collections.abc import Iterator

from trull.cards import Card, cards, mask_of
from trull.clauses import clause
from trull.kernels.tarock import count
from trull.laws.koenigrufen.auction import birds_in
from trull.laws.koenigrufen.book import FIVES, KING, MASKS, PACK, SUITS, Book
from trull.laws.koenigrufen.table import (
    SILENCE,
    Bargain,
    State,
    acted,
    bargain_of,
    hand_now,
    moved,
    renewed,
    with_cards,
)
from trull.state import Action, Fault, Prompt, Seat, fault, one_of, some_of

HALVES = ("1", "2")


@clause("T-2.8", "U-7.6", "U-15.2")
def after_auction(s: State) -> State:
    """The contract stands: call, take, choose or announce, as the game demands."""
    b, t = bargain_of(s), s.table
    if b.contract.side == "called":
        return moved(s, "call", b.declarer, t)
    if b.contract.kind == "trischaken":
        return moved(s, _before_trischaken(t.book), b.declarer, t)
    return after_call(s, b)


@clause("T-3.1", "T-3.4", "T-3.6", "U-13.1", "U-18.1")
def after_call(s: State, b: Bargain) -> State:
    """The talon is opened, or taken face down by the Sechserdreier, or stays where it is."""
    t = s.table
    if b.contract.open_talon:
        return moved(s, "take", b.declarer, t)
    if b.contract.talon == "six":
        six = with_cards(b, mask_of(t.deal.talon), 0)
        return moved(s, "discard", b.declarer, renewed(t, bargain=six))
    return moved(s, "declare", b.declarer, t)


# Calling


@clause("T-2.9", "F-4.1", "F-4.2", "U-17.1", "U-17.5", "U-17.7")
def call_prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """A king not in hand is called; with three kings "the fourth"; of old also one's own."""
    hand, options = hand_now(s, seat), s.book.options
    suits = tuple(x for x in SUITS if options.self_call or not hand >> KING[x] & 1)
    if options.fourth_king and count(hand & MASKS.kings) == 3:
        suits = (*suits, "fourth")
    return (one_of("call", s.book.cite("call"), suits),)


def explain_call(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """Why this king may not be called."""
    hand = hand_now(s, seat)
    match act:
        case Action("call", (suit,)) if suit in SUITS and hand >> KING[suit] & 1:
            return (fault(s.book.cite("self_call"), "own_king", card=suit + "K"),)
        case Action("call", ("fourth",)):
            return (fault(s.book.cite("fourth"), "not_three_kings"),)
    return (fault(s.book.cite("call"), "call_a_king"),)


@clause("U-7.6", "U-7.7", "U-13.2", "U-17.1")
def call(s: State, seat: Seat, act: Action) -> State:
    """Who holds the called king is the partner; in the talon or in hand, there is none."""
    word = act.args[0]
    suit = word if word in SUITS else _missing_king(hand_now(s, seat))
    king = KING[suit]
    holder = next((Seat(k) for k in range(4) if s.deal.hands[k] >> king & 1), None)
    b = bargain_of(s)._replace(
        called=suit,
        fourth=word == "fourth",
        partner=None if holder == seat else holder,
        king_half=s.deal.talon.index(king) // 3 if holder is None else -1,
    )
    s = acted(s, seat, act, "call", seat, renewed(s.table, bargain=b))
    return after_call(s, b)


def _missing_king(hand: int) -> str:
    return next(suit for suit in SUITS if not hand >> KING[suit] & 1)


# The open talon


@clause("T-3.1", "U-8.2", "U-17.11", "KG-42")
def take_prompts(s: State, _seat: Seat) -> tuple[Prompt, ...]:
    """The upper or the lower half; of an Einer one card; a lying king opens other ways."""
    b, book = bargain_of(s), s.table.book
    cite, lies = book.cites["take"], b.king_half >= 0
    if b.contract.talon == "one":
        return (one_of("take", cite, tuple(PACK.code(card) for card in s.deal.talon)),)
    if not lies:
        return (one_of("take", cite, HALVES),)
    both = ("all",) if book.options.king_in_talon_take_all else ()
    return (one_of("take", cite, HALVES + both), *_ways_out(s, b))


@clause("T-2.10", "F-4.3", "F-4.4", "U-17.10", "KG-42")
def _ways_out(s: State, b: Bargain) -> Iterator[Prompt]:
    """Who finds the called king in the talon may slide, or play Trischaken instead."""
    cite, options = s.book.cite, s.book.options
    if options.trischaken_instead_of_schleifen:
        yield Prompt("trischaken", s.book.clause("trischaken_instead_of_schleifen"))
    elif b.contract.needs == "bird":
        birds = _birds_owed(s, b)
        if birds:
            yield one_of("schleifen", cite("slide"), birds)
    else:
        yield Prompt("schleifen", cite("slide"))


def _birds_owed(s: State, b: Bargain) -> tuple[str, ...]:
    """The bird named with the bid, or any bird that was dealt."""
    named = b.declarers[0].bird
    return (named,) if named else birds_in(s.deal.hands[b.declarer] & s.book.needs[b.contract.name])


def explain_take(s: State, act: Action) -> tuple[Fault, ...]:
    """Why the talon cannot be treated so."""
    if act.verb == "schleifen":
        return (_explain_slide(s),)
    if act.verb == "trischaken":
        return (fault(s.book.cite("slide"), "take_first"),)
    return (fault(s.book.cite("take"), "take_first"),)


def _explain_slide(s: State) -> Fault:
    """The king must lie there, the house must know sliding, and a bird that is owed be named."""
    cite = s.book.cite("slide")
    if bargain_of(s).king_half < 0:
        return fault(cite, "king_not_in_talon")
    if s.book.options.trischaken_instead_of_schleifen:
        return fault(s.book.clause("trischaken_instead_of_schleifen"), "trischaken_instead")
    return fault(cite, "slide_with_bird")


def take(s: State, seat: Seat, act: Action) -> State:
    """The declarer takes, slides, or makes it a Trischaken."""
    b, t, (verb, words) = bargain_of(s), s.table, act
    match verb:
        case "take":
            b = with_cards(b, _taken(t.deal.talon, words[0]), 0)
            return acted(s, seat, act, "discard", seat, renewed(t, bargain=b))
        case "schleifen":
            b = b._replace(slid=words[0] if words else "-")
            return acted(s, seat, act, "over", None, t._replace(bargain=b, outcome="slid"))
        case "trischaken":
            b = _trischaken_instead(t.book, b)
            return acted(s, seat, act, _before_trischaken(t.book), seat, renewed(t, bargain=b))
    raise AssertionError(f"not an act of this phase: {act}")


@clause("T-7.5")
def _trischaken_instead(book: Book, b: Bargain) -> Bargain:
    """Trischaken instead of sliding: the declarer counts as Vorhand, chooses and leads."""
    return Bargain(
        book.contracts["trischaken"],
        b.declarers[:1],
        b.declarer,
        stichzwang=b.stichzwang,
        talon_use=b.talon_use,
        replaced=True,
    )


def _taken(talon: tuple[Card, ...], word: str) -> int:
    if word == "all":
        return mask_of(talon)
    if word in HALVES:
        start = 3 * HALVES.index(word)
        return mask_of(talon[start : start + 3])
    return 1 << PACK.card(word)


def left_in_talon(s: State) -> int:
    """The talon cards nobody took."""
    b = s.bargain
    return mask_of(s.deal.talon) & ~(b.taken if b else 0)


# Trischaken's choices


@clause("T-4.5", "F-5.1")
def _before_trischaken(book: Book) -> str:
    """The Vorhand chooses before the first card, where that is hers to choose."""
    return "trischaken" if book.options.trischaken_choice else "play"


@clause("T-4.5", "T-0.2")
def choice_prompts(s: State, _seat: Seat) -> tuple[Prompt, ...]:
    """The Vorhand says with or without Stichzwang, then what happens with the talon."""
    b = bargain_of(s)
    cite = s.book.clause("trischaken_choice")
    if not _chose_stichzwang(s):
        return (one_of("stichzwang", cite, _default_first(b.stichzwang, "on", "off")),)
    last = b.talon_use == "last"
    return (one_of("talon", cite, _default_first(last, "last", "first_six")),)


def _default_first(default: bool, yes: str, no: str) -> tuple[str, ...]:
    return (yes, no) if default else (no, yes)


def _chose_stichzwang(s: State) -> bool:
    match s.log:
        case (_, _, Action("stichzwang")):
            return True
    return False


def choose(s: State, seat: Seat, act: Action) -> State:
    """One of the Vorhand's choices; the second begins the play."""
    b, word = bargain_of(s), act.args[0]
    if act.verb == "stichzwang":
        phase, b = "trischaken", b._replace(stichzwang=word == "on")
    else:
        phase, b = "play", b._replace(talon_use=word)
    return acted(s, seat, act, phase, seat, renewed(s.table, bargain=b))


def explain_choice(s: State, _act: Action) -> tuple[Fault, ...]:
    """The choices come first."""
    return (fault(s.book.clause("trischaken_choice"), "choose_trischaken"),)


# The discard


def discard_size(b: Bargain) -> int:
    """As many cards are laid away as were taken."""
    return count(b.taken)


@clause("T-3.2", "T-3.11", "F-7.2", "F-7.3", "F-10.1", "U-9.6")
def discard_prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """No kings, no Trull; tarocks only when nothing else is left (in Farbenspiele the reverse)."""
    b, hand = bargain_of(s), hand_now(s, seat)
    size = discard_size(b)
    first, then = layable(hand, b.contract.kind == "farben")
    cite = s.table.book.cites["discard"]
    if count(first) >= size:
        return (some_of("discard", cite, PACK.named(first), size),)
    spared = birds_to_spare(s, b, then, size - count(first))
    return tuple(
        Prompt("discard", cite, PACK.named(then & ~bird), size, size, must=PACK.named(first))
        for bird in spared
    )


def layable(hand: int, farben: bool) -> tuple[int, int]:
    """What may be laid away freely, and what only once all of that is laid."""
    suits = hand & ~MASKS.tarocks & ~MASKS.kings
    tarocks = hand & MASKS.tarocks & ~FIVES
    return (tarocks, suits) if farben else (suits, tarocks)


@clause("T-0.5", "F-4.6")
def birds_to_spare(s: State, b: Bargain, then: int, size: int) -> tuple[int, ...]:
    """One of the birds that may serve as the obligatory one stays in hand, whichever it is."""
    owed = owed_birds(s, b)
    if not owed or owed & ~then or count(owed) > size or count(then) <= size:
        return (0,)
    return tuple(1 << card for card in cards(owed))


@clause("T-0.5", "T-0.15", "T-7.6", "F-4.6")
def owed_birds(s: State, b: Bargain) -> int:
    """The birds one of which must be announced: named with the bid, dealt, or by option bought."""
    if b.contract.needs != "bird":
        return 0
    named, birds = b.declarers[0].bird, s.book.needs[b.contract.name]
    owed = s.deal.hands[b.declarer] & birds
    if named:
        owed = 1 << PACK.index[s.book.bonuses[named].card]
    return owed | b.taken & birds if s.book.options.bird_switch_from_talon else owed


@clause("T-3.2", "T-3.11", "F-7.2", "F-7.3", "F-10.1", "U-9.6")
def explain_discard(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """Why these cards may not be laid away."""
    b, hand = bargain_of(s), hand_now(s, seat)
    size, cite = discard_size(b), s.book.cite
    if act.verb != "discard":
        return (fault(cite("discard"), "discard_first", n=str(size)),)
    laid = _known(act.args)
    if laid is None or laid & ~hand:
        return (fault(cite("discard"), "not_in_hand", cards=" ".join(act.args)),)
    if len(act.args) != size or count(laid) != size:
        return (fault(cite("discard_count"), "wrong_number", n=str(size)),)
    if laid & FIVES:
        return (fault(cite("discard_honour"), "honour", cards=PACK.text(laid & FIVES)),)
    farben = b.contract.kind == "farben"
    first, _then = layable(hand, farben)
    left = PACK.text(first & ~laid)
    if farben:
        return (fault(cite("discard_suit"), "tarocks_left", cards=left),)
    if left:
        return (fault(cite("discard_tarock"), "suits_left", cards=left),)
    return (fault(cite("owed_bird"), "bird_owed"),)


def _known(codes: tuple[str, ...]) -> int | None:
    if any(code not in PACK.codes for code in codes):
        return None
    return int(PACK.mask(codes))


def discard(s: State, seat: Seat, act: Action) -> State:
    """The discard counts with the declarer's tricks; then he begins to announce."""
    b = bargain_of(s)
    b = with_cards(b, b.taken, PACK.mask(act.args))
    if act.verb == "discard_hidden":
        b = b._replace(hidden=True)
    speech = SILENCE if b.contract.positive else None  # a house's other games find their own way
    return acted(s, seat, act, "declare", seat, renewed(s.table, bargain=b, speech=speech))


@clause("T-3.2", "T-3.11", "F-7.3", "U-9.6")
def shown_discard(b: Bargain) -> int:
    """What was laid away only because it had to be lies open."""
    if b.hidden:
        return 0
    forced = ~MASKS.tarocks if b.contract.kind == "farben" else MASKS.tarocks
    return b.discard & forced
