"""Undo and redo in games of Riot Dice: what was undone leaves no trace."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from lucky_table import LuckyTable, any_answer, begin
from test_riot_whole_games import QUICK, picture

DOINGS = st.sampled_from(["answer"] * 6 + ["undo"] * 3 + ["undo far", "redo"])


@settings(max_examples=8)
@given(st.integers(0, 2**32), st.integers(0, 80), st.lists(DOINGS, min_size=5, max_size=50))
def test_as_if_nothing_undone_had_been(seed: int, first: int, doings: list[str]) -> None:
    """After any answers, undos and redos, a game is the same as one that got only the answers that remain."""
    lucky = LuckyTable(0.3)
    session = begin(lucky, seed, options=QUICK)
    luck = np.random.default_rng(seed)
    given_: list[tuple[str, object, float]] = []
    undone: list[list[tuple[str, object, float]]] = []

    def answer() -> None:
        if session.is_over:
            return
        request = session.pending[0]
        said = (request.player, any_answer(request, luck), session.play.now + 1.0)
        session.answer(said[1], said[0], said[2])
        given_.append(said)
        undone.clear()

    def undo() -> None:
        if not session.can_undo:
            return
        joint = len(session.requests) - len(session.pending)
        session.undo()
        if joint:
            del given_[-joint:]
        else:
            count = len(session.requests)
            undone.append(given_[-count:])
            del given_[-count:]

    for _ in range(first):
        answer()
    for doing in doings:
        acts = len(lucky.acts)
        match doing:
            case "answer":
                answer()
            case "redo" if session.can_redo:
                session.redo()
                given_ += undone.pop()
            case "undo":
                undo()
            case "undo far":
                for _ in range(15):
                    undo()
        assert session.can_redo == bool(undone)
        assert doing == "answer" or len(lucky.acts) == acts, "nothing is done anew"
    fresh = begin(LuckyTable(0.3), seed, options=QUICK)
    for boss, said, stamp in given_:
        fresh.answer(said, boss, stamp)
    assert picture(session) == picture(fresh)
    assert session.checkpoint == fresh.checkpoint
