"""The numbered tokens of a game: what a position offers to a program, one small step at a time.

An act is a path of tokens. A token is a verb that stands alone (``pass``), a verb and one word
(``play HK``, ``discard H4``), or a verb and a full stop: enough words (``bid .``). A word with
``=`` is two tokens (``play E7``, then ``play =HA``). ``silent`` says a seat that is asked and need
not speak. Where a word names a seat, a token counts from the speaker: ``@0`` is the speaker, ``@1``
the next in order of play.

The table of a game is ``<game>/tokens.txt``, one token a line, its number the place of the line,
the cards of the pack first (``play …``). It holds the words of all rule sets and options of a game.
Lines are only ever added at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from importlib import resources

from trull import games
from trull.errors import TrullError
from trull.ruleset import RuleSet

ENOUGH = "."
SILENT = "silent"
Numbers = Mapping[str, Mapping[str, int]]
"""For each verb the numbers of its pieces; a verb that stands alone has the empty one."""


class Vocabulary:
    """The tokens of a game in the order of their numbers."""

    def __init__(self, game: str, tokens: tuple[str, ...]) -> None:
        """Number the tokens; each stands there once."""
        self.game, self.tokens = game, tokens
        self.index = {token: number for number, token in enumerate(tokens)}
        assert len(self.index) == len(tokens), f"{game}: a token is listed twice"
        self._pieces = [_verb_and_piece(token) for token in tokens]
        self._numbers: dict[tuple[int, int], Numbers] = {}

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def cards(self) -> int:
        """How many tokens play a card; they are the first.

        >>> of_game("koenigrufen").cards, of_game("lhombre").cards
        (54, 78)
        """
        return next(n for n, (verb, _) in enumerate(self._pieces) if verb != "play")

    def __repr__(self) -> str:
        return f"<Vocabulary {self.game}, {len(self)} tokens>"

    def __reduce__(self) -> tuple[object, ...]:
        return of_game, (self.game,)

    def number(self, token: str) -> int:
        """The number of a token.

        >>> of_game("koenigrufen").number("play T22")
        53
        """
        found = self.index.get(token)
        if found is None:
            raise TrullError(f"{token!r} is no token of {self.game}")
        return found

    @property
    def checksum(self) -> str:
        """The SHA-256 of the table: equal tables have equal numbers."""
        return digest(self.tokens)

    def said(self, token: int, seat: int, seats: int) -> tuple[str, str]:
        """The verb and the piece of a word that a token means in the mouth of this seat.

        >>> of_game("koenigrufen").said(53, 0, 4)
        ('play', 'T22')
        """
        verb, piece = self._pieces[token]
        return verb, spoken(piece, seat, seats) if "@" in piece else piece

    def numbers(self, seat: int, seats: int) -> Numbers:
        """The numbers of what this seat can say, by verb and piece."""
        found = self._numbers.get((seat, seats))
        return self._heard(seat, seats) if found is None else found

    def _heard(self, seat: int, seats: int) -> Numbers:
        found: dict[str, dict[str, int]] = {}
        for token in range(len(self)):
            verb, piece = self.said(token, seat, seats)
            found.setdefault(verb, {}).setdefault(piece, token)
        self._numbers[seat, seats] = found
        return found


def spoken(piece: str, seat: int, seats: int) -> str:
    """A piece with its seats told by their own numbers.

    >>> spoken("game:@0:@3", 2, 4)
    'game:2:1'
    """
    head, *places = piece.split("@")
    return head + "".join(f"{(seat + int(at[0])) % seats}{at[1:]}" for at in places)


def pieces(word: str) -> tuple[str, ...]:
    """The pieces of a word: a card and its baptism apart.

    >>> pieces("HK"), pieces("E7=HA")
    (('HK',), ('E7', '=HA'))
    """
    head, equals, face = word.partition("=")
    return (head, equals + face) if equals else (word,)


def joined(said: Iterable[str]) -> tuple[str, ...]:
    """The words of a row of pieces.

    >>> joined(("W", "=HA", "E7"))
    ('W=HA', 'E7')
    """
    words: list[str] = []
    for piece in said:
        if piece.startswith("="):
            words[-1] += piece
        else:
            words.append(piece)
    return tuple(words)


def digest(tokens: Iterable[str]) -> str:
    """The SHA-256 of tokens, each with its end of line."""
    return sha256("".join(f"{token}\n" for token in tokens).encode()).hexdigest()


def vocabulary(rules: RuleSet) -> Vocabulary:
    """The tokens of a rule set: those of its game, so that one network plays all its rule sets."""
    return of_game(rules.game)


@cache
def of_game(game: str) -> Vocabulary:
    """The tokens of a game; TrullError where nobody has numbered them.

    >>> of_game("koenigrufen")
    <Vocabulary koenigrufen, ... tokens>
    """
    package = games.guests().get(game)
    folder = resources.files(package) if package else resources.files("trull.machine") / game
    file = folder / "tokens.txt"
    if not file.is_file():
        raise TrullError(f"{game} has no table of tokens: its package lacks tokens.txt")
    return Vocabulary(game, tuple(file.read_text(encoding="utf-8").splitlines()))


def _verb_and_piece(token: str) -> tuple[str, str]:
    verb, _, piece = token.partition(" ")
    return verb, piece
