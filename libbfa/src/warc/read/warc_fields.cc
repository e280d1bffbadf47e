// SPDX-License-Identifier: Apache-2.0
#include "base/guard.h"
#include "bfa/warc/record.h"

namespace bfa {

std::string format_warc_fields(const WarcFields& fields) {
  return guarded_or_empty([&]() -> std::string {
    std::string out;
    for (const auto& [name, value] : fields) {
      out.append(name).append(": ");
      for (const char c : value) out.push_back(c == '\r' || c == '\n' ? ' ' : c);
      out.append("\r\n");
    }
    return out;
  });
}

}  // namespace bfa
