"""Tarock à l'Hombre once more: strings, lists and sets, one function to a clause.

A card is its name: ``HK``, ``D1``, ``S10``, ``T21``; the Skies is ``SKI``. Seats are 0 Vorhand,
1 Mittelhand, 2 dealer; in a settlement ``O`` is the ombre, ``X`` and ``Y`` are his opponents.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple, NotRequired, TypedDict

Options = Mapping[str, object]

NO_OPTIONS: Options = MappingProxyType({})

SKIES, PAGAT, MOND = "SKI", "T1", "T21"
FIGURES = ("K", "Q", "N", "B")
PIPS = tuple(str(number) for number in range(1, 11))
RED, BLACK = ("H", "D"), ("S", "C")
VORHAND, MITTELHAND, DEALER = 0, 1, 2
SEATS = (VORHAND, MITTELHAND, DEALER)
TRICKS = 25

# M-1: four suits of fourteen, 21 tarocks, the Skies.
DECK = (
    *(suit + rank for suit in (*RED, *BLACK) for rank in (*FIGURES, *PIPS)),
    *(f"T{number}" for number in range(1, 22)),
    SKIES,
)
KINGS = frozenset(suit + "K" for suit in (*RED, *BLACK))

# The whole table of values; what an option leaves unsaid stands here.
DEFAULTS: Options = MappingProxyType(
    {
        "target": 40,
        "skar_owner": "dealer_side",
        "skar_pagat_exception": True,
        "auction": "hold",
        "a_trois": "paid",
        "trois_seat": "vorhand",
        "vorhand_forced": False,
        "first_lead": "vorhand",
        "skies_deadline": 3,
        "skies_scope": "volte",
        "skies_volte_rank": "top",
        "volte": False,
        "volte_mode": "replace",
        "volte_window": "at_latest_8",
        "penalty_base": "whole",
        "penalty_partner_share": "always",
        "penalty_multiplicity": "per_offender",
        "rule9_scope": "claim",
        "claim_scope": "partner",
        "fault_detection": "automatic",
        "honneurs": False,
        "pagat_ultimo": 0,
    }
)


def chosen(options: Options, name: str) -> object:
    """An option not named has its default."""
    return options.get(name, DEFAULTS[name])


def number_of(options: Options, name: str) -> int:
    """An option that is a number."""
    value = chosen(options, name)
    assert isinstance(value, int), (name, value)
    return value


# ── cards ────────────────────────────────────────────────────────────────────────────────────


def in_deck_order(cards: Iterable[str]) -> list[str]:
    """Herz, Karo, Pik, Treff, tarocks, Skies; each suit from the king down.

    >>> in_deck_order(["SKI", "T2", "SK", "H10", "H1"])
    ['H1', 'H10', 'SK', 'T2', 'SKI']
    """
    return sorted(cards, key=DECK.index)


def suit(card: str) -> str:
    """The first letter is the suit; tarock is ``T``; the Skies has none of these (M-3, M-11).

    >>> suit("SK"), suit("T21"), suit("SKI")
    ('S', 'T', '')
    """
    return "" if card == SKIES else card[0]


def is_tarock(card: str) -> bool:
    """The 21 numbered trumps; the Skies stands outside (M-3)."""
    return suit(card) == "T"


def strength(card: str) -> int:
    """King, Dame, Cavall, Bube; then the 10 leads in black, the 1 in red (M-2, M-3).

    >>> strength("H4") > strength("H5"), strength("S4") > strength("S5")
    (True, False)
    """
    rank = card[1:]
    if is_tarock(card):
        return int(rank)
    if rank in FIGURES:
        return 14 - FIGURES.index(rank)
    return 11 - int(rank) if suit(card) in RED else int(rank)


def nominal(card: str) -> int:
    """Kings and matadors 5, Damen 4, Cavalls 3, Buben 2, all others 1 (M-4)."""
    if card in KINGS or card in (PAGAT, MOND, SKIES):
        return 5
    if is_tarock(card):
        return 1
    return {"Q": 4, "N": 3, "B": 2}.get(card[1:], 1)


def exact_value(card: str) -> Fraction:
    """A card is worth its nominal value less two thirds (M-4)."""
    return nominal(card) - Fraction(2, 3)


def count_exact(cards: Iterable[str]) -> Fraction:
    """The cards' values added up, thirds kept (M-4).

    >>> count_exact(DECK)
    Fraction(78, 1)
    """
    return sum((exact_value(card) for card in cards), Fraction(0))


def count_points(cards: Iterable[str]) -> int:
    """Three by three, less two; odd thirds to the nearest whole point (M-4, M-5).

    >>> count_points(["SKI", "T21", "T1"]), count_points(["HK", "S4"])
    (13, 5)
    """
    return round(count_exact(cards))


def is_figur(card: str) -> bool:
    """König, Dame, Cavall, Bube, and the Pagat; neither Mond nor Skies (L-13.2, G-06)."""
    return card == PAGAT or (suit(card) in (*RED, *BLACK) and card[1:] in FIGURES)


# ── the deal ──────────────────────────────────────────────────────────────────────────────────


def cut(pack: Sequence[str], lifted: int) -> list[str]:
    """The part lifted goes below the rest (M-8)."""
    assert 1 <= lifted < len(pack), lifted
    return [*pack[lifted:], *pack[:lifted]]


def deal(pack: Sequence[str]) -> list[list[str]]:
    """Five rounds of packets of five from the Vorhand on, the last three to the dealer (M-8)."""
    cards = list(pack)
    hands: list[list[str]] = [[], [], []]
    for _ in range(5):
        for place in SEATS:
            hands[place] += cards[:5]
            del cards[:5]
    hands[DEALER] += cards
    return hands


# ── the Skar ─────────────────────────────────────────────────────────────────────────────────


def skar_allowed(hand28: Collection[str], options: Options = NO_OPTIONS) -> list[str]:
    """No king, no tarock, no Skies; the Pagat among fewer than four tarocks; then tarocks (M-6)."""
    tarocks = [card for card in hand28 if is_tarock(card)]
    allowed = {card for card in hand28 if card not in (*KINGS, SKIES) and card not in tarocks}
    if PAGAT in tarocks and len(tarocks) < 4 and chosen(options, "skar_pagat_exception"):
        allowed.add(PAGAT)
    if len(allowed) < 3:
        allowed |= {card for card in tarocks if card not in (PAGAT, MOND)}
    return in_deck_order(allowed)


def ombre_owns_skar(dealer_is_ombre: bool, options: Options = NO_OPTIONS) -> bool:
    """The Skar belongs to the dealer's side, or by option to one side always (M-7, G-04)."""
    owner = chosen(options, "skar_owner")
    return owner == "ombre" or (owner == "dealer_side" and dealer_is_ombre)


