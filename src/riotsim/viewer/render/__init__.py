"""From a stage to a picture: light, shadows, materials, and what a lens and film do to them."""
