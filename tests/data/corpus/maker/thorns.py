# SPDX-License-Identifier: Apache-2.0
"""thorns.example: hostile pages, each in its own way; its readers see an article all the same."""
from html import escape

from . import feeds
from .source import Html, excerpt_of

HOST, START, LANGUAGE, PLATFORM = "thorns.example", "http://thorns.example/", "en", "hostile"
ORIGIN = "http://thorns.example"
POST_REGEX = r"^/hedge/[^/]+\.html$"
IN_FEED = 7
NAME = "Thorns"
PLANTS = "hawthorn blackthorn bramble gorse holly barberry dog-rose firethorn sloe juniper".split()
SPAM = "cheap casino bonus replica watches pills loan instant jackpot free spins miracle diet click winner".split()
LINKS = 10000


def place(post):
    post.path = f"/hedge/{post.slug}.html"
    if post.title == "@LONG@":
        post.title = long_title()


def long_title():
    """5,000 characters of words, no two stretches alike."""
    words, n = "The hedge that went on:", 0
    while len(words) < 4985:
        n += 1
        words += f" {n} {PLANTS[n * n % 10]}s past the {PLANTS[(3 * n + n // 10) % 10]},"
    return words[:4985].rsplit(",", 1)[0] + " and home"


def day(post):
    when = post.date
    if post.fields["hostile"] == "dates":
        return f"平成{when.year - 1988}年{when.month}月{when.day}日"
    if "茨" in post.author:
        return f"{when.year}年{when.month}月{when.day}日"
    ending = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}.get(when.day, "th")
    return f"{when.day}{ending} {when:%B} {when.year}"


SHEARS = """<article itemscope itemtype="http://schema.org/BlogPosting" class="hentry post" id="content"><h1 itemprop="headline" class="entry-title">Ten shears that will change your hedge</h1>
<span itemprop="author" class="author vcard fn">Shears Direct</span> <time itemprop="datePublished" class="published" datetime="2024-01-01T00:00:00Z">January 1, 2024</time>
<div itemprop="articleBody" class="entry-content"><p>In this article we compare ten garden shears in the price range from nine to ninety pounds. All of them are for sale, all of them are sharp, and number
seven comes with a glove. Our testers cut through four miles of privet, two hose pipes and a trellis before they agreed on a winner. Read on to see whether the winner is ours.</p>
<p>Order before midnight and a second pair travels free of charge. Shears Direct is not liable for topiary.</p></div></article>"""
SCRIPT = """<script type="text/javascript">
document.write('<div class="post"><h2>Written by a script<\\/h2><p>This paragraph does not exist until a browser runs it. It was posted on April 1, 2001 by Nobody.<\\/p>');
document.write("<scr" + "ipt>var today = new Date(); document.write('<article><p>Today is ' + today + '</p></article>');<\\/scr" + "ipt>");
var t = "</div></td></table><!-- ", u = '<article class="hentry"><h1>Fake headline</h1>';
</script>"""


def shell(post_title, middle, posts, beside="", charset="utf-8", ident="content"):
    # Numbers of days and an article's metadata that are the same on all pages, and wrong.
    links = "".join(f"<li><a href={p.path}>{escape(p.title, quote=False)[:60]}</a>" for p in posts)
    return f"""<html><head><meta http-equiv=Content-Type content="text/html; charset={charset}">
<title>{escape(post_title, quote=False)}</title>
<meta property="article:published_time" content="1999-01-01T00:00:00Z"><meta property="og:title" content="Thorns, the home of hedges"><meta name=author content="admin">
<link rel=alternate type="application/rss+xml" title="Hedges of others" href="/planet.xml"><link rel=alternate type="application/rss+xml" title="Thorns" href="/rss.xml">
</head><body onload="void(0)"><div id=top><b><a href=/>Thorns</a></b> <i>a hedge, by hand</i></div>
<table border=0><tr valign=top><td id={ident}>
{middle}
<td id=side>
<!-- <article><h1>Not even this one</h1></article> -->
<p>This is a hedge. It was planted in 1999 and has not been trimmed since. Visitors are asked to keep their sleeves rolled down, not to feed the scripts, and to leave the tables as they found them.
<ul>{links}</ul>
{beside}
<p>Last updated: 29 February 2024. Next update: never.
</table><p id=foot>Best viewed with gloves.
"""


def article(post, posts):
    paths = {p.slug: p.path for p in posts}
    return Html(lambda a: paths[a[5:]] if a.startswith("post:") else a)


def plain_post(post, markup):
    body = markup.article(post.blocks)
    return f"<h2>{markup.escape(post.title)}</h2>\n<p class=when>{day(post)}, {markup.escape(post.author)}</p>\n<div class=body>{body}</div>\n<hr>\n"


def unclosed(post, markup):
    body = markup.article(post.blocks)
    for tag in ("</p>", "</li>", "</ul>", "</em>", "</code>"):
        body = body.replace(tag, "")
    return f"<h2>{markup.escape(post.title)}</h2>\n<p class=when>{day(post)}, {post.author}\n<div class=body>{body}\n</div><hr>\n"


