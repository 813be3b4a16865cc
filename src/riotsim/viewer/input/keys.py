"""The actions of the window, their default keys, and the player's key map."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

Chord: TypeAlias = str
"""A key with its modifiers, as printed on key caps: `Ctrl+Z`, `Space`. An empty chord stands for no key."""

MODIFIERS = ("Ctrl", "Alt", "Shift")
"""Names of the modifiers, in their order in a chord."""

KEY_CAPS: Mapping[str, str] = MappingProxyType(
    {
        "SPACE": "Space", "ENTER": "Enter", "RETURN": "Enter", "ESCAPE": "Esc", "BACKSPACE": "Backspace", "TAB": "Tab",
        "LEFT": "Left", "RIGHT": "Right", "UP": "Up", "DOWN": "Down", "PAGEUP": "PgUp", "PAGEDOWN": "PgDn",
        "HOME": "Home", "END": "End", "INSERT": "Ins", "DELETE": "Del", "COMMA": ",", "PERIOD": ".", "SLASH": "/",
        "MINUS": "-", "EQUAL": "=", "SEMICOLON": ";", "APOSTROPHE": "'", "BRACKETLEFT": "[", "BRACKETRIGHT": "]",
        "BACKSLASH": "\\", "GRAVE": "`", "PLUS": "+", "HASH": "#", "LESS": "<", "GREATER": ">", "ASTERISK": "*",
        "NUM_ADD": "Num +", "NUM_SUBTRACT": "Num -", "NUM_MULTIPLY": "Num *", "NUM_DIVIDE": "Num /",
        "NUM_DECIMAL": "Num .", "NUM_ENTER": "Num Enter", "PRINT": "Print", "PAUSE": "Pause",
    }
)  # fmt: skip
"""The names of keys in chords, by pyglet's names.

All other keys, such as digits and most keys of the number pad, get their names from the function `chord`.
"""

MODIFIER_KEYS = frozenset(
    [
        "LSHIFT",
        "RSHIFT",
        "LCTRL",
        "RCTRL",
        "LALT",
        "RALT",
        "LMETA",
        "RMETA",
        "LWINDOWS",
        "RWINDOWS",
        "LCOMMAND",
        "RCOMMAND",
        "LOPTION",
        "ROPTION",
        "CAPSLOCK",
        "NUMLOCK",
        "SCROLLLOCK",
        "MODESWITCH",
    ]
)
"""Keys that only modify other keys, by pyglet's names."""


class Scope(StrEnum):
    """A situation with its own available actions. Actions of two scopes that never overlap may share a key."""

    ALWAYS = "Anywhere"
    TABLE = "At the table"
    CAMERA = "Camera"
    FIGHT = "In a fight"
    REPLAY = "In a replay"
    SANDBOX = "In the sandbox"

    def overlaps(self, other: "Scope") -> bool:
        """Return whether actions of both scopes can be available at the same time."""
        return self == other or Scope.ALWAYS in (self, other) or frozenset((self, other)) in _OVERLAPPING_SCOPES


# A fight hides the decisions at the table, and a replay has none: `TABLE` overlaps with neither.
_OVERLAPPING_SCOPES = frozenset(
    frozenset(pair)
    for pair in (
        (Scope.TABLE, Scope.CAMERA),
        (Scope.REPLAY, Scope.CAMERA),
        (Scope.SANDBOX, Scope.TABLE),
        (Scope.SANDBOX, Scope.CAMERA),
    )
)


