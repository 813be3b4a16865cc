import math
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from small_games import SMALL, drawn

from riotsim.agents import actions
from riotsim.agents.actions import DEFAULT_LAYOUT as ACTIONS
from riotsim.agents.actions import (
    GRID_SIZE,
    HEADINGS,
    ROLL_STRENGTHS,
    TARGET_STRENGTHS,
    WAY_SHARES,
    ActionLayout,
    Block,
    legal_actions,
)
from riotsim.envs import demolition_dice_v0, riot_dice_v0
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

TRIED, STRIDE = 20, 3
"""How many legal actions of a request are tried (there are up to 1,600), and the step between illegal ones. Each
request tries every third illegal action, and the next two requests try the others.
"""

LAXER = {"scoot.full_distance": False, "scoot.use_all_dice": False, "shoot.line": "centre", "tower.start": 2}
GANGS = {"gang.models": ["cart", "wildcard"], "fight.tray": True, "table.width": "16in"}


def middle(column: int, row: int, width: float, depth: float, turns: int = 0) -> Point:
    """Return the middle of a cell of a table, as seen by a player whose seat is turned by quarter turns."""
    for _ in range(turns):
        column, row = GRID_SIZE - 1 - row, column
    return ((column + 0.5) * width / GRID_SIZE, (row + 0.5) * depth / GRID_SIZE)


def is_in(block: Block, action: int) -> bool:
    """Return whether an action belongs to a block."""
    return block.first <= action < block.end


def meant(request: Request[Any], action: int, its: ActionLayout, turns: int) -> object:
    """Return the meaning of an action, computed in a second, plain way; None if it has none for this request."""
    turned = turns * math.pi / 2
    match request:
        case Choose(options=listed) | PickPiece(pieces=listed) | SetPace(paces=listed):
            k = action - its.option.first
            return listed[k] if 0 <= k < min(len(listed), its.option.shape[0]) else None
        case PickWay(ways=ways) if is_in(its.way, action) and its.way.place(action)[0] < len(ways):
            k, n = its.way.place(action)
            if n == len(WAY_SHARES):
                return Step(ways[k].die, discard=True)
            share = WAY_SHARES[n]
            return Step(ways[k].die, None if share is None else share * ways[k].distance)
        case PickPoint(regions=regions) if is_in(its.spot, action) and its.spot.place(action)[0] < len(regions):
            k, column, row = its.spot.place(action)
            piece, region = regions[k]
            return Spot(piece, middle(column, row, region.width, region.depth, turns))
        case AimThrow(target=target, width=width, depth=depth) if is_in(its.aim, action):
            column, row, way, hard = its.aim.place(action)
            if target is None:
                of_table = 0 if request.in_tray else turns
                at = middle(column, row, width, depth, of_table)
                return Aim(at, HEADINGS[(way + 2 * of_table) % 8], ROLL_STRENGTHS[hard])
            at = middle(column, row, width, depth, turns)
            mark = Mark(distance(at, target.at), target.default_mark.height)
            return None if way else Aim(target.at, heading(at, target.at), TARGET_STRENGTHS[hard], mark=mark)
        case PlaceDie(reach=reach) if is_in(its.put, action):
            (k,) = its.put.place(action)
            out = actions.PLACEMENT_RADIUS_SHARE * reach
            return (0.0, 0.0) if k == 0 else point_ahead((0.0, 0.0), HEADINGS[k - 1] + turned, out)
    return None


def may_differ(request: Request[Any]) -> bool:
    """Return whether the answer for a cell may differ from the cell's middle. If the middle isn't legal, the nearest
    legal spot is used.
    """
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
    """For each request in a game, the session accepts every action that the mask calls legal. It refuses all other
    actions, or they have no meaning for the request.
    """
    env = game.raw_env(options=options)
    purpose, _ = env.core.encoder.parts["purpose"]
    its = env.core.interface.layout
    chance = np.random.default_rng(seed)
    for asked, _ in enumerate(drawn(env, seed)):
        match = env.core.match
        for request in match.session.pending:
            assert match.observe(request.player)[purpose].sum() == 1.0, f"agents don't know the word {request.purpose}"
            mask = match.mask(request.player)
            turns = env.core.encoder.quarter_turns(request.player)
            menu = legal_actions(request, layout=its, turns=turns)
            assert mask.any()
            legal = np.flatnonzero(mask)
            for action in chance.permutation(legal)[:TRIED].tolist():
                answer = menu.answer(action)
                assert request.refusal(answer) is None
                if not may_differ(request):
                    assert answer == meant(request, action, its, turns)
            for action in np.flatnonzero(mask == 0)[asked % STRIDE :: STRIDE].tolist():
                answer = meant(request, action, its, turns)
                assert answer is None or request.refusal(answer) is not None, (request, action)


