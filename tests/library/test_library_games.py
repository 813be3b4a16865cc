"""Games from Python: own bots, own answers, stores and replays."""

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
"""Options by game that make a game shorter, for games that take long without them."""


class Echo(riotsim.RandomBot):
    """A bot of a user, which notes what it is asked."""

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
    """If a player is given as a class, the game builds the bot. If a player is an object, it plays as it is."""
    bot = Echo(riotsim.Luck(0, 1))
    with riotsim.new_game("riot_dice", {"Ada": Echo, "Bea": bot}, seed=4, options=SHORT) as game:
        for _ in range(12):
            game.step()
        assert bot.asked
        assert game.players["Ada"].endswith(":Echo")


def test_each_factory_builds_the_bot_of_its_player() -> None:
    """If players are given as functions or lambdas, each builds its own player's bot. The bots of different functions
    have different names, even if all are lambdas.
    """
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
    """If a game is resumed with an unknown bot or an unknown player, it is refused with a message that names it."""
    file = tmp_path / "games.sqlite"
    with riotsim.new_game("riot_dice", seed=2, options=SHORT, store=file) as game:
        name = game.id or ""
    with pytest.raises(riotsim.InvalidInput, match=words):
        riotsim.resume_game(name, store=file, players=players)


def test_an_illegal_answer_of_a_bot_is_refused() -> None:
    """If a bot gives an illegal answer, playing fails with a message that names the bot and the answer. The game isn't
    over then, and the same question is open.
    """
    with riotsim.new_game("riot_dice", {"Ada": Wrong, "Bea": "greedy"}, seed=1, options=SHORT) as game:
        before = game.session.entry_count, game.pending
        with pytest.raises(riotsim.Refused, match=r"Ada's bot Wrong answered 'nonsense': "):
            game.play()
        assert (game.session.entry_count, game.pending) == before
        assert not game.is_over


def test_answers_can_be_given_by_hand_and_undone() -> None:
    """If a player has no bot, a script can give the answers, undo an answer and redo it. Playing on without an answer
    fails.
    """
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
    """If a player is an unknown bot, or a class that is no bot, the error says so."""
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
    """If a script passes a wrong argument to `new_game`, it raises `riotsim.InvalidInput`, whose message names what is
    wrong.
    """
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
    """If a script names a stored game or a store by something other than text, the error says how to name it."""
    with pytest.raises(riotsim.InvalidValue, match=words):
        call()


@pytest.mark.parametrize("name", [*riotsim.GAMES])
def test_no_game_begins_with_a_seat_option_that_it_lacks(name: str) -> None:
    """If a seat option is misspelt, every game refuses it."""
    with pytest.raises(riotsim.InvalidInput, match=r"Ada: .* has no seat option 'nonsense'"):
        riotsim.new_game(name, {"Ada": "greedy", "Bea": "greedy", "Cy": "greedy"}, seats={"Ada": {"nonsense": "x"}})


def test_a_closed_game_takes_no_answers() -> None:
    """If a game is closed, each attempt to go on fails with the message that it was closed. What happened before can
    still be read.
    """
    with riotsim.new_game("riot_dice", seed=1, options=SHORT) as game:
        game.step()
    for go_on in (game.step, game.play, game.undo, game.redo, lambda: game.answer("nonsense")):
        with pytest.raises(riotsim.InvalidValue, match="the game was closed"):
            go_on()
    assert game.pending
    assert game.table.models == {}


def _without_times(replay: riotsim.Replay) -> list[str]:
    """Return the lines of a replay without their times, which depend on how many frames of an act are kept."""
    return [line[11:] for line in replay.text.splitlines()]


def test_the_environment_names_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a script names no store, it uses the file that RIOTSIM_DB names."""
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
    """If the folder of the default store and ledger is missing, it is made. A missing folder that RIOTSIM_DB names is
    not made, but reported.
    """
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
    """If a stored game is resumed, it ends like a game without a break. Its replay can be saved in three forms."""
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
    """If the stored frames of an open game are damaged, its replay simulates the acts again. A closed game's replay
    still gives the same frames.
    """
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
    """If a stored game names a bot of the user's own code, resuming the game doesn't run that code. The bot plays if
    the script names it again.
    """
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
    """In a notebook, a game shows its picture, its turn and its scores. Player names that look like HTML are shown as
    text.
    """
    with riotsim.new_game("riot_dice", {"<b>": "greedy", "Bea": "greedy"}, seed=1, options=SHORT) as game:
        html = game._repr_html_()
        assert "&lt;b&gt; 0" in html
        assert "<svg" in html
        assert game.turn.title in html
        game.play()
        assert any("goes first" in line for line in game.log())


def test_a_game_and_its_replay_are_short_in_the_prompt() -> None:
    """In the Python prompt, a game shows its title, turn and scores in one line. Errors about a missing bot or a wrong
    answer are short too.
    """
    with riotsim.new_game("riot_dice", {"Ada": None, "Bea": "greedy"}, seed=1, options=SHORT) as game:
        assert repr(game) == "<Match of Riot Dice, Set-up: Ada 0, Bea 0>"
        assert len(repr(game.replay())) < 100
        with pytest.raises(riotsim.NoBot) as refused:
            game.step()
        assert "a PickPoint for the purpose 'drop': pending[0]" in str(refused.value)
        assert len(str(refused.value)) < 200
        with pytest.raises(riotsim.Refused, match=r"such as Spot\('\w+', \(100, 100\)\)"):
            game.answer(3)
