"""Reasoning, tool noise and injected context leave a text; what is said in it stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.sanitise import RECALL_CLOSE, RECALL_OPEN, sanitise
from tests.domain.tag_probes import BLOCKS, MENTIONS, NAMED, RAW_BLOCKS
from tests.growth import grows_too_fast

REASONING = ["scratch_pad", "scratchpad", "think", "thinking", "reasoning", "reflection", "analysis"]


@pytest.mark.parametrize("name", REASONING)
def test_reasoning_goes_however_it_is_written(name: str) -> None:
    assert sanitise(f"Before. <{name}>hidden</{name}> After.") == "Before. After."
    assert sanitise(f"Before. <{name.upper()} budget='9'>hidden</{name.upper()} > After.") == "Before. After."
    assert sanitise(f"<{name}>a <{name}>b</{name}> c</{name}>Answer") == "Answer"
    assert sanitise(f"Answer\n<{name}>cut off in the middle of a") == "Answer"
    assert sanitise(f"the opener was in the prompt\n</{name}>\nAnswer") == "Answer"
    assert sanitise(f"<{name}>hidden</{name}>Answer") == "Answer"


def test_a_name_in_letters_that_only_look_alike_is_the_name() -> None:
    assert sanitise("Before. <rea\u017foning>hidden</reasoning> After.") == "Before. After."
    assert sanitise("Before. <thin\u212a>hidden</think> After.") == "Before. After."


@pytest.mark.parametrize(
    "block",
    [
        "<tool_call>{}</tool_call>",
        "<function_calls><invoke name='Bash'>ls</invoke></function_calls>",
        "<tool_result>3 files</tool_result>",
        "<system-reminder>Todo list is empty</system-reminder>",
        "<command-name>/clear</command-name>",
        "<local-command-stdout>ok</local-command-stdout>",
        "<environment_context><cwd>/x</cwd></environment_context>",
        f"{RECALL_OPEN}\n- The user is called Ada\n{RECALL_CLOSE}",
    ],
)
def test_tool_noise_and_injected_context_go(block: str) -> None:
    assert sanitise(f"Ask.\n{block}\nAnswer.") == "Ask.\n\nAnswer."
    assert sanitise(block) == ""


def test_tags_of_one_family_close_each_other() -> None:
    assert sanitise("<think>a</thinking>Answer") == "Answer"
    assert sanitise("<thinking>a <reflection>b</thinking>Answer") == "Answer"


def test_a_cut_off_block_ends_with_its_turn() -> None:
    text = "User: which database?\nAssistant: <think>hmm\nUser: I chose SQLite\nAssistant: Fine."
    assert sanitise(text) == "User: which database?\nAssistant: \nUser: I chose SQLite\nAssistant: Fine."


def test_an_orphan_closer_spares_the_turns_before() -> None:
    text = "User: I chose SQLite\nAssistant: so they want\n</think>\nGood choice."
    assert sanitise(text) == "User: I chose SQLite\n\nGood choice."


@pytest.mark.parametrize(
    "text",
    [
        "The parser strips `<think>` and `</think>` tags.",
        "```py\nclean = re.sub('<think>.*?</think>', '', text)\n```",
        "a < b, c > d and List<int>",
        "<thinker>no tag of ours</thinker>",
        "<div>html</div>",
        "no tags at all\n\n\n\nand its blank lines",
    ],
)
def test_what_only_mentions_a_tag_stays(text: str) -> None:
    assert sanitise(text) == text


def test_a_block_that_stands_in_a_fence_goes() -> None:
    assert "secret plan" not in sanitise("```\n<think>\nsecret plan\n</think>\nok\n```")


def test_halves_do_not_join_to_a_new_tag() -> None:
    assert "secret" not in sanitise("<th<think>x</think>ink>secret</think>")


@pytest.mark.few(12)
@pytest.mark.parametrize("text", MENTIONS)
def test_a_tag_that_a_statement_mentions_stays_with_all_around_it(text: str) -> None:
    assert sanitise(text) == text


@pytest.mark.few(12)
@pytest.mark.parametrize("text", NAMED)
def test_a_tag_that_the_words_around_it_name_stays_in_a_models_answer_too(text: str) -> None:
    assert sanitise(text, raw=True) == text


@pytest.mark.few(16)
@pytest.mark.parametrize("raw", [False, True])
@pytest.mark.parametrize(("text", "rest"), BLOCKS)
def test_a_block_goes_wherever_it_stands_and_whoever_says_it(text: str, rest: str, raw: bool) -> None:
    assert sanitise(text, raw=raw) == rest


@pytest.mark.parametrize(("text", "rest"), RAW_BLOCKS)
def test_in_a_models_answer_a_tag_that_nothing_closes_was_meant(text: str, rest: str) -> None:
    assert sanitise(text, raw=True) == rest


@pytest.mark.few(12)
@pytest.mark.parametrize("text", NAMED)
def test_a_block_goes_before_and_behind_a_mention(text: str) -> None:
    assert sanitise(f"{text}\n\n<think>\nhidden\n</think>") == text
    assert sanitise(f"<think>hidden</think>\n{text}") == text
    assert "hidden" not in sanitise(f"hidden.\n</think>\n{text}")
    assert sanitise(f"{text}\n<think>hidden, and cut off") == text


@given(
    st.lists(
        st.sampled_from(
            [
                "<think>",
                "</think>",
                "<THINKING a=b>",
                "</thinking>",
                "<think",
                "<tool_call>",
                "</tool_call>",
                "`",
                "<memtui-recall>",
                "</memtui-recall>",
                "\n",
                "```\n",
                "User:",
                " ",
                "<",
                "/",
                ">",
                "word",
                "é",
                "the",
                " and ",
                " tags",
                ". ",
                ",",
                '"',
                "<think/>",
            ]
        ),
        max_size=30,
    ).map("".join)
)
def test_nothing_is_left_to_take_out(text: str) -> None:
    for raw in (False, True):
        once = sanitise(text, raw=raw)
        assert sanitise(once, raw=raw) == once
        assert sanitise(once) == once


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "piece",
    ["<think>", "</think>", "<think>a</think>", "<", "`<think", "A:\n</think>", "<think ", "a\n \n<think/>"],
)
def test_time_grows_with_the_length_only(piece: str) -> None:
    assert not grows_too_fast(sanitise, piece, longest=400_000)


HARMONY = (
    "<|channel|>analysis<|message|>The user wants a fact, so I look.<|end|>"
    '<|start|>assistant<|channel|>commentary to=functions.search <|constrain|>json<|message|>{"q": 1}<|call|>'
    "<|start|>assistant<|channel|>final<|message|>Atlas uses SQLite.<|return|>"
)
TRACE = (
    "Thought: I should look at the settings.\nAction: read\nAction Input: settings.toml\n"
    "Observation: engine = sqlite\nsize = 3\nThought: I know it now.\nFinal Answer: Atlas uses SQLite."
)


@pytest.mark.parametrize(
    "text",
    [HARMONY, TRACE, "[THINK]The user wants a fact.[/THINK] Atlas uses SQLite.", TRACE.replace(":", " :")],
)
def test_reasoning_without_a_tag_goes_too(text: str) -> None:
    assert sanitise(text, raw=True) == "Atlas uses SQLite."
    assert sanitise(f"User: well?\nAssistant: {HARMONY}") == "User: well?\nAssistant: Atlas uses SQLite."


def test_a_cut_off_channel_and_a_trace_without_an_answer_leave_nothing() -> None:
    assert sanitise("<|channel|>analysis<|message|>They want to know which", raw=True) == ""
    assert sanitise(TRACE.partition("Final")[0], raw=True) == ""
    assert sanitise(f"{TRACE.partition('Final')[0]}\nUser: I chose SQLite") == "User: I chose SQLite"


@pytest.mark.parametrize(
    "text",
    [
        "The logs hold `<|channel|>analysis<|message|>` before each answer.",
        "Thought: we could call Ben.\nAction: Ada calls him on Monday.",
        "```\nThought: x\nAction Input: y\nObservation: z\n```\nis how a trace looks.",
        "Observation: the pump runs hot.\nAction: check the valve.",
        "Press [THINK] twice to reset the lamp.",
    ],
)
def test_what_only_looks_like_a_trace_stays(text: str) -> None:
    assert sanitise(text) == text
