"""Phases of RiftWar: what is forgotten, what ends them and the game, who is next, rallies, and indirect fire."""

from dataclasses import replace
from typing import Any, Final

import pytest
from riftwar_rules import ARMIES, OPEN, ask, rules, session_at, varied

from riotsim.games.riftwar import events
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.battle.phase import begin_phase, end_game
from riotsim.games.riftwar.state import Declaration, Result
from riotsim.play.requests import Choose, PickPiece
from riotsim.play.session.session import Session

Units = dict[str, dict[str, Any]]

PAIR: Final[Units] = {
    "a.rifleman_1": {"at": [10, 6], "facing": 90},
    "a.rifleman_2": {"at": [20, 6], "facing": 90},
    "b.rifleman_1": {"at": [14, 26], "facing": 270},
    "b.rifleman_2": {"at": [24, 26], "facing": 270},
}


def told(session: Session[Any], *kinds: type) -> list[Any]:
    """Return the events of given types, in order."""
    return [event for event in session.events if isinstance(event, kinds)]


def test_a_phase_begins_afresh() -> None:
    """RW-25: a phase begins with the next number and no actions. The game forgets what units did in the previous phase,
    but not a pin.
    """
    book = rules(**OPEN)
    session = session_at(PAIR, book, armies=ARMIES, phase=4, active="Bea")
    game = Battle(session.play, book, dice_of(book))
    state, before = game.state, len(session.events)
    state.actions, state.attack_rolled, state.between = 3, True, True
    changes: list[dict[str, Any]] = [{"spent": True}, {"attacked": "direct"}, {"round_corner": True}, {"pinned": True}]
    plain = dict(state.units)
    for name, change in zip(PAIR, changes, strict=True):
        game.change(name, **change)
    kept = state.units["b.rifleman_2"]
    begin_phase(game)
    assert (state.phase, state.actions, state.attack_rolled, state.between) == (5, 0, False, False)
    assert state.last_active["Bea"] == 5
    assert state.units == {**plain, "b.rifleman_2": replace(plain["b.rifleman_2"], pinned=True)}
    assert state.units["b.rifleman_2"] is kept
    assert [*session.events[before:]] == [events.PhaseBegins(5, "Bea")]


def test_the_end_of_a_game() -> None:
    """RW-07: when a game ends, its result names the winners and the reason. An event does the same."""
    book = rules(**OPEN)
    session = session_at(PAIR, book, armies=ARMIES)
    end_game(Battle(session.play, book, dice_of(book)), ("Bea",), "last side")
    assert (session.state.stage, session.state.result) == ("over", Result(("Bea",), "last side"))
    assert session.events[-1] == events.GameOver(("Bea",), "last side")


@pytest.mark.parametrize(("quiet", "phases"), [(0, 3), (1, 2), (2, 1)])
def test_quiet_phases_end_in_a_draw(quiet: int, phases: int) -> None:
    """RW-07: after three phases in a row without an attack die, all players who are still in the game share the win."""
    session = session_at(PAIR, varied(draw__quiet_phases=3), armies=ARMIES, quiet=quiet)
    for number in range(phases):
        assert session.state.quiet == quiet + number
        session.answer("pass", ("Ada", "Bea")[number % 2])
    assert session.state.result == Result(("Ada", "Bea"), "quiet")
    names = ["Ada", "Bea", "Ada"][:phases]
    assert told(session, events.PhaseEnds) == [events.PhaseEnds(name, "pass") for name in names]
    assert session.pending == ()


def test_an_attack_ends_the_quiet() -> None:
    """RW-07: a phase with an attack die isn't quiet, whatever the die shows."""
    book = varied(draw__quiet_phases=3, hit__on=6, dice__light=1)
    session = session_at(PAIR, book, armies=ARMIES, quiet=2)
    request = ask(session, "direct fire", "a.rifleman_1", "b.rifleman_1")
    assert (request.player, request.purpose, session.state.quiet) == ("Bea", "action", 0)
    session.answer("pass", "Bea")
    assert (session.state.quiet, session.state.result) == (1, None)


