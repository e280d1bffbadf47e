#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the table of docs/c-abi.md: each function and class of the C++ interface with its functions in C, or why it has none.

Usage: make_c_table.py [--check]

Comments in the headers of bfa/c name what a function stands on ("C++: bfa::parse_feed."); functions that follow without a comment
stand on the same. --check: writes nothing, and fails when the table is not what the headers give, when a C++ name has neither a
function nor a reason, or when a comment names what does not exist. Exit codes: 0 done, 1 not, 2 usage.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "libbfa" / "include" / "bfa"
PAGE = ROOT / "docs" / "c-abi.md"
BEGIN, END = "<!-- table: scripts/make_c_table.py -->\n", "<!-- end of the table -->\n"

OF_JSON = "the JSON has it"
COMMAND_RULES = "`bfa rules`"
CHARACTERS = "languages have their own"
OWN_STORE = "stores of one's own: C++ only"
# Why all of a module or of a header has no function in C.
REASONS = {
    "search": "lists of a site and of hits: `bfa serve`, `bfa search`", "replay": "pages of a site: `bfa serve`", "serve": "a site: `bfa serve`",
    "backup/backup.h": "`bfa backup`", "config/config.h": "settings of the command", "schedule": "parts of a run: `bfa run`",
    "subscribe": "a run: `bfa run`", "websub": "a run: `bfa run`", "notify": "a run: `bfa run`", "report": "`bfa report --json`",
    "remove": "`bfa remove`", "container": "paths of the form `FILE!/MEMBER` read containers", "wacz/wacz.h": "`bfa_migrate` writes WACZ",
    "crawl/address_rules.h": "`bfa_crawl_options` has exclude, include, lift", "crawl/memory.h": OWN_STORE,
    "crawl/reextract.h": "`bfa rules`, `bfa rebuild --extract`", "crawl/step.h": "single steps: C++ only", "crawlmodel": OWN_STORE,
    "extract/extract.h": "`bfa_extractor_...` take bytes", "extract/pagination.h": OF_JSON, "extract/rules.h": COMMAND_RULES,
    "html": "trees of pages: C++ only", "http/message.h": "`bfa_exchange_...`", "http/fetcher.h": "`bfa_crawl_options`",
    "io": "paths, bytes and callbacks", "text/utf8.h": CHARACTERS,
    "warc/dedup.h": "deduplication: archives do it", "warc/merge.h": "`bfa_captures_read` and `bfa_warc_writer_copy`",
    "warc/select.h": "`bfa_captures_read` with a filter", "warc/fixity_manifest.h": "`bfa_check_archive` compares it",
    "warc/cdx_writer.h": "sort the lines of `bfa_warc_index`", "base/time.h": "`bfa_time`, `bfa_date`",
    "object/data_object.h": "keys come from archives", "object/filters.h": "the rules of the queries, in C too", "object/json.h": OF_JSON, "object/template.h": OF_JSON,
    "crawl/event_json.h": OF_JSON, "migrate/capture_input.h": OF_JSON, "extract/extractor.h": "`bfa_extractor_...` does it",
    "feed/news_reader.h": "sources of a run: C++ only",
}  # fmt: skip
# Why single names have none; their headers have others.
NAME_REASONS = {
    "check_kind_name": "`bfa_check_problem` has the number, and the JSON the name",
    "past_checks": "`bfa check --last`", "check_before_import": "`bfa_check_package`, before `bfa_import`",
    "discard_new_archive": "`bfa import`", "warc_files_of": "`bfa import`",
    "crawl_visits": "a run: `bfa run`", "crawl_into": OWN_STORE, "move_objects": "`bfa move`",
    "make_warc_fetcher": "fetchers of one's own: C++ only", "import_warcs": "`bfa_import` reads WARC files too",
    "serialize_feed": "`bfa_feed_to_json`", "deserialize_feed": "`bfa_feed_to_json`",
    "write_files_wacz": "`bfa_migrate` writes WACZ", "parse_verdict": "numbers: `BFA_VERDICT_...`",
    "parse_package_form": "numbers: `BFA_PACK_...`", "parse_package_container": "numbers: `BFA_PACK_...`",
    "encoding_name": "`bfa_text_decode` does it", "prescan_html_encoding": "`bfa_text_decode` does it",
    "detect_encoding": "`bfa_text_decode` does it", "date_renderings": "`bfa_extractor_learn` does it",
    "word_diff": "`bfa_object_compare` gives it", "fetch_dedup_key": "crawls do it", "reversed_host": "`bfa_url_surt` has it",
    "is_unset": "feeds and `bfa_date_find` leave such dates out",
    "percent_decode": CHARACTERS, "export_objects": "`bfa export`", "parse_export_format": "`bfa export`",
}  # fmt: skip


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def names_of(path):
    """The exported functions and classes of a C++ header, in order, each once; and every type, for references."""
    text = without_comments(path.read_text(encoding="utf-8"))
    exported = {}
    for match in re.finditer(r"BFA_EXPORT\s+(?:[\w:<>,&*\s\[\]]*?[\s&*>])?(\w+)\s*\(|(?:class|struct) BFA_EXPORT (\w+)\s*(?:\{|:|final)", text):
        exported.setdefault(match[1] or match[2])
    types = set(re.findall(r"\b(?:class|struct|enum class|using)\s+(?:BFA_EXPORT\s+)?(\w+)", text))
    return list(exported), types


