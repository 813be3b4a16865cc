"""Games from Python: bots of one's own, answers of one's own, stores and replays."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from own_bots import no_own_bots

import riotsim
from riotsim.app.saving import open_store
from riotsim.cli.lab.options import open_ledger

SHORT: dict[str, object] = {
    "clock.minutes": 2,
    "clock.after": "last_activation",
    "gang.models": ["git", "bruiser"],
    "loot.each": 2,
}
"""Options for a short game of small gangs: three activations of each player."""


BRIEF: dict[str, dict[str, object]] = {
    "riot_dice": {**SHORT, "clock.minutes": 6},
    "buskit": {"mode": "duel"},
    "riftwar": {
        "dice.by": "stream",
        "army.check": False,
        "armies.cold_war.units.rifleman.count": 2,
        "armies.biters.units.bug.count": 3,
    },
}
"""Options by game, where a game takes long without them."""


class Echo(riotsim.RandomBot):
    """A bot of one's own."""

    def __init__(self, luck: riotsim.Luck) -> None:
        super().__init__(luck)
        self.asked: list[str] = []

    def answer(self, request: riotsim.Request[object], session: riotsim.Session[Any]) -> object:
        """Note what is asked, and answer like a random bot."""
        self.asked.append(request.purpose)
        return super().answer(request, session)


class Wrong:
    """A bot that gives no legal answer."""

    def answer(self, request: riotsim.Request[object], session: riotsim.Session[Any]) -> object:
        """Return nonsense."""
        return "nonsense"


@pytest.mark.parametrize("name", [*riotsim.GAMES])
def test_every_game_is_played_to_its_end(name: str) -> None:
    """Greedy bots play any game of the registry, and the same seed gives the same events."""
    few = BRIEF.get(name, {})
    with riotsim.new_game(name, seed=1, options=few) as game, riotsim.new_game(name, seed=1, options=few) as again:
        assert game.play() == again.play()
        assert game.is_over
        assert game.events == again.events
        assert game.winners
        assert set(game.scores) == set(game.players)


def test_a_bot_of_ones_own_plays() -> None:
    """A class is built for its seat, and an object plays as it is."""
    bot = Echo(riotsim.Luck(0, 1))
    with riotsim.new_game("riot_dice", {"Ada": Echo, "Bea": bot}, seed=4, options=SHORT) as game:
        for _ in range(12):
            game.step()
        assert bot.asked
        assert game.players["Ada"].endswith(":Echo")


def test_each_factory_builds_the_bot_of_its_player() -> None:
    """Functions, lambdas and classes of the same name build each its own player's bot, and have names of their own."""
    built: list[str] = []

    def ada(luck: riotsim.Luck) -> riotsim.RandomBot:
        built.append("Ada")
        return riotsim.RandomBot(luck)

    def bea(luck: riotsim.Luck) -> riotsim.RandomBot:
        built.append("Bea")
        return riotsim.RandomBot(luck)

    with riotsim.new_game("riot_dice", {"Ada": ada, "Bea": bea}, seed=4, options=SHORT) as game:
        assert built == ["Ada", "Bea"]
        assert [name.split(":")[1] for name in game.players.values()] == ["ada", "bea"]
    lambdas = {"Ada": lambda luck: ada(luck), "Bea": lambda luck: bea(luck)}
    with riotsim.new_game("riot_dice", lambdas, seed=4, options=SHORT) as game:
        assert built == ["Ada", "Bea"] * 2
        assert [name.split(":")[1] for name in game.players.values()] == ["lambda", "lambda_2"]
    with riotsim.new_game("riot_dice", {"Ada": ada, "Bea": ada}, seed=4, options=SHORT) as game:
        assert len(set(game.players.values())) == 1


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ({"Ada": "gredy"}, "Ada: no bot is called 'gredy', .* did you mean greedy"),
        ({"Zoe": "greedy"}, "no player is called 'Zoe'; the players are Ada, Bea"),
    ],
)
def test_a_game_is_not_resumed_with_players_who_cannot_play(
    tmp_path: Path, players: dict[str, Any], words: str
) -> None:
    """A bot that doesn't exist, and a player who isn't in the game, are named."""
    file = tmp_path / "games.sqlite"
    with riotsim.new_game("riot_dice", seed=2, options=SHORT, store=file) as game:
        name = game.id or ""
    with pytest.raises(riotsim.InvalidInput, match=words):
        riotsim.resume_game(name, store=file, players=players)


