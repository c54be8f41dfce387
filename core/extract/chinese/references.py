"""Say who 它, 他 and 该组织 are, where one reading is open; else say that none is."""

import re

from core.extract.chinese.clauses import subject_of
from core.extract.chinese.predicates import predicate_start
from core.extract.chinese.words import REPORTING

_PRONOUN = re.compile(
    r"^(?P<word>它们?|他们?|她们?|其(?!中|他|它|余|实)|(?:该|这[个家款种一]?|此)(?P<noun>勒索软件"
    r"|恶意软件|组织|漏洞|缺陷|木马|后门|病毒"
    r"|团伙|团队|公司|企业|厂商|机构|银行|工具|软件|产品|系统|平台|网关|样本|活动|行动|项目|事件|蠕虫|下载器|加载器))"
)
_BARE = re.compile(r"^(?:这|那|该|此(?!前|后|外|次)|上述|我们|咱们|他们|她们|它们|前者|后者|二者|两者|双方)")
_NAMING = re.compile(
    r"(?:名为|叫做?|称为|称作|命名为|代号(?:为"
    r"|是)?)[“\"「]?(?P<name>[^\s，。；、“”\"「」（）]{2,16}?)[”\"」]?(?:的|$|[，。；])"
)
_LEAD = re.compile(r"^(?:[^，]{2,20}[年月日周天]|近日|目前|随后|昨天|今天)，")
_SAYS = re.compile(rf"^[^，。]{{2,30}}(?:{REPORTING.pattern})[，：:]")
# Between the last subject and the pronoun a new thing was brought in: the pronoun may mean that.
_NEW_THING = re.compile(r"一[个款种份家名台项套支]|名为|称为")
# What else the name of such a thing may end in.
_KINDS = {
    "恶意软件": ("木马", "后门", "病毒", "蠕虫", "软件", "下载器", "加载器"),
    "样本": ("木马", "后门", "病毒", "蠕虫"),
    "病毒": ("病毒", "木马", "蠕虫"),
    "团队": ("团队", "组织"),
    "团伙": ("团伙", "组织"),
    "产品": ("产品", "网关", "系统", "平台", "客户端", "软件"),
    "事件": ("事件",),
}
# Companies are named without such an ending: only the one that the last sentence spoke of or quoted is meant.
_COMPANIES = ("公司", "企业", "厂商", "机构", "银行")
_FLAWS = ("漏洞", "缺陷")


class References:
    """Follows the subject from sentence to sentence, and keeps every name that was a subject."""

    def __init__(self, leading: str = "", flaw: str = "") -> None:
        self._topic = ""
        self._speaker = ""
        self._names: dict[str, None] = {leading: None} if leading else {}
        self._flaw = flaw

    def forget(self) -> None:
        """Start anew, as after a heading; names once given stay known."""
        self._topic = self._speaker = ""

    def observe(self, sentence: str) -> None:
        """Take note of what a sentence is about."""
        body = _LEAD.sub("", sentence)
        says = _SAYS.match(body)
        self._speaker = subject_of(body) if says else ""
        body = body[says.end() :] if says else body
        naming = _NAMING.search(body)
        subject = subject_of(body)
        if naming:
            self._topic = (
                "" if predicate_start(naming["name"]) else naming["name"]
            )  # "名为银鹭使用了…": no name ends there
        elif subject and not _PRONOUN.match(subject) and not _BARE.match(subject) and subject[0] not in "我你您":
            self._topic = (
                "" if says is None and _NEW_THING.search(body[len(subject) :]) and "是一" not in body else subject
            )
            self._names.setdefault(subject, None)
        else:
            self._topic = ""
        if self._topic:
            self._names.setdefault(self._topic, None)

    def resolve(self, statement: str, identifier: str = "") -> tuple[str, bool]:
        """Return the statement with its opening pronoun named, and whether it stands alone now."""
        match = _PRONOUN.match(statement)
        if match is None:
            return statement, _BARE.match(statement) is None
        word, noun, rest = match["word"], match["noun"] or "", statement[match.end() :]
        if noun:
            named = self._of_kind(noun, identifier or self._flaw)
            return (named + rest, True) if named and named not in statement else (statement, bool(named))
        if not self._topic or word.endswith("们"):
            return statement, False
        owns = word == "其" and predicate_start(rest) != 0
        return (f"{self._topic}的{rest}" if owns else self._topic + rest), True

    def _of_kind(self, noun: str, identifier: str) -> str:
        """Return the one name that such a noun can mean: the last subject when it fits, else the only one that does."""
        if noun in _FLAWS and identifier:
            return identifier
        if noun in _COMPANIES:
            named = self._speaker or self._topic
            return named if 2 <= len(named) <= 12 and "的" not in named else ""
        ends = _KINDS.get(noun, (noun,))
        if self._topic.endswith(ends) and "的" not in self._topic:
            return self._topic
        fitting = [name for name in self._names if name.endswith(ends) and "的" not in name and name not in ends]
        return fitting[0] if len(fitting) == 1 else ""
