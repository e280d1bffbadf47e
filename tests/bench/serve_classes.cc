// SPDX-License-Identifier: Apache-2.0
#include "serve_classes.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "bfa/base/time.h"
#include "bfa/search/search_index.h"
#include "bfa/url/canonical.h"
#include "made_archive.h"
#include "made_queries.h"
#include "must.h"
#include "search/query_parser.h"
#include "search/sqlite.h"

namespace bfa::bench {
namespace {

constexpr double kPage = 20, kSearch = 60, kNewest = 20, kDiff = 50, kFirstByte = 30, kReplay = 100;
constexpr std::size_t kWhole = kBlogs - kBlogsOfSharedHost;  // blogs with a host of their own

std::string escaped(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || byte == '.';
    if (plain) {
      out += c;
    } else {
      ((out += '%') += kHex[byte >> 4U]) += kHex[byte & 15U];
    }
  }
  return out;
}

// An archive and its index, for what is asked without handlers.
struct Raw {
  explicit Raw(const std::string& path)
      : archive(must(Archive::open(path, {}))), index(must(SearchIndex::open(*archive))) {}

  void captures(const CaptureRange& range, std::size_t most) const {
    must(index->for_each_capture(range, [&](const IndexedCapture&) { return --most > 0; }));
  }

  std::unique_ptr<Archive> archive;
  std::unique_ptr<SearchIndex> index;
};

class ClassMaker {
 public:
  ClassMaker(const std::string& folder, std::size_t posts, bool raw) : posts_(posts) {
    if (raw) raw_ = std::make_shared<Raw>(made_archive(folder, posts));
  }

  std::vector<PageClass> make() {
    add_lists();
    add_posts();
    add_changes();
    for (const bool newest : {false, true}) {
      for (int kind = kCommon; kind <= kField; ++kind) add_search(static_cast<Class>(kind), newest);
    }
    add_captures();
    add_programs();
    return std::move(classes_);
  }

 private:
  using Target = std::function<std::string(std::size_t)>;

  // The handlers are captured by value in what is asked: the maker is gone by then.
  void add(std::string name, double goal, Target target,
           std::function<void(const Raw&, std::size_t)> raw = {}, bool first_byte = false) {
    PageClass one{std::move(name), goal, first_byte, std::move(target), {}};
    if (raw && raw_) one.raw = [raw = std::move(raw), all = raw_](std::size_t i) { raw(*all, i); };
    classes_.push_back(std::move(one));
  }

  // Neighbours of a request are far from each other.
  std::string post_url(std::size_t i) const { return made_url((i * 7919 + 13) % posts_); }
  std::string escaped_post(std::size_t i) const { return escaped(post_url(i)); }
  static std::string blog(std::size_t i) { return escaped(home_of_blog(i % kWhole)); }
  static std::string host(std::size_t i) { return "blog" + std::to_string(i % kWhole) + ".example"; }
  std::string time_of(std::size_t i, int version) const {
    return format_cdx_time(captured_at(posts_, (i * 7919 + 13) % posts_, version));
  }
  static std::string date(std::size_t i) {
    return std::to_string(2003 + i % 15) + "-0" + std::to_string(1 + i % 9) + "-10";
  }

  void add_list(const std::string& name, Target target, std::function<ObjectListQuery(std::size_t)> query) {
    add(name, kPage, std::move(target), [query = std::move(query)](const Raw& raw, std::size_t i) {
      must(raw.index->list_objects(query(i)));
    });
  }

  void add_lists() {
    add(
        "home", kPage, [](std::size_t) { return std::string("/"); },
        [](const Raw& raw, std::size_t) { must(raw.index->count_blogs()); });
    const auto of_blog = [](std::size_t i) {
      ObjectListQuery query;
      query.kind = ObjectKind::kPost;
      query.blog_host = host(i);
      return query;
    };
    add_list("blog: newest posts, calendar", [](std::size_t i) { return "/blog?url=" + blog(i); }, of_blog);
    add(
        "blog: calendar of a year", kPage,
        [](std::size_t i) { return "/blog?url=" + blog(i) + "&calendar=" + std::to_string(2003 + i % 15); },
        [](const Raw& raw, std::size_t i) { must(raw.index->count_days(host(i))); });
    add_list(
        "blog: posts of a year",
        [](std::size_t i) { return "/blog?url=" + blog(i) + "&year=" + std::to_string(2003 + i % 15); },
        of_blog);
    add_list(
        "blog: posts with a tag",
        [](std::size_t i) { return "/blog?url=" + blog(i) + "&tag=" + escaped(word_at(100 + i % 30)); },
        of_blog);
    add_list(
        "blog: as it stood",
        [](std::size_t i) {
          return "/blog?url=" + blog(i) + "&at=2024-0" + std::to_string(2 + i % 8) + "-01";
        },
        of_blog);
    add("blog on a shared host", kPage,
        [](std::size_t i) { return "/blog?url=" + escaped(home_of_blog(kWhole + i % kBlogsOfSharedHost)); });
  }

