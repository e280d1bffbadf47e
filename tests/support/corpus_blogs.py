# SPDX-License-Identifier: Apache-2.0
"""Serves a folder with a folder per host on a free loopback port, to a client that uses it as a proxy."""
import contextlib
import hashlib
import http.server
import pathlib
import threading
import urllib.parse

TYPES = {".html": "text/html", ".xml": "application/xml", ".rdf": "application/xml", ".json": "application/feed+json",
         ".css": "text/css", ".jpg": "image/gif", ".png": "image/png", ".svg": "image/svg+xml", ".txt": "text/plain"}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "corpus_blogs"
    sys_version = ""

    def do_GET(self):
        parts = urllib.parse.urlsplit(self.path)
        place = (parts.netloc or self.headers.get("Host", "")) + urllib.parse.unquote(parts.path)
        body, kind = self.server.find(place)
        self.send_response(404 if body is None else 200)
        if body is not None:
            self.send_header("ETag", f'"{hashlib.sha256(body).hexdigest()[:16]}"')
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body or b"")

    do_HEAD = do_GET

    def log_message(self, *args):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, folder):
        super().__init__(("127.0.0.1", 0), Handler)
        self.folder = pathlib.Path(folder).resolve()
        self.replaced = {}  # host and path to bytes: pages that have changed since

    def find(self, place):
        """The bytes and the type of a host's file; None if there is none."""
        if place in self.replaced:
            return self.replaced[place], "text/html"
        host, _, path = place.partition("/")
        for name in ((path + "index.html", path + "index.xml") if place.endswith("/") else (path, path + ".html")):
            file = (self.folder / host / name).resolve()
            if self.folder / host in file.parents and file.is_file():
                return file.read_bytes(), TYPES.get(file.suffix, "application/octet-stream")
        return None, "text/html"


@contextlib.contextmanager
def served(folder):
    """Serves `folder`; gives the server, whose port is server_address[1]."""
    with Server(folder) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
