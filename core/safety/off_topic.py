"""Requests to an assistant that stand in a document about something else.

A report states; it does not ask for poems, recipes or moods. A request is off topic when hardly
any of its content words stands elsewhere in the document, which has to be long enough to have a topic.
"""

import re
from collections import Counter
from collections.abc import Sequence

from core.text.words import word_set

_OPENING = (
    r"^(?:and |so |now |then |also |please |oh,? and |(?:speaking of|talking about|on another note|"
    r"by the way)[^,]{0,60}, )?"
)
_ORDER = re.compile(
    _OPENING
    + r"(?:(?:can|could|would|will) you (?:please )?(?:help me|tell me|explain|suggest|recommend|write|translate|"
    r"list|give me|classify|describe|show me)|(?:write|compose|recommend|suggest|translate|summari[sz]e|explain|"
    r"describe|"
    r"analy[sz]e|classify|determine|calculate|generate|draft|create|tell me|give me|show me|help me|provide|list|"
    r"paraphrase|"
    r"rephrase|name|compare|define|outline|propose|predict|estimate)) (?=[a-z0-9])|"
    "^(?:请|请你)?(?:帮我|给我|为我|替我)?(?:推荐|翻译|总结|写[一个首篇段]|编[一个写]|讲[一个讲]|画一|创作|生成一|"
    "列出|解释|描述|分析|"
    "计算|介绍)"
)
_QUESTION = re.compile(
    _OPENING + r"(?:(?:what|which|who|whose|where|when|why|how)(?:'s)? |is (?:this|that|the|it) |"
    "请问|如何|怎么|怎样|什么|谁|为什么|哪)"
)
_ASKED = re.compile("(?:q|question|问|问题)(?: ?\\d{1,3})?[:.] ")
_ANSWERED = re.compile("(?:a|answer|答|回答)(?: ?\\d{1,3})?[:.] ")
_CONTENT = re.compile(r"[a-z][a-z']{3,30}|[\u4e00-\u9fff]{2}")
_COMMON = word_set(
    "what which where when whose there their them they this that these those with from have been were will would",
    "could should about into your you're mine ours some such most more main very also just like make does doing tell",
    "give show help please provide list explain describe write create suggest recommend summarize summarise analyze",
    "analyse determine translate following then than here over only many much good best know need want using used",
    "between during after before being other each both",
)
_LEAST_WORDS = 2
_MOST_WORDS = 30
_LEAST_TOPIC_WORDS = 12
_STEM = 5
_MOST_SHARED = 4  # one word in four may be shared by chance


def _content_words(folded: str) -> list[str]:
    """Return the stems (first five letters, or Han pairs) of the words of a folded sentence that carry topic."""
    return [word[:_STEM] for word in _CONTENT.findall(folded) if word not in _COMMON]


def requests(sentences: Sequence[str]) -> frozenset[int]:
    """Return the indices of the folded sentences of a document that ask an assistant for something."""
    asking = [index for index, sentence in enumerate(sentences) if _asks(sentence)]
    topic = _Topic(sentences if asking else ())
    found = {index for index in asking if topic.is_foreign(sentences[index])}
    unanswered = _unanswered_turn(sentences)
    return frozenset(found if unanswered is None else found | {unanswered})


def _unanswered_turn(sentences: Sequence[str]) -> int | None:
    """Return the index of the last "Q:" of a list of questions and answers when no "A:" follows it, else None.

    Such a list is an example that asks its reader for the next answer.
    """
    asked = [index for index, sentence in enumerate(sentences) if _ASKED.match(sentence)]
    answered = [index for index, sentence in enumerate(sentences) if _ANSWERED.match(sentence)]
    if asked and answered and asked[0] < answered[0] and answered[-1] < asked[-1]:
        return asked[-1]
    return None


def _asks(folded: str) -> bool:
    """Return whether a folded sentence asks for something, as a question or as an order."""
    return bool(("?" in folded and _QUESTION.match(folded)) or _ORDER.match(folded))


class _Topic:
    """The words of a whole document, to tell whether a sentence shares any with the rest of it."""

    def __init__(self, sentences: Sequence[str]) -> None:
        """Count the content words of all folded sentences."""
        self._counts = Counter(word for sentence in sentences for word in _content_words(sentence))
        self._total = sum(self._counts.values())

    def is_foreign(self, folded: str) -> bool:
        """Return whether a folded sentence is about something that the rest of the document never mentions."""
        words = Counter(_content_words(folded))
        if not _LEAST_WORDS <= sum(words.values()) <= _MOST_WORDS:
            return False
        if self._total - sum(words.values()) < _LEAST_TOPIC_WORDS:
            return False
        shared = sum(self._counts[word] > count for word, count in words.items())
        return shared * _MOST_SHARED <= len(words)
