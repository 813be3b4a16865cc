"""Kinds of dice, their faces and their notation."""
