"""What litellm calls for a model of the provider `cli`. Loads litellm: only `provider.load` imports it."""

from collections.abc import Sequence
from typing import Any

import litellm
from litellm.llms.custom_llm import CustomLLM

from memtui.llm.programs.known import PROVIDER
from memtui.llm.programs.running import answer


class Handler(CustomLLM):  # type: ignore[misc]
    """Has a program answer one question."""

    async def acompletion(self, model: str, messages: Sequence[dict[str, str]], **options: Any) -> Any:
        """Ask the program that `model` names, within `timeout` seconds. Raises LlmError."""
        system = [message["content"] for message in messages if message["role"] == "system"]
        turns = [_turn_text(message) for message in messages if message["role"] != "system"]
        spoken = await answer(
            f"{PROVIDER}/{model}",
            "\n\n".join(system),
            "\n\n".join(turns),
            timeout_s=float(options["timeout"]),
        )
        response = options["model_response"]
        response.model = model
        response.choices[0].message.content = spoken.text
        response.choices[0].finish_reason = "stop"
        response.usage = litellm.Usage(
            prompt_tokens=spoken.tokens_in,
            completion_tokens=spoken.tokens_out,
            total_tokens=spoken.tokens_in + spoken.tokens_out,
        )
        return response


def _turn_text(message: dict[str, str]) -> str:
    return f"You answered:\n{message['content']}" if message["role"] == "assistant" else message["content"]


def register() -> None:
    """Have litellm know the provider."""
    if all(provider["provider"] != PROVIDER for provider in litellm.custom_provider_map):
        litellm.custom_provider_map = [
            *litellm.custom_provider_map,
            {"provider": PROVIDER, "custom_handler": Handler()},
        ]
        litellm.utils.custom_llm_setup()
