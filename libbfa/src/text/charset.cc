// SPDX-License-Identifier: Apache-2.0
#include "bfa/text/charset.h"

#include <lexbor/encoding/encoding.h>
#include <uchardet/uchardet.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "base/ascii.h"
#include "base/counted.h"
#include "base/guard.h"
#include "bfa/text/utf8.h"
#include "text/decoder.h"
#include "text/prescan.h"

namespace bfa {
namespace {

using Source = DecodedText::Source;

// Fewer sequences than this can be UTF-8 by chance in a text that declares another encoding.
constexpr std::size_t kConvincingSequences = 3;
constexpr std::size_t kDetectBytes = 256 * 1024;

struct Choice {
  std::string encoding;
  Source source = Source::kDefault;
  std::size_t skip = 0;        // bytes of the byte-order mark
  bool is_whole_utf8 = false;  // the bytes were looked at: all of them are well-formed UTF-8
};

std::string_view bom(std::string_view bytes, std::size_t size) {
  return bytes.substr(0, size);
}

Choice choose_by_bom(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bom(bytes, 3) == "\xEF\xBB\xBF"sv) return {"utf-8", Source::kBom, 3};
  if (bom(bytes, 4) == "\xFF\xFE\0\0"sv && bytes.size() % 4 == 0) return {"utf-32le", Source::kBom, 4};
  if (bom(bytes, 4) == "\0\0\xFE\xFF"sv) return {"utf-32be", Source::kBom, 4};
  if (bom(bytes, 2) == "\xFF\xFE"sv) return {"utf-16le", Source::kBom, 2};
  if (bom(bytes, 2) == "\xFE\xFF"sv) return {"utf-16be", Source::kBom, 2};
  return {};
}

// Wide encodings without a mark show in the NULs around the first "<" (XML 1.0, appendix F).
Choice choose_by_first_bytes(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bom(bytes, 4) == "<\0\0\0"sv) return {"utf-32le", Source::kDetected, 0};
  if (bom(bytes, 4) == "\0\0\0<"sv) return {"utf-32be", Source::kDetected, 0};
  if (bom(bytes, 4) == "<\0?\0"sv || bom(bytes, 4) == "<\0!\0"sv || bom(bytes, 4) == "<\0h\0"sv)
    return {"utf-16le", Source::kDetected, 0};
  if (bom(bytes, 4) == "\0<\0?"sv || bom(bytes, 4) == "\0<\0!"sv || bom(bytes, 4) == "\0<\0h"sv)
    return {"utf-16be", Source::kDetected, 0};
  return {};
}

// Whether the bytes at `high` of each two are those of UTF-16 text without ASCII: many from the few blocks
// of alphabets and punctuation, the others from Han and Hangul.
bool has_wide_units(std::string_view bytes, std::size_t high) {
  if (bytes.size() < 32 || is_valid_utf8(bytes)) return false;
  std::size_t letters = 0, ideographs = 0;
  for (std::size_t i = high; i < bytes.size(); i += 2) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    const bool letter = byte == 0 || (byte >= 3 && byte <= 6) || byte == 0x0E || byte == 0x30 || byte == 0xFF;
    letters += letter ? 1 : 0;
    ideographs += !letter && ((byte >= 0x4E && byte <= 0x9F) || (byte >= 0xAC && byte <= 0xD7)) ? 1 : 0;
  }
  const std::size_t units = bytes.size() / 2;
  return letters * 5 >= units * 2 && (letters + ideographs) * 100 >= units * 97;
}

