"""Greetings, thanks, good wishes and farewells: a sentence of nothing else states nothing."""

import re
from functools import lru_cache

_CLAUSES = re.compile(r"[，,。.！!；;、~～—…]+")
_ALL = r"(?:大家|各位|诸位|你们?|您|所有人|[\u3400-\u9fff]{0,4}同事们?|朋友们)"
_WHEN = (
    r"(?:我们|咱们|那么?|就)*"
    r"(?:下周|下次|下期|下个?月|明[天日]|明年|后天|回头|改天|待会|稍后|(?:下?周|星期)[一二三四五六日天])?"
)
_OCCASION = (
    "今晚|今天|周末|假期|假日|工作|生活|学习|身体|旅途|一路|节日|新年|春节|新春|元旦|元宵|端午|中秋|国庆|圣诞|节"
    "|生日|合作|事业|生意|阖家|全家"
)
# Each is one clause between commas and stops; a sentence all of whose clauses are of these says nothing.
_CHINESE = (
    rf"(?:再次|非常|十分|衷心|最后)*(?:谢谢|多谢|感谢|感恩)(?:了|啦|{_ALL})*"
    r"(?:的|今天|百忙之中|抽空|前来|参加|参与|出席|收听|收看|观看|聆听|阅读|支持|配合|关注|时间|会议|例会|活动)*",
    rf"(?:{_ALL})?{_WHEN}(?:再见|拜拜|再会|回见|见)(?:了|啦|吧)?(?:{_ALL})?",
    rf"(?:{_ALL})?(?:早上?|上午|中午|下午|晚上)?好(?:啊|呀)?(?:{_ALL})?",
    rf"(?:晚安|早安|午安)(?:{_ALL})?",
    rf"(?:谨|预|在此)?祝(?:愿|福)?(?:{_ALL})?(?:{_OCCASION})*(?:愉快|顺利|快乐|健康|成功|大吉|安康|吉祥|幸福)",
    r"万事如意|身体健康|一切顺利|新年好|新年快乐",
    rf"(?:{_ALL})?(?:都)?辛苦(?:了|啦|{_ALL})*",
    r"(?:好的?|那|嗯)?(?:今天|本次|这次|本期)?(?:会议|例会|会|节目|内容)?(?:就|先)?(?:到这里?|到此)(?:吧|了|为止|结束)?",
    r"散会|好的?|那|没有了",
    rf"(?:热烈)?欢迎(?:{_ALL})?(?:的|到来|参加|加入|收听|收看|来到|例会|会议|今天|本次|光临)*",
)
_EVERYONE = r"(?:you|all|you all|everyone|everybody|folks|team|guys|both|again|so much|very much|a lot)"
_ENGLISH = (
    rf"(?:many |and |once )?(?:thanks|thank you|thx|cheers)(?: {_EVERYONE}){{0,3}}"
    r"(?: for (?:your |the |all (?:your |the )?)?(?:time|help|joining|listening|reading|attention|support|coming"
    r"|attending|patience|work)(?: (?:today|us|in|everyone|this week|and [a-z]+))*)?",
    rf"(?:good)?bye(?: (?:for now|{_EVERYONE}))?|farewell|take care",
    r"(?:i(?:'ll| will) )?(?:see|talk to|speak to|catch) you(?: all)?(?: (?:soon|later|then|there|again|next|week|month"
    r"|time|tomorrow|on|in|at|the|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{1,2}(?::\d\d)?))*",
    rf"(?:hello|hi|hey|good (?:morning|afternoon|evening|night|day)|welcome|greetings)(?: (?:to )?{_EVERYONE})*"
    r"(?: and (?:welcome|thanks|thank you)(?: (?:back|everyone|all|for joining))*)?",
    rf"(?:have|enjoy|(?:i|we) wish(?: {_EVERYONE})*) (?:a |your |the )?"
    r"(?:good|great|nice|lovely|happy|wonderful|merry|safe)(?: [a-z]+){1,3}",
    r"(?:and )?that(?:'s| is| was) (?:it|all)(?: (?:for|from) (?:today|now|me|us|this week))*",
    rf"{_EVERYONE}",
    r"(?:best|kind|warm)(?: regards| wishes)|regards",
)
_IS_CHINESE = re.compile("|".join(f"(?:{pattern})" for pattern in _CHINESE))
_IS_ENGLISH = re.compile("|".join(f"(?:{pattern})" for pattern in _ENGLISH), re.IGNORECASE)
_MOST_CHARS = 120  # no greeting is longer


@lru_cache(maxsize=8_192)  # the revisions of a report say most sentences again
def is_courtesy(text: str) -> bool:
    """Return whether a sentence greets, thanks, wishes well or takes leave, and does nothing else."""
    if len(text) > _MOST_CHARS:
        return False
    clauses = [clause.strip() for clause in _CLAUSES.split(text.replace("’", "'")) if clause.strip()]
    return bool(clauses) and all(_IS_CHINESE.fullmatch(one) or _IS_ENGLISH.fullmatch(one) for one in clauses)
