"""Physical acts: rolls, drops, stacking and carrying."""
