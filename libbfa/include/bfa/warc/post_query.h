// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/base/export.h"

namespace bfa {

// The body of a POST or PUT request as a query, so that an index can tell requests to one URL apart: forms as
// they are, multipart forms and the leaves of JSON (also JSON lines) as name=value pairs, with "NAME.2_" for
// a name that comes again; everything else, and what does not parse, as "__wb_post_data=BASE64". JSON by type
// that does not parse gives nothing. At most 4096 bytes, as indexers cut it. Thread-safe, cannot fail.
// Source: IIPC, "Guidelines for non-GET requests in CDX"; cdxj-indexer's and pywb's keys.
BFA_EXPORT std::string request_body_query(std::string_view content_type, std::string_view body);

// `url` with "__wb_method=METHOD" and the query of the body behind its own: what the key of an index is made
// of.
BFA_EXPORT std::string url_with_request(std::string_view url, std::string_view method,
                                        std::string_view body_query);

}  // namespace bfa
