// SPDX-License-Identifier: Apache-2.0
// WARC files of others, through the same steps as a crawl.
#include <algorithm>
#include <set>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/crawl/replay.h"
#include "bfa/url/canonical.h"
#include "crawl/became.h"
#include "crawl/given_zone.h"
#include "crawl/loop.h"
#include "crawl/scope.h"
#include "crawl/seed.h"
#include "crawl/warc_fetcher.h"

namespace bfa {
namespace {

bool is_page(const WarcEntry& entry) {
  return entry.status >= 200 && entry.status < 400 &&
         (entry.content_type == "text/html" || entry.content_type == "application/xhtml+xml");
}

bool is_feed(const WarcEntry& entry) {
  return entry.content_type.find("rss") != std::string::npos ||
         entry.content_type.find("atom") != std::string::npos ||
         entry.content_type.find("rdf") != std::string::npos || entry.content_type == "application/feed+json";
}

// The home pages: one for each host that has a capture of its root page, or captures of a feed and of a
// page.
std::vector<std::string> find_homes(const WarcIndex& index) {
  struct Host {
    std::string root, first_page;
    bool feed = false;
  };
  std::map<std::string, Host> hosts;
  for (const auto& [address, entries] : index.by_url()) {
    const auto url = Url::parse(address);
    if (!url) continue;
    const Url root = canonical_url(*Url::parse(url->origin() + "/"));
    Host& host = hosts[fetch_dedup_key(root)];
    if (is_feed(entries.front())) host.feed = true;
    if (!is_page(entries.front())) continue;
    if (url->path() == "/" && !url->has_query()) {
      host.root = root.href();
    } else if (host.first_page.empty() || address.size() < host.first_page.size()) {
      host.first_page = address;
    }
  }
  std::vector<std::string> homes;
  for (const auto& [key, host] : hosts) {
    if (!host.root.empty()) {
      homes.push_back(host.root);
    } else if (host.feed && !host.first_page.empty()) {
      homes.push_back(Url::parse(host.first_page)->origin() + "/");
    }
  }
  return homes;
}

// Adds a task for a capture in the files, as if the home page linked to it.
CrawlTask task_for(const std::string& home, TaskKind kind, Stage stage, const std::string& url,
                   std::uint64_t crawl) {
  CrawlTask task = first_task(kind, stage, home, url, crawl);
  task.referrer = home;
  task.depth = 1;
  return task;
}

class Importer {
 public:
  Importer(Archive& archive, const WarcIndex& index, WarcFetcher& fetcher, const CrawlOptions& options,
           ReplayReport& report)
      : archive_(archive), index_(index), fetcher_(fetcher), options_(options), report_(report) {
    options_.step.obey_robots = false;  // the bytes are here already
    options_.step.offline = true;
    options_.step.max_attempts = 0;  // the same capture would answer again
    options_.ordered = true;
    options_.recheck = Recheck::kNone;
  }

  Status run(const std::vector<std::string>& homes) {
    std::size_t rounds = 0;
    for (const auto& [url, entries] : index_.by_url()) rounds = std::max(rounds, entries.size());
    for (std::size_t round = 0; round < rounds; ++round) {
      fetcher_.set_round(round);
      BFA_RETURN_IF_ERROR(run_round(homes, round));
      if (options_.stop.stop_requested()) break;
    }
    return {};
  }

 private:
  Status run_round(const std::vector<std::string>& homes, std::size_t round) {
    BFA_ASSIGN_OR_RETURN(const std::uint64_t crawl, archive_.begin_crawl(homes, "{\"v\":1,\"import\":true}"));
    for (const auto& home : homes) BFA_RETURN_IF_ERROR(seed(home, round, crawl));
    BFA_RETURN_IF_ERROR(loop(homes, false));
    // Pages that no link leads to. They come last, because the template is learned from pages that the home
    // page and the feed link to.
    for (const auto& home : homes) BFA_RETURN_IF_ERROR(seed_pages(home, round, crawl));
    BFA_RETURN_IF_ERROR(loop(homes, true));
    // Captures that no link leads to: their bytes are kept, too.
    for (const auto& [address, entries] : index_.by_url()) {
      if (round >= entries.size() || fetcher_.was_served(entries[round])) continue;
      const std::string* home = home_of(homes, address);
      if (home == nullptr) {
        ++report_.skipped;
        continue;
      }
      BFA_RETURN_IF_ERROR(add(task_for(*home, TaskKind::kMedia, Stage::kMedia, address, crawl)));
    }
    BFA_RETURN_IF_ERROR(loop(homes, false));
    return archive_.end_crawl(crawl);
  }

  Status seed(const std::string& home, std::size_t round, std::uint64_t crawl) {
    BFA_ASSIGN_OR_RETURN(auto known, archive_.view().blog(home));
    if (!known) {
      BFA_ASSIGN_OR_RETURN(known, new_blog(home));
      take_given_zone(*known, options_.zone);
      BFA_RETURN_IF_ERROR(archive_.put_blog(*known));
    } else {
      if (take_given_zone(*known, options_.zone)) BFA_RETURN_IF_ERROR(archive_.put_blog(*known));
      BFA_RETURN_IF_ERROR(archive_.reset_seen(home));
    }
    if (known->crawls == 0 || has_capture(home, round))
      BFA_RETURN_IF_ERROR(add(task_for(home, TaskKind::kHome, Stage::kHome, home, crawl)));
    for (const auto& feed : known->feeds) {
      if (has_capture(feed, round))
        BFA_RETURN_IF_ERROR(add(task_for(home, TaskKind::kFeed, Stage::kFeed, feed, crawl)));
    }
    return {};
  }

