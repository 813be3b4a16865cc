"""The page with the settings of the picture, of the sound and of the game, and with the key of each action."""

from imgui_bundle import imgui

from riotsim.replay.clocks import SPEEDS
from riotsim.viewer.input.keys import BINDINGS, Action, Scope
from riotsim.viewer.settings import MAX_SCALE, MIN_SCALE, Quality, Settings
from riotsim.viewer.ui.commands import BindKey, CaptureKey, ChangeSettings, UiCommand
from riotsim.viewer.ui.models import KeyClash, SettingsModel
from riotsim.viewer.ui.panels.playback import SPEED_LABELS
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import SMALL
from riotsim.viewer.ui.widgets.theme import colour

ROW_HEIGHT = 34.0

QUALITIES: tuple[tuple[Quality, str], ...] = (("auto", "Auto"), ("low", "Low"), ("medium", "Medium"), ("high", "High"))


def options_page(ui: Ui, model: SettingsModel, height: float) -> list[UiCommand]:
    """Draw the settings in a scrolling part that is `height` high (panel units). Return the user's commands."""
    commands: list[UiCommand] = []
    with ui.frame.scroll("options.page", 0, height):
        if model.problem:
            ui.text.spans(
                [(f"{fonts.WARNING}  ", theme.BAD), (model.problem, theme.TEXT)], SMALL, ui.width_left - 12, 20
            )
            ui.frame.gap(4)
        wanted = _picture(ui, model)
        wanted = _sound(ui, wanted)
        wanted = _play(ui, wanted)
        if wanted != model.settings:
            commands.append(ChangeSettings(wanted))
        commands += _keys(ui, model)
    return commands


def _picture(ui: Ui, model: SettingsModel) -> Settings:
    now = model.settings
    _section(ui, "Picture")
    about = f"Auto: {model.measured}" if now.quality == "auto" and model.measured else "Level of detail of the table"
    _row(ui, "Quality", about, high=32)
    quality = ui.segments("quality", QUALITIES, now.quality)
    _row(ui, "Text size", "Size of panels and text")
    scale = ui.slider("ui_scale", now.ui_scale, MIN_SCALE, MAX_SCALE, width=190, step=0.1)
    ui.frame.same_line(10)
    _percent(ui, scale, theme.SOFT)
    _row(ui, "Full screen", ui.frame.keys.chord(Action.FULL_SCREEN))
    full = ui.switch("full_screen", now.full_screen)
    return now.model_copy(update={"quality": quality, "ui_scale": round(scale, 2), "full_screen": full})


def _sound(ui: Ui, now: Settings) -> Settings:
    _section(ui, "Sound")
    _row(ui, "Sound", ui.frame.keys.chord(Action.MUTE))
    loud = ui.switch("muted", not now.muted)
    _row(ui, "Volume")
    volume = ui.slider("volume", now.volume, 0.0, 1.0, width=190, step=0.05)
    ui.frame.same_line(10)
    _percent(ui, volume, theme.SOFT if loud else theme.FAINT)
    return now.model_copy(update={"muted": not loud, "volume": round(volume, 2)})


def _play(ui: Ui, now: Settings) -> Settings:
    _section(ui, "Play")
    _row(ui, "Mouse gestures", "Throw, stack and carry with the mouse")
    hands = ui.switch("hands_on", now.hands)
    _row(ui, "Names", f"Name, kind and tower over each model ({ui.frame.keys.chord(Action.NAMES) or 'no key'})")
    names = ui.switch("names", now.names)
    _row(ui, "Range circles", f"How far a model reaches ({ui.frame.keys.chord(Action.REACHES) or 'no key'})")
    reaches = ui.switch("reaches", now.reaches)
    _row(ui, "Speed", "Playback speed", high=32)
    speed = ui.segments("speed_of_all", [(speed, SPEED_LABELS[speed]) for speed in SPEEDS], now.speed)
    _row(ui, "Slow motion", "When a tower falls, and for a replay's highlights")
    slow = ui.switch("slow_motion", now.slow_motion)
    return now.model_copy(
        update={"hands": hands, "names": names, "reaches": reaches, "speed": speed, "slow_motion": slow}
    )


