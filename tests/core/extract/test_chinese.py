"""Chinese sentences taken apart, named and put into the third person."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract.chinese.clauses import statements
from core.extract.chinese.predicates import has_predicate, subject_of
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
        (
            "海带木马的控制域名现为kelp[.]example，C2域名为reef[.]example。",
            ["海带木马的控制域名现为kelp[.]example。", "海带木马的C2域名为reef[.]example。"],
        ),
        (
            "该漏洞的编号为CVE-2031-1007，CVSS评分为6.1。",
            ["该漏洞的编号为CVE-2031-1007。", "CVE-2031-1007的CVSS评分为6.1。"],
        ),
        ("受影响的版本是3.0至3.4，修复版本为3.5。", ["受影响的版本是3.0至3.4。", "修复版本为3.5。"]),
        ("礁石后门没有截屏功能，也不会加密文件。", ["礁石后门没有截屏功能。", "礁石后门也不会加密文件。"]),
        ("结论有了：海带项目的数据库由MySQL改为TiDB。", ["海带项目的数据库由MySQL改为TiDB。"]),
        ("人员变动已经公布了：沈平安调往财务部。", ["人员变动已经公布了。", "沈平安调往财务部。"]),
        (
            "北港银行的基准利率为2.0%，比上月低0.1个百分点。",
            ["北港银行的基准利率为2.0%。", "北港银行的基准利率比上月低0.1个百分点。"],
        ),
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
        "上周二，珊瑚实验室首次捕获到样本。",
        "珊瑚实验室认为，银鹭组织的成员约有十人，作息固定。",
        "北港银行预计，明年通胀率为1.2%，经济增长率为3.0%。",
        "初步判断，中断与网关的一次例行升级有关，也可能由断电引起。",
        "从地域看，受害单位分布在四个省份，其中沿海占七成。",
        "画像发布后，两台控制服务器同时下线。",
        "使用集群部署的单位，应当先升级从节点。",
        "单笔金额超过十万元的采购，须经委员会批准。",
        "登录用户可以上传脚本，并在服务器上执行命令。",
        "海带公司否认其产品存在漏洞，并提供了测试记录。",
        "海带公司提供了一个排查工具，可在官网下载。",
        "东部机房共有节点90个，分布在两个楼层。",
        "功能测试共执行300个用例，通过298个，其余不影响上线。",
        "银鹭组织是否受雇于企业，目前无法判断。",
        "新增的三家分别从事造船、起重机和物流。",
        "上调的原因是：访客账号也能调用接口，攻击者不再需要账号。",
        "对象存储服务于三时恢复，中断持续九小时。",
        "两台机房的负责人有两位，王某已经离职。",
        "银鹭组织攻击金融、能源和教育行业。",
        "李明有个女儿名叫小雪，出生于2007年。",
        "2009年，银鹭组织成立，现有成员十人。",
    ],
)
def test_cause_condition_and_order_stay_together(sentence):
    """A lead-in stays with what it governs, and what may belong to another noun is not said of the subject."""
    assert statements(sentence) == [sentence]


@given(st.text(alphabet="银鹭使用，。；的和、（）因为2030年a", max_size=80))
def test_any_text_gives_statements_without_raising(text):
    """The splitter is total."""
    assert all(isinstance(part, str) for part in statements(text))


@pytest.mark.parametrize("piece", ["银鹭使用", "，", "、海带", "（", "因为，", "的"])
def test_splitting_stays_fast_on_repeated_pieces(piece):
    """A monster sentence is read at once."""
    assert isinstance(statements(piece * 5_000), list)


_SENTENCES = [
    "银鹭组织攻击了北港银行，并窃取了客户数据，随后删除了日志。",
    "上周，海带公司表示，补丁将于五月发布，用户无需担心。",
    "礁石后门由两人编写，使用Go语言，体积为3MB，没有加密功能；控制域名为reef[.]example。",
    "经复查，设备安装了修改过的插件，问题出在插件，而不在网关本身。",
]


@pytest.mark.parametrize("sentence", _SENTENCES)
def test_a_statement_is_words_of_its_sentence_in_one_piece_after_its_subject(sentence):
    """Apart from the subject put before it, each part stands in the sentence as it is."""
    for part in statements(sentence):
        body = part.rstrip("。；")
        tails = [body[start:] for start in range(len(body))]
        assert any(tail in sentence and body[: len(body) - len(tail)] in sentence for tail in tails if len(tail) > 3)


@pytest.mark.parametrize(
    ("clause", "subject"),
    [
        ("海带项目的负责人是李薇", "海带项目的负责人"),
        ("CVE-2031-1007的CVSS评分为7.8", "CVE-2031-1007的CVSS评分"),
        ("功能测试共执行三百个用例", "功能测试"),
        ("升级脚本须先在影子环境中运行", "升级脚本"),
        ("图纸管理系统应当启用双因素认证", "图纸管理系统"),
        ("王峰上个月搬到了奥斯陆", "王峰"),
        ("受影响的版本是3.0", "受影响的版本"),
        ("中断与网关的升级有关", ""),
        ("潮汐公司统计到的主机约为300台", ""),
        ("上周三", ""),
        ("因为迁移需要时间", ""),
        ("艾哈迈德·亚尔·可汗出生于北港", "艾哈迈德·亚尔·可汗"),
    ],
)
def test_a_subject_ends_where_the_first_predicate_begins_or_is_not_known(clause, subject):
    """A noun that holds a verb is one noun; what is no plain subject is none."""
    assert subject_of(clause) == subject


@pytest.mark.parametrize(
    ("clause", "says"),
    [
        ("基础并不牢固", True),
        ("评分再次上调", True),
        ("语言自然", True),
        ("上周三", False),
        ("清除工作的情况", False),
        ("使用集群部署的单位", False),
        ("海带公司办公室", False),
    ],
)
def test_a_clause_without_predicate_says_nothing(clause, says):
    """A time, a heading and a described noun are no statements."""
    assert has_predicate(clause) is says


@pytest.mark.parametrize(
    ("before", "statement", "named", "alone"),
    [
        ("该团伙名为银鹭。", "它于五月转向工资系统。", "银鹭于五月转向工资系统。", True),
        ("银鹭组织攻击了银行。", "其成员位于奥斯陆。", "银鹭组织的成员位于奥斯陆。", True),
        ("银鹭组织攻击了银行。", "该组织使用海带。", "银鹭组织使用海带。", True),
        ("", "它使用海带。", "它使用海带。", False),
        ("", "该漏洞影响海带。", "该漏洞影响海带。", False),
        ("", "我们决定使用海带。", "我们决定使用海带。", False),
        ("珊瑚实验室认为，银鹭组织的成员约有十人。", "该组织使用海带。", "该组织使用海带。", False),
        ("珊瑚公司提供了一个排查工具。", "它只检查目录。", "它只检查目录。", False),
        ("潮汐重工表示，图纸没有流出。", "该公司已完成改造。", "潮汐重工已完成改造。", True),
        ("海带木马会关闭防火墙。", "该木马还会截屏。", "海带木马还会截屏。", True),
    ],
)
def test_an_opening_pronoun_is_named_where_one_reading_is_open(before, statement, named, alone):
    """它, 其 and 该组织 get their noun, or the statement says that it has none."""
    references = References()
    if before:
        references.observe(before)
    assert references.resolve(statement) == (named, alone)


def test_what_the_report_is_about_is_known_from_the_start():
    """The leading name and the only flaw answer 该组织 and 该漏洞 without a sentence before."""
    references = References("银鹭组织", "CVE-2031-1007")
    assert references.resolve("该组织使用海带。") == ("银鹭组织使用海带。", True)
    assert references.resolve("该漏洞影响海带。") == ("CVE-2031-1007影响海带。", True)
    references.observe("礁石组织攻击了银行，白帆组织没有。")
    references.forget()
    assert references.resolve("该组织使用海带。") == ("该组织使用海带。", False)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("我搬到了奥斯陆。", "王峰搬到了奥斯陆。"),
        ("我的妹妹住在卑尔根。", "王峰的妹妹住在卑尔根。"),
        ("我们决定使用海带。", "我们决定使用海带。"),
        ("我国人口增加。", "我国人口增加。"),
        ("项目的负责人现在是我，王峰。", "项目的负责人现在是王峰。"),
    ],
)
def test_the_first_person_becomes_the_speaker(statement, told):
    """我 becomes the name; 我们 stays, for nobody can tell who it is."""
    assert in_third_person(statement, "王峰") == told
