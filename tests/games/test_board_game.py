"""A made-up game with exact acts is played, killed, undone, verified, replayed and filmed like any other."""

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from fake_window import of, played_here
from game_checks import (
    is_filmed,
    is_hosted,
    is_killed_and_goes_on,
    is_played_by_every_bot,
    is_replayed,
    is_told_in_its_words,
    is_undone,
    plays_and_verifies,
    seats_players_with_options,
    throws_and_stacks_its_dice,
)
from game_subject import Subject, made_up_subject
from made_up_board_game import TUMBLE, WALKERS, Shifted, Tipped

from riotsim.app.recordings import recording_of
from riotsim.app.window.hosting import GameInWindow
from riotsim.files.rules import load_rules
from riotsim.play.requests import Choose
from riotsim.replay.impacts import impacts_of
from riotsim.replay.page.payload import page_document
from riotsim.replay.recorded_timeline import lay_out
from riotsim.store.begin import make_header
from riotsim.store.database.document import Seat
from riotsim.table.acts import Shift, Tip, is_exact
from riotsim.table.dice.cubes import flat_cube
from riotsim.table.dice.icons import icon_path
from riotsim.table.kinematic.exact import exact_motion
from riotsim.viewer.screens.shared_models import piece_info
from riotsim.viewer.session.messages import (
    Answer,
    BotAsked,
    FromHost,
    GameOpened,
    GameOver,
    GameStatus,
    Question,
    TableChanged,
    ToHost,
    Undo,
)


@pytest.fixture
def tumble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Subject:
    """Return the made-up game with a rules file."""
    return made_up_subject(TUMBLE, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    "check",
    [
        seats_players_with_options,
        is_told_in_its_words,
        throws_and_stacks_its_dice,
        plays_and_verifies,
        is_undone,
        is_replayed,
        is_filmed,
        is_hosted,
        is_played_by_every_bot,
    ],
    ids=lambda check: check.__name__,
)
def test_a_game_of_exact_acts_is_like_any(tumble: Subject, check: Callable[[Subject], None]) -> None:
    """What holds for every game also holds for a game with exact acts."""
    check(tumble)


@pytest.mark.parametrize("hands", [{}, {"Ada": {"hand": "wild"}}])
def test_it_survives_a_kill(tumble: Subject, hands: dict[str, dict[str, str]]) -> None:
    """If the process is killed in the middle of a game, nothing is lost. The resumed game comes to the same end, also
    with throws by hand.
    """
    is_killed_and_goes_on(tumble, 3, seats=hands)


def test_dice_stand_exactly_after_a_game(tumble: Subject) -> None:
    """After a game, every cube stands exactly in the middle of its square, parallel to its sides. If all is undone, the
    table is exactly the first one.
    """
    with tumble.begin() as match:
        first = match.table
        match.play()
        acts = [entry.act for entry in match.session.journal if hasattr(entry, "act")]
        assert {type(act) for act in acts} == {Tip, Shift}
        assert {act.lifted for act in acts if isinstance(act, Shift)} == {False, True}
        assert all(is_exact(act) for act in acts)
        for die in match.table.dice.values():
            assert (die.pose.at[0] % 40.0, die.pose.at[1] % 40.0, die.pose.at[2]) == (20.0, 20.0, die.size / 2)
            cube = flat_cube(die.pose.orientation)
            assert (cube.yaw, cube.orientation) == (0.0, die.pose.orientation)
        assert sum(event.number for event in match.events if isinstance(event, Tipped | Shifted)) == sum(
            match.scores.values()
        )
        while match.session.can_undo:
            match.undo()
        assert match.table == first


def test_it_is_exported_and_imported(tumble: Subject) -> None:
    """An exported game can be imported into another store and verified there."""
    name, copy, other = tumble.stored(), tumble.folder / "copy.json", tumble.folder / "other.sqlite"
    tumble.run("games", "export", name, copy, "--db", tumble.store)
    assert json.loads(tumble.run("games", "import", copy, "--db", other, "--json"))["new"]
    assert "to the last bit" in tumble.run("games", "verify", name, "--db", other)


