"""The text of a game for the window: prompts, log lines with the pieces that they mention, and the status."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any, Final

from riotsim.app.output.results import result_lines
from riotsim.play.context import Checkpoint
from riotsim.play.game import Game
from riotsim.play.group_requests import PickSome
from riotsim.play.house_rules import REROLL_REASONS
from riotsim.play.markup import stripped_names
from riotsim.play.narration import NarratedLine, Narration, Offer, Turn, TurnStart
from riotsim.play.requests import AimThrow, PlayerId, Request, Unavailable
from riotsim.play.scenarios.lesson import AskedInstruction, Instruction, LessonStep, lesson_progress
from riotsim.play.session.journal import Answered
from riotsim.play.session.session import Session
from riotsim.table.pieces import Figure, Piece, PieceId
from riotsim.viewer.session.messages import GameStatus, LessonStatus, Level, Line, Prompt

OVER_TOO_EARLY: Final = "The game is over before this step was done: press Undo."
"""The sentence for a lesson whose game ends before the last step is done."""


class WindowNarrator:
    """The narrator of one game from its beginning on.

    It implements `riotsim.viewer.session.hosted_game.GameNarrator`.
    """

    def __init__(
        self,
        game: Game,
        rules: Any,
        begin: Checkpoint[Any],
        figures: Mapping[str, Figure],
        lesson: Sequence[LessonStep] = (),
        learners: Container[PlayerId] = (),
    ) -> None:
        self._game = game
        self._presentation = shown = game.presentation()
        self._rules = rules
        self._figures = figures
        self._lesson = lesson
        self._learners = learners
        self._narration = Narration(shown.formatter(rules, begin), shown.turn)
        self._turn = replace(shown.turn(begin.state), number=0, player=None)
        """The turn of the next log line."""
        self._now = self._turn
        """The turn of the latest heading. Before the first heading, it has the number 0 and no player."""

    def turn(self, state: Any) -> Turn:
        """Return the turn of a state."""
        return self._presentation.turn(state)

    def lines(self, events: Iterable[object]) -> Iterator[Line]:
        """Yield the heading of each new turn, and the log lines that are complete after new events.

        A line that later events may lengthen is kept back (see `unfinished_line`).
        """
        for told in self._narration.narrate_turns(events):
            if isinstance(told, TurnStart):
                yield self._heading(told)
            else:
                yield self._line(told)
                self._turn = self._now

    def unfinished_line(self) -> Line | None:
        """Return the log line that later events may still lengthen; None if there is none."""
        unfinished = self._narration.pending_line
        return None if unfinished is None else self._line(unfinished)

    def prompt(self, request: Request[object], session: Session[Any]) -> Prompt:
        """Return the prompt for a request: the player, the question and its reason."""
        return Prompt(request.player, *self._presentation.reason(self._rules, session, request))

    def offers(self, request: Request[object], session: Session[Any]) -> tuple[Offer, ...]:
        """Return the answers that the window lists for a request, each with its effects.

        The tuple is empty if the player answers by a gesture, such as a throw.
        """
        return self._presentation.offers(self._rules, session, request)

    def unavailable(self, request: Request[object], session: Session[Any]) -> tuple[Unavailable, ...]:
        """Return the answers that a player can't give to a request now, each with the reason."""
        return self._presentation.unavailable(self._rules, session, request)

    def incoming_pieces(self, request: Request[object], session: Session[Any]) -> Mapping[PieceId, Piece]:
        """Return the pieces that a request will put on the table, such as dice in the hand."""
        return self._presentation.incoming_pieces(self._rules, self._figures, session, request)

    def status(self, session: Session[Any], now: float) -> GameStatus:
        """Return the status of the game for the window, such as the scores, the clock, and the player on turn.

        Args:
            session: The session of the game.
            now: Time of play (s).
        """
        stands = self._presentation.status(self._rules, session, now)
        return GameStatus(
            stands.rows,
            clock=stands.clock,
            turn=self._presentation.turn(session.state),
            score_name=self._game.score_name,
            score_icon=self._game.score_icon,
            reaches=stands.reaches,
            sights=stands.sights,
            arcs=stands.arcs,
            dangers=stands.dangers,
            targets=stands.targets,
            acting=stands.acting,
            marks=self._presentation.marks(self._rules, session.state, session.table),
            sheets=self._presentation.sheets(self._rules, session.state, session.table),
            areas=self._presentation.areas(self._rules, session.state, session.table),
            rosters=self._presentation.rosters(self._rules, session.state, session.table),
            checks=self._presentation.checks(self._rules, session.state, session.table),
            lesson=self._lesson_status(session),
        )

    def _lesson_status(self, session: Session[Any]) -> LessonStatus | None:
        """Return the progress of the lesson, or None if the game is not a lesson.

        The current step counts as missed in each of these cases:

        - An event has made the step fail.
        - The game is over before the step is done.
        - The last answer of the player who learns was a wrong choice (`_wrong_choice`).
        - The lesson needs an answer with a certain text (`AskedInstruction.needs`), but no offered answer has it.

        If dice have to be thrown again, the instruction says why. If the player can't press the step's button, the
        instruction gives the reason.
        """
        if not self._lesson:
            return None
        done, missed = lesson_progress(self._lesson, session.events)
        count = len(self._lesson)
        if done == count:
            text = self._lesson[-1].done
            # the result would cover the text
            return LessonStatus(done, count, text, shows_result=session.is_over and not text)
        step = self._lesson[done]
        if missed is not None:
            return LessonStatus(done, count, missed.say, missed=True)
        if session.is_over:
            return LessonStatus(done, count, OVER_TOO_EARLY, missed=True)
        if session.pending and (wrong := self._wrong_choice(done, session)):
            return LessonStatus(done, count, wrong, missed=True, by_choice=True)
        now: Instruction = step
        say = ""
        for request in session.pending:
            if request.player not in self._learners:
                continue
            if isinstance(request, AimThrow) and request.why_again:
                say = f"{REROLL_REASONS[request.why_again[-1]]}: throw it again."
            if (asked := step.asks.get(request.purpose)) is not None:
                if asked.needs and not any(asked.needs in one.text for one in self.offers(request, session)):
                    return LessonStatus(done, count, asked.missed, missed=True)
                now = asked
            if shut := self._why_shut(now.button, request, session):
                return LessonStatus(done, count, shut, now.glow, now.button, about=step.about, is_shut=True)
            if asked is not None:
                break
        return LessonStatus(done, count, say or now.say, now.glow, now.button, about=step.about)

    def _wrong_choice(self, done: int, session: Session[Any]) -> str:
        """Return a sentence that tells the player to press Undo after a wrong choice; empty if there is none.

        The current step may ask for a certain button or certain pieces. The game's last answer is wrong if the player
        could have given the wanted answer, but chose another. An answer from before the beginning of the step is never
        wrong. Nor is an answer by a player whom the lesson doesn't teach.

        Args:
            done: Number of steps that are done.
            session: The session of the game.
        """
        answered = [(place, one) for place, one in enumerate(session.journal) if isinstance(one, Answered)]
        if not answered:
            return ""
        (place, last), step = answered[-1], self._lesson[done]
        answers = {player: answer for player, answer in last.answers if player in self._learners}
        asked: Instruction = step.asks.get(last.purpose, step)
        if not answers or not (asked.button or asked.glow):
            return ""
        with closing(session.branch_at(session.entry_count - len(session.journal) + place)) as before:
            if lesson_progress(self._lesson, before.events).done < done:
                return ""
            for request in before.pending:
                wanted = self._wanted(asked, request, before) if request.player in answers else []
                if wanted and answers[request.player] not in wanted:
                    offers = (one for one in self.offers(request, before) if one.answer in wanted)
                    names = " or ".join(one.text.partition(": ")[0] for one in offers)
                    to_do = f"press {asked.button}" if asked.button else f"click {names or 'what glows'}"
                    return f"That was another choice: press Undo, and {to_do}."
        return ""

    def _wanted(self, asked: Instruction, request: Request[object], session: Session[Any]) -> list[object]:
        """Return the answers to a request that fit an instruction.

        The field `glow` of an instruction lists the pieces that glow.

        - If the request is a `PickSome`, an `AskedInstruction` asks for one answer: all pieces that glow. An
          instruction of any other kind asks for no answer.
        - For a request of any other kind, the answers are those whose text begins with the instruction's `button`. If
          there are none, the answers are those about a piece that glows.
        """
        if isinstance(request, PickSome):
            return [request.in_order(asked.glow)] if isinstance(asked, AskedInstruction) else []
        offers = self.offers(request, session)
        by_button = [one.answer for one in offers if asked.button and one.text.startswith(asked.button)]
        return by_button or [one.answer for one in offers if one.piece in asked.glow]

    def _why_shut(self, button: str, request: Request[object], session: Session[Any]) -> str:
        """Return the reason why a player can't press a button, with the advice to press Undo.

        The text is empty if `button` is empty, if the player can press the button, or if no reason is known.

        Args:
            button: The beginning of the button's label.
            request: The request that the player has to answer.
            session: The session of the game.
        """
        if not button or any(one.text.startswith(button) for one in self.offers(request, session)):
            return ""
        refused = next((one for one in self.unavailable(request, session) if one.label.startswith(button)), None)
        return "" if refused is None else f"{refused.reason.rstrip('.')}: press Undo."

    def final_lines(self, session: Session[Any]) -> Iterator[Line]:
        """Yield the last log lines of a game: the winner, the reason if there is one, and each player's score."""
        tally = self._presentation.final_score(session.state)
        assert tally is not None, "the game is over"
        for n, text in enumerate(result_lines(tally)):
            yield Line(text, "line" if n else "head", turn=self._now)

    def _heading(self, start: TurnStart) -> Line:
        """Go on to the next turn, and return its heading as a log line."""
        number = start.number or self._now.number + 1
        self._turn = self._now = replace(self._now, number=number, player=start.player, custom_title=start.custom_title)
        return Line(self._now.title, "head", start.pieces, self._now)

    def _line(self, line: NarratedLine) -> Line:
        level: Level = "detail" if line.is_detail else "line"
        return Line(
            line.text.strip(), level, line.pieces, self._turn, stripped_names(line.text, line.names), line.strike
        )


def make_narrator(
    game: Game,
    session: Session[Any],
    rules: Any,
    figures: Mapping[str, Figure],
    lesson: Sequence[LessonStep] = (),
    learners: Container[PlayerId] = (),
) -> Callable[[], WindowNarrator]:
    """Return a function that makes a new narrator. The narrator begins at the session's first checkpoint.

    Args:
        game: The kind of game.
        session: The session of the game.
        rules: The rulebook.
        figures: Figures of the models, by the names of the kinds of model in the rules.
        lesson: The steps that the game teaches; empty for none.
        learners: The players whom the game teaches.
    """
    begin = session.first_checkpoint
    return lambda: WindowNarrator(game, rules, begin, figures, lesson, learners)
