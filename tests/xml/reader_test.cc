// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "xml/xml.h"
#include "xml_oracle.h"

namespace {

using bfa::Code;
using bfa::Findings;
using xml_oracle::dump;

struct GoodRow {
  const char* name;
  const char* xml;
  const char* tree;
};
class XmlWellFormed : public testing::TestWithParam<GoodRow> {};

TEST_P(XmlWellFormed, StrictReadsIt) {
  const auto got = bfa::read_xml(GetParam().xml);
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(dump(*got), GetParam().tree);
}

TEST_P(XmlWellFormed, TolerantGivesTheSameTreeWithoutFindings) {
  Findings findings;
  const auto got = bfa::read_xml_tolerant(GetParam().xml, findings);
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(dump(*got), GetParam().tree);
  EXPECT_TRUE(findings.empty()) << findings[0].id;
}

INSTANTIATE_TEST_SUITE_P(
    Xml10, XmlWellFormed,
    testing::Values(GoodRow{"Empty", "<a/>", "a"}, GoodRow{"Prolog", "<?xml version='1.0'?>\n<a></a>\n", "a"},
                    GoodRow{"Bom", "\xEF\xBB\xBF<?xml version='1.0'?><a/>", "a"},
                    GoodRow{"DefaultNamespace", "<a xmlns='urn:x'><b/></a>", "a{urn:x}(b{urn:x})"},
                    GoodRow{"NamespaceUndone", "<a xmlns='urn:x'><b xmlns=''/></a>", "a{urn:x}(b)"},
                    GoodRow{"Prefix", "<p:a xmlns:p='urn:x' p:k='1' k='2'/>", "a{urn:x}[{urn:x}k=1][k=2]"},
                    GoodRow{"PrefixScope", "<a><b xmlns:p='u'><p:c/></b><b xmlns:p='v'><p:c/></b></a>",
                            "a(b(c{u})b(c{v}))"},
                    GoodRow{"XmlPrefix", "<a xml:base='http://x/'/>",
                            "a[{http://www.w3.org/XML/1998/namespace}base=http://x/]"},
                    GoodRow{"SpaceBetweenInlineElements", "<p><b>a</b> <i>b</i></p>", "p(b('a')' 'i('b'))"},
                    GoodRow{"Entities", "<a b='&lt;&quot;'>&amp;&#65;&#x42;&apos;</a>", "a[b=<\"]('&AB'')"},
                    GoodRow{"Cdata", "<a>x<![CDATA[<b>&amp;]]]]><![CDATA[>]]>y</a>", "a('x<b>&amp;]]>y')"},
                    GoodRow{"CommentSplitsNoText", "<a>x<!-- > & -->y</a>", "a('xy')"},
                    GoodRow{"LineEnds", "<a b='1\r\n2'>1\r\n2\r3</a>", "a[b=1 2]('1\n2\n3')"},
                    GoodRow{"GreaterThanInAttribute", "<a b='>'/>", "a[b=>]"},
                    GoodRow{"Instruction", "<?xml-stylesheet href='x'?><a><?php echo '>' ?></a><!-- end -->",
                            "a"},
                    GoodRow{"Doctype", "<!DOCTYPE a SYSTEM \"http://x/a.dtd\"><a/>", "a"},
                    GoodRow{"InternalEntity",
                            "<!DOCTYPE a [<!ENTITY e 'v&#38;amp;'><!ELEMENT a ANY>]><a>&e;</a>", "a('v&')"}),
    [](const auto& row) { return std::string(row.param.name); });

struct BadRow {
  const char* name;
  const char* xml;
  int offset;  // of the error and of the first finding; -1: not checked
  const char* finding;
  const char* tree;
};
class XmlIllFormed : public testing::TestWithParam<BadRow> {};

TEST_P(XmlIllFormed, StrictRefusesItWithItsOffset) {
  const auto got = bfa::read_xml(GetParam().xml);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, Code::kCorrupt);
  if (GetParam().offset >= 0) {
    EXPECT_EQ(got.error().offset, GetParam().offset) << got.error().message;
  }
}

