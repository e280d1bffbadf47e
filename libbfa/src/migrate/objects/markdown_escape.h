// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace bfa {

// Appends running text: white space collapsed to one space (none after a space or a line end of `out`), each
// character that CommonMark might read as markup within a line behind a backslash. Source: CommonMark
// 0.30, 2.4.
void append_markdown_text(std::string& out, std::string_view text);

// A finished paragraph: no space at the ends of its lines, and a backslash where a line would begin a
// heading, a list, a quote, a fence or a line under a heading. Source: CommonMark 0.30, 4 and 5.
std::string markdown_paragraph(std::string_view text);

// The destination of a link in parentheses. Source: CommonMark 0.30, 6.3.
std::string markdown_destination(std::string_view url);

// Code within a line, and a block of code, whose fences are longer than any in the code.
std::string markdown_code(std::string_view code);
std::string markdown_fenced(std::string_view code);

}  // namespace bfa
