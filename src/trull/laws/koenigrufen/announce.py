"""Announcing and Kontra: who may say what, when and how often.

The declarer announces and lies ("ich liege"); then in turn everybody announces, gives Kontra or
says "gut", until three in a row have said "gut". A turn in which something was said is closed
with ``done``. Items of Kontra are ``game``, a bonus, or in negative games ``game:D:O``: the game
of declarer D against seat O.
"""

from __future__ import annotations

from functools import cache

from trull.clauses import clause
from trull.kernels.tarock import count
from trull.laws.koenigrufen.auction import birds_in
from trull.laws.koenigrufen.book import BIRD_ITEMS, BIRDS, KING, MASKS, PACK, TRULL, Book
from trull.laws.koenigrufen.table import (
    SEATS,
    SILENCE,
    Announcement,
    Bargain,
    Speech,
    State,
    Table,
    acted,
    bargain_of,
    by_topic,
    declarer_side,
    hand_now,
    moved,
    renewed,
    sides_public,
    speech_of,
)
from trull.laws.koenigrufen.talon import owed_birds
from trull.laws.verbs import ALONE, Verb, Verbs
from trull.state import Action, Fault, Seat, fault

HIGHEST_KONTRA = 3
NO_CARDS = (0, 0, 0, 0)  # for each seat
LAY_OPEN = ("declarer", "opponents")


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


# What may be announced


@clause(
    "T-5.1", "T-5.7", "F-8.1", "F-8.2", "F-8.4", "F-8.5", "F-8.7", "T-4.4", "T-3.10", "U-10.11",
    "U-11.11", "U-11.12", "U-12.5", "U-16.2", "U-19.4", "KG-46",
)  # fmt: skip
def _announce_fault(s: State, seat: Seat, item: str) -> Fault | None:
    """A bonus of the contract's list, once a deal, by whom it belongs to, in his own turn."""
    b, book = bargain_of(s), s.table.book
    cite, contract = book.cite, b.contract
    if not contract.positive:
        return fault(cite("no_announcing"), "no_announcing")
    bonus = book.bonuses.get(item)
    uncalled = bonus is not None and bonus.kind == "king" and not b.called
    if bonus is None or item not in contract.bonuses or uncalled:
        alone = item == "koenig_ultimo" and contract.kind != "farben"
        cited = cite("no_called_king" if alone else "bonus_list")
        return fault(cited, "no_such_bonus", item=item, game=contract.name)
    if bonus.announced_in and contract.name not in bonus.announced_in:
        return fault(cite("mondfang_announced"), "not_announced_here", item=item)
    if any(a.item == item for a in speech_of(s).items):
        return fault("KG-46", "announced_already", item=item)
    if right_is_spent(s, seat):
        late = "before_lie" if contract.announce_before_lie else "announce_once"
        return fault(cite(late), "announce_once")
    # Birds and the king are announced by who speaks for these cards, the rest by everybody.
    if bonus.kind == "king" and not may_announce_king(s, b, seat):
        return fault(cite("announce_king"), "not_your_king")  # the suit may be unspoken
    if bonus.kind == "mond" and not may_announce_mondfang(s, b, seat):
        return fault(book.clause("mondfang_announcer"), "not_your_mondfang")
    if bonus.kind == "bird" and not birds_spoken_for(s, b, seat) >> PACK.index[bonus.card] & 1:
        return fault(cite("announce_holder"), "not_your_card", card=bonus.card)
    return None


@clause("F-8.1", "F-8.8", "KG-36", "KG-44")
def right_is_spent(s: State, seat: Seat) -> bool:
    """Where each announces only once, the declarer's turn was before he lay."""
    b, options = bargain_of(s), s.table.book.options
    silent = seat == b.declarer or options.solodreier_announcing == "declarer_only"
    if s.phase == "announce" and b.contract.announce_before_lie and silent:
        return True
    return options.announce_once and seat in speech_of(s).spent


