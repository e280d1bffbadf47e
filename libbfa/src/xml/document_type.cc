// SPDX-License-Identifier: Apache-2.0
#include "xml/document_type.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "base/try.h"
#include "xml/names.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxDeclarations = 100'000;
constexpr int kMaxGroupDepth = 100;

// XML 1.0 production 13.
bool is_public_id_character(char c) {
  return is_letter_or_digit(c) || c == ' ' || c == '\r' || c == '\n' ||
         std::string_view("-'()+,./:=?;!*#@$_%").find(c) != std::string_view::npos;
}

// XML 1.0 productions 66 and 68.
bool is_reference(std::string_view text) {
  std::size_t begin = 1;
  std::size_t end = xml_name_end(text, begin);
  if (text.starts_with("&#")) {
    const bool is_hex = text.starts_with("&#x");
    end = begin = is_hex ? 3 : 2;
    while (end < text.size() && (is_hex ? is_hex_digit(text[end]) : is_digit(text[end]))) ++end;
  }
  return end > begin && text.substr(end, 1) == ";";
}

// Each function reads one production at `pos_` and moves past it, or returns the error.
class Reader {
 public:
  Reader(std::string_view document, std::size_t begin) : in_(document), pos_(begin) {}

  Result<DocumentType> run() {
    if (!take("<!DOCTYPE")) return wrong("'<!' that begins no document type");
    BFA_RETURN_IF_ERROR(space());
    BFA_RETURN_IF_ERROR(qualified_name());
    const bool has_space = skip_space();
    if (at("SYSTEM") || at("PUBLIC")) {
      if (!has_space) return wrong("white space is missing");
      BFA_RETURN_IF_ERROR(external_id(false));
      skip_space();
    }
    if (take("[")) {
      BFA_RETURN_IF_ERROR(internal_subset());
      skip_space();
    }
    if (!take(">")) return wrong("a document type declaration without its '>'");
    found_.end = pos_;
    if (!is_uncertain_) found_.certain = found_.declarations.size();
    return std::move(found_);
  }

 private:
  Error wrong(std::string message) const {
    return {Code::kCorrupt, std::move(message), "xml", static_cast<std::int64_t>(pos_)};
  }
  bool at(std::string_view text) const { return in_.substr(pos_, text.size()) == text; }
  bool take(std::string_view text) {
    if (!at(text)) return false;
    pos_ += text.size();
    return true;
  }
  bool skip_space() {
    const std::size_t begin = pos_;
    while (pos_ < in_.size() && is_xml_space(in_[pos_])) ++pos_;
    return pos_ > begin;
  }
  Status space() { return skip_space() ? Status() : wrong("white space is missing"); }

  Result<std::string_view> name() {
    const std::size_t begin = pos_;
    pos_ = xml_name_end(in_, pos_);
    if (pos_ == begin) return wrong("a name is missing");
    return in_.substr(begin, pos_ - begin);
  }
  Result<std::string_view> qualified_name() {
    const std::size_t begin = pos_;
    BFA_ASSIGN_OR_RETURN(const std::string_view found, name());
    if (is_xml_qualified_name(found)) return found;
    pos_ = begin;
    return wrong("a name with a colon out of place");
  }
  Result<std::string_view> local_name() {
    const std::size_t begin = pos_;
    BFA_ASSIGN_OR_RETURN(const std::string_view found, name());
    if (is_xml_local_name(found)) return found;
    pos_ = begin;
    return wrong("a name with a colon that may have none");
  }
  // Between quotes.
  Result<std::string_view> literal() {
    if (!at("\"") && !at("'")) return wrong("a value in quotes is missing");
    const std::size_t end = in_.find(in_[pos_], pos_ + 1);
    if (end == std::string_view::npos) return wrong("a value without its closing quote");
    const std::string_view found = in_.substr(pos_ + 1, end - pos_ - 1);
    pos_ = end + 1;
    return found;
  }

  Status internal_subset();
  Status entity();
  Status attributes();
  Status attribute(std::string_view element);
  Result<bool> attribute_type();
  Status element();
  Status mixed_content();
  Status group(int depth);
  Status particle(int depth);
  Status notation();
  Status external_id(bool may_lack_system);
  Status name_list(bool is_notation);
  Status comment();
  Status instruction();
  Status parameter_reference();
  Status references(std::string_view value, std::size_t offset, bool is_entity);
  Status keep(std::variant<EntityDeclaration, AttributeDeclaration> declaration);

  std::string_view in_;
  std::size_t pos_;
  DocumentType found_;
  bool is_uncertain_ = false;
};

Status Reader::keep(std::variant<EntityDeclaration, AttributeDeclaration> declaration) {
  if (found_.declarations.size() >= kMaxDeclarations) {
    return Error{Code::kLimit, "more than " + std::to_string(kMaxDeclarations) + " declarations", "xml",
                 static_cast<std::int64_t>(pos_)};
  }
  found_.declarations.push_back(declaration);
  return {};
}

