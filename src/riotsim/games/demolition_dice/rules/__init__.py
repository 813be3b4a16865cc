"""The rules of Demolition Dice, one module for each chapter."""
