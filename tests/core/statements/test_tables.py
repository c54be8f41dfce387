"""Each row of the statement tables does what its own examples promise."""

import pytest

from core.statements import analyse
from core.statements.chinese import CHINESE
from core.statements.english import ENGLISH
from core.statements.tone import ENDINGS, HEDGES, NEGATIONS, REPORTS, ending_of, modality_of, polarity_of

SLOTS = [("en", rule) for rule in ENGLISH] + [("zh", rule) for rule in CHINESE]
TONES = [
    *((polarity_of, rule) for rule in NEGATIONS),
    *((lambda text: modality_of(text)[0], rule) for rule in (*HEDGES, *REPORTS)),
    *((ending_of, rule) for rule in ENDINGS),
]


@pytest.mark.parametrize(("language", "rule"), SLOTS, ids=[rule.id for _, rule in SLOTS])
def test_sentence_forms(language, rule):
    """Hits give subject, slot and value; keeps give no slot."""
    for text, subject, slot, value in rule.hits:
        statement = analyse(text, language)
        assert (statement.subject, statement.slot, statement.value) == (subject, slot, value), text
    for text in rule.keeps:
        assert not analyse(text, language).slot, text


@pytest.mark.parametrize(("reading", "rule"), TONES, ids=[rule.id for _, rule in TONES])
def test_tones(reading, rule):
    """Hits have the tone of the row; keeps have another."""
    for text in rule.hits:
        assert reading(text) == rule.tone, text
    for text in rule.keeps:
        assert reading(text) != rule.tone, text


def test_ids_are_unique():
    """Two rows never share an id."""
    for table in ([r.id for _, r in SLOTS], [r.id for _, r in TONES]):
        assert len(set(table)) == len(table)
