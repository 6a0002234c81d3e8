"""The rule-based extractor: facts without a model, offline and at once.

`extractor` reads a window; `reading` says who speaks under which heading; `cues` tells what kind of
statement a sentence is; `reference` whether it stands alone; `wording` what it says as a memory.
"""
