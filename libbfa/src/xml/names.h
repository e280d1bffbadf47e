// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

// The names of XML, character by character. Source: XML 1.0 (fifth edition) section 2.3; Namespaces in XML
// 1.0 (third edition) section 4. The text is UTF-8. All functions are thread-safe.
namespace bfa {

// The place behind the Name that begins at `pos`; `pos` when no Name begins there.
std::size_t xml_name_end(std::string_view text, std::size_t pos) noexcept;
// The same for Nmtoken, which may begin with any character of a name.
std::size_t xml_token_end(std::string_view text, std::size_t pos) noexcept;

// A Name without a colon.
bool is_xml_local_name(std::string_view name) noexcept;
// A local name, with a prefix or without.
bool is_xml_qualified_name(std::string_view name) noexcept;

// White space of XML: production 3.
constexpr bool is_xml_space(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// True if the text between "<?xml" and "?>" is that of an XML declaration (production 23).
bool is_xml_declaration(std::string_view inside) noexcept;
// True if the text between "<?" and "?>" begins with a target that is allowed (productions 16 and 17).
bool is_xml_instruction(std::string_view inside) noexcept;

// The offset of the first character that XML 1.0 does not allow in a document (production 2, Char); npos if
// there is no such character. The text is valid UTF-8.
std::size_t find_forbidden_character(std::string_view text) noexcept;

}  // namespace bfa
