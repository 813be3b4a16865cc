"""Riot Dice as data: the options and figures of its rules file."""