// Text in a wide encoding without a mark: its ASCII characters put NULs at always the same places.
std::string detect_wide(std::string_view bytes) {
  bytes = bytes.substr(0, 4096 & ~std::size_t{3});
  if (bytes.size() < 4) return {};
  std::array<std::size_t, 4> nuls{};
  for (std::size_t i = 0; i < bytes.size(); ++i) nuls[i % 4] += bytes[i] == '\0' ? 1 : 0;
  const std::size_t units = bytes.size() / 4;
  const auto most = [&](std::size_t i) { return nuls[i] * 4 > units * 3; };
  const auto few = [&](std::size_t i) { return nuls[i] * 4 < units; };
  if (few(0) && most(2) && most(3)) return "utf-32le";
  if (most(0) && most(1) && few(3)) return "utf-32be";
  const auto some = [&](std::size_t i) { return nuls[i] * 4 > units; };
  if (few(0) && few(2) && some(1) && some(3)) return "utf-16le";
  if (some(0) && some(2) && few(1) && few(3)) return "utf-16be";
  if (has_wide_units(bytes, 1)) return "utf-16le";
  return has_wide_units(bytes, 0) ? "utf-16be" : "";
}

// UTF-32 is not a WHATWG encoding, but it occurs in feeds and archives.
std::string name_or_utf32(std::string_view label) {
  const std::string l = ascii_lower_case(label);
  if (l == "utf-32" || l == "utf-32le" || l == "ucs-4") return "utf-32le";
  if (l == "utf-32be") return "utf-32be";
  if (l == "iso-2022-kr" || l == "csiso2022kr") return "iso-2022-kr";
  if (l == "hz-gb-2312") return l;
  return encoding_name(label);
}

// A declaration that was read as ASCII cannot be right about a wide encoding.
std::string inner_name(std::string_view label) {
  std::string name = name_or_utf32(label);
  if (name.starts_with("utf-16") || name.starts_with("utf-32")) return "utf-8";
  return name == "x-user-defined" ? "windows-1252" : name;
}

void note_unknown(std::string_view label, std::string_view where, Findings& findings) {
  findings.push_back(
      {Code::kUnsupported,
       "unknown_charset",
       std::string(where) + " names the unknown charset \"" + std::string(label.substr(0, 40)) + "\"",
       -1,
       {}});
}

Choice choose_by_declaration(std::string_view bytes, std::string_view http_charset, CharsetContext context,
                             Findings& findings) {
  if (!http_charset.empty()) {
    if (auto name = name_or_utf32(http_charset); !name.empty()) return {std::move(name), Source::kHttp, 0};
    note_unknown(http_charset, "content-type", findings);
  }
  if (auto wide = choose_by_first_bytes(bytes); !wide.encoding.empty()) return wide;
  if (context == CharsetContext::kHtml)
    if (const auto label = meta_label(bytes); !label.empty()) return {inner_name(label), Source::kMeta, 0};
  if (context != CharsetContext::kText) {
    const auto label = xml_declaration_label(bytes);
    if (auto name = inner_name(label); !name.empty()) return {std::move(name), Source::kXmlDeclaration, 0};
    if (!label.empty()) note_unknown(label, "xml declaration", findings);
  }
  return {};
}

bool is_wide(std::string_view encoding) {
  return encoding.starts_with("utf-16") || encoding.starts_with("utf-32");
}

// The encoding by the bytes alone, when nothing is declared.
Choice choose_by_content(std::string_view bytes, const Utf8Census& census, CharsetContext context) {
  if (auto wide = detect_wide(bytes); !wide.empty()) return {std::move(wide), Source::kDetected, 0};
  const bool seven_bit = census.sequences == 0 && census.broken == 0;
  const bool shifts =
      bytes.find('\x1B') != std::string_view::npos || bytes.find("~{") != std::string_view::npos;
  if (!seven_bit && (census.broken == 0 || census.sequences > 10 * census.broken))
    return {"utf-8", Source::kDetected, 0};
  if (!seven_bit || shifts)
    if (auto name = detect_encoding(bytes); !name.empty()) return {std::move(name), Source::kDetected, 0};
  const bool html = context == CharsetContext::kHtml;
  return {seven_bit && !html ? "utf-8" : "windows-1252", Source::kDefault, 0};
}

void note_mismatch(const Choice& declared, std::string_view better, Findings& findings) {
  findings.push_back({Code::kCorrupt,
                      "charset_mismatch",
                      "declared " + declared.encoding + ", but the bytes are " + std::string(better),
                      -1,
                      {}});
}

