"""What is to be said of a deal: the codes of known positions, and a sentence for every one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from random_games import acts, random_rules, random_setup
from trull import laws, locale, notation, ruleset
from trull.cli.telling import Teller
from trull.cli.words import Words
from trull.game import Game
from trull.laws.summary import (
    Mark,
    Saying,
    Stake,
    Summary,
    marked,
    number,
    plain,
    saying,
    seats,
    words,
)
from trull.match import Match
from trull.state import Seat, Seen

TRANSCRIPTS = Path(__file__).parent.parent / "transcripts"


def game_of(name: str, until: str = "") -> Game:
    """The deal of a transcript, up to the first act of a verb."""
    record = notation.parse((TRANSCRIPTS / f"{name}.trn").read_text(encoding="utf-8"))
    game = Game(record.setup)
    for act in record.acts:
        if act.action.verb == until:
            break
        game.apply(act.seat, act.action)
    return game


def told(name: str, until: str = "") -> Summary:
    """What is to be said to a spectator."""
    return laws.summary_of(game_of(name, until).view_for(None))


def codes(sayings: tuple[Saying, ...]) -> list[str]:
    """Under which codes it is said."""
    return [one.code for one in sayings]


# Königrufen


def test_contract_call_announcement_and_kontra_are_said_in_their_order() -> None:
    found = told("finale-besserrufer-pagat-kontra", until="play")
    assert found.heading == saying("game", game=words("besserrufer"))
    assert codes(found.status) == ["plays", "calls_fourth", "aim", "announced", "kontra"]
    assert found.status[-1].tone == "kontra"
    assert found.status[-1].about["on"] == words("pagat")
    assert found.tricks == 12


def test_the_prices_are_those_of_the_book_with_their_clauses() -> None:
    found = told("finale-besserrufer-pagat-kontra", until="play").stakes
    assert [(stake.item.code, stake.value, stake.times) for stake in found] == [
        ("game", 1, 1),
        ("stake_kontra", 2, 4),  # the Re
    ]
    assert all(stake.clause for stake in found)


def test_an_announced_valat_multiplies_the_game_or_replaces_it() -> None:
    stakes = told("finale-dreier-valat-angesagt", until="play").stakes
    valat = [one for one in stakes if one.item.about.get("item") == words("valat")]
    assert [(one.item.code, one.value, one.times) for one in valat] == [("stake_kontra", None, 16)]


def offers(name: str, before: str) -> dict[str, tuple[str, str]]:
    """What each announcement or Kontra was worth to who was to speak before an act."""
    record = notation.parse((TRANSCRIPTS / f"{name}.trn").read_text(encoding="utf-8"))
    game = Game(record.setup)
    for act in record.acts:
        if str(act.action) == before:
            found = laws.summary_of(game.view_for(act.seat)).offers
            return {one.act: (worth(one.before), worth(one.stake)) for one in found}
        game.apply(act.seat, act.action)
    raise AssertionError(before)


def worth(stake: Stake | None) -> str:
    """A price and its factor, read aloud."""
    return "" if stake is None else f"{stake.value or ''}x{stake.times}"


def test_what_may_be_announced_or_doubled_has_its_price_before_it_is_said() -> None:
    pagat = offers("finale-besserrufer-pagat-kontra", "kontra pagat")
    assert pagat["announce kakadu"] == ("", "6x1")
    assert pagat["announce valat"] == ("", "x8")  # instead of a price: it multiplies the game
    assert pagat["kontra game"] == ("1x1", "1x2")
    assert pagat["kontra pagat"] == ("2x1", "2x2")
    valat = offers("finale-dreier-valat-angesagt", "kontra valat")
    assert valat["kontra valat"] == ("x8", "x16")


@pytest.mark.parametrize(
    "name", ["finale-besserrufer-pagat-kontra", "finale-dreier-valat-angesagt"]
)
def test_the_whole_table_is_told_the_price_of_what_anybody_may_say(name: str) -> None:
    """A table tells everybody one summary: it must not hang on who is asked."""
    record = notation.parse((TRANSCRIPTS / f"{name}.trn").read_text(encoding="utf-8"))
    game, words = Game(record.setup), 0
    for act in record.acts:
        priced = {one.act for one in laws.summary_of(game.view_for(None)).offers}
        for prompt in game.view_for(act.seat).prompts:
            if prompt.verb in ("announce", "kontra"):
                assert priced.issuperset(f"{prompt.verb} {word}" for word in prompt.choices)
                words += len(prompt.choices)
        game.apply(act.seat, act.action)
    assert words


def test_a_solo_doubles_its_bonuses() -> None:
    found = offers("finale-solorufer-valat-still", "announce trull")
    assert found["announce trull"] == ("", "4x1")  # announced 2, in a solo 4


def test_who_passed_is_noted_and_the_highest_bid_is_said() -> None:
    found = told("finale-besserrufer-pagat-kontra", until="call")
    assert found.heading.code in ("phase", "game")
    assert {note.code for notes in found.notes for note in notes} >= {"dealer", "forehand"}


def test_a_finished_game_tells_its_sides_points_and_tricks() -> None:
    result = told("finale-besserrufer-pagat-kontra").result
    assert result is not None
    assert result.title == saying("game", game=words("besserrufer"))
    assert codes(result.line) == ["sides", "count", "side_tricks"]


def test_in_trischaken_everybody_has_his_own_count() -> None:
    result = told("finale-trischaken-jungfrau").result
    assert result is not None
    assert codes(result.line) == ["count_of"] * 4


def test_the_second_kontra_on_the_same_is_told_as_the_re() -> None:
    items = (1, "game"), (0, "pagat"), (0, "game")
    game = [Seen(Seat(seat), "kontra", (item,)) for seat, item in items]
    said = ("kontra game", 1), ("kontra pagat", 1), ("kontra game", 2)
    marks = [Mark(act=act, code=f"kontra.{level}") for act, level in said]
    assert [mark.code for _, mark in marked(game, marks)] == ["kontra.1", "kontra.1", "kontra.2"]
    assert [mark.code for _, mark in marked(game, ())] == ["kontra"] * 3


def test_a_mark_names_the_clause_of_a_game_and_the_factor_of_a_kontra() -> None:
    marks = told("finale-besserrufer-pagat-kontra").marks
    assert {(mark.code, mark.times) for mark in marks if mark.times} == {
        ("kontra.1", 2),
        ("kontra.2", 4),
    }
    assert all(mark.clause for mark in marks)


def test_between_two_deals_the_schlussradl_may_be_announced_once() -> None:
    match = Match(ruleset.load("koenigrufen/tirol"), 4)
    assert laws.standing_of(match.sitting).remarks == ("schlussradl",)
    match.remark("schlussradl")
    found = laws.standing_of(match.sitting)
    assert found.remarks == ()
    assert found.status[0].code in ("final_announced", "final_left")


@pytest.mark.parametrize(
    ("counters", "place"),
    [
        ({"radl_left": 0}, None),
        ({"radl_left": 4}, 1),
        ({"radl_left": 3}, 2),
        ({"radl_left": 2, "final": 2, "final_left": 4}, 1),
        ({"radl_left": 5}, 4),
    ],
)
def test_a_deal_of_a_doubled_round_is_counted_from_its_first(
    counters: dict[str, int], place: int | None
) -> None:
    """One that begins anew counts from one again, and so does the Schlussradl."""
    sitting = Match(ruleset.load("koenigrufen/tirol"), 4).sitting
    found = laws.standing_of(replace(sitting, memo={**sitting.memo, **counters})).round
    assert (found and found.about["n"]) == (number(place) if place else None)


def test_a_game_that_was_won_or_lost_says_so_and_mixed_ones_do_not() -> None:
    verdicts = {
        name: game_of(name).settlement()
        for name in (
            "finale-dreier-valat-angesagt",
            "lhombre-volte-lost",
            "finale-trischaken-jungfrau",
        )
    }
    assert [found and found.verdict for found in verdicts.values()] == ["won", "lost", ""]


def why(name: str, item: str, me: int | None = None) -> str:
    """The reason of a line of a transcript's settlement, as its reader is told it."""
    game = game_of(name)
    people = tuple("Anna Berta Clara Dora".split()[: game.setup.seats])
    teller = Teller(Words("de", game.setup.rules.name), people, None if me is None else Seat(me))
    settlement = game.settlement()
    assert settlement is not None
    line = next(line for line in settlement.lines if line.item == item)
    return teller.why(line, game.reasons())


