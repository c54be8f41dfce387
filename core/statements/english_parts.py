"""The parts that English sentence forms are made of: subject, value, noun of the slot, and the verbs between."""

S = r"(?P<s>[^,;:!?，；：！？。]{1,120}?)"
V = r"(?P<v>(?:[^,;!?，；！？。]|,(?=[0-9]{3})){1,120}?)"
K = r"(?P<k>[^,;:!?，；：！？。]{2,40}?)"
NAME = r"(?P<v>[A-Z\u00c0-\u024f\u3400-\u9fff@][^,;:!?，；：！？。]{0,60}?)"
NUM = (
    r"(?P<v>[-+]?[$€£¥]?[0-9][0-9,.]{0,20}(?: ?(?:%|percent|thousand|million|billion|trillion|万|亿|百万))?"
    r"(?: ?(?:USD|EUR|euros|dollars|元|美元))?)"
)
DATE = r"(?P<v>[^;:!?；：！？。]{3,40}?)"
VER = r"(?:[Vv]ersions? |release |v)?(?P<v>[0-9][0-9A-Za-z.\-]{0,30}(?: (?:and|or) (?:later|newer|above))?)"
LEVEL = r"(?P<v>[A-Za-z][A-Za-z ]{1,24}?)"
BE = r"(?:is|was|are|were|has been|have been|became|becomes|remains|will be)"
SET = (
    r"(?:(?:set|fixed|kept|held|left)(?: unchanged)? (?:to |at )|unchanged at |at |(?:raised|lowered|changed|increased"
    r"|reduced|cut|moved|corrected|revised|adjusted|upgraded|downgraded|updated|extended)"
    r"(?: from [^,;]{1,40}?)? to )?"
)
