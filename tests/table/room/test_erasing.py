"""A person taken out of a room's log: fold(erased log) = fold(log) with the name exchanged."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tables import Table, member
from trull import notation, shuffle
from trull.table import wire
from trull.table.room import Entry, fold
from trull.table.room.erasing import NOBODY, UNSAID, erased
from trull.table.room.records import records


def evening(rules: str, bots: bool) -> Table:
    """Two deals with talk before, between and after them."""
    table = Table(rules, seed=7, title="Annas Tisch")
    table.join("Berta", 1)
    table.granted("Berta", wire.Talk(table.cid(), text="Ich bin die Berta"))
    table.granted("Anna", wire.Talk(table.cid(), text="Servus Berta"))
    for seat in range(2, table.room.head.players):
        if bots:
            table.granted("Anna", wire.Bot(table.cid(), seat, "heuristic"))
        else:
            table.join(("Clara", "Dora", "Emma", "Frieda")[seat - 2], seat)
    table.ready()
    for name in table.seated():
        table.granted(name, wire.Share(table.cid(), table.rng.randbytes(16).hex()))
    for _ in range(2):
        table.start()
        table.play()
        table.granted("Berta", wire.Talk(table.cid(), text="gut gespielt"))
    return table


@pytest.mark.parametrize("rules", ["koenigrufen/tirol", "lhombre/compagnie", "perlaggen/1924"])
@pytest.mark.parametrize("who", ["Anna", "Berta"])
@pytest.mark.parametrize("bots", [False, True])
def test_the_fold_of_an_erased_log_is_the_fold_with_the_name_exchanged(
    rules: str, who: str, bots: bool
) -> None:
    table = evening(rules, bots)
    log = erased(table.log, member(who))
    found, before = fold(log), fold(table.log)
    assert found is not None
    assert before is not None
    title = "" if who == "Anna" else before.head.title
    members = {**before.members, member(who): NOBODY}
    talk = tuple(
        line._replace(name=NOBODY, text=UNSAID) if line.who == member(who) else line
        for line in before.talk
    )
    head = replace(before.head, title=title)
    assert found == replace(before, members=members, talk=talk, head=head)
    if who == "Anna":
        assert "Anna" not in str(log)


def test_settlements_and_proofs_of_an_erased_log_stand() -> None:
    table = evening("koenigrufen/tirol", bots=False)
    before = [*records(table.log)]
    after = [*records(erased(table.log, member("Anna")))]
    assert len(after) == 2
    for old, new in zip(before, after, strict=True):
        assert shuffle.verify(new)
        assert len(new.tags["Seeds"].split()) in (0, 4)
        assert (new.points, new.money, new.acts) == (old.points, old.money, old.acts)
        read = notation.parse(notation.format_record(new))
        notation.replayed(read)
        assert "Anna" not in notation.format_record(new)
    assert before[0].tags["Seeds"].split()


def test_others_keep_the_names_they_were_given_beside_who_is_erased() -> None:
    table = Table("koenigrufen/tirol")
    for name in ("b", "c"):
        table.says(name, wire.Join(table.cid(), "Anna"))
    names = {one: name for one, name in table.room.members.items() if one != member("Anna")}
    assert {*names.values()} == {"Anna 2", "Anna 3"}
    log = erased(table.log, member("Anna"))
    found = fold(log)
    assert found is not None
    assert found.members == {member("Anna"): NOBODY, **names}
    again = fold(erased(log, member("b")))
    assert again is not None
    assert sorted(again.members.values()) == ["Anna 3", NOBODY, f"{NOBODY} 2"]


def test_bots_keep_the_names_they_chose_beside_who_is_erased() -> None:
    """Who is called as a bot may be keeps that name: it tells of nobody."""
    table = Table("koenigrufen/tirol")
    table.says("r", wire.Join(table.cid(), "Resi"))
    for seat in (1, 2, 3):
        table.granted("Anna", wire.Bot(table.cid(), seat, "heuristic"))
    chairs = [chair.name for chair in table.room.chairs]
    assert "Resi" not in chairs
    found = fold(erased(table.log, member("r")))
    assert found is not None
    assert [chair.name for chair in found.chairs] == chairs


def test_a_log_without_the_person_is_the_same_log() -> None:
    table = evening("perlaggen/1924", bots=True)
    assert erased(table.log, "nobody") == tuple(table.log)
    assert all(isinstance(entry, Entry) for entry in erased(table.log, member("Anna")))
