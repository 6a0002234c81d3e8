"""What the views are built from: lists, pages, lines to type in, dialogs."""