@pytest.mark.parametrize(("phase", "over"), [(3, False), (4, True)])
def test_a_game_that_takes_too_long(phase: int, over: bool) -> None:
    """RW-08: with two phases for each unit of the largest army, a battle of two units a side ends after the fourth
    phase, and nobody wins.
    """
    session = session_at(PAIR, varied(phase__max_per_unit=2), armies=ARMIES, phase=phase)
    session.answer("pass", "Ada")
    assert session.state.result == (Result((), "too long") if over else None)


@pytest.mark.parametrize("victory", ["last_standing", "half"])
def test_the_last_side_wins(victory: str) -> None:
    """RW-07: when a side has lost its last unit, or half of its units, the other side wins at once. The loser's
    remaining units stay on the table.
    """
    units = {name: PAIR[name] for name in ("a.rifleman_1", "b.rifleman_1")}
    if victory == "half":
        units["b.rifleman_2"] = PAIR["b.rifleman_2"]
    options = {**OPEN, "hit__on": 2, "dice__light": 10, "victory": victory}
    session = session_at(units, rules(**options), armies=ARMIES)
    for answer in ("direct fire", "b.rifleman_1"):
        if not session.is_over:
            session.answer(answer, "Ada")
    assert session.state.result == Result(("Ada",), "last side")
    assert [*session.events[-2:]] == [events.PlayerOut("Bea"), events.GameOver(("Ada",), "last side")]
    assert told(session, events.PhaseEnds) == []
    assert ("b.rifleman_2" in session.table.models) is (victory == "half")
    assert session.state.last_active == {"Ada": 1}


THREE: Final = ("Ada", "Bea", "Cy")


def three(units: Units) -> Session[Any]:
    """Return a battle of three players."""
    book = rules(**OPEN, players=3)
    return session_at(units, book, players=THREE, armies=dict.fromkeys(THREE, "cold_war"))


def test_whoever_passes_names_the_next_player() -> None:
    """RW-23: if a player with two opponents passes, the player chooses which opponent is next. The opponents are
    offered in the order of seats.
    """
    session = three({**PAIR, "c.rifleman_1": {"at": [30, 16], "facing": 90}})
    request = ask(session, "pass")
    assert isinstance(request, Choose)
    assert (request.player, request.purpose, request.options) == ("Ada", "who is next", ("Bea", "Cy"))
    assert session.state.action == "pass"
    request = ask(session, "Cy")
    assert (request.player, session.state.last_active) == ("Cy", {"Ada": 1, "Cy": 2})
    request = ask(session, "pass")
    assert isinstance(request, Choose)
    assert request.options == ("Ada", "Bea")


@pytest.mark.parametrize(("victory", "out"), [("half", True), ("last_standing", False)])
def test_a_player_who_is_out_leaves_the_table(victory: str, out: bool) -> None:
    """RW-07: with `victory: half`, a player who has lost half of the units is out. The player's other units leave the
    table, riders too. The attacker's phase goes on.
    """
    units: Units = {
        **{name: PAIR[name] for name in ("a.rifleman_1", "b.rifleman_1", "b.rifleman_2")},
        "b.ifv_1": {"at": [30, 30], "facing": 270},
        "b.rifleman_3": {"aboard": "b.ifv_1"},
        "c.rifleman_1": {"at": [30, 16], "facing": 90},
    }
    options = {**OPEN, "players": 3, "hit__on": 2, "dice__light": 10, "victory": victory}
    session = session_at(units, rules(**options), players=THREE, armies=dict.fromkeys(THREE, "cold_war"))
    request = ask(session, "direct fire", "b.rifleman_1")
    assert (request.player, request.purpose, session.state.out) == ("Ada", "action", ())
    request = ask(session, "direct fire", "b.rifleman_2")
    assert session.state.out == (("Bea",) if out else ())
    assert told(session, events.PlayerOut) == ([events.PlayerOut("Bea")] if out else [])
    gone = {name for name, unit in session.state.units.items() if unit.destroyed}
    assert gone == ({name for name in units if name[0] == "b"} if out else {"b.rifleman_1", "b.rifleman_2"})
    left = {"a.rifleman_1", "c.rifleman_1", *(() if out else ("b.ifv_1",))}
    assert {name for name in session.table.models if name in units} == left
    assert (session.state.result, request.player) == (None, "Ada")


