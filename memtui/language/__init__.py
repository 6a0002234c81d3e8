"""What texts say: words, their forms, statements, and in what two of them differ. Pure, like the domain."""
