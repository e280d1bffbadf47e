// SPDX-License-Identifier: Apache-2.0
#include "package/ocfl/inventory.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/base/time.h"
#include "bfa/io/digest.h"

namespace bfa {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kType = "https://ocfl.io/1.1/spec/#inventory";
constexpr std::size_t kMostVersions = 100'000;

Error broken(const std::string& what) {
  return Error{Code::kCorrupt, what, kOcflInventoryName, -1};
}

Result<std::string> text_member(const Json& json, const char* name) {
  const auto at = json.find(name);
  if (at == json.end() || !at->is_string() || at->get_ref<const std::string&>().empty())
    return broken(std::string("no text \"") + name + "\"");
  return at->get<std::string>();
}

std::string lower_hex(std::string_view text) {
  std::string out;
  for (const char c : text) out += ascii_lower(c);
  return out;
}

bool is_hex(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Relative, without "." and "..", without empty parts.
bool is_plain_path(std::string_view path) {
  if (path.empty() || path.front() == '/' || path.back() == '/') return false;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, end - at);
    if (part.empty() || part == "." || part == ".." || part.find('\0') != std::string_view::npos)
      return false;
    at = end + 1;
  }
  return true;
}

// No path twice, and none that is a folder of another.
Status check_together(const std::vector<std::string>& paths) {
  const std::set<std::string> all(paths.begin(), paths.end());
  if (all.size() != paths.size()) return broken("a path stands twice");
  for (const std::string& path : all) {
    for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
      if (all.contains(path.substr(0, slash)))
        return broken("'" + path.substr(0, slash) + "' is a file and a folder");
    }
  }
  return {};
}

// "digest": ["path", ...]. `digits` of a digest; 0: any number.
Result<OcflPaths> paths_member(const Json& json, const std::string& what, std::size_t digits) {
  if (!json.is_object()) return broken(what + " is no object");
  OcflPaths found;
  std::vector<std::string> all;
  for (const auto& [digest, list] : json.items()) {
    const std::string name = lower_hex(digest);
    if (!is_hex(name) || (digits != 0 && name.size() != digits))
      return broken(what + " has a digest of another form: " + digest);
    if (found.contains(name)) return broken(what + " has a digest twice: " + digest);
    if (!list.is_array() || list.empty()) return broken(what + " has a digest without paths: " + digest);
    for (const Json& path : list) {
      if (!path.is_string()) return broken(what + " has a path that is no text");
      const auto& text = path.get_ref<const std::string&>();
      if (!is_plain_path(text)) return broken(what + " has a path that leads elsewhere: '" + text + "'");
      found[name].push_back(text);
      all.push_back(text);
    }
  }
  BFA_RETURN_IF_ERROR(check_together(all));
  return found;
}

// The number of "v3" or "v003"; 0: this is no name of a version.
std::size_t version_number(std::string_view name, std::size_t& padding) {
  if (name.size() < 2 || name.size() > 12 || name.front() != 'v') return 0;
  std::size_t number = 0;
  for (const char c : name.substr(1)) {
    if (!is_digit(c)) return 0;
    number = number * 10 + static_cast<std::size_t>(c - '0');
  }
  padding = name[1] == '0' ? name.size() - 1 : 0;
  return number;
}

class InventoryReader {
 public:
  explicit InventoryReader(const Json& json) : json_(json) {}

  Result<OcflInventory> run() {
    BFA_RETURN_IF_ERROR(head());
    const auto manifest = json_.find("manifest");
    if (manifest == json_.end()) return broken("no \"manifest\"");
    BFA_ASSIGN_OR_RETURN(made_.manifest, paths_member(*manifest, "manifest", digits_));
    BFA_RETURN_IF_ERROR(versions());
    BFA_RETURN_IF_ERROR(content_paths());
    for (const auto& [digest, paths] : made_.manifest) {
      if (!used_.contains(digest))
        return broken("the manifest has bytes that no version has: " + paths.front());
    }
    BFA_RETURN_IF_ERROR(fixity());
    return std::move(made_);
  }

