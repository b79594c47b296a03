"""What a seat can read off the table: cards fallen, empty suits, sides, and where the rest may be.

Everything is worked out from the view. The tarocks are counted exactly (U-20.1), and so is all
else: a bot does not look back through the tricks, it remembers them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trull.cards import cards
from trull.kernels.koenigrufen import STRICT, crown_after, target_trick, winning_card
from trull.kernels.tarock import count, lowest, thirds
from trull.laws.koenigrufen.book import KING, MASKS, PACK, WHOLE_PACK, Book, Contract, book_of
from trull.laws.koenigrufen.view import KoenigrufenView

TAROCK = 4
SUIT_MASKS = tuple(int(mask) for mask in PACK.suits.values())
SUIT_INDEX = tuple(list(PACK.suits).index(letter) for letter in PACK.suit_of)
THIRDS = tuple(thirds(MASKS, 1 << card) for card in range(PACK.size))
EVERYBODY = range(4)
KING_LIES_IN_TALON = 0.14
"""How often a king called in a game without the talon lies there: 6 of 42 unseen cards."""
DISCARD_EMPTIES = 0.25
"""How much likelier a declarer who has laid cards away is empty in a suit."""


class Past(NamedTuple):
    """What the tricks so far have shown."""

    played: int
    lacks: tuple[int, ...]  # cards each seat has shown not to hold
    fallen: tuple[int, ...]  # cards each seat has played
    crown: int  # of the trick on the table


class Reading(NamedTuple):
    """One seat's knowledge at its turn to play."""

    view: KoenigrufenView
    book: Book
    contract: Contract
    me: int
    hand: int
    past: Past
    out: int  # seen, but in no hand: the talon left lying, the own discard
    known: tuple[int, ...]  # cards known to be in each other hand
    unseen: int  # cards of which only chances are known
    chance: tuple[tuple[float, ...], ...]  # [seat][suit] that an unseen card of the suit is there
    friend: tuple[float, ...]  # how surely each seat is on our side; oneself 1
    lying: tuple[int, ...]  # the cards of the trick
    led: int  # the first of them, -1 on lead
    best: int  # the card that would take the trick as it lies, -1 on lead
    winning: int  # the seat that played it
    later: tuple[int, ...]  # the seats that play after this one

    @property
    def number(self) -> int:
        """The number of the trick, from 1."""
        return sum(self.view.taken) + 1

    @property
    def farben(self) -> bool:
        """Whether tarocks do not trump."""
        return self.contract.kind == "farben"


def read(view: KoenigrufenView) -> Reading:
    """What the seat on turn knows in the play."""
    assert view.seat is not None, "a spectator does not play"
    book = book_of(view.rules)
    contract, me, hand = book.contracts[view.contract], int(view.seat), int(PACK.mask(view.hand))
    past, lying = past_of(view, book, contract), tuple(PACK.card(code) for _s, code in view.trick)
    out = _out(view)
    known = _known(view, me, past, out)
    located = hand | past.played | out | known[0] | known[1] | known[2] | known[3]
    winning = me if view.winning is None else int(view.winning)
    return Reading(
        view=view,
        book=book,
        contract=contract,
        me=me,
        hand=hand,
        past=past,
        out=out,
        known=known,
        unseen=PACK.full & ~located,
        chance=_chances(view, contract, me, past, known),
        friend=friends(view, contract, me, past.lacks),
        lying=lying,
        led=lying[0] if lying else -1,
        best=next((PACK.card(c) for s, c in view.trick if s == winning), -1),
        winning=winning,
        later=tuple((me + k) % 4 for k in range(1, 4 - len(view.trick))),
    )


