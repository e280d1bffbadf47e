// SPDX-License-Identifier: Apache-2.0
#include "text/function_words.h"

#include <gtest/gtest.h>

namespace bfa {
namespace {

struct WordsRow {
  const char* name;
  const char* text;
  const char* language;
  bool found;
};
class FunctionWordsOf : public testing::TestWithParam<WordsRow> {};
TEST_P(FunctionWordsOf, MatchesRow) {
  EXPECT_EQ(FunctionWords(GetParam().text).tell(GetParam().language), GetParam().found);
}

const char* const kEnglish =
    "The boat that we carved last winter is in the water now, and it floats. We took the oars from the shed, "
    "which leaks, and rowed to the other shore of the lake, where they bake bread with salt on Fridays.";
const char* const kGerman =
    "Das Boot, das wir im letzten Winter gebaut haben, ist nun im Wasser und schwimmt. Wir nahmen die Ruder "
    "aus dem Schuppen, der nicht dicht ist, und fuhren auf die andere Seite des Sees, zu den Leuten mit "
    "Brot.";
const char* const kFrench =
    "Le bateau que nous avons construit cet hiver est dans l'eau et il flotte. Nous avons pris les rames "
    "dans "
    "la remise, qui fuit, pour aller sur l'autre rive du lac, avec des amis qui font du pain et une soupe.";
const char* const kSpanish =
    "El barco que hicimos el invierno pasado ya flota en el agua. Tomamos los remos del cobertizo, por donde "
    "entra la lluvia, y fuimos con los amigos a una de las orillas del lago, pero sin pan y con m\xC3\xA1s "
    "hambre.";
const char* const kDutch =
    "De boot die wij vorige winter bouwden ligt nu in het water en drijft. Wij namen de riemen uit de "
    "schuur, "
    "waar het lekt, en roeiden naar de andere oever van het meer, waar men op vrijdag brood met zout bakt.";

const char* const kPortuguese =
    "O barco que fizemos no inverno passado j\xC3\xA1 est\xC3\xA1 na \xC3\xA1gua e n\xC3\xA3o vai ao "
    "fundo. Tir\xC3\xA1mos os remos do barrac\xC3\xA3o, onde chove, e fomos com uns amigos \xC3\xA0 outra "
    "margem do lago, mas sem p\xC3\xA3o e com mais fome do que nos dias das f\xC3\xA9rias.";

INSTANTIATE_TEST_SUITE_P(
    Languages, FunctionWordsOf,
    testing::Values(
        WordsRow{"English", kEnglish, "en", true}, WordsRow{"EnglishOfARegion", kEnglish, "en-GB", true},
        WordsRow{"EnglishIsNotGerman", kEnglish, "de", false},
        WordsRow{"EnglishIsNotFrench", kEnglish, "fr", false}, WordsRow{"German", kGerman, "de", true},
        WordsRow{"GermanIsNotEnglish", kGerman, "en", false}, WordsRow{"French", kFrench, "fr_CA", true},
        WordsRow{"FrenchIsNotSpanish", kFrench, "es", false}, WordsRow{"Spanish", kSpanish, "es", true},
        WordsRow{"SpanishIsNotFrench", kSpanish, "fr", false},
        WordsRow{"DutchIsNotGerman", kDutch, "de", false}, WordsRow{"DutchIsNotEnglish", kDutch, "en", false},
        WordsRow{"Dutch", kDutch, "nl", true}, WordsRow{"Portuguese", kPortuguese, "pt-PT", true},
        WordsRow{"PortugueseIsNotSpanish", kPortuguese, "es", false},
        WordsRow{"SpanishIsNotPortuguese", kSpanish, "pt", false}, WordsRow{"Unknown", kDutch, "sv", false},
        WordsRow{"Few", "The boat is in the water.", "en", false}, WordsRow{"Nothing", "", "en", false},
        WordsRow{"NoLanguage", kEnglish, "", false},
        WordsRow{"Capitals",
                 "THE BOAT IS IN THE WATER AND IT FLOATS. WE TOOK THE OARS FROM THE SHED AND ROWED TO "
                 "THE OTHER SHORE OF THE LAKE. THEY BAKE BREAD WITH SALT ON FRIDAYS.",
                 "en", true}),
    [](const auto& row) { return std::string(row.param.name); });

// Prose with many names: one word in ten is a function word.
TEST(FunctionWordsBeforeOthers, AreFewerButOfOneLanguage) {
  std::string text;
  for (int i = 0; i < 8; ++i) text += "Kirra Selwyn, Ostrava, and Bram Holt paint with Mirela Voss. ";
  EXPECT_FALSE(FunctionWords(text + text + "Kirra Selwyn Ostrava Mirela.").tell("fr"));
  EXPECT_TRUE(FunctionWords(text).tell_before_others("en"));
  EXPECT_FALSE(FunctionWords(text).tell_before_others("de"));
  EXPECT_FALSE(FunctionWords(text).tell_before_others("sv"));
  EXPECT_TRUE(FunctionWords(text).lean_to("en"));
  EXPECT_FALSE(FunctionWords(text).lean_to("de"));
  EXPECT_FALSE(FunctionWords("Kirra Selwyn").lean_to("en"));
  for (int i = 0; i < 8; ++i) text += "Kirra Selwyn, Ostrava, und Bram Holt malen mit Mirela Voss. ";
  EXPECT_FALSE(FunctionWords(text).tell_before_others("en"));
  EXPECT_FALSE(FunctionWords(text).tell_before_others("de"));
}

}  // namespace
}  // namespace bfa
