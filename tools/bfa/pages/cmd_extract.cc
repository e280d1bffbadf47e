// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "args.h"
#include "bfa/base/time.h"
#include "bfa/extract/extract.h"
#include "bfa/extract/extractor.h"
#include "bfa/extract/pagination.h"
#include "bfa/feed/feed.h"
#include "bfa/io/file_system.h"
#include "bfa/object/json.h"
#include "bfa/text/charset.h"
#include "bfa/url/canonical.h"
#include "command.h"

namespace bfa::tool {
namespace {

constexpr std::uint64_t kMaxFileBytes = 64u << 20;
constexpr std::size_t kMaxAlone = 80;    // pages to learn from without a feed
constexpr std::size_t kMaxOthers = 150;  // pages that are not in the feed: repeated parts, further layouts

struct Options {
  std::vector<std::string> feeds;
  std::string base, pages, template_in, template_out, strategy = "ensemble", clock;
  bool timing = false, no_feed = false, alone = false, json = false;
};

struct ListedPage {
  Url url;
  std::string file;
  bool is_feed = false;
  const FeedEntry* entry = nullptr;
  const struct PostFeed* feed = nullptr;  // of the entry
};

// A feed of posts. The first one is the blog's main feed.
struct PostFeed {
  Feed feed;
  std::string url;
};

// What the command works on; entries and documents are borrowed from it.
struct Job {
  Options options;
  UtcTime now{};
  std::vector<std::unique_ptr<PostFeed>> feeds;
  std::deque<FeedEntry> fuller;  // entries with the text of another feed's
  std::vector<ListedPage> pages;
  std::unique_ptr<ExtractionStrategy> strategy;
  std::optional<Template> rules;
  std::optional<CompiledTemplate> compiled;                 // the same
  std::map<std::string, std::vector<DataObject>> comments;  // by pairing_key of the post
};

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

using Milliseconds = std::chrono::duration<double, std::milli>;

// Of this process, all threads.
Milliseconds cpu_time() {
  return Milliseconds(1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
}

Result<HtmlDocument> load_page(const std::string& file, bool& is_html) {
  Result<std::string> bytes = read_file(posix_file_system(), file, kMaxFileBytes);
  if (!bytes) return bytes.error();
  is_html = !looks_like_feed(*bytes);
  Findings findings;
  const DecodedText decoded = decode_text(*bytes, "", CharsetContext::kHtml, findings);
  return HtmlDocument::parse(decoded.text, findings, {}, decoded.encoding);
}

Result<Feed> load_feed(const std::string& file, const std::string& base) {
  Result<std::string> bytes = read_file(posix_file_system(), file, kMaxFileBytes);
  if (!bytes) return bytes.error();
  Findings findings;
  return parse_feed(*bytes, "", base, findings);
}

Result<ListedPage> parse_line(const std::string& line, const std::string& where, std::int64_t offset) {
  const nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
  const bool whole = json.is_object() && json.contains("url") && json["url"].is_string() &&
                     json.contains("file") && json["file"].is_string();
  if (!whole) return Error{Code::kCorrupt, R"(a line is {"url", "file"}, this one is not)", where, offset};
  Result<Url> url = Url::parse(json["url"].get<std::string>());
  if (!url) return url.error();
  ListedPage page{*url, json["file"].get<std::string>(), false, nullptr, nullptr};
  page.is_feed = json.value("kind", std::string()) == "feed";
  return page;
}

Status read_list(Job& job) {
  Result<std::string> list = read_file(posix_file_system(), job.options.pages, kMaxFileBytes);
  if (!list) return list.error();
  for (std::size_t begin = 0; begin < list->size();) {
    std::size_t end = list->find('\n', begin);
    if (end == std::string::npos) end = list->size();
    const std::string line = list->substr(begin, end - begin);
    if (line.find_first_not_of(" \t\r") != std::string::npos) {
      Result<ListedPage> page = parse_line(line, job.options.pages, static_cast<std::int64_t>(begin));
      if (!page) return page.error();
      job.pages.push_back(std::move(*page));
    }
    begin = end + 1;
  }
  return {};
}

// Feeds and pages escape the same address in different ways, and saved pages lose their last slash.
std::string pairing_key(const Url& url) {
  std::string key = percent_decode(fetch_dedup_key(url));
  while (key.ends_with('/')) key.pop_back();
  return key;
}

using EntryByLink = std::map<std::string, std::pair<const FeedEntry*, const PostFeed*>>;

// For a feed whose links no page has: the same paths on the blog's host.
void pair_by_path(const Job& job, const PostFeed& source, EntryByLink& by_link) {
  constexpr std::size_t kMinMoved = 3;
  std::set<std::string> pages;
  for (const ListedPage& page : job.pages) pages.insert(pairing_key(page.url));
  const Result<Url> base = Url::parse(job.options.base);
  EntryByLink found;
  for (const FeedEntry& entry : source.feed.entries) {
    const Result<Url> link = Url::parse(entry.link);
    if (!base || !link) continue;
    if (pages.contains(pairing_key(*link))) return;
    const Result<Url> own = link_on_host(*link, *base);
    if (own && pages.contains(pairing_key(*own))) found.try_emplace(pairing_key(*own), &entry, &source);
  }
  if (found.size() >= kMinMoved && 2 * found.size() >= source.feed.entries.size()) by_link.merge(found);
}

// Pages pair with the feeds' entries by link; the first entry of a link counts, with the text of another
// feed's that has more of it. Entries that lead to a part of a page are sections of it, or comments.
void pair_with_entries(Job& job) {
  EntryByLink by_link;
  for (const auto& source : job.feeds) {
    if (source->feed.is_comments) continue;
    const bool main = source == job.feeds.front();
    for (const FeedEntry& entry : source->feed.entries) {
      const Result<Url> link = Url::parse(entry.link);
      if (!link || (!main && !link->fragment().empty())) continue;
      const auto [at, is_new] = by_link.try_emplace(pairing_key(*link), &entry, source.get());
      auto& [known, feed] = at->second;
      if (is_new || feed == source.get()) continue;
      if (std::optional<FeedEntry> fuller = with_fuller_text(*known, entry))
        known = &job.fuller.emplace_back(std::move(*fuller));
    }
    if (main) pair_by_path(job, *source, by_link);
  }
  for (ListedPage& page : job.pages) {
    const auto found = by_link.find(pairing_key(page.url));
    if (!page.is_feed && found != by_link.end()) std::tie(page.entry, page.feed) = found->second;
  }
}

void add_comments(Job& job, const Feed& feed, const std::string& url) {
  for (DataObject& comment : comments_of_feed(feed, url, "")) {
    const Result<Url> post = Url::parse(comment.post);
    if (!post) continue;
    std::vector<DataObject>& list = job.comments[pairing_key(*post)];
    bool known = false;
    for (const DataObject& other : list) known = known || other.id == comment.id;
    if (!known) list.push_back(std::move(comment));
  }
}

// The feeds in the list of pages: of comments, and of the blog's parts. The same file again teaches nothing
// new.
void read_listed_feeds(Job& job) {
  for (const ListedPage& page : job.pages) {
    if (!page.is_feed) continue;
    Result<Feed> feed = load_feed(page.file, page.url.href());
    if (!feed) {
      report_error(feed.error(), false);
    } else if (feed->is_comments) {
      add_comments(job, *feed, page.url.href());
    } else if (!job.options.no_feed && !job.options.alone && !job.feeds.empty()) {
      job.feeds.push_back(std::make_unique<PostFeed>(PostFeed{std::move(*feed), page.url.href()}));
    }
  }
}

// The pages without an entry that learning looks at: all, or as many as count, evenly out of the whole list.
std::set<std::size_t> spread_others(const Job& job) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < job.pages.size(); ++i) {
    if (!job.pages[i].is_feed && job.pages[i].entry == nullptr) all.push_back(i);
  }
  const std::size_t count = std::min(all.size(), !job.feeds.empty() ? kMaxOthers : kMaxAlone);
  std::set<std::size_t> out;
  for (std::size_t k = 0; k < count; ++k) out.insert(all[k * all.size() / count]);
  return out;
}

Result<Template> learn(const Job& job) {
  TrainingSet set;
  if (Result<Url> blog = Url::parse(job.options.base)) set.blog = *blog;
  set.feed = job.feeds.empty() ? nullptr : &job.feeds.front()->feed;
  set.feed_url = job.options.base;
  set.now = job.now;
  std::vector<std::unique_ptr<HtmlDocument>> kept;
  const std::set<std::size_t> others = spread_others(job);
  for (std::size_t i = 0; i < job.pages.size(); ++i) {
    const ListedPage& page = job.pages[i];
    if (page.is_feed || (page.entry == nullptr && !others.contains(i))) continue;
    bool is_html = false;
    Result<HtmlDocument> doc = load_page(page.file, is_html);
    if (!doc || !is_html) continue;
    kept.push_back(std::make_unique<HtmlDocument>(std::move(*doc)));
    TrainingPage training{page.url, kept.back().get(), page.entry, i + 1, job.now};
    const auto comments = job.comments.find(pairing_key(page.url));
    if (comments != job.comments.end()) training.comments = &comments->second;
    if (page.feed != nullptr) training.feed = &page.feed->feed;
    (page.entry != nullptr ? set.pages : set.others).push_back(training);
  }
  return job.strategy->learn(set);
}

// A page's object as it is printed, with its comments.
struct Extracted {
  Extraction extraction;
  Milliseconds elapsed{0};
};

void print_object(const Job& job, const Extracted& got) {
  ObjectJsonOptions options;
  if (!got.extraction.comments.empty()) options.comments = &got.extraction.comments;
  if (job.options.timing) options.elapsed = got.elapsed;
  print_line(object_to_json(*got.extraction.object, options));
}

// The object of the page; nothing when it is not HTML or has no object.
Result<std::optional<Extracted>> extract_page(const Job& job, const ListedPage& page) {
  const Milliseconds begin = cpu_time();
  bool is_html = false;
  const Result<HtmlDocument> doc = load_page(page.file, is_html);
  if (!doc) return doc.error();
  if (!is_html) return std::optional<Extracted>();
  Result<Url> blog = Url::parse(job.rules && !job.rules->blog.empty() ? job.rules->blog : job.options.base);
  const std::string& feed = page.feed == nullptr ? job.options.base : page.feed->url;
  const PageInput input{page.url, blog ? *blog : page.url, &*doc, page.entry, feed, job.now};
  Result<Extraction> got =
      job.compiled ? job.strategy->extract(*job.compiled, input) : job.strategy->extract(nullptr, input);
  if (!got) return got.error();
  if (!got->object) return std::optional<Extracted>();
  const auto comments = job.comments.find(pairing_key(page.url));
  if (comments != job.comments.end())
    got->comments = merge_comments(std::move(got->comments), comments->second);
  return std::optional<Extracted>(Extracted{std::move(*got), cpu_time() - begin});
}

// Posts on several pages: each as a whole, then the pages whose post is not in the set.
int print_joined(const Job& job, std::vector<Extracted> firsts, std::map<std::string, Extracted> later) {
  int code = kDone;
  std::set<std::string> joined;
  for (Extracted& first : firsts) {
    const auto load = [&](const std::string& url) -> Result<std::optional<Extraction>> {
      const Result<Url> parsed = Url::parse(url);
      const auto at = parsed ? later.find(pairing_key(*parsed)) : later.end();
      if (at == later.end()) return std::optional<Extraction>();
      first.elapsed += at->second.elapsed;
      return std::optional<Extraction>(at->second.extraction);
    };
    Result<Extraction> whole = join_pages(std::move(first.extraction), load);
    if (!whole) {
      code = report_error(whole.error(), false);
      continue;
    }
    first.extraction = std::move(*whole);
    for (const std::string& url : joined_urls(*first.extraction.object)) {
      if (const Result<Url> parsed = Url::parse(url)) joined.insert(pairing_key(*parsed));
    }
    print_object(job, first);
  }
  for (const auto& [key, page] : later) {
    if (!joined.contains(key)) print_object(job, page);
  }
  return code;
}

int extract_pages(const Job& job) {
  int code = kDone;
  std::vector<Extracted> firsts;           // of posts on several pages
  std::map<std::string, Extracted> later;  // further pages of such posts, by pairing_key
  for (const ListedPage& page : job.pages) {
    if (page.is_feed) continue;
    Result<std::optional<Extracted>> got = extract_page(job, page);
    if (!got) {
      code = report_error(got.error(), false);
      continue;
    }
    if (!*got) continue;
    if (is_first_page((*got)->extraction)) {
      firsts.push_back(std::move(**got));
    } else if (is_later_page((*got)->extraction)) {
      later.insert_or_assign(pairing_key(page.url), std::move(**got));
    } else {
      print_object(job, **got);
    }
  }
  const int joined = print_joined(job, std::move(firsts), std::move(later));
  return code == kDone ? joined : code;
}

Status prepare_rules(Job& job) {
  if (job.options.alone) return {};
  if (!job.options.template_in.empty()) {
    Result<std::string> text = read_file(posix_file_system(), job.options.template_in, kMaxFileBytes);
    if (!text) return text.error();
    Result<Template> rules = template_from_json(*text);
    if (!rules) return rules.error();
    job.rules = std::move(*rules);
    return {};
  }
  Result<Template> rules = learn(job);
  if (!rules) return rules.error();
  job.rules = std::move(*rules);
  if (!job.rules->reason.empty())
    std::fprintf(stderr, "bfa extract: generic: %s\n", job.rules->reason.c_str());
  if (job.options.template_out.empty()) return {};
  return write_file_atomically(posix_file_system(), job.options.template_out,
                               template_to_json(*job.rules, true) + "\n");
}

// Why the options cannot be used together; empty: they can.
std::string wrong_use(const Options& o) {
  if (o.alone && (!o.template_in.empty() || !o.template_out.empty()))
    return "--alone learns and uses no template";
  if (o.pages.empty() || o.base.empty()) return "--pages and --base are needed; see bfa extract --help";
  if (make_strategy(o.strategy) == nullptr)
    return "no method is called " + o.strategy + "; there are " + joined(strategy_names());
  return {};
}

}  // namespace

