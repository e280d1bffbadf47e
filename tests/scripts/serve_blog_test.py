#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The example blog as its server gives it: base addresses, conditional requests, no way out of the folder; and the
blog itself: no dead link, feeds that parse."""
import http.client
import pathlib
import re
import sys
import unittest
import urllib.parse
import xml.etree.ElementTree as tree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
sys.dont_write_bytecode = True
from example_blog import BLOG, served  # noqa: E402


class ServeBlog(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.base = cls.enterClassContext(served())
        cls.host = urllib.parse.urlsplit(cls.base).netloc

    def get(self, path, **headers):
        connection = http.client.HTTPConnection(self.host, timeout=10)
        connection.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response, body

    def test_feed_names_this_server(self):
        response, body = self.get("/feed.xml")
        self.assertEqual(response.status, 200)
        self.assertNotIn(b"@BASE@", body)
        items = tree.fromstring(body).findall("channel/item")
        self.assertEqual(len(items), 5)
        for item in items:
            self.assertTrue(item.findtext("link").startswith(self.base))

    def test_conditional_requests(self):
        for path in ("/", "/feed.xml", "/img/bytes.png"):
            response, _ = self.get(path)
            again, body = self.get(path, If_None_Match=response.headers["ETag"])
            self.assertEqual((again.status, body), (304, b""), path)
            self.assertEqual(self.get(path, If_None_Match='"other"')[0].status, 200)
            later, _ = self.get(path, If_Modified_Since=response.headers["Last-Modified"])
            self.assertEqual(later.status, 304)

    def test_folder_redirects_to_slash(self):
        response, _ = self.get("/about")
        self.assertEqual((response.status, response.headers["Location"]), (301, "/about/"))

    def test_nothing_outside_the_folder(self):
        for path in ("/../../README.md", "/%2e%2e/%2e%2e/LICENSE", "/none", "//etc/passwd"):
            self.assertEqual(self.get(path)[0].status, 404, path)

    def test_every_link_of_the_blog_works(self):
        seen, queue, pages = set(), ["/"], 0
        while queue:
            path = queue.pop()
            if path in seen:
                continue
            seen.add(path)
            response, body = self.get(path)
            self.assertEqual(response.status, 200, path)
            if response.headers["Content-Type"].startswith("text/html"):
                pages += 1
                links = re.findall(r'(?:href|src)="(/[^"#]*)', body.decode())
                queue += links
        self.assertEqual(pages, len(list(BLOG.rglob("index.html"))))

    def test_every_page_has_what_quickstart_edits(self):
        for page in BLOG.rglob("index.html"):
            text = page.read_text(encoding="utf-8")
            self.assertEqual(text.count("Visitors so far: 10482"), 1, page)
            self.assertEqual(text.count("from Tuesday to Friday, ten to five"), 1, page)


if __name__ == "__main__":
    unittest.main()
