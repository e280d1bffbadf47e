// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "bfa/url/canonical.h"
#include "bfa/url/url.h"
#include "runner.h"
#include "suite_file.h"
#include "text/query_encoding.h"

namespace bfa::conformance {
namespace {

std::string compare(const std::string& got, const std::string& wanted) {
  return got == wanted ? std::string() : "got " + shown(got) + ", wanted " + shown(wanted);
}

// The parts of the URL API that WPT lists, in our terms.
std::string compare_parts(const Url& url, const Json& parts) {
  const auto check = [&](const char* name, const std::string& got) -> std::string {
    if (!parts.contains(name)) return {};
    const std::string wanted = text_at(parts, name);
    return got == wanted ? std::string() : std::string(name) + " " + shown(got) + ", wanted " + shown(wanted);
  };
  std::string reason = check("protocol", std::string(url.scheme()) + ":");
  if (reason.empty()) reason = check("username", std::string(url.username()));
  if (reason.empty()) reason = check("password", std::string(url.password()));
  if (reason.empty()) reason = check("hostname", std::string(url.host()));
  if (reason.empty()) reason = check("pathname", std::string(url.path()));
  if (reason.empty()) reason = check("search", url.query().empty() ? "" : "?" + std::string(url.query()));
  if (reason.empty()) reason = check("hash", url.fragment().empty() ? "" : "#" + std::string(url.fragment()));
  return reason;
}

std::string check_resolve(const Json& item) {
  const std::string base_text = text_at(item, "base");
  std::optional<Url> base;
  if (!base_text.empty()) {
    auto parsed = Url::parse(base_text);
    if (!parsed) return flag_at(item, "failure") ? std::string() : "the base does not parse";
    base = *std::move(parsed);
  }
  const auto got = Url::parse(text_at(item, "input"), base ? &*base : nullptr);
  if (flag_at(item, "failure")) return got ? "parsed as " + shown(got->href()) : std::string();
  if (!got) return "does not parse";
  const std::string reason = compare(got->href(), text_at(item, "expected"));
  if (!reason.empty() || !item.contains("parts")) return reason;
  return compare_parts(*got, item["parts"]);
}

std::string check_host(const Json& item) {
  const auto got = Url::parse("https://" + text_at(item, "input") + "/x");
  if (flag_at(item, "failure") || item.value("expected", Json()).is_null()) {
    return got ? "parsed as " + shown(got->host()) : std::string();
  }
  if (!got) return "does not parse";
  return compare(std::string(got->host()), text_at(item, "expected"));
}

class UrlsKind : public SuiteKind {
 public:
  std::string_view name() const override { return "urls"; }

  // Parsing and resolving, hosts, queries, and one family of keys; the other families disagree with each
  // other.
  Status run(const std::string& folder, KindReport& report) const override {
    return for_each_line(folder + "/cases.jsonl", [&](const Json& item) {
      const std::string op = text_at(item, "op"), id = text_at(item, "id");
      const bool has_options = item.contains("options") && !item["options"].empty();
      if (op == "resolve") {
        report.add(id, op, check_resolve(item));
      } else if (op == "host_to_ascii") {
        report.add(id, op, check_host(item));
      } else if (op == "percent_encode_query") {
        report.add(id, op,
                   compare(percent_encode_query(text_at(item, "input"), text_at(item, "encoding")),
                           text_at(item, "expected")));
      } else if (op == "wac:WaybackURLKeyMaker:makeKey") {
        report.add(id, "surt", compare(surt_key(text_at(item, "input")), text_at(item, "expected")));
      } else if (op == "surt:surt.surt" && !has_options) {
        report.add(
            id, "surt",
            compare(surt_key(text_at(item, "input"), SurtDialect::kPython), text_at(item, "expected")));
      } else {
        ++report.skipped;
      }
    });
  }
};

}  // namespace

std::unique_ptr<SuiteKind> make_urls_kind() {
  return std::make_unique<UrlsKind>();
}

}  // namespace bfa::conformance
