"""What the rulebooks of all games share: sections, quantities, dice, hands and surfaces."""
