// SPDX-License-Identifier: Apache-2.0
// WACZ files: with any content of the zip file, reading and checking it ends in data, findings or an error,
// and a file that keeps all rules can be opened.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "bfa/wacz/wacz.h"
#include "fuzz/fuzz_target.h"
#include "fuzz/one_file.h"

BFA_FUZZ_TARGET(package_wacz) {
  bfa::fuzz::OneFile fs(std::string(data, data + size));
  const auto report = bfa::validate_wacz(fs, "fuzz");
  const auto wacz = bfa::WaczReader::open(fs, "fuzz");
  if (report && report->violations.empty() && !wacz) std::abort();
  if (!wacz) return 0;
  bfa::Findings findings;
  int left = 200;
  // Errors are expected; they must only be reported.
  (void)(*wacz)->for_each_page([&](const bfa::WaczPage&) { return --left > 0; }, findings).ok();
  (void)(*wacz)->for_each_capture([&](const bfa::CdxEntry&) { return --left > 0; }, findings).ok();
  (void)(*wacz)->captures_of("http://a.example/").has_value();
  const auto records = (*wacz)->records();
  for (int i = 0; records && i < 50; ++i) {
    const auto record = (*records)->next();
    if (!record || *record == nullptr) break;
  }
  return 0;
}
