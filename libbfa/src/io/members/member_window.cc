// SPDX-License-Identifier: Apache-2.0
#include "io/members/member_window.h"

#include <cstring>

#include "base/try.h"

namespace bfa {

Status MemberWindow::read(std::size_t want) {
  if (size() >= want || done_) return {};
  if (begin_ != 0) {
    std::memmove(bytes_.get(), bytes_.get() + begin_, size());
    offset_ += begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  while (size() < want) {
    BFA_ASSIGN_OR_RETURN(const std::size_t got,
                         source_->read(std::as_writable_bytes(std::span(bytes_.get() + end_, kSize - end_))));
    if (got == 0) {
      done_ = true;
      break;
    }
    end_ += got;
  }
  return {};
}

Result<MemberCodec::Step> decode_member(MemberCodec& codec, MemberWindow& window, std::span<char> out) {
  for (;;) {
    const auto step = codec.whole(window.view(), out);
    if (step.outcome != MemberCodec::Outcome::kMore || window.done() || window.full()) return step;
    BFA_RETURN_IF_ERROR(window.read(MemberWindow::kSize));
  }
}

}  // namespace bfa
