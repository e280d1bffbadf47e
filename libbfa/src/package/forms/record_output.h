// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>

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

struct KeptRecord {
  RecordName name;
  MarcRecord record;
  std::string warc;
};

// Passes the records on, and keeps the newest one of an object.
class KeepingOutput final : public RecordOutput {
 public:
  // `group`: the object's control number. `next` must outlive it.
  KeepingOutput(RecordOutput& next, std::string group) : next_(next), group_(std::move(group)) {}
  Status put(const RecordName& name, const DataObject& object, const MarcRecord& record,
             const std::string& warc) override {
    if (name.current && name.group == group_) kept_.emplace(KeptRecord{name, record, warc});
    return next_.put(name, object, record, warc);
  }
  std::optional<KeptRecord>& kept() { return kept_; }

 private:
  RecordOutput& next_;
  const std::string group_;
  std::optional<KeptRecord> kept_;
};

}  // namespace bfa