class Action(StrEnum):
    """An action that a key can trigger. The value is the action's name in the settings file."""

    MENU = "menu"
    FULL_SCREEN = "full_screen"
    MUTE = "mute"
    RULES = "rules"
    PICTURE = "picture"
    PHOTO = "photo"
    UNDO = "undo"
    REDO = "redo"
    BACK = "back"
    CONFIRM = "confirm"
    CHOICE_1 = "choice_1"
    CHOICE_2 = "choice_2"
    CHOICE_3 = "choice_3"
    CHOICE_4 = "choice_4"
    CHOICE_5 = "choice_5"
    CHOICE_6 = "choice_6"
    CHOICE_7 = "choice_7"
    CHOICE_8 = "choice_8"
    CHOICE_9 = "choice_9"
    NEXT_CHOICES = "next_choices"
    LASTING_CHOICE = "lasting_choice"
    NEXT_PIECE = "next_piece"
    PREVIOUS_PIECE = "previous_piece"
    PICK_PIECE = "pick_piece"
    PICK_ALL = "pick_all"
    AIM_LEFT = "aim_left"
    AIM_RIGHT = "aim_right"
    AIM_AWAY = "aim_away"
    AIM_NEAR = "aim_near"
    HANDS = "hands"
    RULER = "ruler"
    REACHES = "reaches"
    NAMES = "names"
    DICE = "dice"
    UNITS = "units"
    WHOLE_LOG = "whole_log"
    PAUSE = "pause"
    SKIP = "skip"
    FASTER = "faster"
    SLOWER = "slower"
    PAN_LEFT = "pan_left"
    PAN_RIGHT = "pan_right"
    PAN_AWAY = "pan_away"
    PAN_NEAR = "pan_near"
    ORBIT_LEFT = "orbit_left"
    ORBIT_RIGHT = "orbit_right"
    ZOOM_IN = "zoom_in"
    ZOOM_OUT = "zoom_out"
    TOP = "top"
    FOCUS = "focus"
    FOLLOW = "follow"
    LEFT_1 = "left_1"
    LEFT_2 = "left_2"
    LEFT_3 = "left_3"
    RIGHT_1 = "right_1"
    RIGHT_2 = "right_2"
    RIGHT_3 = "right_3"
    TO_START = "to_start"
    STEP_BACK = "step_back"
    STEP_ON = "step_on"
    TO_END = "to_end"
    TURN_LEFT = "turn_left"
    TURN_RIGHT = "turn_right"
    REMOVE = "remove"
    SAVE = "save"


@dataclass(frozen=True, slots=True)
class KeyBinding:
    """The scope of an action, its description on the settings page, and its default key."""

    scope: Scope
    text: str
    chord: Chord


