// SPDX-License-Identifier: Apache-2.0
// Checks datapackage.json of a WACZ file: its mandatory members, and whether it fits the content of the
// file.
#include <set>
#include <utility>
#include <vector>

#include "base/try.h"
#include "bfa/io/digest.h"
#include "io/base64.h"
#include "io/crc32.h"
#include "io/ecdsa.h"
#include "wacz/wacz_checks.h"
#include "wacz/wacz_json.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMostJson = std::uint64_t{8} << 20;
constexpr const char* kPackage = "datapackage.json";
constexpr const char* kDigest = "datapackage-digest.json";

std::optional<DigestAlgorithm> algorithm_of(const std::string& hash) {
  if (hash.starts_with("sha256:")) return DigestAlgorithm::kSha256;
  if (hash.starts_with("sha512:")) return DigestAlgorithm::kSha512;
  if (hash.starts_with("sha1:")) return DigestAlgorithm::kSha1;
  if (hash.starts_with("md5:")) return DigestAlgorithm::kMd5;
  return std::nullopt;
}

struct Measured {
  std::uint64_t bytes = 0;
  std::uint32_t crc = 0;
  std::string hash;
  std::optional<Error> error;
};

// Reads a member, but not more of it than its directory says.
Result<Measured> measure(const WaczCheck& check, const ContainerEntry& entry, DigestAlgorithm algorithm) {
  Measured measured;
  const auto file = check.container.open_entry(entry);
  if (!file) {
    if (file.error().code == Code::kIo) return file.error();
    measured.error = file.error();
    return measured;
  }
  Digester digester(algorithm);
  std::vector<std::byte> buffer(std::size_t{256} << 10);
  while (measured.bytes <= entry.size) {
    const auto got = (*file)->read_at(measured.bytes, buffer);
    if (!got && got.error().code == Code::kIo) return got.error();
    // Behind the last byte it is the checksum that is wrong: check_resource compares it.
    if (!got && measured.bytes < entry.size) measured.error = got.error();
    if (!got || *got == 0) break;
    const std::string_view bytes(reinterpret_cast<const char*>(buffer.data()), *got);
    digester.update(bytes);
    measured.crc = crc32_of(bytes, measured.crc);
    measured.bytes += *got;
  }
  measured.hash = labelled_digest(algorithm, digester.finish());
  return measured;
}

void check_fields(WaczCheck& check, const WaczPackage& package) {
  check.report.version = package.version;
  if (package.profile != "data-package" && package.profile != "wacz") {
    check.violation("wacz_profile", "profile is '" + package.profile + "', where it is to be 'data-package'",
                    kPackage);
  }
  if (package.version.empty()) {
    check.violation("wacz_version", "no wacz_version", kPackage);
  } else if (!package.version.starts_with("1.")) {
    check.remark("wacz_version_unknown", "wacz_version " + package.version, kPackage);
  }
  if (package.created.empty()) check.remark("wacz_created", "no time of creation", kPackage);
  if (!package.created.empty() && !parse_timestamp(package.created)) {
    check.violation("wacz_created", "created is no RFC 3339 time", kPackage);
  }
  if (package.resources.empty()) check.violation("wacz_resources", "resources lists no file", kPackage);
}

Status check_resource(WaczCheck& check, const WaczResource& resource) {
  const std::string& path = resource.path;
  if (resource.name.empty() || resource.hash.empty()) {
    check.violation("wacz_resource_incomplete", "a resource has name, path, hash and bytes", path);
  }
  const ContainerEntry* const entry = check.member(path);
  if (entry == nullptr) {
    check.violation("wacz_resource_absent", "listed, but not there", path);
    return {};
  }
  const auto algorithm = algorithm_of(resource.hash);
  BFA_ASSIGN_OR_RETURN(const Measured measured,
                       measure(check, *entry, algorithm.value_or(DigestAlgorithm::kSha256)));
  if (measured.error) {
    check.report.corrupt = true;
    check.violation("wacz_member_unreadable", measured.error->message, path);
    return {};
  }
  if (measured.bytes != resource.bytes) {
    check.violation("wacz_bytes",
                    std::to_string(measured.bytes) + " bytes, where datapackage.json says " +
                        std::to_string(resource.bytes),
                    path);
  }
  if (entry->crc && measured.bytes == entry->size && measured.crc != *entry->crc) {
    ++check.report.digests_bad;
    check.violation("zip_crc", "content does not fit the checksum of the zip file", path);
  }
  if (!algorithm) {
    if (!resource.hash.empty())
      check.violation("wacz_hash_unknown", "hash '" + resource.hash + "' is of no known kind", path);
    return {};
  }
  const bool right = same_digest(resource.hash, measured.hash);
  ++(right ? check.report.digests_ok : check.report.digests_bad);
  if (!right) check.violation("wacz_hash", "content has " + measured.hash + ", not " + resource.hash, path);
  return {};
}

