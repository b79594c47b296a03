"""Questions about a position: it is shown, the laws are asked, nothing is decided here.

Those about money are in ``paying``; what a question is, in ``question``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from trull import laws
from trull.errors import TrullError
from trull.game import Game
from trull.laws.court import Trial
from trull.learn.experts import Expert
from trull.learn.question import BREACH, COUNTED, EVEN, OFFERED, Question, Shown, offered, stem
from trull.learn.school import Pile, school_of
from trull.ruleset import RuleSet
from trull.state import Action, Fault, Seat, View, action, fault

# The cards of a hand


def legal(game: Game, seat: Seat) -> Question:
    """The cards this seat may play; of the others, the clause that forbids them."""
    if seat not in game.duty or not game.plays(seat):
        raise TrullError(f"seat {seat} has no card to play")
    view = game.view_for(seat)
    lawful = {name for act in game.plays(seat) for name in (act.args[0], stem(act.args[0]))}
    why = {card: refusal(game, seat, card) for card in view.hand if card not in lawful}
    return Question(
        type="legal",
        rules=view.rules.name,
        shown=at_table(view),
        choices=tuple(view.hand),
        right=tuple(card for card in view.hand if card in lawful),
        why=why,
    )


def duty(game: Game, seat: Seat, by: Seat, act: Action) -> Question:
    """The cards that are left to this seat after an irregular act; the act is told, not the duty.

    ``game`` stands after the act.
    """
    found, school = legal(game, seat), school_of(game.setup.rules.game)
    said = tuple(one for one in found.shown.said if one.code not in school.bound)
    shown = replace(found.shown, said=said, heard=((int(by), str(act)),))
    return replace(found, type="duty", shown=shown)


def refusal(game: Game, seat: Seat, card: str) -> Fault:
    """Why a card may not be played; a free table lets some fall that the law forbids."""
    act, state = action(f"play {card}"), game.state
    found = game.faults(seat, act)
    if not found and isinstance(state, Trial):
        found = laws.of(game.setup.rules.game).faults(state.state, seat, act)
    return found[0]


def at_table(view: View) -> Shown:
    """What a seat sees of its own cards, the trick and the words that were said."""
    summary = laws.summary_of(view)
    return Shown(
        seats=view.seats,
        seat=view.seat,
        hand=tuple(view.hand),
        trick=tuple((int(seat), card) for seat, card in view.trick),
        said=(summary.heading, *summary.status),
    )


def say(game: Game, seat: Seat, among: Sequence[str]) -> Question:
    """Which of these acts are lawful now; of the others, the clause that forbids them.

    Who is not on turn may have something to say all the same: a card taken back, a bid.
    """
    if not 0 <= seat < game.setup.seats:
        raise TrullError(f"there is no seat {seat}")
    if seat not in game.duty and all(game.faults(seat, action(word)) for word in among):
        raise TrullError(f"it is not the turn of seat {seat}")
    view = game.view_for(seat)
    faults = {word: game.faults(seat, action(word)) for word in among}
    return Question(
        type="say",
        rules=view.rules.name,
        shown=talked(view),
        choices=tuple(faults),
        right=tuple(word for word, found in faults.items() if not found),
        why={word: found[0] for word, found in faults.items() if found},
    )


def talked(view: View) -> Shown:
    """What a seat sees, what was said, how each figure stands, and the tricks that have fallen."""
    seen = at_table(view)
    whole = tuple(trick for trick in _fallen(view) if len(trick) == view.seats)
    board = laws.summary_of(view).board
    return replace(seen, said=(*seen.said, *board), heard=_heard(view), tricks=whole)


def weigh(game: Game, seat: Seat, courses: Sequence[str], right: str, rng: Random) -> Question:
    """Which of two courses brings more on average, as it was counted; ``even``: neither."""
    for one in courses:
        first = action(one.partition("|")[0])
        if seat not in game.duty or game.faults(seat, first):
            raise TrullError(f"seat {seat} cannot do {first} here")
    view, both = game.view_for(seat), list(courses)
    rng.shuffle(both)
    return Question(
        type="weigh",
        rules=view.rules.name,
        shown=replace(at_table(view), heard=_heard(view), tricks=_fallen(view)[: sum(view.taken)]),
        choices=(*both, EVEN),
        right=(right,),
    )


def turn(game: Game) -> Question:
    """The one seat that is to act now."""
    if len(game.duty) != 1:
        raise TrullError("nobody, or more than one, is to act now")
    view = game.view_for(None)
    return Question(
        type="turn",
        rules=view.rules.name,
        shown=Shown(seats=view.seats, heard=_heard(view)),
        choices=tuple(map(str, range(view.seats))),
        right=(str(min(game.duty)),),
    )


def _fallen(view: View) -> tuple[tuple[tuple[int, str], ...], ...]:
    """The cards that were played, trick by trick."""
    played = [(int(one.seat), one.args[0]) for one in view.seen if one.verb == "play"]
    return tuple(tuple(played[at : at + view.seats]) for at in range(0, len(played), view.seats))


def _heard(view: View) -> tuple[tuple[int, str], ...]:
    """What was said and done besides the cards played, as this onlooker saw it."""
    aside = school_of(view.rules.game).aside
    told = [one for one in view.seen if one.verb not in aside and one.verb != "play"]
    return tuple((int(one.seat), str(Action(one.verb, one.args))) for one in told)


def lot(rules: RuleSet, cards: Sequence[str], of: str) -> Question:
    """Who deals first, or who plays with the dealer, by the cards that each seat has drawn."""
    law = laws.of(rules.game)
    found = law.draw(rules, {p: law.pack.card(card) for p, card in enumerate(cards)}, len(cards))
    if found.dealer is None:
        raise TrullError("these cards decide nothing: some draw again")
    seat = found.dealer
    if of == "partner":
        if found.seating is None:
            raise TrullError("partners are not drawn here")
        seat = found.seating[(found.dealer + len(cards) // 2) % len(cards)]
    return Question(
        type="lot",
        rules=rules.name,
        shown=Shown(seats=len(cards), trick=tuple(enumerate(cards))),
        about={"of": of},
        choices=tuple(map(str, range(len(cards)))),
        right=(str(seat),),
    )


def sign(game: Game, seat: Seat, among: Sequence[str]) -> Question:
    """Which of these signs would be true of this seat's hand."""
    view = game.view_for(seat)
    truth = school_of(view.rules.game).signs(view)
    if hazy := [one for one in among if one not in truth]:
        raise TrullError(
            f"whether {hazy[0]!r} is true cannot be seen; of {', '.join(truth)} it can"
        )
    return Question(
        type="sign",
        rules=view.rules.name,
        shown=at_table(view),
        choices=tuple(among),
        right=tuple(one for one in among if truth[one]),
        why={one: fault("", "sign_untrue") for one in among if not truth[one]},
    )