 private:
  Status head() {
    if (!json_.is_object()) return broken("this is no inventory");
    BFA_ASSIGN_OR_RETURN(made_.id, text_member(json_, "id"));
    BFA_ASSIGN_OR_RETURN(const std::string type, text_member(json_, "type"));
    if (type != kType) {
      const bool ocfl = type.starts_with("https://ocfl.io/");
      return Error{ocfl ? Code::kUnsupported : Code::kCorrupt, "the type is not that of OCFL 1.1: " + type,
                   kOcflInventoryName, -1};
    }
    BFA_ASSIGN_OR_RETURN(made_.algorithm, text_member(json_, "digestAlgorithm"));
    if (made_.algorithm != "sha512" && made_.algorithm != "sha256")
      return Error{Code::kUnsupported,
                   "the digest algorithm is neither sha512 nor sha256: " + made_.algorithm,
                   kOcflInventoryName, -1};
    digits_ = made_.algorithm == "sha512" ? 128 : 64;
    BFA_ASSIGN_OR_RETURN(made_.head, text_member(json_, "head"));
    if (!json_.contains("contentDirectory")) return {};
    BFA_ASSIGN_OR_RETURN(made_.content_directory, text_member(json_, "contentDirectory"));
    if (!is_plain_path(made_.content_directory) || made_.content_directory.find('/') != std::string::npos)
      return broken("contentDirectory is no name of a folder");
    return {};
  }

  Status versions() {
    const auto all = json_.find("versions");
    if (all == json_.end() || !all->is_object() || all->empty()) return broken("no \"versions\"");
    if (all->size() > kMostVersions)
      return Error{Code::kLimit, "more than 100,000 versions", kOcflInventoryName, -1};
    std::map<std::size_t, const Json*> sorted;
    bool first = true;
    for (const auto& [name, version] : all->items()) {
      std::size_t padding = 0;
      const std::size_t number = version_number(name, padding);
      if (number == 0 || !sorted.emplace(number, &version).second)
        return broken("'" + name + "' is no name of a version");
      if (!std::exchange(first, false) && padding != made_.padding)
        return broken("the names of versions have different numbers of digits");
      made_.padding = padding;
    }
    if (sorted.rbegin()->first != sorted.size()) return broken("the versions are not numbered from 1 on");
    if (made_.head != made_.version_name(sorted.size())) return broken("head is not the last version");
    for (const auto& [number, version] : sorted) {
      BFA_ASSIGN_OR_RETURN(OcflVersion one, version_of(*version, made_.version_name(number)));
      made_.versions.push_back(std::move(one));
    }
    return {};
  }

  Result<OcflVersion> version_of(const Json& json, const std::string& name) {
    if (!json.is_object()) return broken(name + " is no object");
    OcflVersion version;
    BFA_ASSIGN_OR_RETURN(version.created, text_member(json, "created"));
    if (!parse_rfc3339(version.created)) return broken(name + ": created is no time of RFC 3339");
    const auto state = json.find("state");
    if (state == json.end()) return broken(name + " has no \"state\"");
    BFA_ASSIGN_OR_RETURN(version.state, paths_member(*state, "the state of " + name, digits_));
    for (const auto& [digest, paths] : version.state) {
      if (!made_.manifest.contains(digest))
        return broken("the manifest lacks the bytes of '" + paths.front() + "' of " + name);
      used_.insert(digest);
    }
    if (const auto message = json.find("message"); message != json.end()) {
      if (!message->is_string()) return broken(name + ": message is no text");
      version.message = message->get<std::string>();
    }
    if (const auto user = json.find("user"); user != json.end()) {
      if (!user->is_object()) return broken(name + ": user is no object");
      BFA_ASSIGN_OR_RETURN(version.user_name, text_member(*user, "name"));
      if (user->contains("address")) {
        BFA_ASSIGN_OR_RETURN(version.user_address, text_member(*user, "address"));
      }
    }
    return version;
  }

