// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "change_verdict.h"
#include "runner.h"

namespace bfa::conformance {
namespace {

constexpr std::array<const char*, 3> kLabels{"content", "boilerplate", "none"};

class ChangesKind : public SuiteKind {
 public:
  std::string_view name() const override { return "changes"; }

  // A pair passes when the verdict equals its label. The verdict compares the objects extracted from both
  // pages. Their template is learned from the available feeds and the pages of the blog's pairs; selectors
  // and diffs of the suite are not looked at.
  Status run(const std::string& folder, KindReport& report) const override {
    std::vector<Json> pairs;
    const Status status =
        for_each_line(folder + "/pairs.jsonl", [&](const Json& pair) { pairs.push_back(pair); });
    if (!status.ok()) return status;
    std::map<std::string, std::vector<const Json*>> blogs;
    for (const Json& pair : pairs) blogs[text_at(pair, "blog")].push_back(&pair);
    std::map<std::string, std::map<std::string, std::size_t>> table;  // label, verdict
    for (const auto& [blog, own] : blogs) {
      const ChangeBlog learned(folder, own);
      for (const Json* pair : own) {
        const std::string label = text_at(*pair, "label");
        const auto verdict = learned.verdict(*pair);
        if (verdict) ++table[label][*verdict];
        const std::string reason = !verdict            ? to_string(verdict.error())
                                   : *verdict == label ? std::string()
                                                       : "verdict " + *verdict + ", label " + label;
        report.add(text_at(*pair, "id"), label, reason);
      }
    }
    add_measures(table, report);
    return {};
  }

 private:
  static void add_measures(std::map<std::string, std::map<std::string, std::size_t>>& table,
                           KindReport& report) {
    for (const char* label : kLabels) {
      std::size_t said = 0, meant = 0;
      for (const char* other : kLabels) {
        said += table[other][label];
        meant += table[label][other];
      }
      const auto right = static_cast<double>(table[label][label]);
      report.measures[std::string(label) + "_precision"] = said == 0 ? 0 : right / static_cast<double>(said);
      report.measures[std::string(label) + "_recall"] = meant == 0 ? 0 : right / static_cast<double>(meant);
    }
  }
};

}  // namespace

std::unique_ptr<SuiteKind> make_changes_kind() {
  return std::make_unique<ChangesKind>();
}

}  // namespace bfa::conformance
