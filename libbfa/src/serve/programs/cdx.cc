// SPDX-License-Identifier: Apache-2.0
// CDX servers: /cdx as the Wayback Machine's, /index as pywb's. docs/cdx.md has the parameters.
#include <algorithm>
#include <memory>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "serve/data/replies.h"
#include "serve/data/routes.h"
#include "serve/programs/cdx_format.h"
#include "serve/programs/cdx_rows.h"

namespace bfa {
namespace {

constexpr std::size_t kPieceBytes = 32u << 10;

class CdxStream final : public ReplyStream {
 public:
  CdxStream(const SiteContext& context, CdxQuery query, std::string origin)
      : query_(std::move(query)), rows_(context, query_), format_(query_, std::move(origin)) {}

  std::string_view content_type() const { return format_.content_type(); }

  Result<Piece> next() override {
    return guarded([&]() -> Result<Piece> {
      Piece piece;
      CdxRow row;
      while (piece.bytes.size() < kPieceBytes) {
        row = CdxRow();
        BFA_ASSIGN_OR_RETURN(const auto next, rows_.next(row));
        if (next == CdxRows::Next::kLater) break;
        if (next == CdxRows::Next::kEnd) {
          const auto& rest = rows_.rest();
          piece.bytes += format_.end(rest && query_.show_resume_key ? resume_key(*rest) : std::string());
          piece.end = true;
          break;
        }
        piece.bytes += format_.row(row);
      }
      return piece;
    });
  }

 private:
  const CdxQuery query_;  // the members below refer to it
  CdxRows rows_;
  CdxFormat format_;
};

// "showNumPages": how many pages the query has, at least one.
Result<ServeReply> page_count(const SiteContext& context, const CdxQuery& query) {
  std::uint64_t rows = 0;
  for (const CaptureRange& range : query.ranges) {
    BFA_ASSIGN_OR_RETURN(const std::uint64_t count, context.index->count_captures(range));
    rows += count;
  }
  const std::uint64_t blocks =
      std::max<std::uint64_t>(1, (rows + CdxQuery::kBlockRows - 1) / CdxQuery::kBlockRows);
  const std::string pages = std::to_string((blocks + query.page_blocks - 1) / query.page_blocks);
  const bool json = query.output == CdxOutput::kJson;
  if (query.dialect == CdxDialect::kPywb) {
    return json_reply("{\"blocks\": " + std::to_string(blocks) + ", \"pages\": " + pages +
                      ", \"pageSize\": " + std::to_string(query.page_blocks) + "}\n");
  }
  return json ? json_reply("[[\"numpages\"],[\"" + pages + "\"]]\n") : text_reply(200, pages + "\n");
}

Result<ServeReply> answer_query(const SiteContext& context, const ServeRequest& request, CdxDialect dialect) {
  const QueryString parameters(request.query());
  BFA_ASSIGN_OR_RETURN(CdxQuery query, parse_cdx_query(dialect, parameters));
  if (query.show_page_count) return page_count(context, query);
  ServeReply reply;
  auto stream = std::make_unique<CdxStream>(context, std::move(query), request.origin);
  reply.set("Content-Type", stream->content_type());
  reply.set("X-Content-Type-Options", "nosniff");
  if (parameters.value("gzip") == "false") reply.set("Cache-Control", "no-transform");  // not packed
  reply.stream = std::move(stream);
  return reply;
}

}  // namespace

std::optional<ServeReply> answer_cdx(const SiteContext& context, const ServeRequest& request) {
  const std::string_view path = request.path();
  const bool wayback = path == "/cdx" || path == "/cdx/search/cdx";
  if (!wayback && path != "/index") return std::nullopt;
  auto reply = answer_query(context, request, wayback ? CdxDialect::kWayback : CdxDialect::kPywb);
  return reply ? std::move(*reply) : problem_reply(reply.error());
}

}  // namespace bfa
