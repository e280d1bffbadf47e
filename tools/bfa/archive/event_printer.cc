// SPDX-License-Identifier: Apache-2.0
// How crawling commands print events.
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <utility>
#include <variant>

#include "archive/archive_reading.h"
#include "archive/crawl_options.h"
#include "bfa/crawl/event_json.h"
#include "bfa/object/filters.h"
#include "command.h"
#include "terminal_text.h"

namespace bfa::tool {
namespace {

constexpr std::size_t kMaxListed = 10;  // new objects that are listed; the rest are counted
constexpr std::size_t kMaxReasons = 5;  // reasons of failures that are listed

// What the numbers of a blog or of a run say, on one line.
std::string sums(const CrawlCounts& counts, std::chrono::nanoseconds elapsed) {
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.1f s", std::chrono::duration<double>(elapsed).count());
  return counted(counts.created, "new object", "new objects") + " (" +
         counted(counts.posts, "post", "posts") + "), " + std::to_string(counts.changed) + " changed, " +
         (counts.moved > 0 ? std::to_string(counts.moved) + " moved, " : "") +
         counted(counts.unchanged + counts.not_modified, "sighting", "sightings") + " as before; " +
         counted(counts.requests, "request", "requests") + ", " + std::to_string(counts.bytes / 1024) +
         " KiB in " + seconds;
}

// Columns of the terminal on stderr; 80 when it does not say.
std::size_t terminal_width() {
  constexpr std::size_t kLeast = 20, kUsual = 80;
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsual;
  return std::max<std::size_t>(size.ws_col, kLeast);
}

// What the user can do about a blog that failed; empty: nothing that is known here.
std::string_view next_step(const Error& error) {
  const auto says = [&](std::string_view part) { return error.message.find(part) != std::string::npos; };
  switch (error.code) {
    case Code::kDenied:
      if (says("robots.txt")) return "ask its owner, or crawl it anyway with --ignore-robots (recorded)";
      if (says("not to be archived"))
        return "ask its owner, or crawl it anyway with --robots-tags ignore (recorded)";
      return says("private") ? "" : "the server does not let this crawler in: ask its owner";
    case Code::kUnavailable:
      if (says("cannot resolve")) return "check the address, and that this machine is on the network";
      return says("certificate") ? "" : "the next run tries again";
    case Code::kNotFound:
    case Code::kLimit:
      return "check the address: it has to be the blog's home page";
    default:
      return {};
  }
}

std::string end_of(const CrawlReport& report) {
  if (report.limit == "max_pages") return "  ended at the limit of --max-pages";
  if (report.limit == "max_bytes") return "  ended at the limit of --max-bytes";
  return "  ended";
}

}  // namespace

EventPrinter::EventPrinter(const CrawlArguments& values)
    : values_(values), live_(!values.quiet && isatty(2) != 0) {}

void EventPrinter::operator()(const CrawlEvent& event) {
  if (const auto* const progress = std::get_if<ProgressEvent>(&event)) {
    print_live(*progress);
    return;
  }
  clear_live();
  if (values_.json) {
    print_line(crawl_event_to_json(event));
    return;
  }
  if (const auto* const object = std::get_if<ObjectEvent>(&event)) print_item(object->item);
  if (const auto* const change = std::get_if<ChangeEvent>(&event)) print_item(change->item);
  if (const auto* const done = std::get_if<DoneEvent>(&event)) print_done(done->report);
}

void EventPrinter::print_item(const Committed::Item& item) {
  using What = Committed::Item::What;
  // Another reading of a stored version is neither new nor a change of the page.
  if (item.what == What::kSeen || item.what == What::kReread || values_.quiet) return;
  const bool moved = item.what == What::kMoved;
  if (moved && item.kind == ObjectKind::kComment) return;  // with its post
  const bool changed = item.what == What::kChanged || item.what == What::kRevised || moved;
  if (!changed && listed_ >= kMaxListed) {
    ++unlisted_;
    return;
  }
  ++listed_;
  std::string line = moved ? "> " : changed ? "~ " : "+ ";
  line += shown_kind(item.kind, item.comment_type);
  line.resize(std::max<std::size_t>(line.size(), 9), ' ');
  line += " " + item.url;
  if (moved && item.change) line += "\n      moved from " + item.change->moved_from;
  if (item.change && !moved) {
    for (const auto& reason : item.change->reasons)
      line +=
          "\n      " + reason.field + " " + reason.kind + (reason.detail.empty() ? "" : ": " + reason.detail);
  }
  print_line(for_terminal(line));
}

void EventPrinter::print_done(const CrawlReport& report) {
  if (unlisted_ > 0)
    print_line("  ... and " + counted(unlisted_, "more new object", "more new objects") +
               " (bfa ls lists them)");
  listed_ = unlisted_ = 0;
  if (!values_.quiet) {
    print_line(report.blog + ": " + sums(report, report.elapsed));
    print_failures(report);
    if (report.denied > 0)
      print_line("  " + counted(report.denied, "address", "addresses") +
                 " not fetched: robots.txt or the server forbids it");
    if (report.blocked > 0)
      print_line("  " + counted(report.blocked, "address", "addresses") +
                 " not taken: removed from the archive (bfa ls --removed)");
    if (report.left_out > 0)
      print_line("  " + counted(report.left_out, "address", "addresses") +
                 " left out by --exclude and --include (bfa ls --rules lists them)");
    if (report.media_missing > 0)
      print_line("  " + counted(report.media_missing, "image or style sheet", "images and style sheets") +
                 " could not be fetched");
    if (report.queued > 0)
      print_line((report.interrupted ? std::string("  interrupted") : end_of(report)) + " with " +
                 counted(report.queued, "task", "tasks") + " left; the next run goes on from here");
    if (!report.feed.empty())
      print_line(for_terminal("  the feed " + report.feed_before + " stands elsewhere now: " + report.feed));
    if (report.walks_ended > 0)
      print_line(for_terminal("  the links of " + counted(report.walks_ended, "page", "pages") +
                              " were not followed: no new post for too long on the way there, such as " +
                              report.walk_ended_at));
    print_traps(report);
    if (report.no_feed)
      print_line(
          "  no feed was found, or robots.txt forbids its address: posts are recognised by their pages "
          "alone");
    if (report.no_feed && report.created > 0 && report.posts == 0)
      print_line(
          "  nothing here reads as a post: the page may be empty or made by script; check the address");
  }
  if (values_.quiet && (values_.strict || values_.failures) && report.failed > 0) {
    std::fprintf(stderr, "bfa: %s: %s\n", on_one_line(report.blog).c_str(),
                 (counted(report.failed, "address", "addresses") + " failed").c_str());
    if (values_.failures) print_failures(report);
  }
  if (!report.moved_to.empty() && !values_.quiet)
    print_line(for_terminal("  this blog seems to be continued at " + report.moved_to + " (" +
                            report.moved_evidence + "); after a crawl of it, bfa move joins the two"));
  print_became(report);
  print_error(report);
}

void EventPrinter::print_traps(const CrawlReport& report) {
  for (const CutTrap& trap : report.traps) {
    std::string line = "  " + counted(trap.cut, "link", "links") + " of the form " + trap.form +
                       " not followed: " + counted(trap.visited, "page", "pages") +
                       " of it brought nothing new";
    if (trap.soft_404 > 0) line += " (" + std::to_string(trap.soft_404) + " as an address that cannot exist)";
    print_line(for_terminal(line + ", such as " + trap.example + "; --no-trap-limits follows all"));
  }
}

// Said on stderr, also with --quiet: what is stored of the blog is the last that was seen of it.
void EventPrinter::print_became(const CrawlReport& report) const {
  if (report.is_back && !values_.quiet) print_line("  it had become something else, and is the blog again");
  if (report.became.empty()) return;
  std::fprintf(stderr, "bfa: %s became something else: %s since %s (%s)\n", report.blog.c_str(),
               report.became.c_str(), format_rfc3339(report.became_since).c_str(),
               for_terminal(report.became_evidence).c_str());
  std::fprintf(stderr, "  no version was made of it; if it is the blog after all: bfa became --overrule %s\n",
               report.blog.c_str());
}

// A line for each reason, the most frequent first, with an example.
void EventPrinter::print_failures(const CrawlReport& report) const {
  std::map<std::string, std::vector<const Error*>> by_reason;
  for (const auto& failure : report.failures) {
    const bool is_report = report.error && failure.where == report.error->where;
    if (!is_report) by_reason[failure.message].push_back(&failure);
  }
  std::vector<std::pair<std::string, std::vector<const Error*>>> groups(by_reason.begin(), by_reason.end());
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  std::size_t shown = 0,
              rest = report.failed - std::min<std::uint64_t>(report.failed, report.failures.size());
  for (const auto& [reason, failures] : groups) {
    if (values_.failures) {
      for (const Error* failure : failures) print_line(for_terminal("  failed: " + to_string(*failure)));
    } else if (shown++ < kMaxReasons) {
      const std::string& example = failures.front()->where;
      const std::string all =
          counted(failures.size(), "address", "addresses") + " " + reason + ", such as " + example;
      print_line(for_terminal("  failed: " + (failures.size() == 1 ? example + " " + reason : all)));
    } else {
      rest += failures.size();
    }
  }
  if (rest > 0) print_line("  ... and " + counted(rest, "more failure", "more failures"));
}

void EventPrinter::print_error(const CrawlReport& report) {
  if (!report.error || !report.became.empty()) return;
  const bool named = report.error->where == report.blog;
  const std::string_view next = next_step(*report.error);
  std::fprintf(stderr, "bfa: %s%s%s%.*s\n", named ? "" : (report.blog + ": ").c_str(),
               for_terminal(to_string(*report.error)).c_str(), next.empty() ? "" : "\n  ",
               static_cast<int>(next.size()), next.data());
}

void EventPrinter::print_total(const std::vector<CrawlReport>& reports) {
  if (values_.quiet || values_.json) return;
  const bool has_failures =
      std::any_of(reports.begin(), reports.end(), [](const auto& r) { return r.failed > 0; });
  if (reports.size() > 1) print_sums(reports);
  if (has_failures && !values_.failures)
    print_line("  (with --failures each address that failed is printed)");
}

void EventPrinter::print_sums(const std::vector<CrawlReport>& reports) const {
  CrawlReport total;
  std::size_t failed = 0, interrupted = 0, without_posts = 0;
  for (const auto& report : reports) {
    total.created += report.created;
    total.posts += report.posts;
    total.changed += report.changed;
    total.moved += report.moved;
    total.unchanged += report.unchanged + report.not_modified;
    total.requests += report.requests;
    total.bytes += report.bytes;
    total.failed += report.failed;
    if (report.error) ++failed;
    if (report.interrupted) ++interrupted;
    if (!report.error && report.created > 0 && report.posts == 0) ++without_posts;
  }
  print_line("total of " + counted(reports.size(), "blog", "blogs") + ": " +
             sums(total, std::chrono::steady_clock::now() - begun_));
  std::string notes;
  const auto note = [&](std::size_t count, const char* one, const char* many) {
    if (count > 0) notes += (notes.empty() ? "  " : ", ") + counted(count, one, many);
  };
  note(failed, "blog failed", "blogs failed");
  note(interrupted, "blog interrupted", "blogs interrupted");
  note(without_posts, "new blog without a post", "new blogs without a post");
  note(total.failed, "address failed", "addresses failed");
  if (!notes.empty()) print_line(notes);
}

void EventPrinter::print_live(const ProgressEvent& event) {
  if (!live_) return;
  const CrawlCounts& counts = event.counts;
  const double seconds = std::chrono::duration<double>(counts.elapsed).count();
  char rate[32];
  std::snprintf(rate, sizeof rate, "%.1f/s",
                seconds > 0 ? static_cast<double>(counts.requests) / seconds : 0);
  // The figures first: a narrow terminal cuts the address.
  std::string line = std::to_string(counts.fetched) + " fetched (" + rate + "), " +
                     counted(counts.posts, "new post", "new posts") + ", " + std::to_string(counts.queued) +
                     " queued";
  if (event.waits) {
    char wait[64];
    std::snprintf(wait, sizeof wait, ", waits %.0f s to ask for %s again",
                  std::max(0.0, std::chrono::duration<double>(*event.waits).count()),
                  event.waits_for_robots ? "robots.txt" : "a page");
    line += wait;
  } else if (values_.delay_seconds > 0 && counts.queued > 0) {
    char delay[48];
    std::snprintf(delay, sizeof delay, ", %g s between requests", values_.delay_seconds);
    line += delay;
  }
  line += "  " + event.blog;
  line = line.substr(0, terminal_width() - 1);
  const std::size_t width = line.size();
  if (width < live_width_) line.append(live_width_ - width, ' ');
  live_width_ = width;
  std::fprintf(stderr, "\r%s", line.c_str());
}

void EventPrinter::clear_live() {
  if (!live_ || live_width_ == 0) return;
  std::fprintf(stderr, "\r%s\r", std::string(live_width_, ' ').c_str());
  live_width_ = 0;
}

int exit_code_of(const std::vector<CrawlReport>& reports, bool strict) {
  int code = kDone;
  for (const auto& report : reports) {
    if (report.interrupted) return kInterrupted;
    if (code != kDone) continue;
    if (report.error)
      code = report.error->code == Code::kDenied ? kNo
             : report.error->code == Code::kIo   ? kLocalDisk
                                                 : kNetwork;
    if (code == kDone && strict && report.failed > 0) code = kNetwork;
  }
  return code;
}

}  // namespace bfa::tool