def test_what_is_not_legal_is_no_answer() -> None:
    """If an action is outside the mask or outside the action space, `answer` raises an error that says "not legal"."""
    menu = legal_actions(Choose("player_0", "action", ("scoot", "shoot")))
    assert menu.answer(ACTIONS.option.number(1)) == "shoot"
    for action in (ACTIONS.option.number(2), ACTIONS.wait.first, ACTIONS.put.first, -1, ACTIONS.count):
        with pytest.raises(ValueError, match="not legal"):
            menu.answer(action)


def test_the_blocks_lie_side_by_side() -> None:
    """Every action belongs to exactly one block. Inside a block, a number gives a place, and the place gives the number
    back.
    """
    owners = np.zeros(ACTIONS.count, dtype=np.int64)
    for block in ACTIONS.blocks.values():
        owners[block.first : block.end] += 1
        assert all(block.number(*block.place(number)) == number for number in range(block.first, block.end))
    assert (owners == 1).all()


def test_of_a_long_list_the_first_can_be_taken() -> None:
    """If a choice has more options than the action space has places, agents can choose only the first options."""
    options = tuple(f"option {k}" for k in range(100))
    menu = legal_actions(Choose("player_0", "action", options))
    answers = [menu.answer(int(action)) for action in np.flatnonzero(menu.mask())]
    assert answers == list(options[: ACTIONS.option.shape[0]])


def test_a_narrow_region_has_an_action() -> None:
    """In a region with room for a single spot, the spot's cell means that spot."""
    region = Region(disc((0.0, 0.0), 48.0), 100.0, 100.0)
    menu = legal_actions(PickPoint("player_0", "place", (("a1", region),)))
    answers = {menu.answer(int(action)) for action in np.flatnonzero(menu.mask())}
    assert answers
    assert all(isinstance(spot, Spot) and region.refusal(spot.at) is None for spot in answers)


def test_a_sliver_has_an_action() -> None:
    """A cell is legal if its middle is allowed. This holds even if no spot of the fine grid for searching regions is
    allowed.
    """
    size, room = 420.0, (188.5, 189.5)
    left, right = room[0] - 10.0, size - room[1] - 10.0
    clear = (
        Clearance(rectangle((left / 2, size / 2), left, size, 0.0)),
        Clearance(rectangle((size - right / 2, size / 2), right, size, 0.0)),
    )
    region = Region(disc((0.0, 0.0), 10.0), size, size, clear)
    assert not len(region.allowed_points())
    menu = legal_actions(PickPoint("player_0", "place", (("a1", region),)))
    assert {ACTIONS.spot.place(int(action))[1] for action in np.flatnonzero(menu.mask())} == {4}
    assert menu.answer(ACTIONS.spot.number(0, 4, 4)) == Spot("a1", (189.0, 189.0))


def test_cells_and_directions_are_the_players_own() -> None:
    """If a player's seat is on the opposite side, the same action aims at the opposite point, in the opposite
    direction.
    """
    request = AimThrow("player_1", "roll", ("d6",), 200.0, 100.0, 50.0)
    number = ACTIONS.aim.number(0, 2, 1, 0)
    near, far = (legal_actions(request, turns=turns).answer(number) for turns in (0, 2))
    assert isinstance(near, Aim)
    assert isinstance(far, Aim)
    assert (near.at, near.heading) == ((10.0, 25.0), math.pi / 4)
    assert (far.at, far.heading) == ((190.0, 75.0), 5 * math.pi / 4)


def test_a_stranger_among_requests_is_refused() -> None:
    """If a kind of request has no action numbers, `legal_actions` raises an error that says so."""
    with pytest.raises(TypeError, match="no actions are known"):
        legal_actions(Request("player_0", "bow"))
