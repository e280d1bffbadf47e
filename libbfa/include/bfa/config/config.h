// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/export.h"
#include "bfa/base/result.h"
#include "bfa/io/file_system.h"

namespace bfa {

// Settings: values that a program takes where its user gives none. They come from a file of the archive, a
// file of the user and the environment; each level counts more than those before it. All here are values,
// functions without state, and thread-safe. Syntax of the files: docs/formats/config.md.

// A setting that a program knows.
struct ConfigKey {
  std::string name;         // "max-pages": the long option without its dashes
  std::string help;         // one sentence
  std::string fallback;     // the value without any setting, for people
  bool takes_value = true;  // false: it is true or false
  bool repeats = false;     // a list of values
  // Not taken from an archive's file, because archives are copied and passed on: a command that is run.
  bool personal = false;
};

// Where a value is from. Ascending: a level counts more than those before it.
enum class ConfigLevel : std::uint8_t { kDefault, kArchive, kUser, kEnvironment, kOption };
// "default", "archive", "user", "environment", "option".
BFA_EXPORT std::string_view config_level_name(ConfigLevel level) noexcept;

// A value at one level.
struct ConfigValue {
  std::vector<std::string> values;  // one, but for keys that repeat; "true" or "false" of a flag
  ConfigLevel level = ConfigLevel::kDefault;
  std::string where;       // the file, or the variable's name
  std::int64_t line = -1;  // in the file, from 1
};
// "user: CONFIG_HOME/bfa/config:3", "environment: BFA_DELAY".
BFA_EXPORT std::string config_origin(const ConfigValue& value);

// One line of a file.
struct ConfigEntry {
  std::string key;
  std::vector<std::string> values;
  bool list = false;  // it stands in brackets
  std::int64_t line = 0;
};

// Reads the text of a file: `key = value` in each line, empty lines, and comments from # on. A value is
// "text" with the escapes of TOML, 'text' without escapes, a number, true, false, or a list of these in
// brackets on one line. `name` is for errors: the file. Errors: kCorrupt with the line in the message and the
// byte in `offset`: no such line, a key twice, bytes that are not UTF-8; kLimit: more than 1 MiB.
BFA_EXPORT Result<std::vector<ConfigEntry>> parse_config(std::string_view text, std::string_view name);

// The text with the line of `key` replaced, or with a new last line; with the line left out when `values` is
// empty. All other lines stay as they are, comments too. `list`: in brackets. Errors: those of parse_config;
// kInvalidArgument: a key or value that no line can hold.
BFA_EXPORT Result<std::string> edit_config(std::string_view text, std::string_view name,
                                           const std::string& key, const std::vector<std::string>& values,
                                           bool list);

// Changes a file as edit_config() does: atomically, and one process at a time. A missing file is made, and
// its folder. False when nothing was to be changed. Errors: those of edit_config, kIo.
BFA_EXPORT Result<bool> change_config(FileSystem& fs, const std::string& path, const std::string& key,
                                      const std::vector<std::string>& values, bool list);

// What load_config() reads. Empty paths are left out, and so are files that are not there.
struct ConfigSources {
  std::string archive_file, user_file;
  // Variables with their values. Those of keys count: BFA_MAX_PAGES for max-pages. The values of a key that
  // repeats stand on lines of their own.
  std::vector<std::pair<std::string, std::string>> environment;
  FileSystem* fs = nullptr;  // posix_file_system() when null
};

// The settings of a program: for each key its values, the one that counts last.
struct Config {
  std::map<std::string, std::vector<ConfigValue>> values;  // ascending by level; no empty list
  // Variables BFA_... that are no key's and are named like one that is: a likely slip. Both names.
  std::vector<std::pair<std::string, std::string>> doubtful;

  // The value that counts, or null.
  BFA_EXPORT const ConfigValue* find(const std::string& key) const;
};

// Reads all levels. Errors: those of parse_config; kInvalidArgument with file and line, or with the variable:
// an unknown key (the message names similar ones), a list for a key with one value, a text for a flag, a
// personal key in the archive's file; kIo.
BFA_EXPORT Result<Config> load_config(const std::vector<ConfigKey>& keys, const ConfigSources& sources);

// "BFA_MAX_PAGES" for "max-pages".
BFA_EXPORT std::string config_variable(std::string_view key);
// $XDG_CONFIG_HOME/bfa/config, else HOME/.config/bfa/config; empty when both are. XDG_CONFIG_HOME counts only
// when it is absolute (XDG Base Directory Specification 0.8).
BFA_EXPORT std::string user_config_path(std::string_view xdg_config_home, std::string_view home);
// "ARCHIVE/config.toml".
BFA_EXPORT std::string archive_config_path(const std::string& archive);

// At most three of `names` that differ from `name` in a few characters or begin with it, nearest first.
BFA_EXPORT std::vector<std::string> similar_names(std::string_view name,
                                                  const std::vector<std::string>& names);

// True for a value that must not be copied with an archive: an address with a password, or any value of a key
// whose name says so ("webhook-secret", "token", "password").
BFA_EXPORT bool is_config_secret(std::string_view key, std::string_view value);
// The value without its secret, for people: "http://user:***@proxy:3128", "***".
BFA_EXPORT std::string masked_config(std::string_view key, const std::string& value);

}  // namespace bfa
