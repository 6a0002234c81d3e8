"""Leftovers that are told by their words: boot text, thinking aloud, memories that were handed out.

A form is looked for only when a text has one of the words it needs, so an ordinary text costs one look at its
words. A form is either sure by itself, or a hint that counts when another is found beside it.
"""

import re
from dataclasses import dataclass

from memtui.review.leftovers.leftover import BOOT, REASONING, RECALL, TRIVIAL, Leftover

_START = r"(?:\A|(?<=[.!?:;] )|(?<=\n))[\"'“‘*_#>\s-]{0,6}"
BEGIN = r"\A[\"'“‘*_#>\s-]{0,6}"
_FILES = r"(?:agents|claude|gemini|soul|user|identity|heartbeat|boot|bootstrap|tools|memory)\.md"
_MORE = r"(?:first |now |also |probably |just |then |quickly )*"
_MATTER = (
    r"(?:the |this |these |their |what |whether |if |how |at |into |through |for |to |any |all )+(?:\w+ "
    r"){0,2}?"
    r"(?:code\w*|files?|tests?|errors?|repo\w*|requests?|question|user|conversation|text|transcript|logs?|"
    r"functions?|implementation|structure|existing|current|outputs?|instructions?|prompt|message|facts|"
    r"schema|"
    r"quer(?:y|ies)|docs?|changes?|diff|project|directory)\b"
)

