"""What a text rests on is told by the words that it shares, in Latin letters and in Chinese."""

import pytest

from core.text.attribution import MOST_SOURCES, fullest, shared_words, sources_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The café is José's", {"café", "josé's"}),
        ("喜欢乌龙茶", {"喜欢", "欢乌", "乌龙", "龙茶"}),
        ("用户 A runs PostgreSQL 16", {"runs", "postgresql", "16"}),
        ("the of and", set()),
    ],
)
def test_words_are_latin_words_digits_and_pairs_of_han(text, words):
    """A word keeps its marks; single letters and empty words are left out."""
    assert shared_words(text) == words


CAT = [(3, "I adopted a cat"), (4, "her name is Mochi, she is grey"), (5, "Nice weather, isn't it?")]


@pytest.mark.parametrize(
    ("text", "offered", "found"),
    [
        ("Priya adopted a grey cat named Mochi", CAT, [3, 4]),
        ("Uses Rust", [(1, "we use rust"), (2, "rust rust"), (3, "go")], [1, 2]),
        ("李雷计划下周三去上海出差", [(1, "我计划下周三去上海，出差三天"), (2, "好的")], [1]),
        ("用户喜欢乌龙茶", [(1, "你好"), (2, "我喜欢乌龙茶")], [2]),
        ("Priya plays the cello every evening", [(1, "I ran the marathon"), (2, "Priya here")], []),
        ("", CAT, []),
        ("kelp", [], []),
        ("kelp wrack", [(n, "kelp wrack") for n in range(9)], list(range(MOST_SOURCES))),
    ],
)
def test_sources_share_most_words(text, offered, found):
    """At least 60 % of the best one and the least for the length; at most six, the earlier ones; in their order."""
    assert sources_of(text, offered) == found


def test_the_best_source_can_be_made_to_stay():
    """Where one of the sources must be it, one shared word is enough."""
    offered = [(0, "Kelp runs on the blue host"), (1, "Wrack was sold")]
    text = "Kelp moved to another data centre in Skerry last spring"
    assert (sources_of(text, offered), sources_of(text, offered, best_stays=True)) == ([], [0])


@pytest.mark.parametrize(
    ("text", "passages", "known", "found"),
    [
        ("Priya moved the backups to Skerry", ["Hello.", "I move all backups to Skerry."], ["Priya"], 1),
        ("Host omega runs PostgreSQL 16", ["Host alpha runs PostgreSQL 16."], [], None),
        ("李雷去上海出差", ["我下周去上海出差"], ["李雷"], 0),
        ("Kelp", ["Kelp"], [], None),  # one word is no sentence's meaning
    ],
)
def test_a_passage_must_hold_every_word(text, passages, known, found):
    """Inflected endings and the speaker's name are no difference; another name is."""
    assert fullest(text, passages, known) == found
