"""A free table: the laws of any game, and a court beside them.

What a hand can do at a real table is done here, lawful or not. An unlawful act is remembered as a
*breach* that nobody sees, until a player claims it or the count brings it to light:

    claim SEAT KIND TRICK   the record decides at once, or a case is opened where judgement is
                            needed; KIND ``any`` leaves open which duty was broken
    demand SEAT POINTS      a sure gain lost through the breach, where the rules pay for it; a case
    vote CASE=yes|no        by everybody but the claimant; the accused may confess
    decide CASE=yes|no      by the arbiter, who sits at no seat
    accept                  after the last card: the count is right, for all I know

The settlement waits until no case is open and everybody has accepted. Where the laws let a card be
taken back for some time, a claim within it is a reminder: until the accused accepts he may still do
so, the deal goes on as if nothing had been, and until then no hidden card is shown. No game is
named here: what is a breach, and what follows when it is established, the game's own laws say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from trull.cards import Card, Pack
from trull.laws import RefereedLaws, Ruling, lawfully, reasons_of
from trull.laws.summary import Reason
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.state import (
    ARBITER,
    Act,
    Action,
    Breach,
    Case,
    Draw,
    Fault,
    Haste,
    Log,
    Logged,
    Prompt,
    Row,
    Seat,
    Setup,
    Sitting,
    Verdict,
    View,
    acts_in,
    fault,
    one_of,
)

VERBS = frozenset({"claim", "demand", "vote", "decide", "accept"})
JUDGED = ("judged", "case")
"""How kinds of breaches are ruled on that need judgement."""
ANY = "any"
GAIN = "gain"
MEND = "mend"
CARDS = ("play", MEND)
UPHELD, DISMISSED = "upheld", "dismissed"
ANSWERS = ("yes", "no")


class Stay(NamedTuple):
    """The deal and the cases before a claim that ended it, while a card may still be taken back."""

    state: Logged
    cases: tuple[Case, ...]
    done: frozenset[Seat] = frozenset()  # who has accepted the verdict on him: for good


class Trial(NamedTuple):
    """A deal and the court that sits over it."""

    state: Logged
    rules: RuleSet
    seats: int
    log: Log = ()
    breaches: tuple[Breach, ...] = ()  # hidden until they are established
    cases: tuple[Case, ...] = ()
    accepted: frozenset[Seat] = frozenset()
    stay: Stay | None = None

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts so far, what was said in court among them."""
        return acts_in(self.log)


def deal_of(state: Logged) -> Logged:
    """The deal itself, whether or not a court sits over it."""
    return state.state if isinstance(state, Trial) else state


# The court's own acts


def is_open(case: Case) -> bool:
    """Whether a case still waits for its decision."""
    return not case.verdict


def open_cases(t: Trial) -> tuple[int, ...]:
    """The numbers of the cases that wait, from 1."""
    return tuple(n for n, case in enumerate(t.cases, 1) if is_open(case))


def judges(t: Trial, case: Case) -> frozenset[Seat]:
    """Nobody judges his own cause: who neither claims nor is accused."""
    return frozenset(Seat(n) for n in range(t.seats)) - {case.claimant, case.accused}


def to_vote(t: Trial, case: Case) -> frozenset[Seat]:
    """Who has still to vote; the accused is asked, for he may confess."""
    return (judges(t, case) | {case.accused}) - {seat for seat, _yes in case.votes}


def voted(t: Trial, case: Case, seat: Seat, yes: bool) -> Case:
    """A confession decides; else the judges by more than half, for who claims must prove."""
    case = case._replace(votes=(*case.votes, (seat, yes)))
    if seat == case.accused and yes:
        return case._replace(verdict=UPHELD, decided_by="confession")
    bench = judges(t, case)
    ayes = sum(yes for seat, yes in case.votes if seat in bench)
    nays = sum(not yes for seat, yes in case.votes if seat in bench)
    if 2 * ayes > len(bench):
        return case._replace(verdict=UPHELD, decided_by="vote")
    if 2 * nays >= len(bench) and (bench or seat == case.accused):
        return case._replace(verdict=DISMISSED, decided_by="vote")
    return case


