// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/base/export.h"
#include "bfa/base/finding.h"

namespace bfa {

// Decoded text, and what decided its encoding.
struct DecodedText {
  std::string text;      // valid UTF-8; invalid bytes become U+FFFD
  std::string encoding;  // WHATWG name, lower case ("utf-8", "windows-1252", "shift_jis")
  enum class Source { kBom, kHttp, kXmlDeclaration, kMeta, kDetected, kDefault } source = Source::kDefault;
};

enum class CharsetContext { kHtml, kXml, kText };

// Decodes `bytes` by the WHATWG Encoding rules: BOM, then the charset of the HTTP Content-Type
// (`http_charset`, a label, may be empty), then the XML declaration or the meta prescan (by `context`), then
// UTF-8 when the bytes are valid, then detection, then windows-1252 (in HTML also for ASCII, as the standard
// says). Bytes that contradict a declaration win over it, with a finding "charset_mismatch". There are three
// such cases: valid UTF-8 with three multi-byte sequences or more, declared as something else; mostly invalid
// UTF-8, declared as UTF-8; a declared multi-byte encoding where the detected encoding fits much better.
// Other findings: "unknown_charset", "invalid_bytes". UTF-32, ISO-2022-KR, HZ and the encodings that only the
// C library converts are read too, under their lower-case names. Never fails; when memory runs out the text
// is empty, with a finding "not_decoded" (kIo). Thread-safe. Source: WHATWG Encoding; HTML section 13.2.3.2.
BFA_EXPORT DecodedText decode_text(std::string_view bytes, std::string_view http_charset,
                                   CharsetContext context, Findings& findings);

// The WHATWG name of a label ("latin1" gives "windows-1252"), empty when unknown. Thread-safe.
BFA_EXPORT std::string encoding_name(std::string_view label);

// The encoding name that the HTML prescan finds, or empty: from a meta element, otherwise from an XML
// declaration. The scan reads 64 KiB, not the standard's 1024 bytes, because a later meta makes a browser
// parse again. The caller checks for a byte-order mark first: it has priority. Thread-safe. Source: HTML
// sections 13.2.3.2 and 13.2.3.4.
BFA_EXPORT std::string prescan_html_encoding(std::string_view bytes);

// A guess from the bytes alone: a WHATWG name, or empty when there is no good guess. Thread-safe.
BFA_EXPORT std::string detect_encoding(std::string_view bytes);

}  // namespace bfa
