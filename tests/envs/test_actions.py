from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from small_games import SMALL, drawn

from riotsim.envs import actions, demolition_dice_v0, riot_dice_v0
from riotsim.envs.actions import (
    ACTION_COUNT,
    AIM,
    BLOCKS,
    GRID_SIZE,
    HEADINGS,
    OPTION,
    PUT,
    ROLL_STRENGTHS,
    SPOT,
    TARGET_STRENGTHS,
    WAIT,
    WAY,
    WAY_SHARES,
    legal_actions,
)
from riotsim.play.requests import (
    Aim,
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
    Request,
    SetPace,
    Spot,
    Step,
)
from riotsim.table.acts import Mark
from riotsim.table.geometry.plan import disc, rectangle
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.poses import Point, distance, heading, point_ahead

TRIED = 60
"""Legal actions of a request that are answered: some have 1,600."""

LAXER = {"scoot.full_distance": False, "scoot.use_all_dice": False, "shoot.line": "centre", "tower.start": 2}
GANGS = {"gang.models": ["cart", "wildcard"], "fight.tray": True, "table.width": "16in"}


def middle(column: int, row: int, width: float, depth: float) -> Point:
    """The middle of a cell of a table."""
    return ((column + 0.5) * width / GRID_SIZE, (row + 0.5) * depth / GRID_SIZE)


def meant(request: Request[Any], action: int) -> object:
    """Return the meaning of an action, computed in a second, plain way; None if it has none for this request."""
    match request:
        case Choose(options=listed) | PickPiece(pieces=listed) | SetPace(paces=listed):
            k = action - OPTION.first
            return listed[k] if 0 <= k < min(len(listed), OPTION.shape[0]) else None
        case PickWay(ways=ways) if WAY.first <= action < WAY.end and WAY.place(action)[0] < len(ways):
            k, n = WAY.place(action)
            if n == len(WAY_SHARES):
                return Step(ways[k].die, discard=True)
            share = WAY_SHARES[n]
            return Step(ways[k].die, None if share is None else share * ways[k].distance)
        case PickPoint(regions=regions) if SPOT.first <= action < SPOT.end and SPOT.place(action)[0] < len(regions):
            k, column, row = SPOT.place(action)
            piece, region = regions[k]
            return Spot(piece, middle(column, row, region.width, region.depth))
        case AimThrow(target=target, width=width, depth=depth) if AIM.first <= action < AIM.end:
            column, row, way, hard = AIM.place(action)
            at = middle(column, row, width, depth)
            if target is None:
                return Aim(at, HEADINGS[way], ROLL_STRENGTHS[hard])
            mark = Mark(distance(at, target.at), target.default_mark.height)
            return None if way else Aim(target.at, heading(at, target.at), TARGET_STRENGTHS[hard], mark=mark)
        case PlaceDie(reach=reach) if PUT.first <= action < PUT.end:
            (k,) = PUT.place(action)
            return (
                (0.0, 0.0)
                if k == 0
                else point_ahead((0.0, 0.0), HEADINGS[k - 1], actions.PLACEMENT_RADIUS_SHARE * reach)
            )
    return None


def may_differ(request: Request[Any]) -> bool:
    """Return whether a cell stands for the legal spot nearest to its middle, because the middle may not be legal."""
    return isinstance(request, PickPoint) or (isinstance(request, AimThrow) and request.target is not None)


