// SPDX-License-Identifier: Apache-2.0
#include "search/changed_fields.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace bfa {
namespace {

// Stored: add at the end only.
constexpr std::array<std::string_view, 12> kFields = {"text",      "title",    "subtitle",   "authors",
                                                      "published", "modified", "tags",       "categories",
                                                      "license",   "rights",   "references", "status"};

}  // namespace

std::int64_t changed_fields_code(const Change& change) {
  std::int64_t code = 0;
  for (const ChangeReason& reason : change.reasons) {
    const auto* const at = std::find(kFields.begin(), kFields.end(), reason.field);
    if (at != kFields.end()) code |= std::int64_t{1} << (at - kFields.begin());
  }
  return code;
}

std::vector<std::string> changed_fields(std::int64_t code) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < kFields.size(); ++i) {
    if ((code >> i & 1) != 0) out.emplace_back(kFields[i]);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace bfa
