// SPDX-License-Identifier: Apache-2.0
#include "serve/data/shared_host.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <unordered_map>

#include "base/try.h"
#include "bfa/url/canonical.h"
#include "search/catalogue_rows.h"
#include "search/index_lists.h"

namespace bfa {
namespace {

class HostCounter {
 public:
  HostCounter(const SearchIndex& index, const std::string& host, const BlogOwners& owners, UtcTime new_since)
      : index_(index), host_(host), owners_(owners), new_since_(new_since) {}

  Result<std::map<std::size_t, BlogNumbers>> count() {
    BFA_RETURN_IF_ERROR(count_objects());
    BFA_RETURN_IF_ERROR(count_arrivals());
    BFA_RETURN_IF_ERROR(count_captures());
    for (auto& [blog, sums] : sums_) out_[blog] = finished(sums);
    return std::move(out_);
  }

 private:
  struct Sums {
    BlogNumbers numbers;
    std::map<std::string, DayCounts> days;
    std::map<ValueField, std::map<std::string, std::uint64_t>> values;
    std::set<std::string> edited;
    std::int64_t newest_date = kUnknownDate;
    std::optional<UtcTime> page_changed;
  };

  // Null: the address is of no blog. An address comes again with each version and capture, and to find its
  // owner costs more than to find it here.
  Sums* sums_of(const std::string& url, const std::string& post) {
    constexpr std::size_t kMostKept = 200'000;
    const std::string& address = url.empty() ? post : url;
    if (const auto known = known_.find(address); known != known_.end()) return known->second;
    const auto owner = owners_.owner_of(address);
    Sums* const sums = owner ? &sums_[*owner] : nullptr;
    if (sums != nullptr) sums->numbers.counts.host = host_;
    if (known_.size() < kMostKept) known_.emplace(address, sums);
    return sums;
  }

  Status count_objects() {
    ObjectListQuery query;
    query.blog_host = host_;
    query.order = ObjectListQuery::Order::kKey;
    query.limit = 1000;
    do {
      BFA_ASSIGN_OR_RETURN(ObjectList list, index_.list_objects(query));
      for (const ListedObject& object : list.objects) {
        if (Sums* const sums = sums_of(object.url, object.post)) add_object(object, *sums);
      }
      query.after = std::move(list.next);
    } while (!query.after.empty());
    return {};
  }

  static void add_object(const ListedObject& object, Sums& sums) {
    BlogCounts& counts = sums.numbers.counts;
    counts.first_seen = std::min(counts.first_seen.value_or(object.first_seen), object.first_seen);
    if (object.kind == ObjectKind::kPage) ++counts.pages;
    if (object.kind == ObjectKind::kComment)
      ++(object.comment_type.empty() ? counts.comments : counts.pingbacks);
    if (object.kind == ObjectKind::kPost || object.kind == ObjectKind::kComment)
      counts.last_changed = std::max(counts.last_changed.value_or(object.changed), object.changed);
    if (object.kind == ObjectKind::kPage)
      sums.page_changed = std::max(sums.page_changed.value_or(object.changed), object.changed);
    if (object.kind != ObjectKind::kPost) return;
    ++counts.posts;
    if (object.status == "gone") ++counts.gone;
    const auto date = parse_timestamp(object.published);
    if (date) {
      const std::optional<Timestamp> known(*date);
      if (const auto day = day_of(known)) ++sums.days[day_text(*day)].posts;
      if (date_code(known) > sums.newest_date) {
        sums.newest_date = date_code(known);
        counts.newest_post = object.published;
      }
    }
    const auto add_values = [&](ValueField field, const std::vector<std::string>& names) {
      for (const std::string& name : std::set<std::string>(names.begin(), names.end()))
        ++sums.values[field][name];
    };
    add_values(ValueField::kAuthor, object.authors);
    add_values(ValueField::kTag, object.tags);
    add_values(ValueField::kCategory, object.categories);
    if (!object.language.empty()) ++sums.values[ValueField::kLanguage][object.language];
  }

  Status count_arrivals() {
    ArrivalListQuery query;
    query.blog_host = host_;
    query.pages = true;
    query.limit = 1000;
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const auto arrivals, index_.list_arrivals(query));
      for (const ListedArrival& arrival : arrivals) {
        if (Sums* const sums = sums_of(arrival.url, arrival.post)) add_arrival(arrival, *sums);
      }
      if (arrivals.empty()) return {};
      query.after = arrivals.back().sequence;
    }
  }

  void add_arrival(const ListedArrival& arrival, Sums& sums) const {
    ++sums.numbers.counts.versions;
    if (arrival.kind != ObjectKind::kPost) return;
    if (arrival.version == 1 && arrival.captured >= new_since_) ++sums.numbers.counts.new_posts;
    if (arrival.verdict != Verdict::kContent) return;
    ++sums.days[day_text(day_of(arrival.captured))].edits;
    sums.edited.insert(arrival.key);
  }

  // SURT keys of a host: "example,blog)/...", and those of its ports.
  Status count_captures() {
    CaptureRange range;
    range.first = surt_key("http://" + host_ + "/");
    if (!range.first.ends_with(")/")) return {};
    range.last = range.first;
    ++range.last.back();
    return index_.for_each_capture(range, [&](const IndexedCapture& capture) {
      const bool page = capture.mime == "text/html" || capture.mime == "application/xhtml+xml";
      if (!page || !capture.redirect.empty()) return true;
      if (Sums* const sums = sums_of(capture.url, {})) ++sums->days[day_text(day_of(capture.time))].captures;
      return true;
    });
  }

  static BlogNumbers finished(Sums& sums) {
    BlogNumbers out = std::move(sums.numbers);
    out.counts.edited = sums.edited.size();
    if (!out.counts.last_changed) out.counts.last_changed = sums.page_changed;
    for (auto& [day, counts] : sums.days) {
      counts.day = day;
      out.days.push_back(counts);
    }
    out.months = months_of(out.days);
    for (const auto& [field, names] : sums.values) {
      auto& values = out.values[field];
      values.assign(names.begin(), names.end());
      std::stable_sort(values.begin(), values.end(),
                       [](const auto& a, const auto& b) { return a.second > b.second; });
    }
    return out;
  }

  const SearchIndex& index_;
  const std::string& host_;
  const BlogOwners& owners_;
  const UtcTime new_since_;
  std::map<std::size_t, Sums> sums_;
  std::unordered_map<std::string, Sums*> known_;  // by address
  std::map<std::size_t, BlogNumbers> out_;
};

}  // namespace

Result<std::map<std::size_t, BlogNumbers>> count_shared_host(const SearchIndex& index,
                                                             const std::string& host,
                                                             const BlogOwners& owners, UtcTime new_since) {
  return HostCounter(index, host, owners, new_since).count();
}

}  // namespace bfa
