"""Sentences that greet, thank, wish well or take leave, and those that only begin so."""

import pytest

from core.extract.courtesy import is_courtesy

COURTESY = [
    "Thanks all, bye.", "Thank you all for joining, see you next week.", "Have a great weekend, everybody.",
    "That is all for today, goodbye.", "We wish you all a happy new year.", "Good morning everyone and welcome.",
    "Talk to you on Monday.", "Best regards", "That’s all for now.",
    "谢谢大家，再见。", "感谢各位参加今天的会议。", "大家下周见！", "今天就到这里，谢谢。", "祝大家周末愉快。",
    "各位早上好，欢迎参加例会。", "辛苦大家了，散会。", "谢谢收听，我们明天再见。", "预祝春节快乐，万事如意！",
]  # fmt: skip
STATEMENTS = [
    "", "Thanks to Northwind, the outage ended on 3 May.", "Thanks, the mail server moved to Oslo.",
    "Have the owners of Orchid signed the contract.", "See you Ltd was founded in 1998.", "Bo left the team, bye.",
    "All servers are down.", "The team said goodbye to Jira.",
    "感谢北辰公司提供的样本，银鹭组织已被捣毁。", "王芳感谢李强修复了网关。", "谢谢，服务器已迁移到奥斯陆。",
    "今天的会议由王芳主持。", "祝融项目启动顺利。", "再见项目的负责人是王芳。",
]  # fmt: skip


@pytest.mark.parametrize("text", COURTESY)
def test_a_sentence_of_courtesies_alone_states_nothing(text):
    """Every clause of it is one."""
    assert is_courtesy(text)


@pytest.mark.parametrize("text", STATEMENTS)
def test_a_sentence_that_also_states_something_is_none(text):
    """One clause that says something is enough."""
    assert not is_courtesy(text)