def test_an_illegal_answer_of_a_bot_is_refused() -> None:
    """A bot's illegal answer is an error, and the game stands as it stood."""
    with riotsim.new_game("riot_dice", {"Ada": Wrong, "Bea": "greedy"}, seed=1, options=SHORT) as game:
        before = game.session.entry_count
        with pytest.raises(riotsim.Refused, match=r"Ada's bot Wrong answered 'nonsense': "):
            game.play()
        assert game.session.entry_count >= before
        assert not game.is_over


def test_answers_can_be_given_by_hand_and_undone() -> None:
    """A player without a bot is answered for; an answer is taken back and given again."""
    with riotsim.new_game("riot_dice", {"Ada": None, "Bea": "greedy"}, seed=1, options=SHORT) as game:
        with pytest.raises(riotsim.NoBot, match="Ada"):
            game.play()
        asked = game.pending[0]
        answer = riotsim.RandomBot(riotsim.Luck(1, 0)).answer(asked, game.session)
        game.answer(answer)
        after = game.session.entry_count
        game.undo()
        assert game.pending[0] == asked
        game.redo()
        assert game.session.entry_count == after


@pytest.mark.parametrize(
    ("players", "words"), [({"Ada": "gredy", "Bea": "greedy"}, "did you mean greedy"), ({"Ada": dict}, "no bot")]
)
def test_players_who_cannot_play_are_invalid_input(players: dict[str, Any], words: str) -> None:
    """A bot that doesn't exist, and a class that is none, are named."""
    with pytest.raises(riotsim.InvalidInput, match=words):
        riotsim.new_game("riot_dice", players, seed=1)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"players": {"Ada": 5}}, "Ada: a player is the name of a bot"),
        ({"players": {"Ada": {"hand": "steady"}}}, "Ada: a player is the name of a bot"),
        ({"players": ["Ada", "Bea"]}, "players are bots by name"),
        ({"players": {}}, "players are bots by name"),
        ({"players": {"": "greedy", "Bea": "greedy"}}, "a player's name has 1 to 20"),
        ({"players": {"A" * 21: "greedy", "Bea": "greedy"}}, "a player's name has 1 to 20"),
        ({"seats": {"Ada": "greedy"}}, "seats: Ada: expected seat options"),
        ({"seats": {"Adda": {"hand": "steady"}}}, "seats: no player is called 'Adda'; the players are Ada, Bea"),
        ({"seats": ["Ada"]}, "seats are options by player"),
        ({"seed": -1}, "a seed is a whole number from 0"),
        ({"seed": "x"}, "a seed is a whole number from 0"),
        ({"seed": 2**64}, "a seed is a whole number from 0"),
        ({"seed": True}, "a seed is a whole number from 0"),
        ({"rules": 5}, "rules are a name"),
        ({"options": {5: 2}}, "options are dotted keys"),
        (
            {"options": {"bosses": 3}, "players": {"Ada": "greedy", "Bea": "greedy"}},
            "the option bosses is for 3 players, and 2 play: seat 3 players, or leave this option out",
        ),
        ({"store": 5}, "a store is the path of a file, not 5"),
        (
            {"players": {"Ada": "greedy", "Bea": "greedy"}, "seats": {"Ada": {"gan": "x"}}},
            "Ada: Riot Dice has no seat option 'gan'; did you mean gang",
        ),
    ],
)
def test_arguments_of_a_wrong_form_are_invalid_input(given: dict[str, Any], words: str) -> None:
    """A script's slip is told in riotsim's words, by an error that `except riotsim.InvalidInput` catches."""
    with pytest.raises(riotsim.InvalidInput, match=words):
        riotsim.new_game(**{"rules": "riot_dice", "seed": 1, **given})


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: riotsim.resume_game(cast(str, 5)), "a stored game is named by its id"),
        (lambda: riotsim.resume_game("k7m2qa", store=cast(str, 5)), "a store is the path of a file"),
        (lambda: riotsim.load_replay(cast(str, 5)), "a stored game is named by its id"),
        (lambda: riotsim.stored_games(cast(str, 5)), "a store is the path of a file"),
    ],
)
def test_stored_games_are_named_by_text(call: Callable[[], object], words: str) -> None:
    """Whoever names a game or a store by something else is told how they are named."""
    with pytest.raises(riotsim.InvalidValue, match=words):
        call()


