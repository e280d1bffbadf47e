// SPDX-License-Identifier: Apache-2.0
#include "migrate/files/shared_members.h"

#include "base/try.h"
#include "bfa/warc/reader.h"

namespace bfa {

Result<bool> has_shared_members(FileSystem& fs, const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const auto reader, WarcReader::open(fs, path));
  bool first = true;
  for (std::uint64_t last = 0;; first = false) {
    const auto record = reader->next();
    if (!record && record.error().code == Code::kIo) return record.error();
    if (!record || *record == nullptr) return false;
    const std::uint64_t offset = (*record)->position().offset;
    if (!first && offset == last) return true;
    last = offset;
  }
}

}  // namespace bfa
