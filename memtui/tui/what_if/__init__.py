"""The What if view: other settings of fading, tried before they are set."""