def raw_entities(post):
    """What browsers show as it stands: names of no entity, a `<` before a space, a bare ampersand."""
    markup = Html()
    markup.escape = lambda s: s
    return plain_post(post, markup)


def hidden_spam(post, markup):
    ways = ('<div style="display:none">{}</div>', '<p hidden>{}</p>', '<div style="position:absolute;left:-9999px;top:0">{}</div>', '<div style="height:0;overflow:hidden">{}</div>')
    blocks = []
    for i in range(len(ways)):
        spam = " ".join(SPAM[(i * 7 + k * (i + 3)) % len(SPAM)] for k in range(100))
        blocks += [markup.block(*b) for b in post.blocks[i:i + 1]] + [ways[i].format(f'<a href="http://spam-{i}.example/">{spam[:40]}</a> {spam}')]
    return f"<h2>{post.title}</h2>\n<p class=when>{day(post)}, {post.author}</p>\n<div class=body>" + "\n".join(blocks) + "</div>\n<hr>\n"


def post_page(post, posts):
    markup = article(post, posts)
    way = post.fields["hostile"]
    title = f"{post.title} ~ {NAME}"
    middle = plain_post(post, markup)
    if way == "unclosed":
        return shell(title, unclosed(post, markup), posts)
    if way == "deep":
        return shell(title, "<table><tr><td>" * 500 + middle + "</td></tr></table>" * 500, posts)
    if way == "script":
        return shell(title, SCRIPT + middle + SCRIPT, posts, SCRIPT)
    if way == "entities":
        return shell(title, raw_entities(post), posts)
    if way == "charset":
        return shell(title, middle, posts, charset="iso-8859-1")
    if way == "hidden":
        return shell(title, hidden_spam(post, markup), posts)
    if way == "links":
        return shell(title, middle, posts, "<ul>" + "".join(f"<li><a href=//h{n}.example>{PLANTS[n % 10]} {n}</a>\n" for n in range(LINKS)) + "</ul>")
    if way == "fake":
        return shell(title, middle, posts, SHEARS)
    if way == "ids":
        many = "".join(f"<div id=content><p>William {n}, who lives here and has done so for a very long time, sends his regards.</div>" for n in range(8))
        return shell(title, middle, posts, many)
    if way == "cdata":
        return shell(title, "<![CDATA[ " + middle.replace("<hr>", "]]><hr>"), posts)
    return shell(title, middle, posts, SHEARS if way == "dates" else "")


def others():
    """Entries that lead to other hosts, with articles of their own."""
    texts = {"privet": "Privet grows a foot a year if you insult it, and two if you don't. I measured both sides of the gate.",
             "ladder": "The ladder is for sale. The reason for this is in plaster until Easter, so please collect it yourself.",
             "hedgehog": "We have a lodger. He comes at nine, eats what the cat left, and goes without a word of thanks."}
    return [(f"http://{k}.example/news/{k}.html", k.title(), v) for k, v in texts.items()]


def other_items():
    return [f"<item><title>{t}</title><link>{u}</link><description>{x}</description><pubDate>Mon, 01 Mar 2010 0{i}:00:00 GMT</pubDate></item>\n"
            for i, (u, t, x) in enumerate(others())]


def feed(posts, markup):
    newest = list(reversed(posts))[:IN_FEED]
    items = []
    for post in newest:
        text = markup.article(post.blocks)
        # Packed without a look at the parcel: the `]]>` inside of one post ends it too early.
        items.append(f"<item><title><![CDATA[{post.title}]]></title><link>{ORIGIN}{post.path}</link><author>{escape(post.author)}</author>"
                     f"<pubDate>{feeds.rfc822(post.date)}</pubDate><description><![CDATA[{text}]]></description></item>\n")
    for i, item in enumerate(other_items()):
        items.insert(2 * i + 1, item)
    return newest, feeds.rss(ORIGIN, "/", "/rss.xml", NAME, "a hedge, by hand", "".join(items))


def teaser(post):
    return f"<h3><a href={post.path}>{escape(post.title, quote=False)[:200]}</a></h3><p>{day(post)}: {escape(excerpt_of(post, 160), quote=False)}\n"


def files(posts):
    newest = list(reversed(posts))
    out = {p.path: post_page(p, posts) for p in posts}
    out["/index.html"] = shell(NAME, "".join(map(teaser, newest[:6])) + "<p><a href=/older.html>Older thorns</a>", posts)
    out["/older.html"] = shell(f"Older ~ {NAME}", "".join(map(teaser, newest[6:])), posts)
    out["/gloves.html"] = shell(f"Gloves ~ {NAME}", "<h2>Gloves</h2><p>Leather, to the elbow. Cloth is for roses, and roses are for people with time. Mine are from a blacksmith's sale and smell of it.", posts)
    in_feed, text = feed(posts, Html())
    out["/rss.xml"] = text
    out["/planet.xml"] = feeds.rss(ORIGIN, "/", "/planet.xml", "Hedges of others", "", "".join(other_items()))
    return {k: v.encode() for k, v in out.items()}, in_feed, [("/rss.xml", "/rss.xml", "rss2"), ("/planet.xml", "/planet.xml", "rss2")]
