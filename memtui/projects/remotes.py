"""One name for a repository's remote, however its address is written and on whichever machine.

`git@host:me/api.git`, `ssh://git@host:2222/me/api` and `https://token@host/me/api/` are all `host/me/api`. A
name never holds what comes before the `@`, which may be a password.
"""

from memtui.domain.text import printable

_LONGEST = 300
"""Characters of a remote's name; longer ones are none."""
_WEB = {"http": {"", "80"}, "https": {"", "443"}}
"""Ports that a web address need not say; another one may be another server. Of other schemes none counts."""


def remote_name(address: str) -> str:
    """Return the name of what an address leads to, such as `host/me/api`; empty for a path on a disk."""
    address = address.strip().lower()
    scheme, is_url, rest = address.partition("://")
    if is_url:
        server, _, path = rest.partition("/")
        host, port = _host_and_port(server.rpartition("@")[2])
        host += f":{port}" if port not in _WEB.get(scheme, {port}) else ""
    else:
        server, colon, path = address.partition("]:" if "[" in address else ":")
        host = server.rpartition("@")[2] + ("]" if colon == "]:" else "")
        path = "" if "/" in server else path
    parts = [part for part in path.split("/") if part not in {"", "~"}]
    name = "/".join([host, *parts]).removesuffix(".git")
    is_remote = host and parts and scheme != "file" and (is_url or not _is_path(address))
    return name if is_remote and printable(name) == name and len(name) <= _LONGEST else ""


def _is_path(address: str) -> bool:
    """Say whether an address is a path on this machine."""
    return address.startswith(("/", "./", "../", "~", "file:")) or has_drive(address)


def local_path(address: str) -> str:
    """Return the absolute path that an address is; empty when it is none."""
    path = address.strip().removeprefix("file://")
    path = path.removeprefix("localhost") if path.startswith("localhost/") else path
    return path if path.startswith("/") or has_drive(path) else ""


def has_drive(path: str) -> bool:
    """Say whether a path is an absolute one of Windows."""
    return path[:1].isalpha() and path[1:2] == ":" and path[2:3] in {"\\", "/"}


def _host_and_port(server: str) -> tuple[str, str]:
    if server.startswith("["):
        host, _, port = server.partition("]")
        return f"{host}]", port.removeprefix(":")
    host, _, port = server.partition(":")
    return host, port