def ombre_points(
    ombre_cards: Iterable[str],
    skar: Iterable[str],
    dealer_is_ombre: bool,
    options: Options = NO_OPTIONS,
) -> int:
    """The ombre's tricks, and the Skar if it is his (M-7, M-14)."""
    cards = list(ombre_cards)
    if ombre_owns_skar(dealer_is_ombre, options):
        cards += skar
    return count_points(cards)


# ── the auction ──────────────────────────────────────────────────────────────────────────────

# M-9: from the lowest up.
BIDS = ("trois", "deux", "un", "sans_prendre")
ASKS = {"trois": 0, "deux": 2, "un": 1, "sans_prendre": 0}

Word = tuple[int, str]


class Auction(NamedTuple):
    """Where an auction stands: who speaks and what he may say, or how it ended."""

    speaker: int | None
    lawful: frozenset[str]
    holder: int | None
    bid: str | None


class Verdict(TypedDict, total=False):
    """``done`` with winner and bid, ``thrown_in``, ``open`` with the next; or what was unlawful."""

    status: str
    winner: int
    bid: str
    next: int
    illegal: int


def silent_bid(n_cards: int) -> str:
    """One, two, three cards laid without a word are à un, à deux, à trois (L-2.1, G-28)."""
    return {1: "un", 2: "deux", 3: "trois"}[n_cards]