@pytest.mark.parametrize(
    ("game", "options", "seed"),
    [
        pytest.param(riot_dice_v0, SMALL, 1, id="riot dice"),
        pytest.param(riot_dice_v0, {**SMALL, **LAXER}, 2, id="laxer rules"),
        pytest.param(riot_dice_v0, {**SMALL, **GANGS}, 3, id="carts and a tray"),
        pytest.param(demolition_dice_v0, {}, 4, id="demolition dice"),
    ],
)  # fmt: skip
def test_the_mask_says_what_the_session_accepts(game: ModuleType, options: Mapping[str, object], seed: int) -> None:
    """Of each request in a game: what is legal is accepted, and what is not is refused, or no answer at all."""
    env = game.raw_env(options=options)
    purpose, _ = env.core.encoder.parts["purpose"]
    chance = np.random.default_rng(seed)
    for _ in drawn(env, seed):
        match = env.core.match
        for request in match.session.pending:
            assert match.observe(request.player)[purpose].sum() == 1.0, f"agents don't know the word {request.purpose}"
            mask = match.mask(request.player)
            menu = legal_actions(request)
            assert mask.any()
            legal = np.flatnonzero(mask)
            for action in chance.permutation(legal)[:TRIED].tolist():
                answer = menu.answer(action)
                assert request.refusal(answer) is None
                if not may_differ(request):
                    assert answer == meant(request, action)
            for action in np.flatnonzero(mask == 0).tolist():
                answer = meant(request, action)
                assert answer is None or request.refusal(answer) is not None, (request, action)


def test_what_is_not_legal_is_no_answer() -> None:
    """An action outside the mask, or outside the space, raises, and says so."""
    menu = legal_actions(Choose("player_0", "action", ("scoot", "shoot")))
    assert menu.answer(OPTION.number(1)) == "shoot"
    for action in (OPTION.number(2), WAIT.first, PUT.first, -1, ACTION_COUNT):
        with pytest.raises(ValueError, match="not legal"):
            menu.answer(action)


def test_the_blocks_lie_side_by_side() -> None:
    """Every action belongs to one block, and its place and its number tell each other."""
    owners = np.zeros(ACTION_COUNT, dtype=np.int64)
    for block in BLOCKS.values():
        owners[block.first : block.end] += 1
        assert all(block.number(*block.place(number)) == number for number in range(block.first, block.end))
    assert (owners == 1).all()


def test_of_a_long_list_the_first_can_be_taken() -> None:
    """There are only so many places: what comes behind can't be chosen, and something always can."""
    options = tuple(f"option {k}" for k in range(100))
    menu = legal_actions(Choose("player_0", "action", options))
    assert [menu.answer(int(action)) for action in np.flatnonzero(menu.mask())] == list(options[: OPTION.shape[0]])


def test_a_narrow_region_has_an_action() -> None:
    """In a region with room for a single spot, the spot's cell means that spot."""
    region = Region(disc((0.0, 0.0), 48.0), 100.0, 100.0)
    menu = legal_actions(PickPoint("player_0", "place", (("a1", region),)))
    answers = {menu.answer(int(action)) for action in np.flatnonzero(menu.mask())}
    assert answers
    assert all(isinstance(spot, Spot) and region.refusal(spot.at) is None for spot in answers)


def test_a_sliver_has_an_action() -> None:
    """A cell whose middle is allowed is legal, though no spot of the fine grid on which regions are searched is."""
    size, room = 420.0, (188.5, 189.5)
    left, right = room[0] - 10.0, size - room[1] - 10.0
    clear = (
        Clearance(rectangle((left / 2, size / 2), left, size, 0.0)),
        Clearance(rectangle((size - right / 2, size / 2), right, size, 0.0)),
    )
    region = Region(disc((0.0, 0.0), 10.0), size, size, clear)
    assert not len(region.allowed_points())
    menu = legal_actions(PickPoint("player_0", "place", (("a1", region),)))
    assert {SPOT.place(int(action))[1] for action in np.flatnonzero(menu.mask())} == {4}
    assert menu.answer(SPOT.number(0, 4, 4)) == Spot("a1", (189.0, 189.0))


def test_a_stranger_among_requests_is_refused() -> None:
    """A kind of request that nobody has numbered is told, rather than left without an action."""
    with pytest.raises(TypeError, match="no actions are known"):
        legal_actions(Request("player_0", "bow"))
