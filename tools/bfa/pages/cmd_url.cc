// SPDX-License-Identifier: Apache-2.0
// bfa url canon|surt|resolve URL...: the canonical form, the CDX key, or the parsed form of addresses.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "args.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"
#include "command.h"

namespace bfa::tool {
namespace {

constexpr const char* kHelp =
    "usage: bfa url canon|surt|resolve [--base URL] [--drop RULE]... [--keep RULE]... [--json] URL...\n"
    "  canon    the form under which the archive knows an object\n"
    "  surt     the key of CDX servers\n"
    "  resolve  the address as browsers parse it, relative to --base\n"
    "exit codes: 0 done, 1 an address is not valid, 2 usage\n";

nlohmann::json parts_of(const Url& url) {
  nlohmann::json line = {{"v", 1}, {"url", url.href()}, {"scheme", url.scheme()}, {"path", url.path()}};
  if (!url.host().empty()) {
    line["host"] = url.host();
    line["registered_domain"] = registered_domain(url.host());
  }
  if (url.port() >= 0) line["port"] = url.port();
  if (url.has_query()) line["query"] = url.query();
  if (!url.fragment().empty()) line["fragment"] = url.fragment();
  return line;
}

struct Rule {
  const char* name;
  bool CanonicalOptions::* option;
};
constexpr Rule kRules[] = {{"fragment", &CanonicalOptions::drop_fragment},
                           {"tracking", &CanonicalOptions::drop_tracking},
                           {"session", &CanonicalOptions::drop_session_ids},
                           {"userinfo", &CanonicalOptions::drop_userinfo},
                           {"index", &CanonicalOptions::drop_index_file},
                           {"empty-query", &CanonicalOptions::drop_empty_query},
                           {"www", &CanonicalOptions::drop_www},
                           {"scheme", &CanonicalOptions::unify_scheme}};

// Switches the listed rules on or off. Returns the name of an unknown rule, or an empty text.
std::string switch_rules(const std::vector<std::string>& names, bool on, CanonicalOptions& options) {
  for (const auto& name : names) {
    const auto rule =
        std::find_if(std::begin(kRules), std::end(kRules), [&](const Rule& r) { return name == r.name; });
    if (rule == std::end(kRules)) return name;
    options.*(rule->option) = on;
  }
  return {};
}

// One address; false when it is not valid.
bool print_one(const std::string& verb, const std::string& text, const Url* base,
               const CanonicalOptions& options, bool json) {
  const auto url = Url::parse(text, base);
  if (verb == "surt" && base == nullptr) {
    const std::string key = surt_key(text);
    print_line(json ? nlohmann::json{{"v", 1}, {"input", text}, {"surt", key}}.dump(
                          -1, ' ', false, nlohmann::json::error_handler_t::replace)
                    : key);
    return true;
  }
  if (!url) {
    report_error(url.error(), json);
    return false;
  }
  if (verb == "surt") {
    const std::string key = surt_key(url->href());
    print_line(json ? nlohmann::json{{"v", 1}, {"url", url->href()}, {"surt", key}}.dump() : key);
    return true;
  }
  const Url shown = verb == "canon" ? canonical_url(*url, options) : *url;
  print_line(json ? parts_of(shown).dump() : shown.href());
  return true;
}

}  // namespace

int cmd_url(const Arguments& arguments) {
  if (CommandOutline* const outline = outline_target(); outline != nullptr && arguments.empty()) {
    outline->subcommands = {"canon", "surt", "resolve"};
    return kDone;
  }
  const std::string verb = arguments.empty() ? "" : arguments[0];
  if (verb == "-h" || verb == "--help") {
    std::fputs(kHelp, stdout);
    return kDone;
  }
  if (verb != "canon" && verb != "surt" && verb != "resolve") {
    std::fprintf(stderr, "bfa url: expected canon, surt or resolve (see bfa url --help)\n");
    return ExitCode::kUsage;
  }
  std::string base_text;
  bool json = false;
  std::vector<std::string> urls, drop, keep;
  Args args("url " + verb, "Works on addresses by the URL standard",
            "Exit codes: 0 done, 1 an address is not valid, 2 usage");
  args.option("--base", base_text, "resolve against this address")
      .option("--drop", drop, "canon: take this away too: fragment, index, www, scheme (http becomes https)")
      .option("--keep", keep, "canon: leave this: tracking, session, userinfo, empty-query")
      .flag("--json", json, "JSON Lines")
      .positional("url", urls, "addresses");
  if (const auto code = args.parse({arguments.begin() + 1, arguments.end()})) return *code;
  CanonicalOptions options;
  std::string unknown = switch_rules(drop, true, options);
  if (unknown.empty()) unknown = switch_rules(keep, false, options);
  if (!unknown.empty()) {
    std::fprintf(stderr, "bfa url: there is no rule %s (see bfa url --help)\n", unknown.c_str());
    return ExitCode::kUsage;
  }
  std::optional<Url> base;
  if (!base_text.empty()) {
    auto parsed = Url::parse(base_text);
    if (!parsed) return report_error(parsed.error(), json);
    base = std::move(*parsed);
  }
  bool valid = true;
  for (const auto& text : urls)
    valid = print_one(verb, text, base ? &*base : nullptr, options, json) && valid;
  return valid ? kDone : kNo;
}

}  // namespace bfa::tool
