// SPDX-License-Identifier: Apache-2.0
#include "watch/output_file.h"

#include <cstdio>

#include "bfa/io/file_system.h"

namespace bfa::tool {

Status write_output(const std::string& path, std::string_view text) {
  if (path == "-") {
    // finish_output() says when this fails.
    std::fwrite(text.data(), 1, text.size(), stdout);
    return {};
  }
  Status written = write_file_atomically(posix_file_system(), path, text);
  if (written.ok() || written.error().code != Code::kNotFound) return written;
  return Error{Code::kIo, "cannot be written: its folder is not there", path, -1};
}

}  // namespace bfa::tool
