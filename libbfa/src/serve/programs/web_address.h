// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bfa/base/result.h"
#include "bfa/base/time.h"
#include "bfa/serve/handler.h"

namespace bfa {

// The address of an archived page: "/web/" TIME MODIFIER "/" URL.
struct WebAddress {
  std::string digits;    // 4 to 14; empty: the newest capture
  std::string modifier;  // "id_", "im_", ...; empty: none
  std::string url;       // as archived_url gives it
  bool list = false;     // the time has a '*': a list of captures is asked for
};

// Reads what stands behind "/web/" in a request-target, not decoded (archived_url). Errors: kInvalidArgument
// with a sentence.
Result<WebAddress> parse_web_address(std::string_view rest);

// The start of the period that 4 to 14 digits name; a part that no calendar has (month 13) becomes the
// nearest. Errors: kInvalidArgument.
Result<UtcTime> time_of_digits(std::string_view digits);

// "/web/20260102030405im_/http://a.example/".
std::string web_address(UtcTime time, std::string_view modifier, std::string_view url);

// The origin for archived pages: that of the request at another port, or the request's own when `port` is 0.
std::string replay_origin_of(const ServeRequest& request, int port);

}  // namespace bfa
