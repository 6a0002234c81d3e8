"""Pictures of the screen, and the program that makes them."""
