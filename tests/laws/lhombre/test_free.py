"""Tarock à l'Hombre at a free table: clumsy games judged twice, secrets kept, table f paid.

The naive side (``tests/naive/lhombre_free.py`` and ``lhombre_fines.py``) was written from the rule
text before the laws were read, and hears only the pack and the acts.
"""

from __future__ import annotations

import importlib
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from casefile import all_cases, clauses_of
from naive import lhombre as naive
from naive.lhombre_fines import FINED, account, found, tricks
from naive.lhombre_free import Breach as NaiveBreach
from naive.lhombre_free import Table
from random_games import random_rules, random_setup, random_words
from samples import soaked
from trull import clauses, notation, ruleset
from trull.bots.lhombre.fast.spot import spot_of
from trull.bots.manners import lawful_part
from trull.bots.noticing import noticed
from trull.game import Game, replay
from trull.laws.court import UPHELD, Trial
from trull.laws.lhombre import score
from trull.laws.lhombre.book import PACK
from trull.laws.lhombre.table import State
from trull.laws.lhombre.view import LhombreView
from trull.learn.lhombre import lhombre_pack
from trull.match import Match
from trull.ruleset import RuleSet
from trull.settlement import totals
from trull.state import ARBITER, Action, Breach, Prompt, Seat, Setup
from twin_deals import twin

NAME = "lhombre/compagnie"
GAMES = soaked(200, 5_000)
"""Clumsy games."""
LAWFUL = soaked(40, 10_000)
"""Games in which nobody does wrong."""
TWINS = soaked(160, 2_000)
"""Clumsy deals of which a twin is looked for."""
ROOT = Path(__file__).parents[3]
SEATS = (Seat(0), Seat(1), Seat(2))
COURT = ("claim", "demand", "vote", "decide", "accept")


def free_rules(rng: random.Random, changed: float = 0.25) -> RuleSet:
    """Some house's options, at a free table."""
    rules = random_rules(NAME, rng, changed).with_options({"table": "free"})
    for switch in ("volte", "honneurs", "vorhand_forced"):
        if rng.random() < 0.3:
            rules = rules.with_options({switch: True})
    if rng.random() < changed:
        rules = rules.with_options({"pagat_ultimo": 5, "skar_pagat_exception": False})
    return rules


def table_of(game: Game) -> Table:
    """The naive table before anything was done."""
    setup = game.setup
    options = {name: option.value for name, option in setup.rules.options.items()}
    return Table(options, [PACK.code(card) for card in setup.pack], int(setup.forehand))


def heard(game: Game) -> Table:
    """The naive table that has heard a game's log."""
    table = table_of(game)
    for seat, act in game.log:
        table.hear(seat, act.verb, act.args)
    return table


def trial_of(game: Game) -> Trial:
    assert isinstance(game.state, Trial)
    return game.state


def inner_of(game: Game) -> State:
    state = trial_of(game).state
    assert isinstance(state, State)
    return state


def view_of(game: Game, seat: int | None) -> LhombreView:
    view = game.view_for(None if seat is None else Seat(seat))
    assert isinstance(view, LhombreView)
    return view


# Clumsy players


def clumsy_act(game: Game, rng: random.Random, p: float) -> tuple[Seat, Action]:
    """With chance ``p`` anything a hand can do, by anybody; else something lawful.

    Before the play there are few acts, so more of them go wrong.
    """
    put_right = _put_right(game) if p and rng.random() < 0.3 else []
    if put_right:
        seat, offer = rng.choice(put_right)
        return seat, _words(offer, rng)
    if p and rng.random() < {"play": p, "exchange": 0.8}.get(game.phase, 0.2):
        seats = SEATS if game.phase == "exchange" else (rng.choice(SEATS),)
        offers = [(s, o) for s in seats for o in game.view_for(s).possible if _few(o)]
        rare = [(s, o) for s, o in offers if o.verb in ("give", "ask", "keep_gift", "return_card")]
        if offers:
            seat, offer = rng.choice(rare or offers)
            return seat, _words(offer, rng)
    seat = rng.choice(sorted(game.duty))
    prompts = [p for p in game.prompts(seat) if not p.open and _has_words(p)]
    quiet = [p for p in prompts if p.verb in ("pass", "no_honours")]
    if game.phase == "auction" and quiet and rng.random() < 0.55:
        return seat, Action(quiet[0].verb)
    return seat, _words(rng.choice(prompts), rng)


