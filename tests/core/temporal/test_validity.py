"""How long a claim holds by its own words."""

from datetime import UTC, datetime

import pytest

from core.model import Anchor, Precision
from core.temporal import Validity, resolve, validity

ANCHOR = Anchor(datetime(2026, 5, 12, 9, tzinfo=UTC), Precision.DAY, "document")


def day(text):
    """Return midnight UTC of an ISO day."""
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "end", "precision"),
    [
        ("The group has been active since March 2024.", "2024-03-01", None, "month"),
        ("自2023年3月以来，该组织活跃。", "2023-03-01", None, "month"),
        ("The service was available until January 2024.", None, "2024-01-01", "month"),
        ("截至2026年5月3日，共有300家企业受影响。", None, "2026-05-04", "day"),
        ("From 3 May 2026 to 7 May 2026 the portal was down.", "2026-05-03", "2026-05-08", "day"),
        ("The company will move to Lagos on 1 June.", "2026-06-01", None, "day"),
        ("公司将于2026年6月1日搬迁。", "2026-06-01", None, "day"),
        ("On 3 May 2026 the group moved to Lagos.", "2026-05-03", "2026-05-04", "day"),
        ("The policy is effective 1 March 2026.", "2026-03-01", None, "day"),
        ("政策自2026年6月1日起生效。", "2026-06-01", None, "day"),
        ("Support ended on 3 April 2026.", None, "2026-04-04", "day"),
        ("Support ends on 31 December 2026.", None, "2027-01-01", "day"),
        ("Support will end at the end of the year.", None, "2027-01-01", "month"),
        ("Maria Lopez became head of security on 1 March 2026.", "2026-03-01", None, "day"),
        ("The permit is valid from 1 November 2023.", "2023-11-01", None, "day"),
        ("The tool is no longer maintained as of May 2025.", None, "2025-05-01", "month"),
        ("The tool has been discontinued since 3 May 2025.", None, "2025-05-03", "day"),
        ("Formerly called Moth, the group has been active since 2014.", "2014-01-01", None, "year"),
        ("The campaign ended.", None, "2026-05-12", "day"),
        ("It used to run on port 80.", None, "2026-05-12", "day"),
        ("The driver is used to run code.", None, None, None),
        ("The tool is no longer maintained.", None, "2026-05-12", "day"),
        ("该组织已停止活动。", None, "2026-05-12", "day"),
        ("The advisory of 3 May 2026 says the bug is fixed.", None, None, None),
        ("Agencies must patch by 14 June 2026.", None, None, None),
        ("The tool is written in Go.", None, None, None),
        ("Since March 2024 until 3 May 2025 it ran.", "2024-03-01", "2025-05-04", "day"),
    ],
)
def test_claims(text, start, end, precision):
    """Words around a date decide whether it opens, closes or frames the claim."""
    assert validity(text, resolve(text, ANCHOR), ANCHOR) == Validity(day(start), day(end), precision)


def test_an_undated_end_needs_an_anchor():
    """Without a document's date an undated end bounds nothing."""
    assert validity("It is no longer sold.", [], None) == Validity()


def test_local_day_of_the_anchor_counts():
    """A day is the local day of the anchor's own offset."""
    anchor = Anchor(datetime.fromisoformat("2026-05-12T09:00:00+08:00"), Precision.DAY, "document")
    found = validity("since 3 May 2026", resolve("since 3 May 2026", anchor), anchor)
    assert found.valid_from == datetime(2026, 5, 2, 16, tzinfo=UTC)
