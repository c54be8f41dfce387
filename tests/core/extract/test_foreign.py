"""Which sentences are in a language that is not read."""

import pytest

from core.extract.foreign import unread_of

FOREIGN = [
    "「銀鷺」グループは2026年3月に海藻ツールを使用した。", "은로 그룹은 켈프 도구를 사용했다.",
    "Группа атаковала банк в Риге.",
    "Die Bank wurde nicht angegriffen.", "El grupo usa la herramienta Kelp desde 2024.",
    "Le groupe utilise cet outil depuis mars pour attaquer les banques.", "المجموعة استخدمت الأداة في مارس.",
    "Il gruppo ha attaccato la banca nella notte.", "De bank werd niet aangevallen met het virus.",
]  # fmt: skip
READ = [
    "Grey Heron attacked the bank of La Paz.", "The flaw was reported by Никита Цапля and was fixed.",
    "银鹭组织（又称「シロサギ」）攻击了一家银行。", "Grey Heron left.", "CVE-2026-1111", "", "π ≈ 3.14",
    "NORTHERN NEW LONDON LA EM DE LAS", "Van der Berg leads the team of Orchid.",
]  # fmt: skip


@pytest.mark.parametrize("text", FOREIGN)
def test_a_sentence_of_another_language_is_unread(text):
    """By its script, or by its small words."""
    assert unread_of(text).has(text)


@pytest.mark.parametrize("text", READ)
def test_an_english_or_chinese_sentence_is_read(text):
    """Names, codes and capitals of other languages do not change it."""
    assert not unread_of(text).has(text)


def test_in_a_text_of_another_language_one_small_word_is_enough():
    """Cut at an ordinal's stop, the half sentence has one alone."""
    whole = "Die Gruppe griff am 3. März eine Bank in Riga an. Sie nutzt das Werkzeug, und sie ist nicht allein."
    half = "Die Gruppe griff am 3."
    assert unread_of(whole).has(half)
    assert not unread_of(half).has(half)
