"""Decisions in the window: how each request is answered, its buttons besides the offers, and lasting choices."""

import math
from dataclasses import replace
from typing import Any

import pytest

from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.narration import Offer
from riotsim.play.requests import (
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
    Target,
    Way,
)
from riotsim.table.acts import Mark
from riotsim.table.geometry.plan import disc, rectangle
from riotsim.table.geometry.regions import Region
from riotsim.table.geometry.straight import StraightWays
from riotsim.table.pieces import Model, Piece
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.choose import ChooseInteraction
from riotsim.viewer.input.interactions.interaction import Interaction, Pointer
from riotsim.viewer.input.interactions.path import PathInteraction
from riotsim.viewer.input.interactions.pick_some import PickSomeInteraction
from riotsim.viewer.input.interactions.place import PlaceInteraction
from riotsim.viewer.input.interactions.place_some import PlaceSomeInteraction
from riotsim.viewer.input.keys import Action
from riotsim.viewer.screens.decisions import (
    ALL_TIP,
    BOX_TIP,
    BY_STANDARD_HAND,
    NONE_TIP,
    RANGE_TIP,
    REST,
    answer_of,
    choice_for,
    choice_to_lift,
    choice_to_make,
    end_preview,
    extra_choices,
    interaction_for,
    lasting_rows,
    listed_offers,
    offers_for,
    prepared_answer,
    preview_offer_of,
    preview_on_table,
    rows_above,
    take_extra_choice,
    to_next,
)
from riotsim.viewer.session.messages import GameStatus, LastingChoice, Question
from riotsim.viewer.ui.models import Choice

TABLE = Table(400.0, 300.0).with_pieces(Model("a1", "Ada", (100.0, 80.0)), Model("a2", "Ada", (160.0, 80.0)))

REGION = Region(disc((0.0, 0.0), 12.5), 400.0, 300.0)

SQUARES: tuple[Point, ...] = ((60.0, 60.0), (200.0, 100.0), (300.0, 100.0))

MARKED = replace(REGION, places=SQUARES)

TRACK = replace(REGION, places=((60.0, 60.0), (66.0, 60.0), (72.0, 60.0)))

STRAIGHT = replace(MARKED, ways=StraightWays((100.0, 80.0), 12.5, ()))

NEW: dict[str, Piece] = {"n1": Model("n1", "Ada", (0.0, 0.0)), "n2": Model("n2", "Ada", (0.0, 0.0))}

CHOOSE: Request[Any] = Choose("Ada", "act", ("go", "stay"))

GO, STAY = Offer("go", "Go", "a1"), Offer("stay", "Stay")


def point(*pieces: str, region: Region = REGION, moves: bool = True, purpose: str = "place") -> PickPoint:
    """Return a request to place one of some pieces."""
    return PickPoint("Ada", purpose, tuple((piece, region) for piece in pieces), moves)


def asked(request: Request[Any], *offers: Offer, lasting: tuple[LastingChoice, ...] = ()) -> Question:
    """Return a question with one request."""
    turn = GameStatus().turn
    return Question(
        (request,), (), turn, can_undo=False, can_redo=False, incoming=NEW, offers=(offers,), lasting=lasting
    )


def answering(request: Request[Any], *offers: Offer) -> Interaction:
    """Return the interaction for a request."""
    return interaction_for(request, asked(request, *offers), offers, TABLE, hands=True)


THROW: Request[Any] = AimThrow("Ada", "roll", ("d6",), 400.0, 300.0, 50.0)

STACK = PlaceDie("Ada", "stack", "a1", 2, 8.0)

AT_A1 = Target("a1", (100.0, 80.0), Mark(50.0, 20.0), REGION)


@pytest.mark.parametrize(
    ("request_", "kind"),
    [
        (CHOOSE, "ChooseInteraction"),
        (PickPiece("Ada", "x", ("a1",)), "ChooseInteraction"),
        (PickSome("Ada", "x", ("a1",)), "PickSomeInteraction"),
        (PlaceSome("Ada", "x", (("a1", REGION),)), "PlaceSomeInteraction"),
        (point("a1"), "PlaceInteraction"),
        (PickWay("Ada", "x", "a1", (Way("d1", 0.0, 9.0),)), "PathInteraction"),
        (THROW, "ThrowInteraction"),
        (AimThrow("Ada", "x", ("d6",), 400.0, 300.0, 50.0, target=AT_A1), "TargetThrowInteraction"),
        (STACK, "StackInteraction"),
        (SetPace("Ada", "x", "a1", (9.0, 9.0), 2, ("usual",)), "CarryInteraction"),
    ],
)
def test_each_request_has_its_interaction(request_: Request[Any], kind: str) -> None:
    """The interaction belongs to the request, and an unknown type of request has none."""
    interaction = answering(request_)
    assert (type(interaction).__name__, interaction.request) == (kind, request_)
    with pytest.raises(TypeError, match="there is no mouse interaction for Request"):
        answering(Request("Ada", "x"))


