// SPDX-License-Identifier: Apache-2.0
// Every function of the C interface with nothing but NULL and 0: none may end the program, and each that can
// fail says which argument is missing. tests/c/abi_test.py looks whether all functions stand here.
#include <gtest/gtest.h>

#include <string>

#include "bfa/c/bfa.h"

extern "C" size_t bfa_test_size_of_crawl_options(void);

namespace {

// Calls a function with an error to fill, if it takes one, and with zeros for all else.
template <class T>
T zero_or(bfa_error** err) {
  if constexpr (std::is_same_v<T, bfa_error**>) return err;
  return T{};
}
template <class R, class... A>
R call_with_zeros(R (*function)(A...), bfa_error** err = nullptr) {
  return function(zero_or<A>(err)...);
}

using Call = bfa_code (*)(bfa_error** err);
struct NullRow {
  const char* name;
  Call call;
};
class EveryFunction : public testing::TestWithParam<NullRow> {};

TEST_P(EveryFunction, RefusesNull) {
  bfa_error* refused = nullptr;
  EXPECT_EQ(GetParam().call(&refused), BFA_INVALID_ARGUMENT);
  ASSERT_NE(refused, nullptr);
  EXPECT_EQ(bfa_error_code(refused), BFA_INVALID_ARGUMENT);
  EXPECT_NE(std::string(bfa_error_message(refused)).find("is NULL"), std::string::npos)
      << bfa_error_message(refused);
  bfa_error_free(refused);
  EXPECT_EQ(GetParam().call(nullptr), BFA_INVALID_ARGUMENT);
}

#define BFA_ROW(function)                                                        \
  NullRow {                                                                      \
    #function, [](bfa_error** err) { return call_with_zeros(&(function), err); } \
  }
INSTANTIATE_TEST_SUITE_P(
    House_style_9, EveryFunction,
    testing::Values(BFA_ROW(bfa_archive_open), BFA_ROW(bfa_archive_last_step), BFA_ROW(bfa_archive_blogs),
                    BFA_ROW(bfa_blogs_at), BFA_ROW(bfa_object_read), BFA_ROW(bfa_object_reference),
                    BFA_ROW(bfa_object_to_json), BFA_ROW(bfa_object_from_json), BFA_ROW(bfa_object_compare),
                    BFA_ROW(bfa_archive_objects), BFA_ROW(bfa_objects_next), BFA_ROW(bfa_archive_find),
                    BFA_ROW(bfa_archive_object), BFA_ROW(bfa_archive_comments), BFA_ROW(bfa_archive_versions),
                    BFA_ROW(bfa_archive_version_at), BFA_ROW(bfa_versions_at), BFA_ROW(bfa_archive_changes),
                    BFA_ROW(bfa_change_read), BFA_ROW(bfa_change_reason_at), BFA_ROW(bfa_change_edit_at),
                    BFA_ROW(bfa_change_reference_at), BFA_ROW(bfa_change_to_json), BFA_ROW(bfa_archive_body),
                    BFA_ROW(bfa_archive_table), BFA_ROW(bfa_table_column), BFA_ROW(bfa_findings_at),
                    BFA_ROW(bfa_stop_new), BFA_ROW(bfa_event_read), BFA_ROW(bfa_event_to_json),
                    BFA_ROW(bfa_crawl), BFA_ROW(bfa_reports_at), BFA_ROW(bfa_reports_to_json),
                    BFA_ROW(bfa_import), BFA_ROW(bfa_rebuild), BFA_ROW(bfa_check_archive),
                    BFA_ROW(bfa_check_package), BFA_ROW(bfa_check_report_read),
                    BFA_ROW(bfa_check_report_problem), BFA_ROW(bfa_check_report_to_json), BFA_ROW(bfa_pack),
                    BFA_ROW(bfa_packages_at), BFA_ROW(bfa_migrate), BFA_ROW(bfa_migration_read),
                    BFA_ROW(bfa_migration_note), BFA_ROW(bfa_captures_read), BFA_ROW(bfa_warc_reader_open),
                    BFA_ROW(bfa_warc_reader_open_stream)),
    [](const auto& row) { return std::string(row.param.name); });
INSTANTIATE_TEST_SUITE_P(
    House_style_9_more, EveryFunction,
    testing::Values(
        BFA_ROW(bfa_warc_reader_next), BFA_ROW(bfa_warc_reader_findings), BFA_ROW(bfa_record_read),
        BFA_ROW(bfa_warc_reader_next_fields), BFA_ROW(bfa_record_read_block), BFA_ROW(bfa_record_block),
        BFA_ROW(bfa_record_exchange), BFA_ROW(bfa_exchange_read), BFA_ROW(bfa_exchange_header),
        BFA_ROW(bfa_exchange_body), BFA_ROW(bfa_warc_writer_open), BFA_ROW(bfa_warc_writer_create),
        BFA_ROW(bfa_warc_writer_record), BFA_ROW(bfa_warc_writer_copy), BFA_ROW(bfa_warc_writer_exchange),
        BFA_ROW(bfa_warc_writer_sync), BFA_ROW(bfa_warc_validate), BFA_ROW(bfa_warc_report_read),
        BFA_ROW(bfa_warc_report_findings), BFA_ROW(bfa_warc_index), BFA_ROW(bfa_cdx_find),
        BFA_ROW(bfa_feed_parse), BFA_ROW(bfa_feed_read), BFA_ROW(bfa_feed_entry_at),
        BFA_ROW(bfa_feed_to_json), BFA_ROW(bfa_feed_discover), BFA_ROW(bfa_feed_links_at),
        BFA_ROW(bfa_extractor_new), BFA_ROW(bfa_extractor_add_feed), BFA_ROW(bfa_extractor_add_page),
        BFA_ROW(bfa_extractor_learn), BFA_ROW(bfa_extractor_use), BFA_ROW(bfa_extractor_extract),
        BFA_ROW(bfa_extractor_extract_page), BFA_ROW(bfa_extraction_findings), BFA_ROW(bfa_robots_parse),
        BFA_ROW(bfa_robots_deciding_line), BFA_ROW(bfa_url_canonical), BFA_ROW(bfa_url_resolve),
        BFA_ROW(bfa_url_surt), BFA_ROW(bfa_url_registered_domain)),
    [](const auto& row) { return std::string(row.param.name); });
INSTANTIATE_TEST_SUITE_P(
    House_style_9_further, EveryFunction,
    testing::Values(BFA_ROW(bfa_cdx_read), BFA_ROW(bfa_cdxj_parse), BFA_ROW(bfa_date_find),
                    BFA_ROW(bfa_date_parse), BFA_ROW(bfa_exchange_resolve), BFA_ROW(bfa_exchange_robots_tags),
                    BFA_ROW(bfa_feed_display_title), BFA_ROW(bfa_feed_entry_display_title),
                    BFA_ROW(bfa_opml_at), BFA_ROW(bfa_opml_parse), BFA_ROW(bfa_opml_write),
                    BFA_ROW(bfa_package_list_at), BFA_ROW(bfa_package_list_find), BFA_ROW(bfa_restore),
                    BFA_ROW(bfa_robots_meta_parse), BFA_ROW(bfa_robots_tag_parse),
                    BFA_ROW(bfa_segments_findings), BFA_ROW(bfa_segments_new), BFA_ROW(bfa_segments_open),
                    BFA_ROW(bfa_segments_scan), BFA_ROW(bfa_sitemap_at), BFA_ROW(bfa_sitemap_parse),
                    BFA_ROW(bfa_text_decode), BFA_ROW(bfa_text_language), BFA_ROW(bfa_url_host_to_ascii),
                    BFA_ROW(bfa_warc_check_tail), BFA_ROW(bfa_warc_compare), BFA_ROW(bfa_warc_dictionary),
                    BFA_ROW(bfa_warc_reader_next_batch), BFA_ROW(bfa_warc_record_id),
                    BFA_ROW(bfa_warc_recover), BFA_ROW(bfa_search), BFA_ROW(bfa_search_hits_at),
                    BFA_ROW(bfa_search_hits_mark), BFA_ROW(bfa_search_hits_read),
                    BFA_ROW(bfa_search_index_open), BFA_ROW(bfa_search_index_reach),
                    BFA_ROW(bfa_search_index_remove), BFA_ROW(bfa_search_index_update),
                    BFA_ROW(bfa_site_open), BFA_ROW(bfa_site_answer), BFA_ROW(bfa_reply_read),
                    BFA_ROW(bfa_reply_header), BFA_ROW(bfa_reply_next), BFA_ROW(bfa_reply_write),
                    BFA_ROW(bfa_server_start), BFA_ROW(bfa_server_read), BFA_ROW(bfa_server_stop)),
    [](const auto& row) { return std::string(row.param.name); });
#undef BFA_ROW

TEST(CCalls, OptionsOfNothingAreRefused) {
  EXPECT_EQ(call_with_zeros(&bfa_archive_options_init), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(call_with_zeros(&bfa_object_query_init), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(call_with_zeros(&bfa_crawl_options_init), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(call_with_zeros(&bfa_check_options_init), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(call_with_zeros(&bfa_pack_options_init), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(call_with_zeros(&bfa_migrate_options_init), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(call_with_zeros(&bfa_warc_options_init), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(call_with_zeros(&bfa_warc_write_options_init), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(call_with_zeros(&bfa_extractor_options_init), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(call_with_zeros(&bfa_canonical_options_init), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(call_with_zeros(&bfa_search_query_init), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(call_with_zeros(&bfa_site_options_init), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(call_with_zeros(&bfa_request_init), BFA_INVALID_ARGUMENT);
  EXPECT_EQ(call_with_zeros(&bfa_server_options_init), BFA_INVALID_ARGUMENT);
}

TEST(CCalls, NothingIsClosedAndFreed) {
  EXPECT_EQ(call_with_zeros(&bfa_archive_close), BFA_OK);
  EXPECT_EQ(call_with_zeros(&bfa_warc_writer_close), BFA_OK);
  call_with_zeros(&bfa_blogs_free);
  call_with_zeros(&bfa_object_free);
  call_with_zeros(&bfa_object_list_free);
  call_with_zeros(&bfa_objects_free);
  call_with_zeros(&bfa_versions_free);
  call_with_zeros(&bfa_changes_free);
  call_with_zeros(&bfa_table_free);
  call_with_zeros(&bfa_search_index_free);
  call_with_zeros(&bfa_search_hits_free);
  call_with_zeros(&bfa_site_free);
  call_with_zeros(&bfa_reply_free);
  call_with_zeros(&bfa_server_free);
  call_with_zeros(&bfa_error_free);
  call_with_zeros(&bfa_string_free);
  call_with_zeros(&bfa_findings_free);
  call_with_zeros(&bfa_stop_request);
  call_with_zeros(&bfa_stop_free);
  call_with_zeros(&bfa_reports_free);
  call_with_zeros(&bfa_check_report_free);
  call_with_zeros(&bfa_packages_free);
  call_with_zeros(&bfa_migration_free);
  call_with_zeros(&bfa_warc_reader_close);
  call_with_zeros(&bfa_exchange_free);
  call_with_zeros(&bfa_warc_writer_free);
  call_with_zeros(&bfa_warc_report_free);
  call_with_zeros(&bfa_feed_free);
  call_with_zeros(&bfa_feed_links_free);
  call_with_zeros(&bfa_extractor_free);
  call_with_zeros(&bfa_extraction_free);
  call_with_zeros(&bfa_robots_free);
  call_with_zeros(&bfa_opml_free);
  call_with_zeros(&bfa_package_list_free);
  call_with_zeros(&bfa_segments_free);
  call_with_zeros(&bfa_sitemap_free);
}

TEST(CCalls, FunctionsWithoutACodeGiveEmptyValues) {
  EXPECT_EQ(call_with_zeros(&bfa_blogs_count), 0U);
  EXPECT_EQ(call_with_zeros(&bfa_blogs_feed).size, 0U);
  EXPECT_NE(call_with_zeros(&bfa_blogs_feed).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_kind_name).size, 0U);
  EXPECT_NE(call_with_zeros(&bfa_kind_name).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_verdict_name).size, 4U);  // "none" is a verdict
  EXPECT_NE(call_with_zeros(&bfa_verdict_name).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_object_author).size, 0U);
  EXPECT_NE(call_with_zeros(&bfa_object_author).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_object_tag).size, 0U);
  EXPECT_NE(call_with_zeros(&bfa_object_tag).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_object_attribute_name).size, 0U);
  EXPECT_NE(call_with_zeros(&bfa_object_attribute_name).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_object_attribute).size, 0U);
  EXPECT_NE(call_with_zeros(&bfa_object_attribute).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_object_list_count), 0U);
  EXPECT_EQ(call_with_zeros(&bfa_object_list_at), nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_versions_count), 0U);
  EXPECT_EQ(call_with_zeros(&bfa_versions_object), nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_changes_count), 0U);
  EXPECT_EQ(call_with_zeros(&bfa_changes_at), nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_table_rows), 0U);
  EXPECT_EQ(call_with_zeros(&bfa_table_columns), 0U);
  EXPECT_EQ(std::string(bfa_version()).find("0."), 0U);
  EXPECT_GT(bfa_version_number(), 0);
  EXPECT_STREQ(call_with_zeros(&bfa_code_name), "ok");
  EXPECT_EQ(call_with_zeros(&bfa_error_code), 0);
  EXPECT_STREQ(call_with_zeros(&bfa_error_message), "");
  EXPECT_STREQ(call_with_zeros(&bfa_error_where), "");
  EXPECT_EQ(call_with_zeros(&bfa_error_offset), -1);
  EXPECT_STREQ(call_with_zeros(&bfa_error_text), "");
}

TEST(CCalls, FurtherFunctionsGiveEmptyValues) {
  EXPECT_EQ(call_with_zeros(&bfa_string_view).size, 0U);
  EXPECT_NE(call_with_zeros(&bfa_string_view).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_findings_count), 0U);
  EXPECT_EQ(call_with_zeros(&bfa_stop_requested), 0);
  EXPECT_EQ(call_with_zeros(&bfa_reports_count), 0U);
  EXPECT_EQ(call_with_zeros(&bfa_reports_failure), nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_packages_count), 0U);
  EXPECT_EQ(call_with_zeros(&bfa_migration_file).size, 0U);
  EXPECT_NE(call_with_zeros(&bfa_migration_file).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_warc_reader_lost_bytes), 0U);
  EXPECT_EQ(call_with_zeros(&bfa_record_field).size, 0U);
  EXPECT_NE(call_with_zeros(&bfa_record_field).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_record_raw_header).size, 0U);
  EXPECT_NE(call_with_zeros(&bfa_record_raw_header).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_record_length), 0U);
  EXPECT_EQ(call_with_zeros(&bfa_exchange_header_name).size, 0U);
  EXPECT_NE(call_with_zeros(&bfa_exchange_header_name).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_exchange_header_value).size, 0U);
  EXPECT_NE(call_with_zeros(&bfa_exchange_header_value).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_feed_entry_author).size, 0U);
  EXPECT_NE(call_with_zeros(&bfa_feed_entry_author).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_feed_entry_tag).size, 0U);
  EXPECT_NE(call_with_zeros(&bfa_feed_entry_tag).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_feed_links_count), 0U);
  EXPECT_EQ(call_with_zeros(&bfa_extraction_object), nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_extraction_comments), 0U);
  EXPECT_EQ(call_with_zeros(&bfa_extraction_comment), nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_robots_allowed), 0);
  EXPECT_EQ(call_with_zeros(&bfa_robots_crawl_delay), -1);
  EXPECT_EQ(call_with_zeros(&bfa_robots_sitemaps), 0U);
  EXPECT_EQ(call_with_zeros(&bfa_robots_sitemap).size, 0U);
  EXPECT_NE(call_with_zeros(&bfa_robots_sitemap).data, nullptr);
}

