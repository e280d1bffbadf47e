// SPDX-License-Identifier: Apache-2.0
// Made by scripts/make_dates_table.py from the CLDR data of ICU 72 and the locales of glibc; do not edit.
#include "text/date/calendars.h"

namespace bfa {

// clang-format off
const CalendarMonths kCalendarMonths[] = {
    {CalendarMonths::kPersian, "en", "farvardin;ordibehesht;khordad;tir;mordad;shahrivar;mehr;aban;azar;dey;bahman;esfand"},
    {CalendarMonths::kPersian, "de", "farwardin;ordibehescht;chordād|chordad;tir;mordād|mordad;schahriwar;mehr;ābān|aban;āsar|asar;déi|dei;bahman;essfand"},
    {CalendarMonths::kPersian, "fr", "farvardin|far;ordibehešt|ordibehest|ord;khordâd|khordad|kho;tir;mordâd|mordad|mor;šahrivar|sahrivar|šah|sah;mehr;âbân|aban;âzar|azar;dey;bahman|bah;esfand|esf"},
    {CalendarMonths::kPersian, "ru", "фарвардин;ордибехешт;хордад;тир;мордад;шахривер;мехр;абан;азер;дей;бахман;эсфанд"},
    {CalendarMonths::kPersian, "uk", "фарвардін;ордібехешт;хордад;тір;мордад;шахрівер;мехр;абан;азер;дей;бахман;есфанд"},
    {CalendarMonths::kPersian, "pl", "farwardin;ordibeheszt;chordād|chordad;tir;mordād|mordad;szahriwar;mehr;ābān|aban;āsar|asar;déi|dei;bahman;esfand"},
    {CalendarMonths::kPersian, "cs", "farvardin;ordibehešt|ordibehest;chordád|chordad;tír|tir;mordád|mordad;šahrívar|sahrivar;mehr;ábán|aban;ázar|azar;dei;bahman;esfand"},
    {CalendarMonths::kPersian, "sv", "farvardin;ordibehesht;khordād|khordad;tir;mordād|mordad;shahrivar;mehr;ābān|aban;āzar|azar;dey;bahman;esfand"},
    {CalendarMonths::kPersian,
     "fi",
     "farvardinkuuta|farvardinkuu|farvardin;"
     "ordibeheštkuuta|ordibehestkuuta|ordibeheštkuu|ordibehestkuu|ordibehešt|ordibehest;"
     "khordadkuuta|khordadkuu|khordad;"
     "tirkuuta|tirkuu|tir;"
     "mordadkuuta|mordadkuu|mordad;"
     "šahrivarkuuta|sahrivarkuuta|šahrivarkuu|sahrivarkuu|šahrivar|sahrivar;"
     "mehrkuuta|mehrkuu|mehr;"
     "abankuuta|abankuu|aban;"
     "azarkuuta|azarkuu|azar;"
     "deykuuta|deykuu|dey;"
     "bahmankuuta|bahmankuu|bahman;"
     "esfandkuuta|esfandkuu|esfand"},
    {CalendarMonths::kPersian, "ja", "ファルヴァルディーン;オルディーベヘシュト;ホルダード;ティール;モルダード;シャハリーヴァル;メフル;アーバーン;アーザル;デイ;バフマン;エスファンド"},
    {CalendarMonths::kPersian, "zh", "一月|1月;二月|2月;三月|3月;四月|4月;五月|5月;六月|6月;七月|7月;八月|8月;九月|9月;十月|10月;十一月|11月;十二月|12月"},
    {CalendarMonths::kPersian, "ko", "화르바딘;오르디베헤쉬트;호르다드;티르;모르다드;샤흐리바르;메흐르;아반;아자르;다이;바흐만;에스판드"},
    {CalendarMonths::kPersian, "tr", "ferverdin;ordibeheşt|ordibehest;hordad;tir;mordad;şehriver|sehriver;mehr;aban;azer;dey;behmen;esfend"},
    {CalendarMonths::kPersian, "ar", "فرفردن;أذربيهشت;خرداد;تار;مرداد;شهرفار;مهر;آيان;آذر;دي;بهمن;اسفندار"},
    {CalendarMonths::kPersian, "he", "פרורדין|בפרורדין;ארדיבהשת|בארדיבהשת;ח׳רדאד|בח׳רדאד;תיר|בתיר;מרדאד|במרדאד;שהריור|בשהריור;מהר|במהר;אבאן|באבאן;אד׳ר|באד׳ר;די|בדי;בהמן|בבהמן;אספנד|באספנד"},
    {CalendarMonths::kPersian, "ro", "farvardin;ordibehesht;khordad;tir;a-mordad;shahrivar;mehr;aban;azar;dey;bahman;esfand"},
    {CalendarMonths::kPersian, "sr", "фаравадин;ордибехешт;кордад;тир;мордад;шахривар;мехр;абан;азар;деј;бахман;есфанд"},
    {CalendarMonths::kPersian, "sr-Latn", "faravadin;ordibehešt|ordibehest;kordad;tir;mordad;šahrivar|sahrivar;mehr;aban;azar;dej;bahman;esfand"},
    {CalendarMonths::kPersian, "lv", "farvardīns|farvardins;ordibehešts|ordibehests;hordāds|hordads;tīrs|tirs;mordāds|mordads;šahrivērs|sahrivers;mehrs;abans;azers;dejs;bahmans;esfands"},
    {CalendarMonths::kPersian, "th", "ฟาร์วาร์ดิน;ออร์ดิเบเฮชต์;คอร์แดด;เตอร์;มอร์แดด;ชาหริวาร์;เมฮร์;อะบาน;อะซาร์;เดย์;บาฮ์มาน;เอสฟานด์"},
    {CalendarMonths::kPersian, "hi", "फर्वादिन;ओर्दिवेहेस्ट;खोरर्दाद;टिर;मोरदाद;शाहरीवर्;मेहर;अवन;अज़र;डे;बहमन;ईस्फन्द्"},
    {CalendarMonths::kPersian, "bn", "ফ্যাভার্ডিন;অরডিবেহেশ্ত;খোর্দ্দ;তীর;মর্যাদ;শাহরিবার;মেহের;আবান;বাজার|আজার;দে;বাহমান;এসফ্যান্ড"},
    {CalendarMonths::kPersian, "fa", "فروردین;اردیبهشت;خرداد;تیر;مرداد|امرداد;شهریور;مهر;آبان;آذر;دی;بهمن;اسفند"},
    {CalendarMonths::kPersian, "mk", "фарвардин;ордибехешт;кордад;тир;мордад;шахривар;мер;абан;азар;деј;бахман;есфанд"},
    {CalendarMonths::kPersian, "ta", "ஃபர்வாதின்|ஃபர்;ஆர்டிபெஹெஷ்த்|ஆர்டி;கொர்தாத்|கொர்;திர்;மொர்தாத்|மொர்;ஷாரிவார்|ஷாரி;மெஹ்ர்|மெஹ்;அபான்|அபா;அசார்|அசா;தே;பஹ்மான்|பஹ்;எஃபான்|எஃ"},
    {CalendarMonths::kPersian, "te", "ఫావర్డిన్;ఊడాబహష్ట్;ఖోర్డాడ్;టిర్;మెర్డాడ్;శశివర్;మెహర్;అబన్;అజర్;డే;బాహ్‌మాన్;ఎస్‌ఫాండ్"},
    {CalendarMonths::kPersian, "mr", "फरवरदिन;ओर्दिबेहेश्त;खोरदाद;तिर;मोरदाद;शाहरीवार;मेहेर;अबान;अझार;दे;बाहमान;एसफांद"},
    {CalendarMonths::kPersian, "gu", "ફાર્વાર્દિન;ઓરડીબેહેશ્ટ;ખોરદાદ;તિર;મોર્દાદ;શાહરિવર;મેહર;અબાન;અઝાર;ડેય;બાહમેન;એસ્ફાન્ડ"},
    {CalendarMonths::kPersian, "kn", "ಫರ್ವರ್ದಿನ್;ಓರ್ದಿಬೆಹೆಶ್ಟ್;ಖೋರ್ಡಾದ್;ಟಿರ್;ಮೊರ್ದಾದ್;ಶಹರಿವಾರ್;ಮೆಹ್ರ್;ಅಬನ್;ಅಝರ್;ಡೇ;ಬಹ್ಮನ್;ಎಸ್ಫಾಂಡ್"},
    {CalendarMonths::kPersian, "ml", "ഫർവാർദിൻ;ഓർഡിബെഹെഷ്‌റ്റ്;ഖോർദാദ്;ടിർ;മോർദാദ്;ഷഹ്‌രിവാർ;മെഹർ;അബാൻ;അസർ;ഡെയ്;ബഹ്‌മാൻ;എസ്‌ഫാൻഡ്"},
    {CalendarMonths::kPersian, "pa", "ਫਾਰਵਰਡੀਨ;ਔਰਡਾਈਬਹੈਸ਼ਟ;ਖੋਡਰਡ;ਟਿਰ;ਮੋਰਡਾਦ;ਸ਼ਰਾਇਵਰ;ਮੇਹਰ;ਅਬਾਨ;ਅਜ਼ਾਰ;ਡੇਅ;ਬਾਹਮਨ;ਐਸਫੰਡ"},
    {CalendarMonths::kPersian, "ur", "فروردن;آرڈبائش;خداداد;تیر;مرداد;شہریوار;مہر;ابان;آزر;ڈے;بہمن;اسفند"},
    {CalendarMonths::kPersian, "kk", "фарвардин;ордибехешт;хордад;тир;мордад;шахривар;мехр;абан;азар;дей;бахман;эсфанд"},
    {CalendarMonths::kPersian, "lo", "ຟຣາວາດິນ|ຟາຣວາດິນ;ອໍຣດີບີເຫຣດ|ອໍຣດີບີເຫຮດ;ຄໍຣເດດ;ແຕຣ;ມໍຣເດດ;ຊາຣຫິວາ|ຊາຣລິວາ;ເມີ;ອາບານ;ອາຊາຣ|ອາຊາ;ດີຣ;ບຣາແມນ|ບຣາມານ;ເອສຟານ"},
    {CalendarMonths::kPersian, "uz", "farvardin;oʻrdibehisht|o'rdibehisht;xurdod;tir|tur;murdod;shahrivar;mehr;obon;ozar;dey;bahman;isfan|isfand"},
    {CalendarMonths::kPersian, "ps", "وری;غویی;غبرگولی;چنگاښ;زمری;وږی;تله;لړم;لیندۍ;مرغومی;سلواغه;کب"},
    {CalendarMonths::kPersian, "ff-Adlm", "𞤬𞤢𞤪𞤾𞤢𞤪𞤣𞤭𞤲;𞤮𞤪𞤣𞤭𞤦𞤫𞤸𞤫𞥃𞤼;𞤿𞤮𞤪𞤣𞤢𞤣;𞤼𞤭𞤪;𞤥𞤮𞤪𞤣𞤢𞤣;𞥃𞤢𞤸𞤪𞤭𞤾𞤢𞤪;𞤥𞤫𞤸𞤫𞤪;𞤢𞤦𞤢𞤲;𞤢𞥁𞤢𞤪;𞤣𞤫𞤴;𞤦𞤢𞤸𞤥𞤢𞤲;𞤫𞤧𞤬𞤢𞤲𞤣"},
    {CalendarMonths::kPersian, "sc", "farvardin|far;ordibehesht|ord;khordad|kho;tir;mordad|mor;shahrivar|sha;mehr;aban;azar;dey;bahman|bah;esfand|esf"},
    {CalendarMonths::kPersian, "so", "janaayo;feebraayo;maarso;abril;maayo;juun;luuliyo;agoosto;sabteembar;oktoobar;noofeembar;diiseembar"},
    {CalendarMonths::kPersian, "tg", "фарвардин;урдибиҳишт;хурдод;тир;мурдод;шаҳривар;меҳр;обон;озар;дей;баҳман;исфанд"},
    {CalendarMonths::kPersian, "yue", "1月;2月;3月;4月;5月;6月;7月;8月;9月;10月;11月;12月"},
    {CalendarMonths::kPersian, "fa-AF", "حمل|فروردین;ثور|اردیبهشت;جوزا|خرداد;سرطان|تیر;اسد|مرداد;سنبلهٔ|شهریور;میزان|مهر;عقرب|آبان;قوس|آذر;جدی|دی;دلو|بهمن;حوت|اسفند"},
    {CalendarMonths::kIslamic, "en", "muharram|muh;safar|saf;rabiʻ i|rabi' i|rab. i;rabiʻ ii|rabi' ii|rab. ii;jumada i|jum. i;jumada ii|jum. ii;rajab|raj;shaʻban|sha'ban|sha;ramadan|ram;shawwal|shaw;dhuʻl-qiʻdah|dhu'l-qi'dah|dhuʻl-q|dhu'l-q;dhuʻl-hijjah|dhu'l-hijjah|dhuʻl-h|dhu'l-h"},
    {CalendarMonths::kIslamic, "de", "muharram|muh;safar|saf;rabiʻ i|rabi' i|rab. i;rabiʻ ii|rabi' ii|rab. ii;dschumada i|jum. i;dschumada ii|jum. ii;radschab|raj;shaʻban|sha'ban|sha;ramadan|ram;shawwal|shaw;dhu l-qaʿda|dhuʻl-q|dhu'l-q;dhu l-hiddscha|dhuʻl-h|dhu'l-h"},
    {CalendarMonths::kIslamic, "fr", "mouharram|mouh;safar|saf;rabia al awal|rab. aw;rabia ath-thani|rab. th;joumada al oula|joum. oul|joum. ou;joumada ath-thania|joum. tha|joum. th;rajab|raj;chaabane|chaa;ramadan|ram;chawwal|chaw;dhou al qi`da|dhou. q|dhou. qi;dhou al-hijja|dhou. h|dhou. hi"},
    {CalendarMonths::kIslamic, "es", "muharram|muh;safar|saf;rabiʻ i|rabi' i|rab. i;rabiʻ ii|rabi' ii|rab. ii;jumada i|jum. i;jumada ii|jum. ii;rajab|raj;shaʻban|sha'ban|sha;ramadán|ramadan|ram;shawwal|shaw;dhuʻl-qiʻdah|dhu'l-qi'dah|dhuʻl-q|dhu'l-q;dhuʻl-hijjah|dhu'l-hijjah|dhuʻl-h|dhu'l-h"},
    {CalendarMonths::kIslamic, "nl", "moeharram|moeh;safar|saf;rabiʻa al awal|rabi'a al awal|rab. i;rabiʻa al thani|rabi'a al thani|rab. ii;joemadʻal awal|joemad'al awal|joem. i;joemadʻal thani|joemad'al thani|joem. ii;rajab|raj;sjaʻaban|sja'aban|sja;ramadan|ram;sjawal|sjaw;doe al kaʻaba|doe al ka'aba|doe al k;doe al hizja|doe al h"},
    {CalendarMonths::kIslamic, "ru", "мухаррам|мух;сафар|саф;раби-уль-авваль|раб. i;раби-уль-ахир|раб. ii;джумад-уль-авваль|джум. i;джумад-уль-ахир|джум. ii;раджаб|радж;шаабан|шааб;рамадан|рам;шавваль|шав;зуль-каада|зуль-к;зуль-хиджжа|зуль-х"},
    {CalendarMonths::kIslamic, "uk", "мухаррам|мух;сафар|саф;рабі i;рабі ii;джумада i|джум. i|джум i;джумада ii|джум. ii|джум ii;раджаб|радж;шаабан|шааб;рамадан|рам;даввал|дав;зу-ль-каада|зу-ль-к;зу-ль-хіджа|зу-ль-х"},
    {CalendarMonths::kIslamic, "pl", "muharram|muh;safar|saf;rabiʻ i|rabi' i|rab. i;rabiʻ ii|rabi' ii|rab. ii;dżumada i|dzumada i|dżu. i|dzu. i;dżumada ii|dzumada ii|dżu. ii|dzu. ii;radżab|radzab;szaban|sza;ramadan|ram;szawwal|szaw;zu al-kada|zu al-k;zu al-hidżdża|zu al-hidzdza|zu al-h"},
    {CalendarMonths::kIslamic, "cs", "muharrem|muh;safar|saf;rebí’u l-awwal|rebí'u l-awwal|reb. i;rebí’u s-sání|rebí'u s-sání|reb. ii;džumádá al-úlá|dzumada al-ula|džum. i|dzum. i;džumádá al-áchira|dzumada al-achira|džum. ii|dzum. ii;redžeb|redzeb|red;ša’bán|ša'bán|ša|sa;ramadán|ramadan|ram;šawwal|sawwal|šaw|saw;zú l-ka’da|zú l-ka'da|zú l-k|zu l-k;zú l-hidždža|zu l-hidzdza|zú l-h|zu l-h"},
    {CalendarMonths::kIslamic, "sv", "muharram|muh;safar|saf;rabi’ al-awwal|rabi' al-awwal|rab. i;rabi’ al-akhir|rabi' al-akhir|rab. ii;jumada-l-ula|jum. i;jumada-l-akhira|jum. ii;rajab|raj;sha’ban|sha'ban|sha;ramadan|ram;shawwal|shaw;dhu-l-ga’da|dhu-l-ga'da|dhuʻl-q|dhu'l-q;dhu-l-hijja|dhuʻl-h|dhu'l-h"},
    {CalendarMonths::kIslamic, "fi", "muharram|muh;safar|saf;rabi’ al-awwal|rabi' al-awwal|rab. i;rabi’ al-akhir|rabi' al-akhir|rab. ii;džumada-l-ula|dzumada-l-ula|jum. i;džumada-l-akhira|dzumada-l-akhira|jum. ii;radžab|radzab|raj;ša’ban|ša'ban|sha;ramadan|ram;šawwal|sawwal|shaw;dhu-l-qa’da|dhu-l-qa'da|dhuʻl-q|dhu'l-q;dhu-l-hiddža|dhu-l-hiddza|dhuʻl-h|dhu'l-h"},
    {CalendarMonths::kIslamic, "ja", "ムハッラム;サフアル;ラビー・ウル・アウワル;ラビー・ウッ・サーニー;ジュマーダル・アウワル;ジュマーダッサーニー;ラジャブ;シャアバーン;ラマダーン;シャウワール;ズル・カイダ;ズル・ヒッジャ"},
    {CalendarMonths::kIslamic, "zh", "一月|1月;二月|2月;三月|3月;四月|4月;五月|5月;六月|6月;七月|7月;八月|8月;九月|9月;十月|10月;十一月|11月;十二月|12月"},
    {CalendarMonths::kIslamic, "ko", "무하람|muh;사파르|saf;라비 알 아왈|rab. i;라비 알 쎄니|rab. ii;주마다 알 아왈|jum. i;주마다 알 쎄니|jum. ii;라잡|raj;쉐아반|sha;라마단|ram;쉐왈|shaw;듀 알 까다|dhuʻl-q|dhu'l-q;듀 알 히자|dhuʻl-h|dhu'l-h"},
    {CalendarMonths::kIslamic, "tr", "muharrem|muhar;safer;rebiülevvel|rebiulevvel|r.evvel;rebiülahir|rebiulahir|r.ahir;cemaziyelevvel|c.evvel;cemaziyelahir|c.ahir;recep;şaban|saban;ramazan|ram;şevval|sevval;zilkade;zilhicce"},
    {CalendarMonths::kIslamic, "ar", "محرم;صفر;ربيع الأول|ربيع أول|ربيع الاول;ربيع الآخر|ربيع الثاني|ربيع ثاني|ربيع ثان;جمادى الأولى|جمادى الأول|جمادى الاولى|جماد الأول;جمادى الآخرة|جمادى الثانية|جمادى الثاني|جماد الثاني|جمادى الاخرة;رجب;شعبان;رمضان;شوال;ذو القعدة|ذي القعدة|ذوالقعدة;ذو الحجة|ذي الحجة|ذوالحجة"},
    {CalendarMonths::kIslamic,
     "he",
     "מוחרם|במוחרם;"
     "צפר|בצפר;"
     "רביע אל-אוול|רביע א׳|רביע אל־אוול|ברביע אל-אוול|ברביע א׳|ברביע אל־אוול;"
     "רביע א-ת׳אני|רביע ב׳|רביע א־ת׳אני|ברביע א-ת׳אני|ברביע ב׳|ברביע א־ת׳אני;"
     "ג׳ומאדא אל-אולא|ג׳ומאדא א׳|ג׳ומאדא אל־אולא|בג׳ומאדא אל-אולא|בג׳ומאדא א׳|בג׳ומאדא אל־אולא;"
     "ג׳ומאדא א-ת׳אניה|ג׳ומאדא ב׳|ג׳ומאדא א־ת׳אניה|בג׳ומאדא א-ת׳אניה|בג׳ומאדא ב׳|בג׳ומאדא א־ת׳אניה;"
     "רג׳ב|ברג׳ב;"
     "שעבאן|בשעבאן;"
     "רמדאן|ברמדאן;"
     "שוואל|בשוואל;"
     "ד׳ו אל־קעדה|בד׳ו אל־קעדה;"
     "ד׳ו אל־חיג׳ה|בד׳ו אל־חיג׳ה"},
    {CalendarMonths::kIslamic,
     "hu",
     "moharrem|moh;"
     "safar|saf;"
     "rébi el avvel|rebi el avvel|réb. 1|reb. 1|rébi i|rebi i;"
     "rébi el accher|rebi el accher|réb. 2|reb. 2|rébi ii|rebi ii;"
     "dsemádi el avvel|dsemadi el avvel|dsem. i|dsemádi i|dsemadi i;"
     "dsemádi el accher|dsemadi el accher|dsem. ii|dsemádi ii|dsemadi ii;"
     "redseb|red;"
     "sabán|saban|sab;"
     "ramadán|ramadan|ram;"
     "sevvál|sevval|sev;"
     "dsül kade|dsul kade|dsül k|dsul k;"
     "dsül hedse|dsul hedse|dsül h|dsul h"},
    {CalendarMonths::kIslamic,
     "sk",
     "al-muharram|muh;safar|saf;rabí´ al-avval|rabi´ al-avval|rab. i;rabí´ath-thání|rabi´ath-thani|rab. ii;džumádá l-úlá|dzumada l-ula|džum. i|dzum. i;džumádá l-áchira|dzumada l-achira|džum. ii|dzum. ii;radžab|radzab|rad;ša´ bán|sa´ ban|ša|sa;ramadán|ramadan|ram;šauvál|sauval|šau|sau;dhú l-ka´ da|dhu l-ka´ da|dhú l-k|dhu l-k;dhú l-hidždža|dhu l-hidzdza|dhú l-h|dhu l-h"},
    {CalendarMonths::kIslamic, "sr", "мухарем|мух;сафар|саф|сафер;рабиʻ i|раби' i|реб. 1|реби 1;рабиʻ ii|раби' ii|реб. 2|реби 2;јумада i|џум. 1|џумаде 1;јумада ii|џум. 2|џумаде 2;рађаб|реџ|реџеб;шаʻбан|ша'бан|ша;рамадан|рам|рамазан;шавал|ше|шевал;дуʻл-киʻда|ду'л-ки'да|зул-к|зул-каде;дуʻл-хиђа|ду'л-хиђа|зул-х|зул-хиџе"},
    {CalendarMonths::kIslamic,
     "sr-Latn",
     "muharem|muh;safar|saf|safer;rabiʻ i|rabi' i|reb. 1|rebi 1;rabiʻ ii|rabi' ii|reb. 2|rebi 2;jumada i|džum. 1|dzum. 1|džumade 1|dzumade 1;jumada ii|džum. 2|dzum. 2|džumade 2|dzumade 2;rađab|redž|redz|redžeb|redzeb;šaʻban|ša'ban|ša|sa;ramadan|ram|ramazan;šaval|saval|še|se|ševal|seval;duʻl-kiʻda|du'l-ki'da|zul-k|zul-kade;duʻl-hiđa|du'l-hiđa|zul-h|zul-hidže|zul-hidze"},
    {CalendarMonths::kIslamic, "bg", "мухарам|muh;сафар|saf;раби-1|rab. i;раби-2|rab. ii;джумада-1|jum. i;джумада-2|jum. ii;раджаб|raj;шабан|sha;рамазан|ram;шавал|shaw;дхул-каада|dhuʻl-q|dhu'l-q;дхул-хиджа|dhuʻl-h|dhu'l-h"},
    {CalendarMonths::kIslamic, "lv", "muharams|muh;safars|saf;1. rabī|1. rabi|rab. i;2. rabī|2. rabi|rab. ii;1. džumādā|1. dzumada|jum. i;2. džumādā|2. dzumada|jum. ii;radžabs|radzabs|raj;šabans|sabans|sha;ramadāns|ramadans|ram;šauvals|sauvals|shaw;du al-kidā|du al-kida|dhuʻl-q|dhu'l-q;du al-hidžā|du al-hidza|dhuʻl-h|dhu'l-h"},
    {CalendarMonths::kIslamic, "id", "muharam|muh;safar|saf;rabiulawal|rab. awal;rabiulakhir|rab. akhir;jumadilawal|jum. awal;jumadilakhir|jum. akhir;rajab|raj;syakban|sya;ramadan|ram;syawal|syaw;zulkaidah|zulka;zulhijah|zulhi"},
    {CalendarMonths::kIslamic, "th", "มุฮะร์รอม|มุฮัร;ซอฟาร์|เศาะ;รอบี i;รอบี ii;จุมาดา i;จุมาดา ii;รอจับ|เราะ;ชะอะบาน|ชะอ์;รอมะดอน|เราะมะ;เชาวัล|เชาว;ซุลกิอฺดะฮฺ|ซุลกิอฺ;ซุลหิจญะฮฺ|ซุลหิจ"},
    {CalendarMonths::kIslamic, "hi", "मुहर्रम|muh;सफर|saf;राबी प्रथम|rab. i;राबी द्वितीय|rab. ii;जुम्डा प्रथम|jum. i;जुम्डा द्वितीय|jum. ii;रजब|raj;शावन|sha;रमजान|ram;शव्व्ल|shaw;जिल-क्दाह|dhuʻl-q|dhu'l-q;जिल्-हिज्जाह|dhuʻl-h|dhu'l-h"},
    {CalendarMonths::kIslamic, "bn", "মহররম;সফর;রবিউল আউয়াল;রবিউস সানি;জমাদিউল আউয়াল;জমাদিউস সানি;রজব;শা‘বান|শা'বান;রমজান;শাওয়াল;জ্বিলকদ;জ্বিলহজ্জ"},
    {CalendarMonths::kIslamic, "fa", "محرم;صفر;ربیع‌الاول;ربیع‌الثانی;جمادی‌الاول;جمادی‌الثانی;رجب;شعبان;رمضان;شوال;ذیقعدهٔ|ذیقعده;ذیحجهٔ|ذیحجه"},
    {CalendarMonths::kIslamic, "mk", "мухарем|мух;сафар|саф;раби i|раб. i;раби ii|раб. ii;џумада i|џум. i;џумада ii|џум. ii;раџаб|раџ;шабан|шаб;рамадан|рам;шавал|шав;дулкида|дулк;дулхиџа|дулх"},
    {CalendarMonths::kIslamic, "ms", "muharam|muh;safar|saf;rabiulawal|rab. i;rabiulakhir|rab. ii;jamadilawal|jam. i;jamadilakhir|jam. ii;rejab|rej;syaaban|syaa;ramadan|ram;syawal|syaw;zulkaedah|zulk;zulhijah|zulh"},
    {CalendarMonths::kIslamic, "ta", "முஹர்ரம்|முஹ;சஃபர்|சஃப;ரபி 1;ரபி 2;ஜுமதா 1|ஜும. 1;ஜுமதா 2|ஜும. 2;ரஜப்|ரஜ;ஷஃபான்|ஷஃ;ரமலான்|ரம;ஷவ்வால்|ஷவ்;துல் கஃதா|துல் கஃ;துல் ஹிஜ்ஜா|துல் ஹிஜ்"},
    {CalendarMonths::kIslamic, "te", "muharram|ముహ|ముహర్రం;safar|సఫ|సఫర్;rabiʻ i|rabi' i|ర. i|రబీ i;rabiʻ ii|rabi' ii|ర. ii|రబీ ii;jumada i|జుమ. i|జుమదా i;jumada ii|జుమ. ii|జుమదా ii;rajab|రజ|రజబ్;shaʻban|sha'ban|షబా|షబాన్;ramadan|రంజా|రంజాన్;shawwal|షవ్వా|షవ్వాల్;dhuʻl-qiʻdah|dhu'l-qi'dah|ధుల్-కి|ధుల్-కి దాహ్;dhuʻl-hijjah|dhu'l-hijjah|ధుల్-హి|ధుల్-హిజ్జాహ్"},
    {CalendarMonths::kIslamic, "mr", "मोहरम|मोह;सफर|सफ;राबी i;राबी ii;जुमादा i|जुमा. i;जुमादा ii|जुमा. ii;रझाब|रझा;शाबान|शाबा;रमजान|रम;शव्वाल|शव्वा;धुल-कीदाह|धुल-की;धुल-हिजाह|धुल-हि"},
    {CalendarMonths::kIslamic, "gu", "મુહર્રમ|મુહ;સફર|સફ;રાબીʻ i|રાબી' i|રબ.i;રાબીʻ ii|રાબી' ii|રબ. ii;જુમાદા i|જુમ. i;જુમાદા ii|જુમ. ii;રજબ|રાજ;શાʻબાન|શા'બાન|શા;રમદાન|રામ;શાવ્વલ|શાવ;ધુʻલ-ક્વીʻડાહ|ધુ'લ-ક્વી'ડાહ|ધુʻલ-ક્યુ|ધુ'લ-ક્યુ;ધુʻલ-હિજ્જાહ|ધુ'લ-હિજ્જાહ|ધુʻલ-એચ|ધુ'લ-એચ"},
    {CalendarMonths::kIslamic, "kn", "ಮುಹರಮ್|ಮುಹ್;ಸಫಾರ್|ಸಫಾ;ರಬಿ‘ i|ರಬಿ' i;ರಬಿ‘ ii|ರಬಿ' ii;ಜುಮಾದಾ i|ಜುಮ್. i;ಜುಮಾದಾ ii|ಜುಮ್. ii;ರಜಬ್|ರಜ್;ಶ’ಬಾನ್|ಶ'ಬಾನ್|ಶ;ರಮದಾನ್|ರಮ್;ಶವ್ವಾಲ್|ಶವ್;ಧು‘ಲ್-ಕಿ‘ಡಾಹ್|ಧು'ಲ್-ಕಿ'ಡಾಹ್|ಧು‘ಲ್-ಕಿ|ಧು'ಲ್-ಕಿ;ಧು‘ಲ್-ಹಿಜಾಹ್|ಧು'ಲ್-ಹಿಜಾಹ್|ಧು‘ಲ್-ಹ|ಧು'ಲ್-ಹ"},
    {CalendarMonths::kIslamic, "ml", "മുഹറം|മുഹ;സഫർ|സഫ;റബീഹുൽ അവ്വൽ|റബീഹുൽ അവ്വ;റബീഹുൽ ആഖിർ|റബീഹുൽ ആഖി;ജമാദുൽ അവ്വൽ|ജമാദുൽ അവ്വ;ജമാദുൽ ആഖിർ|ജമാദുൽ ആഖി;റജബ്|റജ;ശഹബാൻ|ശഹബാ;റമളാൻ|റമദാ|റമദാൻ;ശവ്വാൽ|ശവ്വാ;ദുൽ ഖഹദ്|ദുൽ ഖഹ;ദുൽ ഹിജ്ജ|ദുൽ ഹി"},
    {CalendarMonths::kIslamic, "pa", "ਮੁਹੱਰਮ|ਮੁਹੱ;ਸਫਰ|ਸਫ;ਰਬੀ ʻ i|ਰਬੀ ' i|ਰਬ. i|ਰਬੀʻ i|ਰਬੀ' i;ਰਬੀ ʻ ii|ਰਬੀ ' ii|ਰਬ. ii|ਰਬੀʻ ii|ਰਬੀ' ii;ਜੁਮਾਦਾ i|ਜੁਮ. i;ਜੁਮਾਦਾ ii|ਜੁਮ. ii;ਰਜਬ|ਰਾਜ;ਸ਼ਬਾਨ|ਸ਼ਾ;ਰਮਜ਼ਾਨ|ਰਾਮ;ਸ਼ਵਾਲ|ਸ਼ਅ;ਦੂ-ਅਲ-ਕੀਦਾਹ|ਦੂ-ਅਲ-ਕੀ;ਦੂ-ਅਲ-ਹਿਜ੍ਹਾ|ਦੂ-ਅਲ-ਹਿ"},
    {CalendarMonths::kIslamic, "ur", "محرم;صفر;ر بیع الاول|ربیع الاوّل;ر بیع الثانی|ربیع الثانی|ربیع الثّانی;جمادی الاول|جمادی الاوّل;جمادی الثانی|جمادی الثّانی;رجب;شعبان;رمضان;شوال;ذوالقعدۃ;ذوالحجۃ"},
    {CalendarMonths::kIslamic, "kk", "мұхаррам|қаң;сафар|ақп;рабиғ әл-әууәл|нау;рабиғ әс-сәни|сәу;джумада әл-әууәл|мам;жумад ас-сәни|jum. ii;раджаб|шіл;шағбан|там;рамадан|қыр;шәууәл|қаз;зул-қағда|қар;зул-хиджа|жел"},
    {CalendarMonths::kIslamic, "lo", "ມຸຣະຮອມ|ມຸຮັດ;ຊາຟາຣ|ເຄາະ;ຮອດບີ 1|ຮອກບີ 1;ຮອດບີ 2|ຮອກບີ 2;ຈຸມາດາ 1|ນຸມາ 1;ຈຸມາດາ 2|ນຸມາ 2;ຮາຈັບ|ເຮາະ;ຊະບານ|ຊະອ໌|ຊາ;ຮາມາດອນ|ເຮາະມະ;ເຊົາວັດ|ເຊົາ;ດຸອັດກິດະ|ຊຸລກິອຸ;ດຸອັດກິຈະ|ຊຸລຫິຈ"},
    {CalendarMonths::kIslamic, "am", "ሙሀረም|muh;ሳፈር|saf;ረቢዑል አወል|rab. i;ረቢዑል አኺር|rab. ii;ጀማደል አወል|jum. i;ጀማደል አኺር|jum. ii;ረጀብ|raj;ሻእባን|sha;ረመዳን|ram;ሸዋል|shaw;ዙልቂዳህ|dhuʻl-q|dhu'l-q;ዙልሂጃህ|dhuʻl-h|dhu'l-h"},
    {CalendarMonths::kIslamic, "az", "məhərrəm|məh;səfər|səf;rəbiüləvvəl|rəb. i;rəbiülaxır|rəb. ii;cəmadiyələvvəl|cəm. i;cəmadiyəlaxır|cəm. ii;rəcəb|rəc;şaban|saban|şab|sab;ramazan|ram;şəvval|şəv;zilqədə|zilq;zilhiccə|zilh"},
    {CalendarMonths::kIslamic, "sq", "muharrem|muh;sefer|sef;rebiul-evel|reb. i;rebiu-theni|reb. ii;xhumadel-ula|xhum. i;xhumade-theni|xhum. ii;rexheb|rexh;shaban|sha;ramazan|ram;sheval|shev;dhul-kade|dhul-k;dhul-hixhe|dhul-h"},
    {CalendarMonths::kIslamic, "bs", "muharem|muh;safer|saf;rabiʻ i|rabi' i|rab. i;rabiʻ ii|rabi' ii|rab. ii;džumade i|dzumade i|džum. i|dzum. i;džumade ii|dzumade ii|džum. ii|dzum. ii;redžeb|redzeb|redž|redz;shaʻban|sha'ban|ša|sa;ramazan|ram;ševal|seval|še|se;zul-kade|zul-k;zul-hidže|zul-hidze|zul-h"},
    {CalendarMonths::kIslamic, "uz", "muharram|muh;safar|saf;robi’ ul-avval|robi' ul-avval|rob. avv;robi’ ul-oxir|robi' ul-oxir|rob. ox;jumad ul-avval|jum. avv;jumad ul-oxir|jum. ox;rajab|raj;sha’bon|sha'bon|sha;ramazon|ram;shavvol|shav;zul-qa’da|zul-qa'da|zul-q;zul-hijja|zul-h"},
    {CalendarMonths::kIslamic, "ps", "محرم;صفر;ربيع;ربيع ii;جماعه|جماد ۱;جموما ii|جماد ۲|جمادي ۲;رجب;شعبان;رمضان;شوال;ذي القعده|دالقاعده;ذي الحج"},
    {CalendarMonths::kIslamic,
     "ast",
     "de muharram|muh|muharram;"
     "de safar|saf|safar;"
     "de rabiʻ i|de rabi' i|rab. i|rabiʻ i|rabi' i;"
     "de rabiʻ ii|de rabi' ii|rab. ii|rabiʻ ii|rabi' ii;"
     "de jumada i|jum. i|jumada i;"
     "de jumada ii|jum. ii|jumada ii;"
     "de rajab|raj|rajab;"
     "de shaʻban|de sha'ban|sha|shaʻban|sha'ban;"
     "de ramadan|ram|ramadan;"
     "de shawwal|shaw|shawwal;"
     "de dhuʻl-qiʻdah|de dhu'l-qi'dah|dhuʻl-q|dhu'l-q|dhuʻl-qiʻdah|dhu'l-qi'dah;"
     "de dhuʻl-hijjah|de dhu'l-hijjah|dhuʻl-h|dhu'l-h|dhuʻl-hijjah|dhu'l-hijjah"},
    {CalendarMonths::kIslamic, "bs-Cyrl", "мурахам|muh;сафар|saf;рабиʻ i|раби' i|rab. i;рабиʻ ii|раби' ii|rab. ii;јумада i|jum. i;јумада ii|jum. ii;рађаб|raj;шаʻбан|ша'бан|sha;рамадан|ram;шавал|shaw;дуʻл-киʻда|ду'л-ки'да|dhuʻl-q|dhu'l-q;дуʻл-хиђа|ду'л-хиђа|dhuʻl-h|dhu'l-h"},
    {CalendarMonths::kIslamic, "ccp", "𑄟𑄧𑄦𑄧𑄢𑄧𑄟𑄴|muh;𑄥𑄧𑄜𑄢𑄴|saf;𑄢𑄧𑄝𑄨𑄅𑄣𑄴 𑄃𑄃𑄪𑄠𑄣𑄴|rab. i;𑄢𑄧𑄝𑄨𑄅𑄥𑄴 𑄥𑄚𑄨|rab. ii;𑄎𑄧𑄟𑄘𑄨𑄅𑄣𑄴 𑄃𑄃𑄪𑄠𑄣𑄴|jum. i;𑄎𑄧𑄟𑄘𑄨𑄅𑄌𑄴 𑄥𑄚𑄨|jum. ii;𑄢𑄧𑄎𑄧𑄝𑄴|raj;𑄥𑄳𑄃𑄝𑄧𑄚𑄴|sha;𑄢𑄧𑄟𑄴𑄎𑄚𑄴|ram;𑄥𑄤𑄣𑄴|shaw;𑄎𑄨𑄣𑄴𑄇𑄧𑄘𑄴|dhuʻl-q|dhu'l-q;𑄎𑄨𑄣𑄴𑄦𑄧𑄎𑄴𑄎𑄧|dhuʻl-h|dhu'l-h"},
    {CalendarMonths::kIslamic, "ff-Adlm", "𞤶𞤮𞤥𞤦𞤫𞤲𞤼𞤫|𞤶𞤮𞤦;𞤧𞤢𞤦𞥆𞤮𞤪𞤣𞤵-𞤨𞤢𞤪𞤢𞤲|𞤧𞤢𞤨;𞤨𞤢𞤪𞤢𞤲|𞤨𞤢𞤪;𞤥𞤭𞤥𞤨𞤢𞤪𞤢𞤲|𞤥𞤭𞤨;𞤦𞤢𞤨𞥆𞤢𞤪𞤢𞤲|𞤦𞤢𞤨;𞤧𞤢𞤦𞥆𞤮𞤪𞤣𞤵-𞤪𞤢𞥄𞤶𞤭𞤦𞤭|𞤧𞤢𞤪;𞤪𞤢𞥄𞤶𞤭𞤦𞤭|𞤪𞤢𞤶;𞤧𞤢𞤦𞥆𞤮𞤪𞤣𞤵-𞤧𞤵𞥅𞤥𞤢𞤴𞤫𞥅|𞤧𞤢𞤧;𞤧𞤵𞥅𞤥𞤢𞤴𞤫𞥅|𞤧𞤵𞤥;𞤶𞤵𞥅𞤤𞤣𞤢𞥄𞤲𞥋𞤣𞤵|𞤶𞤵𞤤;𞤧𞤢𞤦𞥆𞤮𞤪𞤣𞤵-𞤣𞤮𞤲𞤳𞤭𞤲|𞤧𞤢𞤣;𞤣𞤵𞤲𞤳𞤭𞤲|𞤣𞤮𞤲"},
    {CalendarMonths::kIslamic, "ha", "muharram|muh;safar|saf;rabiʻ i|rabi' i|rab. i;rabiʻ ii|rabi' ii|rab. ii;jumada i|jum. i;jumada ii|jum. ii;rajab|raj;shaʼaban|sha'aban|sha;ramadan|ram;shawwal|shaw;dhuʻl-qiʻdah|dhu'l-qi'dah|dhuʻl-q|dhu'l-q;dhuʻl-hijjah|dhu'l-hijjah|dhuʻl-h|dhu'l-h"},
    {CalendarMonths::kIslamic, "hi-Latn", "muharram|muh;safar|saf;rabi al-awwal|rabi 1;rabi as-saani|rabi 2;jumaada al-awwal|jum 1;jumaada as-saani|jum 2;rajab;shaabaan|shab;ramzaan|ram;shawwaal|shaw;zu’l-qaada|zu'l-qaada|zu q;zu’l-hijja|zu'l-hijja|zu h"},
    {CalendarMonths::kIslamic, "jv", "sura|sur;sapar|sap;mulud|mul;bakda mulud|b. mul;jumadilawal|jum. aw;jumadilakir|jum. ak;rejeb|rej;ruwah|ruw;pasa|pso;sawal|shaw;selo|slo;besar|bsar"},
    {CalendarMonths::kIslamic, "sc", "muharram|muh;safar|saf;rabiʻ i|rabi' i|rab. i;rabiʻ ii|rabi' ii|rab. ii;jumada i|jum. i;jumada ii|jum. ii;rajab|raj;shaban|sha;ramadan|ram;shawwal|shaw;dhuʻl-qiʻdah|dhu'l-qi'dah|dhuʻl-q|dhu'l-q;dhuʻl-hijjah|dhu'l-hijjah|dhuʻl-h|dhu'l-h"},
    {CalendarMonths::kIslamic, "sd", "محرم;صفر;ربيع الاول;ربیع الاخر;جمادی الاول;جمادي الاخر;رجب;شعبان;رمضان;شوال;ذوالقعد;ذوالحجہ"},
    {CalendarMonths::kIslamic, "so", "muxarram|mux;safar|saf;rabic al-awwal|rab. i;rabic al-thani|rab. ii;jumada al-awwal|jum. i;jumada al-thani|jum. ii;rajab|raj;shacban|sha;ramadan|ram;shawwal|shaw;dul al-qacda|dul’-qicda|dul'-qicda|dul al-qacdah|dul-q;dul xijjah|dhuʻl-h|dhu'l-h|dul-x"},
    {CalendarMonths::kIslamic, "tg", "муҳаррам|муҳ;сафар|саф;рабеъ i|раб. i;рабеъ ii|раб. ii;ҷимоди-ул-уло|ҷум. i;ҷимоди-ул-сони|ҷум. ii;раҷаб|раҷ;шабан|ша;рамадан|рам;шаввал|шав;дхут-қидаҳ|дхул-қ|дхул-қидаҳ;дхут-ҳиҷҷаҳ|дхул-ҳ|дхул-ҳиҷҷаҳ"},
    {CalendarMonths::kIslamic, "tk", "aşyr|asyr|aşy|asy;sapar|sap;dört tirkeşik 1|dort tirkesik 1|tir i;dört tirkeşik 2|dort tirkesik 2|tir ii;dört tirkeşik 3|dort tirkesik 3|tir iii;dört tirkeşik 4|dort tirkesik 4|tir iv;rejep|rej;meret|mer;oraza|ora;baýram|bayram|baý|bay;boş aý|bos ay|boş|bos;gurban|gur"},
    {CalendarMonths::kIslamic, "ug", "مۇھەررەم;سەپەر;رەبىئۇلئەۋۋەل;رەبىئۇلئاخىر;جەمادىيەلئەۋۋەل;جەمادىيەلئاخىر;رەجەب;شەئبان;رامىزان;شەۋۋال;زۇلقەئدە;زۇلھەججە"},
    {CalendarMonths::kIslamic, "yue", "穆哈蘭姆月;色法爾月;賴比月 i;賴比月 ii;主馬達月 i;主馬達月 ii;賴哲卜月;舍爾邦月;賴買丹月;閃瓦魯月;都爾喀爾德月;都爾黑哲月"},
    {CalendarMonths::kIslamic, "yue-Hans", "穆哈兰姆月;色法尔月;赖比月 i;赖比月 ii;主马达月 i;主马达月 ii;赖哲卜月;舍尔邦月;赖买丹月;闪瓦鲁月;都尔喀尔德月;都尔黑哲月"},
    {CalendarMonths::kHebrew, "en", "tishri;heshvan;kislev;tevet;shevat;adar i;adar;nisan;iyar;sivan;tamuz;;elul;adar ii"},
    {CalendarMonths::kHebrew, "de", "tischri;cheschwan;kislew;tevet;schevat;adar i;adar;nisan;ijjar;siwan;tammus;;elul;adar ii"},
    {CalendarMonths::kHebrew, "fr", "tichri|tich;hèchvan|hechvan|hèch|hech;kislev|kis;téveth|teveth|tév|tev;chevat|chev;adar i|ad.i;adar;nissan|nis;iyar;sivan|siv;tamouz|tam;;éloul|eloul|él|el;adar ii|ad.ii"},
    {CalendarMonths::kHebrew, "nl", "tisjrie;chesjwan;kislev;tevet;sjevat;adar a;adar;nisan;ijar;sivan;tammoez;;elloel;adar b"},
    {CalendarMonths::kHebrew, "ru", "тишрей;хешван;кислев;тевет;шеват;адар i;адар;нисан;ияр;сиван;таммуз;ав;элул;адар ii"},
    {CalendarMonths::kHebrew, "uk", "тішри;марчешван;числьов;тебет;шеват;адар i;адар;нісан;іар;сиван;таммуз;аб;елул;адар ii"},
    {CalendarMonths::kHebrew, "pl", "tiszri;cheszwan;kislew;tewet;szwat;adar i;adar;nisan;ijar;siwan;tamuz;;elul;adar ii"},
    {CalendarMonths::kHebrew, "cs", "tišri|tisri;chešvan|chesvan;kislev;tevet;ševat|sevat;adar i;adar;nisan;ijar;sivan;tamuz;;elul;adar ii"},
    {CalendarMonths::kHebrew, "sv", "tishrí|tishri;heshván|heshvan;kislév|kislev;tevét|tevet;shevát|shevat;adár i|adar i;adár|adar;nisán|nisan;ijjár|ijjar;siván|sivan;tammúz|tammuz;;elúl|elul;adár ii|adar ii"},
    {CalendarMonths::kHebrew,
     "fi",
     "tišríkuuta|tisrikuuta|tišrí|tisri|tišríkuu|tisrikuu;"
     "hešvánkuuta|hesvankuuta|hešván|hesvan|hešvánkuu|hesvankuu;"
     "kislévkuuta|kislevkuuta|kislév|kislev|kislévkuu|kislevkuu;"
     "tevétkuuta|tevetkuuta|tevét|tevet|tevétkuu|tevetkuu;"
     "ševátkuuta|sevatkuuta|ševát|sevat|ševátkuu|sevatkuu;"
     "adárkuuta i|adarkuuta i|adár i|adar i|adárkuu i|adarkuu i;"
     "adárkuuta|adarkuuta|adár|adar|adárkuu|adarkuu;"
     "nisánkuuta|nisankuuta|nisán|nisan|nisánkuu|nisankuu;"
     "ijjárkuuta|ijjarkuuta|ijjár|ijjar|ijjárkuu|ijjarkuu;"
     "sivánkuuta|sivankuuta|siván|sivan|sivánkuu|sivankuu;"
     "tammúzkuuta|tammuzkuuta|tammúz|tammuz|tammúzkuu|tammuzkuu;"
     "abkuuta|abkuu;"
     "elúlkuuta|elulkuuta|elúl|elul|elúlkuu|elulkuu;"
     "adárkuuta ii|adarkuuta ii|adár ii|adar ii|adárkuu ii|adarkuu ii"},
    {CalendarMonths::kHebrew, "ja", "ティスレ;へシボン;キスレブ;テベット;シバット;アダル i;アダル;ニサン;イヤル;シバン;タムズ;アヴ;エルル;アダル ii"},
    {CalendarMonths::kHebrew, "zh", "一月|1月;二月|2月;三月|3月;四月|4月;五月|5月;六月|6月;七月|7月;八月|8月;九月|9月;十月|10月;十一月|11月;十二月|12月;十三月|13月;闰七月|闰7月"},
    {CalendarMonths::kHebrew, "ko", "디스리|디스리월;말케스|말케스월;기슬르|기슬르월;데벳|데벳월;스밧|스밧월;아달 1|아달월 1;아달|아달월;닛산|닛산월;이야르|이야르월;시완|시완월;담무르|담무르월;압|압월;엘룰|엘룰월;아달 2|아달월 2"},
    {CalendarMonths::kHebrew, "tr", "tişri|tisri;heşvan|hesvan;kislev;tevet;şevat|sevat;adar rişon|adar rison;adar;nisan;i̇yar|iyar;sivan;tamuz;;elul;veadar"},
    {CalendarMonths::kHebrew, "ar", "تشري;مرحشوان;كيسلو;طيفت;شباط;آذار الأول;آذار;نيسان;أيار;سيفان;تموز;آب;أيلول;آذار الثاني"},
    {CalendarMonths::kHebrew, "he", "תשרי|בתשרי;חשוון|חשון|מרחשוון|מרחשון|בחשוון|בחשון|במרחשוון|במרחשון;כסלו|כסליו|בכסלו|בכסליו;טבת|בטבת;שבט|בשבט;אדר א׳|אדר א|באדר א׳|באדר א;אדר|באדר;ניסן|בניסן;אייר|איר|באייר|באיר;סיוון|סיון|בסיוון|בסיון;תמוז|בתמוז;אב|באב;אלול|באלול;אדר ב׳|אדר ב|באדר ב׳|באדר ב"},
    {CalendarMonths::kHebrew, "el", "τισρί;χεσβάν;κισλέφ;τέβετ;σεβάτ;αντάρ i;αντάρ;νισάν;ιγιάρ;σιβάν;ταμούζ;αβ;έλουλ;αντάρ ii"},
    {CalendarMonths::kHebrew, "hu", "tisri;hesván|hesvan;kiszlév|kiszlev;tévész|tevesz;svát|svat;ádár i|adar i;ádár|adar;niszán|niszan;ijár|ijar;sziván|szivan;tamuz;áv|av;elul;ádár ii|adar ii"},
    {CalendarMonths::kHebrew, "ro", "tișrei|tisrei;heșvan|hesvan;kislev;tevet;șevat|sevat;adar i;adar;nisan;iyar;sivan;tammuz;;elul;adar ii"},
    {CalendarMonths::kHebrew, "sr", "тишри;хешван;кислев;тевет;шеват;адар i;адар;нисан;ијар;сиван;тамуз;ав;елул;адар ii"},
    {CalendarMonths::kHebrew, "sr-Latn", "tišri|tisri;hešvan|hesvan;kislev;tevet;ševat|sevat;adar i;adar;nisan;ijar;sivan;tamuz;;elul;adar ii"},
    {CalendarMonths::kHebrew, "bg", "тишри;хешван;кислев;тебет;шебат;адар i;адар;нисан;иар;сиван;тамуз;ав;елул;адар ii"},
    {CalendarMonths::kHebrew, "lv", "tišri|tisri;hešvans|hesvans;kisļevs|kislevs;tevets;ševats|sevats;1. adars;adars;nisans;ijars;sivans;tamuzs;avs;eluls;2. adars"},
    {CalendarMonths::kHebrew, "th", "ทิชรี;เฮวาน;กีสเลฟ;เตเวต;เชวัต;อาดาร์ i;อาดาร์;นิสซาน;อิยาร์;สีวัน;ตามูซ;อัฟ;เอลอุล;อาดาร์ ii"},
    {CalendarMonths::kHebrew, "bn", "তিশরি;হেশভান;কিসলেভ;তেভেত;শেভাত;আডার i;আডার;নিশান;আয়ার;সিভান;তামুজ;অভ;এলুল;আডার ii"},
    {CalendarMonths::kHebrew, "fa", "تشری;حشوان;کسلو;طوت;شباط;آذار;واذار;نیسان;ایار;سیوان;تموز;آب;ایلول;واذار الثانی"},
    {CalendarMonths::kHebrew, "ta", "டிஷ்ரி|டிஷ்;ஹெஷ்வான்|ஹெஷ்;கிஸ்லெவ்|கிஸ்;டெவெட்|டெவெ;ஷெவாட்|ஷெவா;அடார் 1|அடா. 1;அடார்|அடா;நிசான்|நிசா;ஐயார்|ஐயா;சிவான்|சிவா;தமுஸ்|தமு;அவ்;எலுல்|எலு;அடார் 2|அடா. 2"},
    {CalendarMonths::kHebrew, "te", "టిశ్రీ;హేష్‌వాన్;కిస్లెవ్;టెవెట్;షెవాట్;అదర్ i;అదర్;నిసాన్;ఐయర్;సివాన్;తముజ్;అవ;ఇలుల్;అదర్ ii"},
    {CalendarMonths::kHebrew, "mr", "तिशरी;हेशवान;किस्लेव;तेवेत;शेवात;अदार i;अदार;निसान;इयार;सिवान;तामुझ;अव;इलुल;अदार ii"},
    {CalendarMonths::kHebrew, "gu", "તીશ્રી;હેશવાન;કિસ્લેવ;તેવેટ;શેવાત;અદાર i;અદાર;નિસાન;ઈયાર;સિવાન;તામુઝ;આવ;ઈલુલ;અદાર ii"},
    {CalendarMonths::kHebrew, "kn", "ಟಿಶ್ರಿ;ಹೆಶ್‌ವಾನ್;ಕಿಸ್ಲೆವ್;ಟೆವೆಟ್;ಶೆವತ್;ಅದಾರ್ i;ಅದಾರ್;ನಿಸಾನ್;ಇಯರ್;ಸಿವನ್;ತಮುಜ್;ಎವಿ;ಎಲುಲ್;ಅದಾರ್ ii"},
    {CalendarMonths::kHebrew, "ml", "തിഷ്റി;ഹെഷ്‌വൻ;കിസ്‌ലെവ്;ടിവെറ്റ്;സീബാറ്റ്;അദാർ i;അദാർ;നിസാൻ;ഇയാർ;സിവാൻ;താമൂസ്;അബ്;ഏലുൾ;അദാർ ii"},
    {CalendarMonths::kHebrew, "pa", "ਤਿਸ਼ਰੀ;ਹੇਸ਼ਵਨ;ਕਿਸਲੇਵ;ਟੇਵਟ;ਸ਼ੇਵਟ;ਅਦਰ i;ਅਦਰ;ਨਿਸਾਨ;ਅਇਯਰ;ਸਿਵਾਨ;ਤਾਮੁਜ਼;ਅਵ;ਏਲੁਲ;ਅਦਰ ii"},
    {CalendarMonths::kHebrew, "ur", "ٹشری;هےشوان;کسلیو;تیویت;شیوت;آدر اوّل;آدر;نسان;ایئر;سیون;تموز;او;ای لول;آدر دوّم"},
    {CalendarMonths::kHebrew, "kk", "тишрей;хешван;кислев;тевет;шват;адар i;адар;нисан;ияр;сиван;тамуз;ав;элул;адар ii"},
    {CalendarMonths::kHebrew, "lo", "ທຣິດຣີ;ເຮວານ;ກິດເລບ;ເຕເວດ;ຊີວັດ;ອາດາ i;ອາດາ;ນິດຊານ;ອີຍາຣ;ສີວານ;ຕາມູ;ເອບ;ອີລູ;ອາດາ ii"},
    {CalendarMonths::kHebrew, "ff-Adlm", "𞤼𞤭𞥃𞤪𞤭;𞤸𞤫𞥃𞤾𞤢𞤲;𞤳𞤭𞤧𞤤𞤫𞤾;𞤼𞤫𞤾𞤫𞤼;𞥃𞤫𞤾𞤢𞤼;𞤢𞤣𞤢𞤪 𞥑;𞤢𞤣𞤢𞤪;𞤲𞤭𞤧𞤢𞤲;𞤭𞤴𞤢𞤪;𞤧𞤭𞤾𞤢𞤲;𞤼𞤢𞤥𞤵𞥁;𞤢𞤾;𞤫𞤤𞤵𞤤;𞤢𞤣𞤢𞤪 𞥒"},
    {CalendarMonths::kHebrew, "sc", "tishri|tis;heshvan|hes;kislev|kis;tevet|tev;shevat|she;adar i|ad.i;adar;nisan|nis;iyar;sivan|siv;tamuz|tam;;elul;adar ii|ad.ii"},
    {CalendarMonths::kHebrew, "yi", "תשרי;חשוון|חשון;כסלו;טבת;שבט;אדר א׳;אדר;ניסן;אייר;סיון;תמוז;אב;אלול;אדר ב׳"},
    {CalendarMonths::kHebrew, "yue", "提斯利月;瑪西班月;基斯流月;提別月;細罷特月;亞達月 i;亞達月;尼散月;以珥月;西彎月;搭模斯月;埃波月;以祿月;亞達月 ii"},
    {CalendarMonths::kHebrew, "yue-Hans", "提斯利月;玛西班月;基斯流月;提别月;细罢特月;亚达月 i;亚达月;尼散月;以珥月;西弯月;搭模斯月;埃波月;以禄月;亚达月 ii"},
};
const std::size_t kCalendarMonthsCount = sizeof(kCalendarMonths) / sizeof(kCalendarMonths[0]);

const int kUmmAlQuraFirstDay = -31826;
const std::uint16_t kUmmAlQuraLongMonths[] = {
    0x555, 0x2ab, 0x937, 0x2b6, 0x576, 0x36c, 0xb55, 0xaaa, 0x956, 0x49e, 0x95d, 0x2ba, 0x5b5, 0x3aa,
    0xb4b, 0xa96, 0x52e, 0x2ad, 0x56d, 0xb5a, 0x752, 0xf25, 0xe8a, 0xd16, 0xa56, 0xab5, 0x6b4, 0xda9,
    0xb92, 0xb25, 0x64b, 0xa9b, 0x35a, 0x6d9, 0x5d4, 0xda5, 0xd4a, 0xa95, 0x536, 0x975, 0x2f4, 0x6e9,
    0x6d4, 0x6a9, 0x535, 0x25d, 0x4bd, 0x9ba, 0x3b4, 0xb69, 0xb2a, 0xa55, 0x4ad, 0xa5d, 0x2da, 0x6d9,
    0xeaa, 0xe94, 0xd2a, 0xc56, 0x4ae, 0xa6d, 0x56a, 0xd55, 0xd4a, 0xa93, 0x52b, 0xa5b, 0x53a, 0x6b5,
    0xea9, 0xd52, 0xd29, 0xa55, 0x4ad, 0x56d, 0xaea, 0x6e4, 0xed1, 0xda2, 0xaaa, 0x95a, 0x2da, 0x5b9,
    0xbb2, 0x764, 0x6c9, 0x555, 0x2ab, 0x4db, 0xaba, 0x5b4, 0xda9, 0xd52, 0xaa5, 0x92d, 0x26d, 0x8ed,
    0x2da, 0xad5, 0xaa5, 0xa4b, 0x497, 0x937, 0x2b6, 0x975, 0xd69, 0xd52, 0xc95, 0x92b, 0x25b, 0x4db,
    0x9d5, 0x5d2, 0xda5, 0xd4a, 0xa95, 0x54d, 0xaad, 0x3aa, 0xbd2, 0xbc4, 0xb89, 0xa95, 0x52d, 0x5ad,
    0xb6a, 0x6d4, 0xdc9, 0xd92, 0xaa6, 0x956, 0x2ae, 0x56d, 0x36a, 0xb55, 0xaaa, 0x94d, 0x49d, 0x95d,
    0x2ba, 0x5b5, 0x5aa, 0xd55, 0xa9a, 0x92e, 0x26e, 0x55d, 0xada, 0x6d4, 0x6a5, 0xb27, 0xa4d, 0x4ad,
    0x56d, 0xb5a, 0x754, 0xf49, 0xe92, 0xd26, 0xa56, 0x356, 0x6b5, 0xbaa, 0xb92, 0xb25, 0x68b, 0xa9b,
    0x55a, 0xada, 0x5b4, 0xda9, 0xb52, 0xa9a, 0x536, 0x276, 0x575, 0xaf2, 0x6d4, 0x6a9, 0x555, 0x2ad,
    0x4bd, 0x9ba, 0x574, 0xb69, 0xb52, 0xa95, 0x52d, 0xa5d, 0x4da, 0xad9, 0x6b2, 0xe95, 0xe2a, 0xc96,
    0x92e, 0xaad, 0x56a, 0xd65, 0xd4a, 0xd15, 0x62b, 0xc5b, 0x53a, 0x6b5, 0xdb2, 0xd64, 0xd29, 0xa55,
    0x4ad, 0x96d, 0xaea, 0x6e8, 0xed1, 0xda4, 0xd4a, 0xa6a, 0x2da, 0x5b9, 0xb72, 0xb68, 0x6d1, 0x655,
    0x4ab, 0x95b, 0x2ba, 0x5b5, 0xda9, 0xd52, 0xca6, 0x94e, 0x46e, 0x95d, 0x4da, 0xad5, 0xaaa, 0xa4d,
    0x49b, 0x937, 0x4b6, 0x975, 0xd6a, 0xd52, 0xaa5, 0x94b, 0x2ab, 0x55b, 0xad9, 0x5d2, 0xdc5, 0xd92,
    0xb25, 0x555, 0xab5, 0x5b4, 0xba9, 0x7a2, 0x745, 0x593, 0xaab, 0x4d6, 0x9d6, 0x5d2, 0xba5, 0xb4a,
    0xa95, 0x4ad, 0x15d, 0x2dd, 0x9da, 0x5b4, 0x5a9, 0x52d, 0x25b, 0x8b7, 0x176, 0x56d, 0xb6a, 0xaca,
    0xa96, 0x52b, 0x15b, 0x2bb, 0x5b6, 0xdaa, 0xb94, 0xd46, 0xa8d, 0x52d, 0xa9d, 0x55a, 0x755, 0x749,
    0xf13, 0xe4a, 0xa96, 0x556, 0x6b5, 0xbaa, 0xb94,
};
const int kUmmAlQuraYears = sizeof(kUmmAlQuraLongMonths) / sizeof(kUmmAlQuraLongMonths[0]);
// clang-format on

}  // namespace bfa
