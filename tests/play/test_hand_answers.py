"""A person's hand movements as answers: written as plain data, read back, and checked against limits."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.play.requests import Aim, AimThrow, PlaceDie, Refused, Request, SetPace
from riotsim.play.session.answers import parse_answer
from riotsim.play.session.serialization import act_to_plain, to_plain
from riotsim.table.acts import Carry, Drag, Hand, Pace, Put, Roll, Stack
from riotsim.table.pieces import Die

THROW = AimThrow("Ann", "roll", ("d6",), 600.0, 500.0, 50.0)
PLACE = PlaceDie("Ann", "stack", "a1", 3, 8.0)
CARRY = SetPace("Ann", "carry", "a1", (300.0, 0.0), 5, ("normal", "slow"), 300.0)
HAND = Hand("average", 1.5, 0.1, 0.05, 10.0, 20.0, 700.0, 100.0, 45.0, (("normal", Pace(500.0, 1600.0)),))

numbers = st.floats(allow_nan=False, allow_infinity=False, width=32)


@given(
    st.one_of(
        st.builds(
            Aim,
            st.tuples(numbers, numbers),
            numbers,
            numbers,
            numbers,
            st.none() | st.tuples(numbers, numbers, numbers),
            st.booleans(),
        ).map(lambda aim: (THROW, aim)),
        st.builds(Put, st.tuples(numbers, numbers), numbers, st.tuples(numbers, numbers)).map(lambda put: (PLACE, put)),
        st.builds(Drag, st.lists(st.tuples(st.integers(), numbers), max_size=9).map(tuple)).map(lambda d: (CARRY, d)),
    )
)
def test_an_answer_by_hand_comes_back_from_json(asked: tuple[Request[object], object]) -> None:
    """If an answer by hand is written as JSON and read back, it is exactly the same, whether allowed or not."""
    request, answer = asked
    again = parse_answer(request, json.loads(json.dumps(to_plain(answer))))
    assert repr(again) == repr(answer)
    assert request.refusal(again) == request.refusal(answer)


def test_what_nobody_did_by_hand_is_told_as_it_ever_was() -> None:
    """If no person's hand moved the pieces, answers and acts are written without any keys for hand movements, as in
    older games.
    """
    assert to_plain(Aim((1.0, 2.0), 0.5)) == {
        "is": "aim",
        "at": [1.0, 2.0],
        "heading": 0.5,
        "strength": 1.0,
        "drop": 100.0,
    }
    for act in (
        Roll((Die("d"),), (1.0, 2.0), 0.5, HAND),
        Stack(Die("d"), "a1", HAND),
        Carry("a1", (1.0, 2.0), HAND, "n"),
    ):
        assert not {"spin", "by_hand", "put", "drag"} & set(act_to_plain(act))
    by_hand = act_to_plain(Carry("a1", (1.0, 2.0), HAND, "n", Drag(((3, 0.5),))))
    assert by_hand["drag"] == {"is": "drag", "samples": [[3, 0.5]]}


@pytest.mark.parametrize(
    ("spin", "why"),
    [
        (None, None),
        ((0.0, 0.0, 0.0), None),
        ((0.0, 2.0, 0.0), None),
        ((0.0, 2.0, 0.1), "at most 2 times"),
        ((0.0, math.nan, 0.0), "three numbers"),
        ((0.0, 0.0), "three numbers"),
        ("wild", "three numbers"),
    ],
)
def test_spin(spin: object, why: str | None) -> None:
    """A throw is refused if the hand spins the dice more than twice as fast as usual, or if the spin is not three
    numbers.
    """
    refused = THROW.refusal(Aim((1.0, 2.0), 0.0, spin=spin, by_hand=True))  # type: ignore[arg-type]  # some are no spin
    assert refused is None if why is None else why in (refused or "")


@pytest.mark.parametrize(
    ("put", "why"),
    [
        (Put((8.0, 0.0), 3.0, (300.0, 0.0)), None),
        (Put((8.1, 0.0)), "within 8 mm"),
        (Put((0.0, 0.0), math.inf), "an angle"),
        (Put((0.0, 0.0), 0.0, (800.0, 800.0)), "at most 1000 mm/s"),
        (Put((0.0, 0.0), 0.0, (0.0,)), "a velocity"),  # type: ignore[arg-type]  # a file may say so
        (Put(None), "two numbers"),  # type: ignore[arg-type]  # likewise
    ],
)
def test_put(put: Put, why: str | None) -> None:
    """A die is refused if it is released more than 8 mm off the tower's top die, or by a hand faster than 1000 mm/s."""
    refused = PLACE.refusal(put)
    assert refused is None if why is None else why in (refused or "")


@pytest.mark.parametrize(
    ("samples", "why"),
    [
        ((), None),
        (((0, 0.0), (4, 10.0), (8, 5), (7200, 300.0)), None),
        (((4, 10.0), (4, 11.0)), "go up"),
        (((-1, 10.0),), "go up"),
        (((4.0, 10.0),), "whole number"),
        (((4, 10.0, 1),), "whole number"),
        (((True, 10.0),), "whole number"),
        (((4, 300.1),), "stays on its line"),
        (((4, math.nan),), "whole number"),
        (((4, -0.1),), "stays on its line"),
        (((7201, 10.0),), "at most 30 s"),
        (tuple((k, 0.0) for k in range(4001)), "at most 4000"),
        ([(4, 10.0)], "a list of"),
        ((7,), "whole number"),
        (None, "a list of"),
    ],
)
def test_drag(samples: object, why: str | None) -> None:
    """A drag is refused if its ticks don't increase, if its distances leave the line, or if it is too long."""
    refused = CARRY.refusal(Drag(samples))  # type: ignore[arg-type]  # some are none
    assert refused is None if why is None else why in (refused or "")


AIM: dict[str, Any] = {"is": "aim", "at": [1, 2], "heading": 0}
STRANGE: tuple[Any, ...] = (
    {"is": "drag"}, {"is": "drag", "samples": 5}, {"is": "drag", "samples": [[1]]}, {"is": "drag", "samples": {"1": 2}},
    {"is": "drag", "samples": [["1", 2]]}, {"is": "drag", "samples": [[1, "inf"]]}, {"is": "drag", "samples": [1, 2]},
    {"is": "drag", "samples": [[10**400, 2]]}, {"is": "drag", "samples": [[1, 10**400]]},
    {"is": "drag", "pace": "slow"},
    {"is": "put"}, {"is": "put", "offset": 3}, {"is": "put", "offset": [1]}, {"is": "put", "offset": [1, "x"]},
    {"is": "put", "offset": [0, 0], "velocity": [1e9, 0]}, {"is": "put", "offset": [0, 0], "yaw": None},
    {**AIM, "spin": 5}, {**AIM, "spin": [1, 2]},
    {**AIM, "by_hand": 1}, {**AIM, "spin": [[], 1, 2]},
    {"is": "spot", "piece": "a1", "at": [0, 0]}, {"is": "hand"}, {"is": []}, {}, [], 7, None, "gallop",
)  # fmt: skip


@pytest.mark.parametrize("request_", [THROW, PLACE, CARRY], ids=lambda request: type(request).__name__)
@pytest.mark.parametrize("told", STRANGE, ids=repr)
def test_a_hostile_answer_is_refused_with_a_sentence(request_: Request[object], told: object) -> None:
    """If a file holds a malformed answer, it is refused with a reason, either when it is read or by its request."""
    try:
        refused = request_.refusal(parse_answer(request_, told))
    except Refused as no:
        refused = str(no)
    assert refused
