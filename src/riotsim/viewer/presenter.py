"""The presenter shows a screen: pieces in the 3D view, sounds, and the panel data that depends on the camera."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, TypeAlias

from riotsim.replay.recording import Seat
from riotsim.table.acts import Act, Roll
from riotsim.table.pieces import PieceId, place_of
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.input.attention import View, first_view, is_large, part_around, usual_view, view_of
from riotsim.viewer.input.framing import Box, Surroundings, with_all_pieces
from riotsim.viewer.input.interactions.choose import ChooseInteraction
from riotsim.viewer.input.interactions.path import PathInteraction
from riotsim.viewer.input.keys import Action, Scope
from riotsim.viewer.on_screen import (
    labels_on_screen,
    names_on_screen,
    ruler_on_screen,
    signs_on_screen,
    units_on_screen,
)
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.playback.outcomes import OUTCOME_SIDE, models_of
from riotsim.viewer.render.view import SceneView
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.screens.replay import ReplayScreen
from riotsim.viewer.screens.sandbox import SandboxScreen
from riotsim.viewer.screens.sandbox_model import sandbox_model
from riotsim.viewer.settings import Settings
from riotsim.viewer.sound.speaker import Speaker
from riotsim.viewer.ui.game_screen import open_scopes
from riotsim.viewer.ui.models import (
    Company,
    GameModel,
    ReplayModel,
    SettingsModel,
    Tip,
)
from riotsim.viewer.ui.panels.scene.annotations import MouseTip
from riotsim.viewer.ui.places import game_surroundings, replay_surroundings
from riotsim.viewer.ui.rules_model import RulesModel
from riotsim.viewer.ui.sandbox_model import SandboxModel
from riotsim.viewer.ui.sandbox_screen import open_sandbox_scopes
from riotsim.viewer.ui.scene_model import SceneLabel
from riotsim.viewer.ui.widgets.layer import fitting_scale


class ScreenPresenter:
    """The link from a screen to the 3D view and the speaker."""

    def __init__(self, view: SceneView, speaker: Speaker) -> None:
        self._view = view
        self._speaker = speaker
        self._watched: tuple[object, ...] = ()
        """The values behind `_part`: the table, act, question, end of a lesson, and outcome."""
        self._last_act: Act | None = None
        """The act that was shown last."""
        self._part: View | None = None
        """The last result of `watched_part`: a part of the table, or None."""
        self._told_of_tray = False
        """True if a notice has said that the tray is out of sight. False again once the camera follows the game."""
        self._waits = 0
        """Number of frames of waiting for a game so far."""

    def present(
        self,
        screen: GameScreen | ReplayScreen | SandboxScreen,
        panels: Mapping[str, Box] = MappingProxyType({}),
        *,
        still: bool = False,
    ) -> None:
        """Show the current state of a screen in the 3D view, and play its sounds.

        Args:
            screen: The screen.
            panels: The places of the panels' items in the last frame.
            still: Whether the camera has to stand still now, as while the user holds something over the table.
        """
        match screen:
            case GameScreen():
                self._game(screen, panels, still=still)
                self._play_sounds(screen.playback.display, screen.settings, screen.playback.clock.speed)
            case SandboxScreen():
                self._sandbox(screen)
                self._play_sounds(screen.trials.screen.playback.display, screen.settings, screen.settings.speed)
            case ReplayScreen():
                self._replay(screen)
                self._play_sounds(screen.game.display, screen.settings, screen.game.clock.speed)

    def _game(self, game: GameScreen, panels: Mapping[str, Box], *, still: bool) -> None:
        showing, opened = game.playback.display, game.playback.opened
        if opened is None or showing.table is None:
            self._prepare_sound(game.settings)
            return
        poses = _with_poses(showing.poses, game.effects.poses(showing.table))
        scale = fitting_scale(game.settings.ui_scale, *self._view.size)
        is_lesson = game.lesson is not None
        around = game_surroundings(
            showing.table,
            panels,
            self._view.size,
            scale,
            players=len(opened.seats),
            is_lesson=is_lesson,
            has_order=_has_order(showing),
        )
        self._view.auto_camera.sit(at_back=game.hand_over.seat in opened.at_back)
        self._view.show(showing.table, poses, game.overlay(), opened.seats, opened.models, around)
        if not still and game.secret_choice is None:
            part = self.watched_part(showing, shows_all=is_lesson)
            self._view.follow(part, around)
            self._tell_of_tray(part, game)
        self._view.focus(game.focus)
        game.focus = ()
        self._view.auto_camera.follow_close_up(showing.close_up if game.playback.clock.slow_motion else None)

    def _tell_of_tray(self, part: View | None, game: GameScreen) -> None:
        """Add a notice that the tray is out of sight, if the tray matters now and the user has moved the camera.

        The notice comes once. It can come again after the camera has followed the game again.
        """
        if self._view.auto_camera.follows:
            self._told_of_tray = False
        elif part is not None and part.is_tray and not self._told_of_tray and not self._sees(part):
            self._told_of_tray = True
            follow = game.settings.keymap.chord(Action.FOLLOW)
            key = f" (key {follow})" if follow else ""
            notice = f"The dice tray is out of sight. The camera button{key} shows it"
            game.playback.display.notices.append(notice)

    def _sees(self, part: View) -> bool:
        """Return whether the middle of a part of the table is in the window."""
        (left, front), (right, back) = part.low, part.high
        at = self._view.pixel(((left + right) / 2, (front + back) / 2, 0.0))
        width, height = self._view.size
        return at is not None and 0 <= at[0] <= width and 0 <= at[1] <= height

    def watched_part(self, showing: DisplayState, *, shows_all: bool = False) -> View | None:
        """Return the part of the table that the camera should show now.

        Return None if the camera's view should stay as it is, or if there is no table.

        Args:
            showing: The displayed state.
            shows_all: Whether to keep all pieces in a view of the whole table clear of panels, as in a lesson.
        """
        table, act, asked = showing.table, showing.act, showing.question
        if table is None:
            return None
        stopped, seen = showing.lesson_stopped, showing.outcome
        watched = (table, act, asked, stopped, seen)
        if len(self._watched) != len(watched) or any(a is not b for a, b in zip(watched, self._watched, strict=True)):
            self._watched, self._last_act = watched, act or self._last_act
            requests, offers = ((), ()) if asked is None else (asked.requests, asked.offers)
            found = view_of(table, act, requests, offers, self._view.auto_camera.view)
            if seen is not None and (models := models_of(table, seen)) is not None:
                found = part_around(table, (model.at for model in models), OUTCOME_SIDE)
            elif stopped is not None and isinstance(self._last_act, Roll):
                found = _view_of_models(table)  # nothing follows that would turn the camera away from the throw
            elif stopped is not None:
                found = found or self._view.auto_camera.view
            self._part = with_all_pieces(found, table, act) if shows_all and found is not None else found
        return self._part

    def _prepare_sound(self, settings: Settings) -> None:
        """Open the sound device, if sound is on. Call this in each frame while the window waits for a game.

        Only the second call opens the device. Opening it may take a second. In the second call, this delays neither the
        first picture nor the first knock of a throw.
        """
        self._waits += 1
        if self._waits == 2 and not settings.muted and settings.volume > 0.0:
            self._speaker.ready()

    def _sandbox(self, sandbox: SandboxScreen) -> None:
        seats, settings = sandbox.game.seats, sandbox.settings
        if self._view.scene is not None and self._view.scene.seats != seats:
            self._view.clear()  # a position with other players was opened
        around = Surroundings(self._view.size, fitting_scale(settings.ui_scale, *self._view.size))
        self._view.show(sandbox.table, sandbox.poses, sandbox.overlay(), seats, sandbox.owners, around)
        self._view.follow(first_view(sandbox.table), around)
        self._view.auto_camera.follow_close_up(sandbox.close_up if settings.slow_motion else None)

    def _replay(self, replay: ReplayScreen) -> None:
        recording, drawn = replay.recording, replay.overlay()
        poses = _with_poses(replay.poses, replay.effects.poses(replay.table))
        size, scale = self._view.size, fitting_scale(replay.settings.ui_scale, *self._view.size)
        players, highlights = len(recording.seats), len(replay.game.highlights)
        around = replay_surroundings(size, scale, players=players, highlights=highlights)
        self._view.show(replay.table, poses, drawn, recording.seats, recording.models, around)
        part = self.watched_part(replay.game.display)
        if not replay.game.busy and part is not None and part.is_tray:
            part = _view_of_models(replay.table)  # nothing follows that would turn the camera away from the throw
        self._view.follow(part, around)
        self._view.focus(replay.focus)
        replay.focus = ()
        self._view.auto_camera.follow_close_up(replay.game.display.close_up)

    def _play_sounds(self, showing: DisplayState, settings: Settings, speed: float) -> None:
        """Play the sounds of the impacts that were shown since the last call."""
        heard, showing.impacts = showing.impacts, []
        if showing.table is not None:
            self._speaker.volume, self._speaker.muted = settings.volume, settings.muted
            self._speaker.play(heard, showing.table, speed=speed)


MIDDLE_SHARE = 0.05
"""Half the width of a strip in the middle. A piece there counts as neither left nor right.

