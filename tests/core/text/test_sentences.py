"""Sentence spans: real ends in English and Chinese, exact offsets, linear time."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.sentences import sentence_spans

CASES = [
    ("*Figure 2. The loader.* See Figure 2. It runs.", ["*Figure 2. The loader.* ", "See Figure 2. ", "It runs."]),
    ("On Jan. 5 the group left. It returned.", ["On Jan. 5 the group left. ", "It returned."]),
    ("They hit U.S. targets. Then they left.", ["They hit U.S. targets. ", "Then they left."]),
    ("Use v1.2.3 now. It is safe.", ["Use v1.2.3 now. ", "It is safe."]),
    ("See e.g. Kelp. Done.", ["See e.g. Kelp. ", "Done."]),
    ("See No. 5 there. No. We stay.", ["See No. 5 there. ", "No. ", "We stay."]),
    ("It asked evil[.]example for a key. It failed.", ["It asked evil[.]example for a key. ", "It failed."]),
    ("Acme Inc. said so. Acme Inc. It fell.", ["Acme Inc. said so. ", "Acme Inc. ", "It fell."]),
    ("It cost 3.5 million. Version 2.0. Next.", ["It cost 3.5 million. ", "Version 2.0. ", "Next."]),
    ("SNOW...SLEET... THEN RAIN. WIND.", ["SNOW...SLEET... THEN RAIN. ", "WIND."]),
    (
        "Dr. Lee met J. Smith at 5 p.m. The talk ended.",
        ["Dr. Lee met J. Smith at 5 p.m. ", "The talk ended."],
    ),
    ('"Stop!" he said. Why?! Go.', ['"Stop!" he said. ', "Why?! ", "Go."]),
    ("(It fell.) It rose.", ["(It fell.) ", "It rose."]),
    (
        "该组织没有使用该漏洞。使用了 v1.2.3 版本！是吗？",
        ["该组织没有使用该漏洞。", "使用了 v1.2.3 版本！", "是吗？"],
    ),
    ("“已修复。”该公司表示。随后离开。", ["“已修复。”该公司表示。", "随后离开。"]),
    ("他说：“已修复。”随后离开。", ["他说：“已修复。”", "随后离开。"]),
    ("影响主机；影响网络。完。", ["影响主机；影响网络。", "完。"]),
    (
        "A line that is hard\nwrapped here by someone. Next.",
        ["A line that is hard\nwrapped here by someone. ", "Next."],
    ),
    ("Summary\nThe group moved to the payroll host on 3 May", None),
    ("- one\n- two\n\nEnd", ["- one\n", "- two\n\n", "End"]),
    ("# Head\nBody. More.", ["# Head\n", "Body. ", "More."]),
    ("| a. B | c |\n| d | e |\n", ["| a. B | c |\n", "| d | e |\n"]),
    ("  \n ", ["  \n "]),
    ("\n\nIt fell.\r\n", ["\n\nIt fell.\r\n"]),
    ("", []),
]


@pytest.mark.parametrize(("text", "sentences"), CASES, ids=[text[:24] for text, _ in CASES])
def test_sentences_end_where_they_end(text, sentences):
    """Each text splits into these sentences; without a list, at its line ends."""
    expected = text.splitlines(keepends=True) if sentences is None else sentences
    assert [text[start:end] for start, end in sentence_spans(text)] == expected


@given(st.text(alphabet='aB1 .!?…。！”"\n\r\t)|-#\u0301', max_size=120) | st.text(max_size=60))
def test_sentences_laid_end_to_end_are_the_text(text):
    """The spans are not empty and cover every character once, in order."""
    spans = sentence_spans(text)
    assert "".join(text[start:end] for start, end in spans) == text
    assert all(start < end for start, end in spans)


@pytest.mark.parametrize("unit", [". ", ".", "“。”", " ", "A\n", "|", "`", "```\n", "一、", "A: ", "- ", "\t"])
def test_time_grows_with_length_only(unit):
    """A hostile repetition of 200,000 characters takes no longer than ordinary text."""
    text = unit * (200_000 // len(unit))
    began = time.perf_counter()
    sentence_spans(text)
    assert time.perf_counter() - began < 3
