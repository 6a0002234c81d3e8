"""What several formats stand on: text files, markdown, frontmatter, JSON, and changing some bytes of them."""
