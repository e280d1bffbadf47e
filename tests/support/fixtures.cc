// SPDX-License-Identifier: Apache-2.0
#include "fixtures.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace bfa::test {

std::string data_folder() {
  return BFA_TEST_DATA;
}

std::string read_fixture(const std::string& name) {
  std::ifstream in(std::string(BFA_TEST_DATA) + "/" + name, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "missing fixture tests/data/%s\n", name.c_str());
    std::exit(1);
  }
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

std::optional<std::string> shared_directory() {
  const char* variable = std::getenv("BFA_SHARED");
  const std::string path = variable != nullptr ? variable : std::string(BFA_SOURCE_DIR) + "/../shared";
  std::error_code error;
  if (!std::filesystem::is_directory(path + "/corpus", error)) return std::nullopt;
  return path;
}

std::vector<std::string> warc_paths(const std::string& directory) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    if (entry.path().filename().string().find(".warc") != std::string::npos)
      paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "bfa-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    std::perror("mkdtemp");
    std::exit(1);
  }
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

}  // namespace bfa::test
