"""Foreign memory formats, one file each: what agents wrote elsewhere, read as drafts."""
