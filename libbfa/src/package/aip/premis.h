// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/base/time.h"
#include "package/aip/package_file.h"
#include "xml/xml.h"

namespace bfa {

// An event that made or checked WARC files of a package.
struct PremisEvent {
  std::string type;  // of the Library of Congress vocabulary: "capture", "message digest calculation"
  std::string time;  // ISO 8601; an interval "a/b" when it took longer
  std::string detail;
  std::string outcome = "success";
  // Which WARC files it was about, by name; empty: all of the package. Not `linked`: not known which.
  std::vector<std::string> files = {};
  bool linked = true;
};

// Writes an <amdSec> with one PREMIS 3 object for each file, then the events, each linked to all objects,
// and the agent of both. Prefixes: mets, premis, xsi.
void write_administrative_section(XmlWriter& xml, const std::string& package, const std::string& id,
                                  const std::vector<const PackageFile*>& files,
                                  const std::vector<PremisEvent>& events);

// ID of a file's <techMD>.
std::string technical_id(const std::string& package, const PackageFile& file);

// "libbfa" and its version.
std::string software_name();
std::string software_version();

}  // namespace bfa