def test_every_line_says_why_in_this_very_deal_and_to_whom_it_happened() -> None:
    deal = "finale-besserrufer-pagat-kontra"
    assert why(deal, "game").startswith("gewonnen mit 46, nötig 36; genau 45/2: 2 Blatt")
    told = "der angesagte Pagat von Berta wurde in Stich 12 von Anna gestochen, mit XII"
    assert why(deal, "pagat") == told
    assert why(deal, "pagat", me=1) == told.replace(
        "der angesagte Pagat von Berta", "dein angesagter Pagat"
    )
    assert why(deal, "pagat", me=0).startswith("du hast den angesagten Pagat von Berta in Stich 12")


def test_the_reason_names_tricks_cards_and_who_has_the_most() -> None:
    assert why("tirol-rufer-kaiserstich", "trull") == "I Stich 7, XXI Stich 7, Sküs Stich 7"
    assert why("finale-trischaken-jungfrau", "trischaken", me=2) == (
        "du hast am meisten: 43; 24/1 heißt: ein Blatt bleibt über, "
        "drei Blatt machen einen Punkt (F-1.10); ohne Stich: Dora"
    )
    assert why("lhombre-volte-lost", "volte_lost") == "24 von 25 Stichen"


# Tarock à l'Hombre


def test_the_ombre_the_volte_and_their_prices() -> None:
    found = told("lhombre-volte-made", until="play")
    assert codes(found.status) == ["ombre", "needed"]
    done = told("lhombre-volte-made")
    assert "volte" in codes(done.status)
    assert [stake.item.code for stake in done.stakes] == ["consolation", "rate", "volte_price"]
    assert done.result is not None
    assert codes(done.result.line) == ["ombre", "points"]


