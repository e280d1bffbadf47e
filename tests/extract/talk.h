// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bfa/extract/extract.h"

namespace bfa::test {

// What is found, a line a comment: "author | day | #address | text", indented below the one that it answers;
// pings begin with "ping".
std::string told(const std::vector<DataObject>& comments);

// The page of http://blog.example/soup/, extracted alone in June 2024.
Extraction extract_soup(const std::string& html);

// A post at http://blog.example/soup/ with a discussion after its article, or `inside` it, extracted so.
Extraction extract_page(const std::string& discussion, const std::string& inside = {});

}  // namespace bfa::test
