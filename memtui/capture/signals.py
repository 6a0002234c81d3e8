"""The words that deny, doubt, plan, request or give reasons, in the languages that are checked.

Read by `support`. English and German words stand between word boundaries, Chinese and Japanese ones
anywhere. A word that only looks like one of them is listed in `_NOT_MEANT` and passed over.
"""

import re
from collections.abc import Iterator


class Signal:
    """Words of one kind. A text with hiragana is searched for the Japanese ones, any other for the Chinese.

    `会` is what will be in Chinese and a meeting in Japanese.
    """

    def __init__(self, latin: str, chinese: str, japanese: str) -> None:
        self._plain = re.compile(rf"\b(?:{latin})\b|(?:{chinese})", re.IGNORECASE)
        self._japanese = re.compile(rf"\b(?:{latin})\b|(?:{japanese})", re.IGNORECASE)

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first of them, or None."""
        return self._of(text).search(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Yield each of them."""
        return self._of(text).finditer(text)

    def _of(self, text: str) -> re.Pattern[str]:
        return self._japanese if _HIRAGANA.search(text) else self._plain


_HIRAGANA = re.compile(r"[\u3041-\u3096]")


NOT_MEANT = Signal(
    r"(?:no|not) (?:more|less|fewer|longer|earlier|later|sooner) than|"
    r"nicht (?:früher|später|eher) als|"
    r"nicht (?:mehr|weniger|länger) als(?=\s+(?:\d|ein|zwei|drei|vier|fünf|sechs|zehn))|"
    r"(?:nobody|no one|"
    r"none|nothing|never) could|konnte\w* niemand|niemand konnte|not only|not just|"
    r"never forget|(?:don['’]t|do not) (?:forget|worry|let)|not alone|(?:can['’]t|cannot) (?:wait|"
    r"believe|help)|never let\w*|no problem|\w+n[\'’]t (?:it|i|we|you|they|he|she)(?=[?.!,])|nicht nur|"
    r"could(?: not|n['’]t)|no matter|no longer than|not least|why not|nothing but|whether or not|ob nicht|"
    r"mid-may|in may|(?<=\d )may|may (?=\d)|since may|by may|may (?:not|only)(?= )(?!be)",
    r"不超过|不多于|不少于|不同|不仅|不僅|不但|不过|不過|不错|不久|不断|不管|不少|不如说|非常|"
    r"未来|未來|无论|无线|特别|別|"
    r"别人|分别|差不多|会议|社会|协会|协會|组合|开会",
    r"超えない|なければなら(?:ない|ません|ず)|なくては(?:なら|いけ)(?:ない|ません)|ないといけ(?:ない|ません)|"
    r"に違いない|"
    r"ないと(?=自|、|、)|だけでなく|のみならず|少なくない|(?<=かもしれ)(?:ない|ません)|特別|別",
)
"""What holds one of the words below without saying what it says."""

