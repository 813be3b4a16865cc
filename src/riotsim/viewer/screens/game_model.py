"""The data that the panels of the game screen show: prompts, choices, tooltips, sheets, fights and lessons."""

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from riotsim.play.displays import ShownCheck
from riotsim.play.requests import Request
from riotsim.replay.recording import Seat
from riotsim.table.acts import Act, Carry, Drop, Roll, Shift, Stack, Tip
from riotsim.table.geometry.plan import covers
from riotsim.viewer.input.interactions.choose import ChooseInteraction
from riotsim.viewer.input.interactions.interaction import Interaction
from riotsim.viewer.input.interactions.pick_some import PickSomeInteraction
from riotsim.viewer.input.interactions.place_some import PlaceSomeInteraction
from riotsim.viewer.playback.kept_dice import DIE_SHARE, LABEL_COLOUR
from riotsim.viewer.scene.marks import Label
from riotsim.viewer.screens import shared_models
from riotsim.viewer.screens.decisions import CONFIRMATIONS, lasting_rows, rows_above
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.shared_models import piece_info
from riotsim.viewer.session.messages import Question
from riotsim.viewer.ui import models
from riotsim.viewer.ui.lesson_model import UNDO_STEP, LessonModel

SIGN_GAP = 22.0
"""Additional distance of the tooltip from the mouse if there is a sign at the mouse (panel units).

The tooltip must not hide the sign.
"""

ACTIVITIES: dict[type, str] = {
    Roll: "throws",
    Drop: "drops a token",
    Stack: "stacks a die",
    Carry: "moves",
    Tip: "tips a die",
    Shift: "moves pieces",
}


def game_model(at: GameScreen) -> models.GameModel:
    """Return the present data of the game screen's panels."""
    showing, opened = at.playback.display, at.playback.opened
    seats, asked, clock = at.seats, showing.question, at.playback.clock
    doing = _doing(showing.act)
    at.record.follow(showing, seats)
    open_now = asked or showing.game_over or showing.lesson_stopped
    can_undo = open_now is not None and open_now.can_undo
    over = () if showing.game_over is None else tuple(line.text for line in showing.game_over.lines)
    return models.GameModel(
        title="" if opened is None else opened.title,
        turn=replace(shared_models.turn(showing, seats), activity=doing, clock=_clock(at), asked=_interrupting(at)),
        seats=seats,
        prompt=_ask(at, asked),
        waiting="" if open_now is not None or showing.failure else _waiting(at),
        standings=at.record.standings,
        score_name="" if showing.status is None else showing.status.score_name,
        score_icon="coins" if showing.status is None else showing.status.score_icon,
        log=at.record.log,
        dice=at.record.dice,
        companies=at.record.companies,
        acting=None if showing.status is None else showing.status.acting,
        checks=checks_of(at),
        playback=models.PlaybackState(clock.speed, clock.paused, doing or ("goes on" if at.playback.busy else "")),
        fight=_fight(at),
        can_undo=can_undo,
        can_redo=asked is not None and asked.can_redo,
        undo_about=_undo_about(at, can_undo=can_undo),
        sheet=_sheet(at),
        tip=_tip(at),
        refusal=shared_models.with_titles(at.refusal, showing.status),
        settings=at.settings,
        page=at.page,
        menu=at.menu,
        game="" if opened is None else opened.game,
        leave_note=_leave_note(at),
        notice=at.notices.current,
        result_lines=over,
        can_repeat=at.can_repeat,
        highlights=at.record.highlights.texts if over else (),
        replay_problem=at.replay_problem,
        failure="" if showing.failure is None else showing.failure.text,
        lesson=_lesson(at, asked),
        hand_over=_hand_over(at, asked),
        is_interrupted=at.hand_over.interrupted,
        is_unseen=at.first_frames.is_unseen,
    )


def checks_of(at: GameScreen) -> tuple[ShownCheck, ...]:
    """Return the dice check of the previewed offer, or of the highlighted offer if no offer is previewed.

    If the offer has no check, or there is no offer, return the checks of the game.
    """
    looked = at.previewed
    if looked is None and isinstance(at.interaction, ChooseInteraction):
        looked = at.interaction.highlighted_offer
    if looked is not None and looked.check is not None:
        return (looked.check,)
    return at.effects.kept_dice.checks(at.playback.display)


def _lesson(at: GameScreen, asked: Question | None) -> LessonModel | None:
    """Return the panel of the lesson. Return None if the game is not a lesson, or no step is shown yet.

    The undo button glows if the step has failed, or if the lesson's option can't be chosen now.
    """
    scene = at.lesson
    if scene is None or (status := scene.shown) is None:
        return None
    undo = status.missed or (status.is_shut and asked is not None)
    return LessonModel(scene.lesson, scene.scene, status, undo=undo, seconds_left=scene.seconds_left)


