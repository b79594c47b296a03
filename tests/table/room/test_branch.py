"""Branches: a finished deal played again, honest about what it is. No socket, no clock."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

import random_games
from tables import Table, member
from trull import cli, notation, shuffle
from trull.errors import NotationError
from trull.game import Game
from trull.notation import Record
from trull.state import Seat
from trull.table import wire
from trull.table.plain import plain_view
from trull.table.room import (
    BotAct,
    Entry,
    Refusal,
    Room,
    apply,
    bookmark,
    decide,
    fold,
)
from trull.table.room.branch import dealt_by, origin, origin_of
from trull.table.room.branching import branching
from trull.table.room.entries import read, written
from trull.table.room.records import records
from trull.table.room.state import duty_chairs
from trull.table.service import books, postmortems

RECORDS = Path(__file__).parents[2] / "transcripts"
KAISERSTICH = notation.parse((RECORDS / "tirol-rufer-kaiserstich.trn").read_text("utf-8"))
EACH_GAME = (
    "tirol-rufer-kaiserstich.trn",
    "tirol-radl-pagat-kontra.trn",
    "finale-trischaken-jungfrau.trn",
    "lhombre-deux.trn",
    "perlaggen-overbid.trn",
    "perlaggen-spiel-aus.trn",
)
CHANCE = bytes(range(64))


def wished(record: Record, seat: int = 0, at: int | None = None, bot: str = "") -> wire.NewBranch:
    return wire.NewBranch(notation.format_record(record), "Anna", "open", seat, at, bot)


def opened(wish: wire.NewBranch) -> Entry:
    found = branching(wish, "room", member("Anna"), 1_000_000, CHANCE)
    assert isinstance(found, Entry), found
    return found


def refused(wish: wire.NewBranch) -> str:
    found = branching(wish, "room", member("Anna"), 1_000_000, CHANCE)
    assert isinstance(found, Refusal), found
    return found.code


class Branch(Table):
    """A table that goes on from a record; Anna sits where she wished."""

    def __init__(self, wish: wire.NewBranch, seed: int = 1) -> None:
        self.rng, self.now, self.count = random.Random(seed), 1_000_000, 0
        self.log = [opened(wish)]
        self.room: Room = apply(None, self.log[0])


def recorded(file: str) -> Record:
    return notation.parse_all((RECORDS / file).read_text("utf-8"))[0]


# Where it begins


@pytest.mark.parametrize("file", EACH_GAME)
def test_a_branch_begins_with_the_records_cards_and_acts(file: str) -> None:
    record, rng = recorded(file), random.Random(file)
    at, seat = rng.randrange(len(record.acts)), rng.randrange(record.setup.seats)
    table = Branch(wished(record, seat, at))
    there = Game(record.setup)
    for act in record.acts[:at]:
        there.apply(act.seat, act.action)
    seen = table.sees("Anna")
    assert (seen.stage, seen.practice, seen.me.seat, seen.acts) == ("deal", True, seat, at)
    assert table.deal.state == there.state
    assert [one.kind == "person" for one in seen.seats] == [
        one == seat for one in range(record.setup.seats)
    ]
    assert (
        table.room.laws.view(table.deal.state, Seat(seat)).hand == there.view_for(Seat(seat)).hand
    )


@pytest.mark.parametrize("file", EACH_GAME)
def test_a_deal_played_again_has_the_same_hands(file: str) -> None:
    """It begins after the cut and the deal: another cut would be another deal."""
    record = recorded(file)
    table = Branch(wished(record))
    assert table.deal.acts == dealt_by(record)
    assert table.room.laws.phase(table.deal.state) not in ("cut", "packets", "deal")
    hands = [
        set(table.room.laws.view(table.deal.state, Seat(seat)).hand)
        for seat in range(record.setup.seats)
    ]
    there = Game(record.setup)
    for act in record.acts[: dealt_by(record)]:
        there.apply(act.seat, act.action)
    assert hands == [set(there.view_for(Seat(seat)).hand) for seat in range(record.setup.seats)]


@pytest.mark.parametrize("file", EACH_GAME)
def test_after_a_branch_the_table_is_taken_up_at_its_bookmark(file: str) -> None:
    table = Branch(wished(recorded(file)))
    table.play()
    if table.room.stage == "over":
        return  # a partie won by it: nothing goes on
    before = table.room
    table.start()
    entry = table.log[-1]
    assert apply(bookmark.read(bookmark.written(before, entry)), entry) == table.room


@pytest.mark.parametrize("file", EACH_GAME)
def test_a_branch_is_played_to_its_end_and_survives_a_restart(file: str) -> None:
    record, rng = recorded(file), random.Random(f"end {file}")
    table = Branch(wished(record, 1, rng.randrange(len(record.acts)), bot="heuristic"))
    table.play()
    assert table.room.stage in ("between", "over")
    kept = [read(one.number, one.member, one.cid, written(one)) for one in table.log]
    assert fold(kept) == table.room
    (row,) = table.sees("Anna").sheet.rows  # type: ignore[union-attr]
    assert "branch" in row.notes


# What it may not be used for


def test_only_a_finished_lawful_deal_can_be_branched_from() -> None:
    begun = Record(setup=KAISERSTICH.setup, acts=KAISERSTICH.acts[:30])
    assert refused(wished(begun, at=5)) == "not_over"
    unlawful = Record(setup=KAISERSTICH.setup, acts=tuple(reversed(KAISERSTICH.acts)))
    broken = '[Trull "1"]\n[Half a tag'
    assert refused(wire.NewBranch(broken, "Anna", "open", 0)) == "bad_record"
    text = notation.format_record(KAISERSTICH).replace("play T19", "play T20", 1)
    assert refused(wire.NewBranch(text, "Anna", "open", 0)) == "bad_record"
    with pytest.raises(NotationError):
        notation.replayed(unlawful)


def test_place_seat_name_and_bot_must_exist() -> None:
    last = len(KAISERSTICH.acts)
    assert refused(wished(KAISERSTICH, at=last)) == "no_such_place"
    assert refused(wished(KAISERSTICH, at=last + 900)) == "no_such_place"
    assert refused(wished(KAISERSTICH, 4)) == "no_such_seat"
    assert refused(wished(KAISERSTICH, bot="grandmaster")) == "no_such_bot"
    nameless = wire.NewBranch(notation.format_record(KAISERSTICH), " \u200b ", "open", 0)
    assert refused(nameless) == "bad_name"


def test_nobody_else_sits_down_and_nobody_sees_the_others_cards() -> None:
    table = Branch(wished(KAISERSTICH, 2, 20))
    table.join("Berta")
    assert table.refused("Berta", wire.Sit("x", 0)) == "started"
    for name, seat in (("Berta", None), ("Anna", Seat(2))):
        seen = table.sees(name)
        assert seen.view == plain_view(table.room.laws.view(table.deal.state, seat))
        assert "Pack" not in wire.encode(seen).decode()


def test_undo_does_not_reach_behind_the_branch() -> None:
    """The acts taken over are not the branch's own."""
    calls = [at for at, act in enumerate(KAISERSTICH.acts) if act.action.verb == "bid"]
    at = calls[0] + 1
    table = Branch(wished(KAISERSTICH, int(KAISERSTICH.acts[at - 1].seat), at))
    assert table.refused("Anna", wire.Undo("u")) == "no_undo"
    assert len(table.deal.state.acts) == at


