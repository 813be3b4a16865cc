"""Sentences for single events of Riot Dice."""

from riotsim.games.riot_dice import events
from riotsim.play.house_rules import Lost, RolledAgain
from riotsim.play.scenarios.expected_events import plain_sentence

ACTION_VERBS = {"scoot": "scoots", "shoot": "shoots", "boot": "puts the boot in"}


def sentence(event: object) -> str:
    """Return one event of Riot Dice as a sentence without markup, on one line."""
    return _setup(event) or _deed(event) or _blow(event) or plain_sentence(event)


def _setup(event: object) -> str:
    match event:
        case events.TokenLands(boss, token):
            return f"{boss} drops loot {token}" if boss else f"loot {token} lies in the middle"
        case events.TokenBack(token):
            return f"loot {token} rolls off the table and is put back"
        case events.FirstBoss(boss):
            return f"{boss} goes first"
        case events.NoLegalSpot(boss, short):
            return f"no spot is legal for {boss}; the nearest to legal is {short:g} in short"
        case events.Deployed(model, boss):
            return f"{boss} deploys {model}"
        case events.LegsIt(boss, dropped):
            return f"{boss} legs it" + (f", leaving {dropped} loot behind" if dropped else "")
        case events.TimeIsUp():
            return "time is up"
        case events.Scoops(boss, tokens):
            return f"{boss} scoops up what is left: {tokens} loot"
        case events.GameOver(winners, loot, unfinished):
            stood = ", ".join(f"{boss} {tokens}" for boss, tokens in loot)
            how = "unfinished" if unfinished else f"won by {' and '.join(winners)}"
            return f"the game is over, {how}; loot: {stood}"
    return ""


def _deed(event: object) -> str:
    match event:
        case events.Activated(model, boss):
            return f"{boss} activates {model}"
        case events.Acts(model, action):
            return f"{model} {ACTION_VERBS[action]}"
        case events.Rolled(boss, model, purpose, shows):
            return f"{boss} rolls {' '.join(map(str, shows)) or 'no dice'} to {purpose} with {model}"
        case RolledAgain(boss, die, why):
            return f"{boss} rolls die {die} again: {why}"
        case Lost(boss):
            return f"{boss} loses a die over the edge"
        case events.Moved(model, inches, stopped_by):
            return f"{model} moves {inches:.1f} in" + (f", stopped by {stopped_by}" if stopped_by else "")
        case events.Discarded(model, die):
            return f"{model} leaves die {die} unused"
        case events.Loot(boss, model, token):
            return f"{model} picks up loot {token} for {boss}"
        case events.TowerGrows(model, height):
            return f"{model}'s tower grows to {height}"
        case events.StandsUp(model):
            return f"{model} stands up"
        case events.Boots(model, other):
            return f"{model} boots {other}"
    return ""


def _blow(event: object) -> str:
    match event:
        case events.Bullet(model, shows, hits):
            return f"{model}'s bullet, a {shows}, hits {hits}"
        case events.Damage(model, points, by):
            return f"{model} takes {points} damage from {by}"
        case events.TowerFalls(model, by, dice):
            return f"{model}'s tower of {dice} falls: {by}'s doing"
        case events.TowerPushed(model):
            return f"{model}'s tower is pushed, and stands"
        case events.FallsOver(model):
            return f"{model} falls over"
        case events.FightBreaksOut(active, passive):
            return f"{active} fights {passive}"
        case events.Throws(active, passive, (first, second)):
            return f"{active} goes for a {first}, {passive} for a {second}"
        case events.Shoved(model):
            return f"{model} is shoved"
        case events.Pinched(boss, victim):
            return f"{boss} takes loot from {victim}"
    return ""
