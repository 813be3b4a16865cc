"""The window's actions, the keys they have unless told otherwise, and how they are given others."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

Chord: TypeAlias = str
"""A key as it stands on a key cap, with what is held beside it: `Ctrl+Z`, `Space`. Empty for none."""

HELD = ("Ctrl", "Alt", "Shift")
"""What may be held beside a key, in the order in which a chord names it."""

CAPS: Mapping[str, str] = MappingProxyType(
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
"""What stands on the caps of keys that pyglet names otherwise; the others are called as it names them."""

ALONE = frozenset(
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
"""Keys that are held beside others and mean nothing by themselves, as pyglet names them."""


class Where(StrEnum):
    """When an action can be wished for. Two actions may have one key if they are never open at the same time."""

    ALWAYS = "Anywhere"
    TABLE = "At the table"
    CAMERA = "Looking"
    FIGHT = "In a fight"
    REPLAY = "In a replay"
    SANDBOX = "In the sandbox"

    def meets(self, other: "Where") -> bool:
        """Tell whether actions of both can be open at once: a fight hides the table, and a replay asks for nothing."""
        return self == other or Where.ALWAYS in (self, other) or frozenset((self, other)) in _TOGETHER


_TOGETHER = frozenset(
    frozenset(pair)
    for pair in (
        (Where.TABLE, Where.CAMERA),
        (Where.REPLAY, Where.CAMERA),
        (Where.SANDBOX, Where.TABLE),
        (Where.SANDBOX, Where.CAMERA),
    )
)


class Action(StrEnum):
    """Something that can be done with a key. The values are what settings are stored under."""

    MENU = "menu"
    FULL_SCREEN = "full_screen"
    MUTE = "mute"
    PICTURE = "picture"
    UNDO = "undo"
    REDO = "redo"
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
    NEXT_PIECE = "next_piece"
    PREVIOUS_PIECE = "previous_piece"
    AIM_LEFT = "aim_left"
    AIM_RIGHT = "aim_right"
    AIM_AWAY = "aim_away"
    AIM_NEAR = "aim_near"
    HANDS = "hands"
    RULER = "ruler"
    REACHES = "reaches"
    DICE = "dice"
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
class Meaning:
    """What an action is: where it is open, what it does in a few words, and the key it has unless told otherwise."""

    where: Where
    text: str
    chord: Chord


def _meanings() -> dict[Action, Meaning]:
    a = Action
    found = {
        a.MENU: Meaning(Where.ALWAYS, "Menu, or back", "Esc"),
        a.FULL_SCREEN: Meaning(Where.ALWAYS, "Full screen", "F11"),
        a.MUTE: Meaning(Where.ALWAYS, "Sound on or off", "M"),
        a.PICTURE: Meaning(Where.ALWAYS, "Save a picture", "F12"),
        a.PAUSE: Meaning(Where.ALWAYS, "Pause, go on", "Space"),
        a.FASTER: Meaning(Where.ALWAYS, "Faster", "."),
        a.SLOWER: Meaning(Where.ALWAYS, "Slower", ","),
        a.DICE: Meaning(Where.ALWAYS, "Rolled against expected", "B"),
        a.RULER: Meaning(Where.ALWAYS, "Ruler", "R"),
        a.UNDO: Meaning(Where.TABLE, "Undo", "Ctrl+Z"),
        a.REDO: Meaning(Where.TABLE, "Redo", "Ctrl+Y"),
        a.CONFIRM: Meaning(Where.TABLE, "Do it", "Enter"),
        a.SKIP: Meaning(Where.TABLE, "Skip to where all rests", "X"),
        a.NEXT_PIECE: Meaning(Where.TABLE, "Next piece that is open", "Tab"),
        a.PREVIOUS_PIECE: Meaning(Where.TABLE, "Piece before that", "Shift+Tab"),
        a.AIM_LEFT: Meaning(Where.TABLE, "Aim or put further left", "Left"),
        a.AIM_RIGHT: Meaning(Where.TABLE, "Aim or put further right", "Right"),
        a.AIM_AWAY: Meaning(Where.TABLE, "Aim or put further away", "Up"),
        a.AIM_NEAR: Meaning(Where.TABLE, "Aim or put nearer", "Down"),
        a.HANDS: Meaning(Where.TABLE, "Hands by mouse on or off", "H"),
        a.REACHES: Meaning(Where.TABLE, "Range circles on or off", "V"),
        a.PAN_LEFT: Meaning(Where.CAMERA, "Look further left", "A"),
        a.PAN_RIGHT: Meaning(Where.CAMERA, "Look further right", "D"),
        a.PAN_AWAY: Meaning(Where.CAMERA, "Look further away", "W"),
        a.PAN_NEAR: Meaning(Where.CAMERA, "Look nearer", "S"),
        a.ORBIT_LEFT: Meaning(Where.CAMERA, "Go round to the left", "Q"),
        a.ORBIT_RIGHT: Meaning(Where.CAMERA, "Go round to the right", "E"),
        a.ZOOM_IN: Meaning(Where.CAMERA, "Closer", "Z"),
        a.ZOOM_OUT: Meaning(Where.CAMERA, "Further off", "C"),
        a.TOP: Meaning(Where.CAMERA, "From above", "T"),
        a.FOCUS: Meaning(Where.CAMERA, "To the piece under the mouse", "F"),
        a.LEFT_1: Meaning(Where.FIGHT, "Left boss: first", "A"),
        a.LEFT_2: Meaning(Where.FIGHT, "Left boss: second", "S"),
        a.LEFT_3: Meaning(Where.FIGHT, "Left boss: third", "D"),
        a.RIGHT_1: Meaning(Where.FIGHT, "Right boss: first", "J"),
        a.RIGHT_2: Meaning(Where.FIGHT, "Right boss: second", "K"),
        a.RIGHT_3: Meaning(Where.FIGHT, "Right boss: third", "L"),
        a.TO_START: Meaning(Where.REPLAY, "To the start", "Home"),
        a.STEP_BACK: Meaning(Where.REPLAY, "Back to what came before", "Left"),
        a.STEP_ON: Meaning(Where.REPLAY, "On to what comes next", "Right"),
        a.TO_END: Meaning(Where.REPLAY, "To the end", "End"),
        a.TURN_LEFT: Meaning(Where.SANDBOX, "Turn the piece to the left", "["),
        a.TURN_RIGHT: Meaning(Where.SANDBOX, "Turn the piece to the right", "]"),
        a.REMOVE: Meaning(Where.SANDBOX, "Take the piece away", "Del"),
        a.SAVE: Meaning(Where.SANDBOX, "Save as a scenario", "Ctrl+S"),
    }
    choices = {action: str(n) for n, action in enumerate(CHOICES, 1)}
    return {
        action: found[action] if action in found else Meaning(Where.TABLE, f"Choice {choices[action]}", choices[action])
        for action in Action
    }


CHOICES = (
    Action.CHOICE_1, Action.CHOICE_2, Action.CHOICE_3, Action.CHOICE_4, Action.CHOICE_5, Action.CHOICE_6,
    Action.CHOICE_7, Action.CHOICE_8, Action.CHOICE_9,
)  # fmt: skip
"""The choices that a boss is offered, in order."""

LEFT = (Action.LEFT_1, Action.LEFT_2, Action.LEFT_3)
RIGHT = (Action.RIGHT_1, Action.RIGHT_2, Action.RIGHT_3)
"""What the two bosses of a fight press, each their own."""

MEANINGS: Mapping[Action, Meaning] = MappingProxyType(_meanings())
"""What each action is, in the order in which they are listed."""


class Taken(ValueError):
    """A key that other actions have, which are open at the same time."""

    def __init__(self, chord: Chord, others: tuple[Action, ...]) -> None:
        self.chord = chord
        self.others = others
        listed = " and ".join(f"“{MEANINGS[other].text}”" for other in others)
        super().__init__(f"{chord} is already {listed}")


@dataclass(frozen=True, slots=True)
class KeyMap:
    """Which key does what: what differs from the keys that actions have unless told otherwise."""

    changed: Mapping[Action, Chord] = field(default_factory=dict)
    """Empty for an action that is to have no key."""

    def chord(self, action: Action) -> Chord:
        """Give the key of an action; empty if it has none."""
        return self.changed.get(action, MEANINGS[action].chord)

    def others(self, action: Action, chord: Chord) -> tuple[Action, ...]:
        """Give the other actions that have a key already and are open together with this one."""
        where = MEANINGS[action].where
        return tuple(
            other
            for other, meaning in MEANINGS.items()
            if chord and other != action and self.chord(other) == chord and where.meets(meaning.where)
        )

    def bind(self, action: Action, chord: Chord, *, take: bool = False) -> "KeyMap":
        """Give an action another key, or none. Raises `Taken` if others have it, unless it is to be taken from them."""
        others = self.others(action, chord)
        if others and not take:
            raise Taken(chord, others)
        wanted = {**self.changed, **dict.fromkeys(others, ""), action: chord}
        return KeyMap({act: key for act, key in wanted.items() if key != MEANINGS[act].chord})

    def conflicts(self) -> dict[Action, tuple[Action, ...]]:
        """Give the actions whose key another has that is open at the same time; a settings file may have such."""
        found = {action: self.others(action, self.chord(action)) for action in Action}
        return {action: others for action, others in found.items() if others}

    def actions(self, chord: Chord) -> tuple[Action, ...]:
        """Give all actions that have a key; which of them is open the screen knows."""
        return tuple(action for action in Action if chord and self.chord(action) == chord)


def chord(symbol: str, held: Iterable[str] = ()) -> Chord:
    """Name a key by pyglet's name for it and what is held beside it; empty for a key that is only ever held."""
    if symbol in ALONE:
        return ""
    cap = CAPS.get(symbol) or symbol.removeprefix("_")
    if cap == symbol and symbol.startswith("NUM_"):
        cap = "Num " + symbol.removeprefix("NUM_").replace("_", " ").capitalize()
    beside = set(held)
    return "+".join([name for name in HELD if name in beside] + [cap])