def holder_and_bid(words: Sequence[Word]) -> tuple[int | None, str | None]:
    """Who has the game and how high: the last who bid or held (L-2.2)."""
    holder: int | None = None
    bid: str | None = None
    for seat, word in words:
        if word != "pass":
            holder = seat
            bid = bid if word == "hold" else word
    return holder, bid


def next_speaker(words: Sequence[Word]) -> int | None:
    """Round the table, leaving out those who passed and the holder; the Vorhand begins (M-9)."""
    passed = {seat for seat, word in words if word == "pass"}
    holder, _ = holder_and_bid(words)
    last = words[-1][0] if words else DEALER
    for step in (1, 2, 3):
        seat = (last + step) % 3
        if seat not in passed and seat != holder:
            return seat
    return None


def lawful_words(seat: int, words: Sequence[Word], options: Options = NO_OPTIONS) -> frozenset[str]:
    """Pass, a higher bid, or holding against a later seat's game (L-2.2, M-9, G-14, G-15)."""
    holder, bid = holder_and_bid(words)
    level = -1 if bid is None else BIDS.index(bid)
    lawful = {word for word in BIDS if BIDS.index(word) > level}
    if seat != VORHAND and chosen(options, "trois_seat") == "vorhand":
        lawful.discard("trois")
    if may_hold(seat, holder, options) or must_take_deux(seat, words, options):
        lawful.add("hold")
    if not must_take_deux(seat, words, options):
        lawful.add("pass")
    return frozenset(lawful)


def may_hold(seat: int, holder: int | None, options: Options = NO_OPTIONS) -> bool:
    """Who was overbid keeps the game at the higher level against a later seat (G-14)."""
    return holder is not None and seat < holder and chosen(options, "auction") == "hold"


def must_take_deux(seat: int, words: Sequence[Word], options: Options = NO_OPTIONS) -> bool:
    """By option a Vorhand who said à trois must play à deux when the dealer bids it (G-15)."""
    said_trois = (VORHAND, "trois") in words
    dealer_bid_deux = holder_and_bid(words) == (DEALER, "deux")
    forced = bool(chosen(options, "vorhand_forced"))
    return forced and seat == VORHAND and said_trois and dealer_bid_deux


def auction(words: Sequence[Word], options: Options = NO_OPTIONS) -> Auction:
    """The speaker on turn and his words; without a speaker the auction is over (L-2.2, M-9)."""
    speaker = next_speaker(words)
    holder, bid = holder_and_bid(words)
    lawful = frozenset[str]() if speaker is None else lawful_words(speaker, words, options)
    return Auction(speaker, lawful, holder, bid)


def run_auction(words: Sequence[Word], options: Options = NO_OPTIONS) -> Verdict:
    """The first unlawful word, or where the auction stands after the last (M-9)."""
    for index, (seat, word) in enumerate(words):
        stands = auction(words[:index], options)
        if seat != stands.speaker or word not in stands.lawful:
            return {"illegal": index}
    stands = auction(words, options)
    if stands.speaker is not None:
        return {"status": "open", "next": stands.speaker}
    if stands.holder is None or stands.bid is None:
        return {"status": "thrown_in"}
    return {"status": "done", "winner": stands.holder, "bid": stands.bid}


# ── asking ───────────────────────────────────────────────────────────────────────────────────


class Asked(TypedDict):
    """What became of each ask, what the ombre got, and which card went to whom."""

    log: list[str]
    received: list[str]
    given: list[list[str]]


def resolve_asks(
    bid: str,
    laid: Sequence[str],
    asks: Sequence[str],
    ombre_hand: Iterable[str],
    opp_hands: Mapping[str, Iterable[str]],
    skar: Collection[str],
) -> Asked:
    """Slot by slot: refused, own card, in the Skar, or handed over (L-3.1, L-4.1, L-4.3, L-4.4).

    The cards laid stay among the ombre's own until their slot is paid.
    """
    own = set(ombre_hand) | set(laid)
    others = {name: set(hand) for name, hand in opp_hands.items()}
    result: Asked = {"log": [], "received": [], "given": []}
    slot = 0
    for card in asks:
        answer = answer_to(card, slot, bid, laid, own, others, skar)
        result["log"].append(answer)
        if answer == "own_card":
            slot += 1
        if answer.startswith("from_"):
            giver = answer.removeprefix("from_")
            hand_over(card, laid[slot], own, others[giver])
            result["received"].append(card)
            result["given"].append([laid[slot], giver])
            slot += 1
    return result


