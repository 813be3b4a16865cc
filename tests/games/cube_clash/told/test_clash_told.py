"""Cube Clash in words: the line of each event, and the errors and failures of scenarios."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from clash_rules import rules
from clash_table import placed

from riotsim.games.cube_clash import events
from riotsim.games.cube_clash.board.squares import parse_square
from riotsim.games.cube_clash.scenario.given import Given, GivenDie
from riotsim.games.cube_clash.scenario.scenario import Scenario, Then
from riotsim.games.cube_clash.show.narration import ClashFormatter, event_text
from riotsim.play.displays import ShownStrike
from riotsim.play.narration import ACTION_INDENT, DETAIL_INDENT, TurnHeader, TurnStart
from riotsim.play.rulebook.sections import Fault

OX, IMP, ELF, NYMPH = "south.ox", "north.imp", "south.wood_elf", "north.nymph"


def die(name: str) -> str:
    """Return a die's name in brackets."""
    return f"<{name}>"


def player(name: str) -> str:
    """Return a player's name in capitals."""
    return name.upper()


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (events.GoesFirst("Ada", drawn=True), "ADA goes first, drawn by lot"),
        (events.GoesFirst("Ada", drawn=False), "ADA goes first"),
        (events.SharedRace(("tree_folk", "elves")), "Both armies have tree folk and elves"),
        (events.ChoosesTerrain("Ada", "deep_wood", "north-west"), "ADA gives deep wood to the north-west quarter"),
        (events.SetsUp("Ada", OX, "e1"), "ADA sets up <south.ox> on e1"),
        (events.TurnBegins("Ada", 7), "turn 7: ADA"),
        (events.GameOver(("Ada",), "quiet"), "the game is over, ADA wins: too many turns without a kill"),
        (events.GameOver(("Ada", "Bea"), "home row"),
         "the game is over, ADA and BEA draw: more dice in the other's home row"),
        (events.GameOver((), "other"), "the game is over, nobody wins: other"),
        (events.Passes("Ada"), "ADA passes"),
        (events.Walks(OX, "e2", "melee_3"), "<south.ox> walks to e2, Melee 3 up"),
        (events.Steps(OX, "north", "e2", "bulls_eye 2"), "<south.ox> steps north to e2: Bulls-eye 2"),
        (events.TippedAgain(OX, "id"), "<south.ox> rests with ID up, and is tipped again"),
        (events.Rotates(OX, "turn left", "id"), "<south.ox> turns left: ID"),
        (events.Maneuvers(OX, "e2"), "<south.ox> moves to e2"),
        (events.AnotherTurn(OX), "<south.ox> may take another turn"),
        (events.Attacks(OX, IMP, "melee", 3, 4),
         "<south.ox> strikes <north.imp>: 3 damage against 4 of health and saves"),
        (events.Attacks(OX, IMP, "missile", 3, 4, (ELF,)),
         "<south.ox> shoots at <north.imp> with <south.wood_elf>: 3 damage against 4 of health and saves"),
        (events.Attacks(OX, IMP, "red", 5, 2),
         "<south.ox> casts red at <north.imp>: 5 damage against 2 of health and saves"),
        (events.Counters(OX, (IMP, NYMPH)), "<south.ox> counters <north.imp> and <north.nymph>"),
        (events.Converts(OX, IMP, ELF), "<south.ox> converts <north.imp> to <south.wood_elf>"),
        (events.Returns(OX, "a1", "black"), "<south.ox> returns to a1 by a black spell"),
        (events.Returns(OX, "a1", "feral"), "<south.ox> returns to a1 with the feral"),
        (events.Returns(OX, "a1", "snakefolk"), "<south.ox> returns to a1 for a kill by snakefolk"),
        (events.SwapsUnits(OX, IMP, ELF), "<south.ox> casts blue: <north.imp> and <south.wood_elf> change places"),
        (events.MovesUnit(OX, IMP, "d4"), "<south.ox> casts green: <north.imp> moves to d4"),
        (events.TurnsUnits(OX, (IMP, ELF), ("id", "saves 2")),
         "<south.ox> casts yellow: turns <north.imp> to ID and <south.wood_elf> to Saves 2"),
        (events.Banishes(OX, (IMP, NYMPH)), "<south.ox> casts black: <north.imp> and <north.nymph> leave the game"),
    ],
)  # fmt: skip
def test_each_event_is_told_in_a_sentence(event: object, told: str) -> None:
    """An event is told with the names of all its players and dice."""
    assert event_text(event, die, player) == (told, ACTION_INDENT)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (events.Withstood(IMP), "<north.imp> withstands"),
        (events.Killed(IMP, OX), "<north.imp> is killed by <south.ox>"),
        (events.Vanishes(IMP, "d4"), "<north.imp> vanishes to d4"),
        (events.Replaces(OX, "d5"), "<south.ox> takes the place on d5"),
    ],
)
def test_the_outcome_of_an_attack_is_told_below_it(event: object, told: str) -> None:
    """The outcome of an attack is told on a line that is indented like a detail."""
    assert event_text(event, die, player) == (told, DETAIL_INDENT)


