"""Offers on the table: what a click, a drag or a key chooses, and what is drawn of each offer."""

from dataclasses import replace

import pytest

from riotsim.play.narration import Offer, PlacedSign
from riotsim.play.requests import Choose, PickPoint, Spot
from riotsim.table.dice.signs import Sign
from riotsim.table.geometry.patches import outlines
from riotsim.table.geometry.plan import disc, rectangle
from riotsim.table.geometry.regions import Region
from riotsim.table.pieces import Model, PieceId
from riotsim.viewer.input.interactions.choose import (
    AREA_EDGE,
    AREA_EDGE_WIDTH,
    HOVER,
    LEAST_DRAG,
    LEAST_FREE_DRAG,
    LEGAL,
    AreaDrag,
    ChooseInteraction,
    picks_place,
)
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.input.interactions.place import PlaceInteraction
from riotsim.viewer.scene.marks import Mark, Path, SignMark
from riotsim.viewer.scene.scene import Glow

NORTH, SOUTH = Sign("melee", 3), Sign("saves", 2)

YARD = rectangle((60.0, 140.0), 40.0, 30.0)
"""A rectangular area from 40 to 80 mm across, and from 125 to 155 mm along."""

RUN = Offer("run", "Run", "a1", ((10.0, 20.0), (110.0, 20.0)), 25.0, ("b1", "b2"), parts=("a2", "a3"))
GO = Offer("go", "Into the yard", area=YARD, signs=(PlacedSign((60.0, 140.0), NORTH),), moves="a1")
TURN = Offer("turn", "Turn", "c1", ((9.0, 9.0),), turns=("c2",), signs=(PlacedSign((90.0, 50.0), SOUTH),))
SHOOT = Offer("shoot", "Shoot", "b9", ((30.0, 40.0), (70.0, 10.0)), touches=("b9", "b3"))


def choosing(*offers: Offer) -> ChooseInteraction:
    """Return a choice of these offers."""
    return ChooseInteraction(Choose("Ada", "act", tuple(str(offer.answer) for offer in offers)), offers)


def at(x: float, y: float, piece: str | None = None) -> Pointer:
    """Return a pointer at a place."""
    return Pointer((x, y), piece, 0.0)


def area(colour: str, width: float) -> list[Mark]:
    """Return the marks of the yard: its outline in a colour above a dark edge, and its sign."""
    (line,) = outlines(YARD)
    dark = Path(line, AREA_EDGE, width + 2 * AREA_EDGE_WIDTH)
    return [dark, Path(line, colour, width), SignMark((60.0, 140.0), NORTH, colour)]


LEGAL_GLOW: dict[PieceId, Glow] = dict.fromkeys(("a1", "a2", "a3", "c1", "b9"), "legal")


@pytest.mark.parametrize(
    ("shown", "glow", "marks", "hint"),
    [
        (
            None,
            {},
            [Path(RUN.path, LEGAL, 1.2), *area(LEGAL, 1.2), Path(SHOOT.path, LEGAL, 1.2)],
            "",
        ),
        (
            RUN,
            {"b1": "reached", "b2": "reached", "a1": "hover", "a2": "hover", "a3": "hover"},
            [*area(LEGAL, 1.2), Path(SHOOT.path, LEGAL, 1.2), Path(RUN.path, HOVER, 25.0)],
            "Run",
        ),
        (
            GO,
            {},
            [Path(RUN.path, LEGAL, 1.2), Path(SHOOT.path, LEGAL, 1.2), *area(HOVER, 2.5)],
            "Into the yard",
        ),
        (
            TURN,
            {"c2": "reached", "c1": "hover"},
            [
                Path(RUN.path, LEGAL, 1.2),
                *area(LEGAL, 1.2),
                Path(SHOOT.path, LEGAL, 1.2),
                SignMark((90.0, 50.0), SOUTH, HOVER),
            ],
            "Turn",
        ),
        (
            SHOOT,
            {"b3": "reached", "b9": "hover"},
            [Path(RUN.path, LEGAL, 1.2), *area(LEGAL, 1.2), Path(SHOOT.path, HOVER, 2.5)],
            "Shoot",
        ),
    ],
)
def test_the_shown_offer_is_bold_and_all_others_are_thin(
    shown: Offer | None, glow: dict[PieceId, Glow], marks: list[Mark], hint: str
) -> None:
    """Pieces of offers glow, and paths and areas of offers are drawn thin. The shown offer is drawn bold and last. Its
    own pieces glow as under the mouse, and those that it reaches or turns glow differently.
    """
    chooses = choosing(RUN, GO, TURN, SHOOT)
    chooses.preview(shown)
    assert chooses.overlay() == TableOverlay(LEGAL_GLOW | glow, tuple(marks), hint, is_about_pointer=True)