def answer_to(
    card: str,
    slot: int,
    bid: str,
    laid: Sequence[str],
    own: Collection[str],
    others: Mapping[str, Collection[str]],
    skar: Collection[str],
) -> str:
    """What is said to one ask, in the order of the rules (L-3.1, L-4.1, L-4.3)."""
    if slot >= ASKS[bid]:
        return "no_slot"
    if len(laid) < ASKS[bid]:
        return "refused"
    if card in own:
        return "own_card"
    if card in skar:
        return "in_skar"
    holders = [name for name, hand in others.items() if card in hand]
    assert len(holders) == 1, f"nobody holds {card}"
    return f"from_{holders[0]}"


def hand_over(card: str, returned: str, own: set[str], giver: set[str]) -> None:
    """The holder gives the card named and takes the card laid for it (L-3.1, L-4.4)."""
    giver.remove(card)
    own.add(card)
    own.remove(returned)
    giver.add(returned)


# ── one trick ────────────────────────────────────────────────────────────────────────────────


def led_suit(trick: Sequence[str]) -> str:
    """The suit of the first card; a Skies led demands tarock (M-10, M-11.3)."""
    return "T" if trick[0] == SKIES else suit(trick[0])


def legal_cards(
    hand: Collection[str],
    trick: Sequence[str],
    duty: str | None = None,
    hold_skies: bool = False,
    options: Options = NO_OPTIONS,
) -> list[str]:
    """Follow suit, else tarock, else anything; the Skies besides; then the duty (M-10, M-11).

    ``hold_skies``: the ombre of an announced Volte keeps the Skies to the last (L-15.1).
    """
    rest = [card for card in hand if card != SKIES]
    skies = {SKIES} & set(hand)
    if hold_skies and rest:
        skies = set()
    if not trick:
        return in_deck_order({*rest, *skies})
    if duty is None and last_must_overtrump(trick, options):
        duty = "MUST_OVERTRUMP"
    cards, binding = under_duty(following(rest, trick), trick, duty)
    return in_deck_order(cards if binding else {*cards, *skies})


def following(rest: Collection[str], trick: Sequence[str]) -> set[str]:
    """The suit led, without it tarocks, without them anything (M-10)."""
    of_suit = {card for card in rest if suit(card) == led_suit(trick)}
    tarocks = {card for card in rest if is_tarock(card)}
    return of_suit or tarocks or set(rest)


def last_must_overtrump(trick: Sequence[str], options: Options) -> bool:
    """By option rule 9 binds whoever plays last to a tarock lead, claim or none (G-05)."""
    always = chosen(options, "rule9_scope") == "always"
    return always and len(trick) == 2 and led_suit(trick) == "T"


def under_duty(cards: set[str], trick: Sequence[str], duty: str | None) -> tuple[set[str], bool]:
    """What a duty leaves of the cards, and whether it shuts out the Skies (G-06)."""
    if duty == "MUST_OVERTRUMP":
        return overtrumping(cards, trick)
    if duty == "LOWEST_TRUMP":
        return lowest_trump(cards)
    if duty == "MUST_FIGUR":
        return with_figur(cards)
    if duty == "NO_FIGUR":
        return without_figur(cards), False
    assert duty is None, duty
    return cards, False


def overtrumping(cards: set[str], trick: Sequence[str]) -> tuple[set[str], bool]:
    """A tarock above those in the trick; who has none throws no Figur (L-9.1)."""
    best = max((strength(card) for card in trick if is_tarock(card)), default=0)
    over = {card for card in cards if is_tarock(card) and strength(card) > best}
    return (over, True) if over else (without_figur(cards), False)


def lowest_trump(cards: set[str]) -> tuple[set[str], bool]:
    """The lowest tarock in hand; who may play none throws no Figur (L-13.3)."""
    tarocks = {card for card in cards if is_tarock(card)}
    return ({min(tarocks, key=strength)}, True) if tarocks else (without_figur(cards), False)


