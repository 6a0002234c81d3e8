"""`doctor`: says what memtui found on this machine, what is missing, and what to do about it.

It changes no memory and makes no store.
"""

import importlib.metadata
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click

import memtui
from memtui.capture.model_extractor import extraction_prompt
from memtui.capture.support import scoring as grounding_model
from memtui.capture.worth import model as worth_model
from memtui.cli import output
from memtui.cli.checks import NOTE, OK, PROBLEM, Check
from memtui.cli.doctor_store import checks_of
from memtui.cli.failures import Code
from memtui.cli.session import Session, pass_session
from memtui.config import ConfigError, Settings, config_path
from memtui.config.values import refused_value
from memtui.domain.counting import plural
from memtui.domain.text import Longest, one_line
from memtui.formats import registry
from memtui.installed import format_names
from memtui.language import other_words, relation
from memtui.llm import provider
from memtui.llm.errors import LlmError
from memtui.llm.programs.known import offers
from memtui.llm.provider import Endpoint
from memtui.model_files import ModelUnusable
from memtui.poison import model as poison_model
from memtui.setup.hooks import CLIENTS, installed
from memtui.setup.json_settings import SettingsError
from memtui.store.errors import StoreError
from memtui.store.opening import open_store

_MARKS = {OK: "✓", NOTE: "·", PROBLEM: "✗"}


@dataclass(frozen=True, slots=True)
class Learned:
    """A small model that memtui comes with."""

    name: str
    shipped: Callable[[], object]
    about: str
    without: str
    """What is done without it."""


def _removal_model() -> object:
    """Return the model of removals, the only one that needs numpy. Raises ModelUnusable."""
    from memtui.review.learned.model import shipped

    return shipped()


_LEARNED = (
    Learned("poison", poison_model.shipped, "planted instructions", "only plain signs are looked for"),
    Learned(
        "extraction", worth_model.shipped, "what is worth keeping", "only what is plainly weighty is kept"
    ),
    Learned(
        "grounding",
        grounding_model.shipped,
        "what speaks against a statement",
        "quotes are checked by plain rules alone",
    ),
    Learned(
        "pairs",
        relation.shipped,
        "what two memories are to each other",
        "no two memories are compared in other words",
    ),
    Learned(
        "other words",
        other_words.shipped,
        "what two memories say each in words of its own",
        "only other figures, noes and changes are seen as at odds",
    ),
    Learned("removals", _removal_model, "what nobody would keep", "review proposes nothing by its wording"),
)


@click.command()
@click.option("--deep", is_flag=True, help="Also read the whole store and check that it is sound.")
@click.option("--json", "as_document", is_flag=True, help="One JSON object.")
@pass_session
def doctor(session: Session, deep: bool, as_document: bool) -> Code:
    """Say what memtui found here and what is missing. Exits with 1 when something needs mending."""
    checks: list[Check] = []
    for check in _all(session, deep=deep):
        checks.append(check)
        if not as_document:
            output.row(f"{_MARKS[check.status]} {check.name:<10} {check.found}")
            if check.advice:
                output.row(f"  {'':<10} → {check.advice}")
    sound = all(check.status != PROBLEM for check in checks)
    if as_document:
        output.document(
            {
                "ok": sound,
                "version": memtui.__version__,
                "store": str(session.path),
                "checks": [asdict(check) for check in checks],
            }
        )
    return Code.DONE if sound else Code.REFUSED


def _all(session: Session, *, deep: bool) -> Iterator[Check]:
    version = ".".join(map(str, sys.version_info[:3]))
    yield Check("memtui", OK, f"{memtui.__version__} on Python {version}")
    yield _encoding()
    settings = Settings()
    try:
        settings = session.settings
        yield _settings_file(session)
        yield from _gate(settings)
    except ConfigError as error:
        yield Check("settings", PROBLEM, str(error), "Correct that line; defaults are used for what follows.")
    yield from _store(session, settings, deep=deep)
    yield from _hooks()
    yield _litellm()
    yield _model(settings)
    yield _embeddings(settings)
    yield from _learned()
    yield from (Check("format", NOTE, complaint) for complaint in registry.left_out())
    if prompts := _prompts(session.settings_file.parent):
        yield prompts


def _learned() -> Iterator[Check]:
    """Name each small model of memtui that cannot be used, and what works without it."""
    for learned in _LEARNED:
        try:
            learned.shipped()
        except ModelUnusable as error:
            sentence = f"the model of {learned.about} can't be used: {error}; {learned.without}"
            yield Check(learned.name, PROBLEM, sentence, "Install memtui again.")


def _encoding() -> Check:
    encoding = (sys.stdout.encoding or "ascii").lower()
    if encoding in {"utf-8", "utf8"}:
        return Check("terminal", OK, "UTF-8")
    return Check(
        "terminal", NOTE, f"the output is {encoding}", "Choose a UTF-8 locale to see all characters."
    )


