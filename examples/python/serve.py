# SPDX-License-Identifier: Apache-2.0
"""Mounts the site of an archive in a server of Python's own. Usage: serve.py ARCHIVE [PORT]

bfa.Server(ARCHIVE) runs the library's server instead, which has deadlines and limits."""
import http.server
import sys

import bfa


class Handler(http.server.BaseHTTPRequestHandler):
    site: bfa.Site

    def do_GET(self) -> None:
        port = int(self.connection.getsockname()[1])
        if self.headers.get("Host") not in (f"127.0.0.1:{port}", f"localhost:{port}"):
            return self.send_error(421)  # a name that another site made point to this machine
        reply = self.site.answer(self.path, self.command, self.headers.items(), origin=f"http://127.0.0.1:{port}")
        self.send_response(reply.status)
        for name, value in reply.headers:
            self.send_header(name, value)
        if reply.length is not None:
            self.send_header("Content-Length", str(reply.length))
        self.end_headers()
        if self.command == "GET":
            for piece in reply:
                self.wfile.write(piece)

    do_HEAD = do_GET

    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: serve.py ARCHIVE [PORT]")
    Handler.site = bfa.Site(sys.argv[1])
    with http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0), Handler) as server:
        print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
        server.serve_forever()
