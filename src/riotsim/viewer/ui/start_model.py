"""The data that the start screen shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from riotsim.replay.recording import SEATS, Seat
from riotsim.viewer.ui.lesson_model import Lesson
from riotsim.viewer.ui.models import SettingsModel
from riotsim.viewer.ui.rules_model import RulesModel

Page: TypeAlias = Literal["new", "learn", "sandbox", "continue", "replays", "settings", "credits"]


@dataclass(frozen=True, slots=True)
class Option:
    """One entry of a list to choose from, such as a table or a bot."""

    key: str
    label: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class SeatOption:
    """A choice that each player of a game can make, such as a gang."""

    key: str
    label: str
    """The heading of the column for the players' choices."""
    choices: tuple[Option, ...]
    usual: tuple[str, ...] = ()
    """The keys of the default choices: one for the first seat, one for the second seat, and so on.

    For seats beyond these, the first of `choices` is the default.
    """

    def usual_choice(self, place: int) -> str:
        """Return the key of the default choice for a seat. `place` is the index of the seat."""
        return self.usual[place] if place < len(self.usual) else self.choices[0].key


@dataclass(frozen=True, slots=True)
class SeatDraft:
    """The data of one player of a new game that is being set up."""

    name: str
    player: str
    """`person` if a person plays; otherwise the key of a bot."""
    colour: int
    """Colour and symbol of the player, as an index into `replay.recording.SEATS`."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The player's choices: a mapping from the key of each `SeatOption` to the key of the `Option` that is chosen."""
    company: str = ""
    """The company that the player brings: its name, or `OWN_COMPANY_KEY`. Empty if the player brings no company."""
    company_file: str = ""
    """The path of the user's own company file, as typed. It is used if `company` is `OWN_COMPANY_KEY`."""


OWN_RULES_KEY = "own"
"""Value of `Draft.rules` that stands for a rules file of the user's own."""

OWN_COMPANY_KEY = "/own"
"""Value of `SeatDraft.company` that stands for a company file of the user's own.

It has a slash, so that it can't be the name of a company.
"""


DEFAULT_NAMES = ("Ada", "Bea", "Cleo", "Dora")
"""Names given to added players, in order of preference."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The data of a new game that is being set up."""

    seats: tuple[SeatDraft, ...]
    rules: str
    """The key of a `RulesOffer`, or `OWN_RULES_KEY`."""
    table: str
    hands: bool = True
    """True if people throw, stack and carry with mouse gestures. Otherwise they use buttons and keys."""
    seed: str = ""
    """The seed as the user typed it; empty for a random seed."""
    own: str = ""
    """The path of the user's own rules file, as typed. It is used if `rules` is `OWN_RULES_KEY`."""
    rules_before: str = ""
    """The key of the rules that were chosen before the user's own file. They are used until this file is valid.

    If it is empty, the first rules of the `Offer` are used.
    """
    flags: tuple[str, ...] = ()
    """The keys of the flags (see `RulesOffer.flags`) that are switched on."""


@dataclass(frozen=True, slots=True)
class CompanyOffer:
    """The companies, such as armies, that players may bring to a game."""

    label: str
    """The heading of the column for the players' choices."""
    option: str = ""
    """The key of the seat option that a company replaces. The companies are listed in the column of this option.

    If it is empty, companies replace no seat option, and have a column of their own.
    """
    choices: tuple[Option, ...] = ()
    """The companies that come with the game. Companies that are choices of the seat option already are left out."""


@dataclass(frozen=True, slots=True)
class RulesOffer:
    """The rules of a game, and the players' choices for a new game by these rules."""

    key: str
    label: str
    game: str
    """The key of the game that the rules belong to."""
    seat_options: tuple[SeatOption, ...] = ()
    """The choices that each player makes, such as a gang."""
    tables: tuple[Option, ...] = ()
    min_players: int = 2
    """Smallest number of players."""
    max_players: int = 4
    """Largest number of players."""
    about: str = ""
    companies: CompanyOffer | None = None
    """The companies that players may bring; None if they bring none."""
    flags: tuple[Option, ...] = ()
    """The optional rules that can be switched on, such as one for armies beyond the limits."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The players, games and rules that can be chosen for a new game."""

    players: tuple[Option, ...]
    games: tuple[Option, ...]
    rules: tuple[RulesOffer, ...]
    """All rules that can be chosen, for any game."""

    def rules_for(self, rules: str) -> RulesOffer:
        """Return the rules whose key is `rules`. If the key is unknown, return the first rules."""
        return next((one for one in self.rules if one.key == rules), self.rules[0])

    def rules_of(self, draft: Draft) -> RulesOffer:
        """Return the rules of a draft.

        If the draft's rules are an invalid file of the user's own, return the rules chosen before the file (see
        `Draft.rules_before`).
        """
        known = (one for one in self.rules if one.key == draft.rules)
        return next(known, None) or self.rules_for(draft.rules_before)


LOADING = Offer((), (Option("", "riotsim", "A physical tabletop"),), (RulesOffer("", "", ""),))
"""A placeholder for the window's first frame, before the games have been read."""


