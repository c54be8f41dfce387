"""English sentence forms about who leads, owns, lives and works where, and who is behind what."""

from core.statements.english_parts import BE, DATE, NAME, S
from core.statements.sentences import SlotRule

PEOPLE: tuple[SlotRule, ...] = (
    SlotRule(
        "led_by",
        " by ",
        rf"{S} {BE} (?P<k>led|owned|maintained) by {NAME}",
        "",
        "name",
        (
            ("Kelp is led by Bo Li.", "kelp", "lead", "bo li"),
            ("Kelp is owned by Ana since 2024.", "kelp", "owner", "ana"),
        ),
        ("The walk was led by dogs.",),
    ),
    SlotRule(
        "leads",
        "leads",
        rf"(?P<v>[A-Z][^,;:!?0-9]{{1,40}}?) (?:leads|has led|is leading) (?!to )(?:the )?{S}",
        "lead",
        "name",
        (("Bo leads the Kelp project.", "kelp project", "lead", "bo"),),
        ("This leads to errors.",),
    ),
    SlotRule(
        "owns",
        "owns",
        rf"(?P<v>[A-Z][^,;:!?0-9]{{1,40}}?) owns (?:the )?{S}",
        "owner",
        "name",
        (("Ana owns the Kelp service.", "kelp service", "owner", "ana"),),
    ),
    SlotRule(
        "is_role_of",
        " of | for ",
        rf"{NAME} {BE} (?:the )?(?P<k>(?:[A-Za-z]+ )?(?:owner|lead|leader|CEO|maintainer|manager|director"
        rf"|head|contact|capital)) (?:of|for) (?:the )?{S}",
        "",
        "name",
        (
            ("Bo is the lead of Kelp.", "kelp", "lead", "bo"),
            ("Orsk is the capital of Norland.", "norland", "capital", "orsk"),
        ),
    ),
    SlotRule(
        "born",
        "born",
        rf"{S} {BE} born (?:on |in ){DATE}",
        "birth_date",
        "date",
        (("Ana Silva was born on May 2, 1980.", "ana silva", "birth_date", "1980-05-02"),),
        ("Ana was born in Orsk.",),
    ),
    SlotRule(
        "lives",
        "live",
        rf"{S} (?:live|lives|is living|resides) (?:in|at) {NAME}",
        "residence",
        "name",
        (("Ana lives in Orsk.", "ana", "residence", "orsk"), ("I live in Orsk.", "user", "residence", "orsk")),
    ),
    SlotRule(
        "moved_home",
        "moved to|relocated to",
        rf"{S} (?:has |have )?(?:just |recently )?(?:moved|relocated) to {NAME}",
        "residence",
        "name",
        (("Ana moved to Orsk in May 2026.", "ana", "residence", "orsk"),),
        ("The file moved to disk.",),
    ),
    SlotRule(
        "works",
        "work|joined",
        rf"{S} (?:works? (?:at|for)|is employed by|(?:has )?joined) {NAME}",
        "employer",
        "name",
        (("Ana works at Initech.", "ana", "employer", "initech"),),
        ("It works at night.",),
    ),
    SlotRule(
        "based_in",
        "based in|headquartered",
        rf"{S} {BE} (?:based|headquartered) in {NAME}",
        "headquarters",
        "name",
        (("Northwind is headquartered in Orsk.", "northwind", "headquarters", "orsk"),),
    ),
    SlotRule(
        "attributed",
        "attributed to",
        rf"{S} {BE} attributed to {NAME}",
        "attribution",
        "name",
        (("Operation Kelp was attributed to APT28.", "operation kelp", "attribution", "apt28"),),
    ),
)
