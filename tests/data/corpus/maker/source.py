# SPDX-License-Identifier: Apache-2.0
"""Posts as they were written (source/*.txt): read, turned into HTML for a theme, and into text for the truth.

A file holds posts, each begun by `=== slug`, then `name: value` lines, a blank line, the article, and comments, each
begun by `@ author | time | depth`. The article's markup: paragraphs; `## ` and `### ` headings; `- ` and `1. ` lists;
`> ` quotes; `| ` tables; ``` code; `![alt](file "caption")`; `[^1]: ` footnotes; inside of a line *emphasis*,
**strong**, `code`, [text](address) and [^1].
"""
import dataclasses
import datetime
import html
import re

INLINE = re.compile(r"`(?P<code>[^`]+)`|\*\*(?P<strong>[^*]+)\*\*|\*(?P<em>[^*]+)\*"
                    r"|\[\^(?P<note>\d+)\]|\[(?P<label>[^\]]+)\]\((?P<address>[^)]+)\)")
IMAGE = re.compile(r'!\[([^\]]*)\]\((\S+?)(?: "([^"]*)")?\)')


@dataclasses.dataclass
class Comment:
    author: str
    date: datetime.datetime
    depth: int
    text: str


@dataclasses.dataclass
class Post:
    slug: str
    title: str
    date: datetime.datetime
    author: str
    tags: list
    blocks: list
    comments: list
    fields: dict
    path: str = ""
    number: int = 0


def blocks_of(lines):
    """The blocks of an article: (kind, value) pairs."""
    out, notes, i = [], [], 0

    def while_starts(*starts):
        nonlocal i
        taken = []
        while i < len(lines) and any(re.match(s, lines[i]) for s in starts):
            taken.append(re.sub(starts[0], "", lines[i], count=1))
            i += 1
        return taken

    while i < len(lines):
        line = lines[i]
        if not line.strip():
            i += 1
        elif line.startswith("```"):
            end = lines.index("```", i + 1)
            out.append(("code", "\n".join(lines[i + 1:end])))
            i = end + 1
        elif match := re.match(r"(#+) (.*)", line):
            out.append((f"h{len(match[1])}", match[2]))
            i += 1
        elif line.startswith("- "):
            out.append(("ul", while_starts(r"- ")))
        elif re.match(r"\d+\. ", line):
            out.append(("ol", while_starts(r"\d+\. ")))
        elif line.startswith("> "):
            out.append(("quote", while_starts(r"> ")))
        elif line.startswith("| "):
            out.append(("table", [[c.strip() for c in row.strip("| ").split(" | ")] for row in while_starts(r"\| ")]))
        elif match := re.match(r"\[\^\d+\]: (.*)", line):
            notes.append(match[1])
            i += 1
        elif match := IMAGE.fullmatch(line):
            out.append(("image", match.groups()))
            i += 1
        else:
            out.append(("p", line))
            i += 1
    return out + ([("notes", notes)] if notes else [])


def read_posts(path):
    """The posts of a file, oldest first, numbered from 1."""
    posts = []
    for part in re.split(r"^=== ", path.read_text(encoding="utf-8"), flags=re.M)[1:]:
        head, _, body = part.partition("\n\n")
        slug, *rows = head.split("\n")
        fields = dict(row.split(": ", 1) for row in rows)
        article, *talk = re.split(r"^@ ", body, flags=re.M)
        comments = []
        for said in talk:
            first, text = said.split("\n", 1)
            author, when, depth = first.split(" | ")
            comments.append(Comment(author, datetime.datetime.fromisoformat(when), int(depth), text.strip()))
        posts.append(Post(slug, fields["title"], datetime.datetime.strptime(fields["date"], "%Y-%m-%d %H:%M %z"),
                          fields["author"], fields["tags"].split(", "), blocks_of(article.split("\n")), comments, fields,
                          number=len(posts) + 1))
    return posts


def plain(line):
    """What a reader sees of a line."""
    return INLINE.sub(lambda m: next(v for k, v in m.groupdict().items() if v is not None and k != "address"), line)


