"""The offers: each shows one answer of a player, and its effect (CC-11, CC-20)."""

from typing import Final

from riotsim.games.cube_clash.board.places import Layout
from riotsim.games.cube_clash.board.position import Match, Position, Standing
from riotsim.games.cube_clash.board.squares import QUARTERS, Square, square_name
from riotsim.games.cube_clash.combat.attacks import Attack
from riotsim.games.cube_clash.combat.choices import Place
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.rules.questions import NOTHING, TURNS, Question, next_question
from riotsim.games.cube_clash.rules.setup import QUARTER_NAMES
from riotsim.games.cube_clash.show.effects import lying, maneuver_text, side_text, spell_text, step_signs
from riotsim.games.cube_clash.show.names import (
    CLAUSES,
    face_there,
    face_title,
    terrain_text,
    title_of,
    what_it_does_there,
)
from riotsim.games.cube_clash.show.previews import AttackPreview, preview_attack, preview_red
from riotsim.games.cube_clash.show.threats import position_now
from riotsim.games.cube_clash.state import State, Word, layout_of, match_of
from riotsim.games.cube_clash.turns.actions import moved
from riotsim.games.cube_clash.turns.options import Convert, Move, Option, Recall, Rotate, Step
from riotsim.games.cube_clash.turns.turn import Acting, Casting, Situation
from riotsim.games.cube_clash.units.faces import Face, Icon
from riotsim.games.cube_clash.units.orientations import NUMBER_OF, PLACE_OF
from riotsim.games.cube_clash.units.unit import DieId, standing
from riotsim.play.narration import Offer, PlacedSign
from riotsim.play.requests import Choose, PickPiece, PickPoint, Request, Spot
from riotsim.play.session.session import Session
from riotsim.table.geometry.plan import Footprint

MANEUVER: Final = Word("action", "maneuver")
"""The word for the answer that moves the acting die."""

REST: Final = "Set up the rest for me"
"""The text of the offer to set up the rest of an army."""


def offers(rules: Rulebook, session: Session[State], request: Request[object]) -> tuple[Offer, ...]:
    """Return the offers that a request shows to its player.

    - A request to pick one of several words or one of several dice has an offer for each word or die.
    - A request to pick a square or any number of dice has no offers for its answers.
    - Each request of the set-up has one more offer: to set up the rest of the army (CC-05).
    """
    state = session.state
    match = match_of(rules, state)
    rest = _rest(match, state, request)
    if not isinstance(request, Choose | PickPiece):
        return rest
    if request.purpose == "terrain" and isinstance(request, Choose):
        return tuple(Offer(name, _terrain(match, state, str(name))) for name in request.options)
    if request.purpose == "quarter" and isinstance(request, Choose):
        return tuple(_quarter_offer(layout_of(rules, state), str(name)) for name in request.options)
    places, now = layout_of(rules, state), state.situation
    if now is None or not state.asked.in_words:
        return (*_plain(match, places, state, request), *rest)
    found = next_question(match, places, now, state.asked, request.player)
    if not isinstance(found, Question) or found.request != request:
        return _plain(match, places, state, request)
    # Doing nothing comes last, so that nobody gives up an attack by the first key.
    answers = sorted(found.answers.items(), key=lambda one: one[1].answer == NOTHING)
    return tuple(_offer(match, places, now, answer, word, found.leaves[word]) for answer, word in answers)


def _rest(match: Match, state: State, request: Request[object]) -> tuple[Offer, ...]:
    """Return the offer to set up the rest of a player's army. The tuple is empty if the request isn't about the set-up.

    The dice are set up in the order of the army, each on the first free square from the player's left.
    """
    answer: object = None
    if state.phase == "set-up" and isinstance(request, PickPiece):
        answer = request.pieces[0]
    elif state.phase == "set-up" and isinstance(request, PickPoint):
        die, region = request.regions[0]
        assert region.places, "a die is set up on one of some squares"
        answer = Spot(die, region.places[0 if match.owner(die) == "south" else -1])
    elif state.phase == "set-up" and state.to_place is not None:
        answer = PLACE_OF[standing(match.owner(state.to_place)).north]
    return () if answer is None else (Offer(answer, REST, lasts="rest"),)


def _terrain(match: Match, state: State, name: str) -> str:
    """Return the name and the bonuses of a terrain."""
    return f"{name.replace('_', ' ').capitalize()}: {terrain_text(match, state.players, name)}"


def _quarter_offer(places: Layout, name: str) -> Offer:
    """Return an offer to choose a quarter of the board. A click on the quarter chooses it."""
    return Offer(name, name.replace("_", " ").capitalize(), area=places.quarter(QUARTERS[QUARTER_NAMES.index(name)]))


