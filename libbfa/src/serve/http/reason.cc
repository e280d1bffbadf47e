// SPDX-License-Identifier: Apache-2.0
#include "serve/http/reason.h"

#include <algorithm>
#include <array>

namespace bfa::serve_http {
namespace {

struct Row {
  int status;
  std::string_view phrase;
};

constexpr auto kRows = std::to_array<Row>({{200, "OK"},
                                           {201, "Created"},
                                           {202, "Accepted"},
                                           {204, "No Content"},
                                           {206, "Partial Content"},
                                           {301, "Moved Permanently"},
                                           {302, "Found"},
                                           {303, "See Other"},
                                           {304, "Not Modified"},
                                           {307, "Temporary Redirect"},
                                           {308, "Permanent Redirect"},
                                           {400, "Bad Request"},
                                           {401, "Unauthorized"},
                                           {403, "Forbidden"},
                                           {404, "Not Found"},
                                           {405, "Method Not Allowed"},
                                           {406, "Not Acceptable"},
                                           {408, "Request Timeout"},
                                           {409, "Conflict"},
                                           {410, "Gone"},
                                           {412, "Precondition Failed"},
                                           {413, "Content Too Large"},
                                           {414, "URI Too Long"},
                                           {415, "Unsupported Media Type"},
                                           {416, "Range Not Satisfiable"},
                                           {417, "Expectation Failed"},
                                           {421, "Misdirected Request"},
                                           {422, "Unprocessable Content"},
                                           {429, "Too Many Requests"},
                                           {431, "Request Header Fields Too Large"},
                                           {500, "Internal Server Error"},
                                           {501, "Not Implemented"},
                                           {502, "Bad Gateway"},
                                           {503, "Service Unavailable"},
                                           {504, "Gateway Timeout"},
                                           {505, "HTTP Version Not Supported"},
                                           {507, "Insufficient Storage"}});

}  // namespace

std::string_view reason_of(int status) noexcept {
  const auto* const at =
      std::find_if(kRows.begin(), kRows.end(), [status](const Row& row) { return row.status == status; });
  if (at != kRows.end()) return at->phrase;
  return status < 300 ? "OK" : status < 400 ? "Redirection" : status < 500 ? "Bad Request" : "Server Error";
}

}  // namespace bfa::serve_http
