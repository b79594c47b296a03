"""Königrufen at a free table: clumsy games judged twice, lawful ones left alone, secrets kept.

The naive side (``tests/naive/koenigrufen_breaches.py``) was written from the rule text and hears
only the pack and the acts.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import cast

import pytest

from laws.koenigrufen.test_naive import NAMED
from naive import koenigrufen_money as naive_money
from naive.koenigrufen_breaches import KINDS, Referee
from random_games import QUIET, random_rules, random_setup, random_words
from samples import SOAK, soaked
from trull import notation, ruleset
from trull.cards import Card
from trull.errors import IllegalAction
from trull.game import Game, replay
from trull.kernels.tarock import thirds
from trull.laws.court import UPHELD, VERBS, Trial
from trull.laws.koenigrufen.book import MASKS, PACK
from trull.laws.koenigrufen.table import State
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.learn.koenigrufen import arranged
from trull.match import Match
from trull.ruleset import RuleSet
from trull.settlement import Settlement, totals
from trull.state import ARBITER, Action, Prompt, Seat, allows
from twin_deals import twin

NAMES = ("tirol", "finale", "ulmann")
CLUMSY = soaked(60, 1_700)
"""Clumsy games for each rule set; over 5,000 in a soak."""
LAWFUL = soaked(40, 3_400)
"""Lawful games for each rule set; over 10,000 in a soak."""
TWINS = soaked(80, 1_000)
ORDERS = soaked(2, 50)
MISDEALS = soaked(40, 1_000)
BEFORE_PLAY = 0.35
"""Before the first card there are few acts, so more of them go wrong."""


def free_rules(name: str, rng: random.Random) -> RuleSet:
    """The rule set with some of the options its text names changed, at a free table."""
    own = {
        "tirol": ["besserrufer_rank", "trischaken_tie_vorhand"],
        "finale": ["announced_for_other", "misdeal_redealt"],
    }
    among = [*NAMED, *own.get(name, [])]
    rules = random_rules(f"koenigrufen/{name}", rng, 0.15, among)
    discovery = rng.choice(("claim", "claim", "count"))
    return rules.with_options({"table": "free", "discovery": discovery})


def trial_of(game: Game) -> Trial:
    assert isinstance(game.state, Trial)
    return game.state


def deal_of(game: Game) -> State:
    return cast(State, trial_of(game).state)


def referee_of(game: Game, name: str) -> Referee:
    """The naive referee, who has heard the whole log."""
    setup = game.setup
    options = {key: option.value for key, option in setup.rules.options.items()}
    deck = [PACK.code(card) for card in setup.pack]
    referee = Referee(name, options, deck, int(setup.forehand))
    for seat, act in game.log:
        referee.hear(int(seat), act.verb, act.args)
    return referee


# Clumsy players


def clumsy(game: Game, rng: random.Random, p: float) -> Iterator[None]:
    """A clumsy game to its end, with claims right and wrong; each act is yielded."""
    while game.duty:
        if game.phase == "count":
            _in_court(game, rng)
        elif rng.random() < (0.1 if _just_broken(game) else 0.012):
            _try(game, Seat(rng.randrange(4)), _claim(game, rng))
        else:
            _act(game, rng, p)
        yield


def _just_broken(game: Game) -> bool:
    breaches = trial_of(game).breaches
    return bool(breaches) and breaches[-1].act == len(game.log)


def _act(game: Game, rng: random.Random, p: float) -> None:
    if rng.random() < (p if game.phase == "play" else min(BEFORE_PLAY, 5 * p)):
        (on_turn,) = game.duty
        seat = on_turn if rng.random() < 0.8 else Seat(rng.randrange(4))
        possible = [o for o in game.view_for(seat).possible if _tried(o, rng)]
        if possible:
            return game.apply(seat, _words(rng.choice(possible), rng))
    (seat,) = game.duty
    prompts = [prompt for prompt in game.prompts(seat) if prompt.verb not in VERBS]
    quiet = [prompt for prompt in prompts if prompt.verb in QUIET]
    chosen = rng.choice(quiet) if quiet and rng.random() < 0.5 else rng.choice(prompts)
    return game.apply(seat, random_words(chosen, rng))


def _tried(offer: Prompt, rng: random.Random) -> bool:
    return offer.verb not in VERBS and (offer.verb != "throw_in" or rng.random() < 0.03)


def _words(offer: Prompt, rng: random.Random) -> Action:
    """Random words; most discards have nearly the right number."""
    if offer.verb.startswith("discard"):
        right = offer.most // 2
        size = right if rng.random() < 0.7 else rng.randint(0, offer.most)
        return Action(offer.verb, tuple(rng.sample(offer.choices, size)))
    return random_words(offer, rng)


def _in_court(game: Game, rng: random.Random) -> None:
    """After the last card: now and then a claim or a demand, else votes and consent.

    Who is claimed against in time takes his card back as often as not.
    """
    seat = rng.choice(sorted(game.duty))
    relenting = [offer for offer in game.view_for(seat).possible if offer.verb == "mend"]
    if relenting and rng.random() < 0.5:
        return game.apply(seat, random_words(relenting[0], rng))
    votes = [prompt for prompt in game.prompts(seat) if prompt.verb == "vote"]
    if rng.random() < 0.06:
        return _try(game, seat, _claim(game, rng))
    if votes and rng.random() < 0.2:
        number = votes[0].choices[0].partition("=")[0]
        word = rng.choice(("yes", "no"))
        return game.apply(ARBITER, Action("decide", (f"{number}={word}",)))
    if votes:
        return game.apply(seat, random_words(votes[0], rng))
    if rng.random() < 0.03:
        words = (str(rng.randrange(4)), str(rng.randint(1, 9)))
        return _try(game, seat, Action("demand", words))
    return game.apply(seat, Action("accept"))


def _claim(game: Game, rng: random.Random) -> Action:
    """Most claims name a real breach, the others anything."""
    breaches = trial_of(game).breaches
    if breaches and rng.random() < 0.7:
        breach = rng.choice(breaches)
        kind = rng.choice((breach.kind, "any"))
        return Action("claim", (str(breach.seat), kind, str(breach.trick)))
    kinds = [k for k, r in game.setup.rules.section("ruling").items() if r["how"] != "demand"]
    kinds.append("any")
    return Action("claim", (str(rng.randrange(4)), rng.choice(kinds), str(rng.randrange(13))))


def _try(game: Game, seat: Seat, act: Action) -> None:
    if not game.faults(seat, act):
        game.apply(seat, act)


def played_clumsily(name: str, seed: str) -> Game:
    """A whole clumsy game."""
    rng = random.Random(seed)
    game = Game(random_setup(free_rules(name, rng), rng))
    p = rng.choice((0.01, 0.03, 0.1, 0.3))
    for _ in clumsy(game, rng, p):
        pass
    return game


# The same breaches, the same money


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_clumsy_games_are_judged_alike(name: str) -> None:
    """Slow: whole deals, each judged twice and played again from its record."""
    met: Counter[str] = Counter()
    for number in range(CLUMSY):
        game = played_clumsily(name, f"clumsy {name} {number}")
        referee = referee_of(game, name)
        found = [(b.seat, b.kind, b.trick) for b in trial_of(game).breaches]
        assert sorted(found) == sorted(referee.faults), told(game)
        _same_money(game, referee, met)
        _again(game)
        met.update(kind for _seat, kind, _trick in found)
        met["relented"] += any(case.decided_by == "mend" for case in trial_of(game).cases)
    wanted = (
        KINDS[name] - {"birds_order"} if SOAK else {"must_follow", "must_tarock", "established"}
    )
    assert bool(met["relented"]) is (name == "tirol"), met
    assert not wanted - set(met), met


def told(game: Game) -> str:
    return notation.format_record(notation.of_game(game))


def _same_money(game: Game, referee: Referee, met: Counter[str]) -> None:
    """What was established is paid as the naive side pays it; every sum is zero."""
    result = game.settlement()
    assert result is not None
    assert sum(result.points) == sum(result.money) == 0
    for line in result.lines:
        assert sum(totals(4, [line.points])) == sum(totals(4, [line.money])) == 0
    guilty = _established(game)
    met["established"] += bool(guilty)
    outcome = deal_of(game).outcome
    if outcome in ("played", "ruled", "thrown_in", "dealt_again") and guilty:
        assert referee.is_paid(_kinds(game)) is (outcome != "dealt_again"), told(game)
    if not guilty or outcome in ("dealt_again", "redeal"):
        return
    case = referee.case([*guilty], _fixed_fine(game))
    gains = [c for c in trial_of(game).cases if c.verdict == UPHELD and c.kind == "gain"]
    case["renonce"]["extra"] = [
        {"seat": int(c.claimant), "points": c.points, "of": int(c.accused)}
        for c in gains
        if c.claimant not in guilty
    ]
    if referee.ruleset == "ulmann":
        del case["renonce"]["extra"]
        case["result"] = referee.result()
    expected = naive_money.settle(case)
    assert list(result.points) == expected["points"], told(game)
    assert list(result.money) == expected["money"], told(game)


def _established(game: Game) -> list[int]:
    """The offenders; for a misdeal all with a wrong count, not the dealer by F-10.6."""
    upheld = [c for c in trial_of(game).cases if c.verdict == UPHELD and c.kind != "gain"]
    guilty = {int(case.accused) for case in upheld}
    if any(case.kind == "wrong_count" for case in upheld):
        sizes = [hand.bit_count() for hand in deal_of(game).deal.hands]
        guilty |= {seat for seat, size in enumerate(sizes) if size != 12}
        if game.setup.rules.name == "koenigrufen/finale":
            others = {int(case.accused) for case in upheld if case.kind != "wrong_count"}
            guilty -= {game.setup.dealer} - others
    return sorted(guilty)


def _fixed_fine(game: Game) -> str:
    """The Finale's fine for a Besserrufer without a bird, where nothing else was established."""
    finale = game.setup.rules.name == "koenigrufen/finale"
    return "besserrufer_without_bird" if _kinds(game) == {"no_bird"} and finale else ""