// Corrects a declaration that the bytes contradict.
void check_declaration(std::string_view bytes, const Utf8Census& census, Choice& choice, Findings& findings) {
  const bool valid_utf8 = census.broken == 0;
  if (choice.encoding == "utf-8") {
    if (census.broken <= census.sequences) return;
    const std::string better = detect_encoding(bytes);
    if (better.empty() || better == "utf-8") return;
    note_mismatch(choice, better, findings);
    choice = {better, Source::kDetected, 0};
    return;
  }
  if (is_wide(choice.encoding)) {
    // In the markup of wide text, half of the bytes are NUL.
    if (!valid_utf8 || bytes.substr(0, 1024).find('\0') != std::string_view::npos) return;
  } else if (!valid_utf8 || census.sequences < kConvincingSequences) {
    return;
  }
  note_mismatch(choice, "utf-8", findings);
  choice = {"utf-8", Source::kDetected, 0};
}

// A declared multi-byte encoding that does not fit much of the text is replaced by the detected one if that
// fits better.
void try_detected(std::string_view bytes, Choice& choice, Decoded& decoded, Findings& findings) {
  const bool declared = choice.source == Source::kHttp || choice.source == Source::kMeta ||
                        choice.source == Source::kXmlDeclaration;
  if (!declared || choice.encoding == "utf-8" || decoded.replaced < kConvincingSequences) return;
  const std::string better = detect_encoding(bytes);
  if (better.empty() || better == choice.encoding) return;
  auto other = decode_as(bytes, better);
  if (!other || other->replaced * 4 > decoded.replaced) return;
  note_mismatch(choice, better, findings);
  choice = {better, Source::kDetected, 0};
  decoded = std::move(*other);
}

Choice choose(std::string_view bytes, std::string_view http_charset, CharsetContext context,
              Findings& findings) {
  Choice choice = choose_by_bom(bytes);
  if (!choice.encoding.empty()) return choice;
  const Utf8Census census = count_utf8(bytes);
  choice = choose_by_declaration(bytes, http_charset, context, findings);
  if (choice.encoding.empty()) {
    choice = choose_by_content(bytes, census, context);
  } else if (choice.source != Source::kDetected) {
    check_declaration(bytes, census, choice, findings);
  }
  choice.is_whole_utf8 = choice.encoding == "utf-8" && census.broken == 0;
  return choice;
}

// Labels of the standard that lexbor 3.0.1 does not know.
std::string newer_label(std::string_view label) {
  const std::string l = ascii_lower_case(label);
  if (l == "unicode11utf8" || l == "unicode20utf8" || l == "x-unicode20utf8") return "utf-8";
  if (l == "unicodefffe") return "utf-16be";
  if (l == "csunicode" || l == "iso-10646-ucs-2" || l == "ucs-2" || l == "unicode" || l == "unicodefeff")
    return "utf-16le";
  return {};
}

// Few bytes above 0x7F, and nearly all of them typographic marks of the Windows code pages or letters that
// are between small ASCII letters: Western text. Statistics over letters fail for such text.
bool looks_western(std::string_view bytes) {
  std::size_t high = 0, punctuation = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) continue;
    ++high;
    const bool mark = byte == 0x85 || (byte >= 0x91 && byte <= 0x97) || byte == 0xA0 || byte == 0xAB ||
                      byte == 0xBB || byte == 0xA9 || byte == 0xAE || byte == 0xB0 || byte == 0xB7;
    punctuation += mark ? 1 : 0;
  }
  return high > 0 && high * 20 < bytes.size() && punctuation * 10 >= high * 9;
}