def past_of(view: KoenigrufenView, book: Book, contract: Contract) -> Past:
    """The cards in the order they fell; a card that does not follow tells what is not held."""
    rules = book.rules_of(contract, view.stichzwang is not False)
    played, led, trick, crown = 0, -1, 0, 0
    lacks, fallen, kept = [0] * 4, [0] * 4, _kept(view, book)
    for seat, verb, words in view.seen:
        if verb != "play":
            continue
        card = PACK.card(words[0])
        fallen[seat] |= 1 << card
        if lacks[seat] >> card & 1:
            lacks[seat] = 0  # he has revoked, and what he did not play shows nothing
        if kept[seat] >> card & 1 and target_trick(MASKS, card) > count(played) // 4 + 1:
            lacks[seat] |= _given_up(card, led) & ~kept[seat]
        if led >= 0:
            best = winning_card(MASKS, rules, trick, led, crown)
            lacks[seat] |= _shown_lack(card, led, best, bool(rules.must_beat) and not crown)
            if rules.must_beat and crown == 1 and MASKS.tarocks >> card & 1:
                lacks[seat] |= MASKS.pagat  # it would have made the Kaiserstich (KG-17)
        elif rules.farben and MASKS.tarocks >> card & 1:
            lacks[seat] |= PACK.full & ~MASKS.tarocks  # who has a suit leads it
        if rules.negative and 1 << card == MASKS.pagat and crown != 1:
            lacks[seat] |= MASKS.tarocks  # there the Pagat is the last tarock
        crown = crown_after(MASKS, rules, trick, led, crown, card)
        led, trick, played = (card if led < 0 else led), trick | 1 << card, played | 1 << card
        if count(trick) == 4:
            led, trick, crown = -1, 0, 0
    return Past(played, tuple(lacks), tuple(fallen), crown)


def _shown_lack(card: int, led: int, best: int, must_beat: bool) -> int:
    """What a seat cannot hold that played this card to this trick."""
    suit, tarocks = MASKS.family[led], MASKS.tarocks
    lack, beaten = 0, MASKS.family[best]
    if not suit >> card & 1:
        lack = suit if tarocks >> card & 1 else suit | tarocks
    if must_beat and beaten >> card & 1 and card < best:
        lack |= beaten & (-2 << best)
    return lack


def _kept(view: KoenigrufenView, book: Book) -> tuple[int, ...]:
    """For each seat the announced cards that it may give up only where it has no other (T-5.8)."""
    kept = [0] * 4
    if book.announced_mode != STRICT:
        return tuple(kept)
    for item, seat, _kontra in view.announced:
        bonus = book.bonuses[item]
        if bonus.kind == "king" and view.called_suit:
            kept = [held | 1 << KING[view.called_suit] for held in kept]
        elif bonus.kind == "bird":
            holder = view.declarers[0][0] if bonus.card in view.bought else seat
            kept[holder] |= 1 << PACK.card(bonus.card)
    return tuple(kept)


def _given_up(card: int, led: int) -> int:
    """The cards of which a seat could have played another instead of one it had to keep."""
    if led < 0 or not (MASKS.tarocks | MASKS.family[led]) >> card & 1:
        return int(PACK.full)
    return MASKS.family[card]


def _out(view: KoenigrufenView) -> int:
    """Cards the seat has seen that nobody will play."""
    talon, bought = int(PACK.mask(view.talon)), int(PACK.mask(view.bought))
    return (talon & ~bought) | int(PACK.mask(view.discard))


def _known(view: KoenigrufenView, me: int, past: Past, out: int) -> tuple[int, ...]:
    """Cards whose holder is known: lying open, bought, announced by their holder, called."""
    known = [int(PACK.mask(codes)) if codes else 0 for codes in view.lying_open]
    declarer = int(view.declarers[0][0]) if view.declarers else me
    bought = int(PACK.mask(view.bought))
    keeps = MASKS.tarocks | MASKS.kings if _tarocks_stay(view) else MASKS.kings
    known[declarer] |= bought & keeps
    if view.partner is not None and view.called_suit:
        known[view.partner] |= 1 << KING[view.called_suit]
    known[declarer] |= kings_called_from(view)
    book = book_of(view.rules)
    for item, seat, _kontra in view.announced:
        bonus = book.bonuses[item]
        if bonus.kind == "bird" and not book.options.announce_for_partner:
            known[seat] |= 1 << PACK.card(bonus.card)
    known[me] = 0
    hidden = ~(past.played | out)
    return tuple(mask & hidden for mask in known)