def decided(case: Case, yes: bool) -> Case:
    """The arbiter has spoken."""
    return case._replace(verdict=UPHELD if yes else DISMISSED, decided_by="arbiter")


def cured(t: Trial, seat: Seat) -> tuple[Breach, ...]:
    """A card taken back in time is as if it had not been played.

    What was wrong with it may have shown only in another's act, such as the lead it came before;
    what the player himself did since is another matter.
    """
    acts = t.acts
    mine = {n for n, act in enumerate(acts, 1) if act.seat == seat}
    last = max((n for n in mine if acts[n - 1].action.verb in CARDS), default=len(acts) + 1)
    later = {b for b in t.breaches if b.act > last and b.act not in mine and b.seat == seat}
    return tuple(b for b in t.breaches if b.act != last and b not in later)


class Free:
    """The laws of a game at a free table."""

    def __init__(self, laws: RefereedLaws[Logged]) -> None:
        """Sit in court over the laws of a game."""
        self._laws = laws
        self.name = laws.name
        self.pack: Pack = laws.pack
        self.asides, self.binding = laws.asides, laws.binding
        self.lasting = laws.lasting | VERBS | {MEND}

    def seats(self, rules: RuleSet) -> tuple[int, ...]:
        """As many as play the game."""
        return self._laws.seats(rules)

    # One deal

    def begin(self, setup: Setup) -> Trial:
        """Nothing has been done, so nothing is wrong."""
        return Trial(self._laws.begin(setup), setup.rules, setup.seats)

    def phase(self, t: Trial) -> str:
        """The phase of the deal, and the count after its last."""
        if self._laws.duty(t.state):
            return self._laws.phase(t.state)
        return "count" if self.duty(t) else "over"

    def duty(self, t: Trial) -> frozenset[Seat]:
        """Who must act in the deal; after it, who must vote or accept the count."""
        due = self._laws.duty(t.state)
        if due:
            return due
        waiting = [to_vote(t, case) for case in t.cases if is_open(case)]
        if waiting:
            return frozenset().union(*waiting)
        return frozenset(Seat(n) for n in range(t.seats)) - t.accepted

    def prompts(self, t: Trial, seat: Seat) -> tuple[Prompt, ...]:
        """What the seat may lawfully do, and what it may say in court."""
        return (*self._laws.prompts(t.state, seat), *self._court_prompts(t, seat))

    def plays(self, t: Trial, seat: Seat) -> tuple[Action, ...]:
        """The lawful cards; others can be played here too."""
        return self._laws.plays(t.state, seat)

    def _offers(self, t: Trial, seat: Seat) -> tuple[Prompt, ...]:
        """What the hand can do; after a claim that ended the deal only take its card back."""
        offers = self._laws.offers(t.state, seat)
        if t.stay and seat in self._relenting(t):
            back = [p for p in self._laws.offers(t.stay.state, seat) if p.verb == MEND]
            offers = (*back, *(p for p in offers if p.verb != MEND))
        return offers

    def _court_prompts(self, t: Trial, seat: Seat) -> tuple[Prompt, ...]:
        if not t.log or self.phase(t) == "over":
            return ()
        mine = [n for n in open_cases(t) if seat in to_vote(t, t.cases[n - 1])]
        counting = not self._laws.duty(t.state) and not open_cases(t) and seat not in t.accepted
        found = [Prompt("accept", "")] if counting else []
        if mine:
            found.append(one_of("vote", "", tuple(f"{n}={word}" for n in mine for word in ANSWERS)))
        guilty = any(case.verdict == UPHELD and case.accused != seat for case in t.cases)
        if guilty and GAIN in self._rulings(t):
            found.append(Prompt("demand", "", (), 2, 2, ordered=True, open=True))
        found.append(Prompt("claim", "", (), 3, 3, ordered=True, open=True))
        return tuple(found)

    def faults(self, t: Trial, seat: Seat, act: Action) -> tuple[Fault, ...]:
        """What cannot be done even here: what no hand can do, or a claim that makes no sense."""
        if act.verb in VERBS:
            return self._court_faults(t, seat, act)
        if not _is_seat(t, seat):  # the arbiter holds no cards
            return (fault("", "no_such_player"),)
        if self.phase(t) == "over":
            return (fault("", "court_rises"),)
        state = self._deal_for(t, seat, act)
        faults = self._laws.faults(state, seat, act)
        if faults and self._laws.duty(state) and self._laws.possible(state, seat, act):
            return ()
        return faults

    def possible(self, t: Trial, seat: Seat, act: Action) -> bool:
        """All that is possible is done here."""
        return not self.faults(t, seat, act)

    def enact(self, t: Trial, seat: Seat, act: Action) -> Trial:
        """The deal or the court after an act that can be done here."""
        return lawfully(self, t, seat, act)

    def step(self, t: Trial, seat: Seat, act: Action) -> Trial:
        """The deal goes on, or the court has heard something."""
        number = len(t.acts) + 1
        if act.verb in VERBS:
            t = self._heard(t, seat, act, number)
        else:
            t = self._played(t, seat, act, number)
        return self._counted(t._replace(log=(t.log, seat, act)))

    def _played(self, t: Trial, seat: Seat, act: Action, number: int) -> Trial:
        before = self._deal_for(t, seat, act)
        charges = self._laws.charges(before, seat, act)
        breaches = t.breaches
        if act.verb == MEND:
            righted = self._laws.righted(before, seat, act)
            breaches = tuple(b for b in cured(t, seat) if (b.seat, b.kind, b.trick) not in righted)
        breaches += tuple(breach._replace(act=number) for breach in charges)
        state = self._laws.step(before, seat, act)
        relents, gone = before is not t.state, set(t.breaches) - set(breaches)
        if gone and self._laws.forgives(before, seat):  # what nobody has decided yet falls too
            t = t._replace(
                cases=tuple(
                    _fallen(case) if is_open(case) and _is_about(case, gone) else case
                    for case in t.cases
                )
            )
        t = t._replace(state=state, breaches=breaches, accepted=frozenset())
        t = self._relented(t, seat, gone) if relents else self._stayed(t, seat, act)
        for breach in breaches[len(breaches) - len(charges) :]:
            if self._rulings(t)[breach.kind].how == "open":
                t = self._established(t, ARBITER, breach, "record")
        return t

    def _counted(self, t: Trial) -> Trial:
        """Where the count brings all to light, nothing is left that nobody claimed."""
        if self._laws.duty(t.state) or self._relenting(t) or not self._laws.discovers(t.state):
            return t
        found = self.sentenced(t)
        return found if found.cases == t.cases else found._replace(accepted=frozenset(), stay=None)

    def sentenced(self, t: Trial) -> Trial:
        """The trial with every breach established that the record proves."""
        for breach in t.breaches:
            if self._rulings(t)[breach.kind].how == "record" and not self._is_known(t, breach):
                t = self._established(t, ARBITER, breach, "count")
        return t

    def _is_known(self, t: Trial, breach: Breach) -> bool:
        return any(case.verdict == UPHELD and _is_about(case, (breach,)) for case in t.cases)

    # A claim within the time in which a card may be taken back

    def _relenting(self, t: Trial) -> frozenset[Seat]:
        """Whose card was claimed and may still be taken back: until he accepts the count."""
        if t.stay is None:
            return frozenset()
        waiting = [case for case in _upheld_since(t.stay, t) if case.accused not in t.stay.done]
        return frozenset(
            case.accused
            for case in waiting
            if self._laws.forgives(t.stay.state, case.accused)
            and _is_about(case, set(t.breaches) - set(cured(t, case.accused)))
        )

    def _resigned(self, t: Trial, seat: Seat) -> Trial:
        """Who accepts the verdict on him is bound, whatever the court hears later."""
        if t.stay is None or seat not in self._relenting(t):
            return t
        return t._replace(stay=t.stay._replace(done=t.stay.done | {seat}))

    def _deal_for(self, t: Trial, seat: Seat, act: Action) -> Logged:
        """The deal an act belongs to: who takes his card back acts before the claim."""
        taken_back = act.verb == MEND and seat in self._relenting(t)
        return t.stay.state if t.stay and taken_back else t.state

    def _stayed(self, t: Trial, seat: Seat, act: Action) -> Trial:
        """Where the deal goes on after the claim, so it does without it, until the time is over."""
        if t.stay is None or not self._laws.possible(t.stay.state, seat, act):
            return t._replace(stay=None)
        later = t._replace(stay=t.stay._replace(state=self._laws.step(t.stay.state, seat, act)))
        return later if self._relenting(later) else t._replace(stay=None)

    def _relented(self, t: Trial, seat: Seat, gone: set[Breach]) -> Trial:
        """The claim falls and with it what was demanded; what else was decided since holds."""
        assert t.stay is not None, "a claim is to fall"
        cases = tuple(
            _fallen(case)
            if _is_about(case, gone) or (case.kind, case.accused) == (GAIN, seat)
            else case
            for case in t.cases
        )
        stay = t.stay._replace(state=t.state)
        t = t._replace(cases=cases, stay=None)
        for case in _upheld_since(stay, t):
            t = t._replace(state=self._laws.ruled(t.state, _verdict(case)), stay=stay)
        return t

    def _rulings(self, t: Trial) -> Mapping[str, Ruling]:
        return self._laws.rulings(t.rules)

    # Claims and cases

    def _court_faults(self, t: Trial, seat: Seat, act: Action) -> tuple[Fault, ...]:
        if not t.log or self.phase(t) == "over":
            return (fault("", "court_rises"),)
        match act:
            case Action("claim", (accused, kind, trick)):
                return self._claim_faults(t, seat, accused, kind, trick)
            case Action("demand", (accused, points)) if GAIN in self._rulings(t):
                return _demand_faults(t, seat, accused, points)
            case Action("demand", (_, _)):
                return (fault("", "nothing_to_demand"),)
            case Action("vote", (answer,)):
                return _vote_faults(t, seat, answer)
            case Action("decide", (answer,)):
                return _decide_faults(t, seat, answer)
            case Action("accept", ()):
                return self._accept_faults(t, seat)
        return (fault("", "court_words"),)

    def _claim_faults(
        self, t: Trial, seat: Seat, accused: str, kind: str, trick: str
    ) -> tuple[Fault, ...]:
        if not _is_seat(t, seat) or not (_is_number(accused) and _is_seat(t, int(accused))):
            return (fault("", "no_such_player"),)
        known = [k for k, ruling in self._rulings(t).items() if ruling.how != "demand"]
        if kind not in (ANY, *known) or not _is_number(trick):
            return (fault("", "court_words"),)
        there = [c for c in t.cases if (c.accused, c.trick) == (int(accused), int(trick))]
        if any(_settles(case, seat, kind) for case in there):
            return (fault("", "claimed_already"),)
        return ()

    def _accept_faults(self, t: Trial, seat: Seat) -> tuple[Fault, ...]:
        if self._laws.duty(t.state) or open_cases(t):
            return (fault("", "nothing_to_accept"),)
        return () if seat in self.duty(t) else (fault("", "accepted_already"),)

    def _heard(self, t: Trial, seat: Seat, act: Action, number: int) -> Trial:
        if act.verb == "accept":
            return self._resigned(t, seat)._replace(accepted=t.accepted | {seat})
        t = t._replace(
            accepted=frozenset()
        )  # whatever the court hears, the count stands open again
        match act:
            case Action("claim", (accused, kind, trick)):
                return self._claimed(t, seat, Seat(int(accused)), kind, int(trick), number)
            case Action("demand", (accused, points)):
                clause = self._rulings(t)[GAIN].clause
                case = Case(seat, Seat(int(accused)), GAIN, 0, number, clause, int(points))
                return t._replace(cases=(*t.cases, case))
            case Action("vote", (answer,)):
                n, yes = _answer(answer)
                return self._closed(t, n, voted(t, t.cases[n - 1], seat, yes))
            case Action("decide", (answer,)):
                n, yes = _answer(answer)
                return self._closed(t, n, decided(t.cases[n - 1], yes))
        raise AssertionError(f"no act of a court: {act}")

    def _claimed(
        self, t: Trial, seat: Seat, accused: Seat, kind: str, trick: int, number: int
    ) -> Trial:
        """The record proves the claim or it falls; what needs judgement waits for it."""
        rulings = self._rulings(t)
        there = [b for b in t.breaches if (b.seat, b.trick) == (accused, trick)]
        meant = [breach for breach in there if kind in (ANY, breach.kind)]
        for breach in meant:
            if rulings[breach.kind].how == "record":
                return self._established(t, seat, breach, "record")
        unseen = [kind] if kind in rulings and rulings[kind].how == "case" else []
        to_judge = [
            b.kind for b in meant if rulings[b.kind].how in JUDGED and not _was_judged(t, seat, b)
        ] or unseen
        if to_judge:
            case = Case(seat, accused, to_judge[0], trick, number, rulings[to_judge[0]].clause)
        else:
            case = Case(seat, accused, kind, trick, number, verdict=DISMISSED, decided_by="record")
        return t._replace(cases=(*t.cases, case))

    def _established(self, t: Trial, claimant: Seat, breach: Breach, by: str) -> Trial:
        seat, kind, clause, trick, act = breach
        case = Case(claimant, seat, kind, trick, act, clause, verdict=UPHELD, decided_by=by)
        return self._upheld(t, case)._replace(cases=(*t.cases, case))

    def _closed(self, t: Trial, number: int, case: Case) -> Trial:
        cases = (*t.cases[: number - 1], case, *t.cases[number:])
        return (self._upheld(t, case) if case.verdict == UPHELD else t)._replace(cases=cases)

    def _upheld(self, t: Trial, case: Case) -> Trial:
        """The deal after a verdict; as it was is kept while the card may still be taken back."""
        stay = t.stay
        if stay is None and self._laws.forgives(t.state, case.accused):
            stay = Stay(t.state, t.cases)
        return t._replace(state=self._laws.ruled(t.state, _verdict(case)), stay=stay)

    # What is seen and what is paid

    def view(self, t: Trial, seat: Seat | None) -> View:
        """The game's view; the hand may do more than is lawful, and everybody reads the cases."""
        relenting = self._relenting(t)
        view = self._laws.view(t.stay.state if t.stay and relenting else t.state, seat)
        lawful: tuple[Prompt, ...] = ()
        possible: tuple[Prompt, ...] = ()
        if seat is not None:
            said = self._court_prompts(t, seat)
            lawful = (*self._laws.prompts(t.state, seat), *said)
            possible = (*self._offers(t, seat), *said)
        return replace(
            view,
            phase=self.phase(t),
            duty=self.duty(t),
            prompts=lawful,
            possible=possible,
            cases=t.cases,
        )

    def haste(self, t: Trial) -> Haste | None:
        """As in the game; in court nobody is hurried."""
        return self._laws.haste(t.state) if self._laws.duty(t.state) else None

    def effect(self, _before: Trial, _after: Trial) -> None:
        """The views are to be compared: a claim may change everything."""

    def settle(self, t: Trial) -> Settlement | None:
        """The settlement waits until the court has risen."""
        return None if self.duty(t) else self.outcome(t)

    def outcome(self, t: Trial) -> Settlement | None:
        """What the deal comes to as things stand; nothing while it is played or a case is open."""
        return None if open_cases(t) else self._laws.settle(t.state)

    def pending(self, t: Trial) -> Settlement | None:
        """What is paid if everybody accepts; nothing while the deal may still go on."""
        ended = not self._laws.duty(t.state) and self.phase(t) == "count"
        return self.outcome(t) if ended and not self._relenting(t) else None

    def reasons(self, t: Trial) -> tuple[Reason, ...]:
        """Why the deal is settled as it is."""
        return reasons_of(self._laws, t.state)

    def reprice(self, t: Trial, rules: RuleSet) -> Settlement:
        """The deal, and what was established, under another rule set."""
        return self._laws.reprice(t.state, rules)

    # A sitting

    def draw(self, rules: RuleSet, drawn: Mapping[int, Card], players: int) -> Draw:
        """As at any table."""
        return self._laws.draw(rules, drawn, players)

    def open_sitting(self, rules: RuleSet, players: int, dealer: int) -> Sitting:
        """As at any table."""
        return self._laws.open_sitting(rules, players, dealer)

    def deal(self, sitting: Sitting, pack: Sequence[Card]) -> tuple[Setup, tuple[int, ...]]:
        """As at any table."""
        return self._laws.deal(sitting, pack)

    def remark(self, sitting: Sitting, word: str) -> Sitting:
        """As at any table."""
        return self._laws.remark(sitting, word)

    def close_deal(self, sitting: Sitting, t: Trial, players: Sequence[int]) -> tuple[Sitting, Row]:
        """What was established is written with the deal."""
        return self._laws.close_deal(sitting, t.state, players)


