"""Options that seldom meet: what one of them says holds beside the others."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from random_games import acts, random_setup
from trull import bots, notation, ruleset
from trull.bots import explain
from trull.conformance.koenigrufen import settled
from trull.game import Game
from trull.laws.koenigrufen.book import book_of
from trull.laws.koenigrufen.facts import Facts, Player
from trull.laws.koenigrufen.penalty import judged
from trull.laws.koenigrufen.score import settle
from trull.laws.koenigrufen.table import Offence
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.learn.koenigrufen import arranged
from trull.state import Seat, action, expand


@pytest.mark.parametrize("name", ["perlaggen/1890", "perlaggen/1924"])
def test_where_tricks_go_on_after_the_spiel_no_raise_is_offered_that_is_unlawful(name: str) -> None:
    """P90-24: its party alone opens; what was done at the table reads back as it was done."""
    offered = 0
    for seed in range(30):
        rng = random.Random(seed)
        game = Game(random_setup(ruleset.load(name, {"play_out": True}), rng))
        for _ in acts(game, rng):
            for seat in map(Seat, range(game.setup.seats)):
                for prompt in game.prompts(seat):
                    if prompt.verb == "raise" and not prompt.open:
                        offered += 1
                        for act in expand(prompt):
                            assert game.faults(seat, act) == ()
        assert notation.replayed(notation.of_game(game, {})) == game
    assert offered


@pytest.mark.parametrize(
    "options",
    [{"opening": "forehand_word"}, {"opening": "forehand_word", "table": "free"}, {}],
)
def test_a_vorhand_who_can_call_no_king_and_has_no_other_game_voids_the_deal(
    options: dict[str, object],
) -> None:
    """KG-28: four kings in hand, none of them to be called, and nobody has bid."""
    agreed = {"self_call": False, "all_pass": "vorhand_must_call", **options}
    rules = ruleset.load("koenigrufen/ulmann", agreed)
    for kings, phase in (("HK DK SK", "call"), ("HK DK SK CK", "over")):
        game = Game(arranged(rules, [kings], talon="T1 T2 T3 T4 T5 T6"))
        game.act("cut 27")
        game.act("vorhand" if "opening" in options else "pass")
        for _ in range(3):
            game.act("pass")
        if game.phase == "forehand_choice":
            game.act("bid rufer")
        assert game.phase in (phase, "count" if phase == "over" else phase)
        assert getattr(game.view_for(None), "outcome", "") == ("redeal" if phase == "over" else "")


def test_trischaken_instead_of_sliding_is_played_as_every_trischaken_of_the_table() -> None:
    """T-4.5, T-7.5: where nothing is to be chosen, the table's Stichzwang and Talon hold."""
    agreed = {"trischaken_choice": False, "trischaken_stichzwang": False}
    options = {**agreed, "trischaken_talon": "first_six", "trischaken_instead_of_schleifen": True}
    game = Game(arranged(ruleset.load("koenigrufen/tirol", options), ["DK"], talon="HK"))
    for words in ("cut 27", "vorhand", "pass", "pass", "pass", "bid rufer", "call H"):
        game.act(words)
    game.act("trischaken")
    view = game.view_for(None)
    assert isinstance(view, KoenigrufenView)
    assert (view.phase, view.stichzwang, view.talon_use) == ("play", False, "first_six")


@pytest.mark.parametrize("agreed", [True, False])
def test_two_piccolos_side_by_side_stand_above_a_solorufer_where_that_is_agreed(
    agreed: bool,
) -> None:
    """KG-6: they drive a Solorufer out, so none drives them out, whichever was bid first."""
    rules = ruleset.load("koenigrufen/tirol", {"piccolo_bei_beats_solorufer": agreed})
    game = Game(arranged(rules, ["HK"]))
    for words in ("cut 27", "vorhand", "bid piccolo", "bei piccolo"):
        game.act(words)
    bids = {str(act) for prompt in game.prompts(Seat(3)) for act in expand(prompt)}
    assert ("bid solorufer" in bids) is not agreed
    assert "bid bettler" in bids


def test_who_holds_games_side_by_side_holds_the_highest() -> None:
    """F-3.3, T-4.3: an equal bid is held, so the one that stands to be beaten."""
    game = Game(arranged(ruleset.load("koenigrufen/tirol", {"hold": "forehand"}), ["HK"]))
    for words in ("cut 27", "vorhand", "bid piccolo_semi", "bei bettler_semi", "pass", "hold"):
        game.act(words)
    view = game.view_for(None)
    assert isinstance(view, KoenigrufenView)
    assert view.holders == ((0, "bettler_semi"),)


