"""What holds from now on: a wish for good, which no guard against passing requests may drop."""

import re

STANDING = re.compile(
    r"\b(?:always|never|from now on|going forward|in (?:the )?future|every time|each time|whenever|by default|as a "
    r"rule)\b",
    re.ASCII,
)
STANDING_ZH = "以后|今后|往后|一直|始终|每次|总是|永远|默认|必须|从不|务必|一律|时[,，]"
