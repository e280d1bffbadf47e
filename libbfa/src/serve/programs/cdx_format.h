// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "serve/programs/cdx_query.h"

namespace bfa {

// The text of an answer around its rows.
class CdxFormat {
 public:
  // `query` must outlive it. `origin`: of this server, for links.
  CdxFormat(const CdxQuery& query, std::string origin) : query_(query), origin_(std::move(origin)) {}

  std::string_view content_type() const;
  std::string row(const CdxRow& row);
  // The last bytes; `rest`: where another answer goes on, empty: nowhere.
  std::string end(const std::string& rest);

 private:
  std::string array_row(const CdxRow& row) const;
  std::string object_row(const CdxRow& row, bool with_key) const;

  const CdxQuery& query_;
  const std::string origin_;
  bool begun_ = false;
};

}  // namespace bfa