def test_new_pieces_are_known_to_the_interaction() -> None:
    """A piece that is not on the table yet is new. The texts about items are those of the offers, after the colon."""
    old, new = answering(point("a1", "n1")), answering(point("n1", "a1"))
    assert isinstance(old, PlaceInteraction)
    assert isinstance(new, PlaceInteraction)
    assert (old.is_new, new.is_new) == (False, True)
    group = answering(PlaceSome("Ada", "x", (("a1", REGION), ("n1", REGION))))
    assert isinstance(group, PlaceSomeInteraction)
    assert (group.are_new, group.places["a1"]) == (True, (100.0, 80.0))
    texts = (Offer("x", "a1: fires: first", "a1"), Offer("y", "a2 waits", "a2"), Offer("z", "z: unknown"))
    picks = answering(PickSome("Ada", "x", ("a1", "a2")), *texts)
    assert isinstance(picks, PickSomeInteraction)
    assert [picks.about(item) for item in ("a1", "a2")] == ["fires: first", ""]


PLAIN = "plain"


@pytest.mark.parametrize(
    ("request_", "offers", "choices"),
    [
        (CHOOSE, (GO,), ()),
        (CHOOSE, (), ()),
        (PlaceSome("Ada", "x", (("a1", REGION),)), (), ()),
        (SetPace("Ada", "x", "a1", (9.0, 9.0), 0, ("usual", "slow")), (), (Choice("=usual", "Move it there"),)),
        (
            SetPace("Ada", "x", "a1", (9.0, 9.0), 1, ("usual", "slow")),
            (),
            (Choice("=usual", "Carry at the usual pace"), Choice("=slow", "Carry at the slow pace")),
        ),
        (THROW, (), (Choice(PLAIN, "Just throw"),)),
        (THROW, (GO,), ()),
        (STACK, (), (Choice(PLAIN, "Place it in the middle", BY_STANDARD_HAND),)),
        (replace(STACK, height=1), (), (Choice(PLAIN, "Place it in the middle", BY_STANDARD_HAND),)),
        (replace(STACK, height=0), (), (Choice(PLAIN, "Place it in the middle"),)),
        (PickWay("Ada", "x", "a1", (Way("d1", 0.0, 9.0),)), (), (Choice(PLAIN, "Do it for me"),)),
        (point("a1"), (), (Choice(PLAIN, "Move it for me", "near the middle of the table"),)),
        (point("n1"), (), (Choice(PLAIN, "Place it for me", "near the middle of the table"), REST)),
        (
            point("n1", "n2"),
            (),
            (
                Choice(PLAIN, "Place n1 for me", pieces=("n1",)),
                Choice("+n2", "Take n2 in hand", pieces=("n2",)),
                REST,
            ),
        ),
        (
            point("a1", "a2", region=MARKED),
            (),
            (
                Choice(PLAIN, "Move it for me", "at the marked place nearest to the middle"),
                Choice("+a2", "Take a2 in hand", pieces=("a2",)),
            ),
        ),
        (point("a1", region=STRAIGHT), (), (Choice(PLAIN, "Move it for me", "at the nearest marked place"),)),
        (point("a1", region=TRACK), (), (Choice(PLAIN, "In the middle of the line"),)),
        (point("a1", moves=False), (), (Choice(PLAIN, "Towards the middle of the table"),)),
        (point("a1", region=MARKED, moves=False), (), (Choice(PLAIN, "At the place nearest to the middle"),)),
    ],
)
def test_a_request_has_buttons_besides_its_offers(
    request_: Request[Any], offers: tuple[Offer, ...], choices: tuple[Choice, ...]
) -> None:
    """If a request has no offers, buttons give its default answer, choose a pace, or select another piece."""
    interaction = answering(request_, *offers)
    assert extra_choices(request_, interaction, offered=bool(offers)) == choices


def test_each_item_has_a_button() -> None:
    """A picked item has a check mark. Its button names the item's piece, unless the items are no pieces."""
    request = PickSome("Ada", "x", ("a1", "a2"), labels=("fast", "slow"))
    picks = PickSomeInteraction(request, TABLE)
    picks.toggle("a2")
    here: Request[Any] = request
    assert extra_choices(here, picks, offered=True) == (
        Choice("+a1", "a1", "fast", "", ("a1",)),
        Choice("+a2", "a2", "slow", "check", ("a2",)),
    )
    values = answering(replace(request, are_pieces=False))
    assert extra_choices(values.request, values, offered=False)[0].pieces == ()


