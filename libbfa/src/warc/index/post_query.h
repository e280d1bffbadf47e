// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// The body of a POST or PUT request as a query, so that index keys of requests to one URL differ: forms
// unchanged, multipart forms and the leaves of JSON (also JSON lines) as name=value pairs, with "NAME.2_" for
// a repeated name; everything else, and what does not parse, as "__wb_post_data=BASE64". A JSON media type
// with a body that does not parse gives nothing. At most 4096 bytes, as other indexers. Thread-safe, cannot
// fail. Source: IIPC, "Guidelines for non-GET requests in CDX"; cdxj-indexer's and pywb's keys.
std::string request_body_query(std::string_view content_type, std::string_view body);

// `url` with "__wb_method=METHOD" and the query of the body appended to its own: the input of an index key.
std::string url_with_request(std::string_view url, std::string_view method, std::string_view body_query);

}  // namespace bfa
