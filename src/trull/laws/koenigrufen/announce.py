"""Announcing and Kontra: who may say what, when and how often.

The declarer announces and lies ("ich liege"); then in turn everybody announces, gives Kontra or
says "gut", until three in a row have said "gut". A turn in which something was said is closed
with ``done``. Items of Kontra are ``game``, a bonus, or in negative games ``game:D:O``: the game
of declarer D against seat O.
"""

from __future__ import annotations

from functools import lru_cache

from trull.clauses import clause
from trull.kernels.tarock import count
from trull.laws.koenigrufen.auction import birds_in
from trull.laws.koenigrufen.book import (
    BIRD_ITEMS,
    BIRDS,
    CALLED_KING,
    KING,
    MASKS,
    PACK,
    TRULL,
    Bonus,
    Book,
)
from trull.laws.koenigrufen.table import (
    SEATS,
    SILENCE,
    Announcement,
    Bargain,
    Memory,
    Speech,
    State,
    Table,
    acted,
    bargain_of,
    declarer_side,
    hand_now,
    moved,
    record,
    renewed,
    sides_public,
    speech_of,
)
from trull.laws.koenigrufen.talon import owed_birds
from trull.state import Action, Fault, Prompt, Seat, fault, one_of

HIGHEST_KONTRA = 3
NO_CARDS = (0, 0, 0, 0)  # for each seat
LAY_OPEN = ("declarer", "opponents")
REPLIES: Memory[tuple[Prompt, ...]] = Memory()  # what may be said in a positive game


def begin(s: State) -> State:
    """The declarer begins to announce; a negative game goes straight to the Kontra."""
    b, t = bargain_of(s), renewed(s.table, speech=SILENCE)
    if b.contract.positive or _chooses_opening(t.book, b):
        return moved(s, "declare", b.declarer, t)
    return moved(s, *after_lie(t, b))


@clause("T-7.3")
def _chooses_opening(book: Book, b: Bargain) -> bool:
    """Semi-ouvert "revers": the declarer says who lays open."""
    return b.contract.ouvert == "declarer" and book.options.semi_revers


# Whose turn, and what may be said


@clause("T-2.11", "F-1.7", "F-8.8")
def declare_prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """The declarer's own announcements come before "ich liege"."""
    book, b = s.table.book, bargain_of(s)
    found = announce_prompts(s, seat)
    if _chooses_opening(book, b):
        return (*found, one_of("lie", book.clause("semi_revers"), LAY_OPEN))
    return found if owes_bird(s, b) else (*found, book.plain["lie"])


@clause("T-2.12", "T-2.13", "F-1.7", "F-7.8")
def reply_prompts(s: State, seat: Seat) -> tuple[Prompt, ...]:
    """In his turn each may announce, give Kontra or say "gut"."""
    t, b, hand = s.table, bargain_of(s), hand_now(s, seat)
    if not b.contract.positive:
        return _replies(s, seat)
    called = (b.partner, b.called, b.king_half, b.taken & BIRDS) if b.called else ()
    held = hand & (BIRDS | TRULL if b.contract.needs == "trull_piece" else BIRDS)
    king = b.called and hand >> KING[b.called] & 1
    asked = (t.book, b.contract.name, b.declarer, called, t.speech, seat, held, king)
    return REPLIES.get(asked) or REPLIES.keep(asked, _replies(s, seat))


def _replies(s: State, seat: Seat) -> tuple[Prompt, ...]:
    book, speech = s.table.book, speech_of(s)
    found, targets = announce_prompts(s, seat), open_to_kontra(s, seat)
    if targets:
        found += (one_of("kontra", book.cites["kontra"], targets),)
    if owes_trull(s, seat):
        return found
    return (*found, book.plain["done" if speech.said else "gut"])


def every_card(b: Bargain) -> int:
    """Who would speak for every card that somebody must speak for."""
    return BIRDS | CALLED_KING if b.called else BIRDS


def announce_prompts(s: State, seat: Seat, own: int | None = None) -> tuple[Prompt, ...]:
    """The prompt to announce a bonus, if there is one this seat, or ``own``, may announce now."""
    if _right_is_spent(s, seat):
        return ()
    items = speech_of(s).items
    said = tuple([a.item for a in items]) if items else ()
    own = speaks_for(s, seat) if own is None else own
    return _announcing(s.table.book, bargain_of(s).contract.name, said, own)


@lru_cache(maxsize=4096)
def _announcing(book: Book, game: str, said: tuple[str, ...], own: int) -> tuple[Prompt, ...]:
    """The prompt for the bonuses of a game by who speaks for these cards; few cards matter."""
    items = tuple(
        bonus.name
        for bonus in book.announced_in[game]
        if bonus.name not in said and may_speak_for(own, bonus)
    )
    return (one_of("announce", book.cites["announce"], items),) if items else ()


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
    b = bargain_of(s)
    if s.phase == "announce" and b.contract.announce_before_lie and seat == b.declarer:
        return True
    return s.table.book.options.announce_once and seat in speech_of(s).spent


