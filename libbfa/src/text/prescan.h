// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// The label in an XML declaration's encoding pseudo-attribute, as written; empty when absent. Reads the
// first 1024 bytes; white space before "<?xml" is skipped, because feeds have it.
std::string xml_declaration_label(std::string_view bytes);

// The label that HTML's meta prescan finds, as written; empty when absent.
std::string meta_label(std::string_view bytes);

}  // namespace bfa
