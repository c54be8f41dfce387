"""Chinese sentences taken apart, named and put into the third person."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract.chinese.clauses import statements
from core.extract.chinese.references import References
from core.extract.chinese.speaker import in_third_person


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        (
            "银鹭组织于2020年成立，总部位于奥斯陆，主要从事间谍活动。",
            ["银鹭组织于2020年成立。", "银鹭组织的总部位于奥斯陆。", "银鹭组织主要从事间谍活动。"],
        ),
        (
            "2031年5月，银鹭组织攻击了银行，并窃取了客户数据。",
            ["2031年5月，银鹭组织攻击了银行。", "2031年5月，银鹭组织窃取了客户数据。"],
        ),
        ("银鹭使用海带、珊瑚和海星。", ["银鹭使用海带。", "银鹭使用珊瑚。", "银鹭使用海星。"]),
        ("微软已发布补丁，建议用户升级到3.2版本。", ["微软已发布补丁。", "微软建议用户升级到3.2版本。"]),
        ("该组织没有使用该漏洞。", ["该组织没有使用该漏洞。"]),
        ("不过，海带已经下线。", ["海带已经下线。"]),
    ],
)
def test_clauses_that_stand_alone_are_parted_and_keep_their_subject(sentence, parts):
    """Each part says one thing and says of whom, in the words of the sentence."""
    assert statements(sentence) == parts


@pytest.mark.parametrize(
    "sentence",
    [
        "由于服务器未更新，攻击者可以执行任意代码。",
        "如果端口开放，海带就会复制自身。",
        "先停止服务，再安装补丁。",
        "银鹭组织于三月使用了海带工具。",
    ],
)
def test_cause_condition_and_order_stay_together(sentence):
    """因为, 如果 and 先…再… hold a sentence together."""
    assert statements(sentence) == [sentence]


@given(st.text(alphabet="银鹭使用，。；的和、（）因为2030年a", max_size=80))
def test_any_text_gives_statements_without_raising(text):
    """The splitter is total."""
    assert all(isinstance(part, str) for part in statements(text))


@pytest.mark.parametrize("piece", ["银鹭使用", "，", "、海带", "（", "因为，", "的"])
def test_splitting_stays_fast_on_repeated_pieces(piece):
    """A monster sentence is read at once."""
    assert isinstance(statements(piece * 5_000), list)


@pytest.mark.parametrize(
    ("before", "statement", "named", "alone"),
    [
        ("该团伙名为银鹭。", "它于五月转向工资系统。", "银鹭于五月转向工资系统。", True),
        ("银鹭组织攻击了银行。", "其成员位于奥斯陆。", "银鹭组织的成员位于奥斯陆。", True),
        ("银鹭组织攻击了银行。", "该组织使用海带。", "银鹭组织使用海带。", True),
        ("", "它使用海带。", "它使用海带。", False),
        ("", "该漏洞影响海带。", "该漏洞影响海带。", False),
        ("", "我们决定使用海带。", "我们决定使用海带。", False),
    ],
)
def test_an_opening_pronoun_is_named_where_one_reading_is_open(before, statement, named, alone):
    """它, 其 and 该组织 get their noun, or the statement says that it has none."""
    references = References()
    if before:
        references.observe(before)
    assert references.resolve(statement) == (named, alone)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("我搬到了奥斯陆。", "王峰搬到了奥斯陆。"),
        ("我的妹妹住在卑尔根。", "王峰的妹妹住在卑尔根。"),
        ("我们决定使用海带。", "我们决定使用海带。"),
        ("我国人口增加。", "我国人口增加。"),
    ],
)
def test_the_first_person_becomes_the_speaker(statement, told):
    """我 becomes the name; 我们 stays, for nobody can tell who it is."""
    assert in_third_person(statement, "王峰") == told
