// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bfa/base/time.h"
#include "bfa/object/version.h"
#include "package/aip/premis.h"
#include "package/files/package_file.h"

namespace bfa {

// What a package holds, before it is written in a form. Records of objects are not in memory: they are
// streamed (RecordOutput).
struct PackageModel {
  std::string name;    // of its folder; its identifier, the same in every run
  std::string title;   // of the blog or object
  std::string url;     // of the blog or object
  std::string before;  // the package that this one continues; may be empty
  UtcTime now{};
  std::vector<PackageFile> files;  // paths relative to the package's METS file
  std::vector<PremisEvent> events;
  std::vector<PremisAgent> agents;   // the software first
  std::vector<PremisAgent> readers;  // other versions of the software, which read what is described
  PremisRights rights;
  ObjectSummary about;         // the blog or object, with its attributes
  std::string rights_of_user;  // stated for the collection

  std::vector<const PackageFile*> preserved() const {  // what the representation consists of
    std::vector<const PackageFile*> list;
    for (const PackageFile& file : files) {
      if (file.preserved()) list.push_back(&file);
    }
    return list;
  }
};

// A MARC record of a version of an object.
struct RecordName {
  std::string id;     // an NCName: "dmd-post-3f0c..."; of an older version "dmd-post-3f0c...-v2"
  std::string group;  // the same for all versions of an object
  bool current = true;
};

// Namespaces that several documents declare.
inline constexpr const char* kMarcNamespace = "http://www.loc.gov/MARC21/slim";
inline constexpr const char* kPremisNamespace = "http://www.loc.gov/premis/v3";
inline constexpr const char* kMetsNamespace = "http://www.loc.gov/METS/";
inline constexpr const char* kXlinkNamespace = "http://www.w3.org/1999/xlink";
inline constexpr const char* kXsiNamespace = "http://www.w3.org/2001/XMLSchema-instance";

// What METS.xml says that it follows: docs/formats/mets-profile.xml has the same URI.
inline constexpr const char* kMetsProfile = "urn:bfa:mets-profile:blog:1";

}  // namespace bfa
