// SPDX-License-Identifier: Apache-2.0
#include "package/aip/package_place.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <system_error>

#include "base/try.h"
#include "bfa/container/container.h"
#include "bfa/io/compress.h"
#include "package/aip/premis.h"
#include "package/aip/readme.h"
#include "package/files/folder_files.h"
#include "package/ocfl/object_folder.h"
#include "store/journal.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxPackages = 1'000;  // in a container: each is looked for among all members
constexpr std::size_t kNoteStart = 4096;     // of a note: its format is in the second line
// Where a note is in the forms of package.
constexpr std::array<std::string_view, 3> kNotePaths = {"metadata/source.json", "documentation/source.json",
                                                        "data/metadata/source.json"};
// And other files that only packages have.
constexpr std::array<std::string_view, 3> kReadmePaths = {"README.txt", "documentation/README.txt",
                                                          "data/README.txt"};
constexpr std::array<std::string_view, 2> kMarcPaths = {"metadata/marc.xml", "metadata/descriptive/marc.xml"};
constexpr std::array<std::string_view, 3> kPackedMarcPaths = {
    "metadata/marc.xml.gz", "metadata/descriptive/marc.xml.gz", "data/metadata/marc.xml.gz"};
constexpr std::string_view kBagInfo = "bag-info.txt";
constexpr std::array kMarcKinds = {"blog", "post", "page", "comment"};
constexpr std::size_t kMarcDigits = 24;

bool has(const std::vector<std::string>& files, const std::string& name) {
  return std::ranges::binary_search(files, name);
}

// The names of files that make a folder a package.
bool is_mark(std::string_view file) {
  return file == "METS.xml" || file == "mets.xml" || file == "bagit.txt";
}

// The first bytes of a file, unpacked; those before the first that cannot be read.
std::string start_of(FileSystem& fs, const std::string& path, ContentCoding coding) {
  const auto file = open_file_source(fs, path);
  if (!file) return {};
  const auto source = make_decoding_source(coding, **file);
  if (!source) return {};
  std::string start(kNoteStart, '\0');
  std::size_t length = 0;
  while (length < start.size()) {
    const auto got = (*source)->read(std::as_writable_bytes(std::span(start)).subspan(length));
    if (!got || *got == 0) break;
    length += *got;
  }
  start.resize(length);
  return start;
}

// Whether the first bytes of a file have all these words.
bool begins_with(FileSystem& fs, const std::string& path, std::initializer_list<std::string_view> words) {
  const std::string start = start_of(fs, path, ContentCoding::kIdentity);
  return std::ranges::all_of(words,
                             [&](std::string_view word) { return start.find(word) != std::string::npos; });
}