It is a share of the width that the panels leave free.
"""


def seen_at_right(view: SceneView, table: Table | None, name: PieceId) -> bool | None:
    """Return whether a piece is seen in the right half of the area that the panels leave free.

    Return None if it is seen near the middle of this area, or if it can't be seen.
    """
    piece, around = None if table is None else table.movable(name), view.around
    at = None if piece is None else view.pixel((*place_of(piece), 0.0))
    if at is None or around is None:
        return None
    left, _, right, _ = around.between_panels()
    beyond = at[0] - (left + right) / 2
    return beyond > 0.0 if abs(beyond) > MIDDLE_SHARE * (right - left) else None


def _has_order(showing: DisplayState) -> bool:
    """Return whether any unit has a place in the order of the round."""
    rosters = () if showing.status is None else showing.status.rosters.values()
    return any(unit.initiative is not None for roster in rosters for unit in roster.units)


def _view_of_models(table: Table) -> View:
    """Return the part of a large table that contains all models.

    If the table is not large or has no models, return the table's usual view.
    """
    if is_large(table) and table.models:
        return part_around(table, (model.at for model in table.models.values()))
    return usual_view(table)


OverTableModel: TypeAlias = GameModel | ReplayModel | SandboxModel
"""The panel data of the screens that show a table."""


def mouse_tip(model: OverTableModel) -> MouseTip | None:
    """Return the texts to show at the mouse, or None if there are none.

    During a fight, and while a menu or another overlay is open, there are none.
    """
    if isinstance(model, ReplayModel):
        texts = MouseTip(model.tip if open_scopes(model) else None)
    elif Scope.TABLE in (open_sandbox_scopes(model) if isinstance(model, SandboxModel) else open_scopes(model)):
        texts = MouseTip(model.tip, model.refusal)
    else:
        texts = MouseTip(None)
    beside = not isinstance(model, SandboxModel) and model.sheet is not None
    beside = beside and not (isinstance(model, GameModel) and model.one_column)
    return texts._replace(is_beside_sheet=beside) if texts.tip is not None or texts.refusal else None


def without_mouse_texts(model: OverTableModel) -> OverTableModel:
    """Return panel data without the texts at the mouse, so that a mouse move alone causes no redraw of the panels."""
    return replace(model, tip=None) if isinstance(model, ReplayModel) else replace(model, tip=None, refusal="")


def _with_poses(poses: Mapping[PieceId, Pose], moved: Mapping[PieceId, Pose]) -> Mapping[PieceId, Pose]:
    """Return `poses` with the poses in `moved` added. A pose in `moved` replaces the same piece's pose in `poses`."""
    # A copy would make a `Pose` for every piece of a `PoseArray`, in every frame.
    return {**poses, **moved} if moved else poses