@pytest.mark.parametrize(
    ("piece", "found"),
    [
        (None, []),
        ("a1", [RUN]),
        ("a3", [RUN]),
        ("b1", []),  # the run touches two pieces, so neither stands for it
        ("b9", [SHOOT]),
        ("c2", []),
        ("unknown", []),
    ],
)
def test_a_piece_stands_for_its_own_offers(piece: str | None, found: list[Offer]) -> None:
    """A piece stands for the offers that name it, or that name a piece of the same tower. A piece that an offer only
    reaches stands for none.
    """
    assert choosing(RUN, GO, TURN, SHOOT).offers_of(piece) == found


def test_a_piece_that_only_one_offer_touches_stands_for_it() -> None:
    """If no offer names a piece, the piece stands for the offers that touch no other piece."""
    one, two = replace(RUN, touches=("b1",)), replace(SHOOT, touches=("b1", "a1"))
    chooses = choosing(one, two)
    assert chooses.offers_of("b1") == [one]
    assert chooses.pressed(at(0.0, 0.0, "b1")) == "run"
    assert chooses.offers_of("a1") == [one]


@pytest.mark.parametrize(
    ("offers", "answer", "hint"),
    [
        ((Offer("x", "X", "d"), Offer("y", "Y", "d")), None, "X (2 options: choose one in the panel)"),
        (
            (Offer("x", "X", "d", group="G"), Offer("y", "Y", "d", group="G"), Offer("z", "Z", "d", group="G")),
            "x",
            "G: X (3 lines: choose one in the panel)",
        ),
        (
            (Offer("x", "X", "d", group="G"), Offer("y", "Y", "d", group="H")),
            None,
            "G: X (2 options: choose one in the panel)",
        ),
        (
            (Offer("x", "X", "d", group="G"), Offer("y", "Y", "e", group="G", parts=("d",))),
            None,
            "G: X (2 options: choose one in the panel)",
        ),
        ((Offer("x", "X", "d"), Offer("y", "Y", "d", group="G")), None, "X (2 options: choose one in the panel)"),
        ((Offer("x", "X", "d", group="G"), Offer("y", "Y", "e")), "x", "G: X"),
    ],
)
def test_a_click_answers_if_the_offers_of_a_piece_are_one_choice(
    offers: tuple[Offer, ...], answer: str | None, hint: str
) -> None:
    """If several offers have the same piece and the same heading, a click on the piece takes the first. If they differ,
    the click answers nothing, and the hint tells the player to choose in the panel.
    """
    chooses = choosing(*offers)
    assert chooses.pressed(at(5.0, 6.0, "d")) == answer
    assert chooses.highlighted_offer == offers[0]
    assert chooses.overlay().hint == hint


def test_keys_go_round_the_offers() -> None:
    """Keys highlight one offer after another, forwards or backwards. After the last offer comes the first."""
    chooses = choosing(RUN, GO, TURN)
    for by, seen in ((1, RUN), (1, GO), (2, RUN), (-1, TURN), (-2, RUN), (1, GO)):
        chooses.preview(SHOOT)
        chooses.next(by)
        assert (chooses.previewed, chooses.highlighted_offer) == (None, seen)
    for by, seen in ((-1, TURN), (-2, GO), (2, GO)):
        fresh = choosing(RUN, GO, TURN)
        fresh.next(by)
        assert fresh.highlighted_offer == seen
    fresh = choosing(RUN, GO, TURN)
    fresh.next()
    assert fresh.highlighted_offer == RUN
    none = choosing()
    none.next()
    assert none.highlighted_offer is None


