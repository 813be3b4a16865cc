"""The rows of an observation: each number worked out by hand, from the first seat and from the one opposite."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from riotsim.agents.observations import ObservationEncoder, _layout, _ObservationWriter
from riotsim.play.agent_view import AgentSizes
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import AimThrow, Choose, PickPiece, PickWay, PlaceDie, SetPace, Way
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die, Hull, Model, Token, Tower
from riotsim.table.poses import Pose
from riotsim.table.state import Table


def die(name: str, x: float, y: float, shows: int, owner: str = "") -> Die:
    """Return a d6 that lies flat."""
    return Die(name, D6, 16.0, Pose((x, y, 8.0), D6.orientation_showing(shows)), owner)


TABLE = (
    Table(400.0, 200.0)
    .with_pieces(
        Model("m1", "Ada", (300.0, 50.0)), Model("m2", "Bea", (100.0, 150.0), Hull(48.0, 20.0), fallen=True),
        Token("t2", Pose((200.0, 100.0, 1.0))), Token("t1", Pose((0.0, 200.0, 1.0))),
        die("b", 400.0, 0.0, 3, "Ada"), die("a", 100.0, 100.0, 6, "Bea"), die("c", 200.0, 50.0, 1),
        die("x", 300.0, 150.0, 5), die("y", 300.0, 150.0, 2), die("z", 280.0, 50.0, 4),
    )
    .with_tower("Ada", Tower(("x", "y")))
    .with_tower("m1", Tower(("z",)))
)  # fmt: skip
"""Ada has a tower of her own with 5 and 2, and one beside her model m1."""

OWNERS = {"m1": "Ada", "m2": "Bea", "gone": "Ada"}


def writer(player: str = "Ada", request: Any = None, turns: int = 0, **traits: tuple[float, ...]) -> _ObservationWriter:
    """Return the writer for one of two players."""
    session = cast("Any", SimpleNamespace(table=TABLE, state="state"))
    players = ("Ada", "Bea") if player == "Ada" else ("Bea", "Ada")
    return _ObservationWriter(player, session, request, players, OWNERS, turns, traits)


def test_players_have_scores_and_towers() -> None:
    """An observation has a row for each player, the observer first. The row has the score, the turn, the height and sum
    of the player's own tower, and its place.
    """
    shown = cast("Any", SimpleNamespace(
        scores=lambda state, table: {"Ada": 8} if (state, table) == ("state", TABLE) else {},
        turn=lambda _: SimpleNamespace(player="Bea"),
    ))  # fmt: skip
    assert writer().players(shown) == [[0.25, False, 0.1, 7 / 32, 0.5, 0.5], [0.0, True, 0.0, 0.0, 0.0, 0.0]]
    assert writer("Bea", turns=2).players(shown) == [
        [0.0, True, 0.0, 0.0, 0.0, 0.0], [0.25, False, 0.1, 7 / 32, -0.5, -0.5],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("turns", "place"), [(0, (0.5, -0.25)), (1, (-0.25, -0.5)), (2, (-0.5, 0.25)), (3, (0.25, 0.5))]
)
def test_a_place_is_seen_from_the_own_seat(turns: int, place: tuple[float, float]) -> None:
    """A direction's name depends on the seat. The first player's north is south for the opposite player, and east for
    the player between them.
    """
    assert writer(turns=turns)._place((300.0, 75.0)) == place


def test_models_have_a_row_each() -> None:
    """A model's row has its presence, place, base, fall and height of tower, whether it acts and is asked about, and
    its traits. The row of a model that is gone has only its traits and whether it is asked about. Models beyond the
    room are left out.
    """
    request = PickWay("Ada", "way", "gone", (Way("d", 0.0, 9.0),))
    rows = writer(request=request, m1=(0.5, -0.5), gone=(0.25, 1.0)).models((2, 3, 10), "m2")
    here = [1.0, 0.5, -0.5, 25 / 64, 0.0, 0.05, 0.0, 0.0, 0.5, -0.5]
    gone = [0.0] * 7 + [1.0, 0.25, 1.0]
    assert rows[0].tolist() == pytest.approx(np.array([here, gone, [0.0] * 10]))
    there = [1.0, -0.5, 0.5, 48 / 64, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0]
    assert rows[1].tolist() == pytest.approx(np.array([there, [0.0] * 10, [0.0] * 10]))
    assert writer(request=request, m1=(0.5,)).models((2, 1, 8), "m1")[0].tolist() == pytest.approx(
        np.array([[1.0, 0.5, -0.5, 25 / 64, 0.0, 0.05, 1.0, 0.0]])
    )


def test_tokens_and_dice_come_by_name() -> None:
    """Tokens and loose dice come in the order of their names, as many as there is room for. Dice of towers are left
    out. A player's own dice have 1, and those of others -1.
    """
    assert writer().tokens(9) == [(1.0, -1.0, 1.0), (1.0, 0.0, 0.0)]
    assert writer().tokens(1) == [(1.0, -1.0, 1.0)]
    rows = [(1.0, -0.5, 0.0, 0.5, -1.0), (1.0, 1.0, -1.0, 0.25, 1.0), (1.0, 0.0, -0.5, 1 / 12, 0.0)]
    assert writer().dice(9, 0) == [pytest.approx(row) for row in rows]
    assert len(writer().dice(2, 0)) == 2
    with_traits = writer(b=(0.5, 0.75)).dice(2, 2)
    assert with_traits == [pytest.approx((*rows[0], 0.0, 0.0)), pytest.approx((*rows[1], 0.5, 0.75))]


def test_options_have_the_piece_that_they_name_and_their_words() -> None:
    """An option has the place, number and owner of the piece that it names, or zeros if it names none. A picked item
    has -1. A tower without a model counts as its lowest die.
    """
    words = ("scoot", "m1")
    acts = Choose("Ada", "act", ("scoot", "m2", "t1", "Ada", "b"))
    assert writer(request=acts).options(words, ("t1",), 9, None) == [
        (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0), (1.0, -0.5, 0.5, 0.0, -1.0, 0.0, 0.0),
        (-1.0, -1.0, 1.0, 0.0, 0.0, 0.0, 0.0), pytest.approx((1.0, 0.5, 0.5, 5 / 12, 0.0, 0.0, 0.0)),
        (1.0, 1.0, -1.0, 0.25, 1.0, 0.0, 0.0),
    ]  # fmt: skip
    assert writer(request=PickPiece("Ada", "pick", ("m1", "m2"))).options(words, (), 1, None) == [
        (1.0, 0.5, -0.5, 0.0, 1.0, 0.0, 1.0)
    ]
    some = PickSome("Ada", "pick", ("a", "b"))
    assert [row[0] for row in writer(request=some).options((), ("b",), 9, None)] == [1.0, -1.0]
    assert writer(request=PlaceDie("Ada", "put", "m1", 1, 8.0)).options(words, (), 9, None) == []
    assert writer().options(words, (), 9, None) == []


def test_directions_are_named_as_the_observer_sees_them() -> None:
    """A direction that leads away from the first player leads towards the opposite one, and to the right of the one
    between them.
    """
    compass = ("north", "west", "south", "east")
    step = Choose("Ada", "go", ("north", "west"))
    for turns, (north, west) in {
        0: ("north", "west"),
        1: ("east", "north"),
        2: ("south", "east"),
        3: ("west", "south"),
    }.items():
        found = writer(request=step, turns=turns).options(compass, (), 9, compass)
        assert [[word for word, said in zip(compass, row[5:], strict=True) if said] for row in found] == [
            [north],
            [west],
        ]
    assert writer(turns=2)._turned_words(None) == {}
    assert writer(turns=0)._turned_words(compass) == {}


@pytest.mark.parametrize(
    "request_about",
    [
        PickWay("Ada", "way", "m1", (Way("d", 0.0, 9.0),)), SetPace("Ada", "pace", "m1", (1.0, 2.0), 0, ("usual",)),
        PlaceDie("Ada", "put", "m1", 1, 8.0), AimThrow("Ada", "aim", ("d6",), 9.0, 9.0, 1.0, thrower="m1"),
    ],
)  # fmt: skip
def test_a_model_is_asked_about(request_about: Any) -> None:
    """A request about a model's path, pace, tower or throw asks about this model. A list of options that names the
    model does not.
    """
    assert writer(request=request_about).models((2, 1, 8), None)[:, 0, 7].tolist() == [1.0, 0.0]
    assert writer(request=Choose("Ada", "act", ("m1",))).models((2, 1, 8), None)[:, 0, 7].tolist() == [0.0, 0.0]


def test_parts_lie_one_after_the_other() -> None:
    """The parts of an observation lie one after the other. Each is as long as the product of its shape."""
    assert dict(_layout({"a": (3,), "b": (2, 4), "c": (1,)})) == {
        "a": (slice(0, 3), (3,)), "b": (slice(3, 11), (2, 4)), "c": (slice(11, 12), (1,)),
    }  # fmt: skip


def _encoder(*, units_are_dice: bool = False, models: int = 2, clock: float | None = 450.0) -> ObservationEncoder:
    """Return the encoder of a made-up game with two traits and two words."""
    view = SimpleNamespace(
        trait_names=lambda _: ("size", "speed"), sizes=AgentSizes(options=3, models=models, tokens=1, dice=2),
        units_are_dice=units_are_dice, purposes=("act", "pick"), words=("scoot", "m1"), compass=None,
        quarter_turns=lambda book, seat, players: 5 if (book, seat, players) == ("book", 0, 2) else 2,
        traits=lambda book, state, table: {"m1": (0.5, -0.5), "b": (0.25, 1.0)}, clock=lambda _: clock,
        acting=lambda _: "m2",
    )  # fmt: skip
    shown = SimpleNamespace(
        model_owners=lambda state: OWNERS if state == "first" else {}, scores=lambda *_: {"Ada": 8, "Bea": 64},
        turn=lambda _: SimpleNamespace(player="Ada"),
    )  # fmt: skip
    game = SimpleNamespace(agent_view=lambda: view, presentation=lambda: shown)
    return ObservationEncoder(cast("Any", game), "book", ("Ada", "Bea"))


SESSION = cast("Any", SimpleNamespace(table=TABLE, state="state", first_checkpoint=SimpleNamespace(state="first")))


def _parts(encoder: ObservationEncoder, player: str, request: Any) -> dict[str, list[Any]]:
    found = encoder.encode(player, SESSION, request, ("m2",))
    assert found.shape == (encoder.size,)
    return {
        name: np.round(found[where].reshape(shape).astype(float), 4).tolist()
        for name, (where, shape) in encoder.parts.items()
    }


def test_an_observation_has_all_parts_one_after_the_other() -> None:
    """An observation consists of the kind and purpose of the request, the clock, players, models, tokens, dice and
    options, in this order.
    """
    encoder = _encoder()
    assert {name: shape for name, (_, shape) in encoder.parts.items()} == {
        "kind": (7,), "purpose": (2,), "clock": (1,), "players": (2, 6), "models": (2, 2, 10), "tokens": (1, 3),
        "dice": (2, 5), "options": (3, 7),
    }  # fmt: skip
    assert encoder.size == 7 + 2 + 1 + 12 + 40 + 3 + 10 + 21
    assert [encoder.quarter_turns(player) for player in ("Ada", "Bea")] == [1, 2]
    found = _parts(encoder, "Bea", Choose("Bea", "act", ("scoot", "m2")))
    assert (found["kind"], found["purpose"], found["clock"]) == ([1.0] + [0.0] * 6, [1.0, 0.0], [0.25])
    assert found["players"] == [[1.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.25, 1.0, 0.1, 0.2188, -0.5, -0.5]]
    assert found["models"][0] == [[1.0, 0.5, -0.5, 0.75, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0], [0.0] * 10]
    assert found["models"][1][0] == [1.0, -0.5, 0.5, 0.3906, 0.0, 0.05, 0.0, 0.0, 0.5, -0.5]
    assert found["tokens"] == [[1.0, 1.0, -1.0]]
    assert found["dice"] == [[1.0, 0.5, 0.0, 0.5, 1.0], [1.0, -1.0, 1.0, 0.25, -1.0]]
    assert found["options"] == [
        [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0], [-1.0, 0.5, -0.5, 0.0, 1.0, 0.0, 0.0], [0.0] * 7,
    ]  # fmt: skip


def test_traits_are_those_of_models_or_of_dice() -> None:
    """Dice have traits in games whose units are dice. A part without numbers is left out, and a game without a clock
    has the number 0 for it.
    """
    encoder = _encoder(units_are_dice=True, models=0, clock=None)
    shapes = {name: shape for name, (_, shape) in encoder.parts.items()}
    assert ("models" in shapes, shapes["dice"]) == (False, (2, 7))
    found = _parts(encoder, "Bea", PickPiece("Bea", "pick", ("m1",)))
    assert found["dice"] == [[1.0, 0.5, 0.0, 0.5, 1.0, 0.0, 0.0], [1.0, -1.0, 1.0, 0.25, -1.0, 0.25, 1.0]]
    assert (found["kind"], found["purpose"]) == ([0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 1.0])
    assert found["clock"] == [0.0]
    idle = _parts(_encoder(), "Ada", None)
    assert (idle["kind"], idle["purpose"], idle["options"]) == ([0.0] * 7, [0.0] * 2, [[0.0] * 7] * 3)
    assert _encoder(units_are_dice=True).parts["models"][1] == (2, 2, 8)