CHOOSING: Final = (ChooseInteraction, PathInteraction)
"""The interactions that may highlight one of the player's offers, and show it with a line."""

UNSAVED_GAME_NOTICE = "This game is not saved. The sandbox keeps only what you save as a scenario."


@dataclass(frozen=True, slots=True)
class PanelModels:
    """A builder of panel data for one frame.

    The builder takes a screen's data, and adds facts that only the window knows, such as the places of labels.
    """

    view: SceneView
    """The 3D view, which projects labels and the ruler onto the screen."""
    options: SettingsModel
    notice: str
    """A message that is not about a game, such as the path of a saved screenshot; empty for none."""
    rules: RulesModel | None
    """Data of the rules page; None unless it is open."""
    pointing: bool
    """True if tooltips may be shown: the mouse is over no panel, and drags nothing on the table."""

    def game(self, game: GameScreen, *, from_sandbox: bool) -> GameModel:
        """Return the panel data of a game.

        Args:
            game: The screen of the game.
            from_sandbox: Whether the game was started in the sandbox.
        """
        model, drawn = game_model(game), game.overlay()
        if from_sandbox:
            undo_about = "Undo, as often as you like" if model.can_undo else "There is nothing to undo now"
            model = replace(model, leave_label="To the sandbox", undo_about=undo_about, leave_note=UNSAVED_GAME_NOTICE)
        prompt, tip = model.prompt, self._tip(game, model)
        if prompt is not None and tip is not None and tip.title == prompt.hint:
            prompt = replace(prompt, hint="")  # the same text stands at the mouse
        return replace(
            model,
            sheet=None
            if model.sheet is None
            else replace(model.sheet, is_at_right=seen_at_right(self.view, game.table, model.sheet.piece)),
            follows=self.view.auto_camera.follows,
            one_column=self.view.around is not None and self.view.around.one_column,
            ruler=ruler_on_screen(game, self.view),
            labels=(
                *self._names(game, game.playback.display, game.seats, drawn.glow),
                *labels_on_screen(game, self.view, drawn.marks),
            ),
            signs=signs_on_screen(game, self.view, drawn.marks),
            units=units_on_screen(model.companies, game.table, self.view),
            portraits=self._portraits(model.companies),
            prompt=prompt,
            tip=tip,
            options=self.options if game.options_open else None,
            rules=self.rules,
        )

    def _tip(self, game: GameScreen, model: GameModel) -> Tip | None:
        """Return the tooltip at the mouse, or None if there is none.

        If an offer is highlighted, `Tip.away_from` is the start of the offer's line. If the offer has no line, it is
        the place of the piece that the offer would move.
        """
        tip = model.tip if self.pointing else None
        offer = game.interaction.shown_offer if isinstance(game.interaction, CHOOSING) else None
        if tip is None or offer is None:
            return tip
        piece = None if game.table is None or offer.moves is None else game.table.movable(offer.moves)
        start = offer.path[0] if offer.path else None if piece is None else place_of(piece)
        return tip if start is None else replace(tip, away_from=self.view.pixel((*start, 0.0)))

    def _portraits(self, companies: Sequence[Company]) -> Mapping[PieceId, int]:
        return self.view.portraits(unit.piece for company in companies for unit in company.units)

    def sandbox(self, sandbox: SandboxScreen) -> SandboxModel:
        """Return the panel data of the sandbox."""
        model = sandbox_model(sandbox)
        return replace(
            model,
            follows=self.view.auto_camera.follows,
            labels=labels_on_screen(sandbox, self.view, sandbox.overlay().marks),
            tip=model.tip if self.pointing else None,
            options=self.options if sandbox.options_open else None,
            rules=self.rules,
            notice=model.notice or self.notice,
        )

    def replay(self, replay: ReplayScreen) -> ReplayModel:
        """Return the panel data of a replay."""
        model = replay.model(pointing=self.pointing)
        return replace(
            model,
            follows=self.view.auto_camera.follows,
            ruler=ruler_on_screen(replay, self.view),
            labels=(
                *self._names(replay, replay.game.display, replay.recording.seats, ()),
                *labels_on_screen(replay, self.view, replay.overlay().marks),
            ),
            units=units_on_screen(model.companies, replay.table, self.view),
            portraits=self._portraits(model.companies),
            options=self.options if replay.options_open else None,
            rules=self.rules,
            notice=self.notice,
        )

    def _names(
        self,
        screen: GameScreen | ReplayScreen,
        showing: DisplayState,
        seats: Sequence[Seat],
        asked: Container[PieceId],
    ) -> tuple[SceneLabel, ...]:
        if not screen.settings.names:
            return ()
        piece = screen.pointer.piece if screen.pointer is not None and self.pointing else None
        pointed = screen.highlighted if piece is None else (*screen.highlighted, piece)
        return names_on_screen(screen.table, showing.poses, showing.status, seats, self.view, asked, pointed)
