"""One name for a remote, however its address is written."""

import pytest

from memtui.projects.remotes import remote_name


@pytest.mark.parametrize(
    "address",
    [
        "git@host.example:me/api.git",
        "host.example:me/api",
        "ssh://git@host.example:2222/me/api.git",
        "ssh://host.example/me/api/",
        "git://host.example/me/api",
        "https://host.example/me/api",
        "https://host.example:443/me/api.git/",
        "https://me:secret-token@Host.Example/Me/API.git",
    ],
)
def test_all_ways_to_write_an_address_have_one_name(address: str) -> None:
    assert remote_name(address) == "host.example/me/api"


def test_an_address_with_a_number_for_a_host_has_a_name_too() -> None:
    for address in ("git@[::1]:me/api.git", "ssh://git@[::1]:22/me/api"):
        assert remote_name(address) == "[::1]/me/api"


def test_a_web_server_at_another_port_is_another_one() -> None:
    assert remote_name("http://localhost:3000/me/api") != remote_name("http://localhost:4000/me/api")


@pytest.mark.parametrize(
    "address",
    ["", "/srv/git/api.git", "file:///srv/api.git", "../api", "~/api", "C:\\git\\api", "host.example:"],
)
def test_a_path_or_nothing_has_no_name(address: str) -> None:
    assert remote_name(address) == ""
