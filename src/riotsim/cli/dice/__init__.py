"""Commands about dice alone: `throw` throws them, and `odds` compares pools of them."""