@clause("T-5.7", "F-8.2", "F-8.4", "U-10.11", "U-11.11", "U-11.12", "U-12.5")
def may_speak_for(own: int, bonus: Bonus) -> bool:
    """Birds and the king are announced by who speaks for these cards, the rest by everybody."""
    if bonus.kind == "bird":
        return bool(own >> PACK.index[bonus.card] & 1)
    return bonus.kind != "king" or bool(own & CALLED_KING)


@clause("T-5.7", "F-8.2", "U-10.11", "U-11.6", "U-11.12", "KG-12")
def speaks_for(s: State, seat: Seat) -> int:
    """The birds and the king in hand; of old also the partner's."""
    b, hand = bargain_of(s), hand_now(s, seat)
    own = hand & BIRDS
    if b.called and _may_announce_king(s, b, seat, hand):
        own |= CALLED_KING
    if seat == b.partner and s.table.book.options.announce_for_partner:
        own |= _bought_in_sight(b)
    return own


@clause("U-11.6")
def _bought_in_sight(b: Bargain) -> int:
    """The called partner may announce the Pagat that the declarer was seen to buy."""
    return b.taken & BIRDS if b.contract.open_talon else 0


@clause("KG-12", "U-11.12", "U-17.13")
def _may_announce_king(s: State, b: Bargain, seat: Seat, hand: int) -> bool:
    """The holder of the called king; by the old rules the declarer too."""
    if hand >> KING[b.called] & 1:
        return True
    if s.book.options.ku_announcer == "holder" or seat != b.declarer:
        return False
    left_lying = b.contract.open_talon and b.king_half >= 0
    return not left_lying


@clause("T-0.5", "T-0.15", "T-7.6", "F-4.6", "F-4.8")
def owes_bird(s: State, b: Bargain) -> bool:
    """Besserrufer and Solobesser must announce a bird that was dealt (or, by option, bought).

    Who has named one that he does not hold loses that one, and owes no other.
    """
    if b.contract.needs != "bird":
        return False
    hand = hand_now(s, b.declarer)
    owed, held = birds_in(owed_birds(s, b) & hand), birds_in(hand)
    named = [a.item for a in speech_of(s).items if a.item in BIRD_ITEMS]
    return bool(owed) and not any(item in owed or item not in held for item in named)


@clause("U-13.9")
def owes_trull(s: State, seat: Seat) -> bool:
    """In the Solo a called partner with two Trull pieces must announce the Trull."""
    b = bargain_of(s)
    if not s.table.book.options.solo_two_trull_duty or b.contract.needs != "trull_piece":
        return False
    if seat != b.partner or count(hand_now(s, seat) & TRULL) != 2:
        return False
    return not any(a.item == "trull" for a in speech_of(s).items)


# Kontra


def open_to_kontra(s: State, seat: Seat) -> tuple[str, ...]:
    """Everything this seat may say Kontra, Re or Sub to."""
    b, speech = bargain_of(s), speech_of(s)
    if not b.contract.positive:
        return tuple([t for t in kontra_targets(s) if not _pair_faults(s, seat, t)])
    given = [("game", b.declarer, speech.game), *speech.items]
    return tuple(
        [
            target
            for target, announcer, givers in given
            if len(givers) < HIGHEST_KONTRA and _may_double(s, seat, givers, announcer)
        ]
    )


def kontra_targets(s: State) -> tuple[str, ...]:
    """Everything a Kontra could be said to."""
    b = bargain_of(s)
    if b.contract.positive:
        return ("game", *(a.item for a in speech_of(s).items))
    players = [bid.seat for bid in b.declarers]
    apart = s.book.options.bei_settlement == "vs_non_declarers"  # fellows settle nothing
    return tuple(
        f"game:{d}:{o}" for d in players for o in range(4) if o not in (players if apart else [d])
    )


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
    if announcer == b.declarer or sides_public(s) or knows_all(s, seat):
        same = (seat in mine) == (announcer in mine)
        return same == (level == 2)
    barred = announcer if level == 1 else givers[-1]
    return seat != barred


def knows_all(s: State, seat: Seat) -> bool:
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
    if seat != s.turn:
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
    verb, words = act
    match verb:
        case "announce":
            return _spoken(s, seat, act, _announced(speech_of(s), seat, words[0]))
        case "kontra":
            return _spoken(s, seat, act, _contraed(speech_of(s), seat, words[0]))
        case "lie":
            return _lain(s, seat, act)
    return _closed_turn(s, seat, act)


def _spoken(s: State, seat: Seat, act: Action, speech: Speech) -> State:
    return acted(s, seat, act, s.phase, seat, renewed(s.table, speech=speech))


def _announced(speech: Speech, seat: Seat, item: str) -> Speech:
    items = (*speech.items, Announcement(item, seat))
    return speech._replace(items=items, said=True, announced=True)


