"""Announcing and Kontra: who may say what, when and how often.

The declarer announces and lies ("ich liege"); then in turn everybody announces, gives Kontra or
says "gut", until three in a row have said "gut". A turn in which something was said is closed
with ``done``. Items of Kontra are ``game``, a bonus, or in negative games ``game:D:O``: the game
of declarer D against seat O.
"""

from __future__ import annotations

from collections.abc import Iterator

from trull.clauses import clause
from trull.kernels import count
from trull.laws.koenigrufen.auction import birds_in
from trull.laws.koenigrufen.book import KING, MASKS, PACK, TRULL, Bonus
from trull.laws.koenigrufen.table import (
    Announcement,
    Bargain,
    Speech,
    State,
    bargain_of,
    declarer_side,
    hand_now,
    sides_public,
    speech_of,
)
from trull.laws.koenigrufen.talon import owed_birds
from trull.state import Action, Fault, Prompt, Seat, fault, one_of

HIGHEST_KONTRA = 3
LAY_OPEN = ("declarer", "opponents")


def begin(s: State) -> State:
    """The declarer begins to announce; a negative game goes straight to the Kontra."""
    b = bargain_of(s)
    s = s._replace(speech=Speech(b.declarer))
    if b.contract.positive or _chooses_opening(s, b):
        return s
    return after_lie(s)


@clause("T-7.3")
def _chooses_opening(s: State, b: Bargain) -> bool:
    """Semi-ouvert "revers": the declarer says who lays open."""
    return b.contract.ouvert == "declarer" and s.book.options.semi_revers


# Whose turn, and what may be said


def prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """What the speaker may announce, contra, or how he may close his turn."""
    if seat != speech_of(s).turn:
        return ()
    return tuple(_declare(s, seat) if s.phase == "declare" else _reply(s, seat))


@clause("T-2.11", "F-1.7", "F-8.8")
def _declare(s: State, seat: Seat) -> Iterator[Prompt]:
    """The declarer's own announcements come before "ich liege"."""
    b = bargain_of(s)
    items = announceable(s, seat)
    if items:
        yield one_of("announce", s.book.cite("announce"), items)
    if _chooses_opening(s, b):
        yield one_of("lie", s.book.clause("semi_revers"), LAY_OPEN)
    elif not _owes_bird(s):
        yield Prompt("lie", s.book.cite("lie"))


@clause("T-2.12", "T-2.13", "F-1.7", "F-7.8")
def _reply(s: State, seat: Seat) -> Iterator[Prompt]:
    """In his turn each may announce, give Kontra or say "gut"."""
    speech = speech_of(s)
    items = announceable(s, seat)
    if items:
        yield one_of("announce", s.book.cite("announce"), items)
    targets = tuple(t for t in kontra_targets(s) if not kontra_faults(s, seat, t))
    if targets:
        yield one_of("kontra", s.book.cite("kontra"), targets)
    if not owes_trull(s, seat):
        yield Prompt("done" if speech.said else "gut", s.book.cite("gut"))


def announceable(s: State, seat: Seat) -> tuple[str, ...]:
    """The bonuses this seat may announce now."""
    if _right_is_spent(s, seat):
        return ()
    b, said = bargain_of(s), {a.item for a in speech_of(s).items}
    return tuple(
        bonus.name
        for bonus in s.book.announced_in[b.contract.name]
        if bonus.name not in said and may_speak_for(s, seat, bonus)
    )


