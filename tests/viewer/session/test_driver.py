"""The loop that drives a game, on a pipe made of lists: questions, refusals, undo, and when acts are shown."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from fake_window import Lists, of, played_here, shows
from pitch_game import AT_THE_TOWER, BESIDE_IT, Pitch, Score

from riotsim.play.requests import Aim, AimThrow, Choose, PickPiece, Request
from riotsim.viewer.session.connection import MAX_UNSHOWN_ACTS
from riotsim.viewer.session.driver import drive
from riotsim.viewer.session.hosted_game import HostedGame, Notify, ShowAct
from riotsim.viewer.session.messages import (
    ActSettled,
    ActShown,
    ActStarted,
    Answer,
    ClockPaused,
    DragReleased,
    FromHost,
    GameOver,
    GameStatus,
    HostFailed,
    LeaveGame,
    LogChanged,
    Notice,
    Question,
    Redo,
    Refusal,
    TableChanged,
    ToHost,
    Undo,
)


def usual(request: Request[object]) -> object:
    """Return an allowed answer."""
    match request:
        case PickPiece(pieces=pieces):
            return pieces[0]
        case Choose(options=options):
            return options[-1]
    return BESIDE_IT


@dataclass
class Script:
    """A window that answers from a list, then in the default way, and leaves once the game is over."""

    narrator: list[ToHost | None] = field(default_factory=list)
    """The list of answers. None stands for a default answer."""
    leaves: bool = False
    asked: Question | None = None
    """The open question."""

    def __call__(self, message: FromHost, _: object) -> list[ToHost]:
        """Return the next answer."""
        if isinstance(message, GameOver):
            return [] if not self.narrator else [word for word in [self.narrator.pop(0)] if word is not None]
        if isinstance(message, Question):
            self.asked = message
        return self._next(self.asked) if isinstance(message, Question | Refusal) else []

    def _next(self, asked: Question | None) -> list[ToHost]:
        assert asked is not None, "it was asked before"
        if not self.narrator and self.leaves:
            return [LeaveGame()]
        word = self.narrator.pop(0) if self.narrator else None
        return [Answer(asked.requests[0].player, usual(asked.requests[0])) if word is None else word]


def asked(seen: list[FromHost]) -> list[tuple[str, ...]]:
    """Return who was asked what, question by question."""
    return [
        tuple(f"{request.player} {request.purpose}" for request in message.requests)
        for message in seen
        if isinstance(message, Question)
    ]


def test_persons_are_asked_and_bots_are_not() -> None:
    """People are asked, and bots are not. Bob has only one pawn, so he isn't asked which pawn he uses."""
    both = played_here(Pitch(("Ann", "Bob"), rounds=1), Script())
    assert asked(both) == [("Ann pawn",), ("Ann pitch",), ("Bob pitch",)]
    none = played_here(Pitch((), rounds=1), Script())
    assert asked(none) == []
    assert [type(message) for message in (both[-1], none[-1])] == [GameOver, GameOver]


def test_an_act_is_told_in_order() -> None:
    """The messages about an act come in order: its start, its frames, its end, the log and the table. A choice of a
    pawn sends no table.
    """
    seen = played_here(Pitch(rounds=1), Script())
    kinds = [type(message).__name__ for message in seen if not isinstance(message, GameStatus)]
    short = [kind for place, kind in enumerate(kinds) if kind != kinds[place - 1] or kind != "ActFrames"]
    pitch = ["ActStarted", "ActFrames", "ActSettled", "LogChanged", "TableChanged"]
    step = ["Question", "LogChanged"]
    assert short == ["GameOpened", "Notice", *step, "Question", *pitch, "BotAsked", "LogChanged", *pitch, "GameOver"]
    (first, second) = of(ActSettled, seen)
    (began, _) = of(ActStarted, seen)
    assert second.number == 2
    assert began.player == "Ann"
    assert set(first.settled.table.dice) - set(began.before.dice) == {"d1Ann0", "d1Ann1"}


