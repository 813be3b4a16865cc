"""The fight panel: separate keys, and secret choices."""

from dataclasses import replace

from pyglet.window import key

from riotsim.viewer.ui.commands import ChooseSecretly

from . import samples
from .conftest import Screen, done, table_screen

OPEN_FIGHT = samples.OPEN_FIGHT


def test_a_fight_is_chosen_by_keys_of_each_boss(screen: Screen) -> None:
    """In a fight, each player has keys of their own, and both may press at the same time."""
    draw = table_screen(OPEN_FIGHT)
    assert screen.press(draw, (key.S,)) == [ChooseSecretly("Ada", "shove")]
    assert screen.press(draw, (key.L,)) == [ChooseSecretly("Bea", "pinch")]
    assert screen.press(draw, (key.A, key.J)) == [ChooseSecretly("Ada", "thump"), ChooseSecretly("Bea", "thump")]
    assert screen.press(draw, (key.A, key.S)) == [ChooseSecretly("Ada", "thump")]


def test_who_has_chosen_does_not_choose_again(screen: Screen) -> None:
    """If a player has chosen in a fight, another key doesn't change the choice."""
    draw = table_screen(samples.FIGHT)
    assert screen.press(draw, (key.A,)) == []
    assert screen.press(draw, (key.J,)) == [ChooseSecretly("Bea", "thump")]


def test_a_fight_shows_nothing_of_what_was_chosen(screen: Screen) -> None:
    """With two people at one screen, the picture is the same whichever key was pressed."""
    draw = table_screen(OPEN_FIGHT)
    seen = []
    for symbol in (key.A, key.S, key.D):
        screen.settled(draw)
        screen.event("on_key_press", symbol, 0)
        seen.append(screen.picture(draw).tobytes())
        screen.event("on_key_release", symbol, 0)
    assert seen[0] == seen[1] == seen[2]
    assert screen.click(draw, "fight.Ada.shove") == []


def test_against_a_bot_the_mouse_will_do(screen: Screen) -> None:
    """In a fight against a bot, options can be clicked."""
    fight = OPEN_FIGHT.fight
    assert fight is not None
    draw = table_screen(replace(OPEN_FIGHT, fight=replace(fight, right=replace(fight.right, person=False))))
    assert screen.click(draw, "fight.Ada.pinch") == [ChooseSecretly("Ada", "pinch")]
    assert screen.click(draw, "fight.Bea.pinch") == []
    assert screen.press(draw, (key.J,)) == []


def test_in_a_fight_the_table_hears_nothing(screen: Screen) -> None:
    """Keys of the table do nothing during a fight."""
    assert done(screen.press(table_screen(replace(samples.FIGHT, prompt=samples.ASK)), (key._1,))) == []
    assert screen.press(table_screen(samples.FIGHT), (key.X,)) == []
