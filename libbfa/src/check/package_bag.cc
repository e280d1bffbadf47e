// SPDX-License-Identifier: Apache-2.0
// The rules of BagIt.
#include <algorithm>
#include <string>
#include <string_view>

#include "base/try.h"
#include "check/file_digests.h"
#include "check/package_checker.h"
#include "check/watched_file.h"
#include "package/aip/premis.h"

namespace bfa {
namespace {

// As make_bag() writes it: no digest covers the tag manifests themselves.
bool is_own_line(std::string_view line, std::size_t digits) {
  return line.size() > digits + 2 && line.find_first_not_of("0123456789abcdef") == digits &&
         line.substr(digits, 2) == "  " && line[digits + 2] != ' ' && !line.ends_with('\r');
}

}  // namespace

// RFC 8493.
Status PackageCheck::check_bag() {
  const auto declaration = read_file(fs_, directory_ + "/bagit.txt", 4096);
  if (!declaration) {
    log_.failure(declaration.error(), name_of("bagit.txt"), "the declaration of the bag");
  } else if (!declaration->starts_with("BagIt-Version: ") ||
             declaration->find("\nTag-File-Character-Encoding: ") == std::string::npos) {
    log_.damage("bag_damaged", name_of("bagit.txt"), "this is no declaration of a bag", kPackAgain);
  }
  const auto info = files_.contains("bag-info.txt")
                        ? read_file(fs_, directory_ + "/bag-info.txt", kMaxManifestBytes)
                        : Result<std::string>(std::string());
  if (!info) log_.failure(info.error(), name_of("bag-info.txt"), "the description of the bag");
  own_bag_ =
      info && ("\n" + *info).find("\nBag-Software-Agent: " + software_name() + " ") != std::string::npos;
  bool any = false;
  TagManifests tagged;
  for (const std::string& file : files_) {
    const bool tags = file.starts_with("tagmanifest-");
    if ((!tags && !file.starts_with("manifest-")) || !file.ends_with(".txt")) continue;
    const std::size_t begin = file.find('-') + 1;
    const auto algorithm = algorithm_named(file.substr(begin, file.size() - 4 - begin));
    if (!algorithm) {
      log_.unseen("digest_unknown", name_of(file), "a manifest of digests that are not known here",
                  "compare it with another tool");
      continue;
    }
    std::set<std::string> named;
    BFA_RETURN_IF_ERROR(check_manifest(file, *algorithm, named));
    if (tags && named.empty())
      log_.damage("manifest_damaged", name_of(file), "it names no file: its lines are lost", kPackAgain);
    if (tags) {
      tagged[file] = std::move(named);
      continue;
    }
    any = true;
    tell_unnamed(file, named);
  }
  if (info && files_.contains("bag-info.txt")) {
    compare_oxum(*info);
    tell_untagged(tagged);
  }
  if (!any) log_.damage("bag_damaged", name_of("bagit.txt"), "the bag has no manifest", kPackAgain);
  return {};
}

void PackageCheck::compare_oxum(const std::string& info) {
  constexpr std::string_view kLabel = "Payload-Oxum: ";
  const std::size_t label = ("\n" + info).find("\n" + std::string(kLabel));
  if (label == std::string::npos) return;
  const std::size_t begin = label + kLabel.size();
  const std::string stated = info.substr(begin, info.find_first_of("\r\n", begin) - begin);
  std::uint64_t bytes = 0, count = 0;
  for (const std::string& name : files_) {
    if (!name.starts_with("data/") || special_.contains(name)) continue;
    const auto size = fs_.file_size(directory_ + "/" + name);
    if (!size) {
      log_.failure(size.error(), name_of(name), "the file");
      return;
    }
    bytes += *size;
    ++count;
  }
  const std::string found = std::to_string(bytes) + "." + std::to_string(count);
  if (stated != found)
    log_.damage("bag_damaged", name_of("bag-info.txt"),
                "the payload is " + found + " (bytes, files), and by Payload-Oxum " + stated, kPackAgain);
}

void PackageCheck::tell_unnamed(const std::string& manifest, const std::set<std::string>& named) {
  for (const std::string& name : files_) {
    if (name.starts_with("data/") && !named.contains(name))
      log_.damage("file_foreign", name_of(name), manifest + " does not name this file of the bag",
                  "move it elsewhere if it does not belong to the bag, else make the bag again");
  }
}

// A bag may have files that no tag manifest names; those that bfa pack makes have none, and two tag
// manifests. Both name the same files (section 2.2.1): one that names fewer has lost lines.
void PackageCheck::tell_untagged(const TagManifests& tagged) {
  const auto kind = own_bag_ ? CheckProblem::Kind::kDamage : CheckProblem::Kind::kNote;
  for (const char* const name : {"tagmanifest-sha256.txt", "tagmanifest-sha512.txt"}) {
    if (own_bag_ && !files_.contains(name))
      log_.damage("file_missing", name_of(name), "the bag has lost this tag manifest", kPackAgain);
  }
  for (const std::string& name : files_) {
    if (name.starts_with("data/") || name.starts_with("tagmanifest-")) continue;
    const auto names = [&](const auto& manifest) { return manifest.second.contains(name); };
    if (std::ranges::none_of(tagged, names)) {
      if (own_bag_ || !tagged.empty())
        log_.add(kind, "file_foreign", name_of(name), "no tag manifest names this file of the bag",
                 "move it elsewhere if it does not belong to the bag");
      continue;
    }
    for (const auto& manifest : tagged) {
      if (names(manifest) || manifest.second.empty()) continue;
      log_.add(kind, "manifest_damaged", name_of(manifest.first),
               "it has lost the line of " + name + ", which another tag manifest has", kPackAgain);
    }
  }
}

Status PackageCheck::check_manifest(const std::string& file, DigestAlgorithm algorithm,
                                    std::set<std::string>& named) {
  const auto text = read_file(fs_, directory_ + "/" + file, kMaxManifestBytes);
  if (!text) {
    log_.failure(text.error(), name_of(file), "the manifest");
    return {};
  }
  const std::string_view all = *text;
  for (std::size_t at = 0; at < all.size();) {
    if (options_.stop.stop_requested()) return stopped_error();
    const std::size_t end = std::min(all.find('\n', at), all.size());
    std::string_view line = all.substr(at, end - at);
    const auto offset = static_cast<std::int64_t>(at);
    if (own_bag_ && (end == all.size() || !is_own_line(line, digest(algorithm, {}).size() * 2)))
      log_.damage("manifest_damaged", name_of(file), "a line has other bytes than bfa pack writes",
                  kPackAgain, offset);
    if (line.ends_with('\r')) line.remove_suffix(1);
    at = end + 1;
    if (line.empty()) continue;
    const std::size_t gap = line.find_first_of(" \t");
    const std::size_t begin = gap == std::string_view::npos ? gap : line.find_first_not_of(" \t*", gap);
    const std::string name =
        begin == std::string_view::npos ? std::string() : percent_decoded(line.substr(begin));
    const std::size_t digits = digest(algorithm, {}).size() * 2;
    const bool plain =
        !name.empty() && name.front() != '/' && ("/" + name + "/").find("/../") == std::string::npos;
    const bool hex = gap == digits && line.substr(0, gap).find_first_not_of("0123456789abcdefABCDEF") ==
                                          std::string_view::npos;
    if (!plain || !hex) {
      log_.damage("manifest_damaged", name_of(file), "a line is not a digest and a name", kPackAgain, offset);
      continue;
    }
    if (!named.insert(name).second && own_bag_)
      log_.damage("manifest_damaged", name_of(file), "it names a file twice", kPackAgain, offset);
    BFA_RETURN_IF_ERROR(compare(name, {}, algorithm, std::string(line.substr(0, gap)), file));
  }
  return {};
}

}  // namespace bfa
