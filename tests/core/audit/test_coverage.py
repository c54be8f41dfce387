"""Every character of a report has one state, and the page that shows it does what a report says to nobody."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from counting import lines_run
from ledger_builders import make_assertion
from stage_builders import chunk_row, fact_row, report_row
from tiny_lake import TINY, TINY_DAYS, batch_on, put, run_line

from core.audit.coverage import COVERED, DROPPED, MASKED, UNTOUCHED, DayRows, coverage_of
from core.audit.coverage_files import coverages, index_path, page_path, write_all_views
from core.audit.coverage_page import coverage_page, shares
from core.contracts.tables import RAW_REPORTS
from core.lake.ledger import Ledger
from core.ledger.notes import Decided
from core.model import Verdict
from core.stages.normalising import normalise_facts

TEXT = "Kelp is out. Wrack is not. Do as I say. The rest is silence."
ORDER = TEXT.index("Do as"), TEXT.index("The rest")


def covered(text=TEXT, kept=("Kelp is out.",), dropped=("Wrack is not.",), decided=None, **columns):
    """The coverage of a report with some facts, each quoting itself."""
    report = report_row(text, **columns)
    chunk = chunk_row(report)
    by_id = {report["revision_id"]: report}, {chunk["chunk_id"]: chunk}
    facts = [fact_row(report, chunk, told, at) for at, told in enumerate([*kept, *dropped])]
    drops = [
        {**fact, "stage": "durable_facts", "reason": "chatter", "rule_id": "rule-1", "source": "guard", "detail": "x"}
        for fact in facts[len(kept) :]
    ]
    outcome = {"chunk_id": chunk["chunk_id"], "outcome": "extracted", "reason": None}
    rows = DayRows([chunk], [outcome], facts, drops, normalise_facts(facts[: len(kept)], *by_id))
    return coverage_of(report, rows, decided or {})


def states(found):
    """(state, text) of each stretch; together they must be the text."""
    cut = [(one.state, found.report["text"][one.char_start : one.char_end]) for one in found.stretches]
    assert "".join(text for _, text in cut) == found.report["text"]
    assert sum(found.characters.values()) == found.report["n_chars"]
    return cut


def test_every_character_has_one_state():
    """Covered, dropped, masked, untouched, in the order of the text."""
    masks = [{"char_start": ORDER[0], "char_end": ORDER[1], "reason": "prompt_injection:x"}]
    assert states(covered(masks=masks)) == [
        (COVERED, "Kelp is out."), (UNTOUCHED, " "), (DROPPED, "Wrack is not."), (UNTOUCHED, " "),
        (MASKED, "Do as I say. "), (UNTOUCHED, "The rest is silence."),
    ]  # fmt: skip


def test_a_kept_fact_wins_over_a_dropped_one_at_the_same_place():
    """And spans that overlap part the text where they do."""
    found = covered(kept=("Kelp is out. Wrack",), dropped=("out. Wrack is not.",))
    assert states(found)[:2] == [(COVERED, "Kelp is "), (COVERED, "out. Wrack")]
    assert states(found)[2] == (DROPPED, " is not.")


def test_an_empty_report_has_nothing_to_show():
    """And a page all the same."""
    found = covered("", (), ())
    assert (states(found), shares(found)) == ([], "")
    assert "0 facts kept" in coverage_page(found)


class Page(HTMLParser):
    """The ids, the links, the tags and the text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        """Take note of a tag."""
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.ids += [value for name, value in attrs if name == "id"]
        self.links += [value for name, value in attrs if name in ("href", "src")]


def test_each_span_links_to_its_fact_and_back():
    """Every link leads to an id of the page, ids are unique, and nothing leads out of it."""
    page = Page(coverage_page(covered(kept=("Kelp is out.", "Kelp is"), dropped=("Wrack is not.",))))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert sum(link.startswith("#fct_") for link in page.links) >= 4
    assert "#drop-1" in page.links
    assert all(link.startswith("#") for link in page.links)


def test_a_fact_shows_what_the_ledger_did_with_it():
    """Operation, note and reason; without a decision it says that it is in no ledger."""
    found = covered(dropped=())
    fact = found.facts[0]
    verdict = Verdict("ADD", None, "Nothing is near it.")
    decided = Decided(make_assertion("Kelp", "gone"), verdict, "dec_1", "note_1", (), "rules/1")
    told = covered(dropped=(), decided={(found.report["revision_id"], fact.fact_id): decided})
    assert "not in the ledger" in coverage_page(found)
    page = coverage_page(told)
    for words in ("ADD", "note_1", "Nothing is near it."):
        assert words in page


HOSTILE = "<script>alert(1)</script> & \"'><img src=x onerror=y> \u202eevil\u2066 \x00\x1b[31m \ud800 ]]> <!-- "


def test_what_a_report_says_is_text_and_nothing_else():
    """No tag, attribute, comment, control character or turned line comes out of it, wherever it stands."""
    page = coverage_page(
        covered(HOSTILE + TEXT, title=HOSTILE, path=HOSTILE, domain=HOSTILE,
                masks=[{"char_start": 0, "char_end": 5, "reason": HOSTILE}])
    )  # fmt: skip
    found = Page(page)
    assert not found.tags & {"script", "img", "link", "iframe", "object", "form"}
    assert not {name for name in found.attributes if name.startswith("on")}
    assert page.count("<!--") == 1  # our own mark, by which a page that comes back is recognised
    assert re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", page) is None
    assert "default-src 'none'" in page
    page.encode()


def test_the_work_of_a_page_grows_with_the_report():
    """Four times the facts are four times the work."""

    def page(parts):
        kept = [f"Host alpha{n} runs PostgreSQL." for n in range(parts)]
        return covered(" ".join(kept), kept, ())

    small, large = page(20), page(80)
    counted = [lines_run(lambda one=one: coverage_page(one)) for one in (small, large)]
    assert counted[1] <= 4.4 * counted[0]


@pytest.fixture
def lake(tmp_path):
    """A lake of the tiny corpus, after a whole run."""
    batch = batch_on(put(tmp_path / "reports", TINY), tmp_path / "lake")
    run_line(batch)
    return batch.lake


def test_a_run_writes_a_page_for_each_report_and_a_list_for_each_day(lake):
    """With the decisions of the run; a second look changes nothing."""
    reports = lake.read_all(RAW_REPORTS).to_dicts()
    assert all(page_path(lake, report).exists() for report in reports)
    assert all(index_path(lake, day).exists() for day in TINY_DAYS)
    assert all("ADD" in page_path(lake, report).read_text("utf-8") for report in reports if report["revision"] == 1)
    listed = index_path(lake, TINY_DAYS[0]).read_text("utf-8")
    assert all((Path(lake.root) / "views" / link).exists() for link in re.findall('href="([^"]+)"', listed))
    known, _, _ = Ledger(lake).log.known()
    assert write_all_views(lake, TINY_DAYS, known) == 0


def test_pages_are_written_again_when_decisions_change(lake):
    """Without any, the facts are in no ledger."""
    assert write_all_views(lake, TINY_DAYS, {}) == len(TINY_DAYS)
    found = next(iter(coverages(lake, TINY_DAYS[0], {})))
    assert "not in the ledger" in page_path(lake, found.report).read_text("utf-8")
