// SPDX-License-Identifier: Apache-2.0
#include "bfa/html/content.h"
#include "bfa/text/utf8.h"
#include "measure.h"
#include "page.h"
#include "runner.h"
#include "suite_file.h"

namespace bfa::conformance {
namespace {

constexpr double kPassingF1 = 0.9;

struct Hits {
  std::size_t wanted = 0, found = 0, unwanted = 0, leaked = 0;
};

// The text contains all of must_contain and nothing of must_not_contain; white space is ignored.
std::string check_segments(const std::string& text, const Json& item, Hits& hits) {
  const std::string collapsed = collapse_space(text);
  std::string reason;
  const auto contains = [&](const Json& segment) {
    return segment.is_string() &&
           collapsed.find(collapse_space(segment.get<std::string>())) != std::string::npos;
  };
  for (const Json& segment : item.value("must_contain", Json::array())) {
    ++hits.wanted;
    if (contains(segment)) {
      ++hits.found;
    } else if (reason.empty()) {
      reason = "lacks " + shown(segment.dump());
    }
  }
  for (const Json& segment : item.value("must_not_contain", Json::array())) {
    ++hits.unwanted;
    if (!contains(segment)) continue;
    ++hits.leaked;
    if (reason.empty()) reason = "has " + shown(segment.dump());
  }
  return reason;
}

class ExtractKind : public SuiteKind {
 public:
  std::string_view name() const override { return "extract"; }

  // Segments (trafilatura): all wanted ones and no unwanted one in the text. Whole texts (readability): word
  // F1 of 0.9 or more.
  Status run(const std::string& folder, KindReport& report) const override {
    Hits hits;
    double f1_sum = 0;
    std::size_t f1_count = 0;
    const Status status = for_each_line(folder + "/cases.jsonl", [&](const Json& item) {
      const std::string id = text_at(item, "id"), expected = text_at(item, "expected_html");
      const std::string group = expected.empty() ? "segments" : "text";
      const auto page = load_page(folder + "/" + text_at(item, "file"), text_at(item, "url"));
      if (!page) return report.add(id, group, to_string(page.error()));
      const auto object = extract_alone(*page);
      if (!object) return report.add(id, group, to_string(object.error()));
      if (expected.empty()) return report.add(id, group, check_segments(object->text, item, hits));
      const auto wanted = read_file(folder + "/" + expected);
      if (!wanted) return report.add(id, group, to_string(wanted.error()));
      const double f1 = word_f1(object->text, html_to_text(*wanted));
      f1_sum += f1;
      ++f1_count;
      report.add(id, group, f1 >= kPassingF1 ? std::string() : "word F1 " + std::to_string(f1));
    });
    const auto share = [](std::size_t part, std::size_t whole) {
      return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
    };
    report.measures["segments_recall"] = share(hits.found, hits.wanted);
    report.measures["segments_precision"] = share(hits.found, hits.found + hits.leaked);
    report.measures["text_mean_f1"] = f1_count == 0 ? 0 : f1_sum / static_cast<double>(f1_count);
    return status;
  }
};

}  // namespace

std::unique_ptr<SuiteKind> make_extract_kind() {
  return std::make_unique<ExtractKind>();
}

}  // namespace bfa::conformance
