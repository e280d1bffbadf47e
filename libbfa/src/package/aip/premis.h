// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"
#include "package/files/package_file.h"
#include "xml/xml.h"

namespace bfa {

// What happened to a package's files, or to all of it.
struct PremisEvent {
  std::string type;  // a label of the Library of Congress's vocabulary of event types: "capture"
  std::string time;  // ISO 8601; an interval "a/b" when it took longer
  std::string detail;
  std::string outcome = "success";  // "success", "fail", "warning", or another word
  // Which files it was about, by name; empty: all of the package. Not `linked`: not known which.
  std::vector<std::string> files = {};
  bool linked = true;
  bool whole = false;        // about the package as a whole, not about its files one by one
  bool own = false;          // of the making of this package: by the organisation and person that are stated
  std::string program = {};  // id of the software agent; empty: the one that makes the package

  bool is_about(const PackageFile& file) const;
};

// Who did it. The software comes first; organisation and person only as the user states them.
struct PremisAgent {
  std::string id_type, id;  // "local", "ISIL"
  std::string name;
  std::string type;     // "software", "organization", "person"
  std::string version;  // of software
  std::string note;     // an address
};
PremisAgent software_agent();
// `program`: "libbfa 0.1.0"; empty: not recorded, an agent without a version.
PremisAgent software_agent(const std::string& program);

// Rights as the user or the blog states them. Absent when both strings are empty.
struct PremisRights {
  std::string license;    // URL
  std::string statement;  // text
  bool empty() const { return license.empty() && statement.empty(); }
};

// Writes PREMIS 3 elements; the prefixes premis and xsi are declared by the caller. `package`: the package's
// name, which makes the identifiers: the same in every run.
class PremisWriter {
 public:
  PremisWriter(XmlWriter& xml, std::string package) : xml_(xml), package_(std::move(package)) {}

  void file(const PackageFile& file);
  // The intellectual entity that the package is about. `before`: the name of the package that this one
  // continues; may be empty.
  void entity(const std::string& title, const std::string& url, const std::string& before);
  // Its representation, which consists of the files.
  void representation(const std::vector<const PackageFile*>& files);
  // `about`: the files that it is linked to; empty: the representation.
  void event(const PremisEvent& event, const std::vector<const PackageFile*>& about,
             const std::vector<PremisAgent>& agents);
  void agent(const PremisAgent& agent);
  void rights(const PremisRights& rights);

 private:
  void identifier(const std::string& element, const char* type, const std::string& value);
  // A term of a vocabulary at id.loc.gov; without a code only the label.
  void term(const std::string& element, const char* vocabulary, std::string_view code,
            const std::string& label);
  void relationship(const char* code, const char* label, const std::string& uuid);
  void format(const PackageFile& file);
  std::string entity_uuid() const;
  std::string representation_uuid() const;

  XmlWriter& xml_;
  const std::string package_;
};

// "libbfa" and its version.
std::string software_name();
std::string software_version();

}  // namespace bfa
