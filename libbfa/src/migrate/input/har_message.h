// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "migrate/input/har_reader.h"
#include "migrate/input/record_builder.h"

namespace bfa {

// The text of a member; empty when it is absent or not text.
std::string har_text(const HarJson& json, const char* name);
// The member if it is an object (or array); otherwise an empty one.
const HarJson& har_object(const HarJson& json, const char* name);

// A header list as HTTP/1.1 would send it: no pseudo headers, one line for each value of a joined one.
struct HarHeaders {
  WarcFields lines;
  std::string authority;             // of the pseudo header
  bool pseudo = false;               // there were pseudo headers, which are dropped
  std::vector<std::string> refused;  // names that are not valid for a header
};
HarHeaders har_headers(const HarJson& message, bool multiplexed);

// The protocol by its ALPN name ("h2", "http/1.1"); empty if the file does not contain it.
std::string har_protocol(const std::string& http_version);

// The body of a response as the file contains it.
struct HarBody {
  std::optional<std::string> bytes;  // nothing: the file does not contain it
  bool text = false;                 // the file has it as characters; it is UTF-8 now
  bool damaged = false;              // it is declared as base64 and is not
};
HarBody har_response_body(const HarJson& response);

// The body of a request, from its text or its form fields; `rebuilt` when from the latter.
struct HarRequestBody {
  std::optional<std::string> bytes;
  bool rebuilt = false;
  bool lost = false;  // it existed, but it cannot be rebuilt from the file
};
HarRequestBody har_request_body(const HarJson& request);

// Makes the headers fit `body` (rule: a body that the browser decoded has no coding any more):
// Transfer-Encoding, Content-Encoding, Content-Length and the charset of text. What is changed stays under
// "X-Archive-Orig-NAME", and its name is added to `changed`.
void fit_headers(WarcFields& headers, const HarBody& body, bool may_have_body,
                 std::vector<std::string>& changed);

}  // namespace bfa
