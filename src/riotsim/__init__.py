"""riotsim: a physical tabletop for dexterity miniatures games, with Riot Dice by Mike Hutchinson on it."""
