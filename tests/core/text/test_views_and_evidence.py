"""The normalised view maps back exactly, and evidence survives what files and models do to text."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.text.evidence import align
from core.text.views import NormalisedView, normalised

VIEWS = [
    ("Ｅｖｉｌ １２", "evil 12"),
    ("“Kelp”—it’s", '"kelp"-it\'s'),
    ("a \u00a0\r\n b", "a b"),
    ("pay\u200bload\u00ad", "payload"),
    ("re-\n  port", "report"),
    ("cafe\u0301 ﬁne", "café fine"),
    ("caf\u0065\u200b\u0301", "café"),
    ("STRASSE straße", "strasse strasse"),
    ("가".encode().decode(), "가"),
    ("\u1112\u1161\u11ab", "한"),
    ("", ""),
]


@pytest.mark.parametrize(("raw", "view"), VIEWS)
def test_view_folds_what_means_the_same(raw, view):
    """Width, case, quotes, dashes, blanks, invisible characters and line-end hyphens are folded."""
    assert NormalisedView(raw).text == view


@given(st.text(max_size=80))
def test_every_view_character_has_a_raw_span_in_order(raw):
    """Spans lie in the text, are not empty and never go back."""
    view = NormalisedView(raw)
    spans = [view.raw_span(at, at + 1) for at in range(len(view.text))]
    assert all(0 <= start < end <= len(raw) for start, end in spans)
    assert spans == sorted(spans)


_FOLDABLE = st.text(
    alphabet=st.sampled_from("aZé ß-\u2010\n\t\r\x0b\x1c\u3000中。，“’…ａＺ｀－`_^1〇々ÿ\u00a0\u00ad\u200b\u0301"),
    max_size=40,
)


@given(_FOLDABLE | st.text(max_size=60) | st.just("a-" + " " * 31 + "b") | st.just("a-\n" + " " * 30 + "b"))
def test_the_quick_way_to_a_view_ends_in_the_same_text(raw):
    """Texts without clusters are folded character by character, with the very same outcome."""
    assert normalised(raw) == NormalisedView(raw).text.strip()


@pytest.mark.parametrize("span", [(0, 0), (2, 1), (0, 9), (-1, 1)])
def test_a_span_outside_the_view_is_an_error(span):
    """The message names the span and the bounds."""
    with pytest.raises(ValueError, match=r"outside 0\.\.2"):
        NormalisedView("ab").raw_span(*span)


ALIGNED = [
    ("头孢", "１２😀患者被给予250毫克静脉注射头孢", "头孢", "exact"),
    ("Kelp is", "Then Kelp is out", "Kelp is", "exact"),
    ("kelp  is", "Then Kelp\r\n is out", "Kelp\r\n is", "normalised"),
    ("well-known", "a well-\nknown tool", "well-\nknown", "normalised"),
    ("wellknown", "a well-\nknown tool", "well-\nknown", "normalised"),
    ("café", "at cafe\u0301 now", "cafe\u0301", "normalised"),
    ("fine", "a ﬁne day", "ﬁne", "normalised"),
    (" Kelp ", "aKelp", "Kelp", "exact"),
]


@pytest.mark.parametrize(("quote", "text", "slice_", "match"), ALIGNED)
def test_align_finds_exactly_the_characters(quote, text, slice_, match):
    """The slice is the raw characters that say the quote, no more and no fewer."""
    start, end, kind = align(quote, text)
    assert (text[start:end], kind) == (slice_, match)


@pytest.mark.parametrize(
    ("quote", "text"),
    [("cafe", "a cafe\u0301"), ("s", "ß"), ("kelp", "fern"), ("", "abc"), ("  ", "a  b"), ("\u200b", "abc")],
)
def test_align_refuses_half_characters_and_absent_words(quote, text):
    """A letter without its mark, half of a folded letter, and blanks are no evidence."""
    assert align(quote, text) is None


def test_align_searches_only_within_the_span():
    """Offsets are those of the whole text; outside the span nothing is found."""
    assert align("Kelp", "Kelp and Kelp", (5, 13)) == (9, 13, "exact")
    assert align("kelp", "Kelp and", (4, 8)) is None


NOISE = ["\u200b", "\u00ad", "\ufeff", "\u2060"]


@settings(max_examples=150)
@given(st.data())
def test_align_survives_noise_at_random_places(data):
    """Line ends, invisible characters, wide letters and emoji around change where, not whether."""
    quote = "银鹭 moved to host 12 on café Street"
    raw = [data.draw(st.sampled_from([char, wide(char)])) for char in quote]
    raw = [("\r\n" if char == " " and data.draw(st.booleans()) else char) for char in raw]
    raw = [char.replace("é", "e\u0301") if data.draw(st.booleans()) else char for char in raw]
    noisy = raw[0] + "".join(data.draw(st.sampled_from(["", *NOISE])) + char for char in raw[1:])
    before = data.draw(st.sampled_from(["", "😀 ", "１２", "\u200b", "e\u0301 ", "👩\u200d💻"]))
    text = before + noisy + " later."
    start, end, _ = align(quote, text)
    assert text[start:end] == noisy


def wide(char):
    return chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char


@pytest.mark.parametrize("unit", ["a\u0301", "\u0301", "-\n", " ", "中", "\u200b", "e\u200b", "\u1161"])
def test_a_view_takes_linear_time(unit):
    """100,000 hostile repetitions are ordinary work."""
    began = time.perf_counter()
    NormalisedView(unit * 100_000)
    assert time.perf_counter() - began < 3


def test_normalised_strips_blanks_at_the_ends():
    """A quote is compared without the blanks around it."""
    assert normalised("  A\u00a0b ") == "a b"