  void add_posts() {
    const auto versions = [posts = posts_](const Raw& raw, std::size_t i) {
      const std::string url = made_url((i * 7919 + 13) % posts);
      must(raw.archive->versions(must(raw.archive->find_object(url))));
    };
    const auto self = *this;
    add("post", kPage, [self](std::size_t i) { return "/post?url=" + self.escaped_post(i); }, versions);
    add("post with comments", kPage, [posts = posts_](std::size_t i) {
      return "/post?url=" + escaped(made_url((i * 7900 + 1) % (posts / 100 * 100)));
    });
    add(
        "post: an old version", kPage,
        [self](std::size_t i) { return "/post?url=" + self.escaped_post(i) + "&version=1"; }, versions);
    add(
        "diff", kDiff,
        [self](std::size_t i) {
          return "/post/diff?from=1&to=3&url=" + self.escaped_post(i) + (i % 2 == 0 ? "" : "&view=inline");
        },
        versions);
    add("diff, 70 kB unrelated", 250,
        [](std::size_t) { return "/post/diff?from=1&to=2&url=" + escaped(long_post_url()); });
  }

  void add_changes() {
    const auto newest = [](const Raw& raw, std::size_t) {
      ArrivalListQuery query;
      query.newest_first = true;
      query.limit = 50;
      must(raw.index->list_arrivals(query));
    };
    add("changes", kPage, [](std::size_t) { return std::string("/changes"); }, newest);
    add(
        "changes: an old page", kPage,
        [posts = posts_](std::size_t i) {
          return "/changes?before=" + std::to_string(posts / 2 + i * 977 % (2 * posts));
        },
        newest);
    add("changes: of a blog", kPage, [](std::size_t i) { return "/changes?blog=" + host(i); }, newest);
    add(
        "changes: with a tag", kPage,
        [](std::size_t i) { return "/changes?tag=" + escaped(word_at(100 + i % 300)); }, newest);
    // The newest first versions stand behind all edits of the made archive, and nothing moved in it.
    for (const char* const verdict : {"new", "content", "moved"})
      add(std::string("changes: ") + verdict, kPage,
          [verdict](std::size_t) { return std::string("/changes?verdict=") + verdict; });
    add("live", kPage, [](std::size_t) { return std::string("/live"); }, newest);
  }

  void add_search(Class kind, bool newest) {
    const std::string name = std::string(newest ? "search newest: " : "search best: ") + kNames[kind];
    const auto text = [kind, posts = posts_](std::size_t i) {
      return query_text(kind, static_cast<int>(i), posts);
    };
    // FTS5 alone: the first 20 rows, without counting, objects and snippets.
    const auto fts5 = [text, newest](const Raw& raw, std::size_t i) {
      thread_local SearchAnalyser analyser;
      thread_local const auto own = must(SqliteConnection::open(raw.index->file()));
      SearchQuery query;
      query.text = text(i);
      const auto parsed = must(parse_search(query, {}, analyser, [](const std::string&, const std::string&) {
        return Result<std::vector<std::string>>(std::vector<std::string>());
      }));
      auto row = must(SqliteStatement::prepare(
          *own, newest ? "SELECT rowid FROM words WHERE words MATCH ?1 ORDER BY rowid DESC LIMIT 20"
                       : "SELECT rowid FROM words WHERE words MATCH ?1 ORDER BY rank LIMIT 20"));
      row.bind(1, parsed.expression);
      while (must(row.step())) {
      }
    };
    add(
        name, newest ? kNewest : kSearch,
        [text, newest](std::size_t i) {
          return "/search?q=" + escaped(text(i)) + (newest ? "&order=newest" : "");
        },
        fts5);
  }

