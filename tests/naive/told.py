"""Which told facts cannot be: Königrufen in Tirol, Tarock à l'Hombre, Perlaggen.

Written from the rule text; what comes in is spelt rightly, only its sense is doubted. An answer is
True where somebody at the table would say: that cannot have been.
"""

from __future__ import annotations

from typing import Any  # noqa: TID251  what is told has no type yet

Facts = dict[str, Any]

TRICKS, PACK_POINTS, SEATS = 12, 70, 4
WITH_OPEN_TALON = {"rufer", "besserrufer"}  # a king is called, and three cards are taken
CALLS = WITH_OPEN_TALON | {"solorufer", "solobesser"}
OWES_BIRD = {"besserrufer", "solobesser"}
WANTED_TRICKS = {
    "piccolo": 1,
    "bettler": 0,
    "zwiccolo_semi": 2,
    "piccolo_semi": 1,
    "bettler_semi": 0,
    "zwiccolo_ouvert": 2,
    "piccolo_ouvert": 1,
    "bettler_ouvert": 0,
}
SIDE_BY_SIDE = (  # T-4.3: negative games of equal value; Zwiccolo only where that was agreed
    {"piccolo"},
    {"bettler"},
    {"piccolo_semi", "bettler_semi"},
    {"piccolo_ouvert"},
    {"bettler_ouvert"},
)
BIRDS = {"pagat", "uhu", "kakadu", "quapil"}
COLOUR_GAMES = {"farbendreier", "farbeneiner", "farbensolo"}
SACKS = {"sack1": 45 * 3 + 2, "sack2": 55 * 3 + 2}  # T-0.29, T-0.30: 45/2 and 55/2
IN_COLOURS = {"koenige", "sack1", "sack2", "valat"}
EVERYTHING = BIRDS | IN_COLOURS | {"koenig_ultimo", "mondfang", "trull"}


def announceable(contract: str) -> set[str]:
    """Without tarocks there are neither birds nor a Trull; without a called king no Ultimo."""
    if contract in COLOUR_GAMES:
        return IN_COLOURS
    return EVERYTHING if contract in CALLS else EVERYTHING - {"koenig_ultimo"}


def koenigrufen(facts: Facts) -> bool:
    """Whether the facts of a deal by the Tirol rules contradict each other or lack something."""
    contract = facts["contract"]
    if facts.get("schleifen") and contract not in WITH_OPEN_TALON:
        return True
    if facts.get("partner") is not None and (contract not in CALLS or facts.get("schleifen")):
        return True
    result = facts.get("result") or {}
    if sum(result.get("tricks") or ()) > TRICKS:
        return True
    made = result.get("made") or {}
    if "pagat" in made and "pagat_held" in made:
        return True
    if made.get("king_captured") == "declarer":
        return True
    if contract == "trischaken":
        return _trischaken(facts, result)
    if contract in WANTED_TRICKS:
        return _negative(facts, result)
    return _positive(facts, result, made)


def _trischaken(facts: Facts, result: Facts) -> bool:
    if facts.get("kontra"):
        return True
    worth = result.get("thirds")
    if facts.get("renonce"):
        if not worth:
            return False
    elif not worth:
        return True
    if not 3 * PACK_POINTS - 2 * SEATS <= sum(worth) <= 3 * PACK_POINTS + 2 * SEATS:
        return True
    virgins, tricks = result.get("virgins"), result.get("tricks")
    if any(worth[seat] > 0 for seat in virgins or ()):
        return True
    if tricks and any(worth[seat] > 0 for seat in range(SEATS) if tricks[seat] == 0):
        return True
    by_count = {seat for seat in range(SEATS) if tricks and tricks[seat] == 0}
    return bool(virgins and tricks) and set(virgins or ()) != by_count


def _negative(facts: Facts, result: Facts) -> bool:
    contract, declarer = facts["contract"], facts["declarer"]
    if result.get("outcome") == "even" and not facts.get("renonce"):
        return True  # a negative game is won or lost
    players = [(declarer, contract, result.get("outcome"), facts.get("kontra") or {})]
    for fellow in facts.get("co_declarers") or ():
        may = next((games for games in SIDE_BY_SIDE if contract in games), set())
        if fellow["contract"] not in may:
            return True
        told = (fellow["seat"], fellow["contract"], fellow.get("outcome"), fellow.get("kontra"))
        players.append((*told[:3], told[3] or {}))
    seats = [player[0] for player in players]
    if len(seats) != len(set(seats)):
        return True
    tricks = result.get("tricks")
    for seat, game, outcome, kontra in players:
        if kontra.get(str(seat)):
            return True
        if tricks and outcome:
            if (tricks[seat] == WANTED_TRICKS[game]) != (outcome == "won"):
                return True
        elif not tricks and not outcome and not facts.get("renonce"):
            return True
    return False


