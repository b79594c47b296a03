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
    by_option,
    by_topic,
    hand_now,
    moved,
    renewed,
)
from trull.laws.verbs import ALONE, Verb, Verbs
from trull.state import Action, Fault, Prompt, Seat, fault, some_of

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
        six = b._replace(taken=mask_of(t.deal.talon))
        return moved(s, "discard", b.declarer, renewed(t, bargain=six))
    return moved(s, "declare", b.declarer, t)


# Calling


@clause("T-2.9", "F-4.1", "F-4.2", "U-17.1", "U-17.5", "U-17.7")
def _call_fault(s: State, seat: Seat, word: str) -> Fault | None:
    """A king not in hand is called; with three kings "the fourth"; of old also one's own."""
    hand, options, cite = hand_now(s, seat), s.book.options, s.book.cite
    if word in SUITS:
        if options.self_call or not hand >> KING[word] & 1:
            return None
        return fault(cite("self_call"), "own_king", card=word + "K")
    if word != "fourth":
        return call_first(s)
    three = options.fourth_king and count(hand & MASKS.kings) == 3
    return None if three else fault(cite("fourth"), "not_three_kings")


def call_first(s: State) -> Fault:
    """Before a king is called there is nothing else to do."""
    return fault(s.book.cite("call"), "call_a_king")


CALLING: Verbs[State] = {
    "call": Verb(by_topic("call"), _call_fault, lambda _s, _seat: (*SUITS, "fourth"))
}


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
def _to_take(s: State, _seat: Seat) -> tuple[str, ...]:
    """The upper or the lower half; of an Einer one card; with a lying king, by option, all."""
    b = bargain_of(s)
    if b.contract.talon == "one":
        return tuple(PACK.code(card) for card in s.deal.talon)
    whole = b.king_half >= 0 and s.book.options.king_in_talon_take_all
    return (*HALVES, "all") if whole else HALVES


def _take_fault(s: State, seat: Seat, word: str) -> Fault | None:
    return None if word in _to_take(s, seat) else take_first(s)


def take_first(s: State) -> Fault:
    """Before the talon is taken there is nothing else to do."""
    return fault(s.book.cite("take"), "take_first")


@clause("T-2.10", "F-4.3", "F-4.4", "U-17.10", "KG-42")
def _slide_fault(s: State, seat: Seat, word: str) -> Fault | None:
    """Who finds the called king in the talon may slide; where a bird is owed he names it."""
    cite = s.book.cite("slide")
    if bargain_of(s).king_half < 0:
        return fault(cite, "king_not_in_talon")
    if s.book.options.trischaken_instead_of_schleifen:
        return fault(s.book.clause("trischaken_instead_of_schleifen"), "trischaken_instead")
    return None if word in _slid_with(s, seat) else fault(cite, "slide_with_bird")


def _slid_with(s: State, _seat: Seat) -> tuple[str, ...]:
    """The bird named with the bid, or any bird that was dealt; nothing where none is owed."""
    b = bargain_of(s)
    if b.contract.needs != "bird":
        return ALONE
    named = b.declarers[0].bird
    return (named,) if named else birds_in(s.deal.hands[b.declarer] & s.book.needs[b.contract.name])


@clause("T-7.5", "KG-42", "KG-59")
def _trischaken_fault(s: State, _seat: Seat, _word: str) -> Fault | None:
    """By option Trischaken is played instead of sliding."""
    lies = bargain_of(s).king_half >= 0
    if lies and s.book.options.trischaken_instead_of_schleifen:
        return None
    return fault(s.book.cite("slide"), "take_first")


TAKING: Verbs[State] = {
    "take": Verb(by_topic("take"), _take_fault, _to_take),
    "trischaken": Verb(by_option("trischaken_instead_of_schleifen"), _trischaken_fault),
    "schleifen": Verb(by_topic("slide"), _slide_fault, _slid_with, bare=True),
}


def take(s: State, seat: Seat, act: Action) -> State:
    """The declarer takes, slides, or makes it a Trischaken."""
    b, t, (verb, words) = bargain_of(s), s.table, act
    match verb:
        case "take":
            b = b._replace(taken=_taken(t.deal.talon, words[0]))
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
def _choice_fault(s: State, seat: Seat, word: str) -> Fault | None:
    """The Vorhand says with or without Stichzwang, then what happens with the talon."""
    return None if word in (*_stichzwang(s, seat), *_talon_use(s, seat)) else choose_first(s)