def _bindings() -> dict[Action, KeyBinding]:
    a = Action
    found = {
        a.MENU: KeyBinding(Scope.ALWAYS, "Menu or back", "Esc"),
        a.FULL_SCREEN: KeyBinding(Scope.ALWAYS, "Full screen", "F11"),
        a.MUTE: KeyBinding(Scope.ALWAYS, "Sound on or off", "M"),
        a.RULES: KeyBinding(Scope.ALWAYS, "Rules of the game", "F1"),
        a.PICTURE: KeyBinding(Scope.ALWAYS, "Save a screenshot", "F12"),
        a.PHOTO: KeyBinding(Scope.ALWAYS, "Save a photo of the table", "Shift+F12"),
        a.PAUSE: KeyBinding(Scope.ALWAYS, "Pause or continue", "Space"),
        a.FASTER: KeyBinding(Scope.ALWAYS, "Faster", "."),
        a.SLOWER: KeyBinding(Scope.ALWAYS, "Slower", ","),
        a.DICE: KeyBinding(Scope.ALWAYS, "Log or dice counts", "B"),
        a.UNITS: KeyBinding(Scope.ALWAYS, "Log or companies", "G"),
        a.RULER: KeyBinding(Scope.ALWAYS, "Ruler", "R"),
        a.UNDO: KeyBinding(Scope.TABLE, "Undo", "Ctrl+Z"),
        a.REDO: KeyBinding(Scope.TABLE, "Redo", "Ctrl+Y"),
        a.BACK: KeyBinding(Scope.TABLE, "Back to the choice before", "Backspace"),
        a.CONFIRM: KeyBinding(Scope.TABLE, "Confirm", "Enter"),
        a.SKIP: KeyBinding(Scope.TABLE, "Skip to the end of a move", "X"),
        a.NEXT_CHOICES: KeyBinding(Scope.TABLE, "Number keys for the next options", "0"),
        a.LASTING_CHOICE: KeyBinding(Scope.TABLE, "Make or lift a choice for the rest of the turn", "L"),
        a.NEXT_PIECE: KeyBinding(Scope.TABLE, "Next available piece", "Tab"),
        a.PREVIOUS_PIECE: KeyBinding(Scope.TABLE, "Previous available piece", "Shift+Tab"),
        a.PICK_PIECE: KeyBinding(Scope.TABLE, "Pick or drop the piece", "P"),
        a.PICK_ALL: KeyBinding(Scope.TABLE, "Pick all pieces", "Ctrl+A"),
        a.AIM_LEFT: KeyBinding(Scope.TABLE, "Aim or place further left", "Left"),
        a.AIM_RIGHT: KeyBinding(Scope.TABLE, "Aim or place further right", "Right"),
        a.AIM_AWAY: KeyBinding(Scope.TABLE, "Aim or place further away", "Up"),
        a.AIM_NEAR: KeyBinding(Scope.TABLE, "Aim or place nearer", "Down"),
        a.HANDS: KeyBinding(Scope.TABLE, "Mouse gestures on or off", "H"),
        a.REACHES: KeyBinding(Scope.TABLE, "Range circles on or off", "V"),
        a.WHOLE_LOG: KeyBinding(Scope.TABLE, "Whole log or its last lines", "J"),
        a.NAMES: KeyBinding(Scope.CAMERA, "Names over models on or off", "N"),
        a.PAN_LEFT: KeyBinding(Scope.CAMERA, "Move the view left", "A"),
        a.PAN_RIGHT: KeyBinding(Scope.CAMERA, "Move the view right", "D"),
        a.PAN_AWAY: KeyBinding(Scope.CAMERA, "Move the view away", "W"),
        a.PAN_NEAR: KeyBinding(Scope.CAMERA, "Move the view nearer", "S"),
        a.ORBIT_LEFT: KeyBinding(Scope.CAMERA, "Rotate the view left", "Q"),
        a.ORBIT_RIGHT: KeyBinding(Scope.CAMERA, "Rotate the view right", "E"),
        a.ZOOM_IN: KeyBinding(Scope.CAMERA, "Zoom in", "Z"),
        a.ZOOM_OUT: KeyBinding(Scope.CAMERA, "Zoom out", "C"),
        a.TOP: KeyBinding(Scope.CAMERA, "View from above", "T"),
        a.FOCUS: KeyBinding(Scope.CAMERA, "Look at the piece under the mouse", "F"),
        a.FOLLOW: KeyBinding(Scope.CAMERA, "Let the camera follow the game", "O"),
        a.LEFT_1: KeyBinding(Scope.FIGHT, "Left player: first", "A"),
        a.LEFT_2: KeyBinding(Scope.FIGHT, "Left player: second", "S"),
        a.LEFT_3: KeyBinding(Scope.FIGHT, "Left player: third", "D"),
        a.RIGHT_1: KeyBinding(Scope.FIGHT, "Right player: first", "J"),
        a.RIGHT_2: KeyBinding(Scope.FIGHT, "Right player: second", "K"),
        a.RIGHT_3: KeyBinding(Scope.FIGHT, "Right player: third", "L"),
        a.TO_START: KeyBinding(Scope.REPLAY, "To the start", "Home"),
        a.STEP_BACK: KeyBinding(Scope.REPLAY, "Previous event", "Left"),
        a.STEP_ON: KeyBinding(Scope.REPLAY, "Next event", "Right"),
        a.TO_END: KeyBinding(Scope.REPLAY, "To the end", "End"),
        a.TURN_LEFT: KeyBinding(Scope.SANDBOX, "Turn the piece left", "["),
        a.TURN_RIGHT: KeyBinding(Scope.SANDBOX, "Turn the piece right", "]"),
        a.REMOVE: KeyBinding(Scope.SANDBOX, "Remove the piece", "Del"),
        a.SAVE: KeyBinding(Scope.SANDBOX, "Save as a scenario", "Ctrl+S"),
    }
    choices = {action: str(n) for n, action in enumerate(CHOICES, 1)}
    return {
        action: found[action]
        if action in found
        else KeyBinding(Scope.TABLE, f"Choice {choices[action]}", choices[action])
        for action in Action
    }


