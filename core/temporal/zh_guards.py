"""Chinese text that looks like a date and is none: counts, identifiers, names, and words inside longer words.

One row each. A place that a row matches is left alone by every rule on time.
"""

import re
from dataclasses import dataclass

from core.temporal.zh_words import WEEKDAY


@dataclass(frozen=True, slots=True)
class Guard:
    """One kind of look-alike.

    ``pattern`` starts with a sign or a class of signs and never with a look-behind, so that most places
    are passed over at once. ``hits`` are texts in which no time may be found, ``keeps`` texts in which one must.
    """

    id: str
    why: str
    pattern: str
    hits: tuple[str, ...]
    keeps: tuple[str, ...] = ()


_HAN = "\u3400-\u9fff"

_MEASURES = (
    "端口|样本|主机|设备|用户|客户|记录|漏洞|域名|地址|账户|账号|数据|服务器|传感器|终端|节点|美元|欧元|英镑|日元|公里|千米|毫米|厘米"
    "|千克|公斤|兆|字节|比特|毫秒|微秒|秒|分钟|小时|"
    "[个條条台名人万亿元块件项次款家例种份套部辆架艘只张页行字位户枚颗粒支根座栋间层级号型版米克吨升度瓦倍场组对批封篇"
    "段处点分余多股票包瓶盒箱袋桶棵头匹口副幅双排列轮道门届班线路码楼室房床桌车箱集章节卷区师团营连旅机系]"
)

# Signs after which, or before which, four digits in Chinese text can be a year although 年 is missing.
_BEFORE_YEAR = "在于自从至到截止和与及或、年"
_AFTER_YEAR = "年至到和与及或以之后前起初末底春夏秋冬上下第财"
_BEFORE_DAY = "在于自从至到截止和与及或、期间日布新由订定后前"

_NAMED = (
    "今天|明天|昨天|前天|后天|今日|明日|昨日|去年|今年|明年|春节|中秋|除夕|元旦|国庆|"
    f"[一二三四五六七八九十]{{1,2}}月|(?:周|星期|礼拜)[{WEEKDAY}]"
)
_NAME_ENDS = "屋店社馆园阁斋坊司团系网报刊台队号轩楼苑厅吧剧片曲歌"
_GIVEN = (
    "鸣帆凡凤涵琳琪轩昊宇琦菲楠娜婷雯倩颖怡瑶蕾萍芳莉霞敏丽娟娥燕玲琴兰梅桂珍珠莲蓉芬鹏飞虎豹龙骏磊鑫森淼焱垚伟勇刚毅俊杰豪雄"
    "辉耀斌彬涛浩波洋江海峰岭岳峻嵩林松柏桐梓楷栋诺晨曦妍媛嘉佳欣悦博文武"
)
_AFTER_WEEKDAY = (
    "上下早晚凌中傍清深夜起至到开发举召前后的将已就在会要再才还也都又仍可需须应间内、和与及或之"
    "以同各全本该其当对被把从向不没有是为因如"
)
_TITLES = (
    "记者|作者|编辑|经理|主任|教授|博士|老师|工程师|队长|校长|院长|总监|董事长|总裁|主编|研究员|分析师|负责人|联系人"
)