@pytest.mark.parametrize(("on", "heals"), [(1, True), (1, False), (2, True), (4, True), (5, True), (6, True)])
def test_a_rally(on: int, heals: bool) -> None:
    """RW-80: a rally succeeds if the die shows at least the number required. A success clears the pin, and the wound
    unless `rally.heals` is false. A failure ends the phase.
    """
    units = {**PAIR, "a.rifleman_2": {**PAIR["a.rifleman_2"], "pinned": True, "wounded": True}}
    session = session_at(units, varied(rally__on=on, rally__heals=heals), armies=ARMIES)
    request = ask(session, "rally")
    (rallies,) = told(session, events.Rallies)
    succeeds = rallies.value >= on
    assert rallies == events.Rallies("a.rifleman_2", rallies.value, 0, succeeds)
    unit = session.state.units["a.rifleman_2"]
    assert (unit.pinned, unit.wounded) == (not succeeds, not succeeds or not heals)
    assert told(session, events.PhaseEnds) == ([] if succeeds else [events.PhaseEnds("Ada", "rally")])
    assert (request.player, session.state.rallying) == ("Ada" if succeeds else "Bea", None)
    assert not session.state.attack_rolled


SPROUTS: Final[Units] = {
    "a.captain": {"at": [10, 6], "facing": 270},
    "a.sprout_1": {"at": [12, 6], "facing": 90},
    "a.sprout_2": {"at": [14, 6], "facing": 90},
    "b.ifv_1": {"at": [14, 26], "facing": 270},
    "b.rifleman_1": {"at": [22, 26], "facing": 270},
}


@pytest.mark.parametrize("fails", [True, False])
def test_indirect_fire(fails: bool) -> None:
    """RW-22, RW-55: with indirect fire, the player picks the target, and the unit that spots it. A miss ends the phase
    only with the option `phase.indirect_miss_fails`.
    """
    book = varied(phase__indirect_miss_fails=fails, hit__on=6, dice__medium=1)
    session = session_at(SPROUTS, book, armies={"Ada": "sprouts", "Bea": "cold_war"})
    request = ask(session, "indirect fire")
    assert isinstance(request, PickPiece)
    assert (request.purpose, request.pieces) == ("target", ("b.ifv_1", "b.rifleman_1"))
    assert session.state.declared == Declaration("indirect", "a.captain")
    request = ask(session, "b.rifleman_1")
    assert isinstance(request, PickPiece)
    assert (request.purpose, request.pieces) == ("spotter", ("a.sprout_1", "a.sprout_2"))
    assert session.state.declared == Declaration("indirect", "a.captain", "b.rifleman_1")
    request = ask(session, "a.sprout_2")
    (shot,) = told(session, events.Attacks)
    assert shot == events.Attacks("a.captain", "b.rifleman_1", "indirect", shot.dice, False, shot.hits, shot.effect)
    assert (len(shot.dice), shot.effect) == (1, "pin" if shot.dice == (6,) else "none")
    assert (request.player, request.purpose) == ("Bea" if fails else "Ada", "action")
    assert session.state.units["a.captain"].attacked == ("" if fails else "indirect")
    assert told(session, events.PhaseEnds) == ([events.PhaseEnds("Ada", "fire")] if fails else [])
