# SPDX-License-Identifier: Apache-2.0
"""salt-and-rope.example: a theme with tag cloud, calls to action, threaded comments with their feeds, full-text RSS 2.0."""
import re
from html import escape

from . import feeds
from .source import Html, excerpt_of

HOST, START, LANGUAGE, PLATFORM = "salt-and-rope.example", "http://salt-and-rope.example/", "en", "themed, after WordPress"
ORIGIN = "http://salt-and-rope.example"
POST_REGEX = r"^/20\d\d/\d\d/[^/]+/$"
IN_FEED = 6
NAME = "Salt & Rope"

BOX = {
    "Marlow Finch": "Marlow Finch mends one boat and writes about it. He lives above the chandler's, owns a dog that is afraid of "
                    "gulls, and has been asked by several people to stop sanding indoors.",
    "Jetty Jane": "Jetty Jane runs the tea hut at the end of the east quay. She collects recipes, gossip and lost gloves, and "
                  "returns all three after a reasonable time.",
    "Pilchard": "Pilchard built boats for forty years and would rather not talk about it. He answers questions on Sundays, in "
                "the shed, provided that somebody else brings the biscuits.",
}
CALL = """<div class="cta cta-newsletter"><h3>Never miss a tide!</h3><p>Join the other readers who get a letter from the harbour on the first
of each month. There is no advertising in it, and you can leave whenever you like. Your address stays with us.</p>
<form action="/subscribe" method="post"><input type="email" name="e" placeholder="you@somewhere.example"><button>Count me in</button></form></div>"""
ABOUT = """<section class="widget widget_text"><h3 class="widget-title">Welcome aboard</h3><div class="textwidget"><p>This is the log of a
fourteen-foot clinker dinghy and of the people who got talked into mending her. We write when the glue is drying. If you are new here,
begin at the beginning; it explains the starlings.</p><p>We answer letters, mostly. We do not take advertisements for outboard motors,
and we do not sell the dog.</p></div></section>"""


def place(post):
    post.path = f"/{post.date:%Y}/{post.date:%m}/{post.slug}/"


def day(when):
    return f"{when:%B} {when.day}, {when.year}"


def clock(when):
    return f"{when.hour % 12 or 12}:{when:%M} {'am' if when.hour < 12 else 'pm'}"


def tag_path(tag):
    return "/tag/" + re.sub(r"\W+", "-", tag) + "/"


def author_path(name):
    return "/author/" + re.sub(r"\W+", "-", name.lower()) + "/"


def side(posts):
    counts = {}
    for post in posts:
        for tag in post.tags:
            counts[tag] = counts.get(tag, 0) + 1
    cloud = "\n".join(f'<a href="{tag_path(t)}" class="tag-cloud-link" style="font-size: {8 + 2 * n}pt;" aria-label="{t} ({n} items)">{t}</a>'
                      for t, n in sorted(counts.items()))
    recent = "".join(f'<li><a href="{p.path}">{escape(p.title, quote=False)}</a></li>\n' for p in reversed(posts[-5:]))
    latest = sorted(((c, p) for p in posts for c in p.comments), key=lambda pair: pair[0].date)[-4:]
    said = "".join(f'<li class="recentcomments"><span class="comment-author-link">{c.author}</span> on <a href="{p.path}#comments">'
                   f"{escape(p.title, quote=False)}</a></li>\n" for c, p in reversed(latest))
    return f"""<aside id="secondary" class="widget-area" role="complementary">
{ABOUT}
<section class="widget widget_recent_entries"><h3 class="widget-title">Recent Posts</h3><ul>
{recent}</ul></section>
<section class="widget widget_recent_comments"><h3 class="widget-title">Recent Comments</h3><ul>
{said}</ul></section>
<section class="widget widget_tag_cloud"><h3 class="widget-title">Tags</h3><div class="tagcloud">
{cloud}</div></section>
</aside>"""


def shell(title, kind, main, posts, more=""):
    return f"""<!DOCTYPE html>
<html lang="en-GB">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title, quote=False)}</title>
<link rel="alternate" type="application/rss+xml" title="Salt &amp; Rope &raquo; Feed" href="{ORIGIN}/feed/">
<link rel="alternate" type="application/rss+xml" title="Salt &amp; Rope &raquo; Comments Feed" href="{ORIGIN}/comments/feed/">
{more}<meta property="og:site_name" content="Salt &amp; Rope">
<link rel="stylesheet" href="/style.css">
</head>
<body class="{kind} theme-driftwood has-sidebar">
<div id="cookie-notice" class="cookie-banner"><p>We use two cookies, and one of them remembers that you have read this. By staying on
this site you agree to both. <a href="/about/">What are these for?</a></p><button>That's fine</button></div>
<div id="page" class="site">
<header id="masthead" class="site-header"><p class="site-title"><a href="/" rel="home">Salt &amp; Rope</a></p>
<p class="site-description">One dinghy, several opinions</p>
<nav class="main-navigation"><ul class="menu"><li><a href="/">Home</a></li><li><a href="/about/">About</a></li><li><a href="{tag_path('how-to')}">How-to</a></li></ul></nav></header>
<div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main">
{main}
</main></div>
{side(posts)}
</div>
<footer class="site-footer"><div class="site-info">&copy; Salt &amp; Rope. Built on the theme Driftwood. Tides not included.</div></footer>
</div>
<script>document.querySelector('.cookie-banner button').onclick=function(){{document.cookie='seen=1';}};</script>
</body>
</html>
"""