NEGATION = Signal(
    r"not|no|never|none|nobody|nothing|nowhere|neither|nor|cannot|without|non(?=-)|"
    r"\w+n['’]t|cant|wont|dont|nicht|nichts|kein\w*|nie|niemals|niemand\w*|nirgend\w*|weder|ohne",
    r"不|没|沒|无|無|未|别|勿|非",
    r"不(?!具合|思議|動産|安|便|満)|無(?!料|線|理|事)|未(?!来)|非(?!常)|ない|ません|なかっ|[でじ][はゃ]なく|なく(?=て|、|，|な)|ず(?=に|、|，|。|$)|ぬ(?=。|$)",
)
REVERSAL = Signal(
    r"wrong\w*|mistak\w*|erroneous\w*|fälschlich\w*|irrtümlich\w*|"
    r"stop\w*|g[ia]v(?:e|es|ing|en)? up|too|hard|difficult|zu (?:schwer|spät)|aufgegeben|drop\w*|"
    r"reject\w*|refus\w*|declin\w*|den(?:y|ies|ied)|forbid\w*|forbade|prohibit\w*|"
    r"avoid\w*|lack\w*|"
    r"los(?:e|es|ing|t)|fail\w*|miss(?:es|ed|ing)?|remov\w*|exclud\w*|except\w*|instead|rather|only|"
    r"disab\w*|against|"
    r"end(?:s|ed)?|withdr\w+|cancel\w*|skip\w*|bypass\w*|escap\w*|block\w*|prevent\w*|unable|impossible|"
    r"dislik\w*|hat(?:e|es|ed)|"
    r"open|undecided|unclear|unlike|until|before|less|fewer|under|below|at most|more than|over|free of|"
    r"away|abandon\w*|"
    r"deprecat\w*|dis(?:trust|agre|approv)\w*|miss(?:trau|fäll)\w*|tolerat\w*|unnoticed|un\w{4,}|in(?:valid|correct|complete|compatible|effective|"
    r"sufficient)|im(?:possible|proper)|"
    r"manual\w*|disappear\w*|banned|bans?|retired|zu spät|verbot\w*|verbiet\w*|untersag\w*|"
    r"lehn\w*|abgelehnt|verzicht\w*|"
    r"vermeid\w*|fehl\w*|gegen|nur|offen|aus(?:schl\w+|geschl\w+|läuft|gelaufen)|statt\w*|höchstens|"
    r"unter|gestrichen|entfällt|"
    r"ausfallen|fällt|geschlossen|un(?:ver|zu|voll|mög|be|ge)\w+|zu|außer|ab|lieber|endet|wegfall\w*|"
    r"gestoppt|abgesagt|weniger|erst",
    r"禁|太|难|避免|避|拒绝|拒|放弃|停|取消|缺|除|而不是|只|仅|失败|过敏|尚|暂|宁|静音|绕过|退出|丢|丢失|坏|"
    r"错|反对|才",
    r"禁|諦め|すぎ|やめ|辞退|中止|不可|のみ|だけ|以内|以下|以外|なし|除|外|見送|失|落|嫌|苦手|消え|無く|"
    r"切れ|"
    r"より|過敏|アレルギー|外した|てから|てはじめて",
)
"""What denies in other words: a statement with one of these is not taken for one that affirms, or the
reverse."""

REFUSAL = Signal(
    r"reject\w*|refus\w*|forbid\w*|forbade|forbidden|prohibit\w*|avoid\w*|bann?ed|"
    r"give\w* up|gave up|stop\w*|"
    r"no longer|out of|suspend\w*|cancel\w*|ablehn\w*|abgelehnt|"
    r"lehn\w+ .{0,40}ab|verzicht\w*|verbot\w*|verbiet\w*|"
    r"untersag\w*|gestrichen|vermeid\w*|entfällt|abgesagt|eingestellt|weiger\w*",
    r"禁止|拒绝|放弃|取消|避免|停用|停止|下架|砍掉|不再|否决|戒",
    r"禁止|やめ|断|見送|拒否|中止|諦め|控え|だめ|避け|なくな",
)
"""What says a no without denying."""

