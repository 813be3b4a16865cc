"""Panel data shared by games and replays: log, standings, dice, choices, and descriptions of pieces."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from types import MappingProxyType

from riotsim.play.displays import DataSheet, Row, ShownArea
from riotsim.play.narration import SCORE_GROUP, TOWER_GROUP, Offer
from riotsim.play.requests import Choose, PlayerId, Request
from riotsim.replay.recording import Seat
from riotsim.table.acts import Roll
from riotsim.table.geometry.plan import covers
from riotsim.table.pieces import Die, Model, PieceId, Terrain, Token
from riotsim.table.state import Table
from riotsim.table.units import in_inches
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.input.keys import CHOICES
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.playback.highlights import Highlights
from riotsim.viewer.session.messages import GameStatus, Line, Prompt, Question
from riotsim.viewer.ui import models

NAME = re.compile(r"[\w.]*\w")
"""Pattern of a word in a message that may be the name of a piece."""

REST_SECONDS = 0.5
"""Time from the last mouse move over an area to the area's tooltip (s)."""

LEVELS = {"head": 0, "line": 1, "detail": 2}


class GameRecord:
    """The log, standings, dice and companies of a game, for the panels. They are rebuilt only after a change."""

    def __init__(self) -> None:
        self.log: tuple[models.LogLine, ...] = ()
        self.standings: tuple[models.Standing, ...] = ()
        self.dice: tuple[models.DiceCount, ...] = ()
        self.companies: tuple[models.Company, ...] = ()
        self.highlights = Highlights()
        self._lines: Sequence[Line] | None = None
        self._standing: GameStatus | None = None
        self._seats: Sequence[Seat] | None = None

    def follow(self, showing: DisplayState, seats: Sequence[Seat]) -> None:
        """Update log, standings, dice and companies from the displayed state."""
        others = seats is not self._seats
        if others or showing.lines is not self._lines:
            self._lines, self.log = showing.lines, log(showing.lines, seats)
        if others or showing.status is not self._standing:
            self._standing = showing.status
            self.standings, self.dice = standings(showing.status, seats), dice(showing.status, seats)
            self.companies = companies(showing.status, seats)
        self._seats = seats


def seat_of(seats: Sequence[Seat], player: PlayerId | None) -> Seat | None:
    """Return a player's seat, or None if the player has none."""
    return next((seat for seat in seats if seat.name == player), None)


def turn(showing: DisplayState, seats: Sequence[Seat]) -> models.Turn:
    """Return the data of the turn panel. Data that the displayed state doesn't have are left out."""
    now = showing.turn
    return models.Turn(
        now.number,
        seat_of(seats, now.player),
        turn_word=now.turn_word,
        custom_title=now.custom_title,
        thrower=seat_of(seats, _interrupting_thrower(showing)),
    )


def _interrupting_thrower(showing: DisplayState) -> PlayerId | None:
    """Return the player who throws dice in the turn of another player, or None if nobody does so now."""
    owners = {die.owner for die in showing.act.dice} if isinstance(showing.act, Roll) else set()
    # Dice of several owners are thrown by the player whose turn it is.
    is_other = len(owners) == 1 and showing.turn.player is not None and showing.turn.player not in owners
    return owners.pop() if is_other else None


def log(lines: Iterable[Line], seats: Sequence[Seat]) -> tuple[models.LogLine, ...]:
    """Return the lines of the log as the log panel shows them."""
    return tuple(_line(line, seats) for line in lines)


def _line(line: Line, seats: Sequence[Seat]) -> models.LogLine:
    text, seat = line.text, seat_of(seats, line.turn.player)
    if line.level == "head" and seat is not None:
        text = text.removesuffix(f": {seat.name}")  # the panel adds the name in the player's colour
    names = tuple((begin, end, seats[player].colour) for begin, end, player in line.names if player < len(seats))
    return models.LogLine(text, line.turn.number, LEVELS[line.level], line.pieces, seat, names)


def standings(standing: GameStatus | None, seats: Sequence[Seat]) -> tuple[models.Standing, ...]:
    """Return the standing of each player, in the order of the seats."""
    status = GameStatus() if standing is None else standing
    rows = [row for row in status.rows if not (row.pieces and status.rosters and row.group != TOWER_GROUP)]
    return tuple(_standing(seat, status, [row for row in rows if row.player == seat.name]) for seat in seats)


