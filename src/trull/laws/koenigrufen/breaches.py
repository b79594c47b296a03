"""Breaches at a free table: what a hand can do, what it is charged with, what follows.

    offers      everything a hand can do, lawful or not, from what the seat itself knows
    charges     what an act is charged with; kinds have a row ``ruling`` in the rule set
    step        the acts that only a free table knows: expose, mend, throw_in
    ruled       the deal after a breach was established

What a breach costs is in ``penalty``; who claims it and how it is decided is the court's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trull.clauses import clause
from trull.kernels.tarock import count
from trull.laws import Ruling
from trull.laws.koenigrufen import announce, auction, deal, mend, play, talon
from trull.laws.koenigrufen.book import BIRDS, PACK, Book, RuledBy
from trull.laws.koenigrufen.table import (
    Auction,
    Bargain,
    Offence,
    State,
    bargain_of,
    declarer_side,
    hand_now,
    sides_public,
)
from trull.laws.verbs import prompts, without_fault_or
from trull.state import Action, Breach, Fault, Prompt, Seat, Verdict, acts_in, one_of

COMMITTABLE = frozenset(
    "no_bird no_trull_piece own_king not_your_king not_your_card not_your_mondfang bird_owed "
    "trull_owed".split()
)
"""Faults of words that a free table lets pass: what somebody holds or owes nobody can see."""
UNFIT = {"no_bird": "no_bird", "no_trull_piece": "no_trull", "no_king_to_call": ""}
"""What a bid without the cards for it is called before the court."""
CARD_KINDS = ("must_follow", "must_tarock", "must_lead_suit", "pagat_last", "must_beat")
ANNOUNCED_KINDS = ("keep_announced", "birds_order")


# What a hand can do


def offers(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """Everything a hand can do at a real table; open nonsense would be stopped there and then."""
    if seat != s.turn:
        return tuple(_out_of_turn(s, seat)) if s.phase != "over" else ()
    if s.phase == "play":
        return tuple(_plays(s, seat))
    if s.phase == "discard":
        return tuple(_discards(s, seat))
    return (*prompts(SPOKEN[s.phase], s, seat, without_fault_or(_condoned)), *_misdeal(s, seat))


SPOKEN = {
    "cut": deal.CUTTING,
    "packets": deal.PACKETS,
    "auction": auction.VERBS,
    "forehand_choice": auction.VERBS,
    "call": talon.CALLING,
    "take": talon.TAKING,
    "trischaken": talon.CHOOSING,
    "declare": announce.DECLARING,
    "announce": announce.REPLYING,
}
"""The phases of words and their verbs."""


def _condoned(s: State, seat: Seat, word: str, found: Fault) -> bool:
    if found.code == "not_your_kontra":
        return _may_err(s, seat, word)
    return found.code in COMMITTABLE


def _may_err(s: State, seat: Seat, target: str) -> bool:
    """While the sides are hidden everybody can double what is not his own."""
    givers, owner = announce.givers_of(s, target)
    barred = {*givers[-1:], *(() if len(givers) == 1 else (owner,))}
    return not sides_public(s) and seat not in barred


def _out_of_turn(s: State, seat: Seat) -> Iterator[Prompt]:
    if s.phase != "play":
        yield from _misdeal(s, seat)
        return
    hidden = hand_now(s, seat) & ~exposed(s)[seat]
    if hidden:
        yield one_of("expose", "", PACK.named(hidden))
    yield from _mends_and_throws(s, seat)


def _plays(s: State, seat: Seat) -> Iterator[Prompt]:
    """The whole hand can fall."""
    yield one_of("play", s.book.cites["follow_suit"], PACK.named(hand_now(s, seat)))
    yield from _mends_and_throws(s, seat)


def _mends_and_throws(s: State, seat: Seat) -> Iterator[Prompt]:
    instead = mend.choices(s, seat)
    if instead:
        yield one_of("mend", s.book.clause("take_back"), instead)
    if may_throw_in(s, seat):
        yield Prompt("throw_in", s.book.clause("throw_in"))


def exposed(s: State) -> tuple[int, ...]:
    """The cards of each hand that everybody has seen because they fell out of turn."""
    shown = [0, 0, 0, 0]
    for seat, (verb, words) in acts_in(s.log):
        if verb == "expose":
            shown[seat] |= 1 << PACK.card(words[0])
    return tuple(cards & hand for cards, hand in zip(shown, s.hands, strict=True))


@clause("F-10.5", "F-10.6")
def _misdeal(s: State, seat: Seat) -> Iterator[Prompt]:
    """Before the first word the dealer may have given one player a card of another's."""
    twelve = all(count(hand) == deal.HAND for hand in s.deal.hands)
    if seat == s.setup.dealer and s.auction == Auction() and twelve:
        names = tuple(str(other) for other in range(4))
        yield Prompt("misdeal", s.book.cite("misdeal"), names, 2, 2, ordered=True)


