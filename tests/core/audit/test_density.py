"""Which chunks a person should look at: dense and without a fact, or not read."""

import pytest
from stage_builders import ScriptedExtractor, extraction
from tiny_lake import batch_on, markdown, message, put, run_stages

from core.audit.density import Density, density_of, silent_chunks
from core.model import Extraction

LEAST = 6
NOTHING = Extraction("no_facts", reason="empty_reply")

# text → names, numbers and dates, each counted once, by hand
COUNTED = {
    "Thanks all, bye.": Density(),
    "谢谢大家，再见。": Density(),
    "They met on 3 February 2026 and on 3 February 2026.": Density(dates=1),
    "In January 2026 the crew Grey Heron took 300 files; later Grey Heron took 40.": Density(1, 2, 1),
    "It contacted 203.0.113.7 and evil[.]example because of CVE-2026-1111.": Density(names=3),
    "2026年2月3日，“银鹭”使用 Kelp 窃取了300份文件。": Density(names=2, numbers=1, dates=1),
    "The port is 443.": Density(numbers=1),
}
DENSE = (
    "The crews Grey Heron, Silent Heron and Amber Finch were busy. On 3 February 2026 the plant of Meridian fell. "
    "On 5 February 2026 came the port of Gdansk, on 7 February 2026 the bank of Riga, on 9 February 2026 the rest."
)
DENSE_ZH = "2026年2月3日银鹭组织攻击了北辰公司。2月5日静鹭组织攻击了海州银行。2月7日琥珀组织攻击了里加港口。"


@pytest.mark.parametrize("text", COUNTED)
def test_each_name_number_and_date_counts_once(text):
    """A character counts for one of the three alone, and what comes again counts once."""
    assert density_of(text) == COUNTED[text]


def silent(tmp_path, text, answer=NOTHING, name="cti/2026-02-08/r.md", least=LEAST):
    """The silent chunks of a report about which an extractor gave one answer."""
    content = text if name.endswith(".jsonl") else markdown("2026-02-08", "# Notes", "", text)
    batch = batch_on(put(tmp_path / "reports", {name: content}), tmp_path / "lake")
    batch.extractor = ScriptedExtractor(answer)
    return silent_chunks(batch.lake, run_stages(batch), least)


@pytest.mark.parametrize("text", [DENSE, DENSE_ZH], ids=["en", "zh"])
def test_a_dense_chunk_without_a_fact_is_named(tmp_path, text):
    """Where it is, what it holds and why the extractor said nothing."""
    (found,) = silent(tmp_path, text)
    assert found.path == "cti/2026-02-08/r.md"
    assert found.density.names >= 3
    assert found.density.dates >= 3
    assert (found.outcome, found.reason) == ("no_facts", "empty_reply")
    assert found.excerpt.startswith(text[:20])


@pytest.mark.parametrize(
    "text",
    [
        "Thanks all, bye.",
        "谢谢大家，再见。",
        "Thanks, Ana, Bo and Carl; we meet again on Monday 9 March at 10.",
        "Please read the notes before the meeting and say what you think of them, each of you, by the end of the week.",
        "https://a.example/2026/02/03 https://b.example/2026/02/04 https://c.example/2026/02/05",
        "## References\n\n- Grey Heron, Meridian Energy, 3 February 2026\n- Amber Finch, Northwind, 5 February 2026",
    ],
)
def test_a_chunk_that_states_nothing_may_be_silent(tmp_path, text):
    """A farewell, a request, links and a list of references are dense in nothing that a fact could be made of."""
    assert silent(tmp_path, text) == []


@pytest.mark.parametrize(
    "answer",
    [
        extraction("Grey Heron was busy."),
        Extraction("failed_provider", reason="timeout"),
        Extraction("no_facts", reason="no_eligible_source"),
    ],
    ids=["a fact", "failed", "nobody may be quoted"],
)
def test_a_chunk_that_gave_a_fact_or_failed_is_not_silent(tmp_path, answer):
    """What failed is counted as failed, not twice."""
    assert silent(tmp_path, DENSE, answer) == []


def test_items_that_were_all_rejected_are_silence_too(tmp_path):
    """A model whose every item was unusable gave nothing."""
    (found,) = silent(tmp_path, DENSE, Extraction("repaired", invalid_items=(("no text", "{}"),)))
    assert found.reason == "every item was rejected"


def test_only_the_words_of_those_who_may_be_quoted_count(tmp_path):
    """An assistant's dense answer is no lost fact."""
    line = message("user", "2026-02-08T09:00:00Z", "Who was it?", "Mara") + message(
        "assistant", "2026-02-08T09:01:00Z", DENSE
    )
    assert silent(tmp_path, line, name="chat/2026-02-08/a.jsonl") == []
    assert len(silent_chunks(batch_on(tmp_path, tmp_path / "lake").lake, ["2026-02-08"], LEAST, ("assistant",))) == 1


def test_masked_words_do_not_count(tmp_path):
    """What is kept from the extractor cannot be missed by it."""
    text = f"<relevant-memories>{DENSE}</relevant-memories>\n\nThe minutes follow in the next mail, as they did before."
    assert silent(tmp_path, text) == []


def test_the_threshold_is_the_callers(tmp_path):
    """With a higher one the same chunk is in order."""
    assert silent(tmp_path, DENSE, least=100) == []


def test_a_language_that_is_not_read_is_named_though_it_is_not_dense(tmp_path):
    """The extractor says so as its reason, with and without facts beside."""
    assert len(silent(tmp_path / "a", "はい。", Extraction("no_facts", reason="unread_language"))) == 1
    assert len(silent(tmp_path / "b", "はい。", extraction("はい。", reason="unread_language"))) == 1


def test_the_densest_comes_first(tmp_path):
    """Whoever reads three reads the three that say most."""
    files = {
        f"cti/2026-02-08/{name}.md": markdown("2026-02-08", "# Notes", "", text)
        for name, text in (("a", DENSE[:120]), ("b", DENSE))
    }
    batch = batch_on(put(tmp_path / "reports", files), tmp_path / "lake")
    batch.extractor = ScriptedExtractor(NOTHING)
    found = silent_chunks(batch.lake, run_stages(batch), 2)
    assert [one.path[-4] for one in found] == ["b", "a"]
