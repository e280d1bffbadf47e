// SPDX-License-Identifier: Apache-2.0
#include "html/parser_memory.h"

#include <lexbor/html/interfaces/document.h>

#include <algorithm>
#include <new>
#include <utility>

namespace bfa {
namespace {

constexpr std::size_t kTreePerByte = 6;  // bytes of the tree for each of the page, on pages with much markup
constexpr std::size_t kLeastBlock = 256u << 10;
constexpr std::size_t kMostBlock = 64u << 20;
constexpr std::size_t kMostToken = 1u << 20;  // what a parser may keep for the text of one token
constexpr unsigned kPages = 16;               // after so many small pages a large block is freed

// The memory that a thread keeps between two pages.
struct Spare {
  std::unique_ptr<lxb_html_parser_t, ParserDeleter> parser;
  std::unique_ptr<unsigned char[]> block;
  std::size_t block_size = 0;
  unsigned small_pages = 0;  // consecutive pages that needed less than a quarter of the block
};

// The only state of the module: memory and a reset parser. It carries no data from one page to the next.
Spare& spare() {
  thread_local Spare kept;
  return kept;
}

}  // namespace

ParserMemory::ParserMemory(std::size_t bytes)
    : parser_(std::exchange(spare().parser, nullptr)),
      block_(std::exchange(spare().block, nullptr)),
      block_size_(std::exchange(spare().block_size, 0)) {
  if (!parser_) {
    parser_.reset(lxb_html_parser_create());
    if (parser_ && lxb_html_parser_init(parser_.get()) != LXB_STATUS_OK) parser_.reset();
  }
  const std::size_t wanted = std::clamp(bytes * kTreePerByte, kLeastBlock, kMostBlock);
  if (block_size_ >= wanted) return;
  block_.reset();
  block_.reset(new (std::nothrow) unsigned char[wanted]);
  block_size_ = block_ ? wanted : 0;
}

ParserMemory::~ParserMemory() {
  const std::size_t needed = document_ ? tree_bytes() : 0;
  Spare& kept = spare();
  if (finished_ && static_cast<std::size_t>(parser_->tkz->end - parser_->tkz->start) <= kMostToken) {
    lxb_html_parser_clean(parser_.get());
    kept.parser = std::move(parser_);
  }
  take_back();
  document_.reset();
  kept.small_pages = 4 * std::max(needed, kLeastBlock) < block_size_ ? kept.small_pages + 1 : 0;
  if (kept.small_pages == kPages) {
    kept.small_pages = 0;
    return;
  }
  kept.block = std::move(block_);
  kept.block_size = std::exchange(block_size_, 0);
}

lxb_html_document_t* ParserMemory::begin() {
  document_.reset(lxb_html_parse_chunk_begin(parser_.get()));
  if (document_) lend();
  return document_.get();
}

// The block becomes the first chunk's data, before anything is written to it.
void ParserMemory::lend() {
  lexbor_mem_chunk_t* first = document_->dom_document.mraw->mem->chunk;
  if (!block_ || first->length != 0 || first->prev != nullptr || first->size >= block_size_) return;
  lent_ = first;
  own_data_ = std::exchange(first->data, block_.get());
  own_size_ = std::exchange(first->size, block_size_);
}

void ParserMemory::take_back() {
  if (lent_ == nullptr) return;
  lent_->data = own_data_;
  lent_->size = own_size_;
  lent_ = nullptr;
}

std::size_t ParserMemory::tree_bytes() {
  const lexbor_mem_chunk_t* current = document_->dom_document.mraw->mem->chunk;
  for (const lexbor_mem_chunk_t* c = current; c != last_chunk_ && c->prev != nullptr; c = c->prev)
    full_bytes_ += c->prev->length;
  last_chunk_ = current;
  return full_bytes_ + current->length;
}

}  // namespace bfa