# What it says of itself


def test_a_branchs_record_says_what_it_is_and_proves_no_shuffle() -> None:
    table = Branch(wished(KAISERSTICH, 0, 30))
    table.play()
    (found,) = records(table.log)
    again = notation.parse(notation.format_record(found))
    assert again.acts[:30] == KAISERSTICH.acts[:30]
    assert again.setup.pack == KAISERSTICH.setup.pack
    assert origin_of(again) == origin(KAISERSTICH, 30)
    assert (again.tags["BranchAt"], again.tags["Room"]) == ("30", "room")
    absurd = replace(again, tags={**again.tags, "BranchAt": "9" * 5000})
    assert origin_of(absurd) == origin(KAISERSTICH, 0)
    assert not {"Shuffle", "Commitment", "ServerSeed"} & set(again.tags)
    notation.replayed(again)
    with pytest.raises(NotationError):
        shuffle.verify(again)


def test_the_picture_names_the_branch_and_promises_the_next_shuffle_alone() -> None:
    table = Branch(wished(KAISERSTICH, 0, 30))
    seen = table.sees("Anna")
    assert seen.branch is not None
    assert (seen.branch.at, seen.branch.record) == (30, origin(KAISERSTICH, 30).record)
    assert (seen.shuffle.deal, seen.shuffle.server_seed) == (2, None)
    assert seen.shuffle.commitment == seen.shuffle.next.commitment
    table.play()
    assert table.sees("Anna").shuffle.server_seed is None
    table.start()
    after = table.sees("Anna")
    assert (after.branch, after.deal) == (None, 2)
    table.play()
    branch, fair = records(table.log)
    assert origin_of(branch) is not None
    assert origin_of(fair) is None
    assert shuffle.verify(fair)


