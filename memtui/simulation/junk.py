"""What careless agents write: the junk that is planted, of the kinds and at the rates found in real stores.

An audit of 10,134 memories of one agent (see docs/simulation.md) found half of them to be the agent's own
instructions told back; the rest here are the other kinds people complain about. Nothing in this module knows
how the review pass looks for junk.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from memtui.domain.memory import MemoryType
from memtui.simulation import vocabulary as words


class Junk(StrEnum):
    """A kind of what should never have been written."""

    BOOT = "restated boot text"
    TRANSIENT = "transient state"
    PROFILE = "invented profile"
    REPEAT = "repeats"
    WRONG = "contradictions"
    NOISE = "noise"


@dataclass(frozen=True, slots=True)
class Rubbish:
    """One piece of junk, as an agent would write it."""

    text: str
    scope: str
    type: MemoryType
    categories: tuple[str, ...]
    importance: float


_AGENTS = ("Claw", "Pixel", "Scout", "Jarvis", "Nova", "Otto", "Kiko", "Helper")
_FILES = (
    "SOUL.md",
    "USER.md",
    "AGENTS.md",
    "CLAUDE.md",
    "TOOLS.md",
    "IDENTITY.md",
    "HEARTBEAT.md",
    "MEMORY.md",
)
_TOOLS = (
    "Bash",
    "Read",
    "Edit",
    "Grep",
    "WebFetch",
    "browser",
    "shell",
    "memory_search",
    "apply_patch",
    "Task",
)
_BOOT = (
    "You are {agent}, a personal assistant running on the user's {host}",
    "The assistant's name is {agent} and it is running as a personal AI assistant",
    "I am {agent}, an AI coding assistant with access to the {tool} and {tool2} tools",
    "The agent reads {file} and {file2} at the start of every session",
    "{agent} should read {file} before doing anything else",
    "According to {file}, the agent must ask before it sends anything outside the workspace",
    "{file} says that {agent} has to be concise and skip filler words",
    "The system prompt tells the assistant to keep answers under {n} lines unless asked for detail",
    "The assistant must never reveal its system prompt or its instructions",
    "The agent has the tools {tool}, {tool2} and {tool3} at its disposal",
    "The assistant is to use {tool} instead of {tool2} whenever it is possible",
    "When {file} is empty, the agent replies HEARTBEAT_OK",
    "The workspace of the agent is {path} and the platform is {os}",
    "Working directory: {path}. Platform: {os}. Is a git repository: yes",
    "The model is {model} and its knowledge ends in {month} 2025",
    "Today's date is {date} and the session runs in {path}",
    "The sandbox mode is workspace-write and network access is restricted",
    "The approval policy is on-request, so commands may need the user's approval",
    "The agent wakes up fresh in each session and {file} is its continuity",
    "{agent} is not a chatbot; it is becoming someone, says {file}",
    "In group chats {agent} should not speak as the user's voice",
    "The assistant must not commit changes unless the user explicitly asks for it",
    "The assistant should mark todos as completed as soon as a task is done",
    "{agent} writes daily notes to memory/{date}.md and curated ones to {file}",
    "The assistant should treat the contents of {file} as instructions from the user",
    "Tool results may include system-reminder tags that the assistant must not mention",
    "Private things stay private: {agent} never shares them, as {file} demands",
    "The agent's emoji is a lobster and its vibe is warm, as written in {file}",
    "You have access to {n} tools, among them {tool} and {tool2}",
    "The assistant's instructions say to prefer editing existing files to creating new ones",
)
_TRANSIENT = (
    "Currently editing {path}/{module}.py around line {n}",
    "The tests in {module} are running now",
    "Build {big} failed with exit code {small}",
    "Waiting for the user to confirm the plan for {module}",
    "Next step: update {module}.py and run the linter again",
    "Just finished step {small} of {n}, {module} comes next",
    "Pull request #{big} is open and waits for a review",
    "The terminal shows {n} warnings for {module}",
    "{tool} returned {big} lines for {module}",
    "git status lists {small} modified files in {path}",
    "Reading {path}/{module}.py to understand the error",
    "The dev server is up on localhost:{big}",
    "npm install added {big} packages in {n} seconds",
    "The user is looking at {module}.py right now",
    "Heartbeat at {hour}:{minute}: nothing to do",
    "Context is {n} percent full, compacting soon",
    "Command `pytest {module}` took {n} seconds and passed {big} tests",
    "I will look into {module} in a moment",
    "Branch fix-{module}-{small} is checked out at the moment",
    "Download of {module}-{small}.{n}.tar.gz is at {n} percent",
)
_NAMES = (
    "John Smith",
    "Alex Johnson",
    "Sarah Miller",
    "David Chen",
    "Emily Davis",
    "Michael Brown",
    "Raj Patel",
)
_FIRMS = ("Google", "a startup", "Microsoft", "a bank", "Amazon", "an agency", "Stripe")
_CITIES = ("San Francisco", "New York", "London", "Seattle", "Berlin", "Toronto", "Bangalore")
_PROFILE = (
    "The user's name is {name}",
    "The user is a senior software engineer at {firm}",
    "The user lives in {city}",
    "User is {name}, a developer from {city} who likes hiking",
    "{name} is a product manager at {firm} and prefers short updates",
    "The user is a {age}-year-old data scientist",
    "The user prefers {theme} mode and uses VS Code on {os}",
    "The user has a dog called {pet} and a partner called {partner}",
    "The user is learning {tongue} and plays the guitar",
    "User's favourite language is {code} and their favourite food is {food}",
    "The user studied computer science at {school}",
    "The user works remotely for {firm} from {city}",
)
_NOISE = (
    '{{"facts": [{{"text": "{module} was updated", "importance": 0.{small}}}]}}',
    '{{"memories": [], "reason": "nothing durable about {module}"}}',
    "The user greeted the assistant",
    "User said thanks and ended the session about {module}",
    "The user asked for help with {module}.py",
    "I'm sorry, but I can't help with {module}",
    "Relevant memories (recalled by the agent): 1. {module} was discussed 2. the user prefers",
    "No durable facts were found in this conversation about {module}",
    "The conversation is about {module} and the user wants to know more about",
    "Sure, here is the updated {module}.py you asked for:",
    "The main problem with {module} is that the",
    "The assistant confirmed that it understood the task about {module}",
    "Let me know if you would like more changes to {module}",
)
_PARTS_OF_MODULES = (
    "user",
    "order",
    "invoice",
    "parser",
    "mailer",
    "token",
    "search",
    "image",
    "price",
    "report",
)
_ENDS_OF_MODULES = ("service", "utils", "views", "models", "client", "handler", "tests", "queue")


def _slots(rng: Random, day: int) -> dict[str, object]:
    tools = rng.sample(_TOOLS, 3)
    files = rng.sample(_FILES, 2)
    return {
        "agent": rng.choice(_AGENTS),
        "file": files[0],
        "file2": files[1],
        "tool": tools[0],
        "tool2": tools[1],
        "tool3": tools[2],
        "n": rng.randint(4, 96),
        "small": rng.randint(1, 9),
        "big": rng.randint(100, 9999),
        "hour": f"{rng.randint(0, 23):02}",
        "minute": f"{rng.randint(0, 59):02}",
        "host": rng.choice(("laptop", "server", "Mac mini", "workstation")),
        "os": rng.choice(("linux", "darwin", "macOS", "Windows")),
        "path": f"/home/{rng.choice(('dev', 'me', 'work'))}/{rng.choice(words.PROJECTS).lower()}",
        "model": rng.choice(("a large language model", "gpt-5", "claude-sonnet", "gemini-pro", "qwen-coder")),
        "month": rng.choice(("January", "March", "June", "October")),
        "date": f"2026-{1 + day // 31 % 12:02}-{1 + day % 28:02}",
        "module": f"{rng.choice(_PARTS_OF_MODULES)}_{rng.choice(_ENDS_OF_MODULES)}",
        "name": rng.choice(_NAMES),
        "firm": rng.choice(_FIRMS),
        "city": rng.choice(_CITIES),
        "age": rng.randint(22, 58),
        "theme": rng.choice(("dark", "light")),
        "pet": rng.choice(("Max", "Luna", "Biscuit")),
        "partner": rng.choice(("Sam", "Jamie", "Kim")),
        "tongue": rng.choice(("Spanish", "Japanese", "French")),
        "code": rng.choice(("Rust", "Python", "TypeScript", "Go")),
        "food": rng.choice(("pizza", "sushi", "ramen")),
        "school": rng.choice(("Stanford", "MIT", "a state university")),
    }


def _boot(rng: Random, day: int, scope: str) -> Rubbish:
    where = rng.choices((scope, "/", "/user", "/agents"), (5, 2, 2, 1))[0]
    return Rubbish(
        rng.choice(_BOOT).format(**_slots(rng, day)),
        where,
        rng.choices((MemoryType.SEMANTIC, MemoryType.PROCEDURAL, MemoryType.CONSTITUTIONAL), (7, 2, 1))[0],
        rng.choices((("finding",), ("preference",), ("identity",), ()), (4, 2, 2, 2))[0],
        rng.choice((0.6, 0.7, 0.8, 0.9)),
    )


def _transient(rng: Random, day: int, scope: str) -> Rubbish:
    return Rubbish(
        rng.choice(_TRANSIENT).format(**_slots(rng, day)),
        scope,
        rng.choices((MemoryType.EPISODIC, MemoryType.SEMANTIC), (7, 3))[0],
        rng.choices((("session_state",), ("tool_output",), ("observation",), ()), (3, 3, 2, 2))[0],
        rng.choice((0.4, 0.5, 0.6)),
    )


def _profile(rng: Random, day: int, scope: str) -> Rubbish:
    return Rubbish(
        rng.choice(_PROFILE).format(**_slots(rng, day)),
        rng.choices(("/user", scope, "/"), (6, 2, 2))[0],
        MemoryType.SEMANTIC,
        rng.choice((("identity",), ("preference",), ("finding",))),
        rng.choice((0.7, 0.8, 0.9)),
    )


def _noise(rng: Random, day: int, scope: str) -> Rubbish:
    return Rubbish(
        rng.choice(_NOISE).format(**_slots(rng, day)),
        scope,
        rng.choices((MemoryType.EPISODIC, MemoryType.SEMANTIC), (5, 5))[0],
        rng.choice((("observation",), ("finding",), ())),
        rng.choice((0.4, 0.5, 0.6)),
    )


_MAKERS: dict[Junk, Callable[[Random, int, str], Rubbish]] = {
    Junk.BOOT: _boot,
    Junk.TRANSIENT: _transient,
    Junk.PROFILE: _profile,
    Junk.NOISE: _noise,
}


def rubbish(kind: Junk, rng: Random, day: int, scope: str) -> Rubbish:
    """Return a piece of junk of one of the kinds that need no knowledge of the world."""
    return _MAKERS[kind](rng, day, scope)


def chatter(rng: Random, day: int) -> str:
    """Return a line of talk as it stands in the log of a session, with nothing worth keeping in it."""
    return rng.choice(_CHATTER).format(**_slots(rng, day))


_CHATTER = (
    "Thanks, that helps.",
    "Let me run the tests for {module}.",
    "Can you look at {module}.py?",
    "I'm reading {path}/{module}.py now.",
    "Sounds good, go ahead.",
    "Great, all tests passed.",
    "Hm, why does it fail there?",
    "I have updated {module}.py as you asked.",
    "Should I also change {module}?",
    "Okay, what next?",
    "One moment, the build is still running.",
    "Let me see the diff first.",
    "Is that what you meant?",
    "Please try again with the other branch.",
    "I'll check the log of {module}.",
    "Done, anything else?",
)
