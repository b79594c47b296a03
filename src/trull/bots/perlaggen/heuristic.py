"""Advice for Perlaggen: bid what will probably win, hold what may, keep Perlaggen for what was bid.

The printed rules give no counsel; this counts. Letting a bid be good costs one point for sure, and
holding wins or loses two: one time in four would do, and who wins one in three holds. The Spiel is
bid on trumps and Perlaggen. In the tricks the cheapest card that takes is played, and a Perlagg
only where a plain card will not do.
"""

from __future__ import annotations

from random import Random

from trull.bots.random_bot import any_act
from trull.kernels.perlaggen import ACE, RANK_OF, SUIT_OF, SUITS, trick_key
from trull.laws.perlaggen import figures
from trull.laws.perlaggen.book import FIGURES, GLEICH, PACK, SPIEL, Book
from trull.laws.perlaggen.figures import Faces
from trull.laws.perlaggen.view import PerlaggenView
from trull.state import Action, Prompt, View

BID, HOLD, RAISE = 0.55, 0.33, 0.85
"""The chance a figure must have to be bid, to be held against a bid, and to be raised."""
TRICK_POWER, FULL_POWER = 1.5, 6.0
"""What a trick more than the others is worth, and a hand that surely wins the Spiel."""
PARTNER = 0.3  # how often a partner has the better figure anyway
SILENT = frozenset({"sign", "ask", "ask_degree", "ask_holder", "refuse_deal"})


def advise(view: View, rng: Random) -> Action | None:
    """The act for this view; out of turn the bot says nothing."""
    assert isinstance(view, PerlaggenView), "a view of another game"
    offered: dict[str, Prompt] = {}
    for prompt in view.prompts:
        offered.setdefault(prompt.verb, prompt)
    if view.seat not in view.duty:
        return None
    if view.offers and "let_good" in offered:
        return _answer(view, offered)
    if {"show", "stand", "concede"} & offered.keys() and view.phase == "show":
        return _show(view)
    if "bid" in offered:
        bid = _bid(view, offered["bid"])
        if bid is not None:
            return bid
    if "play" in offered:
        return Action("play", (_card(view, offered["play"]),))
    for verb in ("look", "keep", "put_together", "deal"):
        if verb in offered:
            return Action(verb)
    loud = [prompt for prompt in view.prompts if prompt.verb not in SILENT]
    return any_act(view, loud, rng)


# What the hand is worth


def _faces(view: PerlaggenView) -> Faces:
    """The seat's five cards as figures see them: played ones fixed, Perlaggen in hand free."""
    fixed, free = [], 0
    for token in (*view.hand, *_row(view)):
        card, equals, face = token.partition("=")
        if equals:
            fixed.append(PACK.index[face])
        elif token in view.perlaggen:
            free += 1
        else:
            fixed.append(PACK.index[card.rstrip("~")])
    return Faces(tuple(sorted(fixed)), free)


def _row(view: PerlaggenView) -> tuple[str, ...]:
    return () if view.seat is None else view.rows[view.seat]


def _chance(view: PerlaggenView, kind: int) -> float:
    """How often the seat's best figure of a kind wins."""
    return figure_chance(view, Book.of(view.rules), _faces(view), kind)


def figure_chance(view: PerlaggenView, book: Book, faces: Faces, kind: int) -> float:
    """How often the best figure of a hand wins."""
    best = figures.best(book, faces, SUITS.index(view.trump), kind)
    return 0.0 if best is None else chance_of(best.n, best.rank, view.seats)


