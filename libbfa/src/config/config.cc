// SPDX-License-Identifier: Apache-2.0
#include "bfa/config/config.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "io/atomic_file.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxFile = (1u << 20) + 1;

// Held by one process that changes a file of this folder. Where folders cannot be locked, nobody waits.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder) : fd_(::open(folder.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ >= 0) (void)::flock(fd_, LOCK_EX);
  }
  ~FolderLock() {
    if (fd_ >= 0) ::close(fd_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int fd_;
};

// Empty when the file is not there.
Result<std::string> text_of(FileSystem& fs, const std::string& path) {
  auto text = read_file(fs, path, kMaxFile);
  if (!text && text.error().code == Code::kNotFound) return std::string();
  return text;
}

class Loader {
 public:
  Loader(const std::vector<ConfigKey>& keys, const ConfigSources& sources)
      : keys_(keys), sources_(sources), fs_(sources.fs != nullptr ? *sources.fs : posix_file_system()) {}

  Result<Config> run() {
    BFA_RETURN_IF_ERROR(add_file(sources_.archive_file, ConfigLevel::kArchive));
    BFA_RETURN_IF_ERROR(add_file(sources_.user_file, ConfigLevel::kUser));
    for (const auto& [name, value] : sources_.environment) BFA_RETURN_IF_ERROR(add_variable(name, value));
    return std::move(out_);
  }

 private:
  const ConfigKey* key_of(std::string_view name) const {
    const auto at =
        std::find_if(keys_.begin(), keys_.end(), [&](const ConfigKey& key) { return key.name == name; });
    return at == keys_.end() ? nullptr : &*at;
  }

  std::vector<std::string> names() const {
    std::vector<std::string> out;
    out.reserve(keys_.size());
    for (const ConfigKey& key : keys_) out.push_back(key.name);
    return out;
  }

  Error unknown(const ConfigEntry& entry, const std::string& path) const {
    std::string message = "line " + std::to_string(entry.line) + ": there is no setting '" + entry.key + "'";
    const auto similar = similar_names(entry.key, names());
    for (std::size_t i = 0; i < similar.size(); ++i) message += (i == 0 ? "; similar: " : ", ") + similar[i];
    return Error{Code::kInvalidArgument, std::move(message), path, -1};
  }

  static Status check(const ConfigKey& key, const std::vector<std::string>& values, bool list,
                      const std::string& place, const std::string& where) {
    const auto wrong = [&](const char* what) {
      return Error{Code::kInvalidArgument, place + "'" + key.name + "' " + what, where, -1};
    };
    if (!key.repeats && list) return wrong("takes one value, not a list");
    if (!key.takes_value && values != std::vector<std::string>{"true"} &&
        values != std::vector<std::string>{"false"})
      return wrong("is true or false");
    return {};
  }

  Status add_file(const std::string& path, ConfigLevel level) {
    if (path.empty()) return {};
    BFA_ASSIGN_OR_RETURN(const std::string text, text_of(fs_, path));
    BFA_ASSIGN_OR_RETURN(auto entries, parse_config(text, path));
    for (ConfigEntry& entry : entries) {
      const ConfigKey* const key = key_of(entry.key);
      if (key == nullptr) return unknown(entry, path);
      const std::string place = "line " + std::to_string(entry.line) + ": ";
      if (key->personal && level == ConfigLevel::kArchive)
        return Error{
            Code::kInvalidArgument,
            place + "'" + key->name +
                "' is not taken from an archive, which others may have made: keep it in your own file",
            path, -1};
      BFA_RETURN_IF_ERROR(check(*key, entry.values, entry.list, place, path));
      out_.values[entry.key].push_back({std::move(entry.values), level, path, entry.line});
    }
    return {};
  }

  Status add_variable(const std::string& name, const std::string& value) {
    if (!name.starts_with("BFA_")) return {};
    const auto at = std::find_if(keys_.begin(), keys_.end(),
                                 [&](const ConfigKey& key) { return config_variable(key.name) == name; });
    if (at == keys_.end()) {
      std::string wanted = ascii_lower_case(std::string_view(name).substr(4));
      std::replace(wanted.begin(), wanted.end(), '_', '-');
      const auto similar = similar_names(wanted, names());
      if (!similar.empty()) out_.doubtful.emplace_back(name, config_variable(similar.front()));
      return {};
    }
    if (value.empty()) return {};
    const ConfigKey& key = *at;
    ConfigValue found{{value}, ConfigLevel::kEnvironment, name, -1};
    if (key.repeats) found.values = lines_of(value);
    if (!key.takes_value && (value == "1" || value == "0")) found.values = {value == "1" ? "true" : "false"};
    BFA_RETURN_IF_ERROR(check(key, found.values, false, {}, name));
    out_.values[key.name].push_back(std::move(found));
    return {};
  }

  static std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      if (end > 0) out.emplace_back(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
  }

  const std::vector<ConfigKey>& keys_;
  const ConfigSources& sources_;
  FileSystem& fs_;
  Config out_;
};

}  // namespace

std::string_view config_level_name(ConfigLevel level) noexcept {
  switch (level) {
    case ConfigLevel::kDefault:
      return "default";
    case ConfigLevel::kArchive:
      return "archive";
    case ConfigLevel::kUser:
      return "user";
    case ConfigLevel::kEnvironment:
      return "environment";
    case ConfigLevel::kOption:
      return "option";
  }
  return "default";
}

std::string config_origin(const ConfigValue& value) {
  return guarded_or_empty([&] {
    std::string out(config_level_name(value.level));
    if (!value.where.empty()) out += ": " + value.where;
    if (value.line >= 0) out += ":" + std::to_string(value.line);
    return out;
  });
}

const ConfigValue* Config::find(const std::string& key) const {
  const auto at = values.find(key);
  return at == values.end() || at->second.empty() ? nullptr : &at->second.back();
}

Result<Config> load_config(const std::vector<ConfigKey>& keys, const ConfigSources& sources) {
  return guarded([&] { return Loader(keys, sources).run(); });
}

Result<bool> change_config(FileSystem& fs, const std::string& path, const std::string& key,
                           const std::vector<std::string>& values, bool list) {
  return guarded([&]() -> Result<bool> {
    const std::string folder = folder_of_path(path);
    if (!values.empty()) BFA_RETURN_IF_ERROR(fs.create_directories(folder));
    const FolderLock lock(folder);
    BFA_ASSIGN_OR_RETURN(const std::string before, text_of(fs, path));
    BFA_ASSIGN_OR_RETURN(const std::string after, edit_config(before, path, key, values, list));
    if (after == before) return false;
    BFA_RETURN_IF_ERROR(write_file_atomically(fs, path, after));
    return true;
  });
}

std::string config_variable(std::string_view key) {
  return guarded_or_empty([&] {
    std::string out = "BFA_";
    for (const char c : key) {
      if (c == '-') {
        out += '_';
      } else {
        out += is_lower_letter(c) ? static_cast<char>(c - 'a' + 'A') : c;
      }
    }
    return out;
  });
}

std::string user_config_path(std::string_view xdg_config_home, std::string_view home) {
  return guarded_or_empty([&]() -> std::string {
    if (xdg_config_home.starts_with('/')) return std::string(xdg_config_home) + "/bfa/config";
    return home.empty() ? std::string() : std::string(home) + "/.config/bfa/config";
  });
}

std::string archive_config_path(const std::string& archive) {
  return guarded_or_empty([&] { return archive + "/config.toml"; });
}

}  // namespace bfa
