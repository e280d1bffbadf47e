// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/base/export.h"
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
// bytes (by `context`), then UTF-8 when it is valid, then detection, then windows-1252 (for ASCII too in
// HTML, as the standard has it). Where the bytes contradict a declaration they win, with a finding
// "charset_mismatch": text declared otherwise that is valid UTF-8 with three sequences or more; text declared
// UTF-8 of which more is broken than fits; a declared multi-byte encoding in which the detected one fits much
// better. Other findings: "unknown_charset", "invalid_bytes". UTF-32, ISO-2022-KR, HZ and what only the C
// library converts are read too, under their lower-case names. Never fails. Thread-safe. Source: WHATWG
// Encoding, HTML section 13.2.3.2.
BFA_EXPORT DecodedText decode_text(std::string_view bytes, std::string_view http_charset,
                                   CharsetContext context, Findings& findings);

// The WHATWG name of a label ("latin1" gives "windows-1252"), empty when unknown. Thread-safe.
BFA_EXPORT std::string encoding_name(std::string_view label);

// What WHATWG's HTML prescan finds, an encoding name or empty: a meta element (the scan goes on after the
// standard's 1024 bytes to 64 KiB, as a late meta makes a browser parse again), else an XML declaration. A
// byte-order mark comes before it. Source: HTML 13.2.3.2 and 13.2.3.4.
BFA_EXPORT std::string prescan_html_encoding(std::string_view bytes);

// A guess from the bytes alone: a WHATWG name, or empty. Thread-safe.
BFA_EXPORT std::string detect_encoding(std::string_view bytes);

}  // namespace bfa
