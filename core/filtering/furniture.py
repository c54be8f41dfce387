"""The furniture of pages and talks: menus, banners, page numbers, openings and closings that carry no statement."""

import re

from core.filtering.rule import FilterRule, Screened, found
from core.filtering.view import View

_MENU_WORDS = re.compile(
    r"\b(?:home|about(?: us)?|contact(?: us)?|support|products?|log ?in|sign ?(?:in|up)|search|menu|news|blog|"
    r"shares?|print|accept|decline|reject|"
    r"allow|deny|next|previous|back|top|faqs?|help|careers|privacy|terms|sitemap|archive|rss|subscribe|services?|"
    r"docs|documentation|pricing|"
    r"downloads?|tweet|facebook|twitter|linkedin|e-?mail|copy link|register|account|cart|settings|english|language)\b|"
    "首页|主页|关于|联系|产品|服务|登录|注册|搜索|菜单|新闻|博客|分享|打印|接受|拒绝|同意|上一篇|下一篇|返回|顶部|"
    "帮助|隐私|条款|收藏|评论|点赞|微博|微信|邮件|下载|"
    "订阅|专题|栏目|导航|更多|繁体|简体",
    re.ASCII,
)
_MENU_PARTS = re.compile(r" ?[|»›>·•/] ?|[:：] ?")
_MENU_SIGN = re.compile(r"[|»›>·•]| / ")
_LONGEST_MENU_PART = 24
_MOST_MENU_CHARS = 200
_MOST_LABEL_WORDS = 3
_LONG_HAN = re.compile("[\u4e00-\u9fff]{7}")


def _menu(view: View) -> bool:
    """Return whether a line is a row of short labels, mostly those of menus and buttons."""
    lower = view.lower
    if len(lower) > _MOST_MENU_CHARS or lower.startswith("|") or not _MENU_SIGN.search(lower):
        return False
    parts = [part.strip(" .。") for part in _MENU_PARTS.split(lower) if part.strip(" .。")]
    if len(parts) < 2 or max(map(len, parts)) > _LONGEST_MENU_PART:
        return False
    labels = (part for part in parts if len(part.split()) <= _MOST_LABEL_WORDS and not _LONG_HAN.search(part))
    return sum(_MENU_WORDS.search(part) is not None for part in labels) * 2 >= len(parts)