def _settings_file(session: Session) -> Check:
    loaded = session.loaded
    if not loaded.exists:
        return Check(
            "settings", OK, f"all default; no file at {config_path()}", "`memtui config init` writes one."
        )
    if loaded.warnings:
        return Check(
            "settings",
            NOTE,
            f"{loaded.path}, {plural(len(loaded.warnings), 'unknown key')}",
            loaded.warnings[0],
        )
    return Check("settings", OK, str(loaded.path))


def _gate(settings: Settings) -> Iterator[Check]:
    """Name the gate's paths at which nothing exists, so that no file goes by them."""
    missing = [
        name
        for name in settings.gate.sources
        if name not in format_names() and not Path(name).expanduser().exists()
    ]
    if missing:
        sentence = f"[gate.sources] has a rule for {', '.join(map(refused_value, missing))}, where nothing is"
        yield Check("gate", NOTE, sentence, "Correct the path, or take the line out of the settings.")


def _store(session: Session, settings: Settings, *, deep: bool) -> Iterator[Check]:
    path = session.path
    if not path.exists():
        yield Check(
            "store", NOTE, f"none yet at {path}", "`memtui add TEXT` or `memtui import PATH` makes it."
        )
        return
    try:
        with open_store(path, decay=settings.decay_rules, clock=session.clock, create=False) as store:
            yield from checks_of(store, deep=deep)
    except (StoreError, ConfigError) as error:
        yield Check("store", PROBLEM, str(error))


def _hooks() -> Iterator[Check]:
    """Say which agents tell memtui of their sessions."""
    labels = []
    for client in CLIENTS.values():
        path = client.settings(Path.home(), os.environ)
        try:
            commands = installed(path.read_text("utf-8")) if path.exists() else {}
        except (SettingsError, OSError, UnicodeDecodeError) as error:
            yield Check("hooks", NOTE, f"{path} cannot be read: {one_line(str(error), Longest.TITLE)}")
            continue
        missing = [event for event in client.events if event not in commands]
        if commands and missing:
            again = f"`memtui hooks install {client.name}` completes them."
            yield Check("hooks", NOTE, f"{client.label}, without {', '.join(missing)}", again)
        elif commands:
            labels.append(client.label)
    if labels:
        yield Check("hooks", OK, ", ".join(labels))
    else:
        yield Check("hooks", NOTE, "none", "`memtui hooks install claude-code` has sessions captured.")


def _litellm() -> Check:
    if importlib.util.find_spec("litellm") is None:
        return Check(
            "litellm", NOTE, "not installed", "Only needed for a language model: pip install litellm"
        )
    return Check("litellm", OK, importlib.metadata.version("litellm"))


def _embeddings(settings: Settings) -> Check:
    """Say what finds memories that say the same in other words."""
    from memtui.llm.embeddings import standing

    state = standing(settings.embeddings, settings.llm)
    return Check("similarity", OK if state.usable else NOTE, state.finding, state.advice)


def _model(settings: Settings) -> Check:
    """Say whether the model can be asked, as far as that shows without asking it."""
    if not settings.llm.model:
        return Check("model", NOTE, "none; memtui works by rules alone", _offered())
    endpoint = Endpoint(settings.llm.model, settings.llm.api_base)
    name = endpoint.model + (f" at {endpoint.place}" if endpoint.place else "")
    if importlib.util.find_spec("litellm") is None:
        return Check("model", PROBLEM, f"{name}, but litellm is not installed", "pip install litellm")
    try:
        provider.check(endpoint)
    except LlmError as error:
        return Check("model", PROBLEM, name, str(error))
    if endpoint.is_program:
        return Check(
            "model",
            OK,
            f"{name}; on this machine, asked as you are signed in",
            "Its calls count against llm.max_unpriced_calls_per_day and llm.max_unpriced_tokens_per_day.",
        )
    if provider.limits(endpoint, 1).price is None:
        return Check(
            "model",
            NOTE,
            f"{name}; its name and variables are in order, what it costs is not known",
            "Its calls count against llm.max_unpriced_calls_per_day and llm.max_unpriced_tokens_per_day.",
        )
    return Check("model", OK, f"{name}; its name and variables are in order")


def _offered() -> str:
    """Say how to have a model: the programs of agents on the path need no key. None is run to find out."""
    offered = offers()
    if not offered:
        return '`memtui config set llm.model "ollama/llama3.2"`, or any name litellm knows.'
    labels = ", ".join(offer.label for offer in offered)
    return (
        f"{labels} on this machine can be asked, as you are signed in and only once you say so: "
        f"`memtui config set llm.model {offered[0].model}`."
    )


def _prompts(settings_folder: Path) -> Check | None:
    """Say which prompts are the person's own; nothing when all are the shipped ones."""
    folder = settings_folder / "prompts"
    if not (folder / "extract.md").exists():
        return None
    try:
        return Check("prompts", OK, f"your own: {extraction_prompt(folder).label}, in {folder}")
    except LlmError as error:
        return Check("prompts", PROBLEM, str(error))
