# SPDX-License-Identifier: Apache-2.0
"""Serving an archive: answers for a program that has a server of its own, and the server of `bfa serve`."""
from __future__ import annotations

import ctypes
import time
from typing import Any, Iterable, Iterator, List, Optional, Tuple

from . import _abi
from ._core import (LIB, STOPPED_AT_THE_END, Handle, StrPath, call, data, encoded, fields, fill, flag, log_line, make, optional,
                    options, path, plain_bytes, strings, text, texts)  # fmt: skip


def _site_options(archive: StrPath, title: Optional[str], token: Optional[str], token_to_read: bool) -> Any:
    given = options(_abi.bfa_site_options)
    given.archive, given.title, given.token = path(archive), optional(title), optional(token)
    given.token_to_read, given.log = flag(token_to_read), log_line
    return given


class Reply(Handle):
    """An answer. `headers`: without Content-Length, Connection and Date; `length`: of the body, None when it is not known.

    It is iterated over once, piece by piece; a stream without an end (/events) waits for what comes. read() gives all of it."""

    _free = "bfa_reply_free"

    def __init__(self, handle: Any):
        super().__init__(handle)
        head = fill(_abi.bfa_reply_head, LIB.bfa_reply_read, self.handle)
        self.status: int = head.status
        self.length: Optional[int] = None if head.body_bytes < 0 else head.body_bytes
        self.streamed = bool(head.streamed)
        self.headers: List[Tuple[str, str]] = [self._header(index) for index in range(head.headers)]

    def _header(self, index: int) -> Tuple[str, str]:
        name, value = _abi.bfa_view(), _abi.bfa_view()
        call(LIB.bfa_reply_header, self.handle, index, ctypes.byref(name), ctypes.byref(value))
        return text(name), data(value).decode("latin-1")

    def __iter__(self) -> Iterator[bytes]:
        piece, end, wait = _abi.bfa_view(), ctypes.c_int32(), ctypes.c_int64()
        while not end.value:
            call(LIB.bfa_reply_next, self.handle, ctypes.byref(piece), ctypes.byref(end), ctypes.byref(wait))
            made = data(piece)
            if made:
                yield made
            elif not end.value:
                time.sleep(wait.value / 1000)

    def read(self) -> bytes:
        return b"".join(self)


class Site(Handle):
    """The site of an archive (docs/serve.md lists the addresses), as answers to requests. It reads beside a writer. Thread-safe.

    `token`: needed for changes, and with `token_to_read` for all."""

    _free = "bfa_site_free"

    def __init__(self, archive: StrPath, title: Optional[str] = None, token: Optional[str] = None, token_to_read: bool = False,
                 replay_port: int = 0):  # fmt: skip
        given = _site_options(archive, title, token, token_to_read)
        given.replay_port = replay_port
        super().__init__(make(LIB.bfa_site_open, ctypes.byref(given)))

    def answer(self, target: str, method: str = "GET", headers: Iterable[Tuple[str, str]] = (), body: bytes = b"",
               origin: str = "http://localhost", replay_origin: bool = False) -> Reply:  # fmt: skip
        """Answers a request. `target`: the path with its query, not decoded. The program has checked the Host; `origin`: under which
        address the client reached it. A request that is wrong has an answer, with its status."""
        given = options(_abi.bfa_request)
        given.target, given.method, given.origin = encoded(target), encoded(method), encoded(origin)
        array = fields(headers)
        given.headers, given.header_count = array, len(array)
        body = plain_bytes(body)
        kept = ctypes.create_string_buffer(body, len(body))
        given.body, given.body_size = ctypes.cast(kept, ctypes.c_void_p), len(body)
        given.replay_origin = flag(replay_origin)
        return Reply(make(LIB.bfa_site_answer, self.handle, ctypes.byref(given)))


class Server(Handle):
    """The site of an archive at a port, on threads of the library, as `bfa serve` runs it. close(), or the end of a `with`, stops it.

    `listen`: "127.0.0.1:8080", "[::1]:0", "8080"; None: a free port of 127.0.0.1. At another address than loopback a token is needed.
    `hosts`: names under which clients may ask, beside the address and localhost."""

    _free = "bfa_server_free"

    def __init__(self, archive: StrPath, listen: Optional[str] = None, title: Optional[str] = None, token: Optional[str] = None,
                 token_to_read: bool = False, hosts: Iterable[str] = (), replay_port: bool = True, threads: int = 4):  # fmt: skip
        if threads < 1:
            raise ValueError("threads is 1 or more")
        site = _site_options(archive, title, token, token_to_read)
        given = options(_abi.bfa_server_options)
        given.listen, given.replay_port, given.threads = optional(listen), flag(replay_port), threads
        names, given.host_count = strings(texts(hosts))
        given.hosts = names
        super().__init__(make(LIB.bfa_server_start, ctypes.byref(site), ctypes.byref(given)))
        STOPPED_AT_THE_END.add(self)  # its threads log

    def _state(self) -> Any:
        return fill(_abi.bfa_server_state, LIB.bfa_server_read, self.handle)

    @property
    def url(self) -> str:
        """"http://127.0.0.1:8080/"."""
        state = self._state()
        return f"http://{text(state.address)}:{state.port}/"

    @property
    def port(self) -> int:
        """At which it listens, also where a free one was asked for."""
        return int(self._state().port)

    @property
    def replay_port(self) -> int:
        """Of archived pages; 0: no second port."""
        return int(self._state().replay_port)

    @property
    def connections(self) -> int:
        return int(self._state().connections)

    def stop(self) -> None:
        """Ends all connections and threads: within a second, unless an answer takes longer."""
        call(LIB.bfa_server_stop, self.handle)


__all__ = ["Reply", "Server", "Site"]
