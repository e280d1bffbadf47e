// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "args.h"
#include "bfa/http/robots.h"
#include "command.h"
#include "input.h"

namespace bfa::tool {
namespace {

constexpr std::uint64_t kMaxBytes = 64u << 20;  // the parser itself looks at 500 KiB

std::string utf8_or_replaced(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void print_json(const RobotsRules& rules, const Findings& findings, const std::string& agent,
                const std::string& url, bool allowed, const std::string& line) {
  nlohmann::ordered_json json;
  json["v"] = 1;
  json["agent"] = agent;
  json["url"] = url;
  json["verdict"] = allowed ? "allow" : "disallow";
  json["allowed"] = allowed;
  if (!line.empty()) json["line"] = line;
  if (const auto delay = rules.crawl_delay(agent))
    json["crawl_delay_s"] = static_cast<double>(delay->count()) / 1000.0;
  json["sitemaps"] = rules.sitemaps();
  json["findings"] = nlohmann::ordered_json::array();
  for (const auto& finding : findings) {
    json["findings"].push_back(
        {{"code", finding.id}, {"message", finding.message}, {"offset", finding.offset}});
  }
  print_line(utf8_or_replaced(json));
}

}  // namespace

int cmd_robots(const Arguments& arguments) {
  std::string file, agent = "libbfa", url = "/";
  bool json = false;
  Args args("robots", "Says whether a robots.txt lets an agent fetch a URL, and by which line (RFC 9309).",
            "Exit codes: 0 allowed, 1 disallowed, 2 usage, 3 unreadable input, 9 local disk.\n"
            "Example: bfa robots robots.txt --agent mybot --url https://a.example/private/");
  args.positional("FILE", file, "the robots.txt; - for stdin");
  args.option("--agent", agent,
              "the crawler's product token; a version after / is ignored (default: libbfa)");
  args.option("--url", url, "absolute, or path and query (default: /)");
  args.flag("--json", json, "one JSON object on stdout");
  if (const auto exit = args.parse(arguments)) return *exit;
  const auto bytes = read_input(file, kMaxBytes);
  if (!bytes) return report_error(bytes.error(), json);
  Findings findings;
  const RobotsRules rules = RobotsRules::parse(*bytes, findings);
  const bool allowed = rules.allowed(agent, url);
  const std::string line = rules.deciding_line(agent, url);
  if (json)
    print_json(rules, findings, agent, url, allowed, line);
  else
    print_line(std::string(allowed ? "allow" : "disallow") +
               (line.empty() ? "  (no rule matches)" : "  " + line));
  return allowed ? kDone : kNo;
}

}  // namespace bfa::tool
