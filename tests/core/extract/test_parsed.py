"""Splitting by a dependency parse: parses written down by hand, so that no parser is needed."""

import pytest

from core.extract.english.clauses import statements
from core.extract.english.parse_tree import Tree, Word
from core.extract.english.parsed import clauses, objects, parsed_statements


def parsed(*rows):
    """Return the words of a parse: (text, head number, relation, tag) each, with a blank between words."""
    words, at = [], 0
    for number, (text, head, relation, tag) in enumerate(rows):
        if text in ",." and number:
            at -= 1
        words.append(Word(text, at, at + len(text), head, relation, tag, text.lower()))
        at += len(text) + 1
    return words


def text_of(words):
    """Return the sentence of a parse."""
    out = ""
    for word in words:
        out = out.ljust(word.char_start) + word.text
    return out


def split(words):
    """Split a sentence of which the parse is known; its parts are their own parse: one word, no structure."""
    known = {text_of(words): words}

    def parse(text):
        return known.get(text) or [Word(text, 0, len(text), 0, "ROOT", "NN", text)]

    return parsed_statements(parse)(text_of(words) + ".")


PASSIVE = parsed(
    ("Kelp", 2, "nsubjpass", "NNP"), ("was", 2, "auxpass", "VBD"), ("found", 2, "ROOT", "VBN"), ("in", 2, "prep", "IN"),
    ("May", 3, "pobj", "NNP"), ("and", 2, "cc", "CC"), ("sold", 2, "conj", "VBN"), ("to", 6, "prep", "IN"),
    ("Heron", 7, "pobj", "NNP"),
)  # fmt: skip
DATED = parsed(
    ("In", 4, "prep", "IN"), ("2024", 0, "pobj", "CD"), (",", 4, "punct", ","), ("Heron", 4, "nsubj", "NNP"),
    ("ended", 4, "ROOT", "VBD"), ("support", 4, "dobj", "NN"), ("and", 4, "cc", "CC"), ("sold", 4, "conj", "VBD"),
    ("the", 9, "det", "DT"), ("plant", 7, "dobj", "NN"),
)  # fmt: skip
RELATIVE = parsed(
    ("Heron", 1, "nsubj", "NNP"), ("hired", 1, "ROOT", "VBD"), ("Ana", 3, "compound", "NNP"),
    ("Ruiz", 1, "dobj", "NNP"), (",", 3, "punct", ","), ("who", 6, "nsubj", "WP"),
    ("leads", 3, "relcl", "VBZ"), ("payroll", 6, "dobj", "NN"),
)  # fmt: skip
OBJECTS = parsed(
    ("Heron", 1, "nsubj", "NNP"), ("is", 1, "ROOT", "VBZ"), ("the", 3, "det", "DT"), ("founder", 1, "attr", "NN"),
    ("and", 3, "cc", "CC"), ("director", 3, "conj", "NN"), ("of", 3, "prep", "IN"), ("Kelp", 6, "pobj", "NNP"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (PASSIVE, ["Kelp was found in May.", "Kelp was sold to Heron."]),
        (DATED, ["In 2024, Heron ended support.", "In 2024, Heron sold the plant."]),
        (RELATIVE, ["Heron hired Ana Ruiz.", "Ana Ruiz leads payroll."]),
        (OBJECTS, ["Heron is the founder of Kelp.", "Heron is director of Kelp."]),
    ],
    ids=["passive", "dated", "relative", "objects"],
)
def test_statements_stand_alone(words, expected):
    """Each part has its subject, its auxiliary and its date; what follows a list belongs to each member."""
    assert split(words) == expected


def changed(words, number, **values):
    """Return a parse in which one word is another."""
    kept = {
        name: getattr(words[number], name)
        for name in ("text", "char_start", "char_end", "head", "relation", "tag", "lemma")
    }
    return [*words[:number], Word(**{**kept, **values}), *words[number + 1 :]]


@pytest.mark.parametrize(
    ("take_apart", "words", "why"),
    [
        (objects, changed(OBJECTS, 4, lemma="or"), "an alternative is one statement"),
        (objects, changed(OBJECTS, 2, lemma="both"), "what is said of both is said of them together"),
        (objects, changed(OBJECTS, 5, tag="JJ"), "what is coordinated are no two things"),
        (clauses, changed(RELATIVE, 3, tag="NN"), "a thing neither named nor definite is told by its clause"),
        (clauses, changed(PASSIVE, 6, tag="VB"), "a verb without its auxiliary cannot stand alone"),
        (clauses, changed(PASSIVE, 6, tag="VBD", text="pried"), "a past tense after a passive may be a participle"),
        (clauses, changed(DATED, 6, lemma="or"), "an alternative is one statement"),
    ],
)
def test_what_hangs_together_stays_whole(take_apart, words, why):
    """In doubt a sentence stays one statement."""
    assert len(take_apart(Tree(text_of(words), words))) == 1, why


def test_a_parse_without_one_root_is_no_parse():
    """Such a sentence is left to the patterns."""
    words = changed(RELATIVE, 3, head=3)
    assert split(words) == statements(text_of(words) + ".")


def test_quotations_are_closed():
    """What stands between quotation marks or brackets, or names one thing, is marked as never taken apart."""
    words = parsed(
        ("He", 1, "nsubj", "PRP"), ("wrote", 1, "ROOT", "VBD"), ('"', 4, "punct", "``"), ("Sin", 1, "dobj", "NN"),
        ("and", 3, "cc", "CC"), ('"', 3, "punct", "''"), ("law", 3, "conj", "NN"), ("and", 6, "cc", "CC"),
        ("order", 6, "conj", "NN"),
    )  # fmt: skip
    assert Tree(text_of(words), words).closed == {2, 3, 4, 5, 6, 7, 8}


def test_every_word_of_a_statement_stands_in_the_sentence():
    """Nothing is made up."""
    for words in (PASSIVE, DATED, RELATIVE, OBJECTS):
        known = {word.text for word in words}
        assert all(set(part.replace(",", " ").rstrip(".").split()) <= known for part in split(words))


def test_the_parser_itself():
    """With the extra installed, a sentence comes back as words with their places."""
    pytest.importorskip("spacy", reason="the extra `parse` is not installed")
    from core.adapters.parsing import english_parser

    parse, name = english_parser()
    text = "The group moved to Lagos and sold its tools."
    words = parse(text)
    assert name.startswith("en_core_web_sm")
    assert [text[word.char_start : word.char_end] for word in words] == [word.text for word in words]
    assert parsed_statements(parse)(text) == ["The group moved to Lagos.", "The group sold its tools."]
