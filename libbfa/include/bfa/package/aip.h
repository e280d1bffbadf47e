// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/base/log.h"
#include "bfa/store/archive.h"

namespace bfa {

// What a package looks like. docs/formats/packages.md compares them.
enum class PackageForm : std::uint8_t {
  kMets,     // METS 1.12 with MARCXML, PREMIS 3, MODS and DC inside
  kBag,      // BagIt 1.0 (RFC 8493), whose payload is the same METS package
  kEarkSip,  // E-ARK SIP 2.2.0
  kEarkAip,  // E-ARK AIP 2.2.0
  kOcfl,     // OCFL 1.1: the METS package as a version of an object in the storage root output_directory
  kDspace,   // DSpace METS SIP profile, with MODS
  kBlogForever2013,  // a bag with a METS file for each record, for the readers of 2013
  kWacz,             // one WACZ file
  kWarc              // one WARC file
};
// "mets", "bag", "eark-sip", "eark-aip", "ocfl", "dspace", "blogforever-2013", "wacz", "warc".
BFA_EXPORT std::string_view package_form_name(PackageForm form);
BFA_EXPORT std::optional<PackageForm> parse_package_form(std::string_view name);

// What a package is written into: a folder, or one file that has that folder.
enum class PackageContainer : std::uint8_t { kFolder, kTar, kZip, k7z };
// "dir", "tar", "zip", "7z".
BFA_EXPORT std::optional<PackageContainer> parse_package_container(std::string_view name);

// Who keeps the archive, as the user states it. Empty strings: not stated; nothing is made up.
struct PackageKeeper {
  std::string organisation;  // name
  std::string code;          // ISIL (ISO 15511), as "DE-1"; else a MARC organisation code
  std::string address;
  std::string person;  // who runs it
  std::string rights;  // what holds for the collection
};

// What an earlier package has of its archive: earlier_packages() (bfa/migrate/import.h) reads it.
struct EarlierPackage {
  std::string name;
  std::string blog;                                            // home page
  std::vector<std::pair<std::uint64_t, std::uint64_t>> steps;  // first and last number of each range
  std::uint64_t after_step = 0;      // what packages before it have: the steps up to this one; 0: none
  std::uint64_t last_step = 0;       // of the archive when it was made
  std::optional<UtcTime> noted;      // of its newest record about the blog itself; nothing: not known
  std::optional<UtcTime> last_time;  // of the record of the greatest of `steps`; nothing: not known
};

struct PackageOptions {
  std::string output_directory;  // empty: the archive's packages/, but for kOcfl, which has to name one
  std::string url;               // one blog, or one object; empty: the whole archive
  PackageForm form = PackageForm::kMets;
  PackageContainer into = PackageContainer::kFolder;
  bool all_versions = true;      // records of all versions of each object, else of the latest one
  std::optional<UtcTime> since;  // only what was captured then or later, or was imported since
  std::string before;            // with `since`: name of the package that this one continues
  // In place of `since` and `before`: pack only what these packages do not have. A blog without a package in
  // this list is packed whole. Refused for one object, for kOcfl, and without copy_warc.
  std::vector<EarlierPackage> earlier;
  PackageKeeper keeper;
  bool catalogue = false;  // one text field of at most 9,000 bytes; longer texts go to files
  // The MARC records as one MARCXML file packed by gzip, else as XML, which doubles a package. The record of
  // what the package is about is in METS as well. No effect on kBlogForever2013, kWacz and kWarc.
  bool pack_records = true;
  bool links = false;          // write 856 42 for each link and image of an object
  bool personal_data = false;  // write 955 (webmaster) and 956 (hosting IP)
  bool copy_warc = true;       // copy the captures into the package; else name the WARC files (kMets only)
  std::string places;          // an .mmdb file: city and country of the blog's server; empty: not looked up
  Clock* clock = nullptr;      // CREATEDATE; system_clock() when null
  // How many packages are written at once, 0: one per core, at most 4. With 1 all functions given here are
  // called in the caller's thread, else by one thread at a time; the archive is then read by several threads.
  // Packages and reports do not depend on it. kOcfl: always 1.
  std::size_t threads = 1;
  LogHook log;
  // Asked often: once it returns false, the work ends with kUnavailable and leaves no draft. Empty: go on.
  std::function<bool()> go_on;
};

struct PackageReport {
  std::string directory;   // of the package; its file, if it is in a container or is one; of the OCFL object
  std::string version;     // kOcfl: "v2"
  bool unchanged = false;  // kOcfl: the object's newest version says all this already: none was added
  std::string blog;
  std::uint64_t records = 0;  // MARC records; of kWacz and kWarc: WARC records
  std::uint64_t warc_files = 0;
  std::uint64_t warc_bytes = 0;
  std::uint64_t bytes = 0;  // of all files of the package; of the container
};

// Writes a package for each blog, or for one blog or object: its own captures, byte for byte, with the
// originals of their revisits; descriptions of all versions of its objects; provenance; digests. Written
// under a temporary name and renamed when complete. The same archive and clock give the same bytes. Memory
// does not grow with the number of objects but for about 100 bytes a record; each thread has its own. Errors:
// kNotFound (no such blog; all WARC files are still written; nothing came since `since`), kCorrupt (a WARC
// file is lost, or differs from its digest; `places`), kInvalidArgument, kIo. Source: BlogForever Crawler,
// Tables 4 to 6; docs/formats/packages.md.
BFA_EXPORT Result<std::vector<PackageReport>> write_packages(const Archive& archive,
                                                             const PackageOptions& options);

}  // namespace bfa
