"""Language by script share."""

import pytest

from core.text.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The group moved to another host.", "en"),
        ("该组织使用了漏洞。", "zh"),
        ("攻击者利用 Log4Shell 漏洞部署 Cobalt Strike 工具", "zh"),
        ("The group 银鹭 moved to another host in March.", "en"),
        ("これはペンです。", "und"),
        ("Привет, мир", "und"),
        ("12:30 --- 4.5", "und"),
        ("", "und"),
        ("见 https://example.org/a/very/long/path/that/goes/on/and/on 报告", "zh"),
    ],
)
def test_language_follows_the_script(text, language):
    """Mixed text goes to the language that carries it."""
    assert language_of(text) == language
