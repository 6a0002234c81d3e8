"""What the code of a project on this machine says, to hold against what memories say of it."""