def _put_right(game: Game) -> list[tuple[Seat, Prompt]]:
    """A revoke, or the hand of one who laid the Skar in the dealer's place; else too seldom."""
    if game.phase == "skar":
        (dealer,) = game.duty
        return [(dealer, o) for o in game.view_for(dealer).possible if o.verb == "fill_up"]
    return [(seat, o) for seat in SEATS for o in game.prompts(seat) if o.verb == "mend"]


def _few(offer: Prompt) -> bool:
    """No word of the court; a card put right is tried too, and refused if nothing was wrong."""
    return offer.verb not in COURT and _has_words(offer)


def _has_words(offer: Prompt) -> bool:
    """Whether the hand has as many cards as are wanted; after a Skar of 27 it has not."""
    return offer.least <= len(offer.choices)


def _words(prompt: Prompt, rng: random.Random) -> Action:
    """Random words; a Skar of a few cards, honours all or none."""
    if prompt.verb in ("lay_skar", "fill_up"):
        size = min(rng.choice((1, 2, 3, 3, 3, 3, 3, 3, 4, 5, 9, 26)), len(prompt.choices))
        size = max(size, prompt.least)
        size = min(size, prompt.most)
        return Action(prompt.verb, tuple(rng.sample(prompt.choices, size)))
    if prompt.verb == "declare":
        return Action("declare", prompt.choices)
    return random_words(prompt._replace(most=min(prompt.most, len(prompt.choices))), rng)


def clumsy(game: Game, rng: random.Random, p: float) -> Iterator[None]:
    """A clumsy game to its end, with claims right and wrong; each step is yielded."""
    while game.duty:
        if rng.random() < 0.02 and game.log:
            _try(game, Seat(rng.randrange(3)), _claim(game, rng))
        if not game.duty:
            break
        if game.phase == "count" and not _deal_goes_on(game):
            _after(game, rng)
        else:
            _try(game, *clumsy_act(game, rng, p))
        yield


def _deal_goes_on(game: Game) -> bool:
    return any(prompt.verb == "count" for s in game.duty for prompt in game.prompts(s))


def _after(game: Game, rng: random.Random) -> None:
    seat = rng.choice(sorted(game.duty))
    votes = [p for p in game.prompts(seat) if p.verb == "vote"]
    if votes and rng.random() < 0.3:
        number = votes[0].choices[0].split("=")[0]
        _try(game, ARBITER, Action("decide", (f"{number}={rng.choice(('yes', 'no'))}",)))
    elif votes:
        _try(game, seat, random_words(votes[0], rng))
    else:
        _try(game, seat, Action("accept"))


def _try(game: Game, seat: Seat, act: Action) -> None:
    if not game.faults(seat, act):
        game.apply(seat, act)


def _claim(game: Game, rng: random.Random) -> Action:
    """Half of the claims name a real breach, the others anything."""
    breaches = trial_of(game).breaches
    if breaches and rng.random() < 0.5:
        breach = rng.choice(breaches)
        if breach.kind == "misdeal" and rng.random() < 0.8:
            return Action("accept")
        kind = rng.choice((breach.kind, "any"))
        return Action("claim", (str(breach.seat), kind, str(breach.trick)))
    kinds = "revoke skar_count skar_barred misdeal talk collusion any".split()
    words = (str(rng.randrange(3)), rng.choice(kinds), str(rng.randrange(20)))
    return Action("claim", words)


# The same breaches, duties and money