// After '['; ends after ']'.
Status Reader::internal_subset() {
  for (;;) {
    skip_space();
    if (take("]")) return {};
    if (at("%")) {
      BFA_RETURN_IF_ERROR(parameter_reference());
    } else if (at("<!--")) {
      BFA_RETURN_IF_ERROR(comment());
    } else if (at("<?")) {
      BFA_RETURN_IF_ERROR(instruction());
    } else if (take("<!ENTITY")) {
      BFA_RETURN_IF_ERROR(entity());
    } else if (take("<!ATTLIST")) {
      BFA_RETURN_IF_ERROR(attributes());
    } else if (take("<!ELEMENT")) {
      BFA_RETURN_IF_ERROR(element());
    } else if (take("<!NOTATION")) {
      BFA_RETURN_IF_ERROR(notation());
    } else {
      return wrong("no declaration of a document type begins here");
    }
  }
}

Status Reader::parameter_reference() {
  ++pos_;
  BFA_RETURN_IF_ERROR(local_name());
  if (!take(";")) return wrong("a reference without its ';'");
  if (!is_uncertain_) found_.certain = found_.declarations.size();
  is_uncertain_ = true;
  return {};
}

Status Reader::comment() {
  const std::size_t dashes = in_.find("--", pos_ + 4);
  if (dashes == std::string_view::npos || in_.substr(dashes, 3) != "-->") {
    return wrong("a comment without its end, or with '--' inside");
  }
  pos_ = dashes + 3;
  return {};
}

Status Reader::instruction() {
  const std::size_t end = in_.find("?>", pos_);
  if (end == std::string_view::npos) return wrong("a processing instruction without its end");
  if (!is_xml_instruction(in_.substr(pos_ + 2, end - pos_ - 2))) {
    return wrong("a processing instruction without a valid target");
  }
  pos_ = end + 2;
  return {};
}

// XML 1.0 productions 75 and 83.
Status Reader::external_id(bool may_lack_system) {
  if (take("SYSTEM")) {
    BFA_RETURN_IF_ERROR(space());
    BFA_RETURN_IF_ERROR(literal());
    return {};
  }
  if (!take("PUBLIC")) return wrong("SYSTEM, PUBLIC or a value is missing");
  BFA_RETURN_IF_ERROR(space());
  BFA_ASSIGN_OR_RETURN(const std::string_view id, literal());
  if (!std::all_of(id.begin(), id.end(), is_public_id_character)) return wrong("a bad public identifier");
  const std::size_t end = pos_;
  const bool has_space = skip_space();
  if (may_lack_system && !at("\"") && !at("'")) {
    pos_ = end;
    return {};
  }
  if (!has_space) return wrong("white space is missing");
  BFA_RETURN_IF_ERROR(literal());
  return {};
}

// The references in a literal have the form of references. Production 9 for entities, 10 for attributes.
Status Reader::references(std::string_view value, std::size_t offset, bool is_entity) {
  const auto error = [offset](std::size_t at, const char* message) {
    return Error{Code::kCorrupt, message, "xml", static_cast<std::int64_t>(offset + at)};
  };
  for (std::size_t at = 0; at < value.size(); ++at) {
    if (is_entity ? value[at] == '%' : value[at] == '<') return error(at, "a character that may not be here");
    if (value[at] == '&' && !is_reference(value.substr(at))) return error(at, "'&' that begins no reference");
  }
  return {};
}

// XML 1.0 productions 70 to 76.
Status Reader::entity() {
  BFA_RETURN_IF_ERROR(space());
  const bool is_parameter = take("%");
  if (is_parameter) BFA_RETURN_IF_ERROR(space());
  BFA_ASSIGN_OR_RETURN(const std::string_view name, local_name());
  BFA_RETURN_IF_ERROR(space());
  EntityDeclaration found{name, std::nullopt, pos_ + 1};
  if (at("\"") || at("'")) {
    BFA_ASSIGN_OR_RETURN(const std::string_view value, literal());
    BFA_RETURN_IF_ERROR(references(value, found.offset, true));
    found.literal = value;
  } else {
    BFA_RETURN_IF_ERROR(external_id(false));
    const bool has_space = skip_space();
    if (!is_parameter && has_space && take("NDATA")) {
      BFA_RETURN_IF_ERROR(space());
      BFA_RETURN_IF_ERROR(local_name());
    }
  }
  skip_space();
  if (!take(">")) return wrong("an entity declaration without its '>'");
  return is_parameter ? Status() : keep(found);
}

// XML 1.0 productions 52 to 60.
Status Reader::attributes() {
  BFA_RETURN_IF_ERROR(space());
  BFA_ASSIGN_OR_RETURN(const std::string_view element, qualified_name());
  for (;;) {
    const bool has_space = skip_space();
    if (take(">")) return {};
    if (!has_space) return wrong("white space is missing");
    BFA_RETURN_IF_ERROR(attribute(element));
  }
}

