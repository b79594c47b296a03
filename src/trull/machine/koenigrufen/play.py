"""The twelve tricks: who leads, which cards are lawful, who takes, when it ends early."""

from __future__ import annotations

from trull.kernels.koenigrufen import (
    TrickRules,
    crown_after,
    keep_announced,
    legal_cards,
    winning_card,
)
from trull.kernels.tarock import highest, thirds
from trull.machine.koenigrufen.announce import bind_cards
from trull.machine.koenigrufen.bargain import finish, is_ours, king_of, talon_cards
from trull.machine.koenigrufen.layout import (
    BID_GAME,
    BIRD_COUNT,
    BIRD_MADE,
    BIRD_TRICK,
    BIRDS,
    BIRDS_FROM,
    BOUND,
    CALLED,
    CAPTURED,
    CARD_MODE,
    CONTRACT,
    COUNT,
    CROWN,
    DECLARER,
    DRIVEN_OUT,
    DUTY,
    EARLY_END,
    FARBEN_GAME,
    FIRST_SIX,
    FOREHAND,
    HAND,
    HELD_CAPTURED,
    HELD_LAST,
    HELD_OURS,
    HELD_THEIRS,
    KAISERSTICH,
    KIND,
    KING_MADE,
    LEADER,
    LED,
    LEGAL,
    LYING,
    MASKS,
    MOND_MADE,
    NEGATIVE_GAME,
    NOBODY,
    NOTED,
    NUMBER,
    OURS,
    OUT_PLAYED,
    PAGAT,
    PHASE,
    PILE,
    PLAIN,
    PLAYED,
    PLAYING,
    REPLACED,
    STANDING,
    STANDS_BID,
    STANDS_SEAT,
    STICHZWANG,
    TAKES,
    TALON,
    TALON_USE,
    TAROCK_GAME,
    THEIRS,
    THIRDS,
    TRICK,
    TRICKS,
    TRISCHAKEN_GAME,
    VOIDS,
    WANTED,
)
from trull.machine.words import Block, hot

CROWNING = MASKS.skues | MASKS.pagat


# T-1.8, T-3.3, T-4.4, F-6.1, F-7.1, U-6.2, T-7.5
def begin_play(s: Block, r: Block) -> None:
    """The Vorhand leads in positive games and Trischaken, the declarer in negative games."""
    s[PHASE] = PLAYING
    bind_cards(s, r)
    bound = s[BOUND] | s[BOUND + 1] | s[BOUND + 2] | s[BOUND + 3]
    s[PLAIN] = r[KIND + s[CONTRACT]] == TAROCK_GAME and not bound
    s[NOTED] = MASKS.mond
    if s[CALLED] >= 0:
        s[NOTED] |= 1 << king_of(s[CALLED])
    leads = r[KIND + s[CONTRACT]] == NEGATIVE_GAME or s[REPLACED]
    lead(s, r, s[DECLARER] if leads else s[FOREHAND])


def lead(s: Block, r: Block, seat: int) -> None:
    """A seat is about to lead."""
    s[DUTY] = s[LEADER] = seat
    s[COUNT] = s[TRICK] = s[CROWN] = 0
    s[LEGAL] = lawful(s, r, seat)


# T-4.1, T-4.5
def trick_rules(s: Block, r: Block) -> TrickRules:
    """The switches of the contract's trick."""
    kind = r[KIND + s[CONTRACT]]
    negative = int(kind >= NEGATIVE_GAME)
    beats = negative and (kind == NEGATIVE_GAME or s[STICHZWANG])
    return TrickRules(int(kind == FARBEN_GAME), negative, int(beats), int(r[KAISERSTICH]))


@hot
def lawful(s: Block, r: Block, seat: int) -> int:
    """What a seat may play to the cards that lie there, the announced ones kept."""
    hand = s[HAND + seat]
    if s[PLAIN]:  # what legal_cards comes to where no other duty binds; most cards fall so
        suit = hand & family(s[LYING]) if s[COUNT] else hand
        tarocks = hand & MASKS.tarocks
        return suit if suit else tarocks if tarocks else hand
    led = s[LYING] if s[COUNT] else -1
    cards = legal_cards(MASKS, trick_rules(s, r), hand, s[TRICK], led, s[CROWN])
    bound = s[BOUND + seat]
    if not bound:
        return cards
    return keep_announced(MASKS, r[CARD_MODE], cards, hand, bound, s[NUMBER] + 1)


def family(card: int) -> int:
    """The set of a card's suit, or of the tarocks: as MASKS.family, without a table."""
    return MASKS.tarocks if card >= PAGAT else 255 << (card & 24)


@hot
def apply_card(s: Block, r: Block, card: int) -> None:
    """A card falls."""
    seat, place, bit = s[DUTY], s[COUNT], 1 << card
    if bit & CROWNING and r[KAISERSTICH]:
        led = s[LYING] if place else -1
        s[CROWN] = crown_after(MASKS, trick_rules(s, r), s[TRICK], led, s[CROWN], card)
    s[LYING + place] = card
    s[HAND + seat] ^= bit
    s[PLAYED + seat] |= bit
    s[TRICK] |= bit
    s[COUNT] = place + 1
    if not place:
        s[LED] |= bit
    else:
        note_void(s, seat, s[LYING], bit)
    if place < 3:
        s[DUTY] = seat + 1 & 3
        s[LEGAL] = lawful(s, r, s[DUTY])
    else:
        take_trick(s, r, best_card(s, r))


