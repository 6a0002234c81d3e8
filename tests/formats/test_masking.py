from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from memtui.formats.changes import FileChange
from memtui.formats.claude_code.format import ClaudeCode
from memtui.formats.masking import masked
from memtui.sources.diff import diff_of
from tests.sources.linked import INDEX, folder_of

TOKEN = "ghp_" + "a1B2" * 9
PEM = ["-----BEGIN RSA PRIVATE KEY-----", "MIIEabc", "defg", "-----END RSA PRIVATE KEY-----"]


@given(st.lists(st.text(st.characters(exclude_characters="\n"))))
def test_lines_stay_as_many_as_they_are(lines: list[str]) -> None:
    assert len(masked([*lines, *PEM])) == len(lines) + len(PEM)
    assert masked([*lines, "", *PEM, "the end"])[-1] == "the end"


def test_a_key_of_several_lines_is_blotted_out_line_by_line() -> None:
    said = masked(["# Keys", *PEM, f"and {TOKEN}"])
    assert said == ["# Keys", *["[redacted private key]"] * 4, "and [redacted GitHub token]"]


def test_what_an_agent_loads_is_shown_without_its_secrets(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    plain = ClaudeCode().loaded(folder)
    (folder / "MEMORY.md").write_text(f"{INDEX}- the token is {TOKEN}\n")
    loaded = ClaudeCode().loaded(folder)
    assert [line.text for line in loaded.lines[:-1]] == INDEX.split("\n")[:-1]
    assert loaded.lines[-1].text == "- the token is [redacted GitHub token]"
    assert loaded.tokens > plain.tokens + 10


def test_a_diff_shows_no_secret_in_any_line() -> None:
    before = "\n".join(["a", TOKEN, *PEM, "z"])
    for after in (before.replace("a\n", "b\n"), before.replace("\nz", ""), None):
        change = FileChange(Path("/x/m.md"), before.encode(), None if after is None else after.encode())
        said = "\n".join(line.text for line in diff_of(change))
        assert "redacted" in said
        assert not any(secret in said for secret in (TOKEN, "MIIE", "defg"))
