"""Ollama: `ollama run`.

It would fetch a model that is not there, gigabytes of it, so its list is asked first. It reads no more at
once than its server is set to, and cuts off the rest without a word.
"""

from memtui.llm.programs.program import Answer, Command, Ended, NoAnswer, Program, Question


class Ollama(Program):
    """Ollama."""

    name = "ollama"
    label = "Ollama"
    sign_in = "ollama serve"
    longest = 3_500
    lists = ("list",)

    def command(self, question: Question) -> Command:
        """Return how the question is asked."""
        return Command(("run", "--nowordwrap", "--hidethinking", question.model), question.whole)

    def answer_in(self, ended: Ended) -> Answer:
        """Return the answer in what was printed. Raises NoAnswer."""
        if ended.code or not ended.out.strip():
            raise NoAnswer(ended.err or ended.out)
        return Answer(ended.out.strip())

    def model_of(self, listing: str, wanted: str) -> str:
        """Return which of the models in `listing` to use. Raises NoAnswer."""
        names = [line.split()[0] for line in listing.splitlines()[1:] if line.split()]
        if not names:
            raise NoAnswer("it has no model yet; fetch one: ollama pull llama3.2")
        if not wanted:
            return names[0]
        if name_listed := next((name for name in names if name in {wanted, f"{wanted}:latest"}), ""):
            return name_listed
        raise NoAnswer(f"it does not have {wanted}; fetch it: ollama pull {wanted}")
