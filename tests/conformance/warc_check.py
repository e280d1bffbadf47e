#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads WARC files with nothing but the standard library and checks what libbfa promises of those it writes.

Usage: warc_check.py FILE...

Checks: one gzip member a record, no name and time 0 in its header, CRLF framing, mandatory fields, no repeated field,
block and payload digests (chunked coding removed), Concurrent-To and Refers-To that lead to records of the given files,
one date a capture, warcinfo first. Prints a line per file. Exit codes: 0 fine, 1 a check failed, 2 usage.
"""
import hashlib
import re
import sys
import zlib

MANDATORY = ("warc-type", "warc-record-id", "warc-date", "content-length")


def members(data):
    at = 0
    while at < len(data):
        if data[at:at + 4] != b"\x1f\x8b\x08\x00" or data[at + 4:at + 8] != b"\0\0\0\0":
            raise ValueError(f"offset {at}: no plain gzip member")
        inflate = zlib.decompressobj(31)
        record = inflate.decompress(data[at:]) + inflate.flush()
        if not inflate.eof:
            raise ValueError(f"offset {at}: member is cut")
        yield at, record
        at = len(data) - len(inflate.unused_data)


def parse(record, at):
    head, separator, rest = record.partition(b"\r\n\r\n")
    lines = head.decode("utf-8").split("\r\n")
    if not separator or lines[0] != "WARC/1.1":
        raise ValueError(f"offset {at}: no WARC/1.1 header")
    fields = {}
    for line in lines[1:]:
        name, colon, value = line.partition(": ")
        if not colon or name.lower() in fields:
            raise ValueError(f"offset {at}: bad or repeated field {line!r}")
        fields[name.lower()] = value
    for name in MANDATORY:
        if name not in fields:
            raise ValueError(f"offset {at}: no {name}")
    length = int(fields["content-length"])
    if rest[length:] != b"\r\n\r\n":
        raise ValueError(f"offset {at}: block does not end in CRLF CRLF at {length}")
    return fields, rest[:length]


def dechunk(body):
    out = b""
    while True:
        size, _, body = body.partition(b"\r\n")
        count = int(size.split(b";")[0], 16)
        if count == 0:
            return out
        out, body = out + body[:count], body[count + 2:]


def check_digests(fields, block, at):
    algorithm, _, value = fields["warc-block-digest"].partition(":")
    if hashlib.new(algorithm, block).hexdigest() != value:
        raise ValueError(f"offset {at}: block digest is wrong")
    if fields["warc-type"] != "response" or "warc-payload-digest" not in fields:
        return
    head, _, body = block.partition(b"\r\n\r\n")
    if re.search(rb"\r\ntransfer-encoding:[^\r]*chunked", head, re.I):
        body = dechunk(body)
    algorithm, _, value = fields["warc-payload-digest"].partition(":")
    if hashlib.new(algorithm, body).hexdigest() != value:
        raise ValueError(f"offset {at}: payload digest is wrong")


def check_links(records):
    dates = {fields["warc-record-id"]: fields["warc-date"] for _, fields in records}
    if len(dates) != len(records):
        raise ValueError("a record id is used twice")
    for at, fields in records:
        other = fields.get("warc-concurrent-to")
        if other and dates.get(other) != fields["warc-date"]:
            raise ValueError(f"offset {at}: Concurrent-To leads nowhere, or to another date")
        other = fields.get("warc-refers-to")
        if other and dates.get(other) not in (None, fields["warc-refers-to-date"]):
            raise ValueError(f"offset {at}: Refers-To-Date is not that of the original")


def check(path, records):
    with open(path, "rb") as file:
        data = file.read()
    first = len(records)
    for at, record in members(data):
        fields, block = parse(record, at)
        check_digests(fields, block, at)
        records.append((at, fields))
    if len(records) == first or records[first][1]["warc-type"] != "warcinfo":
        raise ValueError("offset 0: no warcinfo record")
    return len(records) - first


def main(paths):
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    records = []
    try:
        for path in paths:
            print(f"{path}: {check(path, records)} records, all right")
        check_links(records)
    except (ValueError, zlib.error) as error:
        print(f"{path}: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
