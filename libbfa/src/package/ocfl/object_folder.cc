// SPDX-License-Identifier: Apache-2.0
#include "package/ocfl/object_folder.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/io/digest.h"

namespace bfa {
namespace {

constexpr std::size_t kBufferBytes = 1u << 20;
constexpr std::uint64_t kMaxSidecar = 4096;

std::string sidecar_name(const std::string& algorithm) {
  return std::string(kOcflInventoryName) + "." + algorithm;
}

DigestAlgorithm algorithm_of(const std::string& name) {
  return name == "sha256" ? DigestAlgorithm::kSha256 : DigestAlgorithm::kSha512;
}

Result<std::string> digest_of_file(FileSystem& fs, const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const auto source, open_file_source(fs, path));
  Digester digester(DigestAlgorithm::kSha512);
  std::vector<std::byte> buffer(kBufferBytes);
  for (;;) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got, source->read(buffer));
    if (got == 0) return hex_encode(digester.finish());
    digester.update(std::span(buffer).first(got));
  }
}

Error corrupt(const std::string& what, const std::string& where) {
  return Error{Code::kCorrupt, what, where, -1};
}

// The digest that a sidecar states. OCFL 1.1, section 3.7: digest, white space, "inventory.json", a line end.
Result<std::string> stated_digest(const std::string& text, const std::string& where) {
  const std::size_t gap = text.find_first_of(" \t");
  if (gap == std::string::npos) return corrupt("the sidecar has no digest and name", where);
  std::string rest = text.substr(text.find_first_not_of(" \t", gap));
  for (const char end : {'\n', '\r'}) {
    if (rest.ends_with(end)) rest.pop_back();
  }
  if (rest != kOcflInventoryName) return corrupt("the sidecar names another file: " + rest, where);
  return text.substr(0, gap);
}

// A commit ends by replacing the root inventory, then its sidecar. Between these the version's own copy has
// both.
Status complete_commit(FileSystem& fs, const std::string& folder) {
  BFA_ASSIGN_OR_RETURN(const std::string text,
                       read_file(fs, folder + "/" + kOcflInventoryName, kMaxInventoryBytes));
  BFA_ASSIGN_OR_RETURN(const OcflInventory inventory, parse_ocfl_inventory(text));
  BFA_ASSIGN_OR_RETURN(const std::string copy, read_checked_inventory(fs, folder + "/" + inventory.head));
  if (copy != text) return corrupt("the inventory differs from its sidecar", folder);
  return write_ocfl_inventory(fs, folder, inventory);
}

// Moves a file below another folder.
Status move_file(FileSystem& fs, const std::string& from, const std::string& to) {
  BFA_RETURN_IF_ERROR(fs.create_directories(to.substr(0, to.rfind('/'))));
  return fs.rename(from, to);
}

void remove_tree(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

Result<nlohmann::json> json_of(FileSystem& fs, const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const std::string text, read_file(fs, path, kMaxInventoryBytes));
  auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return corrupt("the layout of the storage root cannot be read", path);
  return json;
}

// The parameters of the layout; without the file they are those that the layout's specification has.
Status check_layout_parameters(FileSystem& fs, const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(path));
  if (!there) return {};
  BFA_ASSIGN_OR_RETURN(const nlohmann::json json, json_of(fs, path));
  if (json.value("extensionName", nlohmann::json()) != kOcflLayoutName)
    return corrupt("the parameters are those of another layout", path);
  const bool same = json.value("digestAlgorithm", nlohmann::json("sha256")) == "sha256" &&
                    json.value("tupleSize", nlohmann::json(3)) == 3 &&
                    json.value("numberOfTuples", nlohmann::json(3)) == 3;
  if (!same)
    return Error{Code::kUnsupported, "the storage root has other parameters of its layout", path, -1};
  return {};
}

}  // namespace

Status check_ocfl_layout(FileSystem& fs, const std::string& root) {
  const std::string path = root + "/ocfl_layout.json", extension = root + "/extensions/" + kOcflLayoutName;
  BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(path));
  if (!there) {
    BFA_ASSIGN_OR_RETURN(const bool lost, fs.exists(extension));
    if (lost) return corrupt("the storage root has lost the file that names its layout", path);
    return Error{Code::kUnsupported, "the storage root does not say which layout it has", root, -1};
  }
  BFA_ASSIGN_OR_RETURN(const nlohmann::json json, json_of(fs, path));
  const auto at = json.find("extension");
  if (at == json.end() || !at->is_string())
    return corrupt("the layout of the storage root cannot be read", path);
  if (*at != kOcflLayoutName) {
    BFA_ASSIGN_OR_RETURN(const bool changed, fs.exists(extension));
    if (changed) return corrupt("the storage root names another layout than its extension", path);
    return Error{Code::kUnsupported, "the storage root has another layout: " + at->get<std::string>(), path,
                 -1};
  }
  return check_layout_parameters(fs, extension + "/config.json");
}