GUARDS: tuple[Guard, ...] = (
    Guard(
        "zh.not-count",
        "a number before a measure word counts things",
        rf"[0-9](?<![0-9.:/-].)[0-9]{{3}}\s?(?:{_MEASURES})",
        ("共安装了2025个传感器。", "服务监听2049端口。", "共有1999条记录。", "采购12台2000型设备。", "卖出 2010 台。"),
        ("2025年个人信息保护审计。", "自2019年起。"),
    ),
    Guard(
        "zh.not-year-before",
        "four digits run on into a word that is said of no year",
        rf"[0-9](?<![0-9.:/-].)(?<![{_BEFORE_YEAR}].)(?<![{_BEFORE_YEAR}]\s.)[0-9]{{3}}\s?(?=[{_HAN}])(?![{_AFTER_YEAR}])",
        ("会议室2025留给代表团使用。", "型号 2024 已停产。"),
        ("发布于2024年。", "2019至2021年。", "自2019以来。"),
    ),
    Guard(
        "zh.not-year-after",
        "four digits run on from a word that brings no date",
        rf"[{_HAN}](?<![{_BEFORE_YEAR}期间份度])(?<!年份为)(?<!年份是)\s?[0-9]{{4}}(?![0-9])(?!\s?[年/.-])(?!\s?[至到~—])",
        ("总机分机号为1945，请勿外传。", "邮编2010。"),
        ("始于2019。", "攻击始于2019年。", "成立年份为1998。"),
    ),
    Guard(
        "zh.not-compact",
        "eight digits inside a sentence that no word for a date brings",
        rf"[{_HAN}](?<![{_BEFORE_DAY}])\s?(?:19|20)[0-9]{{6}}(?![0-9])(?=\s?[{_HAN}])",
        ("散列值以20240305开头。", "工单20240305已关闭。"),
        ("更新日期20240305。", "20240305发布。"),
    ),
    Guard(
        "zh.not-version",
        "dotted numbers before or after a word for a version are no date",
        r"(?:[0-9](?<![0-9.].)[0-9]{0,3}(?:\.[0-9]{1,5}){1,4}\s?(?:版|系列|固件|补丁包|更新包)"
        r"|(?:版本|固件|补丁|内核)(?:号|为|是|:|\s|升级至|升级到|更新至|更新到|至|到|从){0,3}\s?[0-9][0-9.-]{2,20}+(?!\s?[年月日/]))",
        ("苇渡VPN 2020.1.3版本改进了日志。", "固件2021.3.5有漏洞。", "版本号为2022.10.1。"),
        ("版本更新至2025年3月5日。", "2020.1.3 发布。"),
    ),
    Guard(
        "zh.not-number",
        "what follows a word for an identifier is one",
        r"(?:编号|序列号|分机|端口|房间|房号|工号|单号|尾号|代码|邮编|区号|电话|航班|车次|错误码|序号|货号|批号|文号)"
        r"(?:号|为|是|:|\s){0,3}[A-Za-z]{0,6}[-#]?[0-9][0-9A-Za-z.-]{2,24}+(?!\s?[年月日/])",
        ("零件编号为AB-2024-07，两种外壳通用。", "端口2049。", "批号20240305。"),
        ("编号于2024年3月发布。",),
    ),
    Guard(
        "zh.not-season",
        "the season of a sport runs over two years",
        r"(?:19|20)[0-9]{2}\s?[-/]\s?[0-9]{2}\s?(?:赛季|学年)",
        ("2008-09 赛季是第 37 个赛季。",),
        ("2008-09 发布。",),
    ),
    Guard(
        "zh.not-month",
        "there is no thirteenth month",
        r"(?:1[3-9]|[2-9][0-9])\s?月\s?[0-9]{1,2}\s?[日号]",
        ("13月1日。",),
        ("12月1日。",),
    ),
    Guard(
        "zh.not-score",
        "a score or a ratio is no clock time",
        r"(?:比分|比数|比例|配比|以|按)(?:为|是)?\s?[0-9]{1,3}\s?:\s?[0-9]{1,3}(?![0-9:])",
        ("比赛以3:12结束。", "比例为1:30。"),
        ("会议于3月5日3:12结束。",),
    ),
    Guard(
        "zh.not-before-christ",
        "years before the common era are outside the calendar",
        r"公元前\s?(?:[0-9]{1,4}|[一二三四五六七八九十百零〇]{1,6})\s?(?:年|世纪)",
        ("公元前221年统一。",),
    ),
    Guard(
        "zh.not-word",
        "a word for a day, a week or a month inside a longer word",
        r"[前后双单多全两第各主副](?:[一二三四五六七八九十0-9]{1,2})?天线(?!路|上|下)|后天(?:性|因素|环境|努力|形成|发育|免疫|习得|培养|养成)"
        r"|明天(?:系(?!统|列|上|好|因|由)|控股|会更好)|今日(?:头条|说法|俄罗斯|美国)|明日(?:方舟|香波|之星|黄花)|昨日(?:重现|之子)"
        r"|五月天|四月天|七日谈|百日咳|一日(?:三餐|游|之计|千里|不见)|十年一日|不可同日而语|(?:总)?有(?:那么)?一天|某一?天|一天到晚"
        r"|三天两头|一年到头|一时(?=[疏无难不兴冲糊没大找])|[二两三四五六七八九]周岁|多年生|一年生|两点一线|千年虫|同日而语|今后天天",
        (
            "前天线的增益不足。",
            "第二天线架设在楼顶。",
            "一日三餐按标准供应。",
            "明天系资金链断裂。",
            "总有一天会好。",
            "后天性耳聋。",
        ),
        ("前天线路中断。", "明天系统升级。", "第二年有一天停机，昨天恢复。"),
    ),
    Guard(
        "zh.not-points",
        "一点 as a little, 三点 as three points",
        r"一点(?=消息|进展|问题|事|东西|办法|意思|不|没|小|影响|变化|反应|线索|关系)"
        r"|[一二三四五六七八九两](?:点(?=建议|意见|要求|原因|说明|内容|结论|共识|启示|区别|理由|措施|注意|变化))",
        ("一点消息也没有。", "他提了三点建议。"),
        ("今天一点消息也没有。", "明天一点开会。"),
    ),
    Guard(
        "zh.not-decimal",
        "点 as the point of a number",
        r"零点[一二三四五六七八九](?![分刻十])"
        r"|[一二三四五六七八九十百](?:点[零一二三四五六七八九]{1,3}(?=[个倍万亿秒米克元度吨成折级版%]|公里|小时|分钟|百分))",
        ("误差为零点五。", "达到三点五亿。", "升至七点二级。"),
        ("零点五分开始。", "今天三点五分开会。"),
    ),
    Guard(
        "zh.not-surname",
        "周 as a surname",
        rf"(?:{_TITLES}|姓名|名叫|名为)[:\s]?周[{WEEKDAY}](?![{_AFTER_WEEKDAY}])[{_HAN}]"
        rf"|[由与和对叫向给请让据跟]周[{WEEKDAY}](?=[{_GIVEN}])"
        rf"|周[{WEEKDAY}](?![他她它我你您谁{_AFTER_WEEKDAY}])[{_HAN}](?:表示|说|认为|指出|介绍|告诉|先生|女士|博士|教授|老师|同志|经理|主任|院长|总裁)",
        ("会议纪要由周一鸣整理。", "记者周三平报道。", "周五凡说补丁无效。"),
        ("由周一改到周二。", "周三他说补丁无效。", "联系人周五早上离开。"),
    ),
    Guard(
        "zh.not-given-name",
        "国庆 as a given name, 五一 as a square or a road",
        r"[李王张刘陈杨赵吴周徐孙马朱胡郭何高林罗郑梁宋谢韩唐冯于董程曹袁邓许沈曾彭吕苏卢蒋蔡贾丁魏薛叶]国庆"
        r"(?![节假期长前后当黄日大阅双])|五一(?:广场|路|大道|街|村|镇)",
        ("李国庆表示支持。", "公司位于五一广场。"),
        ("迎国庆活动。",),
    ),
    Guard(
        "zh.not-name",
        "a time as somebody's or something's name",
        rf"[\"“「『‘'](?:{_NAMED})[^\"”」』’'，。；！？\n]{{0,6}}[{_NAME_ENDS}][\"”」』’']"
        r"|《[^》0-9\n]{0,12}(?:今|明|昨|前|后)[天日年][^》0-9\n]{0,12}》"
        rf"|(?:名叫|名为|名字叫|员叫|人称)(?:{_NAMED})"
        r"|[一二三四五六七八九十]月(?:花店|书店|书屋|咖啡|茶馆|餐厅|酒吧|酒馆|小馆|影业|传媒|文化|科技)",
        ("这家店叫“明天书屋”，主营旧书。", "三月花店的老板姓周，店员叫五月。", "电影《明天之后》上映。"),
        ("他说“明天开会”。", "三月，花店开业。", "《2025年度报告》已发布。"),
    ),
)
"""Every kind of look-alike; a row more is a kind more."""

ANY = re.compile("|".join(f"(?:{guard.pattern})" for guard in GUARDS))
"""All guards in one pattern."""