def _offer(
    match: Match, places: Layout, now: Situation, answer: object, word: Word, leaves: tuple[Option, ...]
) -> Offer:
    """Return an `Offer` that shows the player one possible answer.

    Args:
        match: The match.
        places: The places on the table.
        now: The situation.
        answer: The answer.
        word: The word that the answer stands for.
        leaves: The possible options after the answer.
    """
    text, option = _text(match, now, word, leaves), leaves[0] if len(leaves) == 1 else None
    about = _about(match, now, option, word)
    steps = [one for one in leaves if isinstance(one, Step)]
    signs = tuple(_step_sign(match, places, now, step) for step in steps)
    if isinstance(option, Step):
        square = moved(now.position, option)[option.die].at
        return Offer(answer, text, about=about, area=places.square(square), signs=signs, moves=option.die)
    if isinstance(option, Rotate):
        return Offer(answer, text, about=about, area=places.edge(now.position[option.die].at, option.quarters))
    if word == MANEUVER:
        squares = [places.square(option.to) for option in leaves if isinstance(option, Move)]
        area = Footprint(tuple(part for square in squares for part in square.parts))
        return Offer(answer, text, area=area, picks_place=len(leaves) > 1)
    attack = None if option is None else preview_attack(match, now, option)
    if attack is not None:
        return _attack_offer(places, now, answer, text, attack)
    if word.purpose == "north" and option is not None and (place := _placed(option)) is not None:
        return _facing_offer(match, places, answer, text, Standing(place.die, place.at, place.lies))
    if word.purpose == "top" and (place := _placed(leaves[0])) is not None:
        return _top_offer(match, places, place.die, place.at, str(answer))
    return Offer(answer, text, _piece(match, word), about=about, signs=signs)


def _about(match: Match, now: Situation, option: Option | None, word: Word) -> str:
    """Return a note for an answer: the effect of a die's top face, and the clause about this face.

    - A step or a rotation has a note about the top face afterwards.
    - The name of a die on the board has a note about its top face now.
    - Any other answer has no note.

    Args:
        match: The match.
        now: The situation.
        option: The only possible option after the answer; None if several are possible.
        word: The word that the answer stands for.
    """
    if isinstance(option, Step | Rotate):
        stands: Standing | None = moved(now.position, option)[option.die]
    else:
        die = _piece(match, word)
        stands = None if die is None else now.position.find(die)
    if stands is None:
        return ""
    clause = CLAUSES[icon := match.face(stands).icon]
    # the button says what an ID does
    return f"Rule {clause}" if icon is Icon.ID else f"{what_it_does_there(match, stands)} ({clause})"


def _facing_offer(match: Match, places: Layout, answer: object, text: str, stands: Standing) -> Offer:
    """Return the offer to put a die on a square in an orientation.

    Each adjacent square shows a sign: the face that a step there would bring up.
    """
    return Offer(answer, text, turns=(stands.die,), signs=tuple(step_signs(match, places, stands)))


def _top_offer(match: Match, places: Layout, die: DieId | None, at: Square | None, side: str) -> Offer:
    """Return the offer to put a face of a die on top, with the face's sign on the die's square.

    `side` is the face's key in the unit's file. If `die` or `at` is None, or if `side` is no key of a face, the offer
    has a text and no sign.
    """
    text, face = _face_at(match, die, side), None if die is None else _face(match, die, side)
    if die is None or at is None or face is None:
        return Offer(side, text)
    return Offer(side, text, turns=(die,), signs=(PlacedSign(places.middle(at), face.sign),))


def _step_sign(match: Match, places: Layout, now: Situation, step: Step) -> PlacedSign:
    """Return the sign of the die's top face after a step, on the step's target square (CC-11)."""
    stands = moved(now.position, step)[step.die]
    return PlacedSign(places.middle(stands.at), match.face(stands).sign)


def _attack_offer(places: Layout, now: Situation, answer: object, text: str, preview: AttackPreview) -> Offer:
    """Return an offer to make an attack. A click on the attacked die chooses the attack."""
    here, attack = now.position, preview.attack
    ends = tuple(places.middle(here[die].at) for die in (attack.attacker, attack.defender))
    return Offer(answer, text, attack.defender, ends, touches=preview.killed)


def _plain(match: Match, places: Layout, state: State, request: Choose[object] | PickPiece) -> tuple[Offer, ...]:
    """Return an offer for each answer to a request.

    The request is to pick a die, its new top face, or its new north face.
    """
    if isinstance(request, PickPiece):
        return tuple(Offer(die, title_of(die), die) for die in request.pieces)
    die = state.to_place or next(iter(state.asked.to_turn), None)
    if die is not None and request.purpose == "north":
        return tuple(_side_offer(match, places, state, die, str(option)) for option in request.options)
    at = None if die is None else _square_of(state, die)
    return tuple(_top_offer(match, places, die, at, str(option)) for option in request.options)


