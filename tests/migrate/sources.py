# SPDX-License-Identifier: Apache-2.0
"""One crawl in the forms that other programs would have kept it in. What a form has no place for is left out, as its own
writers do: ARC has no requests, HAR has decoded bodies, a mirror has no headers and no times."""
import base64
import email.utils
import json
import os
import pathlib
import re
import subprocess
import tarfile
import urllib.parse
import zipfile


def records_of(plain):
    """(fields in order, block) of each record of WARC bytes without compression."""
    at = 0
    while at < len(plain):
        end = plain.index(b"\r\n\r\n", at)
        lines = plain[at:end].decode("utf-8").split("\r\n")
        fields = [(lines[0], "")] + [tuple(line.split(": ", 1)) for line in lines[1:]]
        size = int(dict(fields)["Content-Length"])
        yield fields, plain[end + 4:end + 4 + size]
        at = end + 4 + size + 4


def captures_of(plain):
    """(address, time, head lines, body) of each response with content."""
    for fields, block in records_of(plain):
        named = dict(fields)
        if named.get("WARC-Type") != "response":
            continue
        head, _, body = block.partition(b"\r\n\r\n")
        yield named["WARC-Target-URI"], named["WARC-Date"], head.decode("latin-1").split("\r\n"), body


def as_warc_10(plain):
    """WARC 1.0 has times in seconds, and its own version line."""
    out = bytearray()
    for fields, block in records_of(plain):
        lines = ["WARC/1.0"]
        for name, value in fields[1:]:
            if name in ("WARC-Date", "WARC-Refers-To-Date"):
                value = value[:19] + "Z"
            lines.append(f"{name}: {value.replace('/1.1/revisit', '/1.0/revisit')}")
        out += "\r\n".join(lines).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"
    return bytes(out)


def as_arc(plain):
    head = b"1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n"
    out = bytearray(b"filedesc://test.arc 0.0.0.0 20240101000000 text/plain %d\n" % len(head) + head + b"\n")
    for url, date, lines, body in captures_of(plain):
        block = "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body
        digits = re.sub(r"\D", "", date)[:14]
        kind = dict(line.lower().split(": ", 1) for line in lines[1:]).get("content-type", "text/html").split(";")[0]
        out += f"{url} 127.0.0.1 {digits} {kind} {len(block)}\n".encode() + block + b"\n"
    return bytes(out)


def as_har(plain):
    entries = []
    for url, date, lines, body in captures_of(plain):
        status = int(lines[0].split()[1])
        headers = [dict(zip(("name", "value"), line.split(": ", 1))) for line in lines[1:]]
        kind = next((h["value"] for h in headers if h["name"].lower() == "content-type"), "")
        content = {"size": len(body), "mimeType": kind, "text": base64.b64encode(body).decode(), "encoding": "base64"}
        entries.append({
            "startedDateTime": date, "time": 1,
            "request": {"method": "GET", "url": url, "httpVersion": "HTTP/1.1", "headers": [], "queryString": [], "cookies": [],
                        "headersSize": -1, "bodySize": 0},
            "response": {"status": status, "statusText": "", "httpVersion": "HTTP/1.1", "headers": headers, "cookies": [],
                         "content": content, "redirectURL": "", "headersSize": -1, "bodySize": len(body)},
            "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0},
        })
    return json.dumps({"log": {"version": "1.2", "creator": {"name": "test", "version": "1"}, "entries": entries}}).encode()


def put_mirror(plain, folder):
    """As wget mirrors: a folder a host, index.html for folders, Last-Modified as the time of the file."""
    for url, date, lines, body in captures_of(plain):
        if " 200" not in lines[0]:
            continue
        parts = urllib.parse.urlsplit(url)
        path = folder / parts.netloc / parts.path.lstrip("/")
        if parts.path.endswith("/") or not parts.path:
            path = path / "index.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        headers = dict(line.split(": ", 1) for line in lines[1:])
        when = headers.get("Last-Modified")
        stamp = email.utils.parsedate_to_datetime(when).timestamp() if when else 1704067200
        os.utime(path, (stamp, stamp))


def make_sources(bfa, archive, folder):
    """Name to path (or to (path, options of bfa import))."""
    def run(*arguments):
        subprocess.run([bfa, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    folder = pathlib.Path(folder)
    run("export", "-a", archive, "--no-sidecars", folder / "live.warc")
    plain = (folder / "live.warc").read_bytes()
    (folder / "old.warc").write_bytes(as_warc_10(plain))
    (folder / "old.arc").write_bytes(as_arc(plain))
    (folder / "session.har").write_bytes(as_har(plain))
    run("export", "-a", archive, "--no-sidecars", "--clock", "2024-01-01T00:00:00Z", folder / "site.wacz")
    mirror = folder / "mirror"
    put_mirror(plain, mirror)
    with zipfile.ZipFile(folder / "mirror.zip", "w") as packed:
        for file in sorted(mirror.rglob("*")):
            if file.is_file():
                packed.write(file, file.relative_to(mirror))
    with tarfile.open(folder / "mirror.tar", "w") as packed:
        packed.add(mirror, arcname="./mirror")
    sources = {"live crawl": None, "WARC 1.0": folder / "old.warc", "WARC 1.1": folder / "live.warc", "ARC": folder / "old.arc",
               "WACZ": folder / "site.wacz", "HAR": folder / "session.har", "directory": mirror,
               "zip": folder / "mirror.zip", "tar": folder / "mirror.tar"}
    if subprocess.run(["sh", "-c", "command -v 7z"], stdout=subprocess.DEVNULL, check=False).returncode == 0:
        subprocess.run(["7z", "a", "-bd", folder / "mirror.7z", f"{mirror}/."], check=True, stdout=subprocess.DEVNULL)
        sources["7z"] = folder / "mirror.7z"
    for name, form in (("bag", "bag"), ("METS package", "mets"), ("E-ARK AIP", "eark-aip")):
        run("pack", "-a", archive, "--as", form, "-q", "-o", folder / form)
        sources[name] = folder / form
    return sources
