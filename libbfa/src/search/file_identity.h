// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <utility>

namespace bfa {

// Which file stands at a path: device and number. Nothing when there is none.
using FileIdentity = std::pair<dev_t, ino_t>;

inline std::optional<FileIdentity> file_identity(const std::string& path) {
  struct stat facts{};
  if (::stat(path.c_str(), &facts) != 0) return std::nullopt;
  return FileIdentity(facts.st_dev, facts.st_ino);
}

}  // namespace bfa
