"""The normalised view maps back exactly, and evidence survives what files and models do to text."""

import pytest
from counting import lines_run
from hypothesis import given, settings
from hypothesis import strategies as st

from core.text.evidence import align
from core.text.graphemes import is_safe_cut, whole_characters
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


HOSTILE = ["a\u0301", "\u0301", "-\n", " ", "中", "\u200b", "e\u200b", "\u1161", "> ", "|", "*", "\n1. ", "a-\n> "]


@pytest.mark.parametrize("loose", [False, True])
@pytest.mark.parametrize("unit", HOSTILE)
def test_the_work_of_a_view_grows_with_the_text(unit, loose):
    """Four times the hostile repetitions are at most four times the work, and some."""
    small, large = (lines_run(lambda n=n: NormalisedView(unit * n, loose=loose)) for n in (400, 1_600))
    assert large <= 4.4 * small + 200


@pytest.mark.parametrize("quote", ["nowhere to be found", "the  END"])
@pytest.mark.parametrize("unit", ["kelp wrack ", "海带工具。", "a" * 11, "> | ** "])
def test_the_work_of_a_search_in_one_long_line_grows_with_the_line(unit, quote):
    """For a quote that is not there, and for one at the very end in another spelling."""
    small, large = (lines_run(lambda n=n: align(quote, unit * n + " the end")) for n in (300, 1_200))
    assert large <= 4.4 * small + 200


LAID_OUT = [
    ("中断持续18小时28分钟", "中断持续\r\n18小时28分钟。", "中断持续\r\n18小时28分钟"),
    ("共有三台主机", "> 共有\n> 三台\n> 主机。", "共有\n> 三台\n> 主机"),
    ("使用 Python 编写", "它使用Python编写。", "使用Python编写"),
    ("使用PostgreSQL数据库", "使用Postgre-\nSQL数据库。", "使用Postgre-\nSQL数据库"),
    ("a vulnerability in Kelp", "> a vulnera-\n> bility in Kelp", "a vulnera-\n> bility in Kelp"),
    ("CVE-2026-1111 is", "CVE-\n2026-1111 is", "CVE-\n2026-1111 is"),
    ("affected: alpha, beta", "affected:\n- alpha,\n- beta", "affected:\n- alpha,\n- beta"),
    ("Severity: High", "| **Severity**: High |", "Severity**: High"),
    ("Severity High", "| Severity | High |", "Severity | High"),
    ("run `kelp` now", "then run kelp now", "run kelp now"),
    ("example.net/a/b", "example.net/\na/b", "example.net/\na/b"),
]


@pytest.mark.parametrize(("quote", "text", "slice_"), LAID_OUT)
def test_the_layout_of_lines_hides_no_quote(quote, text, slice_):
    """Line breaks between Chinese characters, marks of quotations, lists, tables and emphasis are not words."""
    start, end, kind = align(quote, text)
    assert (text[start:end], kind) == (slice_, "normalised")


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("23", "2*3"),
        ("ab", "a`b"),
        ("👩", "👩\u200d💻"),
        ("kelp wrack", "kelpwrack"),
        ("1.5", "1.\n5"),
        ("三台", "三座台"),
    ],
)
def test_leaving_out_layout_joins_no_words(quote, text):
    """A sign between two characters of a word may be one of them; half an emoji is nothing."""
    assert align(quote, text) is None


@pytest.mark.parametrize(
    ("quote", "text", "slice_"),
    [
        ("❤", "a ❤\ufe0f b", "❤\ufe0f"),
        ("kelp", "a\u2060kelp\u2060b", "kelp\u2060"),
        ("kelp", "x \u200dKelp", " \u200dKelp"),
    ],
)
def test_a_span_takes_the_joiners_at_its_ends_along(quote, text, slice_):
    """Cutting between a character and its joiner would cut it in two."""
    start, end, _ = align(quote, text)
    assert text[start:end] == slice_


@given(st.text(alphabet="a\u0301\u200d😀\r\n é中🇳👍🏽", max_size=24), st.data())
def test_whole_characters_grow_a_span_to_safe_cuts(text, data):
    """The span that is given lies inside, and both cuts are safe."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    low, high = whole_characters(text, start, end)
    assert low <= start <= end <= high
    assert is_safe_cut(text, low)
    assert is_safe_cut(text, high)


def test_normalised_strips_blanks_at_the_ends():
    """A quote is compared without the blanks around it."""
    assert normalised("  A\u00a0b ") == "a b"