MANY = tuple("pqrst")

ALL_AND_NONE = (
    Choice("all", "All", f"{ALL_TIP}\n{RANGE_TIP}\n{BOX_TIP}", action=Action.PICK_ALL),
    Choice("none", "None", NONE_TIP),
)


@pytest.mark.parametrize(
    ("request_", "rows"),
    [
        (PickSome("Ada", "x", MANY), (ALL_AND_NONE,)),
        (PickSome("Ada", "x", MANY, are_pieces=False),
         ((replace(ALL_AND_NONE[0], about=f"{ALL_TIP}\n{RANGE_TIP}"), ALL_AND_NONE[1]),)),
        (PickSome("Ada", "set up", MANY), (ALL_AND_NONE, (REST,))),
        (PickSome("Ada", "set up", ("p",)), ((REST,),)),
        (PickSome("Ada", "x", ("p",)), ()),
        (PlaceSome("Ada", "x", (("n1", REGION),)), ((REST,),)),
        (PlaceSome("Ada", "x", (("a1", REGION),)), ()),
        (CHOOSE, ()),
    ],
)  # fmt: skip
def test_rows_above_are_about_all_items(request_: Request[Any], rows: tuple[tuple[Choice, ...], ...]) -> None:
    """Buttons for all and none stand above many items. While pieces are set up, a button for the rest does too."""
    assert rows_above(answering(request_)) == rows


def test_extra_choices_are_carried_out() -> None:
    """Buttons for a pace or the default answer the request. Other buttons only select a piece or pick items."""
    carry = answering(SetPace("Ada", "x", "a1", (9.0, 9.0), 2, ("usual", "slow")))
    assert [take_extra_choice(key, carry) for key in ("=slow", PLAIN, "rest", "all")] == ["slow", "usual", None, None]
    place = answering(point("a1", "a2"))
    assert isinstance(place, PlaceInteraction)
    assert take_extra_choice("+a2", place) is None
    assert place.piece == "a2"
    assert take_extra_choice(PLAIN, place) == Spot("a2", (200.0, 150.0))
    picks = answering(PickSome("Ada", "x", MANY, are_pieces=False))
    assert isinstance(picks, PickSomeInteraction)
    seen: list[str] = []
    for key, up_to in (("+q", False), ("+s", True), ("+r", False), ("none", False), ("all", False), ("+t", False)):
        assert take_extra_choice(key, picks, up_to=up_to) is None
        seen.append("".join(picks.picked))
    assert seen == ["q", "qrs", "qs", "", "pqrst", "pqrs"]
    assert take_extra_choice("+a1", answering(CHOOSE, GO, STAY)) is None


HOLD = Offer("hold", "Hold fire in this turn", lasts="turn")


def test_offers_belong_to_their_request() -> None:
    """Each request has its own offers. The list leaves out offers of lasting choices, and offers about items."""
    other: Request[Any] = Choose("Ada", "other", ("x",))
    question = replace(asked(CHOOSE, GO, HOLD, STAY), requests=(CHOOSE, other, THROW))
    question = replace(question, offers=(*question.offers, (STAY,)))
    assert offers_for(question, CHOOSE) == (GO, HOLD, STAY)
    assert offers_for(question, other) == (STAY,)
    assert (offers_for(question, THROW), offers_for(None, CHOOSE), listed_offers(None, CHOOSE)) == ((), (), ())
    assert listed_offers(question, CHOOSE) == (GO, STAY)
    some: Request[Any] = PickSome("Ada", "x", ("a1",))
    assert listed_offers(asked(some, GO), some) == ()


ADA_HOLDS = LastingChoice("Ada", "fire", "turn", "Hold fire in this turn")
BEA_HOLDS = LastingChoice("Bea", "fire", "turn", "Let it Go")
REST_HOLDS = LastingChoice("Ada", "place", "rest")
SILENT = LastingChoice("Ada", "fire", "turn")


