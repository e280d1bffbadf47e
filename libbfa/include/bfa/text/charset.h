// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/base/finding.h"

namespace bfa {

// Text made from bytes, and how.
struct DecodedText {
  std::string text;      // valid UTF-8; bytes that did not fit are U+FFFD
  std::string encoding;  // WHATWG name, lower case ("utf-8", "windows-1252", "shift_jis")
  enum class Source { kBom, kHttp, kXmlDeclaration, kMeta, kDetected, kDefault } source = Source::kDefault;
};

enum class CharsetContext { kHtml, kXml, kText };

// Decodes `bytes` by the WHATWG Encoding rules: BOM, then the charset of the HTTP Content-Type
// (`http_charset`, a label, may be empty), then the XML declaration or the meta prescan of the first 1024
// bytes (by `context`), then UTF-8 when it is valid, then detection, then windows-1252. A declared UTF-8 that
// is not valid, but would be in the detected encoding, is a finding and detection wins only when most of it
// would be lost. Never fails; damage goes to `findings`. Thread-safe. Source: WHATWG Encoding, HTML
// section 13.2.3.2.
BFA_EXPORT DecodedText decode_text(std::string_view bytes, std::string_view http_charset,
                                   CharsetContext context, Findings& findings);

// The WHATWG name of a label ("latin1" gives "windows-1252"), empty when unknown. Thread-safe.
BFA_EXPORT std::string encoding_name(std::string_view label);

// What WHATWG's HTML prescan finds in the first 1024 bytes: an encoding name, or empty. Source:
// HTML 13.2.3.2.
BFA_EXPORT std::string prescan_html_encoding(std::string_view bytes);

// A guess from the bytes alone: a WHATWG name, or empty. Thread-safe.
BFA_EXPORT std::string detect_encoding(std::string_view bytes);

}  // namespace bfa
