// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/container/container.h"
#include "bfa/io/digest.h"
#include "check/check_log.h"
#include "check/mets_files.h"
#include "package/aip/package_place.h"

namespace bfa {

// Compares one package, or those of a container or storage root, with what they say of their files. Used
// once.
class PackageCheck {
 public:
  // The arguments must outlive it. `shown`: as problems name the package; may be empty.
  PackageCheck(FileSystem& fs, std::string directory, std::string shown, const CheckOptions& options,
               CheckLog& log, CheckReport& counts)
      : container_fs_(make_container_file_system(fs)),
        fs_(*container_fs_),
        directory_(std::move(directory)),
        shown_(std::move(shown)),
        prefix_(shown_),
        options_(options),
        log_(log),
        counts_(counts) {}

  Status run();

 private:
  // A file: of captures, or a container of packages or of such files.
  Status check_file();
  // A container without a package: the WACZ and WARC files of this software in it.
  Status check_captures_inside(const std::string& name);
  // A folder that is no package: the packages and files of captures below it.
  Status look_below();
  // An object of OCFL: its inventories, then the package that its newest version is.
  Status look_at_object(const std::string& root, const std::string& object);
  // `name`: as problems name the container.
  Status tell_container(const std::string& name);
  Status tell_members_outside(const std::vector<PackagePlace>& places);
  Status look();
  // Neither METS nor a declaration of a bag is there.
  Status tell_lost_root();
  std::string name_of(const std::string& file) const;
  // Where a file of the package is: in an object of OCFL by its inventory.
  std::string path_of(const std::string& file) const;
  void list_files();
  // `document`: a METS file; those that it names as files are read too.
  Status check_mets(const std::string& document, std::set<std::string>& named);
  Status check_mets_file(const std::string& document, const MetsFile& file, std::set<std::string>& named,
                         std::vector<std::string>& further);
  // Says that a METS file of ours has no last line with its digest any more.
  void tell_lost_seal(const std::string& document);
  // Which captures a damaged WARC file has lost.
  void tell_records(const std::string& name);
  Status compare(const std::string& name, std::optional<std::uint64_t> size, DigestAlgorithm algorithm,
                 const std::string& wanted, const std::string& by);

  // RFC 8493: package_bag.cc.
  Status check_bag();
  // Section 2.2.2: "Payload-Oxum: OCTETS.FILES". `info`: the text of bag-info.txt.
  void compare_oxum(const std::string& info);
  void tell_unnamed(const std::string& manifest, const std::set<std::string>& named);
  using TagManifests = std::map<std::string, std::set<std::string>>;  // the files that each one names
  // Files beside the payload.
  void tell_untagged(const TagManifests& tagged);
  Status check_manifest(const std::string& file, DigestAlgorithm algorithm, std::set<std::string>& named);

  const std::unique_ptr<FileSystem> container_fs_;
  FileSystem& fs_;
  std::string directory_;  // of the package; within a container: "a.zip!/NAME"
  const std::string shown_;
  std::string prefix_;                          // of the names of the package's files
  std::map<std::string, std::string> content_;  // of an object of OCFL: content paths by logical ones
  const CheckOptions& options_;
  CheckLog& log_;
  CheckReport& counts_;
  std::set<std::string> files_;
  std::set<std::string> special_;  // of these, what is not a regular file
  std::set<std::string> counted_;
  bool own_bag_ = false;  // made by this software
  bool sealed_ = false;   // a METS file has a last line with its digest: it names all files
};

// What to do about damage.
inline constexpr const char* kPackAgain =
    "restore the package from a copy, or make it again with bfa pack after the archive was checked";
inline constexpr std::uint64_t kMaxManifestBytes = 256u << 20;

// "a b" from "a%20b".
std::string percent_decoded(std::string_view text);

}  // namespace bfa
