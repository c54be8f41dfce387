"""Part a Chinese list of like members: 银鹭使用海带、珊瑚和海星."""

import re

from core.extract.chinese.predicates import predicate_start, subject_of

_MOST_ITEMS = 12
_HEAD_VERBS = "使用|利用|采用|攻击|针对|影响|窃取|支持|包括|包含|喜欢|擅长|拥有|感染|投放|冒充"
_LIST = re.compile(
    rf"^(?P<head>(?P<subject>[^，；：]{{2,24}}?)(?:主要|曾经?|已经?|还|也|同时|可|会)?(?:{_HEAD_VERBS})[了过]?)"
    r"(?P<items>[^，,、的；;：:]{1,14}(?:、[^，,、的；;：:]{1,14}){0,10}(?:和|与|及|以及)[^，,、的；;：:和与]{1,14})$"
)
_PARTS = re.compile(r"、|以及|(?<!软)和(?!谐)|与(?!否)|及(?!其|时)")
_NO_MEMBER = re.compile(r"[\d一二三四五六七八九十两几多各]{1,4}[个种款类家台条项份名]|等|共|分别|其他|其它|之间|一起")
_SHARED_END = re.compile(
    r"(?:行业|企业|制造|功能|部门|地区|国家|领域|系统|服务|权限|证书|文件|数据|措施|项目|方面|业务"
    r"|产品|平台|用户|机构|单位|人员|工具|版本|公司|组织|信息|记录)$"
)


def split_items(statement: str) -> list[str]:
    """Return one statement a member of the list at the end, or the statement alone when it is no plain list."""
    match = _LIST.match(statement)
    if match is None or subject_of(statement) == "" or predicate_start(statement) is None:
        return [statement]
    if _NO_MEMBER.search(match["items"]) or re.search(r"[不没未无]", match["head"]):
        return [statement]
    items = [item.strip() for item in _PARTS.split(match["items"])]
    if not 2 <= len(items) <= _MOST_ITEMS or any(not item or predicate_start(item) is not None for item in items):
        return [statement]
    shared = _SHARED_END.search(items[-1])
    if shared and not all(item.endswith(shared.group()) for item in items):
        return [statement]  # "金融、能源和教育行业": the last noun belongs to all of them
    return [match["head"] + item for item in items]
