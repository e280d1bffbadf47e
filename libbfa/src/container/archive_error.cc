// SPDX-License-Identifier: Apache-2.0
#include "container/archive_error.h"

#include <archive.h>

#include <cerrno>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "bfa/container/container.h"

namespace bfa {

// Its texts may be absent, and may hold names of members.
Error error_of(archive* a) {
  const char* const text = archive_error_string(a);
  std::string message = text == nullptr || *text == '\0' ? "damaged" : printable_name(text);
  const bool word = message.size() > 1 && message[1] >= 'a' && message[1] <= 'z';
  if (word) message[0] = ascii_lower(message[0]);
  const auto tells = [&](std::string_view part) { return message.find(part) != std::string::npos; };
  Code code = Code::kCorrupt;
  // A damaged file can ask for any amount of memory: that is no reason to stop.
  if (archive_errno(a) == ENOMEM) {
    code = Code::kLimit;
  } else if (tells("runcated")) {
    code = Code::kTruncated;
  } else if (tells("upported") || tells("ncrypt")) {
    code = Code::kUnsupported;
  }
  return {code, std::move(message), {}, -1};
}

void FreeReader::operator()(archive* a) const {
  archive_read_free(a);
}

}  // namespace bfa
