// SPDX-License-Identifier: Apache-2.0
#include "serve/http/stream_filters.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "io/gzip_encoder.h"

namespace bfa::serve_http {
namespace {

constexpr int kGzipLevel = 5;
constexpr int kMostPieces = 64;                   // in one call
constexpr std::uint64_t kMostSkipped = 8u << 20;  // in one call, so that others have their turn

class PartStream final : public ReplyStream {
 public:
  PartStream(std::unique_ptr<ReplyStream> inner, std::uint64_t skip, std::uint64_t count)
      : inner_(std::move(inner)), skip_(skip), left_(count) {}

  Result<Piece> next() override {
    for (std::uint64_t skipped = 0;;) {
      BFA_ASSIGN_OR_RETURN(Piece piece, inner_->next());
      const auto dropped = std::min<std::uint64_t>(skip_, piece.bytes.size());
      piece.bytes.erase(0, static_cast<std::size_t>(dropped));
      skip_ -= dropped;
      skipped += dropped;
      if (piece.bytes.size() > left_) piece.bytes.resize(static_cast<std::size_t>(left_));
      left_ -= piece.bytes.size();
      if (piece.end && left_ > 0)
        return Error{Code::kTruncated, "the stream ended before its length", {}, -1};
      piece.end = left_ == 0;
      const bool nothing = piece.bytes.empty() && piece.wait.count() == 0 && !piece.end;
      if (!nothing || skipped >= kMostSkipped) return piece;
      if (dropped == 0) return piece;
    }
  }

 private:
  std::unique_ptr<ReplyStream> inner_;
  std::uint64_t skip_, left_;
};

class GzipStream final : public ReplyStream {
 public:
  explicit GzipStream(std::unique_ptr<ReplyStream> inner) : inner_(std::move(inner)) {}

  Result<Piece> next() override {
    if (!encoder_) {
      BFA_ASSIGN_OR_RETURN(encoder_, GzipEncoder::make(kGzipLevel));
      BFA_RETURN_IF_ERROR(encoder_->begin(0));
    }
    Piece piece;
    std::string packed;
    // The encoder takes many pieces of an even text before it gives bytes: no pause is due meanwhile.
    for (int pieces = 0; pieces < kMostPieces; ++pieces) {
      BFA_ASSIGN_OR_RETURN(piece, inner_->next());
      if (piece.bytes.empty()) break;
      BFA_RETURN_IF_ERROR(encoder_->update(piece.bytes, packed));
      pending_ = true;
      if (piece.end || piece.wait.count() > 0 || !packed.empty() || first_) break;
    }
    if (piece.end) {
      BFA_RETURN_IF_ERROR(encoder_->finish(packed));
    } else if (pending_ && (first_ || piece.bytes.empty() || piece.wait.count() > 0)) {
      first_ = false;  // the beginning of an answer does not wait for the rest
      BFA_RETURN_IF_ERROR(encoder_->flush(packed));
      pending_ = false;
    }
    // What is not written yet goes first: the pause comes with the next call.
    if (!packed.empty() && piece.bytes.empty()) piece.wait = {};
    piece.bytes = std::move(packed);
    return piece;
  }

 private:
  std::unique_ptr<ReplyStream> inner_;
  std::unique_ptr<GzipEncoder> encoder_;
  bool pending_ = false;  // bytes that the encoder holds back
  bool first_ = true;
};

}  // namespace

std::unique_ptr<ReplyStream> make_part_stream(std::unique_ptr<ReplyStream> inner, std::uint64_t skip,
                                              std::uint64_t count) {
  return std::make_unique<PartStream>(std::move(inner), skip, count);
}

std::unique_ptr<ReplyStream> make_gzip_stream(std::unique_ptr<ReplyStream> inner) {
  return std::make_unique<GzipStream>(std::move(inner));
}

}  // namespace bfa::serve_http
