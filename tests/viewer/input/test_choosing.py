"""Choosing by the mouse: pieces and areas are clicked, drags end on areas, and offers show their signs."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from screen_at_host import play

from riotsim.app.window.sandbox import sandbox_of
from riotsim.play.narration import Offer, PlacedSign
from riotsim.play.requests import Choose
from riotsim.table.dice.signs import Sign
from riotsim.table.geometry.plan import rectangle
from riotsim.table.poses import Point, distance
from riotsim.viewer.input.interactions.choose import AREA_EDGE, HOVER, LEGAL, ChooseInteraction
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.scene.marks import Path as Line
from riotsim.viewer.scene.marks import SignMark
from riotsim.viewer.screens.decisions import end_preview, prepared_answer, preview_offer_of, preview_on_table
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.screens.shared_models import choices
from riotsim.viewer.ui.commands import PreviewOption

SOUTH, NORTH = Sign("saves", 2), Sign("melee", 3)

OFFERS = (
    Offer("north", "To the north", area=rectangle((50.0, 90.0), 40.0, 40.0), signs=(PlacedSign((50.0, 90.0), NORTH),)),
    Offer("south", "To the south", area=rectangle((50.0, 10.0), 40.0, 40.0), signs=(PlacedSign((50.0, 10.0), SOUTH),)),
    Offer("stay", "Stay", "die", signs=(PlacedSign((90.0, 50.0), SOUTH),)),
)
"""Two areas with a sign each, and a piece whose sign belongs to no area."""


def choosing() -> ChooseInteraction:
    """Return the interaction for three offers."""
    return ChooseInteraction(Choose("Ada", "move", ("north", "south", "stay")), OFFERS)


def at(x: float, y: float, piece: str | None = None) -> Pointer:
    """Return a pointer at a place."""
    return Pointer((x, y), piece, 0.0)


def test_a_click_on_an_area_gives_its_answer() -> None:
    """A click on an area gives its answer. A click beside all areas, or on another piece that stands in an area, gives
    none.
    """
    assert choosing().pressed(at(45.0, 100.0)) == "north"
    assert choosing().pressed(at(90.0, 90.0)) is None
    assert choosing().pressed(at(50.0, 90.0, "other")) is None
    assert choosing().pressed(at(50.0, 90.0, "die")) == "stay"


def test_a_click_on_any_part_gives_the_answer() -> None:
    """If an offer names the top die of a tower, a click on any of its dice gives the answer, and all of them glow."""
    offers = (
        Offer("Ann", "Throw at Ann's tower", "a3", parts=("a1", "a2")),
        Offer("Bob", "Throw at Bob's tower", "b1"),
    )
    chooses = ChooseInteraction(Choose("Cy", "knock", ("Ann", "Bob")), offers)
    assert chooses.overlay().glow == dict.fromkeys(("a1", "a2", "a3", "b1"), "legal")
    for die in ("a1", "a2", "a3"):
        assert chooses.pressed(at(50.0, 50.0, die)) == "Ann"
    assert chooses.overlay().glow == {**dict.fromkeys(("a1", "a2", "a3"), "hover"), "b1": "legal"}
    assert [choice.pieces for choice in choices(offers)] == [("a3", "a1", "a2"), ("b1",)]
    assert chooses.overlay().hint == "Throw at Ann's tower"
    assert chooses.pressed(at(50.0, 50.0, "b1")) == "Bob"


def test_the_die_that_an_answer_turns_is_no_choice() -> None:
    """If every answer would turn the same die, the mouse on the die highlights no answer. Only buttons do."""
    sides = tuple(Offer(side, side, turns=("die",)) for side in ("north", "south"))
    chooses = ChooseInteraction(Choose("Ada", "top", ("north", "south")), sides)
    chooses.moved(at(50.0, 50.0, "die"))
    assert (chooses.highlighted_offer, chooses.overlay().hint) == (None, "")
    assert chooses.pressed(at(50.0, 50.0, "die")) is None


def test_a_drag_ends_on_an_area_only() -> None:
    """A drag that ends on an area gives its answer. A drag that ends on a piece or elsewhere gives none."""
    assert choosing().dropped(at(50.0, 15.0)) == "south"
    assert choosing().dropped(at(50.0, 50.0, "die")) is None
    assert choosing().dropped(at(90.0, 90.0)) is None


def test_a_drag_of_the_piece_that_moves_is_an_answer() -> None:
    """If a piece is dragged onto an area to which an answer would move it, the drag gives this answer. A click on the
    piece, a drag of another piece, or a drag to any other place gives none.
    """
    offers = (*(replace(offer, moves="die") for offer in OFFERS[:2]), OFFERS[2])
    chooses = ChooseInteraction(Choose("Ada", "move", ("north", "south", "nothing")), (*offers[:2],))

    def dragged(piece: str | None, *to: Pointer) -> object:
        assert chooses.pressed(at(50.0, 50.0, piece)) is None
        for pointer in to:
            chooses.moved(pointer)
        return chooses.released(to[-1])

    assert dragged("die", at(50.0, 30.0), at(50.0, 15.0)) == "south"
    assert dragged("die", at(50.0, 50.0, "die")) is None
    assert dragged("die", at(90.0, 90.0)) is None
    assert dragged("die", at(50.0, 15.0, "other")) is None
    assert dragged("other", at(50.0, 15.0)) is None
    assert dragged(None, at(50.0, 15.0)) is None
    assert chooses.released(at(50.0, 15.0)) is None


def test_signs_of_areas_are_always_drawn_and_others_while_highlighted() -> None:
    """Each area is always drawn with its outline and sign. The sign of a piece's offer is only drawn while the offer is
    highlighted.
    """
    chooses = choosing()
    assert {mark.sign for mark in chooses.overlay().marks if isinstance(mark, SignMark)} == {NORTH, SOUTH}
    lines = [mark for mark in chooses.overlay().marks if isinstance(mark, Line)]
    assert [line.colour for line in lines] == [AREA_EDGE, LEGAL] * 2, "a dark line shows it on light squares"
    chooses.moved(at(50.0, 50.0, "die"))
    assert (90.0, 50.0) in [mark.at for mark in chooses.overlay().marks if isinstance(mark, SignMark)]
    chooses.moved(at(50.0, 90.0))
    (bright,) = (mark for mark in chooses.overlay().marks if isinstance(mark, SignMark) and mark.colour == HOVER)
    assert (bright.sign, chooses.overlay().hint) == (NORTH, "To the north")


def test_a_click_chooses_the_usual_one_of_variants() -> None:
    """If two offers of one die have the same heading, a click on the die takes the first. If they have no heading, the
    click gives no answer.
    """
    lines = (Offer("b1", "b1, 2 damage", "die", group="The 4"), Offer("none", "into nothing", "die", group="The 4"))
    chooses = ChooseInteraction(Choose("Ada", "bullet", ("b1", "none")), lines)
    assert chooses.pressed(at(0.0, 0.0, "die")) == "b1"
    assert chooses.overlay().hint == "The 4: b1, 2 damage (2 lines: choose one in the panel)"
    apart = tuple(replace(offer, group="") for offer in lines)
    assert ChooseInteraction(Choose("Ada", "bullet", ("b1", "none")), apart).pressed(at(0.0, 0.0, "die")) is None


def test_what_a_button_previews_goes_when_the_mouse_is_on_the_table() -> None:
    """If the mouse is on a button, its offer is drawn until the mouse moves over bare table."""
    chooses = choosing()
    chooses.moved(at(90.0, 90.0))
    chooses.preview(OFFERS[2])
    assert (chooses.shown_offer, chooses.overlay().hint) == (OFFERS[2], "Stay")
    chooses.moved(at(90.0, 91.0))
    assert (chooses.shown_offer, chooses.overlay().hint) == (None, "")


def test_what_a_button_previews_is_no_prepared_answer() -> None:
    """If the mouse is on a button or a line of the log, the Enter key doesn't take its offer. An offer that keys have
    highlighted stays the answer of Enter. It is drawn again once the mouse has left the button.
    """
    chooses = choosing()
    preview_on_table(chooses, OFFERS[0])
    assert (chooses.shown_offer, prepared_answer(chooses, None)) == (OFFERS[0], None)
    end_preview(chooses)
    preview_offer_of(chooses, ("die",))
    assert (chooses.shown_offer, prepared_answer(chooses, None)) == (OFFERS[2], None)
    chooses.next()
    preview_on_table(chooses, OFFERS[1])
    end_preview(chooses)
    assert (chooses.shown_offer, prepared_answer(chooses, None)) == (OFFERS[0], "north")


def test_the_mouse_on_the_button_of_a_side_shows_the_side_on_the_table() -> None:
    """If the mouse is on the button for a die's upper or north side, the die glows. The table shows the sign of that
    side, or the signs around it. The mouse on the die itself prepares no answer for Enter.
    """
    sandbox = sandbox_of(Path(__file__).parents[2] / "scenarios" / "cube_clash" / "cc62_does_not_act.yaml")
    die = sandbox.first_position.table.dice["south.ember_page"]
    seen: list[tuple[str, dict[Sign, Point], bool, bool]] = []
    prepared: list[object] = []

    def user(screen: GameScreen) -> Iterator[None]:
        for answer in ("south.furnace_warden", "turn right", "turn", (die.id,), "north", "top"):
            assert screen.interaction is not None
            request = screen.interaction.request
            if request.purpose in ("top", "north"):
                key = str([offer.answer for offer in screen.offers(request)].index(answer))
                prompt = game_model(screen).prompt
                assert prompt is not None
                screen.moved(Pointer(die.pose.xy, die.id, 0.0))
                prepared.append(prepared_answer(screen.interaction, screen.pointer))
                choice = next(one for one in prompt.choices if one.key == key)
                screen.handle(PreviewOption(key))
                overlay = screen.overlay()
                signs = {mark.sign: mark.at for mark in overlay.marks if isinstance(mark, SignMark)}
                seen.append(
                    (request.purpose, signs, die.id in overlay.glow, choice.previews and die.id in choice.pieces)
                )
            screen.submit(answer)
            yield

    play(sandbox.play(sandbox.first_position), user)
    (top, shown, *glows), (north, around, *glow_too) = seen
    assert prepared == [None, None]
    assert (top, north, glows, glow_too) == ("top", "north", [True, True], [True, True])
    assert shown == {Sign("melee", 2): die.pose.xy}
    assert {round(distance(at, die.pose.xy)) for at in around.values()} == {40}
