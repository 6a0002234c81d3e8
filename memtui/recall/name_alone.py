"""Which hits share nothing with a question but a name in it: `what is Ada's dog called` and Ada's work.

All that is known of Ada shares her name, so such a question would be answered with all of it. Hits count as
found by the name alone where the question says more than the name, none of them has the name and more of
the question, and nothing in them comes near that in meaning. Called by `search` for what it shows.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.language.statement import Kind, read
from memtui.recall import scoring
from memtui.recall.scoring import Candidate
from memtui.store.recalling import Commonness
from memtui.store.words import stems

if TYPE_CHECKING:
    from memtui.recall.meaning import Meaning

_READ = 600
"""Characters of a hit that are looked at for names."""
NAME_ALONE = "name alone"
"""The part of a hit that was found so."""
_NEAR = 0.2
"""How near a hit comes to the rest of a question to be more than of the same name. Chosen on four long
conversations: 151 of 5,455 facts told fewer; of 516 that answer, six."""


def found_by_name(
    question: str, known: Commonness, hits: Sequence[Candidate], meaning: "Meaning | None"
) -> set[int]:
    """Return the ids of the hits that have a name of the question and nothing else of it."""
    about = [word for word in known.stems if not scoring.says_little(word)]
    names = _names(question, hits).intersection(about)
    rest = [word for word in about if word not in names]
    if not names or not rest:
        return set()
    words = sorted({word for candidate in hits for word in candidate.all_words})
    stem_of = dict(zip(words, stems(words) if words else (), strict=True))
    held = [{stem_of[word] for word in candidate.all_words} for candidate in hits]
    of_names, of_rest = ({known.stems[word] for word in group} for group in (names, rest))
    if any(of_names & each and of_rest & each for each in held):
        return set()
    near = None
    if meaning is not None:
        weights = [scoring.weight(word, known) for word in rest]
        near = meaning.closest_words(rest, weights, [candidate.content for candidate in hits])
    return {
        candidate.memory.id
        for place, (candidate, own) in enumerate(zip(hits, held, strict=True))
        if of_names & own and (near is None or near[place] < _NEAR)
    }


def _names(question: str, hits: Sequence[Candidate]) -> set[str]:
    """Return the names that a question may hold, in small letters.

    They are the words with a capital inside one of its sentences, and those that the hits write so and no hit
    writes small: questions are often written without capitals, and a first word has one anyway.
    """
    texts = [candidate.memory.text[:_READ] for candidate in hits]
    small = {word for text in texts for word in text.split() if word.islower()}
    return _written_as_names(question) | {name for text in texts for name in _written_as_names(text)} - small


def _written_as_names(text: str) -> set[str]:
    return {
        token.key
        for token in read(text).of(Kind.NAME)
        if token.key.isalpha() and token.key.title() in token.text
    }