@pytest.mark.parametrize("name", [*riotsim.GAMES])
def test_no_game_begins_with_a_seat_option_that_it_lacks(name: str) -> None:
    """A misspelt seat option isn't passed over, whatever the game."""
    with pytest.raises(riotsim.InvalidInput, match=r"Ada: .* has no seat option 'nonsense'"):
        riotsim.new_game(name, {"Ada": "greedy", "Bea": "greedy", "Cy": "greedy"}, seats={"Ada": {"nonsense": "x"}})


def test_a_closed_game_takes_no_answers() -> None:
    """After `close` every way to go on says that the game was closed; what has happened can still be read."""
    with riotsim.new_game("riot_dice", seed=1, options=SHORT) as game:
        game.step()
    for go_on in (game.step, game.play, game.undo, game.redo, lambda: game.answer("nonsense")):
        with pytest.raises(riotsim.InvalidValue, match="the game was closed"):
            go_on()
    assert game.pending
    assert game.table.models == {}


def _without_times(replay: riotsim.Replay) -> list[str]:
    """Return what happens in a replay; its times depend on the number of frames that are kept of an act."""
    return [line[11:] for line in replay.text.splitlines()]


def test_the_environment_names_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without `store`, a script has the games of the file that RIOTSIM_DB names, as the command line has."""
    file = tmp_path / "games.sqlite"
    with riotsim.new_game("riot_dice", seed=2, options=SHORT, store=file) as game:
        name = game.id
    assert name is not None
    monkeypatch.setenv("RIOTSIM_DB", str(file))
    (listed,) = riotsim.stored_games()
    assert (listed.id, listed.turns) == (name, 0)
    assert repr(listed) == f"<Summary of {name}: riot_dice with Ada, Bea, 0 turns, unfinished>"
    assert len(repr(listed.header)) < 1000, "rules are long"
    assert riotsim.load_replay(name).recording.title == "Riot Dice: Ada against Bea"
    with riotsim.resume_game(name) as game:
        assert game.id == name


def test_the_users_folder_is_made_for_the_default_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the default store and ledger is made if it is missing; a folder that somebody named is not."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("RIOTSIM_DB")
    open_store(None).close()
    assert (tmp_path / "data" / "riotsim" / "games.sqlite").is_file()
    monkeypatch.setenv("RIOTSIM_DB", str(tmp_path / "elsewhere" / "games.sqlite"))
    with pytest.raises(riotsim.BadFile, match="there is no folder"):
        open_store(None)
    with open_ledger(None):
        assert (tmp_path / "data" / "riotsim" / "lab.sqlite").is_file()


def test_a_stored_game_is_resumed_and_replayed(tmp_path: Path) -> None:
    """A game that was left goes on as if it hadn't been, and its replay is saved in three forms."""
    file = tmp_path / "games.sqlite"
    with riotsim.new_game("riot_dice", seed=2, options=SHORT, store=file) as game:
        for _ in range(40):
            game.step()
        assert game.id is not None
        name = game.id
    with riotsim.resume_game(name, store=file) as game:
        result = game.play()
        recording = game.replay().recording
    with riotsim.new_game("riot_dice", seed=2, options=SHORT) as game:
        assert game.play() == result
        text = _without_times(game.replay())
    assert [one.id for one in riotsim.stored_games(file)] == [name]
    replay = riotsim.load_replay(name, file)
    assert _without_times(replay) == text
    assert replay.recording == recording, "an open game has its frames from the store too"
    for form in (".html", ".glb", ".txt"):
        assert replay.save(tmp_path / f"game{form}").stat().st_size > 100
    with pytest.raises(riotsim.InvalidValue, match=r"\.glb"):
        replay.save(tmp_path / "game.mp4")
    with pytest.raises(riotsim.InvalidValue, match="a replay's file is the path"):
        replay.save(cast(str, 5))
    assert "<svg" in replay._repr_html_()


