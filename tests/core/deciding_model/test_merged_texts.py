"""A merged text holds all that the fact says, in its tone, and nothing new; else the fact's own text stands."""

import pytest
from deciding_builders import LEAD, OLD_LEAD, OLD_SCORE, OLD_ZH, SCORE, ZH, claim, notes

from core.deciding.guards import enforce
from core.model import Verdict

LEAD_ZH, OLD_LEAD_ZH = "兰花项目的负责人是李强。", "兰花项目的负责人是王芳。"


@pytest.mark.parametrize(
    ("fact", "note", "text", "guard"),
    [
        (LEAD, OLD_LEAD, "Bo Anders follows Ana Lind as the lead of the Kestrel project.", None),
        (SCORE, OLD_SCORE, "The CVSS score of CVE-2026-1111 was raised from 7.5 to 9.8.", None),
        (ZH, OLD_ZH, "北辰网关的备份周期由每周改为每日。", None),
        (LEAD_ZH, OLD_LEAD_ZH, "兰花项目的负责人由王芳变更为李强。", None),
        (SCORE, OLD_SCORE, "The CVSS score of CVE-2026-1111 is 9.9.", "text_brings_nothing_new"),
        (SCORE, OLD_SCORE, "The CVSS score of CVE-2026-1111 and CVE-2026-2222 is 9.8.", "text_brings_nothing_new"),
        (LEAD, OLD_LEAD, OLD_LEAD, "text_says_the_fact"),
        (SCORE, OLD_SCORE, "The CVSS score of CVE-2026-1111 was 7.5.", "text_says_the_fact"),
        (LEAD_ZH, OLD_LEAD_ZH, OLD_LEAD_ZH, "text_says_the_fact"),
        (LEAD, OLD_LEAD, "The lead of the Kestrel project is not Bo Anders.", "text_keeps_the_tone"),
        (LEAD, OLD_LEAD, "Bo Anders may be the lead of the Kestrel project.", "text_keeps_the_tone"),
        (LEAD_ZH, OLD_LEAD_ZH, "兰花项目的负责人不是李强。", "text_keeps_the_tone"),
    ],
)
def test_a_merged_text_is_an_honest_sum(fact, note, text, guard):
    """The decision stands in any case; the reason names the guard that dropped the text."""
    verdict = enforce(claim(fact), notes(note), Verdict("UPDATE", "note_1", "Newer.", text))
    assert (verdict.operation, verdict.target_note_id) == ("UPDATE", "note_1")
    assert (verdict.text, verdict.overridden) == ((text, False) if guard is None else (None, True))
    assert guard is None or f"Guard {guard}:" in verdict.reason