Result<std::string> read_checked_inventory(FileSystem& fs, const std::string& folder) {
  const std::string path = folder + "/" + kOcflInventoryName;
  BFA_ASSIGN_OR_RETURN(std::string text, read_file(fs, path, kMaxInventoryBytes));
  for (const char* const algorithm : {"sha512", "sha256"}) {
    const std::string sidecar = folder + "/" + sidecar_name(algorithm);
    BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(sidecar));
    if (!there) continue;
    BFA_ASSIGN_OR_RETURN(const std::string line, read_file(fs, sidecar, kMaxSidecar));
    BFA_ASSIGN_OR_RETURN(const std::string stated, stated_digest(line, sidecar));
    if (ascii_lower_case(stated) != hex_encode(digest(algorithm_of(algorithm), text)))
      return corrupt("the inventory differs from its sidecar " + sidecar_name(algorithm), path);
    return text;
  }
  return corrupt("the inventory has no sidecar with its digest (" + sidecar_name("sha512") + ")", path);
}

Result<OcflInventory> read_ocfl_inventory(FileSystem& fs, const std::string& folder) {
  BFA_ASSIGN_OR_RETURN(const std::string text, read_checked_inventory(fs, folder));
  auto inventory = parse_ocfl_inventory(text);
  if (!inventory) {
    Error error = std::move(inventory).error();
    error.where = folder + "/" + kOcflInventoryName;
    return error;
  }
  BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(folder + "/" + sidecar_name(inventory->algorithm)));
  if (!there) return corrupt("the sidecar has another digest algorithm than the inventory", folder);
  return inventory;
}

Status write_ocfl_inventory(FileSystem& fs, const std::string& folder, const OcflInventory& inventory) {
  const std::string text = format_ocfl_inventory(inventory);
  const std::string line =
      hex_encode(digest(algorithm_of(inventory.algorithm), text)) + " " + kOcflInventoryName + "\n";
  BFA_RETURN_IF_ERROR(write_file_atomically(fs, folder + "/" + kOcflInventoryName, text));
  return write_file_atomically(fs, folder + "/" + sidecar_name(inventory.algorithm), line);
}

Status make_ocfl_root(FileSystem& fs, const std::string& root) {
  BFA_RETURN_IF_ERROR(fs.create_directories(root));
  BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(root + "/" + kOcflRootNamaste));
  if (there) return check_ocfl_layout(fs, root);
  std::error_code error;
  for (std::filesystem::directory_iterator at(root, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with("0=ocfl_"))
      return Error{Code::kUnsupported, "a storage root of another version of OCFL: " + name, root, -1};
    // What an interrupted run left.
    if (name == "extensions" || name == "ocfl_layout.json" || name.starts_with('.')) continue;
    return Error{Code::kInvalidArgument, "this folder has other things, and is no storage root of OCFL 1.1",
                 root, -1};
  }
  if (error) return Error{Code::kIo, error.message(), root, -1};
  const std::string extension = root + "/extensions/" + kOcflLayoutName;
  BFA_RETURN_IF_ERROR(fs.create_directories(extension));
  BFA_RETURN_IF_ERROR(write_file_atomically(
      fs, extension + "/config.json",
      "{\n \"extensionName\": \"" + std::string(kOcflLayoutName) +
          "\",\n \"digestAlgorithm\": \"sha256\",\n \"tupleSize\": 3,\n \"numberOfTuples\": 3\n}\n"));
  BFA_RETURN_IF_ERROR(write_file_atomically(
      fs, root + "/ocfl_layout.json",
      "{\n \"extension\": \"" + std::string(kOcflLayoutName) +
          "\",\n \"description\": \"Three folders by the SHA-256 of the object's id, then the id itself, "
          "percent-encoded\"\n}\n"));
  return write_file_atomically(fs, root + "/" + kOcflRootNamaste, "ocfl_1.1\n");
}

Result<OcflPaths> ocfl_state_of(FileSystem& fs, const std::string& folder) {
  OcflPaths state;
  std::error_code error;
  const std::filesystem::path root(folder);
  using Walk = std::filesystem::recursive_directory_iterator;
  for (Walk at(root, error); !error && at != Walk(); at.increment(error)) {
    std::error_code ignored;
    if (!at->is_regular_file(ignored)) continue;
    BFA_ASSIGN_OR_RETURN(const std::string digest, digest_of_file(fs, at->path().string()));
    state[digest].push_back(at->path().lexically_relative(root).generic_string());
  }
  if (error) return Error{Code::kIo, error.message(), folder, -1};
  for (auto& [digest, paths] : state) std::ranges::sort(paths);
  return state;
}

