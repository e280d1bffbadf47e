// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "package/aip/package_model.h"
#include "package/aip/premis.h"

namespace bfa {

// The METS file of a package, written from top to bottom; call in this order.
class MetsWriter {
 public:
  // `sink` and `model` must outlive the writer; `model.files` may grow until files() is called.
  MetsWriter(Sink& sink, const PackageModel& model) : xml_(sink, false), model_(model) {}

  // Opens the document; DC and MODS of what the package is about.
  void header();
  // Opens the element that contains a record's MARCXML, and closes it. `warc`: the file that the object was
  // read from, by its name in the package; may be empty.
  XmlWriter& begin_record(const RecordName& name, const std::string& warc);
  void end_record();
  // In place of records: the file that has them, packed by gzip. The record of what the package is about may
  // follow.
  void packed_records(const std::string& path, const Fixity& fixity);
  // amdSec, fileSec and the physical map.
  void files();
  // The logical map: divisions of the objects, each with the records of its versions, if they are here.
  void begin_logical();
  void begin_division(const DataObject& object, const std::string& record_ids,
                      const std::optional<WarcRef>& place);
  void end_division() { xml_.end(); }
  Status finish() { return xml_.finish(); }

 private:
  void descriptive(const char* id, const char* type, void (*write)(XmlWriter&, const PackageModel&));
  void begin_wrap(const char* element, const std::string& id, const char* type);
  void end_wrap();
  void file_administration(const PackageFile& file);
  void package_administration();
  void file_section();
  void physical_map();
  void divisions_of_use(const char* use, const char* label);

  void line() { xml_.text("\n"); }  // parts begin on lines of their own; white space inside costs a third

  XmlWriter xml_;
  const PackageModel& model_;
  bool packed_ = false;                            // the records are in a file
  RecordName subject_;                             // then: of what the package is about
  std::map<std::string, std::string> records_of_;  // WARC file name to the IDs of records from it
};

}  // namespace bfa
