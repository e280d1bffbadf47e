// SPDX-License-Identifier: Apache-2.0
#include "bfa/io/digest.h"
#include "bfa/text/charset.h"
#include "bfa/text/utf8.h"
#include "runner.h"
#include "suite_file.h"

namespace bfa::conformance {
namespace {

// The WHATWG name of a label, or the label itself in lower case where WHATWG knows none.
std::string name_of(const std::string& label) {
  const std::string name = encoding_name(label);
  return name.empty() ? fold_case(std::string_view(label)) : name;
}

bool is_superset(const std::string& got, const std::string& wanted) {
  return got == wanted || (got == "gb18030" && wanted == "gbk") || (got == "gbk" && wanted == "gb18030");
}

std::string compare(const std::string& got, const std::string& wanted) {
  return got == wanted ? std::string() : "got " + shown(got) + ", wanted " + shown(wanted);
}

std::string check_detection(const std::string& bytes, const Json& item) {
  Findings findings;
  const DecodedText decoded = decode_text(bytes, {}, CharsetContext::kText, findings);
  const std::string wanted = name_of(text_at(item, "expected"));
  if (is_superset(decoded.encoding, wanted)) return {};
  // Another encoding in which these bytes mean the same is as good.
  const std::string sha1 = hex_encode(digest(DigestAlgorithm::kSha1, decoded.text));
  if (sha1 == text_at(item, "decoded_sha1")) return {};
  return compare(decoded.encoding, wanted);
}

std::string check(const std::string& folder, const Json& item) {
  const std::string op = text_at(item, "op");
  if (op == "label_to_name") {
    return compare(encoding_name(text_at(item, "input")),
                   fold_case(std::string_view(text_at(item, "expected"))));
  }
  const std::string file = text_at(item, "file");
  const auto bytes = read_raw_file(folder + "/" + file);
  if (!bytes) return to_string(bytes.error());
  if (op == "sniff_html") {
    // The suite's sniffing begins with the byte-order mark, which comes before the prescan.
    Findings findings;
    const DecodedText decoded = decode_text(*bytes, {}, CharsetContext::kHtml, findings);
    const bool marked = decoded.source == DecodedText::Source::kBom;
    const std::string found = marked ? decoded.encoding : prescan_html_encoding(*bytes);
    return compare(found.empty() ? "windows-1252" : found, name_of(text_at(item, "expected")));
  }
  if (op == "detect_bytes") return check_detection(*bytes, item);
  Findings findings;
  const auto context = file.ends_with(".xml") ? CharsetContext::kXml : CharsetContext::kHtml;
  return compare(decode_text(*bytes, {}, context, findings).encoding, name_of(text_at(item, "expected")));
}

class EncodingKind : public SuiteKind {
 public:
  std::string_view name() const override { return "encoding"; }

  Status run(const std::string& folder, KindReport& report) const override {
    return for_each_line(folder + "/cases.jsonl", [&](const Json& item) {
      report.add(text_at(item, "id"), text_at(item, "op"), check(folder, item));
    });
  }
};

}  // namespace

std::unique_ptr<SuiteKind> make_encoding_kind() {
  return std::make_unique<EncodingKind>();
}

}  // namespace bfa::conformance
