// SPDX-License-Identifier: Apache-2.0
// bfa config get|set|unset|list: the settings of an archive and of a user.
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "args.h"
#include "command.h"
#include "settings.h"

namespace bfa::tool {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kArchiveHelp = "archive folder (else $BFA_ARCHIVE, else ./bfa-archive)";
constexpr const char* kExitCodes =
    "Levels, each counts more than those before it: ARCHIVE/config.toml, the user's file\n"
    "($XDG_CONFIG_HOME/bfa/config, else ~/.config/bfa/config), the environment (BFA_MAX_PAGES for "
    "max-pages),\nthe options of a command.\n"
    "Exit codes: 0 done, 1 the setting was not there (unset), 2 no such setting, a wrong value or file, 3 "
    "no\n"
    "archive, 9 local disk.";

constexpr const char* kUsageText =
    "bfa config: settings that bfa add, crawl and run take where no option is given\n\n"
    "  bfa config get KEY           the value that holds\n"
    "  bfa config set KEY VALUE...  keep a value in the archive's file, or with --user in the user's\n"
    "  bfa config unset KEY         take it out of that file\n"
    "  bfa config list [--explain]  what is set, and where; all keys and levels with --explain\n\n"
    "bfa config COMMAND --help has the options.\n";

const ConfigKey* find_key(const std::vector<ConfigKey>& keys, const std::string& name) {
  const auto at =
      std::find_if(keys.begin(), keys.end(), [&](const ConfigKey& key) { return key.name == name; });
  if (at != keys.end()) return &*at;
  std::vector<std::string> names;
  names.reserve(keys.size());
  for (const ConfigKey& key : keys) names.push_back(key.name);
  std::string line = "bfa config: there is no setting '" + on_one_line(name) + "'";
  const auto similar = similar_names(name, names);
  for (std::size_t i = 0; i < similar.size(); ++i) line += (i == 0 ? "; similar: " : ", ") + similar[i];
  std::fprintf(stderr, "%s (bfa config list --explain has all)\n", line.c_str());
  return nullptr;
}

std::vector<std::string> masked(const std::string& key, const std::vector<std::string>& values) {
  std::vector<std::string> out;
  out.reserve(values.size());
  for (const auto& value : values) out.push_back(masked_config(key, value));
  return out;
}

std::string joined(const std::vector<std::string>& values) {
  std::string out;
  for (const auto& value : values) (out += out.empty() ? "" : " ") += on_one_line(value);
  return out;
}

Json json_of(const ConfigKey& key, const std::vector<std::string>& values) {
  if (key.repeats) return values;
  if (!key.takes_value) return !values.empty() && values.front() == "true";
  return values.empty() ? std::string() : values.front();
}

Json json_of(const ConfigKey& key, const ConfigValue& value) {
  Json out = {{"value", json_of(key, masked(key.name, value.values))},
              {"level", config_level_name(value.level)},
              {"where", value.where}};
  if (value.line >= 0) out["line"] = value.line;
  return out;
}

// The value without any setting.
ConfigValue fallback_of(const ConfigKey& key) {
  return {key.repeats ? std::vector<std::string>() : std::vector<std::string>{key.fallback},
          ConfigLevel::kDefault,
          {},
          -1};
}

void print_json(const ConfigKey& key, const std::vector<ConfigValue>& levels, bool explain) {
  Json line = {{"v", 1}, {"key", key.name}};
  line.update(json_of(key, levels.back()));
  if (explain) {
    line["help"] = key.help;
    line["default"] = json_of(key, fallback_of(key).values);
    line["levels"] = Json::array();
    for (const ConfigValue& level : levels) line["levels"].push_back(json_of(key, level));
  }
  print_line(line.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void print_text(const ConfigKey& key, const std::vector<ConfigValue>& levels, bool explain) {
  const ConfigValue& holds = levels.back();
  print_line(key.name + " = " + joined(masked(key.name, holds.values)) + "  (" +
             on_one_line(config_origin(holds)) + ")");
  if (!explain) return;
  print_line("    " + on_one_line(key.help));
  for (std::size_t i = levels.size() - 1; i-- > 0;)
    print_line("    not " + joined(masked(key.name, levels[i].values)) + "  (" +
               on_one_line(config_origin(levels[i])) + ")");
}

// All levels of a key, ascending, the fallback first.
std::vector<ConfigValue> levels_of(const ConfigKey& key, const Config& config) {
  std::vector<ConfigValue> out = {fallback_of(key)};
  const auto at = config.values.find(key.name);
  if (at != config.values.end()) out.insert(out.end(), at->second.begin(), at->second.end());
  return out;
}

int refused(const Error& error, bool json) {
  const int code = report_error(error, json);
  return error.code == Code::kIo ? code : kUsage;
}

int cmd_config_get(const Arguments& arguments) {
  std::string directory, name;
  bool json = false, explain = false;
  Args args("config get", "Prints the value of a setting that holds for an archive.", kExitCodes);
  args.option("-a,--archive", directory, kArchiveHelp);
  args.flag("--explain", explain, "say where it is from, and what it overrides");
  args.flag("--json", json, "as JSON");
  args.positional("KEY", name, "a setting: the long option without its dashes");
  if (const auto code = args.parse(arguments)) return *code;
  const auto keys = setting_keys();
  const ConfigKey* const key = find_key(keys, name);
  if (key == nullptr) return kUsage;
  const auto config = load_settings(directory);
  if (!config) return refused(config.error(), json);
  const auto levels = levels_of(*key, *config);
  if (json) {
    print_json(*key, levels, explain);
  } else if (explain) {
    print_text(*key, levels, true);
  } else {
    for (const auto& value : masked(key->name, levels.back().values)) print_line(on_one_line(value));
  }
  return kDone;
}

int cmd_config_list(const Arguments& arguments) {
  std::string directory;
  bool json = false, explain = false;
  Args args("config list", "Lists the settings that hold for an archive, and where each is from.",
            kExitCodes);
  args.option("-a,--archive", directory, kArchiveHelp);
  args.flag("--explain", explain, "all settings, also those that are not set, with what each overrides");
  args.flag("--json", json, "a JSON line for each setting");
  if (const auto code = args.parse(arguments)) return *code;
  const auto config = load_settings(directory);
  if (!config) return refused(config.error(), json);
  bool any = false;
  for (const ConfigKey& key : setting_keys()) {
    const auto levels = levels_of(key, *config);
    if (levels.size() == 1 && !explain) continue;
    any = true;
    json ? print_json(key, levels, explain) : print_text(key, levels, explain);
  }
  if (!any && !json) print_line("nothing is set (--explain lists the settings)");
  return kDone;
}

// What only the user's own file or the environment may hold.
bool refuse_for_archive(const ConfigKey& key, const std::vector<std::string>& values, bool user) {
  const auto secret = [&](const std::string& value) { return is_config_secret(key.name, value); };
  const char* why = nullptr;
  if (key.personal) why = "is run as a command, and an archive may come from others";
  if (std::any_of(values.begin(), values.end(), secret))
    why = "has a password, and an archive is copied and passed on";
  if (user || why == nullptr) return false;
  std::fprintf(stderr, "bfa config set: %s %s: keep it in your own file (--user), or in %s\n",
               key.name.c_str(), why, config_variable(key.name).c_str());
  return true;
}

// The file that set and unset change. Errors have been printed when it is empty.
struct Target {
  std::string file;
  int code = kDone;
};

Target choose_target(const std::string& directory, bool user, bool json) {
  const ConfigSources sources = setting_sources(directory);
  if (user && !sources.user_file.empty()) return {sources.user_file, kDone};
  if (user)
    return {{}, refused({Code::kInvalidArgument, "neither XDG_CONFIG_HOME nor HOME is set", {}, -1}, json)};
  const std::string archive = archive_directory(directory);
  std::error_code ignored;
  if (!std::filesystem::exists(archive + "/bfa.toml", ignored)) {
    return {
        {},
        report_error({Code::kNotFound,
                      "no archive here: bfa.toml is missing (--user keeps a setting for all)", archive, -1},
                     json)};
  }
  if (std::filesystem::exists(archive + "/copy-of.txt", ignored)) {
    return {{},
            report_error({Code::kDenied, "this is a copy that bfa backup made: only bfa backup writes here",
                          archive, -1},
                         json)};
  }
  return {sources.archive_file, kDone};
}

int cmd_config_set(const Arguments& arguments) {
  std::string directory, name;
  std::vector<std::string> values;
  bool json = false, user = false;
  Args args("config set",
            "Keeps a value of a setting. A bfa run takes it up at SIGHUP, others at their start.",
            kExitCodes);
  args.option("-a,--archive", directory, kArchiveHelp);
  args.flag("--user", user, "in the user's file, for all archives");
  args.flag("--json", json, "errors as JSON on stdout, too");
  args.positional("KEY", name, "a setting: the long option without its dashes");
  args.positional("VALUE", values, "its value; several for settings that repeat; true or false for flags");
  if (const auto code = args.parse(arguments)) return *code;
  const auto keys = setting_keys();
  const ConfigKey* const key = find_key(keys, name);
  if (key == nullptr) return kUsage;
  if (!key->takes_value && (values.size() != 1 || (values[0] != "true" && values[0] != "false"))) {
    std::fprintf(stderr, "bfa config set: %s is true or false\n", name.c_str());
    return kUsage;
  }
  if (!key->repeats && values.size() > 1) {
    std::fprintf(stderr, "bfa config set: %s takes one value\n", name.c_str());
    return kUsage;
  }
  if (refuse_for_archive(*key, values, user)) return kUsage;
  if (const std::string problem = problem_of_setting(name, values); !problem.empty()) {
    std::fprintf(stderr, "bfa config set: %s: %s\n", name.c_str(), on_one_line(problem).c_str());
    return kUsage;
  }
  const Target target = choose_target(directory, user, json);
  if (target.file.empty()) return target.code;
  if (user) (void)::umask(077);  // it may have passwords
  const auto changed = change_config(posix_file_system(), target.file, name, values, key->repeats);
  return changed ? kDone : refused(changed.error(), json);
}

int cmd_config_unset(const Arguments& arguments) {
  std::string directory, name;
  bool json = false, user = false;
  Args args("config unset", "Takes a setting out of the archive's file, or the user's.", kExitCodes);
  args.option("-a,--archive", directory, kArchiveHelp);
  args.flag("--user", user, "out of the user's file");
  args.flag("--json", json, "errors as JSON on stdout, too");
  args.positional("KEY", name, "a setting, also one that this version does not know");
  if (const auto code = args.parse(arguments)) return *code;
  const Target target = choose_target(directory, user, json);
  if (target.file.empty()) return target.code;
  const auto changed = change_config(posix_file_system(), target.file, name, {}, false);
  if (!changed) return refused(changed.error(), json);
  if (*changed) return kDone;
  std::fprintf(stderr, "bfa config unset: %s does not set %s\n", on_one_line(target.file).c_str(),
               on_one_line(name).c_str());
  return kNo;
}

}  // namespace

int cmd_config(const Arguments& arguments) {
  static constexpr Subcommand kSubcommands[] = {
      {"get", cmd_config_get},
      {"set", cmd_config_set},
      {"unset", cmd_config_unset},
      {"list", cmd_config_list},
  };
  return run_subcommand("config", kSubcommands, kUsageText, arguments);
}

}  // namespace bfa::tool
