// SPDX-License-Identifier: Apache-2.0
#include "enrich/place_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "made_places.h"
#include "support/fixtures.h"

namespace {

using bfa::Code;
using bfa::PlaceFile;
using bfa::test::MadePlaces;

constexpr std::uint32_t kAddress = 81u << 24 | 2u << 16 | 69u << 8 | 142u;

class MaxMindDb20_PlaceFile : public testing::Test {
 protected:
  std::string put(const std::string& bytes) {
    const std::string path = folder_ / "places.mmdb";
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  // City and country of the address by a file with that record; "-" when it has none.
  std::string place_in(const std::string& record, const std::string& address = "81.2.69.142") {
    const auto file = PlaceFile::open(put(MadePlaces::file(kAddress, record)));
    if (!file && file.error().code == Code::kUnsupported) return "unsupported";
    EXPECT_TRUE(file) << to_string(file.error());
    const auto place = (*file)->find(address);
    EXPECT_TRUE(place) << to_string(place.error());
    return *place ? (*place)->text() : "-";
  }
  static std::string both() {
    return MadePlaces::map(
        {{"city", MadePlaces::names("Erewhon")}, {"country", MadePlaces::names("Utopia, Isle of")}});
  }
  bfa::test::TemporaryDirectory folder_;
};

TEST_F(MaxMindDb20_PlaceFile, SaysCityAndCountry) {
  if (place_in(both()) == "unsupported") GTEST_SKIP() << "built without libmaxminddb";
  EXPECT_EQ(place_in(both()), "Erewhon, Utopia - Isle of");
  EXPECT_EQ(place_in(MadePlaces::map({{"country", MadePlaces::names("Utopia")}})), "Utopia");
  EXPECT_EQ(place_in(MadePlaces::map({{"continent", MadePlaces::names("x")}})), "-");
  EXPECT_EQ(place_in(MadePlaces::map({{"city", MadePlaces::text("not a map")}})), "-");
  EXPECT_EQ(place_in(both(), "81.2.69.143"), "-");
  EXPECT_EQ(place_in(both(), "2001:db8::1"), "-");
}

TEST_F(MaxMindDb20_PlaceFile, TakesAddressesOnly) {
  const auto file = PlaceFile::open(put(MadePlaces::file(kAddress, both())));
  if (!file) GTEST_SKIP() << "built without libmaxminddb";
  for (const char* const wrong : {"", "localhost", "blog.example", "81.2.69"}) {
    const auto place = (*file)->find(wrong);
    EXPECT_TRUE(!place || !*place) << wrong;
  }
}

TEST_F(MaxMindDb20_PlaceFile, RefusesWhatIsNoSuchFile) {
  EXPECT_EQ(PlaceFile::open(folder_ / "none.mmdb").error().code, Code::kNotFound);
  EXPECT_EQ(PlaceFile::open(folder_.path()).error().code, Code::kNotFound);
  EXPECT_FALSE(PlaceFile::open(put("")));
  EXPECT_FALSE(PlaceFile::open(put("a text of somebody")));
}

// Each prefix, and each byte changed: an answer or an error.
TEST_F(MaxMindDb20_PlaceFile, DamageIsNeverACrash) {
  const std::string whole = MadePlaces::file(kAddress, both());
  const auto ask = [&](const std::string& bytes) {
    const auto file = PlaceFile::open(put(bytes));
    if (file) (void)(*file)->find("81.2.69.142");
  };
  for (std::size_t size = 0; size < whole.size(); ++size) ask(whole.substr(0, size));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0xff);
    ask(bytes);
  }
}

}  // namespace

// libmaxminddb keeps some kilobytes of each file whose metadata are damaged. LeakSanitizer looks for a
// function of this name in the program.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions();  // NOLINT
extern "C" const char* __lsan_default_suppressions() {                                        // NOLINT
  return "leak:libmaxminddb\n";
}
