// SPDX-License-Identifier: Apache-2.0
#include "bfa/base/result.h"
#include "base/guard.h"

namespace bfa {

std::string_view code_name(Code code) noexcept {
  switch (code) {
    case Code::kInvalidArgument:
      return "invalid_argument";
    case Code::kNotFound:
      return "not_found";
    case Code::kCorrupt:
      return "corrupt";
    case Code::kTruncated:
      return "truncated";
    case Code::kUnsupported:
      return "unsupported";
    case Code::kLimit:
      return "limit";
    case Code::kUnavailable:
      return "unavailable";
    case Code::kDenied:
      return "denied";
    case Code::kIo:
      return "io";
    case Code::kInternal:
      return "internal";
  }
  return "internal";
}

std::string to_string(const Error& error) {
  return guarded_or_empty([&]() -> std::string {
    std::string line = error.where;
    if (error.offset >= 0) line += (line.empty() ? "offset " : ":") + std::to_string(error.offset);
    if (!line.empty()) line += ": ";
    line += error.message;
    line += " (";
    line += code_name(error.code);
    line += ")";
    return line;
  });
}

}  // namespace bfa