TEST(CCalls, TheNewestFunctionsGiveEmptyValues) {
  EXPECT_EQ(call_with_zeros(&bfa_feed_looks_like), 0);
  EXPECT_EQ(call_with_zeros(&bfa_opml_count), 0U);
  EXPECT_NE(call_with_zeros(&bfa_opml_folder).data, nullptr);
  EXPECT_NE(call_with_zeros(&bfa_pack_form_name).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_package_list_count), 0U);
  EXPECT_NE(call_with_zeros(&bfa_package_list_warc).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_record_revisit), 0);
  EXPECT_EQ(call_with_zeros(&bfa_segments_count), 0U);
  EXPECT_NE(call_with_zeros(&bfa_segments_origin).data, nullptr);
  EXPECT_EQ(call_with_zeros(&bfa_sitemap_count), 0U);
  EXPECT_EQ(call_with_zeros(&bfa_sitemap_kind), -1);
  EXPECT_NE(call_with_zeros(&bfa_warc_suffix).data, nullptr);
  EXPECT_NE(call_with_zeros(&bfa_warc_type_name).data, nullptr);
}

TEST(CCalls, TheHeaderIsC) {
  EXPECT_EQ(bfa_test_size_of_crawl_options(), sizeof(bfa_crawl_options));
}

}  // namespace
