// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "bfa/io/file_system.h"
#include "package/forms/record_output.h"

namespace bfa {

// Writes a METS file for each record, in the form that the repository software of the BlogForever project
// (2013) reads: its namespaces, the first subfields that it takes for keys, its form of dates. Source: the
// reading rules of docs/formats/packages.md, "blogforever-2013".
class BlogForeverOutput final : public RecordOutput {
 public:
  // `folder`: exists. `warcs`: from it to the folder of the WARC files. `model` must outlive it, with its
  // WARC files.
  BlogForeverOutput(FileSystem& fs, std::string folder, std::string warcs, const PackageModel& model)
      : fs_(fs), folder_(std::move(folder)), warcs_(std::move(warcs)), model_(model) {}

  // Errors: kIo.
  Status put(const RecordName& name, const DataObject& object, const MarcRecord& record,
             const std::string& warc) override;
  std::uint64_t bytes() const { return bytes_; }

 private:
  FileSystem& fs_;
  const std::string folder_, warcs_;
  const PackageModel& model_;
  std::uint64_t bytes_ = 0;
};

// The fields of a record as these readers take them.
std::vector<MarcField> blogforever_fields(const MarcRecord& record, const DataObject& object);

}  // namespace bfa