def with_figur(cards: set[str]) -> tuple[set[str], bool]:
    """A Figur, if one may be played (L-12.1, L-12.2)."""
    figures = {card for card in cards if is_figur(card)}
    return (figures, True) if figures else (cards, False)


def without_figur(cards: set[str]) -> set[str]:
    """No Figur, as far as it can be avoided without revoking (L-8.2, L-8.3, L-10.2)."""
    return {card for card in cards if not is_figur(card)} or cards


def trick_winner(
    trick: Sequence[str], skies_is_trump: bool = False, options: Options = NO_OPTIONS
) -> int:
    """The highest tarock, else the highest card of the suit led; the Skies never (M-10, M-11).

    ``skies_is_trump``: the ombre's Skies in the last trick of a Volte (L-15.2, G-11).
    """
    trumps = {card: strength(card) for card in trick if is_tarock(card)}
    if skies_is_trump and SKIES in trick:
        trumps[SKIES] = 22 if chosen(options, "skies_volte_rank") == "top" else 0
    if trumps:
        return list(trick).index(max(trumps, key=trumps.__getitem__))
    plain = [card for card in trick if card != SKIES]
    of_suit = [card for card in plain if suit(card) == suit(plain[0])]
    return list(trick).index(max(of_suit, key=strength))


# ── irregular acts ───────────────────────────────────────────────────────────────────────────


def duty(
    kind: str,
    trick: Sequence[str],
    card: str | None = None,
    by_ombre: bool = False,
    options: Options = NO_OPTIONS,
) -> str | None:
    """What a claim, a card out of turn or a hint lays upon the partner (rules 8 to 13).

    The ombre's own binds nobody, unless so agreed (G-19).
    """
    if by_ombre and chosen(options, "claim_scope") == "partner":
        return None
    if kind == "claim":
        last_to_tarock = len(trick) == 2 and led_suit(trick) == "T"
        return "MUST_OVERTRUMP" if last_to_tarock else "NO_FIGUR"
    if kind == "hint":
        return "LOWEST_TRUMP"
    assert kind == "premature", kind
    assert card is not None, "a premature card has a name"
    beats = trick_winner([*trick, card]) == len(trick)
    return "NO_FIGUR" if beats else "MUST_FIGUR"


def is_revoke(hand_before: Collection[str], trick: Sequence[str], card: str) -> bool:
    """A card that without any duty might not have been played (L-6.4)."""
    return card not in legal_cards(hand_before, trick)


def revoke_withdrawal_ok(self_reported: bool, next_trick_begun: bool) -> bool:
    """Its maker may mend a revoke until the next trick has begun (L-1.3, L-1.4)."""
    return self_reported and not next_trick_begun


def liable(
    kind: str, dealer: str, actor: str | None = None, hands_equal: bool = False
) -> str | None:
    """Who owes the big fine for a fault (L-3.2, L-3.3, L-6.1 to L-6.4, G-16)."""
    if kind in ("skar_count", "skar_forgotten", "skar_barred"):
        return dealer
    if kind == "skar_by_other":
        return None if hands_equal else actor
    if kind == "overfull_after_exchange":
        return "O"
    assert kind == "revoke", kind
    return actor


# ── Skies and Volte ──────────────────────────────────────────────────────────────────────────


class Outcome(TypedDict):
    """Whether a side keeps its Skies, and the card it gives for it."""

    kept: bool
    gives: str | None


def skies_outcome(
    side_won: Collection[str],
    trick_no: int,
    tricks_total: int = TRICKS,
    volte_hold: bool = False,
    partner_took: bool = False,
    options: Options = NO_OPTIONS,
) -> Outcome:
    """Redeemed with the cheapest card won, unless played too late or nothing was won (M-11)."""
    if partner_took:
        return {"kept": True, "gives": None}
    too_late = trick_no > tricks_total - number_of(options, "skies_deadline")
    if (too_late and not volte_hold) or not side_won:
        return {"kept": False, "gives": None}
    cheapest = min(in_deck_order(side_won), key=nominal)
    return {"kept": True, "gives": cheapest}


