"""Riot Dice in words: narration, reasons, offers and standings."""