@pytest.mark.slow
def test_clumsy_games_are_judged_alike() -> None:
    """At every card the same lawful and possible ones and the same duties; then breaches and money.

    Slow: whole deals, each judged twice at every step.
    """
    met: Counter[str] = Counter()
    for seed in range(GAMES):
        judged_alike(seed, met)
    wanted = (
        "mend say_mine not_mine is_it_yours hint_overtrump keep_gift return_card fill_up "
        "misdeal lay_silent announce_volte NO_FIGUR MUST_FIGUR MUST_OVERTRUMP LOWEST_TRUMP "
        "skar_count skar_barred skar_forgotten skar_by_other revoke overfull_after_exchange"
    )
    for word in wanted.split():
        assert met[word] >= 2, (word, met)


def judged_alike(seed: int, met: Counter[str]) -> None:
    """A clumsy game, and the naive table beside it at every step."""
    rng = random.Random(f"clumsy {seed}")
    game = Game(random_setup(free_rules(rng), rng))
    table, known = table_of(game), 0
    for _ in clumsy(game, rng, rng.choice((0.03, 0.1, 0.3))):
        for seat, act in game.log[known:]:
            table.hear(seat, act.verb, act.args)
            met[act.verb] += 1
        known = len(game.log)
        _same_moment(game, table, met)
    for seat, act in game.log[known:]:
        table.hear(seat, act.verb, act.args)
    _same_end(game, table)
    met.update(breach.kind for breach in table.breaches)


def _same_moment(game: Game, table: Table, met: Counter[str]) -> None:
    if game.phase == "auction":
        assert _sayable(game) == table.lawful_words()
    if game.phase in ("play", "count"):
        for seat in SEATS:
            _same_cards(game, table, seat)
    if game.phase == "play":
        bound = {b.seat: b.duty for b in view_of(game, None).bound}
        assert bound == _bound(table)
        met.update(bound.values())


def _sayable(game: Game) -> set[str]:
    (speaker,) = game.duty
    offers = {prompt.verb: prompt.choices for prompt in game.prompts(speaker)}
    return {*offers.get("bid", ()), *(offers.keys() & {"pass", "hold"})}


def _same_cards(game: Game, table: Table, seat: Seat) -> None:
    """The hand, what can and may be played, and what a revoke may be changed for."""
    view, place = view_of(game, seat), table.place(seat)
    assert set(view.hand) == table.hands[place]
    assert _choices(view.possible, "play") == table.possible(place)
    assert _choices(view.prompts, "mend") == table.mendable(place)
    if game.phase == "play" and seat in game.duty:
        assert _choices(view.prompts, "play") == table.lawful(place)
        _all_lawful_is_possible(view)


def _bound(table: Table) -> dict[int, str]:
    """The duties of those who are still to play, by seat."""
    trick = table.open_trick()
    return {
        (place + table.forehand) % 3: duty
        for place, duty in trick.bound.items()
        if not trick.played(place)
    }


def _all_lawful_is_possible(view: LhombreView) -> None:
    """What may be done can be done."""
    offered = {prompt.verb: prompt for prompt in view.possible}
    for prompt in view.prompts:
        assert set(prompt.choices) <= set(offered[prompt.verb].choices), prompt.verb


def _choices(prompts: tuple[Prompt, ...], verb: str) -> set[str]:
    return {word for prompt in prompts if prompt.verb == verb for word in prompt.choices}


def _same_end(game: Game, table: Table) -> None:
    """Breaches, what came to light of them, and money; every line of the settlement sums to 0."""
    trial = trial_of(game)
    assert sorted((b.seat, b.kind, b.trick) for b in trial.breaches) == _named(
        table, table.breaches
    )
    upheld = [c for c in trial.cases if c.verdict == UPHELD and c.decided_by in ("record", "count")]
    assert sorted((c.accused, c.kind, c.trick) for c in upheld) == _named(table, found(table))
    result = game.settlement()
    assert result is not None
    assert list(result.points) == account(table), notation.format_record(notation.of_game(game))
    assert sum(result.points) == 0
    for line in result.lines:
        assert sum(totals(3, [line.points])) == 0


def _named(table: Table, breaches: list[NaiveBreach]) -> list[tuple[int, str, int]]:
    """Breaches by seat."""
    return sorted(((b.place + table.forehand) % 3, b.kind, b.trick) for b in breaches)


