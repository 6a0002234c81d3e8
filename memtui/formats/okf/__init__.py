"""The Open Knowledge Format, version 0.2: a folder of concepts, one page of markdown each."""