def advice(game: Game, expert: Expert, among: Sequence[str]) -> Question:
    """What an expert does in this position: one of some acts, the others are never his."""
    verdicts = {word: expert.verdict(action(word)) for word in among}
    wise = tuple(word for word, found in verdicts.items() if found == "wise")
    never = [word for word, found in verdicts.items() if found == "never"]
    if len(wise) != 1 or len(never) + 1 != len(among):
        raise TrullError("the expert does one of the acts and never the others")
    if wrong := [word for word in among if game.faults(expert.seat, action(word))]:
        raise TrullError(f"{wrong[0]} is not lawful here")
    return Question(
        type="advice",
        rules=game.setup.rules.name,
        shown=talked(game.view_for(expert.seat)),
        choices=tuple(among),
        right=wise,
        why={word: fault("", "unwise") for word in never},
    )


def chosen(
    game: Game, seat: Seat, best: str, counts: Mapping[str, tuple[float, float]]
) -> Question:
    """Which of some acts brings most on average; of the others, how much less, as was counted."""
    if seat not in game.duty:
        raise TrullError(f"it is not the turn of seat {seat}")
    if wrong := [word for word in counts if game.faults(seat, action(word))]:
        raise TrullError(f"{wrong[0]} is not lawful here")
    why = {
        word: fault("", "less", points=f"{loss:.1f}", error=f"{error:.1f}")
        for word, (loss, error) in counts.items()
        if word != best
    }
    return Question(
        type="advice",
        rules=game.setup.rules.name,
        shown=talked(game.view_for(seat)),
        about={"of": COUNTED},
        choices=tuple(counts),
        right=(best,),
        why=why,
    )


