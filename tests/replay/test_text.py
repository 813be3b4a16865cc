"""A replay as a text file."""

import re
from dataclasses import replace
from pathlib import Path

from riotsim.replay.recording import Recording
from riotsim.replay.text import lines, write_text
from riotsim.table.acts import Cocked, CutShort, Fact, LeftTable, ModelMoved, TowerFell, TowerPushed

FORM = re.compile(r" *\d+:\d\d\.\d  +\d+ [ ●▲]?  .+")


def test_every_event_has_a_line(recording: Recording) -> None:
    """The text of a replay has a line for each act and each event, with its time and turn. The events are in order."""
    told = list(lines(recording))
    body = told[told.index("") + 1 :]
    assert all(FORM.fullmatch(line) for line in body)
    acts = sum(moment.act is not None for moment in recording.moments)
    sentences = [sentence for moment in recording.moments for sentence in moment.sentences]
    assert sum(" * " in line for line in body) == acts
    rest = iter(body)
    assert all(any(line.endswith(f"  {sentence}") for line in rest) for sentence in sentences)


def test_it_reads_as_a_record(recording: Recording, tmp_path: Path) -> None:
    """The text file of a replay says who plays with which models, who throws what, which tower falls, and how the game
    ends.
    """
    write_text(recording, tmp_path / "game.txt")
    text = (tmp_path / "game.txt").read_text(encoding="utf-8")
    assert text.startswith("Riot Dice: Ada against Bea\n● Ada (greedy): a1, a2, a3, a4, a5\n▲ Bea (greedy): b1")
    assert "seed 2\n" in text
    assert re.search(r"\* Bea throws d6 d6\n", text)
    assert re.search(r"[ab]\d's tower of \d+ falls: (Ada|Bea)'s doing\n", text)
    assert re.search(r"the game is over, won by (Ada|Bea); loot: Ada \d+, Bea \d+\n$", text)


def test_facts_are_told_in_words(recording: Recording) -> None:
    """Each fact that the physics reports is told as a sentence, not as the name of a class with its fields."""
    moment = next(moment for moment in recording.moments if moment.settled is not None)
    assert moment.settled is not None
    facts: dict[Fact, str] = {
        TowerFell("a1", 7): "a1's tower falls",
        TowerPushed("a1", 7): "a1's tower is pushed, and stands",
        LeftTable("d1", 7, (0.0, 3.0)): "d1 leaves the table",
        Cocked("d1"): "d1 is cocked",
        ModelMoved("a1", knocked_flat=False): "a1 is pushed by dice",
        ModelMoved("a1", knocked_flat=True): "a1 is knocked over by dice, and set up again",
        CutShort(4800): "not everything rests after 20 s, and what still moves is stopped",
    }
    only = replace(moment, settled=replace(moment.settled, facts=tuple(facts)))
    told = list(lines(replace(recording, moments=(only,))))
    body = told[told.index("") + 2 :]
    assert [line[17:] for line in body[: len(facts)]] == [f"  {text}" for text in facts.values()]


def test_a_game_without_models_names_none(recording: Recording) -> None:
    """If a game has no models, the heading has only the players, and doesn't say that they have no models."""
    assert list(lines(replace(recording, models={})))[1:3] == ["● Ada (greedy)", "▲ Bea (greedy)"]
