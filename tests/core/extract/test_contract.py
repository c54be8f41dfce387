"""The JSON fact contract, item by item."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract.contract import check_items
from core.model import Chunk, ChunkInput, Segment

TEXT = "a" * 90


def _chunk(seqs=(0, 1, 2)):
    segments = tuple(Segment(n, n, "user", None, None, 10 * n, 10 * n + 9) for n in range(9))
    end = 10 * (max(seqs) + 1) if seqs else 0
    return ChunkInput("chk", TEXT, Chunk(0, 0, end, (), tuple(seqs)), (), segments, None, "en", None)


@pytest.mark.parametrize(
    ("given_value", "kept"),
    [
        (7, 7),
        (7.9, 7),
        ("8", 8),
        ("8.5", 8),
        ("high", 5),
        (None, 5),
        (0, 1),
        (-3, 1),
        (11, 10),
        (float("inf"), 5),
        (float("nan"), 5),
        (True, 5),
        ([], 5),
    ],
)
def test_importance_is_a_whole_number_from_1_to_10(given_value, kept):
    """Floats are truncated, numeric strings read, the rest is 5, and all is clamped."""
    good, bad = check_items([{"text": "x", "importance": given_value}], _chunk())
    assert (good[0].importance, bad) == (kept, [])


@pytest.mark.parametrize(
    ("tags", "kept"),
    [
        ([" Malware", "malware ", "CVE", "actor", "policy"], ("malware", "cve", "actor")),
        (["", 3, None, "a  b"], ("a b",)),
        (None, ()),
        ("one, Two", ("one", "two")),
    ],
)
def test_tags_are_trimmed_lower_cased_unique_and_at_most_three(tags, kept):
    """Whatever a model sends, tags end up short and comparable."""
    good, _ = check_items([{"text": "x", "tags": tags}], _chunk())
    assert good[0].tags == kept


@pytest.mark.parametrize(
    ("fact_type", "kept"), [("", "fact"), (None, "fact"), (" Activity_Log ", "activity_log"), ("odd", "odd")]
)
def test_fact_type_is_trimmed_and_defaults_to_fact(fact_type, kept):
    """An empty label means an ordinary fact."""
    good, _ = check_items([{"text": "x", "fact_type": fact_type}], _chunk())
    assert good[0].fact_type == kept


@pytest.mark.parametrize(
    ("seqs", "kept"),
    [([2, 1, 1], (1, 2)), ([7, -1, 0], (0,)), (["2", "x", 1.5, True], (2,)), (None, ()), (1, (1,))],
)
def test_source_seqs_name_segments_of_the_chunk_in_ascending_order(seqs, kept):
    """Numbers that were never shown are left out."""
    good, _ = check_items([{"text": "x", "source_seqs": seqs}], _chunk())
    assert good[0].source_seqs == kept


def test_at_most_six_source_seqs_are_kept():
    """A fact that cites everything cites nothing."""
    good, _ = check_items([{"text": "x", "source_seqs": list(range(9))}], _chunk(tuple(range(9))))
    assert good[0].source_seqs == (0, 1, 2, 3, 4, 5)


def test_a_bad_item_is_kept_aside_and_never_takes_its_neighbours_with_it():
    """Good items live; each bad one keeps its reason and its raw JSON."""
    items = [{"text": " Kelp is a loader. "}, "Kelp", {"fact": "x"}, {"text": "   "}, {"text": 7}, {"text": "ok"}]
    good, bad = check_items(items, _chunk())
    assert [fact.text for fact in good] == ["Kelp is a loader.", "ok"]
    assert [reason.split(":")[0] for reason, _ in bad] == ["item", "text", "text", "text"]
    assert [raw for _, raw in bad] == ['"Kelp"', '{"fact": "x"}', '{"text": "   "}', '{"text": 7}']


@given(
    st.lists(
        st.recursive(
            st.none() | st.booleans() | st.floats() | st.text(),
            lambda c: (
                st.lists(c)
                | st.dictionaries(
                    st.sampled_from(["text", "importance", "tags", "fact_type", "source_seqs", "quote", "x"]), c
                )
            ),
            max_leaves=6,
        ),
        max_size=5,
    )
)
def test_any_reply_ends_in_two_heaps_that_add_up(items):
    """No reply raises, and every item is either good or bad."""
    good, bad = check_items(items, _chunk())
    assert len(good) + len(bad) == len(items)
    assert all(fact.text.strip() and 1 <= fact.importance <= 10 and len(fact.tags) <= 3 for fact in good)
