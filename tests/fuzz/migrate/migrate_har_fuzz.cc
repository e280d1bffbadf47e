// SPDX-License-Identifier: Apache-2.0
// HAR files: each record that comes of one has a header without line ends in it, and a block that fits.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "fuzz/fuzz_target.h"
#include "migrate/input/har_message.h"
#include "migrate/input/har_reader.h"

BFA_FUZZ_TARGET(migrate_har) {
  const auto source = bfa::make_string_source(std::string(data, data + size));
  bfa::HarVisitor visitor;
  visitor.about = [](const std::string&, const bfa::HarJson&) {};
  visitor.page = [](const bfa::HarJson& page) { (void)bfa::har_text(page, "title"); };
  visitor.entry = [](const bfa::HarJson& entry) -> bfa::Status {
    for (const char* part : {"request", "response"}) {
      const auto& message = bfa::har_object(entry, part);
      auto headers = bfa::har_headers(message, true);
      const auto body = bfa::har_response_body(message);
      (void)bfa::har_request_body(message);
      std::vector<std::string> changed;
      bfa::fit_headers(headers.lines, body, true, changed);
      for (const auto& [name, value] : headers.lines) {
        if (name.find_first_of("\r\n: ") != std::string::npos) std::abort();
        if (value.find_first_of("\r\n") != std::string::npos) std::abort();
      }
    }
    return {};
  };
  (void)bfa::read_har(*source, 1u << 20, visitor);
  return 0;
}