def test_frames_that_cannot_be_read_are_simulated_again(tmp_path: Path) -> None:
    """The replay of an open game is made without traces that are damaged. That of a closed game reads none."""
    file = tmp_path / "games.sqlite"
    with riotsim.new_game("riot_dice", seed=2, options=SHORT, store=file) as game:
        while not any(moment.frames for moment in game.replay().recording.moments):
            game.step()
        stored = game.replay().recording
        with sqlite3.connect(file) as base:
            base.execute("UPDATE trace SET body = x'00'")
        base.close()
        simulated = game.replay().recording
    assert game.replay().recording == simulated
    found = [[moment.frames for moment in recording.moments if moment.frames] for recording in (stored, simulated)]
    assert found[0] != found[1], "stored frames are rounded"
    for rounded, exact in zip(*found, strict=True):
        assert [frame.tick for frame in rounded] == [frame.tick for frame in exact]


def test_a_stored_bot_is_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stored game that names somebody's code does not run it; named by the user, it plays."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stored_bot.py").write_text(
        "import pathlib, riotsim\npathlib.Path('ran').touch()\nclass Stored(riotsim.GreedyBot): pass\n",
        encoding="utf-8",
    )
    players = {"Ada": "stored_bot:Stored", "Bea": "greedy"}
    with (
        no_own_bots(),
        riotsim.new_game("riot_dice", players, seed=2, options=SHORT, store="games.sqlite") as game,
    ):
        game.step()
        name = game.id or ""
    (tmp_path / "ran").unlink()
    with riotsim.resume_game(name, store="games.sqlite") as game, pytest.raises(riotsim.UnusableBot, match="name it"):
        game.play()
    assert not (tmp_path / "ran").exists()
    with riotsim.resume_game(name, store="games.sqlite", players={"Ada": "stored_bot:Stored"}) as game:
        assert game.play().winners


def test_a_game_shows_itself_in_a_notebook() -> None:
    """The picture of a game has its scores, and a player's name is escaped."""
    with riotsim.new_game("riot_dice", {"<b>": "greedy", "Bea": "greedy"}, seed=1, options=SHORT) as game:
        html = game._repr_html_()
        assert "&lt;b&gt; 0" in html
        assert "<svg" in html
        assert game.turn.title in html
        game.play()
        assert any("goes first" in line for line in game.log())


def test_a_game_and_its_replay_are_short_in_the_prompt() -> None:
    """The prompt shows title, turn and scores; a missing bot is told without the whole request."""
    with riotsim.new_game("riot_dice", {"Ada": None, "Bea": "greedy"}, seed=1, options=SHORT) as game:
        assert repr(game) == "<Match of Riot Dice, Set-up: Ada 0, Bea 0>"
        assert len(repr(game.replay())) < 100
        with pytest.raises(riotsim.NoBot) as refused:
            game.step()
        assert "a PickPoint for the purpose 'drop': pending[0]" in str(refused.value)
        assert len(str(refused.value)) < 200
        with pytest.raises(riotsim.Refused, match=r"such as Spot\('\w+', \(100, 100\)\)"):
            game.answer(3)
