// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/config/config.h"

namespace bfa::tool {

// The settings of bfa: the long options of crawl, run, add and pack, but for those that say what one call is
// to do. They are made from what these commands take, so that an option of theirs is a setting at once.
std::vector<ConfigKey> setting_keys();

// Where the settings of an archive are read from: its config.toml, the user's file, the environment now.
// `option`: the value of --archive, or empty.
ConfigSources setting_sources(const std::string& option);

// The settings that hold now for the archive; a variable that is named like one of a setting is said on
// stderr. Call it again to read them anew. Errors: those of load_config.
Result<Config> load_settings(const std::string& option);

// What is wrong with a value of a setting, by the commands that take it; empty: nothing.
std::string problem_of_setting(const std::string& key, const std::vector<std::string>& values);

}  // namespace bfa::tool
