#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the Python package refuses, ends early, or keeps apart: copies of handles, other processes and threads, wrong types,
numbers that do not fit, stops.

Usage: refusals_test.py BUILD_DIRECTORY [UNITTEST ARGUMENT...]
"""
import contextlib
import copy
import datetime
import gc
import os
import pathlib
import pickle
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(TESTS.parent / "python"), str(TESTS / "support")]
import bfa  # noqa: E402
from example_blog import BLOG, served  # noqa: E402

if len(sys.argv) > 1:
    sys.argv.pop(1)  # the build folder, which other tests need
TWO = TESTS / "data" / "examples" / "two_exchanges.warc"
UTC = datetime.timezone.utc
RECORD = {"WARC-Type": "resource", "WARC-Record-ID": "<urn:uuid:00000000-0000-4000-8000-000000000001>",
          "WARC-Date": "2026-01-01T00:00:00Z", "WARC-Target-URI": "http://blog.example/"}  # fmt: skip


class Work(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)


class OfAnArchive(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name) / "archive"
        with served(BLOG) as home, bfa.Archive(cls.path, "a") as archive:
            archive.crawl(home, from_="tests@blog.example", delay_ms=0, allow_private=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)

    def test_handles_are_neither_copied_nor_pickled(self):
        with contextlib.ExitStack() as stack:
            archive = stack.enter_context(bfa.Archive(self.path))
            handles = [archive, bfa.WarcReader(TWO), bfa.Stop(), bfa.Robots(b""), bfa.Extractor("http://blog.example/"),
                       bfa.SearchIndex(archive), bfa.WarcWriter(self.work / "a.warc")]  # fmt: skip
            for each in handles[1:]:
                stack.enter_context(each)
            for each in handles:
                for made in (copy.copy, copy.deepcopy, pickle.dumps):
                    with self.assertRaises(TypeError, msg=f"{made} of {each!r}"):
                        made(each)
            post = next(archive.objects(kind="post"))
            self.assertEqual(pickle.loads(pickle.dumps(post)), post)
            self.assertEqual(copy.deepcopy(post), post)

    def test_a_forked_process_leaves_handles_alone(self):
        with served(BLOG) as home, bfa.Archive(self.work / "a", "a") as archive:
            archive.crawl(home, from_="tests@blog.example", delay_ms=0, allow_private=True)
            cursor, reader = archive.objects(), bfa.WarcReader(TWO)
            next(cursor)
            next(reader)
            child = os.fork()
            if child == 0:
                refused = 0
                for use in (lambda: archive.last_step, lambda: next(reader), lambda: next(cursor)):
                    try:
                        use()
                    except ValueError:
                        refused += 1
                archive.close()
                reader.close()
                del archive, cursor, reader
                gc.collect()
                os._exit(0 if refused == 3 else 3)
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
            cursor.close()
            reader.close()
            archive.crawl(home, delay_ms=0, allow_private=True, recheck="all")
        self.assertEqual(bfa.check(self.work / "a", read_data=True).result, "sound")

    def test_a_second_writing_call_is_refused(self):
        refused = []

        def again(archive, event):
            if not refused:
                with self.assertRaises(bfa.UnavailableError):
                    archive.import_(TWO)
                refused.append(event)

        with served(BLOG) as home, bfa.Archive(self.work / "a", "a") as archive:
            archive.crawl(home, from_="tests@blog.example", delay_ms=0, allow_private=True, on_event=lambda e: again(archive, e))
        self.assertEqual(len(refused), 1)
        self.assertEqual(bfa.check(self.work / "a", read_data=True).result, "sound")

    def test_a_check_names_what_is_affected(self):
        shutil.copytree(self.path, self.work / "cut")
        file = sorted((self.work / "cut" / "warc").glob("*.warc.gz"))[0]
        os.truncate(file, file.stat().st_size // 2)
        affected = []
        report = bfa.check(self.work / "cut", on_affected=affected.append)
        self.assertEqual(report.result, "damaged")
        self.assertEqual({each.id for each in affected}, {"file_shorter"})
        self.assertEqual({each.is_object for each in affected}, {False, True})
        self.assertTrue(all(each.url.startswith("http") and each.time is not None for each in affected))
        with self.assertRaises(ZeroDivisionError):
            bfa.check(self.work / "cut", on_affected=lambda each: 1 // 0)

    def test_a_stop_ends_a_rebuild_a_restore_and_a_pack(self):
        stop = bfa.Stop()
        stop.request()
        with bfa.Archive(self.path) as archive:
            before = [each.url for each in archive.objects()]
            with self.assertRaisesRegex(bfa.UnavailableError, "unavailable"):
                archive.pack(self.work / "packages", stop=stop)
            self.assertEqual([each for each in self.work.rglob("*") if each.is_file()], [])
            (package,) = archive.pack(self.work / "packages", threads=2)
        for reads in (lambda: bfa.validate(TWO, stop=stop), lambda: bfa.compare_warcs([TWO], [TWO], stop=stop), lambda: bfa.complete_bytes(TWO, stop=stop)):
            with self.assertRaisesRegex(bfa.UnavailableError, "stopped"):
                reads()
        with self.assertRaisesRegex(bfa.UnavailableError, "stopped"):
            bfa.rebuild(self.path, stop=stop)
        with bfa.Archive(self.path) as archive:
            self.assertEqual([each.url for each in archive.objects()], before)
        with self.assertRaisesRegex(bfa.UnavailableError, "stopped"):
            bfa.restore(self.work / "restored", package.directory, stop=stop)
        self.assertFalse((self.work / "restored").exists() and any((self.work / "restored").rglob("*.warc.gz")))

    def test_a_stop_ends_each_migration_without_a_trace(self):
        stop = bfa.Stop()
        stop.request()
        for name in ("a.warc", "a.wacz", "a.cdxj", "a.csv", "a.jsonl", "pages"):
            with self.assertRaises(bfa.UnavailableError, msg=name):
                bfa.migrate(sorted((self.path / "warc").glob("*.warc.gz")), self.work / name, stop=stop)
            self.assertEqual(sorted(each.name for each in self.work.iterdir()), [], name)

    def test_categories_are_a_column(self):
        with bfa.Archive(self.path) as archive:
            posts = list(archive.objects(kind="post"))
            categories = {each.url: each.categories for each in posts}
            self.assertTrue(any(categories.values()))
            columns = archive.columns(kind="post")
        for url, listed in zip(columns["url"], columns["categories"]):
            self.assertEqual([each for each in listed.split("\n") if each], categories[url])

    def test_wrong_types_and_names(self):
        with bfa.Archive(self.path) as archive:
            with self.assertRaisesRegex(TypeError, "text is wanted, not int"):
                archive.find(3)
            with self.assertRaisesRegex(TypeError, "bytes are wanted"):
                archive.get("x")
            with self.assertRaisesRegex(TypeError, "datetime is wanted"):
                archive.version_at(next(archive.objects()), datetime.date(2026, 1, 1))
            with self.assertRaisesRegex(TypeError, "'foo'"):
                next(archive.objects(foo=1))
            with self.assertRaisesRegex(ValueError, "recheck is one of due, all, none"):
                archive.crawl([], recheck="often")
            index = bfa.SearchIndex(archive)
            for limit in (0, -1, 1001, 2**64 + 2):
                with self.assertRaisesRegex(ValueError, "limit"):
                    index.search("order", limit=limit)
            self.assertEqual(len(index.search('"keep the bytes"', published_from=datetime.date(2020, 1, 1), kind="post", limit=1)), 1)
            with self.assertRaises(bfa.InvalidArgumentError) as raised:
                index.search("titel:zebra")
            self.assertFalse(str(raised.exception).startswith(":"))

    def test_wrong_ones_are_a_type_error(self):
        post_url = "http://blog.example/"
        with bfa.Archive(self.path) as archive, bfa.WarcReader(TWO) as reader, bfa.WarcWriter(self.work / "a.warc") as writer, \
                bfa.Server(self.path) as server, bfa.Site(self.path) as site, bfa.SearchIndex(archive) as index:  # fmt: skip
            record, post = next(reader), next(archive.objects(kind="post"))
            post_url = post.url
            for run in (
                lambda: archive.body("x"), lambda: archive.body(28.5), lambda: archive.body(1, decoded="x"), lambda: archive.find(None),
                lambda: archive.version_at(post_url, None), lambda: archive.comments(None), lambda: archive.pack(self.work, links="x"),
                lambda: archive.pack(self.work, stop="x"), lambda: list(archive.objects(heads_only="x")), lambda: archive.versions(5),
                lambda: archive.columns(stop=5), lambda: archive.crawl(None), lambda: archive.crawl([], stop=5),
                lambda: bfa.rebuild(self.path, accept_loss="5"), lambda: bfa.restore(self.work, 5), lambda: bfa.check(self.path, sample="x"),
                lambda: bfa.CrawlOptions(exclude=[None, "a"]), lambda: bfa.CrawlOptions(zone=5),
                lambda: bfa.WarcReader(5), lambda: bfa.WarcReader(TWO, offset="x"), lambda: bfa.WarcReader(TWO, check_digests="x"),
                lambda: record.read(max_bytes="x"), lambda: record.read(1.5), lambda: record.chunks("x"), lambda: record.exchange(original="x"),
                lambda: writer.copy("x"), lambda: writer.write_exchange(None, b""), lambda: bfa.validate(TWO, threads="x"),
                lambda: bfa.Segments(str(TWO)), lambda: bfa.compare_warcs(str(TWO), TWO), lambda: bfa.index(None),
                lambda: bfa.find_in_index(TWO, None), lambda: bfa.migrate(5, self.work / "x.warc"), lambda: bfa.migrate(TWO, self.work / "x.warc", sidecars="x"),
                lambda: bfa.Robots(b"", status="x"), lambda: bfa.Robots(b"").allowed(None, post_url), lambda: bfa.detect_language(b"x"),
                lambda: bfa.find_date(b"x"), lambda: bfa.parse_date(None), lambda: bfa.surt(None), lambda: bfa.canonical_url(None),
                lambda: bfa.write_opml([bfa.Subscription(feed=5)]), lambda: bfa.discover_feeds(b"", None), lambda: bfa.Extractor(None),
                lambda: bfa.SearchIndex("ah"), lambda: bfa.remove_index("ah"), lambda: index.update("ah"), lambda: index.search(None),
                lambda: site.answer("/", body="x"), lambda: site.answer(None), lambda: bfa.compare(post, "x"), lambda: bfa.Object.from_json(b"x"),
            ):  # fmt: skip
                with self.subTest(line=run.__code__.co_firstlineno, names=run.__code__.co_names, constants=run.__code__.co_consts):
                    with self.assertRaises(TypeError):
                        run()
            self.assertGreater(server.port, 0)
            self.assertEqual(len(record.read()), record.content_length)

    def test_numbers_of_other_types_are_taken(self):
        class Number:  # as those of numpy
            def __index__(self):
                return 1

        with bfa.Archive(self.path) as archive:
            capture = archive.versions(next(archive.objects(kind="post")))[0].capture
            self.assertEqual(archive.body(capture, decoded=Number()), archive.body(capture))
        self.assertTrue(bfa.validate(TWO, threads=Number()).valid)

    def test_names_are_told(self):
        with self.assertRaisesRegex(ValueError, "packing is one of plain, gzip, zstd"):
            bfa.migrate(TWO, self.work / "a.warc", packing="zip")

    def test_a_closed_handle_is_not_entered(self):
        archive = bfa.Archive(self.path)
        archive.close()
        with self.assertRaises(ValueError):
            archive.__enter__()


class Numbers(Work):
    def test_those_that_do_not_fit_are_refused(self):
        for options in ({"max_pages": 2**64 + 3}, {"max_pages": -1}, {"max_depth": 2**32}, {"obey_robots": 2**32}):
            with self.assertRaisesRegex(ValueError, "out of range"):
                bfa.CrawlOptions(**options)
        for options in ({"delay_ms": 0.5}, {"delay_ms": "1"}):
            with self.assertRaises(TypeError):
                bfa.CrawlOptions(**options)
        for run in (lambda: bfa.WarcReader(TWO, offset=2**64), lambda: bfa.WarcReader(TWO, offset=-1),
                    lambda: bfa.WarcWriter(self.work / "a.warc", level=2**32 + 1),
                    lambda: bfa.validate(TWO, threads=-1), lambda: bfa.train_dictionary([b"a"], -1)):  # fmt: skip
            with self.assertRaisesRegex(ValueError, "out of range"):
                run()
        with bfa.WarcReader(TWO) as reader, self.assertRaisesRegex(ValueError, "out of range"):
            next(reader).read(2**64)
        with self.assertRaises(bfa.InvalidArgumentError):
            bfa.train_dictionary([b"a"] * 9, 2**40)

    def test_dates_have_an_order(self):
        day = bfa.parse_feed(b"<rss version='2.0'><channel><item><pubDate>Tue, 03 Mar 2026 10:00:00 GMT</pubDate></item></channel></rss>")
        (entry,) = day.entries
        earlier = bfa.Date(datetime.datetime(2026, 3, 3), "day")
        self.assertEqual(sorted([entry.published, earlier]), [earlier, entry.published])
        self.assertLess(bfa.Date(earlier.datetime, "month"), earlier)


class Writers(Work):
    def test_text_is_no_block(self):
        with bfa.WarcWriter(self.work / "a.warc") as writer:
            for block in ("text here", None, 3):
                with self.assertRaisesRegex(TypeError, "bytes are wanted"):
                    writer.write_record(RECORD, block)
            with self.assertRaisesRegex(TypeError, "bytes are wanted"):
                writer.write_exchange("http://blog.example/", "HTTP/1.1 200 OK\r\n\r\n")
            writer.write_record(RECORD, bytearray(b"some bytes"))
        with bfa.WarcReader(self.work / "a.warc") as reader:
            self.assertEqual([each.read() for each in reader if each.type == "resource"], [b"some bytes"])
        for wanted in (lambda: bfa.Robots("User-agent: *"), lambda: bfa.parse_feed("<rss/>"), lambda: bfa.discover_feeds("<p>", "http://a.example/")):
            with self.assertRaisesRegex(TypeError, "bytes are wanted"):
                wanted()

    def test_one_thread_at_a_time_writes(self):
        written, refused = [], []
        with bfa.WarcWriter(self.work / "a.warc.gz") as writer:

            def work():
                for _ in range(50):
                    try:
                        writer.write_record(RECORD, os.urandom(100_000))
                        written.append(1)
                    except RuntimeError:
                        refused.append(1)

            threads = [threading.Thread(target=work) for _ in range(3)]
            for each in threads:
                each.start()
            for each in threads:
                each.join()
        self.assertEqual(len(written) + len(refused), 150)
        with bfa.WarcReader(self.work / "a.warc.gz") as reader:
            self.assertEqual(sum(each.type == "resource" for each in reader), len(written))

    def test_one_that_was_not_closed_says_so(self):
        writer = bfa.WarcWriter(self.work / "a.warc")
        writer.write_record(RECORD, b"x")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            del writer
            gc.collect()
        self.assertEqual([each.category for each in caught], [ResourceWarning])
        self.assertEqual(list(self.work.iterdir()), [])

    def test_one_that_was_not_closed_is_removed_where_warnings_are_errors(self):
        done = subprocess.run([sys.executable, "-W", "error", "-c", "import bfa, sys; w = bfa.WarcWriter(sys.argv[1]); del w",
                               self.work / "a.warc.gz"], capture_output=True, text=True, timeout=60,
                              env={**os.environ, "PYTHONPATH": str(TESTS.parent / "python")})  # fmt: skip
        self.assertIn("ResourceWarning", done.stderr)
        self.assertEqual(list(self.work.iterdir()), [])

    def test_a_close_that_fails_is_the_last_one(self):
        writer = bfa.WarcWriter(self.work / "a.warc")
        writer.write_record(RECORD, b"x")
        (self.work / "a.warc").mkdir()  # its final name
        with self.assertRaises(bfa.BfaError):
            writer.close()
        self.assertTrue(writer.closed)
        writer.close()
        del writer  # it was freed
        gc.collect()

    def test_files_stay_in_their_folder(self):
        for prefix in ("../x", "a/b", ".hidden"):
            with self.assertRaises(bfa.InvalidArgumentError), bfa.WarcWriter(self.work, folder=True, prefix=prefix) as writer:
                writer.write_record(RECORD, b"x")
        self.assertEqual([each for each in self.work.rglob("*") if each.is_file()], [])

    def test_a_head_without_an_end_is_said(self):
        head = b"HTTP/1.1 200 OK\r\n" + b"X-Long: " + b"a" * 420_000 + b"\r\n\r\nbody"
        with bfa.WarcWriter(self.work / "a.warc") as writer:
            writer.write_record({**RECORD, "WARC-Type": "response", "Content-Type": "application/http; msgtype=response"}, head)
        with bfa.WarcReader(self.work / "a.warc") as reader:
            (exchange,) = [each.exchange() for each in reader if each.type == "response"]
        self.assertIn("bad_response_head", [each.id for each in exchange.findings])

    def test_records_of_every_output_are_counted(self):
        for name in ("b.warc", "b.wacz", "b.cdxj"):
            self.assertGreater(bfa.migrate(TWO, self.work / name).records, 0, name)


class Blocks(Work):
    def test_one_is_read_once(self):
        def copied(record):
            with bfa.WarcWriter(self.work / "copy.warc") as writer:
                writer.copy(record)
            (self.work / "copy.warc").unlink()

        ways = {"read": lambda record: record.read(), "some": lambda record: record.read(10), "piece": lambda record: next(record.chunks(9)),
                "exchange": lambda record: record.exchange(), "copy": copied}  # fmt: skip
        for first in ways.values():
            for name, second in ways.items():
                with bfa.WarcReader(TWO) as reader:
                    record = next(each for each in reader if each.type == "response")
                    with contextlib.suppress(bfa.LimitError):
                        first(record)
                    with self.assertRaisesRegex(bfa.InvalidArgumentError, "the block of the record was read", msg=name):
                        second(record)

    def test_what_reads_nothing_leaves_it(self):
        with bfa.WarcReader(TWO) as reader:
            record = next(reader)
            with self.assertRaises(bfa.UnsupportedError):
                record.exchange()
            with self.assertRaises(ValueError):
                record.read(-1)
            for size in (0, -1):
                with self.assertRaisesRegex(ValueError, "size is 1 or more"):
                    record.chunks(size)
            self.assertEqual(len(record.read()), record.content_length)

        sizes = []

        def visit(record):  # it is of no reader
            with self.assertRaises(bfa.InvalidArgumentError):
                record.exchange()
            sizes.append(len(record.read()) - record.content_length)

        bfa.read_captures(TWO, visit)
        self.assertEqual(set(sizes), {0})


class Paths(Work):
    def test_they_exist_whatever_their_bytes(self):
        folder = pathlib.Path(os.fsdecode(os.fsencode(self.work) + b"/caf\xe9"))
        folder.mkdir()
        file = folder / "a\udcff.warc.gz"
        with bfa.WarcWriter(file) as writer:
            place = writer.write_record(RECORD, b"x")
        with bfa.WarcWriter(folder / "b.warc") as writer:
            writer.write_record({**RECORD, "WARC-Target-URI": "http://other.example/"}, b"x")
        (folder / "c\udcfe.warc.open").write_bytes(TWO.read_bytes())
        (folder / "d.cdx").write_bytes(b" CDX N b a m s k r M S V g\nexample,blog)/ 20260601120000 http://blog.example/ text/html 200 "
                                       b"EQK6D2GOCH75LDMGAE3GXOHU6AMXUXWM - - 300 0 tw\xef_exchanges.warc\n")  # fmt: skip
        found = [bfa.validate(file).file, *bfa.migrate(file, folder / "e\udcfd.warc").files, place.file, *bfa.recover(folder)]
        found += [name for each in bfa.compare_warcs([file], [folder / "b.warc"]) for name in (each.file_a, each.file_b) if name]
        found += [each.filename for each in bfa.index(file)]
        with bfa.Archive(folder / "archive", "a") as archive:
            archive.import_(BLOG, base_url="http://blog.example/")
        with bfa.Archive(folder / "archive") as archive:
            found += [each.directory for each in archive.pack(folder / "packages")]
        for each in found:
            self.assertTrue((folder / each).exists(), each)
        self.assertEqual(os.fsencode(bfa.read_index(folder / "d.cdx")[0].filename), b"tw\xef_exchanges.warc")


class Values(Work):
    def test_they_have_a_hash(self):
        with bfa.Archive(self.work / "a", "a") as archive:
            replay = archive.import_(TWO, blogs=["http://blog.example/"])
            (blog,), post = archive.blogs(), next(archive.objects())
            feed = bfa.parse_feed(b"<rss version='2.0'><channel><title>a</title><item><category>b</category></item></channel></rss>")
            with bfa.WarcReader(TWO) as reader:
                exchange = next(each.exchange() for each in reader if each.type == "response")
            values = [blog, bfa.compare(post, post), archive.versions(post)[0], replay, replay.reports[0], bfa.check(self.work / "a"), bfa.validate(TWO),
                      exchange, feed, feed.entries[0], bfa.Migration(0, 0, 0, 0, True, [], []), bfa.Sitemap("pages", [], []),
                      bfa.Extraction(None, [], []), bfa.Learned(False, 0, 0, 0, {}), bfa.SearchAnswer([], 0, False, False, 0, "")]  # fmt: skip
            self.assertEqual(set(values), {copy.deepcopy(each) for each in values if each not in replay.reports} | set(replay.reports))
            self.assertEqual(repr(archive), f"<bfa.Archive {str(self.work / 'a')!r} 'a'>")
        self.assertEqual(repr(archive), f"<bfa.Archive {str(self.work / 'a')!r} closed>")

    def test_what_the_library_says_is_there(self):
        atom = (b"<feed xmlns='http://www.w3.org/2005/Atom'><title>a</title><subtitle>below</subtitle><id>urn:a</id><updated>2026-03-01T10:00:00Z</updated>"
                b"<link rel='self' href='http://a.example/feed'/><link rel='next' href='http://a.example/feed?p=2'/></feed>")  # fmt: skip
        feed = bfa.parse_feed(atom)
        self.assertEqual((feed.subtitle, feed.id, feed.self_url, feed.next_url, str(feed.updated)),
                         ("below", "urn:a", "http://a.example/feed", "http://a.example/feed?p=2", "2026-03-01T10:00:00Z"))  # fmt: skip
        rss = b"<rss version='2.0'><channel><item><link>http://a.example/1</link><comments>http://a.example/1#c</comments></item></channel></rss>"
        self.assertEqual(bfa.parse_feed(rss).entries[0].comments_url, "http://a.example/1#c")
        raw = TWO.read_bytes()
        with bfa.WarcReader(TWO) as reader:
            for record in reader:
                self.assertIsNone(record.length)
                self.assertTrue(raw.startswith(record.raw_header, record.offset))
                record.read()
                self.assertTrue(raw.startswith(b"WARC/1.1", record.offset + record.length) or record.offset + record.length == len(raw))
        with bfa.WarcReader(TWO, max_header_bytes=200) as reader:
            list(reader)
            self.assertTrue(reader.findings)
        with bfa.WarcWriter(self.work, folder=True, max_file_bytes=1) as writer:
            self.assertNotEqual(writer.write_record(RECORD, b"x").file, writer.write_record(RECORD, b"x").file)
        one = bfa.compare_warcs([TWO], [TWO])
        self.assertEqual((one, one.captures_a, one.captures_b, one.same, one.only_a), ([], 2, 2, 2, 0))
        with bfa.Archive(self.work / "a", "a", warc_prefix="mine", max_warc_bytes=1) as archive:
            archive.import_(TWO, blogs=["http://blog.example/"])
        names = [each.name for each in (self.work / "a" / "warc").glob("*.warc.gz")]
        self.assertTrue(len(names) > 1 and all(each.startswith("mine-") for each in names), names)
        with self.assertRaises(ValueError):
            bfa.Archive(self.work / "a", max_warc_bytes=-1)


class Imports(Work):
    def test_a_second_one_of_the_same_files_says_so(self):
        with bfa.Archive(self.work / "a", "a") as archive:
            first = archive.import_(TWO, blogs=["http://blog.example/"])
            second = archive.import_(TWO, blogs=["http://blog.example/"])
        self.assertEqual([(each.repeated_inputs, each.repeated, each.captures > 0) for each in (first, second)],
                         [(0, 0, True), (1, 0, False)])  # fmt: skip
        self.assertEqual(bfa.rebuild(self.work / "a").repeated_inputs, 0)


class Findings(Work):
    def test_those_without_a_place_are_logged(self):
        cut, listed = self.work / "cut.warc", self.work / "a.cdxj"
        cut.write_bytes(TWO.read_bytes()[:-60])
        listed.write_text("".join(f"{entry.line}\n" for entry in bfa.index(TWO)) + "nonsense\n", encoding="utf-8")
        opml = b"<opml><body><outline xmlUrl='http://a.example/feed'/><outline xmlUrl='::'/></body></opml>"
        for run, wanted in (
            (lambda: bfa.index(cut), rf"{cut}:\d+: .*\(block_truncated\)"),
            (lambda: bfa.read_index(listed), rf"{listed}: line 3: .*\(bad_index_line\)"),
            (lambda: bfa.read_captures(cut, lambda record: None), rf"{cut}: damage: .*\(block_truncated\)"),
            (lambda: bfa.parse_opml(opml), r"OPML: opml:\d+: .*\(bad_address\)"),
            (lambda: bfa.decode_text(b"a\xff", "utf-8", "text"), r"text: .*\(charset_mismatch\)"),
            (lambda: bfa.robots_tag("unavailable_after: soon", "bot"), r"X-Robots-Tag: .*\(robots_tag_date\)"),
            (lambda: bfa.robots_meta("robots", "unavailable_after: soon", "bot"), r"meta robots: .*\(robots_tag_date\)"),
        ):
            with self.subTest(wanted), self.assertLogs("bfa", "WARNING") as logs:
                run()
            self.assertRegex("\n".join(logs.output), wanted)


class AtTheEnd(Work):
    """Programs that end while threads are in the library."""

    def run_program(self, lines, threads="daemon=True"):
        program = [f"TWO, BLOG, WORK = {str(TWO)!r}, {str(BLOG)!r}, {str(self.work)!r}", "import atexit, io, sys, threading, time",
                   "begun = threading.Event()", "atexit.register(lambda: after())", "after = lambda: None", "import bfa",
                   "def slow(*told): begun.set(); time.sleep(.01)", *lines, f"threading.Thread(target=work, {threads}).start()",
                   "begun.wait()", "print('end', flush=True)"]  # fmt: skip
        done = subprocess.run([sys.executable, "-c", "\n".join(program)], capture_output=True, text=True, timeout=120,
                              env={**os.environ, "PYTHONPATH": str(TESTS.parent / "python")})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def test_an_import_is_stopped(self):
        lines = ["archive = bfa.Archive(WORK + '/a', 'a')",
                 "def work(): archive.import_(BLOG, base_url='http://blog.example/', on_event=slow); print('done', flush=True)"]
        done = self.run_program(lines)
        self.assertEqual(done.stdout.splitlines()[0], "end")
        self.assertNotIn("Fatal", done.stderr)
        self.assertEqual(bfa.check(self.work / "a", read_data=True).result, "sound")
        with bfa.Archive(self.work / "a") as archive:
            posts = len(list(archive.objects(kind="post")))
        lines[0] = lines[0].replace("/a'", "/b'")
        self.assertEqual(self.run_program(lines, "daemon=False").stdout, "end\ndone\n")  # Python waits for such a thread
        with bfa.Archive(self.work / "b") as archive:
            self.assertGreater(len(list(archive.objects(kind="post"))), posts)

    def test_other_calls_are_stopped(self):
        with bfa.Archive(self.work / "a", "a") as archive:
            archive.import_(BLOG, base_url="http://blog.example/")
        with bfa.WarcWriter(self.work / "many.warc") as writer:
            for _ in range(2000):
                writer.write_record(RECORD, b"x" * 1000)
        raw = "class Slow(io.FileIO):\n def read(self, size=-1): slow(); return super().read(min(size, 1000))"
        for work in ("bfa.check(WORK + '/a', read_data=True, on_progress=slow)",
                     "bfa.read_captures(WORK + '/many.warc', slow)",
                     "[slow() for each in bfa.WarcReader(Slow(WORK + '/many.warc'))]",
                     "[slow() for each in iter(lambda: bfa.validate(WORK + '/many.warc'), None)]",
                     "bfa.Archive(WORK + '/a', 'w').crawl(['http://127.0.0.1:9/'], on_event=slow, allow_private=True)"):  # fmt: skip
            with self.subTest(work):
                self.run_program([raw, f"def work(): {work}"])

    def test_no_call_begins(self):
        done = self.run_program(["archive, seen, kept = bfa.Archive(WORK + '/a', 'a'), [], bfa.Server(WORK + '/a')", "def work():",
                                 " try:", "  while True: bfa.surt('http://a.example/'); begun.set()",
                                 " except bfa.UnavailableError as error: seen.append(error)",
                                 "def after(): time.sleep(.2); print(seen, bfa.index(TWO)[0].url); archive.close()"])  # fmt: skip
        self.assertIn("the interpreter ends", done.stdout)
        self.assertIn("http://blog.example/", done.stdout)  # the main thread is not kept from it

    def test_a_stop_that_is_closed_is_freed_when_the_call_ended(self):
        stop, begun = bfa.Stop(), threading.Event()

        def work():
            with bfa.Archive(self.work / "a", "a") as archive:
                archive.import_(BLOG, base_url="http://blog.example/", on_event=lambda event: begun.set() or time.sleep(0.01), stop=stop)

        thread = threading.Thread(target=work)
        thread.start()
        begun.wait()
        handle = stop.handle
        stop.close()
        self.assertTrue(handle.used)
        thread.join()
        self.assertFalse(handle.used)
        self.assertEqual(bfa.check(self.work / "a").result, "sound")


if __name__ == "__main__":
    unittest.main()