@clause("T-5.1", "F-8.1", "F-8.5", "F-8.7", "T-4.4", "T-3.10", "U-19.4", "U-16.2", "KG-46")
def announce_faults(s: State, seat: Seat, item: str) -> tuple[Fault, ...]:
    """A bonus of the contract's list, once a deal, by whom it belongs to, in his own turn."""
    b, cite = bargain_of(s), s.book.cite
    if not b.contract.positive:
        return (fault(cite("no_announcing"), "no_announcing"),)
    if item not in b.contract.bonuses:
        alone = item == "koenig_ultimo" and b.contract.kind != "farben"
        cited = cite("no_called_king" if alone else "bonus_list")
        return (fault(cited, "no_such_bonus", item=item, game=b.contract.name),)
    bonus = s.book.bonuses[item]
    if bonus not in s.book.announced_in[b.contract.name]:
        return (fault(cite("mondfang_announced"), "not_announced_here", item=item),)
    if any(a.item == item for a in speech_of(s).items):
        return (fault("KG-46", "announced_already", item=item),)
    if _right_is_spent(s, seat):
        late = "before_lie" if b.contract.announce_before_lie else "announce_once"
        return (fault(cite(late), "announce_once"),)
    if bonus.kind == "king":
        return (fault(cite("announce_king"), "not_your_king"),)  # the suit may be unspoken
    return (fault(cite("announce_holder"), "not_your_card", card=bonus.card),)


@clause("F-8.1", "F-8.8", "KG-36", "KG-44")
def _right_is_spent(s: State, seat: Seat) -> bool:
    """Where each announces only once, the declarer's turn was before he lay."""
    speech, b = speech_of(s), bargain_of(s)
    if seat == b.declarer and s.phase == "announce" and b.contract.announce_before_lie:
        return True
    return s.book.options.announce_once and seat in speech.spent


@clause("T-5.7", "F-8.2", "F-8.4", "U-10.11", "U-11.6", "U-11.11", "U-11.12", "U-12.5", "KG-12")
def may_speak_for(s: State, seat: Seat, bonus: Bonus) -> bool:
    """Birds and the king are announced by their holder; of old also for the partner."""
    if bonus.kind == "bird":
        card = 1 << PACK.index[bonus.card]
        return bool(hand_now(s, seat) & card) or _for_declarer(s, seat, card)
    if bonus.kind == "king":
        return _may_announce_king(s, seat, hand_now(s, seat))
    return True


@clause("U-11.6")
def _for_declarer(s: State, seat: Seat, card: int) -> bool:
    """The called partner may announce the Pagat that the declarer was seen to buy."""
    b = bargain_of(s)
    if not s.book.options.announce_for_partner or seat != b.partner:
        return False
    return b.contract.open_talon and bool(b.taken & card)


@clause("KG-12", "U-11.12", "U-17.13")
def _may_announce_king(s: State, seat: Seat, hand: int) -> bool:
    """The holder of the called king; by the old rules the declarer too."""
    b = bargain_of(s)
    if hand >> KING[b.called] & 1:
        return True
    if s.book.options.ku_announcer == "holder" or seat != b.declarer:
        return False
    left_lying = b.contract.open_talon and b.king_half >= 0
    return not left_lying


@clause("T-0.5", "T-0.15", "T-7.6", "F-4.6")
def _owes_bird(s: State) -> bool:
    """Besserrufer and Solobesser must announce a bird that was dealt (or, by option, bought)."""
    b = bargain_of(s)
    owed = birds_in(owed_birds(s, b))
    return bool(owed) and not any(a.item in owed for a in speech_of(s).items)


@clause("U-13.9")
def owes_trull(s: State, seat: Seat) -> bool:
    """In the Solo a called partner with two Trull pieces must announce the Trull."""
    b = bargain_of(s)
    if not s.book.options.solo_two_trull_duty or b.contract.needs != "trull_piece":
        return False
    if seat != b.partner or count(hand_now(s, seat) & TRULL) != 2:
        return False
    return not any(a.item == "trull" for a in speech_of(s).items)


# Kontra


def kontra_targets(s: State) -> tuple[str, ...]:
    """Everything a Kontra could be said to."""
    b = bargain_of(s)
    if b.contract.positive:
        return ("game", *(a.item for a in speech_of(s).items))
    return tuple(f"game:{bid.seat}:{o}" for bid in b.declarers for o in range(4) if o != bid.seat)


