"""Case files of Tarock à l'Hombre, answered by the functions the game itself uses.

Seats of a case are O (Ombre), X and Y (the opponents in order of play); here they are 0, 1, 2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from trull import ruleset
from trull.cards import Card, mask_of
from trull.conformance import options_of
from trull.errors import CaseError, NotationError, RuleSetError
from trull.kernels import lhombre as kernels
from trull.kernels.tarock import thirds
from trull.laws.lhombre import (
    auction,
    count,
    duties,
    exchange,
    honours,
    penalties,
    play,
    sitting,
    skar,
    told,
)
from trull.laws.lhombre.book import BIDS, MASKS, PACK, SEATS, TRICKS, Book, deck_order
from trull.laws.lhombre.table import Bidding, Exchange
from trull.settlement import Settlement
from trull.state import Seat
from trull.written import amount

NAMES = ("O", "X", "Y")
OMBRE = Seat(0)


def check(case: Mapping[str, object], head: Mapping[str, object]) -> list[str]:
    """What the laws answer otherwise than the case expects; empty if they agree."""
    name, args = case.get("fn"), case.get("args")
    if not isinstance(name, str) or name not in ANSWERS:
        raise CaseError(f"{case.get('id')}: no function {name!r} in this game")
    if not isinstance(args, Mapping) or "expect" not in case:
        raise CaseError(f"{case.get('id')}: a case has args and expect")
    told = {**args, "options": options_of(case, args)}
    found = ANSWERS[name](Args(told, str(case.get("id")), _rule_set(head)))
    if same(found, case["expect"]):
        return []
    return [f"{case.get('id')} {name}: expected {case['expect']!r}, found {shown(found)!r}"]


def _rule_set(head: Mapping[str, object]) -> str:
    name = head.get("rule_set", "lhombre/compagnie")
    if not isinstance(name, str) or not name.startswith("lhombre/"):
        raise CaseError(f"{name!r} is no rule set of this game")
    return name


def same(found: object, expected: object) -> bool:
    """Equal in what is told, a fraction being equal to its text however it is written."""
    if isinstance(found, Fraction):
        try:
            return isinstance(expected, str | int) and found == amount(str(expected))
        except ValueError:
            return False
    if isinstance(found, Mapping) and isinstance(expected, Mapping) and expected:
        return all(key in found and found[key] == expected[key] for key in expected)
    return found == expected and type(found) is type(expected)


def shown(found: object) -> object:
    """An answer as case files write it."""
    if isinstance(found, Fraction):
        return f"{found.numerator}/{found.denominator}"
    return found


class Args:
    """The arguments of a case, each read as what it should be."""

    def __init__(self, values: Mapping[str, object], case: str, rule_set: str) -> None:
        """Keep the arguments and the book they are answered by; null is as good as left out."""
        self._values = {name: value for name, value in values.items() if value is not None}
        self._case = case
        options = self._values.get("options", {})
        if not isinstance(options, Mapping):
            raise self.error("options", "a table")
        try:
            self.rules = ruleset.load(rule_set, options)
            self.book = Book.of(self.rules)
        except RuleSetError as error:
            raise CaseError(f"{case}: {error}") from None

    def error(self, name: str, wanted: str) -> CaseError:
        """The complaint about an argument."""
        return CaseError(f"{self._case}: {name} should be {wanted}: {self._values.get(name)!r}")

    def has(self, name: str) -> bool:
        """Whether the argument is given."""
        return name in self._values

    def text(self, name: str) -> str:
        """A word."""
        value = self._values.get(name)
        if not isinstance(value, str):
            raise self.error(name, "a word")
        return value

    def number(self, name: str, default: int | None = None) -> int:
        """A whole number."""
        value = self._values.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(name, "a whole number")
        return value

    def flag(self, name: str, default: bool | None = None) -> bool:
        """True or false."""
        value = self._values.get(name, default)
        if not isinstance(value, bool):
            raise self.error(name, "true or false")
        return value

    def words(self, name: str) -> tuple[str, ...]:
        """A list of words; none given is an empty list."""
        value = self._values.get(name, ())
        if not isinstance(value, list | tuple):
            raise self.error(name, "a list of words")
        found = tuple(word for word in value if isinstance(word, str))
        if len(found) != len(value):
            raise self.error(name, "a list of words")
        return found

    def cards(self, name: str) -> tuple[Card, ...]:
        """A list of cards."""
        return tuple(self._card(name, word) for word in self.words(name))

    def mask(self, name: str) -> int:
        """A set of cards."""
        return mask_of(self.cards(name))

    def card(self, name: str) -> Card:
        """A card."""
        return self._card(name, self.text(name))

    def _card(self, name: str, word: str) -> Card:
        try:
            return PACK.card(word)
        except NotationError:
            raise self.error(name, "of the pack of 78") from None

    def rows(self, name: str) -> tuple[tuple[int, str], ...]:
        """A list of pairs of a seat and a word."""
        value = self._values.get(name)
        if not isinstance(value, list | tuple):
            raise self.error(name, "a list of pairs")
        found = []
        for row in value:
            match row:
                case [int(seat), str(word)]:
                    found.append((seat, word))
                case _:
                    raise self.error(name, "a list of pairs")
        return tuple(found)

    def hands(self, name: str) -> tuple[int, int]:
        """The hands of X and Y."""
        value = self._values.get(name)
        if not isinstance(value, Mapping):
            raise self.error(name, "a table of hands")
        x, y = (Args({"cards": value.get(s, [])}, self._case, _rule_set({})) for s in NAMES[1:])
        return x.mask("cards"), y.mask("cards")

    def seat(self, name: str) -> Seat:
        """O, X or Y."""
        return self._seat(name, self.text(name))

    def seats(self, name: str) -> tuple[Seat, ...]:
        """A list of seats."""
        return tuple(self._seat(name, word) for word in self.words(name))

    def _seat(self, name: str, word: str) -> Seat:
        if word not in NAMES:
            raise self.error(name, "O, X or Y")
        return Seat(NAMES.index(word))


# Cards and counting


def _exact(cards: int) -> Fraction:
    return Fraction(thirds(MASKS, cards), 3)


def _ombre_points(a: Args) -> int:
    laid_by_ombre = a.flag("dealer_is_ombre")
    return count.ombre_points(a.book, a.mask("ombre_cards"), a.mask("skar"), laid_by_ombre)


def _skar_allowed(a: Args) -> list[str]:
    return list(deck_order(skar.skar_allowed(a.book, a.mask("hand28"))))


# Auction and exchange


def _run_auction(a: Args) -> dict[str, object]:
    bidding = Bidding()
    for index, (place, word) in enumerate(a.rows("actions")):
        if bidding.ended or place != bidding.speaker or not _sayable(a.book, bidding, word):
            return {"illegal": index}
        verb = word if word in ("pass", "hold") else "bid"
        level = BIDS.index(word) if verb == "bid" else bidding.level
        bidding = auction.said(bidding, verb, level)
    if not bidding.ended:
        return {"status": "open", "next": bidding.speaker}
    if auction.thrown_in(a.book, bidding):
        return {"status": "thrown_in"}
    return {"status": "done", "winner": bidding.holder, "bid": BIDS[bidding.level]}


def _sayable(book: Book, bidding: Bidding, word: str) -> bool:
    place = bidding.speaker
    if word == "pass":
        return not auction.forced(book, bidding, place)
    if word == "hold":
        return auction.may_hold(book, bidding, place)
    return word in auction.open_bids(book, bidding, place)


def _resolve_asks(a: Args) -> dict[str, object]:
    own = a.mask("ombre_hand") | a.mask("laid")  # his until they are handed over (L-4.1)
    hands: tuple[int, ...] = (own, *a.hands("opp_hands"))
    slots = a.book.contract(_bid(a)).cards
    state = Exchange(laid=a.cards("laid"))
    for card in a.cards("asks"):
        heard = state.slot < slots <= len(state.laid)  # else whose it is does not matter
        if heard and not (hands[0] | hands[1] | hands[2] | a.mask("skar")) >> card & 1:
            raise CaseError(f"nobody has the {PACK.code(card)} that is asked for")
        state, hands = exchange.answered(hands, OMBRE, a.mask("skar"), state, slots, card)
    given = [answer for answer in state.answers if answer.giver is not None]
    return {
        "log": [
            answer.outcome if answer.giver is None else f"from_{NAMES[answer.giver]}"
            for answer in state.answers
        ],
        "received": [PACK.code(answer.asked) for answer in given],
        "given": [
            [PACK.code(answer.returned), NAMES[answer.giver]]
            for answer in given
            if answer.returned is not None and answer.giver is not None
        ],
    }


# Tricks


def _trick_winner(a: Args) -> int:
    skies = play.volte_rank(a.book) if a.flag("skies_is_trump", False) else kernels.EXCUSE
    return play.winner(_lying(a), skies)


def _lying(a: Args) -> tuple[Card, ...]:
    lying = a.cards("trick")
    if not lying:
        raise a.error("trick", "at least one card")
    return lying


def _duty(a: Args) -> str | None:
    kind = a.text("kind")
    if kind not in ("claim", "premature", "hint"):
        raise a.error("kind", "claim, premature or hint")
    card = a.card("card") if kind == "premature" else None
    found = duties.duty_after(a.book, kind, a.cards("trick"), card)
    return next((name for name, duty in duties.NAMES.items() if duty == found), None)


def _legal_cards(a: Args) -> list[str]:
    duty = kernels.FREE
    if a.has("duty_name"):
        if a.text("duty_name") not in duties.NAMES:
            raise a.error("duty_name", ", ".join(duties.NAMES))
        duty = duties.NAMES[a.text("duty_name")]
    hold = a.flag("hold_skies", False)
    legal = play.legal_cards(a.book, a.mask("hand"), a.cards("trick"), duty, hold)
    return list(deck_order(legal))


def _is_revoke(a: Args) -> bool:
    return play.is_revoke(a.mask("hand_before"), a.cards("trick"), a.card("card"))


def _withdrawal(a: Args) -> bool:
    return penalties.revoke_withdrawal_ok(a.flag("self_reported"), a.flag("next_trick_begun"))


def _skies_outcome(a: Args) -> dict[str, object]:
    kept, gives = count.skies_outcome(
        a.book,
        a.mask("side_won"),
        a.number("trick_no"),
        a.number("tricks_total", TRICKS),
        a.flag("volte_hold", False),
        a.flag("partner_took", False),
    )
    return {"kept": kept, "gives": None if gives is None else PACK.code(gives)}


def _volte_ok(a: Args) -> bool:
    return not play.volte_faults(
        a.book,
        a.flag("agreed"),
        a.number("hand_size"),
        a.number("ombre_tricks"),
        a.number("tricks_played"),
        _bid(a),
    )


# Money


def _bid(a: Args) -> str:
    bid = a.text("bid")
    if bid not in BIDS:
        raise a.error("bid", ", ".join(BIDS))
    return bid


def _settle(a: Args) -> dict[str, object]:
    """A case is told as a score pad tells it, but by names of seats; 0 is always the Ombre."""
    if not a.has("bid"):
        return _net(told.settle(a.rules, {}))
    given: dict[str, object] = {"bid": _bid(a), "ombre": OMBRE}
    if a.book.contract(_bid(a)).rate is not None:
        given["points"] = a.number("points")
    if a.has("volte"):
        given["volte"] = a.text("volte")
        if given["volte"] not in ("won", "lost"):
            raise a.error("volte", "won, lost or null")
    return _net(told.settle(a.rules, {**given, "offenders": a.seats("offenders")}))


def _net(settlement: Settlement) -> dict[str, object]:
    return dict(zip(NAMES, settlement.points, strict=True))


def _liable(a: Args) -> str | None:
    breach = penalties.Breach(
        kind=a.text("kind"),
        actor=a.seat("actor") if a.has("actor") else None,
        hands_equal=a.flag("hands_equal", False),
    )
    found = penalties.liable(breach, a.seat("dealer") if a.has("dealer") else OMBRE, OMBRE)
    return None if found is None else NAMES[found]


def _misdeal(a: Args) -> dict[str, object]:  # noqa: ARG001  a misdeal asks for nothing
    return _net(penalties.misdeal(SEATS)) | {"next_dealer_offset": sitting.next_dealer(0)}


def _honneurs(a: Args) -> int:
    return sum(honour.value for honour in honours.honours_of(a.book, a.mask("hand")))


ANSWERS: Mapping[str, Callable[[Args], object]] = {
    "deck_size": lambda _: PACK.size,
    "deck_total": lambda _: kernels.points(MASKS, PACK.full),
    "exact_value": lambda a: _exact(1 << a.card("card")),
    "count_exact": lambda a: _exact(a.mask("cards")),
    "count_points": lambda a: kernels.points(MASKS, a.mask("cards")),
    "ombre_points": _ombre_points,
    "skar_allowed": _skar_allowed,
    "silent_bid": lambda a: auction.silent_bid(a.book, a.number("n_cards")),
    "run_auction": _run_auction,
    "resolve_asks": _resolve_asks,
    "trick_winner": _trick_winner,
    "duty": _duty,
    "legal_cards": _legal_cards,
    "is_revoke": _is_revoke,
    "revoke_withdrawal_ok": _withdrawal,
    "skies_outcome": _skies_outcome,
    "settle": _settle,
    "liable": _liable,
    "settle_with_penalties": _settle,
    "misdeal": _misdeal,
    "volte_announcement_ok": _volte_ok,
    "honneurs": _honneurs,
}
"""The functions of the case files and what answers them."""
