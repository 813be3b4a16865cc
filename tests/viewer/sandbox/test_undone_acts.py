"""Acts that are undone in a game that begins in the sandbox, and made again."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from riotsim.app.window.sandbox import FreshSeeds, WindowSandbox, sandbox_by
from riotsim.play.requests import AimThrow, Choose
from riotsim.play.session.session import Session
from riotsim.table.acts import Act, Frame, Settled
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.input.gestures.throw import default_throw
from riotsim.viewer.session.hosted_game import HostedGame


def settled(_table: Table, _act: Act, frames: Generator[Frame, None, Settled]) -> Settled:
    """Let an act go on to its end, and return the outcome."""
    while True:
        try:
            next(frames)
        except StopIteration as ended:
            found: Settled = ended.value
            return found


@contextmanager
def opened(seed: int = 7) -> Iterator[HostedGame[Any]]:
    """Open a game of Riot Dice at the sandbox's first position, with two persons."""
    sandbox = sandbox_by("riot_dice")
    assert isinstance(sandbox, WindowSandbox)
    with replace(sandbox, seed=seed).play(sandbox.first_position)(settled, print) as hosted:
        yield hosted


def up_to_throw(session: Session[Any]) -> AimThrow:
    """Choose first options until a throw is asked for, and return its request."""
    while not isinstance(request := session.pending[0], AimThrow):
        assert isinstance(request, Choose)
        session.answer(request.options[0])
    return request


def thrown(session: Session[Any]) -> dict[PieceId, Pose]:
    """Throw as the simulated hand does, and return where the dice lie."""
    request = up_to_throw(session)
    session.answer(default_throw(request))
    return {die.id: die.pose for die in session.play.table.dice.values()}


def test_a_throw_that_is_made_again_falls_differently() -> None:
    """After an undo, the same throw ends in another way each time. The first throw depends only on the game's seed."""
    with opened() as hosted:
        found = []
        for _ in range(3):
            found.append(thrown(hosted.session))
            while hosted.session.play.table.dice:
                hosted.session.undo()
    with opened() as hosted:
        assert thrown(hosted.session) == found[0]
    assert found[0] != found[1] != found[2] != found[0]


def test_an_undone_throw_can_be_redone() -> None:
    """A redo brings back the throw that was undone, with the same places of all dice."""
    with opened() as hosted:
        before = thrown(hosted.session)
        hosted.session.undo()
        hosted.session.redo()
        assert {die.id: die.pose for die in hosted.session.play.table.dice.values()} == before


def test_a_drag_has_the_seed_of_the_act_that_follows() -> None:
    """Each time that a seed comes again, the drag and the act after it get the same new seed."""
    seeds = FreshSeeds()
    found = []
    for _ in range(3):
        dragged = seeds.next(5)
        assert seeds.next(5) == dragged, "a drag that is given up uses no seed"
        assert seeds.take(5) == dragged
        found.append(dragged)
    assert found[0] == 5
    assert len(set(found)) == 3
    assert seeds.take(6) == 6
