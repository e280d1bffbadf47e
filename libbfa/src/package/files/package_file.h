// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/file_sink.h"
#include "io/name_uuid.h"

namespace bfa {

// A file of a package, as described in METS and PREMIS.
struct PackageFile {
  std::string path;  // relative to METS.xml, with '/'; ASCII without '%' and space
  std::string use;   // of its group: "warc", "text", "documentation", "metadata"
  std::string mime_type;
  Fixity fixity;
  std::string puid;         // PRONOM; empty: unknown
  std::string format_name;  // "WARC", "XML", "Plain text"
  std::string format_version;
  std::string original_name;  // of the file that it was taken from, when it differs

  bool preserved() const { return use == "warc" || use == "text"; }  // not about the package
  std::string name() const;                                          // last part of the path
  std::string uuid(std::string_view package) const;                  // the same for the same package and path
  std::string file_id(std::string_view package) const;               // for METS
};

// A folder name for a blog, from host, port and path: lower-case ASCII letters, digits, '.', '-' and '_'.
// When that loses something of the address, eight digits of a digest keep names apart.
std::string package_name(std::string_view home_url);

// "1.0" or "1.1" from the first record of a WARC file, compressed or not; empty if it is unknown.
std::string warc_version_of(FileSystem& fs, const std::string& path);

}  // namespace bfa
