"""What a report is about: the things it names in its title and its keyed lines, and whose a property is."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from core.extract.keyed import is_chinese
from core.extract.markup import plain
from core.extract.subjects import clean_title, identifiers, own_advisory
from core.model import ChunkInput

_HEAD_CHARS = 6_000  # a report says what it is about at its start; more would be read again for every chunk
# Keys whose value names the thing that the other rows of the list speak of, by what kind of thing it is.
_NAME_KEYS: Mapping[str, str] = {
    "thing": r"(?:malware|actor|threat actor|group|campaign|operation|project|incident|event|family"
    r"|malware family)(?: name)?|name"
    r"|(?:事件|项目|组织|木马|样本|家族|恶意软件|团伙|机构|公司|活动|行动)?名称|恶意软件|攻击组织",
    "product": r"product(?: name)?|affected product|equipment|software|device|(?:受?影响的?)?产品(?:名称)?"
    r"|受影响设备|受影响软件",
    "flaw": r"cve(?:[ -]?(?:id|number))?|vulnerability id|漏洞编号|cve ?编号",
}
_NAMING = {kind: re.compile(rf"^(?:{keys})$", re.IGNORECASE) for kind, keys in _NAME_KEYS.items()}
_ROW = re.compile(
    r"^[ \t>*_\-•|]{0,8}(?P<key>[^\n:：|*_]{2,24}?)[ \t*_]{0,4}[:：|][ \t*_]{0,4}(?P<value>[^\n"
    r"|]{2,80}?)[ \t|*_。.]{0,6}$",
    re.MULTILINE,
)
_SEVERAL = re.compile(r"[,，、;；]| and |[和及与]")
# Properties of a flaw and of a product, wherever the list stands that gives them.
_OF_FLAW = re.compile(
    r"\bcvss|\bseverity|\bweakness|\bcwe\b|\bvector\b|\bexploited\b|评分|危害等级|严重(?:程度|性)"
    r"|漏洞(?:类型|等级)|风险等级|^状态$|^status$",
    re.IGNORECASE,
)
_OF_PRODUCT = re.compile(
    r"\b(?:affected|fixed|patched|vulnerable|current|latest|corrected) (?:versions?|releases?)|\bfixed in\b|^versions?$"
    r"|(?:受影响|修复|当前|最新|影响)的?版本",
    re.IGNORECASE,
)
_OF_REPORT = re.compile(
    r"^(?:(?:originally|first|initially|last) )?(?:published|date|release date|release|initial release"
    r"|updated|author|authors|publisher|subject"
    r"|correction|revision|tlp|language|source|distribution|original release date)$"
    r"|^(?:发布(?:时间|日期|单位|机构|者)|作者|撰稿|编写|编号|标题|密级|抄送|主送|与会人员|参会人员"
    r"|记录人?|更新(?:时间|日期)|来源|日期|时间)$",
    re.IGNORECASE,
)
_RUN = re.compile(r"[A-Z0-9][\w'’.&-]*(?: (?:(?:of|the|for|and|de|von|la|&) ){0,2}[A-Z0-9][\w'’.&-]*){0,6}")
_LABEL = re.compile(
    r"^[^:：]{0,40}\b(?:alert|note|report|bulletin|advisory|statement|notice|profile|update|brief|news"
    r"|analysis)\b[^:：]{0,20}[:：]\s*",
    re.IGNORECASE,
)
_SITE = re.compile(r"\s+[|｜–—-]\s+.{2,40}$|\s*[|｜].{2,40}$")
_DATE_WORD = re.compile(
    r"^(?:January|February|March|April|May|June|July|August|September|October|November|December|\d+)\b"
)
_ZH_FRAME = re.compile(r"^(?:关于|有关|对于|《)+")
_ZH_TAIL = re.compile(r"[的与和在了是将为：:，,、（( ]+$")
_PROJECT = re.compile(r"\b(?:Project|Operation) [A-Z][a-z]+\b")
_ZH_PROJECT = re.compile(r"(?:^|[，。：；、\s])([\u4e00-\u9fff]{2,4}项目)(?=[的使采由在将需预，。])", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Names:
    """The things that a report names.

    ``subject`` is what keyed lines without a nearer owner speak of, ``report`` what the report itself
    is called. ``leading`` is the subject when nothing else can be meant, else ``""``: only then is it put
    before a property that names no owner.
    """

    subject: str = ""
    report: str = ""
    leading: str = ""
    flaw: str = ""
    product: str = ""
    with_article: bool = False  # "the Central Bank of Norland"
    rows: Mapping[str, str] = field(default_factory=dict)


def naming_kind(key: str) -> str:
    """Return which kind of thing a key names (thing, product, flaw), '' for every other key."""
    bare = key.strip(" *_")
    return next((kind for kind, pattern in _NAMING.items() if pattern.match(bare)), "")


def named_value(kind: str, value: str) -> str:
    """Return the one name that a naming key's value gives, '' when it gives none or several."""
    if kind == "flaw":
        found = identifiers(value)
        return found[0] if len(found) == 1 else ""
    value = plain(value).strip(" .。")
    return "" if _SEVERAL.search(value) or not 2 <= len(value) <= 40 else value


