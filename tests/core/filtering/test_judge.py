"""What the durable filter keeps and drops, layer by layer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.filtering import (
    EPHEMERAL_CLASSES,
    NOISE_CLASSES,
    Drop,
    FilterContext,
    judge,
)
from core.model import CandidateFact

CHAT = FilterContext(kind="transcript")


def _reason(text, context=CHAT):
    drop = judge(CandidateFact(text, 5), context)
    return None if drop is None else drop.reason


@pytest.mark.parametrize("label", [*EPHEMERAL_CLASSES, *NOISE_CLASSES])
def test_the_label_of_the_extractor_is_the_first_layer(label):
    """A labelled fact is dropped whatever its words say."""
    drop = judge(CandidateFact("Priya moved to Oslo.", 9, fact_type=label), CHAT)
    assert drop == Drop(label, f"label-{label}", "model_label")


@pytest.mark.parametrize("label", ["fact", "raw_fallback", "anything"])
def test_no_label_protects_a_fact_from_the_guards(label):
    """The second layer runs on every fact that the first one lets through."""
    drop = judge(CandidateFact("User weighed 64.2kg", 9, fact_type=label), CHAT)
    assert drop is not None
    assert (drop.reason, drop.source) == ("activity_log", "guard")


@pytest.mark.parametrize(
    "text",
    [
        "User had weight loss surgery in 2018",
        "Had lunch at Noma yesterday",
        "User plans to have dinner at Priya's house tomorrow",
        "User plans to eat lunch with priya tomorrow",
        "User logged activity on the staging account",
        "Prefers debug log level in staging",
        "ETL design uses a temporary table for dedup",
        "用户打算训练新员工",
        "用户想吃素",
        "用户打算今晚吃火锅，和李雷一起",
        "用户偏好把调试日志保存30天",
        "User's tax return is due tomorrow",
        "User will have knee surgery tomorrow",
        "The project paper is due tomorrow",
        "User plans to train two interns tomorrow",
        "用户计划明年创业",
        "用户计划明天和李雷开会",
        "Omar's daughter was born today",
        "The launch of Kelp was moved to tomorrow",
        "Priya plans to hire two engineers in 2027",
        "User slept in Osaka",
        "User completed an MBA",
        "User is debugging a race condition in the scheduler",
    ],
)
def test_people_places_projects_events_and_commitments_are_kept(text):
    """No durable fact is lost to today, tomorrow, 明天, plan or 计划."""
    assert _reason(text) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("User slept 5 hours last night", "activity_log"),
        ("User is hungry", "transient_status"),
        ("我正在健身", "transient_status"),
        ("用户现在正在健身", "transient_status"),
        ("用户今天记录了体重", "activity_log"),
        ("用户早餐吃了两个鸡蛋", "activity_log"),
        ("用户计划今晚喝蛋白粉", "ephemeral_intent"),
        ("What is the capital of Peru?", "query_intent"),
        ("备份任务什么时候运行？", "query_intent"),
        ("User wants to restart the task", "ephemeral_intent"),
        ("User wants to set up a reminder", "ephemeral_intent"),
        ("The debugging session reported an error", "operational_log"),
        ("导入任务已完成", "operational_log"),
    ],
)
def test_short_lived_statements_are_dropped_by_class(text, reason):
    """The noise that a plain word list misses is found, in both languages."""
    assert _reason(text) == reason


SHORT_LIVED_TALK = [
    "我上气不接下气，刚跑上楼。",
    "手机还剩百分之四的电。",
    "第3次重试失败：连接被重置",
    "构建#77完成，产物已上传",
    "空腹血糖6.1。",
    "用户有点流鼻涕",
    "用户今晚要喝蛋白粉",
    "我可能过一会儿去拿个三明治",
    "中午没吃，四点吃了块饼干",
    "你静音了",
    "我这边网络不太好",
    "User is at the window watching the rain.",
    "You're on mute, Tomas.",
    "I'll go and buy a bun in a while.",
    "User wants to set a reminder to bring in the laundry.",
    "User wants to log a lunch.",
    "The cache was cleared, the page works again now.",
    "Reporting the tracking event failed.",
    "Context too long, compacted automatically.",
    "Check who won the regatta in 2019.",
    "User asked to summarise the attached article.",
    "Skipped lunch, nibbled a biscuit at four.",
    "20 squats done, one set left.",
    "Scroll down please",
    "Pass the salt",
    "一会儿见",
    "我去倒杯水",
    "帮我把灯关了",
    "把音量调低一点",
    "再说一遍",
    "我困了",
    "用户在地铁上",
    "我刚起床",
    "用户今天心情不好",
    "I'm sleepy",
    "User is in a bad mood today",
    "I just woke up",
    "User is at the gym now",
    "See you in a minute",
    "Say that again?",
    "Heads up, I'm stepping out for a second",
    "用户正在吃面",
    "用户走了八千步",
    "Walked 8,000 steps today",
    "Took my vitamins",
    "今天喝了两升水",
    "Drank two litres of water today",
    "Is it lunch yet?",
    "几点开饭",
    "Can you hear me?",
    "能听到我说话吗",
    "屏幕共享没开",
    "User is looking for his keys",
    "用户在找钥匙",
    "我想喝咖啡",
    "The user would like the volume down",
    "用户问能不能把会议改到下午",
    "用户搜索了附近的药店",
    "用户在查航班",
    "用户想看看今天的新闻",
    "用户让助手写一首诗",
    "你帮我看看这句话对不对",
    "用户询问附件的内容",
    "用户想知道水泵的价格",
    "用户查询了余额",
    "用户请求解释量子纠缠",
    "给我推荐几本书",
    "怎么重置路由器",
    "路由器怎么重置",
    "明天会下雨吗",
    "请问码头几点关门",
    "用户现在在家",
    "用户正在路上",
    "用户现在没空",
    "用户刚到公司",
    "用户今天很忙",
    "用户今天有点累",
    "用户现在在刷牙",
    "用户正在听歌",
    "这会儿雨下得很大",
    "用户待会儿要去健身",
    "用户今晚打算早点睡",
    "用户准备出门了",
    "用户需要删除这条记忆",
    "用户想重跑上次的任务",
    "帮我定个七点的闹钟",
    "把这个发给我",
    "下一首",
    "声音大一点",
    "用户今天走了一万步",
    "今天早餐吃了燕麦",
    "用户昨晚十一点睡的",
    "用户昨晚只睡了四个小时",
    "晚饭吃了饺子",
    "体重62.5公斤",
    "今天喝了八杯水",
    "记录：跑步五公里",
    "用户今天练了腿",
    "服药一次",
    "同步任务失败，正在重试",
    "数据导入成功，共4500条",
    "服务重启完成",
    "编译通过",
    "测试环境部署成功",
    "日志已上传",
    "助手已切换到规划模式",
    "临时文件已清理",
    "单元测试全部通过",
    "接口返回500",
    "连接超时，重试中",
    "子任务3/7已完成",
    "嗯",
    "好的谢谢",
    "哈哈哈哈",
    "辛苦了",
    "没事",
    "加油",
    "周末愉快",
    "生日快乐",
    "User asked whether the meeting could move to the afternoon.",
    "User searched for nearby pharmacies.",
    "User looked up flights to Velmora.",
    "User is curious about the price of the pump.",
    "User asked the assistant to write a poem.",
    "How do I reset the router",
    "Recommend some books",
    "User is home now",
    "User is on the way",
    "User is busy right now",
    "User just got to the office",
    "It's pouring outside",
    "User plans to go to bed early tonight",
    "User is about to call her mother",
    "User needs to delete this memory",
    "User wants to rerun the last job",
    "Set an alarm for seven",
    "Send that to me",
    "Louder",
    "User walked ten thousand steps today",
    "Oats for breakfast",
    "User went to bed at eleven last night",
    "Dumplings for dinner",
    "Weight 62.5 kg",
    "Eight glasses of water today",
    "Log: ran 5 km",
    "User trained legs today",
    "Sync failed, retrying",
    "Imported 4,500 rows successfully",
    "Service restarted",
    "Compilation passed",
    "Deployed to staging",
    "Logs uploaded",
    "Assistant switched to planning mode",
    "Temporary files cleaned up",
    "API returned 500",
    "Subtask 3/7 done",
    "lol",
    "No worries",
    "Have a nice weekend",
    "Happy birthday!",
    "Cheers",
    "You too",
    "That makes sense",
    "Good point",
    "Let me think",
    "有道理",
    "说得对",
    "让我想想",
]
PAGE_NOISE = [
    "Backup job running: 64%",
    'Click "Agree" to continue.',
    "Page 3 of 12",
    "Share to Moments",
    "首页 | 产品 | 支持 | 联系我们",
    "心跳正常，延迟3毫秒",
    "Copyright 2031 Kelp. All rights reserved.",
    "版权所有 © 2031 海带公司",
    "Follow us on social media.",
    "关注我们的公众号",
    "本文仅代表作者观点",
    "转载请注明出处",
    "Subscribe now and get 20% off",
    "免责声明：本文不构成投资建议",
    "Table of Contents",
    "第一章 引言 ........ 3",
    "Press contact: Ada Roe, +1 555 123 4567",
    "媒体联系人：王峰",
    "For more details visit our website.",
    "更多详情请访问官网",
    "This email and any attachments are confidential.",
    "本邮件及附件含有保密信息",
    "Related articles",
    "相关文章",
    "Photo: Ada Roe",
    "图片来源：海带公司",
    "[DEBUG] cache miss for key 12",
    "Deploy #12 succeeded in 3m",
    "部署 #12 成功，用时3分钟",
    "重试 2/5 失败：连接超时",
    "Loading...",
    "Please enable JavaScript to view this page.",
    "Sign in to continue",
    "登录后查看全文",
    "Read time: 5 min",
    "阅读时间约5分钟",
    "Last updated 3 May 2031",
    "更新时间：2031年5月3日",
    "Tags: malware, kelp",
    "标签：木马，海带",
    "10.0.0.5",
    "d41d8cd98f00b204e9800998ecf8427e",
    "本网站使用Cookie以改善体验",
    "举报电话：12377",
    "技术支持：海带科技",
    "京ICP备2031000号",
    "网站地图",
    "上一篇：海带公司发布新品",
    "责任编辑：王峰",
    "扫描二维码关注",
    "点击下载完整报告",
    "本报告由海带实验室撰写",
    "第二章 概述",
    "一、背景",
    "附录A",
    "见图3",
    "请及时关注官方通告",
    "建议用户提高警惕",
    "请广大用户注意防范",
    "如有疑问请联系我们",
    "感谢阅读",
    "未经许可不得转载",
    "数据来源：海带实验室",
    "报告编号：KL-2031-05",
    "密级：公开",
    "Our team of experts is ready to help.",
    "Get in touch to learn more.",
    "Learn how we protect you",
    "Try it free for 30 days",
    "Report number: KL-2031-05",
    "Classification: public",
    "Distribution: unlimited",
    "Introduction",
    "Executive summary",
    "Appendix A",
    "See Figure 3",
    "Chapter 2: Overview",
    "If you have questions, contact us.",
    "Thank you for reading.",
    "Source: Kelp Labs",
    "Follow @kelp on X",
    "All times are in UTC.",
    "Terms and conditions apply.",
    "Users are advised to stay alert.",
    "Please stay tuned to the official channels.",
]
LASTING_TALK = [
    "When you schedule for me, keep Friday afternoons free.",
    "Always answer me in Chinese.",
    "以后请一直用中文回答我。",
    "User takes creatine every morning.",
    "User will have surgery tomorrow.",
    "User is allergic to peanuts.",
    "用户明天做手术。",
    "用户计划明年搬到鹭洲。",
    "User plans to meet Dana tomorrow at Noma Quay.",
    "用户今天和李雷签了合同。",
    "User quit her job today.",
    "用户今天辞职了。",
    "The smoke test must pass before each release.",
    "User sleeps six hours a night.",
    "User's daughter was born yesterday.",
    "用户昨天升职为主管。",
    "User has diabetes.",
    "用户有糖尿病。",
    "User ran his first marathon yesterday in Velmora.",
    "User is in Oslo until Friday.",
    "用户这周在北京出差。",
    "User works at a bakery.",
    "The import task uses four workers.",
    "User is debugging the race condition in Kelp's scheduler.",
    "用户最近在学习攀岩",
    "User bought a house today",
    "用户今天买了房",
    "User weighs himself every Sunday",
    "Dana is on leave until 3 May",
    "王峰请假到五月三日",
    "The meeting was moved to Friday",
    "会议改到周五",
    "User's phone is a Kelp 3",
    "User prefers tea to coffee",
    "用户喜欢喝咖啡",
    "User stopped drinking coffee",
    "User promised to send the report by Friday",
    "用户答应周五前交报告",
    "The user has lunch with Dana every Friday",
    "Morning trains were cancelled in May.",
    "Evening classes at Kelp start in May.",
    "No user interaction is needed.",
]
LASTING_REPORT = [
    "The backup failed on 3 May because the disk was full.",
    "备份于五月三日失败，原因是磁盘已满。",
    "The build was compromised through a stolen token.",
    "Kelp 4.2 fixes the flaw.",
    "The job market shrank by 3% in May.",
    "Deployment of the fix took three days.",
    "The service was restored on 3 May.",
    "服务于5月3日恢复正常。",
    "The session was hijacked.",
    "The company takes part in the trial.",
    "该公司的广告收入增长8%。",
    "Users should disable cookies in Kelp 3.",
    "The next section of the pipeline opens in May.",
    "Today, Kelp closed the port.",
    "海带公司今天关闭了港口。",
    "Upload of files larger than 2 GB fails in Kelp 3.",
    "The scan found 300 hosts.",
    "Import of steel fell by 3%.",
    "进口任务完成率为八成。",
    "CVE-2031-1 | critical | fixed in 4.2",
    "Print servers of Kelp are affected.",
    "The cache index can be poisoned.",
    "Status: out of service",
    "Version: 4.2",
    "该木马窃取浏览器的cookie。",
]


@pytest.mark.parametrize("text", SHORT_LIVED_TALK)
def test_moments_errands_logs_questions_and_small_talk_of_a_transcript_are_dropped(text):
    """What is over within the day, asked of the listener or said out of courtesy is no fact."""
    assert _reason(text) is not None


@pytest.mark.parametrize("text", PAGE_NOISE)
def test_the_furniture_of_a_document_is_dropped(text):
    """Menus, banners, notices, contacts, headings and job lines state nothing."""
    assert _reason(text, FilterContext(kind="document")) is not None


@pytest.mark.parametrize("text", LASTING_TALK)
def test_lives_plans_promises_and_standing_wishes_are_kept(text):
    """What goes on, is promised, or is wished for good stays, whatever day it names."""
    assert _reason(text) is None


@pytest.mark.parametrize("text", LASTING_REPORT)
def test_statements_that_share_words_with_noise_are_kept(text):
    """A failed backup with a date and a cause is an event, not a job line."""
    assert _reason(text, FilterContext(kind="document")) is None


@pytest.mark.parametrize("text", ["ＵＳＥＲ  ＷＥＩＧＨＥＤ ６４．２ＫＧ", "user weighed 64.2kg", "I weighed 64.2kg"])
def test_case_width_and_the_first_person_make_no_difference(text):
    """One statement is judged alike however it is written."""
    assert _reason(text) == "activity_log"


def test_a_named_speaker_is_judged_like_the_first_person_and_a_third_person_is_not():
    """What Priya says of herself passes; what is said of Priya by others is an event."""
    fact = CandidateFact("Priya is working out now", 5)
    assert judge(fact, CHAT) is None
    speaking = judge(fact, FilterContext(kind="transcript", speakers=("Priya",)))
    assert speaking is not None
    assert speaking.reason == "transient_status"
    spoken_zh = judge(CandidateFact("王峰正在健身", 5), FilterContext(kind="transcript", speakers=("王峰",)))
    assert spoken_zh is not None


def test_imperatives_and_thanks_are_noise_in_a_chat_and_advice_in_a_report():
    """A command to the listener is nothing; the same words in an advisory may be a mitigation."""
    text = "Turn off the HTTP server."
    assert _reason(text) == "ephemeral_intent"
    assert _reason(text, FilterContext(kind="document")) is None


def test_facts_from_roles_that_are_not_admitted_are_dropped():
    """Admission is enforced on the facts; one admitted source among several is enough."""
    roles = {1: "user", 2: "assistant", 3: "tool"}
    context = FilterContext(kind="transcript", roles=roles)
    text = "Kelp runs on port 8080."
    assert judge(CandidateFact(text, 5, source_seqs=(2,)), context) == Drop("source_role", "role-not-admitted", "role")
    assert judge(CandidateFact(text, 5, source_seqs=(1, 2)), context) is None
    admitting = FilterContext(kind="transcript", roles=roles, include_assistant=True)
    assert judge(CandidateFact(text, 5, source_seqs=(2,)), admitting) is None
    assert judge(CandidateFact(text, 5, source_seqs=(3,)), admitting) is not None


@pytest.mark.parametrize(
    ("text", "supported"),
    [
        ("Kelp hit 1,200 hosts.", True),
        ("Kelp hit 1300 hosts.", False),
        ("Kelp 3.2.1 is affected.", True),
        ("Kelp 3.2.7 is affected.", False),
        ("Kelp hit 12 hosts.", True),
    ],
)
def test_a_number_that_the_source_lacks_makes_a_fact_unsupported(text, supported):
    """Numbers of three digits or more must stand in the source; shorter ones may be spelled out there."""
    source = "In May, Kelp ３.２.１ hit 1200 machines."
    drop = judge(CandidateFact(text, 5), FilterContext(source_text=source))
    assert (drop is None) == supported
    assert drop is None or drop.source == "unsupported"


def test_a_fact_below_the_minimum_importance_is_dropped():
    """The default keeps everything; a context may ask for more."""
    fact = CandidateFact("Kelp is a loader.", 2)
    assert judge(fact, FilterContext()) is None
    drop = judge(fact, FilterContext(min_importance=3))
    assert drop == Drop("importance", "importance-below-3", "importance")


@given(st.text(max_size=200), st.sampled_from(["transcript", "document"]))
def test_any_text_is_judged_without_raising_and_alike_twice(text, kind):
    """The filter is total and deterministic."""
    fact, context = CandidateFact(text, 5), FilterContext(kind=kind)
    assert judge(fact, context) == judge(fact, context)


@pytest.mark.parametrize(
    "piece",
    [
        "user is ",
        "what is ",
        "it is a ",
        "(",
        "a, ",
        "请",
        "我",
        "cve-2024-1 ",
        "1.",
        "[.]",
        "....",
        "for more ",
        "fed the cat ",
        "30 push-ups ",
        "用户在",
        "备份 ",
        "a | ",
        "walked about ",
    ],
)
def test_reading_stays_linear_on_repeated_pieces(piece):
    """Ten thousand repeats of any opening are judged at once."""
    for kind in ("transcript", "document"):
        drop = judge(CandidateFact(piece * 10_000, 5), FilterContext(kind=kind))
        assert drop is None or drop.rule_id
