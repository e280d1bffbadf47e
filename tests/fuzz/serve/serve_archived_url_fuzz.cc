// SPDX-License-Identifier: Apache-2.0
// What stands behind /web/TIME/, /timegate/ and the like. What is taken as a URL is one of http or https, can
// stand in a header field, in HTML and in a request-target, and is taken as itself. Times cover their digits.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bfa/url/url.h"
#include "fuzz/fuzz_target.h"
#include "serve/data/archived_url.h"

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

bool is_plain(std::string_view text) {
  for (const char c : text) {
    if (c <= ' ' || c >= '\x7f' || std::string_view("\"<>\\").find(c) != std::string_view::npos) return false;
  }
  return true;
}

void check_url(std::string_view input) {
  check(is_plain(bfa::header_safe_url(input)));
  const auto url = bfa::archived_url(input);
  if (!url) return;
  check(is_plain(*url) && url->find('#') == std::string::npos);
  const auto parsed = bfa::Url::parse(*url);
  check(parsed && parsed->is_http() && !parsed->host().empty());
  if (url->size() <= bfa::kMaxArchivedUrl) check(bfa::archived_url(*url) == url);
  check(bfa::memento_path({}, *url) == "/web/19700101000000/" + *url);
}

void check_times(std::string_view input) {
  const auto times = bfa::parse_digit_times(input);
  if (!times) return;
  check(times->first <= times->last);
  check(bfa::format_cdx_time(times->first).starts_with(input));
  check(bfa::format_cdx_time(times->last).starts_with(input));
}

}  // namespace

BFA_FUZZ_TARGET(serve_archived_url) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  check_url(input);
  check_times(input);
  return 0;
}
