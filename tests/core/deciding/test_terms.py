"""Comparable terms and content comparison: what folds together, what stays apart, and linear time."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.deciding.content import contains, same_content
from core.deciding.terms import comparable_terms, shared_share
from core.deciding.words import chinese_tokens, stem
from core.entities import DEFAULT, AliasTable, find_entities
from core.statements import analyse


def terms(text):
    return comparable_terms(text, "und")


@pytest.mark.parametrize(
    ("text", "field", "expected"),
    [
        ("It hit 4,370 hosts in 1.5 million files.", "numbers", {"4370", "1500000"}),
        ("Use v1.2.3 or 10.4.2-rc1.", "versions", {"1.2.3", "10.4.2-rc1"}),
        ("From 2 May 2026 to 2026-06-09.", "dates", {"2026-05-02", "2026-06-09"}),
        ("It calls evil[.]example and R120SFCPU.", "identifiers", {"evil.example", "r120sfcpu"}),
        ("The tool of Fancy Bear and Orsk.", "names", {"apt28", "orsk"}),
        ("有二十三个文件。", "numbers", {"23"}),
        ("微软与谷歌。", "names", {"microsoft", "google"}),
    ],
)
def test_what_is_read_from_a_text(text, field, expected):
    """Each kind of hard term is found in its canonical form."""
    assert getattr(terms(text), field) == expected


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The files were encrypted.", "files encrypted"),
        ("an open-source tool", "an open source tool"),
        ("It doesn't spread", "It does not spread"),
        ("The the tool", "The tool"),
        ("他们首次使用该工具。", "他们第一次采用此工具"),
    ],
)
def test_variants_have_equal_content(first, second):
    """Function words, hyphens, contractions and known synonyms fold together."""
    assert terms(first).content == terms(second).content


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Series A", "Series C"),
        ("2.1", "2.10"),
        ("up to 3", "over 3"),
        ("allowed", "not allowed"),
        ("银鹭", "海带"),
        ("first", "second"),
    ],
)
def test_what_stays_apart(first, second):
    """Versions with other zeros, other bounds, negations and names are not folded."""
    assert terms(f"It is {first} here").content != terms(f"It is {second} here").content


@pytest.mark.parametrize(
    ("word", "stemmed"),
    [("files", "file"), ("stopped", "stop"), ("used", "use"), ("policies", "policy"), ("class", "class")],
)
def test_stems(word, stemmed):
    """Inflections meet their base form."""
    assert stem(word) == stem(stemmed)


def test_chinese_words_become_their_representative():
    """Known words are one token, other characters one each, particles none."""
    assert list(chinese_tokens("首度使用的工具")) == ["首次", "使用", "工", "具"]


def test_two_adjuncts_do_not_trade_places():
    """Places that swap between two clauses make another statement."""
    assert not same_content(
        terms("He played in Orsk in 1990, in Lund in 1991."), terms("He played in Lund in 1990, in Orsk in 1991.")
    )


@given(
    st.lists(
        st.sampled_from(["kelp", "uses", "not", "3", "4", "tool", "orsk", "may", "was", "by", "in", ",", "(", ")"]),
        max_size=9,
    ).map(" ".join)
)
def test_content_relations_are_consistent(text):
    """A text says the same as itself, never contains itself, and shares all its words with itself."""
    own = terms(text)
    assert same_content(own, own)
    assert not contains(own, own)
    assert shared_share(own, own) == (1.0 if own.words else 0.0)


@given(st.text(max_size=120))
def test_any_text_has_terms(text):
    """No text raises; the multiset is the content sorted."""
    found = terms(text)
    assert tuple(sorted(found.content)) == found.words


@pytest.mark.torture
@pytest.mark.parametrize("unit", ["a ", "A ", "1,", "1.", "年", "三个", "(", "[", "a-", "A.", "not ", "-LRB- ", "x1-"])
def test_time_grows_linearly(unit):
    """Four times the text takes far less than sixteen times the time, on text made to hurt."""

    def seconds(count):
        text = unit * count
        started = time.process_time()
        comparable_terms.__wrapped__(text, "en")
        return time.process_time() - started

    small = min(seconds(1_500) for _ in range(3))
    large = min(seconds(6_000) for _ in range(3))
    assert large < 10 * small + 0.05


def test_a_users_aliases_reach_terms_and_statements():
    """Two names of one actor compare as one once a user's table joins them."""
    table = DEFAULT.extended(AliasTable.from_toml('[[actor]]\ncanonical = "Silent Heron"\naliases = ["银鹭"]\n'))
    texts = ("银鹭 — Status: active", "Silent Heron — Status: active")
    assert len({comparable_terms(text, "und", tuple(find_entities(text, table))).content for text in texts}) == 1
    assert len({analyse(text, "und", table) for text in texts}) == 1
    assert len({analyse(text, "und") for text in texts}) == 2