def volte_announcement_ok(
    agreed: bool,
    hand_size: int,
    ombre_tricks: int,
    tricks_played: int,
    bid: str,
    options: Options = NO_OPTIONS,
) -> bool:
    """Agreed beforehand, every trick taken so far, eight cards still in hand (L-14.1, L-14.2)."""
    exactly = chosen(options, "volte_window") == "exactly_8"
    in_time = hand_size == 8 if exactly else hand_size >= 8
    return agreed and in_time and ombre_tricks == tricks_played and bid != "trois"


# ── a whole play ─────────────────────────────────────────────────────────────────────────────


class Play(TypedDict):
    """A played hand: hands as dealt by seat, the Skar, the exchange, and the tricks as they fell.

    ``volte``: the trick, from 1, in which the ombre announced the Volte before his card.
    """

    dealt: Sequence[Collection[str]]
    skar: Collection[str]
    bid: str
    ombre: int
    laid: Sequence[str]
    asks: Sequence[str]
    tricks: Sequence[Sequence[str]]
    volte: NotRequired[int | None]


class Taken(NamedTuple):
    """One trick as it fell: number from 1, leader, cards in turn, who took it."""

    number: int
    leader: int
    cards: tuple[str, ...]
    taker: int

    def player_of(self, card: str) -> int:
        """The seat that played the card."""
        return (self.leader + self.cards.index(card)) % 3


def hands_to_play(record: Play) -> list[set[str]]:
    """The hands after Skar and exchange, 25 cards each (M-6, M-8, L-4.4)."""
    hands = [set(hand) for hand in record["dealt"]]
    hands[DEALER] -= set(record["skar"])
    ombre = record["ombre"]
    opponents = {str(seat): hands[seat] for seat in SEATS if seat != ombre}
    asked = resolve_asks(
        record["bid"], record["laid"], record["asks"], hands[ombre], opponents, record["skar"]
    )
    for card, (returned, giver) in zip(asked["received"], asked["given"], strict=True):
        hand_over(card, returned, hands[ombre], hands[int(giver)])
    assert all(len(hand) == TRICKS for hand in hands), [len(hand) for hand in hands]
    return hands


def first_leader(ombre: int, options: Options = NO_OPTIONS) -> int:
    """The Vorhand leads to the first trick, by option the ombre (M-12, G-13)."""
    return ombre if chosen(options, "first_lead") == "ombre" else VORHAND


def holds_skies(
    taken: Sequence[Taken], ombre: int, announced: bool, options: Options = NO_OPTIONS
) -> bool:
    """The ombre keeps the Skies while an announced Volte stands, by option in every hand.

    L-15.1, G-23, G-25.
    """
    if chosen(options, "skies_scope") == "always":
        return True
    return announced and all(trick.taker == ombre for trick in taken)


def played_tricks(record: Play, options: Options = NO_OPTIONS) -> list[Taken]:
    """The tricks one after the other, each card lawful where it fell (M-10 to M-12, L-15.1)."""
    hands = hands_to_play(record)
    leader = first_leader(record["ombre"], options)
    taken: list[Taken] = []
    for cards in record["tricks"]:
        for place, card in enumerate(cards):
            seat = (leader + place) % 3
            keeps = seat == record["ombre"] and skies_bound(record, taken, options)
            lawful = legal_cards(hands[seat], cards[:place], None, keeps, options)
            assert card in lawful, f"trick {len(taken) + 1}: seat {seat} may not play {card}"
            hands[seat].remove(card)
        taker = (leader + trick_winner(cards, skies_trumps(record, taken, options), options)) % 3
        taken.append(Taken(len(taken) + 1, leader, tuple(cards), taker))
        leader = taker
    return taken


def skies_bound(record: Play, taken: Sequence[Taken], options: Options = NO_OPTIONS) -> bool:
    """Whether the ombre must keep the Skies in the trick now played (L-15.1)."""
    announced_in = record.get("volte")
    announced = announced_in is not None and len(taken) + 1 >= announced_in
    return holds_skies(taken, record["ombre"], announced, options)


