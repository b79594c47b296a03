"""What a person types becomes an act, or a sentence that says what was not understood."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from random_games import acts, random_action, random_setup
from terminal import CHOSEN, HAND, acted, dealt
from trull import clauses, laws, locale, notation, ruleset
from trull.bots import make
from trull.cards import Card
from trull.cli import court, menu
from trull.cli.menu import Entry
from trull.cli.telling import Teller
from trull.cli.typed import Reader, Unclear
from trull.cli.words import Words
from trull.game import Game
from trull.match import Match
from trull.state import Action, Case, Fault, Seat, View


def _reader(acts: str, hand: str) -> Reader:
    """A German reader for the Vorhand after these acts, with this hand dealt to her."""
    game = dealt(1, hand)
    view = (acted(game, acts) if acts else game).view_for(Seat(1))
    teller = Teller(Words("de", "koenigrufen"), ("A", "B", "C", "D"), Seat(1))
    return Reader(view, teller, menu.menu_of(view, teller))


def _cutting(rules: str) -> Reader:
    """A German reader for who cuts the first pack."""
    book = ruleset.load(rules)
    law = laws.of(book.game)
    game = Game(Match(book, law.seats(book)[0]).deal(tuple(map(Card, range(law.pack.size))))[0])
    (seat,) = game.duty
    view = game.view_for(seat)
    teller = Teller(Words("de", rules), ("A", "B", "C", "D"), seat)
    return Reader(view, teller, menu.menu_of(view, teller))


@pytest.mark.parametrize("typed", ["cut 99", "99", "cut 0", "0", "cut 999", "cut ²", "cut hk"])
@pytest.mark.parametrize(
    ("rules", "span"),
    [
        ("koenigrufen/tirol", "1 bis 53"),
        ("lhombre/compagnie", "1 bis 77"),
        ("perlaggen/1924", "3 bis 32"),
    ],
)
def test_a_cut_that_cannot_be_is_told_what_can(rules: str, span: str, typed: str) -> None:
    with pytest.raises(Unclear, match=f"^Eine Zahl von {span}, bitte"):
        _cutting(rules).read(typed)


def test_a_cut_of_too_few_cards_is_left_to_the_laws() -> None:
    """Where several must be lifted, one card is an act that can be done, and judged."""
    assert str(_cutting("perlaggen/1924").read("cut 1")) == "cut 1"


@pytest.mark.parametrize(
    ("typed", "act"),
    [
        ("vorhand", "vorhand"),
        ("1", "vorhand"),
        ("bid dreier", "bid dreier"),
        ("Dreier", "bid dreier"),
        ("biete Dreier", "bid dreier"),
        ("bettler ouvert", "bid bettler_ouvert"),
        ("rufer", "bid rufer"),  # cannot be bid now: the laws will say why
        ("bid nonsense", "bid nonsense"),
        ("weiter", "pass"),
        ("hk", "play HK"),
    ],
)
def test_a_word_in_the_auction_is_understood(typed: str, act: str) -> None:
    assert str(_reader("", HAND).read(typed)) == act


@pytest.mark.parametrize(
    "typed", ["hk", "HK", "♥k", "herz könig", "Herz K", "play hk", "spiele ♥K"]
)
def test_a_card_is_understood_however_it_is_spelt(typed: str) -> None:
    acts = f"vorhand | pass | pass | pass | bid trischaken | {CHOSEN}"
    assert _reader(acts, HAND).read(typed) == Action("play", ("HK",))


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("dd", "DQ"),
        ("dq", "DQ"),
        ("sc", "SN"),
        ("t21", "T21"),
        ("XXI", "T21"),
        ("mond", "T21"),
        ("sküs", "T22"),
        ("pagat", "T1"),
        ("tarock 5", "T5"),
        ("v", "T5"),
    ],
)
def test_courts_and_tarocks_have_their_german_names(typed: str, card: str) -> None:
    acts = f"vorhand | pass | pass | pass | bid trischaken | {CHOSEN}"
    assert _reader(acts, HAND).read(typed) == Action("play", (card,))


def test_several_cards_are_one_discard() -> None:
    hand = "HK H3 H4 D1 SK SN S7 S8 C7 C8 C9 T5"
    acts = "vorhand | pass | pass | pass | bid rufer | call D | take 1"
    reader = _reader(acts, hand)
    for typed in ("h3 h4 s7", "verlegen h3, h4, s7", "herz 3 herz 4 pik 7", "discard H3 H4 S7"):
        assert reader.read(typed) == Action("discard", ("H3", "H4", "S7"))
    with pytest.raises(Unclear):
        reader.read("h3 h4 unsinn")
    with pytest.raises(Unclear):
        reader.read("1 2")


def test_every_number_of_every_menu_can_be_typed() -> None:
    """Walk random games of every rule set and read each label back."""
    for name in ruleset.published():
        rules = ruleset.load(name)
        seats = laws.of(rules.game).seats(rules)[0]
        size = laws.of(rules.game).pack.size
        setup, _ = Match(rules, seats).deal([Card(c) for c in range(size)])
        game, bots = Game(setup), [make("random", n) for n in range(seats)]
        for _ in range(120):
            if game.over:
                break
            seat = min(game.duty)
            view = game.view_for(seat)
            teller = Teller(Words("de", rules.game), tuple("ABCDEF"[:seats]), seat)
            listed = menu.menu_of(view, teller)
            for entry in listed.entries:
                _reads_back(Reader(view, teller, listed), entry, game, seat)
            act = bots[seat].act(view)
            if act is not None:
                game.apply(seat, act)


def _reads_back(reader: Reader, entry: Entry, game: Game, seat: Seat) -> None:
    if entry.prompt.least > max(len(entry.words) + len(entry.prompt.must), 1):
        return  # several numbers belong together
    found = reader.read(entry.label)
    if isinstance(found, Entry):
        assert found.stem
    else:
        assert game.faults(seat, found) == ()


def _free(rules: str, verbs: set[str], cards: str = "") -> Reader:
    """A German reader at a free table, at the first moment that offers these verbs."""
    book = ruleset.load(rules).with_options({"table": "free"})
    for seed in range(100):
        rng = random.Random(seed)
        game = Game(random_setup(book, rng))
        while game.duty:
            seat = min(game.duty)
            view = court.offered(game.view_for(seat))
            if verbs <= {p.verb for p in view.prompts} and cards in (*view.hand, ""):
                teller = Teller(Words("de", rules), tuple("ABCDEF")[: view.seats], seat)
                return Reader(view, teller, menu.menu_of(view, teller))
            lawful = [p for p in game.prompts(seat) if p.verb not in ("claim", "demand")]
            game.apply(seat, random_action(tuple(lawful), rng))
    raise AssertionError(f"no table offers {verbs}")


@pytest.mark.parametrize("weli", ["", "W"])
def test_the_numbers_at_the_hand_play_a_card_at_a_free_table_too(weli: str) -> None:
    """What else can be done with a card is listed below, however many names a Perlagg can have."""
    reader = _free("perlaggen/1890", {"play", "show"}, weli)
    first = reader.read("1")
    assert (first.verb if isinstance(first, Action) else first.prompt.verb) == "play"


@pytest.mark.parametrize(
    ("rules", "verbs"),
    [
        ("perlaggen/1890", {"play", "show"}),
        ("perlaggen/1890", {"play", "sign"}),
        ("lhombre/compagnie", {"play", "mend"}),
    ],
)
def test_a_card_alone_is_played_whatever_else_could_be_done_with_it(
    rules: str, verbs: set[str]
) -> None:
    reader = _free(rules, verbs)
    for card in reader.view.hand:
        found = reader.read(card)
        assert (found.verb if isinstance(found, Action) else found.prompt.verb) == "play"


def test_a_card_is_no_sign_where_none_can_be_played() -> None:
    reader = _free("perlaggen/1890", {"hold", "sign"})
    card = reader.view.hand[0]
    assert reader.read(card) == Action("play", (card,))  # the laws will say why not
    assert reader.read(f"deuten {card}") == Action("sign", (card,))


@pytest.mark.parametrize("typed", ["!!!", "…", "🂡", "-"])
def test_signs_without_a_letter_mean_nothing(typed: str) -> None:
    with pytest.raises(Unclear, match="verstehe ich nicht"):
        _free("perlaggen/1890", {"hold", "sign"}).read(typed)


def test_a_number_stays_the_number_it_is() -> None:
    assert str(_free("perlaggen/1890", {"play"}).read("demand 1 3")) == "demand 1 3"


def test_a_choice_is_understood_as_the_record_writes_it() -> None:
    reader = _free("perlaggen/1890", {"play", "show"}, "W")
    assert [str(reader.read(typed)) for typed in ("w~", "play W~")] == ["play W~"] * 2


def test_the_stock_is_looked_at_from_above_or_below() -> None:
    reader = _free("perlaggen/1890", {"peek"})
    assert [str(reader.read(f"von {side}")) for side in ("oben", "unten")] == [
        "peek top",
        "peek bottom",
    ]


def _wronged() -> View:
    """What the soloist may do whose opponent did not follow suit, as established."""
    path = Path(__file__).parents[1] / "transcripts" / "tirol-free-sicherer-gewinn.trn"
    text = path.read_text(encoding="utf-8").partition("1 demand")[0]
    return notation.replayed(notation.parse(text)).view_for(Seat(1))


def test_a_lost_gain_is_demanded_by_name_and_points() -> None:
    view = _wronged()
    teller = Teller(Words("de", "koenigrufen/tirol"), ("Anna", "Bert", "Cilli", "Dolf"), Seat(1))
    assert court.can_demand(view)
    for typed in ("fordern Dolf 3", "Entgang dolf 3", "demand DOLF 3"):
        assert str(court.typed(typed, view, teller)) == "demand 3 3"
    for typed in ("fordern", "fordern Dolf", "fordern Hansi 3"):
        with pytest.raises(Unclear, match="fordern NAME PUNKTE"):
            court.typed(typed, view, teller)


@pytest.mark.parametrize("name", ruleset.published())
@pytest.mark.parametrize("lang", locale.LANGUAGES)
def test_a_kontra_is_understood_as_it_is_offered(name: str, lang: str) -> None:
    """``Re: Spiel``, ``Gespritzt: Spiel`` and, in a negative game, whose game against whom."""
    if not name.startswith("koenigrufen"):
        return
    for seed in range(12):
        rng = random.Random(seed)
        game = Game(random_setup(ruleset.load(name), rng))
        for seat, _ in acts(game, rng):
            view = game.view_for(seat)
            if game.phase == "play":
                break
            teller = Teller(Words(lang, name), ("Anna", "Bert", "Cilli", "Dolf"), seat)
            reader = Reader(view, teller, menu.menu_of(view, teller))
            for prompt in (p for p in view.prompts if p.verb == "kontra"):
                for word in prompt.choices:
                    shown = teller.face.choice(view, teller, prompt, word)
                    for typed in (shown, f"kontra {shown}"):
                        assert reader.read(typed) == Action("kontra", (word,)), typed


def test_nobody_plays_against_you_in_the_nominative() -> None:
    teller = Teller(Words("de", "koenigrufen/tirol"), ("Anna", "Bert", "Cilli", "Dolf"), Seat(1))
    told = [teller.face.token(teller, "kontra", f"game:{pair}") for pair in ("0:1", "1:2", "0:2")]
    assert told == [
        "Spiel von Anna gegen dich",
        "dein Spiel gegen Cilli",
        "Spiel von Anna gegen Cilli",
    ]


def test_an_act_that_means_nothing_is_named_as_people_say_it() -> None:
    fault = Fault("P90-30", "bad_words", (("act", "let_good ^"),))
    assert Words("de", "perlaggen/1890").fault(fault) == "„Gut sein lassen ^“ hat hier keinen Sinn."


@pytest.mark.parametrize("name", ruleset.published())
def test_the_clause_named_in_the_help_is_one_of_this_rule_set(name: str) -> None:
    cited = Words("de", name).cli("a_clause")
    assert clauses.text(cited, "de")
    assert (cited[0], name.rpartition("/")[2]) in {
        ("T", "tirol"),
        ("F", "finale"),
        ("U", "ulmann"),
        ("L", "compagnie"),
        ("P", "1890"),
        ("P", "1924"),
    }


@pytest.mark.parametrize(("lang", "told"), [("de", "gegen Gast: "), ("en", "against Gast: ")])
def test_who_is_accused_is_named(lang: str, told: str) -> None:
    """Not "gegen Dein Platz"."""
    teller = Teller(Words(lang, "koenigrufen/tirol"), ("Gast", "Bert", "Cilli", "Dolf"), Seat(0))
    case = Case(
        Seat(1), Seat(0), "must_follow", 3, 9, "T-6.1", verdict="upheld", decided_by="record"
    )
    assert told in court.told(teller, 1, case)
    turned = case._replace(claimant=Seat(0), accused=Seat(1))
    assert court.told(teller, 1, turned).startswith("Gast ")
