"""The seats of an arm, with the default hand and gang of players who chose none."""

from riotsim.files.yaml import Document, validate
from riotsim.games.registry import GAMES
from riotsim.lab.campaigns.plan import ArmPlan
from riotsim.store.database.document import Seat


def seats_of(arm: ArmPlan) -> tuple[Seat, ...]:
    """Return the seats of an arm in their first order; hand or gang is None if the rules have none."""
    header = arm.header
    game = GAMES[header.game]
    book = validate(Document(header.rules.name, header.rules.text, {}), game.rules)
    hand, gang = game.hands(book).usual, game.gangs(book).usual
    return tuple(
        seat.model_copy(update={"hand": seat.hand or hand, "gang": seat.gang or gang}) for seat in header.seats
    )