_DOUBTING = (
    r"might|may|maybe|perhaps|possibly|could|consider(?:s|ing)|thinking (?:about|of)|looking (?:at|"
    r"into)|propos\w+|suggest\w*|"
    r"undecided|whether|unclear|unsure|not (?:yet )?(?:been )?decided|nothing is decided|toying|"
    r"evaluating|still open|is open|"
    r"vielleicht|eventuell|womöglich|möglicherweise|könnte\w*|überleg\w+|erwäg\w+|schl(?:ägt|agen|ug|"
    r"ugen)\b.*\bvor|"
    r"vorgeschlagen|ob|offen|unklar|nicht entschieden|entschieden ist nichts|"
    r"probably|likely|suspect\w*|seems?|appears? to|wahrscheinlich|vermutlich|voraussichtlich|wohl|vermut\w+",
    r"似乎|好像|怀疑|可能|也许|或许|考虑|大概|建议|讨论|没有?决定|未定|尚未(?:决定|确定)|没有?定|是否|要不要",
    r"かもしれ|検討|たぶん|おそらく|だろう|でしょう|未定|議論中|決まっていない|決めていない|か否か|提案|疑わ|疑って|らしい|ようだ",
)
DOUBT = Signal(*_DOUBTING)
"""What a text says without being sure of it."""
HEDGED = Signal(
    _DOUBTING[0] + r"|"
    r"expect\w*|estimat\w*|anticipat\w*|vermutlich|voraussichtlich|wohl|possib\w+|consider\w*|think\w*|"
    r"thought|looks? (?:at|into)|explor\w+|recommend\w*|option\w*|open|"
    r"interest\w*|seek\w*|"
    r"believ\w+|hop(?:e|es|ing)|advi\w+|would|wants?|ask\w*|question\w*|encourag\w*|invit\w*|idea|"
    r"plan\w*|unlikely|likely|"
    r"probab\w+|suspect\w*|optional\w*|seem\w*|express\w*|wonder\w*|curious|doubt\w*|"
    r"earliest|frühestens|möglich\w*|erwog\w*|vorschl\w+|ungewiss|wahrscheinlich|prüf\w+|denkt|"
    r"nicht (?:fest|sicher)|"
    r"keine entscheidung|"
    r"eine entscheidung gibt es nicht|bitte[nt]?|request\w*|idee|plant|möchte\w*|"
    r"will(?= (?:der|die|das|den|dem|ein\w*|kein\w*|sich|uns|ihn|ihr|sie|es|er|nicht|auch|mit|nach|zu|"
    r"auf|für|von|vielleicht)\b)|"
    r"soll\w*|frag\w*",
    _DOUBTING[1]
    + r"|请求|要求|主张|提议|提出|劝|不敢"
    + r"|最早|预计|估计|预期|見込|見通し|可能|也许|或许|考虑|大概|建议|讨论|"
    r"决定。?$|未定|尚未|没有?定|是否|疑|"
    r"想|计划|打算|认为",
    _DOUBTING[2] + r"|求め|頼|勧め|早くとも|言(?=った|い出し)|そうだ|可能性|たぶん|"
    r"おそらく|だろう|でしょう|未定|議論中|決まっていない|決めていない|"
    r"か否か|提案|予想|予定|計画|たい",
)
"""What a statement may say instead."""
MAY_BE_ALLOWED = re.compile(
    r"\b(?:allow\w*|permit\w*|can|cannot|anyone|everyone|forbid\w*|prohibit\w*|darf|dürfen)\b", re.IGNORECASE
)
"""What a `may` may also mean."""
PLANNED = Signal(
    r"will|['’]ll|going to|gonna|plan(?:s|ned|ning)?|expects?|expected|due|"
    r"next (?:visit|time)|rechne\w* .{0,60}mit|erwarte\w*|intend\w*|aim\w*|schedul\w+|wants?|would|wish\w*|"
    r"hop(?:e|es|ing)|"
    r"should|must|ought|needs? to|ha(?:s|ve) to|to be|once|offer\w*|by (?:\w+day|the|next)|please|"
    r"wird|werden|soll(?:en|te|ten)?|will|wollen|möchte\w*|plan(?:t|en)|geplant|beabsichtig\w*|"
    r"vor(?:haben|hat)|ha(?:t|be|ben) vor|"
    r"(?:ab|an|auf|aus|bei|ein|fest|her|hin|mit|nach|um|vor|weg|zurück)zu\w+en|muss|müssen|"
    r"bis|bitte|zugesagt|stellt|kommend\w*",
    r"将|要|打算|预计|下次|计划|准备|想|应该|应|必须|需要|请|等|后再|宁愿|之前",
    r"予定|つもり|見込み|次回|計画|べき|たい|必要|までに|提示|しよう|ください|こと(?=。|$)|考え(?:ます|る)|移す|する(?=。|$)",
)
DONE = re.compile(
    r"\balready\b|\b(?:hat|haben|hatte\w*|wurde\w*|bereits|schon)\b|\bist\b.*\b\w*ge\w+(?:t|en)\b|"
    r"\bworden\b|\bsind\b.*\b\w*ge\w+(?:t|en)\b|已|了(?!解)|过了|完成|目前正在|(?:した|った|んだ|いた|えた|けた|げた|せた|れた|ました|きた|ている|"
    r"ています|済み)(?=[。．.、，]|が|ので|ため|$)",
    re.IGNORECASE,
)
"""Words that show that something has happened; English shows it by verb endings instead."""
CONDITION = re.compile(
    r"\b(?:if|unless|provided that|in case|falls|sofern|wenn)\b(?P<after>[^,.;，。]{1,200})"
    r"|(?:如果|若|要是)(?P<zh>[^,，。]{1,60})|(?P<ja>[^,，。、]{1,40}?)(?:たら|れば|場合)",
    re.IGNORECASE,
)
"""A condition; its content is in the group that matched."""
CONDITIONAL = Signal(
    r"if|unless|falls|wenn|sofern|wer|whoever",
    r"如果|若|要是|除非|的话",
    r"ないと|なければ|たら|れば|場合|には",
)
"""Beside a denial, makes it a condition."""
REASON = Signal(
    r"because|since|so(?! (?:that|far|much|many|called))|therefore|thus|hence|which means|meaning that|"
    r"as a result|consequently|"
    r"due to|owing to|in order to|that is why|leading to|resulting in|causing|so that|"
    r"weil|da(?= (?:der|die|das|er|sie|es|wir|sonst|kein))|deshalb|daher|darum|deswegen|folglich|somit|"
    r"denn|wegen|damit|aufgrund|sodass",
    r"因为|因為|所以|因此|由于|从而|導致|导致|以便|于是",
    r"よって|したがって|そのため|だからである|からだ",
)
REASON_BEFORE = re.compile(r"ため|ので|から(?=[、，]|である|だ)")
"""The same words, where the reason comes first."""
FORMER = re.compile(
    r"\b(?:instead of|rather than|before it (?:was|took)|previously|formerly|used to|from|was|were|"
    r"down from|up from|statt|anstatt|"
    r"früher(?: waren es)?|vorher|zuvor|von|war(?:en)?|before|took|dropped|fell|rose)\b|从|由|以前|原来|"
    r"から|より|以前は",
    re.IGNORECASE,
)
"""Words before a value that no longer holds."""
PRONOUN = re.compile(
    r"\b(?:i|we|my|our|me|us|he|she|they|it|his|her|their|him|them|this|that|these|who|everyone|"
    r"ich|wir|mein\w*|unser\w*|mich|mir|uns|er|sie|es|ihr\w*|sein\w*|man)\b|我|我们|她|他|它|他们|她们|"
    r"私|僕|俺|彼|彼女|それ",
    re.IGNORECASE,
)
FIRST_PERSON = re.compile(r"\b(?:i|my|me|i['’]m|ich|mein\w*|mich|mir)\b|我(?!们)|私|僕|俺", re.IGNORECASE)
TURNS = re.compile(
    r"\b(?:over|than|instead of|rather than|unlike|statt|anstatt|als|lieber)\b|而不是|比|より|不喜欢",
    re.IGNORECASE,
)
"""Words between two things whose places must not be swapped: `rather than`."""
SECOND_PERSON = re.compile(
    r"\b(?:you|your|yours|dein\w*|dich|dir|du|ihnen|ihr)\b|你|您|あなた", re.IGNORECASE
)