def key_owner(key: str, names: Names, rows: Mapping[str, str], nearest: str) -> str:
    """Return whose property a key gives: the flaw's, the product's or the thing's of its list, else the nearest.

    Args:
        key: the key as it stands.
        names: of the whole report.
        rows: what the list that the key stands in names, by kind.
        nearest: the subject that headings give.
    """
    if _OF_REPORT.match(key):
        return names.report or nearest
    if _OF_FLAW.search(key):
        flaw = rows.get("flaw") or (nearest if identifiers(nearest) == [nearest] and "CVE" in nearest else names.flaw)
        if flaw and (not key.lower().startswith(("status", "状态")) or "flaw" in rows):
            return flaw
    if _OF_PRODUCT.search(key) and (product := rows.get("product") or names.product):
        return product
    kind = naming_kind(key)
    return (rows.get("thing") if kind != "thing" else "") or nearest


def names_of(chunk: ChunkInput) -> Names:
    """Return the things that the start of a chunk's report names."""
    head = chunk.report_text[:_HEAD_CHARS]
    return _names_of(head, chunk.title or "", chunk.context.get("leading_subject", ""), segmented=bool(chunk.segments))


@lru_cache(maxsize=64)  # every chunk of a report asks the same
def _names_of(head: str, raw_title: str, given: str, *, segmented: bool) -> Names:
    rows = _rows(head)
    title = clean_title(raw_title)
    flaws = {name for name in identifiers(f"{title}\n{head}") if name.startswith("CVE")}
    flaw = rows.get("flaw") or (next(iter(flaws)) if len(flaws) == 1 else "")
    found, sure = (given, True) if given else _from_title(title, head, segmented=segmented)
    thing = rows.get("thing", "")
    titled = identifiers(title)
    advisory = own_advisory(head)
    numbered = advisory or (titled[0] if len(titled) == 1 else "")
    subject = given or advisory or thing or numbered or found or title
    leading = thing or (found if sure else "")
    return Names(subject, numbered or title, leading, flaw, rows.get("product", ""), f"the {leading}" in head, rows)


def _rows(head: str) -> dict[str, str]:
    """Return what keyed lines name, by kind; a kind with several values names nothing."""
    values: dict[str, dict[str, None]] = {}
    for match in _ROW.finditer(head):
        kind = naming_kind(match["key"])
        if kind and (value := named_value(kind, match["value"])):
            values.setdefault(kind, {})[value] = None
    return {kind: next(iter(found)) for kind, found in values.items() if len(found) == 1}


def _from_title(title: str, head: str, *, segmented: bool) -> tuple[str, bool]:
    """Return the name in a title that the text goes on to speak of, and whether no other one can be meant."""
    bare = _SITE.sub("", _LABEL.sub("", title) or title)
    found = _chinese_name(bare, head) if is_chinese(bare) else _english_name(bare, title, head)
    if found[0] or not segmented:
        return found
    projects = dict.fromkeys([*_PROJECT.findall(head), *_ZH_PROJECT.findall(head)])
    only = next(iter(projects)) if len(projects) == 1 else ""
    return only, bool(only)