def _kinds(game: Game) -> set[str]:
    cases = trial_of(game).cases
    return {c.kind for c in cases if c.verdict == UPHELD and c.kind != "gain"}


def _again(game: Game) -> None:
    """The log gives the same game, rulings included, and so does the written record."""
    assert replay(game.setup, game.log) == game
    record = notation.of_game(game)
    text = notation.format_record(record)
    assert notation.parse(text) == record
    assert notation.format_record(notation.parse(text)) == text


@pytest.mark.parametrize("name", ["tirol", "finale"])
@pytest.mark.parametrize("number", range(ORDERS))
def test_two_birds_in_the_wrong_order_are_judged_alike(name: str, number: int) -> None:
    """T-5.8, F-8.10: the Uhu comes before the Pagat; clumsy players hardly ever hold both."""
    rng = random.Random(f"birds {name} {number}")
    held = rng.sample([f"T{value}" for value in range(5, 23)], 10)
    options = {"table": "free", "announced_card_mode": "strict"}
    rules = ruleset.load(f"koenigrufen/{name}", options)
    game = Game(arranged(rules, [" ".join(["T1", "T2", *held])]))
    opening = ("cut 27", "bid solodreier", *["pass"] * 3, "announce pagat", "announce uhu", "lie")
    for words in (*opening, *["gut"] * 3):
        game.act(words)
    while game.phase == "play":
        (seat,) = game.duty
        act = rng.choice(game.plays(seat))
        last = seat == 0 and len(game.view_for(seat).hand) == 2
        game.apply(seat, Action("play", ("T1",)) if last else act)
    game.apply(Seat(1), "claim 0 birds_order 11")
    _try(game, Seat(0), Action("vote", ("1=yes",)))  # where the record does not decide it
    while game.duty:
        game.apply(min(game.duty), "accept")
    referee, met = referee_of(game, name), Counter[str]()
    assert [(b.seat, b.kind, b.trick) for b in trial_of(game).breaches] == referee.faults
    assert referee.faults == [(0, "birds_order", 11)]
    _same_money(game, referee, met)
    assert met["established"]


