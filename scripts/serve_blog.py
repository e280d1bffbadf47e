#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Serves a folder as a web site on the loopback interface, for first steps and tests.

Usage: serve_blog.py FOLDER [--port N]

Prints the site's address on one line and serves until it is ended. A folder gives its index.html. In .xml and .txt
files @BASE@ stands for the address that the client asked for. Answers carry ETag and Last-Modified, and
conditional requests get 304 when nothing changed. Exit codes: 0 ended by SIGINT or SIGTERM, 2 usage.
"""
import argparse
import email.utils
import hashlib
import http.server
import pathlib
import signal
import sys
import urllib.parse

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css",
    ".xml": "application/xml",
    ".txt": "text/plain; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "serve_blog"
    sys_version = ""

    def do_GET(self):
        path = self.locate()
        if path is None:
            self.answer(404, b"<!DOCTYPE html><title>Not found</title><p>Nothing here.</p>\n", "text/html")
            return
        if path.is_dir():
            location = urllib.parse.urlsplit(self.path).path + "/"
            self.answer(301, b"", "text/html", [("Location", location)])
            return
        body = path.read_bytes()
        if path.suffix in (".xml", ".txt"):
            body = body.replace(b"@BASE@", f"http://{self.headers.get('Host', '')}".encode())
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        modified = email.utils.formatdate(int(path.stat().st_mtime), usegmt=True)
        headers = [("ETag", tag), ("Last-Modified", modified)]
        if self.is_unchanged(tag, modified):
            self.answer(304, b"", None, headers)
        else:
            self.answer(200, body, TYPES.get(path.suffix, "application/octet-stream"), headers)

    do_HEAD = do_GET

    def locate(self):
        """The file or folder that the request names; None when there is none inside the served folder."""
        parts = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
        root = self.server.folder
        path = (root / parts.lstrip("/")).resolve()
        if path != root and root not in path.parents:
            return None
        if path.is_dir() and parts.endswith("/"):
            path = path / "index.html"
        return path if path.exists() else None

    def is_unchanged(self, tag, modified):
        wanted = self.headers.get("If-None-Match")
        if wanted is not None:
            return tag in [w.strip().removeprefix("W/") for w in wanted.split(",")]
        return self.headers.get("If-Modified-Since") == modified

    def answer(self, status, body, content_type, headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        if content_type:
            self.send_header("Content-Type", content_type)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *args):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    args = parser.parse_args()
    folder = pathlib.Path(args.folder).resolve()
    if not folder.is_dir():
        parser.error(f"{args.folder} is no folder")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", args.port), Handler)
    server.daemon_threads = True
    server.folder = folder
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