_GENERAL = (
    _START
    + r"(?:the |this |an? |your )?(?:ai |personal |coding |main |digital |virtual |helpful )*(?:assistant|"
    r"agent|chatbot|bot)"
    r" (?!(?:has|had|was) (?:been |\w+ed\b))(?:must|should|shall|can|may|will|cannot|is|has|does|do|"
    r"\w+s)\b[^.!?\n]{0,120}"
    r"\b(?:system prompt|instructions?|sessions?|tools?|todos?|filler|concise|emoji|vibe|persona|group "
    r"chats?|workspace|"
    r"sandbox|approval|permission|heartbeat\w*|"
    + _FILES
    + r"|explicitly|unless asked|repl(?:y|ies)|respond\w*|answers|"
    r"knowledge cut\w*|continuity|chatbot|disclose|reveal|mention|commit changes|language model|"
    r"capabilities|transparent|"
    r"helpful|tone|instead of|bash|grep|webfetch|websearch|apply_patch|memory_search|todowrite|the "
    r"user(?:['’]s)?)\b"
)
_FORMS: tuple[tuple[str, str, float, str], ...] = (
    # -- what an agent is told at its start
    (
        BOOT,
        "you you're you’re",
        0.95,
        _START
        + r"you(?: are|['’]re) (?:now |currently )?(?:claude|codex|chatgpt|gemini|cursor|github copilot|"
        r"copilot|cline|aider|hermes|devin|windsurf|openclaw|goose|opencode)\b",
    ),
    (
        BOOT,
        "you you're you’re",
        0.95,
        _START + r"you(?: are|['’]re) (?:now |currently )?(?:\w+, )?(?:an?|the|my) (?:[\w/-]+,? ){0,6}?"
        r"(?:assistant|agent|subagent|chatbot|language model|llm|ai|copilot|pair programmer|bot|"
        r"(?:software )?engineer|developer|expert|interactive cli tool)\b",
    ),
    (BOOT, "you", 0.9, _START + r"[Yy]ou(?: are|['’]re) [A-Z][\w-]+, (?:an?|the|your) "),
    (
        BOOT,
        "access",
        0.9,
        r"\byou (?:will )?have (?:been given )?access to (?:the following|an? (?:set|number|variety|wide "
        r"range) of|"
        r"these|several|various|(?:\w+ ){0,2}tools?\b)",
    ),
    (
        BOOT,
        "you",
        0.9,
        _START
        + r"you (?:are (?:running|operating|working) (?:in|as|on|inside|within|under|with)|have a persistent|"
        r"can (?:call|use|invoke) (?:the following|these) (?:tools|functions)|are (?:equipped|provided) with|"
        r"are (?:powered|backed) by|have been (?:instructed|configured|asked|invoked|spawned))\b",
    ),
    (
        BOOT,
        "your",
        0.85,
        _START
        + r"your (?:(?:main |primary |core |only )?(?:role|task|job|goal|purpose|mission) (?:here )?is\b|"
        r"name is\b|"
        r"(?:responses?|answers?|replies|output) (?:should|must|will)\b|knowledge cut|system prompt|"
        r"instructions (?:are|say)\b|capabilities|available tools|memory (?:directory|folder|file|bank|is "
        r"stored))",
    ),
    (
        BOOT,
        "you",
        0.5,
        r"\byou (?:must|should|may|can|will|need to|are (?:required|expected|not allowed|allowed|encouraged|"
        r"free) "
        r"to) (?:always|never|not|only|proactively|be (?:concise|direct|helpful)|minimi[sz]e|answer|respond|"
        r"reply|refuse|avoid|use (?:the|this|these|your)|call|invoke|follow|keep (?:going|your)|update|save|"
        r"plan|continue)\b",
    ),
    (BOOT, "you", 0.5, r"\b(?:do not|don['’]t|never) (?:\w+ ){1,8}unless (?:you|the user|explicitly)\b"),
    (
        BOOT,
        "your",
        0.5,
        r"\b(?:keep|make|limit|format|structure|in) your (?:responses?|answers?|replies|output)\b",
    ),
    (
        BOOT,
        "tool",
        0.85,
        r"\b(?:use|using|call|calling|prefer|invoke|via) the `?(?:bash|read|edit|write|multiedit|grep|glob|"
        r"ls|task|"
        r"webfetch|websearch|web_search|todowrite|todo_write|notebookedit|apply_patch|update_plan|"
        r"exec_command|"
        r"run_terminal_cmd|read_file|edit_file|write_file|execute_command|exitplanmode)`? tool\b",
    ),
    (
        BOOT,
        "tool",
        0.5,
        r"\b(?:use|using|call|calling|prefer|invoke) the `?(?:shell|memory|search|browser|terminal|agent|"
        r"skill|todo|"
        r"calendar)`? tool\b",
    ),
    (
        BOOT,
        "tools",
        0.9,
        r"(?:"
        + _START
        + r"(?:available|allowed|your|the following|enabled) (?:tools|functions|skills|commands)"
        r"(?: (?:are|include|available)\b)?[^.\n]{0,30}:|\btools (?:available|enabled|loaded) ?:|"
        r"\bmcp (?:servers|tools) (?:connected|available|loaded))",
    ),
    (
        BOOT,
        "always never only",
        0.3,
        _START + r"(?:always|never|only) (?:respond|reply|answer|output) (?:in|with|as|using|to)\b",
    ),
    (
        BOOT,
        "instructions override",
        0.9,
        r"\b(?:instructions (?:are shown|override|take precedence|below|above)|override any default "
        r"behaviou?r|"
        r"(?:codebase and )?user instructions are|follow (?:these|the|all|your) (?:\w+ ){0,2}instructions "
        r"(?:exactly|carefully|strictly|below|above|precisely))\b",
    ),
    (
        BOOT,
        "prompt",
        0.9,
        _START
        + r"(?:the |this |its |my |your )?system (?:prompt|message) (?:says|states|instructs|tells|requires|"
        r"defines|sets|specifies|includes)\b|\A#* ?system prompt\b",
    ),
    (BOOT, "cutoff cut", 0.9, r"\bknowledge cut-?off\b"),
    (
        BOOT,
        "directory cwd workspace",
        0.85,
        _START
        + r"(?:the |your )?(?:current |primary )?(?:working directory|cwd|workspace(?: root| path| folder)?)"
        r"(?: is|\s*[:=]) ?[`\"']?(?:[/~]|[a-z]:\\)",
    ),
    (BOOT, "directory cwd", 0.5, r"(?m)^[ \t*-]*(?:current |additional )?(?:working director\w+|cwd)\s*[:=]"),
    (BOOT, "platform", 0.5, r"\bplatform\s*[:=]\s*(?:linux|darwin|macos|win32|windows)"),
    (BOOT, "os", 0.5, r"\bos(?: version)?\s*[:=]\s*(?:linux|darwin|macos|windows|ubuntu|debian|fedora)"),
    (BOOT, "shell", 0.5, r"\bshell\s*[:=]\s*\S{0,20}(?:zsh|bash|fish|powershell)"),
    (
        BOOT,
        "directory repo repository",
        0.5,
        r"\bis (?:the )?(?:current )?(?:directory |it |this )*an? git repo",
    ),
    (
        BOOT,
        "date",
        0.85,
        BEGIN
        + r"(?:today['’]?s|the current|current) date(?: and time)?(?: is|\s*[:=])\s*(?:\d{4}|\w+day|[a-z]+ "
        r"\d)",
    ),
    (BOOT, "date", 0.5, r"\b(?:today['’]?s|current) date(?: and time)?(?: is|\s*[:=])"),
    (BOOT, "status", 0.5, r"\bgit ?status\s*[:=]"),
    (BOOT, "branch", 0.5, r"\b(?:current|main|git) branch(?:\s*\([^)]{0,80}\))?\s*[:=]"),
    (BOOT, "commits", 0.5, r"\brecent commits\s*[:=]"),
    (BOOT, "approval_policy approval", 0.5, r"\bapproval[_ ](?:policy|mode)\s*[:=]"),
    (BOOT, "sandbox sandbox_mode", 0.5, r"\bsandbox(?:[_ ]mode)?\s*[:=]"),
    (BOOT, "network_access network", 0.5, r"\bnetwork[_ ]access\s*[:=]"),
    (BOOT, "model", 0.5, r"\bmodel(?: name| id)?\s*[:=]\s*(?:claude|gpt|gemini|llama|qwen|sonnet|opus|o\d)"),
    (BOOT, "context", 0.5, r"\bcontext (?:window|left|remaining|usage)\s*[:=]"),
    (
        BOOT,
        "session",
        0.85,
        BEGIN
        + r"(?:new |this )?session (?:started|resumed|initiali[sz]ed|began|restored|loaded|start(?:ed)? "
        r"(?:at|on)|"
        r"id\s*[:=])",
    ),
    (
        BOOT,
        "loaded loading read reading reads",
        0.85,
        _START
        + r"(?:(?:i|the (?:agent|assistant)) (?:have |has )?(?:read|reads|loaded|loads)|(?:successfully )?"
        r"(?:loaded|loading|reading)) (?:[\w./-]+(?:,| and|, and) ){0,5}[\w/]*" + _FILES + r"\b",
    ),
    (
        BOOT,
        "md",
        0.85,
        r"\b(?:(?:read|check|load|consult|review|open|follow)\w* [^.\n]{0,60}\b" + _FILES + r"\b[^\n]{0,90}\b"
        r"(?:at (?:the )?(?:start|beginning)|on (?:start-?up|boot|wake)|(?:every|each) (?:session|time|"
        r"morning|"
        r"conversation|turn)|first|before (?:doing|responding|anything|starting|answering|each|every)|"
        r"strictly|"
        r"exactly|if it exists)|(?:at (?:the )?(?:start|beginning) of|on (?:start-?up|boot)|(?:every|each) "
        r"(?:session|conversation|turn))[^\n]{0,60}\b(?:read|check|load|consult|review)\w*[^\n]{0,60}"
        + _FILES
        + r")",
    ),
    (
        BOOT,
        "md",
        0.75,
        r"\b" + _FILES + r" (?:file )?(?:says|states|"
        r"instructs|"
        r"tells|specifies|defines (?:who|how|the (?:agent|assistant))|describes (?:who|how the))\b",
    ),
    (
        BOOT,
        "ready here assist like help",
        0.9,
        r"\bi(?: am|['’]m) (?:now )?(?:ready to (?:help|assist|work|start|begin|proceed)|here to (?:help|"
        r"assist))\b|"
        r"\bhow (?:can|may) i (?:help|assist) you\b|\bwhat would you like (?:me )?to (?:work|do|build|know|"
        r"start|"
        r"tackle)\b",
    ),
    (
        BOOT,
        "welcome",
        0.85,
        BEGIN + r"welcome to (?:claude code|codex|gemini cli|cursor|aider|hermes|opencode|openclaw)\b",
    ),
    (
        BOOT,
        "heartbeat heartbeat_ok no_reply boot",
        0.9,
        r"\bheartbeat_ok\b|\bno_reply\b|\bboot check\b|\bheartbeat\.md\b|"
        r"\bheartbeat (?:check|poll|prompt|ok|acknowledged|received|run)\b",
    ),
    (
        BOOT,
        "assistant agent ai bot model",
        0.85,
        _START
        + r"(?:the |this |user['’]s |an? )?(?:\w+ )?(?:assistant|agent|ai|model|chatbot|bot) (?:(?:is|was|"
        r"has "
        r"been) (?:instructed|told|prompted|programmed|required to|expected to|supposed to|designed to "
        r"(?:help|"
        r"assist|be)|an? (?:[\w-]+ ){0,4}(?:assistant|agent|language model|ai))|has access to (?:the "
        r"following|"
        r"tools|an? (?:set|number|variety) of|(?:\w+, ){2,}))",
    ),
    (
        BOOT,
        "assistant's agent's ai's assistant’s agent’s",
        0.8,
        _START + r"(?:the )?(?:ai )?(?:assistant|agent|ai)['’]s (?:name|role|persona|personality|identity|"
        r"instructions|"
        r"purpose|job|task|tools|capabilities|tone|system prompt|knowledge)\b",
    ),
    (BOOT, "assistant agent chatbot bot", 0.8, _GENERAL),
    (
        BOOT,
        "assistant agent model chatbot",
        0.85,
        _START + r"i(?: am|['’]m) (?:\w+, )?(?:an?|the|your) (?:[\w-]+ ){0,3}?(?:ai|coding|helpful|virtual|"
        r"digital|language|"
        r"autonomous) (?:[\w-]+ ){0,2}?(?:assistant|agent|model|chatbot)\b",
    ),
    (
        BOOT,
        "md",
        0.8,
        r"(?:\b(?:according to|as (?:written|stated|described|defined|required|demanded) (?:in|by)) "
        + _FILES
        + r"\b|"
        r"[;,] (?:says|so says|as) "
        + _FILES
        + r"\b|\b"
        + _FILES
        + r" (?:is|are) (?:its|the agent['’]s|my|your) |"
        r"\b(?:soul|identity|heartbeat|bootstrap)\.md\b|\bmemory/(?:\d{4}-\d\d-\d\d|y{4}-mm-dd)\.md\b)",
    ),
    (
        BOOT,
        "sandbox approval permission",
        0.85,
        _START + r"(?:the |your |its )?(?:sandbox|approval|permission) (?:mode|policy) is\b",
    ),
    (
        BOOT,
        "workspace tools skills folder memory",
        0.8,
        _START
        + r"(?:the |all )?(?:\w+ )?(?:workspace|tools|skills|folder|memory) of the (?:agent|assistant)\b",
    ),
    (BOOT, "system-reminder system-reminders", 0.85, r"\bsystem-reminders?\b"),
    (BOOT, "knowledge", 0.85, r"\b(?:its|your|my|model['’]s) knowledge (?:ends|stops|reaches|is cut)\b"),
    (
        BOOT,
        "chats",
        0.8,
        r"\bin group chats?,? .{0,30}\b(?:should|must|never|do not|don['’]t|may|"
        r"participant|proxy)\b",
    ),
    (BOOT, "heartbeat", 0.85, BEGIN + r"heartbeat (?:at|of) \d"),
    (
        TRIVIAL,
        "assistant agent",
        0.8,
        BEGIN + r"(?:the )?(?:ai )?(?:assistant|agent) (?:confirmed|acknowledged|replied|promised|offered|"
        r"apologi[sz]ed|agreed|"
        r"thanked|understood|responded|greeted|asked|explained|provided|answered)\b.{0,60}\b(?:understood|"
        r"understands|tasks?|"
        r"help\w*|requests?|instructions?|the user|message|questions?)\b",
    ),
    (
        BOOT,
        "assistant agent ai bot model",
        0.5,
        _START + r"(?:the )?(?:ai )?(?:assistant|agent|ai|model|bot) (?:must|should|will|can|may|shall|is to|"
        r"cannot) "
        r"(?:always |never |not |only )*(?:respond|reply|answer|refuse|greet|follow|be \w+|avoid|provide|"
        r"assist|"
        r"help|introduce|speak|act|maintain|adhere|reveal|mention|disclose|operate)\b",
    ),
    (
        BOOT,
        "memory memories remember memory.md",
        0.85,
        r"\b(?:what (?:to|not to|you should(?: not)?) (?:save|store|remember)(?: in| to|\b:)|you have (?:a |"
        r"an )?"
        r"(?:persistent|long-term|auto)[\w ,-]{0,20} ?memory|(?:auto|persistent) memory (?:system|directory|"
        r"folder|instructions|is enabled)|memory system\W{1,5}action required|"
        r"(?:save|store|write|record|persist)(?: \w+){0,6} (?:to|in|into) (?:your |the )?(?:long-term |"
        r"persistent )?"
        r"(?:memory|memories)\b[^.\n]{0,40}\b(?:when|whenever|proactively|immediately|before|so that)\b)",
    ),
    (
        BOOT,
        "memory_search memory_save memory_store memory_add memory_get memory_recall",
        0.8,
        r"\b(?:use|call|invoke|run|with|via) (?:the )?`?memory_(?:search|save|store|add|get|recall)\b",
    ),
    # -- thinking aloud
    (
        REASONING,
        "let let's let’s",
        0.85,
        BEGIN
        + r"(?:(?:hmm+|wait|okay|ok|alright|right|so|well|now|actually|first|good|great|oh|perfect|but|and)"
        r"[,.!…— ]+){0,3}let(?: me|['’]s| us) "
        + _MORE
        + r"(?:think|check|look|see|analy[sz]e|start|verify|re-?read|"
        r"re-?check|reconsider|re-?think|try|consider|figure|break|examine|review|search|read|explore|run|"
        r"create|write|update|fix|understand|find|do|continue|begin|make|add|summari[sz]e|go|trace|dig|"
        r"investigate|extract|identify)\b",
    ),
    (
        REASONING,
        "let",
        0.8,
        r"(?<=[.!?:…] )(?:hmm+,? |wait,? |ok(?:ay)?,? |so )?let me (?:think|check|reconsider|re-?read|"
        r"analy[sz]e|open|look|try|fix|see|run|search)\b",
    ),
    (REASONING, "hmm hmmm wait", 0.85, BEGIN + r"(?:hmm+|wait)\s?[,.…!—]"),
    (
        REASONING,
        "me us",
        0.85,
        BEGIN + r"(?:(?:ok(?:ay)?|so|alright|now|right),? )?(?:the |this |our )?(?:user|human|they|customer) "
        r"(?:now |also )?"
        r"(?:wants|want|is asking|asked|would like|needs|has asked|requested|is requesting|seems to (?:want|"
        r"be asking)|"
        r"expects) (?:me|us) (?:to|for|about|whether|if)\b(?!.*\b(?:always|never|whenever|from now on|every "
        r"time|in "
        r"future|going forward)\b)",
    ),
    (
        REASONING,
        "i we i'll i’ll",
        0.8,
        BEGIN
        + r"(?:(?:so|now|ok(?:ay)?|first|next|then|alright|but|here),? )?(?:i|we)(?: (?:need|should|have|"
        r"must|"
        r"ought|want|could|will|am going|might|think i should)|['’]ll)(?: to)? "
        + _MORE
        + r"(?:check|look|figure out|analy[sz]e|understand|verify|read|respond|answer|extract|search|"
        r"explore|examine|"
        r"determine|identify|re-?read|focus on|inspect|investigate|review|use|call|start by|begin by)\b "
        r"(?:\w+ing )?" + _MATTER,
    ),
    (
        REASONING,
        "thinking thought reasoning scratchpad",
        0.85,
        BEGIN + r"(?:thinking|thoughts?|my reasoning|reasoning|scratchpad)\**\s?[:>…]",
    ),
    (
        REASONING,
        "looking",
        0.8,
        BEGIN + r"looking at (?:the|this|these|their) (?:\w+ )?(?:code|conversation|transcript|text|message|"
        r"outputs?|"
        r"errors?|logs?|files?|tests?|user)\b",
    ),
    # -- memories that were handed out and came back
    (
        RECALL,
        "memories memory facts",
        0.9,
        r"(?:\A|\n)[#*>\s=\[-]{0,6}(?:here are (?:the |some |all )?(?:the )?|the following |list of |your )?"
        r"(?:(?:most )?relevant|recalled|retrieved|related|stored|existing|injected|saved|top \d+) (?:user )?"
        r"(?:memor(?:y|ies)|facts)(?: [\w-]+){0,7}(?: ?\([^)\n]{0,60}\))?\]?\s*(?::|\n|=>|\Z)",
    ),
    (
        RECALL,
        "memory memories",
        0.9,
        BEGIN + r"(?:according to|based on|from|as per|per|as stored in) (?:(?:my|your|our|the|its|stored|"
        r"long-term|"
        r"previous|past|retrieved|saved|earlier) ){1,3}memor(?:y|ies)\b",
    ),
    (
        RECALL,
        "recall remember recalled",
        0.75,
        BEGIN + r"(?:i|the (?:assistant|agent)) (?:recall|remember|recalled|remembered)s? (?:that (?:you|the "
        r"user)|from "
        r"(?:our|previous|earlier|past|my)|you|the user|your)\b",
    ),
    (
        RECALL,
        "memories memory",
        0.85,
        BEGIN + r"(?:(?:\d+|the following|these|some|relevant|no) )?memor(?:y|ies) (?:(?:were|was|have been) "
        r")?(?:recalled|"
        r"retrieved|injected|loaded|surfaced|found)\b",
    ),
    (
        RECALL,
        "remember know",
        0.9,
        BEGIN + r"(?:here is )?what i (?:know|remember|recall) about (?:you|the user)\b",
    ),
    (
        RECALL,
        "memory",
        0.85,
        r"\A\s*(?:\[memory (?:#|id[:= ])? ?\w{1,26}\]|memory (?:#|id[:= ])? ?\d{1,6}\s*[:|(])",
    ),
    (
        RECALL,
        "score similarity relevance strength",
        0.85,
        r"[\[(](?:score|similarity|relevance|strength)\s*[:=]\s*[01]?\.\d+[\])]",
    ),
    (
        BOOT,
        "du sie tu vous eres você sei",
        0.9,
        _START + r"(?:(?:du bist|sie sind) (?:ein|eine|der|die|mein) |(?:tu es|vous êtes) (?:un|une|le|mon) |"
        r"eres (?:un|una|el|mi) |você é (?:um|uma) |sei (?:un|una) )(?:[\w-]+ ){0,3}?(?:[\w]+-)?(?:assist\w+|"
        r"asistente|agent\w*|agente|chatbot|ia|ki)\b",
    ),
    (BOOT, "you", 0.85, _START + r"you operate (?:exclusively |only )?(?:in|inside|within|as)\b"),
    (BOOT, "you", 0.85, r"\byou are pair programming\b|\bas an? (?:ai |coding |autonomous )?agent,? you\b"),
    (
        BOOT,
        "turn query request",
        0.85,
        r"\b(?:before|when) (?:ending|yielding) your turn\b|\buntil the user['’]s (?:query|request|task) is "
        r"(?:completely |fully )?(?:resolved|solved|done)\b",
    ),
    (
        BOOT,
        "engineer assistant developer",
        0.8,
        BEGIN
        + r"\w+ is an? (?:\w+ ){1,3}(?:engineer|assistant|developer) with (?:extensive|deep|broad|vast) "
        r"(?:knowledge|expertise|experience) (?:in|of|across) (?:many|various|numerous|a wide|all|"
        r"multiple)\b",
    ),
    (BOOT, "environment_details message", 0.85, r"\benvironment_details\b|\bin each user message\b"),
    (
        BOOT,
        "skills plugins subagents mcp servers",
        0.85,
        _START
        + r"(?:(?:skills|plugins|subagents|mcp servers|mcp tools) (?:available|installed|enabled|loaded|"
        r"connected)(?: to (?:the |this )?\w+)?\s*:)|\bfollowing (?:mcp )?(?:tools|skills|functions|servers) "
        r"are (?:available|enabled|connected)\b",
    ),
    (
        BOOT,
        "tool tools",
        0.85,
        r"\bto (?:use|call|invoke) (?:a|the) tools?,? (?:reply|respond|output|return|emit|write)\b|"
        r"\btool (?:calls?|use|invocations?) (?:must|should|have to|has to) be (?:formatted|made|wrapped|"
        r"written|emitted)\b",
    ),
    (BOOT, "ready", 0.85, BEGIN + r"(?:i(?: am|['’]m) )?ready to (?:assist|help)\b"),
    (
        BOOT,
        "guidelines instructions prompt",
        0.85,
        r"\bi(?: will|['’]ll) (?:follow|adhere to|respect|keep to) (?:the|these|your|all|those) (?:\w+ )?"
        r"(?:guidelines|instructions|system prompt)\b",
    ),
    (
        BOOT,
        "fresh continuity identity persona soul",
        0.85,
        r"\bwakes? up fresh\b|\bfiles are (?:my|your|its) (?:continuity|memory)\b|\b(?:loading|loads?|"
        r"reading|"
        r"reads?) (?:its|my|your) (?:identity|persona|soul|memory) files?\b",
    ),
    (
        BOOT,
        "assistant agent companion",
        0.85,
        BEGIN + r"i(?: am|['’]m) [\w-]+, your (?:[\w-]+ )?(?:assistant|agent|companion|copilot)\b",
    ),
    (
        BOOT,
        "core archival core_memory_append core_memory_replace",
        0.85,
        r"\bcore_memory_(?:append|replace)\b|\bcore memory\b.{0,80}\b(?:persona|human|blocks?|recall|"
        r"archival)\b|"
        r"\bmy archival memory\b",
    ),
    (
        BOOT,
        "mental survive",
        0.85,
        r"\bmental notes\b.{0,30}\b(?:survive|persist)|\b(?:do not|don['’]t|"
        r"does not) survive (?:a )?(?:session )?"
        r"restarts?\b.{0,60}\bfiles?\b",
    ),
    (
        BOOT,
        "security malicious maliciously",
        0.85,
        _START + r"assist (?:only )?with (?:\w+ ){0,2}security (?:tasks|testing|work)\b|"
        r"\brefuse to (?:create|write|help)\b.{0,80}\bmalicious",
    ),
    (
        BOOT,
        "helpful filler",
        0.8,
        _START + r"be (?:genuinely|truly|maximally|as) helpful\b|\bskip the filler\b",
    ),
    (
        BOOT,
        "system host runtime machine",
        0.85,
        BEGIN
        + r"(?:system|host|machine|runtime)(?: info(?:rmation)?| details)?\s*:\s*(?:linux|darwin|windows|"
        r"macos|ubuntu|debian)\b[^.]{0,20}\d",
    ),
    (
        REASONING,
        "i'll i’ll i",
        0.8,
        BEGIN
        + r"(?:first|now|okay|ok|alright|so),? i(?:['’]ll| will| should| need to) (?:\w+ )?(?:read|create|"
        r"run|"
        r"update|check|add|write|fix|look|start|open|edit|implement|move|verify|try)\b",
    ),
    (
        REASONING,
        "figure",
        0.8,
        BEGIN + r"(?:so,? )?i (?:need|have|want) to figure out (?:why|how|what|where)\b",
    ),
    (
        REASONING,
        "seems appears sounds",
        0.85,
        BEGIN + r"the user (?:seems|appears|sounds)\b.{0,80}\bi (?:should|need|must|could|will|might)\b",
    ),
    (
        REASONING,
        "sure",
        0.8,
        BEGIN
        + r"i(?:['’]m| am) not (?:entirely |quite |really )?sure (?:what|whether|if|how|why) (?:the user|"
        r"they mean)",
    ),
    (
        REASONING,
        "great perfect excellent awesome",
        0.8,
        BEGIN + r"(?:great|perfect|excellent|awesome)[,!.] (?:now|all|the|that|it) ",
    ),
    (
        REASONING,
        "think",
        0.75,
        BEGIN + r"i think (?:we|i) (?:should|could|can) (?:maybe|probably|perhaps|also) ",
    ),
    (
        RECALL,
        "memory memories",
        0.85,
        BEGIN + r"(?:memory search\b.{0,60}\breturned \w+ |(?:the )?(?:recalled|retrieved) memor(?:y|ies) "
        r"(?:say|show|state|mention|indicate|suggest)s?\b|retrieved from (?:long-term )?memory ?:|"
        r"(?:the )?memory (?:store|bank|database) (?:contains|has|holds|returned) (?:an?|the|no|"
        r"\d+) (?:\w+ )?"
        r"(?:entr|record|note|memor)|memory (?:saved|stored|updated|added|created) ?:|"
        r"(?:stored|saved|added|recorded) (?:the fact )?that (?:the )?user\b.{0,120}\bmemory\W*\Z|"
        r"(?:stored|saved) the fact that\b.{0,120}\bmemory\W*\Z|"
        r"(?:the )?(?:assistant|agent|i) (?:searched|checked|queried) (?:its|my|the) memor|"
        r"no (?:relevant|matching|related|stored) memor(?:y|ies)\b)",
    ),
    (
        BOOT,
        "anthropic openai google",
        0.85,
        r"\bi was (?:created|made|developed|trained|built) by (?:anthropic|openai|google)\b",
    ),
    (
        BOOT,
        "unless",
        0.8,
        r"\bunless (?:explicitly )?(?:asked|requested|told|instructed) (?:to )?by the user\b",
    ),
    (
        BOOT,
        "function tool",
        0.8,
        r"\b(?:when making|each|every|all|before (?:each|every|any)|in (?:each|every)) (?:function|"
        r"tool) calls?\b"
        r".{0,40}\b(?:must|should|ensure|make sure|needs? to)\b",
    ),
    (
        BOOT,
        "ai assistant agent",
        0.85,
        BEGIN
        + r"my name is \w+,? (?:and )?i(?: am|['’]m) (?:the|an?|your) (?:[\w-]+ )?(?:ai|assistant|agent)\b",
    ),
    (
        BOOT,
        "i",
        0.8,
        BEGIN + r"i can (?:read|write|run|search|browse|access|execute|help)\b.{0,100}\bfor you\W*\Z",
    ),
    (
        BOOT,
        "tools functions",
        0.85,
        BEGIN + r"(?:tools|functions) ?: ?`?[a-z]+_[a-z_]+`?, ?`?[a-z]+_?[a-z_]+",
    ),
    (
        BOOT,
        "agent assistant personality persona identity awaiting",
        0.85,
        BEGIN + r"(?:agent|assistant) (?:initiali[sz]ed|booted|started up|online)\b|"
        r"\b(?:personality|persona|identity) loaded\b|\bawaiting (?:input|instructions)\W*\Z",
    ),
    (
        BOOT,
        "conversation session",
        0.8,
        _START
        + r"this (?:conversation|session) is (?:being )?run\b.{0,60}\b(?:mode|human|loop|unattended)\b",
    ),
    (
        BOOT,
        "your",
        0.8,
        _START + r"your (?:context|conversation) (?:window )?(?:is|will be|gets) (?:automatically )?"
        r"(?:compacted|summari[sz]ed|limited)\b",
    ),
    (
        BOOT,
        "memories memory",
        0.8,
        _START + r"you can (?:save|store|write|keep) (?:\w+ )?(?:memories|notes)\b.{0,60}\bmemory\b",
    ),
    (BOOT, "markdown", 0.8, r"\bmarkdown\b.{0,40}\bmonospace\b"),
    (BOOT, "shell", 0.5, r"\bshell is (?:zsh|bash|fish|powershell)\b"),
    (BOOT, "os", 0.5, r"\bos is (?:linux|macos|darwin|windows)\b"),
    (BOOT, "today", 0.5, BEGIN + r"today is \w+day\b"),
    (
        REASONING,
        "user",
        0.8,
        BEGIN + r"(?:so )?the user (?:probably|likely|presumably) (?:means|meant|wants|refers|is asking)\b",
    ),
    (
        REASONING,
        "alright okay ok oops good great right nice cool",
        0.8,
        BEGIN
        + r"(?:alright|ok(?:ay)?|oops|good|great|right|nice|cool)[,.!] (?:time to|that worked|i forgot|i see|"
        r"next i|so i|i missed)\b",
    ),
    (REASONING, "wonder", 0.8, BEGIN + r"i wonder (?:whether|if|why|how)\b"),
    (REASONING, "plan", 0.75, BEGIN + r"my plan ?: ?(?:\(?1|first)\b"),
    (
        REASONING,
        "issue problem bug error cause",
        0.75,
        BEGIN + r"so the (?:issue|problem|bug|error|cause) (?:must|might|may|should|could|is probably)\b",
    ),
    (
        REASONING,
        "looks seems",
        0.75,
        BEGIN + r"it (?:looks|seems) like (?:the|this) (?:\w+ )?(?:function|handler|import|test|"
        r"code|file|request|variable|component|module|endpoint|call|query|hook|"
        r"route)\b.{0,120}\bthat (?:explains|would explain|means)\b",
    ),
    (
        RECALL,
        "recalled noted mentioned discussed memory",
        0.85,
        BEGIN + r"(?:the following (?:was|were) (?:recalled|retrieved)\b|context from memory ?:|as (?:noted|"
        r"mentioned|discussed|said) in (?:an?|our|the) (?:previous|earlier|past|last) (?:session|"
        r"conversation)\b)",
    ),
    (
        BOOT,
        "assistant agent",
        0.85,
        BEGIN + r"the (?:assistant|agent) has (?:read|write|full|shell)(?:[ -]\w+)? access to\b",
    ),
    (BOOT, "md", 0.85, r"\bbefore (?:responding|answering|replying)\b[^\n]{0,60}\b" + _FILES + r"\b"),
    (
        BOOT,
        "reveal instructions",
        0.85,
        r"\bnever (?:reveal|disclose|repeat) (?:these|your|the) instructions\b",
    ),
    (
        BOOT,
        "sandbox",
        0.8,
        BEGIN + r"(?:the )?sandbox is (?:read-only|workspace-write|off|disabled|enabled)\b",
    ),
    (
        BOOT,
        "memories context",
        0.8,
        BEGIN + r"session context (?:loaded|restored)\b|\b\d+ memories (?:available|loaded)\b",
    ),
    (
        REASONING,
        "bug issue problem error",
        0.8,
        BEGIN + r"ok(?:ay)?,? (?:so )?the (?:bug|issue|problem|error) is\b.{0,120}\bi(?: will|['’]ll| should|"
        r" need)\b",
    ),
    (RECALL, "memory memories", 0.85, BEGIN + r"(?:recalled \d+ memor(?:y|ies)|from memory ?:)"),
)


