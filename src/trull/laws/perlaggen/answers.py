"""Answers: hold, raise, let good, alone or jointly, and the naming of who holds what."""

from __future__ import annotations

from collections.abc import Sequence

from trull.clauses import clause
from trull.laws.perlaggen import bidding
from trull.laws.perlaggen.book import FIGURES, HANGER, SPIEL
from trull.laws.perlaggen.table import (
    Offer,
    Owed,
    State,
    bad_words,
    figure_of,
    joint_need,
    makeable,
    members,
    number_word,
    party_of,
    spread,
    with_fig,
    with_joint,
    with_player,
)
from trull.laws.verbs import one_without_fault
from trull.state import Action, Fault, Prompt, Seat, fault, one_of

VERBS = ("hold", "let_good", "raise", "hold_all", "let_good_all")


def answering(s: State) -> int:
    """The party that must answer."""
    return 1 - s.bids.pending[0].party


def duty(s: State) -> frozenset[Seat]:
    """Any player of the other party answers; the first answer binds his party."""
    return frozenset(members(s, answering(s)))


def one_bid(s: State) -> tuple[Offer, ...]:
    """The unanswered figures of the oldest bid."""
    head = s.bids.pending[0]
    return tuple(offer for offer in s.bids.pending if offer.bid == head.bid)


def unseen(s: State, seat: int) -> bool:
    """Whether the player has not looked at his cards."""
    return not s.players[seat].looked


@clause("PG-23")
def answers_blind(s: State, seat: int) -> bool:
    """By option those who answer a blind bid may not look, so that their answer is blind too."""
    return unseen(s, seat) and not s.book.options.blind_answer_looks


# Prompts


def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """Hold, raise or let good the oldest offer; or the whole bid jointly.

    An open prompt says that there is more: what a player who has not looked may hold rests on
    his own cards, what a party may hold jointly on those of all partners.
    """
    if party_of(seat) != answering(s):
        return ()
    head, several = s.bids.pending[0], len(one_bid(s)) > 1
    word = FIGURES[head.figure]
    found = [Prompt("let_good", "P90-9", (word,), 1, 1, open=not several)]
    if several:
        found.append(Prompt("let_good_all", "P90-29", open=True))
    if unseen(s, seat) and not answers_blind(s, seat):
        return (*found, Prompt("look", "P90-29", open=True))
    found += _bind_prompts(s, seat, head)
    if several and _holds_all_alone(s, seat):
        found.append(Prompt("hold_all", "P90-29"))
    return tuple(found)


def _bind_prompts(s: State, seat: Seat, head: Offer) -> list[Prompt]:
    found, word = [], FIGURES[head.figure]
    if answers_blind(s, seat) or not bidding.make_faults(s, seat, (head.figure,)):
        found.append(one_of("hold", "P90-8", (word,)))
    words = tuple(_raise_words(s, seat, head))
    if words:
        found.append(one_of("raise", "P90-10", words))
    return found


def _raise_words(s: State, seat: Seat, head: Offer) -> list[str]:
    steps = bidding.raise_options(s.book, head.number)
    words = [f"{FIGURES[head.figure]}={number_word(step)}" for step in steps]
    return [word for word in words if not faults(s, seat, Action("raise", (word,)))]


def _holds_all_alone(s: State, seat: Seat) -> bool:
    """Whether the party may hold the whole bid whatever the partners' cards are."""
    if answers_blind(s, seat):
        return True
    mine = tuple(offer.figure for offer in one_bid(s))
    return not bidding.make_faults(s, seat, mine) and not joint_need(s, party_of(seat))


# Faults


def faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """What is wrong with an answer."""
    if party_of(seat) != answering(s):
        return (fault("P90-8", "not_your_answer", party=str(answering(s))),)
    if act.verb.endswith("_all"):
        return _all_faults(s, seat, act)
    head = s.bids.pending[0]
    word = act.args[0].partition("=")[0] if len(act.args) == 1 else ""
    if figure_of(word) < 0:
        return bad_words(act)
    if word != FIGURES[head.figure]:
        return (fault("P90-8", "oldest_first", figure=FIGURES[head.figure]),)
    if act.verb == "raise":
        return _raise_faults(s, seat, act, head)
    if act.args != (word,):
        return bad_words(act)
    if act.verb == "let_good" or answers_blind(s, seat):
        return ()
    return tuple(bidding.make_faults(s, seat, (head.figure,)))


def _raise_faults(s: State, seat: Seat, act: Action, head: Offer) -> tuple[Fault, ...]:
    words = bidding.raise_word(act)
    if words is None:
        return bad_words(act)
    found = bidding.raise_faults(s, seat, head.figure, words[1], head.number)
    if answers_blind(s, seat):
        found = [f for f in found if f.code != "cannot_make"]
    return tuple(found)


@clause("P90-29")
def _all_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """A party may hold jointly what its members can make between them."""
    if act.args:
        return bad_words(act)
    if act.verb == "let_good_all" or answers_blind(s, seat):
        return ()
    party, wanted = party_of(seat), [offer.figure for offer in one_bid(s)]
    found = []
    need = sum(1 << figure for figure in wanted if figure != SPIEL)
    if need and not spread(s, party, need | joint_need(s, party)):
        words = " ".join(FIGURES[figure] for figure in wanted)
        found.append(fault("P90-29", "party_cannot_make", figures=words))
    if SPIEL in wanted:
        lacking = [bidding.make_faults(s, seat, (SPIEL,)) for seat in members(s, party)]
        found += [] if [] in lacking else lacking[0]
    return tuple(found)


# Steps


def step(s: State, seat: Seat, act: Action) -> State:
    """The state after an answer."""
    if not answers_blind(s, seat):
        s = with_player(s, seat, s.players[seat]._replace(looked=True))
    if act.verb == "let_good":
        return bidding.refuse(s)
    if act.verb == "let_good_all":
        for _ in one_bid(s):
            s = bidding.refuse(s)
        return s
    if act.verb == "hold_all":
        return _hold_all(s, seat)
    head = s.bids.pending[0]
    if act.verb == "hold":
        return _bind(bidding.accept(s, party_of(seat)), seat, head)
    words = bidding.raise_word(act)
    assert words is not None, "a raise names a number"
    s, void = bidding.raise_struck(s, seat)
    return s if void else bidding.stand_raise(_bind(s, seat, head), seat, head, words[1])


@clause("PG-24", "P90-31")
def _bind(s: State, seat: Seat, offer: Offer) -> State:
    """Who holds or raises is bound himself; one who has not looked binds the party instead."""
    exempt = offer.blind and s.book.options.blind_exempts_holder
    if answers_blind(s, seat):
        return _bind_jointly(s, seat, offer.figure, exempt)
    return bidding.bound(s, seat, offer.figure, exempt)


@clause("P90-29", "PG-31")
def _bind_jointly(s: State, seat: Seat, figure: int, exempt: bool) -> State:
    """A joint hold binds the party, also one that has bid blind; any partner may make it.

    The Spiel binds nobody, but who of them holds it can be asked like the rest.
    """
    bit, party = 1 << figure, party_of(seat)
    joint = s.bids.joint[party]
    if joint.blind & bit and answers_blind(s, seat):
        return s
    freed = joint.exempt | bit if exempt else joint.exempt & ~bit
    now = joint._replace(blind=joint.blind & ~bit, held=joint.held | bit, exempt=freed)
    return with_joint(s, party, now)