@pytest.mark.slow
def test_clumsy_games_replay_with_their_rulings() -> None:
    """Slow: every deal is played, written down, read and played again."""
    for seed in range(soaked(20, 1_000)):
        rng = random.Random(f"again {seed}")
        game = Game(random_setup(free_rules(rng), rng))
        for _ in clumsy(game, rng, 0.15):
            pass
        again = replay(game.setup, game.log)
        assert again == game
        assert trial_of(again).cases == trial_of(game).cases
        record = notation.of_game(game)
        assert notation.parse(notation.format_record(record)) == record
        assert notation.replayed(record) == game


@pytest.mark.slow
def test_nobody_is_accused_in_lawful_games() -> None:
    """Slow: whole deals; lawful players, who may ask whose the trick is, are never charged."""
    for seed in range(LAWFUL):
        rng = random.Random(f"lawful {seed}")
        game = Game(random_setup(free_rules(rng), rng))
        while game.duty:
            if game.phase == "count" and not _deal_goes_on(game):
                game.apply(min(game.duty), Action("accept"))
                continue
            seat, act = clumsy_act(game, rng, 0.0)
            game.apply(seat, act)
            assert not view_of(game, 0).bound
        assert trial_of(game).breaches == ()
        assert trial_of(game).cases == ()
        table = heard(game)
        assert table.breaches == []
        result = game.settlement()
        assert result is not None
        assert list(result.points) == account(table)


def test_after_a_void_hand_the_deal_passes_on() -> None:
    """The sheet has a row of zeros with its note, and the next player deals (L-5.2)."""
    match = Match(ruleset.load(NAME, {"table": "free"}), 3, 2)
    setup, players = match.deal(_before_deal().setup.pack)
    game = Game(setup)
    for seat, words in ((1, "cut 39"), (2, "misdeal 0 1"), (0, "claim 2 misdeal 0")):
        game.apply(Seat(seat), words)
    for seat in range(3):
        game.apply(Seat(seat), "accept")
    row = match.add(game, players)
    assert (row.points, row.notes) == ((0, 0, 0), ("misdeal",))
    assert match.sitting.dealer == 0


# Transcripts


TRANSCRIPTS = sorted((Path(__file__).parents[2] / "transcripts").glob("lhombre-free-*.trn"))
TAKES = re.compile(r"; (\d) takes ([\d+]+)-2 = (\d+)")
ROW = re.compile(r"^; O / X / Y: (\S+) / (\S+) / (\S+) = (\S+) / (\S+) / (\S+) \(", re.MULTILINE)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_free_transcripts_are_judged_alike(path: Path) -> None:
    """Hands, takers, the worth of each trick, breaches and money, worked out from the names."""
    text = path.read_text(encoding="utf-8")
    game = notation.replayed(notation.parse(text))
    table, dealt = table_of(game), {}
    for seat, act in game.log:
        table.hear(seat, act.verb, act.args)
        if act.verb in ("deal", "misdeal"):
            dealt = {str(seat): set(table.hands[table.place(seat)]) for seat in range(3)}
    _same_end(game, table)
    told = dict(re.findall(r"^; deal (\d): (.+)$", text, re.MULTILINE))
    assert {seat: set(cards.split()) for seat, cards in told.items()} == dealt
    notes = [(int(seat), values, int(worth)) for seat, values, worth in TAKES.findall(text)]
    assert notes == [
        (
            (trick.taker + table.forehand) % 3,
            "+".join(str(naive.nominal(card)) for card in trick.cards),
            naive.count_points(trick.cards),
        )
        for trick in (tricks(table) if table.tricks else ())
    ]


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_rows_of_the_table_of_fines(path: Path) -> None:
    """Where a comment names a row, the game's value is told in G and the result is that row."""
    text = path.read_text(encoding="utf-8")
    record = notation.parse(text)
    found = ROW.search(text)
    assert (found is not None) == path.stem.startswith("lhombre-free-row")
    if found is None:
        return
    game = notation.replayed(record)
    ombre = view_of(game, None).ombre
    assert ombre is not None
    facts = score.facts_of(inner_of(game), inner_of(game).book)
    value = abs(score.game_value(inner_of(game).book, facts))
    words = [found[n].replace("G", "") for n in (1, 2, 3)]
    times = [int({"+": "1", "-": "-1"}.get(word, word)) for word in words]
    assert [int(found[n]) for n in (4, 5, 6)] == [value * n for n in times]
    assert record.points is not None
    assert [record.points[(ombre + n) % 3] for n in range(3)] == [value * n for n in times]


