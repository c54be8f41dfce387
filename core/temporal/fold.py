"""Rewrites a text character by character into the few forms that the rules know; offsets stay true."""

_TRADITIONAL = (
    "號後禮週兩個這點時鐘間當從內過節聖誕勞動婦農曆舊陽陰歲聽晝誰現於為"
    "至與約約來發開將預計從達國慶歷紀兒軍復穌難靈臨體鐵闆園養閏臘爾齋夢環"
    "東餅獻燈樹贖龐轉經猶復歡麗務權勝會聯業際萬陣雙歸澳門紀榮穌節齊實"
)
_SIMPLIFIED = (
    "号后礼周两个这点时钟间当从内过节圣诞劳动妇农历旧阳阴岁听昼谁现于为"
    "至与约约来发开将预计从达国庆历纪儿军复稣难灵临体铁板园养闰腊尔斋梦环"
    "东饼献灯树赎庞转经犹复欢丽务权胜会联业际万阵双归澳门纪荣稣节齐实"
)
_WIDE = "".join(chr(0xFF01 + number) for number in range(94))
_NARROW = "".join(chr(0x21 + number) for number in range(94))
_DASHES, _PLAIN_DASHES = "‐‑‒−─", "-----"
_BLANKS = "\u00a0\u2002\u2003\u2009\u202f\u3000"

_TABLE = str.maketrans(
    _TRADITIONAL + _WIDE + _DASHES + _BLANKS,
    _SIMPLIFIED + _NARROW + _PLAIN_DASHES + " " * len(_BLANKS),
)


def folded(text: str) -> str:
    """Return the text with traditional time words simplified and full-width signs narrowed, same length."""
    return text.translate(_TABLE)
