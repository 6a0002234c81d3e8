"""What texts say: words, their forms, statements, and how two of them differ. Pure, like the domain."""
