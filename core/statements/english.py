"""The table of English sentence forms."""

from core.statements.sentences import SlotRule
from core.statements.wares import ware_pattern

_S = r"(?P<s>[^,;:!?，；：！？。]{1,120}?)"
_V = r"(?P<v>(?:[^,;!?，；！？。]|,(?=[0-9]{3})){1,120}?)"
_K = r"(?P<k>[^,;:!?，；：！？。]{2,40}?)"
_NAME = r"(?P<v>[A-Z\u00c0-\u024f\u3400-\u9fff@][^,;:!?，；：！？。]{0,60}?)"
_NUM = (
    r"(?P<v>[-+]?[$€£¥]?[0-9][0-9,.]{0,20}(?: ?(?:%|percent|thousand|million|billion|trillion|万|亿|百万))?"
    r"(?: ?(?:USD|EUR|euros|dollars|元|美元))?)"
)
_DATE = r"(?P<v>[^;:!?；：！？。]{3,40}?)"
_VER = r"(?:[Vv]ersions? |release |v)?(?P<v>[0-9][0-9A-Za-z.\-]{0,30}(?: (?:and|or) (?:later|newer|above))?)"
_LEVEL = r"(?P<v>[A-Za-z][A-Za-z ]{1,24}?)"
_BE = r"(?:is|was|are|were|has been|have been|became|becomes|remains|will be)"
_SET = (
    r"(?:(?:set|fixed|kept|held|left)(?: unchanged)? (?:to |at )|unchanged at |at |(?:raised|lowered|changed|increased"
    r"|reduced|cut|moved|corrected|revised|adjusted|upgraded|downgraded|updated|extended)"
    r"(?: from [^,;]{1,40}?)? to )?"
)

_CLASS = r"(?:loader|downloader|dropper|backdoor|trojan|worm|botnet|ransomware|stealer|implant|rootkit|framework|tool)"
_TOOL = rf"(?P<v>[A-Z\u00c0-\u024f][\w'-]{{0,30}}(?: [A-Z0-9][\w.'-]{{0,30}}){{0,3}}(?: {_CLASS})?)"
_MOVED = r"(?:has |have )?(?:moved|migrated|switched|changed|gone)(?: over)?"