def chance_of(n: int, rank: int, seats: int) -> float:
    """How often a figure of ``n`` cards up to a rank wins: one hand after the other is passed."""
    start, step = {2: (0.0, 0.045), 3: (0.42, 0.055), 4: (0.8, 0.025)}.get(n, (0.99, 0.0))
    alone = min(start + step * rank, 0.99) ** (seats // 2)
    return alone if seats == 2 else alone + (1 - alone) * PARTNER


def _trick_power(view: PerlaggenView) -> float:
    cards = [PACK.index[token.partition("=")[0].rstrip("~")] for token in view.hand]
    power = sum(card_power(view, card) for card in cards)
    return power + TRICK_POWER * _lead_in_tricks(view)


def card_power(view: PerlaggenView, card: int) -> float:
    """What a card helps to take tricks: Perlaggen and trumps, aces a little."""
    if PACK.codes[card] in view.perlaggen:
        return 2.0
    if SUITS[SUIT_OF[card]] == view.trump:
        return 0.8 + RANK_OF[card] / 10
    return 0.6 if RANK_OF[card] == ACE else 0.0


def _lead_in_tricks(view: PerlaggenView) -> int:
    party = (view.seat or 0) % 2
    return view.tricks[party] - view.tricks[1 - party]


def _likes(view: PerlaggenView, figure: str, wanted: float) -> bool:
    kind = FIGURES.index(figure)
    if kind == SPIEL:
        return _trick_power(view) >= FULL_POWER * wanted
    return _chance(view, kind) >= wanted


# Bidding and answering


def _bid(view: PerlaggenView, prompt: Prompt) -> Action | None:
    """An unbid figure that will probably win, or the Spiel with a strong hand; one at a time."""
    unbid = {figure.figure for figure in view.figures if figure.status == "unbid"}
    for figure in prompt.choices:
        if figure in unbid and _likes(view, figure, BID):
            return Action("bid", (figure,))
    return None


def _answer(view: PerlaggenView, offered: dict[str, Prompt]) -> Action:
    """Raise what is nearly sure, hold what wins one time in three, else let it be good."""
    figure = view.offers[0].figure
    if "raise" in offered and view.offers[0].number in ("2", "3"):
        steps = [word for word in offered["raise"].choices if word.startswith(figure + "=")]
        if steps and _likes(view, figure, RAISE):
            return Action("raise", (steps[0],))
    if "hold" in offered and (_likes(view, figure, HOLD) or loses_game(view)):
        return Action("hold", (figure,))
    if "look" in offered and view.seat is not None and not view.looked[view.seat]:
        return Action("look")
    return Action("let_good", (figure,))


def would_hold(view: PerlaggenView, figure: str) -> bool:
    """Whether the book would hold a figure if it were bid."""
    return _likes(view, figure, HOLD)


def loses_game(view: PerlaggenView) -> bool:
    """Whether the other party is out if its oldest offer is let good: held it may yet be lost."""
    return view.scores[view.offers[0].party] + refused(view) >= view.target


def refused(view: PerlaggenView) -> float:
    """What the oldest offer brings the others if it is let good: the number reached before it."""
    offer, book = view.offers[0], Book.of(view.rules)
    spoke: list[str] = []  # of this figure; who holds all does not name it
    for said in view.seen:
        named = any(word.startswith(offer.figure) for word in said.args)
        if named or (spoke and said.verb == "hold_all"):
            spoke.append(said.verb)
    number = number_of(view, offer.number)
    if spoke and spoke[-1] == "raise":
        return max((float(step) for step in book.ladder if step < number), default=number)
    held = "hold" in spoke or "hold_all" in spoke
    return number if held else float(book.let_good.points)


def number_of(view: PerlaggenView, word: str) -> float:
    """A number as it is held; "Spiel aus" is the whole game."""
    return float(view.target if word == "OUT" else int(word))


def _show(view: PerlaggenView) -> Action:
    """Show the least that suffices, else stand, else concede."""
    for verb in ("show", "stand"):
        ways = [prompt for prompt in view.prompts if prompt.verb == verb]
        if ways:
            return Action(verb, min((prompt.must for prompt in ways), key=len))
    return Action("concede")


# The tricks


def _card(view: PerlaggenView, prompt: Prompt) -> str:
    """The cheapest card that takes the trick for the party, else the cheapest card."""
    trump = SUITS.index(view.trump)
    lying = [_played(view, token, trump) for _seat, token in view.trick]
    led = SUIT_OF[lying[0][0]] if lying else -1
    keys = [trick_key(face, strength, led, trump) for face, strength in lying]
    best = max(keys, default=-1)
    ours = bool(keys) and (view.trick[keys.index(best)][0] - (view.seat or 0)) % 2 == 0
    plays = {token: _played(view, token, trump) for token in prompt.choices}
    costs = {token: _cost(view, token, face, trump) for token, (face, _s) in plays.items()}
    last = len(lying) == view.seats - 1
    if ours and (last or best >= 2 * 256):
        return min(costs, key=lambda token: costs[token])
    if not lying:
        return _lead(view, costs, trump)
    reach = {t: trick_key(f, s, led, trump) for t, (f, s) in plays.items()}
    winning = [token for token in plays if reach[token] > best]
    if last or not winning:
        return min(winning or costs, key=lambda token: costs[token])
    return min(winning, key=lambda token: ("=" in token, -reach[token]))


def _lead(view: PerlaggenView, costs: dict[str, float], trump: int) -> str:
    """A sure trump while Perlaggen abound, an ace or king, else what is cheapest."""
    wild = [t for t in costs if t.endswith("=" + view.trump + "A")]
    if wild and len([t for t in view.hand if t in view.perlaggen]) >= 2:
        return wild[0]
    plain = [t for t in costs if "=" not in t and t not in view.perlaggen]
    high = [t for t in plain if RANK_OF[PACK.index[t]] >= 7]
    if high:
        return max(high, key=lambda t: (SUIT_OF[PACK.index[t]] != trump, RANK_OF[PACK.index[t]]))
    return min(costs, key=lambda token: costs[token])


def _played(view: PerlaggenView, token: str, trump: int) -> tuple[int, int]:
    """The face a token counts as in a trick, and its strength as a Perlagg."""
    card, equals, face = token.partition("=")
    if equals:
        strength = Book.of(view.rules).strength[trump][PACK.index[card]]
        return PACK.index[face], strength
    return PACK.index[card.rstrip("~")], 0


def _cost(view: PerlaggenView, token: str, face: int, trump: int) -> float:
    """A Perlagg is dear, a trump dearer than its rank; a baptism that keeps a figure is cheaper."""
    cost = RANK_OF[face] / 10 + (1.0 if SUIT_OF[face] == trump else 0.0)
    if "=" in token and token.partition("=")[0] in view.perlaggen:
        cost += 3.0 - _helps(view, token)
    return cost


def _helps(view: PerlaggenView, token: str) -> float:
    """How well the baptism fits the Gleich of what is held."""
    rank = RANK_OF[PACK.index[token.partition("=")[2]]]
    same = sum(1 for f in _faces(view).fixed if RANK_OF[f] == rank)
    return 0.3 * same if FIGURES[GLEICH] in view.bound or not view.bound else 0.1 * same