TEST_P(XmlIllFormed, TolerantRepairsItAndSaysSo) {
  Findings findings;
  const auto got = bfa::read_xml_tolerant(GetParam().xml, findings);
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(dump(*got), GetParam().tree);
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].id, GetParam().finding);
  if (GetParam().offset >= 0) {
    EXPECT_EQ(findings[0].offset, GetParam().offset);
  }
}

INSTANTIATE_TEST_SUITE_P(
    House, XmlIllFormed,
    testing::Values(
        BadRow{"BareAmpersand", "<a>x & y?b=1&c=2</a>", 5, "bare_ampersand", "a('x & y?b=1&c=2')"},
        BadRow{"HtmlEntity", "<a>&eacute;&nbsp;</a>", 3, "html_entity", "a('\xC3\xA9\xC2\xA0')"},
        BadRow{"UnknownEntity", "<a>&foo;</a>", 3, "unknown_entity", "a('&foo;')"},
        BadRow{"UnclosedInline", "<r><d><p>x</d><d>y</d></r>", 10, "unclosed_element", "r(d(p('x'))d('y'))"},
        BadRow{"VoidHtml", "<r><d>x<br>y</d><d>z</d></r>", -1, "unclosed_element", "r(d('x'br'y')d('z'))"},
        BadRow{"StrayEndTag", "<r><d>x</b>y</d></r>", 7, "stray_end_tag", "r(d('xy'))"},
        BadRow{"ControlCharacter", "<a>x\x01y</a>", 4, "control_character", "a('xy')"},
        BadRow{"NullReference", "<a>&#0;</a>", 3, "bad_reference", "a('\xEF\xBF\xBD')"},
        BadRow{"ReferenceWithoutEnd", "<a>&#65 x</a>", 3, "bad_reference", "a('&#65 x')"},
        BadRow{"UndeclaredPrefix", "<a><dc:date>x</dc:date></a>", 3, "undeclared_prefix",
               "a(date{http://purl.org/dc/elements/1.1/}('x'))"},
        BadRow{"UnquotedAttribute", "<a b=c/>", -1, "unquoted_attribute", "a[b=c]"},
        BadRow{"AttributeWithoutValue", "<a b/>", 3, "attribute_without_value", "a[b=]"},
        BadRow{"DuplicateAttribute", "<a b='1' b='2'/>", 9, "duplicate_attribute", "a[b=1]"},
        BadRow{"JunkBefore", "oops\n<?xml version='1.0'?><a/>", 0, "junk_before_prolog", "a"},
        BadRow{"WarningBefore", "<br />\n<b>Warning</b> <?xml version='1.0'?><a/>", -1, "junk_before_prolog",
               "a"},
        BadRow{"JunkAfter", "<a/>oops", 4, "junk_after_root", "a"},
        BadRow{"SecondRoot", "<a/><b/>", 4, "junk_after_root", "a"},
        BadRow{"EndsInElement", "<a><b>x", 7, "truncated", "a(b('x'))"},
        BadRow{"EndsInTag", "<a><b c='", -1, "unclosed_quote", "a(b[c=])"},
        BadRow{"EndsInCdata", "<a><![CDATA[x", 3, "truncated", "a('x')"},
        BadRow{"EndsInComment", "<a>x<!-- y", 4, "truncated", "a('x')"},
        BadRow{"LessThanInText", "<a>1 < 2</a>", 5, "stray_less_than", "a('1 < 2')"},
        BadRow{"TagWithoutEnd", "<a><b <c/></a>", 3, "unclosed_tag", "a(b(c))"},
        BadRow{"SpaceBeforeDeclaration", "\n<?xml version='1.0'?><a/>", -1, "junk_before_prolog", "a"},
        BadRow{"ExternalEntity", "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>x&e;</a>", -1,
               "external_entity", "a('x')"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(XmlTolerant, C1ReferencesMeanWindows1252) {
  Findings findings;
  const auto got = bfa::read_xml_tolerant("<a>&#146;</a>", findings);
  ASSERT_TRUE(got);
  EXPECT_EQ(got->all_text(), "\xE2\x80\x99");
}

TEST(XmlTolerant, NoElementIsAnError) {
  for (const char* text : {"", " ", "plain", "<!-- x -->", "{\"a\": 1}"}) {
    Findings findings;
    const auto got = bfa::read_xml_tolerant(text, findings);
    ASSERT_FALSE(got) << text;
    EXPECT_EQ(got.error().code, Code::kCorrupt);
  }
}

TEST(XmlLimits, DepthNodesAndBytesAreErrors) {
  std::string deep;
  for (int i = 0; i < 300; ++i) deep += "<a>";
  Findings findings;
  EXPECT_EQ(bfa::read_xml_tolerant(deep, findings).error().code, Code::kLimit);
  bfa::XmlLimits limits;
  limits.max_nodes = 3;
  EXPECT_EQ(bfa::read_xml("<a><b/><b/><b/></a>", limits).error().code, Code::kLimit);
  limits.max_bytes = 3;
  EXPECT_EQ(bfa::read_xml("<a/>", limits).error().code, Code::kLimit);
}

TEST(XmlLimits, EntityBombIsAnError) {
  std::string xml = "<!DOCTYPE a [<!ENTITY e0 '0123456789012345678901234567890123456789'>";
  for (int i = 1; i < 10; ++i) {
    xml += "<!ENTITY e" + std::to_string(i) + " '";
    for (int k = 0; k < 10; ++k) xml += "&e" + std::to_string(i - 1) + ";";
    xml += "'>";
  }
  for (const char* use : {"&e9;", "&e7;"}) {
    const auto got = bfa::read_xml(xml + "]><a>" + use + "</a>");
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().code, Code::kLimit);
  }
}

TEST(XmlLimits, ShortEntityBombIsAFindingToTheTolerantReader) {
  std::string xml = "<!DOCTYPE a [<!ENTITY e0 'lol'>";
  for (int i = 1; i < 10; ++i) {
    xml += "<!ENTITY e" + std::to_string(i) + " '";
    for (int k = 0; k < 10; ++k) xml += "&e" + std::to_string(i - 1) + ";";
    xml += "'>";
  }
  Findings findings;
  const auto got = bfa::read_xml_tolerant(xml + "]><a><b>&e9;</b><c>x</c></a>", findings);
  ASSERT_TRUE(got) << got.error().message;
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].id, "entity_limit");
  ASSERT_NE(got->child("c"), nullptr);
  EXPECT_EQ(got->child("c")->all_text(), "x");
}

TEST(XmlStrict, EveryPrefixIsAnErrorOrTheDocument) {
  const std::string xml =
      "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'v'>]><a b='1'><!-- c "
      "--><c>&e;&#65;</c><![CDATA[x]]></a>";
  for (std::size_t n = 0; n < xml.size(); ++n) {
    EXPECT_FALSE(bfa::read_xml(xml.substr(0, n))) << n;
  }
  EXPECT_TRUE(bfa::read_xml(xml));
}

TEST(XmlNode, FindsChildrenAndAttributesByLocalName) {
  const auto got = bfa::read_xml("<a xmlns:p='u' p:k='1'>x<p:b>y</p:b></a>");
  ASSERT_TRUE(got);
  ASSERT_NE(got->child("b"), nullptr);
  EXPECT_EQ(got->child("b")->offset, 24);
  EXPECT_EQ(got->child("c"), nullptr);
  EXPECT_EQ(got->attribute("k"), "1");
  EXPECT_EQ(got->all_text(), "xy");
}

}  // namespace