def _keys(ui: Ui, model: SettingsModel) -> list[UiCommand]:
    commands: list[UiCommand] = []
    keys = model.settings.keymap
    conflicts = keys.conflicts()
    _section(ui, "Keys")
    if keys.changed:
        if ui.button("keys.reset", "Reset all keys", icon=fonts.UNDO):
            commands.append(ChangeSettings(model.settings.model_copy(update={"keys": {}})))
    else:
        ui.text.write("Click a key to change it.", SMALL, theme.FAINT)
    for where in Scope:
        ui.frame.gap(6)
        ui.text.label(where.value)
        for action in Action:
            if BINDINGS[action].scope != where:
                continue
            others = conflicts.get(action, ())
            about = "" if not others else "also used for " + ", ".join(BINDINGS[other].text for other in others)
            _row(ui, BINDINGS[action].text, about, high=28, bad=True)
            if model.clash is not None and model.clash.action == action:
                commands += _clash(ui, model.clash)
            else:
                commands += _cap(ui, model, action)
    if model.capturing is not None and ui.frame.chords and model.clash is None:
        commands.append(
            CaptureKey(None) if ui.frame.chords[0] == "Esc" else BindKey(model.capturing, ui.frame.chords[0])
        )
    return commands


def _cap(ui: Ui, model: SettingsModel, action: Action) -> list[UiCommand]:
    keys = model.settings.keymap
    waits = model.capturing == action
    label = "press a key …" if waits else keys.chord(action) or "none"
    commands: list[UiCommand] = []
    if ui.button(f"key.{action}", label, width=150, height=28, chosen=waits, centre=True):
        commands.append(CaptureKey(None if waits else action))
    if waits:
        ui.frame.same_line(6)
        if ui.button(f"key.{action}.none", "No key", kind="ghost", height=28):
            commands.append(BindKey(action, ""))
    elif keys.chord(action) != BINDINGS[action].chord:
        ui.frame.same_line(6)
        usual = BINDINGS[action].chord
        if ui.button(f"key.{action}.reset", "", icon=fonts.UNDO, kind="ghost", height=28, tip=f"Reset to {usual}"):
            commands.append(BindKey(action, usual))
    return commands


def _clash(ui: Ui, clash: KeyClash) -> list[UiCommand]:
    """Draw the question whether a key may be taken from other actions. Return the user's answer as a command."""
    commands: list[UiCommand] = []
    if ui.button("clash.take", f"Use {clash.chord} anyway", kind="gold", height=28, centre=True):
        commands.append(BindKey(clash.action, clash.chord, take=True))
    ui.frame.same_line(6)
    if ui.button("clash.leave", "Cancel", kind="ghost", height=28):
        commands.append(CaptureKey(None))
    others = " and ".join(f"“{BINDINGS[other].text}”" for other in clash.others)
    ui.text.spans(
        [(f"{fonts.WARNING}  ", theme.BAD), (f"{clash.chord} is already used for {others}.", theme.TEXT)],
        SMALL,
        ui.width_left - 12,
        20,
    )
    return commands


def _percent(ui: Ui, share: float, tone: str) -> None:
    at = imgui.get_cursor_screen_pos()
    ui.text.draw_at(f"{round(share * 100)} %", at.x, at.y + 12 * ui.scale, tone=tone)
    imgui.dummy((1, 24 * ui.scale))


def _section(ui: Ui, title: str) -> None:
    ui.frame.gap(8)
    ui.text.write(title, 17, theme.GOLD, bold=True)
    at = imgui.get_cursor_screen_pos()
    wide = (ui.width_left - 12) * ui.scale
    imgui.get_window_draw_list().add_line((at.x, at.y - 2), (at.x + wide, at.y - 2), colour(theme.EDGE, 0.6))
    ui.frame.gap(3)


def _row(ui: Ui, label: str, about: str = "", *, high: float = 24, bad: bool = False) -> None:
    """Begin a row with a label and a note on the left. The items that are added next go into the right part of the row.

    Args:
        ui: The controls of the frame that is being drawn.
        label: The label.
        about: The note; empty for none.
        high: Height of the items on the right (panel units).
        bad: Whether to draw the note as a warning.
    """
    s = ui.scale
    at = imgui.get_cursor_screen_pos()
    room = ui.width_left
    second = max(room * 0.46, room - 350)
    middle = at.y + (ROW_HEIGHT - high / 2) * s
    two = bool(about) and not _beside(ui, label, about, second)
    ui.text.draw_at(ui.text.fitted(label, second - 12), at.x, middle - (8 * s if two else 0))
    if about:
        tone = theme.BAD if bad else theme.FAINT
        x = at.x if two else at.x + (ui.text.measure(label) + 10) * s
        ui.text.draw_at(
            ui.text.fitted(about, second - 14 - (x - at.x) / s, SMALL), x, middle + (9 * s if two else 0), SMALL, tone
        )
    imgui.set_cursor_screen_pos((at.x + second * s, at.y + (ROW_HEIGHT - high) * s))


def _beside(ui: Ui, label: str, about: str, room: float) -> bool:
    return ui.text.measure(label) + 24 + ui.text.measure(about, SMALL) <= room