// Whether the first record is numbered as those of this software: see marc_control_number(). Libraries have
// MARC records of other numbers.
bool has_marc_number(FileSystem& fs, const std::string& path, ContentCoding coding) {
  constexpr std::string_view kNumber = "controlfield tag=\"001\">";
  const std::string start = start_of(fs, path, coding);
  const std::size_t at = start.find(kNumber);
  if (at == std::string::npos) return false;
  const std::string_view number = std::string_view(start).substr(at + kNumber.size());
  const std::size_t dash = number.find('-');
  const std::string_view digits = number.substr(std::min(dash, number.size() - 1) + 1).substr(0, kMarcDigits);
  const auto is_kind = [&](const char* kind) { return number.substr(0, dash) == kind; };
  return dash != std::string_view::npos && std::ranges::any_of(kMarcKinds, is_kind) &&
         digits.size() == kMarcDigits &&
         digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Files that show that a folder was a package of this software, also when it has lost its METS.xml or
// bagit.txt. Other programs have files of these names too, with other words.
bool is_trace(FileSystem& fs, const std::string& root, std::string_view name) {
  const std::string path = root + std::string(name);
  const auto is_one_of = [&](const auto& names) { return std::ranges::find(names, name) != names.end(); };
  if (is_one_of(kNotePaths)) return begins_with(fs, path, {"\"bfa-package\""});
  if (is_one_of(kReadmePaths)) return begins_with(fs, path, {"Package ", kReadmeBlog});
  if (is_one_of(kMarcPaths)) return has_marc_number(fs, path, ContentCoding::kIdentity);
  if (is_one_of(kPackedMarcPaths)) return has_marc_number(fs, path, ContentCoding::kGzip);
  return name == kBagInfo && begins_with(fs, path, {"Bag-Software-Agent: " + software_name() + " "});
}

// Calls visit(name) for each path at which a package has such a file.
template <class Visit>
void for_traces(const Visit& visit) {
  for (const std::string_view name : kNotePaths) visit(name);
  for (const std::string_view name : kReadmePaths) visit(name);
  for (const std::string_view name : kMarcPaths) visit(name);
  for (const std::string_view name : kPackedMarcPaths) visit(name);
  visit(kBagInfo);
}

PackagePlace place_of(std::string root, std::vector<std::string> files) {
  std::ranges::sort(files);
  PackagePlace place;
  place.root = std::move(root);
  place.files = std::move(files);
  place.mets = has(place.files, "METS.xml") || has(place.files, "mets.xml");
  place.bag = has(place.files, "bagit.txt");
  return place;
}

// The folders of a container, with their "/", that are packages of this software, however deep. Not those
// within others.
std::set<std::string> deep_packages(FileSystem& fs, const std::string& path,
                                    const std::vector<std::string>& names) {
  std::set<std::string> folders;
  const auto add = [&](const std::string& name, std::string_view trace) {
    if (!name.ends_with(trace) || name.size() == trace.size()) return;
    const std::string folder = name.substr(0, name.size() - trace.size());
    if (!folder.ends_with('/')) return;
    if (is_trace(fs, path + "!/" + folder, trace)) folders.insert(folder);
  };
  for (const std::string& name : names) for_traces([&](std::string_view trace) { add(name, trace); });
  std::set<std::string> outer;
  for (const std::string& folder : folders) {
    if (outer.empty() || !folder.starts_with(*outer.rbegin())) outer.insert(folder);
  }
  return outer;
}

// A container has the package's folder, or its files at the top.
Result<std::vector<PackagePlace>> packages_in_container(FileSystem& fs, const std::string& path) {
  BFA_ASSIGN_OR_RETURN(const auto names, fs.list(path + "!/"));
  std::vector<PackagePlace> places;
  std::set<std::string> folders;  // that have a package: at the top, or one below it
  for (const std::string& name : names) {
    // tar writes "./NAME/METS.xml" when it is given "./NAME".
    const std::size_t slash =
        name.find('/', name.starts_with("./") && name.find('/', 2) != std::string::npos ? std::size_t{2}
                                                                                        : std::size_t{0});
    const std::string folder = slash == std::string::npos ? std::string() : name.substr(0, slash + 1);
    const std::string_view file = std::string_view(name).substr(folder.size());
    const auto shows = [&](const std::string& root) {
      return is_trace(fs, path + "!/" + root, std::string_view(name).substr(root.size()));
    };
    if (is_mark(file) || shows(folder)) folders.insert(folder);
    const std::string above = folder.starts_with("./") ? "./" : "";
    if (shows(above)) folders.insert(above);
  }
  for (const char* const top : {"", "./"}) {
    if (folders.contains(top)) folders = {top};  // what is below belongs to it
  }
  if (folders.empty()) folders = deep_packages(fs, path, names);
  if (folders.size() > kMaxPackages)
    return Error{Code::kLimit, "more than 1,000 packages in one container", path, -1};
  for (const std::string& folder : folders) {
    std::vector<std::string> files;
    for (const std::string& name : names) {
      if (name.starts_with(folder)) files.push_back(name.substr(folder.size()));
    }
    PackagePlace place = place_of(path + "!/" + folder, std::move(files));
    place.root.pop_back();
    places.push_back(std::move(place));
  }
  return places;
}

// The packages of the containers of a folder; nothing when one of these files is no container of packages.
Result<std::vector<PackagePlace>> packages_in_containers(FileSystem& fs,
                                                         const std::vector<std::string>& files) {
  std::vector<PackagePlace> all;
  for (const std::string& file : files) {
    BFA_ASSIGN_OR_RETURN(const bool container, is_container(fs, file));
    if (!container) return std::vector<PackagePlace>();
    BFA_ASSIGN_OR_RETURN(auto places, packages_in_container(fs, file));
    if (places.empty()) return places;
    std::move(places.begin(), places.end(), std::back_inserter(all));
  }
  return all;
}

// A package, or a folder of packages: folders and containers, and nothing else.
Result<std::vector<PackagePlace>> packages_in_folder(FileSystem& fs, const std::string& path) {
  std::vector<PackagePlace> places;
  std::error_code error;
  std::vector<std::string> folders = {path}, files;
  for (std::filesystem::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    const std::string name = at->path().filename().string();
    if (name.starts_with('.')) continue;
    (at->is_directory(ignored) ? folders : files).push_back(path + "/" + name);
  }
  if (error) return Error{Code::kIo, error.message(), path, -1};
  std::sort(folders.begin() + 1, folders.end());
  std::sort(files.begin(), files.end());
  for (const std::string& folder : folders) {
    const auto is_there = [&](const char* name) {
      return std::filesystem::exists(folder + "/" + name, error);
    };
    if (!is_there("METS.xml") && !is_there("mets.xml") && !is_there("bagit.txt") &&
        !is_own_package(fs, folder)) {
      if (folder != path) return std::vector<PackagePlace>();  // a folder with other things too
      if (files.empty()) continue;
      BFA_ASSIGN_OR_RETURN(places, packages_in_containers(fs, files));
      if (places.empty()) return places;
      continue;
    }
    BFA_ASSIGN_OR_RETURN(auto own, files_below(folder));
    places.push_back(place_of(folder, std::move(own)));
    if (folder == path) break;  // what is below belongs to it
  }
  return places;
}

// The newest version of each object.
Result<std::vector<PackagePlace>> packages_of_objects(FileSystem& fs,
                                                      const std::vector<std::string>& folders) {
  std::vector<PackagePlace> places;
  for (const std::string& folder : folders) {
    BFA_ASSIGN_OR_RETURN(const OcflInventory inventory, read_ocfl_inventory(fs, folder));
    auto content = inventory.files_of(inventory.versions.size());
    std::vector<std::string> files;
    for (const auto& [logical, path] : content) files.push_back(logical);
    PackagePlace place = place_of(folder, std::move(files));
    place.content = std::move(content);
    places.push_back(std::move(place));
  }
  return places;
}

}  // namespace

