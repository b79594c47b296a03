"""Case files of Perlaggen, answered by the functions the game itself uses.

A ``flow`` case is a script: a hand is laid out as the case says, then every action goes through
the laws like an act at a table, and what stands in the end is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from trull import ruleset
from trull.conformance import options_of
from trull.errors import CaseError
from trull.kernels.perlaggen import RANKS, SUIT_OF, SUITS
from trull.laws.perlaggen import (
    LAWS,
    bidding,
    blind,
    cut,
    deal,
    deciding,
    figures,
    flow,
    play,
    score,
    sitting,
)
from trull.laws.perlaggen.book import FIGURES, OUT, PACK, SPIEL, Book
from trull.laws.perlaggen.figures import Figure
from trull.laws.perlaggen.table import (
    DONE,
    GOOD,
    HELD,
    NOBODY,
    UNBID,
    Entry,
    Fig,
    Layout,
    Piece,
    Play,
    Player,
    State,
    faces_of,
    read_token,
    token,
)
from trull.laws.perlaggen.view import stake_of
from trull.ruleset import RuleSet
from trull.state import Action, Seat, Setup

Given = Mapping[str, Any]


def check(case: Mapping[str, Any], head: Mapping[str, Any]) -> list[str]:
    """What the laws answer otherwise than the case expects; empty if they agree."""
    name, given = case.get("fn"), case.get("in")
    if name not in ANSWERS:
        raise CaseError(f"{case.get('id')}: no function {name!r} in this game")
    if not isinstance(given, Mapping) or "out" not in case:
        raise CaseError(f"{case.get('id')}: a case has in and out")
    told = {key: value for key, value in given.items() if value is not None}
    found = ANSWERS[name](_rules(case, head), told)
    return _differences(found, case["out"])


def _rules(case: Mapping[str, Any], head: Mapping[str, Any]) -> RuleSet:
    """The rule set a case is answered by; a file about both states its cases by the elder."""
    names = sorted(head.get("rule_sets") or [head.get("rule_set") or "perlaggen/1890"])
    wishes = _wishes(options_of(case, case["in"]))
    return ruleset.load(str(case.get("rule_set") or names[0]), wishes)


def _wishes(options: Mapping[str, Any]) -> dict[str, object]:
    """A case's options as the rule set spells them: packets ``3+2``, presets, agreed penalties."""
    wishes: dict[str, object] = {}
    for name, value in options.items():
        if name == "agreed_penalties":
            wishes |= {f"agreed.{event}.points": points for event, points in value.items()}
        elif name == "preset":
            wishes[str(value)] = True
        else:
            wishes[name] = "+".join(map(str, value)) if isinstance(value, list) else value
    return wishes


UNORDERED = ("pairs", "plain", "perlagg", "simple")
"""Partners, and cards and suits that may be played, are told in any order."""


def _differences(found: Any, expected: Any) -> list[str]:
    """Where the answer is another; of an outcome with several parts a case may tell some alone."""
    if not (isinstance(found, dict) and isinstance(expected, dict) and expected):
        return [] if found == expected else [f"expected {expected!r}, found {found!r}"]
    return [
        f"{key}: expected {expected[key]!r}, found {found.get(key)!r}"
        for key in expected
        if not _same(key, expected[key], found.get(key))
    ]


def _same(key: str, expected: Any, found: Any) -> bool:
    return _sorted(expected) == _sorted(found) if key in UNORDERED else bool(expected == found)


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(inner) for key, inner in value.items()}
    if not isinstance(value, list):
        return value
    groups = any(isinstance(inner, list) for inner in value)  # high seats, then low ones
    return [_sorted(inner) for inner in value] if groups else sorted(value)


# Reading and writing


def _suit(letter: Any) -> int:
    if letter is None:
        return -1
    if letter not in SUITS:
        raise CaseError(f"{letter!r} is no suit")
    return SUITS.index(letter)