  // "v1/content/...".
  Status content_paths() const {
    for (const auto& [digest, paths] : made_.manifest) {
      for (const std::string& path : paths) {
        const std::size_t slash = path.find('/');
        std::size_t padding = 0;
        const std::size_t number = version_number(path.substr(0, slash), padding);
        const bool there = number >= 1 && number <= made_.versions.size() && padding == made_.padding;
        if (!there || !path.substr(slash + 1).starts_with(made_.content_directory + "/"))
          return broken("the manifest has a path that is no content of a version: '" + path + "'");
      }
    }
    return {};
  }

  Status fixity() {
    const auto all = json_.find("fixity");
    if (all == json_.end()) return {};
    if (!all->is_object()) return broken("fixity is no object");
    std::set<std::string> content;
    for (const auto& [digest, paths] : made_.manifest) content.insert(paths.begin(), paths.end());
    for (const auto& [algorithm, digests] : all->items()) {
      BFA_ASSIGN_OR_RETURN(OcflPaths paths, paths_member(digests, "fixity", 0));
      for (const auto& [digest, list] : paths) {
        for (const std::string& path : list) {
          if (!content.contains(path)) return broken("fixity names '" + path + "', which the manifest lacks");
        }
      }
      made_.fixity.emplace(algorithm, std::move(paths));
    }
    return {};
  }

  const Json& json_;
  OcflInventory made_;
  std::size_t digits_ = 0;
  std::set<std::string> used_;  // digests of all states
};

Json to_json(const OcflPaths& paths) {
  Json json = Json::object();
  for (const auto& [digest, list] : paths) json[digest] = list;
  return json;
}

}  // namespace

std::string OcflInventory::version_name(std::size_t number) const {
  std::string digits = std::to_string(number);
  if (digits.size() < padding) digits.insert(0, padding - digits.size(), '0');
  return "v" + digits;
}

std::map<std::string, std::string> OcflInventory::files_of(std::size_t number) const {
  std::map<std::string, std::string> files;
  if (number < 1 || number > versions.size()) return files;
  for (const auto& [digest, paths] : versions[number - 1].state) {
    const auto content = manifest.find(digest);
    if (content == manifest.end()) continue;
    for (const std::string& path : paths) files[path] = content->second.front();
  }
  return files;
}

Result<OcflInventory> parse_ocfl_inventory(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return broken("this is no JSON");
  return InventoryReader(json).run();
}

std::string format_ocfl_inventory(const OcflInventory& inventory) {
  Json json = {{"id", inventory.id},
               {"type", kType},
               {"digestAlgorithm", inventory.algorithm},
               {"head", inventory.head},
               {"contentDirectory", inventory.content_directory},
               {"manifest", to_json(inventory.manifest)},
               {"versions", Json::object()}};
  for (std::size_t i = 0; i < inventory.versions.size(); ++i) {
    const OcflVersion& version = inventory.versions[i];
    Json one = {{"created", version.created}, {"state", to_json(version.state)}};
    if (!version.message.empty()) one["message"] = version.message;
    if (!version.user_name.empty()) one["user"] = {{"name", version.user_name}};
    if (!version.user_name.empty() && !version.user_address.empty())
      one["user"]["address"] = version.user_address;
    json["versions"][inventory.version_name(i + 1)] = std::move(one);
  }
  for (const auto& [algorithm, paths] : inventory.fixity) json["fixity"][algorithm] = to_json(paths);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string ocfl_object_path(std::string_view id) {
  constexpr std::size_t kMostCharacters = 100, kTuples = 3, kTupleSize = 3;
  const std::string digits = hex_encode(digest(DigestAlgorithm::kSha256, id));
  std::string name;
  for (const char c : id) {
    if (is_letter_or_digit(c) || c == '-' || c == '_') {
      name += c;
    } else {
      char escape[4];
      std::snprintf(escape, sizeof escape, "%%%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
      name += escape;
    }
  }
  if (name.size() > kMostCharacters) name = name.substr(0, kMostCharacters) + "-" + digits;
  std::string path;
  for (std::size_t i = 0; i < kTuples; ++i) path += digits.substr(i * kTupleSize, kTupleSize) + "/";
  return path + name;
}

}  // namespace bfa
