// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "bfa/base/result.h"

namespace bfa {

// The declarations of a document type that change how the document reads. All views are into the document.
struct EntityDeclaration {
  std::string_view name;
  std::optional<std::string_view> literal;  // the value as written; nothing: external, not parsed
  std::size_t offset = 0;                   // of the literal
};
struct AttributeDeclaration {
  std::string_view element, name;
  bool is_cdata = true;                   // otherwise white space at the ends does not count
  std::optional<std::string_view> value;  // the default as written
  std::size_t offset = 0;                 // of the default
};

struct DocumentType {
  std::size_t end = 0;  // behind its '>'
  std::vector<std::variant<EntityDeclaration, AttributeDeclaration>> declarations;
  // Those from here on come behind a reference to a parameter entity, which is not read: it could declare the
  // same names otherwise (XML 1.0 section 5.1).
  std::size_t certain = 0;
};

// Reads the document type declaration that begins at `begin`, with its internal subset, by the
// grammar. External subsets and parameter entities are not read. Errors: kCorrupt with the offset, kLimit.
// Source: XML 1.0 (fifth edition) sections 2.8, 3.2, 3.3, 4.2, 4.7; Namespaces in XML 1.0 section 7.
Result<DocumentType> read_document_type(std::string_view document, std::size_t begin);

}  // namespace bfa