CHOICES = (
    Action.CHOICE_1, Action.CHOICE_2, Action.CHOICE_3, Action.CHOICE_4, Action.CHOICE_5, Action.CHOICE_6,
    Action.CHOICE_7, Action.CHOICE_8, Action.CHOICE_9,
)  # fmt: skip
"""The actions that choose the first to the ninth option of a question, in this order."""

LEFT_CHOICES = (Action.LEFT_1, Action.LEFT_2, Action.LEFT_3)
"""The actions that choose the first to the third option for the left player in a fight, in this order."""

RIGHT_CHOICES = (Action.RIGHT_1, Action.RIGHT_2, Action.RIGHT_3)
"""The actions that choose the first to the third option for the right player in a fight, in this order."""

BINDINGS: Mapping[Action, KeyBinding] = MappingProxyType(_bindings())
"""The scope, description and default key of each action, in the order of `Action`."""


class KeyTaken(ValueError):
    """The error for a key already used by other actions that may be available at the same time."""

    def __init__(self, chord: Chord, others: tuple[Action, ...]) -> None:
        self.chord = chord
        self.others = others
        listed = " and ".join(f"“{BINDINGS[other].text}”" for other in others)
        super().__init__(f"{chord} is already used for {listed}")


@dataclass(frozen=True, slots=True)
class KeyMap:
    """The key of each action. Only changes from the defaults are stored."""

    changed: Mapping[Action, Chord] = field(default_factory=dict)
    """The keys that differ from the defaults. An empty chord stands for no key."""

    def chord(self, action: Action) -> Chord:
        """Return the chord that triggers an action; an empty chord if none does."""
        return self.changed.get(action, BINDINGS[action].chord)

    def others(self, action: Action, chord: Chord) -> tuple[Action, ...]:
        """Return the other actions with the key `chord`, if their scopes overlap with the scope of `action`."""
        where = BINDINGS[action].scope
        return tuple(
            other
            for other, meaning in BINDINGS.items()
            if chord and other != action and self.chord(other) == chord and where.overlaps(meaning.scope)
        )

    def bind(self, action: Action, chord: Chord, *, take: bool = False) -> "KeyMap":
        """Return a copy of this key map with another key for an action, or with none.

        Args:
            action: The action.
            chord: The new key; empty for no key.
            take: Whether to take the key away from the actions that `others` returns.

        Raises:
            KeyTaken: Other actions use the key, and `take` is False.
        """
        others = self.others(action, chord)
        if others and not take:
            raise KeyTaken(chord, others)
        wanted = {**self.changed, **dict.fromkeys(others, ""), action: chord}
        return KeyMap({act: key for act, key in wanted.items() if key != BINDINGS[act].chord})

    def conflicts(self) -> dict[Action, tuple[Action, ...]]:
        """Return the actions that share a key in overlapping scopes: for each action, the other actions with its key.

        Such conflicts can come from a settings file.
        """
        found = {action: self.others(action, self.chord(action)) for action in Action}
        return {action: others for action, others in found.items() if others}

    def actions(self, chord: Chord) -> tuple[Action, ...]:
        """Return the actions that have a given key, in all scopes. An empty chord has no actions."""
        return tuple(action for action in Action if chord and self.chord(action) == chord)


def chord(symbol: str, held: Iterable[str] = ()) -> Chord:
    """Return the pressed chord: a key with the held modifiers.

    Args:
        symbol: The key's name in pyglet.
        held: The held modifiers, as named in `MODIFIERS`.

    Returns:
        The chord; empty for a key that only modifies others.
    """
    if symbol in MODIFIER_KEYS:
        return ""
    cap = KEY_CAPS.get(symbol) or symbol.removeprefix("_")
    if cap == symbol and symbol.startswith("NUM_"):
        cap = "Num " + symbol.removeprefix("NUM_").replace("_", " ").capitalize()
    beside = set(held)
    return "+".join([name for name in MODIFIERS if name in beside] + [cap])
