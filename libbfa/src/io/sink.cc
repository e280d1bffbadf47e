// SPDX-License-Identifier: Apache-2.0
#include "bfa/io/sink.h"

#include "base/guard.h"

namespace bfa {
namespace {

class StringSink final : public Sink {
 public:
  explicit StringSink(std::string& out) : out_(out) {}
  Status write(std::span<const std::byte> src) override {
    return guarded([&]() -> Status {
      out_.append(reinterpret_cast<const char*>(src.data()), src.size());
      return {};
    });
  }
  Status finish() override { return {}; }

 private:
  std::string& out_;
};

}  // namespace

Status write_text(Sink& sink, std::string_view text) {
  return guarded([&]() -> Status { return sink.write(std::as_bytes(std::span(text.data(), text.size()))); });
}

std::unique_ptr<Sink> make_string_sink(std::string& out) {
  return guarded_or_empty([&]() -> std::unique_ptr<Sink> { return std::make_unique<StringSink>(out); });
}

}  // namespace bfa