def _pieces(book: Book, trump: int, words: Sequence[str]) -> tuple[Piece, ...]:
    found = tuple(read_token(book, trump, word) for word in words)
    if None in found:
        raise CaseError(f"no such cards under this trump: {' '.join(words)}")
    return tuple(piece for piece in found if piece is not None)


def _played(book: Book, trump: int, words: Sequence[str]) -> tuple[Piece, ...]:
    """Cards on the table: a Perlagg without baptism is a plain card there."""
    pieces = _pieces(book, trump, words)
    return tuple(p._replace(face=p.card) if p.face < 0 else p for p in pieces)


def _cards(codes: Sequence[str]) -> tuple[int, ...]:
    return tuple(PACK.card(code) for code in codes)


def _codes(cards: Sequence[int]) -> list[str]:
    return [PACK.codes[card] for card in cards]


def _figure(written: Given | None) -> Figure | None:
    if written is None:
        return None
    kind = FIGURES.index(written["kind"])
    suit = _suit(written.get("suit"))
    return Figure(kind, written["n"], RANKS.index(str(written["rank"])), suit)


def _as_written(figure: Figure | None) -> dict[str, Any] | None:
    if figure is None:
        return None
    found = {"kind": FIGURES[figure.kind], "n": figure.n, "rank": RANKS[figure.rank]}
    return found if figure.suit < 0 else {**found, "suit": SUITS[figure.suit]}


def _bits(words: Sequence[str]) -> int:
    return sum(1 << FIGURES.index(word) for word in words)


def _number(written: Any) -> int:
    return OUT if written == "OUT" else int(written)


def _step(number: int) -> int | str:
    return "OUT" if number == OUT else number


def _party(winner: int) -> int | None:
    return None if winner == NOBODY else winner


# Cards, draw, cut, deal


def _perlaggen(rules: RuleSet, given: Given) -> list[str]:
    return _codes(Book.of(rules).perlaggen[_suit(given["trump"])])


def _draw(rules: RuleSet, given: Given) -> dict[str, Any]:
    drawn = dict(enumerate(PACK.card(code) for code in given["cards"]))
    wanted = given.get("partners", rules["parties"] == "drawn")
    rules = rules.with_options({"parties": "drawn" if wanted else "seated"})
    partners = sitting.pairs(drawn) if wanted and len(drawn) == 4 else None
    return {
        "dealer": sitting.draw(rules, drawn, len(drawn)).dealer,
        "pairs": [list(pair) for pair in partners] if partners else None,
    }


def _cut(rules: RuleSet, given: Given) -> dict[str, Any]:
    book, pack, kept = Book.of(rules), _cards(given["pack"]), list[int]()
    for left, n in zip(range(len(given["lifts"]) - 1, -1, -1), given["lifts"], strict=True):
        if not book.options.min_cut <= n < len(pack):
            raise CaseError(f"{n} cards cannot be lifted from {len(pack)}")
        if given.get("scattered") and not left:
            found = cut.scatter(pack)
        elif given.get("overlooked") and not left:
            found = cut.put_together(pack, n)
        else:
            found = cut.lift(book, pack, n)
        pack = found.pack
        kept += [found.kept] if found.kept >= 0 else []
        if not found.again:
            return {"kept": _codes(kept), "pack": _codes(pack), "again": False}
    return {"kept": _codes(kept), "pack": None, "again": True}


def _deal(rules: RuleSet, given: Given) -> dict[str, Any]:
    kept = _cards(given.get("kept", ()))
    dealt = deal.deal_out(
        Book.of(rules), _cards(given["pack"]), given["players"], given["dealer"], kept
    )
    return {
        "hands": [_codes(hand) for hand in dealt.hands],
        "turned": _codes(dealt.turned),
        "trump": None if dealt.trump < 0 else SUITS[dealt.trump],
        "left": len(dealt.stock),
    }


# Figures


