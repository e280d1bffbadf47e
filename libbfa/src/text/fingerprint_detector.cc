// SPDX-License-Identifier: Apache-2.0
#include "text/fingerprint_detector.h"

#include <textcat.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <system_error>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

constexpr std::size_t kEnoughBytes = 2000;
// Where Debian and others put the fingerprints, and the file that lists them.
constexpr const char* kFolder = "/usr/share/libexttextcat/";
constexpr const char* kList = "/usr/share/libexttextcat/fpdb.conf";

class Fingerprints {
 public:
  Fingerprints() {
    std::error_code failed;
    if (!std::filesystem::exists(kList, failed)) return;  // exttextcat would say so on stderr
    handle_.reset(special_textcat_Init(kList, kFolder));
    if (handle_ == nullptr) return;
    textcat_SetProperty(handle_.get(), TCPROP_UTF8AWARE, TC_TRUE);
    candidates_ = textcat_GetClassifyFullOutput(handle_.get());
  }
  ~Fingerprints() {
    if (candidates_ != nullptr) textcat_ReleaseClassifyFullOutput(handle_.get(), candidates_);
  }
  Fingerprints(const Fingerprints&) = delete;
  Fingerprints& operator=(const Fingerprints&) = delete;

  // "br--utf8": what the list calls the best. All within three per cent of its score are found, best first.
  std::string_view best_name(const std::string& words) {
    const std::lock_guard lock(mutex_);
    if (candidates_ == nullptr) return {};
    const int found = textcat_ClassifyFull(handle_.get(), words.data(), words.size(), candidates_);
    return found > 0 && candidates_[0].name != nullptr ? candidates_[0].name : std::string_view();
  }

 private:
  struct Closer {
    void operator()(void* handle) const noexcept { textcat_Done(handle); }
  };
  std::mutex mutex_;
  std::unique_ptr<void, Closer> handle_;
  candidate_t* candidates_ = nullptr;
};

// The words of the text with one space between two, as valid UTF-8.
std::string words_of(std::string_view text) {
  std::string words;
  for (std::size_t at = 0; at < text.size() && words.size() < kEnoughBytes;) {
    const char32_t c = next_code_point(text, at);
    const bool joins = c == U'\'' || c == 0x2019;
    if (c != 0xFFFD && (is_word_char(c) || (joins && !words.empty() && words.back() != ' ')))
      append_code_point(words, joins ? U'\'' : c);
    else if (!words.empty() && words.back() != ' ')
      words += ' ';
  }
  return words;
}

}  // namespace

std::string detect_fingerprint(std::string_view text) {
  const std::string words = words_of(text);
  if (words.empty()) return {};
  static Fingerprints fingerprints;
  std::string_view name = fingerprints.best_name(words);
  name = name.substr(0, name.find("-utf8"));
  while (!name.empty() && name.back() == '-') name.remove_suffix(1);
  if (name == "ha-NG") return "ha";
  if (name == "quz" || name == "qxa") return "qu";
  if (name == "tzm-Latn") return "kab";  // the nearest that it has
  return std::string(name);
}

}  // namespace bfa
