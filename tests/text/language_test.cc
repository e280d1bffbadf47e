// SPDX-License-Identifier: Apache-2.0
#include "bfa/text/language.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "bfa/text/utf8.h"
#include "text/fingerprint_detector.h"
#include "text/trigram_classifier.h"

namespace bfa {
namespace {

TEST(House_Language, MainLanguages) {
  EXPECT_EQ(
      detect_language("This is a plain English sentence about archives and weblogs, long enough to tell."),
      "en");
  EXPECT_EQ(detect_language(
                "Dies ist ein deutscher Satz \u00FCber Archive und Tageb\u00FCcher, der lang genug ist."),
            "de");
  EXPECT_EQ(detect_language("\u4ECA\u65E5\u306F\u3068\u3066\u3082\u826F\u3044\u5929\u6C17\u3067\u3059\u306D"
                            "\u3002\u6563\u6B69\u306B\u884C\u304D\u307E\u3057\u3087\u3046\u3002"),
            "ja");
  EXPECT_EQ(detect_language("\u8FD9\u662F\u4E00\u4E2A\u7B80\u4F53\u4E2D\u6587\u7684\u53E5\u5B50\uFF0C\u5173"
                            "\u4E8E\u535A\u5BA2\u548C\u6863\u6848\u9986\u3002"),
            "zh");
  EXPECT_EQ(detect_language("\u9019\u662F\u4E00\u500B\u7E41\u9AD4\u4E2D\u6587\u7684\u53E5\u5B50\uFF0C\u95DC"
                            "\u65BC\u90E8\u843D\u683C\u8207\u6A94\u6848\u9928\u3002"),
            "zh-Hant");
}

TEST(House_Language, EmptyWhenUnsure) {
  EXPECT_EQ(detect_language(""), "");
  EXPECT_EQ(detect_language("ok"), "");
  EXPECT_EQ(detect_language("12345 67890 -- 2026"), "");
  EXPECT_EQ(detect_language("\xFF\xFE\x80"), "");
  EXPECT_EQ(detect_language("x"), "");
  EXPECT_EQ(detect_language(std::string(3, '\0')), "");
}

// Of a language that CLD2 lacks: Luxembourgish.
const char* const kStory =
    "G\u00EBschter si mir mat eise Fr\u00EBnn op d'Mier gefuer. D'Wieder war ganz sch\u00E9in, a mir hunn "
    "fr\u00EBscht Brout mat K\u00E9is giess. Owes si mir er\u00EBm heemkomm an hunn de Kanner alles erzielt.";

TEST(House_Language, DamagedTextsKeepTheirLanguage) {
  const std::string story = kStory;
  EXPECT_EQ(detect_language(story + "\xFF\xC3"), "lb");
  EXPECT_EQ(detect_language("\x80\xFE" + story), "lb");
  std::string zeros = story;
  for (char& c : zeros) c = c == '.' ? '\0' : c;
  EXPECT_EQ(detect_language(zeros), "lb");
}

TEST(House_Language, EveryPrefixEnds) {
  const std::string story = kStory;
  for (std::size_t size = 0; size <= story.size(); ++size) {
    const std::string found = detect_language(story.substr(0, size));
    if (size < 120) continue;
    EXPECT_TRUE(found == "lb" || found == "de" || found.empty()) << size << ": " << found;
  }
}

TEST(House_Language, HugeTexts) {
  std::string story;
  while (story.size() < (1 << 22)) story += kStory;
  EXPECT_EQ(detect_language(story), "lb");
  EXPECT_EQ(detect_language(std::string(1 << 22, 'a')), "");
  EXPECT_EQ(detect_language(std::string(1 << 22, '\x80')), "");
}

// Pieces of programs, filler, and words of other scripts are not a rare language.
TEST(House_Language, NoRareLanguageForWhatIsNone) {
  const char* const kNone[] = {
      "if (amount < 0 && amount <= balance) { balance = balance - amount; } else { throw new Error(amount); "
      "} "
      "for (int i = 0; i < items.length; ++i) total += items[i].price * items[i].count; return total;",
      "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore "
      "et "
      "dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut.",
      "my_array[0] = 0; my_array[1] = 0; my_array[2] = 0; my_array[3] = 0; my_array[4] = 0; my_array[5] = 0; "
      "my_array[6] = 0; my_array[7] = 0; my_array[8] = 0; my_array[9] = 0; my_array[10] = 0;",
      "aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm nnnn oooo pppp qqqq rrrr ssss tttt "
      "uuuu vvvv wwww xxxx yyyy zzzz aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm",
  };
  for (const char* text : kNone) {
    const std::string found = detect_language(text);
    EXPECT_TRUE(found.empty() || found == "en") << found << ": " << text;
  }
}

TEST(House_Language, WordsOfAnotherScriptDoNotDecide) {
  const std::string japanese =
      "\u4ECA\u65E5\u306F\u3068\u3066\u3082\u826F\u3044\u5929\u6C17\u3067\u3059\u306D\u3002";
  std::string text;
  for (int i = 0; i < 12; ++i) text += japanese + " Archives et blogs. ";
  EXPECT_EQ(detect_language(text), "ja");
}

TEST(House_Language, ManyThreadsAgree) {
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        if (detect_language(kStory) != "lb") ++wrong;
        if (classify_trigrams(kStory).language != "lb") ++wrong;
        if (detect_fingerprint(kStory) != detect_fingerprint(kStory)) ++wrong;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(House_TrigramClassifier, KnowsTheOneItIsGiven) {
  const TrigramVerdict verdict = classify_trigrams(kStory, "de");
  EXPECT_EQ(verdict.language, "lb");
  EXPECT_TRUE(verdict.answered);
  EXPECT_GT(verdict.against, 0u);
  EXPECT_LE(verdict.against, verdict.runner_up);
  EXPECT_GT(verdict.weight, verdict.runner_up);
}

TEST(House_TrigramClassifier, NeighboursAreNoAnswers) {
  const TrigramVerdict verdict = classify_trigrams(
      "Gestern sind wir mit unseren Freunden ans Meer gefahren, und das Wetter war sehr angenehm.");
  EXPECT_EQ(verdict.language, "de");
  EXPECT_FALSE(verdict.answered);
}

TEST(House_TrigramClassifier, EmptyForWhatHasNoWords) {
  for (const char* text : {"", "1234 5678", "\xFF\x80", "...", "' '"}) {
    EXPECT_EQ(classify_trigrams(text).language, "") << text;
    EXPECT_EQ(classify_trigrams(text).trigrams, 0u) << text;
  }
}

TEST(House_TrigramTable, RowsAreWholeTrigrams) {
  ASSERT_GE(kTrigramLanguageCount, 100u);
  std::size_t row = 0;
  for (std::size_t i = 0; i < kTrigramLanguageCount; ++i) {
    EXPECT_LT(row, kTrigramLanguages[i].end) << kTrigramLanguages[i].tag;
    EXPECT_GT(kTrigramLanguages[i].usual, 1) << kTrigramLanguages[i].tag;
    for (; row < kTrigramLanguages[i].end; ++row) {
      EXPECT_TRUE(is_valid_utf8(kTrigramRows[row].trigrams));
      EXPECT_EQ(count_code_points(kTrigramRows[row].trigrams) % 3, 0u);
    }
  }
}

// Fingerprints are files of the system: without them these are empty, and the classifier decides alone.
TEST(House_Fingerprints, NoneForWhatHasNoWords) {
  EXPECT_EQ(detect_fingerprint(""), "");
  EXPECT_EQ(detect_fingerprint("!? ..."), "");
  EXPECT_EQ(detect_fingerprint("\xFF\xFE"), "");
  EXPECT_EQ(detect_fingerprint(std::string(4096, '\0')), "");
}

}  // namespace
}  // namespace bfa
