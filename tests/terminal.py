"""For tests of the terminal: games by their words, somebody who types, files good and broken."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import NamedTuple

from trull import laws, notation, ruleset
from trull.cards import Card
from trull.cli.table import first_lawful
from trull.game import Game
from trull.learn.koenigrufen import pack_for
from trull.state import Seat, Setup

HAND = "HK H3 H4 DQ SK SN S7 T1 T5 T20 T21 T22"
CHOSEN = "stichzwang on | talon last"


def dealt(forehand: int, hand: str = "") -> Game:
    """A game of Königrufen (Tirol), cut, in which the Vorhand was dealt this hand."""
    rules = ruleset.load("koenigrufen/tirol")
    pack = laws.of(rules.game).pack
    mine = int(pack.mask(hand.split())) if hand else (1 << 12) - 1
    rest = [Card(c) for c in range(pack.size) if not mine >> c & 1]
    hands = [sum(1 << c for c in rest[12 * k : 12 * k + 12]) for k in range(3)]
    hands.insert(forehand, mine)
    setup = Setup(
        rules=rules,
        seats=4,
        forehand=Seat(forehand),
        dealer=Seat((forehand - 1) % 4),
        pack=pack_for(hands, rest[36:], Seat(forehand)),
    )
    return acted(Game(setup), "cut 27")


def acted(game: Game, acts: str) -> Game:
    """The game after these acts, each of who is on turn."""
    for act in acts.split("|"):
        (seat,) = game.duty
        game.apply(seat, act.strip())
    return game


def played_out(game: Game) -> Game:
    """The game to its end, everybody choosing the first lawful act."""
    while not game.over:
        (seat,) = game.duty
        game.apply(seat, first_lawful(game, seat))
    return game


# Commands and who types them


class Result(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Trull = Callable[..., Result]


class Typist:
    """Types these lines; after the last one the input is at its end."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines

    def readline(self) -> str:
        return next((f"{line}\n" for line in self._lines), "")

    def isatty(self) -> bool:
        return False


def anything() -> Iterator[str]:
    """A careless player: always the first choice, and three cards where three are wanted.

    Every second line is nonsense wherever one word is asked for, so it is refused there.
    """
    return cycle(["1", "1 2 3"])


# Files


def record_of_a_deal() -> str:
    """A Rufer, played out: a record in which nothing is wrong."""
    game = acted(dealt(0, HAND), "vorhand | pass | pass | pass | bid rufer | call D | take 1")
    return notation.format_record(
        notation.of_game(played_out(game), {"Players": "Anna, Bert, Cilli, Dolf"})
    )


def spoilt(text: str) -> dict[str, str]:
    """Files by name: this record spoilt in many ways, broken facts and rules, and a house rule."""
    card = re.search(r"(\d) play (\w+)", text)
    assert card is not None
    return {
        "cut.trn": text[: text.rindex("|") + 1],
        "card.trn": text.replace(card[0], f"{card[1]} play HX", 1),
        "pack.trn": re.sub(r'Pack "(\w+) (\w+)', r'Pack "\1 \1', text, count=1),
        "short.trn": re.sub(r'Pack "\w+ ', 'Pack "', text, count=1),
        "points.trn": re.sub(r'Points "\S+', 'Points "+99', text),
        "version.trn": re.sub(r"tirol \d+", "tirol 99", text),
        "turn.trn": text.replace("1 cut 27", "3 cut 27"),
        "said.trn": text.replace(
            "[Seats ", '[Set "option.klopfen=true option.klopfen=false"]\n[Seats '
        ),
        "empty.trn": "",
        "huge.trn": re.sub(r'Points "\S+', 'Points "1e999999999', text),
        "seat.trn": text.replace("1 cut 27", "1000000 cut 27"),
        "digits.trn": text.replace("1 cut 27", f"{'9' * 5000} cut 27"),
        "square.trn": text.replace('Seats "4"', 'Seats "²"'),
        "dealer.trn": re.sub(r'Dealer "."', 'Dealer "9"', text),
        "nobody.trn": text.replace('Seats "4"', 'Seats "0"'),
        "arbiter.trn": text.replace("\n1 cut 27", "\n* decide 1=yes\n1 cut 27"),
        "huge.json": '{"ruleset": "tirol", "contract": "dreier", '
        '"result": {"declarer_thirds": 1%s, "tricks": [12, 0, 0, 0]}}' % ("0" * 20),
        "huge.toml": 'base = "koenigrufen/tirol"\n[contract.rufer]\nvalue = 1%s\n' % ("0" * 20),
        "list.toml": 'base = "koenigrufen/tirol"\n[contract.rufer]\nbonuses = ["pagat"]\n',
        "lines.toml": 'name = "Gasthof\\nPost"\nbase = "koenigrufen/tirol"\n',
        "words.toml": 'base = "koenigrufen/tirol"\n[contract.rufer]\nclause = "Haus 1"\n',
        "broken.toml": 'base = "koenigrufen/tirol"\n[option\n',
        "key.toml": 'base = "koenigrufen/tirol"\n[option]\nklopfn = true\n',
        "type.toml": 'base = "koenigrufen/tirol"\n[option]\nklopfen = 3\n',
        "base.toml": 'base = "koenigrufen/nowhere"\n',
        "house.toml": 'name = "haus/wir"\nbase = "koenigrufen/tirol"\n[option]\nklopfen = false\n',
        "cut.json": '{"ruleset": "tirol",',
        "facts.json": '{"ruleset": "tirol", "contract": "dreier", "declarer": 0}',
        "thirds.json": '{"ruleset": "tirol", "contract": "dreier", "declarer": 0, '
        '"result": {"declarer_thirds": -1, "tricks": [12, 0, 0, 0]}}',
        "game.json": '{"ruleset": "ulmann", "contract": "bettler"}',
        "list.json": "[1, 2]",
        "deep.json": "[" * 100_000,
        "long.json": "9" * 5_000,
        "made.json": '{"ruleset": "tirol", "contract": "dreier", "declarer": 0, "result": '
        '{"declarer_thirds": 99, "tricks": [12, 0, 0, 0], "made": {"trull": 7}}}',
        "offence.json": '{"ruleset": "tirol", "contract": "rufer", "declarer": 0, '
        '"renonce": {"seats": [0, 1, 2, 3]}}',
    }
