// SPDX-License-Identifier: Apache-2.0
#include "bfa/http/robots.h"
#include "runner.h"
#include "suite_file.h"

namespace bfa::conformance {
namespace {

class RobotsKind : public SuiteKind {
 public:
  std::string_view name() const override { return "robots"; }

  // The hard set: cases on which the libraries agree, and all of google/robotstxt's own.
  Status run(const std::string& folder, KindReport& report) const override {
    return for_each_line(folder + "/cases.jsonl", [&](const Json& item) {
      const bool is_google = text_at(item, "source").starts_with("google/robotstxt");
      if (!flag_at(item, "consensus") && !is_google) {
        ++report.skipped;
        return;
      }
      const std::string dialect = text_at(item, "dialect");
      report.add(text_at(item, "id"), dialect.empty() ? "real" : dialect, check(folder, item));
    });
  }

 private:
  static std::string check(const std::string& folder, const Json& item) {
    std::string robots = text_at(item, "robots");
    if (const std::string file = text_at(item, "robots_file"); !file.empty()) {
      auto bytes = read_raw_file(folder + "/" + file);
      if (!bytes) return to_string(bytes.error());
      robots = *std::move(bytes);
    }
    Findings findings;
    const RobotsRules rules = RobotsRules::parse(robots, findings);
    const bool wanted = flag_at(item, "allowed");
    const std::string agent = text_at(item, "agent"), url = text_at(item, "url");
    if (rules.allowed(agent, url) == wanted) return {};
    return shown(agent) + " at " + shown(url) + (wanted ? " is disallowed" : " is allowed");
  }
};

}  // namespace

std::unique_ptr<SuiteKind> make_robots_kind() {
  return std::make_unique<RobotsKind>();
}

}  // namespace bfa::conformance