def test_lines_have_the_colours_of_players_and_owners() -> None:
    """In the log, South is cyan and North magenta. The beginning of a turn and the end of the game have no line."""
    formatter = ClashFormatter({"south": "A[b]", "north": "Bea"})
    lines = {
        events.Passes("A[b]"): ["[cyan]A\\[b][/] passes"],
        events.Passes("Cy"): ["[bold]Cy[/] passes"],
        events.Killed(IMP, ELF): ["[magenta]Imp[/] is killed by [cyan]Wood Elf[/]"],
        events.TurnBegins("Bea", 2): [],
        events.GameOver((), "quiet"): [],
        "no event": [],
    }
    assert {event: [line.strip() for line in formatter.format(event)] for event in lines} == lines
    assert list(formatter.format(events.Killed(IMP, ELF))) == [
        f"{DETAIL_INDENT}[magenta]Imp[/] is killed by [cyan]Wood Elf[/]"
    ]
    assert formatter.sentence(events.Killed(IMP, ELF)) == "Imp is killed by Wood Elf"
    assert formatter.sentence(events.TurnBegins("Bea", 2)) == "turn 2: Bea"
    assert formatter.sentence(7) == "int"
    assert formatter.turn_start(events.TurnBegins("Bea", 2)) == TurnStart("Bea", number=2)
    assert formatter.turn_start(events.Passes("Bea")) is None


def test_the_pieces_and_strikes_of_events() -> None:
    """The dice of an event are listed in the order of its text, but a Counter lists only its own die. Attacks and their
    outcomes are shown as strikes.
    """
    formatter = ClashFormatter({"south": "Ada", "north": "Bea"})
    rows: list[tuple[object, list[str], ShownStrike | None]] = [
        (events.Attacks(OX, IMP, "melee", 3, 4), [OX, IMP], ShownStrike((IMP,), "3 damage against 4", OX)),
        (events.Counters(OX, (IMP, NYMPH)), [OX], ShownStrike((IMP, NYMPH), "counter", OX)),
        (events.Withstood(IMP), [IMP], ShownStrike((IMP,), "withstood")),
        (events.Killed(IMP, OX), [IMP], ShownStrike((IMP,), "killed")),
        (events.SwapsUnits(OX, IMP, ELF), [OX, IMP, ELF], None),
        (events.MovesUnit(OX, IMP, "d4"), [OX, IMP], None),
        (events.Converts(OX, IMP, ELF), [OX, IMP, ELF], None),
        (events.TurnsUnits(OX, (IMP, ELF), ("id", "id")), [OX, IMP, ELF], None),
        (events.Passes("Ada"), [], None),
    ]
    for event, pieces, strike in rows:
        assert ([*formatter.pieces(event)], formatter.strike(event)) == (pieces, strike)


def given_faults(**given: Any) -> list[tuple[str, str]]:
    """Return the errors of a position, with their paths as texts."""
    return paths(Given.model_validate(given).faults(rules()))


