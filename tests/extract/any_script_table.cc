// SPDX-License-Identifier: Apache-2.0
#include "extract/any_script.h"

namespace bfa::test {

std::string any_script_story(unsigned i) {
  static const char* const stories[] = {
      "港の倉庫で古い帳簿が見つかった。表紙は湿気で波打ち、背は半分ほど外れている。数字だけは今も読める。番号"
      "の順に棚へ戻した。",
      "朝の列車で写真の箱が届いた。割れた板は一枚もない。送り状には十二箱とあり、数えると十三箱あった。余りの"
      "一箱には名札がない。",
      "Вчера мы открыли шкаф, который стоял закрытым двадцать лет. Внутри лежали карты, три ключа и опись, "
      "составленная от руки."};
  return stories[i % 3];
}

std::string any_script_page(unsigned i) {
  return "<body><div class=lead><p>日本語のブログ、あれこれ。</p></div><div class=honbun><p>" +
         any_script_story(i) + "</p></div><div class=foot><p>著作権は筆者にあります。</p></div></body>";
}

}  // namespace bfa::test