FURNITURE_RULES: tuple[FilterRule, ...] = (
    FilterRule(
        id="doc-menu",
        reason="navigation",
        language="any",
        scope="document",
        test=Screened(_MENU_SIGN.pattern, _menu),
        why="A row of labels leads somewhere and says nothing.",
        hits=("Home | Products | Contact", "分享到：微博 | 邮件", "接受 | 拒绝", "Home » News » Archive"),
        keeps=("Kelp | Heron | 3 May", "CVE-2031-1 | critical | fixed in 4.2",
        "2031年5月3日 | 海带公司关停两台上传服务器"),
    ),
    FilterRule(
        id="doc-banner",
        reason="navigation",
        language="en",
        scope="document",
        test=found(
            r"\b(?:accept|allow|decline|reject|manage)(?: all| our| the| necessary)? cookies?\b|^(?:we|this (?:site|"
            r"website|page)) uses? cookies\b|\bcookie (?:settings|preferences|consent|notice)\b"
            r"|^(?:advertisement|sponsored(?: content| post)?|promoted|ad|ads by .{1,30}|loading|please wait|skip "
            r"to (?:main )?content|back to top|read more|show (?:more|less|all)|load more|continue reading|view all|"
            r"share(?: this)?(?: (?:article|page|post|story))?(?: (?:on|via|to) .{1,40})?|print(?: this)?(?: page)?|"
            r"tweet|copy link|next(?: page)?|previous(?: page)?|scroll (?:down|up)(?: (?:for|to) .{1,30})?|swipe "
            r".{1,30}|tap .{1,30}|comments?(?: \(?\d+\)?)?)[.…! ]*$"
            r"|^(?:related|recommended|popular|latest|similar|more|recent) (?:articles?|posts?|stories|news|reading|"
            r"content|topics?)[.:]?$|^(?:introduction|executive summary|overview|background|summary|conclusion|"
            r"methodology|key findings|about (?:us|the author)|foreword|preface|abstract|glossary)[.:]?$|"
            r"^(?:appendix|chapter|section|part|annex) (?:[a-z]|[ivx]{1,4}|\d{1,2})(?:[:.] ?[a-z ]{2,40})?$|^follow "
            r"@|^(?:report|document) (?:number|id|no\.?|version): .{1,40}$|^(?:classification|distribution|prepared "
            r"by|reviewed by|isbn|doi):? .{1,60}$(?<=[^.!?])"
            r"|^(?:photo|image|picture|credit|source|photograph|illustration|tags?|topics?|"
            r"filed under|categor(?:y|ies)|keywords)(?: by| credit)?: .{1,60}$"
            r"|^page \d{1,4}(?: (?:of|/) \d{1,4})?[.]?$|^\d{1,4} ?(?:/|of) ?\d{1,4}$|\bto continue reading\b|"
            r"\benable javascript\b|\bhas been optimi[sz]ed for\b|^(?:reading time|min read|\d{1,3} min(?:ute)?s? "
            r"read)\b"
        ),
        why="Banners, buttons and page numbers belong to the page.",
        hits=("Accept all cookies to continue.", "Advertisement", "Page 3 of 12", "Share this article on LinkedIn"),
        keeps=("The stealer takes cookies from browsers.", "Kelp printed the keys.",
        "The advertisement cost 3 million."),
    ),
    FilterRule(
        id="doc-passage-turn",
        reason="navigation",
        language="en",
        scope="document",
        test=found(
            r"^(?:so,? |now,? |but |and |with that,? )?(?:let us|let's|we(?: will|'ll| shall| can)?(?: now)?|in "
            r"(?:this|the next) (?:section|chapter|part|post|article),? we(?: will|'ll)?) (?:now |first |next |"
            r"briefly |also )?"
            r"(?:take (?:a )?(?:closer |quick |deeper )?look|turn (?:back )?to|move on|dive (?:in|deeper|into)|have "
            r"a (?:closer )?look|look (?:at|into|closer)|see (?:how|why|what|whether)|begin|start|recap|"
            r"summari[sz]e|conclude|explore|walk through|go through|discuss|examine|return to|find out)\b"
            r"|^the (?:next|following|previous|last|remaining|rest of the) (?:sections?|chapters?|parts?|"
            r"paragraphs?|pages?|posts?|articles?)\b.{0,40}?\b(?:describes?|explains?|covers?|deals?|lists?|shows?|"
            r"discusse?s?|looks?|gives?|presents?|details?|outlines?|summari[sz]es?|provides?|will|can)\b"
            r"|^(?:this|that) (?:is|was|concludes|wraps up|brings us to)(?: all| it| the end)?(?: for| of)? "
            r"?(?:this|our|today's|the) (?:issue|edition|week|month|episode|newsletter|post|article|series|section|"
            r"report)\b|^that(?:'s| is) (?:all|it)\b.{0,40}$"
            r"|^(?:but )?(?:more (?:on|about) (?:this|that)|read on|stay tuned|watch this space|to be continued|so "
            r"(?:far,? so good|much for))\b.{0,40}$|\b(?:full|complete) (?:list|table|results?|details?) (?:is|are|"
            r"can be found|see) (?:in|on|below|at)\b.{0,40}$"
        ),
        why="A turn from one passage to the next holds nothing of either.",
        hits=("Let us take a closer look.", "The next section describes the loader.", "That is all for this week."),
        keeps=("The next section of the pipeline opens in May.", "We see 300 hosts in Oslo.",
        "Kelp will look at the bids in May."),
    ),
    FilterRule(
        id="doc-commonplace",
        reason="boilerplate",
        language="en",
        scope="document",
        test=found(
            r"\bas (?:the|they|the old) (?:saying|proverb|adage) (?:goes|has it)\b|^as (?:they|we all) (?:say|"
            r"know)\b|\bbetter safe than sorry\b|\btime will tell\b|\bonly time\b.{0,12}$|^needless to say[.!]?$|"
            r"^it (?:remains to be seen|goes without saying)\b.{0,30}$"
            r"|^terms and conditions apply\b|^all times (?:are|shown)\b"
            r"|^(?:all )?(?:users?|readers?|everyone|customers?|residents|the public) (?:is|are) (?:advised|urged"
            r"|reminded|encouraged|asked) to (?:stay|remain|be|exercise)\b.{0,30}$"
            r"|^(?:investments?|markets?|shares?|prices|the value of (?:investments?|shares)|capital|trading) "
            r"(?:can|may|might|could) (?:also )?(?:lose|fall|go down|fluctuate|rise and fall|go up and down|involve|"
            r"go down as well)\b.{0,60}$|\bcapital is at risk\b|^(?:investing|trading) (?:involves|carries) risks?\b"
            r"|^(?:security|safety|privacy|trust|your (?:security|privacy)) (?:is|remains) (?:our|everyone's|a "
            r"shared|a journey|key|paramount|important)\b|^(?:cyber ?)?threats? (?:are|is) (?:constantly |always |"
            r"ever )?(?:evolving|changing|growing)\b.{0,20}$"
            r"|^(?:we|our team) (?:take|takes) (?:your )?(?:security|privacy|this)\b.{0,20}\bseriously\b|^(?:stay|"
            r"be|keep) (?:safe|vigilant|alert|careful|calm)\b.{0,20}$"
        ),
        why="What everybody knows was known before the report.",
        hits=("As the saying goes, trust but verify.", "Investments can lose value.", "We take security seriously."),
        keeps=("Shares of Kelp can fall no more than 10% a day.", "The market may lose its licence in Oslo."),
    ),
    FilterRule(
        id="doc-zh-banner",
        reason="navigation",
        language="zh",
        scope="document",
        test=found(
            r"^(?:广告|推广|赞助|加载中|载入中|请稍候|阅读全文|展开全文|查看更多|查看全部|更多内容|继续阅读|"
            r"返回(?:顶部|首页|列表)|回到顶部|上一页|下一页|点赞|收藏|评论|转发|分享|打印(?:本页)?|扫一扫|"
            r"微信扫一扫|正文|导航|责任编辑.{0,12}|编辑[:：].{0,12}|来源[:：].{0,20}|阅读(?:量|"
            r"数)?[:：]?\d*)[.。…!！]*$"
            r"|^(?:相关|推荐|热门|最新|更多|精选|延伸)(?:文章|阅读|新闻|资讯|推荐|内容|话题|报道|链接)[.。:：]?$|"
            r"^第[一二三四五六七八九十\d]{1,3}[章节部分篇](?:[ :：]?[^,，。]{0,12})?$|"
            r"^[一二三四五六七八九十]{1,2}、[^,，。]{2,8}$|^附[录件表] ?[a-z一二三四五六七八九十\d]{0,2}$|"
            r"^(?:网站地图|站点地图|版权声明|隐私政策|用户协议)$|icp备|公网安备|^(?:举报|投诉|服务|客服|"
            r"咨询)(?:电话|热线|邮箱)|^技术支持[:：]|^(?:数据来源|报告编号|文档编号|密级|编审|页码)[:：].{1,40}$|"
            r"^(?:图片?(?:来源|说明)?|供图|摄影|配图|插图|标签|关键词|分类|栏目)[:：].{1,40}$|^(?:登录|注册|付费|"
            r"订阅|关注)(?:后|即可|以)(?:查看|阅读|浏览|解锁|继续)|^(?:预计)?阅读(?:时间|时长|本文)|"
            r"^(?:最后)?更新(?:时间|日期|于)[:：]?\d"
            r"|^分享(?:到|至)|^第 ?[\d一二三四五六七八九十]{1,4} ?页(?:[,，]? ?共 ?[\d一二三四五六七八九十]{1,4} "
            r"?页)?[.。]?$|^共 ?\d{1,4} ?页"
            r"|^(?:向?[上下左右]滑|下拉|上拉|滑动|点击|轻触|长按|扫码|双击).{0,14}?(?:下载|查看|加载|展开|继续|浏览|"
            r"阅读|"
            r"更多|识别|关闭|返回|刷新|收起|保存)"
            r"|(?:本站|本网站|我们|用户)(?:将|会)?使用 ?cookie|(?:接受|同意|允许|管理)(?:所有|全部|必要)?的? "
            r"?cookie|(?:点击|选择)[\"'“]?(?:同意|接受|确定|允许)|(?:以|即可)继续(?:浏览|阅读|访问)",
        ),
        why="页面上的按钮、横幅和页码不是陈述。",
        hits=("广告", "第3页，共12页", "分享到朋友圈", "点击“同意”以继续浏览本站。", "下滑查看更多内容"),
        keeps=("该窃密木马读取浏览器的cookie。", "广告收入增长了8%。", "用户点击链接后木马开始下载。"),
    ),
    FilterRule(
        id="doc-zh-passage-turn",
        reason="navigation",
        language="zh",
        scope="document",
        test=found(
            r"^(?:下面|接下来|以下|那么|首先|最后|现在|本节|下一节|下文)?,?(?:我们|让我们|笔者|一起)?(?:就|再|先|将|"
            r"来|具体|一起|逐一|简单|重点){0,4}(?:来)?(?:看看|看一看|看一下|来看|谈谈|聊聊|说说|梳理一下|回顾一下|"
            r"总结一下|了解一下|分析一下|介绍一下)(?:吧|其|这|一些|几|具体|[.。!！]|$)"
            r"|^以上(?:就是|便是|即为|即是|为).{0,16}?(?:全部|内容|情况|介绍|总结|要点|分享)|^(?:本期|今天|本次|"
            r"本节|本文|这期)(?:的)?(?:内容|分享|介绍|播报|节目|通报)?(?:就)?(?:到(?:此|这里)|到这)"
            r"|^(?:下一?[节章]|下文|后文|本节|本章|上一?[节章])(?:将|会|主要|则|已)?(?:介绍|描述|说明|讨论|分析|"
            r"列出|给出|讲|阐述|解释|回顾)"
            r"|^(?:完整|详细|具体|全部|更多|其余|相关)?的?(?:清单|列表|名单|数据|结果|说明|内容|参数|指标|步骤|情况|"
            r"信息|版本|样本|明细)(?:请|可|详)*(?:见|参见|参阅|列于|列在|刊于)(?:表|图|附录|附件|附表|下|后|第|文末|"
            r"本|上|官网|官方)"
            r"|^(?:详|具体)见(?:表|图|附录|附件|下|后|第|文末)|^(?:未完待续|敬请期待|拭目以待|话不多说|言归正传|"
            r"众所周知)[,，.。!！]?$"
        ),
        why="承上启下的话没有内容。",
        hits=("下面具体来看。", "以上就是本期的全部内容。", "完整清单见附录二。", "接下来我们看看其影响。"),
        keeps=("下一节列车将于五月开通。", "以上三家公司均已停产。", "清单显示该公司有三台主机。"),
    ),
    FilterRule(
        id="doc-zh-commonplace",
        reason="boilerplate",
        language="zh",
        scope="document",
        test=found(
            r"^(?:俗话说|常言道|古人云|正所谓|有句话说|老话说)|(?:投资|入市|理财|市场)(?:者)?有(?:风险|波动)|(?:请|"
            r"需|应)(?:投资者)?(?:谨慎|理性)(?:决策|投资|操作|参与|判断|对待|消费)|^(?:让我们)?(?:拭目以待|"
            r"时间会证明一切|安全无小事)|^(?:网络)?安全(?:永远)?(?:是|需要)(?:每个人|我们共同|大家|一场)"
            r"|^(?:我们|用户|本公司|公司)(?:一直|始终|高度)?(?:高度)?重视(?:您的|用户的?|客户的?)?(?:隐私|安全|"
            r"信息安全|网络安全|体验|意见)(?:保护)?[,，.。]?|^温馨提示|^(?:请|建议|提醒)?(?:广大|各位|所有)?(?:用户|"
            r"市民|群众|网民|读者|单位|公众)?(?:应当?|需|务必|请)?(?:及时关注|密切关注|持续关注|提高警惕|保持警惕|"
            r"注意防范|加强防范|谨防上当|注意安全|提高安全意识|加强安全意识)[^,，。]{0,10}[.。!！]?$|"
            r"^感谢(?:您的)?(?:阅读|关注|支持|浏览)[.。!！]?$|^(?:如|若)(?:您)?(?:有|对)[^,，。]{0,10}(?:疑问|问题|"
            r"建议|异议),?请(?:联系|咨询|致电|反馈)"
        ),
        why="人人皆知的话不是报告的发现。",
        hits=("俗话说，小心驶得万年船。", "市场有波动，请谨慎决策。", "我们高度重视您的隐私。"),
        keeps=("该公司因投资失败亏损三亿元。", "法院认为银行未提示投资风险。"),
    ),
)  # fmt: skip