def find(rules: RuleSet, hand: Sequence[str], group: str) -> Question:
    """The cards of a hand that belong to a group."""
    groups = school_of(rules.game).groups(rules)
    laws.of(rules.game).pack.mask(hand)  # a card there is not is an error
    if group not in groups:
        raise TrullError(f"no group {group!r}; there are {', '.join(sorted(groups))}")
    return Question(
        type="find",
        rules=rules.name,
        shown=Shown(seats=0, hand=tuple(hand)),
        about={"group": group},
        choices=tuple(hand),
        right=tuple(card for card in hand if card in groups[group]),
    )


# The trick


def winner(game: Game, view: View) -> Question:
    """Who took the trick that has just ended in ``game`` and lay there in ``view``."""
    now = game.view_for(None)
    before = sum(view.taken)
    if sum(now.taken) != before + 1:
        raise TrullError("no trick has just ended")
    taker = next(s for s in range(now.seats) if now.taken[s] != view.taken[s])
    summary = laws.summary_of(view)
    return Question(
        type="winner",
        rules=now.rules.name,
        shown=Shown(
            seats=now.seats,
            trick=tuple((int(seat), card) for seat, card in now.last_trick),
            said=(summary.heading, *summary.status),
        ),
        choices=tuple(str(seat) for seat, _ in now.last_trick),
        right=(str(taker),),
    )


def baptism(game: Game, seat: Seat, choices: Sequence[str]) -> Question:
    """Which card a card must be played as to take the trick that it ends."""
    if seat not in game.duty or len(game.view_for(seat).trick) != game.setup.seats - 1:
        raise TrullError(f"seat {seat} does not end a trick")
    view = game.view_for(seat)
    right = tuple(one for one in choices if takes(game, seat, one))
    if len(right) != 1:
        raise TrullError(f"of {', '.join(choices)} {len(right)} take the trick, not one")
    return Question(
        type="baptism",
        rules=view.rules.name,
        shown=at_table(view),
        choices=tuple(choices),
        right=right,
        why={one: fault("", "trick_lost") for one in choices if one not in right},
    )


def takes(game: Game, seat: Seat, card: str) -> bool:
    """Whether this card, the last of its trick, takes it."""
    after = game.__copy__()
    after.apply(seat, f"play {card}")
    return after.view_for(None).taken[seat] > game.view_for(None).taken[seat]


def figure(game: Game, seat: Seat, kind: str, rng: Random) -> Question:
    """The best figure of a kind that this seat can make, its hand being whole."""
    if not 0 <= seat < game.setup.seats:
        raise TrullError(f"there is no seat {seat}")
    view, rules = game.view_for(seat), game.setup.rules
    school = school_of(rules.game)
    if kind not in school.figures:
        raise TrullError(f"no figure {kind!r}; there are {', '.join(school.figures) or 'none'}")
    found = school.figure(view, kind)
    why = {one: fault("", code) for one, code in found.others.items()}
    seen = replace(at_table(view), trick=())
    return offered("figure", rules, seen, found.best, why, rng, {"figure": kind})


# What was seen, and what other books say


def memory(view: View, suit: str, rng: Random) -> Question:
    """How many cards of a suit have neither fallen nor are in the asked seat's hand."""
    pack = laws.of(view.rules.game).pack
    if suit not in pack.suits:
        raise TrullError(f"no suit {suit!r}; there are {', '.join(pack.suits)}")
    fallen = tuple(stem(one.args[0]) for one in view.seen if one.verb == "play")
    held = {*fallen, *view.hand}
    out = sum(card not in held for card in pack.named(pack.suits[suit]))
    near = [n for n in (out + 1, out - 1, out + 2, out - 2) if n >= 0]
    why = {str(n): fault("", "misremembered") for n in near}
    seen = replace(at_table(view), trick=(), pile=fallen)
    return offered("memory", view.rules, seen, str(out), why, rng, {"suit": suit})