@clause("T-5.7", "F-8.2", "U-10.11", "U-11.6", "KG-12")
def birds_spoken_for(s: State, b: Bargain, seat: Seat) -> int:
    """The birds in hand; of old also the partner's."""
    own = hand_now(s, seat) & BIRDS
    if seat == b.partner and s.table.book.options.announce_for_partner:
        own |= _bought_in_sight(b)
    return own


@clause("U-11.6")
def _bought_in_sight(b: Bargain) -> int:
    """The called partner may announce the Pagat that the declarer was seen to buy."""
    return b.taken & BIRDS if b.contract.open_talon else 0


@clause("KG-12", "U-11.12", "U-17.13")
def may_announce_king(s: State, b: Bargain, seat: Seat) -> bool:
    """The holder of the called king; by the old rules the declarer too."""
    if hand_now(s, seat) >> KING[b.called] & 1:
        return True
    if s.book.options.ku_announcer == "holder" or seat != b.declarer:
        return False
    left_lying = b.contract.open_talon and b.king_half >= 0
    return not left_lying


@clause("U-19.4")
def may_announce_mondfang(s: State, b: Bargain, seat: Seat) -> bool:
    """Everybody; in the treatise it is the partner's business, and who has none has it not."""
    return s.book.options.mondfang_announcer == "anyone" or seat == b.partner


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


# Closing a turn


def speak_first(s: State) -> Fault:
    """Now everybody announces, gives Kontra or closes his turn, and nothing else."""
    return fault(s.book.cite("gut"), "announce_or_close")


def waiting(s: State, seat: Seat) -> Fault | None:
    """Everybody waits for his turn."""
    return None if seat == s.turn else fault(s.book.cite("gut"), "not_your_turn")


@clause("T-2.11", "F-1.7", "F-8.8")
def _lie_fault(s: State, seat: Seat, word: str) -> Fault | None:
    """The declarer's own announcements come before "ich liege"; a bird that he owes too."""
    if word not in _lying(s, seat):
        return speak_first(s)
    owes = not word and owes_bird(s, bargain_of(s))
    return fault(s.book.cite("owed_bird"), "bird_owed") if owes else None


def _lying(s: State, _seat: Seat) -> tuple[str, ...]:
    """Where he may choose the declarer says who lays open."""
    return LAY_OPEN if _chooses_opening(s.table.book, bargain_of(s)) else ALONE


def _cited_lie(s: State) -> str:
    chooses = _chooses_opening(s.table.book, bargain_of(s))
    return s.book.clause("semi_revers") if chooses else s.book.cite("lie")


@clause("T-2.13", "F-1.7", "F-7.8")
def _gut_fault(s: State, seat: Seat, _word: str) -> Fault | None:
    """Who has nothing to say says "gut"; but who owes the Trull has something."""
    return speak_first(s) if speech_of(s).said else _trull_fault(s, seat)


@clause("T-2.12", "T-2.13")
def _done_fault(s: State, seat: Seat, _word: str) -> Fault | None:
    """A turn in which something was said is closed."""
    return _trull_fault(s, seat) if speech_of(s).said else speak_first(s)


def _trull_fault(s: State, seat: Seat) -> Fault | None:
    if not owes_trull(s, seat):
        return None
    return fault(s.book.clause("solo_two_trull_duty"), "trull_owed")


# Kontra


def kontra_targets(s: State, _seat: Seat) -> tuple[str, ...]:
    """Everything a Kontra could be said to."""
    b = bargain_of(s)
    if b.contract.positive:
        return ("game", *[a.item for a in speech_of(s).items])
    players = tuple([bid.seat for bid in b.declarers])
    return _pairs(players, s.table.book.options.bei_settlement == "vs_non_declarers")


@cache
def _pairs(players: tuple[Seat, ...], apart: bool) -> tuple[str, ...]:
    """Each declarer against each other seat; where fellows settle nothing, each opponent."""
    return tuple(
        f"game:{d}:{o}" for d in players for o in range(4) if o not in (players if apart else [d])
    )


