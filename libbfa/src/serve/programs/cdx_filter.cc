// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/try.h"
#include "serve/programs/cdx_query.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxExpression = 1000;

Error invalid(std::string message) {
  return {Code::kInvalidArgument, std::move(message), {}, -1};
}

// `before` and `after` anchor it. It is compiled alone first, so that no bracket of it closes ours.
Result<UrlPattern> anchored(const std::string& expression, const char* before, const char* after) {
  if (expression.size() > kMaxExpression)
    return invalid("filter: an expression has at most " + std::to_string(kMaxExpression) + " bytes");
  const auto alone = UrlPattern::compile(expression);
  if (!alone) return invalid("filter: " + alone.error().message + ": " + expression);
  return UrlPattern::compile(before + expression + after);
}

}  // namespace

Result<CdxFilter> CdxFilter::parse(CdxDialect dialect, std::string_view text) {
  CdxFilter filter;
  filter.inverted_ = text.starts_with("!");
  if (filter.inverted_) text.remove_prefix(1);
  const bool pywb = dialect == CdxDialect::kPywb;
  const char kind = pywb && (text.starts_with("=") || text.starts_with("~")) ? text.front() : ' ';
  if (kind != ' ') text.remove_prefix(1);
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos) {
    filter.field_ = parse_cdx_field(text.substr(0, colon));
    if (!filter.field_)
      return invalid("filter: there is no field \"" + std::string(text.substr(0, colon)) +
                     "\"; wanted is [!]field:expression");
    text.remove_prefix(colon + 1);
  }
  filter.line_ = default_cdx_fields(dialect);
  filter.text_ = text;
  filter.equal_ = kind == '=';
  if (!pywb) {
    BFA_ASSIGN_OR_RETURN(filter.pattern_, anchored(filter.text_, "\\A(?:", ")\\z"));
  } else if (kind == '~') {
    BFA_ASSIGN_OR_RETURN(filter.pattern_, anchored(filter.text_, "\\A(?:", ")"));
  }
  return filter;
}

bool CdxFilter::accepts(const CdxRow& row, bool resolved) const {
  const std::string value = field_ ? cdx_value(row, *field_, resolved) : cdx_line(row, line_, resolved);
  // A regular expression sees the value as it is printed.
  const bool found = pattern_ ? pattern_->is_found_in(value.empty() ? "-" : value)
                     : equal_ ? value == text_
                              : value.find(text_) != std::string::npos;
  return found != inverted_;
}

bool CdxFilter::reads(CdxField field) const {
  return field_ ? *field_ == field : std::find(line_.begin(), line_.end(), field) != line_.end();
}

}  // namespace bfa
