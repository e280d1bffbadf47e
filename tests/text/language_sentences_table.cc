// SPDX-License-Identifier: Apache-2.0
// One little story, written for this test in many languages (Faroese: another).
#include <gtest/gtest.h>

#include <string>

#include "bfa/text/language.h"

namespace bfa {
namespace {

struct Row {
  const char* name;
  const char* language;
  const char* text;
};

// clang-format off
constexpr Row kRows[] = {
    // Languages that CLD2 lacks.
    {"Amharic", "am", "ትናንት ከጓደኞቻችን ጋር ወደ ባሕር ሄድን። አየሩ በጣም ጥሩ ነበር፤ ትኩስ ዳቦ ከአይብ ጋር በላን። ማታ ወደ ቤት ተመልሰን ያየነውን ሁሉ ለልጆቹ ነገርናቸው። ልጆቹም በጣም ደስ አላቸው። ነገም እንደገና ወደዚያ መሄድ እንፈልጋለን፤ ግን ዝናብ ከዘነበ ቤት ውስጥ እንቆያለን።"},
    {"Asturian", "ast", "Ayeri fuimos a la mar colos nuesos amigos. El tiempu taba perbonu y comimos pan fresco con quesu. Pela nueche tornamos pa casa y cuntámos-yos too a los rapacinos."},
    {"Breton", "br", "Dec'h e oamp aet d'an aod gant hor mignoned. Brav-tre e oa an amzer ha debret hon eus bara fresk gant keuz. Diouzh an noz omp distroet d'ar gêr hag hon eus kontet pep tra d'ar vugale."},
    {"Esperanto", "eo", "Hieraŭ ni iris al la maro kun niaj geamikoj. La vetero estis tre bela, kaj ni manĝis freŝan panon kun fromaĝo. Vespere ni revenis hejmen kaj rakontis ĉion al la infanoj."},
    {"Faroese", "fo", "Tað er ikki altíð lætt at finna tíð til at skriva, men í kvøld havi eg sett meg niður við borðið. Eg vil siga tykkum frá ferðini, sum vit gjørdu til Suðuroyar, og hvussu vakurt tað var har."},
    {"Frisian", "fy", "Juster binne wy mei ús freonen nei de see ta gien. It waar wie tige moai en wy hawwe farsk brea mei tsiis iten. Jûns kamen wy wer thús en hawwe wy alles oan de bern ferteld."},
    {"LowGerman", "nds", "Güstern sünd wi mit unse Frünnen na de See föhrt. Dat Weer weer bannig schöön, un wi hebbt frischet Broot mit Kees eten. Avends sünd wi wedder na Huus kamen un hebbt de Kinner allens vertellt."},
    {"Latin", "la", "Heri cum amicis nostris ad mare profecti sumus. Caelum serenum erat et panem recentem cum caseo edimus. Vespere domum revertimus et liberis omnia quae videramus narravimus."},
    {"Luxembourgish", "lb", "Gëschter si mir mat eise Frënn op d'Mier gefuer. D'Wieder war ganz schéin, a mir hunn frëscht Brout mat Kéis giess. Owes si mir erëm heemkomm an hunn de Kanner alles erzielt, wat mir gesinn haten."},
    {"Mongolian", "mn", "Өчигдөр бид найзуудтайгаа далай руу явсан. Цаг агаар маш сайхан байлаа, бид шинэ талх бяслагтай идсэн. Орой нь гэртээ буцаж ирээд хүүхдүүдэд бүх зүйлийг ярьж өгсөн."},
    {"Occitan", "oc", "Ièr anèrem a la mar amb los nòstres amics. Lo temps èra fòrça polit e mangèrem de pan fresc amb de formatge. Lo ser tornèrem a l'ostal e contèrem tot çò qu'aviam vist als enfants."},
    {"Romansh", "rm", "Ier essan nus ids cun noss amis a la mar. L'aura era fitg bella e nus avain mangià paun frestg cun chaschiel. La saira essan nus returnads a chasa ed avain raquintà tut als uffants."},
    {"Sicilian", "scn", "Ajeri jemu a mari cû l'amici nostri. Lu tempu era beddu assai e manciamu pani friscu cu lu caciu. La sira turnamu a la casa e cuntamu tutti cosi a li picciriddi ca aspittàvanu."},
    {"Somali", "so", "Shalay waxaannu saaxiibbadayada la tagnay badda. Cimiladu aad bay u fiicnayd, waxaanan cunnay rooti cusub iyo farmaajo. Habeenkii waxaannu ku noqonnay guriga oo carruurta uga sheekaynay wax walba."},
    {"Tatar", "tt", "Кичә без дусларыбыз белән диңгезгә бардык. Һава бик матур иде, без яңа пешкән икмәк белән сыр ашадык. Кич белән өйгә кайттык һәм балаларга барысын да сөйләп бирдек."},
    {"UpperSorbian", "hsb", "Wčera smy z našimi přećelemi k morju jěli. Wjedro bě jara rjane, a smy čerstwy chlěb ze sydrom jědli. Wječor smy so domoj wróćili a dźěćom wšitko powědali, štož smy widźeli."},
    {"Venetian", "vec", "Geri semo ndai al mar co i nostri amighi. El tenpo el gera beło e gavemo magnà pan fresco col formajo. Ła sera semo tornai a caxa e ghe gavemo contà tuto ai putei."},
    {"Yoruba", "yo", "Ní àná a lọ sí etí òkun pẹ̀lú àwọn ọ̀rẹ́ wa. Ojú ọjọ́ dára gan-an, a sì jẹ búrẹ́dì tuntun pẹ̀lú wàràkàṣì. Ní alẹ́ a padà sí ilé, a sì sọ gbogbo rẹ̀ fún àwọn ọmọ."},
    // Those beside them that CLD2 has.
    {"Afrikaans", "af", "Gister het ons saam met ons vriende see toe gegaan. Die weer was baie mooi en ons het vars brood met kaas geëet. Saans het ons weer huis toe gekom en alles vir die kinders vertel."},
    {"Catalan", "ca", "Ahir vam anar al mar amb els nostres amics. Feia molt bon temps i vam menjar pa fresc amb formatge. Al vespre vam tornar a casa i ho vam explicar tot als nens."},
    {"Danish", "da", "I går tog vi til stranden sammen med vores venner. Vejret var meget smukt, og vi spiste frisk brød med ost. Om aftenen kom vi hjem igen og fortalte børnene det hele."},
    {"Dutch", "nl", "Gisteren zijn we met onze vrienden naar zee gegaan. Het weer was erg mooi en we hebben vers brood met kaas gegeten. 's Avonds kwamen we weer thuis en hebben we alles aan de kinderen verteld."},
    {"English", "en", "Yesterday we went to the sea with our friends. The weather was very fine and we ate fresh bread with cheese. In the evening we came home again and told everything to the children."},
    {"French", "fr", "Hier, nous sommes allés à la mer avec nos amis. Il faisait très beau et nous avons mangé du pain frais avec du fromage. Le soir, nous sommes rentrés et nous avons tout raconté aux enfants."},
    {"Galician", "gl", "Onte fomos ao mar cos nosos amigos. O tempo estaba moi bo e comemos pan fresco con queixo. Pola noite volvemos á casa e contámoslles todo aos nenos."},
    {"German", "de", "Gestern sind wir mit unseren Freunden ans Meer gefahren. Das Wetter war sehr schön, und wir haben frisches Brot mit Käse gegessen. Abends sind wir wieder nach Hause gekommen und haben den Kindern alles erzählt."},
    {"Icelandic", "is", "Í gær fórum við niður á strönd með vinum okkar. Veðrið var mjög gott og við borðuðum nýtt brauð með osti. Um kvöldið komum við aftur heim og sögðum börnunum frá öllu sem við höfðum séð."},
    {"Italian", "it", "Ieri siamo andati al mare con i nostri amici. Il tempo era molto bello e abbiamo mangiato pane fresco con il formaggio. La sera siamo tornati a casa e abbiamo raccontato tutto ai bambini."},
    {"Polish", "pl", "Wczoraj pojechaliśmy z przyjaciółmi nad morze. Pogoda była bardzo ładna i jedliśmy świeży chleb z serem. Wieczorem wróciliśmy do domu i opowiedzieliśmy wszystko dzieciom."},
    {"Portuguese", "pt", "Ontem fomos ao mar com os nossos amigos. O tempo estava muito bom e comemos pão fresco com queijo. À noite voltámos para casa e contámos tudo às crianças."},
    {"Spanish", "es", "Ayer fuimos al mar con nuestros amigos. Hacía muy buen tiempo y comimos pan fresco con queso. Por la noche volvimos a casa y se lo contamos todo a los niños."},
    {"Turkish", "tr", "Dün arkadaşlarımızla denize gittik. Hava çok güzeldi ve peynirle taze ekmek yedik. Akşam eve döndük ve çocuklara her şeyi anlattık."},
};
// clang-format on

class HouseStory : public testing::TestWithParam<Row> {};
TEST_P(HouseStory, IsOfItsLanguage) {
  EXPECT_EQ(detect_language(GetParam().text), GetParam().language);
}
INSTANTIATE_TEST_SUITE_P(OneStory, HouseStory, testing::ValuesIn(kRows),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bfa