def paths(faults: Iterable[Fault]) -> list[tuple[str, str]]:
    """Return errors with their paths as texts."""
    return [(".".join(map(str, path)), text) for path, text in faults]


def test_unknown_names_of_a_position_are_errors() -> None:
    """If a position of a scenario names unknown players, terrains, armies or dice, this is an error. It is also an
    error if a die is named twice, or two dice stand on one square.
    """
    dice = {"south.bellfounder": "e4", "north.reedling": "a8"}
    assert given_faults(dice=dice, dead=["north.lychgate_imp"], terrain="swamp") == []
    assert given_faults(dice={"south.bellfounder": "e4", "north.reedling": "e4"}, dead=[]) == [
        ("dice", "two dice stand on e4")
    ]
    assert given_faults(dice=dice, dead=["north.lychgate_imp", "north.reedling", "north.lychgate_imp"]) == [
        ("dead", "north.lychgate_imp is named twice"),
        ("dead", "north.reedling is on the board too"),
    ]
    found = given_faults(dice={"south.belfounder": "e4", "north.reedling": "a8"}, dead=["north.reedlin"])
    assert found == [
        ("dice.south.belfounder", "no die is called 'south.belfounder'; did you mean south.bellfounder?"),
        ("dead.0", "no die is called 'north.reedlin'; did you mean north.reedling?"),
    ]
    armies = ", ".join(rules().armies)
    terrains = ", ".join(rules().terrains)
    assert given_faults(armies={"Eve": "x", "Ada": "zzz"}, terrain=["swamp", "qqq", "swamp", "swamp"], dice=dice) == [
        ("armies.Eve", "no player is called 'Eve'; there are Ada, Bea"),
        ("terrain", f"no terrain is called 'qqq'; there are {terrains}"),
        ("armies.Eve", f"no army is called 'x'; there are {armies}"),
        ("armies.Ada", f"no army is called 'zzz'; there are {armies}"),
    ]
    brought = Given().with_companies({"Ada": object()}).model_copy(update={"armies": {"Ada": "zzz"}})
    assert paths(brought.faults(rules()))[:1] == [
        ("armies.Ada", "Ada brings an army under companies; only one of both can count")
    ]


def test_a_position_may_have_other_movers_and_dead() -> None:
    """If a position doesn't name a die, this die has left the game. The mover has the first turn. A single terrain
    covers all quarters.
    """
    given = {
        "dice": {"south.bellfounder": "e4", "north.lychgate_imp": "a8"},
        "dead": ["north.reedling"],
        "mover": "north",
        "quiet": 3,
    }
    state = Given.model_validate(given).state(rules())
    assert [(one.die, one.at) for one in state.position.standing] == [
        ("north.lychgate_imp", parse_square("a8")),
        ("south.bellfounder", parse_square("e4")),
    ]
    assert state.position.dead == ("north.reedling",)
    assert (state.first, state.phase, state.position.mover) == ("north", "turns", "north")
    dice = {"south.bellfounder", "north.lychgate_imp", "north.reedling"}
    assert (len(state.gone), dice & state.gone) == (16 - 3, set())
    _, session = placed({**given, "terrain": "swamp"})
    assert sorted(session.table.dice) == sorted(dice)
    assert session.state.quarters == ("swamp",) * 4
    formatter = ClashFormatter(session.state.players)
    assert isinstance(formatter.turn_header(session.state, session.table), TurnHeader)


@pytest.mark.parametrize(
    ("top", "north", "possible"),
    [("top", "north", True), ("north", "top", True), ("top", "bottom", False), ("east", "west", False)],
)
def test_opposite_faces_are_not_neighbours(top: str, north: str, possible: bool) -> None:
    """If a position of a die has the same face or opposite faces on top and at the north, it is refused."""
    if possible:
        assert GivenDie.model_validate({"at": "e4", "top": top, "north": north}).at == "e4"
    else:
        with pytest.raises(ValueError, match=f"a die with its {top} up can't have its {north} at the north"):
            GivenDie.model_validate({"at": "e4", "top": top, "north": north})