def test_a_branch_of_a_tables_deal_names_that_deal_and_leaves_its_sheet_alone() -> None:
    table = Table(seed=3)
    table.fill()
    table.start()
    table.play()
    before = table.room
    (played,) = records(table.log)
    branch = Branch(wished(played, 2, 4))
    branch.play()
    (found,) = records(branch.log)
    assert (found.tags["BranchRoom"], found.tags["BranchDeal"]) == ("room", "1")
    assert table.room is before
    twice = Branch(wished(found, 1, 6))
    assert twice.deal.origin == origin(found, 6)


def test_a_proof_is_not_talked_away_by_the_tag_of_a_branch() -> None:
    table = Table(seed=4)
    table.fill()
    table.start()
    table.play()
    (played,) = records(table.log)
    claimed = Record(
        setup=played.setup, acts=played.acts, tags={**played.tags, "Branch": "0", "BranchAt": "3"}
    )
    assert origin_of(claimed) is None


# The command


def test_verify_says_plainly_that_a_branch_has_no_shuffle(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table = Branch(wished(KAISERSTICH, 0, 30))
    table.play()
    table.start()
    table.play()
    branch, fair = (notation.format_record(one) for one in records(table.log))
    path = tmp_path / "evening.trn"
    path.write_text(branch, "utf-8")
    assert cli.main(["verify", str(path), "--lang", "en"]) == 3
    told = " ".join(capsys.readouterr().out.split())
    assert "a branch" in told
    assert "nothing to prove" in told
    assert "as promised" not in told
    path.write_text(f"{branch}\n{fair}", "utf-8")
    assert cli.main(["verify", str(path), "--lang", "de"]) == 3
    told = " ".join(capsys.readouterr().out.split())
    assert "Abzweigung" in told
    assert "gemischt wie versprochen" in told
    commitment = fair.partition("[ServerSeed")[0][-8:]
    path.write_text(f"{branch}\n{fair.replace(commitment, commitment[::-1], 1)}", "utf-8")
    assert cli.main(["verify", str(path)]) in (1, 2)


def test_random_branches_of_random_deals_end_well() -> None:
    """Whatever was played, from wherever: bots and a person get to a settlement."""
    for seed in range(6):
        rng = random.Random(seed)
        name = ("koenigrufen/ulmann", "lhombre/compagnie", "perlaggen/1924")[seed % 3]
        game = Game(random_games.random_setup(random_games.random_rules(name, rng), rng))
        for _ in random_games.acts(game, rng):
            pass
        record = notation.of_game(game)
        if not record.acts:
            continue
        table = Branch(wished(record, 0, rng.randrange(len(record.acts))), seed)
        while table.room.stage == "deal":
            chair = table.rng.choice(duty_chairs(table.room))
            words = table.random_words(chair)
            act = table.act(words) if table.room.chairs[chair].member else BotAct(chair, words)
            who = "" if isinstance(act, BotAct) else member("Anna")
            entry = decide(table.room, who, act, table.now, b"")
            assert isinstance(entry, Entry), entry
            table.log.append(entry)
            table.room = apply(table.room, entry)
        assert len(list(records(table.log))) == 1


def test_a_deal_of_more_acts_than_any_is_not_looked_at() -> None:
    """Every view tells all that was done: such a record would keep a server busy for minutes."""
    text = notation.format_record(KAISERSTICH) + " | ".join(["0 gut"] * 1001) + "\n"
    for looked_at in (books.replayed, lambda text: postmortems.question(text, 1)):
        with pytest.raises(NotationError, match="at most 1000 acts"):
            looked_at(text)
    found = branching(wire.NewBranch(text, "Anna", "open", 0), "room", "anna", 0, CHANCE)
    assert isinstance(found, Refusal)
    assert "at most 1000 acts" in dict(found.about)["problem"]
