// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "bfa/container/container.h"
#include "bfa/wacz/wacz.h"

namespace bfa {

// The state of a validation: the open file, its members by name, and the report.
struct WaczCheck {
  FileSystem& files;  // with the members of containers
  const Container& container;
  WaczValidation& report;
  std::map<std::string, const ContainerEntry*> members;

  const ContainerEntry* member(const std::string& name) const;
  std::string inside(const std::string& name) const { return report.file + "!/" + name; }
  void violation(const char* id, std::string message, const std::string& member = {});
  void remark(const char* id, std::string message, const std::string& member = {});
};

// Checks for names that lead outside, names that occur twice, and members that overlap. False: members must
// not be read.
bool check_members(WaczCheck& check);
// datapackage.json, its list of files, their sizes and digests, and its own digest. Errors: kIo.
Status check_package(WaczCheck& check);
// pages/ and indexes/, archive/. Errors: kIo.
Status check_pages(WaczCheck& check);
Status check_archives(WaczCheck& check);
Status check_indexes(WaczCheck& check);

}  // namespace bfa