def kings_called_from(view: KoenigrufenView) -> int:
    """Who called the fourth has the three others, as soon as one knows which it is (T-2.9)."""
    if view.called != "fourth" or not view.called_suit:
        return 0
    return MASKS.kings & ~(1 << KING[view.called_suit])


def _tarocks_stay(view: KoenigrufenView) -> bool:
    """Whether a bought tarock cannot have been laid away unseen."""
    return book_of(view.rules).contracts[view.contract].kind == "tarock"


def _chances(
    view: KoenigrufenView, contract: Contract, me: int, past: Past, known: Sequence[int]
) -> tuple[tuple[float, ...], ...]:
    """For each seat and suit how likely an unseen card of the suit is there."""
    slots = [view.counts[q] - count(known[q]) if q != me else 0 for q in EVERYBODY]
    hidden = _hidden(view, contract, me)
    rows: list[list[float]] = [[0.0] * 5 for _ in EVERYBODY]
    for suit, mask in enumerate(SUIT_MASKS):
        able = [slots[q] if mask & ~past.lacks[q] else 0 for q in EVERYBODY]
        total = sum(able) + hidden[suit == TAROCK]
        for q in EVERYBODY:
            rows[q][suit] = able[q] / total if total else 0.0
    return tuple(tuple(row) for row in rows)


def _hidden(view: KoenigrufenView, contract: Contract, me: int) -> tuple[int, int]:
    """How many unseen suit cards and tarocks may lie face down: talon or discard."""
    if contract.talon in ("none", "tricks"):
        lying = 6 - len(view.talon)
        return (lying, lying)
    if me == view.declarers[0][0]:
        return (0, 0)
    laid = sum(words.count("?") for _seat, verb, words in view.seen if verb == "discard")
    return (0, laid) if contract.kind == "farben" else (laid, 0)


# Who is with whom


def friends(
    view: KoenigrufenView, contract: Contract, me: int, lacks: Sequence[int]
) -> tuple[float, ...]:
    """How surely each seat is on one's own side."""
    if contract.side == "each":
        return tuple(float(q == me) for q in EVERYBODY)
    declarers = {int(seat) for seat, _name in view.declarers}
    if contract.side == "called":
        return _called_side(view, me, min(declarers), lacks)
    if me in declarers:
        return tuple(float(q == me) for q in EVERYBODY)
    return tuple(float(q not in declarers) for q in EVERYBODY)


def _called_side(
    view: KoenigrufenView, me: int, declarer: int, lacks: Sequence[int]
) -> tuple[float, ...]:
    """The called king's holder plays with the declarer; before he shows it, who could hold it."""
    with_declarer = [0.0] * 4
    with_declarer[declarer] = 1.0
    shown = view.partner if view.partner is not None else gave_re(view, declarer)
    if shown is not None:
        with_declarer[shown] = 1.0
    elif not nobody_called(view, declarer):
        could = partners(view, me, declarer, lacks)
        surely = 1.0 - (KING_LIES_IN_TALON if not view.talon else 0.0)
        for q in could:
            with_declarer[q] = surely / len(could)
    mine = 1.0 if with_declarer[me] else 0.0
    return tuple(
        1.0 if q == me else with_declarer[q] if mine else 1.0 - with_declarer[q] for q in EVERYBODY
    )


def nobody_called(view: KoenigrufenView, declarer: int) -> bool:
    """Whether the declarer is seen to be alone: the king lay in the talon or is his own."""
    if not view.called_suit:
        return False
    king = view.called_suit + "K"
    if king in view.talon or (view.seat == declarer and king in view.hand):
        return True
    return any(s == declarer and v == "play" and w == (king,) for s, v, w in view.seen)


def partners(view: KoenigrufenView, me: int, declarer: int, lacks: Sequence[int]) -> list[int]:
    """The seats that may hold the called king, as far as one can know."""
    king = 1 << KING[view.called_suit] if view.called_suit else 0
    without = {me, declarer} | spoke_without_king(view, declarer)
    return [q for q in EVERYBODY if q not in without and not (king and lacks[q] & king)]


