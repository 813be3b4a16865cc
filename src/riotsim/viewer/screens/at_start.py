"""The start screen, without its pictures: the pages, the new game that is drawn up, the games that are stored."""

from dataclasses import replace

from riotsim.viewer.front_door import Door
from riotsim.viewer.panels import models, wishes
from riotsim.viewer.panels.pages import start_after

TITLE = "Riot Dice"
TAGLINE = "Throw dice. Stack towers. Knock theirs down."


class AtStart:
    """What the start screen shows."""

    def __init__(self, door: Door, settings: models.SettingsModel) -> None:
        self._door = door
        self._model = models.StartModel(
            TITLE,
            TAGLINE,
            door.draft(),
            door.makings(),
            settings,
            credits=door.credits,
            version=door.version,
            games=door.stored(),
            problem=door.trouble(),
        )

    def model(self, settings: models.SettingsModel) -> models.StartModel:
        """Give all that the panels show."""
        self._model = replace(self._model, settings=settings)
        return self._model

    def wish(self, wish: wishes.Wish) -> None:
        """Turn to a page, or change what is drawn up."""
        self._model = start_after(self._model, wish)
        if isinstance(wish, wishes.Go):
            self._model = replace(self._model, games=self._door.stored())

    def refuse(self, reason: str) -> None:
        """Say why a game can't be opened."""
        self._model = replace(self._model, problem=reason)

    def come_back(self, page: models.Page) -> None:
        """Be shown anew, at a page, when a game or a replay has been left."""
        self._model = replace(self._model, games=self._door.stored(), page=page, problem="")
