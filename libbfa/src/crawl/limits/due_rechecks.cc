// SPDX-License-Identifier: Apache-2.0
#include "crawl/limits/due_rechecks.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.h"
#include "bfa/schedule/recheck.h"

namespace bfa {
namespace {

constexpr auto kLeastRecheck = std::chrono::hours(24);
// Of the known posts and pages of a blog, a visit asks for an eighth, and for so many in any case.
constexpr std::size_t kLeastOfVisit = 200, kShareOfVisit = 8;

struct CrawledPage {
  std::string url;
  PageHistory history;
  double cost = 1;
};

ScheduleTime in_seconds(UtcTime time) {
  return std::chrono::floor<std::chrono::seconds>(time);
}

// The date of publishing, when it lies in the past; else the first sighting.
ScheduleTime publishing_date(const ObjectSummary& summary) {
  const ScheduleTime first = in_seconds(summary.first_seen);
  if (!summary.latest.published) return first;
  return std::min(first, in_seconds(summary.latest.published->utc));
}

struct Known {
  std::string key;
  ObjectSummary summary;
};
Result<std::optional<Known>> object_at(const Archive& archive, const std::string& url) {
  for (const ObjectKind kind : {ObjectKind::kPost, ObjectKind::kPage}) {
    std::string key = object_key(kind, url);
    auto summary = archive.summary(key);
    if (summary) return std::optional<Known>(Known{std::move(key), std::move(*summary)});
    if (summary.error().code != Code::kNotFound) return std::move(summary).error();
  }
  return std::optional<Known>();
}

// What the versions of a page tell of its blog. Between two versions the page was last seen unchanged at a
// sighting.
Status learn_page(const Archive& archive, const Known& known, const PageHistory& page, EditRates& rates) {
  ScheduleTime from = page.first_check;
  if (page.changes > 0) {
    BFA_ASSIGN_OR_RETURN(const auto versions, archive.versions(known.key));
    BFA_ASSIGN_OR_RETURN(const auto sightings, archive.sightings(known.key));
    for (std::size_t i = 1; i < versions.size(); ++i) {
      const ScheduleTime to = in_seconds(versions[i].observed);
      ScheduleTime same = from;
      for (const Sighting& sighting : sightings) {
        const ScheduleTime time = in_seconds(sighting.observed);
        if (time > same && time < to) same = time;
      }
      rates.learn(page.published, from, same, false);
      rates.learn(page.published, same, to, true);
      from = std::max(from, to);
    }
  }
  rates.learn(page.published, from, page.last_check, false);
  return {};
}

Status add_known(const Archive& archive, const Capture& capture, const Known& known, EditRates& rates,
                 std::vector<CrawledPage>& pages) {
  CrawledPage page;
  page.url = capture.url;
  const bool conditional = capture.status == 304 || !capture.etag.empty() || !capture.last_modified.empty();
  page.cost = conditional ? kConditionalCost : 1;
  page.history.published = publishing_date(known.summary);
  page.history.first_check = in_seconds(known.summary.first_seen);
  page.history.last_check = std::max(page.history.first_check, in_seconds(capture.time));
  page.history.changes = known.summary.versions > 0 ? known.summary.versions - 1 : 0;
  page.history.comments = known.summary.comment_count + known.summary.pingback_count;
  BFA_RETURN_IF_ERROR(learn_page(archive, known, page.history, rates));
  pages.push_back(std::move(page));
  return {};
}

// The addresses of those that are worth their price, most valuable first.
std::vector<std::string> most_valuable(std::vector<CrawledPage> pages, const EditRates& rates, double price,
                                       UtcTime now) {
  const std::size_t most = std::max(kLeastOfVisit, pages.size() / kShareOfVisit);
  const ScheduleTime time = in_seconds(now);
  std::vector<std::pair<double, std::string>> due;
  for (CrawledPage& page : pages) {
    if (time - page.history.last_check < kLeastRecheck) continue;
    if (rates.next_check(page.history, price * page.cost) > time) continue;
    due.emplace_back(rates.waiting(page.history, time) / page.cost, std::move(page.url));
  }
  std::stable_sort(due.begin(), due.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  if (due.size() > most) due.resize(most);
  std::vector<std::string> out;
  out.reserve(due.size());
  for (auto& row : due) out.push_back(std::move(row.second));
  return out;
}

}  // namespace

Result<std::vector<std::string>> due_rechecks(const Archive& archive, const std::string& blog, double price,
                                              UtcTime now) {
  std::vector<std::string> out;
  std::vector<CrawledPage> pages;
  EditRates rates;
  Status failed;
  BFA_RETURN_IF_ERROR(archive.for_each_known_page(blog, [&](const Capture& capture) {
    if (capture.url == blog) return true;
    auto known = object_at(archive, capture.url);
    if (!known) {
      failed = std::move(known).error();
    } else if (*known) {
      failed = add_known(archive, capture, **known, rates, pages);
    } else if (now - capture.time >= kLeastRecheck) {
      out.push_back(capture.url);
    }
    return failed.ok();
  }));
  BFA_RETURN_IF_ERROR(failed);
  for (std::string& url : most_valuable(std::move(pages), rates, price, now)) out.push_back(std::move(url));
  return out;
}

}  // namespace bfa
