"""The tricks: which cards are legal, who takes a trick, the Volte and the Skies in it."""

from __future__ import annotations

from collections.abc import Sequence

from trull.cards import Card, Catalogue, mask_of
from trull.clauses import clause
from trull.kernels import lhombre as kernels
from trull.kernels.tarock import count
from trull.laws.lhombre.book import MASKS, PACK, SEATS, SKIES, Book
from trull.laws.lhombre.quick import played
from trull.laws.lhombre.table import (
    Play,
    SkiesPlayed,
    State,
    Trick,
    card_faults,
    not_now,
    out_of_turn,
    to_play,
    too_many_words,
    tricks_of,
    with_hand,
)
from trull.laws.verbs import if_without_fault
from trull.state import Action, Fault, Prompt, Seat, fault, one_of

VOLTE_CARDS = 8
CARDS = {Action("play", (code,)): card for code, card in PACK.index.items()}
PLAYED = {act: 1 << card for act, card in CARDS.items()}
PLAYS = Catalogue(tuple(CARDS))


# Questions about a trick; ``lying`` are its cards in the order of play


@clause("M-10", "M-11", "L-15.1")
def legal_cards(
    book: Book,
    hand: int,
    lying: Sequence[Card],
    duty: int = kernels.FREE,
    hold_skies: bool = False,
) -> int:
    """The cards of a hand that may be played to what lies there, under a duty if there is one."""
    led = lying[0] if lying else -1
    if duty == kernels.FREE:
        duty = standing_duty(book, lying)
    return kernels.legal_cards(MASKS, hand, mask_of(lying), led, duty, int(hold_skies))


@clause("L-9.1", "LG-05")
def standing_duty(book: Book, lying: Sequence[Card]) -> int:
    """Where rule 9 is general, the last player to a trump lead must always overtrump."""
    if book.options.rule9_scope == "always" and len(lying) == SEATS - 1 and trump_led(lying):
        return kernels.MUST_OVERTRUMP
    return kernels.FREE


@clause("M-11")
def trump_led(lying: Sequence[Card]) -> bool:
    """A tarock was led, or the Skies, which demands one."""
    return bool(lying) and MASKS.family[lying[0]] == MASKS.tarocks


@clause("M-3", "M-11", "L-15.2", "LG-10")
def winner(lying: Sequence[Card], skies: int = kernels.EXCUSE) -> int:
    """The place in the trick of the card that takes it."""
    second = lying[1] if len(lying) > 1 else -1
    card = kernels.winning_card(MASKS, skies, mask_of(lying), lying[0], second)
    return lying.index(Card(card))


@clause("L-15.2", "LG-11")
def volte_rank(book: Book) -> int:
    """The rank of the Skies where it counts as a trump."""
    return kernels.TOP if book.options.skies_volte_rank == "top" else kernels.BOTTOM


@clause("L-6.4", "M-10")
def is_revoke(hand: int, lying: Sequence[Card], card: Card) -> bool:
    """A card that was not among the legal ones, duties left aside, also a general one of rule 9."""
    led = lying[0] if lying else -1
    legal = kernels.legal_cards(MASKS, hand, mask_of(lying), led, kernels.FREE, 0)
    return not legal >> card & 1


# The Volte


@clause("L-14.1", "L-14.2", "LG-08", "LG-30")
def volte_faults(
    book: Book, agreed: bool, hand_size: int, own_tricks: int, tricks_played: int, bid: str
) -> tuple[Fault, ...]:
    """It must be agreed, announced with the last eight cards in hand and every trick his."""
    if not agreed or book.contract(bid).volte is None:
        return (fault("L-14.1", "volte_not_agreed"),)
    if own_tricks != tricks_played:
        return (fault("LG-30", "volte_trick_lost"),)
    if hand_size < VOLTE_CARDS:
        return (fault("L-14.2", "volte_too_late", held=str(hand_size)),)
    if book.options.volte_window == "exactly_8" and hand_size != VOLTE_CARDS:
        return (fault("L-14.2", "volte_too_early", held=str(hand_size)),)
    return ()


def _volte_faults(s: State, seat: Seat) -> tuple[Fault, ...]:
    if seat != s.ombre:
        return (fault("L-14.2", "volte_ombre_only"),)
    if s.play.volte:
        return (fault("L-14.2", "volte_announced"),)
    return volte_faults(
        s.book,
        s.book.options.volte,
        count(s.hands[seat]),
        tricks_of(s.play, seat),
        len(s.play.done),
        s.bid,
    )


@clause("L-15.1", "LG-23", "LG-25")
def must_hold_skies(s: State, play: Play, seat: Seat) -> bool:
    """After announcing the Volte the Ombre keeps the Skies as long as every trick is his."""
    if seat != s.ombre:
        return False
    if s.book.options.skies_scope == "always":
        return True
    return play.volte and tricks_of(play, seat) == len(play.done)


@clause("L-15.1", "LG-12")
def keeps_skies(s: State, play: Play, seat: Seat) -> bool:
    """He keeps it for the last trick that is played, also where cards will be left over."""
    return len(play.done) + 1 < play.total and must_hold_skies(s, play, seat)


@clause("L-15.2", "LG-25")
def skies_in_trick(s: State, play: Play) -> int:
    """The Skies the Ombre had to keep is a trump in the last trick; elsewhere an excuse."""
    return skies_played_by(s, play, player_of_skies(play))