def _english_name(bare: str, title: str, head: str) -> tuple[str, bool]:
    counts: dict[str, int] = {}
    label = bare.partition(":")[0].strip()
    for run in _RUN.findall(bare):
        run = run.rstrip(".'’")
        least = 1 if run in (bare, label) else 2  # "Name: what happened" is about the name
        if _DATE_WORD.match(run) or (run.isupper() and len(run) < 3):
            continue
        if run.isupper():
            run = _as_written(run, head)
        times = head.count(run) - head.count(title) * title.count(run)
        if times >= least and not (" " not in run and len(re.findall(rf"\b{re.escape(run.lower())}\b", head)) >= times):
            counts[run] = times
    if not counts:
        return "", False
    top = max(counts.values())
    first = next(iter(counts))
    best = first if 2 * counts[first] >= top else next(run for run, times in counts.items() if times == top)
    return best, all(2 * times < counts[best] for run, times in counts.items() if run != best)


def _as_written(run: str, head: str) -> str:
    """Return a name set in capitals as the text writes it."""
    for match in re.finditer(re.escape(run), head, re.IGNORECASE):
        if not match.group().isupper():
            return match.group()
    return run


def _chinese_name(title: str, head: str) -> tuple[str, bool]:
    bare = _ZH_FRAME.sub("", title)
    body = head.replace(title, "")
    base = body.count(bare[:3])
    for stop in range(min(len(bare), 16), 2, -1):
        name = _ZH_TAIL.sub("", bare[:stop])
        if len(name) >= 3 and body.count(name) >= max(2, 0.4 * base):
            return name, True
    return "", False


_ATTRIBUTE = re.compile(
    r"^The (?P<attribute>(?:key )?policy rate|key rate|benchmark rate|deposit rate|lending rate"
    r"|rate on the (?:deposit|lending) facility"
    r"|(?:inflation|growth) forecast|budget|launch date|release date|go-live date|deadline|database"
    r"|fixed version|affected versions"
    r"|(?:current|latest) version|severity|CVSS score|base score|C2 (?:domain|address|server)"
    r"|main tool|headcount|project lead)"
    r"(?P<tail> (?:for (?:19|20)\d\d )?(?:is|was|are|were|remains|stays|has been|will be|now) .{1,300})$"
)
_ZH_ATTRIBUTE = re.compile(
    r"^(?:目前|当前|现在)?(?P<attribute>政策利率|存款准备金率|基准利率|(?:经济增长率|通货膨胀率)预测"
    r"|总?预算|上线日期|发布日期|截止日期|数据库|项目?负责人"
    r"|处置负责人|修复版本|受影响的?版本|当前版本|最新版本|CVSS评分|C2域名|C2地址|主要工具)"
    r"(?P<tail>(?:现|仍|目前|本次|暂时?|已)?(?:为|是|由|从|仍|维持|保持|没有|调整|上调|下调|推迟|提前"
    r"|改为|不变).{0,300})$"
)


def with_owner(statement: str, names: Names) -> str:
    """Return a statement of a property that names no owner with the owner put in, where only one is possible."""
    match = _ATTRIBUTE.match(statement) or _ZH_ATTRIBUTE.match(statement)
    if match is None:
        return statement
    attribute = match["attribute"]
    owner = names.leading
    if _OF_FLAW.search(attribute):
        owner = names.flaw
    elif _OF_PRODUCT.search(attribute):
        owner = names.product or names.leading
    if not owner or owner in statement:
        return statement
    if match.re is _ZH_ATTRIBUTE:
        return f"{owner}{'' if attribute.startswith('受影响') else '的'}{attribute}{match['tail']}"
    article = "the " if owner == names.leading and names.with_article else ""
    return f"The {attribute} of {article}{owner}{match['tail']}"
