// SPDX-License-Identifier: Apache-2.0
#include "package/files/percent_path.h"

#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/ascii.h"

namespace bfa {
namespace {

std::string encode_path(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool plain = is_letter_or_digit(c) || c == '.' || c == '-' || c == '_' || c == '~' || c == '/';
    if (plain) {
      out += c;
    } else {
      char escape[4];
      std::snprintf(escape, sizeof escape, "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
      out += escape;
    }
  }
  return out;
}

}  // namespace

Result<std::string> path_from(const std::string& folder, const std::string& file) {
  std::error_code error;
  const auto from = std::filesystem::absolute(folder, error);
  std::string path = std::filesystem::absolute(file, error).lexically_relative(from).generic_string();
  if (error || path.empty()) return Error{Code::kIo, "cannot be named from " + folder, file, -1};
  return encode_path(path);
}

}  // namespace bfa
