"""English sentence forms about what somebody uses, moved to or replaced."""

from core.statements.english_parts import S, V
from core.statements.sentences import SlotRule
from core.statements.wares import ware_pattern

_CLASS = r"(?:loader|downloader|dropper|backdoor|trojan|worm|botnet|ransomware|stealer|implant|rootkit|framework|tool)"
_TOOL = rf"(?P<v>[A-Z\u00c0-\u024f][\w'-]{{0,30}}(?: [A-Z0-9][\w.'-]{{0,30}}){{0,3}}(?: {_CLASS})?)"
_MOVED = r"(?:has |have )?(?:moved|migrated|switched|changed|gone)(?: over)?"

USES: tuple[SlotRule, ...] = (
    SlotRule(
        "uses_as",
        " as ",
        rf"{S} (?:uses|runs on|relies on|adopted) {V} as (?:its|the|an?) (?:main |primary"
        rf" )?(?P<k>[a-z][a-z ]{{2,30}}?)",
        "",
        "name",
        (("Kelp uses PostgreSQL as its database.", "kelp", "database", "postgresql"),),
        ("Kelp uses it as planned.",),
    ),
    SlotRule(
        "uses_ware",
        "use|runs on|relies on",
        rf"{S} (?:(?:does not|do not|doesn['’]t|don['’]t) (?:use|run on|rely on)|uses?|is using|runs? on|relies on)"
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
        rf"{S} (?:{_MOVED}(?: from [^,;]{{1,40}}?)? to|(?:has |have )?replaced [^,;]{{1,40}}? (?:with|by))"
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
        rf"{S} (?:(?:has |have )?replaced [^,;]{{1,60}}? (?:with|by)|{_MOVED} from [^,;]{{1,60}}? to)"
        rf" (?:the |an? )?{_TOOL}",
        "",
        "thing",
        (("Silent Heron has replaced the Kelp loader with Wrack.", "silent heron", "uses", "wrack"),),
        ("Kelp replaced its old fence with hedges.",),
    ),
    SlotRule(
        "uses_tool",
        "use",
        rf"{S} (?:(?:does not|do not|doesn['’]t|don['’]t) use|uses?) (?:the |an? )?(?:{_CLASS} )?{_TOOL}",
        "",
        "thing",
        (
            ("Silent Heron uses the Kelp loader.", "silent heron", "uses", "kelp"),
            ("Silent Heron no longer uses Kelp.", "silent heron", "uses", "kelp"),
        ),
        ("Silent Heron uses stolen keys.", "Silent Heron uses Kelp to steal mail."),
    ),
)
