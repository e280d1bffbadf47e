// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "xml/xml.h"

// Two other XML readers, by which the strict reader is judged. Neither reads external entities or files.
namespace xml_oracle {

// The tree on one line: elements as name{ns}[attribute=value](children), text in quotes.
std::string dump(const bfa::XmlNode& node);

// The tree as dump() writes it; nothing when the document is not well-formed XML 1.0 with namespaces. The
// bytes are UTF-8, whatever the document declares.
std::optional<std::string> read_by_libxml2(std::string_view utf8);
std::optional<std::string> read_by_expat(std::string_view utf8);

}  // namespace xml_oracle