@pytest.mark.parametrize("name", NAMES)
def test_a_misdeal_found_in_the_auction_is_judged_alike(name: str) -> None:
    """F-10.5, F-10.6, KG-52: dealt again, or paid by the game that stands or is bid."""
    ends: Counter[str] = Counter()
    for number in range(MISDEALS):
        rng = random.Random(f"misdeal {name} {number}")
        rules = free_rules(name, rng).with_options({"klopfen": False, "most_players": 4})
        game = Game(random_setup(rules, rng))
        game.act("cut 20")
        more, fewer = rng.sample(range(4), 2)
        dealer = game.setup.dealer
        assert dealer is not None
        game.apply(dealer, f"misdeal {more} {fewer}")
        for _ in range(rng.randrange(8)):
            if game.phase == "auction":
                (seat,) = game.duty
                said = [prompt for prompt in game.prompts(seat) if prompt.verb not in VERBS]
                game.apply(seat, random_words(rng.choice(said), rng))
        accused = rng.choice([seat for seat in (more, fewer) if seat != dealer])
        _try(game, Seat((accused + 1) % 4), Action("claim", (str(accused), "wrong_count", "0")))
        if game.phase != "count":
            continue  # of old the deal goes on
        while game.duty:
            game.apply(min(game.duty), "accept")
        referee = referee_of(game, name)
        found = [(b.seat, b.kind, b.trick) for b in trial_of(game).breaches]
        assert sorted(found) == sorted(referee.faults), told(game)
        _same_money(game, referee, ends)
        ends[deal_of(game).outcome] += 1
    assert ends["dealt_again"], ends
    assert name == "ulmann" or ends["ruled"], ends


@pytest.mark.parametrize("kind", ["keep_announced", "birds_order"])
def test_nobody_is_convicted_over_a_bird_that_nobody_announced(kind: str) -> None:
    """T-5.10: whether an advantage was sought is judged, whether it was done the record shows."""
    rules = ruleset.load("koenigrufen/tirol", {"table": "free"})
    game = Game(arranged(rules, ["T1 T2 T5"]))
    for words in ("cut 27", "bid solodreier", *["pass"] * 3, "lie", *["gut"] * 3, "play T1"):
        game.act(words)
    game.apply(Seat(1), f"claim 0 {kind} 1")
    (case,) = trial_of(game).cases
    assert (case.verdict, case.decided_by) == ("dismissed", "record")