std::string PackagePlace::path_of(const std::string& file) const {
  const auto found = content.find(file);
  return root + "/" + (found == content.end() ? file : found->second);
}

bool is_own_package(FileSystem& container_fs, const std::string& root) {
  bool own = false;
  for_traces([&](std::string_view name) { own = own || is_trace(container_fs, root + "/", name); });
  return own;
}

std::string outer_path(const std::string& root) {
  const std::size_t inside = root.find("!/");
  if (inside != std::string::npos) return root.substr(0, inside);
  std::error_code error;
  const bool top = root.ends_with('!') && !std::filesystem::exists(root, error);  // of a container
  return top ? root.substr(0, root.size() - 1) : root;
}

std::vector<std::string> PackagePlace::warcs() const {
  std::vector<std::string> paths = captures;
  for (const std::string& file : files) {
    if (is_warc_name(file)) paths.push_back(path_of(file));
  }
  return paths;
}

Error no_package_at(const std::string& path) {
  std::error_code error;
  const bool there = std::filesystem::exists(path, error);
  return {Code::kNotFound, there ? kNoPackage : "there is no such file or folder", path, -1};
}

Result<std::vector<PackagePlace>> find_packages(FileSystem& container_fs, const std::string& path) {
  std::string plain = path;
  while (plain.size() > 1 && plain.ends_with('/')) plain.pop_back();
  std::vector<PackagePlace> places;
  std::error_code error;
  BFA_ASSIGN_OR_RETURN(const auto objects, list_ocfl_objects(plain));
  if (!objects.empty()) return packages_of_objects(container_fs, objects);
  if (std::filesystem::is_directory(plain, error)) {
    BFA_ASSIGN_OR_RETURN(places, packages_in_folder(container_fs, plain));
  } else {
    BFA_ASSIGN_OR_RETURN(const bool container, is_container(container_fs, plain));
    if (container) {
      BFA_ASSIGN_OR_RETURN(places, packages_in_container(container_fs, plain));
    }
  }
  if (places.empty()) return no_package_at(path);
  return places;
}

Result<std::optional<SourceNote>> source_note_of(FileSystem& container_fs, const PackagePlace& place) {
  for (const std::string_view path : kNotePaths) {
    const std::string name(path);
    if (!has(place.files, name)) continue;
    BFA_ASSIGN_OR_RETURN(const auto source, open_file_source(container_fs, place.path_of(name)));
    auto note = read_source_note(*source);
    if (note) return std::optional(std::move(*note));
    Error error = std::move(note).error();
    error.where = place.path_of(name);
    if (error.code == Code::kCorrupt)
      error.message += "; without it only captures can be taken: import the WARC files of the package";
    return error;
  }
  return std::optional<SourceNote>();
}

}  // namespace bfa
