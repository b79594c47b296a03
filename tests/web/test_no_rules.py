"""The client holds no rule: no game, bonus or option of the books is named in it, nor a price.

Names are looked for as words in quotes, prices as numbers; a price below a hundred is looked for on
the score pad alone, for elsewhere it cannot be told from any other number. Needs no browser.
"""

from __future__ import annotations

import re
from pathlib import Path

from trull import ruleset

SOURCE = Path(__file__).parents[2] / "web" / "src"
SECTIONS = ("contract", "bonus", "charge", "penalty", "rate", "consolation", "volte", "honour")
COMMENTS = re.compile(r"<style>.*?</style>|<!--.*?-->|/\*.*?\*/|^\s*//[^\n]*$", re.S | re.M)
QUOTED = re.compile(r"[\"'`](\w+)[\"'`]")
NUMBER = re.compile(r"(?<![\w.#-])(\d+)(?![\w.%])")

OF_THE_CLIENT = {
    "auction": "a phase of every game, by which the log is headed",
    "hold": "a verb, answered by a board",
    "parties": "how the drawing of cards is told",
    "players": "how many sit at a table, in a room's head",
    "sheet": "a page of the client",
    "signs": "a verb and its panel",
    "table": "a page of the client, and the switch of a free table",
    "take_back": "a button of the client",
    "throw_in": "a kind of case before the court",
}
"""Words that mean something of the client's own as well as something of a book."""

STILL_TO_GO = {
    "games/koenigrufen/Call.svelte": {"kings"},
    "games/koenigrufen/bids.ts": {"trischaken"},
    "games/koenigrufen/face.ts": {"kaiserstich", "klopfen", "pagatkassa", "radl"},
    "games/koenigrufen/index.ts": {"trischaken"},  # the verb at the Talon
    "games/koenigrufen/rulecard.ts": {"trischaken", "valat"},
    "games/lhombre/face.ts": {"honneurs", "volte"},
    "games/perlaggen/face.ts": {"blind_phase", "perlagg_set", "target"},
    "games/perlaggen/rulecard.ts": {"perlagg_set"},
    "pages/settlement/Settlement.svelte": {"cents_per_point"},
    "pages/sheet/Schrift.svelte": {"cents_per_point"},
    "pages/table/drawn.ts": {"first_card"},
    "rules/rulecard.ts": {"radl"},
}
"""What still names something of a book: which options a rule card shows first, prices beside a bid
and on a rule card, cents on the sheet. It is to go, each to be served with the rule sets."""

OTHER_NUMBERS = {
    ("base/Countdown.svelte", 500): "milliseconds",
    ("cards/Card.svelte", 200): "pixels",
    ("pages/table/TalkBox.svelte", 200): "letters of a message",
    ("pages/table/felt/Felt.svelte", 200): "pixels",
    ("settings/sound.ts", 300): "hertz",
    ("socket/socket.ts", 300): "milliseconds",
    ("pages/pad/PadSetup.svelte", 24): "letters of a name",
}


def names_and_prices() -> tuple[set[str], set[int]]:
    """What the published books call their games, bonuses and options, and every number there."""
    names, prices = set[str](), set[int]()
    for rules in map(ruleset.load, ruleset.published()):
        rows = [(n, row) for section in SECTIONS for n, row in rules.section(section).items()]
        names |= {name for name, _ in rows} | set(rules.options)
        prices |= {n for _, row in rows for n in row.values() if type(n) is int}
        prices |= {option.value for option in rules.options.values() if type(option.value) is int}
    return names, prices


def sources() -> dict[str, str]:
    """The client's own files without styles and comments."""
    files = [path for path in SOURCE.rglob("*") if path.suffix in (".ts", ".svelte")]
    own = [path for path in files if not path.name.endswith(".test.ts") and path.name != "wire.ts"]
    read = {path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8") for path in own}
    return {name: COMMENTS.sub("", text) for name, text in read.items()}


def test_no_game_bonus_or_option_is_named_in_the_client() -> None:
    names, _ = names_and_prices()
    found = {
        file: words
        for file, text in sources().items()
        if (words := set(QUOTED.findall(text)) & names - set(OF_THE_CLIENT))
    }
    assert found == STILL_TO_GO


def test_no_price_stands_in_the_client() -> None:
    _, prices = names_and_prices()
    for file, text in sources().items():
        least = 12 if file.startswith("pages/pad/") else 100
        found = {int(n) for n in NUMBER.findall(text)} & {n for n in prices if n >= least}
        assert {n for n in found if (file, n) not in OTHER_NUMBERS} == set(), file


def test_the_score_pad_names_nothing_of_any_book() -> None:
    """Not even a word that means something else elsewhere, but for the sheet it has itself."""
    names, _ = names_and_prices()
    for file, text in sources().items():
        if file.startswith("pages/pad/"):
            assert set(QUOTED.findall(text)) & names <= {"sheet"}, file
