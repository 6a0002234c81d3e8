"""Finds leftovers by their lines: what programs print, listings of files, data, lists of memories.

Most lines have to be of a form, since a good memory may quote an error or show a command.
"""

import re
from itertools import islice

from memtui.review.leftovers.leftover import BOOT, OUTPUT, RECALL, Leftover

_LINE = (
    r"\$ [a-z.~/]|[❯➜] |[\w.-]+@[\w.-]+:\S*[$#] ",
    r"Traceback \(most recent call last\)|File \"[^\"]+\", line \d+|at [\w.$<>\[\] "
    r"]{1,80}\(?[^()\s]+:\d+(?::\d+)?\)?$",
    r"diff --git |index [0-9a-f]{7,}\.\.[0-9a-f]|@@ -\d+|\+\+\+ [ab/]|--- [ab/]",
    r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*\]?[\s|-]+\S{0,40}\s?\[?(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|"
    r"FATAL|CRITICAL)\b",
    r"\[(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL)\]|(?:npm|yarn|pnpm) (?:ERR!|(?:WARN|warn|error|"
    r"notice)\b)",
    r"(?:INFO|DEBUG|TRACE)[: ] ?\S+",
    r"error\[E\d+\]|\S+\.\w{1,5}[:(]\d+[:,]\d+\)?:? (?:- )?(?:fatal )?(?:error|warning)\b|panic: |"
    r"Segmentation fault",
    r"\d{1,3}(?:\.\d{1,3}){3} - - \[|[A-Z][a-z]{2} +\d+ \d\d:\d\d:\d\d \S+ \S+:",
    r"total \d+$|[dl-][rwxst-]{9}[.+@]? ",
    r"On branch \S+$|Your branch (?:is|and)|nothing to commit|Changes (?:not staged|to be committed)|"
    r"Untracked files:",
    r"(?:modified|new file|deleted|renamed):\s{2,}\S|(?:[MADRU?]{1,2}) [\w./-]+\.\w+$|commit "
    r"[0-9a-f]{7,40}\b|Author: .+<",
    r"[0-9a-f]{7,10} (?:\(HEAD|(?:feat|fix|chore|docs|refactor|test|Merge)\b)",
    r"=+ .*\b(?:passed|failed|starts)\b.*=|collected \d+ items|\d+ (?:passed|failed)\b.{0,60} in [\d.]+ "
    r"?m?s\b",
    r"(?:[\w ]{1,20}: )?test result: (?:ok|FAILED)|(?:PASS|FAIL)(?:ED)? \S+[./]\S+|ok \d+ - |Tests?: +\d+ "
    r"(?:passed|failed)",
    r"Ran \d+ tests? in [\d.]+s",
    r"(?:(?:Process|Command) )?(?:exited with (?:exit )?code|[Ee]xit (?:code|status)|"
    r"return code)[: ]+-?\d+\W*$",
    r"EXPLAIN (?:ANALYZE )?SELECT|(?:->\s+)?(?:Seq|Index(?: Only)?|Bitmap \w+) Scan|(?:Planning|Execution) "
    r"Time: ",
    r"CONTAINER ID |(?:docker(?:[ -]compose)?|kubectl) (?:ps|get|logs)\b[^.]{0,40}: |\S+ +\d/\d +(?:Running|"
    r"CrashLoop|Pending)",
    r"Filesystem +|(?:[a-z]+ [^:]{0,10}: )?/dev/\S+ +[\d.]+[KMGT]|(?:[\w.]+ ){0,3}\d+% [\d.]+ [KMG]i?B",
    r"(?:SELECT|INSERT|UPDATE|DELETE) .{1,200}; *(?:->|=>|\()|HTTP/[\d.]+ \d{3}\b|(?:GET|POST|PUT|DELETE) "
    r"/\S* (?:HTTP/|\d{3}\b)",
    r"(?:stdout|stderr|output) ?: ?$|\d{1,5}→",
    r"(?:Compiling|Downloading|Downloaded|Collecting|Fetching|Resolving|Unpacking|Installing) [\w@./-]+ "
    r"?(?:\(?v?\d[\w.]*\)?|\.\.\.)",
    r"Requirement already satisfied|Successfully (?:installed|built) |added \d+ packages|npm audit|found "
    r"\d+ vulnerabilities",
    r"[├└│]|(?:drwx|-rw-)",
    r"(?:Error: )?(?:File has not been read yet|String to replace not found|Found \d+ matches of the string|"
    r"InputValidationError|"
    r"The file \S+ has been (?:updated|created|modified)|No (?:files|matches) found$|Todos have been "
    r"modified|"
    r"\[Request interrupted|API Error: \d|Tool (?:ran|execution|use) (?:without|failed|was rejected)|"
    r"(?:Command|Bash command) (?:failed|timed out))",
    r"\S{0,40}: (?:No such file or directory|Permission denied|command not found)$",
    r"--> \S+:\d+|(?:\d+ )?\| |HTTP/[\d.]+ \d{3}\b",
    r"(?:[Cc]ommand|[Pp]rocess|[Tt]ool|[Ss]cript) (?:completed|finished|ran|"
    r"executed) (?:successfully )?with(?:out| no) "
    r"(?:any )?output",
    r"(?:fatal|bash|zsh|sh): (?!.*\b(?:means|because|when|happens|fix|unless)\b)|"
    r"remote: (?:Enumerating|Counting|Compressing|Resolving|Total)\b|Listening (?:on|at) (?:https?://|:)\S+$",
    r"(?:warning|error|note): (?:unused|unreachable|could not|cannot|expected|mismatched|unresolved)\b",
    r"Cloning into '|Finished \S+ .{0,40} in [\d.]+s",
    r"PID +(?:TTY|USER|%CPU)\b|\d+ (?:pts/\d+|\?|tty\w*) +\d",
    r"(?:[A-Z][A-Z%/. -]*[A-Z%] {2,}){3,}\S|[0-9a-f]{12} {2,}\S",
    r"\S+/\S+ -t |[\w_]+ -t '\S+'.{0,40}->",
)
_OUTPUT_LINE = re.compile("|".join(f"(?:{line})" for line in _LINE))
_DIFF_LINE = re.compile(r"[+-](?![+-])|@@|diff |index |\\ No newline")
_ERROR_LINE = re.compile(r"(?:[\w.]+\.)?\w*(?:Error|Exception)(?::|$)|\.{3} \d+ more|Caused by:|~+\^*|\^+$")
_DATA_LINE = re.compile(r"[{}\[\]],?$|[{\[]\s*[\"{\[]|\"[\w -]{1,40}\"\s*:|[\"\d][^ ]*\",?$")
_PATH_LINE = re.compile(r"[├└│─\s•*-]*(?:\.{0,2}/)?[\w@.+-]+(?:/[\w@.+-]*)*$")
_NAMED_PATH = re.compile(r"/|\.\w{1,5}$")
_MEMORY_LINE = re.compile(
    r"(?:[-*•]|\d+[.)]) ?(?:\[[\d. -]+\]|\(\d\.\d+\))|.*[\[(](?:score|similarity|"
    r"relevance)\s*[:=]\s*[01]?\.\d+"
)
_TOOLS = """
    traceback stdout stderr passed failed exit err! errno scan branch diff error info debug test explain
    docker npm cargo select insert http get post panic up running no found file command api tool compiling
    downloading collecting ran commit total exited process requirement successfully added
    df mosquitto_sub data cloning fatal remote listening warning bash zsh
"""
TOOL_WORDS = frozenset(_TOOLS.split())
"""What a line that a program printed may begin with."""
_WHOLE = re.compile(
    r"\s*<(?:!doctype html|html)\b|\[(?:tool[_ ]?(?:result|output|call|use)|function[_ ]?call|stdout|"
    r"stderr)\]|"
    r"data:[\w/+.-]+;base64,|HTTP/[\d.]+ \d{3} \w[^\n]*\n[\w-]+: ",
    re.IGNORECASE,
)
"""What a whole text is, by how it begins."""
_JSON_KEYS = re.compile(
    r"[\"'](?:text|quote|importance|facts|memories|candidates|abstract|memory|event|categories)[\"']\s*:"
)
_LINES_READ = 60
"""Lines at the beginning that tell whether a program printed a text."""
_LINE_READ = 400
"""Characters; how a line begins tells what printed it."""


def _lines(text: str) -> list[str]:
    return [line.strip()[:_LINE_READ] for line in islice(text.splitlines(), _LINES_READ) if line.strip()]


def printed(text: str) -> Leftover | None:
    """Return a leftover where most lines of a text are program output, a listing, data or memories."""
    lines = [line for line in _lines(text) if not line.startswith(("```", "~~~"))]
    if not lines:
        return None
    whole = len(text)
    if _WHOLE.match(text):
        return Leftover(OUTPUT, 0, whole, 0.9)
    many = len(lines)
    if text[0] in "{[" or text.startswith("```json"):
        share = sum(_DATA_LINE.match(line) is not None for line in lines) / many
        if share >= 0.6 and (_JSON_KEYS.search(text) or text.rstrip("` \n")[-1:] in "}]"):
            return Leftover(OUTPUT, 0, whole, 0.95 if _JSON_KEYS.search(text) else 0.85)
    if many >= 2 and sum(_MEMORY_LINE.match(line) is not None for line in lines) >= max(2, 0.6 * many):
        return Leftover(RECALL, 0, whole, 0.9)
    sure = sum(_OUTPUT_LINE.match(line) is not None for line in lines)
    if sure:
        like = _ERROR_LINE if "Traceback" in text or " at " in text or "\tat " in text else None
        if "@@ -" in text or "diff --git" in text:
            like = _DIFF_LINE
        alike = sum(_OUTPUT_LINE.match(line) is not None or _follows(like, line) for line in lines)
        after_trace = "Traceback (most recent" in lines[0] or lines[0].startswith(("diff --git", "$ "))
        if alike >= 0.6 * many or (after_trace and alike >= 0.3 * many and many > 1):
            return Leftover(OUTPUT, 0, whole, 0.9 if many > 1 else 0.8)
    paths = sum(_PATH_LINE.match(line) is not None for line in lines) if many >= 4 else 0
    named = sum(_NAMED_PATH.search(line) is not None for line in lines) if paths else 0
    if paths and paths >= 0.8 * many and named >= 0.6 * many:
        return Leftover(BOOT, 0, whole, 0.85)
    return None


def _follows(like: re.Pattern[str] | None, line: str) -> bool:
    return like is not None and like.match(line) is not None


def listing(text: str) -> Leftover | None:
    """Return a leftover for a line that is nothing but the names of files."""
    first = text[: text.find(" ")][:_LINE_READ].rstrip(",")
    if _NAMED_PATH.search(first) is None:
        return None
    names = [name.rstrip(",") for name in text.split()]
    if len(names) < 5 or not all(len(name) <= _LINE_READ and _PATH_LINE.match(name) for name in names):
        return None
    named = sum(_NAMED_PATH.search(name) is not None for name in names)
    return Leftover(BOOT, 0, len(text), 0.8) if named >= 0.8 * len(names) else None
