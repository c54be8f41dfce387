"""Chinese guards: the same classes as the English ones, for the way Chinese says them.

The view calls the speaker 用户 at the start of the text whatever the text called them.
"""

import re

from core.filtering.rule import FilterRule, Test, found
from core.filtering.view import View

_SELF = r"^(?:用户)?"
_TIME = (
    r"(?:现在|当前|目前|此刻|正在|今天|今日|今晚|今早|今晨|刚刚|刚才|刚|昨天|昨日|昨晚|前天|昨夜|早上"
    r"|上午|中午|下午|晚上|[,，]|也|又|还|已经|已)*"
)
_NEAR = r"(?:今晚|今天|现在|待会儿?|一会儿?|等下|等会儿?|明天|明早|明晚|马上)"
_WANT = r"(?:想要|想|准备|打算|考虑|要|需要|希望|计划)"
_EXERCISE_END = r"(?=$|[,，。!！;；、]|[0-9一二两三半]|了|呢|啊|中)"
_SOCIAL_RE = re.compile(
    r"(?:和|跟|与|同|陪)[^,，。]{1,40}?(?:一起|见面|吃|喝|去|聚|$)|(?:和|跟|与|陪)[^,，。]{1,12}一起"
    r"|在(?!家|宿舍|公司|床上|今|明|昨)[^,，。]{1,12}(?:吃|喝|住|睡)"
)
_LASTING_RE = re.compile(
    r"每天|每周|每月|每晚|每次|总是|经常|一直|通常|习惯|平时|长期|从不|偏好|默认|(?:19|20)\d\d年|年前|素"
)


def _plain(pattern: str) -> Test:
    """Return a test for a short-lived line that no company, place, year or habit makes lasting."""
    hit = re.compile(pattern)

    def test(view: View) -> bool:
        lower = view.lower
        return not (hit.search(lower) is None or _SOCIAL_RE.search(lower) or _LASTING_RE.search(lower))

    return test


