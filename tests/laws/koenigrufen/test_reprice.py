"""A deal of Königrufen priced by another book: that book's bonuses, and no others."""

from __future__ import annotations

from trull import notation, referee, ruleset
from trull.game import Game
from trull.learn.koenigrufen import arranged
from trull.state import Seat

STRONG = "T22 T21 T20 T19 T18 T17 T16 T15 T4 HK DK SK"
HANDS = [STRONG, "T1 T2 T3 T5 H1", "T6 T7 T8 T9 H2", "T10 T11 T12 T13 T14 H3"]


def played(name: str, *said: str, revoke: bool = False, radl: int = 1) -> Game:
    """A Solodreier of seat 0, who leads from the top: the Quapil takes trick 9."""
    table = {"table": "free"} if revoke else {}
    game = Game(arranged(ruleset.load(name, table), HANDS, context={"radl": radl}))
    words = [f"announce {item}" for item in said]
    for word in ["cut 27", "bid solodreier", *["pass"] * 3, *words, "lie", *["gut"] * 3]:
        game.act(word)
    while game.phase == "play":
        (seat,) = game.duty
        cards = [str(act) for act in game.plays(seat)]
        lead = [f"play {card}" for card in STRONG.split() if f"play {card}" in cards]
        game.act("play H1" if revoke and seat == 1 else lead[0] if seat == 0 else cards[0])
        revoke = revoke and seat != 1
    return game


def lines(game: Game, name: str) -> dict[str, tuple[object, str]]:
    priced = game.repriced(ruleset.load(name))
    return {line.item: (line.value, line.note) for line in priced.lines}


def test_a_bird_that_the_own_book_does_not_know_counts_in_a_book_that_does() -> None:
    game = played("koenigrufen/ulmann")
    assert "quapil" not in lines(game, "koenigrufen/ulmann")
    for name in ("koenigrufen/tirol", "koenigrufen/finale"):
        same = played(name)
        assert same.repriced(same.setup.rules).points == game.repriced(same.setup.rules).points
    assert lines(game, "koenigrufen/tirol")["quapil"] == (4, "silent")


def test_what_may_not_be_announced_there_is_not_missed_there() -> None:
    game = played("koenigrufen/tirol", "mondfang")
    assert lines(game, "koenigrufen/tirol")["mondfang"] == (2, "announced")
    assert "mondfang" not in lines(game, "koenigrufen/ulmann")  # U-19.4


def test_a_renonce_is_priced_by_a_book_without_the_announced_bonus() -> None:
    record = notation.of_game(played("koenigrufen/tirol", "mondfang", "sack1", revoke=True))
    judged = referee.judge(record, ruleset.load("koenigrufen/finale"))
    assert judged.resettled is not None
    assert judged.resettled.points == (24, -40, 8, 8)


def test_a_besserrufer_without_a_bird_has_the_fine_of_the_book_that_prices_it() -> None:
    """F-4.7: game and Pagat, 3 to each, whatever else was announced; T-6.2: all that was."""
    hands = ["T21 T22 T5 T6 T7 T8 H1 H2 D1 D2 S7 S8", "T1 T2 HK", "T3 T4", "T12"]
    paid = {"koenigrufen/tirol": (-18, 6, 6, 6), "koenigrufen/finale": (-9, 3, 3, 3)}
    for name in paid:
        rules = ruleset.load(name, {"table": "free"})
        game = Game(arranged(rules, hands, "C7 C8 C9 C10 D3 D4"))
        opening = ("cut 27", "bid besserrufer", *["pass"] * 3, "call H", "take 1")
        for words in (*opening, "discard C7 C8 C9", "announce trull", "lie"):
            game.act(words)
        game.apply(Seat(3), "claim 0 no_bird 0")
        for book, points in paid.items():
            assert game.repriced(ruleset.load(book)).points == points, (name, book)


def test_a_book_without_a_radl_doubles_nothing_whoever_reads_the_record() -> None:
    """T-1.16; a record may say ``radl=2`` under any book, and settling and judging agree."""
    game = played("koenigrufen/tirol", radl=2)
    plain = played("koenigrufen/tirol")
    skoty = ruleset.load("koenigrufen/tirol", {"skoty": True})
    judged = referee.judge(notation.of_game(game), skoty).settled
    assert judged is not None
    assert judged.points == game.repriced(skoty).points == plain.repriced(skoty).points
    for name in ("koenigrufen/finale", "koenigrufen/ulmann"):
        assert played(name, radl=2).settlement() == played(name).settlement()


def test_a_deal_thrown_in_pays_nothing_by_any_book() -> None:
    """Four passes under the treatise: the cards are dealt anew."""
    game = Game(arranged(ruleset.load("koenigrufen/ulmann"), HANDS))
    for word in ("cut 27", *["pass"] * 4):
        game.act(word)
    for name in ("koenigrufen/ulmann", "koenigrufen/tirol"):
        priced = game.repriced(ruleset.load(name))
        assert (priced.points, priced.notes) == ((0, 0, 0, 0), ("redeal",))
