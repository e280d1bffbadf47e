// SPDX-License-Identifier: Apache-2.0
#include "package/files/folder_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace bfa {

Result<std::vector<std::string>> files_below(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  const std::filesystem::path root(folder);
  using Walk = std::filesystem::recursive_directory_iterator;
  Walk at(root, error);
  for (; !error && at != Walk(); at.increment(error)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored)) files.push_back(at->path().lexically_relative(root).generic_string());
  }
  if (error) return Error{Code::kIo, error.message(), folder, -1};
  std::ranges::sort(files);
  return files;
}

}  // namespace bfa
