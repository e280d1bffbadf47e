// SPDX-License-Identifier: Apache-2.0
#include "package/aip/earlier.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "base/try.h"
#include "bfa/base/time.h"

namespace bfa {
namespace {

// In order, without overlaps.
void join_ranges(std::vector<std::pair<std::uint64_t, std::uint64_t>>& ranges) {
  std::ranges::sort(ranges);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> joined;
  for (const auto& range : ranges) {
    if (!joined.empty() && range.first <= joined.back().second) {
      joined.back().second = std::max(joined.back().second, range.second);
    } else {
      joined.push_back(range);
    }
  }
  ranges = std::move(joined);
}

bool is_of(const RecordIndex& index, std::size_t file, std::size_t record, int blog) {
  const IndexedRecord& one = index.files()[file].records[record];
  if (one.blog == IndexedRecord::kAllBlogs) return index.is_shared_with(file, record, blog);
  return one.blog == blog;
}

// The time up to which the package has the records without a step. Packages of version 0.3.0 do not say it. A
// time that is still to come, of a wrong clock, says nothing: the first time there is.
UtcTime noted_by(const RecordIndex& index, int blog, const EarlierPackage& earlier) {
  UtcTime newest{};
  if (earlier.noted) {
    newest = *earlier.noted;
  } else {
    for (const IndexedFile& file : index.files()) {
      for (const IndexedRecord& record : file.records) {
        if (record.blog == blog && record.step != 0 && has_step(earlier, record.step))
          newest = std::max(newest, record.time);
      }
    }
  }
  return newest <= system_clock().now() ? newest : UtcTime{};
}

}  // namespace

bool has_step(const EarlierPackage& package, std::uint64_t step) {
  if (step <= package.after_step) return true;
  const auto next =
      std::ranges::upper_bound(package.steps, step, {}, [](const auto& range) { return range.first; });
  return next != package.steps.begin() && step <= std::prev(next)->second;
}

std::optional<EarlierPackage> earlier_of(const std::vector<EarlierPackage>& packages,
                                         const Ownership& ownership, int blog) {
  std::optional<EarlierPackage> joined;
  for (const EarlierPackage& package : packages) {
    if (ownership.owner_of_home(package.blog) != blog) continue;
    if (!joined) {
      joined = package;
      continue;
    }
    joined->steps.insert(joined->steps.end(), package.steps.begin(), package.steps.end());
    joined->after_step = std::min(joined->after_step, package.after_step);
    if (package.noted) joined->noted = std::max(joined->noted.value_or(*package.noted), *package.noted);
    if (package.last_step < joined->last_step) continue;
    joined->last_step = package.last_step;
    joined->name = package.name;
  }
  if (joined) join_ranges(joined->steps);
  return joined;
}

Status check_earlier(const Archive& archive, const Ownership& ownership,
                     const std::vector<PackagePlan>& plans, const PackageOptions& options) {
  if (options.earlier.empty()) return {};
  if (plans.size() == 1 && !plans[0].only_key.empty())
    return Error{Code::kInvalidArgument, "the package of one object has all of it: name a blog", options.url,
                 -1};
  BFA_ASSIGN_OR_RETURN(const std::uint64_t last, archive.last_step());
  bool known = false;
  for (const EarlierPackage& package : options.earlier) {
    if (package.last_step > last)
      return Error{Code::kInvalidArgument,
                   "the package was made of a later state of the archive, of another archive, or before a "
                   "removal of the "
                   "last steps: it knows step " +
                       std::to_string(package.last_step) + ", and the last one here is " +
                       std::to_string(last) + "; a time can be named instead: --versions TIME",
                   package.name, -1};
    const int blog = ownership.owner_of_home(package.blog);
    if (blog < 0 && options.log)
      options.log(LogLevel::kWarn, package.blog + " of the earlier package " + package.name +
                                       " is not in the archive any more; the new packages do not say so");
    known = known || std::ranges::any_of(plans, [&](const PackagePlan& plan) { return plan.blog == blog; });
  }
  if (known) return {};
  return Error{Code::kInvalidArgument,
               "the package is of " + options.earlier.front().blog + ", which is none of the blogs to pack",
               options.earlier.front().name, -1};
}

Status check_steps(const RecordIndex& index, const std::vector<EarlierPackage>& packages) {
  std::map<std::uint64_t, const EarlierPackage*> by_step;
  for (const EarlierPackage& package : packages) {
    if (package.last_time && !package.steps.empty()) by_step.emplace(package.steps.back().second, &package);
  }
  for (const IndexedFile& file : index.files()) {
    for (const IndexedRecord& record : file.records) {
      if (by_step.empty()) return {};
      const auto found = is_step(record) ? by_step.find(record.step) : by_step.end();
      if (found == by_step.end() || record.time == *found->second->last_time) continue;
      return Error{
          Code::kInvalidArgument,
          "its step " + std::to_string(record.step) + " of " + format_rfc3339(*found->second->last_time) +
              " is one of " + format_rfc3339(record.time) +
              " here: the package was made of another archive, or before this one was restored from an "
              "older copy",
          found->second->name, -1};
    }
  }
  return {};
}

std::optional<UtcTime> new_since(const RecordIndex& index, int blog, const EarlierPackage& earlier) {
  const UtcTime noted = noted_by(index, blog, earlier);
  std::optional<UtcTime> since;
  for (std::size_t i = 0; i < index.files().size(); ++i) {
    const auto& records = index.files()[i].records;
    for (std::size_t k = 0; k < records.size(); ++k) {
      if (!is_of(index, i, k, blog)) continue;
      const bool is_new = records[k].step != 0 ? !has_step(earlier, records[k].step)
                                               : is_note(records[k]) && records[k].time > noted;
      if (!is_new) continue;
      since = std::min(since.value_or(records[k].time), records[k].time);
    }
  }
  if (since && noted != UtcTime{}) since = std::min(*since, noted);
  return since;
}

}  // namespace bfa
