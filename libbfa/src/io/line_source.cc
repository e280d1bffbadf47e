// SPDX-License-Identifier: Apache-2.0
#include "io/line_source.h"

#include <array>

#include "base/try.h"

namespace bfa {

Result<bool> LineSource::next(std::string_view& line) {
  std::size_t searched = used_;
  for (;;) {
    const std::size_t end = held_.find('\n', searched);
    if (end != std::string::npos) return give(line, end, end + 1);
    held_.erase(0, used_);
    used_ = 0;
    searched = held_.size();
    if (searched > max_line_bytes_) {
      return Error{Code::kLimit, "line of more than " + std::to_string(max_line_bytes_) + " bytes", {}, -1};
    }
    std::array<std::byte, 65536> buffer;
    BFA_ASSIGN_OR_RETURN(const std::size_t got, source_.read(buffer));
    if (got == 0) return held_.empty() ? false : give(line, held_.size(), held_.size());
    held_.append(reinterpret_cast<const char*>(buffer.data()), got);
  }
}

bool LineSource::give(std::string_view& line, std::size_t end, std::size_t used) {
  line = std::string_view(held_).substr(used_, end - used_);
  used_ = used;
  return true;
}

}  // namespace bfa
