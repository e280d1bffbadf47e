// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bfa::test {

// The bytes of tests/data/<name>; ends the test program when it is absent: a fixture is part of the tree.
std::string read_fixture(const std::string& name);
std::string data_folder();  // tests/data

// The folder with real blogs, feeds and suites beside the checkout, or $BFA_SHARED; nothing when it is
// absent: skip then, with the reason.
std::optional<std::string> shared_directory();

// The paths of the WARC files in the folder `directory`, sorted: not of its manifest.
std::vector<std::string> warc_paths(const std::string& directory);

// A new empty folder that is removed with the object.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::string& path() const { return path_; }
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }

 private:
  std::string path_;
};

}  // namespace bfa::test