PENALTIES = [
    {"penalty_partner_share": "only_if_ombre_wins"},
    {"penalty_multiplicity": "per_fault"},
    {"penalty_base": "game_only"},
]


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_recorded_deals_under_other_penalties(path: Path) -> None:
    """What was established is paid by the house's own formula."""
    game = notation.replayed(notation.parse(path.read_text(encoding="utf-8")))
    for options in PENALTIES:
        table = heard(game)
        table.options = {**table.options, **options}
        rules = game.setup.rules.with_options(options)
        assert list(game.repriced(rules).points) == account(table), options


def test_the_options_of_the_fine_on_recorded_deals() -> None:
    """The sums of the rule text: -G 0 +G, -3G +G +2G, and a fine without the Volte."""
    share = {"penalty_partner_share": "only_if_ombre_wins"}
    assert _in_values("row-first-loses", share) == [-1, 0, 1]
    assert _in_values("row-second-loses", share) == [-1, 1, 0]
    assert _in_values("row-ombre-first-loses", share) == [-3, 1, 2]
    assert _in_values("row-first-wins", share) == [3, -3, 0]
    game = _recorded("volte-fined")
    whole, bare = (
        game.repriced(game.setup.rules.with_options({"penalty_base": base})).lines[-1].value
        for base in ("whole", "game_only")
    )
    assert whole - bare == 200 - 20  # the Volte à deux in place of the Consolation


def _recorded(stem: str) -> Game:
    path = ROOT / "tests" / "transcripts" / f"lhombre-free-{stem}.trn"
    return notation.replayed(notation.parse(path.read_text(encoding="utf-8")))


def _in_values(stem: str, options: Mapping[str, object]) -> list[Fraction]:
    """The result of Ombre, X and Y in values of the game."""
    game = _recorded(stem)
    state = inner_of(game)
    assert state.ombre is not None
    value = abs(score.game_value(state.book, score.facts_of(state, state.book)))
    points = game.repriced(game.setup.rules.with_options(options)).points
    return [Fraction(points[(state.ombre + n) % 3]) / value for n in range(3)]


def test_every_row_irregularity_and_duty_has_its_transcript() -> None:
    stems = {path.stem.removeprefix("lhombre-free-") for path in TRANSCRIPTS}
    offenders = "none ombre first second both ombre-first ombre-second all".split()
    rows = {f"row-{who}" for who in offenders}
    assert {stem.rpartition("-")[0] for stem in stems if stem.startswith("row-")} == rows
    assert len([stem for stem in stems if stem.startswith("row-")]) == 2 * len(rows)
    kinds = {b.kind for path in TRANSCRIPTS for b in _breaches(path)}
    assert kinds == {*FINED, "misdeal"}
    bound = {duty for path in TRANSCRIPTS for duty in _duties(path)}
    assert bound == {
        ("NO_FIGUR", "L-8.2"),
        ("MUST_OVERTRUMP", "L-9.1"),
        ("NO_FIGUR", "L-10.1"),
        ("NO_FIGUR", "L-11.1"),
        ("MUST_FIGUR", "L-12.1"),
        ("MUST_FIGUR", "L-12.2"),
        ("NO_FIGUR", "L-13.1"),
        ("LOWEST_TRUMP", "L-13.3"),
    }


def _breaches(path: Path) -> tuple[Breach, ...]:
    game = notation.replayed(notation.parse(path.read_text(encoding="utf-8")))
    return trial_of(game).breaches