CHINESE_RULES: tuple[FilterRule, ...] = (
    FilterRule(
        id="zh-one-time-request",
        reason="ephemeral_intent",
        language="zh",
        scope="any",
        test=found(
            rf"{_SELF}{_TIME}{_WANT}(?:让助手|请助手|去|要|你)?"
            r"(?:(?:重启|恢复|继续|停止|取消|重跑)(?:一?[个下]|这个|那个|上次的|之前的|当前的?)?(?:任务|会话"
            r"|对话|工作流)"
            r"|(?:记录|记下|删除|移除|置顶|保存)(?:一?[条个下顿次]|这[条个]|那[条个]|今天的|昨天的)*(?:记忆"
            r"|事实|洞察|饮食|体重|训练(?!营|计划|数据)|睡眠|活动(?!策划))"
            r"|发送(?:一?[个份])?(?:交接|handoff)"
            r"|(?:创建|设置|设)(?:一?个)?(?:临时)?(?:监控|提醒|闹钟))"
        ),
        why="对助手的一次性请求，办完就没有意义。",
        hits=("用户想重启会话", "我想设置提醒", "用户打算记录体重"),
        keeps=("用户打算训练新员工", "用户计划明年创业", "用户想创建一家公益机构"),
    ),
    FilterRule(
        id="zh-short-lived-consumption",
        reason="ephemeral_intent",
        language="zh",
        scope="any",
        test=_plain(
            rf"{_SELF}(?:{_NEAR}{_WANT}(?:去|要)?|{_WANT}(?:去|要)?{_NEAR}(?:去|要)?)(?:(?:吃|喝|服用|补充)"
            rf"|(?:健身|训练|锻炼|运动){_EXERCISE_END})"
            rf"|{_SELF}{_WANT}(?:去)?(?:健身|锻炼){_EXERCISE_END}(?!.{{0,12}}教练)"
        ),
        why="当天要吃什么、练什么不是长期知识；和人一起就是事件。",
        hits=("用户考虑今晚服用肌酸", "用户计划今晚喝蛋白粉", "我今晚想吃火锅"),
        keeps=(
            "用户打算训练新员工",
            "用户想吃素",
            "用户打算今晚吃火锅，和李雷一起",
            "用户打算明天训练新员工",
        ),
    ),
    FilterRule(
        id="zh-momentary-activity",
        reason="transient_status",
        language="zh",
        scope="any",
        test=found(
            rf"{_SELF}(?:现在|当前|目前|此刻|正在|正|在|刚刚|刚|今天|还)+(?:健身|锻炼|休息|挨饿|睡觉|吃饭|跑步"
            rf"|使用语音输入|用语音输入){_EXERCISE_END}"
        ),
        why="此刻正在做的事很快就会结束。",
        hits=("用户正在锻炼", "我正在健身", "用户现在正在健身"),
        keeps=("用户正在训练新同事", "用户在健身房当教练"),
    ),
    FilterRule(
        id="zh-momentary-state",
        reason="transient_status",
        language="zh",
        scope="any",
        test=_plain(
            rf"{_SELF}{_TIME}(?:觉得|感觉|感到)?(?:有点|有些|很|好|非常|太|特别)?(?:饿|困|累|渴|冷|热|疲惫"
            rf"|无聊)了?(?:啊|呀|哦|极了)?[。!！]?$"
        ),
        why="饥饿、疲倦等状态数小时内就会过去。",
        hits=("用户很饿", "我今天好累啊", "用户现在困了"),
        keeps=("用户总是很累", "用户长期失眠"),
    ),
    FilterRule(
        id="zh-weather-now",
        reason="transient_status",
        language="zh",
        scope="transcript",
        test=found(r"^(?:今天|现在|最近|外面)?(?:的)?天气(?:真|很|非常|特别|不错|挺|好|太|有点)"),
        why="聊天里的天气只是寒暄。",
        hits=("今天天气真好",),
        keeps=("用户因为天气寒冷在2020年搬到了三亚",),
    ),
    FilterRule(
        id="zh-recorded-measurement",
        reason="activity_log",
        language="zh",
        scope="any",
        test=_plain(
            rf"{_SELF}{_TIME}(?:记录|打卡|称重|称|记下|测)(?:了|过)?.{{0,12}}(?:体重|饮食|早餐|午餐|晚餐"
            rf"|训练(?!营|计划|数据)|锻炼|睡眠|活动(?!策划)|步数|公斤|kg|斤)"
            rf"|{_SELF}{_TIME}体重(?:是|为|:|：)?\d+(?:\.\d+)?(?:kg|公斤|斤)$"
        ),
        why="单条自我记录属于打卡工具。",
        hits=("用户记录了睡眠6小时", "用户今天记录了体重", "我打卡了晨间锻炼"),
        keeps=("用户的出生体重是2.9公斤", "用户记录了一档播客"),
    ),
    FilterRule(
        id="zh-meal-log",
        reason="activity_log",
        language="zh",
        scope="any",
        test=_plain(
            rf"{_SELF}{_TIME}(?:早餐|早饭|午餐|中饭|午饭|晚餐|晚饭|夜宵|加餐)(?:只|就|刚)?(?:吃|喝)了?"
            rf"|{_SELF}(?=.{{0,6}}(?:今|昨|刚|前天)){_TIME}(?:只|就)?(?:吃|喝|服用)了(?!亏|官司|药过敏)"
            rf"|{_SELF}{_TIME}(?:吃|喝)了.{{0,12}}(?:早餐|早饭|午餐|午饭|晚餐|晚饭|蛋白粉|肌酸)"
        ),
        why="单独一顿饭是流水账；有同伴或地点才是事件。",
        hits=("用户早餐吃了两个鸡蛋", "我今天喝了蛋白粉"),
        keeps=("用户昨天和李雷一起吃了饭", "用户昨天在诺玛餐厅吃了晚饭", "用户习惯早餐吃两个鸡蛋"),
    ),
    FilterRule(
        id="zh-sleep-exercise-log",
        reason="activity_log",
        language="zh",
        scope="any",
        test=_plain(
            rf"{_SELF}{_TIME}(?:只|大概|大约|一共)?睡(?:了|得)?(?:大概|大约|不到)?(?:[0-9.]+"
            rf"|[一二两三四五六七八九十半]+)个?(?:半)?(?:小时|钟头)"
            rf"|{_SELF}{_TIME}睡得?(?:不好|很差|很好|不错|很香)"
            rf"|{_SELF}(?=.{{0,6}}(?:今|昨|刚)){_TIME}(?:跑|走|骑|游|做)了(?:[0-9.]+"
            rf"|[一二两三四五六七八九十百千万半]+)(?:公里|千米|km|步|米|个俯卧撑|分钟|小时|组)"
        ),
        why="一晚的睡眠、一天的运动是流水账。",
        hits=("用户昨晚睡了5小时", "我昨晚睡得不好", "用户今天跑了5公里"),
        keeps=("用户每天睡6小时", "用户2019年跑完了北京马拉松"),
    ),
    FilterRule(
        id="zh-temporary-workspace",
        reason="operational_log",
        language="zh",
        scope="any",
        test=found(
            r"临时工作区|临时监控|(?:创建|建立|清理|删除|清空)了?(?:一?[个张])?临时表|临时表(?:已|被)(?:创建"
            r"|建立|清理|删除|清空)"
        ),
        why="任务一结束，临时空间就不存在了。",
        hits=("用户使用临时工作区", "已删除临时表"),
        keeps=("去重设计采用临时表",),
    ),
    FilterRule(
        id="zh-task-status",
        reason="operational_log",
        language="zh",
        scope="any",
        test=found(
            r"(?:导入|上传|导出|同步|下载)任务(?:已经|已|正在|又)?(?:开始|完成|失败|排队|运行中|超时)"
            r"|冒烟测试(?:已经|已|又)?(?:通过|失败|完成)|模型容量已满"
        ),
        why="任务进度在下一行日志里就过时。",
        hits=("上传任务已完成", "冒烟测试通过", "导入任务失败"),
        keeps=("上传任务使用分片架构",),
    ),
    FilterRule(
        id="zh-debug-trace",
        reason="operational_log",
        language="zh",
        scope="any",
        test=found(
            r"调试(?:日志|跟踪|会话|命令|输出|任务)(?:已经|已|里|中|又|刚)?(?:报错|报告|显示|返回|失败|完成"
            r"|开始|结束|出现|崩溃|超时)"
        ),
        why="一次调试步骤只是过程。",
        hits=("调试会话报告了错误",),
        keeps=("用户偏好把调试日志保存30天",),
    ),
    FilterRule(
        id="zh-asked-about",
        reason="query_intent",
        language="zh",
        scope="any",
        test=found(
            r"^用户(?:想|要|希望|需要)?(?:知道|了解|询问了?|咨询了?|查询了?|搜索了?|提问)(?:一下"
            r"|过)?.{0,30}(?:如何|怎么|什么|为什么|是否|哪|谁|多少|能否|有没有|几|吗)"
            r"|^用户(?:想)?问(?:了|过|一下|起|到|及)?(?:助手)?(?:如何|怎么|怎样|什么|为什么|是否|哪|谁|多少"
            r"|能否|关于|有没有)"
            r"|^用户(?:询问|咨询|查询|搜索)了?(?:一下)?(?:关于|天气|信息|资料)"
            r"|^用户(?:想|想要)?(?:问|询问)(?:了|过|一下)?[^,，。]{0,12}?(?:能不能|能否|可不可以|可否|是不是|会不会|"
            r"要不要|附件|内容|方法|价格|时间|地点|路线|细节)"
            r"|^用户(?:刚刚?|正在|在|又)?(?:搜索|查询|查|搜|查看|浏览|检索)(?:了|过|一下)?(?!到|出|明|获|处|"
            r"封)[^,，。]{0,16}(?:药店|餐厅|酒店|航班|车次|天气|余额|路线|新闻|价格|附近|电影|歌|股价|汇率|快递|"
            r"地图|菜谱|资料|信息)"
            r"|^用户(?:想|要)(?:看|看看|听听|听)(?:一下)?(?:今天|最新|附近)的?[^,，。]{1,10}[.。]?$|^用户(?:让|请|"
            r"叫|要求|请求)(?:助手|你|ai)(?:帮忙|帮)?(?:写|画|编|讲|念|找|改|算|唱|生成|起草)"
            r"|^用户(?:想|要|希望|需要|打算)(?:知道|了解|弄清|搞清|明白|查|查询|看)(?:一下|"
            r"清楚)?[^,，。]{0,24}?(?:区别|差别|含义|意思|原因|定义|用法|价格|步骤|方法|天气|进展|历史|情况|信息|"
            r"时间|结果|排名|比分|路线)[.。]?$"
            r"|^用户(?:要求|请求|想让|希望|想要|想请|让|请)(?:助手|你|我|ai)?(?:帮忙|帮)?(?:总结|概括|翻译|解释|"
            r"介绍|比较|对比|推荐|列出|查找|查询|查一?下|搜索|计算|说明|讲解)(?!会|师|员)",
            unless="以后|今后|每次|一直|始终|长期|总是",
        ),
        why="只因提问才知道，并没有陈述任何事。",
        hits=(
            "用户要求总结附件里的论文。",
            "用户想了解鼹鼠和田鼠的区别。",
            "用户询问如何重置路由器",
            "用户想知道明天是否下雨",
        ),
        keeps=("用户了解到李雷已经离职", "用户向李雷询问后决定搬家"),
    ),
    FilterRule(
        id="zh-question",
        reason="query_intent",
        language="zh",
        scope="any",
        test=found(r"[?？][”’」』)）]*$|(?:吗|么)[。!！]?$"),
        why="问句没有陈述任何事。",
        hits=("备份任务每晚运行吗？", "你喜欢打羽毛球吗"),
        keeps=("备份任务每晚运行。",),
    ),
)
