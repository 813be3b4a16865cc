"""Meshes that a rules file names: dice, figures and scenery."""