def _contraed(speech: Speech, seat: Seat, target: str) -> Speech:
    speech = speech._replace(said=True)
    if target.startswith("game:"):
        declarer, opponent = _pair(target)
        givers = (*_pair_givers(speech, declarer, opponent), seat)
        rest = tuple(p for p in speech.pairs if p[:2] != (declarer, opponent))
        return speech._replace(pairs=(*rest, (declarer, opponent, givers)))
    if target == "game":
        return speech._replace(game=(*speech.game, seat))
    items = tuple(
        a._replace(kontra=(*a.kontra, seat)) if a.item == target else a for a in speech.items
    )
    return speech._replace(items=items)


def _lain(s: State, seat: Seat, act: Action) -> State:
    """The declarer lies; where he may choose he has said who lays open."""
    b, t = bargain_of(s), s.table
    if act.args:
        b = b._replace(opens=act.args[0])
        t = renewed(t, bargain=b)
    return acted(s, seat, act, *after_lie(t, b))


@clause("T-2.11", "T-2.12", "KG-45")
def after_lie(t: Table, b: Bargain) -> tuple[str, Seat, Table]:
    """After "ich liege" the next speaks; side by side the leading declarer speaks first."""
    assert t.speech is not None, "nobody announces yet"
    items, game, pairs, guts, _, _, spent, spoken, opened = t.speech
    first = b.declarer if len(b.declarers) > 1 else SEATS[b.declarer + 1]
    silent = not b.contract.positive and t.book.options.negative_kontra == "none"
    spent |= {b.declarer}
    opened = opened and not silent
    speech = record(Speech, (items, game, pairs, guts, False, False, spent, spoken, opened))
    return "play" if silent else "announce", first, renewed(t, speech=speech)


@clause("T-2.13", "F-8.1", "KG-44")
def _closed_turn(s: State, seat: Seat, act: Action) -> State:
    """Three "gut" in a row close the announcing."""
    items, game, pairs, guts, said, announced, spent, spoken, _ = speech_of(s)
    guts = 0 if said else guts + 1
    spent = spent | {seat} if announced else spent
    spoken |= {seat}
    waiting = len(bargain_of(s).declarers) > 1 and len(spoken) < 4
    closed = guts >= 3 and not waiting
    speech = record(Speech, (items, game, pairs, guts, False, False, spent, spoken, not closed))
    t = renewed(s.table, speech=speech)
    if not closed:
        return acted(s, seat, act, "announce", SEATS[seat + 1], t)
    if _bare(t.book, bargain_of(s), speech):
        return acted(s, seat, act, "over", None, t._replace(outcome="bare"))
    return acted(s, seat, act, "play", None, t)


@clause("T-7.1", "KG-8")
def _bare(book: Book, b: Bargain, speech: Speech) -> bool:
    """A bare Rufer is paid at once where that is agreed."""
    quiet = not speech.items and not speech.game
    return book.options.bare_rufer and b.contract.name == "rufer" and quiet and b.king_half < 0


# What was validly said


@clause("T-1.14", "KG-47", "T-1.12")
def valid_level(givers: tuple[Seat, ...], side: frozenset[Seat], item_is_ours: bool) -> int:
    """Levels alternate between the sides; the first from the wrong side falls with all after it."""
    for level, giver in enumerate(givers, 1):
        on_item_side = (giver in side) == item_is_ours
        if on_item_side != (level == 2):
            return level - 1
    return len(givers)


@clause("T-5.7", "T-5.8", "U-11.13")
def bound_cards(s: State) -> tuple[int, ...]:
    """The announced cards each seat must keep, also those its partner may announce for it.

    Who speaks for a card that is not his to announce has lost that bonus and binds nobody.
    """
    speech = s.table.speech
    if speech is None or not speech.items:
        return NO_CARDS
    bound = [*NO_CARDS]
    for a in speech.items:
        card = _card_of(s, a.item)
        for seat in SEATS[:4]:
            if hand_now(s, seat) & card and (seat == a.seat or _binds(s, a, seat, card)):
                bound[seat] |= card
    return tuple(bound)


@clause("U-11.6", "U-11.12", "U-11.13")
def _binds(s: State, a: Announcement, seat: Seat, card: int) -> bool:
    """The declarer binds who holds the called king; whoever may be his partner, the bought Pagat.

    A declarer who cannot know whether it was his partner is bound all the same.
    """
    b = bargain_of(s)
    if s.book.bonuses[a.item].kind == "king":
        return a.seat == b.declarer and _may_announce_king(s, b, a.seat, hand_now(s, a.seat))
    if not s.book.options.announce_for_partner or seat != b.declarer:
        return False
    return bool(card & _bought_in_sight(b)) and (a.seat == b.partner or not sides_public(s))


def _card_of(s: State, item: str) -> int:
    bonus = s.book.bonuses[item]
    if bonus.kind == "bird":
        return 1 << PACK.card(bonus.card)
    if bonus.kind == "king":
        return 1 << KING[bargain_of(s).called]
    return 0


assert MASKS.pagat == 1 << PACK.card("T1"), "birds are counted from the Pagat upwards"
