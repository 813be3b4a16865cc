"""The widgets and drawing layers that panels are made of."""