@clause("T-1.12", "T-1.13", "T-1.15", "T-4.4", "F-2.4", "F-2.5", "F-6.6", "KG-38", "KG-45")
def _kontra_fault(s: State, seat: Seat, target: str) -> Fault | None:
    """Kontra, Re, Sub alternate between the sides, for the game and each bonus apart."""
    if target not in kontra_targets(s, seat):
        return fault(s.book.cite("kontra"), "nothing_to_kontra", item=target)
    if target.startswith("game:"):
        return _pair_fault(s, seat, target)
    givers, announcer = givers_of(s, target)
    if len(givers) == HIGHEST_KONTRA:
        return fault(s.book.cite("kontra_levels"), "no_higher_kontra")
    if not _may_double(s, seat, givers, announcer):
        return fault(s.book.cite("kontra_side"), "not_your_kontra", item=target)
    return None


def givers_of(s: State, target: str) -> tuple[tuple[Seat, ...], Seat]:
    """Who has doubled the target so far, and whose item it is."""
    if target == "game":
        return speech_of(s).game, bargain_of(s).declarer
    (found,) = [a for a in speech_of(s).items if a.item == target]
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
def _pair_fault(s: State, seat: Seat, target: str) -> Fault | None:
    """In negative games each opponent doubles for himself; Re and Sub stay within the pair."""
    if s.book.options.negative_kontra == "none":
        return fault(s.book.clause("negative_kontra"), "no_negative_kontra")
    declarer, opponent = _pair(target)
    level = len(_pair_givers(speech_of(s), declarer, opponent)) + 1
    if level > HIGHEST_KONTRA:
        return fault(s.book.cite("kontra_levels"), "no_higher_kontra")
    if seat != (declarer if level == 2 else opponent):
        return fault(s.book.cite("kontra_separately"), "not_your_pair")
    return None


def _pair(target: str) -> tuple[Seat, Seat]:
    _game, declarer, opponent = target.split(":")
    return Seat(int(declarer)), Seat(int(opponent))


def _pair_givers(speech: Speech, declarer: Seat, opponent: Seat) -> tuple[Seat, ...]:
    for d, o, givers in speech.pairs:
        if (d, o) == (declarer, opponent):
            return givers
    return ()


def _bonuses(s: State, _seat: Seat) -> tuple[str, ...]:
    return bargain_of(s).contract.bonuses


ANNOUNCING = Verb(by_topic("announce"), _announce_fault, _bonuses)
DECLARING: Verbs[State] = {
    "announce": ANNOUNCING,
    "lie": Verb(_cited_lie, _lie_fault, _lying, bare=True),
}
REPLYING: Verbs[State] = {
    "announce": ANNOUNCING,
    "kontra": Verb(by_topic("kontra"), _kontra_fault, kontra_targets),
    "gut": Verb(by_topic("gut"), _gut_fault),
    "done": Verb(by_topic("gut"), _done_fault),
}


# Steps


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
    first = b.declarer if len(b.declarers) > 1 else SEATS[b.declarer + 1]
    silent = not b.contract.positive and t.book.options.negative_kontra == "none"
    speech = t.speech._replace(
        said=False,
        announced=False,
        spent=t.speech.spent | {b.declarer},
        open=t.speech.open and not silent,
    )
    return "play" if silent else "announce", first, renewed(t, speech=speech)


@clause("T-2.13", "F-8.1", "KG-44")
def _closed_turn(s: State, seat: Seat, act: Action) -> State:
    """Three "gut" in a row close the announcing."""
    before = speech_of(s)
    guts, spoken = 0 if before.said else before.guts + 1, before.spoken | {seat}
    unheard = len(bargain_of(s).declarers) > 1 and len(spoken) < 4
    closed = guts >= 3 and not unheard
    spent = before.spent | {seat} if before.announced else before.spent
    items, game, pairs = before.items, before.game, before.pairs
    speech = Speech(items, game, pairs, guts, False, False, spent, spoken, not closed)
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
        return a.seat == b.declarer and may_announce_king(s, b, a.seat)
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