def book(moments: Mapping[str, Game], seat: Seat, word: str, rules: RuleSet) -> Question:
    """In which books this word is lawful; the same deal stands at the same moment in each."""
    act = action(word)
    faults = {name: game.faults(seat, act) for name, game in moments.items()}
    view = moments[rules.name].view_for(seat)
    return Question(
        type="book",
        rules=rules.name,
        shown=replace(at_table(view), heard=_heard(view), said=()),
        about={"word": word},
        choices=tuple(faults),
        right=tuple(name for name, found in faults.items() if not found),
        why={name: found[0] for name, found in faults.items() if found},
    )


def claim(game: Game) -> Question:
    """The one seat that has broken a rule, as the tricks that have fallen show."""
    if not isinstance(game.state, Trial):
        raise TrullError("nobody can break a rule here: the table is not free")
    guilty = {one.seat for one in game.state.breaches}
    if len(guilty) != 1:
        raise TrullError(f"{len(guilty)} seats have broken a rule, not one")
    view, proved = game.view_for(None), game.state.breaches[0]
    summary = laws.summary_of(view)
    return Question(
        type="claim",
        rules=view.rules.name,
        shown=Shown(
            seats=view.seats,
            said=(summary.heading, *summary.status),
            heard=_heard(view) if school_of(view.rules.game).words_count else (),
            tricks=_fallen(view),
        ),
        choices=tuple(map(str, range(view.seats))),
        right=(str(min(guilty)),),
        lines=((f"{BREACH}{proved.kind}", proved.clause, str(proved.trick)),),
    )


# The count


def count(rules: RuleSet, pile: Pile, rng: Random) -> Question:
    """How many points are in this pile."""
    school = school_of(rules.game)
    right = school.worth(rules, pile.cards)
    why: dict[str, Fault] = {}
    for name, cards in pile.forgotten.items():
        rest = [card for card in pile.cards if card not in cards]
        why.setdefault(school.worth(rules, rest), fault("", "forgot", part=name))
    for worth in school.near(rules, right):
        why.setdefault(worth, fault("", "miscounted"))
    return offered("count", rules, Shown(seats=0, pile=pile.cards), right, why, rng)


def slate(game: Game, rng: Random) -> Question:
    """How many points each party has on the slate after all that was done."""
    view = game.view_for(None)
    found = school_of(view.rules.game).slate(game)
    why = {one: fault("", code) for one, code in found.others.items()}
    seen = Shown(
        seats=view.seats,
        said=(laws.summary_of(view).heading, *found.before),
        heard=_heard(view),
        tricks=_fallen(view),
    )
    return offered("slate", view.rules, seen, found.right, why, rng)


def skies(game: Game, rng: Random) -> Question | None:
    """What became of the excuse of a finished deal; None where there was none."""
    found = school_of(game.setup.rules.game).excuse(game)
    if found is None:
        return None
    rules, summary = game.setup.rules, laws.summary_of(game.view_for(None))
    seen = Shown(
        seats=game.setup.seats,
        said=(summary.heading, *summary.status),
        trick=found.trick,
        pile=found.pile,
    )
    why = {one: fault("", code) for one, code in found.others.items()}
    about = {"number": str(found.number)}
    return offered("skies", rules, seen, found.outcome, why, rng, about)


# The clause


def clause(
    game: Game, seat: Seat, act: Action, cited: Sequence[str], rng: Random
) -> Question | None:
    """The clause that forbids this act; None where several do, or too few others are cited."""
    found = game.faults(seat, act)
    if len(found) != 1:
        return None
    others = [one for one in dict.fromkeys(cited) if one != found[0].clause]
    if len(others) < OFFERED - 1:
        return None
    rng.shuffle(others)
    why = {one: fault(one, "other_clause") for one in others}
    about = {"act": str(act)}
    seen = at_table(game.view_for(seat))
    return offered("clause", game.setup.rules, seen, found[0].clause, why, rng, about)
