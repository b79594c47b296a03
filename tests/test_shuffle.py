"""The shuffle that proves itself, and the records of its deals."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import msgspec
import pytest

from tables import Table, full, member
from trull import lots, notation, ruleset, shuffle
from trull.errors import NotationError
from trull.table import wire
from trull.table.room.records import records, sheet_csv, sheet_json, text

RULE_SETS = ruleset.published()


# The shuffle


def test_the_seed_is_promised_before_the_deal_and_shown_after_it() -> None:
    table = Table()
    table.fill()
    promised = table.sees("Anna").shuffle
    assert promised.server_seed is None
    table.granted("Berta", wire.Share("s", "ab" * 16))
    table.join("Frieda")
    assert table.refused("Frieda", wire.Share("t", "ab" * 16)) == "not_seated"
    table.start()
    during = table.sees("Anna").shuffle
    assert during.commitment == promised.next.commitment
    assert during.seeds == {member("Berta"): "ab" * 16}
    assert during.server_seed is None
    assert table.deal.lot is not None
    secret = table.deal.lot.server_seed
    assert secret not in wire.encode(table.sees("Anna")).decode()
    table.play()
    after = table.sees("Anna").shuffle
    assert after.server_seed is not None
    assert lots.commitment(after.server_seed) == promised.commitment
    assert table.room.seed not in wire.encode(table.sees("Anna")).decode()


def test_every_share_and_the_number_of_the_deal_change_the_pack() -> None:
    lot = shuffle.Lot(room="r", deal=1, server_seed="00" * 32, seeds={"a": "01" * 16})
    packs = {
        shuffle.shuffled(54, lot),
        shuffle.shuffled(54, shuffle.Lot(room="r", deal=2, server_seed="00" * 32, seeds=lot.seeds)),
        shuffle.shuffled(54, shuffle.Lot(room="q", deal=1, server_seed="00" * 32, seeds=lot.seeds)),
        shuffle.shuffled(54, shuffle.Lot(room="r", deal=1, server_seed="00" * 32, seeds={})),
        shuffle.shuffled(54, shuffle.Lot(room="r", deal=1, server_seed="01" * 32, seeds={})),
    }
    assert len(packs) == 5
    assert all(sorted(pack) == list(range(54)) for pack in packs)


def test_the_shuffle_is_the_one_of_the_protocol() -> None:
    """Worked out with nothing but hashlib, as anybody could from docs/protocol.md."""
    import hashlib
    import hmac as plain_hmac

    seed, shares = bytes(range(32)), {"zz": "22" * 16, "aa": "11" * 16}
    message = "\n".join(["aa:" + "11" * 16, "zz:" + "22" * 16, "7", "room"]).encode()
    key = plain_hmac.new(seed, message, hashlib.sha256).digest()
    blocks = [plain_hmac.new(key, n.to_bytes(8, "big"), hashlib.sha256).digest() for n in range(30)]
    numbers = [int.from_bytes(block[i : i + 4], "big") for block in blocks for i in range(0, 32, 4)]
    order = list(range(33))
    for last in range(32, 0, -1):
        while numbers[0] >= 2**32 // (last + 1) * (last + 1):
            numbers.pop(0)
        other = numbers.pop(0) % (last + 1)
        order[last], order[other] = order[other], order[last]
    lot = shuffle.Lot(room="room", deal=7, server_seed=seed.hex(), seeds=shares)
    assert list(shuffle.shuffled(33, lot)) == order
    assert lot.commitment == hashlib.sha256(seed).hexdigest()


def test_every_place_is_as_likely_for_a_card_as_every_other() -> None:
    counts = [[0] * 6 for _ in range(6)]
    for deal in range(6000):
        lot = shuffle.Lot(room="r", deal=deal, server_seed="5a" * 32, seeds={})
        for place, card in enumerate(shuffle.shuffled(6, lot)):
            counts[card][place] += 1
    chi = sum((n - 1000) ** 2 / 1000 for row in counts for n in row)
    assert chi < 60  # 25 degrees of freedom: one time in ten thousand


# Records


@pytest.mark.parametrize("rules", RULE_SETS)
def test_finished_deals_become_records_that_prove_their_pack(rules: str) -> None:
    table = full(rules)
    table.granted("Anna", wire.Share("s", "cd" * 20))
    for _ in range(2):
        table.play()
        table.start()
    found = notation.parse_all(text(table.log))
    assert found == tuple(records(table.log))
    assert len(found) == 2
    for record in found:
        assert shuffle.verify(record)
        notation.replayed(record)
        assert record.tags["Players"].startswith("Anna; Berta")


def test_a_record_with_another_pack_or_another_promise_does_not_verify() -> None:
    table = full("lhombre/compagnie")
    table.play()
    (record,) = records(table.log)
    pack = record.setup.pack
    swapped = (pack[1], pack[0], *pack[2:])
    forged = notation.Record(
        setup=type(record.setup)(
            rules=record.setup.rules,
            seats=record.setup.seats,
            forehand=record.setup.forehand,
            dealer=record.setup.dealer,
            pack=swapped,
            context=record.setup.context,
        ),
        acts=record.acts,
        tags=record.tags,
    )
    assert not shuffle.verify(forged)
    lied = {**record.tags, "Commitment": "00" * 32}
    assert not shuffle.verify(notation.Record(setup=record.setup, acts=(), tags=lied))


def test_a_promise_in_strange_letters_is_not_kept_and_no_share_stands_there_twice() -> None:
    table = full("lhombre/compagnie")
    table.play()
    table.granted("Anna", wire.Share("s", "cd" * 20))
    table.start()
    table.play()
    *_, record = records(table.log)
    assert shuffle.verify(record)
    strange = replace(record, tags={**record.tags, "Commitment": "Ä" * 64})
    assert not shuffle.verify(strange)
    twice = replace(record, tags={**record.tags, "Seeds": f"anna:00 {record.tags['Seeds']}"})
    with pytest.raises(NotationError, match="twice"):
        shuffle.verify(twice)


def test_the_sheet_is_a_file_too() -> None:
    table = full("koenigrufen/tirol")
    table.play()
    lines = sheet_csv(table.room).splitlines()
    assert lines[0].startswith("deal,Anna,Berta,Clara,Dora,Anna (money)")
    assert len(lines) == 2
    told = msgspec.json.decode(sheet_json(table.room))
    assert told["players"] == ["Anna", "Berta", "Clara", "Dora"]
    assert told["sheet"]["rows"][0]["deal"] == 1


def test_the_file_has_what_was_written_where_the_sheet_notes_it() -> None:
    table = full("perlaggen/1890")
    table.play()
    head, row = (line.split(",") for line in sheet_csv(table.room).splitlines())
    assert table.room.sitting is not None
    written = table.room.sitting.rows[0].written
    assert written is not None
    found = dict(zip(head, row, strict=True))
    assert [found[f"{name} (written)"] for name in ("Anna", "Berta")] == [*map(str, written[:2])]


def test_half_points_are_numbers_in_the_file() -> None:
    table = full("koenigrufen/tirol")
    table.play()
    sitting = table.room.sitting
    assert sitting is not None
    half = Fraction(9, 2)
    row = replace(sitting.rows[0], points=(half, half, -half, -half))
    room = msgspec.structs.replace(table.room, sitting=replace(sitting, rows=(row,)))
    _, told = sheet_csv(room).splitlines()
    assert told.startswith("1,4.5,4.5,-4.5,-4.5,")


def test_the_file_has_the_cents_of_a_pot_where_there_is_one() -> None:
    table = full("koenigrufen/tirol", options={"pagatkassa": True})
    table.play()
    head, row = (line.split(",") for line in sheet_csv(table.room).splitlines())
    assert table.room.sitting is not None
    found = dict(zip(head, row, strict=True))
    paid = [found[f"{name} (pot)"] for name in ("Anna", "Berta", "Clara", "Dora")]
    assert paid == [*map(str, table.room.sitting.rows[0].pot)]
    assert any(cents != "0" for cents in paid)
