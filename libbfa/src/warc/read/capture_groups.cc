// SPDX-License-Identifier: Apache-2.0
#include "warc/read/capture_groups.h"

#include <algorithm>

#include "base/ascii.h"
#include "warc/read/originals.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxNames = 4096;  // of one capture; more records than that are another one

bool contains(const std::vector<std::string>& list, const std::string& value) {
  return !value.empty() && std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

bool is_main_record(WarcType type) {
  return type == WarcType::kResponse || type == WarcType::kRevisit || type == WarcType::kResource;
}

std::vector<std::string> concurrent_to(const WarcHeader& header) {
  std::vector<std::string> ids;
  for (const auto& [name, value] : header.fields) {
    if (equals_ignoring_case(name, "WARC-Concurrent-To")) ids.push_back(without_brackets(value));
  }
  return ids;
}

bool CaptureGroups::holds(const std::string& id) const {
  return contains(ids_, id);
}

bool CaptureGroups::belongs(const WarcHeader& header) const {
  const WarcType type = header.type();
  if (!open_ || type == WarcType::kWarcinfo || ids_.size() > kMaxNames) return false;
  if (contains(named_, header.record_id())) return true;
  for (const auto& id : concurrent_to(header)) {
    if (contains(ids_, id) || contains(named_, id)) return true;
  }
  if (contains(ids_, without_brackets(header.field("WARC-Segment-Origin-ID")))) return true;
  const bool may_follow =
      type == WarcType::kRequest || type == WarcType::kMetadata || (is_main_record(type) && !has_main_);
  return may_follow && concurrent_to(header).empty() && !url_.empty() && header.target_uri() == url_ &&
         header.field("WARC-Date") == date_;
}

bool CaptureGroups::begins(const WarcHeader& header) {
  const bool same = belongs(header);
  if (!same) {
    ids_.clear();
    named_.clear();
    has_main_ = false;
    open_ = header.type() != WarcType::kWarcinfo;
    url_ = header.target_uri();
    date_ = std::string(header.field("WARC-Date"));
  }
  ids_.push_back(header.record_id());
  for (auto& id : concurrent_to(header)) named_.push_back(std::move(id));
  has_main_ = has_main_ || is_main_record(header.type());
  return !same;
}

}  // namespace bfa