def test_what_keys_highlight_stays_while_the_pointer_stays() -> None:
    """If keys have highlighted an offer, it stays while the mouse moves over the same piece or area, or over bare
    table. If the mouse moves to something else, the offer there is highlighted.
    """
    chooses = choosing(RUN, GO, TURN)
    chooses.next(-1)
    chooses.moved(at(300.0, 300.0))
    assert chooses.highlighted_offer == TURN
    for first, second, there, then in (
        (at(50.0, 130.0), at(70.0, 150.0), GO, TURN),
        (at(10.0, 20.0, "a1"), at(12.0, 25.0, "a1"), RUN, GO),
    ):
        chooses.moved(first)
        assert chooses.highlighted_offer == there
        chooses.next()
        chooses.moved(second)
        assert chooses.highlighted_offer == then
    chooses.moved(at(300.0, 300.0))
    assert chooses.highlighted_offer is None


def test_the_last_preview_is_known_until_the_pointer_moves() -> None:
    """If a panel has shown an offer, this offer is remembered after the preview ends, until the mouse moves on the
    table.
    """
    chooses = choosing(RUN, GO)
    chooses.moved(at(10.0, 20.0, "a1"))
    seen = []
    for offer in (GO, None):
        chooses.preview(offer)
        seen.append((chooses.previewed, chooses.last_previewed, chooses.shown_offer))
    chooses.moved(at(11.0, 20.0, "a1"))
    seen.append((chooses.previewed, chooses.last_previewed, chooses.shown_offer))
    assert seen == [(GO, GO, GO), (None, GO, RUN), (None, None, RUN)]


@pytest.mark.parametrize(
    ("far", "answer"), [(LEAST_DRAG - 1.0, None), (LEAST_DRAG, None), (LEAST_DRAG + 0.25, "go"), (25.0, "go")]
)
def test_a_short_drag_is_a_click(far: float, answer: str | None) -> None:
    """If a piece is dragged farther than the mouse may move within a click, the drag answers. A shorter drag counts as
    a click.
    """
    chooses = choosing(GO, RUN)
    chooses.pressed(at(50.0, 128.0, "a1"))
    assert chooses.released(at(50.0, 128.0 + far)) == answer
    assert chooses.released(at(50.0, 150.0)) is None, "the piece is held no longer"


def test_a_drag_gives_the_offer_that_moves_its_piece() -> None:
    """If a piece is dragged to an area with several offers, the drag gives the offer that moves this piece there. A
    drag from bare table gives none.
    """
    chooses = choosing(replace(GO, moves=None), replace(GO, answer="other", moves="c1"), replace(GO, answer="own"))
    for piece, answer in (("a1", "own"), ("c1", "other"), ("b1", None), (None, None)):
        chooses.pressed(at(100.0, 100.0, piece))
        assert chooses.released(at(60.0, 140.0)) == answer
    chooses.moved(at(200.0, 200.0))
    assert chooses.dropped(at(60.0, 140.0)) == "go"
    assert chooses.highlighted_offer == chooses.offers[0]
    assert chooses.dropped(at(60.0, 156.0)) is None
    assert chooses.dropped(at(60.0, 140.0, "a1")) is None


def test_the_only_offer_is_the_usual_answer() -> None:
    """If there is only one offer, the answer without a click is that offer. With several offers or none the player has
    to choose.
    """
    assert [choosing(*some).default_answer() for some in ((RUN,), (RUN, GO), ())] == ["run", None, None]
    assert (choosing(RUN).cancel(), choosing(RUN).level, choosing(RUN).instruction) == (False, 0.0, "")