def _hand(rules: RuleSet, given: Given) -> tuple[Book, figures.Faces, int]:
    book, trump = Book.of(rules), _suit(given["trump"])
    return book, faces_of(_pieces(book, trump, given["hand"])), trump


def _best_gleich(rules: RuleSet, given: Given) -> dict[str, Any] | None:
    book, faces, _ = _hand(rules, given)
    return _as_written(figures.best_gleich(book, faces))


def _best_hanger(rules: RuleSet, given: Given) -> dict[str, Any] | None:
    return _as_written(figures.best_hanger(*_hand(rules, given)))


def _joint(rules: RuleSet, given: Given) -> dict[str, Any]:
    book, faces, trump = _hand(rules, given)
    first, need = FIGURES.index(given["first"]), _bits(given.get("need") or ())
    pair = figures.joint(book, faces, trump, first, need)
    return {"G": _as_written(pair.gleich), "H": _as_written(pair.hanger)}


def _can_have(rules: RuleSet, given: Given) -> bool:
    book, faces, _ = _hand(rules, given)
    return figures.can_have(book, faces, _bits(given["figures"]))


def _compare(rules: RuleSet, given: Given) -> int:
    a, b = _figure(given.get("a")), _figure(given.get("b"))
    return figures.compare(Book.of(rules), _suit(given.get("trump")), a, b)


def _figure_winner(rules: RuleSet, given: Given) -> int | None:
    a, b, trump = _figure(given.get("a")), _figure(given.get("b")), _suit(given.get("trump"))
    spiel = given.get("spiel_winner", NOBODY)
    return _party(figures.figure_winner(Book.of(rules), trump, a, b, spiel))


# Tricks


def _trick_winner(rules: RuleSet, given: Given) -> int:
    book, trump = Book.of(rules), _suit(given["trump"])
    return play.trick_winner(book, trump, _played(book, trump, given["plays"]))


def _legal_cards(rules: RuleSet, given: Given) -> dict[str, Any]:
    book, trump, led = Book.of(rules), _suit(given["trump"]), _suit(given.get("led"))
    hand = _pieces(book, trump, given["hand"])
    suits = play.legal_suits(book, trump, hand, led)
    plain, wild = [], {}
    for piece in hand:
        found = play.identities(book, piece, suits)
        if piece.face < 0:
            wild[PACK.codes[piece.card]] = _suits(found)
        elif found:
            plain.append(token(book, trump, piece))
    simple = [code for code in wild if suits >> SUIT_OF[PACK.card(code)] & 1]
    return {"plain": plain, "perlagg": wild, "simple": simple}


def _suits(pieces: Sequence[Piece]) -> list[str]:
    found = {SUIT_OF[piece.face] for piece in pieces}
    return [SUITS[suit] for suit in sorted(found)]


def _spiel_eligible(rules: RuleSet, given: Given) -> bool:
    trump, led = _suit(given["trump"]), _suit(given.get("led"))
    last = _pieces(Book.of(rules), trump, [given["fifth"]])[0]
    return led < 0 or bidding.spiel_eligible(last, led, trump)  # no Spielfarbe yet: for all


# Prices and writing


def _raise_options(rules: RuleSet, given: Given) -> list[int | str]:
    found = bidding.raise_options(Book.of(rules), _number(given["offer"]))
    return [_step(number) for number in found]


def _settle(rules: RuleSet, given: Given) -> dict[str, Any]:
    stake = _number(given.get("rebid_at") or 0)
    first, *rest = given["offers"]
    offer = bidding.bid_offer(Book.of(rules), 0, stake, 0, 1)._replace(number=_number(first))
    for number, raised in enumerate(rest, 1):
        offer = bidding.raised(offer, _number(raised), number % 2, 1)
    if given["answer"] == "hold":
        return {"status": HELD, "points": _step(offer.number)}
    return {"status": GOOD, "points": _step(offer.refused)}


