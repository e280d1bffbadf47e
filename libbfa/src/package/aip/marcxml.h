// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/object/version.h"
#include "xml/xml.h"

namespace bfa {

struct MarcOptions {
  bool catalogue = false;       // cut 520 $a at 9,000 bytes at a character border
  bool personal_data = false;   // 955, 956
  std::string prefix = "marc";  // namespace prefix; declared on the record; empty: the default namespace

  std::string agency;         // ISIL or MARC code of who makes the record: 003, 040; empty: not stated
  std::uint64_t version = 0;  // 950 $a: number of the version; 0: the number of all versions
  bool current = true;        // the newest one
  std::string change;         // what differs from the version before, for people; may be empty

  std::string blog_url;    // the blog that a post or page belongs to: 760, 773
  std::string blog_title;  // its title; may be empty
  std::string number;      // control number of the object in all versions; empty: that of this one
  std::string newest_url;  // of an older version: where the object is now: 787; empty: where it was
  const DataObject* duplicate = nullptr;  // what has the same content, if it has a record: 776
  const DataObject* whole = nullptr;      // what this is a further page of, if it has a record: 773
  const DataObject* post = nullptr;       // of a comment: its post: 245, 773
  const DataObject* parent = nullptr;     // of a comment: its parent comment: a second 773
  bool links = false;                     // 856 42 for each link and image
  std::string full_text_href;             // a file with the whole text, if it does not fit the record: 856
};

// Writes one <record> of MARC 21 slim for a blog, post, page or comment. 950 $a is the number of its
// versions. `replies`: comments on it. Each record stays within ISO 2709 (9,999 bytes a field, 99,999 a
// record): a long text is split into several 520 fields; one that does not fit at all is cut, with a 500 note
// and, with `full_text_href`, an 856. Errors: kUnsupported for feeds; those of the writer are returned by its
// finish(). Thread-safe. Source: BlogForever Crawler, Tables 4 to 6, with the corrections of
// docs/formats/packages.md.
Status write_marc_record(XmlWriter& xml, const ObjectSummary& object, const std::vector<DataObject>& replies,
                         const MarcOptions& options);

// True if the record of write_marc_record contains the whole text.
bool marc_record_holds_text(const ObjectSummary& object, const std::vector<DataObject>& replies,
                            const MarcOptions& options);

// The object's control number (001), stable over versions and packages: kind, "-", 24 hexadecimal digits.
// It is an NCName. Thread-safe.
std::string marc_control_number(const DataObject& object);

}  // namespace bfa
