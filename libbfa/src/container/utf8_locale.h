// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <locale.h>
#include <clocale>

namespace bfa {

// The calling thread converts names by UTF-8 as long as this lives: in the C locale libarchive returns no
// name that is not ASCII. The program's locale stays as it is.
class Utf8Locale {
 public:
  Utf8Locale() : made_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (made_ != nullptr) before_ = ::uselocale(made_);
  }
  ~Utf8Locale() {
    if (made_ == nullptr) return;
    ::uselocale(before_);
    ::freelocale(made_);
  }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  ::locale_t made_ = nullptr, before_ = nullptr;
};

}  // namespace bfa
