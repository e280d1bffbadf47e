// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "xml/document_type.h"
#include "xml/names.h"
#include "xml/xml.h"

namespace bfa {

// One reading of a document into a tree, strict or tolerant.
//
// Both modes share the code, so that a document that the strict mode accepts gives the same tree in the
// tolerant one: everything that XML 1.0 forbids goes through repair(), which is an Error when strict and a
// Finding otherwise. tinyxml2 is not used to read: it drops white space between inline elements (XHTML in
// Atom), and knows neither offsets, entities nor duplicate attributes. libxml2's recover mode closes the
// innermost element at any stray end tag, so that one unescaped <br> nests all later entries of a feed in the
// first.
class XmlReader {
 public:
  // `findings` is null in strict mode, `namespaces` may be null. All must outlive the reader.
  XmlReader(std::string_view utf8, const XmlLimits& limits, Findings* findings,
            std::map<std::string, std::string>* namespaces);

  Result<XmlNode> run();

 private:
  static constexpr std::size_t kMaxAttributes = 256;  // their names are compared with each other
  // Of all declared entities and defaults of a document together.
  static constexpr std::size_t kMaxExpandedBytes = 1u << 20;

  struct Open {
    XmlNode node;
    std::string_view raw_name;
    std::size_t bindings = 0;  // how many namespace bindings were in force before it
  };
  struct RawAttribute {
    std::string_view raw_name;
    std::string value;
    std::size_t offset = 0;
  };
  struct DeclaredAttribute {
    std::string_view raw_name;
    bool is_cdata = true;
    std::optional<std::string> value;  // the default
  };
  struct Binding {
    std::string_view prefix;
    std::string uri;
  };

  bool strict() const { return findings_ == nullptr; }
  bool failed() const { return error_.has_value(); }
  bool at_end() const { return pos_ >= in_.size(); }
  bool starts_with(std::string_view text) const { return in_.substr(pos_).starts_with(text); }
  void fail(Code code, std::string message, std::size_t offset);
  // False when reading must stop (strict).
  bool repair(std::string_view id, std::string message, std::size_t offset);

  // reader.cc: the document and its tree.
  void skip_before_root();
  void read_markup();
  void read_start_tag();
  void read_end_tag();
  void close_to(std::size_t depth);
  void open_element(std::string_view raw_name, std::vector<RawAttribute>& raw, std::size_t offset);
  void add_declared_attributes(std::string_view raw_name, std::vector<RawAttribute>& raw, std::size_t offset);
  void bind_namespaces(const std::vector<RawAttribute>& raw);
  void check_binding(std::string_view prefix, bool is_default, const RawAttribute& attribute);
  void resolve_name(std::string_view raw_name, bool is_attribute, std::size_t offset, std::string& ns,
                    std::string& name);
  void append_text(std::string_view text, std::size_t offset);
  void finish_document();

  // reader_tag.cc: the inside of tags.
  std::string_view read_name();
  void skip_space();
  bool read_attribute(std::vector<RawAttribute>& raw);
  std::string read_attribute_value(std::size_t offset);

  // reader_misc.cc: comments, processing instructions, CDATA.
  std::size_t find_ahead(std::string_view text, std::size_t from, bool& is_absent) const;
  void read_declaration();  // at "<!"
  void read_comment();
  void read_cdata();
  void read_instruction();  // at "<?"

  // reader_doctype.cc: the document type and what it declares.
  void read_doctype();
  void declare(const EntityDeclaration& entity);
  void declare(const AttributeDeclaration& attribute);
  void expand_character_references(std::string_view literal, std::size_t offset, std::string& out);
  void skip_doctype(std::size_t offset);
  void read_internal_subset();
  void read_entity_declaration();

  // reader_text.cc: character data and references.
  void read_text();
  void decode(std::string_view raw, std::size_t offset, bool is_attribute, std::string& out, int depth = 0);
  std::size_t decode_reference(std::string_view raw, std::size_t at, std::size_t offset, bool is_attribute,
                               std::string& out, int depth);
  std::size_t decode_numeric(std::string_view raw, std::size_t at, std::size_t end, std::size_t offset,
                             std::string& out);
  void decode_named(std::string_view name, std::size_t offset, bool is_attribute, std::string& out,
                    int depth);

  std::string_view in_;
  const XmlLimits& limits_;
  Findings* findings_;
  std::map<std::string, std::string>* namespaces_;
  std::size_t pos_ = 0;
  std::size_t nodes_ = 0;
  std::size_t repairs_ = 0;
  std::size_t expanded_ = 0;  // bytes that declared entities were expanded to
  std::optional<Error> error_;
  std::optional<XmlNode> root_;
  std::vector<Open> stack_;
  std::vector<Binding> bindings_;
  std::map<std::string, std::optional<std::string>, std::less<>> entities_;  // nothing: an external one
  std::map<std::string_view, std::vector<DeclaredAttribute>> declared_;  // by the element's name as written
  bool doctype_seen_ = false;
  bool is_bomb_noted_ = false;
  bool no_comment_end_ = false;      // no "-->" further on
  bool no_instruction_end_ = false;  // no "?>" further on
};

// True when `c` may begin an XML name; all of U+0080 and above may, which is a little more than XML 1.0 says.
bool is_xml_name_start(char c) noexcept;
bool is_xml_name_char(char c) noexcept;

// A string that may become a finding: cut at 40 bytes, controls replaced.
std::string quote_for_message(std::string_view text);

}  // namespace bfa
