// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/base/time.h"
#include "bfa/package/aip.h"

namespace bfa {

struct ReadmeFacts {
  std::string name, blog;
  UtcTime created{};
  PackageForm form = PackageForm::kMets;
  bool with_warc = true;
  bool packed_records = false;
  std::string readings = {};  // name of the file of readings; empty: none
};

// Before the address of the blog. A package that lost its METS.xml is known by it.
inline constexpr const char* kReadmeBlog = "\nA blog as archived: ";

// The text that describes a package for people without this software.
std::string package_readme(const ReadmeFacts& facts);

// The namespaces of an E-ARK package's documents, with the places where their schemas are published.
std::string eark_schemas();

}  // namespace bfa
