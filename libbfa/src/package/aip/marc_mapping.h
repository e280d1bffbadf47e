// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "package/aip/marc_record.h"
#include "package/aip/marcxml.h"

namespace bfa {

struct MappedRecord {
  MarcRecord record;
  bool holds_text = true;  // false: the text is cut
};

// The record of an object by the BlogForever mapping. Errors: kUnsupported for feeds.
Result<MappedRecord> map_to_marc(const ObjectSummary& object, const std::vector<DataObject>& replies,
                                 const MarcOptions& options);

}  // namespace bfa