def _discards(s: State, seat: Seat) -> Iterator[Prompt]:
    """Any cards, none to twice as many as were taken; shown as the law asks, or face down."""
    hand, most = PACK.named(hand_now(s, seat)), 2 * talon.discard_size(bargain_of(s))
    for verb in ("discard", "discard_hidden"):
        yield Prompt(verb, s.book.cite("discard"), hand, 0, most)


@clause("F-10.8", "U-11.15", "KG-49")
def may_throw_in(s: State, seat: Seat) -> bool:
    """On suspicion at one's own risk; of old once a breach of the others is established."""
    match s.book.options.throw_in:
        case "at_risk":
            return True
        case "innocent":
            return _knows_himself_innocent(s, seat)
    return False


def _knows_himself_innocent(s: State, seat: Seat) -> bool:
    """Whether the seat can know that every offender plays against it."""
    offence, b = s.table.offence, bargain_of(s)
    if offence is None or seat in offence.seats:
        return False
    ours = declarer_side(b)
    if sides_public(s) or announce.knows_all(s, seat):
        return all((seat in ours) != (guilty in ours) for guilty in offence.seats)
    return seat not in ours and set(offence.seats) == {b.declarer}


# What it is charged with


def charges(s: State, seat: Seat, act: Action, faults: tuple[Fault, ...]) -> tuple[Breach, ...]:
    """What an act is charged with: a kind this rule set rules on, and the trick it fell in."""
    number = 0
    if s.phase == "play":
        number = len(_state_of_card(s, seat, act).tricks) + 1
    rulings = s.book.rulings
    return tuple(
        Breach(who, kind, rulings[kind].clause, number)
        for who, kind in _found(s, seat, act, faults)
        if kind in rulings
    )


def _state_of_card(s: State, seat: Seat, act: Action) -> State:
    """The moment an act belongs to: for a card put in another's place, when that one fell."""
    found = mend.taken_back(s, seat) if act.verb == "mend" else None
    return found.before if found else s


def _found(
    s: State, seat: Seat, act: Action, faults: tuple[Fault, ...]
) -> Iterator[tuple[Seat, str]]:
    """Who answers for which kind of breach."""
    match act:
        case Action("misdeal", words):
            yield from _miscounted(s, words)
        case Action("pass" | "bid" | "hold"):
            yield from _unfit_bid(s, seat, act)
        case Action("discard" | "discard_hidden"):
            yield from ((seat, kind) for kind in _discard_breaches(s, seat, act))
        case Action("announce", (item,)) if faults:
            yield seat, _spoken_for(s, seat, item)
        case Action("kontra") if faults and seat == bargain_of(s).partner:
            yield seat, "kontra_by_partner"
        case Action("lie" | "call") if faults:
            yield seat, faults[0].code
        case Action("expose"):
            yield seat, "out_of_turn"
        case Action("throw_in") if s.table.offence is None:
            yield seat, "thrown_in"
        case Action("play" | "mend", (code,)):
            yield from ((seat, kind) for kind in _card_breaches(s, seat, act, code))