def skies_trumps(record: Play, taken: Sequence[Taken], options: Options = NO_OPTIONS) -> bool:
    """The ombre's Skies kept for the last trick is a trump there (L-15.2)."""
    ombres = SKIES in hands_to_play(record)[record["ombre"]]
    return ombres and len(taken) + 1 == TRICKS and skies_bound(record, taken, options)


def volte_result(record: Play, taken: Sequence[Taken]) -> str | None:
    """Announced it is won with every trick and lost otherwise; unannounced there is none.

    L-14.3, L-14.4.
    """
    if record.get("volte") is None:
        return None
    return "won" if all(trick.taker == record["ombre"] for trick in taken) else "lost"


def ombre_pile(record: Play, taken: Sequence[Taken], options: Options = NO_OPTIONS) -> list[str]:
    """The ombre's cards at the end, the account of the Skies squared (M-11, M-13)."""
    ombre = record["ombre"]
    pile = [card for trick in taken if trick.taker == ombre for card in trick.cards]
    others = [card for trick in taken if trick.taker != ombre for card in trick.cards]
    with_skies = next(trick for trick in taken if SKIES in trick.cards)
    mine = with_skies.player_of(SKIES) == ombre
    if mine == (with_skies.taker == ombre) or was_trump(record, taken, with_skies, options):
        return pile
    own, rivals = (pile, others) if mine else (others, pile)
    late = mine and record.get("volte") is not None
    outcome = skies_outcome(own, with_skies.number, volte_hold=late, options=options)
    if outcome["kept"] and not cannot_redeem(mine, options):
        assert outcome["gives"] is not None
        swap(own, outcome["gives"], rivals, SKIES)
    return pile


def was_trump(
    record: Play, taken: Sequence[Taken], trick: Taken, options: Options = NO_OPTIONS
) -> bool:
    """A Skies that counts as a trump goes with its trick like any trump.

    L-15.2: M-11 is the law of the Skies outside the Volte.
    """
    return skies_trumps(record, taken[: trick.number - 1], options)


def cannot_redeem(mine: bool, options: Options = NO_OPTIONS) -> bool:
    """By option rule 15 denies the opponents their Skies in every hand (L-15.3, G-25)."""
    return not mine and chosen(options, "skies_scope") == "always"


def swap(own: list[str], given: str, rivals: list[str], back: str) -> None:
    """A card out of the own pile goes over, the Skies comes back (M-11.1)."""
    own.remove(given)
    own.append(back)
    rivals.remove(back)
    rivals.append(given)


def points_of_play(record: Play, options: Options = NO_OPTIONS) -> tuple[int, str | None]:
    """The ombre's card points and what became of an announced Volte (M-14, L-14.3)."""
    taken = played_tricks(record, options)
    assert len(taken) == TRICKS, len(taken)
    cards = ombre_pile(record, taken, options)
    points = ombre_points(cards, record["skar"], record["ombre"] == DEALER, options)
    return points, volte_result(record, taken)


# ── settlement ───────────────────────────────────────────────────────────────────────────────

# L-7.5 to L-7.11, L-14.6 to L-14.9.
CONSOLATION = {"trois": 10, "deux": 20, "un": 30, "sans_prendre": 50}
RATE = {"deux": 2, "un": 3, "sans_prendre": 5}
VOLTE = {"deux": 200, "un": 300, "sans_prendre": 500}


def ordinary_game(bid: str, points: int | None, options: Options = NO_OPTIONS) -> int:
    """Consolation and rate for each point over or missing; à trois the consolation alone.

    L-7.5 to L-7.11; what each opponent pays the ombre, negative if he pays them.
    """
    if bid == "trois":
        return 10 if chosen(options, "a_trois") == "paid" else 0
    assert points is not None, "a played game has points"
    over = points - number_of(options, "target")
    if over >= 0:
        return CONSOLATION[bid] + RATE[bid] * over
    return -(CONSOLATION[bid] + RATE[bid] * -over)


def game_value(
    bid: str, points: int | None, volte: str | None = None, options: Options = NO_OPTIONS
) -> int:
    """An announced Volte takes the place of the consolation, by option it stands beside it.

    L-14.4 to L-14.9, G-08.
    """
    if volte is None or bid == "trois":
        return ordinary_game(bid, points, options)
    price = VOLTE[bid] if volte == "won" else -VOLTE[bid]
    if chosen(options, "volte_mode") == "side":
        return ordinary_game(bid, points, options) + price
    assert points is not None, "a played game has points"
    return price + RATE[bid] * (points - number_of(options, "target"))


