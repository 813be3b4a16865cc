"""What the start screen shows, as plain data: it knows no game, and asks nobody."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from riotsim.replay.recording import Seat
from riotsim.viewer.ui.start.settings_model import SettingsModel

Page: TypeAlias = Literal["new", "sandbox", "continue", "replays", "settings", "credits"]


@dataclass(frozen=True, slots=True)
class Option:
    """One of several things to choose from."""

    key: str
    label: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class SeatDraft:
    """A boss of a new game, as far as that is decided."""

    name: str
    player: str
    """`person`, or a bot: the key of an option."""
    colour: int
    """A place in `replay.recording.SEATS`."""
    gang: str
    """The key of an option; empty where there is none to choose."""


OWN = "own"
"""In place of rules that come with the program: a file of one's own."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A new game, as far as that is decided."""

    seats: tuple[SeatDraft, ...]
    rules: str
    """The key of an option, or `OWN`."""
    table: str
    hands: bool = True
    """Whether people throw and stack by mouse gestures; else by buttons."""
    seed: str = ""
    """As it is written; empty for one by chance."""
    own: str = ""
    """The path of a rules file of one's own, as it is written; it counts where `rules` says so."""


@dataclass(frozen=True, slots=True)
class RulesOffer:
    """Rules to play by, and what may be chosen under them."""

    key: str
    label: str
    game: str
    """The key of the game whose rules they are."""
    gangs: tuple[Option, ...] = ()
    """For each boss; empty if there are none to choose from."""
    tables: tuple[Option, ...] = ()
    least: int = 2
    """So many bosses play ..."""
    most: int = 4
    """... at least and at most."""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a new game can be made of."""

    players: tuple[Option, ...]
    games: tuple[Option, ...]
    rules: tuple[RulesOffer, ...]
    """Of each game some."""

    def of(self, rules: str) -> RulesOffer:
        """Give what these rules offer; those that are not there offer what the first do."""
        return next((one for one in self.rules if one.key == rules), self.rules[0])


LOADING = Offer((), (Option("", "riotsim", "A physical tabletop"),), (RulesOffer("", "", ""),))
"""While the games are not known yet: in the window's first frame."""


@dataclass(frozen=True, slots=True)
class RulesReport:
    """What came of looking a rules file over."""

    faults: tuple[str, ...] = ()
    """A line for each; none if it is sound."""
    offer: RulesOffer | None = None
    """What may be chosen under them, if they are sound."""


@dataclass(frozen=True, slots=True)
class OwnRulesFile:
    """The rules file of one's own that is being chosen."""

    seen: RulesReport | None = None
    """None while it is read, and where there is no such file."""
    reading: bool = False
    matches: tuple[str, ...] = ()
    """Paths that what is written may become."""

    @property
    def sound(self) -> bool:
        """Whether it can be played by."""
        return self.seen is not None and not self.seen.faults


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game that is stored, as it stands in a list."""

    id: str
    seats: tuple[Seat, ...]
    stands: str
    """How far it is, or how it ended: `turn 12`, `Ada won, 7 to 4`."""
    when: str
    """When it was played last, in words."""
    over: bool = False
    busy: bool = False
    """Whether another process plays it just now."""
    about: str = ""
    """Which game it is, and by which seed."""


@dataclass(frozen=True, slots=True)
class StartModel:
    """The start screen."""

    draft: Draft
    offer: Offer
    settings: SettingsModel
    page: Page = "new"
    games: tuple[StoredGame, ...] = ()
    credits: tuple[tuple[str, str], ...] = ()
    """Headings and paragraphs."""
    version: str = ""
    problem: str = ""
    """Why what was wished for can't be: a bad rules file, say."""
    busy: str = ""
    """What is waited for: `Opening the table …`."""
    scenario: str = ""
    """The file that the sandbox is to open, as it is written."""
    notice: str = ""
    """Something to know that is not about a game, such as where a picture was saved."""
    own: OwnRulesFile = OwnRulesFile()

    @property
    def opens(self) -> bool:
        """Whether the window opens just now: it is not known yet what can be played."""
        return self.offer is LOADING

    @property
    def game(self) -> Option:
        """The game that is to be played."""
        key = self.offer.of(self.draft.rules).game
        return next(game for game in self.offer.games if game.key == key)