# What makes no sense in court


def _upheld_since(stay: Stay, t: Trial) -> tuple[Case, ...]:
    """What was established after the deal was stayed."""
    return tuple(c for c in t.cases if c.verdict == UPHELD and c not in stay.cases)


def _is_about(case: Case, breaches: Collection[Breach]) -> bool:
    """Whether a case is about one of these breaches."""
    return (case.accused, case.kind, case.trick) in {(b.seat, b.kind, b.trick) for b in breaches}


def _fallen(case: Case) -> Case:
    """A case about a card that was taken back in time."""
    return case._replace(verdict=DISMISSED, decided_by=MEND)


def _verdict(case: Case) -> Verdict:
    gain = (case.claimant, case.points) if case.kind == GAIN else None
    return Verdict(case.accused, case.kind, case.clause, case.trick, gain)


def _settles(case: Case, seat: Seat, kind: str) -> bool:
    """Whether a case leaves nothing to claim; a claim that fell binds only who made it."""
    if case.decided_by == MEND or (case.verdict == DISMISSED and case.claimant != seat):
        return False
    return case.kind == kind or (kind == ANY and case.verdict != DISMISSED)


def _was_judged(t: Trial, seat: Seat, breach: Breach) -> bool:
    """Whether somebody's claim about a breach was judged: no other word for it opens it again."""
    mine = [case for case in t.cases if case.claimant == seat and _is_about(case, (breach,))]
    return any(case.decided_by not in ("record", MEND) for case in mine)