def _hand_over(at: GameScreen, asked: Question | None) -> models.HandOverNotice | None:
    """Return the short notice that another person is to use the window now.

    Return None if the window names nobody now (`HandOver.named`), or if the named person isn't asked a question.
    """
    named = at.hand_over.named
    seat = None if named is None else shared_models.seat_of(at.seats, named)
    if seat is None or named is None or asked is None or at.player != named:
        return None
    return models.HandOverNotice(seat, shared_models.prompt_for(asked, named).title)


def _interrupting(at: GameScreen) -> Seat | None:
    """Return the seat of the person who is asked a question in another player's turn.

    Return None if nobody is asked in another player's turn, or if only one person plays at the window.
    """
    is_open = at.playback.display.question is not None
    return shared_models.seat_of(at.seats, at.player) if is_open and at.hand_over.interrupts else None


def _leave_note(at: GameScreen) -> str:
    if at.lesson is not None:
        return "You can go on with the lesson at this scene later."
    stored = at.playback.opened is not None and at.playback.opened.game
    return "The game is saved. You can continue it later." if stored else "This game is not saved."


def _undo_about(at: GameScreen, *, can_undo: bool) -> str:
    showing, step = at.playback.display, None if at.lesson is None else at.lesson.shown
    if can_undo:
        has_failed = step is not None and step.missed and not step.by_choice
        return UNDO_STEP if has_failed else "Undo the last decision"
    if showing.question is None and showing.game_over is None and showing.lesson_stopped is None:
        return "You can undo at your next decision"
    return "There is nothing to undo: dice results can't be undone"


def _clock(at: GameScreen) -> models.GameClock | None:
    left, told = at.game_clock.left, at.game_clock.told
    return None if left is None or told is None else models.GameClock(max(math.ceil(left), 0), told.at_zero)


def _doing(act: Act | None) -> str:
    return "" if act is None else ACTIVITIES.get(type(act), "")


def _waiting(at: GameScreen) -> str:
    showing = at.playback.display
    if at.playback.opened is None:
        return "Loading the game …"
    if showing.act is not None:
        return ""
    if showing.bot_asked and at.playback.clock.paused:
        return f"Paused. {showing.bot_asked} acts when you continue."
    return f"{showing.bot_asked} is thinking …" if showing.bot_asked else ""


def _ask(at: GameScreen, asked: Question | None) -> models.Prompt | None:
    """Return the prompt for the player who answers at the table, or None if no player is asked there."""
    if asked is None or at.player is None:
        return None
    request = next(one for one in asked.requests if one.player == at.player)
    why = shared_models.prompt_for(asked, at.player)
    seat = shared_models.seat_of(at.seats, at.player)
    if seat is None:
        return None
    if (chosen := at.confirming) is not None:
        label, yes, no = chosen.text.partition(": ")[0], *CONFIRMATIONS
        choices = (models.Choice(yes, label, icon="check"), models.Choice(no, "Stay", icon="cross"))
        # The request's clause is about all its answers, and would mislead here.
        return models.Prompt(seat, f"{label}?", chosen.confirm, "", _pointed_at(choices, at))
    told = "" if why.tells_check and checks_of(at) else why.text  # the panel of checks tells more
    hint, status = at.interaction_overlay().hint, at.playback.display.status
    return models.Prompt(
        seat,
        why.title,
        told,
        why.clause,
        (
            *_pointed_at(
                shared_models.choices(
                    at.offers(request),
                    shared_models.titled(at.more_choices(request), status),
                    shared_models.letters_of_dice(at.offers(request), at.table),
                    at.numbers.of(request, at.offers(request)),
                ),
                at,
            ),
            *_refused_choices(asked, request),
        ),
        hint=shared_models.with_titles(hint, status),
        rows=() if at.interaction is None else (*lasting_rows(asked, request), *rows_above(at.interaction)),
        confirm=_confirm_label(at.interaction),
        confirm_glows=_confirm_label(at.interaction).startswith(_button_of_lesson(at)),
        ready=isinstance(at.interaction, PickSomeInteraction | PlaceSomeInteraction) and at.interaction.is_ready,
        clause_text="" if at.playback.opened is None else at.playback.opened.clauses.get(why.clause, ""),
        number=asked.number,
        can_go_back=asked.is_within_choice,
    )


def letters_on_dice(at: GameScreen) -> Iterator[Label]:
    """Yield a label for each die whose choice in the panel has a letter.

    The label is beside the die and shows the letter. Choices that would otherwise look alike have letters.
    """
    if at.interaction is None or at.table is None or at.confirming is not None:
        return
    for name, letter in shared_models.letters_of_dice(at.offers(at.interaction.request), at.table).items():
        die = at.table.dice[name]
        yield Label(die.pose.at, letter, LABEL_COLOUR, radius=die.size * DIE_SHARE, piece=name)


def _pointed_at(choices: tuple[models.Choice, ...], at: GameScreen) -> tuple[models.Choice, ...]:
    """Return the choices. The choices that a lesson points at get a glow.

    A lesson points at a choice if the choice's label begins with the text `button` of the lesson's present step. If
    this text is empty, the lesson points at no choice.
    """
    button = _button_of_lesson(at)
    return tuple(replace(one, glows=one.label.startswith(button)) for one in choices) if button else choices


