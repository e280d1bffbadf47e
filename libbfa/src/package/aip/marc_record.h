// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "xml/xml.h"

namespace bfa {

// ISO 2709 keeps a field's length in four digits and a record's in five.
inline constexpr std::size_t kMaxMarcField = 9'999;
inline constexpr std::size_t kMaxMarcRecord = 99'999;
// The most bytes of a subfield: so its field fits, with some room for other subfields.
inline constexpr std::size_t kMaxMarcText = 9'000;

struct MarcSubfield {
  char code;
  std::string value;
};

struct MarcField {
  std::string tag;
  char ind1 = ' ', ind2 = ' ';
  std::vector<MarcSubfield> subfields;

  // Adds a subfield unless the value is empty.
  MarcField& add(char code, std::string_view value);
  // Bytes that the field takes in an ISO 2709 record, its directory entry included.
  std::size_t bytes() const;
};

// A record as it is written: values without control characters and short enough, fields in the order of
// their tags.
class MarcRecord {
 public:
  MarcRecord(std::string leader, std::string_view control_number);

  void control(std::string tag, std::string value);
  // Adds the field when it has a subfield, with each value cleaned and the longest ones cut so that it fits.
  void add(MarcField field);
  // As add(), but only when the record keeps `reserve` bytes free. False when it does not.
  bool add_if_room(MarcField field, std::size_t reserve);
  std::size_t room() const;  // bytes left in ISO 2709

  void write(XmlWriter& xml, const std::string& prefix) const;

  const std::string& leader() const { return leader_; }
  // Tags and values; the control number first.
  const std::vector<std::pair<std::string, std::string>>& controls() const { return control_; }
  std::vector<MarcField> sorted_fields() const;  // by their tags

 private:
  std::string leader_;
  std::vector<std::pair<std::string, std::string>> control_;
  std::vector<MarcField> fields_;
  std::size_t bytes_ = 0;
};

// Without control characters (line feeds and tabs stay), U+FFFE and U+FFFF, which XML or ISO 2709 cannot
// contain; carriage returns become line feeds. Valid UTF-8.
std::string clean_marc_text(std::string_view text);

// Text on one line: runs of white space that have a line end become `separator`, other runs one blank; none
// at either end. Control characters are left out. Valid UTF-8.
std::string one_line(const std::string& text, std::string_view separator = " ");

// The longest beginning of `text` of at most `bytes` bytes that ends at a character border, at a white space
// when one is near.
std::string_view cut_text(std::string_view text, std::size_t bytes);

}  // namespace bfa