def _is_seat(t: Trial, seat: int) -> bool:
    return 0 <= seat < t.seats


def _demand_faults(t: Trial, seat: Seat, accused: str, points: str) -> tuple[Fault, ...]:
    """Only who was wronged demands, of an offender, a whole number of points."""
    guilty = {str(case.accused) for case in t.cases if case.verdict == UPHELD}
    if accused not in guilty or str(seat) in guilty or not _is_seat(t, seat):
        return (fault("", "nothing_to_demand"),)
    if not _is_number(points) or points == "0":
        return (fault("", "court_words"),)
    same = (seat, int(accused), GAIN)
    standing = [case for case in t.cases if case.decided_by != MEND]  # what fell was never judged
    if any(same == (case.claimant, case.accused, case.kind) for case in standing):
        return (fault("", "claimed_already"),)
    return ()


def _vote_faults(t: Trial, seat: Seat, answer: str) -> tuple[Fault, ...]:
    found = _decide_faults(t, ARBITER, answer)
    if found:
        return found
    case = t.cases[_answer(answer)[0] - 1]
    return () if seat in to_vote(t, case) else (fault("", "not_your_vote"),)


def _decide_faults(t: Trial, seat: Seat, answer: str) -> tuple[Fault, ...]:
    if seat != ARBITER:
        return (fault("", "not_the_arbiter"),)
    number, _, word = answer.partition("=")
    if word not in ANSWERS or not _is_number(number):
        return (fault("", "court_words"),)
    return () if int(number) in open_cases(t) else (fault("", "no_such_case"),)


def _answer(word: str) -> tuple[int, bool]:
    number, _, answer = word.partition("=")
    return int(number), answer == "yes"


def _is_number(word: str) -> bool:
    """A whole number of at most three digits, written in one way only."""
    return len(word) <= 3 and word.isascii() and word.isdecimal() and word == str(int(word))
