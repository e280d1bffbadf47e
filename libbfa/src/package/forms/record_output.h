// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/base/result.h"
#include "package/aip/marc_record.h"
#include "package/aip/package_model.h"

namespace bfa {

// Takes the MARC records of a package, one after the other.
class RecordOutput {
 public:
  virtual ~RecordOutput() = default;
  // `warc`: the file that the object was read from, by its name in the package; may be empty.
  virtual Status put(const RecordName& name, const DataObject& object, const MarcRecord& record,
                     const std::string& warc) = 0;
};

// A MARCXML collection.
class CollectionOutput final : public RecordOutput {
 public:
  explicit CollectionOutput(Sink& sink) : xml_(sink, false) {
    xml_.start("collection");
    xml_.attribute("xmlns", kMarcNamespace);
  }
  Status put(const RecordName&, const DataObject&, const MarcRecord& record, const std::string&) override {
    xml_.text("\n");
    record.write(xml_, "");
    return {};
  }
  Status finish() { return xml_.finish(); }

 private:
  XmlWriter xml_;
};

}  // namespace bfa