  Status seed_pages(const std::string& home, std::size_t round, std::uint64_t crawl) {
    BFA_ASSIGN_OR_RETURN(const auto blog, archive_.view().blog(home));
    if (!blog) return {};
    BFA_ASSIGN_OR_RETURN(const Scope scope, Scope::of(blog->base));
    for (const auto& [address, entries] : index_.by_url()) {
      if (round >= entries.size() || !is_page(entries[round]) || fetcher_.was_served(entries[round]))
        continue;
      const auto admitted = scope.admit(address);
      if (!admitted || admitted->href() == home) continue;
      BFA_RETURN_IF_ERROR(add(task_for(home, TaskKind::kPage, Stage::kOther, admitted->href(), crawl)));
    }
    return {};
  }

  bool has_capture(const std::string& url, std::size_t round) const {
    const auto* entries = index_.find(url);
    return entries != nullptr && round < entries->size();
  }

  Status add(const CrawlTask& task) { return add_task(archive_.frontier(), task); }

  static const std::string* home_of(const std::vector<std::string>& homes, const std::string& address) {
    const auto url = Url::parse(address);
    const std::string* any = homes.empty() ? nullptr : &homes.front();
    for (const auto& home : homes) {
      const auto other = Url::parse(home);
      if (url && other && registered_domain(url->host()) == registered_domain(other->host())) return &home;
    }
    return any;
  }

  Status loop(const std::vector<std::string>& homes, bool finish) {
    BFA_ASSIGN_OR_RETURN(const auto steps, CrawlLoop::make(archive_.sink(), archive_.view(),
                                                           archive_.frontier(), fetcher_, options_));
    BFA_ASSIGN_OR_RETURN(auto reports, steps->run(homes, [&](const CrawlReport& report) {
      return finish ? record(report) : Status();
    }));
    for (auto& report : reports) merge(std::move(report));
    return {};
  }

  Status record(const CrawlReport& report) {
    if (report.interrupted) return {};  // the next run continues with the remaining tasks
    BFA_ASSIGN_OR_RETURN(auto blog, archive_.view().blog(report.blog));
    if (!blog) return {};
    take_became(report, *blog);
    ++blog->crawls;
    return archive_.put_blog(*blog);
  }

  void merge(CrawlReport report) {
    report_.captures += report.requests;
    for (auto& known : report_.blogs) {
      if (known.blog != report.blog) continue;
      known.requests += report.requests;
      known.bytes += report.bytes;
      known.fetched += report.fetched;
      known.posts += report.posts;
      known.created += report.created;
      known.changed += report.changed;
      known.unchanged += report.unchanged;
      known.elapsed += report.elapsed;
      known.interrupted = known.interrupted || report.interrupted;
      known.not_pages += report.not_pages;
      known.became = report.became;
      known.became_evidence = report.became_evidence;
      known.became_since = report.became_since;
      return;
    }
    report.error.reset();  // a page that is missing in these files is not a failure of the import
    report.failures.clear();
    report.failed = 0;
    report_.blogs.push_back(std::move(report));
  }

  Archive& archive_;
  const WarcIndex& index_;
  WarcFetcher& fetcher_;
  CrawlOptions options_;
  ReplayReport& report_;
};

Result<ReplayReport> import_files(Archive& archive, FileSystem& fs,
                                  const std::vector<std::string>& warc_files,
                                  const std::vector<std::string>& blogs, const CrawlOptions& options) {
  ReplayReport report;
  BFA_RETURN_IF_ERROR(check_given_zone(options.zone));
  BFA_ASSIGN_OR_RETURN(const WarcIndex index, WarcIndex::build(fs, warc_files, report.findings));
  std::vector<std::string> homes;
  for (const auto& blog : blogs) {
    BFA_ASSIGN_OR_RETURN(std::string home, home_url(blog));
    homes.push_back(std::move(home));
  }
  if (homes.empty()) homes = find_homes(index);
  if (homes.empty()) {
    return Error{Code::kNotFound,
                 "no blog found: no host has a home page or a feed in these files; name one with --blog URL",
                 warc_files.empty() ? "" : warc_files.front()};
  }
  WarcFetcher fetcher(index);
  Importer importer(archive, index, fetcher, options, report);
  BFA_RETURN_IF_ERROR(importer.run(homes));
  return report;
}

}  // namespace

Result<ReplayReport> import_warcs(Archive& archive, FileSystem& fs,
                                  const std::vector<std::string>& warc_files,
                                  const std::vector<std::string>& blogs, const CrawlOptions& options) {
  return guarded([&] { return import_files(archive, fs, warc_files, blogs, options); });
}

}  // namespace bfa