def _standing(seat: Seat, status: GameStatus, rows: Sequence[Row]) -> models.Standing:
    score = next((int(row.value or 0) for row in rows if row.group == SCORE_GROUP), None)
    towers = tuple(
        models.PieceStanding(
            row.pieces[0],
            row.label,
            int(row.value or 0),
            fallen=row.value is None,
            acting=row.pieces[0] == status.acting,
            risk=next((mark.alert for mark in status.marks.get(row.pieces[0], ()) if mark.alert), ""),
            about=", ".join(mark.text for mark in status.marks.get(row.pieces[0], ())),
        )
        for row in rows
        if row.group == TOWER_GROUP and row.pieces
    )
    note = ", ".join(f"{row.label} {row.text}" for row in rows if row.group not in (SCORE_GROUP, TOWER_GROUP))
    about = " ".join(row.about for row in rows if row.about)
    return models.Standing(seat, score, towers, note=note, about=about)


def dice(standing: GameStatus | None, seats: Sequence[Seat]) -> tuple[models.DiceCount, ...]:
    """Return the count of each number on rolled dice, and the mean count for fair dice."""
    counts = []
    for rolled in () if standing is None else standing.rolled:
        seat = seat_of(seats, rolled.player)
        name = rolled.kind if seat is None else f"{seat.name}'s {rolled.kind}"
        counts.append(
            models.DiceCount(
                name,
                tuple(str(number) for number, _ in rolled.counts),
                tuple(count for _, count in rolled.counts),
                rolled.expected,
                colour="" if seat is None else seat.colour,
            )
        )
    return tuple(counts)


def companies(standing: GameStatus | None, seats: Sequence[Seat]) -> tuple[models.Company, ...]:
    """Return the company of each player who has one, in the order of the seats."""
    known = {} if standing is None else standing.rosters
    found = ((seat, known[seat.name]) for seat in seats if seat.name in known)
    return tuple(models.Company(seat, roster.title, roster.units) for seat, roster in found)


def letters_of_dice(offers: Sequence[Offer], table: Table | None) -> Mapping[PieceId, str]:
    """Return a letter for each die whose offer looks like another die's offer.

    Two offers look alike if they have the same heading, such as `The 6`. The letters follow the order of the offers. If
    there are more such dice than letters in the alphabet, no die gets a letter.

    Args:
        offers: The game's offers for a request.
        table: The table with the dice. If it is None, no die gets a letter.
    """
    dice: dict[PieceId, str] = {}
    for offer in offers:
        if table is not None and offer.piece in table.dice:
            dice[offer.piece] = offer.group or offer.text.partition(": ")[0]
    times = Counter(dice.values())
    alike = [die for die, heading in dice.items() if times[heading] > 1]
    return dict(zip(alike, ascii_uppercase, strict=False)) if len(alike) <= len(ascii_uppercase) else {}


def is_shown_on_table(offer: Offer) -> bool:
    """Return whether an offer has something to show on the table: an area or signs."""
    return offer.area is not None or bool(offer.signs)


def choices(
    offers: Sequence[Offer],
    more: Sequence[models.Choice] = (),
    letters: Mapping[PieceId, str] = MappingProxyType({}),
    numbers: Sequence[int] = (),
) -> tuple[models.Choice, ...]:
    """Return a choice for each of the game's offers, followed by `more`.

    The `Choice.key` of such a choice is the offer's index in `offers`.

    Args:
        offers: The game's offers.
        more: Other choices.
        letters: Letters for dice whose offers look alike. Each letter is added to the label or the heading of the
            die's offer.
        numbers: A number for each offer, from 0. It decides which number key of the keyboard chooses the offer. If
            `numbers` is empty, the offers are numbered in their order.
    """
    made = []
    for place, offer in enumerate(offers):
        label, _, about = offer.text.partition(": ")
        pieces = tuple(piece for piece in (offer.piece, *offer.touches, *offer.turns) if piece is not None)
        letter = f" ({letters[offer.piece]})" if offer.piece is not None and offer.piece in letters else ""
        group = (offer.group + letter, offer.piece or "") if offer.group else ()
        label += "" if group else letter
        previews = offer.check is not None or is_shown_on_table(offer)
        number = numbers[place] if numbers else None
        lit = (*pieces, *offer.parts)
        made.append(
            models.Choice(
                str(place), label, about, pieces=lit, previews=previews, group=group, number=number, tip=offer.about
            )
        )
    return (*made, *more)