void check_listed(WaczCheck& check, const WaczPackage& package) {
  std::set<std::string> listed;
  for (const auto& resource : package.resources) {
    if (!listed.insert(resource.path).second)
      check.violation("wacz_resource_twice", "listed twice", resource.path);
  }
  for (const auto& [name, entry] : check.members) {
    if (entry->folder || name == kPackage || name == kDigest || listed.contains(name)) continue;
    check.violation("wacz_resource_unlisted", "there, but not in the list of datapackage.json", name);
  }
}

Result<std::optional<nlohmann::json>> read_json(WaczCheck& check, const char* name, std::string& text) {
  auto read = read_file(check.files, check.inside(name), kMostJson);
  if (!read && read.error().code == Code::kIo) return std::move(read).error();
  std::optional<nlohmann::json> json;
  if (read) {
    text = std::move(*read);
    json = parse_wacz_json(text);
  }
  if (json && !json->is_object()) json.reset();
  if (!json) check.violation("wacz_json", "no JSON object", name);
  return json;
}

// Signed with an anonymous key, or with a domain's certificate, which is not checked here.
void check_signature(WaczCheck& check, const nlohmann::json& json, const std::string& hash) {
  const auto found = json.find("signedData");
  if (found == json.end()) return;
  if (!found->is_object()) return check.violation("wacz_signature", "signedData is no object", kDigest);
  const std::string key_text = wacz_text(*found, "publicKey");
  if (wacz_text(*found, "hash") != hash)
    check.violation("wacz_signature_hash", "signedData has another hash", kDigest);
  if (key_text.empty() != wacz_text(*found, "domain").empty()) {
    if (key_text.empty())
      return check.remark("wacz_signature_domain", "signed by a domain, which is not checked", kDigest);
  } else {
    return check.violation("wacz_signature", "signedData has either publicKey or domain", kDigest);
  }
  check.report.signed_package = true;
  const auto key = base64_decode(key_text);
  const auto signature = base64_decode(wacz_text(*found, "signature"));
  if (key && signature) {
    const auto right = verify_ecdsa({*signature, *key}, wacz_text(*found, "hash"));
    check.report.signature_right = right && *right && wacz_text(*found, "hash") == hash;
  }
  if (!check.report.signature_right)
    check.violation("wacz_signature_wrong", "signature does not fit key and hash", kDigest);
}

Status check_digest(WaczCheck& check, const std::string& package_text) {
  if (check.member(kDigest) == nullptr) {
    check.remark("wacz_digest_missing", "no datapackage-digest.json");
    return {};
  }
  std::string text;
  BFA_ASSIGN_OR_RETURN(const auto json, read_json(check, kDigest, text));
  if (!json) return {};
  if (wacz_text(*json, "path") != kPackage)
    check.violation("wacz_digest_path", "path is not datapackage.json", kDigest);
  const std::string hash = wacz_text(*json, "hash");
  const auto algorithm = algorithm_of(hash);
  if (!algorithm) {
    check.violation("wacz_digest_hash", "hash '" + hash + "' is of no known kind", kDigest);
    return {};
  }
  const std::string own = labelled_digest(*algorithm, digest(*algorithm, package_text));
  const bool right = same_digest(own, hash);
  ++(right ? check.report.digests_ok : check.report.digests_bad);
  if (!right) check.violation("wacz_digest_hash", "datapackage.json has " + own + ", not " + hash, kDigest);
  check_signature(check, *json, hash);
  return {};
}

}  // namespace

Status check_package(WaczCheck& check) {
  if (check.member(kPackage) == nullptr) {
    check.violation("wacz_datapackage_missing", "no datapackage.json");
    return {};
  }
  std::string text;
  BFA_ASSIGN_OR_RETURN(const auto json, read_json(check, kPackage, text));
  if (!json) return {};
  const WaczPackage package = wacz_package_of(*json);
  check_fields(check, package);
  check_listed(check, package);
  for (const auto& resource : package.resources) BFA_RETURN_IF_ERROR(check_resource(check, resource));
  return check_digest(check, text);
}

}  // namespace bfa