def test_a_forbidden_answer_is_refused_with_its_reason() -> None:
    """If an answer isn't allowed, the host refuses it with the reason, and doesn't ask again."""
    off = Answer("Ann", Aim((900.0, 0.0), 0.0))
    seen = played_here(Pitch(rounds=1), Script([Answer("Ann", "b1"), None, off, Answer("Bob", "b1")]))
    assert [message for message in seen if isinstance(message, Refusal)] == [
        Refusal("b1 cannot be picked; there is a1, a2", "Ann"),
        Refusal("the dice must be thrown into the play area", "Ann"),
        Refusal("nothing is asked of Bob", "Bob"),
    ]
    assert asked(seen) == [("Ann pawn",), ("Ann pitch",)]


def test_a_refused_drag_changes_nothing() -> None:
    """If a drag ends before it has begun, it is refused. The question stays open, and isn't asked again."""
    seen = played_here(Pitch(rounds=1), Script([DragReleased("Ann")]))
    assert of(Refusal, seen) == [Refusal("nothing was dragged: grab the model and drag it along its line", "Ann")]
    assert asked(seen) == [("Ann pawn",), ("Ann pitch",)]


def test_an_answer_that_is_given_twice_counts_once() -> None:
    """If a window gives the same answer twice, the host ignores the second, which has the number of an earlier
    question.
    """

    def twice(message: FromHost, _: object) -> list[ToHost]:
        if not isinstance(message, Question):
            return []
        answer = Answer("Ann", usual(message.requests[0]), message.number)
        return [answer, answer]

    seen = played_here(Pitch(rounds=1), twice)
    assert not of(Refusal, seen)
    assert isinstance(seen[-1], GameOver)


def test_a_joint_request_is_hidden_until_all_have_answered() -> None:
    """RD-61 for any game: if two people are asked together, each answers alone. Nobody is told the first answer before
    the second is given.
    """
    seen = played_here(Pitch(("Ann", "Bob"), rounds=1, bets=True), Script())
    bets = [message for message in seen if isinstance(message, Question) and message.requests[0].purpose == "bet"]
    assert [[request.player for request in message.requests] for message in bets] == [["Ann", "Bob"], ["Bob"]]
    assert all(message.joint for message in bets)
    between = seen[seen.index(bets[0]) + 1 : seen.index(bets[1])]
    assert between == []
    told = [line.text for message in seen if isinstance(message, LogChanged) for line in message.lines]
    assert told[-1] == "bets: [('Ann', 'low'), ('Bob', 'low')]"


def test_half_of_a_joint_request_is_taken_back_alone() -> None:
    """If two people are asked together, the first who answers can undo until the other has answered too."""
    seen = played_here(Pitch(("Ann", "Bob"), rounds=1, bets=True), Script([*[None] * 4, Undo()]))
    bets = [message for message in seen if isinstance(message, Question) and message.requests[0].purpose == "bet"]
    assert [[request.player for request in message.requests] for message in bets] == [
        ["Ann", "Bob"], ["Bob"], ["Ann", "Bob"], ["Bob"],
    ]  # fmt: skip
    assert [message.can_undo for message in bets] == [False, True, False, True]


def test_a_bot_answers_its_part_of_a_joint_request_first() -> None:
    """If a bot and a person are asked together, only the person gets the question. The person has nothing to undo."""
    seen = played_here(Pitch(rounds=1, bets=True), Script())
    (bet,) = (message for message in seen if isinstance(message, Question) and message.requests[0].purpose == "bet")
    assert [request.player for request in bet.requests] == ["Ann"]
    assert bet.joint
    assert not bet.can_undo


