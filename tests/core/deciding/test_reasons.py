"""Reasons are sentences for people, in the words of the reports."""

import pytest

from core.deciding import RulesDecider


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            "The launch date of Project Kelp is 2 March 2026.",
            "The launch date of Project Kelp is now 15 April 2026.",
            "The launch date of Project Kelp was 2 March 2026 and is now 15 April 2026.",
        ),
        ("Kelp — CVSS: 7.5", "Kelp — CVSS: 7.5", "The CVSS of Kelp is 7.5 in both."),
        ("Bo leads Kelp.", "Ana leads Kelp.", "The lead of Kelp was Bo and is now Ana."),
        ("Kelp has 300 employees.", "Kelp has 500 employees.", "The employees of Kelp were 300 and are now 500."),
        ("海带的负责人是张三。", "海带的负责人是李四。", "The 负责人 of 海带 was 张三 and is now 李四."),
        (
            "Team uses Jira",
            "We switched to Linear in May.",
            "The issue tracker of the team was Jira and is now Linear.",
        ),
        ("Lead is Ana", "Lead is now Bo", "The lead was Ana and is now Bo."),
        (
            "Kelp uses SQLite.",
            "Kelp uses SQLite with five nodes.",
            "The database of Kelp is SQLite in both, and the fact says more: with five nodes.",
        ),
        (
            "Silent Heron uses the Kelp loader.",
            "Silent Heron has replaced the Kelp loader with Wrack.",
            "The fact says that Kelp loader was replaced.",
        ),
        (
            "Kelp was created by Northwind Labs.",
            "Kelp was created by Orsk Trading.",
            "The same statement says “Orsk Trading” now and said “Northwind Labs” before.",
        ),
    ],
)
def test_reason(old, new, reason, claim, candidate):
    """The attribute, its subject and both values are named as they are written."""
    found = RulesDecider().decide(claim(new), [candidate(old)]).reason
    assert found == reason
    assert "_" not in found