def _positive(facts: Facts, result: Facts, made: Facts) -> bool:
    contract, said = facts["contract"], facts.get("announcements") or []
    if facts.get("co_declarers"):
        return True
    if facts.get("kontra") and facts.get("schleifen"):
        return True
    items = [one["item"] for one in said]
    if len(items) != len(set(items)) or not set(items) <= announceable(contract):
        return True
    if any(one.get("missed") and made.get(one["item"]) == one["side"] for one in said):
        return True
    if facts.get("renonce"):
        return False
    named = {one["item"] for one in said if one["side"] == "declarer"} & BIRDS
    if contract in OWES_BIRD and not named and not facts.get("bird"):
        return True
    return False if facts.get("schleifen") else _result(facts, result, made, said)


def _result(facts: Facts, result: Facts, made: Facts, said: list[Facts]) -> bool:
    """36 points win (35/2), a Sack is a matter of points, a Valat has all tricks."""
    counted, outcome = result.get("declarer_thirds"), result.get("outcome")
    if counted is None and outcome is None:
        return True
    if counted is None:
        if _uncounted(str(outcome), made, said):
            return True
    elif outcome and _so(counted) != outcome and not (outcome == "lost" and _so(counted) == "even"):
        return True
    elif any(_sack_untrue(sack, counted, made, said) for sack in SACKS):
        return True
    valat = _valat(facts, result, made)
    if made.get("valat") and made["valat"] != valat:
        return True
    if valat and outcome and (outcome == "won") != (valat == "declarer"):
        return True
    return any(
        one["item"] == "valat" and one.get("missed") and one["side"] == valat for one in said
    )


def _so(thirds: int) -> str:
    if thirds >= 3 * 35 + 2:
        return "won"
    return "even" if thirds >= 3 * 35 - 1 else "lost"


def _sack_untrue(sack: str, ours: int, made: Facts, said: list[Facts]) -> bool:
    has = {"declarer": ours >= SACKS[sack], "defenders": 3 * PACK_POINTS - ours >= SACKS[sack]}
    if sack in made:
        return not has[made[sack]]
    return any(one["item"] == sack and one.get("missed") and has[one["side"]] for one in said)


def _uncounted(outcome: str, made: Facts, said: list[Facts]) -> bool:
    """Nobody has counted: some number of points must make everything true that is told."""
    wins = {"won": range(107, 211), "lost": range(104), "even": range(104, 107)}[outcome]
    return all(any(_sack_untrue(sack, n, made, said) for sack in SACKS) for n in wins)


def _valat(facts: Facts, result: Facts, made: Facts) -> str | None:
    tricks = result.get("tricks")
    if not tricks:
        return made.get("valat")
    ours = {facts["declarer"], facts.get("partner")}
    taken = sum(n for seat, n in enumerate(tricks) if seat in ours)
    if sum(tricks) != TRICKS or 0 < taken < TRICKS:
        return None
    return "declarer" if taken else "defenders"


def lhombre(facts: Facts) -> bool:
    """Who plays has a bid; à trois is not played, so nobody counts there nor announces a Volte."""
    bid, ombre = facts.get("bid"), facts.get("ombre")
    if (bid is None) != (ombre is None):
        return True
    if bid in ("deux", "un", "sans_prendre"):
        return facts.get("points") is None
    return bool(facts.get("points")) or facts.get("volte") is not None


def perlaggen(facts: Facts, target: int) -> bool:
    """Each figure is written once, and none once somebody is out."""
    entries, scores, seen, out = facts["entries"], [0, 0], set[str](), False
    if not entries:
        return True
    for entry in entries:
        item, party = entry["item"], entry.get("party")
        if item == "overbid":
            scores[party] -= 2
        elif item == "false_figure":
            scores[party] -= 3
        else:
            if item in seen or out:
                return True
            seen.add(item)
            if party is not None:
                scores[party] = target if entry.get("out") else scores[party] + entry["points"]
                out = scores[party] >= target
    return False