REGION = Region(disc((0.0, 0.0), 12.5), 300.0, 200.0)
SQUARES = replace(REGION, places=((60.0, 140.0), (160.0, 40.0)))


def placing(region: Region, *, moves: bool = True, is_new: bool = False) -> PlaceInteraction:
    """Return an interaction in which the model a1 is placed."""
    request = PickPoint("Ada", "place", (("a1", region),), moves)
    return PlaceInteraction(request, {"a1": Model("a1", "Ada", (20.0, 30.0))}, is_new=is_new)


@pytest.mark.parametrize(
    ("interaction", "piece", "far", "answer"),
    [
        (choosing(GO), "a1", 8.5, "go"),
        (choosing(GO), None, 8.5, "go"),
        (choosing(GO), "a1", LEAST_DRAG, None),
        (choosing(RUN), "a1", 30.0, None),
        (placing(SQUARES), "b1", 8.5, Spot("a1", (60.0, 140.0))),
        (placing(SQUARES, moves=False), None, 8.5, Spot("a1", (60.0, 140.0))),
        (placing(SQUARES), "a1", LEAST_DRAG, None),
        (placing(SQUARES, is_new=True), "a1", 30.0, None),
        (placing(REGION), "a1", 25.5, Spot("a1", (60.0, 140.0))),
        (placing(REGION), "a1", LEAST_FREE_DRAG, None),
        (placing(REGION), "b1", 30.0, None),
        (placing(REGION), None, 30.0, None),
        (placing(REGION, moves=False), "a1", 30.0, None),
        (placing(REGION, is_new=True), "a1", 30.0, None),
    ],
)
def test_the_end_of_a_drag_answers_the_next_question(
    interaction: ChooseInteraction | PlaceInteraction, piece: str | None, far: float, answer: object
) -> None:
    """If a press answers a question, the place where the button is released answers the next one. This place may be in
    an area, or a marked place. If the piece itself was dragged far enough, any place counts. New pieces are put down
    only by a click.
    """
    drag = AreaDrag()
    drag.begin(at(60.0, 140.0 - far, piece))
    assert drag.answer(interaction) is None, "it has not ended"
    drag.end(at(60.0, 140.0))
    assert drag.answer(None) is None, "the next question has not come"
    assert drag.answer(interaction) == answer
    assert drag.answer(interaction) is None, "the end counts once"


def test_a_press_begins_a_drag_anew() -> None:
    """A new press clears the last drag. A release without a press isn't a drag."""
    drag = AreaDrag()
    drag.begin(at(0.0, 0.0, "a1"))
    drag.end(at(60.0, 140.0))
    drag.begin(None)
    assert drag.answer(choosing(GO)) is None
    drag.end(at(60.0, 140.0))
    assert drag.answer(choosing(GO)) is None
    drag.begin(at(0.0, 0.0, "a1"))
    drag.end(at(60.0, 140.0))
    drag.end(at(200.0, 200.0))
    assert drag.answer(choosing(GO)) == "go", "the first release ends the drag"


def test_a_press_can_pick_the_place_too() -> None:
    """If a press also picks a place, it answers the next question, unless a longer drag ends elsewhere."""
    for to, answer in (((60.0, 140.0), "go"), ((68.0, 140.0), "go"), ((60.0, 100.0), None)):
        drag = AreaDrag()
        drag.begin(at(60.0, 140.0), picks_place=True)
        drag.end(Pointer(to, None, 0.1))
        assert drag.answer(choosing(GO)) == answer
    near = AreaDrag()
    near.begin(at(60.0, 140.0, "a1"), picks_place=True)
    near.end(at(62.0, 140.0))
    assert near.answer(placing(REGION)) is None, "a click drags no piece"


def test_some_offers_also_pick_the_place() -> None:
    """An answer also picks the place for the next question only if its offer says so."""
    chooses = choosing(replace(GO, picks_place=True), RUN)
    assert [picks_place(chooses, answer) for answer in ("go", "run", None)] == [True, False, False]
    assert not picks_place(None, "go")
    assert not picks_place(placing(REGION), "go")