# Perlaggen


def test_slate_target_tricks_and_how_each_figure_stands() -> None:
    found = told("perlaggen-blind-all-three")
    assert codes(found.status)[:3] == ["slate", "target", "tricks"]
    assert codes(found.board) == ["figure_won"] * 3
    assert found.parties == ((0, 2), (1, 3))
    offered = told("perlaggen-blind-all-three", until="hold_all")
    assert codes(offered.board) == ["offered_blind"] * 3


# Every game


def test_a_game_without_words_of_its_own_is_told_plainly() -> None:
    view = game_of("finale-dreier-valat-angesagt", until="bid").view_for(None)
    found = plain(view)
    assert found.heading == saying("phase", phase=("phase", view.phase))
    assert found.result is None


@pytest.mark.parametrize("lang", locale.LANGUAGES)
@pytest.mark.parametrize("name", ruleset.published())
def test_every_sentence_is_given_all_it_asks_for(name: str, lang: str) -> None:
    rng, at_table = random.Random(name), Words(lang, name)
    for _ in range(6):
        game = Game(random_setup(random_rules(name, rng), rng))
        names = tuple("Anna Berta Carl Dora Emil Fritz".split()[: game.setup.seats])
        tellers = [Teller(at_table, names), Teller(at_table, names, game.setup.forehand)]
        for _act in acts(game, rng):
            for teller in tellers:
                view = game.view_for(teller.me)
                for one in everything(laws.summary_of(view)):
                    sentence = teller.said(one)
                    assert at_table.find("said", one.code) is not None, one.code
                    assert "{" not in sentence, sentence
        for one in (one for reason in game.reasons() for one in reason.said):
            for teller in tellers:
                assert at_table.find("said", one.code) is not None, one.code
                assert "{" not in teller.said(one), teller.said(one)


def everything(found: Summary) -> Iterator[Saying]:
    """All that a summary says."""
    yield from (found.heading, *found.status, *found.board)
    yield from (stake.item for stake in found.stakes)
    yield from (note for notes in found.notes for note in notes)
    if found.result is not None:
        yield from (found.result.title, *found.result.line)


def test_the_reader_is_addressed_where_a_sentence_is_about_him_alone() -> None:
    at_table, names = Words("de", "koenigrufen"), ("Anna", "Berta", "Carl", "Dora")
    plays = saying("plays", who=seats(2))
    assert Teller(at_table, names).said(plays) == "Carl spielt"
    assert [*Teller(at_table, names, game_of("lhombre-un").setup.forehand).line([plays])]
    took = saying("took", who=seats(0), n=number(1), wanted=number(0))
    assert Teller(at_table, names).said(took) == "Anna: ein Stich, verlangt 0"
    assert Teller(at_table, names, Seat(0)).said(took) == "du hast einen Stich gemacht, verlangt 0"
    took = saying("took", who=seats(0), n=number(2), wanted=number(1))
    assert Teller(at_table, names).said(took) == "Anna: 2 Stiche, verlangt 1"
