"""Bots that think for a while: a person sees that they do, and can break it off."""

from typing import Any

from riotsim.app.interrupts import heed_interrupt
from riotsim.app.output.progress import waiting
from riotsim.bots.bot import Bot
from riotsim.physics import perform
from riotsim.play.requests import Request
from riotsim.play.session.session import Session
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table


def heedful(table: Table, act: Act, seed: int) -> Settled:
    """Perform an act that is only tried out, unless somebody has pressed Ctrl-C."""
    heed_interrupt()
    return perform(table, act, seed)


class SeenToThink:
    """A bot of whom it is shown, from two seconds on, that it thinks."""

    def __init__(self, bot: Bot[Any]) -> None:
        self._bot = bot

    def answer(self, request: Request[object], session: Session[Any]) -> object:
        """Give the bot's answer."""
        with waiting() as say:
            say(f"{request.boss} thinks")
            return self._bot.answer(request, session)
