"""Measuring on the table: what hands build and carry, what statics says of it, and whether what was built stands."""