Result<std::optional<OcflInventory>> find_ocfl_object(FileSystem& fs, const std::string& root,
                                                      const std::string& id) {
  const std::string folder = root + "/" + ocfl_object_path(id);
  BFA_ASSIGN_OR_RETURN(const bool there, fs.exists(folder));
  if (!there) return std::optional<OcflInventory>();
  BFA_ASSIGN_OR_RETURN(const bool namaste, fs.exists(folder + "/" + kOcflObjectNamaste));
  if (!namaste) return corrupt(std::string("the object has lost its file ") + kOcflObjectNamaste, folder);
  auto inventory = read_ocfl_inventory(fs, folder);
  if (!inventory && inventory.error().code == Code::kCorrupt) {
    const Error first = inventory.error();
    if (!complete_commit(fs, folder)) return first;
    inventory = read_ocfl_inventory(fs, folder);
  }
  if (!inventory) return std::move(inventory).error();
  if (inventory->id != id) return corrupt("the object has another id: " + inventory->id, folder);
  return std::optional(std::move(*inventory));
}

Result<OcflCommitted> commit_ocfl_version(FileSystem& fs, const std::string& root, const std::string& draft,
                                          const OcflPaths& state, const OcflCommit& commit) {
  BFA_ASSIGN_OR_RETURN(auto found, find_ocfl_object(fs, root, commit.id));
  const bool is_new = !found;
  OcflInventory inventory = found ? std::move(*found) : OcflInventory();
  if (inventory.algorithm != "sha512")
    return Error{Code::kUnsupported, "the object has digests of another algorithm: " + inventory.algorithm,
                 commit.id, -1};
  inventory.id = commit.id;
  inventory.versions.push_back(
      {commit.created, commit.message, commit.user_name, commit.user_address, state});
  OcflCommitted made;
  made.version = inventory.head = inventory.version_name(inventory.versions.size());
  const std::string folder = root + "/" + ocfl_object_path(commit.id);
  const std::string fresh = draft + ".ocfl";
  remove_tree(fresh);
  const std::string version_folder = fresh + "/" + made.version;
  BFA_RETURN_IF_ERROR(fs.create_directories(version_folder));
  for (const auto& [digest, paths] : state) {
    if (inventory.manifest.contains(digest)) continue;
    const std::string content = made.version + "/" + inventory.content_directory + "/" + paths.front();
    BFA_ASSIGN_OR_RETURN(const std::uint64_t size, fs.file_size(draft + "/" + paths.front()));
    BFA_RETURN_IF_ERROR(move_file(fs, draft + "/" + paths.front(), fresh + "/" + content));
    inventory.manifest[digest] = {content};
    ++made.files;
    made.bytes += size;
  }
  made.bytes += 2 * format_ocfl_inventory(inventory).size();
  BFA_RETURN_IF_ERROR(write_ocfl_inventory(fs, version_folder, inventory));
  BFA_RETURN_IF_ERROR(fs.sync_directory(version_folder));
  if (is_new) {
    BFA_RETURN_IF_ERROR(write_file_atomically(fs, fresh + "/" + kOcflObjectNamaste, "ocfl_object_1.1\n"));
    BFA_RETURN_IF_ERROR(write_ocfl_inventory(fs, fresh, inventory));
    const std::string parent = folder.substr(0, folder.rfind('/'));
    BFA_RETURN_IF_ERROR(fs.create_directories(parent));
    BFA_RETURN_IF_ERROR(fs.rename(fresh, folder));
    BFA_RETURN_IF_ERROR(fs.sync_directory(parent));
  } else {
    remove_tree(folder + "/" + made.version);  // of a commit that was interrupted: no inventory names it
    BFA_RETURN_IF_ERROR(fs.rename(version_folder, folder + "/" + made.version));
    BFA_RETURN_IF_ERROR(fs.sync_directory(folder));
    BFA_RETURN_IF_ERROR(write_ocfl_inventory(fs, folder, inventory));
    remove_tree(fresh);
  }
  remove_tree(draft);
  return made;
}

bool is_ocfl_object(const std::string& folder) {
  std::error_code error;
  return std::filesystem::exists(folder + "/" + kOcflObjectNamaste, error) ||
         std::filesystem::exists(folder + "/" + kOcflInventoryName, error);
}

bool is_ocfl_root(const std::string& folder) {
  std::error_code error;
  return std::filesystem::exists(folder + "/" + kOcflRootNamaste, error) ||
         std::filesystem::exists(folder + "/ocfl_layout.json", error);
}

Result<std::vector<std::string>> list_ocfl_objects(const std::string& path) {
  std::vector<std::string> folders;
  if (is_ocfl_object(path)) return std::vector{path};
  if (!is_ocfl_root(path)) return folders;
  std::error_code error;
  using Walk = std::filesystem::recursive_directory_iterator;
  for (Walk at(path, error); !error && at != Walk(); at.increment(error)) {
    std::error_code ignored;
    if (!at->is_directory(ignored)) continue;
    const std::string name = at->path().filename().string();
    const bool skipped = at.depth() == 0 && (name == "extensions" || name.starts_with('.'));
    const bool object = !skipped && is_ocfl_object(at->path().string());
    if (object) folders.push_back(at->path().string());
    if (object || skipped) at.disable_recursion_pending();
  }
  if (error) return Error{Code::kIo, error.message(), path, -1};
  std::ranges::sort(folders);
  return folders;
}

}  // namespace bfa