@clause("L-15.2", "LG-25")
def skies_played_by(s: State, play: Play, player: Seat | None) -> int:
    """What the Skies is in the trick now played if this seat plays it there."""
    if len(play.done) + 1 != play.total or player is None or player != s.ombre:
        return kernels.EXCUSE
    return volte_rank(s.book) if must_hold_skies(s, play, player) else kernels.EXCUSE


def player_of_skies(play: Play) -> Seat | None:
    """Whose Skies lies in the trick."""
    if SKIES not in play.lying:
        return None
    return Seat((play.leader + play.lying.index(SKIES)) % SEATS)


# The phase


@clause("M-12", "LG-13")
def first_leader(book: Book, forehand: Seat, ombre: Seat) -> Seat:
    """The Vorhand leads to the first trick, or by option the Ombre."""
    return ombre if book.options.first_lead == "ombre" else forehand


@clause("M-12", "LG-12")
def begin(s: State) -> State:
    """As many tricks are played as the shortest hand allows."""
    assert s.ombre is not None, "nobody plays"
    leader = first_leader(s.book, s.setup.forehand, s.ombre)
    total = min(count(hand) for hand in s.hands)
    return _go_on(s, s.hands, Play(leader=leader, total=total))


def _go_on(s: State, hands: tuple[int, ...], play: Play) -> State:
    """What the next seat may play is worked out once, for prompts and refusals alike."""
    seat = Seat((play.leader + len(play.lying)) % SEATS)
    hold = keeps_skies(s, play, seat)
    legal = legal_cards(s.book, hands[seat], play.lying, hold_skies=hold)
    return played(s, "play", hands, play._replace(legal=legal))


def is_lawful_card(s: State, seat: Seat, act: Action) -> bool:
    """Whether the act plays a card without fault, asked without writing them all."""
    return bool(PLAYED.get(act, 0) & s.play.legal) and seat == to_play(s)


def faults(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """A legal card; before it the Ombre may announce the Volte."""
    if is_lawful_card(s, seat, act):
        return ()
    if act.verb not in ("play", "announce_volte"):
        return (not_now(s, act),)
    if seat != to_play(s):
        return (out_of_turn("M-12", to_play(s)),)
    if act.verb == "announce_volte":
        return _volte_faults(s, seat) or ((too_many_words(act),) if act.args else ())
    if len(act.args) != 1:
        return (fault("M-10", "one_card", words=" ".join(act.args)),)
    bad = card_faults("M-10", s.hands[seat], act.args)
    return bad or (_card_fault(s, seat, PACK.card(act.args[0])),)


def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """The cards without fault, and the Volte if it has none."""
    if seat != to_play(s):
        return ()
    card = one_of("play", "M-10", PACK.named(s.play.legal))
    return (card, *if_without_fault(faults, s, seat, "announce_volte", "L-14.2"))


def _card_fault(s: State, seat: Seat, card: Card) -> Fault:
    """The clause a card of one's own breaks now."""
    hand, lying = s.hands[seat], s.play.lying
    if PACK.code(card) == "SKI" and keeps_skies(s, s.play, seat):
        return fault("L-15.1", "keep_skies", held=PACK.text(s.play.legal))
    if not is_revoke(hand, lying, card):
        return _duty_fault(s.play.legal, lying)
    led = lying[0]
    follow = hand & MASKS.family[led]
    if follow:
        suit = "T" if trump_led(lying) else PACK.suit_of[led]
        return fault("M-10", "must_follow", led=PACK.code(led), suit=suit, held=PACK.text(follow))
    tarocks = PACK.text(hand & MASKS.tarocks)
    return fault("M-10", "must_tarock", led=PACK.code(led), held=tarocks)


def _duty_fault(legal: int, lying: Sequence[Card]) -> Fault:
    """The duty of rule 9: overtrump, and who cannot gives no Figur."""
    if legal & MASKS.tarocks > 1 << lying[winner(lying)]:
        return fault("L-9.1", "must_overtrump", held=PACK.text(legal))
    return fault("L-9.1", "no_figur", held=PACK.text(legal))


@clause("L-1.2")
def step(s: State, seat: Seat, act: Action) -> State:
    """A card that has left the hand lies; the third card closes the trick."""
    if act.verb == "announce_volte":
        return _go_on(s, s.hands, s.play._replace(volte=True))
    hands = with_hand(s.hands, seat, s.hands[seat] & ~PLAYED[act])
    play = s.play._replace(lying=(*s.play.lying, CARDS[act]))
    if len(play.lying) == SEATS:
        return taken(s, hands, play)
    return _go_on(s, hands, play)


@clause("M-11", "M-12", "M-13", "LG-23")
def taken(s: State, hands: tuple[int, ...], play: Play) -> State:
    """The taker lays the trick to his pile and leads; an excuse stays with its player."""
    leader, lying, done, before, total, volte, skies, _ = play
    rank = skies_in_trick(s, play)
    taker = Seat((leader + winner(lying, rank)) % SEATS)
    cards, owner, piles = mask_of(lying), player_of_skies(play), [*before]
    if owner is not None and rank == kernels.EXCUSE:
        waived = volte and owner == s.ombre
        skies = SkiesPlayed(owner, taker, len(done) + 1, waived)
        piles[owner] |= MASKS.skues
        cards &= ~MASKS.skues
    piles[taker] |= cards
    done = (*done, Trick(leader, lying, taker))
    play = Play(taker, (), done, tuple(piles), total, volte, skies)
    return played(s, "over", hands, play) if len(done) == total else _go_on(s, hands, play)