def _rebid_offer(rules: RuleSet, given: Given) -> int | str:
    return _step(bidding.rebid_offer(Book.of(rules), _number(given["stake"])))


def _overbid(rules: RuleSet, given: Given) -> bool:
    target = given.get("target", Book.of(rules).options.target)
    return bidding.overbids(given["score"], target, given["k"])


def _score_hand(rules: RuleSet, given: Given) -> dict[str, Any]:
    struck, fined = list[Entry](), dict[str, int]()
    for penalty in given.get("penalties", ()):
        if penalty["at"] in FIGURES:
            fined[penalty["at"]] = fined.get(penalty["at"], 0) | 1 << penalty["team"]
            rules = rules.with_options({"penalty.false_figure.points": penalty["points"]})
        else:
            struck.append(Entry("overbid", penalty["team"], -penalty["points"], "P90-20"))
    book = Book.of(rules.with_options({"target": given.get("target", rules["target"])}))
    written = {row["figure"]: row for row in given["figures"]}
    g, h, sp = (_decided(written.get(word), fined.get(word, 0)) for word in FIGURES)
    first, second = given["scores"]
    slate = score.score_hand(book, (first, second), (g, h, sp), struck)
    return {
        "scores": list(slate.scores),
        "written": [_entry(entry) for entry in slate.entries],
        "winner": _party(slate.winner),
    }


def _decided(row: Given | None, fined: int) -> Fig:
    """A figure as a case states it: how it came about, what it is worth, who has it."""
    if row is None:
        return Fig(written=True)
    worth, seq = _number(row["points"]), row.get("seq", 0)
    winner = NOBODY if row["winner"] is None else row["winner"]
    fig = Fig(status=DONE, worth=worth, winner=winner, fined=fined)
    if row["status"] == GOOD:
        return fig._replace(status=GOOD, seq=seq, at_once=max(seq, 1))
    if row["status"] == UNBID:
        return fig
    return fig._replace(stake=worth, seq=seq)


def _entry(entry: Entry) -> list[Any]:
    if entry.item not in FIGURES:
        return ["penalty", entry.party, entry.points]
    return [entry.item, _party(entry.party), "OUT" if entry.out else entry.points]


# Scripts


def _flow(rules: RuleSet, given: Given) -> dict[str, Any]:
    s = _laid_out(rules.with_options({"target": given.get("target", rules["target"])}), given)
    illegal = None
    for index, (seat, name, *words) in enumerate(given["actions"]):
        act = _act(name, words)
        if LAWS.faults(s, Seat(seat), act):
            illegal = index
            break
        s = LAWS.step(s, Seat(seat), act)
    return {"illegal": illegal, **_outcome(s)}


def _laid_out(rules: RuleSet, given: Given) -> State:
    """The hand as the case describes it, in the middle of PLAY or before the blind bids."""
    book, trump, seats = Book.of(rules), _suit(given["trump"]), len(given["hands"])
    lead = Seat(given.get("lead", 0))
    first, second = given.get("scores", (0, 0))
    context = {"score0": first, "score1": second}
    setup = Setup(
        rules=rules,
        seats=seats,
        forehand=lead,
        dealer=Seat((lead - 1) % seats),
        pack=(),
        context=context,
    )
    rows = given.get("rows") or [[]] * seats
    players = tuple(
        Player(_pieces(book, trump, hand), _played(book, trump, row))
        for hand, row in zip(given["hands"], rows, strict=True)
    )
    s = State(
        setup=setup,
        book=book,
        phase="blind",
        layout=Layout(trump=trump, turned=_turned(players, trump)),
        players=players,
        play=_tricks(players, lead, _taken(book, given.get("tricks", (0, 0)))),
        slate=flow.slate_of(context),
    )
    return s if given.get("phase") == "BLIND" else _begun(s)


