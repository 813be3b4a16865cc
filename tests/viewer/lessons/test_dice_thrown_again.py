"""Dice that are thrown again in a lesson: the panel says why."""

from dataclasses import replace

import pytest
from lucky_table import LuckyTable, with_facts
from pupil import Pupil

from riotsim.app.window.lessons import scene_sandbox
from riotsim.play.requests import AimThrow
from riotsim.play.scenarios.scripted_table import DieResult, ScriptedOutcome, ScriptedTable
from riotsim.players import PERSON
from riotsim.simulation import perform
from riotsim.table.acts import Act, Cocked, Roll, Settled
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table


def with_first_die_cocked(table: Table, settled: Settled) -> Settled:
    """Let the first die that was rolled lie cocked."""
    (die, *_) = sorted(settled.table.dice.keys() - table.dice.keys())
    return with_facts(settled, Cocked(die))


@pytest.mark.parametrize("scene", [0, 1, 2, 4])
def test_a_cocked_die_is_explained_where_it_happens(scene: int) -> None:
    """If a die is cocked in a scene of Riot Dice, the lesson says that it leans and has to be thrown again. The lesson
    says so neither before the throw nor after the next throw.
    """
    found = scene_sandbox("riot_dice", scene)
    pupil = Pupil(found, 0, LuckyTable(changes={0: with_first_die_cocked}))
    told = "A die that leans is cocked and shows no number: throw it again."
    while not isinstance(pupil.session.pending[0], AimThrow):
        pupil.answer_one()
    instruction = pupil.status
    assert "leans" not in instruction.say
    pupil.answer_one()
    assert pupil.status == replace(instruction, say=told)
    pupil.answer_one()
    assert pupil.status.say != told


def test_the_cocked_die_of_an_opponent_is_explained_to_who_throws_it() -> None:
    """If the learner throws the dice of both sides, the lesson also says why an opponent's die is thrown again."""
    cocked: list[PieceId] = []

    def perform_with_one_cocked(table: Table, act: Act, seed: int, /) -> Settled:
        settled = perform(table, act, seed)
        if cocked or not isinstance(act, Roll):
            return settled
        cocked.append(next(die.id for die in act.dice if die.owner == "Bea"))
        return replace(settled, facts=(*(one for one in settled.facts if not isinstance(one, Cocked)), Cocked(*cocked)))

    pupil = Pupil(scene_sandbox("buskit", 0), 0, perform_with_one_cocked)
    told = "A die that leans is cocked and shows no number: throw it again."
    while not isinstance(pupil.session.pending[0], AimThrow):
        pupil.answer_one()
    assert pupil.status.say != told
    pupil.answer_one()
    assert pupil.status.say == told
    pupil.answer_one()
    assert pupil.status.say != told


def test_dice_of_a_tie_are_not_said_to_lean() -> None:
    """If a die has leaned and a tie is rolled off after it, the lesson doesn't say that the dice of the tie lean."""
    table = ScriptedTable()
    found = scene_sandbox("buskit", 2)
    pupil = Pupil(replace(found, players=dict.fromkeys(found.players, PERSON)), 0, table)
    leaning, told = DieResult(None, None, cocked=True), "leans"
    while not isinstance(pupil.session.pending[0], AimThrow):
        pupil.answer_one()
    table.follow(ScriptedOutcome(dice=(*[DieResult(None, 3)] * 4, leaning)))
    pupil.answer_one()
    assert told in pupil.status.say
    table.follow(ScriptedOutcome(dice=(DieResult(None, 3),)))
    pupil.answer_one()
    request = pupil.session.pending[0]
    assert isinstance(request, AimThrow)
    assert request.dice == ("d6", "d6")
    assert told not in pupil.status.say