def number_of(posts, post, comment):
    earlier = sorted((c.date, p.number, i) for p in posts for i, c in enumerate(p.comments))
    return 11 + earlier.index((comment.date, post.number, post.comments.index(comment)))


def thread(posts, post):
    """Comments as nested lists."""
    out, depth = "", -1
    for comment in post.comments:
        if comment.depth > depth:
            out += '<ol class="comment-list">\n' if depth < 0 else '<ol class="children">\n'
        else:
            out += "</li>\n" + "</ol>\n</li>\n" * (depth - comment.depth)
        depth = comment.depth
        number = number_of(posts, post, comment)
        own = " bypostauthor" if comment.author == post.author else ""
        out += f"""<li id="comment-{number}" class="comment{own} depth-{depth + 1}"><article class="comment-body"><footer class="comment-meta">
<div class="comment-author vcard"><b class="fn">{comment.author}</b> <span class="says">says:</span></div>
<div class="comment-metadata"><a href="{post.path}#comment-{number}"><time datetime="{comment.date:%Y-%m-%dT%H:%M:00+00:00}">{day(comment.date)} at {clock(comment.date)}</time></a></div>
</footer><div class="comment-content"><p>{escape(comment.text, quote=False)}</p></div>
<div class="reply"><a rel="nofollow" class="comment-reply-link" href="{post.path}?replytocom={number}#respond">Reply</a></div></article>
"""
    return out + "</li>\n</ol>\n" + "</li>\n</ol>\n" * depth


def related(posts, post):
    others = [p for p in posts if p is not post and set(p.tags) & set(post.tags)][:3]
    return '<div class="related-posts"><h3>You might also like</h3>\n' + "".join(
        f'<div class="related-item"><h4><a href="{p.path}">{escape(p.title, quote=False)}</a></h4><p>{escape(excerpt_of(p, 140), quote=False)}</p></div>\n'
        for p in others) + "</div>"


def post_page(posts, post, markup):
    tags = ", ".join(f'<a href="{tag_path(t)}" rel="tag">{t}</a>' for t in post.tags)
    share = "".join(f'<li><a href="https://{s}.example/share?u={ORIGIN}{post.path}">Share on {s.title()}</a></li>' for s in ("chirper", "facepage", "pinwall"))
    near = [(n, posts[i]) for n, i in (("Previous", post.number - 2), ("Next", post.number)) if 0 <= i < len(posts)]
    links = "".join(f'<div class="nav-{n.lower()}"><a href="{p.path}"><span class="meta-nav">{n} Post</span> {escape(p.title, quote=False)}</a></div>' for n, p in near)
    form = f"""<div id="respond" class="comment-respond"><h3 class="comment-reply-title">Leave a Reply</h3><form action="/comment" method="post"><p class="comment-notes">Your
email address will not be published. Required fields are marked *</p><textarea name="comment" required></textarea><input name="author"><input name="email">
<button type="submit">Post Comment</button></form></div>"""
    count = len(post.comments)
    title = escape(post.title, quote=False)
    main = f"""<article id="post-{100 + post.number}" class="post type-post hentry">
<header class="entry-header"><h1 class="entry-title">{title}</h1>
<div class="entry-meta"><span class="posted-on">Posted on <a href="{post.path}"><time class="entry-date published" datetime="{post.date.isoformat()}">{day(post.date)}</time></a></span>
<span class="byline">by <span class="author vcard"><a class="url fn n" href="{author_path(post.author)}">{post.author}</a></span></span>
<span class="comments-link"><a href="#comments">{count} Comment{'s' * (count != 1)}</a></span></div></header>
<div class="entry-content">
{markup.article(post.blocks)}
<div class="sharing"><h3>Share this:</h3><ul>{share}</ul></div>
{CALL}
{related(posts, post)}
</div>
<footer class="entry-footer"><span class="tags-links">Tagged {tags}</span></footer>
<div class="author-box"><h2>About {post.author}</h2><p>{BOX[post.author]}</p><a href="{author_path(post.author)}">View all posts by {post.author}</a></div>
</article>
<nav class="post-navigation">{links}</nav>
<div id="comments" class="comments-area"><h2 class="comments-title">{count} thought{'s' * (count != 1)} on &ldquo;{title}&rdquo;</h2>
{thread(posts, post) if count else ''}{form}</div>"""
    more = (f'<link rel="alternate" type="application/rss+xml" title="Salt &amp; Rope &raquo; {escape(post.title)} Comments Feed" href="{ORIGIN}{post.path}feed/">\n'
            f'<link rel="canonical" href="{ORIGIN}{post.path}">\n<meta property="og:title" content="{escape(post.title)}">\n<meta property="og:type" content="article">\n')
    return shell(f"{post.title} – {NAME}", "single single-post", main, posts, more)


