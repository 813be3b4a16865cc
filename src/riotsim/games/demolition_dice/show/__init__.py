"""Demolition Dice in words: narration, reasons, offers and standings."""
