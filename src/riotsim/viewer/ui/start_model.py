"""The data shown by the start screen. It knows no game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from riotsim.replay.recording import Seat
from riotsim.viewer.ui.models import SettingsModel

Page: TypeAlias = Literal["new", "sandbox", "continue", "replays", "settings", "credits"]


@dataclass(frozen=True, slots=True)
class Option:
    """An option to choose from."""

    key: str
    label: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class SeatOption:
    """A choice that each player of a game can make, such as a gang."""

    key: str
    label: str
    """The heading over the option's field."""
    choices: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class SeatDraft:
    """A player of a new game that is being set up."""

    name: str
    player: str
    """`person`, or the key of a bot."""
    colour: int
    """An index into `replay.recording.SEATS`."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The key of the choice for each seat option, by the option's key."""


OWN_RULES_KEY = "own"
"""Key of the rules choice that stands for a custom rules file."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A new game that is being set up."""

    seats: tuple[SeatDraft, ...]
    rules: str
    """The key of an option, or `OWN_RULES_KEY`."""
    table: str
    hands: bool = True
    """True if people throw and stack with mouse gestures. Otherwise they use buttons."""
    seed: str = ""
    """The seed as typed. Empty for a random one."""
    own: str = ""
    """The path of a custom rules file as typed. It is used if `rules` is `OWN_RULES_KEY`."""


@dataclass(frozen=True, slots=True)
class RulesOffer:
    """Rules, with the options that they offer."""

    key: str
    label: str
    game: str
    """The key of the game that they belong to."""
    seat_options: tuple[SeatOption, ...] = ()
    """The choices of each player."""
    tables: tuple[Option, ...] = ()
    min_players: int = 2
    """Least number of players."""
    max_players: int = 4
    """Largest number of players."""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """Everything that a new game can have."""

    players: tuple[Option, ...]
    games: tuple[Option, ...]
    rules: tuple[RulesOffer, ...]
    """The rules of all games."""

    def rules_for(self, rules: str) -> RulesOffer:
        """Return the offer for a rules key. An unknown key gives the first one."""
        return next((one for one in self.rules if one.key == rules), self.rules[0])


LOADING = Offer((), (Option("", "riotsim", "A physical tabletop"),), (RulesOffer("", "", ""),))
"""The offer in the window's first frame, before any game is known."""


@dataclass(frozen=True, slots=True)
class RulesReport:
    """The result of checking a rules file."""

    faults: tuple[str, ...] = ()
    """One line per fault. Empty if the file is valid."""
    offer: RulesOffer | None = None
    """The choices with these rules, if they are valid."""


@dataclass(frozen=True, slots=True)
class OwnRulesFile:
    """The custom rules file that is being chosen."""

    report: RulesReport | None = None
    """The result of the check. None while it is running, and if there is no such file."""
    is_checking: bool = False
    matches: tuple[str, ...] = ()
    """Paths that complete the typed one."""

    @property
    def valid(self) -> bool:
        """Return whether the file is valid."""
        return self.report is not None and not self.report.faults


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game in a list."""

    id: str
    seats: tuple[Seat, ...]
    progress: str
    """Progress or result of the game, such as `turn 12` or `Ada won, 7 to 4`."""
    last_played: str
    """Time at which the game was last played, in words."""
    is_over: bool = False
    is_busy: bool = False
    """True if another process is playing it."""
    about: str = ""
    """Game and seed."""


@dataclass(frozen=True, slots=True)
class StartModel:
    """All pages of the start screen."""

    draft: Draft
    offer: Offer
    settings: SettingsModel
    page: Page = "new"
    games: tuple[StoredGame, ...] = ()
    credits: tuple[tuple[str, str], ...] = ()
    """Headings and paragraphs."""
    version: str = ""
    problem: str = ""
    """The reason why the last command failed, such as a fault in a rules file."""
    busy_text: str = ""
    """The activity that the player waits for, such as `Opening the table …`."""
    scenario: str = ""
    """The scenario file to open in the sandbox, as typed."""
    notice: str = ""
    """A message that is not about a game, such as where a screenshot was saved."""
    own_rules: OwnRulesFile = OwnRulesFile()

    @property
    def is_opening(self) -> bool:
        """Return whether the window is still opening, so that the games are not known yet."""
        return self.offer is LOADING

    @property
    def game(self) -> Option:
        """The selected game."""
        key = self.offer.rules_for(self.draft.rules).game
        return next(game for game in self.offer.games if game.key == key)
