// SPDX-License-Identifier: Apache-2.0
#include "serve/programs/api/line_stream.h"

#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "serve/data/replies.h"

namespace bfa {
namespace {

constexpr std::size_t kPieceBytes = 64u << 10;

class ByteStream final : public ReplyStream {
 public:
  explicit ByteStream(MoreBytes more) : more_(std::move(more)) {}

  Result<Piece> next() override {
    return guarded([&]() -> Result<Piece> {
      Piece piece;
      while (!piece.end && piece.bytes.size() < kPieceBytes) {
        BFA_ASSIGN_OR_RETURN(const bool goes_on, more_(piece.bytes));
        piece.end = !goes_on;
      }
      return piece;
    });
  }

 private:
  MoreBytes more_;
};

}  // namespace

std::unique_ptr<ReplyStream> make_byte_stream(MoreBytes more) {
  return std::make_unique<ByteStream>(std::move(more));
}

ServeReply lines_reply(MoreBytes more) {
  ServeReply reply = json_reply({}, "application/x-ndjson");
  reply.stream = make_byte_stream(std::move(more));
  return reply;
}

}  // namespace bfa
