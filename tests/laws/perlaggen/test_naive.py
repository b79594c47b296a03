"""Perlaggen written twice: the laws and the naive checker agree.

The naive side (``tests/naive/perlaggen_*.py``) was written from the rule text alone, with names of
cards. Of a whole hand it hears only the pack and the acts; the deal, what may be played, tricks,
figures and the slate it works out itself.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple, cast

import pytest

from naive import perlaggen_cards as cards
from naive import perlaggen_hand as hands
from naive import perlaggen_values as values
from random_games import random_setup, random_words
from samples import soaked
from trull import notation, ruleset
from trull.cards import Card
from trull.game import Game
from trull.kernels.perlaggen import RANKS, SUITS
from trull.laws.perlaggen import bidding, cut, deal, figures, play, score, sitting
from trull.laws.perlaggen.book import FIGURES, OUT, PACK, Book
from trull.laws.perlaggen.table import (
    DONE,
    GOOD,
    NOBODY,
    Entry,
    Fig,
    Piece,
    State,
    faces_of,
    number_word,
    read_token,
    token,
    tricks_of,
)
from trull.state import Action, Prompt, Seat, action

NAME = "perlaggen/1890"
POSITIONS = soaked(4_000, 20_000)
"""Random trick positions."""
HANDS = soaked(1_000, 5_000)
"""Random hands whose figures are compared."""
JOINT = soaked(200, 1_200)
"""Random hands whose baptisms are all tried."""
GAMES = soaked(150, 600)
"""Random whole hands, for two, four and six players."""
SETS = ("four_standing", "oberland", "schlanders")


@cache
def _book(perlagg_set: str = "four_standing", **options: object) -> Book:
    return Book.of(ruleset.load(NAME, {"perlagg_set": perlagg_set, **options}))


class Table(NamedTuple):
    """A set of Perlaggen and a trump, as both sides call them."""

    book: Book
    options: cards.Options
    trump: str

    @property
    def suit(self) -> int:
        return SUITS.index(self.trump)

    def piece(self, word: str) -> Piece:
        found = read_token(self.book, self.suit, word)
        assert found is not None, word
        return found

    def pieces(self, words: Sequence[str]) -> tuple[Piece, ...]:
        return tuple(self.piece(word) for word in words)

    def word(self, piece: Piece) -> str:
        return token(self.book, self.suit, piece)


def _table(rng: random.Random) -> Table:
    chosen = rng.choice(SETS)
    trump = rng.choice("HLS" if chosen == "oberland" else "HLSE")
    return Table(_book(chosen), {"perlagg_set": chosen}, trump)


def _token(rng: random.Random, table: Table, card: str, named: float) -> str:
    """A card of a hand or a trick; a Perlagg is baptised, simple or free."""
    if not cards.is_perlagg(card, table.trump, table.options) or rng.random() > named:
        return card
    if rng.random() < 0.2:
        return card + "~"
    return f"{card}={rng.choice(cards.pack(table.options))}"


def _tokens(rng: random.Random, table: Table, n: int, named: float) -> list[str]:
    drawn = rng.sample(cards.pack(table.options), n)
    return [_token(rng, table, card, named) for card in drawn]


# Tricks


def test_the_perlaggen_and_their_order() -> None:
    for chosen in SETS:
        for trump in "HLS" if chosen == "oberland" else "HLSE":
            found = _book(chosen).perlaggen[SUITS.index(trump)]
            expected = cards.perlaggen(trump, {"perlagg_set": chosen})
            assert [PACK.codes[card] for card in found] == expected


def test_lawful_plays_and_winners() -> None:
    """Free, baptised and simple Perlaggen of every set, every suit led, every trump."""
    rng = random.Random("tricks")
    for _ in range(POSITIONS):
        table = _table(rng)
        hand = _tokens(rng, table, rng.randint(1, 5), named=0.15)
        led = rng.choice([None, *"HLSE"])
        suits = play.legal_suits(
            table.book, table.suit, table.pieces(hand), SUITS.index(led) if led else -1
        )
        found = {
            table.word(named)
            for piece in table.pieces(hand)
            for named in play.identities(table.book, piece, suits)
        }
        assert found == cards.legal_plays(hand, led, table.trump, table.options), (hand, led)
        _check_winner(rng, table)


def _check_winner(rng: random.Random, table: Table) -> None:
    plays = _tokens(rng, table, rng.choice((2, 4, 6)), named=1)
    if rng.random() < 0.5:  # the same identity several times
        plays = _crowded(rng, table)
    found = play.trick_winner(table.book, table.suit, table.pieces(plays))
    assert found == cards.trick_winner(plays, table.trump, table.options), (plays, table.trump)


def _crowded(rng: random.Random, table: Table) -> list[str]:
    """A trick of Perlaggen that share few identities, and of those cards themselves."""
    names = rng.sample(cards.pack(table.options), 2)
    wild = cards.perlaggen(table.trump, table.options)
    taken = [f"{card}={rng.choice(names)}" for card in rng.sample(wild, 3)]
    plain = [n for n in names if n not in wild]
    return rng.sample(taken + plain, len(taken + plain))


def test_who_may_speak_of_the_spiel_in_the_last_trick() -> None:
    rng = random.Random("last trick")
    for _ in range(2_000):
        table = _table(rng)
        (last,) = _tokens(rng, table, 1, named=0.5)
        led = rng.choice("HLSE")
        found = bidding.spiel_eligible(table.piece(last), SUITS.index(led), table.suit)
        assert found == cards.spiel_eligible(last, led, table.trump, table.options), last


# Figures


def _named(figure: figures.Figure | None) -> cards.Figure | None:
    if figure is None:
        return None
    suit = "" if figure.suit < 0 else SUITS[figure.suit]
    return cards.Figure(FIGURES[figure.kind], figure.n, RANKS[figure.rank], suit)


def _figure(figure: cards.Figure | None) -> figures.Figure | None:
    if figure is None:
        return None
    suit = SUITS.index(figure.suit) if figure.suit else -1
    return figures.Figure(FIGURES.index(figure.kind), figure.n, RANKS.index(figure.rank), suit)


def _free(table: Table, hand: Sequence[str]) -> int:
    return sum(cards.is_free(word, table.trump, table.options) for word in hand)


def test_the_best_figures_of_a_hand() -> None:
    rng = random.Random("figures")
    for _ in range(HANDS):
        table = _table(rng)
        hand = _tokens(rng, table, rng.choice((5, 5, 5, 3, 7)), named=0.3)
        faces = faces_of(table.pieces(hand))
        where = (hand, table.trump, table.options)
        gleich = figures.best_gleich(table.book, faces)
        assert _named(gleich) == cards.best_gleich(hand, table.trump, table.options), where
        hanger = figures.best_hanger(table.book, faces, table.suit)
        assert _named(hanger) == cards.best_hanger(hand, table.trump, table.options), where
        for need, words in ((1, "G"), (2, "H"), (3, "GH"), (4, "S")):
            found = figures.can_have(table.book, faces, need)
            assert found == cards.can_have(hand, table.trump, words, table.options), where


@pytest.mark.slow  # all baptisms of a hand are tried
def test_both_figures_from_one_set_of_baptisms() -> None:
    """All baptisms are tried, so there are fewer hands, and few with three free Perlaggen."""
    rng = random.Random("joint")
    compared = Counter[int]()
    while compared.total() < JOINT:
        table = _table(rng)
        hand = _tokens(rng, table, 5, named=0.2)
        free = _free(table, hand)
        if free > 3 or compared[free] >= JOINT // (3, 2, 4, 40)[free]:
            continue
        compared[free] += 1
        first, need = rng.choice("GH"), rng.choice(["", "G", "H", "GH"])
        bits = sum(1 << FIGURES.index(word) for word in need)
        faces = faces_of(table.pieces(hand))
        pair = figures.joint(table.book, faces, table.suit, FIGURES.index(first), bits)
        expected = cards.joint(hand, table.trump, first, need, table.options)
        found = {"G": _named(pair.gleich), "H": _named(pair.hanger)}
        assert found == expected, (hand, table, first, need)
    assert min(compared[free] for free in range(4)) >= JOINT // 40


COMPARISONS: tuple[dict[str, object], ...] = (
    {},
    {"compare_simple": False},
    {"hanger_trump_preference": True},
    {"tie": "nobody"},
)


@pytest.mark.parametrize("options", COMPARISONS, ids=str)
def test_the_better_figure_and_whose_it_is(options: dict[str, object]) -> None:
    rng = random.Random("compare")
    book = _book(**options)
    for _ in range(2_000):
        kind, trump = rng.choice("GH"), rng.choice("HLSE")
        a, b = (_any_figure(rng, kind, bool(options)) for _ in "ab")
        suit = SUITS.index(trump)
        found = figures.compare(book, suit, _figure(a), _figure(b))
        assert found == cards.compare(a, b, trump, options), (a, b)
        spiel = rng.randrange(2)
        winner = figures.figure_winner(book, suit, _figure(a), _figure(b), spiel)
        expected = cards.figure_winner(a, b, spiel, trump, options)
        assert (None if winner == NOBODY else winner) == expected, (a, b)


def _any_figure(rng: random.Random, kind: str, always: bool) -> cards.Figure | None:
    if not always and rng.random() < 0.1:
        return None
    suit = rng.choice("HLSE") if kind == "H" else ""
    return cards.Figure(kind, rng.randint(2, 4), rng.choice("UOKA"), suit)


# Draw, cut, deal


def test_draws() -> None:
    rng = random.Random("draw")
    for _ in range(2_000):
        players = rng.choice((2, 4, 6))
        drawn = rng.sample(cards.PACK, players)
        partners = rng.random() < 0.5
        rules = ruleset.load(NAME, {"parties": "drawn" if partners else "seated", "players": 6})
        found = sitting.draw(rules, _drawn(drawn), players)
        expected = values.draw(drawn, partners)
        assert found.dealer == expected["dealer"], drawn
        split = sitting.pairs(_drawn(drawn)) if partners and players == 4 else None
        assert (split and [list(pair) for pair in split]) == expected["pairs"], drawn


def _drawn(names: Sequence[str]) -> dict[int, Card]:
    return {player: PACK.card(name) for player, name in enumerate(names)}


def test_cuts_and_deals() -> None:
    """The pack is cut until no standing Perlagg is seen, then dealt; void deals too."""
    rng = random.Random("deal")
    for _ in range(2_000):
        chosen, packets = rng.choice(SETS), rng.choice(("3+2", "2+3"))
        options = {"perlagg_set": chosen, "deal_packets": [int(n) for n in packets.split("+")]}
        book = _book(chosen, deal_packets=packets)
        pack = rng.sample(cards.pack(options), len(cards.pack(options)))
        lifts = [rng.randint(1, len(pack) - 8) for _ in range(7)]
        found = _cut(book, pack, lifts)
        expected = values.cut(pack, lifts, options=options)
        assert found == expected, (pack, lifts)
        assert expected["pack"] is not None, "there are but six standing Perlaggen"
        players = rng.choice((2, 4, 6))
        dealer = rng.randrange(players)
        kept = _cards(found["kept"])
        dealt = deal.deal_out(book, _cards(expected["pack"]), players, dealer, kept)
        known = values.deal(expected["pack"], players, dealer, found["kept"], options)
        assert [_codes(hand) for hand in dealt.hands] == known["hands"]
        assert _codes(dealt.turned) == known["turned"]
        assert (None if dealt.trump < 0 else SUITS[dealt.trump]) == known["trump"]
        assert len(dealt.stock) == known["left"]


def _cards(codes: Sequence[str]) -> tuple[int, ...]:
    return tuple(PACK.card(code) for code in codes)


def _codes(numbers: Sequence[int]) -> list[str]:
    return [PACK.codes[number] for number in numbers]


def _cut(book: Book, names: Sequence[str], lifts: Sequence[int]) -> values.Cut:
    pack, kept = _cards(names), list[str]()
    for n in lifts:
        found = cut.lift(book, pack, n)
        pack = found.pack
        kept += [PACK.codes[found.kept]] if found.kept >= 0 else []
        if not found.again:
            return {"kept": kept, "pack": _codes(pack), "again": False}
    return {"kept": kept, "pack": None, "again": True}


# Offers and the slate


@pytest.mark.parametrize(
    "options",
    [dict[str, object](), {"raise_jumps": True}, {"rebid_effect": "next_step"}],
    ids=str,
)
def test_raises_rebids_and_refusals(options: dict[str, object]) -> None:
    book = _book(**options)
    for place, step in enumerate(values.LADDER):
        number = OUT if step == "OUT" else cast(int, step)
        found = [_step(option) for option in bidding.raise_options(book, number)]
        assert found == values.raise_options(step, options)
        assert _step(bidding.rebid_offer(book, number)) == values.rebid_offer(step, options)
        offer = bidding.bid_offer(book, 0, 0, 0, 1)
        for raised in values.LADDER[1 : place + 1]:
            offer = bidding.raised(offer, OUT if raised == "OUT" else cast(int, raised), 0, 1)
        chain = values.LADDER[: place + 1]
        assert ("held", _step(offer.number)) == values.settle(chain, "hold")
        assert ("good", _step(offer.refused)) == values.settle(chain, "good")


def _step(number: int) -> values.Points:
    word = number_word(number)
    return word if word == "OUT" else int(word)


def test_overbids() -> None:
    for target in (2, 9, 11, 15, 18, 24):
        for bid_at in range(-4, target):
            for k in (1, 2, 3):
                found = bidding.overbids(bid_at, target, k)
                assert found == values.overbid(bid_at, target, k)


def test_the_order_of_writing() -> None:
    rng = random.Random("slate")
    ended = Counter[bool]()
    for _ in range(4_000):
        scores = (rng.randint(-3, 14), rng.randint(-3, 14))
        told = _any_figures(rng)
        struck: list[values.Penalty] = []
        if rng.random() < 0.2:
            struck.append({"team": rng.randrange(2), "points": 2})
        found = score.score_hand(_book(), scores, _figs(told), [_struck(p) for p in struck])
        expected = values.score_hand(scores, 15, told, struck)
        ended[expected.winner is not None] += 1
        assert list(found.scores) == expected.scores, told
        assert _written(found.entries) == expected.written, told
        assert (None if found.winner == NOBODY else found.winner) == expected.winner
    assert min(ended.values()) > 500


def _any_figures(rng: random.Random) -> list[values.ScoredFigure]:
    """Three decided figures, bid in any order or not at all."""
    seqs = rng.sample((1, 2, 3), 3)
    told = []
    for word, seq in zip(rng.sample("GHS", 3), seqs, strict=True):
        status = rng.choice(("unbid", "held", "good"))
        points: values.Points = 1
        if status != "unbid":
            points = rng.choice((2, 2, 3, 5, 7))
        if status == "held" and rng.random() < 0.2:
            points = "OUT"
        figure: values.ScoredFigure = {
            "figure": word,
            "status": status,
            "points": points,
            "winner": rng.choice((0, 1, 1, 0, None)) if status != "good" else rng.randrange(2),
            "seq": 0 if status == "unbid" else seq,
        }
        told.append(figure)
    return told


def _figs(told: Sequence[values.ScoredFigure]) -> tuple[Fig, Fig, Fig]:
    found = {}
    for figure in told:
        worth = OUT if figure["points"] == "OUT" else cast(int, figure["points"])
        winner, seq = figure["winner"], figure["seq"]
        fig = Fig(DONE, worth=worth, winner=NOBODY if winner is None else winner, seq=seq)
        if figure["status"] == "good":
            fig = fig._replace(status=GOOD, at_once=seq)
        found[figure["figure"]] = fig
    return found["G"], found["H"], found["S"]


def _struck(penalty: values.Penalty) -> Entry:
    return Entry("overbid", penalty["team"], -penalty["points"], "P90-20")


def _written(entries: Sequence[Entry]) -> list[tuple[str, int, values.Points]]:
    """The slate in words; what nobody has is left out."""
    return [
        (
            entry.item if entry.item in FIGURES else "penalty",
            entry.party,
            "OUT" if entry.out else entry.points,
        )
        for entry in entries
        if entry.party != NOBODY
    ]


# Whole hands


class Played(NamedTuple):
    """A finished hand beside the naive judge who heard its acts."""

    state: State
    judge: hands.Hand


def _game(rng: random.Random) -> Game:
    """A table of the default options, its slate anywhere, often near the end of a game."""
    rules = ruleset.load(NAME, {"players": 6, "signs": "off"})
    setup = random_setup(rules, rng)
    context = {f"score{p}": rng.choice((0, rng.randint(-3, 14), 13, 14)) for p in (0, 1)}
    if rng.random() < 0.1:
        context = {"score0": 14, "score1": 14}
    return Game(replace(setup, context=context))


QUIET = {"let_good", "let_good_all", "look", "concede"}


def _choose(game: Game, rng: random.Random) -> tuple[Seat, Action]:
    """A seat and a lawful act; bids, raises and questions come from anybody."""
    seat = rng.choice(sorted(game.duty))
    if rng.random() < {"play": 0.25, "show": 0.08}.get(game.phase, 0):
        other = Seat(rng.randrange(game.setup.seats))
        seat = other if game.prompts(other) else seat
    offered = game.prompts(seat)
    if game.phase == "show" and rng.random() < 0.5:
        tried = _show_something(game, rng, seat)
        if tried is not None:
            return seat, tried
    prompt = rng.choices(offered, [_weight(p, game.phase) for p in offered])[0]
    return seat, random_words(prompt, rng)


def _weight(prompt: Prompt, phase: str) -> float:
    if prompt.verb in QUIET:
        return 1.0 if phase != "show" else 0.5
    return 1.5 if prompt.verb in ("play", "raise", "hold", "bid_blind") else 1.0


def _show_something(game: Game, rng: random.Random, seat: Seat) -> Action | None:
    """Cards and baptisms nobody proposed, if they happen to be lawful."""
    hand = list(game.view_for(seat).hand)
    trump = SUITS[_state(game).layout.trump]
    for _ in range(12):
        chosen = rng.sample(hand, rng.randint(0, len(hand)))
        words = [
            f"{card}={rng.choice(cards.PACK)}" if cards.is_free(card, trump) else card
            for card in chosen
        ]
        act = Action(rng.choice(("show", "stand")), tuple(words))
        if not game.faults(seat, act):
            return act
    return None


def _state(game: Game) -> State:
    assert isinstance(game.state, State)
    return game.state


def _judge(game: Game) -> hands.Hand:
    """The naive table after the cut, which it has judged by itself."""
    lifts = [int(act.action.args[0]) for act in game.log if act.action.verb == "cut"]
    pack = [PACK.codes[card] for card in game.setup.pack]
    lifted = values.cut(pack, lifts)
    assert lifted["pack"] is not None
    assert game.setup.dealer is not None
    dealt = values.deal(lifted["pack"], game.setup.seats, game.setup.dealer, lifted["kept"])
    assert dealt["trump"] is not None
    scores = [game.setup.context.get(f"score{party}", 0) for party in (0, 1)]
    return hands.Hand(dealt["trump"], dealt["hands"], game.setup.forehand, scores)


def _acts(game: Game, rng: random.Random) -> Iterator[tuple[Seat, Action]]:
    while game.duty:
        seat, act = _choose(game, rng)
        yield seat, act
        game.apply(seat, act)


def _played(seed: str) -> Played:
    """A random hand; at every act the judge is asked first what may be done."""
    rng = random.Random(seed)
    game = _game(rng)
    judge: hands.Hand | None = None
    for seat, act in _acts(game, rng):
        if game.phase == "cut":
            continue
        judge = judge or _judge(game)
        if game.phase == "play":
            _check_offered(game, judge, seat, act, rng)
        judge.act(seat, str(act))
    assert judge is not None
    return Played(_state(game), judge)


def _check_offered(
    game: Game, judge: hands.Hand, seat: Seat, act: Action, rng: random.Random
) -> None:
    """The cards of the player on turn, and a bid of anybody, are lawful for both or for none."""
    s = _state(game)
    if act.verb == "play":
        found = {token(s.book, s.layout.trump, piece) for piece in play.kept(s, seat)}
        assert found == judge.playable(seat), (judge, seat)
    if not s.bids.pending and not s.bids.owed:
        other = Seat(rng.randrange(game.setup.seats))
        words = rng.sample("GHS", rng.randint(1, 2))
        lawful = not game.faults(other, action(f"bid {' '.join(words)}"))
        assert lawful == judge.may_bid(other, words), (other, words, judge)


@cache
def _all_played() -> tuple[Played, ...]:
    return tuple(_played(f"hand {number}") for number in range(GAMES))


@pytest.fixture(scope="module")
def played() -> tuple[Played, ...]:
    """Every random hand, played once."""
    return _all_played()


def test_the_spiel(played: tuple[Played, ...]) -> None:
    for s, judge in played:
        assert [tricks_of(s, party) for party in (0, 1)] == judge.tricks
        winner = s.bids.figs[2].winner
        assert (None if winner == NOBODY else winner) == judge.spiel_party


def test_the_figures(played: tuple[Played, ...]) -> None:
    for s, judge in played:
        for word, fig in zip(FIGURES, s.bids.figs, strict=True):
            known = judge.figs[word]
            assert fig.status == known.status, (word, s.acts)
            assert (None if fig.winner == NOBODY else fig.winner) == known.winner, (word, s.acts)
            if known.decided:
                assert _step(fig.worth) == known.stake, (word, s.acts)


def test_what_was_written_and_in_which_order(played: tuple[Played, ...]) -> None:
    for s, judge in played:
        assert _written(s.slate.entries) == judge.slate.written, s.acts
        assert list(s.slate.scores) == judge.slate.scores, s.acts
        winner = s.slate.winner
        assert (None if winner == NOBODY else winner) == judge.slate.winner
        assert judge.over


def test_the_random_hands_come_to_everything(played: tuple[Played, ...]) -> None:
    """No law is agreed upon because it was never asked: each thing happened often enough."""
    happened = Counter[str]()
    for s, judge in played:
        verbs = {act.action.verb for act in s.acts}
        happened.update(verbs)
        happened[f"{len(s.players)} players"] += 1
        happened.update({entry.clause for entry in s.slate.entries})
        happened.update({"out"} if s.slate.winner != NOBODY else {"hand over"})
        happened.update({"spiel aus"} if any(e.out for e in s.slate.entries) else ())
        happened.update({"nobody"} if any(e.party == NOBODY for e in s.slate.entries) else ())
        happened.update({"kept"} if s.layout.kept else ())
        happened.update({"rests"} if any(f.tied for f in s.bids.figs) else ())
        happened.update({"jointly"} if any(judge.joint) else ())
    wanted = (
        "bid bid_blind hold hold_all let_good let_good_all raise ask_degree ask_holder "
        "name_holder show stand concede ask look play kept rests jointly nobody out P90-A"
    )
    rare = {word: happened[word] for word in wanted.split() if happened[word] < GAMES // 75}
    assert not rare
    assert happened["spiel aus"] > 0
    assert happened["hand over"] > GAMES // 6
    assert all(happened[f"{n} players"] > GAMES // 6 for n in (2, 4, 6))


# Transcripts


TRANSCRIPTS = [
    path
    for path in sorted((Path(__file__).parents[2] / "transcripts").glob("perlaggen-*.trn"))
    if "table=free" not in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=[path.stem for path in TRANSCRIPTS])
def test_the_judge_agrees_with_the_transcripts(path: Path) -> None:
    """Those of a guarded table; what happens at a free one is none of the naive judge's."""
    record = notation.parse(path.read_text(encoding="utf-8"))
    game = notation.replayed(record)
    judge = _judge(game)
    for seat, act in game.log:
        if act.verb != "cut":
            judge.act(seat, str(act))
    entries = _state(game).slate.entries
    assert _written(entries) == judge.slate.written
    assert judge.over
