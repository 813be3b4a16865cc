"""Whose work riotsim builds on, as its window tells it; `LICENSE-ATTRIBUTION.md` has all of it."""

CREDITS: tuple[tuple[str, str], ...] = (
    (
        "Riot Dice",
        "riotsim is powered by Riot Dice, an open-source rules engine by Mike Hutchinson "
        "(https://planetsmashergames.com/riot-dice).\n"
        "The Riot Dice System Reference Document is copyright 2025 Mike Hutchinson and is licensed under the Creative "
        "Commons Attribution 4.0 International licence, CC BY 4.0 (http://creativecommons.org/licenses/by/4.0/). "
        "Mike Hutchinson has not endorsed this project.\n"
        "The rules as they are played here, and their figures and options, are adaptations of that document and stand "
        "under CC BY 4.0 themselves. The rules were put in new words, cut into clauses and numbered; where the "
        "document is silent, a reading was chosen and marked as ours; figures that it doesn't give were added; "
        "alternatives became options; examples, hints to designers and the author's humour were left out.",
    ),
    (
        "The window",
        "It is drawn with pyglet (BSD licence) and Dear ImGui by Omar Cornut, through imgui-bundle by Pascal Thomet "
        "(both MIT licence).\n"
        "Its letters are Roboto by Christian Robertson, Google (Apache licence 2.0), its signs Font Awesome Free by "
        "Fonticons (SIL Open Font Licence 1.1); both come with imgui-bundle.",
    ),
    (
        "The table",
        "Bullet, through pybullet, by Erwin Coumans and others (zlib licence), moves what moves. Pages of replays draw "
        "with three.js, copyright 2010-2026 by the authors of three.js (MIT licence).",
    ),
    ("riotsim", "The program is under the MIT licence."),
)
"""Headings, each with its paragraphs."""
