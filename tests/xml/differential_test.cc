// SPDX-License-Identifier: Apache-2.0
// The strict reader beside libxml2 and expat: where both agree it has to agree with them, in what it accepts
// and in the tree.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "bfa/text/utf8.h"
#include "support/fixtures.h"
#include "xml/xml.h"
#include "xml_oracle.h"

namespace {

enum class Outcome { kAgrees, kOthersDisagree, kOtherTree, kWronglyAccepted, kWronglyRefused };

// Why a refusal is right although both others read the document; empty: it is wrong.
std::string_view deliberate_refusal(const bfa::Error& error) {
  // What is not in the document would be missing without a word.
  if (error.message.ends_with("is external and not read")) return "external entity";
  if (error.message.ends_with("is not declared") && error.message.starts_with("entity"))
    return "undeclared entity";
  if (error.code == bfa::Code::kLimit) return "limit";
  // Both take "1." for a version.
  if (error.message == "a malformed XML declaration") return "declaration";
  return {};
}

Outcome compare(const std::string& xml, std::string& detail) {
  const auto ours = bfa::read_xml(xml);
  const auto libxml2 = xml_oracle::read_by_libxml2(xml);
  const auto expat = xml_oracle::read_by_expat(xml);
  if (libxml2.has_value() != expat.has_value()) return Outcome::kOthersDisagree;
  if (!ours && expat) {
    if (!deliberate_refusal(ours.error()).empty()) return Outcome::kOthersDisagree;
    detail = bfa::to_string(ours.error());
    return Outcome::kWronglyRefused;
  }
  if (ours && !expat) return Outcome::kWronglyAccepted;
  if (!ours) return Outcome::kAgrees;
  const std::string tree = xml_oracle::dump(*ours);
  if (*libxml2 != *expat) return Outcome::kOthersDisagree;
  detail = tree + "\n" + *expat;
  return tree == *expat ? Outcome::kAgrees : Outcome::kOtherTree;
}

struct Counts {
  std::size_t all = 0, accepted = 0, undecided = 0, wrong = 0;
};

void expect_agreement(const std::string& name, const std::string& xml, Counts& counts) {
  std::string detail;
  const Outcome outcome = compare(xml, detail);
  ++counts.all;
  if (outcome == Outcome::kOthersDisagree) ++counts.undecided;
  if (outcome == Outcome::kAgrees && !detail.empty()) ++counts.accepted;
  if (outcome == Outcome::kAgrees || outcome == Outcome::kOthersDisagree) return;
  if (++counts.wrong > 20) return;
  ADD_FAILURE() << name
                << (outcome == Outcome::kOtherTree         ? ": another tree: "
                    : outcome == Outcome::kWronglyAccepted ? ": wrongly accepted: "
                                                           : ": wrongly refused: ")
                << xml.substr(0, 300) << "\n"
                << detail.substr(0, 600);
}

// What the strict reader accepts needs no repair, and what it refuses is repaired with a finding.
void expect_tolerant_reads_alike(const std::string& xml) {
  const auto strict = bfa::read_xml(xml);
  bfa::Findings findings;
  const auto tolerant = bfa::read_xml_tolerant(xml, findings);
  if (!strict) {
    EXPECT_TRUE(!tolerant || !findings.empty()) << xml << ": " << strict.error().message;
    return;
  }
  ASSERT_TRUE(tolerant) << xml;
  EXPECT_TRUE(findings.empty()) << xml << ": " << findings[0].message;
  // References to U+0080 to U+009F mean windows-1252 to the tolerant reader (XmlTolerant).
  if (xml.find("&#1") != std::string::npos) return;
  EXPECT_EQ(xml_oracle::dump(*strict), xml_oracle::dump(*tolerant)) << xml;
}

constexpr const char* kSeeds[] = {
    "<a/>",
    "<?xml version='1.0' encoding=\"UTF-8\" standalone='yes'?>\n<a></a>\n",
    "<a xmlns='urn:x'><b xmlns=''/></a>",
    "<p:a xmlns:p='urn:x' p:k='1' k='2'/>",
    "<a xml:base='http://x/'/>",
    "<a b='&lt;&quot;'>&amp;&#65;&#x42;&apos;</a>",
    "<a>x<![CDATA[<b>&amp;]]]]><![CDATA[>]]>y</a>",
    "<a>x<!-- > & -->y</a>",
    "<?xml-stylesheet href='x'?><a><?php echo '>' ?></a><!-- end -->",
    "<!DOCTYPE a SYSTEM \"http://x/a.dtd\"><a/>",
    "<!DOCTYPE a PUBLIC '-//x//EN' 'a.dtd'><a/>",
    "<!DOCTYPE a [<!ENTITY e 'v&#38;amp;'><!ELEMENT a ANY>]><a>&e;</a>",
    "<!DOCTYPE a [<!ELEMENT a (b|c)*><!ELEMENT b (#PCDATA|c)*><!ELEMENT c (d?,e+)>]><a/>",
    "<!DOCTYPE a [<!ATTLIST a k CDATA #IMPLIED l (x|y) 'x' m NMTOKENS ' p  q ' n CDATA #FIXED 'u'>]><a/>",
    "<!DOCTYPE a [<!ATTLIST a xmlns CDATA #FIXED 'urn:x'>]><a/>",
    "<!DOCTYPE a [<!ATTLIST a l ID #REQUIRED n NOTATION (o) #IMPLIED>]><a l=' 1  2 '/>",
    "<!DOCTYPE a [<!ENTITY % p 'x'><!NOTATION n PUBLIC 'u'><!ENTITY g SYSTEM 'f' NDATA n>]><a/>",
    "<!DOCTYPE a [<!-- c --><?t d?>]><a/>",
    "<!DOCTYPE a [<!ENTITY e '&#60;b>'><!ENTITY f 'x]]&#62;&e;y'><!ENTITY g ''>]><a k='&g;'>&g;</a>",
};

constexpr const char* kInserts[] = {"",  "<", ">", "&", ";",  "'",  "\"",   " ",      "/",      "?",     "!",
                                    "-", "]", "[", ":", "=",  "#",  "%",    "x",      "1",      "(",     ")",
                                    "|", ",", "*", "+", "\t", "\n", "\x01", "\u00D7", "\u00E9", "\uFFFE"};

TEST(XmlDifferential, AgreesOnEveryDocumentOneEditAway) {
  std::set<std::string> documents;
  for (const std::string seed : kSeeds) {
    for (std::size_t at = 0; at <= seed.size(); ++at) {
      for (const std::string insert : kInserts) {
        documents.insert(seed.substr(0, at) + insert + seed.substr(at));
        if (at < seed.size()) documents.insert(seed.substr(0, at) + insert + seed.substr(at + 1));
      }
    }
  }
  Counts counts;
  for (const auto& document : documents) {
    expect_agreement("edited", document, counts);
    expect_tolerant_reads_alike(document);
  }
  EXPECT_EQ(counts.wrong, 0u);
  EXPECT_GT(counts.all, 40000u);
  EXPECT_GT(counts.accepted, 10000u);
  std::printf("%zu documents, %zu read alike, %zu undecided\n", counts.all, counts.accepted,
              counts.undecided);
  // The others judge names of encodings and of namespaces differently, which is no matter of form.
  EXPECT_LT(counts.undecided, counts.all / 50);
}

struct Row {
  const char* name;
  const char* xml;
};
class XmlDifferentialCase : public testing::TestWithParam<Row> {};

TEST_P(XmlDifferentialCase, Agrees) {
  std::string detail;
  const Outcome outcome = compare(GetParam().xml, detail);
  EXPECT_EQ(outcome, Outcome::kAgrees) << detail;
}

INSTANTIATE_TEST_SUITE_P(
    Names, XmlDifferentialCase,
    testing::Values(Row{"MultiplicationSign", "<\u00D7/>"}, Row{"DivisionSignInside", "<a\u00F7/>"},
                    Row{"LetterBeyondAscii", "<\u00E9\u4E2D/>"}, Row{"OnlyColon", "<:/>"},
                    Row{"ColonFirst", "<:a/>"}, Row{"ColonLast", "<a:/>"},
                    Row{"TwoColons", "<a:b:c xmlns:a='u'/>"}, Row{"DigitBehindColon", "<a:1 xmlns:a='u'/>"},
                    Row{"CombiningMarkFirst", "<\u0301/>"}, Row{"CombiningMarkInside", "<a\u0301/>"},
                    Row{"AttributeOfNoLetter", "<a \u00D7='1'/>"},
                    Row{"EntityOfNoLetter", "<a>&\u00D7;</a>"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Namespaces, XmlDifferentialCase,
    testing::Values(Row{"PrefixUndone", "<a xmlns:x='u'><b xmlns:x=''/></a>"},
                    Row{"EmptyPrefix", "<a xmlns:='u'/>"}, Row{"XmlnsBound", "<a xmlns:xmlns='u'/>"},
                    Row{"XmlBoundElsewhere", "<a xmlns:xml='u'/>"},
                    Row{"XmlBoundToItself", "<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>"},
                    Row{"OtherBoundToXml", "<a xmlns:x='http://www.w3.org/XML/1998/namespace'/>"},
                    Row{"DefaultIsXmlns", "<a xmlns='http://www.w3.org/2000/xmlns/'/>"},
                    Row{"ElementOfXmlns", "<xmlns:a/>"}, Row{"NotDeclared", "<x:a/>"},
                    Row{"DeclaredTooLate", "<x:a><b xmlns:x='u'/></x:a>"},
                    Row{"TwiceByNamespace", "<a xmlns:x='u' xmlns:y='u' x:k='1' y:k='2'/>"},
                    Row{"DefaultIsNotForAttributes", "<a xmlns='u' xmlns:x='u' k='1' x:k='2'/>"}),
    [](const auto& row) { return std::string(row.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Prolog, XmlDifferentialCase,
    testing::Values(Row{"NoTarget", "<? x?><a/>"}, Row{"EmptyInstruction", "<?\?><a/>"},
                    Row{"ReservedTarget", "<?XML x?><a/>"}, Row{"TargetOfDigit", "<?1 x?><a/>"},
                    Row{"TargetEndsAtOnce", "<?t?><a/>"}, Row{"NoSpaceBehindTarget", "<?t'x'?><a/>"},
                    Row{"NoVersion", "<?xml encoding='UTF-8'?><a/>"}, Row{"EmptyDeclaration", "<?xml ?><a/>"},
                    Row{"WrongOrder", "<?xml version='1.0' standalone='no' encoding='UTF-8'?><a/>"},
                    Row{"StandaloneMaybe", "<?xml version='1.0' standalone='maybe'?><a/>"},
                    Row{"NoSpaceBetween", "<?xml version='1.0'encoding='UTF-8'?><a/>"},
                    Row{"MixedQuotes", "<?xml version='1.0\"?><a/>"},
                    Row{"NoQuotes", "<?xml version=1.0?><a/>"},
                    Row{"SecondDeclaration", "<?xml version='1.0'?><?xml version='1.0'?><a/>"},
                    Row{"LateDeclaration", "<a/><?xml version='1.0'?>"}, Row{"TextFirst", "x<a/>"},
                    Row{"DoctypeOnly", "<!DOCTYPE a>"}, Row{"TwoDoctypes", "<!DOCTYPE a><!DOCTYPE a><a/>"},
                    Row{"DoctypeBehindRoot", "<a/><!DOCTYPE a>"}, Row{"LowerCaseDoctype", "<!doctype a><a/>"},
                    Row{"NoNameInDoctype", "<!DOCTYPE ><a/>"},
                    Row{"PublicWithoutSystem", "<!DOCTYPE a PUBLIC 'x'><a/>"},
                    Row{"ReferenceInProlog", "&amp;<a/>"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(XmlDifferential, DeepContentModelsAreALimit) {
  const std::string xml =
      "<!DOCTYPE a [<!ELEMENT a " + std::string(5000, '(') + "b" + std::string(5000, ')') + ">]><a/>";
  const auto got = bfa::read_xml(xml);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, bfa::Code::kLimit);
}

TEST(XmlDifferential, DefaultAttributesCannotFillMemory) {
  std::string xml = "<!DOCTYPE a [<!ATTLIST b k CDATA '" + std::string(100'000, 'x') + "'>]><a>";
  for (int i = 0; i < 10'000; ++i) xml += "<b/>";
  const auto got = bfa::read_xml(xml + "</a>");
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, bfa::Code::kLimit);
}

// Empty defaults take memory as well, one for each element.
TEST(XmlDifferential, EmptyDefaultAttributesCannotFillMemory) {
  std::string xml = "<!DOCTYPE a [<!ATTLIST b";
  for (int i = 0; i < 200; ++i) xml += " k" + std::to_string(i) + " CDATA ''";
  xml += ">]><a>";
  for (int i = 0; i < 20'000; ++i) xml += "<b/>";
  xml += "<c>text</c></a>";
  const auto got = bfa::read_xml(xml);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, bfa::Code::kLimit);
  bfa::Findings findings;
  const auto tolerant = bfa::read_xml_tolerant(xml, findings);
  ASSERT_TRUE(tolerant);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].id, "attribute_limit");
  EXPECT_EQ(tolerant->children.size(), 20'001u);
  EXPECT_EQ(tolerant->all_text(), "text");
}

// Namespaces beyond what the mutations reach: real feeds, well-formed and not.
TEST(XmlDifferential, AgreesOnRealFeeds) {
  const auto shared = bfa::test::shared_directory();
  if (!shared) GTEST_SKIP() << "no feeds beside the checkout";
  Counts counts;
  for (const char* folder : {"/suites/feeds/files", "/suites/sitemaps/files", "/corpus"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(*shared + folder)) {
      const auto suffix = entry.path().extension();
      if (!entry.is_regular_file() || (suffix != ".xml" && suffix != ".rss" && suffix != ".atom")) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(in), {}};
      if (bfa::is_valid_utf8(bytes)) expect_agreement(entry.path(), bytes, counts);
    }
  }
  EXPECT_EQ(counts.wrong, 0u);
  EXPECT_GT(counts.accepted, 1000u);
  RecordProperty("documents", static_cast<int>(counts.all));
  RecordProperty("undecided", static_cast<int>(counts.undecided));
  std::printf("%zu documents, %zu read alike, %zu undecided\n", counts.all, counts.accepted,
              counts.undecided);
}

}  // namespace
