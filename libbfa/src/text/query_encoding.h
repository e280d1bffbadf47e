// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// The query of a URL with each character beyond ASCII percent-encoded in `encoding` (a WHATWG name): browsers
// send the queries of a page's links in the encoding of the page. A character that the encoding lacks becomes
// its numeric reference ("%26%23162%3B"). UTF-8 is used for UTF-8, UTF-16, "replacement" and unknown names.
// `query` is UTF-8; ASCII characters with a meaning in URLs stay. Thread-safe. Source: WHATWG URL,
// "percent-encode after encoding" with the query percent-encode set.
std::string percent_encode_query(std::string_view query, std::string_view encoding);

// A link as it is written in a page, with its query encoded so. Links of schemes that have no such rule
// (mailto, ...) stay as they are, and so does all that comes before "?" and behind "#".
std::string encode_query_of_link(std::string_view link, std::string_view encoding);

}  // namespace bfa
