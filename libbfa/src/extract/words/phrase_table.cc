// SPDX-License-Identifier: Apache-2.0
#include "extract/words/phrase_table.h"

#include <array>

namespace bfa {
namespace {

constexpr std::array<std::string_view, 44> kCommentHeadingStems{
    "comment",     "kommentar",  "kommentti",  "kommentár", "koment",      "comentario", "comentari",
    "comentário",  "commenti",   "commento",   "reactie",   "réaction",    "reaction",   "réponse",
    "response",    "replies",    "reply to",   "respuesta", "resposta",    "rispost",    "antworten",
    "thoughts on", "thought on", "discussion", "opmerking", "hozzászólás", "yorum",      "trackback",
    "pingback",    "коммент",    "комент",     "отзыв",     "відгук",      "σχόλι",      "تعليق",
    "תגוב",        "评论",       "評論",       "留言",      "回應",        "回复",       "迴響",
    "コメント",    "댓글",
};

constexpr std::array<std::string_view, 26> kCountedHeadingStems{
    "gedanken zu",  "gedanke zu",  "gedachten over",  "gedachte over", "réflexion",   "pensées sur",
    "pensieri su",  "pensiero su", "pensamiento",     "pensamento",    "ideas sobre", "idea sobre",
    "ideias sobre", "ideia sobre", "opiniones sobre", "tankar om",     "tanker om",   "svar på",
    "vastausta",    "ajatusta",    "przemyśle",       "myšlenk",       "düşünce",     "ответ",
    "条回",         "생각",
};

constexpr std::array<std::string_view, 26> kReplyButtons{
    "reply",
    "reply to this",
    "reply to this comment",
    "reply to comment",
    "quote",
    "répondre",
    "antworten",
    "rispondi",
    "responder",
    "citar",
    "beantwoorden",
    "reageer",
    "svar",
    "svara",
    "vastaa",
    "odpowiedz",
    "odpovědět",
    "válasz",
    "yanıtla",
    "ответить",
    "відповісти",
    "回复",
    "回覆",
    "返信",
    "답글",
    "השב",
};

constexpr std::array<std::string_view, 26> kCommentButtons{
    "link to this comment",
    "link to this",
    "link",
    "permalink",
    "perma link",
    "permanent link",
    "permalien",
    "edit",
    "delete",
    "report",
    "report this",
    "flag",
    "like",
    "share",
    "show",
    "hide",
    "#",
    "¶",
    "•",
    "|",
    "effacer",
    "löschen",
    "bearbeiten",
    "elimina",
    "eliminar",
    "excluir",
};

constexpr std::array<std::string_view, 59> kSayingVerbs{
    "a écrit",     "a dit",     "commented", "dice",       "disse",     "escribió",  "geschrieben",
    "ha detto",    "kirjoitti", "meint",     "napisał",    "pisze",     "responded", "said",
    "sagt",        "sagte",     "says",      "schreef",    "schreibt",  "schrieb",   "scrive",
    "scrive:",     "skrev",     "writes",    "wrote",      "zegt",      "dit",       "dijo",
    "diz",         "comenta",   "comentó",   "responde",   "respondió", "respondeu", "antwortet",
    "antwortete",  "répond",    "a répondu", "a commenté", "zei",       "reageerde", "säger",
    "sier",        "siger",     "sanoo",     "mówi",       "napsal",    "napsala",   "írta",
    "diyor ki",    "говорит",   "пишет",     "написал",    "написала",  "пише",      "ha scritto",
    "ha risposto", "replied",   "replies",
};

constexpr std::array<std::string_view, 32> kWordsBeforeDate{
    "#",   "-",   "/",   "@",   "a",   "alle", "am", "at",   "da", "dated", "de",
    "del", "den", "di",  "dne", "el",  "em",   "en", "from", "il", "le",    "on",
    "om",  "op",  "the", "um",  "vom", "|",    "·",  "в",    "–",  "—",
};

constexpr std::array<std::string_view, 9> kReplyPrefixes{
    "In reply to %s.",   "Als Antwort auf %s.", "Als antwoord op %s.",
    "Em resposta a %s.", "En respuesta a %s.",  "En réponse à %s.",
    "In risposta a %s.", "В ответ на %s.",      "回覆的對象為「%s」。",
};

constexpr std::array<std::string_view, 26> kUpdateWords{
    "last changed", "dernière mise à jour", "последнее изменение",  "изменено",   "updated",
    "last update",  "last modified",        "last edited",          "modified",   "edited on",
    "aktualisiert", "letzte änderung",      "zuletzt geändert",     "mis à jour", "dernière modification",
    "modifié le",   "actualizado",          "última actualización", "atualizado", "última modificação",
    "aggiornato",   "ultima modifica",      "bijgewerkt",           "обновлено",  "更新",
    "수정",
};

constexpr std::array<std::string_view, 72> kTagLabels{
    "mots-clés",
    "mots clés",
    "mots-clefs",
    "étiquette",
    "schlagwörter",
    "schlagworte",
    "stichwörter",
    "stichworte",
    "verschlagwortet",
    "palabras clave",
    "palavras-chave",
    "marcadores",
    "parole chiave",
    "etichett",
    "trefwoord",
    "nyckelord",
    "etiketter",
    "taggar",
    "tagit",
    "stikkord",
    "emneord",
    "avainsan",
    "tagi:",
    "słowa kluczowe",
    "štítk",
    "štítek",
    "klíčová slova",
    "kľúčové slová",
    "značky",
    "címk",
    "oznake",
    "ključne",
    "etichete",
    "etiketler",
    "etiket:",
    "метки",
    "теги",
    "тэги",
    "ключевые слова",
    "ключові слова",
    "мітки",
    "позначки",
    "етикети",
    "ознаке",
    "ετικέτ",
    "תגיות",
    "תגים",
    "وسوم",
    "برچسب",
    "टैग",
    "ป้ายกำกับ",
    "แท็ก",
    "từ khóa",
    "từ khoá",
    "nhãn",
    "thẻ:",
    "kata kunci",
    "タグ",
    "标签",
    "標籤",
    "标籤",
    "关键词",
    "關鍵字",
    "태그",
    "žymos",
    "birkas",
    "sildid",
    "märksõnad",
    "efnisorð",
    "etiquetes",
    "etiketak",
    "paraules clau",
};

constexpr std::array<std::string_view, 47> kCategoryLabels{
    "catégorie",      "categoría",      "categoria",     "kategori",     "kategóri",
    "kategooria",     "рубрик",         "категори",      "категорі",     "катэгоры",
    "κατηγορ",        "קטגורי",         "تصنيف",         "دسته",         "श्रेणी",
    "หมวด",           "chuyên mục",     "danh mục",      "カテゴリ",     "分类",
    "分類",           "카테고리",       "rubrik",        "rubryk",       "rubrice",
    "osasto",         "luokka",         "flokk",         "filed under",  "filed in",
    "posted in",      "posted under",   "publié dans",   "classé dans",  "veröffentlicht in",
    "abgelegt unter", "publicado en",   "archivado en",  "arquivado em", "pubblicato in",
    "archiviato in",  "geplaatst in",   "publicerat i ", "postat i ",    "zařazeno v",
    "zaradené v",     "опубликовано в",
};

constexpr std::array<std::string_view, 46> kTagWords{
    "etiqueta",       "etiquetas",      "keyword",    "keywords",   "label",     "labels",    "schlagwort",
    "schlagworte",    "schlagwoerter",  "stichwort",  "stichworte", "tag",       "tagged",    "taglist",
    "tags",           "mots-cles",      "mots-clefs", "etiquettes", "etiquette", "etichetta", "etichette",
    "trefwoord",      "trefwoorden",    "nyckelord",  "etikett",    "etiketter", "taggar",    "stikkord",
    "emneord",        "avainsana",      "avainsanat", "tagit",      "tagi",      "stitek",    "stitky",
    "cimke",          "cimkek",         "oznaka",     "oznake",     "etichete",  "etiket",    "etiketler",
    "palabras-clave", "palavras-chave", "marcador",   "marcadores",
};

constexpr std::array<std::string_view, 35> kCategoryWords{
    "cat",         "categoria",        "categorias", "categorie",  "categories", "category",  "cats",
    "categoryid",  "kategorie",        "kategorien", "rubrica",    "rubrik",     "rubriques", "rubrique",
    "filed",       "archive-category", "kategoria",  "kategoriat", "kategorier", "kategori",  "kategorije",
    "kategoriler", "kategoriak",       "categorii",  "rubriken",   "rubriky",    "rubryka",   "rubryki",
    "rubrieken",   "rubriek",          "danh-muc",   "chuyen-muc", "osasto",     "osastot",   "topics",
};

constexpr std::array<std::string_view, 22> kNoCategoryNames{
    "uncategorized",   "uncategorised",
    "unkategorisiert", "nicht kategorisiert",
    "non classé",      "non classe",
    "sin categoría",   "sin categoria",
    "sem categoria",   "senza categoria",
    "geen categorie",  "bez kategorii",
    "ukategoriseret",  "ukategorisert",
    "okategoriserade", "luokittelematon",
    "без рубрики",     "未分类",
    "未分類",          "미분류",
    "fara categorie",  "kategorize edilmemiş",
};

constexpr std::array<std::string_view, 6> kPageNumberNames{
    "page", "pg", "part", "seite", "pagina", "pageno",
};

}  // namespace

std::span<const std::string_view> comment_heading_stems() noexcept {
  return kCommentHeadingStems;
}

std::span<const std::string_view> counted_heading_stems() noexcept {
  return kCountedHeadingStems;
}

std::span<const std::string_view> reply_buttons() noexcept {
  return kReplyButtons;
}

std::span<const std::string_view> comment_buttons() noexcept {
  return kCommentButtons;
}

std::span<const std::string_view> saying_verbs() noexcept {
  return kSayingVerbs;
}

std::span<const std::string_view> words_before_date() noexcept {
  return kWordsBeforeDate;
}

std::span<const std::string_view> reply_prefixes() noexcept {
  return kReplyPrefixes;
}

std::span<const std::string_view> update_words() noexcept {
  return kUpdateWords;
}

std::span<const std::string_view> tag_labels() noexcept {
  return kTagLabels;
}

std::span<const std::string_view> category_labels() noexcept {
  return kCategoryLabels;
}

std::span<const std::string_view> tag_words() noexcept {
  return kTagWords;
}

std::span<const std::string_view> category_words() noexcept {
  return kCategoryWords;
}

std::span<const std::string_view> no_category_names() noexcept {
  return kNoCategoryNames;
}

std::span<const std::string_view> page_number_names() noexcept {
  return kPageNumberNames;
}

}  // namespace bfa
