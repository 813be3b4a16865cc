"""Riot Dice by Mike Hutchinson, CC BY 4.0 (https://planetsmashergames.com/riot-dice)."""
