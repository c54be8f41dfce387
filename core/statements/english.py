"""The table of English sentence forms."""

from core.statements.english_parts import BE, DATE, LEVEL, NUM, SET, VER, K, S, V
from core.statements.english_people import PEOPLE
from core.statements.english_uses import USES
from core.statements.sentences import SlotRule

ENGLISH: tuple[SlotRule, ...] = (
    *USES,
    *PEOPLE,
    SlotRule(
        "rates_as",
        " as | at | to ",
        rf"[^;:!?]{{1,100}}? (?:rates?|rated|puts?|sets?|assesses|assessed|raised|lowered|changed|revised)"
        rf" (?:the )?{K} of {S}(?: from [^,;]{{1,30}}?)? (?:as|at|to) {V}",
        "",
        "known",
        (
            ("Acme Labs rates the severity of CVE-2024-1234 as High.", "cve-2024-1234", "severity", "high"),
            ("Acme raised the budget of Kelp from 10 to 12 dollars.", "kelp", "budget", "12 usd"),
        ),
        ("Acme rates the work of Kelp as good.",),
    ),
    SlotRule(
        "no_fixed_version",
        "no fix|no patch",
        rf"(?:[Tt]here is )?[Nn]o (?:fixed version|fix|patch|patched version)(?: (?:of|for) {S})?"
        rf"(?: {BE}(?: yet)? (?:available|known|planned)(?: yet)?| yet| exists(?: yet)?)?",
        "fixed_version",
        "version",
        (
            ("No fixed version of Kelp is available.", "kelp", "fixed_version", "none"),
            ("There is no fix for CVE-2024-1234 yet.", "cve-2024-1234", "fixed_version", "none"),
        ),
        ("No fixed date was given.",),
        "none",
    ),
    SlotRule(
        "cvss_has",
        "cvss",
        rf"{S}(?:'s)? (?:has|had|carries|received|was assigned|has been assigned|got|gets) an? (?:CVSS"
        rf"|cvss)(?: ?v?[23][0-9.]*)?(?: base)? score of {NUM}",
        "cvss_score",
        "number",
        (("CVE-2024-1234 has a CVSS v3 base score of 7.50.", "cve-2024-1234", "cvss_score", "7.5"),),
    ),
    SlotRule(
        "cvss_calculated",
        "cvss",
        rf"(?:CVSS|cvss)(?: ?v?[23][0-9.]*)?(?: base)? score of {NUM} has been (?:calculated|assigned)(?:"
        rf" (?:for|to) {S})?",
        "cvss_score",
        "number",
        (
            ("A CVSS v3 base score of 9.8 has been calculated.", "", "cvss_score", "9.8"),
            ("A CVSS score of 9.8 has been assigned to CVE-2024-1.", "cve-2024-1", "cvss_score", "9.8"),
        ),
    ),
    SlotRule(
        "rated",
        "rated",
        rf"{S} {BE} rated(?: as| at)? (?P<v>[0-9.]{{1,4}}|[A-Za-z]{{3,13}})(?: (?:severity|in severity|on"
        rf" the CVSS scale|out of 10|by [^,;]{{1,40}}))?",
        "severity",
        "level",
        (
            ("The Kelp flaw is rated critical.", "kelp flaw", "severity", "critical"),
            ("CVE-2024-1234 was rated 9.8 out of 10.", "cve-2024-1234", "severity", "9.8"),
        ),
        ("It is rated by users.",),
    ),
    SlotRule(
        "fixed_in",
        " in ",
        rf"{S} {BE} (?:fixed|patched|resolved|addressed|remediated|corrected) in (?:the )?{VER}",
        "fixed_version",
        "version",
        (("CVE-2024-1234 is fixed in version 2.1.0.", "cve-2024-1234", "fixed_version", "2.1.0"),),
        ("It was fixed in two days.",),
    ),
    SlotRule(
        "version_fixes",
        "fixes",
        rf"{VER} fixes {S}",
        "fixed_version",
        "version",
        (("Version 2.1.0 fixes CVE-2024-1234.", "cve-2024-1234", "fixed_version", "2.1.0"),),
    ),
    SlotRule(
        "rate_change",
        "rate",
        rf"(?:{S} )?(?:raised|cut|lowered|increased|hiked|reduced|held|kept|left|set) (?:the |its"
        rf" )?(?P<k>(?:policy|interest|benchmark|key|base|key policy) rate)"
        rf"(?: (?:from|by) [^,;]{{1,30}}?)?(?: unchanged)? (?:to|at) {NUM}",
        "",
        "number",
        (
            ("Northland Bank raised its policy rate from 4% to 4.25%.", "northland bank", "policy_rate", "4.25 %"),
            ("The central bank cut the policy rate to 3.5%.", "policy_rate", "policy_rate", "3.5 %"),
        ),
    ),
    SlotRule(
        "will_launch",
        "launch|live|ship|released|start",
        rf"{S} (?:will|is scheduled to|is set to|is due to|is expected to) (?:launch|go live|ship|be"
        rf" released|start|be launched) (?:on|in) {DATE}",
        "launch_date",
        "date",
        (("Kelp will launch on 2 May 2026.", "kelp", "launch_date", "2026-05-02"),),
        ("Kelp will launch in style.",),
    ),
    SlotRule(
        "launch_moved",
        "launch|release|go-live|deadline",
        rf"{S}(?:'s)? (?P<k>launch|launch date|go-live|go-live date|release date|deadline) (?:has |was |is "
        rf"|has been )?(?:moved|slipped|postponed|delayed|rescheduled|pushed(?: back)?|brought forward"
        rf"|changed)(?: from [^;]{{1,30}}?)? to {DATE}",
        "",
        "date",
        (("Kelp's launch moved to 9 June 2026.", "kelp", "launch_date", "2026-06-09"),),
    ),
    SlotRule(
        "released_on",
        "released on",
        rf"{S} {BE} (?:released|published) on {DATE}",
        "release_date",
        "date",
        (("Kelp 2.0 was released on May 2, 2026.", "kelp 2.0", "release_date", "2026-05-02"),),
        ("It was released on parole.",),
    ),
    SlotRule(
        "key_of",
        " of | for ",
        rf"{K} (?:of|for) {S} {BE} {SET}{V}",
        "",
        "",
        (
            ("The severity of CVE-2024-1234 is high.", "cve-2024-1234", "severity", "high"),
            ("The fixed version of Kelp is 2.1.", "kelp", "fixed_version", "2.1"),
            ("The owner of Kelp is Ana.", "kelp", "owner", "ana"),
        ),
        ("The goal of the attack is to steal data.",),
    ),
    SlotRule(
        "possessive",
        "'s |’s |my |our ",
        rf"(?:(?P<s>[^,;:!?，；：！？。']{{1,80}}?)['’]s|(?P<me>[Mm]y|[Oo]ur)) {K} {BE} {SET}{V}",
        "",
        "",
        (("Kelp's lead is Bo.", "kelp", "lead", "bo"), ("My budget is $500.", "user", "budget", "500 usd")),
        ("Kelp's users are happy people.",),
    ),
    SlotRule(
        "key_is",
        " is | was ",
        rf"{K} {BE} {SET}{V}",
        "",
        "known",
        (
            ("The policy rate is 4.25%.", "policy_rate", "policy_rate", "4.25 %"),
            ("Lead is Bo", "lead", "lead", "bo"),
            ("The fixed version is 2.1.", "", "fixed_version", "2.1"),
        ),
        ("The weather is fine.",),
    ),
    SlotRule(
        "has_count",
        " ",
        rf"{S} (?:has|have|had|employs|serves|hosts|contains|supports|runs|infected|affected|affects"
        rf"|reached|recorded|owns?) (?:about |around |approximately )?(?P<v>[0-9][0-9,.]{{0,20}}(?:"
        rf" (?:thousand|million|billion))?) (?P<k>[a-z][a-z -]{{2,30}}?)",
        "",
        "count",
        (
            ("Northwind has 1,200 employees.", "northwind", "headcount", "1200"),
            ("Kelp serves 3 million users.", "kelp", "count users", "3000000"),
        ),
        ("It has many users.", "Orsk has had more than 240 deaths."),
    ),
    SlotRule(
        "is_level",
        " is | are | was | has been | remains ",
        rf"{S} {BE} {LEVEL}",
        "",
        "level",
        (
            ("Kelp is offline.", "kelp", "status", "offline"),
            ("CVE-2024-1234 is critical.", "cve-2024-1234", "severity", "critical"),
        ),
        ("Kelp is a fish.",),
    ),
)
