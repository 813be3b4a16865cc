"""The lesson of Riot Dice suits beginners: most throws fell a tower, and no clock runs before the scene about it."""

import math
from typing import Any

import numpy as np
import pytest

from riotsim.app.window.lessons import scene_sandbox
from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules.turn import Activate
from riotsim.play.requests import AimThrow, SetPace
from riotsim.play.scenarios.lesson import lesson_progress
from riotsim.play.session.session import Session
from riotsim.players import make_bots
from riotsim.simulation import perform
from riotsim.table.poses import Point, point_ahead
from riotsim.viewer.input.gestures.throw import ThrowGesture

THROWS = 15
"""Number of beginners who throw at the towers."""

FRAME = 1 / 60
"""Time between two pictures (s)."""


def flick(request: AimThrow, at: Point, heading: float, speed: float) -> object:
    """Return the answer of a straight flick.

    Args:
        request: The request to throw.
        at: Where the dice are released (mm).
        heading: Direction of the flick (rad).
        speed: Speed of the hand (mm/s).
    """
    seconds = [k * FRAME for k in range(9)]
    places = [point_ahead(at, heading, speed * (t - seconds[-1])) for t in seconds]
    held = ThrowGesture(request, 0.0, *places[0])
    for t, place in zip(seconds[1:-1], places[1:-1], strict=True):
        held.move(t, *place)
    return held.release(seconds[-1], *places[-1])


def test_most_flicks_of_a_beginner_fell_a_tower() -> None:
    """A beginner flicks a die at a tower from behind the acting model, with varying speed and aim. At least two throws
    in three fell a tower.
    """
    found = scene_sandbox("riot_dice", 2)
    felled = 0
    for seed in range(THROWS):
        luck = np.random.default_rng(seed)
        session: Session[object] = found.game_sandbox.begin(found.first_position, seed, perform, live_clock=False)
        session.answer(Activate("Nell"))
        session.answer("scoot")
        request = session.pending[0]
        assert isinstance(request, AimThrow)
        nell = session.table.models["Nell"].at
        x, y = session.table.tower_dice(("Bert", "Cyril", "Dot")[seed % 3])[0].pose.xy
        at = (nell[0] + luck.normal(0.0, 15.0), nell[1] - luck.uniform(20.0, 80.0))
        heading = math.atan2(y - at[1], x - at[0]) + luck.normal(0.0, 0.05)
        session.answer(flick(request, at, heading, luck.uniform(0.9, 1.8) * request.speed))
        felled += any(isinstance(event, events.TowerFalls) for event in session.events)
        session.close()
    assert felled >= THROWS * 2 / 3


def test_any_throw_of_a_beginner_leads_into_a_fight() -> None:
    """Even after a weak throw, one of the dice lets the acting model move into an enemy, and a fight breaks out."""
    found = scene_sandbox("riot_dice", 4)
    fought = 0
    for seed in range(THROWS):
        luck = np.random.default_rng(seed)
        session: Session[object] = found.game_sandbox.begin(found.first_position, seed, perform, live_clock=False)
        session.answer(Activate("Nell"))
        session.answer("scoot")
        while isinstance(request := session.pending[0], AimThrow):
            x, y = session.table.models["Nell"].at
            heading = math.pi / 2 + luck.normal(0.0, 0.2)
            at = (x + luck.normal(0.0, 15.0), y - luck.uniform(0.0, 80.0))
            session.answer(flick(request, at, heading, luck.uniform(0.4, 1.8) * request.speed))
        offers = found.game.presentation().offers(found.book, session, session.pending[0])
        ways = [one for one in offers if "and fight" in one.text]
        assert ways, seed
        session.answer(ways[0].answer)
        carried = session.pending[0]
        assert isinstance(carried, SetPace)
        session.answer(carried.paces[0])
        fought += any(isinstance(event, events.FightBreaksOut) for event in session.events)
        session.close()
    assert fought == THROWS


def test_what_the_lesson_says_of_damage_is_true() -> None:
    """RD-54: the damage that the second scene names for each number is that of the rules for the enemies there."""
    found = scene_sandbox("riot_dice", 1)
    book: Any = found.book
    shooter, *enemies = found.first_position.table.models.values()
    (weapon,) = (gun for gun in map(book.weapons.get, book.models[shooter.kind].weapons) if gun.dice)
    (toughness,) = {book.models[enemy.kind].toughness for enemy in enemies}
    told = found.lesson[2].asks["bullet"].say
    assert f"a die of {toughness} or more does {weapon.damage.big} damage, a lower one {weapon.damage.weak}" in told


@pytest.mark.parametrize("mine", ["thump", "shove", "pinch"])
@pytest.mark.parametrize("other", ["thump", "shove", "pinch"])
def test_a_fight_of_the_lesson_comes_to_its_end(mine: str, other: str) -> None:
    """Whatever both fighters choose, the scene is over after one round. Only a shove against a pinch is asked again."""
    found = scene_sandbox("riot_dice", 4)
    bots = make_bots(dict.fromkeys(found.players, "greedy"), found.book, 0)
    session: Session[object] = found.game_sandbox.begin(found.first_position, 0, perform, live_clock=False)

    def answered_until(purpose: str) -> None:
        while session.pending[0].purpose != purpose and lesson_progress(found.lesson, session.events).done < 4:
            request = session.pending[0]
            offers = found.game.presentation().offers(found.book, session, request)
            told = next((one.answer for one in offers if one.text.startswith("Scoot") or "and fight" in one.text), None)
            session.answer(told or bots[request.player].answer(request, session), request.player)

    answered_until("move")
    answered_until("fight")
    chosen = {"Ada": mine, "Bob": other}
    for request in session.pending:
        session.answer(chosen[request.player], request.player)
    answered_until("fight")
    done = lesson_progress(found.lesson, session.events)
    assert done.missed is None
    assert done.done == (3 if (mine, other) == ("shove", "pinch") else 4)
    session.close()


@pytest.mark.parametrize(("scene", "has_clock"), [*enumerate([False, False, False, True, False, False])])
def test_a_clock_runs_only_in_the_scene_about_it(scene: int, *, has_clock: bool) -> None:
    """The game's status has a clock only in the scene that explains the clock."""
    found = scene_sandbox("riot_dice", scene)
    session: Session[object] = found.game_sandbox.begin(found.first_position, 0, perform, live_clock=True)
    assert (found.game.presentation().status(found.book, session, 0.0).clock is not None) == has_clock