class ChoiceNumbers:
    """The numbers of a question's options. The number of an option decides which key chooses it.

    If the question is asked again and some options are missing, the other options keep their numbers. New options are
    inserted among the old options.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[PlayerId, str], list[str]] = {}
        """All options so far in their order, by the player who is asked and the purpose of the question."""

    def of(self, request: Request[object], offers: Sequence[Offer]) -> tuple[int, ...]:
        """Return the number of each offer, from 0.

        Usually, it is the offer's index among all options that the question had so far. In these cases, it is the index
        in `offers`: each offer has a piece, some offer has an area or a group, or the request isn't a `Choose`.

        Args:
            request: The request.
            offers: The game's offers for the request.
        """
        names = [str(offer.answer) for offer in offers]
        about_pieces = all(offer.piece for offer in offers) or any(offer.area or offer.group for offer in offers)
        if not isinstance(request, Choose) or about_pieces:
            return tuple(range(len(names)))
        key = request.player, request.purpose
        merged = _merged(self._known.get(key, []), names)
        self._known[key] = known = names if len(merged) > len(CHOICES) else merged
        return tuple(map(known.index, names))


def _merged(known: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return the known options, with the new options of `names` inserted among them.

    For example, `a x d` and `a b c d e` give `a x b c d e`. If `names` has no known option, or has known options in
    another order, return only `names`.
    """
    found = [name for name in names if name in known]
    if not found or found != [name for name in known if name in names]:
        return list(names)
    merged = list(known)
    for place, name in enumerate(names):
        if name not in merged:
            following = next((later for later in names[place:] if later in merged), None)
            at = merged.index(names[place - 1]) + 1 if following is None else merged.index(following)
            merged.insert(at, name)
    return merged


def titled(choices: Sequence[models.Choice], status: GameStatus | None) -> tuple[models.Choice, ...]:
    """Return the choices. In their labels, titles of data sheets replace names of pieces.

    If a choice has exactly one piece, it is about this piece. Any other choice is about the piece whose name is its
    `key`, without a leading `+`. A choice whose label gets a title also gets a description and a tooltip, if it lacks
    them (see `_described`).
    """
    sheets = {} if status is None else status.sheets
    names = [choice.pieces[0] if len(choice.pieces) == 1 else choice.key.removeprefix("+") for choice in choices]
    return tuple(
        _described(choice, name, sheets[name]) if name in choice.label.split() and name in sheets else choice
        for choice, name in zip(choices, names, strict=True)
    )


def _described(choice: models.Choice, name: PieceId, sheet: DataSheet) -> models.Choice:
    """Return a choice with a sheet's title in place of the piece's name. Add the texts that the choice lacks.

    - A choice without a description gets the kind of the piece and the last line of the sheet.
    - A choice without a tooltip gets the lines of the sheet that are not in the description. If the sheet has cells,
      the choice gets no tooltip.
    """
    about = choice.about or _kind_of(sheet)
    more = () if sheet.cells else (line for line in sheet.lines if line not in about)
    return replace(
        choice, label=choice.label.replace(name, sheet.title), about=about, tip=choice.tip or "\n".join(more)
    )


def with_titles(text: str, status: GameStatus | None) -> str:
    """Return a message with the titles of data sheets in place of the names of pieces."""
    sheets = {} if status is None else status.sheets
    return NAME.sub(lambda found: sheets[found[0]].title if found[0] in sheets else found[0], text)


def _kind_of(sheet: DataSheet) -> str:
    """Return the kind of a piece and the last line of its sheet. This line may list the weapons, for example.

    If the sheet tells no kind, return an empty text.
    """
    return " · ".join((sheet.kind, *sheet.lines[-1:])) if sheet.kind else ""


def prompt_for(asked: Question, player: PlayerId) -> Prompt:
    """Return the prompt of a question for one of the players who are asked."""
    return next(why for why in asked.prompts if why.player == player)


@dataclass(frozen=True, slots=True)
class PieceInfo:
    """The description of a piece, for tooltips."""

    title: str
    lines: tuple[str, ...] = ()
    owner: PlayerId | None = None


NO_TOWER = "no tower"
"""The line that describes a model without a tower. It is shown only in games with towers."""


def piece_info(table: Table, piece: PieceId, status: GameStatus | None = None) -> PieceInfo | None:
    """Return the description of a piece, or None if the piece is not on the table.

    Args:
        table: The table.
        piece: The piece.
        status: The status of the game, with the data sheets of pieces, and their marks such as `pinned`.
    """
    found = _seen(table, piece, {} if status is None else status.sheets)
    if found is None or status is None:
        return found
    sheet = status.sheets.get(piece, DataSheet(found.title))
    marks = (mark.text for mark in status.marks.get(piece, ()))
    has_towers = any(row.group == TOWER_GROUP for row in status.rows)
    known = {getattr(table.models.get(piece), "kind", "")} if sheet.lines else set()  # the sheet says what it is
    seen = (line for line in found.lines if line not in known and (has_towers or line != NO_TOWER))
    lines = dict.fromkeys((*sheet.lines, *seen, *(mark for mark in marks if not _is_told(mark, sheet.lines))))
    return PieceInfo(sheet.title, tuple(lines), found.owner)