int cmd_extract(const Arguments& arguments) {
  Job job;
  Options& o = job.options;
  Args args("extract", "Learn from a feed's pages, and extract all pages of a list",
            "LIST holds a line {\"url\": ..., \"file\": ...} a page, with \"kind\": \"feed\" for feeds: of "
            "comments,\n"
            "and, beside --feed, of parts of the blog.\n"
            "Exit codes: 0 done, 2 usage, 3 unreadable input.\n"
            "Example: bfa extract --feed feed.xml --base https://blog.example/feed --pages list.jsonl");
  args.option("--feed", o.feeds,
              "the blog's feed; further ones teach too (repeatable); without it the blog's pages alone teach")
      .flag("--no-feed", o.no_feed, "leave the feed out, whatever --feed says")
      .flag("--alone", o.alone, "look at each page alone: no feed, and nothing learned from other pages")
      .option("--base", o.base, "address of the feed, or of the blog")
      .option("--pages", o.pages, "list of pages, JSON Lines")
      .option("--template-out", o.template_out, "write what was learned, as JSON")
      .option("--template", o.template_in, "use this template and learn nothing")
      .option("--method,--strategy", o.strategy,
              "how to learn and extract: " + joined(strategy_names()) + " (the first is the default)")
      .option("--clock", o.clock, "the time that relative dates count from, RFC 3339; default: now")
      .flag("--json", o.json, "accepted as for other commands: the output is always JSON Lines")
      .flag("--timing", o.timing, "add the CPU milliseconds that each page took");
  if (const std::optional<int> code = args.parse(arguments)) return *code;
  if (const std::string wrong = wrong_use(o); !wrong.empty()) {
    std::fprintf(stderr, "bfa extract: %s\n", wrong.c_str());
    return kUsage;
  }
  job.strategy = make_strategy(o.strategy);
  job.now = system_clock().now();
  if (!o.clock.empty()) {
    const Result<UtcTime> clock = parse_rfc3339(o.clock);
    if (!clock) return report_error(clock.error(), false), kUsage;
    job.now = *clock;
  }
  for (const std::string& file : o.feeds) {
    if (o.no_feed || o.alone) break;
    Result<Feed> feed = load_feed(file, o.base);
    if (!feed) return report_error(feed.error(), false);
    job.feeds.push_back(std::make_unique<PostFeed>(PostFeed{std::move(*feed), o.base}));
  }
  if (const Status status = read_list(job); !status.ok()) return report_error(status.error(), false);
  read_listed_feeds(job);
  pair_with_entries(job);
  if (const Status status = prepare_rules(job); !status.ok()) return report_error(status.error(), false);
  if (job.rules) {
    Result<CompiledTemplate> compiled = CompiledTemplate::compile(*job.rules);
    if (!compiled) return report_error(compiled.error(), false);
    job.compiled = std::move(*compiled);
  }
  return extract_pages(job);
}

}  // namespace bfa::tool