@pytest.mark.parametrize("value", [2, 6])
def test_beside_an_ouvert_game_all_hands_lie_open_whoever_bid_first(value: int) -> None:
    """T-0.16, T-4.3, KG-9: a Triccolo ouvert of another value meets games that are not ouvert."""
    options = {"triccolo_ouvert": True, "zwiccolo_bei": True, "triccolo_value": value}
    game = Game(arranged(ruleset.load("koenigrufen/tirol", options), ["HK"]))
    first = "piccolo" if value == 2 else "piccolo_semi"
    for words in ("cut 27", f"bid {first}", "bei triccolo_ouvert", "pass", "pass", *["gut"] * 4):
        game.act(words)
    for _ in range(4):
        (seat,) = game.duty
        game.apply(seat, game.plays(seat)[0])
    assert all(game.view_for(None).lying_open)


@pytest.mark.parametrize(
    ("renonce", "points"), [({}, (4, 4, -12, 4)), ({"renonce": {"seats": [2]}}, (8, 8, -24, 8))]
)
def test_told_facts_of_a_trischaken_instead_of_sliding_double_who_plays_it(
    renonce: dict[str, object], points: tuple[int, ...]
) -> None:
    """T-7.5, T-4.7, T-4.10: the declarer counts as Vorhand, whoever sat right of the dealer."""
    result = {"thirds": [50, 40, 90, 30], "tricks": [3, 2, 6, 1]}
    told = {"contract": "trischaken", "declarer": 2, "vorhand": 0, "result": result}
    assert settled({"ruleset": "tirol", **told, **renonce}).points == points


def test_a_sheet_of_plus_points_never_notes_the_loser_of_a_trischaken_or_a_bettler() -> None:
    """KG-31: who has lost writes nothing, also where everybody plays for himself."""
    book = book_of(ruleset.load("koenigrufen/tirol", {"sheet": "plus_only"}))
    tricks, thirds = (2, 6, 1, 3), (50, 90, 40, 30)
    loser = Facts(contract="trischaken", declarer=0, forehand=0, tricks=tricks, thirds=thirds)
    assert settle(book, loser).written == (2, 0, 2, 2)
    bids = (Player(0, "piccolo", {2: 1}), Player(2, "piccolo", {1: 1}))
    bei = Facts(contract="piccolo", declarer=0, forehand=0, players=bids, tricks=(1, 5, 2, 4))
    result = settle(book, bei)
    assert (result.points, result.written) == ((10, 2, -12, 0), (10, 2, 0, 0))
    offence = judged(book, loser._replace(offence=Offence((3,))))
    assert (offence.points, offence.written) == ((4, 4, 4, -12), (4, 4, 4, 0))


@pytest.mark.parametrize(
    ("tie", "points"),
    [
        ("vorhand_alone", (-6, 2, 2, 2)),
        ("own_share_doubled", (-4, -2, 3, 3)),
        ("pot_doubled", (-4, -4, 4, 4)),
    ],
)
def test_of_two_tied_in_the_finale_the_share_agreed_on_is_doubled(
    tie: str, points: tuple[int, ...]
) -> None:
    """F-5.7, KG-14: two tied lose 2 each; the Vorhand among them twice that, by option both."""
    book = book_of(ruleset.load("koenigrufen/finale", {"trischaken_tie_vorhand": tie}))
    tied = (75, 75, 30, 30)
    facts = Facts(contract="trischaken", declarer=0, forehand=0, tricks=(3, 3, 3, 3), thirds=tied)
    assert settle(book, facts).points == points


def test_two_who_tie_before_two_virgins_share_what_the_loser_would_pay() -> None:
    """F-5.10, KG-34: the odd pot of 3 becomes 4, and no one of the tied pays it alone."""
    options = {"two_virgins_odd_pot": "four", "trischaken_two_tied": 0}
    book = book_of(ruleset.load("koenigrufen/finale", options))
    virgins = {"tricks": (0, 6, 6, 0), "thirds": (0, 105, 105, 0)}
    facts = Facts(contract="trischaken", declarer=0, forehand=0)._replace(**virgins)
    assert settle(book, facts).points == (2, -2, -2, 2)


def test_a_hint_says_that_nothing_else_is_left_only_where_it_is_so() -> None:
    """Five suit cards must be laid away and with them one of six tarocks: there is a choice."""
    hand, talon = "T22 T21 T1 HK DK SK CK H4 H3 D4 D3 S7", "T2 T3 T4 T5 T6 T7"
    game = Game(arranged(ruleset.load("koenigrufen/tirol"), [hand], talon=talon))
    for words in ("cut 27", "bid sechserdreier", "pass", "pass", "pass"):
        game.act(words)
    (prompt,) = game.prompts(Seat(0))
    assert len(list(expand(prompt))) == 6
    (hint,) = explain.by_book(game.view_for(Seat(0)))
    assert hint.code == "book"


