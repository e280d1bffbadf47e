// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bfa {

// The media type of bytes by their signature, or by the markup at their beginning; empty if unknown.
// `bytes`: the first 512 or more. For WARC-Identified-Payload-Type. Source: WHATWG MIME Sniffing, 6 and 7.
std::string_view inspect_payload_type(std::string_view bytes);

// The media type by the suffix of a file name; empty if unknown.
std::string_view named_payload_type(std::string_view file_name);

// The usual ending for a media type, with its dot; empty when it is not known.
std::string_view payload_ending(std::string_view media_type);

}  // namespace bfa
