// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bfa/object/version.h"
#include "bfa/xml/xml.h"

namespace bfa {

struct MarcOptions {
  bool catalogue = false;       // 520 $a cut at 9,000 bytes at a character border
  bool personal_data = false;   // 955, 956
  std::string prefix = "marc";  // namespace prefix; declared on the record
};

// Writes one <record> of MARC 21 slim for a blog, post, page or comment. `version`: number of this version,
// from 1; `replies`: comments on it. Errors: kUnsupported for feeds. Source: BlogForever Crawler, Tables 4 to
// 6, with the corrections of docs/formats/package.md.
BFA_EXPORT Status write_marc_record(XmlWriter& xml, const ObjectSummary& object,
                                    const std::vector<DataObject>& replies, const MarcOptions& options);

}  // namespace bfa