def test_replays_show_and_sound_its_acts(tumble: Subject) -> None:
    """The exact acts of a recording have no stored frames. The replay still shows their motion, sounds their hits and
    tells each of them.
    """
    with tumble.begin(store=tumble.store) as match:
        match.play()
        recording = recording_of(match.session, match.header, match.rules)
        name = match.id
    assert name is not None
    timeline = lay_out(recording)
    acts = 0
    for number, moment in enumerate(recording.moments):
        begin = timeline.spans[number].release_ms
        match moment.act:
            case Tip(die=die):
                assert timeline.impacts_of(number)[0].ms == begin + 400.0
            case Shift(moves=(move, *_), lifted=lifted):
                die = move.piece
                assert not lifted or len(impacts_of(moment)) == 2
            case _:
                continue
        acts += 1
        assert not moment.frames
        assert moment.settled is not None
        motion = exact_motion(moment.before, moment.act)
        assert motion is not None
        for tick in range(4, motion.ticks, 4):
            shown = timeline.instant_at(begin + tick * 1000 / 240).poses[die]
            assert math.dist(shown.at, motion.poses_at(tick)[die].at) < 1.0
    assert acts == 12
    text = tumble.run("replay", name, "--db", tumble.store)
    assert text.count("is tipped over an edge") + text.count("slid to other places") + text.count("lifted to") == acts


def test_the_player_who_is_not_on_turn_is_asked(tumble: Subject) -> None:
    """The window asks a person in a bot's turn. If a bot is asked in the person's turn, the window is told so."""
    book = load_rules(tumble.rules, tumble.game.rules, {"greets": True, "turns": 2})
    seats = [Seat(name="Ada", player="person"), Seat(name="Bea", player="random")]
    asked: list[tuple[str, str | None]] = []

    def says(message: FromHost, _seen: Sequence[FromHost]) -> list[ToHost]:
        if isinstance(message, GameStatus):
            turns.append(message.turn.player)
        if isinstance(message, BotAsked):
            asked.append((message.player, turns[-1]))
        if not isinstance(message, Question):
            return []
        (request,) = message.requests
        asked.append((request.player, message.turn.player))
        assert isinstance(request, Choose)
        return [Answer("Ada", request.options[0], message.number)]

    # The window is told of the bot once: no other bot is asked in between.
    turns: list[str | None] = []
    played_here(GameInWindow.new(make_header("tumble", "tumble", book, 3, seats), tumble.store, save=False), says)
    assert asked == [("Ada", "Ada"), ("Bea", "Ada"), ("Ada", "Bea"), ("Ada", "Ada"), ("Bea", "Ada"), ("Ada", "Bea")]


def test_signs_are_in_every_output(tumble: Subject) -> None:
    """If a cube shows a sign, the narration and tooltips tell the sign by name. The page has the icons of all cubes'
    signs.
    """
    with tumble.begin() as match:
        match.play()
        recording = recording_of(match.session, match.header, match.rules)
        faces = [event.face for event in match.events if isinstance(event, Tipped)]
        die = next(iter(match.table.dice.values()))
        tooltip = piece_info(match.table, die.id)
    told = "\n".join(line.text for line in recording.lines)
    assert faces
    assert all(f": {face}" in told for face in faces)
    assert tooltip is not None
    assert f"shows {die.face}" in tooltip.lines
    document = page_document(recording, lay_out(recording), {})
    signs = {
        face.sign.icon: icon_path(face.sign.icon) for kind in WALKERS for face in kind.faces if face.sign is not None
    }
    assert document["signs"]["paths"] == signs
    assert {face["sign"]["count"] for kind in document["kinds"] for face in kind["faces"]} == {0, 1, 2, 3}


@pytest.mark.parametrize(("hand", "passes"), [({}, True), ({"hand": "steady"}, False)])
def test_undo_in_the_window(tumble: Subject, hand: dict[str, str], passes: bool) -> None:
    """A person can undo an exact tip after a bot's answer, and tip another way. Tips by hand can't be undone."""
    book = load_rules(tumble.rules, tumble.game.rules)
    seats = [Seat(name="Ada", player="person", options=hand), Seat(name="Bea", player="random")]
    header = make_header("tumble", "tumble", book, 3, seats)
    asked: list[Question] = []

    def says(message: FromHost, _seen: Sequence[FromHost]) -> list[ToHost]:
        if not isinstance(message, Question):
            return []
        asked.append(message)
        if len(asked) == 2 and passes:
            return [Undo()]
        (request,) = message.requests
        assert isinstance(request, Choose)
        return [Answer("Ada", request.options[0 if len(asked) == 1 else 1], message.number)]

    seen = played_here(GameInWindow.new(header, tumble.store, save=False), says)
    assert [question.can_undo for question in asked[:2]] == [False, passes]
    if passes:
        assert asked[2].requests == asked[0].requests
        assert asked[2].can_redo
        tables = [message.table for message in of(TableChanged, seen)]
        assert tables == [of(GameOpened, seen)[0].table]
    assert isinstance(seen[-1], GameOver)
    assert len(asked) == 6 + 2 * passes
