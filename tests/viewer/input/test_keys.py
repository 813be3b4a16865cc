import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.viewer.input.keys import (
    BINDINGS,
    CHOICES,
    LEFT_CHOICES,
    MODIFIER_KEYS,
    RIGHT_CHOICES,
    Action,
    KeyMap,
    KeyTaken,
    Scope,
    chord,
)

SYMBOLS = ("A", "Z", "SPACE", "ENTER", "F11", "_1", "NUM_ADD", "BRACKETLEFT", "LEFT")
actions = st.sampled_from(list(Action))
chords = st.builds(chord, st.sampled_from(SYMBOLS), st.lists(st.sampled_from(["Ctrl", "Shift", "Alt"])))
bindings = st.lists(st.tuples(actions, st.one_of(st.just(""), chords)), max_size=30)


def _bound(wanted: list[tuple[Action, str]]) -> KeyMap:
    keys = KeyMap()
    for action, key in wanted:
        keys = keys.bind(action, key, take=True)
    return keys


def test_every_action_has_a_key_of_its_own_to_begin_with() -> None:
    """Every action has its own default key."""
    assert set(BINDINGS) == set(Action)
    assert all(meaning.chord and meaning.text for meaning in BINDINGS.values())
    assert KeyMap().conflicts() == {}


def test_the_two_of_a_fight_have_keys_far_apart() -> None:
    """In a fight each player has three keys for one hand, A, S, D and J, K, L."""
    left, right = ({BINDINGS[action].chord for action in side} for side in (LEFT_CHOICES, RIGHT_CHOICES))
    assert left == {"A", "S", "D"}
    assert right == {"J", "K", "L"}


def test_choices_are_numbered() -> None:
    """The first nine choices have the keys 1 to 9."""
    assert [BINDINGS[action].chord for action in CHOICES] == list("123456789")


@given(bindings)
def test_taking_keys_never_leaves_a_conflict(wanted: list[tuple[Action, str]]) -> None:
    """If an action takes a key from other actions, no two actions conflict afterwards."""
    assert _bound(wanted).conflicts() == {}


@given(bindings, actions, chords)
def test_a_key_is_given_or_its_owners_are_named(wanted: list[tuple[Action, str]], action: Action, key: str) -> None:
    """If a key is in use, an action gets it only if it may take it from others. Otherwise the error names these
    actions.
    """
    keys = _bound(wanted)
    others = keys.others(action, key)
    if others:
        assert all(keys.chord(other) == key and other != action for other in others)
        with pytest.raises(KeyTaken) as taken:
            keys.bind(action, key)
        assert taken.value.others == others
        assert all(BINDINGS[other].text in str(taken.value) for other in others)
    after = keys.bind(action, key, take=True)
    assert all(after.chord(other) == ("" if other in others else keys.chord(other)) for other in set(Action) - {action})
    keys = after
    assert keys.chord(action) == key
    assert action in keys.actions(key)


@given(bindings)
def test_what_is_as_usual_is_not_kept(wanted: list[tuple[Action, str]]) -> None:
    """Only keys that differ from the defaults are stored. Better defaults thus reach players who changed other keys."""
    assert all(key != BINDINGS[action].chord for action, key in _bound(wanted).changed.items())


@given(actions, actions)
def test_whether_two_actions_meet_goes_both_ways(one: Action, other: Action) -> None:
    """If one action may meet another, the other may meet the one."""
    assert BINDINGS[one].scope.overlaps(BINDINGS[other].scope) == BINDINGS[other].scope.overlaps(BINDINGS[one].scope)


def test_a_fight_hides_the_table() -> None:
    """A key of a fight may also be a camera key, because the two are never used at once. It may not be the menu key."""
    assert KeyMap().bind(Action.LEFT_1, "W").chord(Action.LEFT_1) == "W"
    with pytest.raises(KeyTaken, match="Esc is already used for “Menu or back”"):
        KeyMap().bind(Action.LEFT_1, "Esc")
    assert not Scope.FIGHT.overlaps(Scope.CAMERA)


@pytest.mark.parametrize(
    ("symbol", "held", "named"),
    [
        ("Z", ["Ctrl"], "Ctrl+Z"),
        ("Z", ["Shift", "Ctrl"], "Ctrl+Shift+Z"),
        ("_1", [], "1"),
        ("SPACE", [], "Space"),
        ("NUM_7", [], "Num 7"),
        ("LCTRL", ["Ctrl"], ""),
    ],
)
def test_keys_are_named_as_on_their_caps(symbol: str, held: list[str], named: str) -> None:
    """Keys have the names that are printed on keyboards."""
    assert chord(symbol, held) == named


def test_every_usual_key_can_be_pressed() -> None:
    """Pyglet knows every default key."""
    pyglet = pytest.importorskip("pyglet")
    pyglet.options["headless"] = True
    key = pytest.importorskip("pyglet.window.key")
    names = {chord(name) for name in vars(key) if name.isupper() or (name.startswith("_") and name[1:].isdigit())}
    plain = {meaning.chord.rpartition("+")[2] or "+" for meaning in BINDINGS.values()}
    assert plain <= names
    assert all(hasattr(key, name) for name in MODIFIER_KEYS)
