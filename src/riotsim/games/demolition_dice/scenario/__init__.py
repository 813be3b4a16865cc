"""Demolition Dice in scenario files."""
