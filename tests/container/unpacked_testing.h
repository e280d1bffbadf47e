// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bfa/container/container.h"
#include "container/container_writer.h"
#include "support/fixtures.h"

namespace bfa::test {

using bfa::ContainerKind;
using bfa::test::cpio_of;
using bfa::test::CpioMember;
using Names = std::vector<std::string>;

inline std::string seven_zip_of(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string out;
  const auto sink = bfa::make_string_sink(out);
  const auto writer = *bfa::make_container_writer(bfa::ContainerFormat::k7z, *sink);
  for (const auto& [name, content] : members) {
    const auto source = bfa::make_memory_source(content);
    EXPECT_TRUE(writer->add(name, *source, content.size(), {}).ok());
  }
  EXPECT_TRUE(writer->finish().ok());
  return out;
}

// Bytes that do not pack.
inline std::string noise(std::size_t size) {
  std::string out;
  for (std::uint32_t x = 1; out.size() < size;)
    out.push_back(static_cast<char>((x = x * 1664525 + 1013904223) >> 24U));
  return out;
}

inline bool has_program(const std::string& name) {
  return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

class UnpackedTest : public testing::Test {
 protected:
  std::string put(const std::string& name, const std::string& bytes) {
    const std::string path = folder.path() + "/" + name;
    EXPECT_TRUE(bfa::write_file_atomically(bfa::posix_file_system(), path, bytes).ok());
    return path;
  }
  void run(const std::string& command) const {
    const std::string line = "cd '" + folder.path() + "' && (" + command + ") >/dev/null 2>&1 </dev/null";
    ASSERT_EQ(std::system(line.c_str()), 0) << command;
  }
  std::string content(const std::string& path) {
    auto bytes = bfa::read_file(*fs, path, 1U << 24U);
    return bytes ? *bytes : "<" + std::string(bfa::code_name(bytes.error().code)) + ">";
  }
  std::unique_ptr<bfa::Container> open(const std::string& path, const bfa::ContainerLimits& limits = {}) {
    auto container = bfa::Container::open(bfa::posix_file_system(), path, limits);
    if (container) return std::move(*container);
    ADD_FAILURE() << bfa::to_string(container.error());
    return nullptr;
  }
  bfa::Error error_of(const std::string& path, const bfa::ContainerLimits& limits = {}) {
    const auto container = bfa::Container::open(bfa::posix_file_system(), path, limits);
    EXPECT_FALSE(container);
    return container ? bfa::Error() : container.error();
  }
  static Names ids_of(const bfa::Findings& findings) {
    Names ids;
    for (const auto& finding : findings) ids.push_back(finding.id);
    return ids;
  }

  bfa::test::TemporaryDirectory folder;
  std::unique_ptr<bfa::FileSystem> fs = bfa::make_container_file_system(bfa::posix_file_system());
};

}  // namespace bfa::test
