// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <locale.h>
#include <clocale>

namespace bfa {

// The calling thread converts names by UTF-8 as long as this lives: in the C locale libarchive returns no
// name of zip and 7z that is not ASCII. The program's locale stays as it is.
class NameLocale {
 public:
  NameLocale() : made_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (made_ != nullptr) before_ = ::uselocale(made_);
  }
  ~NameLocale() {
    if (made_ == nullptr) return;
    ::uselocale(before_);
    ::freelocale(made_);
  }
  NameLocale(const NameLocale&) = delete;
  NameLocale& operator=(const NameLocale&) = delete;

 private:
  ::locale_t made_ = nullptr, before_ = nullptr;
};

}  // namespace bfa