@clause("T-1.12", "T-1.13", "T-1.15", "T-4.4", "F-2.4", "F-2.5", "F-6.6", "KG-38", "KG-45")
def kontra_faults(s: State, seat: Seat, target: str) -> tuple[Fault, ...]:
    """Kontra, Re, Sub alternate between the sides, for the game and each bonus apart."""
    if target not in kontra_targets(s):
        return (fault(s.book.cite("kontra"), "nothing_to_kontra", item=target),)
    if target.startswith("game:"):
        return _pair_faults(s, seat, target)
    givers, announcer = _givers(s, target)
    if len(givers) == HIGHEST_KONTRA:
        return (fault(s.book.cite("kontra_levels"), "no_higher_kontra"),)
    if not _may_double(s, seat, givers, announcer):
        return (fault(s.book.cite("kontra_side"), "not_your_kontra", item=target),)
    return ()


def _givers(s: State, target: str) -> tuple[tuple[Seat, ...], Seat]:
    """Who has doubled the target so far, and whose item it is."""
    if target == "game":
        return speech_of(s).game, bargain_of(s).declarer
    found = next(a for a in speech_of(s).items if a.item == target)
    return found.kontra, found.seat


@clause("T-1.14", "T-6.1", "KG-47")
def _may_double(s: State, seat: Seat, givers: tuple[Seat, ...], announcer: Seat) -> bool:
    """Who knows the sides keeps to them; who cannot know may err with everybody but himself."""
    b, level = bargain_of(s), len(givers) + 1
    mine = declarer_side(b)
    if announcer == b.declarer or sides_public(s) or _knows_all(s, seat):
        same = (seat in mine) == (announcer in mine)
        return same == (level == 2)
    barred = announcer if level == 1 else givers[-1]
    return seat != barred


def _knows_all(s: State, seat: Seat) -> bool:
    """The holder of the called king knows who plays with whom."""
    called = bargain_of(s).called
    return bool(called) and bool(hand_now(s, seat) >> KING[called] & 1)


@clause("T-1.15", "T-4.4", "F-2.3", "KG-1")
def _pair_faults(s: State, seat: Seat, target: str) -> tuple[Fault, ...]:
    """In negative games each opponent doubles for himself; Re and Sub stay within the pair."""
    if s.book.options.negative_kontra == "none":
        return (fault(s.book.clause("negative_kontra"), "no_negative_kontra"),)
    declarer, opponent = _pair(target)
    level = len(_pair_givers(speech_of(s), declarer, opponent)) + 1
    if level > HIGHEST_KONTRA:
        return (fault(s.book.cite("kontra_levels"), "no_higher_kontra"),)
    if seat != (declarer if level == 2 else opponent):
        return (fault(s.book.cite("kontra_separately"), "not_your_pair"),)
    return ()


def _pair(target: str) -> tuple[Seat, Seat]:
    _game, declarer, opponent = target.split(":")
    return Seat(int(declarer)), Seat(int(opponent))


def _pair_givers(speech: Speech, declarer: Seat, opponent: Seat) -> tuple[Seat, ...]:
    for d, o, givers in speech.pairs:
        if (d, o) == (declarer, opponent):
            return givers
    return ()


# Steps


def explain(s: State, seat: Seat, act: Action) -> tuple[Fault, ...]:
    """Why this may not be said now."""
    cite = s.book.cite
    if seat != speech_of(s).turn:
        return (fault(cite("gut"), "not_your_turn"),)
    match act:
        case Action("announce", (item,)):
            return announce_faults(s, seat, item)
        case Action("kontra", (target,)) if s.phase == "announce":
            return kontra_faults(s, seat, target)
        case Action("lie", ()) if s.phase == "declare":
            return (fault(cite("owed_bird"), "bird_owed"),)
        case Action("gut" | "done", ()) if s.phase == "announce" and owes_trull(s, seat):
            return (fault(s.book.clause("solo_two_trull_duty"), "trull_owed"),)
    return (fault(cite("gut"), "announce_or_close"),)


def step(s: State, seat: Seat, act: Action) -> State:
    """The announcing after a lawful word."""
    match act:
        case Action("announce", (item,)):
            return _announced(s, seat, item)
        case Action("kontra", (target,)):
            return _kontra(s, seat, target)
        case Action("lie", words):
            opens = words[0] if words else ""
            return after_lie(s._replace(bargain=bargain_of(s)._replace(opens=opens)))
    return _closed_turn(s, seat)


