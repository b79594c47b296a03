"""The tricks at a free table: cards out of turn, talk, revokes and how they are put right.

The law of the cards is that of ``play``. Here a card can fall before its turn, or be the wrong
one; the duties of rules 8 to 13 follow at once and are enforced. A guarded table never comes here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from trull.cards import Card, mask_of
from trull.clauses import clause
from trull.kernels import lhombre as kernels
from trull.laws.lhombre import duties, play
from trull.laws.lhombre.book import MASKS, PACK, SEATS, SKIES
from trull.laws.lhombre.table import (
    FREE_PLAY,
    Bond,
    Irregular,
    Play,
    State,
    Window,
    card_faults,
    is_free,
    not_now,
    opponents_of,
    to_play,
    trick_no,
    with_hand,
)
from trull.laws.verbs import if_without_fault, one_without_fault
from trull.state import Action, Fault, Prompt, Seat, fault, one_of

TALK = {"say_mine": "claim", "hint_overtrump": "hint"}
"""What is said without being asked, and the kind of irregularity it is."""
ANSWERS = ("say_mine", "not_mine")
VERBS = ("play", "announce_volte", "mend", "is_it_yours", "hint_overtrump", *ANSWERS)
CODES = {
    kernels.NO_FIGUR: "no_figur",
    kernels.MUST_FIGUR: "must_figur",
    kernels.MUST_OVERTRUMP: "must_overtrump",
    kernels.LOWEST_TRUMP: "lowest_trump",
}


def begin(s: State) -> State:
    """The play begins; without a card in some hand it is over before the first trick."""
    s = play.begin(s)
    if not is_free(s):
        return s
    return s._replace(phase=FREE_PLAY if s.play.total else "over")


# What lies there


def on_table(s: State) -> tuple[Card, ...]:
    """The cards of the trick being played, those before their turn after the others."""
    return (*s.play.lying, *(card for _seat, card in s.slips.trick.early))


def still_to_play(s: State, seat: Seat) -> bool:
    """Whether no card of this seat lies in the trick."""
    in_turn = (seat - s.play.leader) % SEATS < len(s.play.lying)
    return not in_turn and seat not in dict(s.slips.trick.early)


def partner_of(s: State, seat: Seat) -> Seat | None:
    """The other opponent; the Ombre has no partner."""
    if s.ombre is None or seat == s.ombre:
        return None
    return next(other for other in opponents_of(s.ombre) if other != seat)


def bonds(s: State) -> tuple[Bond, ...]:
    """The duties that bind somebody now."""
    return tuple(
        bond for bond in s.slips.trick.bonds if on_table(s) and still_to_play(s, bond.seat)
    )


def _bond_of(s: State, seat: Seat) -> Bond | None:
    return next((bond for bond in bonds(s) if bond.seat == seat), None)


# Which cards


@clause("LG-20")
def lawful_cards(s: State, seat: Seat) -> int:
    """What the seat may play to what lies there, its duty included."""
    bond = _bond_of(s, seat)
    hold = play.keeps_skies(s, s.play, seat)
    lying = on_table(s) if s.play.lying else ()
    duty = kernels.FREE if bond is None else bond.duty
    if duty == kernels.MUST_OVERTRUMP and _skies_rank(s) == kernels.TOP:
        duty = kernels.NO_FIGUR  # the Skies is the highest trump there, and nobody can
    return play.legal_cards(s.book, s.hands[seat], lying, duty, hold)


@clause("L-6.4")
def revokes(s: State, seat: Seat, card: Card) -> bool:
    """Whether the card breaks the law of following; before the lead nobody can tell."""
    return play.is_revoke(s.hands[seat], s.play.lying, card)


@clause("LG-20", "L-15.1")
def possible_cards(s: State, seat: Seat) -> int:
    """The whole hand, but no card that follows and disobeys a duty: that is enforced."""
    hand = s.hands[seat]
    led = s.play.lying[0] if s.play.lying else -1
    following = kernels.legal_cards(MASKS, hand, mask_of(on_table(s)), led, kernels.FREE, 0)
    return hand & ~(following & ~lawful_cards(s, seat))


# What may be done, and what can be


def faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """A legal card in turn, a revoke put right, the question whose the trick is, its answer."""
    if act.verb == "mend":
        return _mend_faults(s, seat, act)
    if s.phase == "count":
        counts = seat == s.ombre and act == Action("count")
        return () if counts else (not_now(s, act),)
    if act.verb not in VERBS:
        return (not_now(s, act),)
    if act.verb == "play" and not still_to_play(s, seat):
        return (fault("L-1.2", "card_lies"),)
    if act.verb in ("play", "announce_volte"):
        return _card_faults(s, seat, act)
    return _talk_faults(s, seat, act)


def _card_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """A duty that would be disobeyed, else what a guarded table says."""
    found, bond = play.faults(s, seat, act), _bond_of(s, seat)
    if not found or bond is None or act.verb != "play" or len(act.args) != 1:
        return found
    if card_faults("M-10", s.hands[seat], act.args):
        return found
    if possible_cards(s, seat) >> PACK.card(act.args[0]) & 1:
        return found
    return (fault(bond.clause, CODES[bond.duty], held=PACK.text(lawful_cards(s, seat))),)


@clause("L-1.3", "L-1.4")
def _mend_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """Who revoked and sees it himself may change his card until the next trick has begun."""
    instead = s.slips.trick.bound[seat] & s.hands[seat]
    if seat not in s.slips.trick.revoked:
        return (fault("L-1.3", "nothing_to_mend"),)
    if " ".join(act.args) in PACK.named(instead):
        return ()
    return (fault("L-1.3", "mend_lawfully", held=PACK.text(instead)),)


@clause("L-8.1", "L-13.3")
def _talk_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """Whoever is still to play may ask whose the trick is, the Ombre too; the others may answer."""
    said, begun = s.slips.trick.said, bool(s.play.lying) and not act.args
    if act.verb == "hint_overtrump":
        return (fault("L-13.3", "no_hint"),)
    if act.verb == "is_it_yours":
        if not still_to_play(s, seat):
            return (fault("L-8.1", "card_lies"),)
        first = begun and (seat, act.verb) not in said
        return () if first else (fault("L-8.1", "no_question"),)
    answered = any((seat, word) in said for word in ANSWERS)
    if begun and _is_asked(s, seat) and not answered:
        return ()
    return (fault("L-8.1", "no_claim" if act.verb == "say_mine" else "not_asked"),)


def _is_asked(s: State, seat: Seat) -> bool:
    """Whether one who is still to play has asked for it."""
    return any(
        word == "is_it_yours" and asker != seat and still_to_play(s, asker)
        for asker, word in s.slips.trick.said
    )


def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """What can be played, put right, said or counted without fault."""
    mending = one_without_fault(faults, s, seat, "mend", "L-1.3", PACK.named(s.hands[seat]))
    if s.phase == "count":
        return (*if_without_fault(faults, s, seat, "count", "L-1.4"), *mending)
    talk = [if_without_fault(faults, s, seat, word, "L-8.1") for word in ("is_it_yours", *ANSWERS)]
    return (*play.prompts(s, seat), *mending, *chain(*talk))


@clause("L-1.2", "L-8.1", "L-13.3")
def offers(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """Any card while none of his lies there, any such word once in a trick, a card taken back."""
    lawful = prompts(s, seat)
    found = [prompt for prompt in lawful if prompt.verb not in ("play", "mend")]
    if s.phase == FREE_PLAY:
        found += _card_offers(s, seat)
        verbs = {prompt.verb for prompt in found}
        found += [p for p in _talk_offers(s, seat) if p.verb not in verbs]
    if s.hands[seat] and _lies_in_window(s, seat):
        hand = PACK.named(s.hands[seat])
        found.append(Prompt("mend", "L-1.3", hand, 1, 1, open=True))
    return tuple(found)


def _card_offers(s: State, seat: Seat) -> Iterator[Prompt]:
    if still_to_play(s, seat) and s.hands[seat]:
        yield one_of("play", "M-10", PACK.named(possible_cards(s, seat)))


def _talk_offers(s: State, seat: Seat) -> Iterator[Prompt]:
    for word, clause_id in (("say_mine", "L-8.1"), ("hint_overtrump", "L-13.3")):
        if s.play.lying and (seat, word) not in s.slips.trick.said:
            yield Prompt(word, clause_id)


def _lies_in_window(s: State, seat: Seat) -> bool:
    """Whether a card of his lies in the trick that can still be put right."""
    return not still_to_play(s, seat) if on_table(s) else bool(s.play.done)


# Doing it


def step(s: State, seat: Seat, act: Action) -> State:
    """A card falls or is put right, something is said, or the count begins."""
    match act.verb:
        case "play":
            return _put(s, seat, PACK.card(act.args[0]))
        case "mend":
            return _mended(s, seat, PACK.card(act.args[0]))
        case "announce_volte":
            return _settled(_volte_announced(s))
        case "count":
            return s._replace(phase="over")
    return _settled(_spoken(s, seat, act.verb))


def _with(s: State, odd: Irregular) -> State:
    return s._replace(slips=s.slips._replace(trick=odd))


def _volte_announced(s: State) -> State:
    """Announced; whether before the trick or after the last one is kept, for that may reopen."""
    s = _with(s, s.slips.trick._replace(volte_after=not on_table(s)))
    return s._replace(play=s.play._replace(volte=True))


@clause("L-1.2", "L-1.4")
def _put(s: State, seat: Seat, card: Card) -> State:
    """A card stays where it fell, also before its turn; the first of a trick closes the last."""
    if not on_table(s):
        s = _with(s, Irregular(before=Window(s.play.piles, s.play.skies)))
    if s.play.lying:
        s = _noted_card(s, seat, card, lawful_cards(s, seat))
    hands = with_hand(s.hands, seat, s.hands[seat] & ~(1 << card))
    if seat != to_play(s):
        return _settled(_premature(s._replace(hands=hands), seat, card))
    leads = not s.play.lying
    s = s._replace(hands=hands, play=s.play._replace(lying=(*s.play.lying, card)))
    return _settled(_judged(s) if leads else s)


def _noted_card(s: State, seat: Seat, card: Card, lawful: int) -> State:
    """What the seat might have played is kept, and whether it revoked."""
    odd = s.slips.trick
    revoked = (*odd.revoked, seat) if revokes(s, seat, card) else odd.revoked
    return _with(s, odd._replace(bound=with_hand(odd.bound, seat, lawful), revoked=revoked))


@clause("L-10.1", "L-11.1", "L-12.1", "L-12.2", "L-12.3", "L-13.1")
def _premature(s: State, seat: Seat, card: Card) -> State:
    """A card before its turn binds the partner at once; before the lead, when the lead lies."""
    odd = s.slips.trick
    s = _with(s, odd._replace(early=(*odd.early, (seat, card))))
    return _bound(s, seat, "premature", card) if s.play.lying else s


@clause("L-6.4", "L-12.3")
def _judged(s: State) -> State:
    """When the lead lies, the cards put down before it are judged."""
    for seat, card in s.slips.trick.early:
        hand = s.hands[seat]
        before = s._replace(hands=with_hand(s.hands, seat, hand | 1 << card))
        hold = play.keeps_skies(s, s.play, seat)
        lawful = play.legal_cards(s.book, hand | 1 << card, s.play.lying, hold_skies=hold)
        s = _noted_card(before, seat, card, lawful)._replace(hands=s.hands)
        s = _bound(s, seat, "premature", card)
    return s


@clause("L-8.1", "L-13.3")
def _spoken(s: State, seat: Seat, word: str) -> State:
    """The answer to a question is free; said unasked it is irregular."""
    odd = s.slips.trick
    free = word not in TALK or (word in ANSWERS and _is_asked(s, seat))
    s = _with(s, odd._replace(said=(*odd.said, (seat, word))))
    return s if free else _bound(s, seat, TALK[word])


# Whom it binds


@clause("LG-19", "LG-32", "L-8.2", "L-9.1")
def _bound(s: State, seat: Seat, kind: str, card: Card | None = None) -> State:
    """The first irregularity of a side in a trick binds the partner who is still to play."""
    odd, by_ombre = s.slips.trick, seat == s.ombre
    if by_ombre in odd.slipped:
        return s
    made = tuple(_bonds_made(s, seat, kind, card))
    return _with(s, odd._replace(slipped=(*odd.slipped, by_ombre), bonds=(*odd.bonds, *made)))


def _bonds_made(s: State, seat: Seat, kind: str, card: Card | None) -> Iterator[Bond]:
    """Each who can be bound, still has to play and is not bound yet."""
    bound = {bond.seat for bond in s.slips.trick.bonds}
    for other in _bindable(s, seat):
        if other not in bound and still_to_play(s, other):
            duty = _duty(s, kind, card, seat, other)
            if duty != kernels.FREE:
                cited = duties.clause_of(kind, duty, s.play.lying, card)
                yield Bond(other, duty, cited, seat, kind == "premature")


@clause("LG-19")
def _bindable(s: State, seat: Seat) -> tuple[Seat, ...]:
    """An opponent's partner; where the Ombre's word binds too, both his opponents."""
    partner = partner_of(s, seat)
    assert s.ombre is not None, "nobody plays"
    return opponents_of(s.ombre) if partner is None else (partner,)


def _duty(s: State, kind: str, card: Card | None, seat: Seat, other: Seat) -> int:
    last = _plays_last(s, other)
    by_ombre, skies = seat == s.ombre, _skies_rank(s)
    return duties.duty_after(s.book, kind, s.play.lying, card, by_ombre, last, skies)


@clause("L-15.2")
def _skies_rank(s: State) -> int:
    """What the Skies that lies there, perhaps before its turn, is in this trick."""
    early = {card: seat for seat, card in s.slips.trick.early}
    player = early.get(SKIES, play.player_of_skies(s.play))
    return play.skies_played_by(s, s.play, player)


@clause("L-9.1")
def _plays_last(s: State, seat: Seat) -> bool:
    """Whether nobody comes after him in the order of play."""
    later = range((seat - s.play.leader) % SEATS + 1, SEATS)
    return not any(still_to_play(s, Seat((s.play.leader + place) % SEATS)) for place in later)


# The trick closes, and opens again for a card put right


def _settled(s: State) -> State:
    """Cards that lie there early come into their turn; three close the trick."""
    while s.play.lying and len(s.play.lying) < SEATS:
        seat, odd = to_play(s), s.slips.trick
        card = dict(odd.early).get(seat)
        if card is None:
            break
        s = _with(s, odd._replace(early=tuple(e for e in odd.early if e[0] != seat)))
        s = s._replace(play=s.play._replace(lying=(*s.play.lying, card)))
    if len(s.play.lying) == SEATS:
        return _closed(s)
    return s._replace(play=s.play._replace(legal=lawful_cards(s, to_play(s))))


def _closed(s: State) -> State:
    """The trick is taken; after the last one the count waits for its first word."""
    s = play.taken(s, s.hands, s.play)
    return s._replace(phase="count" if s.phase == "over" else FREE_PLAY)


@clause("L-1.3", "L-1.4")
def _mended(s: State, seat: Seat, card: Card) -> State:
    """Only his own card is changed, the others stay, and the taker is found anew."""
    s = s if on_table(s) else _reopened(s)
    odd, place = s.slips.trick, (seat - s.play.leader) % SEATS
    early = dict(odd.early)
    old = early.get(seat)
    if old is None:
        lying = list(s.play.lying)
        old, lying[place] = lying[place], card
        s = s._replace(play=s.play._replace(lying=tuple(lying)))
    else:
        early[seat] = card
    revoked = tuple(other for other in odd.revoked if other != seat)
    s = _with(s, odd._replace(early=tuple(early.items()), revoked=revoked))
    hands = with_hand(s.hands, seat, s.hands[seat] & ~(1 << card) | 1 << old)
    return _volte_again(_settled(_bound_anew(s._replace(hands=hands), seat, card)))


@clause("LG-30", "L-14.2")
def _volte_again(s: State) -> State:
    """A Volte announced after a trick stands if that is still his; if not, it was never one."""
    odd = s.slips.trick
    if not odd.volte_after or on_table(s):
        return s
    if s.play.done[-1].taker != s.ombre:
        return _with(s, odd._replace(volte_after=False))
    return _settled(s._replace(play=s.play._replace(volte=True)))


def _reopened(s: State) -> State:
    """The last trick as it lay before it was taken, and before a Volte announced since."""
    last, before = s.play.done[-1], s.slips.trick.before
    now = Play(
        leader=last.leader,
        lying=last.cards,
        done=s.play.done[:-1],
        piles=before.piles,
        total=s.play.total,
        volte=s.play.volte and not s.slips.trick.volte_after,
        skies=before.skies,
    )
    return s._replace(play=now, phase=FREE_PLAY)


def _bound_anew(s: State, seat: Seat, card: Card) -> State:
    """A duty that a premature card made is that of the card now lying in its place."""
    odd = s.slips.trick
    lead = s.play.lying[:1]
    found = tuple(
        _rebound(s, bond, lead, card) if bond.premature and bond.maker == seat else bond
        for bond in odd.bonds
    )
    return _with(s, odd._replace(bonds=found))


def _rebound(s: State, bond: Bond, lead: tuple[Card, ...], card: Card) -> Bond:
    by_ombre, skies = bond.maker == s.ombre, _skies_rank(s)
    duty = duties.duty_after(s.book, "premature", lead, card, by_ombre, skies=skies)
    return bond._replace(duty=duty, clause=duties.clause_of("premature", duty, lead, card))


@clause("L-1.3")
def pointed_out(s: State, seat: Seat, trick: int) -> State:
    """A revoke that another has claimed cannot be put right any more."""
    odd = s.slips.trick
    if trick != (trick_no(s) if on_table(s) else len(s.play.done)):
        return s
    return _with(s, odd._replace(revoked=tuple(other for other in odd.revoked if other != seat)))