def teaser(post):
    return f"""<article id="post-{100 + post.number}" class="post type-post hentry"><header class="entry-header"><h2 class="entry-title"><a href="{post.path}" rel="bookmark">{escape(post.title, quote=False)}</a></h2>
<div class="entry-meta"><span class="posted-on">Posted on <time class="entry-date published" datetime="{post.date.isoformat()}">{day(post.date)}</time></span> <span class="byline">by <span class="author vcard">{post.author}</span></span></div></header>
<div class="entry-summary"><p>{escape(excerpt_of(post, 260), quote=False)} <a href="{post.path}" class="more-link">Continue reading</a></p></div></article>
"""


def comment_feed(posts, of, path, title):
    found = sorted(((c.date, number_of(posts, p, c), c, p) for p in of for c in p.comments), key=lambda x: x[:2], reverse=True)[:10]
    items = "".join(feeds.rss_comment_item(ORIGIN, p, c, n, len(of) > 1) for _, n, c, p in found)
    return feeds.rss(ORIGIN, of[0].path if len(of) == 1 else "/", path, title, "", items)


def files(posts):
    paths = {p.slug: p.path for p in posts}
    markup = Html(lambda a: paths[a[5:]] if a.startswith("post:") else a)
    newest = list(reversed(posts))
    out = {}
    for post in posts:
        out[post.path + "index.html"] = post_page(posts, post, markup)
        out[post.path + "feed/index.xml"] = comment_feed(posts, [post], post.path + "feed/", f"Comments on: {post.title}")
    pages = [newest[i:i + 5] for i in range(0, len(newest), 5)]
    for n, some in enumerate(pages, 1):
        links = (f'<a class="prev" href="{"/" if n == 2 else f"/page/{n - 1}/"}">Newer posts</a>' if n > 1 else "") + (
            f'<a class="next" href="/page/{n + 1}/">Older posts</a>' if n < len(pages) else "")
        out["/index.html" if n == 1 else f"/page/{n}/index.html"] = shell(
            NAME if n == 1 else f"{NAME} – Page {n}", "home blog", "".join(map(teaser, some)) + f'<nav class="pagination">{links}</nav>', posts)
    for tag in sorted({t for p in posts for t in p.tags}):
        main = f'<header class="page-header"><h1 class="page-title">Tag: {tag}</h1></header>' + "".join(teaser(p) for p in newest if tag in p.tags)
        out[tag_path(tag) + "index.html"] = shell(f"{tag} – {NAME}", "archive tag", main, posts)
    for name in BOX:
        main = f'<header class="page-header"><h1 class="page-title">Author: {name}</h1><p>{BOX[name]}</p></header>' + "".join(
            teaser(p) for p in newest if p.author == name)
        out[author_path(name) + "index.html"] = shell(f"{name} – {NAME}", "archive author", main, posts)
    out["/about/index.html"] = shell(f"About – {NAME}", "page", """<article id="post-2" class="page type-page hentry"><header class="entry-header"><h1 class="entry-title">About</h1></header>
<div class="entry-content"><p>Somebody had to write down where the starlings went. That is all this is about: a boat, a shed, a harbour with more herons than
customers, and the people who lean on the wall and say what you are doing wrong.</p><p>You can find us on the east quay, or in the tea hut if it rains. Two
cookies live here. One counts visitors, the other remembers that you have closed the banner.</p></div></article>""", posts)
    in_feed = newest[:IN_FEED]
    out["/feed/index.xml"] = feeds.rss(ORIGIN, "/", "/feed/", NAME, "One dinghy, several opinions", "".join(
        feeds.rss_full_item(ORIGIN, p, markup.article(p.blocks)) for p in in_feed))
    out["/comments/feed/index.xml"] = comment_feed(posts, posts, "/comments/feed/", f"Comments for {NAME}")
    out["/style.css"] = ".site{max-width:70em;margin:auto}\n.widget-area{float:right;width:18em}\n"
    return {k: v.encode() for k, v in out.items()}, in_feed, [("/feed/", "/feed/index.xml", "rss2")]