def test_undo_goes_back_to_a_throw_and_not_past_it() -> None:
    """A choice can be undone and redone. Dice results can't, and the reason is given."""
    seen = played_here(Pitch(rounds=2), Script([None, Undo(), Redo(), None, Undo(), None, None]))
    questions = [message for message in seen if isinstance(message, Question)]
    assert asked(seen) == [
        ("Ann pawn",), ("Ann pitch",), ("Ann pawn",), ("Ann pitch",), ("Ann pawn",), ("Ann pitch",),
    ]  # fmt: skip
    assert [message.can_undo for message in questions] == [False, True, False, True, False, True]
    assert [message.can_redo for message in questions] == [False, False, True, False, False, False]
    assert Refusal("nothing can be undone: dice results can't be taken back") in seen
    back = seen[seen.index(questions[1]) + 1 : seen.index(questions[2])]
    assert [message for message in back if isinstance(message, LogChanged)] == [LogChanged((), 0)]


def test_in_a_sandbox_everything_is_undone() -> None:
    """In a sandbox, undo goes back past throws and answers of bots to the person's own answer. Redo doesn't simulate
    the throws again.
    """
    script = Script([None, Answer("Ann", AT_THE_TOWER), Undo(), Redo(), Undo(), None])
    seen = played_here(Pitch(rounds=1, sandbox=True), script)
    assert asked(seen)[:3] == [("Ann pawn",), ("Ann pitch",), ("Ann pitch",)]
    overs = [place for place, message in enumerate(seen) if isinstance(message, GameOver)]
    assert len(overs) == 3
    first, again = seen[: overs[0]], seen[overs[0] + 1 : overs[1]]
    assert len(of(ActStarted, first)) == 2
    assert not of(ActStarted, again)
    assert [m for m in again if isinstance(m, TableChanged)][-1] == [m for m in first if isinstance(m, TableChanged)][
        -1
    ]


def test_undo_and_redo_pass_answers_that_the_window_has_given() -> None:
    """If the window has answered for Bob by itself, an undo takes back Bob's answer and Ann's answer before it. A redo
    brings both back.
    """
    by_itself = Answer("Bob", BESIDE_IT, by_itself=True)
    script = Script([None, None, by_itself, Undo(), Redo(), None])
    seen = played_here(Pitch(persons=("Ann", "Bob"), rounds=1, sandbox=True), script)
    assert asked(seen) == [("Ann pawn",), ("Ann pitch",), ("Bob pitch",), ("Ann pitch",)]
    assert len(of(GameOver, seen)) == 2


def test_the_same_answer_after_an_undo_throws_the_same_dice() -> None:
    """After an undo in a sandbox, the same answers lead to the same dice results again."""
    script = Script([None, None, Undo()])
    acts = of(ActSettled, played_here(Pitch(rounds=1, sandbox=True), script))
    assert len(acts) == 4
    assert [act.settled for act in acts[:2]] == [act.settled for act in acts[2:]]


def test_the_host_runs_ahead_by_few_acts_only() -> None:
    """If the window shows nothing, the host waits after a few acts, and continues with each act that is shown."""
    pipe = Lists(lambda message, seen: [])
    drive(Pitch(persons=(), rounds=5), pipe)
    assert len(of(ActSettled, pipe.seen)) == MAX_UNSHOWN_ACTS
    pipe = Lists(
        lambda message, seen: (
            [ActShown(1)] if isinstance(message, ActSettled) and message.number == MAX_UNSHOWN_ACTS else []
        )
    )
    drive(Pitch(persons=(), rounds=5), pipe)
    assert len(of(ActSettled, pipe.seen)) == MAX_UNSHOWN_ACTS + 1


def test_the_clock_runs_while_a_person_thinks_and_can_see_the_question() -> None:
    """A player's clock runs from the moment when the last act was shown until the answer. The clock stands still during
    acts and while bots think.
    """
    pipe = Lists(lambda message, seen: [])
    left: list[float] = []

    def says(message: FromHost, seen: object) -> list[ToHost]:
        if isinstance(message, ActStarted):
            pipe.now += 50.0
        if isinstance(message, ActSettled):
            return shows(message)
        if isinstance(message, Question) and message.clock is not None:
            left.append(message.clock.left)
            pipe.now += 7.0
            return [Answer("Ann", usual(message.requests[0]))]
        return []

    pipe.says = says
    drive(Pitch(rounds=2), pipe, lambda: pipe.now)
    assert left == pytest.approx([100.0, 93.0, 86.0, 79.0])