# U-6.3, T-0.32
@hot
def best_card(s: Block, r: Block) -> int:
    """The card that takes what lies there."""
    trick = s[TRICK]
    if r[KIND + s[CONTRACT]] != FARBEN_GAME and not s[CROWN]:  # what winning_card comes to
        return highest(trick & (MASKS.tarocks | family(s[LYING])))  # tarocks are the highest bits
    return winning_card(MASKS, trick_rules(s, r), trick, s[LYING], s[CROWN])


# T-1.9, T-1.10
def note_void(s: Block, seat: int, led: int, bit: int) -> None:
    """Who does not follow has none of the suit; who then plays no tarock has none of those."""
    missing = int(not family(led) & bit)  # numbers in place of branches nobody can foresee
    tarocks_too = missing & int(not bit & MASKS.tarocks)
    s[VOIDS + seat] |= missing << min(led >> 3, 4) | tarocks_too << 4


# U-6.3, T-0.32
@hot
def take_trick(s: Block, r: Block, best: int) -> None:
    """Who played the best card takes the trick and leads to the next."""
    winner = player_of(s, best)
    gain(s, winner, s[TRICK])
    s[TAKES + winner] += 1
    kind = r[KIND + s[CONTRACT]]
    if kind <= FARBEN_GAME:
        if s[TRICK] & (s[NOTED] | (BIRDS if s[NUMBER] >= r[BIRDS_FROM] else 0)):
            note_made(s, r, winner, best)
    elif kind == TRISCHAKEN_GAME:
        gain_talon(s, winner)
    s[NUMBER] += 1
    if s[NUMBER] == TRICKS or (kind == NEGATIVE_GAME and decided_early(s, r)):
        s[COUNT] = s[TRICK] = 0
        finish(s, OUT_PLAYED)
    else:
        lead(s, r, winner)


def gain(s: Block, seat: int, cards: int) -> None:
    """Cards go to a seat's pile."""
    s[PILE + seat] |= cards
    s[THIRDS + seat] += thirds(MASKS, cards)


def player_of(s: Block, card: int) -> int:
    """Who played a card of the trick."""
    second, third, fourth = s[LYING + 1] == card, s[LYING + 2] == card, s[LYING + 3] == card
    return s[LEADER] + int(second) + 2 * int(third) + 3 * int(fourth) & 3


# T-4.5, F-5.3, KG-54
def gain_talon(s: Block, winner: int) -> None:
    """Trischaken's talon: a card to each of the first six tricks, or all to the last."""
    if s[TALON_USE] == FIRST_SIX:
        if s[NUMBER] < 6:
            gain(s, winner, 1 << s[TALON + s[NUMBER]])
    elif s[NUMBER] == TRICKS - 1:
        gain(s, winner, talon_cards(s, 0, 6))


# KG-50
def decided_early(s: Block, r: Block) -> bool:
    """A negative game ends once every declarer has taken more tricks than he may."""
    if not r[EARLY_END]:
        return False
    for place in range(s[STANDING]):
        game = r[BID_GAME + s[STANDS_BID + place]]
        if s[TAKES + s[STANDS_SEAT + place]] <= r[WANTED + game]:
            return False
    return True


# What a trick makes


def note_made(s: Block, r: Block, winner: int, best: int) -> None:
    """Birds, the called king and the Mond in a trick that is taken."""
    trick = s[TRICK]
    if trick & BIRDS:
        for bird in range(BIRD_COUNT):
            if r[BIRD_TRICK + bird] == s[NUMBER] + 1 and trick >> PAGAT + bird & 1:
                note_bird(s, bird, winner)
        if trick >> PAGAT & 1 and TRICKS - r[DRIVEN_OUT] <= s[NUMBER] < TRICKS - 1:
            note_driven_out(s, winner)
    if s[CALLED] >= 0 and trick >> king_of(s[CALLED]) & 1:
        note_king(s, winner, best)
    if trick & MASKS.mond:
        note_mond(s, winner)


# T-0.21, T-0.22, T-0.23, T-0.24, T-5.5, U-11.1, KG-32
def note_bird(s: Block, bird: int, winner: int) -> None:
    """A bird must take its trick itself; played there and beaten it was held up."""
    player = player_of(s, PAGAT + bird)
    made = OURS if is_ours(s, player) else THEIRS
    s[BIRD_MADE + bird] = made if winner == player else made + 2


# U-11.4, U-11.7, KG-32
def note_driven_out(s: Block, winner: int) -> None:
    """By option a Pagat that another takes in one of the last tricks was driven out."""
    player = player_of(s, PAGAT)
    if winner != player:
        s[BIRD_MADE] = HELD_OURS if is_ours(s, player) else HELD_THEIRS


# T-0.25, T-5.6, U-11.8, U-10.20, U-17.12
def note_king(s: Block, winner: int, best: int) -> None:
    """The called king in a last trick of his side; taken by a tarock of the others: captured."""
    last = s[NUMBER] == TRICKS - 1
    if is_ours(s, winner):
        s[KING_MADE] = OURS if last else NOBODY
        return
    captured = MASKS.tarocks >> best & 1
    if last:
        s[KING_MADE] = HELD_CAPTURED if captured else HELD_LAST
    else:
        s[KING_MADE] = CAPTURED if captured else NOBODY


# T-0.26, U-10.15, KG-18
def note_mond(s: Block, winner: int) -> None:
    """The Mond falls to the side that did not play it."""
    ours = is_ours(s, winner)
    if is_ours(s, player_of(s, highest(MASKS.mond))) != ours:
        s[MOND_MADE] = OURS if ours else THEIRS
