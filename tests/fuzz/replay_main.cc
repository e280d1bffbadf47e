// SPDX-License-Identifier: Apache-2.0
// Runs a fuzz target over files: fuzz_<name> FOLDER... (the first must hold some; others may be absent), plus
// the empty input and each file cut to half. Exit codes: 0 all ran, 1 no input found. A failed property
// aborts, and the last line on stderr names the file.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void run_one(const std::string& bytes) {
  // A copy of exactly this size, so that a sanitizer sees a read past its end.
  const std::vector<std::uint8_t> exact(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

std::vector<std::filesystem::path> files_under(const char* folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& item : std::filesystem::recursive_directory_iterator(folder, error)) {
    if (item.is_regular_file()) files.push_back(item.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t inputs = 0;
  run_one("");
  for (int i = 1; i < argc; ++i) {
    for (const auto& path : files_under(argv[i])) {
      std::fprintf(stderr, "replaying %s\n", path.c_str());
      std::ifstream in(path, std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
      run_one(bytes);
      run_one(bytes.substr(0, bytes.size() / 2));
      ++inputs;
    }
  }
  if (inputs == 0) {
    std::fprintf(stderr, "no inputs found: give the target a seed in its corpus folder\n");
    return 1;
  }
  std::printf("%zu inputs\n", inputs);
  return 0;
}