def block_text(kind, value):
    if kind == "code":
        return value
    if kind == "image":
        return value[2] or ""
    if kind == "table":
        return "\n".join(" ".join(plain(c) for c in row) for row in value)
    if isinstance(value, list):
        return "\n".join(plain(v) for v in value)
    return plain(value)


def text_of(blocks):
    """What a reader sees of an article: the truth."""
    return "\n\n".join(t for t in (block_text(*b) for b in blocks) if t)


def excerpt_of(post, letters):
    """The first words of an article, as feeds and lists show them."""
    text = " ".join(text_of([b for b in post.blocks if b[0] == "p"]).split())
    return text if len(text) <= letters else text[:letters].rsplit(" ", 1)[0] + " [...]" if " " in text[:letters] else text[:letters] + " [...]"


class Html:
    """HTML of blocks; themes override what they make otherwise. `link` resolves the addresses of links and images."""

    def __init__(self, link=lambda address: address):
        self.link = link
        self.escape = lambda s: html.escape(s, quote=False)

    def line(self, text):
        out, last = "", 0
        for m in INLINE.finditer(text):
            out += self.escape(text[last:m.start()]) + self.span(m)
            last = m.end()
        return out + self.escape(text[last:])

    def span(self, m):
        if m["code"]:
            return f"<code>{self.escape(m['code'])}</code>"
        if m["strong"]:
            return f"<strong>{self.escape(m['strong'])}</strong>"
        if m["em"]:
            return f"<em>{self.escape(m['em'])}</em>"
        if m["note"]:
            return f'<sup><a href="#fn{m["note"]}">{m["note"]}</a></sup>'
        return f'<a href="{html.escape(self.link(m["address"]))}">{self.escape(m["label"])}</a>'

    def block(self, kind, value):
        return getattr(self, "make_" + (kind if not re.match(r"h\d", kind) else "heading"))(value, kind)

    def make_p(self, value, _):
        return f"<p>{self.line(value)}</p>"

    def make_heading(self, value, kind):
        return f"<{kind}>{self.line(value)}</{kind}>"

    def make_ul(self, value, kind):
        return f"<{kind}>\n" + "".join(f"<li>{self.line(v)}</li>\n" for v in value) + f"</{kind}>"

    make_ol = make_ul

    def make_quote(self, value, _):
        return "<blockquote><p>" + "<br>\n".join(self.line(v) for v in value) + "</p></blockquote>"

    def make_table(self, value, _):
        head, *rows = value
        cells = lambda row, tag: "<tr>" + "".join(f"<{tag}>{self.line(c)}</{tag}>" for c in row) + "</tr>\n"
        return ("<table>\n<thead>" + cells(head, "th") + "</thead>\n<tbody>\n" + "".join(cells(r, "td") for r in rows)
                + "</tbody>\n</table>")

    def make_code(self, value, _):
        return f"<pre><code>{self.escape(value)}\n</code></pre>"

    def make_image(self, value, _):
        alt, source, caption = value
        image = f'<img src="{html.escape(self.link(source))}" alt="{html.escape(alt)}" width="480" height="320">'
        return f"<figure>{image}<figcaption>{self.escape(caption)}</figcaption></figure>" if caption else f"<p>{image}</p>"

    def make_notes(self, value, _):
        return "<hr>\n<ol>\n" + "".join(f'<li id="fn{i}">{self.line(v)}</li>\n' for i, v in enumerate(value, 1)) + "</ol>"

    def article(self, blocks):
        return "\n".join(self.block(*b) for b in blocks)


def truth_of(post, in_feed):
    """The post as HOST.truth.json holds it. It comes from the source alone."""
    return {"path": post.path, "title": post.title, "author": post.author, "date_published": post.date.isoformat(),
            "date_raw": post.fields["date"], "content_selector": None, "variant": 0,
            "content_text": " ".join(text_of(post.blocks).split()),
            "comments": [{"author": c.author, "date": c.date.isoformat(), "date_raw": c.date.isoformat(sep=" "),
                          "text": " ".join(c.text.split())} for c in post.comments],
            "in_feed": in_feed}