@pytest.mark.parametrize("name", ["tirol", "finale"])
def test_whether_a_card_fell_out_of_turn_the_record_shows(name: str) -> None:
    """T-6.1, F-10.2: who played in his turn is not voted on, who threw a card ahead is."""
    rules = ruleset.load(f"koenigrufen/{name}", {"table": "free"})
    game = Game(arranged(rules, ["T1 T2 T5", "T6"]))
    for words in ("cut 27", "bid solodreier", *["pass"] * 3, "lie", *["gut"] * 3):
        game.act(words)
    game.apply(Seat(1), "expose T6")
    game.apply(Seat(0), "play T5")
    for accused in (0, 1):
        game.apply(Seat(2), f"claim {accused} out_of_turn 1")
    played, threw = trial_of(game).cases
    assert (played.verdict, played.decided_by, threw.verdict) == ("dismissed", "record", "")


# Lawful games


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_nobody_is_accused_in_a_lawful_game(name: str) -> None:
    """A lawful game at a free table has no breach and pays what it pays at a guarded one.

    Slow: whole deals, each played at both tables.
    """
    compared = 0
    for number in range(LAWFUL):
        rng = random.Random(f"lawful {name} {number}")
        game = Game(random_setup(free_rules(name, rng), rng))
        for _ in clumsy_lawfully(game, rng):
            pass
        assert trial_of(game).breaches == (), told(game)
        assert not referee_of(game, name).faults
        guarded = _guarded(game)
        assert guarded is None or guarded.settlement() == game.settlement()
        compared += guarded is not None
    assert compared >= 0.9 * LAWFUL, compared


def clumsy_lawfully(game: Game, rng: random.Random) -> Iterator[None]:
    """Everybody keeps the rules; false claims are made and fall."""
    while game.duty:
        if game.phase == "count":
            game.apply(min(game.duty), Action("accept"))
        elif rng.random() < 0.01:
            rows = game.setup.rules.section("ruling")
            kinds = [kind for kind, row in rows.items() if row["how"] == "record"]
            words = (str(rng.randrange(4)), rng.choice(kinds), str(rng.randrange(13)))
            _try(game, Seat(rng.randrange(4)), Action("claim", words))
        else:
            _act(game, rng, 0.0)
        yield


