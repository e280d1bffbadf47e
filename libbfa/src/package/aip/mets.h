// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "package/aip/package_file.h"
#include "package/aip/premis.h"
#include "package/aip/selection.h"

namespace bfa {

// The METS file of a package, written from top to bottom; call in this order.
class MetsWriter {
 public:
  // `package`: its name, which is its OBJID. `sink` must outlive the writer.
  MetsWriter(Sink& sink, std::string package, std::string title, UtcTime created);

  void header();
  // Opens the element that contains the record's MARCXML, and closes it.
  XmlWriter& begin_descriptive(const DataObject& object);
  void end_descriptive();
  // amdSec, fileSec and the physical map. `files` must outlive the writer.
  void files(const std::vector<PackageFile>& files, const std::vector<PremisEvent>& events);
  // The logical map: divisions of the objects, in the order of their records.
  void begin_logical();
  void begin_division(const DataObject& object);
  void end_division() { xml_.end(); }
  Status finish() { return xml_.finish(); }

 private:
  void file_section(const std::vector<PackageFile>& files);
  void physical_map(const std::vector<PackageFile>& files);
  void divisions_of_folder(const std::vector<PackageFile>& files, const std::string& folder);

  XmlWriter xml_;
  const std::string package_, title_;
  const UtcTime created_;
  std::string first_record_;                     // ID of the blog's record
  std::map<std::string, std::string> warc_ids_;  // WARC file name to METS file ID
};

}  // namespace bfa
