"""The page of a run: every decision in its list, old beside new, and no text of a report that could act."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from tiny_lake import TINY, batch_on, markdown, put, run_stages

from assets.reconcile import settle
from core.audit.conservation import conservation
from core.audit.density import Density, Silent
from core.audit.fsck import fsck
from core.audit.run_report import Ran, Ruled, RunReport, Spent, Told, needs, run_report
from core.audit.run_report_page import report_path, run_report_page, write_run_report
from core.contracts.frames import to_frame
from core.contracts.tables import NOTES
from core.evaluate.svg import stacks
from core.lake.ledger import Ledger
from core.lake.pages import remove_pages

SCORE = "The CVSS score of CVE-2026-1111 is "
HOSTILE = "<script>alert(1)</script><img src=x onerror=y> & \u202egnp.exe \x1b[31m \"'"


def advisory(day, value):
    """A report that says one value."""
    return {f"advisories/{day}/score.md": markdown(day, f"{SCORE}{value}.")}


class Runs:
    """A corpus that grows, and the reports of the runs over it."""

    def __init__(self, root):
        self.root = root

    def __call__(self, files, run_id="one") -> RunReport:
        """Put files, run over everything, and return what the run did."""
        put(self.root / "reports", files)
        batch = replace(batch_on(self.root / "reports", self.root / "lake"), run_id=run_id)
        days = run_stages(batch)
        settled = settle(batch, days)
        self.lake = batch.lake
        ran = Ran(run_id, batch.now(), days, days, settled.reconciled, settled.sums)
        return run_report(batch.lake, ran)


@pytest.fixture
def runs(tmp_path):
    """No report yet."""
    (tmp_path / "reports").mkdir()
    return Runs(tmp_path)


def texts(told):
    """What decisions say."""
    return [one.text for one in told]


def test_what_the_first_run_learned_changed_and_confirmed(runs):
    """The score rises on the second day and is said again on the third."""
    files = advisory("2026-02-01", "7.5") | advisory("2026-02-02", "9.8") | advisory("2026-02-03", "9.8")
    report = runs({name.replace("score", f"score{n}"): text for n, (name, text) in enumerate(files.items())})
    shown = {word: [(one.old_text, one.text) for one in told] for word, told in report.decided.items()}
    assert shown == {
        "ADD": [(None, f"{SCORE}7.5.")],
        "UPDATE": [(f"{SCORE}7.5.", f"{SCORE}9.8.")],
        "DELETE": [],
        "NOOP": [(f"{SCORE}9.8.", f"{SCORE}9.8.")],
    }
    (update,) = report.decided["UPDATE"]
    assert update.quote == f"{SCORE}9.8."
    assert update.path == "advisories/2026-02-02/score1.md"
    assert re.fullmatch(r"views/rep_[0-9a-f]{20}/rev_[0-9a-f]{20}\.html", update.page)
    assert (runs.lake.root / update.page).exists()
    assert report.operations == {"advisories": {"ADD": 1, "UPDATE": 1, "NOOP": 1}}
    assert (report.again, report.withdrawn, report.growth) == ([], [], (1,))


def test_a_second_run_reports_its_own_decisions_alone(runs):
    """What the first run did is not told again; the growth counts both."""
    runs(advisory("2026-02-01", "7.5"))
    report = runs({"cti/2026-02-02/h.md": markdown("2026-02-02", "Grey Heron targets energy companies in Norway.")})
    assert texts(report.decided["ADD"]) == ["Grey Heron targets energy companies in Norway."]
    assert list(report.operations) == ["cti"]
    assert report.growth == (1, 2)


def test_an_older_report_that_comes_late_shows_what_was_decided_again(runs):
    """The later fact had been added, and now changes what the older one says."""
    runs(advisory("2026-02-02", "9.8"))
    report = runs({"advisories/2026-02-01/old.md": markdown("2026-02-01", f"{SCORE}7.5.")})
    assert texts(report.decided["ADD"]) == [f"{SCORE}7.5."]
    assert [(one.earlier, one.operation, one.old_text) for one in report.again] == [("ADD", "UPDATE", f"{SCORE}7.5.")]
    assert report.growth == (1, 1)
    assert "ADD → UPDATE" in run_report_page(report)


def test_what_came_out_as_before_is_counted_and_not_listed(runs):
    """A note of another value slot arrives before it, so the later fact has another question and the same answer."""
    runs(advisory("2026-02-02", "9.8"))
    older = {"advisories/2026-02-01/fix.md": markdown("2026-02-01", "CVE-2026-1111 is fixed in Meridian Gateway 4.3.")}
    report = runs(older)
    assert texts(report.decided["ADD"]) == ["CVE-2026-1111 is fixed in Meridian Gateway 4.3."]
    assert (report.ran.reconciled.redecided, report.same, report.again) == (1, 1, [])
    assert "Decided again" not in run_report_page(report)


def test_what_is_taken_out_is_told(runs):
    """A person undoes a report: its decision is withdrawn in a commit of its own, and one note fewer is current."""
    runs(advisory("2026-02-01", "7.5"))
    batch = batch_on(runs.root / "reports", runs.root / "lake")
    done = Ledger(batch.lake).undo("partition", "2026-02-01", "wrong feed", batch.rules, "undo", batch.now)
    sums = conservation(batch.lake, ["2026-02-01"], Ledger(batch.lake).log.known()[0])
    report = run_report(batch.lake, Ran("undo", batch.now(), ["2026-02-01"], [], done, sums))
    assert texts(report.withdrawn) == [f"{SCORE}7.5."]
    assert report.growth == (1, 0)
    assert "Withdrawn: 1" in run_report_page(report)


def test_the_growth_ends_at_the_current_notes(runs):
    """The tiny corpus, day after day, in an order that decides again."""
    for day in ("2026-02-03", "2026-02-01", "2026-02-02"):
        report = runs({name: text for name, text in TINY.items() if day in name}, day)
    stored = to_frame(Ledger(runs.lake).tables.read(NOTES))
    assert len(report.growth) == 3
    assert report.growth[-1] == (stored["status"] == "current").sum()


def test_drops_rejections_and_quarantine(runs):
    """A greeting is dropped by a rule that is named; the file that nobody can read waits for a person."""
    files = {
        "cti/2026-02-01/x.pdf": "%PDF-1.7\n",
        "projects/2026-02-01/t.jsonl": TINY["projects/2026-02-03/standup.jsonl"],
    }
    report = runs(files)
    assert [(row["path"], row["reason"]) for row in report.quarantined] == [
        ("cti/2026-02-01/x.pdf", "unsupported_type")
    ]
    assert sum(one.count for one in report.drops) == report.ran.sums.dropped.total()
    page = run_report_page(report)
    assert "Quarantined files: 1" in page
    assert "cti/2026-02-01/x.pdf" in page


def told(**changes) -> Told:
    """A decision."""
    base = Told(
        fact_id="fct_" + "0" * 20,
        domain="cti",
        operation="ADD",
        text="Grey Heron is active.",
        old_text=None,
        earlier=None,
        reason="No candidate is near.",
        quote="Grey Heron is active.",
        path="cti/a.md",
        page="views/rep_a/rev_b.html",
        note_id="note_" + "0" * 20,
        conflicts=(),
        defaulted=False,
        overridden=False,
        is_open=False,
    )
    return replace(base, **changes)


@pytest.mark.parametrize(
    ("changes", "headings"),
    [
        ({}, []),
        ({"is_open": True, "defaulted": True}, ["Decisions that wait for a model's answer"]),
        ({"defaulted": True}, ["Decided by default, for no answer could be used"]),
        ({"overridden": True}, ["Decisions that a guard overruled"]),
        ({"conflicts": ("It is not.",)}, ["Contradictions that the ledger keeps side by side"]),
    ],
)
def test_what_a_person_should_look_at(runs, changes, headings):
    """Each kind under its heading, whether it is new or decided again; an ordinary decision under none."""
    report = runs({})
    for found in (replace(report, decided={"ADD": [told(**changes)]}), replace(report, again=[told(**changes)])):
        assert [heading for heading, _ in needs(found)] == headings
        page = run_report_page(found)
        assert ("Nothing waits for a person." in page) is (not headings)
        assert all(heading.replace("'", "&#x27;") in page for heading in headings)
        assert all(text in page for text in changes.get("conflicts", ()))


class Outside(HTMLParser):
    """Collects the tags of a page, and every address that it names."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.addresses, self.ids = set(), [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        """Note a tag."""
        self.tags.add(tag)
        self.addresses += [value for name, value in attrs if name in ("href", "src", "action", "srcset", "data")]
        self.ids += [value for name, value in attrs if name == "id"]


def hostile_report(report) -> RunReport:
    """A report every text of which tries to break out."""
    one = told(text=HOSTILE, old_text=HOSTILE, reason=HOSTILE, quote=HOSTILE, path=HOSTILE, domain=HOSTILE)
    one = replace(one, conflicts=(HOSTILE,), operation="UPDATE", earlier="ADD")
    silent = Silent(HOSTILE, "chk", 0, 9, Density(3, 3, 3), "no_facts", HOSTILE, HOSTILE)
    spent = Spent(HOSTILE, 1, 0, 10, 10, 0.1, HOSTILE, HOSTILE)
    sums = replace(report.ran.sums, problems=[HOSTILE])
    ran = replace(report.ran, run_id=HOSTILE, silent=[silent], spent=[spent], sums=sums)
    ruled = [Ruled((HOSTILE, HOSTILE, HOSTILE), 2, HOSTILE)]
    quarantined = [{"path": HOSTILE, "reason": HOSTILE, "detail": HOSTILE}]
    return replace(
        report,
        ran=ran,
        decided={"UPDATE": [one], "NOOP": [one]},
        again=[one],
        withdrawn=[one],
        drops=ruled,
        rejected=ruled,
        quarantined=quarantined,
        growth=(1, 3, 2),
    )


def test_nothing_of_a_report_can_act_in_the_page(runs):
    """No tag, attribute, control character or mark of direction gets through, and nothing is fetched."""
    page = run_report_page(hostile_report(runs({})))
    seen = Outside(page)
    assert not seen.tags & {"script", "img", "iframe", "link", "object", "form", "base"}
    assert "alert(1)" in page
    assert not any(mark in page for mark in ("\u202e", "\x1b"))
    assert all(address.startswith(("#", "../views/")) for address in seen.addresses)
    assert "default-src 'none'" in page
    assert "url(" not in page
    assert len(seen.ids) == len(set(seen.ids))
    assert {address[1:] for address in seen.addresses if address.startswith("#")} <= set(seen.ids)


def test_long_lists_are_cut_and_say_so(runs):
    """A first run over years of reports is still a page that a browser opens."""
    page = run_report_page(replace(runs({}), decided={"ADD": [told(text="x" * 5_000)] * 1_000}))
    assert "Learned: 1,000" in page
    assert "and 800 more" in page
    assert len(page) < 400_000


@pytest.mark.parametrize(
    ("committed", "remade", "calls", "did"),
    [(False, [], 0, False), (True, [], 0, True), (False, ["2026-02-01"], 0, True), (False, [], 1, True)],
)
def test_a_run_did_something_when_it_wrote_or_asked(runs, committed, remade, calls, did):
    """Otherwise there is nothing to tell."""
    ran = runs({}).ran
    reconciled = replace(ran.reconciled, committed=committed)
    spent = [Spent("extraction", calls, 0, 0, 0, 0.0, "USD")]
    assert replace(ran, reconciled=reconciled, remade=remade, spent=spent).did_something is did


def test_the_page_is_no_part_of_the_lake(runs):
    """It is the same for the same run, lies where it is said to, and fsck neither needs nor minds it."""
    report = runs(TINY)
    rules = batch_on(runs.root / "reports", runs.root / "lake").rules
    before = fsck(runs.lake, rules)
    path = write_run_report(runs.lake, report)
    assert path == report_path(runs.lake, "one") == runs.lake.root / "runs" / "one.html"
    assert path.read_text("utf-8") == run_report_page(report)
    after = fsck(runs.lake, rules)
    assert (after.problems, after.digests) == ([], before.digests)
    pages = [*(runs.lake.root / "views").rglob("*.html"), path]
    assert remove_pages(runs.lake.root) == len(pages)
    assert remove_pages(runs.lake.root) == 0
    assert not path.exists()


def test_a_run_id_names_no_other_folder(runs):
    """Whatever is no plain character is escaped."""
    runs({})
    assert report_path(runs.lake, "../../x/y").parent == runs.lake.root / "runs"


def test_a_chart_draws_each_part_to_scale_and_names_it():
    """The longest row fills its 380 pixels; a part of it takes its share, and a row half as long ends half-way."""
    chart = stacks("Operations", [("cti", {"ADD": 3, "NOOP": 1}), ("<b>", {"UPDATE": 2})])
    parts = re.findall(r'<rect class="part (\w+)" x="([\d.]+)" y="\d+" width="([\d.]+)"', chart)
    assert parts == [("add", "230.0", "285.0"), ("noop", "515.0", "95.0"), ("update", "230.0", "190.0")]
    assert "ADD 3, NOOP 1" in chart
    assert "<b>" not in chart