@clause("F-10.6")
def _miscounted(s: State, words: tuple[str, ...]) -> Iterator[tuple[Seat, str]]:
    """Who has a wrong count; the Finale does not accuse the dealer."""
    ruling = s.book.rulings["wrong_count"]
    spared = None if ruling.accuses_spared else _spared(s, ruling)
    yield from ((Seat(int(word)), "wrong_count") for word in words if int(word) != spared)


def _spared(s: State, ruling: RuledBy) -> Seat | None:
    """Who does not answer for a breach, whatever his part in it."""
    return s.setup.dealer if ruling.spares == "dealer" else None


@clause("T-0.5", "T-6.1", "F-4.7", "U-13.3")
def _unfit_bid(s: State, seat: Seat, act: Action) -> Iterator[tuple[Seat, str]]:
    """Once the game stands: a Besserrufer without a bird, a Solo without a Trull piece."""
    b = auction.step(s, seat, act).bargain
    if b is None:
        return
    unfit = auction.hand_fault(s, b.declarer, auction.standing(s.book, b.declarers[0]))
    if unfit is not None:
        yield b.declarer, UNFIT[unfit.code]


@clause("T-3.2", "T-3.11", "F-7.3", "F-10.1", "U-9.11")
def _discard_breaches(s: State, seat: Seat, act: Action) -> Iterator[str]:
    """A wrong number, a five, what should stay or be shown, the bird that is owed."""
    b, laid = bargain_of(s), PACK.mask(act.args)
    yield from (found.code for found in talon.laying_faults(s, seat, laid))
    farben = b.contract.kind == "farben"
    _first, then = talon.layable(hand_now(s, seat), farben)
    if laid & then and act.verb == "discard_hidden":
        yield "hidden_suit" if farben else "hidden_tarock"


@clause("T-5.7", "F-4.8", "F-8.4", "F-8.9", "KG-61")
def _spoken_for(s: State, seat: Seat, item: str) -> str:
    """A card of the own side is announced for its holder; another's bird is the wrong one.

    Who owes a bird and names one he has not means his own, wherever the one he named may be; by
    the Finale so does who has any bird, and only who has none can speak for another.
    """
    bonus, b = s.book.bonuses[item], bargain_of(s)
    if bonus.kind in ("king", "mond"):
        return "for_other"
    if seat == b.declarer and announce.owes_bird(s, b):
        return "wrong_bird"
    if s.book.options.announced_for_other == "without_bird":
        return "wrong_bird" if hand_now(s, seat) & BIRDS else "for_other"
    ours, card = declarer_side(b), PACK.card(bonus.card)
    mates = [mate for mate in range(4) if (mate in ours) == (seat in ours)]
    held = any(hand_now(s, Seat(mate)) >> card & 1 for mate in mates)
    return "for_other" if held else "wrong_bird"


@clause("T-6.1", "F-10.1", "U-10.22")
def _card_breaches(s: State, seat: Seat, act: Action, code: str) -> Iterator[str]:
    """The first duty a card breaks; a card taken back is one the Finale judges."""
    if act.verb == "mend":
        if s.book.options.take_back == "judged":
            yield "take_back"
        s = _state_of_card(s, seat, act)
    broken = play.card_fault(s, seat, code)
    if broken is not None:
        kept = broken.code not in CARD_KINDS
        yield play.given_up(s, seat, PACK.card(code)) if kept else broken.code


@clause("T-1.18")
def righted(s: State, seat: Seat, act: Action) -> frozenset[tuple[Seat, str, int]]:
    """Who did not follow or beat a card that is taken back may follow the one laid instead.

    He could not take his own back any more, for it is right now.
    """
    number = len(_state_of_card(s, seat, act).tricks) + 1
    kinds = (*CARD_KINDS, *ANNOUNCED_KINDS)
    return frozenset(
        (who, kind, number) for who in mend.right_after(s, seat, act) for kind in kinds
    )