@pytest.mark.parametrize(
    ("offers", "lasting", "rows"),
    [
        ((GO,), (), ()),
        ((GO, HOLD), (), ((Choice("lasting", "Hold fire in this turn", action=Action.LASTING_CHOICE),),)),
        (
            (GO,),
            (REST_HOLDS, SILENT, ADA_HOLDS, BEA_HOLDS),
            (
                (
                    Choice(
                        "lift.2", "Ada: hold fire in this turn", "Ask Ada again", "check", action=Action.LASTING_CHOICE
                    ),
                ),
                (Choice("lift.3", "Bea: let it Go", "Ask Bea again", "check"),),
            ),
        ),
        (
            (HOLD,),
            (BEA_HOLDS,),
            (
                (Choice("lasting", "Hold fire in this turn", action=Action.LASTING_CHOICE),),
                (Choice("lift.0", "Bea: let it Go", "Ask Bea again", "check"),),
            ),
        ),
    ],
)
def test_lasting_choices_have_buttons(
    offers: tuple[Offer, ...], lasting: tuple[LastingChoice, ...], rows: tuple[tuple[Choice, ...], ...]
) -> None:
    """A button makes a lasting choice, and has a key. Other buttons end lasting choices that have a text."""
    assert lasting_rows(asked(CHOOSE, *offers, lasting=lasting), CHOOSE) == rows


def test_buttons_make_and_end_lasting_choices() -> None:
    """Each button to make or end a lasting choice makes or ends the choice that its key names."""
    question = asked(CHOOSE, GO, HOLD, lasting=(REST_HOLDS, ADA_HOLDS))
    assert choice_to_make("lasting", question, CHOOSE) == LastingChoice("Ada", "act", "turn", "Hold fire in this turn")
    assert choice_to_make("lasting", asked(CHOOSE, GO), CHOOSE) is None
    assert choice_to_make("rest", question, CHOOSE) == LastingChoice("Ada", "act", "rest")
    assert choice_to_make("0", question, CHOOSE) is None
    assert [choice_to_lift(key, question) for key in ("lift.1", "lift.0", "lasting")] == [ADA_HOLDS, REST_HOLDS, None]


@pytest.mark.parametrize(
    ("request_", "offers", "lasting", "choice"),
    [
        (CHOOSE, (HOLD,), (ADA_HOLDS,), ADA_HOLDS),
        (CHOOSE, (HOLD,), (BEA_HOLDS, replace(ADA_HOLDS, player="Bea")), None),
        (CHOOSE, (GO,), (ADA_HOLDS,), None),
        (CHOOSE, (replace(HOLD, text="Hold"),), (ADA_HOLDS,), None),
        (CHOOSE, (GO,), (SILENT,), None),
        (replace(CHOOSE, purpose="fire"), (GO,), (ADA_HOLDS,), ADA_HOLDS),
        (point("a1"), (), (ADA_HOLDS, REST_HOLDS), REST_HOLDS),
    ],
)
def test_a_lasting_choice_answers_requests_of_its_purpose_or_text(
    request_: Request[Any], offers: tuple[Offer, ...], lasting: tuple[LastingChoice, ...], choice: LastingChoice | None
) -> None:
    """A lasting choice answers a request of the same player. It has the request's purpose, or the text of the request's
    lasting offer.
    """
    question = asked(request_, *offers, lasting=lasting)
    assert choice_for(question, answering(request_, *offers)) == choice
    assert choice_for(question, None) is None


def test_the_answers_of_lasting_choices() -> None:
    """A choice for a turn gives the answer of its offer. A choice for the rest places or picks pieces by itself."""
    assert answer_of(ADA_HOLDS, asked(CHOOSE, GO, HOLD), answering(CHOOSE, GO, HOLD), None) == "hold"
    assert answer_of(ADA_HOLDS, asked(CHOOSE, GO), answering(CHOOSE, GO), None) is None
    assert answer_of(ADA_HOLDS, asked(point("a1")), answering(point("a1")), None) is None
    assert answer_of(None, asked(CHOOSE, HOLD), answering(CHOOSE, HOLD), None) is None
    assert answer_of(ADA_HOLDS, asked(CHOOSE, HOLD), None, None) is None
    place = answering(point("a1", region=MARKED))
    assert isinstance(place, PlaceInteraction)
    assert answer_of(REST_HOLDS, asked(place.request), place, None) == place.any_answer("")
    for most, answer in ((None, MANY), (3, ("p",))):
        some: Request[Any] = PickSome("Ada", "x", MANY, 1, most, are_pieces=False)
        assert answer_of(REST_HOLDS, asked(some), answering(some), None) == answer
    group = answering(PlaceSome("Ada", "x", (("n1", REGION),)))
    assert isinstance(group, PlaceSomeInteraction)
    assert answer_of(REST_HOLDS, asked(group.request), group, None) == group.any_answer()
    assert answer_of(REST_HOLDS, asked(CHOOSE, GO), answering(CHOOSE, GO), None) is None


