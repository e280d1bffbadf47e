// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"
#include "extract/page/page_index.h"

namespace bfa {

// A page's metadata in its head and in JSON-LD. Views live as long as the document.
struct PageFacts {
  std::string head_title;  // <title>, white space collapsed
  std::string_view og_title, og_type, site_name, author, published, modified, language, description;
  std::string ld_author, ld_published;  // JSON-LD
  // The page is marked as a forum thread or a question with answers: schema.org types, or its generator.
  bool says_thread = false;
};

// Reads the facts from the elements that may have them.
PageFacts read_facts(const PageIndex& page);

// Letters and digits only, case folded: the form in which titles are compared.
std::string comparable_title(std::string_view text);

}  // namespace bfa