@clause("P90-31", "PG-20")
def _not_between_them(s: State, party: int, offers: Sequence[Offer]) -> int:
    """What is held jointly and falsely: a figure the partners cannot make beside the others.

    Only figures that they can make stand beside it; one bid blind and in vain costs nothing.
    """
    seats = members(s, party)
    s = s._replace(
        players=tuple(
            p._replace(bound=makeable(s, seat)) if seat in seats else p
            for seat, p in enumerate(s.players)
        )
    )
    kept = sum(bit for bit in (1, 2) if joint_need(s, party) & bit and spread(s, party, bit))
    false = 0
    for offer in offers:
        if offer.figure > HANGER:
            continue
        bit = 1 << offer.figure
        if spread(s, party, kept | bit):
            kept |= bit
        else:
            false |= bit
    return false


def _hold_all(s: State, seat: Seat) -> State:
    party, offers = party_of(seat), one_bid(s)
    false = 0 if answers_blind(s, seat) else _not_between_them(s, party, offers)
    for offer in offers:
        s = bidding.accept(s, party)
        exempt = offer.blind and s.book.options.blind_exempts_holder
        s = _bind_jointly(s, seat, offer.figure, exempt)
        if false >> offer.figure & 1 and not exempt:
            fig = s.bids.figs[offer.figure]
            s = with_fig(s, offer.figure, fig._replace(false=fig.false | 1 << party))
    return s


# Naming the holder


@clause("P90-29")
def ask_faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """A party that holds jointly must say on request which partner holds which figure."""
    figure = figure_of(act.args[0]) if len(act.args) == 1 else -1
    if figure < 0:
        return bad_words(act)
    if not s.bids.joint[1 - party_of(seat)].held >> figure & 1:
        return (fault("P90-29", "not_joint", figure=FIGURES[figure]),)
    return ()


def ask_prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """The figures whose holder may be asked for."""
    if not s.bids.joint[1 - party_of(seat)].held:
        return ()
    return one_without_fault(ask_faults, s, seat, "ask_holder", "P90-29", FIGURES)


def ask(s: State, seat: Seat, act: Action) -> State:
    """The other party owes a name."""
    owed = Owed("name_holder", 1 - party_of(seat), figure_of(act.args[0]))
    return s._replace(bids=s.bids._replace(owed=owed))


def nameable(s: State, owed: Owed) -> tuple[Seat, ...]:
    """The partners who can make the figure with all they are bound to; all, if none can."""
    seats = members(s, owed.party)
    able = tuple(p for p in seats if not bidding.make_faults(s, p, (owed.figure,)))
    return able or seats


def name_prompts(s: State, seat: Seat, owed: Owed) -> list[Prompt]:
    """A player names himself if he can make it, else a partner who can.

    With one partner that tells him nothing; of two he learns which, as if they had conferred.
    """
    if party_of(seat) != owed.party:
        return []
    if unseen(s, seat):
        return [Prompt("look", "P90-29", open=True)]
    mine = not bidding.make_faults(s, seat, (owed.figure,))
    partners = tuple(p for p in nameable(s, owed) if p != seat)
    chosen = (seat,) if mine or not partners else partners
    words = tuple(f"{FIGURES[owed.figure]}={p}" for p in chosen)
    return [Prompt("name_holder", "P90-29", words, 1, 1, open=True)]


def name_faults(s: State, seat: Seat, act: Action, owed: Owed) -> tuple[Fault, ...]:
    """What is wrong with naming a holder."""
    if party_of(seat) != owed.party:
        return (fault("P90-29", "not_your_name", party=str(owed.party)),)
    word, _, number = (act.args[0] if len(act.args) == 1 else "").partition("=")
    if word != FIGURES[owed.figure] or number not in map(str, members(s, owed.party)):
        return bad_words(act)
    if int(number) not in nameable(s, owed):
        return (fault("P90-29", "partner_cannot_make", figure=word, seat=number),)
    return ()


def name(s: State, act: Action, owed: Owed) -> State:
    """The partner named is bound from now on."""
    named = Seat(int(act.args[0].partition("=")[2]))
    exempt = bool(s.bids.joint[owed.party].exempt >> owed.figure & 1)
    s = s._replace(bids=s.bids._replace(owed=None))
    return bidding.bound(s, named, owed.figure, exempt)
