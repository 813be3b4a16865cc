"""The rules of Riot Dice, one module for each chapter."""
