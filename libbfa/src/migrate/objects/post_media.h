// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "migrate/objects/export_job.h"

namespace bfa {

// Writes captured images into a folder, each once. Not thread-safe.
class PostMedia {
 public:
  // `top`: the folder that is written; both must outlive this.
  PostMedia(ExportJob& job, const std::string& top) : job_(job), top_(top) {}

  // Writes the newest capture of an image to `folder`/images (below `top`) unless it is there. Gives its
  // path, relative to `folder`; nothing if it is not in the archive, or no image; that is noted. Errors: kIo.
  Result<std::optional<std::string>> take(const std::string& folder, const std::string& address);

 private:
  void leave_out(const char* id, const std::string& why, const std::string& address) const;
  Result<std::optional<Capture>> capture_of(std::string address) const;

  ExportJob& job_;
  const std::string& top_;
};

}  // namespace bfa
