"""The court of a free table, sitting over a game small enough to see through.

Four play a number each; odd numbers are forbidden, whispering is a matter of judgement, and
shouting is heard by everybody. Each offender pays one point to each of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import NamedTuple, cast

import pytest

from trull import ruleset
from trull.errors import IllegalAction, NotationError
from trull.laws import RefereedLaws, Ruling
from trull.laws.court import Free, Trial
from trull.settlement import Line, Payment, Settlement
from trull.state import (
    ARBITER,
    Act,
    Action,
    Breach,
    Fault,
    Logged,
    Prompt,
    Seat,
    Setup,
    Verdict,
    View,
    action,
    fault,
    one_of,
)

EVEN = ("2", "4", "6", "8")
ODD = ("1", "3", "5", "7", "9")
MUMBLED = "0"  # no breach that a record proves
SLOW = "00"  # a record shows it; whether it counts is judged


class Numbers(NamedTuple):
    """The state of the small game."""

    acts: tuple[Act, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    hushed: bool = False


class Laws:
    """The laws of the small game, as far as a court asks for them."""

    name, pack = "numbers", None
    asides = binding = lasting = frozenset[str]()
    discovering, paying, forgiving = False, True, False

    def begin(self, _setup: Setup) -> Numbers:
        return Numbers()

    def phase(self, s: Numbers) -> str:
        return "play" if self.duty(s) else "over"

    def duty(self, s: Numbers) -> frozenset[Seat]:
        played = sum(act.action.verb == "play" for act in s.acts)
        return frozenset() if s.hushed or played == 4 else frozenset({Seat(played)})

    def prompts(self, s: Numbers, seat: Seat) -> tuple[Prompt, ...]:
        return (one_of("play", "X-1", EVEN),) if seat in self.duty(s) else ()

    def offers(self, s: Numbers, seat: Seat) -> tuple[Prompt, ...]:
        mine = [act for act in s.acts if act.seat == seat]
        mends = (
            [one_of("mend", "X-4", EVEN + ODD)] if self.forgiving and mine and not s.hushed else []
        )
        plays = [one_of("play", "X-1", EVEN + ODD)] if seat in self.duty(s) else []
        return (*plays, *mends)

    def faults(self, s: Numbers, seat: Seat, act: Action) -> tuple[Fault, ...]:
        if act.verb == "mend":
            mine = not s.hushed and any(mine.seat == seat for mine in s.acts)
            return () if mine else (fault("X-4", "nothing_to_mend"),)
        lawful = seat in self.duty(s) and act.verb == "play" and act.args[0] in EVEN
        return () if lawful else (fault("X-1", "odd"),)

    def possible(self, s: Numbers, seat: Seat, act: Action) -> bool:
        return act.verb == "shout" or (seat in self.duty(s) and act.verb == "play")

    def charges(self, _s: Numbers, seat: Seat, act: Action) -> tuple[Breach, ...]:
        if act.verb == "shout":
            return (Breach(seat, "shout", "X-2"),)
        if act.args[0] == MUMBLED:
            return (Breach(seat, "whisper", "X-3", 1),)
        if act.args[0] == SLOW:
            return (Breach(seat, "slow", "X-6", 1),)
        return (Breach(seat, "odd", "X-1", 1),) if act.args[0] in ODD else ()

    def rulings(self, _rules: object) -> Mapping[str, Ruling]:
        return {
            "odd": Ruling("record", "X-1"),
            "shout": Ruling("open", "X-2"),
            "whisper": Ruling("case", "X-3"),
            "slow": Ruling("judged", "X-6"),
            **({"gain": Ruling("demand", "X-5")} if self.paying else {}),
        }

    def ruled(self, s: Numbers, verdict: Verdict) -> Numbers:
        ends = s.hushed or verdict.kind == "shout" or self.forgiving
        return s._replace(verdicts=(*s.verdicts, verdict), hushed=ends)

    def forgives(self, s: Numbers, seat: Seat) -> bool:
        return self.forgiving and bool(self.duty(s)) and any(act.seat == seat for act in s.acts)

    def righted(self, _s: Numbers, _seat: Seat, _act: Action) -> frozenset[tuple[Seat, str, int]]:
        return frozenset()

    def discovers(self, _s: Numbers) -> bool:
        return self.discovering

    def step(self, s: Numbers, seat: Seat, act: Action) -> Numbers:
        return s._replace(acts=(*s.acts, Act(seat, act)))

    def settle(self, s: Numbers) -> Settlement | None:
        if self.duty(s):
            return None
        lines = tuple(_fine(verdict) for verdict in s.verdicts)
        return Settlement(4, lines)

    def view(self, s: Numbers, seat: Seat | None) -> View:
        return View(
            rules=RULES,
            seat=seat,
            seats=4,
            forehand=Seat(0),
            dealer=None,
            context={},
            phase=self.phase(s),
            duty=self.duty(s),
            prompts=() if seat is None else self.prompts(s, seat),
            hand=(),
            counts=(),
            trick=(),
            last_trick=(),
            taken=(),
            lying_open=(),
            seen=(),
        )


def _fine(verdict: Verdict) -> Line:
    others = [seat for seat in range(4) if seat != verdict.seat]
    paid = tuple(Payment(verdict.seat, seat, 1) for seat in others)
    if verdict.gain is not None:
        paid = (Payment(verdict.seat, *verdict.gain),)
    return Line(verdict.kind, verdict.clause, 1, paid, paid)


RULES = ruleset.load("koenigrufen/tirol")
SETUP = Setup(rules=RULES, seats=4, forehand=Seat(0), dealer=None, pack=())


class Table:
    """The small game at a free table."""

    def __init__(self, discovering: bool = False, forgiving: bool = False) -> None:
        laws = Laws()
        laws.discovering, laws.forgiving = discovering, forgiving
        self.court = Free(cast("RefereedLaws[Logged]", laws))
        self.trial: Trial = self.court.begin(SETUP)

    def do(self, *acts: str) -> Table:
        for words in acts:
            who, _, act = words.partition(" ")
            seat = ARBITER if who == "*" else Seat(int(who))
            faults = self.court.faults(self.trial, seat, action(act))
            if faults:
                raise IllegalAction(faults)
            self.trial = self.court.step(self.trial, seat, action(act))
        return self

    def accept(self) -> Table:
        return self.do(*(f"{seat} accept" for seat in range(4)))

    def points(self) -> tuple[object, ...] | None:
        found = self.court.settle(self.trial)
        return None if found is None else found.points

    def refusal(self, act: str) -> str:
        with pytest.raises(IllegalAction) as refused:
            self.do(act)
        return refused.value.faults[0].code


def played(discovering: bool = False) -> Table:
    """Seat 1 has played an odd number, and nobody has said anything."""
    return Table(discovering).do("0 play 2", "1 play 3", "2 play 4", "3 play 6")


def test_an_unlawful_act_is_done_and_hidden() -> None:
    table = Table().do("0 play 2", "1 play 3")
    lawful = Table().do("0 play 2", "1 play 4")
    assert table.trial.breaches == (Breach(Seat(1), "odd", "X-1", 1, 2),)
    for seat in (0, 1, 2, 3, None):
        seen = [
            t.court.view(t.trial, None if seat is None else Seat(seat)) for t in (table, lawful)
        ]
        assert seen[0] == seen[1]


def test_what_no_hand_can_do_is_refused_even_here() -> None:
    assert Table().refusal("1 play 2") == "odd"


def test_a_view_names_what_is_lawful_and_what_is_possible() -> None:
    table = Table().do("0 play 2")
    view = table.court.view(table.trial, Seat(1))
    assert view.prompts[0].choices == EVEN
    assert set(view.possible[0].choices) == {*EVEN, *ODD}
    assert table.court.view(table.trial, None).possible == ()


def test_nothing_is_settled_before_everybody_accepted_the_count() -> None:
    table = played()
    assert table.points() is None
    assert table.court.phase(table.trial) == "count"
    table.do("0 accept", "1 accept", "2 accept")
    assert table.points() is None
    assert table.court.duty(table.trial) == {3}
    table.do("3 accept")
    assert table.points() == (0, 0, 0, 0)
    assert table.court.phase(table.trial) == "over"


def test_a_claim_the_record_proves_is_upheld_at_once() -> None:
    table = played().do("0 claim 1 odd 1")
    (case,) = table.trial.cases
    assert (case.verdict, case.decided_by, case.clause, case.act) == ("upheld", "record", "X-1", 2)
    assert table.accept().points() == (1, -3, 1, 1)


def test_a_claim_need_not_say_which_duty_was_broken() -> None:
    assert played().do("0 claim 1 any 1").accept().points() == (1, -3, 1, 1)


@pytest.mark.parametrize("claim", ["0 claim 2 odd 1", "0 claim 1 odd 2", "0 claim 1 any 2"])
def test_a_claim_the_record_does_not_prove_falls_and_costs_nothing(claim: str) -> None:
    table = played().do(claim)
    assert table.trial.cases[0].verdict == "dismissed"
    assert table.accept().points() == (0, 0, 0, 0)


def test_the_same_is_not_claimed_twice() -> None:
    table = played().do("0 claim 1 odd 1")
    assert table.refusal("2 claim 1 odd 1") == "claimed_already"
    assert table.refusal("2 claim 1 any 1") == "claimed_already"


def test_a_claim_that_fell_binds_only_who_made_it() -> None:
    table = Table().do("0 play 2", "3 claim 1 odd 1")  # too early: seat 1 has not played yet
    table.do("1 play 3")
    assert table.refusal("3 claim 1 odd 1") == "claimed_already"
    assert table.do("2 claim 1 odd 1").trial.cases[-1].verdict == "upheld"


def test_whatever_the_court_hears_the_count_must_be_accepted_anew() -> None:
    table = played().do("2 accept", "3 accept", "0 claim 1 odd 1")
    assert table.court.duty(table.trial) == {0, 1, 2, 3}


def test_where_the_count_brings_all_to_light_nobody_need_claim() -> None:
    table = played(discovering=True)
    assert [case.decided_by for case in table.trial.cases] == ["count"]
    assert table.accept().points() == (1, -3, 1, 1)


def test_the_count_finds_nothing_in_a_lawful_deal() -> None:
    table = Table(discovering=True).do("0 play 2", "1 play 8", "2 play 4", "3 play 6")
    assert table.trial.cases == ()
    assert table.accept().points() == (0, 0, 0, 0)


def test_what_was_claimed_is_not_found_again_by_the_count() -> None:
    table = Table(discovering=True).do("0 play 2", "1 play 3", "2 claim 1 odd 1")
    table.do("2 play 4", "3 play 6")
    assert len(table.trial.cases) == 1


def test_what_everybody_saw_is_ruled_on_at_once_and_may_end_the_deal() -> None:
    table = Table().do("0 play 2", "3 shout")
    assert table.trial.cases[0].claimant == ARBITER
    assert table.accept().points() == (1, 1, 1, -3)


def test_a_card_taken_back_in_time_is_no_breach() -> None:
    table = Table().do("0 play 2", "1 play 3", "1 mend 4")
    assert table.trial.breaches == ()
    assert table.do("0 claim 1 any 1").trial.cases[0].verdict == "dismissed"


def test_a_card_taken_back_for_another_wrong_one_is_a_breach() -> None:
    table = Table().do("0 play 2", "1 play 3", "1 mend 5")
    assert table.trial.breaches == (Breach(Seat(1), "odd", "X-1", 1, 3),)


# A claim in time reminds: the card may still be taken back


def reminded(discovering: bool = False) -> Table:
    """Seats 0 and 1 have played odd numbers, and the second is claimed."""
    table = Table(discovering, forgiving=True)
    return table.do("0 play 3", "1 play 3", "3 claim 1 odd 1")


def test_who_is_claimed_against_in_time_may_still_take_his_card_back() -> None:
    table = reminded().do("1 mend 4")
    (case,) = table.trial.cases
    assert (case.verdict, case.decided_by) == ("dismissed", "mend")
    assert table.trial.breaches == (Breach(Seat(0), "odd", "X-1", 1, 1),)
    assert table.court.duty(table.trial) == {2}
    assert table.do("2 play 4", "3 play 6").accept().points() == (0, 0, 0, 0)


def test_a_case_nobody_has_decided_falls_as_well_when_the_card_is_taken_back() -> None:
    table = Table(forgiving=True).do("0 play 2", f"1 play {MUMBLED}", "3 claim 1 any 1")
    table.do("0 vote 1=yes", "1 mend 4")
    (case,) = table.trial.cases
    assert (case.kind, case.verdict, case.decided_by) == ("whisper", "dismissed", "mend")
    assert table.do("2 play 4", "3 play 6").accept().points() == (0, 0, 0, 0)


def test_who_accepts_the_verdict_has_not_taken_his_card_back() -> None:
    table = reminded().do("1 accept")
    assert table.refusal("1 mend 4") == "nothing_to_mend"
    assert table.do("0 accept", "2 accept", "3 accept").points() == (1, -3, 1, 1)


def test_what_the_court_hears_later_gives_nobody_his_card_back() -> None:
    table = reminded().do("1 accept", "2 claim 3 odd 1")  # the count stands open, the deal does not
    assert table.refusal("1 mend 4") == "nothing_to_mend"
    views = [table.court.view(table.trial, seat) for seat in (Seat(0), Seat(1), None)]
    assert not [p for view in views for p in view.possible if p.verb == "mend"]
    assert table.accept().points() == (1, -3, 1, 1)


def test_who_has_accepted_stays_bound_while_another_takes_his_card_back() -> None:
    table = reminded().do("3 claim 0 odd 1", "0 accept", "1 mend 4")
    assert table.refusal("0 mend 2") == "nothing_to_mend"
    assert table.accept().points() == (-3, 1, 1, 1)


def test_until_then_only_he_is_offered_anything_and_everybody_sees_the_deal_as_it_was() -> None:
    table, before = reminded(), Table(forgiving=True).do("0 play 3", "1 play 3")
    for seat in (0, 1, 2, 3, None):
        views = [
            t.court.view(t.trial, None if seat is None else Seat(seat)) for t in (table, before)
        ]
        now, was = (replace(v, prompts=(), possible=(), cases=(), duty=frozenset()) for v in views)
        assert now == replace(was, phase="count")
        assert [p.verb for p in views[0].possible if p.verb == "mend"] == ["mend"] * (seat == 1)
    assert table.refusal("0 mend 4") == "nothing_to_mend"


def test_what_was_demanded_falls_with_the_claim() -> None:
    table = reminded().do("3 demand 1 5", "1 mend 4")
    assert [case.decided_by for case in table.trial.cases] == ["mend", "mend"]
    assert table.do("2 play 4", "3 play 6").accept().points() == (0, 0, 0, 0)


def test_what_fell_with_the_claim_may_be_demanded_with_the_next() -> None:
    table = reminded().do("3 demand 1 5", "1 mend 5", "3 claim 1 odd 1", "3 demand 1 5")
    assert table.refusal("3 demand 1 5") == "claimed_already"
    table.do("1 vote 4=yes")
    assert table.accept().points() == (1, -8, 1, 6)


def test_a_card_taken_back_for_another_wrong_one_may_be_claimed_again() -> None:
    table = reminded().do("1 mend 5", "3 claim 1 odd 1", "1 accept")
    assert [case.verdict for case in table.trial.cases] == ["dismissed", "upheld"]


def test_each_of_two_who_are_claimed_against_may_take_his_card_back() -> None:
    table = reminded().do("3 claim 0 odd 1", "1 mend 4")
    assert table.court.phase(table.trial) == "count"
    one = table.trial
    assert table.accept().points() == (-3, 1, 1, 1)
    table.trial = one
    assert table.do("0 mend 2").court.duty(table.trial) == {2}
    assert not table.trial.breaches


def test_the_count_waits_for_who_may_still_take_his_card_back() -> None:
    table = reminded(discovering=True).do("0 accept")
    assert len(table.trial.cases) == 1
    table.do("1 accept")
    assert [case.accused for case in table.trial.cases] == [1, 0]
    assert table.refusal("1 mend 4") == "nothing_to_mend"
    assert table.accept().points() == (-2, -2, 2, 2)


def anything(rng: Random) -> tuple[Seat, Action]:
    """Something that somebody may say or do, sensible or not; acceptance most often."""
    who, other = Seat(rng.randrange(4)), rng.randrange(4)
    number, case = rng.choice((*EVEN, *ODD, MUMBLED)), rng.randint(1, 3)
    claimed, word = rng.choice(("odd", "any", "whisper")), rng.choice(("yes", "no"))
    words = rng.choice(
        (
            f"play {number}",
            f"mend {number}",
            f"claim {other} {claimed} 1",
            *(["accept"] * 9),
            f"demand {other} 2",
            f"vote {case}={word}",
            f"decide {case}={word}",
        )
    )
    return ARBITER if words.startswith("decide") else who, action(words)


@pytest.mark.parametrize("discovering", [False, True])
def test_what_is_paid_is_what_was_upheld_whatever_is_said(discovering: bool) -> None:
    ended = 0
    for seed in range(400):
        rng, table = Random(seed), Table(discovering, forgiving=True)
        for _ in range(120):
            who, act = anything(rng)
            if not table.court.faults(table.trial, who, act):
                table.trial = table.court.step(table.trial, who, act)
        verdicts = cast(Numbers, table.trial.state).verdicts
        upheld = [case for case in table.trial.cases if case.verdict == "upheld"]
        assert sorted((v.seat, v.kind) for v in verdicts) == sorted(
            (c.accused, c.kind) for c in upheld
        )
        ended += table.court.phase(table.trial) == "over"
    assert ended > 20  # some are settled too


# Judgement


def accused() -> Table:
    """Seat 0 says that seat 2 whispered; the deal is played to its end."""
    return Table().do("0 play 2", "0 claim 2 whisper 1", "1 play 2", "2 play 2", "3 play 2")


def test_a_case_waits_for_those_whose_cause_it_is_not() -> None:
    table = accused()
    assert table.trial.cases[0].verdict == ""
    assert table.court.duty(table.trial) == {1, 2, 3}
    assert table.refusal("0 vote 1=yes") == "not_your_vote"
    assert table.refusal("1 accept") == "nothing_to_accept"
    assert table.points() is None


def test_two_judges_of_one_mind_uphold_a_case() -> None:
    table = accused().do("1 vote 1=yes", "3 vote 1=yes")
    assert (table.trial.cases[0].verdict, table.trial.cases[0].decided_by) == ("upheld", "vote")
    assert table.accept().points() == (1, 1, -3, 1)


def test_who_claims_must_prove_so_a_divided_bench_dismisses() -> None:
    table = accused().do("1 vote 1=yes", "3 vote 1=no")
    assert table.trial.cases[0].verdict == "dismissed"
    assert table.accept().points() == (0, 0, 0, 0)


def test_the_accused_may_confess_but_not_acquit_himself() -> None:
    assert accused().do("2 vote 1=yes").trial.cases[0].decided_by == "confession"
    denied = accused().do("2 vote 1=no")
    assert denied.trial.cases[0].verdict == ""
    assert denied.court.duty(denied.trial) == {1, 3}


def test_a_claim_of_anything_opens_a_case_where_only_judgement_can_tell() -> None:
    table = Table().do("0 play 2", f"1 play {MUMBLED}", "3 claim 1 any 1")
    (case,) = table.trial.cases
    assert (case.kind, case.clause, case.verdict) == ("whisper", "X-3", "")
    assert table.refusal("2 claim 1 any 1") == "claimed_already"
    assert table.do("0 vote 1=no").trial.cases[0].verdict == "dismissed"


@pytest.mark.parametrize("kind", ["slow", "any"])
def test_what_the_record_shows_is_judged_whether_it_counts(kind: str) -> None:
    table = Table().do("0 play 2", f"1 play {SLOW}", f"3 claim 1 {kind} 1")
    (case,) = table.trial.cases
    assert (case.kind, case.clause, case.verdict) == ("slow", "X-6", "")
    assert table.do("0 vote 1=yes", "2 vote 1=yes").trial.cases[0].verdict == "upheld"


def test_who_was_not_believed_does_not_ask_again_by_another_word() -> None:
    table = Table().do("0 play 2", f"1 play {SLOW}", "3 claim 1 slow 1", "0 vote 1=no")
    assert table.refusal("3 claim 1 slow 1") == "claimed_already"
    (_first, again) = table.do("3 claim 1 any 1").trial.cases
    assert (again.verdict, again.decided_by) == ("dismissed", "record")
    assert not table.do("2 claim 1 any 1").trial.cases[-1].verdict  # another may still ask


def test_nobody_votes_on_what_the_record_shows_was_not_done() -> None:
    table = Table().do("0 play 2", "1 play 2", "3 claim 1 slow 1")
    (case,) = table.trial.cases
    assert (case.verdict, case.decided_by) == ("dismissed", "record")
    assert table.refusal("0 vote 1=yes") == "no_such_case"


def test_nobody_votes_twice() -> None:
    table = accused().do("1 vote 1=yes")
    assert table.refusal("1 vote 1=no") == "not_your_vote"


def test_between_two_only_a_confession_or_the_arbiter_upholds() -> None:
    table = Table()
    table.trial = table.court.begin(replace(SETUP, seats=2))
    table.do("0 play 2", "0 claim 1 whisper 1")
    denied = table.trial
    assert table.do("1 vote 1=no").trial.cases[0].verdict == "dismissed"
    table.trial = denied
    assert table.do("* decide 1=yes").trial.cases[0].decided_by == "arbiter"


def test_the_arbiter_decides_a_case_and_nothing_else() -> None:
    table = accused()
    assert table.refusal("1 decide 1=yes") == "not_the_arbiter"
    assert table.refusal("* decide 2=yes") == "no_such_case"
    table.do("* decide 1=no")
    assert table.refusal("* decide 1=yes") == "no_such_case"
    assert table.accept().points() == (0, 0, 0, 0)


def test_a_sure_gain_is_demanded_of_an_offender_only_and_by_the_innocent() -> None:
    table = played()
    assert table.refusal("0 demand 1 5") == "nothing_to_demand"
    table.do("0 claim 1 odd 1")
    assert table.refusal("1 demand 1 5") == "nothing_to_demand"
    assert table.refusal("0 demand 2 5") == "nothing_to_demand"
    table.do("0 demand 1 5")
    assert table.refusal("0 demand 1 4") == "claimed_already"
    table.do("2 vote 2=yes", "3 vote 2=yes")
    assert table.accept().points() == (6, -8, 1, 1)


def test_where_the_rules_pay_no_lost_gain_none_is_demanded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Laws, "paying", False)
    table = played().do("0 claim 1 odd 1")
    prompts = table.court.prompts(table.trial, Seat(0))
    assert "demand" not in [prompt.verb for prompt in prompts]
    assert table.refusal("0 demand 1 5") == "nothing_to_demand"


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("0 claim 1 gain 1", "court_words"),
        ("0 claim 7 odd 1", "no_such_player"),
        ("0 claim 1 even 1", "court_words"),
        ("0 claim 1 odd x", "court_words"),
        ("0 claim 1 odd 01", "court_words"),
        ("0 claim 1 odd ¹", "court_words"),
        ("0 claim 1", "court_words"),
        ("0 demand 1", "court_words"),
        ("0 vote 1=maybe", "court_words"),
        ("0 vote yes", "court_words"),
        ("0 accept now", "court_words"),
        ("0 vote 9=yes", "no_such_case"),
    ],
)
def test_nonsense_in_court_is_refused(act: str, code: str) -> None:
    assert played().refusal(act) == code


def test_no_court_sits_before_the_first_act_or_after_the_settlement() -> None:
    assert Table().refusal("0 claim 1 odd 1") == "court_rises"
    assert played().accept().refusal("0 claim 1 odd 1") == "court_rises"


def test_the_log_holds_what_was_said_in_court() -> None:
    table = played().do("0 claim 1 odd 1").accept()
    assert [str(act.action) for act in table.trial.acts][4:] == ["claim 1 odd 1", *["accept"] * 4]


def test_a_trial_is_the_fold_of_its_log() -> None:
    table = accused().do("1 vote 1=yes", "3 vote 1=yes").accept()
    again = Table()
    for act in table.trial.acts:
        assert not again.court.faults(again.trial, *act)
        again.trial = again.court.step(again.trial, *act)
    assert again.trial == table.trial


def test_a_referee_names_the_act_that_no_hand_can_have_done() -> None:
    from trull import referee

    acts = [Act(Seat(0), action("play 2")), Act(Seat(3), action("play 2"))]
    with pytest.raises(NotationError, match=r"act 2 \(3 play 2\)"):
        referee.tried(Table().court, SETUP, acts)