Status Reader::attribute(std::string_view element) {
  BFA_ASSIGN_OR_RETURN(const std::string_view name, qualified_name());
  BFA_RETURN_IF_ERROR(space());
  BFA_ASSIGN_OR_RETURN(const bool is_cdata, attribute_type());
  BFA_RETURN_IF_ERROR(space());
  AttributeDeclaration found{element, name, is_cdata, std::nullopt, 0};
  if (take("#REQUIRED") || take("#IMPLIED")) return keep(found);
  if (take("#FIXED")) BFA_RETURN_IF_ERROR(space());
  found.offset = pos_ + 1;
  BFA_ASSIGN_OR_RETURN(const std::string_view value, literal());
  BFA_RETURN_IF_ERROR(references(value, found.offset, false));
  found.value = value;
  return keep(found);
}

// True for CDATA.
Result<bool> Reader::attribute_type() {
  constexpr std::array<std::string_view, 8> kTypes{"CDATA",  "IDREFS",   "IDREF",    "ID",
                                                   "ENTITY", "ENTITIES", "NMTOKENS", "NMTOKEN"};
  if (at("(")) {
    BFA_RETURN_IF_ERROR(name_list(false));
    return false;
  }
  if (take("NOTATION")) {
    BFA_RETURN_IF_ERROR(space());
    BFA_RETURN_IF_ERROR(name_list(true));
    return false;
  }
  for (const std::string_view type : kTypes) {
    if (take(type)) return type == "CDATA";
  }
  return wrong("an unknown type of attribute");
}

// XML 1.0 productions 58 and 59.
Status Reader::name_list(bool is_notation) {
  if (!take("(")) return wrong("'(' is missing");
  do {
    skip_space();
    const std::size_t begin = pos_;
    pos_ = is_notation ? xml_name_end(in_, pos_) : xml_token_end(in_, pos_);
    if (pos_ == begin) return wrong("a name is missing");
    if (is_notation && !is_xml_local_name(in_.substr(begin, pos_ - begin)))
      return wrong("a name with a colon");
    skip_space();
  } while (take("|"));
  return take(")") ? Status() : wrong("')' is missing");
}

// XML 1.0 productions 45 to 51.
Status Reader::element() {
  BFA_RETURN_IF_ERROR(space());
  BFA_RETURN_IF_ERROR(qualified_name());
  BFA_RETURN_IF_ERROR(space());
  if (at("(")) {
    const std::size_t begin = pos_++;
    skip_space();
    if (take("#PCDATA")) {
      BFA_RETURN_IF_ERROR(mixed_content());
    } else {
      pos_ = begin;
      BFA_RETURN_IF_ERROR(group(0));
    }
  } else if (!take("EMPTY") && !take("ANY")) {
    return wrong("a content model is missing");
  }
  skip_space();
  return take(">") ? Status() : wrong("an element declaration without its '>'");
}

// After "#PCDATA".
Status Reader::mixed_content() {
  bool has_names = false;
  skip_space();
  while (take("|")) {
    skip_space();
    BFA_RETURN_IF_ERROR(qualified_name());
    skip_space();
    has_names = true;
  }
  if (!take(")")) return wrong("')' is missing");
  const bool is_repeated = take("*");
  return has_names && !is_repeated ? wrong("'*' is missing") : Status();
}

// A choice or sequence, with its '?', '*' or '+'.
Status Reader::group(int depth) {
  if (depth > kMaxGroupDepth) {
    return Error{Code::kLimit, "a content model nests deeper than " + std::to_string(kMaxGroupDepth), "xml",
                 static_cast<std::int64_t>(pos_)};
  }
  if (!take("(")) return wrong("'(' is missing");
  std::string_view separator;
  for (;;) {
    skip_space();
    BFA_RETURN_IF_ERROR(particle(depth));
    skip_space();
    if (take(")")) break;
    if (separator.empty() && at("|")) separator = "|";
    if (separator.empty() && at(",")) separator = ",";
    if (separator.empty() || !take(separator)) return wrong("')' is missing");
  }
  if (!take("?") && !take("*")) take("+");
  return {};
}

Status Reader::particle(int depth) {
  if (at("(")) return group(depth + 1);
  BFA_RETURN_IF_ERROR(qualified_name());
  if (!take("?") && !take("*")) take("+");
  return {};
}

// XML 1.0 production 82.
Status Reader::notation() {
  BFA_RETURN_IF_ERROR(space());
  BFA_RETURN_IF_ERROR(local_name());
  BFA_RETURN_IF_ERROR(space());
  BFA_RETURN_IF_ERROR(external_id(true));
  skip_space();
  return take(">") ? Status() : wrong("a notation declaration without its '>'");
}

}  // namespace

Result<DocumentType> read_document_type(std::string_view document, std::size_t begin) {
  return Reader(document, begin).run();
}

}  // namespace bfa
