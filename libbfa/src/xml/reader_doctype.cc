// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "xml/reader.h"

namespace bfa {
namespace {

// Attributes of other types than CDATA: no space at the ends, one between tokens (XML 1.0 section 3.3.3).
std::string collapse_spaces(const std::string& value) {
  std::string out;
  for (const char c : value) {
    if (c != ' ' || (!out.empty() && out.back() != ' ')) out += c;
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace

void XmlReader::read_doctype() {
  const std::size_t offset = pos_;
  if ((root_ || !stack_.empty() || doctype_seen_) &&
      !repair("stray_doctype", "a document type declaration out of place", offset)) {
    return;
  }
  if (doctype_seen_) {
    skip_doctype(offset);
    return;
  }
  doctype_seen_ = true;
  const auto type = read_document_type(in_, pos_);
  if (!type) {
    const auto place = static_cast<std::size_t>(type.error().offset);
    if (strict() && type.error().code == Code::kLimit) fail(Code::kLimit, type.error().message, place);
    if (failed() || !repair("bad_doctype", type.error().message, place)) return;
    skip_doctype(offset);
    return;
  }
  pos_ = type->end;
  for (std::size_t i = 0; i < type->declarations.size() && !failed(); ++i) {
    const auto& declaration = type->declarations[i];
    if (const auto* entity = std::get_if<EntityDeclaration>(&declaration); entity != nullptr) {
      if (i < type->certain || !strict()) declare(*entity);
    } else if (i < type->certain) {
      declare(std::get<AttributeDeclaration>(declaration));
    }
  }
}

void XmlReader::declare(const EntityDeclaration& entity) {
  std::optional<std::string> value;
  if (entity.literal) {
    value.emplace();
    expand_character_references(*entity.literal, entity.offset, *value);
    // Markup in a value would be parsed again at each use: such an entity counts as external.
    if (value->find('<') != std::string::npos) value.reset();
  }
  entities_.try_emplace(std::string(entity.name), std::move(value));
}

// Of several declarations of an attribute the first one counts (XML 1.0 section 3.3).
void XmlReader::declare(const AttributeDeclaration& attribute) {
  auto& known = declared_[attribute.element];
  const auto has_name = [&](const DeclaredAttribute& a) { return a.raw_name == attribute.name; };
  if (std::any_of(known.begin(), known.end(), has_name)) return;
  if (known.size() >= kMaxAttributes) {
    fail(Code::kLimit, "more than " + std::to_string(kMaxAttributes) + " attributes declared for an element",
         attribute.offset);
    return;
  }
  DeclaredAttribute made{attribute.name, attribute.is_cdata, std::nullopt};
  if (attribute.value) {
    made.value.emplace();
    decode(*attribute.value, attribute.offset, true, *made.value);
    if (!made.is_cdata) made.value = collapse_spaces(*made.value);
  }
  known.push_back(std::move(made));
}

void XmlReader::add_declared_attributes(std::string_view raw_name, std::vector<RawAttribute>& raw,
                                        std::size_t offset) {
  const auto found = declared_.find(raw_name);
  if (found == declared_.end()) return;
  for (const DeclaredAttribute& declared : found->second) {
    if (declared.is_cdata && !declared.value) continue;
    const auto given = std::find_if(raw.begin(), raw.end(),
                                    [&](const RawAttribute& a) { return a.raw_name == declared.raw_name; });
    if (given != raw.end()) {
      if (!declared.is_cdata) given->value = collapse_spaces(given->value);
    } else if (declared.value) {
      // Each attribute takes memory, an empty one too.
      expanded_ += sizeof(XmlNode::Attribute) + declared.raw_name.size() + declared.value->size();
      if (expanded_ > kMaxExpandedBytes) {
        if (strict()) fail(Code::kLimit, "default values of attributes expand too far", offset);
        if (!strict() && !is_bomb_noted_) {
          findings_->push_back({Code::kLimit, "attribute_limit",
                                "default values of attributes expand too far, the rest is left out",
                                static_cast<std::int64_t>(offset), "xml"});
        }
        is_bomb_noted_ = true;
        return;
      }
      raw.push_back({declared.raw_name, *declared.value, offset});
    }
  }
}

// Reads on behind a malformed document type. Only general entities matter here.
void XmlReader::skip_doctype(std::size_t offset) {
  pos_ += 2;
  while (!at_end() && in_[pos_] != '>' && !failed()) {
    const char c = in_[pos_];
    if (c == '"' || c == '\'') {
      const std::size_t end = in_.find(c, pos_ + 1);
      pos_ = end == std::string_view::npos ? in_.size() : end + 1;
    } else if (c == '[') {
      ++pos_;
      read_internal_subset();
    } else {
      ++pos_;
    }
  }
  if (at_end()) {
    repair("truncated", "a document type declaration without its end", offset);
  } else {
    ++pos_;
  }
}

// Begins after '[' and ends after ']'.
void XmlReader::read_internal_subset() {
  while (!at_end() && in_[pos_] != ']' && !failed()) {
    if (starts_with("<!--")) {
      read_comment();
    } else if (starts_with("<!ENTITY")) {
      read_entity_declaration();
    } else if (in_[pos_] == '"' || in_[pos_] == '\'') {
      const std::size_t end = in_.find(in_[pos_], pos_ + 1);
      pos_ = end == std::string_view::npos ? in_.size() : end + 1;
    } else {
      ++pos_;
    }
  }
  if (!at_end()) ++pos_;
}

void XmlReader::read_entity_declaration() {
  pos_ += 8;
  skip_space();
  const bool is_parameter = !at_end() && in_[pos_] == '%';
  if (is_parameter) ++pos_;
  skip_space();
  const std::string name(read_name());
  skip_space();
  std::optional<std::string> value;
  const bool is_literal = !at_end() && (in_[pos_] == '"' || in_[pos_] == '\'');
  while (!at_end() && in_[pos_] != '>') {
    if (in_[pos_] != '"' && in_[pos_] != '\'') {
      ++pos_;
      continue;
    }
    const std::size_t end = in_.find(in_[pos_], pos_ + 1);
    if (end == std::string_view::npos) {
      pos_ = in_.size();
      break;
    }
    // A value with markup would be parsed again at each use: such an entity counts as external.
    const std::string_view literal = in_.substr(pos_ + 1, end - pos_ - 1);
    if (is_literal && literal.find('<') == std::string_view::npos) {
      value.emplace();
      expand_character_references(literal, pos_ + 1, *value);
    }
    pos_ = end + 1;
  }
  if (!at_end()) ++pos_;
  if (!is_parameter && !name.empty()) entities_.try_emplace(name, std::move(value));
}

// XML 1.0 section 4.4.5: character references in an entity's value are expanded in the declaration, others
// at each use.
void XmlReader::expand_character_references(std::string_view literal, std::size_t offset, std::string& out) {
  for (std::size_t at = 0; at < literal.size() && !failed();) {
    const std::size_t semicolon = literal.find(';', at);
    if (literal.compare(at, 2, "&#") == 0 && semicolon != std::string_view::npos) {
      at = decode_numeric(literal, at, semicolon, offset + at, out);
    } else {
      out += literal[at++];
    }
  }
}

}  // namespace bfa
