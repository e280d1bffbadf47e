# SPDX-License-Identifier: Apache-2.0
"""Feeds of the blogs, each in the form that its system would have written."""
import datetime
import email.utils
import json
from html import escape

from .source import excerpt_of


def rfc822(when):
    return email.utils.format_datetime(when)


def utc(when):
    return when.astimezone(datetime.timezone.utc)


def rdf(origin, title, about, posts, letters):
    """RSS 1.0 with excerpts and Dublin Core, as weblog programs of 2003 wrote it. The caller encodes it."""
    items = "".join(
        f'<item rdf:about="{origin}{p.path}">\n<title>{escape(p.title)}</title>\n<link>{origin}{p.path}</link>\n'
        f"<description>{escape(excerpt_of(p, letters))}</description>\n<dc:subject>{escape(p.tags[0])}</dc:subject>\n"
        f"<dc:creator>{escape(p.author)}</dc:creator>\n<dc:date>{p.date.isoformat()}</dc:date>\n</item>\n" for p in posts)
    listed = "".join(f'<rdf:li rdf:resource="{origin}{p.path}"/>\n' for p in posts)
    return ('<?xml version="1.0" encoding="windows-1252"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns="http://purl.org/rss/1.0/">\n'
            f'<channel rdf:about="{origin}/index.rdf">\n<title>{escape(title)}</title>\n<link>{origin}/</link>\n'
            f"<description>{escape(about)}</description>\n<items>\n<rdf:Seq>\n{listed}</rdf:Seq>\n</items>\n</channel>\n"
            f"{items}</rdf:RDF>\n")


def cdata(text):
    return "<![CDATA[" + text.replace("]]>", "]]]]><![CDATA[>") + "]]>"


def rss(origin, home, own, title, about, items):
    """RSS 2.0 around ready items."""
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom" '
            'xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/">\n'
            f'<channel>\n<title>{escape(title)}</title>\n<atom:link href="{origin}{own}" rel="self" type="application/rss+xml"/>\n'
            f"<link>{origin}{home}</link>\n<description>{escape(about)}</description>\n{items}</channel>\n</rss>\n")


def rss_full_item(origin, post, content):
    tags = "".join(f"<category>{cdata(t)}</category>\n" for t in post.tags)
    return (f"<item>\n<title>{escape(post.title)}</title>\n<link>{origin}{post.path}</link>\n"
            f"<comments>{origin}{post.path}#comments</comments>\n<pubDate>{rfc822(utc(post.date))}</pubDate>\n"
            f"<dc:creator>{cdata(post.author)}</dc:creator>\n{tags}<guid isPermaLink=\"false\">{origin}/?p={100 + post.number}</guid>\n"
            f"<description>{cdata(escape(excerpt_of(post, 300)))}</description>\n"
            f"<content:encoded>{cdata(content)}</content:encoded>\n<wfw:commentRss>{origin}{post.path}feed/</wfw:commentRss>\n"
            f"<slash:comments>{len(post.comments)}</slash:comments>\n</item>\n")


def rss_comment_item(origin, post, comment, number, with_title):
    title = f"Comment on {post.title} by {comment.author}" if with_title else f"By: {comment.author}"
    return (f"<item>\n<title>{escape(title)}</title>\n<link>{origin}{post.path}#comment-{number}</link>\n"
            f"<dc:creator>{cdata(comment.author)}</dc:creator>\n"
            f"<pubDate>{rfc822(comment.date.replace(tzinfo=datetime.timezone.utc))}</pubDate>\n"
            f'<guid isPermaLink="false">{origin}/?p={100 + post.number}#comment-{number}</guid>\n'
            f"<description>{escape(comment.text)}</description>\n"
            f"<content:encoded>{cdata('<p>' + escape(comment.text, quote=False) + '</p>')}</content:encoded>\n</item>\n")


def atom(origin, home, own, title, posts, content, stamp=lambda d: d.isoformat()):
    """Atom 1.0; `content(post)` is the entry's <summary> or <content> element."""
    entries = "".join(
        f'<entry>\n<title type="text">{escape(p.title)}</title>\n<link rel="alternate" type="text/html" href="{origin}{p.path}"/>\n'
        f"<id>tag:{origin.split('//')[1]},{p.date:%Y}:{p.slug}</id>\n<published>{stamp(p.date)}</published>\n"
        f"<updated>{stamp(p.date)}</updated>\n<author><name>{escape(p.author)}</name></author>\n"
        + "".join(f'<category term="{escape(t)}"/>\n' for t in p.tags) + content(p) + "\n</entry>\n" for p in posts)
    return ('<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
            f'<title>{escape(title)}</title>\n<link rel="self" href="{origin}{own}"/>\n<link href="{origin}{home}"/>\n'
            f"<id>{origin}{home}</id>\n<updated>{stamp(posts[0].date)}</updated>\n{entries}</feed>\n")


def zulu(when):
    return utc(when).strftime("%Y-%m-%dT%H:%M:%SZ")


def json_feed(origin, title, posts, letters):
    items = [{"id": origin + p.path, "url": origin + p.path, "title": p.title, "summary": excerpt_of(p, letters),
              "content_text": excerpt_of(p, letters), "date_published": zulu(p.date), "authors": [{"name": p.author}],
              "tags": p.tags} for p in posts]
    return json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": title, "home_page_url": origin + "/",
                       "feed_url": origin + "/feed.json", "items": items}, ensure_ascii=False, indent=1) + "\n"
