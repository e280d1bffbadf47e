// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bfa::serve_http {

// Whether an Accept-Encoding header takes gzip (RFC 9110 section 12.5.3): named, or "*", with a weight above
// 0.
bool accepts_gzip(std::string_view accept_encoding);

// Whether bodies of this media type become smaller: texts, JSON, XML, SVG and the like.
bool is_compressible(std::string_view content_type);

// A stream whose pieces a client has to see as they come: text/event-stream.
bool is_event_stream(std::string_view content_type);

}  // namespace bfa::serve_http