def test_unknown_dice_and_places_of_expectations_are_errors() -> None:
    """An expected place is a square, a square with a face, `dead` or `gone`. Other places, and unknown dice, players
    and events, are errors.
    """
    places = {
        "a": "e4",
        "b": "e4 north",
        "c": "dead",
        "d": "gone",
        "e": "e9",
        "f": "e4 up",
        "g": "e4 north ",
        "x": "e4",
    }
    sentence = "a die is on a square, such as e4 or e4 north, or dead or gone, not "
    assert paths(Then.model_validate({"dice": places}).dice_faults("abcdefg")) == [
        ("dice.e", f"{sentence}'e9'"),
        ("dice.f", f"{sentence}'e4 up'"),
        ("dice.g", f"{sentence}'e4 north '"),
        ("dice.x", "no die is called 'x'; there are a, b, c, d, e, f, g"),
    ]
    then = Then.model_validate({"asks": {"player": "Eve"}, "over": {"winner": "Cy"}, "events": [{"pass": None}]})
    assert paths(then.faults(("Ada", "Bea"))) == [
        ("asks.player", "no player is called 'Eve'; there are Ada, Bea"),
        ("over.winner", "no player is called 'Cy'; there are Ada, Bea"),
        ("events.0.pass", "no event is called 'pass'; did you mean passes?"),
    ]


def scenario(given: Mapping[str, Any], when: list[dict[str, Any]], **then: Any) -> Scenario:
    """Return a scenario of Cube Clash."""
    head = {"riotsim": "scenario/1", "title": "t", "rules": "cube_clash"}
    return Scenario.model_validate({**head, "given": given, "when": when, "then": then})


def test_expected_places_are_compared() -> None:
    """If a scenario expects only a square for a die, any top face fits. A failure says where the die is, and which face
    is on top.
    """
    given = {
        "dice": {"south.bellfounder": "e4", "north.reedling": {"at": "a8", "top": "east"}},
        "dead": ["north.lychgate_imp"],
    }
    right = {
        "south.bellfounder": "e4 top",
        "north.reedling": "a8",
        "north.lychgate_imp": "dead",
        "south.ember_page": "gone",
    }
    assert scenario(given, [], dice=right).run(rules(), {}) == ()
    wrong = {
        "south.bellfounder": "e4 north",
        "north.reedling": "a7",
        "north.lychgate_imp": "gone",
        "south.ember_page": "dead",
    }
    assert [str(failure) for failure in scenario(given, [], dice=wrong).run(rules(), {})] == [
        "then.dice.south.bellfounder: expected e4 north, found e4 top",
        "then.dice.north.reedling: expected a7, found a8 east",
        "then.dice.north.lychgate_imp: expected gone, found dead",
        "then.dice.south.ember_page: expected dead, found gone",
    ]
    rolled = scenario(
        given, [{"roll": [{"at": [1, 1], "shows": 1}]}, {"topples": ["x"]}, {"turn": "pass"}], dice={"q": "e4"}
    )
    assert [path for path, _ in paths(rolled.faults(rules(), {}))] == ["when.0", "when.1", "then.dice.q"]
    assert rolled.players == ("Ada", "Bea")


@pytest.mark.parametrize("mover", ["south", "north"])
@pytest.mark.parametrize(
    ("dice", "winners", "ending"),
    [
        ({"south.bellfounder": "e4"}, ("Ada",), "last standing"),
        ({"north.lychgate_imp": "e4"}, ("Bea",), "last standing"),
        ({}, ("Ada", "Bea"), "nobody left"),
    ],
)
def test_whoever_has_no_dice_has_lost(dice: dict[str, str], winners: tuple[str, ...], ending: str, mover: str) -> None:
    """CC-81: if a game begins with dice of only one player, or with none, it is over at once, whoever is on turn."""
    _, session = placed({"dice": dice, "mover": mover})
    assert session.is_over
    assert session.events[1:] == [events.GameOver(winners, ending)]
