"""The Extract view: a text goes in, its facts come out."""