def _turned(players: tuple[Player, ...], trump: int) -> tuple[int, ...]:
    """Some card of the trump suit that nobody has, for the turned one."""
    held = {piece.card for player in players for piece in (*player.hand, *player.row)}
    return tuple(c for c in range(PACK.size) if SUIT_OF[c] == trump and c not in held)[:1]


def _taken(book: Book, tricks: Sequence[int]) -> Sequence[int]:
    """The tricks of the two parties, as many as a hand can have."""
    most = book.options.hand_size
    if len(tricks) != 2 or min(tricks) < 0 or sum(tricks) > most:
        raise CaseError(f"tricks: expected two numbers, together {most} at most, found {tricks}")
    return tricks


def _tricks(players: tuple[Player, ...], lead: Seat, tricks: Sequence[int]) -> Play:
    """Tricks taken so far; a card more than the others have played lies in the open trick."""
    done = min(len(player.row) for player in players)
    order = [Seat((lead + i) % len(players)) for i in range(len(players))]
    lying = tuple((p, players[p].row[-1]) for p in order if len(players[p].row) > done)
    takers = tuple(Seat(party) for party in (0, 1) for _ in range(tricks[party]))
    return Play(lead, lying, (), takers)


def _begun(s: State) -> State:
    s = flow.begin_play(blind.all_look(s))
    for party in (0, 1):
        if sum(taker == party for taker in s.play.takers) >= s.book.majority:
            s = deciding.decide(s, SPIEL, party)
    return flow.onward(s)


def _act(name: str, words: Sequence[Any]) -> Action:
    """An action of a script as an act; one that lacks a word is written as it is, and unlawful."""
    if name == "raise" or name == "name_holder":
        return Action(name, ("=".join(map(str, words)),))
    if name == "accept_degree" and words:
        yes = len(words) < 2 or words[1] in (True, "yes")
        return Action(name, (f"{words[0]}={'yes' if yes else 'no'}",))
    args: list[str] = []
    for word in words:
        args += word if isinstance(word, list) else [str(word)]
    return Action(name, tuple(args))


def _outcome(s: State) -> dict[str, Any]:
    figs = dict(zip(FIGURES, s.bids.figs, strict=True))
    return {
        "phase": _phase(s),
        "to_act": _to_act(s),
        "status": {word: fig.status for word, fig in figs.items()},
        "stake": {word: _step(stake_of(s, fig)) for word, fig in figs.items()},
        "winner": {word: _party(fig.winner) for word, fig in figs.items()},
        "written": [_entry(entry) for entry in s.slate.entries],
        "scores": list(s.slate.scores),
    }


def _phase(s: State) -> str:
    if s.phase != "over":
        return s.phase.upper()
    return "HAND_OVER" if s.slate.winner == NOBODY else "GAME_OVER"


def _to_act(s: State) -> list[Any] | None:
    if s.phase == "over":
        return None
    if s.bids.pending:
        offer = s.bids.pending[0]
        return ["answer", 1 - offer.party, FIGURES[offer.figure]]
    if s.bids.owed:
        return [s.bids.owed.kind, s.bids.owed.party, FIGURES[s.bids.owed.figure]]
    if s.show is not None:
        return ["show", s.show.turn, FIGURES[s.show.figure]]
    (seat,) = LAWS.duty(s)
    return [s.phase, int(seat)]


ANSWERS: dict[Any, Callable[[RuleSet, Given], Any]] = {
    "perlaggen": _perlaggen,
    "draw": _draw,
    "cut": _cut,
    "deal": _deal,
    "best_gleich": _best_gleich,
    "best_hanger": _best_hanger,
    "joint": _joint,
    "can_have": _can_have,
    "compare": _compare,
    "figure_winner": _figure_winner,
    "trick_winner": _trick_winner,
    "legal_cards": _legal_cards,
    "spiel_eligible": _spiel_eligible,
    "raise_options": _raise_options,
    "settle": _settle,
    "rebid_offer": _rebid_offer,
    "overbid": _overbid,
    "score_hand": _score_hand,
    "flow": _flow,
}