def _duties(path: Path) -> Iterator[tuple[str, str]]:
    record = notation.parse(path.read_text(encoding="utf-8"))
    game = Game(record.setup)
    for act in record.acts:
        game.apply(act.seat, act.action)
        for bond in view_of(game, None).bound:
            yield bond.duty, bond.clause


# Clauses


def test_every_clause_of_a_free_table_has_code_and_cases() -> None:
    """Class F, and A where the arbiter judges: code, a case for and a case against, not open."""
    text = (ROOT / "rules" / "lhombre.md").read_text(encoding="utf-8")
    wanted = re.findall(r"^- \*\*(L-[\d.]+)\*\* \((?:F|F, A|Q, A)\)", text, re.MULTILINE)
    assert len(wanted) >= 22
    importlib.import_module("trull.laws.lhombre")
    found: dict[str, set[bool]] = {}
    for _name, case in all_cases():
        if dict(case.get("options", {})).get("table") == "free":  # type: ignore[call-overload]
            for clause in clauses_of(case):
                found.setdefault(clause, set()).add(bool(case.get("against", False)))
    open_rows = (ROOT / "rules" / "OPEN.md").read_text(encoding="utf-8")
    for clause in wanted:
        assert clause in clauses.register(), clause
        assert found.get(clause) == {False, True}, (clause, found.get(clause))
        assert f"| {clause} |" not in open_rows


# Secrets


HIDDEN = {
    "deal": ("deal", "misdeal 0 1", "misdeal 2 1"),
    "skar": (
        "lay_skar C9 C10 CB",
        "lay_skar C9 C10",
        "lay_skar C9 CK T2 T3",
        "lay_skar T21 SKI CK",
    ),
}


@pytest.mark.parametrize("wrong", HIDDEN["skar"][1:])
def test_a_wrong_skar_looks_like_any_other(wrong: str) -> None:
    """Who did not lay it sees the same, whatever lies there, until the cards are counted."""
    right, other = _before_skar(), _before_skar()
    right.apply(Seat(2), HIDDEN["skar"][0])
    other.apply(Seat(2), wrong)
    for text in (
        "2 announce_skar",
        "0 bid sans_prendre",
        "1 pass",
        "2 pass",
        "0 play H4",
        "1 play S2",
    ):
        for game in (right, other):
            seat, _, words = text.partition(" ")
            game.apply(Seat(int(seat)), words)
        for viewer in (None, 0, 1):
            assert view_of(right, viewer) == view_of(other, viewer), (viewer, text)


@pytest.mark.parametrize("misdeal", ["misdeal 2 1", "misdeal 1 2"])
def test_a_misdeal_looks_like_any_deal(misdeal: str) -> None:
    """Who has his right number of cards cannot tell."""
    right, other = _before_deal(), _before_deal()
    right.apply(Seat(2), "deal")
    other.apply(Seat(2), misdeal)
    for viewer in (None, 0):
        assert view_of(right, viewer) == view_of(other, viewer)
    for text in (
        "2 lay_skar C9 C10 CB",
        "2 announce_skar",
        "0 bid sans_prendre",
        "1 pass",
        "2 pass",
    ):
        for game in (right, other):
            seat, _, words = text.partition(" ")
            game.apply(Seat(int(seat)), words)
        for viewer in (None, 0):
            assert view_of(right, viewer) == view_of(other, viewer), text


# What is refused


def test_refusals_name_the_phase_as_players_do_and_say_what_is_wrong_with_a_question() -> None:
    """L-1.1, L-8.1: one asks once in a trick, while one's own card is still to come."""
    game = _let_to_the_vorhand()
    _all_done(game, "0 play H4", "1 is_it_yours")
    refused = ((1, "pass"), (0, "is_it_yours"), (1, "is_it_yours"))
    faults = [game.faults(Seat(seat), Action(verb)) for seat, verb in refused]
    assert [str(fault) for (fault,) in faults] == [
        "L-1.1 not_now verb=pass phase=play",
        "L-8.1 card_lies",
        "L-8.1 no_question",
    ]


