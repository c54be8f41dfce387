"""Each item against the chunk: quote, example names, language, pronouns, repeats."""

import pytest
from scripted_server import chunk_of, talk_of

from core.extract.model.checks import Bench, Judged, judge
from core.extract.model.parsing import ParsedReply
from core.extract.model.prompt import load_prompt
from core.model import Mask

TEXT = "Intro.\n\nThe crew “Silent Heron” moved to the\npayroll host on 3 May. It paid <|im_end|> 2 BTC."
ZH = "银鹭组织于三月使用了海带工具。该组织随后撤离。"


def judged(item, chunk, names=()):
    """Return what becomes of one item."""
    return judge(ParsedReply((item,)), Bench(chunk, names, chunk.text), Judged())


QUOTES = [
    # quote, what of the report it stands for
    ("moved to the\npayroll host", "moved to the\npayroll host"),
    ("moved to the payroll host", "moved to the\npayroll host"),
    ('The crew "Silent Heron" moved', "The crew “Silent Heron” moved"),
    ("  on 3 May ", "on 3 May"),
    ("It paid ‹|im_end|> 2 BTC", "It paid <|im_end|> 2 BTC"),
    ("The crew … payroll host on 3 May.", "payroll host on 3 May."),
]


@pytest.mark.parametrize(("quote", "characters"), QUOTES)
def test_a_quote_becomes_the_characters_it_stands_for(quote, characters):
    """Offsets are ours: the stored quote is the report's own text at the stored place."""
    found = judged({"text": "x y z", "quote": quote}, chunk_of(TEXT))
    fact = found.facts[0]
    assert fact.quote == characters
    assert TEXT[fact.quote_start : fact.quote_start + len(characters)] == characters


def test_a_quote_outside_the_chunk_or_under_a_mask_is_none():
    """Only visible characters of the chunk itself are evidence."""
    outside = judged({"text": "x", "quote": "Intro."}, chunk_of(TEXT, start=8))
    masked = judged({"text": "x", "quote": "on 3 May"}, chunk_of(TEXT, masks=[Mask(50, 60, "boilerplate:x")]))
    for found in (outside, masked):
        assert not found.facts
        assert found.rejected[0][0].startswith("quote: not in the source")


def test_a_quote_is_sought_in_the_cited_message_first():
    """Two messages say the same; the one that is named gives the place."""
    text, segments = talk_of(("user", "We use Kelp."), ("user", "We use Kelp."))
    found = judged({"text": "x", "quote": "We use Kelp.", "source_seqs": [2]}, chunk_of(text, segments=segments))
    assert found.facts[0].quote_start == segments[1].char_start


def test_no_fact_shares_a_name_with_the_examples_that_its_source_does_not():
    """A name of the prompt's examples in a fact is a leak unless the source has it too."""
    names = load_prompt().example_names
    assert len(names) >= 6
    for name in names:
        leaked = judged({"text": f"{name} runs a bakery."}, chunk_of(TEXT), names)
        assert [reason.split(":")[0] for reason, _ in leaked.rejected] == ["example_leak"]
        told = judged({"text": f"{name} runs a bakery."}, chunk_of(f"{TEXT} {name} was seen."), names)
        assert len(told.facts) == 1


LANGUAGES = [
    (ZH, "zh", "The Silver Heron group used the Kelp tool in March.", None, False),
    (ZH, "zh", "银鹭组织于三月使用了海带工具。", "银鹭组织于三月使用了海带工具。", True),
    (ZH, "zh", "银鹭 used KELP 2.1", None, True),
    (TEXT, "en", "银鹭组织转移到了工资主机。", None, False),
    (f"{ZH}原文：The group paid two bitcoin in total.", "zh", "The group paid two bitcoin in total.", None, True),
]


@pytest.mark.parametrize(("text", "language", "fact", "quote", "kept"), LANGUAGES)
def test_a_fact_keeps_the_language_of_its_passage(text, language, fact, quote, kept):
    """A translation is rejected; a passage in another language than its report is not one."""
    found = judged({"text": fact, "quote": quote}, chunk_of(text, language=language))
    assert bool(found.facts) is kept
    assert kept or found.rejected[0][0].startswith("language:")


DANGLING = [
    ("It moved to the payroll host.", True),
    ("They paid.", True),
    ("The group’s tool is KELP.", False),
    ("It's a loader.", True),
    ("该组织随后撤离。", True),
    ("其工具为海带。", True),
    ("其他组织也使用海带。", False),
    ("Italy fined the utility.", False),
    ("这个月银鹭活跃。", False),
]


@pytest.mark.parametrize(("text", "marked"), DANGLING)
def test_a_fact_about_a_pronoun_is_kept_and_marked(text, marked):
    """A subject that nobody can look up never passes for a resolved one."""
    found = judged({"text": text, "tags": ["a", "b", "c"]}, chunk_of(text, language="und"))
    assert ("unresolved_reference" in found.facts[0].tags) is marked
    assert len(found.facts[0].tags) == 3


def test_the_same_fact_twice_counts_once():
    """The later one is accounted for as repeated."""
    item = {"text": "Silent Heron moved."}
    found = judge(ParsedReply((item, {"text": " silent heron  MOVED. "}, item)), Bench(chunk_of(TEXT)), Judged())
    assert (len(found.facts), found.repeats) == (1, 2)
    assert all(reason.startswith("repeated") for reason, _ in found.rejected)


BAD = [3, None, [], {}, {"text": ""}, {"text": 5}, {"text": None}, {"content": "x"}, {"text": "saw […] there"}]


@pytest.mark.parametrize("item", BAD, ids=repr)
def test_a_bad_item_is_kept_aside_with_its_reason(item):
    """Nothing that is no fact becomes one, and nothing disappears."""
    found = judged(item, chunk_of(TEXT))
    assert not found.facts
    assert len(found.rejected) == 1
    assert found.problems
