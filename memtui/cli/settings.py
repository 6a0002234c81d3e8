"""`config`: the settings in force, where they come from, and the file they are in."""

import os
from pathlib import Path

import click

from memtui.cli import output
from memtui.cli.failures import Code, Stop
from memtui.cli.session import Session, pass_session
from memtui.cli.terminal import for_a_person
from memtui.config.reading import FROM_ENVIRONMENT, flatten, no_setting, read
from memtui.config.settings import Settings, grants
from memtui.config.values import to_toml
from memtui.domain.durations import Duration

_json = click.option("--json", "as_document", is_flag=True, help="One JSON object.")


@click.group(invoke_without_command=True)
@_json
@click.pass_context
def config(ctx: click.Context, as_document: bool) -> Code | None:
    """Show the settings in force and where each comes from."""
    if ctx.invoked_subcommand is not None:
        return None
    session = ctx.ensure_object(Session)
    loaded = session.loaded
    values = list(flatten(loaded.settings))
    if as_document:
        output.document(
            {
                "path": str(loaded.path),
                "exists": loaded.exists,
                "settings": {
                    key: {"value": _plain(value), "from": loaded.origin(key)} for key, value in values
                },
                "warnings": list(loaded.warnings),
            }
        )
        return Code.DONE
    lines = [(f"{key} = {to_toml(value)}", loaded.origin(key)) for key, value in values]
    longest = max(len(setting) for setting, _ in lines)
    for setting, origin in lines:
        output.row(f"{setting.ljust(longest)}   {origin}")
    where = (
        f"Lines are those of {loaded.path}." if loaded.exists else f"There is no file at {loaded.path} yet."
    )
    output.say(f"{where} `memtui config init` writes one with every setting explained.")
    return Code.DONE


@config.command("path")
@_json
@pass_session
def show_path(session: Session, as_document: bool) -> None:
    """Print where the settings file is, or would be."""
    path = session.settings_file
    if as_document:
        output.document({"path": str(path), "exists": path.exists()})
    else:
        output.row(str(path))


@config.command()
@_json
@pass_session
def init(session: Session, as_document: bool) -> None:
    """Write the commented settings file, unless there is one."""
    from memtui.config.writing import init as write

    path = session.settings_file
    written = write(path)
    if as_document:
        output.document({"path": str(path), "written": written})
    else:
        output.row(str(path))
    output.say(
        "Written; every line is a default until you change it."
        if written
        else "It was there already; left as it is."
    )


@config.command()
@click.argument("key")
@_json
@pass_session
def get(session: Session, key: str, as_document: bool) -> None:
    """Print one setting, such as decay.prune_threshold."""
    values = dict(flatten(session.settings))
    if key not in values:
        raise Stop(no_setting(key, list(values)), Code.NOTHING)
    value = values[key]
    if as_document:
        output.document({"key": key, "value": _plain(value), "from": session.loaded.origin(key)})
    else:
        output.row(value if isinstance(value, str) else to_toml(_plain(value)).strip('"'))


@config.command("set")
@click.argument("key")
@click.argument("value")
@_json
@pass_session
def set_value(session: Session, key: str, value: str, as_document: bool) -> None:
    """Change one setting in the file; comments and everything else stay as they are.

    What lets others act, pay or read without asking is for a person at a terminal.
    """
    from memtui.config.writing import change

    path = _file_to_change(session, key)
    text = change(path, key, value)
    value_read = dict(flatten(read(text, path, environment=False).settings))[key]
    if as_document:
        output.document({"path": str(path), "key": key, "value": _plain(value_read)})
    output.say(f"{key} = {to_toml(value_read)}, in {path}")
    if os.environ.get(variable := FROM_ENVIRONMENT.get(key, "")):
        output.say(f"{variable} is set, and counts instead while it is.")


@config.command()
@click.argument("key")
@_json
@pass_session
def unset(session: Session, key: str, as_document: bool) -> None:
    """Put one setting back to its default; its line in the file becomes a comment again.

    What lets others act, pay or read without asking is for a person at a terminal.
    """
    from memtui.config.writing import reset

    path = _file_to_change(session, key)
    default = dict(flatten(Settings())).get(key)
    reset(path, key)
    if as_document:
        output.document({"path": str(path), "key": key, "value": _plain(default)})
    output.say(f"{key} is not set in {path}" + (f": {to_toml(default)}" if default is not None else ""))


def _file_to_change(session: Session, key: str) -> Path:
    """Return the settings file. Raises Stop where a setting is for a person to change and none is there."""
    if grants(key):
        for_a_person(session.settings, f"{key} lets others act, so a person sets it", "Nothing was changed.")
    return session.settings_file


def _plain(value: object) -> object:
    """Return a setting as JSON gets it."""
    if isinstance(value, Duration):
        return str(value)
    return list(value) if isinstance(value, tuple) else value
