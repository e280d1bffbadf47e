// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lexbor/html/parser.h>

#include <cstddef>
#include <memory>

namespace bfa {

struct ParserDeleter {
  void operator()(lxb_html_parser_t* parser) const { lxb_html_parser_destroy(parser); }
};
struct TreeDeleter {
  void operator()(lxb_html_document_t* document) const { lxb_html_document_destroy(document); }
};

// A parser with memory for its tree. HtmlDocument::parse() needs both for one page only, so each thread
// keeps them for its next page: returning memory to the system and allocating it again costs a quarter of
// the parsing. A thread keeps at most 64 MB, and
// no more than four times what its last pages needed; it gives all back when it ends.
class ParserMemory {
 public:
  // Takes the memory that the thread keeps, for a page of `bytes`. Null parser: out of memory.
  explicit ParserMemory(std::size_t bytes);
  // Keeps the memory for the thread's next page; a parser that was stopped is destroyed.
  ~ParserMemory();
  ParserMemory(const ParserMemory&) = delete;
  ParserMemory& operator=(const ParserMemory&) = delete;

  lxb_html_parser_t* parser() const { return parser_.get(); }
  // A new document of the parser, whose tree fills the memory first; null: no memory left.
  lxb_html_document_t* begin();
  lxb_html_document_t* document() const { return document_.get(); }
  // Bytes that the tree has taken so far.
  std::size_t tree_bytes();
  // The page was parsed to its end: the parser may parse another one.
  void finish() { finished_ = true; }

 private:
  void lend();
  void take_back();

  std::unique_ptr<lxb_html_parser_t, ParserDeleter> parser_;
  std::unique_ptr<lxb_html_document_t, TreeDeleter> document_;
  std::unique_ptr<unsigned char[]> block_;
  std::size_t block_size_ = 0;
  lexbor_mem_chunk_t* lent_ = nullptr;  // the tree's first chunk, when it has the block
  unsigned char* own_data_ = nullptr;   // what that chunk had
  std::size_t own_size_ = 0;
  const lexbor_mem_chunk_t* last_chunk_ = nullptr;
  std::size_t full_bytes_ = 0;  // in the chunks before it
  bool finished_ = false;
};

}  // namespace bfa