def _announced(s: State, seat: Seat, item: str) -> State:
    speech = speech_of(s)
    items = (*speech.items, Announcement(item, seat))
    return s._replace(speech=speech._replace(items=items, said=True, announced=True))


def _kontra(s: State, seat: Seat, target: str) -> State:
    speech = speech_of(s)._replace(said=True)
    if target.startswith("game:"):
        declarer, opponent = _pair(target)
        givers = (*_pair_givers(speech, declarer, opponent), seat)
        rest = tuple(p for p in speech.pairs if p[:2] != (declarer, opponent))
        return s._replace(speech=speech._replace(pairs=(*rest, (declarer, opponent, givers))))
    if target == "game":
        return s._replace(speech=speech._replace(game=(*speech.game, seat)))
    items = tuple(
        a._replace(kontra=(*a.kontra, seat)) if a.item == target else a for a in speech.items
    )
    return s._replace(speech=speech._replace(items=items))


@clause("T-2.11", "T-2.12", "KG-45")
def after_lie(s: State) -> State:
    """After "ich liege" the next speaks; side by side the leading declarer speaks first."""
    b, speech = bargain_of(s), speech_of(s)
    first = b.declarer if len(b.declarers) > 1 else s.setup.right_of(b.declarer)
    speech = speech._replace(
        turn=first, said=False, announced=False, spent=speech.spent | {b.declarer}
    )
    if not b.contract.positive and s.book.options.negative_kontra == "none":
        return s._replace(phase="play", speech=speech._replace(open=False))
    return s._replace(phase="announce", speech=speech)


@clause("T-2.13", "F-8.1", "KG-44")
def _closed_turn(s: State, seat: Seat) -> State:
    """Three "gut" in a row close the announcing."""
    speech, b = speech_of(s), bargain_of(s)
    guts = 0 if speech.said else speech.guts + 1
    spoken = speech.spoken | {seat}
    speech = speech._replace(
        turn=s.setup.right_of(seat),
        guts=guts,
        said=False,
        announced=False,
        spent=speech.spent | {seat} if speech.announced else speech.spent,
        spoken=spoken,
    )
    waiting = len(b.declarers) > 1 and len(spoken) < 4
    if guts < 3 or waiting:
        return s._replace(speech=speech)
    return _close(s._replace(speech=speech._replace(open=False)))


@clause("T-7.1", "KG-8")
def _close(s: State) -> State:
    """A bare Rufer is paid at once where that is agreed; otherwise the play begins."""
    b, speech = bargain_of(s), speech_of(s)
    quiet = not speech.items and not speech.game
    if s.book.options.bare_rufer and b.contract.name == "rufer" and quiet and b.king_half < 0:
        return s._replace(phase="over", outcome="bare")
    return s._replace(phase="play")


# What was validly said


@clause("T-1.14", "KG-47", "T-1.12")
def valid_level(givers: tuple[Seat, ...], side: frozenset[Seat], item_is_ours: bool) -> int:
    """Levels alternate between the sides; the first from the wrong side falls with all after it."""
    for level, giver in enumerate(givers, 1):
        on_item_side = (giver in side) == item_is_ours
        if on_item_side != (level == 2):
            return level - 1
    return len(givers)


@clause("T-5.8", "U-11.13")
def bound_cards(s: State) -> tuple[int, ...]:
    """The announced cards each seat must keep, also those others announced for it."""
    bound = [0, 0, 0, 0]
    for a in speech_of(s).items if s.speech else ():
        card = _card_of(s, a.item)
        if not card:
            continue
        for seat in range(4):
            if hand_now(s, Seat(seat)) & card:
                bound[seat] |= card
    return tuple(bound)


def _card_of(s: State, item: str) -> int:
    bonus = s.book.bonuses[item]
    if bonus.kind == "bird":
        return 1 << PACK.card(bonus.card)
    if bonus.kind == "king":
        return 1 << KING[bargain_of(s).called]
    return 0


assert MASKS.pagat == 1 << PACK.card("T1"), "birds are counted from the Pagat upwards"