def test_the_clock_stands_still_while_the_window_says_so() -> None:
    """While the menu is open, a player's clock stands still. This also holds if the menu opens before the question, or
    twice during it.
    """
    pipe = Lists(lambda message, seen: [])
    left: list[float] = []

    def says(message: FromHost, seen: object) -> list[ToHost]:
        if isinstance(message, ActSettled):
            return shows(message)
        if isinstance(message, Question) and message.clock is not None:
            left.append(message.clock.left)
            return [ClockPaused(True), ClockPaused(False), ClockPaused(True), Answer("Ann", usual(message.requests[0]))]
        return []

    class Slow(Lists):
        """A pipe on which each message from the window takes 5 s."""

        def recv(self) -> object:
            self.now += 5.0
            return super().recv()

    pipe = Slow(says)
    drive(Pitch(rounds=2), pipe, lambda: pipe.now)
    # Of 20 s, 5 s pass before the first menu, and 5 s between the two. The second is open beyond the answer, until the
    # next question opens it anew.
    assert left == pytest.approx([100.0, 90.0, 85.0, 80.0])


@pytest.mark.parametrize(
    ("sandbox", "expected"), [(False, [100.0, 93.0, 86.0, 79.0, 72.0]), (True, [100.0, 93.0, 100.0, 93.0, 86.0])]
)
def test_undo_and_redo_give_no_time_back(*, sandbox: bool, expected: list[float]) -> None:
    """If a person undoes an answer, the time that the person has spent stays charged. In a sandbox, an undo gives back
    the time of the position.
    """
    pipe = Lists(lambda message, seen: [])
    left: list[float] = []
    coming: list[ToHost | None] = [None, Undo(), Redo(), None]

    def says(message: FromHost, seen: object) -> list[ToHost]:
        if isinstance(message, ActSettled):
            return shows(message)
        if isinstance(message, Question) and message.clock is not None:
            left.append(message.clock.left)
            pipe.now += 7.0
            word = coming.pop(0) if coming else LeaveGame()
            return [word or Answer("Ann", usual(message.requests[0]))]
        return []

    pipe.says = says
    drive(Pitch(rounds=2, sandbox=sandbox), pipe, lambda: pipe.now)
    assert left == pytest.approx(expected)


def test_nobody_at_the_other_end() -> None:
    """If the window is gone from the start, the game ends without an error."""
    pipe = Lists(lambda message, seen: [])
    drive(Pitch(), pipe)
    assert not of(HostFailed, pipe.seen)
    assert isinstance(pipe.seen[-1], Question)


def test_it_leaves_when_told() -> None:
    """If the window leaves in the middle of a game, the driver stops."""
    seen = played_here(Pitch(), Script([None], leaves=True))
    assert asked(seen) == [("Ann pawn",), ("Ann pitch",)]
    assert AimThrow in [type(message.requests[0]) for message in seen if isinstance(message, Question)]


def test_what_is_said_when_the_window_is_gone_is_lost() -> None:
    """If a game sends a notice after the window has gone, the notice is lost, and no error follows."""

    class Gone(Lists):
        def send(self, message: object) -> None:
            if isinstance(message, Notice) and message.text == "the disk is full":
                raise BrokenPipeError
            super().send(message)

    @contextmanager
    def talking(show: ShowAct, tell: Notify) -> Iterator[HostedGame[Score]]:
        try:
            with Pitch()(show, tell) as hosted:
                yield hosted
        finally:
            tell("the disk is full")

    pipe = Gone(lambda message, seen: [LeaveGame()] if isinstance(message, Question) else [])
    drive(talking, pipe)
    assert isinstance(pipe.seen[-1], Question)