def gave_re(view: KoenigrufenView, declarer: int) -> int | None:
    """Who answered a Kontra on what is the declarer's: only his partner may, beside himself."""
    return next(
        (
            giver
            for owner, level, giver in _doublings(view, declarer)
            if owner == declarer and level == 2 and giver != declarer
        ),
        None,
    )


def spoke_without_king(view: KoenigrufenView, declarer: int) -> set[int]:
    """The seats that doubled what the called king's holder, who knows the sides, may not."""
    return {
        giver
        for owner, level, giver in _doublings(view, declarer)
        if (owner in (declarer, giver)) != (level == 2)
    }


def _doublings(view: KoenigrufenView, declarer: int) -> Iterator[tuple[int, int, int]]:
    """Every Kontra, Re and Sub: whose item it was, its level, and who gave it."""
    items = [(seat, givers) for _item, seat, givers in view.announced]
    for owner, givers in ((declarer, view.kontra), *items):
        for level, giver in enumerate(givers, 1):
            yield int(owner), level, int(giver)


# Chances


def holds(r: Reading, seat: int, wanted: int) -> float:
    """The chance that a seat holds at least one of these cards of one suit."""
    if r.known[seat] & wanted:
        return 1.0
    free = wanted & r.unseen & ~r.past.lacks[seat]
    if not free:
        return 0.0
    return 1.0 - float((1.0 - r.chance[seat][SUIT_INDEX[lowest(free)]]) ** count(free))


def empty_in(r: Reading, seat: int, suit: int) -> float:
    """The chance that a seat has no card of a suit; a discard makes it likelier (U-9.1)."""
    chance = 1.0 - holds(r, seat, SUIT_MASKS[suit])
    if suit == TAROCK or not r.contract.open_talon or seat != r.view.declarers[0][0]:
        return chance
    if r.view.called_suit and suit == SUIT_INDEX[KING[r.view.called_suit]]:
        return chance
    if r.past.fallen[seat] & SUIT_MASKS[suit] or r.farben or chance == 0.0:
        return chance
    return chance + (1.0 - chance) * DISCARD_EMPTIES


def beats(r: Reading, seat: int, best: int, led: int) -> float:
    """The chance that a seat can play higher than ``best`` in a trick of that suit."""
    suit = SUIT_INDEX[led]
    above = MASKS.family[best] & (-2 << best)
    if SUIT_INDEX[best] != suit:
        return empty_in(r, seat, suit) * holds(r, seat, above)
    chance = holds(r, seat, above)
    if suit == TAROCK or r.farben:
        return chance
    return min(1.0, chance + empty_in(r, seat, suit) * holds(r, seat, MASKS.tarocks))


def takes(r: Reading, card: int) -> bool:
    """Whether the card would be the best of the trick as it lies."""
    if r.best < 0 or (r.past.crown == 1 and 1 << card == MASKS.pagat):
        return True
    if SUIT_INDEX[card] == SUIT_INDEX[r.best]:
        return card > r.best and r.past.crown == 0
    return SUIT_INDEX[card] == TAROCK and not r.farben


def takes_alone(r: Reading, card: int) -> float:
    """The chance that this very card takes the trick."""
    if not takes(r, card):
        return 0.0
    stays, led = 1.0, card if r.led < 0 else r.led
    for seat in r.later:
        stays *= 1.0 - beats(r, seat, card, led)
    return stays


def tarocks_of(r: Reading, seat: int) -> float:
    """How many tarocks another seat may be expected to hold (U-20.1)."""
    free = count(r.unseen & MASKS.tarocks & ~r.past.lacks[seat])
    return count(r.known[seat] & MASKS.tarocks) + r.chance[seat][TAROCK] * free


def left_to_win(r: Reading) -> int:
    """The thirds that have not fallen yet."""
    return WHOLE_PACK - thirds(MASKS, r.past.played | r.out)


def each(mask: int) -> list[int]:
    """The cards of a set."""
    return [int(card) for card in cards(mask)]