def choose_first(s: State) -> Fault:
    """The choices come before the first card."""
    return fault(s.book.clause("trischaken_choice"), "choose_trischaken")


def _stichzwang(s: State, _seat: Seat) -> tuple[str, ...]:
    if _chose_stichzwang(s):
        return ()
    return ("on", "off") if bargain_of(s).stichzwang else ("off", "on")


def _talon_use(s: State, _seat: Seat) -> tuple[str, ...]:
    if not _chose_stichzwang(s):
        return ()
    return ("last", "first_six") if bargain_of(s).talon_use == "last" else ("first_six", "last")


CHOOSING: Verbs[State] = {
    "stichzwang": Verb(by_option("trischaken_choice"), _choice_fault, _stichzwang),
    "talon": Verb(by_option("trischaken_choice"), _choice_fault, _talon_use),
}


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


# The discard


def discard_size(b: Bargain) -> int:
    """As many cards are laid away as were taken."""
    return count(b.taken)


@clause("T-3.2", "T-3.11", "F-7.2", "F-7.3", "F-10.1", "U-9.6", "U-9.11")
def laying_faults(s: State, seat: Seat, laid: int) -> Iterator[Fault]:
    """No kings, no Trull; tarocks only when nothing else is left (in Farbenspiele the reverse)."""
    b, hand, cite = bargain_of(s), hand_now(s, seat), s.book.cite
    if count(laid) != discard_size(b):
        yield fault(cite("discard_count"), "wrong_number", n=str(discard_size(b)))
    if laid & FIVES:
        yield fault(cite("discard_honour"), "honour", cards=PACK.text(laid & FIVES))
    farben = b.contract.kind == "farben"
    first, then = layable(hand, farben)
    if laid & then and first & ~laid:
        topic, code = (
            ("discard_suit", "tarocks_left") if farben else ("discard_tarock", "suits_left")
        )
        yield fault(cite(topic), code, cards=PACK.text(first & ~laid))
    owed = owed_birds(s, b) & hand
    if owed and not owed & ~laid:
        yield fault(cite("owed_bird"), "bird_owed")


def discard_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """Different cards of his hand are laid away, as many as were taken."""
    cite, size = s.book.cite("discard"), str(discard_size(bargain_of(s)))
    if act.verb != "discard":
        return (fault(cite, "discard_first", n=size),)
    known = all(code in PACK.index for code in act.args)
    if not known or PACK.mask(act.args) & ~hand_now(s, seat):
        return (fault(cite, "not_in_hand", cards=" ".join(act.args)),)
    if len(set(act.args)) < len(act.args):
        return (fault(s.book.cite("discard_count"), "wrong_number", n=size),)
    return tuple(laying_faults(s, seat, PACK.mask(act.args)))


def discard_prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """What can be laid away without fault: all that goes first, and of the rest what is spared."""
    b, hand = bargain_of(s), hand_now(s, seat)
    size = discard_size(b)
    first, then = layable(hand, b.contract.kind == "farben")
    cite = s.table.book.cites["discard"]
    if count(first) >= size:
        return (some_of("discard", cite, PACK.named(first), size),)
    owed = owed_birds(s, b) & hand
    at_risk = owed and not owed & ~then and count(first | owed) <= size
    return tuple(
        Prompt("discard", cite, PACK.named(then & ~bird), size, size, must=PACK.named(first))
        for bird in ([1 << card for card in cards(owed)] if at_risk else [0])
    )


def layable(hand: int, farben: bool) -> tuple[int, int]:
    """What may be laid away freely, and what only once all of that is laid."""
    suits = hand & ~MASKS.tarocks & ~MASKS.kings
    tarocks = hand & MASKS.tarocks & ~FIVES
    return (tarocks, suits) if farben else (suits, tarocks)


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


def discard(s: State, seat: Seat, act: Action) -> State:
    """The discard counts with the declarer's tricks; then he begins to announce."""
    hidden = act.verb == "discard_hidden"
    b = bargain_of(s)._replace(discard=PACK.mask(act.args), hidden=hidden)
    speech = SILENCE if b.contract.positive else None  # a house's other games find their own way
    return acted(s, seat, act, "declare", seat, renewed(s.table, bargain=b, speech=speech))


@clause("T-3.2", "T-3.11", "F-7.3", "U-9.6")
def shown_discard(b: Bargain) -> int:
    """What was laid away only because it had to be lies open."""
    if b.hidden:
        return 0
    forced = ~MASKS.tarocks if b.contract.kind == "farben" else MASKS.tarocks
    return b.discard & forced