def test_what_is_prepared_follows_the_highlight_or_the_pointer() -> None:
    """A confirmation gives the highlighted offer, or what is at the pointer, or without a pointer the default."""
    at = Pointer((60.0, 70.0), None, 0.0)
    assert prepared_answer(None, at) is None
    chooses = answering(CHOOSE, GO, STAY)
    assert isinstance(chooses, ChooseInteraction)
    assert prepared_answer(chooses, at) is None
    assert to_next(chooses, 1) == ("a1",)
    assert prepared_answer(chooses, at) == "go"
    assert to_next(chooses, 1) == ()
    assert prepared_answer(chooses, at) == "stay"
    assert prepared_answer(answering(CHOOSE, GO), at) == "go"
    ways: Request[Any] = PickWay("Ada", "x", "a1", (Way("d1", 0.0, 90.0), Way("d2", math.pi, 50.0)))
    one = Offer(Step("d1"), "east", "d1", ((100.0, 80.0), (190.0, 80.0)))
    two = Offer(Step("d2"), "west", "d2", ((100.0, 80.0), (50.0, 80.0)))
    assert prepared_answer(answering(ways, one), None) == Step("d1")
    runs = answering(ways, one, two)
    assert prepared_answer(runs, at) is None
    assert to_next(runs, -1) == ("d2",)
    assert prepared_answer(runs, at) == Step("d2")
    place = answering(point("a1", region=MARKED))
    assert prepared_answer(place, at) == Spot("a1", (60.0, 60.0))
    assert prepared_answer(place, Pointer((60.0, 150.0), None, 0.0)) is None
    assert prepared_answer(place, None) == place.default_answer()
    throws = answering(THROW)
    assert prepared_answer(throws, None) == throws.default_answer()
    assert prepared_answer(throws, at) != throws.default_answer()
    target = answering(AimThrow("Ada", "x", ("d6",), 400.0, 300.0, 50.0, target=AT_A1))
    assert prepared_answer(target, at) != target.default_answer() == prepared_answer(target, None)
    assert prepared_answer(answering(STACK), at) == (0.0, 0.0)


def test_keys_go_to_the_next_option() -> None:
    """If keys highlight an item, the camera looks at it. If keys select a piece to place, the camera stays."""
    picks = answering(PickSome("Ada", "x", ("a1", "a2")))
    assert [to_next(picks, by) for by in (1, 1, -1)] == [("a1",), ("a2",), ("a1",)]
    assert to_next(answering(PickSome("Ada", "x", ())), 1) == ()
    place = answering(point("a1", "a2"))
    assert to_next(place, 1) == ()
    assert isinstance(place, PlaceInteraction)
    assert place.piece == "a2"
    group = answering(PlaceSome("Ada", "x", (("a1", REGION), ("a2", REGION))))
    assert to_next(group, -1) == ()
    assert isinstance(group, PlaceSomeInteraction)
    assert group.selected == "a2"
    assert to_next(answering(THROW), 1) == to_next(None, 1) == ()


def test_previews_are_of_offers_that_the_table_can_show() -> None:
    """A button previews an option with an area. Pieces preview the first option that concerns only these pieces."""
    lone = answering(CHOOSE, replace(GO, touches=("a1",)))
    assert isinstance(lone, ChooseInteraction)
    preview_offer_of(lone, ("a1",))
    assert lone.previewed == lone.offers[0]
    far = replace(GO, answer="far", touches=("a2", "z9"))
    near = replace(GO, answer="near", touches=("a2",))
    field = Offer("field", "Field", area=rectangle((60.0, 60.0), 20.0, 20.0))
    chooses = answering(CHOOSE, far, near, field)
    assert isinstance(chooses, ChooseInteraction)
    seen: list[Offer | None] = []
    for pieces in (("a1",), ("a1", "a2"), ("a1", "a2", "z9"), ("a2",)):
        preview_offer_of(chooses, pieces)
        seen.append(chooses.previewed)
        end_preview(chooses)
    assert seen == [None, near, far, None]
    for offer, previewed in ((near, None), (field, field), (None, field)):
        preview_on_table(chooses, offer)
        assert chooses.previewed == previewed
    end_preview(chooses)
    assert chooses.previewed is None
    for nothing in (None, answering(THROW)):
        preview_offer_of(nothing, ("a1",))
        preview_on_table(nothing, field)
        end_preview(nothing)
    ways: Request[Any] = PickWay("Ada", "x", "a1", (Way("d1", 0.0, 90.0),))
    runs = answering(ways, Offer(Step("d1"), "east", "d1", ((100.0, 80.0), (190.0, 80.0))))
    assert isinstance(runs, PathInteraction)
    preview_offer_of(runs, ("d1",))
    assert runs.previewed == runs.offers[0]
    end_preview(runs)
    assert runs.previewed is None