def _button_of_lesson(at: GameScreen) -> str:
    """Return the first words on the button that a lesson points at, or an empty text if it points at no button."""
    return "" if at.lesson is None or at.lesson.shown is None else at.lesson.shown.button


def _refused_choices(asked: Question, request: Request[object]) -> Iterator[models.Choice]:
    """Yield the choices that the player can't make now. Each choice has the reason."""
    if asked.unavailable:
        for number, one in enumerate(asked.unavailable[asked.requests.index(request)]):
            pieces = () if one.piece is None else (one.piece,)
            yield models.Choice(f"no.{number}", one.label, pieces=pieces, refused=one.reason)


def _confirm_label(interaction: Interaction | None) -> str:
    """Return the label of the button that confirms the picked items or the chosen places.

    It is empty if there is no such button.
    """
    if isinstance(interaction, PlaceSomeInteraction):
        return "Put them there"
    if not isinstance(interaction, PickSomeInteraction):
        return ""
    count = len(interaction.picked)
    if count == 0:
        return "Take none" if interaction.request.least == 0 else "Take these"
    return "Take this one" if count == 1 else f"Take these {count}"


def _fight(at: GameScreen) -> models.Fight | None:
    secret, opened = at.secret_choice, at.playback.opened
    if secret is None or opened is None:
        return None
    why = secret.question.prompts[0]
    sides = []
    for player in secret.players:
        seat = shared_models.seat_of(at.seats, player)
        assert seat is not None, "who is asked has a seat"
        person = player in opened.persons
        sides.append(models.FightSide(seat, "", person, not person or player in secret.chosen))
    options, places = shared_models.choices(secret.offers), secret.places
    both = None if places is None else (str(places[0]), str(places[1]))
    text = opened.clauses.get(why.clause, "")
    return models.Fight(
        sides[0], sides[1], options, why.title, why.text, why.clause, text, count=secret.count, shown=both
    )


def _sheet(at: GameScreen) -> models.Sheet | None:
    """Return the sheet to show: the sheet of the first of these pieces that has a sheet.

    - The piece under the mouse.
    - The piece whose sheet the user keeps open.
    - The piece of the offer that was previewed last. If no offer was previewed, the piece of the highlighted offer.

    Return None if none of these pieces has a sheet.
    """
    if at.table is None:
        return None
    pointed = None if at.pointer is None or at.mouse_away else at.pointer.piece
    looked = None
    if isinstance(at.interaction, ChooseInteraction):  # a sheet stays while the mouse goes from a button to the sheet
        looked = at.interaction.last_previewed or at.interaction.highlighted_offer
    status = at.playback.display.status
    found = (pointed, at.kept_sheet, None if looked is None else looked.piece)
    sheets = ((piece, shared_models.sheet(at.table, piece, status, at.seats)) for piece in found)
    piece, shown = next(((piece, sheet) for piece, sheet in sheets if sheet is not None), (None, None))
    return shown if shown is None or piece != at.kept_sheet else replace(shown, kept=piece)


def _tip(at: GameScreen) -> models.Tip | None:
    """Return the tooltip at the pointer, or None if there is nothing to show.

    - If the decision has a hint about the pointer's place, the tooltip shows the hint. Any other hint of the decision
      is shown in the panel, and there is no tooltip.
    - Without a hint, the tooltip describes the piece under the pointer. If the piece has a sheet, there is no tooltip,
      because the sheet is shown.
    - Without a hint and a piece, the tooltip describes the area under the pointer, after the pointer has rested there
      for a while.
    """
    pointer, table = at.pointer, at.table
    if pointer is None or table is None or (at.mouse_away and not at.aims_by_keys):
        return None
    status = at.playback.display.status
    if hint := (drawn := at.interaction_overlay()).hint:
        looked = at.interaction.shown_offer if isinstance(at.interaction, ChooseInteraction) else None
        has_signs = looked is not None and bool(looked.signs)
        if looked is not None and has_signs:
            shown = looked.area is not None and covers(looked.area, pointer.at)  # elsewhere it might hide signs
        else:
            shown = drawn.is_about_pointer or drawn.refused
        about = (looked.about,) if looked is not None and looked.about else ()
        text = shared_models.with_titles(hint, status)
        return models.Tip(text, about, gap=SIGN_GAP if has_signs else 0.0) if shown else None
    if pointer.piece is None:
        return shared_models.area_tip(() if status is None else status.areas, pointer, at.clock())
    if shared_models.sheet(table, pointer.piece, status, at.seats) is not None:
        return None
    with suppress(KeyError):
        if (found := piece_info(table, pointer.piece, status)) is not None:
            return models.Tip(found.title, found.lines, shared_models.seat_of(at.seats, found.owner))
    return None