# What bots make of it


def test_bots_read_every_trick_in_its_turn() -> None:
    """A card that fell ahead is read where it lies; until its turn comes it is left out."""
    game = _let_to_the_vorhand()
    _all_done(game, "0 play H4", "2 play T5")
    assert _cards_read(game) == ["H4"]
    game.apply(Seat(1), "play S2")
    assert _cards_read(game) == ["H4", "S2", "T5"]
    assert spot_of(lawful_part(game.view_for(Seat(2)))).turn == 2
    game.apply(Seat(1), "play S3")  # before the lead
    assert _cards_read(game) == ["H4", "S2", "T5"]
    game.apply(Seat(2), "play T6")
    assert _cards_read(game) == ["H4", "S2", "T5", "T6"]
    game.apply(Seat(0), "play H5")
    assert _cards_read(game) == ["H4", "S2", "T5", "T6", "H5", "S3"]


def test_bots_accuse_by_the_lead_and_not_by_a_card_before_it() -> None:
    """The dealer's Treff lay there before the Herz was led: he had a tarock, and she had none."""
    game = _let_to_the_vorhand()
    _all_done(game, "2 play CN", "0 play H4", "1 play SB", "0 play H5", "1 play C8", "2 play T5")
    assert [str(act) for act in noticed(view_of(game, 0))] == ["claim 2 any 1"]


def _cards_read(game: Game) -> list[str]:
    seen = lawful_part(game.view_for(Seat(2))).seen
    return [one.args[0] for one in seen if one.verb == "play"]


def _let_to_the_vorhand() -> Game:
    game = _before_skar()
    _all_done(game, "2 lay_skar C9 C10 CB", "2 announce_skar")
    _all_done(game, "0 bid sans_prendre", "1 pass", "2 pass")
    return game


def _all_done(game: Game, *lines: str) -> None:
    for line in lines:
        seat, _, words = line.partition(" ")
        game.apply(Seat(int(seat)), words)


def _before_deal() -> Game:
    rules = ruleset.load(NAME, {"table": "free"})
    hands = [PACK.mask(PACK.codes[:25]), PACK.mask(PACK.codes[25:50]), PACK.mask(PACK.codes[50:])]
    pack = lhombre_pack([int(hand) for hand in hands], Seat(0))
    game = Game(Setup(rules=rules, seats=3, forehand=Seat(0), dealer=Seat(2), pack=pack))
    game.apply(Seat(1), "cut 39")
    return game


def _before_skar() -> Game:
    game = _before_deal()
    game.apply(Seat(2), "deal")
    return game


@pytest.mark.slow
def test_twin_deals_at_a_free_table_look_alike() -> None:
    """Cards a seat has not seen change places; where the same acts can be done, it sees the same.

    In one of the twins a card may be a revoke, a Skar barred, that in the other is lawful. Slow:
    clumsy deals, each played again with other cards.
    """
    compared = differ = 0
    for seed in range(TWINS):
        rng = random.Random(f"twin {seed}")
        game = _stopped(rng)
        viewer = rng.choice((None, Seat(0), Seat(1), Seat(2)))
        for _ in range(8):
            other = twin(game, viewer, rng)
            if other is not None and _asked(other) == _asked(game):
                assert other.view_for(viewer) == game.view_for(viewer)
                compared += 1
                differ += trial_of(other).breaches != trial_of(game).breaches
                break
    assert compared >= TWINS // 3, compared
    assert differ >= TWINS // 80, "too few twins hid a breach"


def _asked(game: Game) -> object:
    """What became of asked cards is said aloud, and so is part of the history."""
    return view_of(game, None).asked


def _stopped(rng: random.Random) -> Game:
    """A clumsy deal, left in the middle, with nothing yet claimed."""
    game = Game(random_setup(free_rules(rng), rng))
    for number in range(rng.randrange(4, 70)):
        if not game.duty or game.phase == "count":
            break
        _try(game, *clumsy_act(game, rng, 0.15))
        assert number < 100
    return game