def test_a_bird_named_with_the_bid_is_changed_only_for_one_from_the_talon() -> None:
    """T-7.6, KG-3: the other dealt bird is not the one that outbid the rest."""
    options = {"besserrufer_rank": "by_bird", "bird_switch_from_talon": True}
    rules = ruleset.load("koenigrufen/tirol", options)
    hand, talon = "T1 T4 H1 H2 H3 H4 D1 D2 D3 D4 S7 S8", "T2 S9 C7 C8 C9 C10"
    opening = ("cut 27", "bid besserrufer:quapil", "pass", "pass", "pass", "call C", "take 1")
    for bird, may_lie in (("pagat", False), ("uhu", True), ("quapil", True)):
        game = Game(arranged(rules, [hand], talon=talon))
        for words in (*opening, "discard S7 S8 S9", f"announce {bird}"):
            game.act(words)
        assert any(prompt.verb == "lie" for prompt in game.prompts(Seat(0))) == may_lie


@pytest.mark.parametrize(("bird", "may"), [("T1", True), ("T2", False)])
def test_a_bird_that_cannot_be_announced_in_a_game_serves_for_no_bid(
    bird: str, may: bool, tmp_path: Path
) -> None:
    """T-0.5: the treatise knows the Pagat alone, so a house's Solo with a bird needs that one."""
    house = tmp_path / "house.toml"
    text = 'name = "haus/vogel"\nbase = "koenigrufen/ulmann"\n[contract.solo]\nneeds = "bird"\n'
    house.write_text(text)
    hand = f"{bird} H1 H2 H3 D1 D2 D3 S7 S8 S9 C7 C8"
    game = Game(arranged(ruleset.load(str(house)), [hand]))
    game.act("cut 27")
    bids = {str(act) for prompt in game.prompts(Seat(0)) for act in expand(prompt)}
    assert ("bid solo" in bids) is may
    for words in ("bid solo", *["pass"] * 3, "call H", "announce pagat", "lie") if may else ():
        game.act(words)


def test_where_no_king_is_called_none_is_announced_at_a_free_table_either(tmp_path: Path) -> None:
    """U-16.2: a house's Solo is played alone, and König ultimo stands in its list."""
    house = tmp_path / "house.toml"
    text = 'name = "haus/allein"\nbase = "koenigrufen/ulmann"\n[contract.solo]\nside = "alone"\n'
    house.write_text(text)
    rules = ruleset.load(str(house), {"table": "free"})
    game = Game(arranged(rules, ["T1 T22"]))
    for words in ("cut 27", "bid solo", *["pass"] * 3):
        game.act(words)
    (announce,) = [o for o in game.view_for(Seat(0)).possible if o.verb == "announce"]
    assert "pagat" in announce.choices
    assert "koenig_ultimo" not in announce.choices


@pytest.mark.parametrize("kind", ["heuristic", "search:quick:60s"])
@pytest.mark.parametrize("worthless", ["rufer", "dreier", "piccolo"])
def test_a_game_that_counts_nothing_by_a_house_rule_stops_no_bot(
    kind: str, worthless: str, tmp_path: Path
) -> None:
    """T-0.1: bonuses still count in it, and are weighed against something."""
    house = tmp_path / "house.toml"
    text = f'name = "haus/null"\nbase = "koenigrufen/tirol"\n[contract.{worthless}]\nvalue = 0\n'
    house.write_text(text)
    rules = ruleset.load(str(house))
    for seed in range(15 if kind == "heuristic" else 6):
        rng = random.Random(seed)
        game = Game(random_setup(rules, rng))
        table = [bots.make(kind, seat) for seat in range(4)]
        while game.duty:
            (seat,) = game.duty
            act = table[seat].act(game.view_for(seat))
            assert getattr(table[seat], "failure", "") == ""
            assert act is not None
            game.apply(seat, act)


@pytest.mark.parametrize(
    ("options", "king", "told"),
    [
        ({}, "HK", "T-2.10 slide_with_bird"),
        ({}, "DK", "T-2.10 king_not_in_talon"),
        ({"trischaken_instead_of_schleifen": True}, "HK", "T-7.5 trischaken_instead"),
        ({"trischaken_instead_of_schleifen": True}, "DK", "T-2.10 king_not_in_talon"),
    ],
)
def test_who_may_not_slide_so_is_told_why(options: dict[str, object], king: str, told: str) -> None:
    """A called king that lies open before everybody is never said to lie elsewhere."""
    rules = ruleset.load("koenigrufen/tirol", options)
    deal = Game(
        arranged(rules, ["T2 T4 HQ S8 S9 S10 C8 C9 C10 D3 D2 D1"], f"{king} D4 T1 C7 H3 H4")
    )
    for words in ("cut 27", "bid besserrufer", "pass", "pass", "pass", "call H"):
        deal.act(words)
    assert [str(fault) for fault in deal.faults(Seat(0), action("schleifen"))] == [told]
