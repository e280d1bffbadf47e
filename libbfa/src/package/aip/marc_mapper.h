// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "package/aip/marc_mapping.h"

namespace bfa {

// Puts one MARC record together; each method writes the fields of one concern. Used once. The arguments must
// outlive it.
class MarcMapper {
 public:
  MarcMapper(const ObjectSummary& summary, const std::vector<DataObject>& replies,
             const MarcOptions& options);

  MappedRecord run();

 private:
  std::string fixed_field() const;  // 008
  bool has_ended() const;
  std::string last_year() const;
  void control_fields();
  void identifiers();  // 024, 040, 520 $u, 856
  void language();     // 041, 500, 532
  void people();       // 100, 700
  void person(const char* tag, const std::string& name, const std::vector<std::string>& aliases);
  void title();         // 245
  void dates();         // 046, 260, 264, 269
  void place();         // 034, 270, 342
  void rights();        // 506, 540, 542
  void subjects();      // 650, 653, 655
  void parts();         // 760, 773, 776, 789
  void reply_counts();  // 788
  void blog_fields();   // 538, 781, 954 to 956, sitemaps
  void state();         // 583, 588, 950, 952, 959, 980
  void carrier();       // 336 to 338
  void links();         // 856 42
  void text();          // 520

  void simple(const char* tag, char ind1, char ind2, char code, std::string_view value);
  // A linking entry: title, address, the paper's word for the kind, control number (empty: there is no
  // record).
  void relation(const char* tag, char ind2, const char* note, const std::string& title,
                const std::string& url, const char* kind, const std::string& number);
  std::string attribute(const char* name) const;
  std::string linked_number(const DataObject* object) const;  // empty without an object
  bool is(ObjectKind kind) const { return object_.kind == kind; }
  bool is_post_like() const { return is(ObjectKind::kPost) || is(ObjectKind::kPage); }
  bool is_ping() const { return !attribute("comment_type").empty(); }

  const ObjectSummary& summary_;
  const DataObject& object_;
  const std::vector<DataObject>& replies_;
  const MarcOptions& options_;
  const std::string agency_;
  MarcRecord record_;
  bool has_author_ = false;  // 100 is there
  bool holds_text_ = true;
};

// How many characters an initial article takes, with what stands before the next word: 4 for "The cat". 0
// when the title does not begin with an article of the language (MARC code; "und": of any). Thread-safe.
int nonfiling_characters(std::string_view title, std::string_view marc_language);

// A title as MARC's punctuation wants it at the end of its field: with a full stop, unless it ends with one.
std::string with_full_stop(std::string title);

// A name for 100 $a, and its first indicator: inverted ("Doe, Jane", '1') when that is sure, else as it is
// ('0').
struct MarcName {
  std::string text;
  char indicator = '0';
};
MarcName marc_name(const std::string& name, std::string_view language);

// The lines of an attribute that has one value a line.
std::vector<std::string> attribute_lines(const std::string& text);

}  // namespace bfa
