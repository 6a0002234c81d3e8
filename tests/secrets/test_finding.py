"""Keys, tokens and passwords are found, and words about them are not."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.secrets import find_secrets, redact
from tests.growth import grows_too_fast

LETTERS = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"
"""A value in the form of a key; put together here so that no scanner takes this file for a leak."""
DRAWN = "8fK2s9QpL0" + "xZ7vB4nM1cT6yH3w"
"""One that can be nothing but drawn by lot."""


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("deploys use AKIA" + "QWERTYUIOPASDFGH", "AWS key"),
        ("ghp" + "_" + LETTERS[:36], "GitHub token"),
        ("glpat" + "-" + LETTERS[:20], "GitLab token"),
        ("sk-" + "ant-api03-" + LETTERS, "Anthropic key"),
        ("OPENAI_API_KEY=sk-" + "proj-" + LETTERS, "OpenAI key"),
        ("AIza" + LETTERS[:35], "Google key"),
        ("xoxb" + "-1234567890-" + LETTERS[:12], "Slack token"),
        ("sk_" + "live_" + LETTERS[:24], "Stripe key"),
        ("eyJ" + LETTERS[:20] + ".eyJ" + LETTERS[:20] + "." + LETTERS, "JSON web token"),
        ("-----BEGIN RSA " + "PRIVATE KEY-----\nMIIE\n-----END RSA " + "PRIVATE KEY-----", "private key"),
        ("-----BEGIN OPENSSH " + "PRIVATE KEY-----\ncut off", "private key"),
        ("postgres://app:" + "s3cr3t@db/users", "password"),
        ("redis://:" + "s3cr3t@cache:6379", "password"),
        ("Authorization: Bearer " + LETTERS[:24], "token"),
        ("password=" + "letmein", "password"),
        ('"db_password": "' + 'hunter2"', "password"),
        ("The staging password is " + "hunter2.", "password"),
        ("Das Passwort lautet " + "geheim99", "password"),
        ("AWS_SECRET_ACCESS_KEY=" + LETTERS, "key"),
        ("api_key: " + LETTERS[:16], "key"),
        ("client_secret = " + LETTERS[:16], "secret"),
        ("wifi passphrase: correct-lamp-" + "river-91", "password"),
        ("redis-cli -a " + "Vn8sPq2LkT0w" + " ping", "password"),
        ("Credentials for jenkins: deploy / " + "kUp5!nabZq", "password"),
        ("パスワードは " + "Sakura!4471z" + " です", "password"),
        ("测试环境的密码是" + "Longma#8823q", "password"),
        ("the API token is " + "q7w2k9x4z1m8n3b6v5c0p2l7j4h9g1d8", "token"),
    ],
)
def test_a_secret_is_found_and_redacted(text: str, kind: str) -> None:
    (secret,) = find_secrets(text)
    assert secret.kind == kind
    clean, kinds = redact(text)
    assert kinds == (kind,)
    assert text[secret.start : secret.end] not in clean
    assert find_secrets(clean) == []


@pytest.mark.parametrize(
    "text",
    [
        "The password policy requires 12 characters",
        "password: required",
        "Tokens are rotated every 30 days; the token lifetime is 15 minutes",
        "max_tokens=4096 and token: 4000",
        "primary key: id, foreign key: user_id2",
        "api_key: $API_KEY",
        "password = os.environ['DB_PASSWORD']",
        "https://user:${PASSWORD}@host/",
        "password=<your password>",
        "passphrase: read-from-env",
        "密码学 sha256sum",
        "The public key infrastructure is run by DevOps",
        "memtui/store/database.py:232 opens the file",
        "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
        "01J9ZQ8N0M3V5K7T2R4W6X8Y0Z is a uid",
        "key release/c91457d1-42f2-3998-9a81-93e7c474c768 in the bucket",
        "cache key build/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
        "http://localhost:8443/users/@me",
        "The password was sent to ops@mail.example",
        "secret: arn:aws:secretsmanager:eu-west-1:187708526016:secret:Db-R29xEJ",
        "PASS src/App2.test.tsx (5.1s)",
        "Argon2+salt is the password scheme",
        "password = rows(Zx9,'b')",
        "password: [A-Za-z0-9!#$]{8,}",
        "rebuilds it from the token (rfc5322→MailBox, parse_ip→Address)",
        "builds it from the token (iso8601->TzTime, crc32=>Blk16)",
    ],
)
def test_words_about_secrets_are_none(text: str) -> None:
    assert find_secrets(text) == []


def test_several_secrets_and_the_text_between_them() -> None:
    clean, kinds = redact("password=" + "letmein1 for db and password=" + "letmein2 for cache")
    assert clean == "password=[redacted password] for db and password=[redacted password] for cache"
    assert kinds == ("password",)


@given(st.text(alphabet="pasword=:/@ key-_\n\"'A1sk", max_size=200))
def test_redacting_ends(text: str) -> None:
    secrets = find_secrets(text)
    assert all(a.end <= b.start for a, b in itertools.pairwise(secrets))
    redact(text)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "piece",
    [
        "password ",
        "-----BEGIN PRIVATE KEY-----",
        "a://b:",
        "password is ",
        "eyJ",
        "a-",
        f"the token near {DRAWN} ",
    ],
)
def test_time_grows_with_the_length_only(piece: str) -> None:
    assert not grows_too_fast(find_secrets, piece, longest=400_000)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "unit", ["a-", "=", "key", "token ", "password=", "pass is ", "sk-", 'token "', "a1B2", "İ"]
)
def test_the_time_grows_with_the_length_whatever_a_text_says(unit: str) -> None:
    assert not grows_too_fast(find_secrets, unit, longest=160_000)


def test_a_secret_across_the_seams_of_a_long_text_is_found_once() -> None:
    for before in range(8_900, 9_100, 7):
        text = "a word " * (before // 7) + "ghp" + "_" + LETTERS[:36] + " and more words" * 400
        (secret,) = find_secrets(text)
        assert text[secret.start : secret.end] == "ghp" + "_" + LETTERS[:36]


@pytest.mark.parametrize(
    "text",
    [
        "the password is " + " " * 400 + "{}",
        "password: '" + "ab" * 200 + "{}'",
        "{} is the password",
    ],
)
def test_a_value_far_from_its_name_is_found(text: str) -> None:
    value = "hunter2x!"
    assert value not in redact("plain words. " * 200 + text.format(value) + ". Plain words" * 200)[0]


def test_a_secret_longer_than_a_part_is_found_to_its_end() -> None:
    text = "pypi-AgE" + LETTERS * 200 + " is the token"
    assert [(secret.start, secret.end) for secret in find_secrets(text)] == [
        (0, len(text) - len(" is the token"))
    ]


@pytest.mark.parametrize("before", ["password=", "the token is ", "Authorization: Bearer "])
def test_a_long_value_is_found_to_its_end(before: str) -> None:
    (secret,) = find_secrets(before + LETTERS * 20)
    assert (secret.start, secret.end) == (len(before), len(before) + 20 * len(LETTERS))


@pytest.mark.parametrize("escape", ["\\n", "\\t", "\\r\\n", "\\u003d"])
def test_an_escape_of_json_hides_no_token(escape: str) -> None:
    token = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
    clean, kinds = redact(f'{{"output": "pushed{escape}{token}{escape}done"}}')
    assert clean == f'{{"output": "pushed{escape}[redacted GitHub token]{escape}done"}}'
    assert kinds == ("GitHub token",)


@pytest.mark.parametrize("escape", ["\x1b[31m", "\x1b[1;38;5;196m", "\u241b[0m"])
def test_a_colour_of_a_terminal_hides_no_token(escape: str) -> None:
    token = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
    text = f"remote: {escape}{token}{escape} was used"
    clean, kinds = redact(text)
    assert token not in clean
    assert len(kinds) == 1
    assert clean.startswith(f"remote: {escape}[redacted ")


SIGNED_IN = (
    "db password: {}",
    "export DB_PASS={}",
    "The root password is `{}` on prod.",
    '"password": "{}", "port": 5432',
    "the admin password is {}, ask Priya",
    "| staging | password | {} |",
    "Das Passwort lautet {}.",
    "secret: {}",
)


def test_a_password_with_signs_in_it_is_blotted_out_whole_or_not_at_all() -> None:
    drawn = random.Random(7)
    letters, signs = LETTERS[4:24] + LETTERS[4:24].swapcase(), "&,;<>|$#!%^*()=+?@~:/"
    missed = 0
    passwords = []
    for _ in range(40):
        chosen = drawn.choices(letters, k=12)
        for place in drawn.sample(range(1, 11), 2):
            chosen[place] = drawn.choice(signs)
        passwords.append("".join(chosen))
    for frame, password in itertools.product(SIGNED_IN, passwords):
        clean, kinds = redact(frame.format(password))
        missed += not kinds
        assert clean == frame.format(f"[redacted {kinds[0]}]" if kinds else password)
    assert missed <= 0.1 * len(SIGNED_IN) * len(passwords)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("password=" + "abc123&user=ada", "password=[redacted password]&user=ada"),
        ("password: " + "hunter2, user: ada", "password: [redacted password], user: ada"),
        ("<li>password: " + "hunter2</li>", "<li>password: [redacted password]</li>"),
        ("password=" + "hunter2&&make", "password=[redacted password]&&make"),
        ("Password=" + "hunter2;Database=shop", "Password=[redacted password];Database=shop"),
        ("password: '" + "p@ss,w0rd;77x'", "password: '[redacted password]'"),
        ("postgres://app:" + "Hafen@0970@db/users", "postgres://app:[redacted password]@db/users"),
        ("http://app:" + "Zx9/Qw!8u@db/users?at=a@b", "http://app:[redacted password]@db/users?at=a@b"),
        ("`" + "Zx9Qw!8u" + "` is the root password", "`[redacted password]` is the root password"),
        ("use " + "Zx9Qw!8u" + " as the password", "use [redacted password] as the password"),
        (
            "use " + "Winter>7655" + " as the password for the box",
            "use [redacted password] as the password for the box",
        ),
        ("password=" + "%Zx9Qw=8u", "password=[redacted password]"),
        (
            "The password of db.example is " + "Winter2641.",
            "The password of db.example is [redacted password].",
        ),
        ("password: " + ";Zx9(Qw8u", "password: [redacted password]"),
        ("password: " + "rows(40)Zx9", "password: [redacted password]"),
    ],
)
def test_a_secret_ends_where_the_next_thing_begins(text: str, clean: str) -> None:
    assert redact(text)[0] == clean