@clause(
    "T-1.19", "T-4.12", "T-5.10", "T-6.1", "F-1.4", "F-1.8", "F-8.13", "F-10.2", "F-10.8", "U-9.11"
)
def rulings(book: Book) -> Mapping[str, Ruling]:
    """The record proves what cards show; judgement decides what was seen, said or meant."""
    return {kind: Ruling(row.how, row.clause) for kind, row in book.rulings.items()}


# Acts that only a free table knows


def step(s: State, seat: Seat, act: Action) -> State:
    """The play after a card in turn, or something else."""
    match act.verb:
        case "play":
            return play.step(s, seat, act)
        case "mend":
            return mend.mended(s, seat, act)
        case "expose":
            return s._replace(log=(s.log, seat, act))
    return _ended(s._replace(log=(s.log, seat, act)), "thrown_in")


def _ended(s: State, outcome: str) -> State:
    table = s.table._replace(outcome=outcome)
    return State(table, "over", None, s.log, s.tricks, s.left)


# What follows


@clause(
    "T-6.1", "T-6.4", "F-10.1", "F-10.7", "U-10.23", "U-11.16", "KG-27", "KG-48", "KG-52", "KG-53"
)
def ruled(s: State, verdict: Verdict) -> State:
    """The first established breach ends the deal; of old the innocent side may play on."""
    if verdict.gain is not None:
        return _with_gain(s, verdict.seat, *verdict.gain)
    b = s.table.bargain
    if b is None and s.phase == "over":
        return s
    b = b or _bid_at_stake(s, verdict)
    if b is None:
        return _ended(s, "dealt_again")
    s = s._replace(table=s.table._replace(bargain=b, offence=_offence(s, verdict)))
    if s.phase == "over" or s.book.options.penalty == "party":
        return s
    return _ended(s, "ruled")


@clause("F-10.5", "F-10.6", "KG-52")
def _bid_at_stake(s: State, verdict: Verdict) -> Bargain | None:
    """By the Finale a misdeal is a Renonce once a game was bid, and the highest bid is paid."""
    auction_, until = s.auction, s.book.options.misdeal_redealt
    if verdict.kind != "wrong_count" or until == "until_game" or not auction_:
        return None
    return auction.bargain_for(s.book, auction_) if auction_.holders else None


def _with_gain(s: State, offender: Seat, loser: Seat, points: int) -> State:
    offence = s.table.offence
    if offence is None:
        return s
    offence = offence._replace(extra=(*offence.extra, (loser, points, offender)))
    return s._replace(table=s.table._replace(offence=offence))


def _offence(s: State, verdict: Verdict) -> Offence:
    """The offenders so far and this one; a fixed fine only where all did the same."""
    before, guilty = s.table.offence, _guilty(s, verdict)
    kind = fixed_fine(s.book, verdict.kind)
    if before is None:
        return Offence(guilty, kind, breach=verdict.kind)
    seats = (*before.seats, *(seat for seat in guilty if seat not in before.seats))
    breach = verdict.kind if verdict.kind == before.breach else ""
    return before._replace(seats=seats, kind=kind if kind == before.kind else "", breach=breach)


def fixed_fine(book: Book, breach: str) -> str:
    """The fine a book has for a breach, where it is fixed."""
    row = book.rulings.get(breach)
    return row.penalty if row else ""


@clause("F-10.6")
def _guilty(s: State, verdict: Verdict) -> tuple[int, ...]:
    """Who did it; for a misdeal everybody with a wrong count, in the Finale not the dealer."""
    if verdict.kind != "wrong_count":
        return (verdict.seat,)
    spared = _spared(s, s.book.rulings[verdict.kind])
    wrong = (seat for seat, hand in enumerate(s.deal.hands) if count(hand) != deal.HAND)
    return tuple(seat for seat in wrong if seat != spared)


def discovers(book: Book) -> bool:
    """Whether the count brings to light what nobody claimed."""
    return book.options.discovery == "count"