  void add_captures() {
    const auto self = *this;
    const auto one_key = [self](const Raw& raw, std::size_t i) {
      CaptureRange range;
      range.first = surt_key(self.post_url(i));
      raw.captures(range, 3);
    };
    const auto of_host = [](const Raw& raw, std::size_t i) {
      CaptureRange range;
      range.first = surt_key("https://" + host(i) + "/");
      range.last = range.first + "\xff";
      raw.captures(range, 256);
    };
    const auto address = [self](std::string before) {
      return [self, before = std::move(before)](std::size_t i) { return before + self.post_url(i); };
    };
    add("TimeGate", kFirstByte, address("/timegate/"), one_key, true);
    add("TimeMap", kFirstByte, address("/timemap/link/"), one_key, true);
    add("TimeMap of a post", kFirstByte, address("/post/timemap/link/"), {}, true);
    add("CDX, an address", kFirstByte, address("/cdx?output=json&url="), one_key, true);
    add(
        "CDX, a host", kFirstByte, [](std::size_t i) { return "/cdx?matchType=host&url=" + host(i); },
        of_host, true);
    add(
        "CDX, a host, a page of it", kFirstByte,
        [pages = std::max<std::size_t>(posts_ * 3 / kBlogs / 3000, 1)](std::size_t i) {
          return "/cdx?matchType=host&pageSize=1&url=" + host(i) + "&page=" + std::to_string(i % pages);
        },
        of_host, true);
    add(
        "CDX, all, a page in the middle", kFirstByte,
        [posts = posts_](std::size_t i) {
          return "/cdx?url=*&page=" + std::to_string(posts * 3 / 30'000 + i % 3);
        },
        of_host, true);
    add(
        "CDX, number of pages", kFirstByte,
        [](std::size_t) { return std::string("/cdx?url=*&showNumPages=true"); }, {}, true);
    add("captures of an address", kPage, address("/web/*/"), one_key);
    add("page as it looked", kReplay, [self](std::size_t i) {
      return "/web/" + self.time_of(i, static_cast<int>(i % 3)) + "/" + self.post_url(i);
    });
    add("page put together", kReplay, [self](std::size_t i) {
      return "/rebuilt/" + self.time_of(i, static_cast<int>(i % 3)) + "/" + self.post_url(i);
    });
    add("page as a WACZ file", 0, [self](std::size_t i) { return "/wacz?url=" + self.escaped_post(i); });
  }

  void add_programs() {
    const auto self = *this;
    const auto api = [&](const std::string& name, double goal, Target target, bool first_byte = false) {
      add("REST " + name, goal, std::move(target), {}, first_byte);
    };
    api("blogs", kPage, [](std::size_t) { return std::string("/api/v1/blogs"); });
    api("objects of a blog", kPage, [](std::size_t i) { return "/api/v1/objects?blog=" + host(i); });
    api("object", kPage, [self](std::size_t i) { return "/api/v1/objects/one?url=" + self.escaped_post(i); });
    api("versions", kPage, [self](std::size_t i) { return "/api/v1/versions?url=" + self.escaped_post(i); });
    api("diff", kDiff, [self](std::size_t i) { return "/api/v1/diff?url=" + self.escaped_post(i); });
    api("captures", kPage, [self](std::size_t i) { return "/api/v1/captures?url=" + self.escaped_post(i); });
    api("stats", kPage, [](std::size_t) { return std::string("/api/v1/stats"); });
    const auto after = [posts = posts_](std::size_t i) { return std::to_string(i * 1009 % (3 * posts)); };
    api("changes, 100", kPage, [after](std::size_t i) { return "/api/v1/changes?after=" + after(i); });
    add("feed of changes, 50", kPage, [](std::size_t) { return std::string("/feeds/changes.atom"); });
    add("feed of a tag, 50", kPage,
        [](std::size_t i) { return "/feeds/changes.atom?tag=" + escaped(word_at(100 + i % 300)); });
    add("stream: 20 batches", kPage, [posts = posts_](std::size_t i) {
      char name[32];
      std::snprintf(name, sizeof name, "%010zu-2024010100", i * 7 % (3 * posts / 256));
      return "/stream/?after=" + std::string(name);
    });
    add("figures", 0, [](std::size_t) { return std::string("/report"); });
  }

  const std::size_t posts_;
  std::shared_ptr<Raw> raw_;  // shared with the classes
  std::vector<PageClass> classes_;
};

}  // namespace

std::vector<PageClass> page_classes(const std::string& folder, std::size_t posts, bool raw) {
  return ClassMaker(folder, posts, raw).make();
}

}  // namespace bfa::bench
