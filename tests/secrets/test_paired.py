"""A password that stands beside its login is found, and what only stands like one is not."""

import pytest

from memtui.secrets import find_secrets, redact
from tests.growth import grows_too_fast

VALUE = "Winter-Otter" + "-7741"


@pytest.mark.parametrize(
    "before",
    [
        "## Login\nadmin / ",
        "Credentials:\n- staging: ops / ",
        "Credentials\n\nops\n",
        "Log in with ops and ",
        "Sign in as ops, ",
        "Zugangsdaten Staging: ops / ",
        "| user | pw |\n|---|---|\n| ops | ",
        "WLAN Gast: ",
        "To unlock the disk, type ",
        "Redis wants AUTH ",
        "docker login registry.example -u ops -p ",
        "**Pass:** ",
    ],
)
def test_it_is_blotted_out(before: str) -> None:
    assert redact(before + VALUE)[0] == f"{before}[redacted password]"


@pytest.mark.parametrize(
    "text",
    [
        "## Login\nadmin / editor / viewer are the three roles",
        "## Login\n- SSO via Okta / OAuth2",
        "Log in with GitHub and pick the Acme-Org-2024 organization.",
        "Login page: apps/web/src/pages/Login2.tsx / e2e/login2.spec.ts",
        "Logins: Tuesday / Thursday 10:30, 5 / 15min",
        "| account | plan |\n|---|---|\n| ops | Team-2024! |",
        "| password | owner |\n|---|---|\n| see the vault | Team-2024! |",
        "Credentials: see Okta / v2.1.0-beta3",
        "To unlock the database, type make unlock-db",
        "AUTH OAuth2",
        "The guest wifi is Otterhaus-Guest-5G",
        "The wifi: password on request, see page 2024-11",
        "login({ name: user?.name2 / options?.value2 })",
        "## Till, creds unknown\n- old `postgres:15-alpine` containers, the cache is `redis:6.2-bookworm`",
        "Credentials of the registry: tea-house/till:v2.1-slim-bookworm / node:20-alpine3.19",
    ],
)
def test_what_stands_like_one_is_kept(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize(
    "piece", ["login ", "Login\n", "login: a / ", "| pw |\n|--|\n", "wifi ", "AUTH a1 ", "a, "]
)
def test_the_look_takes_time_by_the_length(piece: str) -> None:
    assert grows_too_fast(redact, piece, head="login: ") == ""
