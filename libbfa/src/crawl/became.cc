// SPDX-License-Identifier: Apache-2.0
#include "crawl/became.h"

#include <algorithm>

#include "base/counted.h"
#include "bfa/io/digest.h"
#include "crawl/judge/not_page.h"
#include "crawl/past/scope.h"
#include "crawl/step_context.h"

namespace bfa {
namespace {

constexpr std::string_view kFindingPrefix = "not_page.";
constexpr std::string_view kProbeName = "no-such-page-";
constexpr std::uint64_t kLeastPages = 3;  // of one kind, before they say something about the blog
constexpr std::size_t kMostCompared = 8;  // suspects that one page is compared with

const Finding* met_finding(const StepResult& result) {
  if (result.outcome != Outcome::kSomethingElse) return nullptr;
  const auto found =
      std::find_if(result.findings.rbegin(), result.findings.rend(),
                   [](const Finding& finding) { return finding.id.starts_with(kFindingPrefix); });
  return found == result.findings.rend() ? nullptr : &*found;
}

}  // namespace

std::string_view met_kind(const StepResult& result) {
  const Finding* const finding = met_finding(result);
  return finding == nullptr ? std::string_view()
                            : std::string_view(finding->id).substr(kFindingPrefix.size());
}

void count_something_else(const StepResult& result, SomethingElse& met) {
  const TaskKind kind = result.task.kind;
  if (kind != TaskKind::kHome && kind != TaskKind::kPage && kind != TaskKind::kExtract) return;
  if (const Finding* const finding = met_finding(result)) {
    const std::string what(met_kind(result));
    if (kind == TaskKind::kHome) {
      met.home_kind = what;
      met.home_evidence = finding->message;
      return;
    }
    ++met.kinds[what];
    if (met.example.empty()) met.example = finding->where + ": " + finding->message;
    if (kind == TaskKind::kExtract && met.pages > 0) --met.pages;  // it was counted when it was fetched
    return;
  }
  const bool good = result.outcome == Outcome::kDone || result.outcome == Outcome::kNotModified;
  if (!good || kind == TaskKind::kExtract) return;
  ++met.pages;
  if (kind == TaskKind::kHome) met.home_is_back = true;
}

void tell_became(const SomethingElse& met, const BlogState& state, UtcTime now, CrawlReport& report) {
  for (const auto& [kind, count] : met.kinds) report.not_pages += count;
  if (!met.home_kind.empty()) {
    report.became = met.home_kind;
    report.became_evidence = "its home page: " + met.home_evidence;
  } else if (report.not_pages >= kLeastPages && report.not_pages > met.pages) {
    const auto most = std::max_element(met.kinds.begin(), met.kinds.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    report.became = most->first;
    report.became_evidence = std::to_string(report.not_pages) + " of " +
                             counted(report.not_pages + met.pages, "page", "pages") + ", such as " +
                             met.example;
  }
  if (!report.became.empty()) {
    report.became_since = state.became.empty() ? now : state.became_since;
    return;
  }
  report.is_back = met.home_is_back && !state.became.empty() && !state.became_overruled;
}

void take_became(const CrawlReport& report, BlogState& state) {
  if (report.is_back) {
    state.became.clear();
    state.became_evidence.clear();
    state.became_since = {};
  }
  if (report.became.empty()) return;
  state.became = report.became;
  state.became_evidence = report.became_evidence;
  state.became_since = report.became_since;
}

CrawlTask probe_task(const BlogState& blog, std::uint64_t crawl) {
  CrawlTask task;
  task.kind = TaskKind::kMedia;  // only its bytes are kept
  task.stage = Stage::kRelearn;  // after all pages, before those that wait for it
  task.blog = blog.home;
  const std::string name = blog.home + " " + std::to_string(crawl);
  task.url = stored_url(blog.base + std::string(kProbeName) +
                        hex_encode(digest(DigestAlgorithm::kSha1, name)).substr(0, 12));
  task.referrer = blog.home;
  task.depth = 1;
  task.crawl = crawl;
  return task;
}

bool is_soft_404_probe(const CrawlTask& task) {
  if (task.kind != TaskKind::kMedia) return false;
  const std::string_view path = task.url.path();
  return path.substr(path.rfind('/') + 1).starts_with(kProbeName);
}

void name_suspects(const SomethingElse& met, bool by_number, CrawlTask& task) {
  if (!is_suspect(task) || task.captures.size() > 1) return;
  if (met.probe) task.captures.push_back(*met.probe);
  std::vector<std::uint64_t> all = met.suspects;
  std::erase(all, task.capture);
  if (by_number) std::sort(all.begin(), all.end());
  const std::size_t count = std::min(all.size(), kMostCompared);
  for (std::size_t i = 0; i < count; ++i) task.captures.push_back(all[i * all.size() / count]);
}

}  // namespace bfa
