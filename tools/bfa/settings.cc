// SPDX-License-Identifier: Apache-2.0
#include "settings.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>
#include <utility>

#include "archive/crawl_options.h"
#include "bfa/crawl/address_rules.h"
#include "command.h"
#include "watch/notify_options.h"

namespace bfa::tool {
namespace {

constexpr int (*kCommands[])(const Arguments&) = {cmd_crawl, cmd_run, cmd_add, cmd_pack};

// Options that say what one call does, or what is true of it only.
const std::set<std::string, std::less<>>& no_settings() {
  static const std::set<std::string, std::less<>> names = {
      "help",      "archive", "opml",          "feed",    "lift",         "once",   "for",      "clock",
      "seed",      "end",     "reason",        "as",      "into",         "output", "versions", "continues",
      "catalogue", "links",   "personal-data", "no-warc", "plain-records"};
  return names;
}

// Options whose value is run as a command.
bool runs_a_command(std::string_view name) {
  return name == "on-change";
}

CommandOutline outline_of(int (*command)(const Arguments&), CommandOutline outline) {
  CommandOutline* const before = std::exchange(outline_target(), &outline);
  (void)command({});
  outline_target() = before;
  return outline;
}

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

// What the crawl's options refuse although their form is right.
std::string problem_of_meaning(const std::string& key, const std::vector<std::string>& values) {
  CrawlArguments arguments;
  Args args("crawl", "", "");
  add_step_options(args, arguments);
  add_address_options(args, arguments);
  add_network_options(args, arguments);
  CommandOutline probe;
  probe.probe = "--" + key;
  probe.probe_values = values;
  CommandOutline* const before = std::exchange(outline_target(), &probe);
  (void)args.parse({});  // takes the values into `arguments`
  outline_target() = before;
  const auto is_rule = [](const std::string& rule) { return std::count(rule.begin(), rule.end(), ':') >= 3; };
  if (!std::all_of(arguments.connect_to.begin(), arguments.connect_to.end(), is_rule))
    return "connect-to wants HOST:PORT:HOST:PORT";
  for (const auto* const list : {&arguments.exclude, &arguments.include}) {
    for (const auto& expression : *list) {
      if (const Status checked = check_pattern(expression); !checked.ok()) return checked.error().message;
    }
  }
  if (key == "on-change" || key == "webhook") {
    for (const auto& value : values) {
      if (std::string problem = problem_of_hook(value); !problem.empty()) return problem;
    }
  }
  const auto options = make_crawl_options(arguments, system_clock());
  if (!options) return options.error().message;
  const auto fetcher = make_network_fetcher(make_network_options(arguments, system_clock()));
  return fetcher ? std::string() : fetcher.error().message;
}

// Services run without a home, or where homes are hidden (ProtectHome of systemd).
void drop_unreachable(std::string& file) {
  struct stat info{};
  if (file.empty() || ::stat(file.c_str(), &info) == 0) return;
  if (errno == EACCES)
    std::fprintf(stderr, "bfa: the settings in %s are not used: permission denied\n",
                 on_one_line(file).c_str());
  if (errno == EACCES || errno == ENOTDIR) file.clear();
}

}  // namespace

std::vector<ConfigKey> setting_keys() {
  std::vector<ConfigKey> keys;
  for (const auto command : kCommands) {
    for (const OptionOutline& option : outline_of(command, {}).options) {
      const std::string& name = option.names.back();
      if (!name.starts_with("--") || no_settings().contains(name.substr(2))) continue;
      const auto same = [&](const ConfigKey& key) { return key.name == name.substr(2); };
      if (std::any_of(keys.begin(), keys.end(), same)) continue;
      keys.push_back({name.substr(2), option.help, option.fallback, option.takes_value, option.repeats,
                      runs_a_command(name.substr(2))});
    }
  }
  std::sort(keys.begin(), keys.end(), [](const ConfigKey& a, const ConfigKey& b) { return a.name < b.name; });
  return keys;
}

ConfigSources setting_sources(const std::string& option) {
  ConfigSources sources;
  sources.archive_file = archive_config_path(archive_directory(option));
  sources.user_file = user_config_path(variable("XDG_CONFIG_HOME"), variable("HOME"));
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || !text.starts_with("BFA_") || text.starts_with("BFA_ARCHIVE="))
      continue;
    sources.environment.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return sources;
}

Result<Config> load_settings(const std::string& option) {
  ConfigSources sources = setting_sources(option);
  drop_unreachable(sources.user_file);
  auto config = load_config(setting_keys(), sources);
  if (!config) return config;
  for (const auto& [name, similar] : config->doubtful) {
    std::fprintf(stderr, "bfa: %s is no setting and is not used; similar: %s\n", on_one_line(name).c_str(),
                 similar.c_str());
  }
  return config;
}

std::string problem_of_setting(const std::string& key, const std::vector<std::string>& values) {
  for (const auto command : kCommands) {
    CommandOutline probe;
    probe.probe = "--" + key;
    probe.probe_values = values;
    if (std::string problem = outline_of(command, std::move(probe)).problem; !problem.empty()) return problem;
  }
  return problem_of_meaning(key, values);
}

}  // namespace bfa::tool
