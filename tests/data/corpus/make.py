#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the blogs of this folder from source/ and maker/: pages, feeds, truth, manifest, pairs of captures.

Usage: make.py [FOLDER]

FOLDER: where to write; this folder when left out. What is made is the same on each machine. The truth comes from
source/, before any theme sees a post.
"""
import json
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from maker import cuaderno, deux, kleinbahn, nullable, salt, source, thorns  # noqa: E402

# One pixel, transparent.
GIF = bytes.fromhex("47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b")


class Blog:
    def __init__(self, name, theme, place, files, start, language, under=""):
        self.name, self.theme, self.start, self.language, self.under = name, theme, start, language, under
        self.posts = source.read_posts(HERE / "source" / f"{name}.txt")
        for post in self.posts:
            place(post)
        self.files, self.in_feed, self.feeds = files(self.posts)

    def manifest(self):
        path, file, kind = self.feeds[0]
        comments = sum(len(p.comments) for p in self.posts)
        return {"host": self.theme.HOST, "blog": self.theme.HOST + self.under.rstrip("/"), "under": self.under,
                "platform": self.theme.PLATFORM, "language": self.language, "feed_path": path, "feed_type": kind,
                "feed_items": len(self.in_feed),
                "all_feeds": [{"path": p, "file": f, "type": k} for p, f, k in self.feeds],
                "post_url_regex": self.theme.POST_REGEX, "truth_posts": len(self.posts),
                "truth_posts_not_in_feed": len(self.posts) - len(self.in_feed), "n_truth_comments": comments,
                "licence": "Apache-2.0", "start": self.start}

    def truth(self):
        fed = {p.slug for p in self.in_feed}
        return [source.truth_of(p, p.slug in fed) for p in self.posts]


def make_blogs():
    plain = [Blog(name, theme, theme.place, theme.files, theme.START, theme.LANGUAGE)
             for name, theme in (("kleinbahn", kleinbahn), ("salt-and-rope", salt), ("nullable", nullable),
                                 ("cuaderno", cuaderno), ("thorns", thorns))]
    both = [Blog("potager", deux, deux.place_potager, deux.potager_files, deux.ORIGIN + "/potager/", "fr", "/potager/"),
            Blog("dacha", deux, deux.place_dacha, deux.dacha_files, deux.ORIGIN + "/dacha/", "ru", "/dacha/")]
    return plain + both


def as_json(value):
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def change_files(posts, feed):
    """Pairs of captures of the redesigned blog, in the form of a suite of changes."""
    out, lines = {"changes/feed.xml": feed}, []
    for name, label, post, old, new in cuaderno.pairs(posts):
        out[f"changes/files/{name}.old.html"] = old.encode()
        out[f"changes/files/{name}.new.html"] = new.encode()
        lines.append({"id": name, "blog": cuaderno.HOST, "path": post.path.lstrip("/"), "label": label,
                      "old_file": f"files/{name}.old.html", "new_file": f"files/{name}.new.html",
                      "feed": {"new": {"feed_file": "feed.xml"}}})
    out["changes/pairs.jsonl"] = "".join(json.dumps(x) + "\n" for x in lines).encode()
    return out


def make():
    """All files: name to bytes."""
    out, truth = {}, {}
    blogs = make_blogs()
    for blog in blogs:
        for path, data in blog.files.items():
            out[blog.theme.HOST + path] = data
        truth.setdefault(blog.theme.HOST, []).extend(blog.truth())
    for host, posts in truth.items():
        out[host + ".truth.json"] = as_json(posts)
    out["manifest.json"] = as_json([blog.manifest() for blog in blogs])
    out["reachable.json"] = as_json({host: [p["path"] for p in posts] for host, posts in truth.items()})
    out["kleinbahn.example/bilder/prellbock.jpg"] = GIF
    out["salt-and-rope.example/img/turning.jpg"] = GIF
    redesigned = next(b for b in blogs if b.theme is cuaderno)
    out.update(change_files(redesigned.posts, redesigned.files["/feed.xml"]))
    return out


def main():
    if len(sys.argv) > 2 or sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__)
        return 2
    target = pathlib.Path(sys.argv[1]) if len(sys.argv) == 2 else HERE
    files = make()
    if target.resolve() == HERE:  # what is no longer made has to go; a folder of somebody else's is left alone
        for folder in {name.split("/")[0] for name in files if "/" in name}:
            shutil.rmtree(HERE / folder, ignore_errors=True)
    for name, data in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    print(f"{len(files)} files, {sum(map(len, files.values()))} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