@dataclass(frozen=True, slots=True)
class FileReport:
    """The result of checking a rules file or a company file."""

    faults: tuple[str, ...] = ()
    """The faults of the file, one line each; empty if the file is valid."""
    offer: RulesOffer | None = None
    """The rules in the file, with the choices for a new game. None if the file has faults or is a company file."""


@dataclass(frozen=True, slots=True)
class OwnFile:
    """The state of an input field for the path of a rules file or a company file."""

    report: FileReport | None = None
    """The result of checking the file; None while the check runs, and if there is no file to check."""
    is_checking: bool = False
    matches: tuple[str, ...] = ()
    """Files and folders that complete the typed path; empty if there are none."""

    @property
    def valid(self) -> bool:
        """True if the file has been checked and has no faults."""
        return self.report is not None and not self.report.faults


@dataclass(frozen=True, slots=True)
class StoredGame:
    """Data of a stored game, for a list of games."""

    id: str
    seats: tuple[Seat, ...]
    progress: str
    """Progress or result of the game, such as `turn 12` or `Ada won`."""
    last_played: str
    """Time when the game was last played, as text such as `5 minutes ago`."""
    is_over: bool = False
    is_busy: bool = False
    """True if a running process has the game open. The game can't be resumed then."""
    about: str = ""
    """The game's title, such as `Riot Dice`."""
    details: str = ""
    """The game's id and seed, for a tooltip."""


@dataclass(frozen=True, slots=True)
class StartModel:
    """Data of all pages of the start screen."""

    draft: Draft
    offer: Offer
    settings: SettingsModel
    page: Page = "new"
    games: tuple[StoredGame, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    """The lessons of all games that have one."""
    credits: tuple[tuple[str, str], ...] = ()
    """The credits: a heading and a text for each part. Each line of a text is a paragraph."""
    version: str = ""
    problem: str = ""
    """The reason why the last command failed, or why the store of games can't be read; empty if there is no problem."""
    busy_text: str = ""
    """Text about the reason for waiting, such as `Opening the table …`; empty for none."""
    scenario: str = ""
    """The path of the scenario file to open in the sandbox, as typed."""
    notice: str = ""
    """A message that is not about a game, such as the path of a saved screenshot; empty for none."""
    rules: RulesModel | None = None
    """Data of the rules page that is open over the start screen; None if it isn't open."""
    own_rules: OwnFile = OwnFile()
    own_companies: tuple[OwnFile, ...] = ()
    """The state of each player's field for a company file, in seat order."""

    def own_company(self, place: int) -> OwnFile:
        """Return the state of one player's field for a company file. `place` is the index of the player's seat."""
        return self.own_companies[place] if place < len(self.own_companies) else OwnFile()

    @property
    def is_opening(self) -> bool:
        """True if the window draws its first frame, when the games are not known yet."""
        return self.offer is LOADING

    @property
    def game(self) -> Option:
        """The game of the draft's rules (see `Offer.rules_of`)."""
        key = self.offer.rules_of(self.draft).game
        return next(game for game in self.offer.games if game.key == key)


def fit_draft(draft: Draft, offer: Offer) -> Draft:
    """Return a draft that fits its rules.

    These are changed if they don't fit: the number of players, seat options, companies, the table and flags.
    """
    rules = offer.rules_of(draft)
    seats = list(draft.seats[: rules.max_players])
    while len(seats) < rules.min_players:
        seats.append(new_seat(seats, offer, rules))
    tables = [table.key for table in rules.tables] or [""]
    return replace(
        draft,
        seats=tuple(
            replace(
                seat, options=seat_options(rules, seat.options, place), company=_fitting_company(rules, seat.company)
            )
            for place, seat in enumerate(seats)
        ),
        table=draft.table if draft.table in tables else tables[0],
        flags=tuple(flag.key for flag in rules.flags if flag.key in draft.flags),
    )


def seat_options(rules: RulesOffer, chosen: Mapping[str, str], place: int) -> dict[str, str]:
    """Return a player's choices: a mapping from the key of each seat option of the rules to the key of the choice.

    `chosen` is a mapping of the same form, with the player's choices so far. Missing choices, and choices that the
    rules don't offer, are replaced by the default choices for the seat with index `place`.
    """
    found = {}
    for option in rules.seat_options:
        keys = [choice.key for choice in option.choices]
        found[option.key] = chosen[option.key] if chosen.get(option.key) in keys else option.usual_choice(place)
    return found


def _fitting_company(rules: RulesOffer, company: str) -> str:
    """Return `company`, or an empty text if the rules don't let players bring this company."""
    if rules.companies is None:
        return ""
    return company if company in (OWN_COMPANY_KEY, *(one.key for one in rules.companies.choices)) else ""


def new_seat(seats: Sequence[SeatDraft], offer: Offer, rules: RulesOffer) -> SeatDraft:
    """Return a seat for one more player: a bot, with a name and a colour that no other seat has."""
    used = {seat.colour for seat in seats}
    free = next((n for n in range(len(SEATS)) if n not in used), 0)
    names = {seat.name for seat in seats}
    name = next(name for name in (*DEFAULT_NAMES, *(f"Player {n}" for n in range(1, 9))) if name not in names)
    bot = next((option.key for option in offer.players if option.key != "person"), offer.players[0].key)
    return SeatDraft(name, bot, free, seat_options(rules, {}, len(seats)))
