"""Demolition Dice by Sarah Cotner, Yukun Drew and Darrell Sweet: three build towers, and throw dice at them."""
