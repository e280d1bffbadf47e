// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bfa/base/result.h"

namespace bfa {

// Damage that did not stop a reader, or a fact that an archive should record about what it accepted. `id` is
// a stable short name ("charset_mismatch", "missing_crlf"). `offset` is in bytes of the input in `where`; -1
// when there is no offset.
struct Finding {
  Code code = Code::kCorrupt;
  std::string id;
  std::string message;
  std::int64_t offset = -1;
  std::string where;

  bool operator==(const Finding&) const = default;
};

using Findings = std::vector<Finding>;

// What a reader does with a finding: drop it, record it and continue, or return it as an Error.
enum class Policy : std::uint8_t { kIgnore, kWarn, kFail };

}  // namespace bfa
