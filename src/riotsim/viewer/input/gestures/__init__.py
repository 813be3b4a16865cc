"""The person's hand: from what the mouse did to what a boss answers. Pure: no window, no graphics."""
