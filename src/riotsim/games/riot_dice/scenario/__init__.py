"""Riot Dice in scenario files."""