ENGLISH: tuple[SlotRule, ...] = (
    SlotRule(
        "rates_as",
        " as | at | to ",
        rf"[^;:!?]{{1,100}}? (?:rates?|rated|puts?|sets?|assesses|assessed|raised|lowered|changed|revised)"
        rf" (?:the )?{_K} of {_S}(?: from [^,;]{{1,30}}?)? (?:as|at|to) {_V}",
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
        rf"(?:[Tt]here is )?[Nn]o (?:fixed version|fix|patch|patched version)(?: (?:of|for) {_S})?"
        rf"(?: {_BE}(?: yet)? (?:available|known|planned)(?: yet)?| yet| exists(?: yet)?)?",
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
        "uses_ware",
        "use|runs on|relies on",
        rf"{_S} (?:(?:does not|do not|doesn['’]t|don['’]t) (?:use|run on|rely on)|uses?|is using|runs? on|relies on)"
        rf" (?:the )?(?P<v>{ware_pattern()})(?: (?:database|as (?:its|the) (?:main )?database))?"
        rf"(?P<more>(?:,| (?:[0-9v]|with|on|version|in)\b)[^;]{{0,80}}?)?",
        "",
        "ware",
        (
            ("Kelp uses PostgreSQL, version 17.", "kelp", "database", "postgresql"),
            ("Our team uses Jira.", "team", "issue_tracker", "jira"),
            ("Kelp does not use MySQL any more.", "kelp", "database", "mysql"),
        ),
        ("Kelp uses MySQL and SQLite.", "Kelp uses plain files."),
    ),
    SlotRule(
        "moved_to_ware",
        " to | with ",
        rf"{_S} (?:{_MOVED}(?: from [^,;]{{1,40}}?)? to|(?:has |have )?replaced [^,;]{{1,40}}? (?:with|by))"
        rf" (?:the )?(?P<v>{ware_pattern()})",
        "",
        "ware",
        (
            ("Kelp has moved from MySQL to SQLite.", "kelp", "database", "sqlite"),
            ("We switched to Linear in May.", "team", "issue_tracker", "linear"),
        ),
        ("Kelp moved to a new host.",),
    ),
    SlotRule(
        "replaced_tool",
        "replaced|switched from|moved from",
        rf"{_S} (?:(?:has |have )?replaced [^,;]{{1,60}}? (?:with|by)|{_MOVED} from [^,;]{{1,60}}? to)"
        rf" (?:the |an? )?{_TOOL}",
        "",
        "thing",
        (("Silent Heron has replaced the Kelp loader with Wrack.", "silent heron", "uses", "wrack"),),
        ("Kelp replaced its old fence with hedges.",),
    ),
    SlotRule(
        "uses_tool",
        "use",
        rf"{_S} (?:(?:does not|do not|doesn['’]t|don['’]t) use|uses?) (?:the |an? )?(?:{_CLASS} )?{_TOOL}",
        "",
        "thing",
        (
            ("Silent Heron uses the Kelp loader.", "silent heron", "uses", "kelp"),
            ("Silent Heron no longer uses Kelp.", "silent heron", "uses", "kelp"),
        ),
        ("Silent Heron uses stolen keys.", "Silent Heron uses Kelp to steal mail."),
    ),
    SlotRule(
        "cvss_has",
        "cvss",
        rf"{_S}(?:'s)? (?:has|had|carries|received|was assigned|has been assigned|got|gets) an? (?:CVSS"
        rf"|cvss)(?: ?v?[23][0-9.]*)?(?: base)? score of {_NUM}",
        "cvss_score",
        "number",
        (("CVE-2024-1234 has a CVSS v3 base score of 7.50.", "cve-2024-1234", "cvss_score", "7.5"),),
    ),
    SlotRule(
        "cvss_calculated",
        "cvss",
        rf"(?:CVSS|cvss)(?: ?v?[23][0-9.]*)?(?: base)? score of {_NUM} has been (?:calculated|assigned)(?:"
        rf" (?:for|to) {_S})?",
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
        rf"{_S} {_BE} rated(?: as| at)? (?P<v>[0-9.]{{1,4}}|[A-Za-z]{{3,13}})(?: (?:severity|in severity|on"
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
        rf"{_S} {_BE} (?:fixed|patched|resolved|addressed|remediated|corrected) in (?:the )?{_VER}",
        "fixed_version",
        "version",
        (("CVE-2024-1234 is fixed in version 2.1.0.", "cve-2024-1234", "fixed_version", "2.1.0"),),
        ("It was fixed in two days.",),
    ),
    SlotRule(
        "version_fixes",
        "fixes",
        rf"{_VER} fixes {_S}",
        "fixed_version",
        "version",
        (("Version 2.1.0 fixes CVE-2024-1234.", "cve-2024-1234", "fixed_version", "2.1.0"),),
    ),
    SlotRule(
        "rate_change",
        "rate",
        rf"(?:{_S} )?(?:raised|cut|lowered|increased|hiked|reduced|held|kept|left|set) (?:the |its"
        rf" )?(?P<k>(?:policy|interest|benchmark|key|base|key policy) rate)"
        rf"(?: (?:from|by) [^,;]{{1,30}}?)?(?: unchanged)? (?:to|at) {_NUM}",
        "",
        "number",
        (
            ("Northland Bank raised its policy rate from 4% to 4.25%.", "northland bank", "policy_rate", "4.25 %"),
            ("The central bank cut the policy rate to 3.5%.", "policy_rate", "policy_rate", "3.5 %"),
        ),
    ),
    SlotRule(
        "led_by",
        " by ",
        rf"{_S} {_BE} (?P<k>led|owned|maintained) by {_NAME}",
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
        rf"(?P<v>[A-Z][^,;:!?0-9]{{1,40}}?) (?:leads|has led|is leading) (?!to )(?:the )?{_S}",
        "lead",
        "name",
        (("Bo leads the Kelp project.", "kelp project", "lead", "bo"),),
        ("This leads to errors.",),
    ),
    SlotRule(
        "owns",
        "owns",
        rf"(?P<v>[A-Z][^,;:!?0-9]{{1,40}}?) owns (?:the )?{_S}",
        "owner",
        "name",
        (("Ana owns the Kelp service.", "kelp service", "owner", "ana"),),
    ),
    SlotRule(
        "is_role_of",
        " of | for ",
        rf"{_NAME} {_BE} (?:the )?(?P<k>(?:[A-Za-z]+ )?(?:owner|lead|leader|CEO|maintainer|manager|director"
        rf"|head|contact|capital)) (?:of|for) (?:the )?{_S}",
        "",
        "name",
        (
            ("Bo is the lead of Kelp.", "kelp", "lead", "bo"),
            ("Orsk is the capital of Norland.", "norland", "capital", "orsk"),
        ),
    ),
    SlotRule(
        "uses_as",
        " as ",
        rf"{_S} (?:uses|runs on|relies on|adopted) {_V} as (?:its|the|an?) (?:main |primary"
        rf" )?(?P<k>[a-z][a-z ]{{2,30}}?)",
        "",
        "name",
        (("Kelp uses PostgreSQL as its database.", "kelp", "database", "postgresql"),),
        ("Kelp uses it as planned.",),
    ),
    SlotRule(
        "will_launch",
        "launch|live|ship|released|start",
        rf"{_S} (?:will|is scheduled to|is set to|is due to|is expected to) (?:launch|go live|ship|be"
        rf" released|start|be launched) (?:on|in) {_DATE}",
        "launch_date",
        "date",
        (("Kelp will launch on 2 May 2026.", "kelp", "launch_date", "2026-05-02"),),
        ("Kelp will launch in style.",),
    ),
    SlotRule(
        "launch_moved",
        "launch|release|go-live|deadline",
        rf"{_S}(?:'s)? (?P<k>launch|launch date|go-live|go-live date|release date|deadline) (?:has |was |is "
        rf"|has been )?(?:moved|slipped|postponed|delayed|rescheduled|pushed(?: back)?|brought forward"
        rf"|changed)(?: from [^;]{{1,30}}?)? to {_DATE}",
        "",
        "date",
        (("Kelp's launch moved to 9 June 2026.", "kelp", "launch_date", "2026-06-09"),),
    ),
    SlotRule(
        "released_on",
        "released on",
        rf"{_S} {_BE} (?:released|published) on {_DATE}",
        "release_date",
        "date",
        (("Kelp 2.0 was released on May 2, 2026.", "kelp 2.0", "release_date", "2026-05-02"),),
        ("It was released on parole.",),
    ),
    SlotRule(
        "born",
        "born",
        rf"{_S} {_BE} born (?:on |in ){_DATE}",
        "birth_date",
        "date",
        (("Ana Silva was born on May 2, 1980.", "ana silva", "birth_date", "1980-05-02"),),
        ("Ana was born in Orsk.",),
    ),
    SlotRule(
        "lives",
        "live",
        rf"{_S} (?:live|lives|is living|resides) (?:in|at) {_NAME}",
        "residence",
        "name",
        (("Ana lives in Orsk.", "ana", "residence", "orsk"), ("I live in Orsk.", "user", "residence", "orsk")),
    ),
    SlotRule(
        "moved_home",
        "moved to|relocated to",
        rf"{_S} (?:has |have )?(?:just |recently )?(?:moved|relocated) to {_NAME}",
        "residence",
        "name",
        (("Ana moved to Orsk in May 2026.", "ana", "residence", "orsk"),),
        ("The file moved to disk.",),
    ),
    SlotRule(
        "works",
        "work|joined",
        rf"{_S} (?:works? (?:at|for)|is employed by|(?:has )?joined) {_NAME}",
        "employer",
        "name",
        (("Ana works at Initech.", "ana", "employer", "initech"),),
        ("It works at night.",),
    ),
    SlotRule(
        "based_in",
        "based in|headquartered",
        rf"{_S} {_BE} (?:based|headquartered) in {_NAME}",
        "headquarters",
        "name",
        (("Northwind is headquartered in Orsk.", "northwind", "headquarters", "orsk"),),
    ),
    SlotRule(
        "attributed",
        "attributed to",
        rf"{_S} {_BE} attributed to {_NAME}",
        "attribution",
        "name",
        (("Operation Kelp was attributed to APT28.", "operation kelp", "attribution", "apt28"),),
    ),
    SlotRule(
        "key_of",
        " of | for ",
        rf"{_K} (?:of|for) {_S} {_BE} {_SET}{_V}",
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
        rf"(?:(?P<s>[^,;:!?，；：！？。']{{1,80}}?)['’]s|(?P<me>[Mm]y|[Oo]ur)) {_K} {_BE} {_SET}{_V}",
        "",
        "",
        (("Kelp's lead is Bo.", "kelp", "lead", "bo"), ("My budget is $500.", "user", "budget", "500 usd")),
        ("Kelp's users are happy people.",),
    ),
    SlotRule(
        "key_is",
        " is | was ",
        rf"{_K} {_BE} {_SET}{_V}",
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
        rf"{_S} (?:has|have|had|employs|serves|hosts|contains|supports|runs|infected|affected|affects"
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
        rf"{_S} {_BE} {_LEVEL}",
        "",
        "level",
        (
            ("Kelp is offline.", "kelp", "status", "offline"),
            ("CVE-2024-1234 is critical.", "cve-2024-1234", "severity", "critical"),
        ),
        ("Kelp is a fish.",),
    ),
)