// Czech, Polish and Hungarian have a letter beyond ASCII in every second word; Western languages mostly
// fewer.
bool has_many_letters_beyond_ascii(std::string_view bytes) {
  const auto high =
      std::count_if(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  return static_cast<std::size_t>(high) * 20 >= bytes.size();
}

DecodedText decode(std::string_view bytes, std::string_view http_charset, CharsetContext context,
                   Findings& findings) {
  Choice choice = choose(bytes, http_charset, context, findings);
  if (choice.is_whole_utf8) return {std::string(bytes), std::move(choice.encoding), choice.source};
  const auto body = bytes.substr(choice.skip);
  auto decoded = decode_as(body, choice.encoding);
  if (!decoded) {
    choice = {"windows-1252", Source::kDefault, 0};
    decoded = decode_as(body, choice.encoding);
  }
  try_detected(body, choice, *decoded, findings);
  if (decoded->replaced > 0) {
    const bool placed = decoded->first_replaced != std::string_view::npos;
    const auto offset = placed ? static_cast<std::int64_t>(decoded->first_replaced + choice.skip) : -1;
    findings.push_back({Code::kCorrupt,
                        "invalid_bytes",
                        counted(decoded->replaced, "place is not ", "places are not ") + choice.encoding,
                        offset,
                        {}});
  }
  return {std::move(decoded->text), std::move(choice.encoding), choice.source};
}

}  // namespace

DecodedText decode_text(std::string_view bytes, std::string_view http_charset, CharsetContext context,
                        Findings& findings) {
  Result<DecodedText> decoded =
      guarded([&]() -> Result<DecodedText> { return decode(bytes, http_charset, context, findings); });
  if (decoded) return std::move(decoded).value();
  static_cast<void>(guarded([&]() -> Status {
    findings.push_back({decoded.error().code, "not_decoded", decoded.error().message, -1, {}});
    return {};
  }));
  return {};
}

std::string encoding_name(std::string_view label) {
  return guarded_or_empty([&]() -> std::string {
    label = trim_html_space(label);
    if (label.empty()) return {};
    const lxb_encoding_data_t* data =
        lxb_encoding_data_by_name(reinterpret_cast<const lxb_char_t*>(label.data()), label.size());
    if (data == nullptr || data->encoding <= LXB_ENCODING_UNDEFINED) return newer_label(label);
    return ascii_lower_case(reinterpret_cast<const char*>(data->name));
  });
}

std::string prescan_html_encoding(std::string_view bytes) {
  return guarded_or_empty([&]() -> std::string {
    if (const auto label = meta_label(bytes); !label.empty()) return inner_name(label);
    return inner_name(xml_declaration_label(bytes));
  });
}

std::string detect_encoding(std::string_view bytes) {
  return guarded_or_empty([&]() -> std::string {
    if (auto wide = detect_wide(bytes); !wide.empty()) return wide;
    if (looks_western(bytes)) return "windows-1252";
    const std::unique_ptr<uchardet, void (*)(uchardet_t)> detector(uchardet_new(), uchardet_delete);
    if (!detector) return {};
    // Detection begins at the first byte that distinguishes encodings.
    const auto telling = std::find_if(bytes.begin(), bytes.end(), [](char c) {
      return static_cast<unsigned char>(c) >= 0x80 || c == '\x1B' || c == '~' || c == '\0';
    });
    const auto at = static_cast<std::size_t>(telling - bytes.begin());
    if (at > kDetectBytes / 2) bytes.remove_prefix(at - kDetectBytes / 2);
    bytes = bytes.substr(0, kDetectBytes);
    if (uchardet_handle_data(detector.get(), bytes.data(), bytes.size()) != 0) return {};
    uchardet_data_end(detector.get());
    const std::string label = ascii_lower_case(uchardet_get_charset(detector.get()));
    if (label.empty() || label == "ascii") return {};
    const bool central_european = label == "ibm852" || label == "mac-centraleurope";
    if (central_european && !has_many_letters_beyond_ascii(bytes)) return "windows-1252";
    if (label == "mac-cyrillic") return "x-mac-cyrillic";
    if (label == "uhc") return "euc-kr";
    std::string name = name_or_utf32(label);
    return name.empty() || name == "replacement" ? label : name;
  });
}

}  // namespace bfa