@dataclass(frozen=True, slots=True)
class _Form:
    variant: str
    sure: float
    pattern: re.Pattern[str]


def _by_word() -> dict[str, tuple[_Form, ...]]:
    """Return the forms by the words of which they need one."""
    found: dict[str, tuple[_Form, ...]] = {}
    for variant, words, sure, pattern in _FORMS:
        flags = re.IGNORECASE if "[A-Z]" not in pattern else re.NOFLAG
        form = _Form(variant, sure, re.compile(pattern, flags))
        for word in words.split():
            found[word] = (*found.get(word, ()), form)
    return found


_BY_WORD = _by_word()
WORDS = frozenset(_BY_WORD)
"""A text without any of these has none of the forms."""
APART = str.maketrans(dict.fromkeys('.,:;!?()[]{}"`*<>#=—…/|“”', " "))


def worded(text: str, words: frozenset[str]) -> Leftover | None:
    """Return what a text is by its wording; `words` are those of `WORDS` that it has."""
    hinted = 0.0
    for form in dict.fromkeys(form for word in sorted(words) for form in _BY_WORD[word]):
        match = form.pattern.search(text)
        if match is None or quoted(text, match.start()):
            continue
        if form.sure > 0.5:
            return Leftover(form.variant, *trimmed(text, match.span()), form.sure)
        hinted += form.sure * sum(1 for _ in form.pattern.finditer(text))
        if hinted >= 1.0:
            return Leftover(form.variant, *trimmed(text, match.span()), 0.8)
    return None


def quoted(text: str, position: int) -> bool:
    """Say whether a place lies in code or in quotation marks, where something is talked about."""
    before = text[:position]
    return position > 0 and (before.count("`") % 2 == 1 or before.count('"') % 2 == 1 or before[-1:] in "“‘")


def trimmed(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """Return a span without the blanks it begins with."""
    start, end = span
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), end
