// SPDX-License-Identifier: Apache-2.0
// WARC files of others, through the same steps as a crawl.
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/crawl/replay.h"
#include "bfa/url/canonical.h"
#include "crawl/add_once.h"
#include "crawl/became.h"
#include "crawl/captures/known_captures.h"
#include "crawl/captures/order_instants.h"
#include "crawl/captures/own_originals.h"
#include "crawl/captures/warc_fetcher.h"
#include "crawl/given_zone.h"
#include "crawl/import_rounds.h"
#include "crawl/leaveout/take_rules.h"
#include "crawl/loop.h"
#include "crawl/moves/find_moves.h"
#include "crawl/past/scope.h"
#include "crawl/seed.h"

namespace bfa {
namespace {

bool is_page(const WarcIndex& index, const WarcEntry& entry) {
  const std::string& type = index.type_of(entry);
  return entry.status >= 200 && entry.status < 400 &&
         (type == "text/html" || type == "application/xhtml+xml");
}

// An answer that says where a page stands now, or that it is gone.
bool tells_of_page(const WarcEntry& entry) {
  constexpr std::array<int, 7> kTelling = {301, 302, 303, 307, 308, 404, 410};
  return std::find(kTelling.begin(), kTelling.end(), entry.status) != kTelling.end();
}

bool is_feed(const WarcIndex& index, const WarcEntry& entry) {
  const std::string& type = index.type_of(entry);
  return type.find("rss") != std::string::npos || type.find("atom") != std::string::npos ||
         type.find("rdf") != std::string::npos || type == "application/feed+json";
}

// The home pages: one for each host that has a capture of its root page, or captures of a feed and of a
// page.
std::vector<std::string> find_homes(const WarcIndex& index) {
  struct Host {
    std::string root, first_page;
    bool feed = false;
  };
  std::map<std::string, Host> hosts;
  std::string origin;    // the addresses of one origin follow each other
  Host* last = nullptr;  // its host
  std::string root;
  for (std::size_t i = 0; i < index.urls(); ++i) {
    const auto [address, entries] = index.at(i);
    const auto url = Url::parse(address);
    if (!url) continue;
    if (last == nullptr || url->origin() != origin) {
      origin = url->origin();
      const Url home = canonical_url(*Url::parse(origin + "/"));
      root = home.href();
      last = &hosts[fetch_dedup_key(home)];
    }
    Host& host = *last;
    if (is_feed(index, entries.front())) host.feed = true;
    if (!is_page(index, entries.front())) continue;
    if (url->path() == "/" && !url->has_query()) {
      host.root = root;
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

std::string site_of(std::string_view host) {
  if (host.starts_with("www.")) host.remove_prefix(4);
  return std::string(host);
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
  Importer(const ImportTarget& target, const WarcIndex& index, WarcFetcher& fetcher,
           const CrawlOptions& options, ReplayReport& report)
      : target_(target),
        archive_(target.archive),
        index_(index),
        fetcher_(fetcher),
        options_(options),
        report_(report) {
    options_.step.obey_robots = false;  // the bytes are here already
    options_.step.offline = true;
    options_.step.max_attempts = 0;  // the same capture would answer again
    options_.ordered = true;
    options_.recheck = Recheck::kNone;
  }

  Status run(const std::vector<std::string>& homes) {
    BFA_RETURN_IF_ERROR(leave_out_known());
    list_sites();
    for (const auto& home : homes) {
      const auto url = Url::parse(home);
      if (url) by_domain_.try_emplace(registered_domain(url->host()), &home);
    }
    for (std::size_t round = 0; round < left_.size() && !options_.stop.stop_requested(); ++round) {
      BFA_ASSIGN_OR_RETURN(const std::uint64_t begun, archive_.frontier().size({}));
      if (left_[round] == 0 && begun == 0) continue;  // an earlier import did it
      fetcher_.set_round(round);
      BFA_RETURN_IF_ERROR(run_round(homes, round));
    }
    for (const auto& home : homes) report_of(home);
    Findings losses = fetcher_.take_losses();
    std::move(losses.begin(), losses.end(), std::back_inserter(report_.findings));
    return {};
  }

 private:
  // Counts the captures of each round that are to be imported.
  Status leave_out_known() {
    std::vector<bool> known(index_.captures(), false);
    if (!target_.own_captures) {
      BFA_ASSIGN_OR_RETURN(known, find_known_captures(archive_, index_));
    }
    for (std::size_t i = 0; i < index_.urls(); ++i) {
      const auto entries = index_.at(i).entries;
      if (left_.size() < entries.size()) left_.resize(entries.size());
      for (std::size_t round = 0; round < entries.size(); ++round) {
        const bool is_known = known[index_.number_of(entries[round])];
        report_.known += is_known ? 1 : 0;
        left_[round] += is_known ? 0 : 1;
      }
    }
    fetcher_.set_known(std::move(known));
    return {};
  }

  Status run_round(const std::vector<std::string>& homes, std::size_t round) {
    BFA_ASSIGN_OR_RETURN(const std::uint64_t crawl, begin_crawl(homes));
    for (std::size_t begin = 0; begin < homes.size() && !options_.stop.stop_requested(); begin += kTogether) {
      const auto first = homes.begin() + static_cast<std::ptrdiff_t>(begin);
      const std::size_t count = std::min(kTogether, homes.size() - begin);
      const std::vector<std::string> some(first, first + static_cast<std::ptrdiff_t>(count));
      for (const auto& home : some) BFA_RETURN_IF_ERROR(seed(home, round, crawl));
      BFA_RETURN_IF_ERROR(loop(some, crawl, false));
      // Pages that no link leads to. They come last, because the template is learned from pages that the home
      // page and the feed link to.
      for (const auto& home : some) BFA_RETURN_IF_ERROR(seed_pages(home, round, crawl));
      BFA_RETURN_IF_ERROR(loop(some, crawl, true));
    }
    BFA_RETURN_IF_ERROR(take_rest(homes, round, crawl));
    return target_.own_captures ? Status() : archive_.end_crawl(crawl);
  }

  // A rebuild tells by "first" which rounds are of one import.
  Result<std::uint64_t> begin_crawl(const std::vector<std::string>& homes) {
    if (target_.own_captures) return std::uint64_t{0};
    const bool first = std::exchange(is_first_, false);
    return archive_.begin_crawl(homes, import_settings(first, target_.sources));
  }

  // Captures that no link leads to: their bytes are kept, too.
  Status take_rest(const std::vector<std::string>& homes, std::size_t round, std::uint64_t crawl) {
    std::vector<std::string> begun;
    for (std::size_t i = 0; i < index_.urls() && !options_.stop.stop_requested(); ++i) {
      const auto [address, entries] = index_.at(i);
      if (round >= entries.size() || is_done(entries[round])) continue;
      const std::string* home = home_of(homes, address);
      if (home == nullptr) {
        ++report_.skipped;
        continue;
      }
      const bool new_one = std::find(begun.begin(), begun.end(), *home) == begun.end();
      if (new_one && begun.size() >= kTogether) {
        BFA_RETURN_IF_ERROR(loop(begun, crawl, false));
        begun.clear();
      }
      if (new_one) begun.push_back(*home);
      BFA_RETURN_IF_ERROR(add(task_for(*home, TaskKind::kMedia, Stage::kMedia, std::string(address), crawl)));
    }
    return begun.empty() ? Status() : loop(begun, crawl, false);
  }

  // The URLs of each host, by their numbers in the index.
  void list_sites() {
    std::string_view origin;
    std::vector<std::uint32_t>* list = nullptr;
    for (std::size_t i = 0; i < index_.urls(); ++i) {
      const std::string_view address = index_.at(i).url;
      const std::size_t slash = address.find('/', address.find("//") + 2);
      if (list == nullptr || address.substr(0, slash) != origin) {
        const auto url = Url::parse(address);
        if (!url) continue;
        origin = address.substr(0, slash);
        list = &by_site_[site_of(url->host())];
      }
      list->push_back(static_cast<std::uint32_t>(i));
    }
  }

  bool is_done(const WarcEntry& entry) const {
    return fetcher_.is_known(entry) || fetcher_.was_served(entry);
  }

  Status seed(const std::string& home, std::size_t round, std::uint64_t crawl) {
    BFA_ASSIGN_OR_RETURN(auto known, archive_.view().blog(home));
    if (!known) {
      BFA_ASSIGN_OR_RETURN(known, new_blog(home));
      take_given_zone(*known, options_.zone);
      BFA_RETURN_IF_ERROR(archive_.put_blog(*known));
    } else {
      if (take_given_zone(*known, options_.zone)) BFA_RETURN_IF_ERROR(archive_.put_blog(*known));
      // An import that was killed is continued: what it had in its frontier stays known.
      BFA_ASSIGN_OR_RETURN(const std::uint64_t begun, archive_.frontier().size(home));
      if (known->crawls > 0 && begun == 0) BFA_RETURN_IF_ERROR(archive_.reset_seen(home));
    }
    const bool first = known->crawls == 0 && !is_known(home, round);
    if (first || has_capture(home, round))
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
    const auto site = by_site_.find(site_of(scope.base().host()));
    if (site == by_site_.end()) return {};
    for (const std::uint32_t i : site->second) {
      const auto [address, entries] = index_.at(i);
      if (round >= entries.size() || is_done(entries[round])) continue;
      const bool tells = tells_of_page(entries[round]);
      if (!tells && !is_page(index_, entries[round])) continue;
      const auto admitted = scope.admit(address);
      if (!admitted || admitted->href() == home) continue;
      if (tells && !worth_following(*admitted, options_.step)) continue;
      BFA_RETURN_IF_ERROR(add(task_for(home, TaskKind::kPage, Stage::kOther, admitted->href(), crawl)));
    }
    return {};
  }

  // A capture of this round that is to be taken. Cut ones beside a whole one are kept as bytes only.
  bool has_capture(const std::string& url, std::size_t round) const {
    const auto entries = index_.find(url).entries;
    if (round >= entries.size() || is_done(entries[round])) return false;
    return !entries[round].cut || entries.front().cut;
  }

  bool is_known(const std::string& url, std::size_t round) const {
    const auto entries = index_.find(url).entries;
    return round < entries.size() && fetcher_.is_known(entries[round]);
  }

  Status add(const CrawlTask& task) { return add_task(archive_.frontier(), task); }

  const std::string* home_of(const std::vector<std::string>& homes, std::string_view address) const {
    const auto url = Url::parse(address);
    const auto at = url ? by_domain_.find(registered_domain(url->host())) : by_domain_.end();
    if (at != by_domain_.end()) return at->second;
    return homes.empty() ? nullptr : &homes.front();
  }

  Status loop(const std::vector<std::string>& homes, std::uint64_t crawl, bool finish) {
    BFA_ASSIGN_OR_RETURN(const auto steps, CrawlLoop::make(target_.sink, archive_.view(), archive_.frontier(),
                                                           fetcher_, options_));
    if (finish)
      steps->at_end([&](const CrawlReport& blog) { return find_moves(archive_, blog.blog, crawl); });
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

  CrawlReport& report_of(const std::string& home) {
    const auto [at, added] = reports_.try_emplace(home, report_.blogs.size());
    if (added) report_.blogs.emplace_back().blog = home;
    return report_.blogs[at->second];
  }

  void merge(CrawlReport report) {
    report_.captures += report.requests;
    CrawlReport& known = report_of(report.blog);
    known.requests += report.requests;
    known.bytes += report.bytes;
    known.fetched += report.fetched;
    known.posts += report.posts;
    known.created += report.created;
    known.changed += report.changed;
    known.moved += report.moved;
    known.unchanged += report.unchanged;
    known.not_modified += report.not_modified;
    known.failed += report.failed;
    known.elapsed += report.elapsed;
    known.queued = report.queued;
    known.no_feed = report.no_feed;
    known.interrupted = known.interrupted || report.interrupted;
    known.blocked += report.blocked;
    known.left_out += report.left_out;
    known.not_pages += report.not_pages;
    known.became = report.became;
    known.became_evidence = report.became_evidence;
    known.became_since = report.became_since;
    const std::size_t room = kMaxFailures - std::min(kMaxFailures, known.failures.size());
    const auto end =
        report.failures.begin() + static_cast<std::ptrdiff_t>(std::min(room, report.failures.size()));
    std::move(report.failures.begin(), end, std::back_inserter(known.failures));
    for (auto& file : report.warc) add_once(known.warc, std::move(file));
  }

  static constexpr std::size_t kMaxFailures = 1000;
  // Blogs in work at once: what is kept in memory of each does not grow with their number.
  static constexpr std::size_t kTogether = 32;

  const ImportTarget& target_;
  Archive& archive_;
  const WarcIndex& index_;
  WarcFetcher& fetcher_;
  CrawlOptions options_;
  ReplayReport& report_;
  bool is_first_ = true;                                 // no round has begun
  std::vector<std::uint64_t> left_;                      // captures to import, by round
  std::map<std::string, const std::string*> by_domain_;  // the first blog of a registered domain
  std::map<std::string, std::vector<std::uint32_t>> by_site_;
  std::map<std::string, std::size_t> reports_;  // places in the report, by blog
};

// Of files that nothing else is known of.
std::vector<ImportSource> sources_of(const std::vector<std::string>& warc_files) {
  std::vector<ImportSource> sources;
  for (const std::string& path : warc_files)
    sources.push_back({path.substr(path.find_last_of('/') + 1), {}, "WARC", false, {}});
  return sources;
}

}  // namespace

Result<ReplayReport> import_files(Archive& archive, FileSystem& fs,
                                  const std::vector<std::string>& warc_files,
                                  const std::vector<std::string>& blogs, std::vector<ImportSource> sources,
                                  CrawlOptions options) {
  ReplayReport report;
  BFA_RETURN_IF_ERROR(check_given_zone(options.zone));
  BFA_RETURN_IF_ERROR(check_patterns(options));
  BFA_ASSIGN_OR_RETURN(WarcIndex index, WarcIndex::build(fs, warc_files, report.findings));
  OwnOriginals originals(fs, archive);
  index.look_for_originals_in([&originals] { return originals.index(); });
  const auto digest_of = [&](std::string_view url, const WarcEntry& entry) {
    return payload_digest_of(index, url, entry);
  };
  BFA_ASSIGN_OR_RETURN(report.known, order_instants(index, digest_of));  // files may overlap
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
  BFA_RETURN_IF_ERROR(take_rules(archive, homes, options));
  WarcFetcher fetcher(index);
  report.blogs = take_blocked(*options.step.rules, homes);
  BFA_RETURN_IF_ERROR(import_rounds({archive, archive.sink(), false, std::move(sources)}, index, fetcher,
                                    homes, options, report));
  return report;
}

Status import_rounds(const ImportTarget& target, const WarcIndex& index, WarcFetcher& fetcher,
                     const std::vector<std::string>& homes, const CrawlOptions& options,
                     ReplayReport& report) {
  Importer importer(target, index, fetcher, options, report);
  return importer.run(homes);
}

Result<ReplayReport> import_warcs(Archive& archive, FileSystem& fs,
                                  const std::vector<std::string>& warc_files,
                                  const std::vector<std::string>& blogs, const CrawlOptions& options) {
  return guarded(
      [&] { return import_files(archive, fs, warc_files, blogs, sources_of(warc_files), options); });
}

}  // namespace bfa