def _square_of(state: State, die: DieId) -> Square | None:
    """Return the square of a die. For a die that is being set up, return its chosen square."""
    stands = position_now(state).find(die)
    return state.place if stands is None else stands.at


def _side_offer(match: Match, places: Layout, state: State, die: DieId, side: str) -> Offer:
    """Return the offer to lay a die with one of its faces to the north. `side` is the face's key in the unit's file."""
    here, at = position_now(state).find(die), _square_of(state, die)
    top = NUMBER_OF["top"] if here is None else state.asked.top or here.lies.top
    lies = lying(top, side)
    assert lies is not None, "a side of the die looks north"
    assert at is not None, "the die has a square"
    return _facing_offer(match, places, side, side_text(match, die, lies), Standing(die, at, lies))


def _face_at(match: Match, die: DieId | None, place: str) -> str:
    """Return the title of the face under the key `place` of a unit's file, such as `top`.

    If `die` is None, or if `place` is no key of a face, return `place` itself as a word for people.
    """
    face = None if die is None else _face(match, die, place)
    return place.replace("_", " ").capitalize() if face is None else face_title(face)


def _face(match: Match, die: DieId, place: str) -> Face | None:
    """Return the face under the key `place` of a unit's file, such as `top`; None if `place` is no key of a face."""
    number = next((number for known, number in NUMBER_OF.items() if known == place), None)
    return None if number is None else match.dice[die].unit.face(number)


def _placed(option: Option) -> Place | None:
    """Return the die that an option puts on the board, with its square and orientation; None for no die."""
    match option:
        case Place():
            return option
        case Recall(_, place) | Convert(_, place):
            return place
    return None


def _piece(match: Match, word: Word) -> DieId | None:
    return word.answer if isinstance(word.answer, str) and word.answer in match.dice else None


def _face_in_words(match: Match, stands: Standing) -> str:
    """Return the name of a die's top face, for a button.

    For an ID, the text also has the values of an ID (CC-37).
    """
    is_id = match.face(stands).icon is Icon.ID
    return "ID (melee, saves or maneuver 1)" if is_id else face_there(match, stands)


def _attack_title(match: Match, here: Position, attack: Attack) -> str:
    """Return a title for an attack.

    It is `Red spell` for a red spell, and `Melee` or `Missile` for an attack with such a face or with an ID. For other
    faces it is the name of the face.
    """
    if attack.kind == "red":
        return "Red spell"
    icon = match.face(here[attack.attacker]).icon
    return attack.kind.capitalize() if icon in (Icon.ID, Icon.MELEE, Icon.MISSILE) else face_title(icon)


def _text(match: Match, now: Situation, word: Word, leaves: tuple[Option, ...]) -> str:
    """Return the effect of an answer, as a text for a button."""
    here, answer = now.position, str(word.answer)
    if answer == NOTHING:
        return "Nothing more"
    if len(leaves) == 1 and isinstance(leaves[0], Step | Rotate):
        option = leaves[0]
        stands = moved(here, option)[option.die]
        face = _face_in_words(match, stands)
        if isinstance(option, Step):
            return f"{answer.capitalize()} to {square_name(stands.at)}: {face}"
        return f"{TURNS[option.quarters].capitalize()}: {face}"
    if len(leaves) == 1 and (preview := preview_attack(match, now, leaves[0])) is not None:
        attack = preview.attack
        return f"{_attack_title(match, here, attack)} at {title_of(attack.defender)}: {preview.text}"
    if word.purpose == "spell" and isinstance(now.stage, Casting):
        return spell_text(match.rules, answer, now.stage.points)
    if word == MANEUVER and isinstance(now.stage, Acting):
        return maneuver_text(match.face(here[now.stage.die]))
    if word.purpose in ("top", "north"):
        place = _placed(leaves[0])
        if place is not None and word.purpose == "north":
            return side_text(match, place.die, place.lies)
        return _face_at(match, None if place is None else place.die, answer)
    if len(leaves) > 1 and (spell := preview_red(match, now, leaves)) is not None:
        return f"Red spell at {title_of(spell.attack.defender)}: {spell.text_of_most}"
    if answer in match.dice:
        stands_at = here.find(answer)
        where = "" if stands_at is None else f" on {square_name(stands_at.at)}: {_face_in_words(match, stands_at)}"
        return f"{title_of(answer)}{where}"
    return answer.replace("_", " ").capitalize()