def settle(
    bid: str, points: int | None, volte: str | None = None, options: Options = NO_OPTIONS
) -> dict[str, int]:
    """Each opponent pays the ombre the value of the game, or gets it (L-7.5 to L-7.11)."""
    value = game_value(bid, points, volte, options)
    return {"O": 2 * value, "X": -value, "Y": -value}


def settle_with_penalties(
    bid: str,
    points: int | None,
    offenders: Sequence[str],
    volte: str | None = None,
    options: Options = NO_OPTIONS,
) -> dict[str, int]:
    """On top of the settlement each offender owes each other the game once more (rules 6 and 7).

    L-6.5 to L-6.11, L-7.1, L-7.4; an offender named twice has two faults (G-09).
    """
    money = settle(bid, points, volte, options)
    value = game_value(bid, points, volte, options)
    fine = abs(value)
    if chosen(options, "penalty_base") == "game_only":
        fine = abs(ordinary_game(bid, points, options))
    faults = list(offenders)
    if chosen(options, "penalty_multiplicity") == "per_offender":
        faults = sorted(set(faults))
    for offender in faults:
        for other in fined_to(offender, value, options):
            money[offender] -= fine
            money[other] += fine
    return money


def fined_to(offender: str, value: int, options: Options = NO_OPTIONS) -> list[str]:
    """The fine goes to both others; by option not to a partner when the ombre loses (G-02)."""
    others = [name for name in ("O", "X", "Y") if name != offender]
    bare = chosen(options, "penalty_partner_share") == "only_if_ombre_wins"
    if bare and offender != "O" and value < 0:
        return ["O"]
    return others


def misdeal() -> dict[str, int]:
    """A misdealt hand is void, and the deal passes on (L-5.1, L-5.2, L-5.3)."""
    return {"O": 0, "X": 0, "Y": 0, "next_dealer_offset": 1}


# ── honours ──────────────────────────────────────────────────────────────────────────────────


def honneurs(hand: Collection[str]) -> int:
    """What each other pays for ten tarocks, matadors, kings and whole courts (O-1)."""
    held = set(hand)
    return many_tarocks(held) + matadors(held) + four_kings(held) + courts(held)


def many_tarocks(held: set[str]) -> int:
    """Ten tarocks, the Skies among them, 10; each further one 5 (O-1)."""
    number = sum(is_tarock(card) or card == SKIES for card in held)
    return 10 + 5 * (number - 10) if number >= 10 else 0


def matadors(held: set[str]) -> int:
    """Pagat, Mond and Skies 10, and 5 for each tarock that follows on from the 20 down (O-1)."""
    if not {PAGAT, MOND, SKIES} <= held:
        return 0
    marks, number = 10, 20
    # Below the II comes the Pagat, which is a matador already.
    while number > 1 and f"T{number}" in held:
        marks += 5
        number -= 1
    return marks


def four_kings(held: set[str]) -> int:
    """All four kings 10 (O-1)."""
    return 10 if held >= KINGS else 0


def courts(held: set[str]) -> int:
    """A suit's four court cards 10, three of them with the Skies 5 (O-1)."""
    marks = 0
    for letter in (*RED, *BLACK):
        number = sum(letter + rank in held for rank in FIGURES)
        if number == 4:
            marks += 10
        elif number == 3 and SKIES in held:
            marks += 5
    return marks


# ── Pagat ultimo ──────────────────────────────────────────────────────────────────────────────


def pagat_ultimo(last: Taken, ombre: int, price: int) -> int:
    """A Pagat taking the last trick earns the table's price, one lost there to the others pays it.

    O-2; what each opponent pays the ombre, negative if he pays them.
    """
    if PAGAT not in last.cards:
        return 0
    player = last.player_of(PAGAT)
    if last.taker == player:
        return price if player == ombre else -price
    if ombre not in (player, last.taker):
        return 0
    return -price if player == ombre else price
