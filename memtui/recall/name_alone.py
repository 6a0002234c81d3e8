"""What a name in a question says of the hits: `what is Ada's dog called`, `kubernetes version`.

All that is known of Ada shares her name, so a question about her dog would be answered with all of it. And
what is known of Kubernetes may say `1.29` and not `version`, which others say of other things. So where the
question says more than a name, and none of the hits has the name and more of the question, it depends on
how many have the name. Of many none is told for it, unless it comes near the rest in meaning. Few are told: a
rare name tells more than a common word, so what has the word alone is about something else. What is filed
under a name has that name. Called by `search` for what it shows.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from memtui.language.statement import Kind, read
from memtui.recall import scoring
from memtui.recall.scoring import Candidate
from memtui.store.recalling import Commonness
from memtui.store.words import stems, words_of

if TYPE_CHECKING:
    from memtui.recall.meaning import Meaning

_READ = 600
"""Characters of a hit that are looked at for names."""
NAME_ALONE, NAMELESS = "name alone", "nameless"
"""The parts of a hit that has nothing of the question but a name, and of one that lacks the name."""
_NEAR = 0.2
"""How near a hit comes to the rest of a question to be more than of the same name. Chosen on four long
conversations: 151 of 5,455 facts told fewer; of 516 that answer, six."""
_FEW, _RARE = 3, 5
"""A name is rare when at most so many of the hits have it, and no more than one in `_RARE` of the store.
Chosen on 21 short questions to sixty memories: of 19 others all have their answer told then, two more than
before. On four long conversations questions are told the same facts; of 173 that these leave open, one more
is answered with what bears its name.
"""
_FORM = 5
"""Letters of a name from which on a word that only goes on from it is another form of it."""
_OUTWEIGHS = 1.5
"""The weight of a rare name, in that of a word as rare: so two of the other words outweigh it, one does not.
"""


def judged_by_name(
    question: str, known: Commonness, hits: Sequence[Candidate], meaning: "Meaning | None"
) -> Mapping[int, str]:
    """Return the ids of the hits that are not told because of a name in the question, each with its part."""
    about = [word for word in known.stems if not scoring.says_little(word)]
    names = _names(question, hits).intersection(about)
    rest = [word for word in about if word not in names]
    if not names or not rest:
        return {}
    held = _stems_held(hits, {name: known.stems[name] for name in names})
    of_names, of_rest = ({known.stems[word] for word in group} for group in (names, rest))
    if any(of_names & each and of_rest & each for each in held):
        return {}
    named = [place for place, own in enumerate(held) if of_names & own]
    if not named:
        return {}
    if len(named) <= min(_FEW, known.total // _RARE):
        return _without_name(known, hits, held, names)
    near = None
    if meaning is not None:
        weights = [scoring.weight(word, known) for word in rest]
        near = meaning.closest_words(rest, weights, [candidate.content for candidate in hits])
    return {hits[place].memory.id: NAME_ALONE for place in named if near is None or near[place] < _NEAR}


def _without_name(
    known: Commonness, hits: Sequence[Candidate], held: Sequence[Collection[str]], names: Collection[str]
) -> Mapping[int, str]:
    """Return the hits whose words of the question weigh less than the rare name that they lack."""
    weights = {known.stems[word]: scoring.weight(word, known) for word in known.stems}
    of_names = {known.stems[name] for name in names}
    least = _OUTWEIGHS * max(weights[stem] for stem in of_names if any(stem in own for own in held))
    return {
        candidate.memory.id: NAMELESS
        for candidate, own in zip(hits, held, strict=True)
        if not of_names.intersection(own) and sum(weights[stem] for stem in weights if stem in own) < least
    }


def _stems_held(hits: Sequence[Candidate], names: Mapping[str, str]) -> list[set[str]]:
    """Return the stems that each hit has, those of the scope that it is filed under with them.

    A hit that calls what a name stands for by a longer or a shorter form of it has that name's stem too.
    """
    own_words = [{*candidate.searched, *words_of(candidate.memory.scope)} for candidate in hits]
    words = sorted(set().union(*own_words))
    stem_of = dict(zip(words, stems(words) if words else (), strict=True))
    also = {word: {stem for name, stem in names.items() if _is_form_of(word, name)} for word in words}
    return [{stem_of[word] for word in own}.union(*(also[word] for word in own)) for own in own_words]


def _is_form_of(word: str, name: str) -> bool:
    """Say whether a word is a longer or a shorter form of a name: `PostgreSQL`, `Postgres`."""
    shorter, longer = sorted((word, name), key=len)
    return len(shorter) >= _FORM and longer.startswith(shorter)


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