def functions_in_c():
    """(C function, names in C++ that its comment gives)."""
    for path in sorted((INCLUDE / "c").glob("*.h")):
        comment, open_comment = "", False
        for line in re.sub(r"\n {4,}", " ", path.read_text(encoding="utf-8")).split("\n"):
            if line.startswith("//"):
                comment = (comment if open_comment else "") + " " + line[2:].strip()
                open_comment = True
                continue
            open_comment = False
            match = re.match(r"BFA_EXPORT [^(]*?(bfa_\w+)\(", line)
            if match:
                yield match[1], re.findall(r"bfa::(\w+)", comment.partition("C++:")[2])


def make():
    by_name, problems = {}, []
    for function, names in functions_in_c():
        for name in names:
            by_name.setdefault(name, []).append(function)
    lines, known, used = ["| C++ header | function or class | C |", "|---|---|---|"], set(), set()
    for path in sorted(INCLUDE.rglob("*.h")):
        header = path.relative_to(INCLUDE).as_posix()
        exported, types = names_of(path)
        known.update(exported, types)
        if header.startswith("c/") or header == "base/export.h":
            continue
        for name in exported:
            functions = by_name.get(name)
            reason = next((key for key in (name, header, header.split("/")[0]) if key in REASONS or key in NAME_REASONS), None)
            if functions:
                shown = ", ".join(f"`{each}`" for each in functions[:4]) + (f" and {len(functions) - 4} more" if functions[4:] else "")
            elif reason:
                used.add(reason)
                shown = f"none: {NAME_REASONS.get(reason) or REASONS[reason]}"
            else:
                problems.append(f"{header}: {name} has no function in C and no reason in scripts/make_c_table.py")
                continue
            lines.append(f"| `{header}` | `{name}` | {shown} |")
    problems += [f"a comment of {by_name[name][0]} names bfa::{name}, which does not exist" for name in by_name if name not in known]
    unused = sorted((REASONS.keys() | NAME_REASONS.keys()) - used)  # of modules: for what may come
    problems += [f"scripts/make_c_table.py: the reason of {key} is not used" for key in unused if not (INCLUDE / key).is_dir()]
    return "\n".join(lines) + "\n", problems


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    table, problems = make()
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    made = before + BEGIN + "\n" + table + "\n" + END + rest.partition(END)[2]
    if sys.argv[1:] == ["--check"]:
        if made != page:
            problems.append("docs/c-abi.md has another table than the headers give: run scripts/make_c_table.py")
    else:
        PAGE.write_text(made, encoding="utf-8")
    print("\n".join(problems) or "table of the C interface: complete")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