@pytest.mark.parametrize("name", NAMES)
def test_everything_lawful_is_possible(name: str) -> None:
    for number in range(LAWFUL // 4):
        rng = random.Random(f"possible {name} {number}")
        game = Game(random_setup(free_rules(name, rng), rng))
        for _ in clumsy(game, rng, 0.05):
            for seat in game.duty:
                possible = game.view_for(seat).possible
                for prompt in game.prompts(seat):
                    words = random_words(prompt, rng) if not prompt.open else None
                    assert words is None or any(allows(offer, words) for offer in possible)


def _guarded(game: Game) -> Game | None:
    """The same deal at a guarded table.

    There who announces König ultimo has shown the sides; here a word proves nothing, so that a
    Kontra may be lawful which is refused there. Such a deal cannot be compared.
    """
    rules = game.setup.rules.with_options({"table": "guarded"})
    setup = game.setup
    copy = type(setup)(
        rules=rules,
        seats=setup.seats,
        forehand=setup.forehand,
        dealer=setup.dealer,
        pack=setup.pack,
        context=setup.context,
    )
    guarded = Game(copy)
    for seat, act in game.log:
        if act.verb in VERBS:
            continue
        if act.verb == "kontra" and guarded.faults(seat, act):
            return None
        guarded.apply(seat, act)
    return guarded


# Secrets


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_hidden_breach_looks_like_a_lawful_act(name: str) -> None:
    """Other cards where a seat cannot see them may make a breach lawful: its view stays equal.

    Slow: for each deal twins are dealt until one fits.
    """
    compared = innocent = 0
    for number in range(TWINS):
        rng = random.Random(f"twin {name} {number}")
        game = Game(random_setup(free_rules(name, rng), rng))
        stop = rng.randrange(10, 60)
        for _ in clumsy(game, rng, 0.15):
            if len(game.log) >= stop:
                break
        seat = rng.choice([None, *range(4)])
        viewer = None if seat is None else Seat(seat)
        for _ in range(10):
            other = twin(game, viewer, rng)
            if other is not None and game.duty and trial_of(other).cases == trial_of(game).cases:
                assert other.view_for(viewer) == game.view_for(viewer), told(game)
                compared += 1
                innocent += bool(set(trial_of(game).breaches) - set(trial_of(other).breaches))
    assert compared >= 2 * TWINS, compared
    assert innocent >= TWINS // 10, innocent


LAID = {
    "shown as it must be": ("discard H4 D4 D3", "H4 D4 D3"),
    "a tarock face down": ("discard_hidden T5 D4 D3", "T5 D4 D3"),
    "a king": ("discard HK D4 D3", "HK D4 D3"),
    "the Pagat": ("discard_hidden T1 D4 D3", "T1 D4 D3"),
}
DECLARER = "H4 HK D4 D3 S7 C7 T1 T5 T6 T7 T8 T9"


@pytest.mark.parametrize("words", [words for words, _cards in LAID.values()], ids=[*LAID])
@pytest.mark.parametrize("seat", [1, 2, 3, None])
def test_a_wrong_discard_looks_like_a_right_one(words: str, seat: int | None) -> None:
    rules = ruleset.load("koenigrufen/finale", {"table": "free"})
    setup = arranged(rules, [DECLARER, "", "", ""], "SB S8 S9 HQ HN HB")
    views = []
    for discard in ("discard H4 D4 D3", words):
        game = Game(setup)
        for text in ("2 cut 27", "0 bid dreier", "1 pass", "2 pass", "3 pass", "0 take 1"):
            game.apply(Seat(int(text[0])), text[2:])
        game.apply(Seat(0), discard)
        views.append(game.view_for(None if seat is None else Seat(seat)))
    assert views[0] == views[1]


@pytest.mark.parametrize("name", ["tirol", "finale"])
@pytest.mark.parametrize("king_at", [1, 3])
def test_a_bird_that_another_announced_binds_nobody_and_tells_no_sides(
    name: str, king_at: int
) -> None:
    """T-5.7, F-8.9: that bonus is lost, so its holder may play the card when he likes."""
    hands = ["D1 D2 D3 D4 T5 T6 T7 T8 S7 S8 C7 C8", "T9", "T1 T3 T10 T11", "T13"]
    hands[king_at] += " HK"
    options = {"table": "free", "announced_card_mode": "strict"}
    game = Game(arranged(ruleset.load(f"koenigrufen/{name}", options), hands))
    for words in ("cut 27", "vorhand", *["pass"] * 3, "bid rufer", "call H", "take 1"):
        game.act(words)
    for words in ("discard D1 D2 D3", "lie", "announce pagat", "done", *["gut"] * 3):
        game.act(words)
    for words in ("play T8", "play T9", "play T1"):
        if words == "play T1":  # seat 2, whose partner is seat 1 or 3
            assert {"play T1", "play T3"} < {str(act) for act in game.plays(Seat(2))}
        game.act(words)
    assert all(breach.seat == 1 for breach in trial_of(game).breaches)


@pytest.mark.parametrize("king_at", [1, 3])
def test_who_cannot_know_whether_his_partner_spoke_for_his_pagat_is_bound(king_at: int) -> None:
    """U-11.6, U-11.13: seat 1 announces the bought Pagat, be it the partner or not."""
    hands = ["D1 D2 D3 D4 T5 T6 T7 T8 S7 S8 C7 C8", "T9", "T10", "T13"]
    hands[king_at] += " HK"
    rules = ruleset.load("koenigrufen/ulmann", {"table": "free"})
    game = Game(arranged(rules, hands, "T1 DQ DN"))
    for words in ("cut 27", "bid rufer", *["pass"] * 3, "call H", "take 1"):
        game.act(words)
    for words in ("discard D1 D2 D3", "lie", "announce pagat", "done", *["gut"] * 3):
        game.act(words)
    assert "play T1" not in {str(act) for act in game.plays(Seat(0))}


def counted(game: Game) -> Settlement:
    """What a deal comes to once everybody has accepted the count."""
    for seat in range(4):
        game.apply(Seat(seat), "accept")
    result = game.settlement()
    assert result is not None
    return result


@pytest.mark.parametrize("name", ["tirol", "finale"])
@pytest.mark.parametrize("called", ["", "call D"])
def test_who_has_not_called_yet_is_no_soloist(name: str, called: str) -> None:
    """T-6.3, F-10.3: a Solorufer is paid singly, found out before the king is called or after."""
    game = Game(arranged(ruleset.load(f"koenigrufen/{name}", {"table": "free"}), ["HK"]))
    game.act("cut 27")
    game.apply(Seat(3), "misdeal 1 2")
    for words in ("bid solorufer", *["pass"] * 3, *filter(None, [called])):
        game.act(words)
    game.apply(Seat(0), "claim 1 wrong_count 0")
    result = counted(game)
    assert result.points == (2, -2, -2, 2)


@pytest.mark.parametrize(("name", "each"), [("tirol", 8), ("finale", 7)])
def test_a_bird_of_the_partner_does_not_name_the_one_the_declarer_owes(
    name: str, each: int
) -> None:
    """T-6.2, F-10.3: game, the Pagat that seat 0 owes and the Uhu that seat 1 announced."""
    hands = ["T1 T5 T6 T7 T8 D1 D2 D3 D4 S7 S8 C7", "T2 HK H4", "T9", "H1 T10"]
    game = Game(arranged(ruleset.load(f"koenigrufen/{name}", {"table": "free"}), hands))
    for words in ("cut 27", "bid besserrufer", *["pass"] * 3, "call H", "take 1"):
        game.act(words)
    for words in ("discard D1 D2 D3", "lie", "announce uhu", "done", *["gut"] * 3):
        game.act(words)
    for words in ("play T8", "play T2", "play T9", "play H1"):
        game.act(words)
    game.apply(Seat(2), "claim 3 must_follow 1")
    result = counted(game)
    assert result.points == (each, each, each, -3 * each)


@pytest.mark.parametrize(("name", "each"), [("tirol", 8), ("finale", 7)])
def test_a_bird_from_the_talon_does_not_name_the_one_the_declarer_owes(
    name: str, each: int
) -> None:
    """F-4.6, T-0.5: the bought Pagat comes beside the Uhu that was dealt to seat 0."""
    hands = ["T2 T5 T6 T7 T8 D1 D2 D3 D4 S7 S8 C7", "HK", "T9", "T10"]
    rules = ruleset.load(f"koenigrufen/{name}", {"table": "free"})
    game = Game(arranged(rules, hands, "T1 DQ DN"))
    for words in ("cut 27", "bid besserrufer", *["pass"] * 3, "call H", "take 1"):
        game.act(words)
    for words in ("discard D1 D2 D3", "announce pagat", "lie"):
        game.act(words)
    game.apply(Seat(2), "claim 0 bird_owed 0")
    result = counted(game)
    assert result.points == (-3 * each, each, each, each)


@pytest.mark.parametrize("name", ["tirol", "finale"])
def test_a_sure_gain_is_demanded_of_the_one_through_whom_it_was_lost(name: str) -> None:
    """T-6.4, F-10.7: seats 1 and 2 share the Renonce; the gain seat 2 cost is his alone."""
    hands = ["HK H4", "H3 S7", "H2 S8", "H1"]
    game = Game(arranged(ruleset.load(f"koenigrufen/{name}", {"table": "free"}), hands))
    for words in ("cut 27", "bid solodreier", *["pass"] * 3, "lie", *["gut"] * 3):
        game.act(words)
    for words in ("play HK", "play S7", "play S8", "play H1"):
        game.act(words)
    for words in ("claim 1 must_follow 1", "claim 2 must_follow 1", "demand 2 6"):
        game.apply(Seat(0), words)
    game.apply(Seat(2), "vote 3=yes")
    result = counted(game)
    game_value = {"tirol": 10, "finale": 8}[name]
    shared = 2 * game_value  # three for the soloist, one for seat 3, by two
    assert result.points == (3 * game_value + 6, -shared, -shared - 6, game_value)


@pytest.mark.parametrize("name", ["tirol", "finale"])
def test_the_last_trick_of_a_trischaken_takes_the_talon_after_a_misdeal_too(name: str) -> None:
    """F-5.3, T-4.5, KG-54: who has the last trick gets the Talon, also if it is the eleventh."""
    game = Game(arranged(ruleset.load(f"koenigrufen/{name}", {"table": "free"}), ["HK"]))
    game.act("cut 27")
    game.apply(Seat(3), "misdeal 1 2")
    for words in ("vorhand", *["pass"] * 3, "bid trischaken"):
        game.act(words)
    for words in ("stichzwang on", "talon last") if game.phase == "trischaken" else ():
        game.act(words)
    while game.phase == "play":
        (seat,) = game.duty
        game.apply(seat, game.plays(seat)[0])
    view = cast(KoenigrufenView, game.view_for(None))
    left = [hand & deal_of(game).left for hand in deal_of(game).deal.hands]
    assert sum(view.taken) == 11
    assert sum(view.counted) == 210 - sum(thirds(MASKS, hand) for hand in left)


def test_a_king_that_stays_in_hand_is_in_nobodys_tricks() -> None:
    """T-0.27: who laid nothing away has three cards left, and the others have three kings."""
    hands = [
        "HK H1 H2 T2 T3 T4 T5 T6 T7 T8 T9 T12",
        "DK T10 T11 T13 T14 T15 T16 T17 T18 T19 T20 T21",
        "SK S7 S8 S9 S10 SB SN SQ C7 C8 C9 C10",
        "CK CQ CN CB D1 D2 D3 D4 DQ DN DB H3",
    ]
    rules = ruleset.load("koenigrufen/tirol", {"table": "free"})
    game = Game(arranged(rules, hands, "H4 HB HN HQ T1 T22", forehand=1))
    for words in ("cut 27", "vorhand", "pass", "pass", "bid dreier", "pass", "take 1", "discard"):
        game.act(words)
    for words in ("lie", *["gut"] * 3, "play T10", "play S7", "play D1", "play T12"):
        game.act(words)
    while game.phase == "play":
        (seat,) = game.duty
        game.apply(seat, next(act for act in reversed(game.plays(seat)) if act.args != ("HK",)))
    for _ in range(4):
        game.apply(min(game.duty), Action("accept"))
    result = game.settlement()
    assert result is not None
    assert "HK" in game.view_for(Seat(0)).hand
    assert [line.item for line in result.lines] == ["game", "trull"]


TAKEN_BACK = {"table": "free", "take_back": "irregular"}
"""The treatise where an irregular card may be taken back by agreement (KG-51)."""


def dreier_of_old() -> Game:
    """A Dreier of the treatise, its first card about to fall: seat 0 leads."""
    hands = ["H1 H2 D1 T2 T3 T4 T5 T6 T7 T8 T9 T10", "H3 H4 T11", "HN HB T12", "HQ T22 T21"]
    rules = ruleset.load("koenigrufen/ulmann", TAKEN_BACK)
    game = Game(arranged(rules, hands, "C7 C8 C9 C10 D2 D3"))
    for words in ("cut 27", "bid dreier", *["pass"] * 3, "take 1", "discard C7 C8 C9", "lie"):
        game.act(words)
    for _ in range(3):
        game.act("gut")
    return game


def test_who_is_claimed_against_and_on_turn_may_lead_or_take_his_card_back() -> None:
    """U-10.23, KG-51: the deal goes on, so what he may lawfully do is offered beside the mend."""
    game = dreier_of_old()
    for words in ("play H1", "play H3", "play HB", "play T22"):
        game.act(words)
    game.apply(Seat(0), "claim 3 must_follow 1")
    assert game.duty == {3}
    verbs = {offer.verb for offer in game.view_for(Seat(3)).possible}
    assert {"mend", "play"} <= verbs


@pytest.mark.parametrize(
    ("since", "verdict"),
    [
        ((), "dismissed"),
        (("play HB",), "dismissed"),
        (("play HB", "play HQ"), "dismissed"),
        (("play HB", "play HQ", "play H4"), "upheld"),
    ],
)
def test_where_the_deal_goes_on_a_claim_falls_as_long_as_the_card_is_taken_back(
    since: tuple[str, ...], verdict: str
) -> None:
    """T-1.18, KG-51, KG-56: the time is over with the next lead, not with somebody's next card."""
    game = dreier_of_old()
    for words in ("play H1", "play T11"):
        game.act(words)
    game.apply(Seat(0), "claim 1 must_follow 1")
    for words in since:
        game.act(words)
    back = [offer for offer in game.view_for(Seat(1)).possible if offer.verb == "mend"]
    assert bool(back) is (verdict == "dismissed")
    if back:
        game.apply(Seat(1), "mend H3")
    (case,) = trial_of(game).cases
    assert case.verdict == verdict
    assert (deal_of(game).table.offence is None) is (verdict == "dismissed")


@pytest.mark.parametrize(("called", "may"), [("H", True), ("D", False)])
def test_who_called_his_own_king_knows_that_the_offender_is_against_him(
    called: str, may: bool
) -> None:
    """U-11.15, U-17.1: all others are his opponents, so he may throw the cards in."""
    hands = ["HK H1 D1 T2 T3 T4 T5 T6 T7 T8 T9 T10", "H3 H4 T11", "HN HB T12 DK", "HQ T22 T21"]
    rules = ruleset.load("koenigrufen/ulmann", {"table": "free"})
    game = Game(arranged(rules, hands, "C7 C8 C9 C10 D2 D3"))
    opening = ("cut 27", "bid rufer", *["pass"] * 3, f"call {called}", "take 1")
    for words in (*opening, "discard C7 C8 C9", "lie", *["gut"] * 3, "play H1", "play T11"):
        game.act(words)
    game.apply(Seat(2), "claim 1 must_follow 1")
    offered = {offer.verb for offer in game.view_for(Seat(0)).possible}
    assert ("throw_in" in offered) is may


@pytest.mark.parametrize("words", ["expose {}", "throw_in"])
@pytest.mark.parametrize("seat", [ARBITER, 4])
def test_who_sits_at_no_seat_has_no_cards_to_show_or_to_throw_in(seat: int, words: str) -> None:
    """F-10.2, F-10.8: the arbiter decides cases and does nothing else."""
    game = Game(arranged(ruleset.load("koenigrufen/finale", {"table": "free"}), ["HK"]))
    for opening in ("cut 27", "bid solodreier", *["pass"] * 3, "lie", *["gut"] * 3):
        game.act(opening)
    card = game.view_for(Seat(3)).hand[0]
    with pytest.raises(IllegalAction, match="no_such_player"):
        game.apply(Seat(seat), words.format(card))


@pytest.mark.parametrize("voted", [(), ("2 vote 1=yes",)])
def test_what_is_to_be_judged_of_a_card_falls_when_it_is_taken_back_in_time(
    voted: tuple[str, ...],
) -> None:
    """T-1.18, T-5.10, KG-56: nobody is judged for a card that no longer lies there."""
    hands = ["T1 T2 T5 T6 T7 T8 T22 H1 H2 D1 D2 S7", "T9 T10", "T11", "T12"]
    game = Game(arranged(ruleset.load("koenigrufen/tirol", {"table": "free"}), hands))
    opening = ("cut 27", "bid solodreier", *["pass"] * 3, "announce pagat", "lie", *["gut"] * 3)
    for words in (*opening, "play T1"):
        game.act(words)
    for text in ("1 claim 0 keep_announced 1", *voted, "0 mend T5"):
        game.apply(Seat(int(text[0])), text[2:])
    (case,) = trial_of(game).cases
    assert (case.verdict, case.decided_by) == ("dismissed", "mend")
    assert not [prompt for prompt in game.prompts(Seat(3)) if prompt.verb == "vote"]


def test_who_follows_the_card_laid_in_place_of_another_has_broken_nothing() -> None:
    """T-1.18, T-3.9: the tarock led is taken back, and seat 1 has given Herz to Herz."""
    hands = ["T5 T6 H1 H2 H4 HK D1 D2 D3 D4 S7 S8", "T7 T8 H3 HQ", "T9 HN", "T10 HB"]
    game = Game(arranged(ruleset.load("koenigrufen/tirol", {"table": "free"}), hands))
    opening = ("cut 27", "bid farbensolo", *["pass"] * 3, "lie", *["gut"] * 3)
    for words in (*opening, "play T5", "play H3"):
        game.act(words)
    assert [breach.seat for breach in trial_of(game).breaches] == [0, 1]
    game.apply(Seat(0), "mend H4")
    assert trial_of(game).breaches == ()
    assert referee_of(game, "tirol").faults == []


def test_the_stichzwang_the_vorhand_chose_holds_whatever_is_usual_at_the_table() -> None:
    """T-4.5: the option only says which choice comes first."""
    options = {"table": "free", "trischaken_stichzwang": False}
    hands = ["T5 H1", "T3 T9", "", ""]
    game = Game(arranged(ruleset.load("koenigrufen/tirol", options), hands))
    opening = ("cut 27", "vorhand", *["pass"] * 3, "bid trischaken", "stichzwang on", "talon last")
    for words in (*opening, "play T5", "play T3"):
        game.act(words)
    assert [breach.kind for breach in trial_of(game).breaches] == ["must_beat"]
    assert [fault.kind for fault in referee_of(game, "tirol").faults] == ["must_beat"]


def test_a_deal_made_again_stays_with_its_dealer_and_changes_nothing_else() -> None:
    rules = ruleset.load("koenigrufen/tirol", {"table": "free", "pagatkassa": True})
    match = Match(rules, 4, dealer=3)
    before = match.sitting
    setup, players = match.deal([Card(card) for card in range(PACK.size)])
    game = Game(setup)
    for text in ("1 cut 27", "3 misdeal 0 1", "2 claim 0 wrong_count 0"):
        game.apply(Seat(int(text[0])), text[2:])
    for seat in range(4):
        game.apply(Seat(seat), "accept")
    row = match.add(game, players)
    assert (row.points, row.notes) == ((0, 0, 0, 0), ("dealt_again",))
    assert (match.sitting.dealer, match.sitting.memo) == (3, before.memo)


def test_a_king_the_declarer_bought_and_lost_is_the_others() -> None:
    """U-10.23: the innocent side has taken all four kings and throws in; it is paid for them."""
    hands = [
        "S8 S10 D1 T2 T3 T4 T5 T6 T7 T8 T9 T10",
        "C7 C8 C9 C10 S9 T11 T12 T13 T14 T15 T16 T17",
        "HK HQ HN HB H1 H2 H3 H4 DK DQ DN DB",
        "T22 T21 T1 T18 T19 T20 SK SQ SN SB S7 D4",
    ]
    rules = ruleset.load("koenigrufen/ulmann", {"table": "free"})
    game = Game(arranged(rules, hands, "CK D2 D3 CB CN CQ", forehand=1))
    opening = ("cut 27", *["pass"] * 3, "bid dreier", "take 1", "discard D1 D2 D3", "lie")
    tricks = "C7 HK T22 CK SK S8 S9 DK SQ T2".split()
    for words in (*opening, *["gut"] * 3, *(f"play {card}" for card in tricks)):
        game.act(words)
    game.apply(Seat(1), "claim 0 must_follow 3")
    game.apply(Seat(1), "throw_in")
    result = counted(game)
    assert [(line.item, line.winner) for line in result.lines] == [
        ("game", "defenders"),
        ("koenige", "defenders"),
    ]
    assert result.notes == ()  # nobody counted 35 to 35


def test_every_kind_the_rule_sets_rule_on_is_known_here_or_judged() -> None:
    for name in NAMES:
        rows = ruleset.load(f"koenigrufen/{name}").section("ruling")
        by_record = {kind for kind, row in rows.items() if row["how"] in ("record", "open")}
        assert by_record <= KINDS[name] <= set(rows)
