"""Noise of Chinese documents: pointers, frames, licences and addresses."""

from core.filtering.rule import FilterRule, found_any

REPORT_RULES_ZH: tuple[FilterRule, ...] = (
    FilterRule(
        id="doc-zh-noise",
        reason="boilerplate",
        language="zh",
        scope="document",
        test=found_any(
            r"^(?:详情|更多信息|更多详情|更多内容)?(?:请|可)(?:参见|参阅|参考|访问|点击|查看|关注|扫描|扫码"
            r"|联系|拨打|咨询|持续关注)",
            r"(?:详情|更多信息|更多内容)(?:请|可|参)",
            r"如下(?:表|图|所示|：|:)?$|^(?:见|如)(?:下|上)?(?:表|图)|^(?:上一篇|下一篇|返回顶部|首页|目录"
            r"|相关阅读|推荐阅读|延伸阅读|参考链接|参考资料)",
            r"^本(?:报告|文|通告|公告|文档|节|章)(?:将|主要|旨在|仅|由|介绍|描述|列出|内容)",
        ),
        why="指引、框架句不陈述事实。",
        hits=("详情请参见官方公告。", "本报告仅供参考。"),
        keeps=("该组织参考了开源工具海带的代码。",),
    ),
    FilterRule(
        id="doc-zh-legal",
        reason="legal_notice",
        language="zh",
        scope="document",
        test=found_any(
            r"版权所有|免责声明|未经(?:书面|本公司|作者)?(?:许可|授权|同意)[^的，。]{0,8}(?:不得|禁止|严禁"
            r"|请勿)|不承担(?:任何|相关|法律)?(?:责任|法律)|保留(?:所有"
            r"|一切)?权利|仅供参考|转载(?:请|须)|最终解释权|^本(?:邮件|信息|消息)(?:及|和|"
            r"包括)?(?:其)?(?:附件)?.{0,6}(?:保密|机密|仅供收件人)"
        ),
        why="版权与免责文字与内容无关。",
        hits=("版权所有，未经许可不得转载。",),
        keeps=("版权监测平台泄露了两万条数据。", "未经授权的攻击者可以执行任意代码。"),
    ),
    FilterRule(
        id="doc-zh-contact",
        reason="contact",
        language="zh",
        scope="document",
        test=found_any(
            r"^(?:(?:媒体|新闻|商务|技术|市场|客户)?联系(?:电话|方式|我们|人|邮箱)|电话|邮箱|地址|传真|邮编|"
            r"客服热线)[:：]",
            r"(?:关注|扫码|扫描).{0,12}(?:公众号|二维码)",
        ),
        why="联系方式不是陈述。",
        hits=("联系电话：010-00000000", "关注我们的公众号"),
        keeps=("该木马每十分钟联系一次控制端。",),
    ),
)