def area_tip(areas: Iterable[ShownArea], pointer: Pointer, now: float) -> models.Tip | None:
    """Return the tooltip of the area under the pointer.

    Return None if the pointer moved less than `REST_SECONDS` ago, or if there is no area.

    Args:
        areas: The areas of the table that have a meaning, such as terrain.
        pointer: The pointer.
        now: The present time, by the same clock as `pointer.seconds` (s).
    """
    if now < pointer.seconds + REST_SECONDS:
        return None
    area = next((one for one in areas if covers(one.footprint, pointer.at)), None)
    return None if area is None else models.Tip(area.title, area.lines)


def _is_told(mark: str, lines: Sequence[str]) -> bool:
    """Return whether the lines of a sheet already explain a mark.

    For example, the line `Pinned: it can't move` explains the mark `pinned`. Only the part of a line before its colon
    counts.
    """
    return any(re.search(rf"\b{re.escape(mark)}\b", line.partition(":")[0], re.IGNORECASE) for line in lines)


def sheet(table: Table, piece: PieceId | None, status: GameStatus | None, seats: Sequence[Seat]) -> models.Sheet | None:
    """Return the sheet of a piece, or None if the piece has no sheet with cells.

    Args:
        table: The table.
        piece: The piece, or None.
        status: The status of the game, with the data sheets of pieces, and their marks such as `pinned`.
        seats: The seats of the game.
    """
    found = None if status is None or piece is None else status.sheets.get(piece)
    if found is None or status is None or piece is None or not found.cells:
        return None
    seen = _seen(table, piece, status.sheets)
    told = {part for line in found.lines for part in line.split(", ")}
    marks = (mark.text for mark in status.marks.get(piece, ()) if mark.text not in told)
    owner = seat_of(seats, None if seen is None else seen.owner)
    return models.Sheet(found.title, tuple(dict.fromkeys((*found.lines, *marks))), found.cells, owner, piece)


def _seen(table: Table, piece: PieceId, sheets: Mapping[PieceId, DataSheet]) -> PieceInfo | None:
    """Return the description of a piece, or None if the piece is not on the table.

    Args:
        table: The table.
        piece: The piece.
        sheets: The data sheets of pieces. If a piece of scenery has a sheet, its description leaves out blocked moves
            and shots, and models on top. The sheet has these facts.
    """
    if (model := table.models.get(piece)) is not None:
        return _model(table, model)
    if (die := table.dice.get(piece)) is not None:
        return _die(table, die, sheets)
    if (token := table.tokens.get(piece)) is not None:
        return _token(token)
    if (terrain := table.terrain.get(piece)) is not None:
        return _terrain(terrain, has_sheet=piece in sheets)
    return None


def _model(table: Table, model: Model) -> PieceInfo:
    height = table.tower_height(model.id)
    lines = [model.kind] if model.kind else []
    if model.fallen:
        lines.append("lying on the ground")
    lines.append(NO_TOWER if not height else f"tower of {height} {'die' if height == 1 else 'dice'}")
    if model.level > 0:
        lines.append(f"standing {in_inches(model.level):.1f} in high")
    return PieceInfo(model.id, tuple(lines), model.owner)


def _die(table: Table, die: Die, sheets: Mapping[PieceId, DataSheet]) -> PieceInfo:
    lines = [f"shows {die.face}"]
    for name, tower in table.towers.items():
        if die.id in tower.dice:
            title = sheets[name].title if name in sheets else name
            lines.append(f"{tower.dice.index(die.id) + 1} of {len(tower.dice)} in {title}'s tower")
    return PieceInfo(f"{die.kind.name}", tuple(lines), die.owner or None)


def _token(token: Token) -> PieceInfo:
    return PieceInfo("Token", (f"{in_inches(token.diameter):.1f} in across",))


def _terrain(terrain: Terrain, *, has_sheet: bool) -> PieceInfo:
    lines = [f"{in_inches(terrain.height):.1f} in high"]
    if not has_sheet:
        stops = [what for what, does in (("movement", terrain.blocks_moves), ("shots", terrain.blocks_bullets)) if does]
        lines.append(f"blocks {' and '.join(stops)}" if stops else "blocks nothing")
        lines += ["models may stand on it"] if terrain.can_stand_on else []
    return PieceInfo(terrain.name.replace("_", " ").capitalize() or "Scenery", tuple(lines))
