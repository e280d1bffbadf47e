# SPDX-License-Identifier: Apache-2.0
# Made by scripts/make_python_abi.py from the headers of bfa/c; do not edit.
# mypy: ignore-errors
from ctypes import (CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64,
                    c_void_p)


class Checked(Structure):
    # Its numbers fit: ctypes would cut others without a word.

    def __setattr__(self, name, value):
        if isinstance(value, int):
            super().__setattr__(name, value)
            kept = getattr(self, name)
            if isinstance(kept, int) and kept != value:
                raise ValueError(f"{name}={value} is out of range")
        else:
            super().__setattr__(name, value)

BFA_NO_TIME = -(2**63)
BFA_OK = 0
BFA_INVALID_ARGUMENT = 1
BFA_NOT_FOUND = 2
BFA_CORRUPT = 3
BFA_TRUNCATED = 4
BFA_UNSUPPORTED = 5
BFA_LIMIT = 6
BFA_UNAVAILABLE = 7
BFA_DENIED = 8
BFA_IO = 9
BFA_INTERNAL = 10
BFA_STOP = -1


class bfa_view(Checked):
    _fields_ = [
        ("data", c_void_p),
        ("size", c_size_t),
    ]

BFA_DATE_NONE = 0
BFA_DATE_YEAR = 1
BFA_DATE_MONTH = 2
BFA_DATE_DAY = 3
BFA_DATE_LOCAL_TIME = 4
BFA_DATE_INSTANT = 5


class bfa_date(Checked):
    _fields_ = [
        ("utc", c_int64),
        ("precision", c_int32),
        ("offset_minutes", c_int32),
    ]



class bfa_field(Checked):
    _fields_ = [
        ("name", c_char_p),
        ("value", c_char_p),
    ]


bfa_log_fn = CFUNCTYPE(None, c_int32, bfa_view, c_void_p)


class bfa_finding(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("code", c_int32),
        ("id", bfa_view),
        ("message", bfa_view),
        ("where", bfa_view),
        ("offset", c_int64),
    ]

BFA_ARCHIVE_READ = 0
BFA_ARCHIVE_WRITE = 1
BFA_ARCHIVE_CREATE = 2


class bfa_archive_options(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("mode", c_int32),
        ("store_cache_bytes", c_uint64),
        ("max_warc_bytes", c_uint64),
        ("warc_prefix", c_char_p),
        ("warcinfo", POINTER(bfa_field)),
        ("warcinfo_count", c_size_t),
        ("log", bfa_log_fn),
        ("log_user", c_void_p),
    ]



class bfa_blog(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("home", bfa_view),
        ("feed", bfa_view),
        ("zone", bfa_view),
        ("became", bfa_view),
        ("moved_to", bfa_view),
        ("last_crawl", c_int64),
        ("due", c_int64),
        ("crawls", c_uint64),
        ("feeds", c_size_t),
    ]

BFA_ANY = 0
BFA_BLOG = 1
BFA_FEED = 2
BFA_POST = 3
BFA_PAGE = 4
BFA_COMMENT = 5
BFA_PINGBACK = 6
BFA_LINK = 1
BFA_IMAGE = 2
BFA_AUDIO = 3
BFA_VIDEO = 4
BFA_EMBED = 5
BFA_VERDICT_NONE = 0
BFA_VERDICT_BOILERPLATE = 1
BFA_VERDICT_CONTENT = 2
BFA_VERDICT_NEW = 3
BFA_VERDICT_GONE = 4
BFA_VERDICT_BACK = 5
BFA_VERDICT_MOVED = 6
BFA_VERDICT_REREAD = 7


class bfa_object_fields(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", c_int32),
        ("key", bfa_view),
        ("url", bfa_view),
        ("title", bfa_view),
        ("subtitle", bfa_view),
        ("language", bfa_view),
        ("text", bfa_view),
        ("html", bfa_view),
        ("feed", bfa_view),
        ("post", bfa_view),
        ("parent", bfa_view),
        ("id", bfa_view),
        ("status", bfa_view),
        ("published", bfa_date),
        ("modified", bfa_date),
        ("authors", c_size_t),
        ("tags", c_size_t),
        ("references", c_size_t),
        ("attributes", c_size_t),
        ("method", bfa_view),
        ("confidence", c_double),
        ("warc_file", bfa_view),
        ("warc_record_id", bfa_view),
        ("warc_offset", c_uint64),
        ("warc_length", c_uint64),
        ("versions", c_uint64),
        ("sightings", c_uint64),
        ("comments", c_uint64),
        ("first_seen", c_int64),
        ("last_seen", c_int64),
        ("last_changed", c_int64),
    ]



class bfa_reference(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", c_int32),
        ("url", bfa_view),
        ("text", bfa_view),
        ("digest", bfa_view),
    ]



class bfa_object_query(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", c_int32),
        ("heads_only", c_int32),
        ("blog_host", c_char_p),
        ("url", c_char_p),
        ("at", c_int64),
        ("first_seen_after", c_int64),
        ("changed_after", c_uint64),
        ("blog", c_char_p),
    ]



class bfa_version_fields(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("observed", c_int64),
        ("sequence", c_uint64),
        ("capture", c_uint64),
        ("readings", c_uint64),
        ("truncated", c_int32),
    ]



class bfa_change_fields(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("url", bfa_view),
        ("moved_from", bfa_view),
        ("from", c_int64),
        ("to", c_int64),
        ("verdict", c_int32),
        ("similarity", c_double),
        ("reasons", c_size_t),
        ("text_edits", c_size_t),
        ("links_added", c_size_t),
        ("links_removed", c_size_t),
        ("media_added", c_size_t),
        ("media_removed", c_size_t),
    ]



class bfa_change_reason(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("field", bfa_view),
        ("kind", bfa_view),
        ("detail", bfa_view),
    ]

BFA_TABLE_TEXT = 1
BFA_TABLE_CHANGES = 2
BFA_COLUMN_TEXT = 1
BFA_COLUMN_INTEGER = 2
BFA_COLUMN_NUMBER = 3
BFA_COLUMN_TIME = 4


class bfa_column(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("name", bfa_view),
        ("type", c_int32),
        ("offsets", POINTER(c_int64)),
        ("bytes", c_void_p),
        ("integers", POINTER(c_int64)),
        ("numbers", POINTER(c_double)),
    ]

BFA_WARCINFO = 0
BFA_RESPONSE = 1
BFA_RESOURCE = 2
BFA_REQUEST = 3
BFA_METADATA = 4
BFA_REVISIT = 5
BFA_CONVERSION = 6
BFA_CONTINUATION = 7
BFA_UNKNOWN_TYPE = 8
BFA_WARC_PLAIN = 0
BFA_WARC_GZIP = 1
BFA_WARC_ZSTD = 2
BFA_POLICY_IGNORE = 0
BFA_POLICY_WARN = 1
BFA_POLICY_FAIL = 2


class bfa_warc_options(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("policy", c_int32),
        ("check_digests", c_int32),
        ("max_header_bytes", c_uint64),
        ("read_ahead", c_int32),
        ("reserved", c_int32),
    ]


bfa_read_fn = CFUNCTYPE(c_int32, c_void_p, c_size_t, POINTER(c_size_t), c_void_p)


class bfa_record_fields(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("type", c_int32),
        ("date", c_int64),
        ("content_length", c_uint64),
        ("offset", c_uint64),
        ("version", bfa_view),
        ("fields", bfa_view),
    ]



class bfa_exchange_fields(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("url", bfa_view),
        ("ip_address", bfa_view),
        ("protocol", bfa_view),
        ("reason", bfa_view),
        ("started", c_int64),
        ("status", c_int32),
        ("headers", c_size_t),
    ]

BFA_REVISIT_NONE = 0
BFA_REVISIT_IDENTICAL_PAYLOAD = 1
BFA_REVISIT_NOT_MODIFIED = 2
BFA_REVISIT_UNKNOWN = 3


class bfa_warc_write_options(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("packing", c_int32),
        ("level", c_int32),
        ("prefix", c_char_p),
        ("max_file_bytes", c_uint64),
        ("warcinfo", POINTER(bfa_field)),
        ("warcinfo_count", c_size_t),
        ("dictionary", c_void_p),
        ("dictionary_size", c_size_t),
    ]



class bfa_place(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("file", bfa_view),
        ("record_id", bfa_view),
        ("offset", c_uint64),
        ("length", c_uint64),
    ]



class bfa_warc_result(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("file", bfa_view),
        ("records", c_uint64),
        ("digests_ok", c_uint64),
        ("digests_bad", c_uint64),
        ("lost_bytes", c_uint64),
        ("truncated", c_int32),
        ("corrupt", c_int32),
        ("spec_violation", c_int32),
    ]

BFA_ONLY_A = 0
BFA_ONLY_B = 1
BFA_DIFFERS = 2


class bfa_warc_difference(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", c_int32),
        ("url", bfa_view),
        ("date", bfa_view),
        ("digest_a", bfa_view),
        ("digest_b", bfa_view),
        ("file_a", bfa_view),
        ("file_b", bfa_view),
        ("offset_a", c_uint64),
        ("offset_b", c_uint64),
    ]


bfa_difference_fn = CFUNCTYPE(c_int32, POINTER(bfa_warc_difference), c_void_p)


class bfa_warc_comparison(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("captures_a", c_uint64),
        ("captures_b", c_uint64),
        ("same", c_uint64),
        ("only_a", c_uint64),
        ("only_b", c_uint64),
        ("differing", c_uint64),
    ]



class bfa_warc_tail(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("records", c_uint64),
        ("kept_bytes", c_uint64),
        ("cut_bytes", c_uint64),
    ]



class bfa_warc_recovery(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("file", bfa_view),
        ("kept_bytes", c_uint64),
        ("cut_bytes", c_uint64),
        ("records", c_uint64),
    ]


bfa_recovery_fn = CFUNCTYPE(c_int32, POINTER(bfa_warc_recovery), c_void_p)


class bfa_cdx_entry(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("key", bfa_view),
        ("timestamp", bfa_view),
        ("url", bfa_view),
        ("mime", bfa_view),
        ("status", bfa_view),
        ("digest", bfa_view),
        ("filename", bfa_view),
        ("offset", c_int64),
        ("length", c_int64),
        ("line", bfa_view),
    ]


bfa_cdx_fn = CFUNCTYPE(c_int32, POINTER(bfa_cdx_entry), c_void_p)
BFA_EVENT_FETCHED = 1
BFA_EVENT_OBJECT = 2
BFA_EVENT_CHANGE = 3
BFA_EVENT_ERROR = 4
BFA_EVENT_PROGRESS = 5
BFA_EVENT_DONE = 6


class bfa_event_fields(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", c_int32),
        ("blog", bfa_view),
        ("url", bfa_view),
        ("task", bfa_view),
        ("outcome", bfa_view),
        ("status", c_int32),
        ("object_kind", c_int32),
        ("what", bfa_view),
        ("code", c_int32),
        ("message", bfa_view),
        ("where", bfa_view),
        ("requests", c_uint64),
        ("bytes", c_void_p),
        ("created", c_uint64),
        ("changed", c_uint64),
        ("failed", c_uint64),
        ("queued", c_uint64),
        ("change", c_void_p),
    ]


bfa_event_fn = CFUNCTYPE(c_int32, c_void_p, c_void_p)
BFA_ROBOTS_TAGS_IGNORE = 0
BFA_ROBOTS_TAGS_ARCHIVE = 1
BFA_ROBOTS_TAGS_OBEY = 2
BFA_ORDER_NEAREST = 0
BFA_ORDER_STAGE = 1
BFA_ORDER_BREADTH = 2
BFA_RECHECK_DUE = 0
BFA_RECHECK_ALL = 1
BFA_RECHECK_NONE = 2


class bfa_crawl_options(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("user_agent", c_char_p),
        ("from", c_char_p),
        ("agent", c_char_p),
        ("obey_robots", c_int32),
        ("robots_tags", c_int32),
        ("obey_crawl_delay", c_int32),
        ("media", c_int32),
        ("recheck", c_int32),
        ("ordered", c_int32),
        ("allow_private", c_int32),
        ("max_depth", c_uint32),
        ("max_pages", c_uint64),
        ("max_bytes", c_uint64),
        ("threads", c_uint64),
        ("delay_ms", c_int64),
        ("timeout_ms", c_int64),
        ("total_timeout_ms", c_int64),
        ("strategy", c_char_p),
        ("zone", c_char_p),
        ("proxy", c_char_p),
        ("ca_file", c_char_p),
        ("connect_to", POINTER(c_char_p)),
        ("connect_to_count", c_size_t),
        ("feeds", POINTER(c_char_p)),
        ("feeds_count", c_size_t),
        ("exclude", POINTER(c_char_p)),
        ("exclude_count", c_size_t),
        ("include", POINTER(c_char_p)),
        ("include_count", c_size_t),
        ("lift", POINTER(c_char_p)),
        ("lift_count", c_size_t),
        ("on_event", bfa_event_fn),
        ("event_user", c_void_p),
        ("log", bfa_log_fn),
        ("log_user", c_void_p),
        ("stop", c_void_p),
        ("base_url", c_char_p),
        ("keep_inputs", c_int32),
        ("comments", c_int32),
        ("extract", c_int32),
        ("order", c_int32),
    ]



class bfa_report(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("blog", bfa_view),
        ("requests", c_uint64),
        ("bytes", c_void_p),
        ("fetched", c_uint64),
        ("posts", c_uint64),
        ("created", c_uint64),
        ("changed", c_uint64),
        ("unchanged", c_uint64),
        ("failed", c_uint64),
        ("denied", c_uint64),
        ("not_modified", c_uint64),
        ("queued", c_uint64),
        ("moved", c_uint64),
        ("elapsed_ms", c_int64),
        ("interrupted", c_int32),
        ("deferred", c_int32),
        ("limit", bfa_view),
        ("moved_to", bfa_view),
        ("became", bfa_view),
        ("code", c_int32),
        ("message", bfa_view),
        ("where", bfa_view),
        ("failures", c_size_t),
    ]



class bfa_replay(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("steps", c_uint64),
        ("captures", c_uint64),
        ("skipped", c_uint64),
        ("known", c_uint64),
        ("repeated", c_uint64),
        ("lost_objects", c_uint64),
        ("repeated_inputs", c_uint64),
    ]



class bfa_package_contents(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("path", bfa_view),
        ("blog", bfa_view),
        ("warcs", c_size_t),
        ("has_steps", c_int32),
    ]



class bfa_restored(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("packages", c_uint64),
        ("present", c_uint64),
        ("warc_files", c_uint64),
        ("damages", c_uint64),
    ]



class bfa_check_progress(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("doing", bfa_view),
        ("done", c_uint64),
        ("all", c_uint64),
        ("bytes_done", c_uint64),
        ("bytes_all", c_uint64),
    ]


bfa_check_progress_fn = CFUNCTYPE(c_int32, POINTER(bfa_check_progress), c_void_p)


class bfa_affected(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("id", bfa_view),
        ("file", bfa_view),
        ("is_object", c_int32),
        ("url", bfa_view),
        ("time", c_int64),
    ]


bfa_affected_fn = CFUNCTYPE(c_int32, POINTER(bfa_affected), c_void_p)


class bfa_check_options(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("read_data", c_int32),
        ("digests", c_int32),
        ("packages", c_int32),
        ("record", c_int32),
        ("sample", c_double),
        ("seed", c_uint64),
        ("threads", c_uint64),
        ("on_progress", bfa_check_progress_fn),
        ("progress_user", c_void_p),
        ("stop", c_void_p),
        ("on_affected", bfa_affected_fn),
        ("affected_user", c_void_p),
    ]

BFA_CHECK_SOUND = 0
BFA_CHECK_SAMPLED = 1
BFA_CHECK_INCOMPLETE = 2
BFA_CHECK_DAMAGED = 3


class bfa_check_result(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("result", c_int32),
        ("stopped", c_int32),
        ("recorded", c_int32),
        ("began", c_int64),
        ("ended", c_int64),
        ("files", c_uint64),
        ("bytes", c_void_p),
        ("files_read", c_uint64),
        ("bytes_read", c_uint64),
        ("digests_compared", c_uint64),
        ("records", c_uint64),
        ("captures", c_uint64),
        ("places", c_uint64),
        ("objects", c_uint64),
        ("versions", c_uint64),
        ("packages", c_uint64),
        ("package_files", c_uint64),
        ("problems", c_size_t),
    ]



class bfa_check_problem(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", c_int32),
        ("id", bfa_view),
        ("file", bfa_view),
        ("message", bfa_view),
        ("advice", bfa_view),
        ("offset", c_int64),
        ("count", c_uint64),
        ("captures", c_uint64),
        ("objects", c_uint64),
    ]

BFA_PACK_METS = 0
BFA_PACK_BAG = 1
BFA_PACK_EARK_SIP = 2
BFA_PACK_EARK_AIP = 3
BFA_PACK_OCFL = 4
BFA_PACK_DSPACE = 5
BFA_PACK_BLOGFOREVER_2013 = 6
BFA_PACK_WACZ = 7
BFA_PACK_WARC = 8
BFA_PACK_FOLDER = 0
BFA_PACK_TAR = 1
BFA_PACK_ZIP = 2
BFA_PACK_7Z = 3


class bfa_pack_options(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("output_directory", c_char_p),
        ("url", c_char_p),
        ("catalogue", c_int32),
        ("personal_data", c_int32),
        ("copy_warc", c_int32),
        ("log", bfa_log_fn),
        ("log_user", c_void_p),
        ("form", c_int32),
        ("into", c_int32),
        ("latest_only", c_int32),
        ("since", c_int64),
        ("before", c_char_p),
        ("organisation", c_char_p),
        ("organisation_code", c_char_p),
        ("organisation_address", c_char_p),
        ("operator_name", c_char_p),
        ("rights", c_char_p),
        ("places", c_char_p),
        ("links", c_int32),
        ("pack_records", c_int32),
        ("time", c_int64),
        ("stop", c_void_p),
        ("threads", c_uint64),
        ("earlier", c_char_p),
    ]



class bfa_package(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("directory", bfa_view),
        ("blog", bfa_view),
        ("records", c_uint64),
        ("warc_files", c_uint64),
        ("bytes", c_void_p),
    ]

BFA_TARGET_BY_NAME = -1
BFA_TARGET_WARC = 0
BFA_TARGET_WACZ = 1
BFA_TARGET_CDXJ = 2
BFA_TARGET_OBJECTS = 3
BFA_TARGET_STATIC = 4
BFA_TARGET_CSV = 5
BFA_TARGET_MARKDOWN = 6


class bfa_note(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", bfa_view),
        ("id", bfa_view),
        ("message", bfa_view),
        ("source", bfa_view),
        ("url", bfa_view),
    ]


bfa_note_fn = CFUNCTYPE(c_int32, POINTER(bfa_note), c_void_p)


class bfa_migrate_options(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("target", c_int32),
        ("packing", c_int32),
        ("level", c_int32),
        ("sidecars", c_int32),
        ("at", c_int64),
        ("base_url", c_char_p),
        ("title", c_char_p),
        ("blogs", POINTER(c_char_p)),
        ("blog_count", c_size_t),
        ("stop", c_void_p),
    ]



class bfa_migration_result(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("units", c_uint64),
        ("records", c_uint64),
        ("pages", c_uint64),
        ("objects", c_uint64),
        ("lossless", c_int32),
        ("notes", c_size_t),
        ("files", c_size_t),
    ]


bfa_record_fn = CFUNCTYPE(c_int32, c_void_p, c_void_p)


class bfa_feed_fields(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("format", bfa_view),
        ("version", bfa_view),
        ("title", bfa_view),
        ("link", bfa_view),
        ("subtitle", bfa_view),
        ("language", bfa_view),
        ("id", bfa_view),
        ("self", bfa_view),
        ("next", bfa_view),
        ("updated", bfa_date),
        ("is_comments", c_int32),
        ("entries", c_size_t),
    ]



class bfa_feed_entry(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("id", bfa_view),
        ("link", bfa_view),
        ("title", bfa_view),
        ("summary", bfa_view),
        ("content", bfa_view),
        ("comments_url", bfa_view),
        ("comments_feed", bfa_view),
        ("language", bfa_view),
        ("published", bfa_date),
        ("updated", bfa_date),
        ("authors", c_size_t),
        ("tags", c_size_t),
    ]



class bfa_feed_link(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("url", bfa_view),
        ("type", bfa_view),
        ("title", bfa_view),
        ("from", c_int32),
        ("comments", c_int32),
    ]



class bfa_subscription(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("feed", bfa_view),
        ("page", bfa_view),
        ("title", bfa_view),
        ("folders", c_size_t),
    ]

BFA_SITEMAP_PAGES = 0
BFA_SITEMAP_INDEX = 1
BFA_SITEMAP_TEXT = 2
BFA_SITEMAP_FEED = 3


class bfa_sitemap_entry(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("url", bfa_view),
        ("change_frequency", bfa_view),
        ("modified", bfa_date),
        ("priority", c_double),
    ]



class bfa_extractor_options(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("strategy", c_char_p),
        ("zone", c_char_p),
        ("now", c_int64),
        ("max_bytes", c_uint64),
    ]



class bfa_learned(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("learned", c_int32),
        ("pages", c_uint64),
        ("entries", c_uint64),
        ("matched", c_uint64),
    ]



class bfa_robots_tags(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("noindex", c_int32),
        ("nofollow", c_int32),
        ("noarchive", c_int32),
        ("unavailable_after", c_int64),
    ]



class bfa_canonical_options(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("drop_fragment", c_int32),
        ("drop_tracking", c_int32),
        ("drop_session_ids", c_int32),
        ("drop_userinfo", c_int32),
        ("drop_index_file", c_int32),
        ("drop_empty_query", c_int32),
        ("drop_www", c_int32),
        ("unify_scheme", c_int32),
    ]

BFA_TEXT_HTML = 0
BFA_TEXT_XML = 1
BFA_TEXT_PLAIN = 2


class bfa_search_query(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("text", c_char_p),
        ("limit", c_uint64),
        ("newest", c_int32),
        ("kind", c_int32),
        ("blog_host", c_char_p),
        ("author", c_char_p),
        ("tag", c_char_p),
        ("since", c_int64),
        ("until", c_int64),
        ("published_from", c_char_p),
        ("published_to", c_char_p),
        ("changed", c_int32),
        ("deleted", c_int32),
        ("after", c_char_p),
        ("category", c_char_p),
        ("blog", c_char_p),
        ("verdicts", c_uint32),
    ]



class bfa_search_answer(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("hits", c_size_t),
        ("versions", c_uint64),
        ("more_versions", c_int32),
        ("by_time", c_int32),
        ("reach", c_uint64),
        ("next", bfa_view),
    ]



class bfa_search_hit(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", c_int32),
        ("key", bfa_view),
        ("url", bfa_view),
        ("title", bfa_view),
        ("snippet", bfa_view),
        ("version", c_uint64),
        ("versions", c_uint64),
        ("only_old", c_int32),
        ("captured", c_int64),
        ("sequence", c_uint64),
        ("marks", c_size_t),
        ("gone", c_int32),
    ]



class bfa_site_options(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("archive", c_char_p),
        ("title", c_char_p),
        ("token", c_char_p),
        ("token_to_read", c_int32),
        ("replay_port", c_int32),
        ("fresh_ms", c_int64),
        ("log", bfa_log_fn),
        ("log_user", c_void_p),
    ]



class bfa_request(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("method", c_char_p),
        ("target", c_char_p),
        ("headers", POINTER(bfa_field)),
        ("header_count", c_size_t),
        ("body", c_void_p),
        ("body_size", c_size_t),
        ("origin", c_char_p),
        ("replay_origin", c_int32),
    ]



class bfa_reply_head(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("status", c_int32),
        ("headers", c_size_t),
        ("body_bytes", c_int64),
        ("streamed", c_int32),
    ]


bfa_body_fn = CFUNCTYPE(c_int32, bfa_view, c_void_p)


class bfa_server_options(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("listen", c_char_p),
        ("replay_port", c_int32),
        ("hosts", POINTER(c_char_p)),
        ("host_count", c_size_t),
        ("threads", c_uint64),
        ("max_connections", c_uint64),
    ]



class bfa_server_state(Checked):
    _fields_ = [
        ("struct_size", c_size_t),
        ("address", bfa_view),
        ("port", c_int32),
        ("replay_port", c_int32),
        ("connections", c_size_t),
    ]


# Result and parameters of each function.
FUNCTIONS = {
    "bfa_version": (c_char_p, []),
    "bfa_version_number": (c_int32, []),
    "bfa_code_name": (c_char_p, [c_int32]),
    "bfa_error_code": (c_int32, [c_void_p]),
    "bfa_error_message": (c_char_p, [c_void_p]),
    "bfa_error_where": (c_char_p, [c_void_p]),
    "bfa_error_offset": (c_int64, [c_void_p]),
    "bfa_error_text": (c_char_p, [c_void_p]),
    "bfa_error_free": (None, [c_void_p]),
    "bfa_string_view": (bfa_view, [c_void_p]),
    "bfa_string_free": (None, [c_void_p]),
    "bfa_findings_count": (c_size_t, [c_void_p]),
    "bfa_findings_at": (c_int32, [c_void_p, c_size_t, POINTER(bfa_finding), POINTER(c_void_p)]),
    "bfa_findings_free": (None, [c_void_p]),
    "bfa_stop_new": (c_int32, [POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_stop_request": (None, [c_void_p]),
    "bfa_stop_requested": (c_int32, [c_void_p]),
    "bfa_stop_free": (None, [c_void_p]),
    "bfa_archive_options_init": (c_int32, [POINTER(bfa_archive_options), c_size_t]),
    "bfa_archive_open": (c_int32, [c_char_p, POINTER(bfa_archive_options), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_archive_close": (c_int32, [c_void_p, POINTER(c_void_p)]),
    "bfa_archive_last_step": (c_int32, [c_void_p, POINTER(c_uint64), POINTER(c_void_p)]),
    "bfa_archive_blogs": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_blogs_count": (c_size_t, [c_void_p]),
    "bfa_blogs_at": (c_int32, [c_void_p, c_size_t, POINTER(bfa_blog), POINTER(c_void_p)]),
    "bfa_blogs_feed": (bfa_view, [c_void_p, c_size_t, c_size_t]),
    "bfa_blogs_free": (None, [c_void_p]),
    "bfa_kind_name": (bfa_view, [c_int32]),
    "bfa_verdict_name": (bfa_view, [c_int32]),
    "bfa_object_read": (c_int32, [c_void_p, POINTER(bfa_object_fields), POINTER(c_void_p)]),
    "bfa_object_author": (bfa_view, [c_void_p, c_size_t]),
    "bfa_object_tag": (bfa_view, [c_void_p, c_size_t]),
    "bfa_object_attribute_name": (bfa_view, [c_void_p, c_size_t]),
    "bfa_object_attribute": (bfa_view, [c_void_p, c_size_t]),
    "bfa_object_reference": (c_int32, [c_void_p, c_size_t, POINTER(bfa_reference), POINTER(c_void_p)]),
    "bfa_object_to_json": (c_int32, [c_void_p, c_int32, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_object_from_json": (c_int32, [c_char_p, c_size_t, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_object_compare": (c_int32, [c_void_p, c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_object_free": (None, [c_void_p]),
    "bfa_object_list_count": (c_size_t, [c_void_p]),
    "bfa_object_list_at": (c_void_p, [c_void_p, c_size_t]),
    "bfa_object_list_free": (None, [c_void_p]),
    "bfa_object_query_init": (c_int32, [POINTER(bfa_object_query), c_size_t]),
    "bfa_archive_objects": (c_int32, [c_void_p, POINTER(bfa_object_query), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_objects_next": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_objects_free": (None, [c_void_p]),
    "bfa_archive_find": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_archive_object": (c_int32, [c_void_p, c_char_p, c_size_t, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_archive_comments": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_archive_versions": (c_int32, [c_void_p, c_char_p, c_size_t, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_archive_version_at": (c_int32, [c_void_p, c_char_p, c_size_t, c_int64, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_versions_count": (c_size_t, [c_void_p]),
    "bfa_versions_at": (c_int32, [c_void_p, c_size_t, POINTER(bfa_version_fields), POINTER(c_void_p)]),
    "bfa_versions_object": (c_void_p, [c_void_p, c_size_t]),
    "bfa_versions_free": (None, [c_void_p]),
    "bfa_archive_changes": (c_int32, [c_void_p, c_char_p, c_size_t, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_changes_count": (c_size_t, [c_void_p]),
    "bfa_changes_at": (c_void_p, [c_void_p, c_size_t]),
    "bfa_changes_free": (None, [c_void_p]),
    "bfa_change_read": (c_int32, [c_void_p, POINTER(bfa_change_fields), POINTER(c_void_p)]),
    "bfa_change_reason_at": (c_int32, [c_void_p, c_size_t, POINTER(bfa_change_reason), POINTER(c_void_p)]),
    "bfa_change_edit_at": (c_int32, [c_void_p, c_size_t, POINTER(c_int32), POINTER(bfa_view), POINTER(c_void_p)]),
    "bfa_change_reference_at": (c_int32, [c_void_p, c_int32, c_size_t, POINTER(bfa_reference), POINTER(c_void_p)]),
    "bfa_change_to_json": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_archive_body": (c_int32, [c_void_p, c_uint64, c_int32, c_uint64, POINTER(c_void_p), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_archive_table": (c_int32, [c_void_p, POINTER(bfa_object_query), c_int32, c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_table_rows": (c_size_t, [c_void_p]),
    "bfa_table_columns": (c_size_t, [c_void_p]),
    "bfa_table_column": (c_int32, [c_void_p, c_size_t, POINTER(bfa_column), POINTER(c_void_p)]),
    "bfa_table_free": (None, [c_void_p]),
    "bfa_warc_type_name": (bfa_view, [c_int32]),
    "bfa_warc_suffix": (bfa_view, [c_int32]),
    "bfa_warc_options_init": (c_int32, [POINTER(bfa_warc_options), c_size_t]),
    "bfa_warc_reader_open": (c_int32, [c_char_p, POINTER(bfa_warc_options), c_uint64, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_warc_reader_open_stream": (c_int32, [bfa_read_fn, c_void_p, c_char_p, POINTER(bfa_warc_options), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_warc_reader_next": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_warc_reader_findings": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_warc_reader_lost_bytes": (c_uint64, [c_void_p]),
    "bfa_warc_reader_close": (None, [c_void_p]),
    "bfa_record_read": (c_int32, [c_void_p, POINTER(bfa_record_fields), POINTER(c_void_p)]),
    "bfa_warc_reader_next_fields": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(bfa_record_fields), POINTER(c_void_p)]),
    "bfa_warc_reader_next_batch": (c_int32, [c_void_p, c_size_t, POINTER(bfa_record_fields), POINTER(c_size_t), POINTER(c_void_p)]),
    "bfa_record_field": (bfa_view, [c_void_p, c_char_p]),
    "bfa_record_raw_header": (bfa_view, [c_void_p]),
    "bfa_record_length": (c_uint64, [c_void_p]),
    "bfa_record_read_block": (c_int32, [c_void_p, c_void_p, c_size_t, POINTER(c_size_t), POINTER(c_void_p)]),
    "bfa_record_block": (c_int32, [c_void_p, c_uint64, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_record_exchange": (c_int32, [c_void_p, c_uint64, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_exchange_read": (c_int32, [c_void_p, POINTER(bfa_exchange_fields), POINTER(c_void_p)]),
    "bfa_exchange_header_name": (bfa_view, [c_void_p, c_size_t]),
    "bfa_exchange_header_value": (bfa_view, [c_void_p, c_size_t]),
    "bfa_exchange_header": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_exchange_body": (c_int32, [c_void_p, c_int32, c_uint64, POINTER(c_void_p), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_exchange_free": (None, [c_void_p]),
    "bfa_record_revisit": (c_int32, [c_void_p]),
    "bfa_exchange_resolve": (c_int32, [c_void_p, c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_segments_new": (c_int32, [POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_segments_scan": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "bfa_segments_count": (c_size_t, [c_void_p]),
    "bfa_segments_origin": (bfa_view, [c_void_p, c_size_t]),
    "bfa_segments_open": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_segments_findings": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_segments_free": (None, [c_void_p]),
    "bfa_warc_write_options_init": (c_int32, [POINTER(bfa_warc_write_options), c_size_t]),
    "bfa_warc_writer_open": (c_int32, [c_char_p, POINTER(bfa_warc_write_options), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_warc_writer_create": (c_int32, [c_char_p, POINTER(bfa_warc_write_options), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_warc_dictionary": (c_int32, [POINTER(bfa_view), c_size_t, c_size_t, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_warc_record_id": (c_int32, [POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_warc_writer_record": (c_int32, [c_void_p, POINTER(bfa_field), c_size_t, c_void_p, c_size_t, POINTER(bfa_place), POINTER(c_void_p)]),
    "bfa_warc_writer_copy": (c_int32, [c_void_p, c_void_p, POINTER(bfa_place), POINTER(c_void_p)]),
    "bfa_warc_writer_exchange": (c_int32, [c_void_p, c_char_p, c_char_p, c_size_t, c_char_p, c_size_t, c_int64, c_char_p, POINTER(bfa_place), POINTER(c_void_p)]),
    "bfa_warc_writer_sync": (c_int32, [c_void_p, POINTER(c_void_p)]),
    "bfa_warc_writer_close": (c_int32, [c_void_p, POINTER(c_void_p)]),
    "bfa_warc_writer_free": (None, [c_void_p]),
    "bfa_warc_validate": (c_int32, [c_char_p, c_uint64, c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_warc_report_read": (c_int32, [c_void_p, POINTER(bfa_warc_result), POINTER(c_void_p)]),
    "bfa_warc_report_findings": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_warc_report_free": (None, [c_void_p]),
    "bfa_warc_compare": (c_int32, [POINTER(c_char_p), c_size_t, POINTER(c_char_p), c_size_t, bfa_difference_fn, c_void_p, c_void_p, POINTER(bfa_warc_comparison), POINTER(c_void_p)]),
    "bfa_warc_check_tail": (c_int32, [c_char_p, c_void_p, POINTER(bfa_warc_tail), POINTER(c_void_p)]),
    "bfa_warc_recover": (c_int32, [c_char_p, bfa_recovery_fn, c_void_p, POINTER(c_void_p)]),
    "bfa_warc_index": (c_int32, [c_char_p, bfa_cdx_fn, c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_cdx_find": (c_int32, [c_char_p, c_char_p, c_int32, bfa_cdx_fn, c_void_p, POINTER(c_void_p)]),
    "bfa_cdx_read": (c_int32, [c_char_p, bfa_cdx_fn, c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_cdxj_parse": (c_int32, [c_char_p, c_size_t, bfa_cdx_fn, c_void_p, POINTER(c_void_p)]),
    "bfa_event_read": (c_int32, [c_void_p, POINTER(bfa_event_fields), POINTER(c_void_p)]),
    "bfa_event_to_json": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_crawl_options_init": (c_int32, [POINTER(bfa_crawl_options), c_size_t]),
    "bfa_crawl": (c_int32, [c_void_p, POINTER(c_char_p), c_size_t, POINTER(bfa_crawl_options), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_reports_count": (c_size_t, [c_void_p]),
    "bfa_reports_at": (c_int32, [c_void_p, c_size_t, POINTER(bfa_report), POINTER(c_void_p)]),
    "bfa_reports_failure": (c_void_p, [c_void_p, c_size_t, c_size_t]),
    "bfa_reports_to_json": (c_int32, [c_void_p, c_size_t, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_reports_free": (None, [c_void_p]),
    "bfa_import": (c_int32, [c_void_p, POINTER(c_char_p), c_size_t, POINTER(c_char_p), c_size_t, POINTER(bfa_crawl_options), POINTER(bfa_replay), POINTER(c_void_p), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_package_list_find": (c_int32, [c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_package_list_count": (c_size_t, [c_void_p]),
    "bfa_package_list_at": (c_int32, [c_void_p, c_size_t, POINTER(bfa_package_contents), POINTER(c_void_p)]),
    "bfa_package_list_warc": (bfa_view, [c_void_p, c_size_t, c_size_t]),
    "bfa_package_list_free": (None, [c_void_p]),
    "bfa_restore": (c_int32, [c_char_p, POINTER(c_char_p), c_size_t, POINTER(bfa_crawl_options), c_int64, POINTER(bfa_restored), POINTER(bfa_replay), POINTER(c_void_p), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_rebuild": (c_int32, [c_char_p, POINTER(bfa_crawl_options), c_int64, POINTER(bfa_replay), POINTER(c_void_p), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_check_options_init": (c_int32, [POINTER(bfa_check_options), c_size_t]),
    "bfa_check_archive": (c_int32, [c_char_p, POINTER(bfa_check_options), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_check_package": (c_int32, [c_char_p, POINTER(bfa_check_options), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_check_report_read": (c_int32, [c_void_p, POINTER(bfa_check_result), POINTER(c_void_p)]),
    "bfa_check_report_problem": (c_int32, [c_void_p, c_size_t, POINTER(bfa_check_problem), POINTER(c_void_p)]),
    "bfa_check_report_to_json": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_check_report_free": (None, [c_void_p]),
    "bfa_pack_form_name": (bfa_view, [c_int32]),
    "bfa_pack_options_init": (c_int32, [POINTER(bfa_pack_options), c_size_t]),
    "bfa_pack": (c_int32, [c_void_p, POINTER(bfa_pack_options), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_packages_count": (c_size_t, [c_void_p]),
    "bfa_packages_at": (c_int32, [c_void_p, c_size_t, POINTER(bfa_package), POINTER(c_void_p)]),
    "bfa_packages_free": (None, [c_void_p]),
    "bfa_migrate_options_init": (c_int32, [POINTER(bfa_migrate_options), c_size_t]),
    "bfa_migrate": (c_int32, [POINTER(c_char_p), c_size_t, c_char_p, POINTER(bfa_migrate_options), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_migration_read": (c_int32, [c_void_p, POINTER(bfa_migration_result), POINTER(c_void_p)]),
    "bfa_migration_note": (c_int32, [c_void_p, c_size_t, POINTER(bfa_note), POINTER(c_void_p)]),
    "bfa_migration_file": (bfa_view, [c_void_p, c_size_t]),
    "bfa_migration_free": (None, [c_void_p]),
    "bfa_captures_read": (c_int32, [POINTER(c_char_p), c_size_t, POINTER(bfa_migrate_options), bfa_record_fn, bfa_note_fn, c_void_p, POINTER(c_void_p)]),
    "bfa_feed_parse": (c_int32, [c_char_p, c_size_t, c_char_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_feed_read": (c_int32, [c_void_p, POINTER(bfa_feed_fields), POINTER(c_void_p)]),
    "bfa_feed_entry_at": (c_int32, [c_void_p, c_size_t, POINTER(bfa_feed_entry), POINTER(c_void_p)]),
    "bfa_feed_entry_author": (bfa_view, [c_void_p, c_size_t, c_size_t]),
    "bfa_feed_entry_tag": (bfa_view, [c_void_p, c_size_t, c_size_t]),
    "bfa_feed_to_json": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_feed_free": (None, [c_void_p]),
    "bfa_feed_looks_like": (c_int32, [c_char_p, c_size_t]),
    "bfa_feed_display_title": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_feed_entry_display_title": (c_int32, [c_void_p, c_size_t, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_feed_discover": (c_int32, [c_char_p, c_size_t, c_char_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_feed_links_count": (c_size_t, [c_void_p]),
    "bfa_feed_links_at": (c_int32, [c_void_p, c_size_t, POINTER(bfa_feed_link), POINTER(c_void_p)]),
    "bfa_feed_links_free": (None, [c_void_p]),
    "bfa_opml_parse": (c_int32, [c_char_p, c_size_t, c_char_p, POINTER(c_void_p), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_opml_count": (c_size_t, [c_void_p]),
    "bfa_opml_at": (c_int32, [c_void_p, c_size_t, POINTER(bfa_subscription), POINTER(c_void_p)]),
    "bfa_opml_folder": (bfa_view, [c_void_p, c_size_t, c_size_t]),
    "bfa_opml_free": (None, [c_void_p]),
    "bfa_opml_write": (c_int32, [c_char_p, POINTER(bfa_subscription), c_size_t, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_sitemap_parse": (c_int32, [c_char_p, c_size_t, c_char_p, POINTER(c_void_p), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_sitemap_kind": (c_int32, [c_void_p]),
    "bfa_sitemap_count": (c_size_t, [c_void_p]),
    "bfa_sitemap_at": (c_int32, [c_void_p, c_size_t, POINTER(bfa_sitemap_entry), POINTER(c_void_p)]),
    "bfa_sitemap_free": (None, [c_void_p]),
    "bfa_extractor_options_init": (c_int32, [POINTER(bfa_extractor_options), c_size_t]),
    "bfa_extractor_new": (c_int32, [c_char_p, POINTER(bfa_extractor_options), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_extractor_add_feed": (c_int32, [c_void_p, c_char_p, c_size_t, c_char_p, c_char_p, POINTER(c_void_p)]),
    "bfa_extractor_add_page": (c_int32, [c_void_p, c_char_p, c_char_p, c_size_t, c_char_p, POINTER(c_void_p)]),
    "bfa_extractor_learn": (c_int32, [c_void_p, POINTER(bfa_learned), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_extractor_use": (c_int32, [c_void_p, c_char_p, c_size_t, POINTER(c_void_p)]),
    "bfa_extractor_extract": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_extractor_extract_page": (c_int32, [c_void_p, c_char_p, c_char_p, c_size_t, c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_extractor_free": (None, [c_void_p]),
    "bfa_extraction_object": (c_void_p, [c_void_p]),
    "bfa_extraction_comments": (c_size_t, [c_void_p]),
    "bfa_extraction_comment": (c_void_p, [c_void_p, c_size_t]),
    "bfa_extraction_findings": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_extraction_free": (None, [c_void_p]),
    "bfa_robots_parse": (c_int32, [c_int32, c_char_p, c_size_t, POINTER(c_void_p), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_robots_allowed": (c_int32, [c_void_p, c_char_p, c_char_p]),
    "bfa_robots_deciding_line": (c_int32, [c_void_p, c_char_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_robots_crawl_delay": (c_int64, [c_void_p, c_char_p]),
    "bfa_robots_sitemaps": (c_size_t, [c_void_p]),
    "bfa_robots_sitemap": (bfa_view, [c_void_p, c_size_t]),
    "bfa_robots_free": (None, [c_void_p]),
    "bfa_robots_tag_parse": (c_int32, [c_char_p, c_char_p, POINTER(bfa_robots_tags), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_robots_meta_parse": (c_int32, [c_char_p, c_char_p, c_char_p, POINTER(bfa_robots_tags), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_exchange_robots_tags": (c_int32, [c_void_p, c_char_p, POINTER(bfa_robots_tags), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_canonical_options_init": (c_int32, [POINTER(bfa_canonical_options), c_size_t]),
    "bfa_url_canonical": (c_int32, [c_char_p, c_char_p, POINTER(bfa_canonical_options), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_url_resolve": (c_int32, [c_char_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_url_surt": (c_int32, [c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_url_registered_domain": (c_int32, [c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_url_host_to_ascii": (c_int32, [c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_text_decode": (c_int32, [c_char_p, c_size_t, c_char_p, c_int32, POINTER(c_void_p), POINTER(c_void_p), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_text_language": (c_int32, [c_char_p, c_size_t, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_date_parse": (c_int32, [c_char_p, POINTER(bfa_date), POINTER(c_void_p)]),
    "bfa_date_find": (c_int32, [c_char_p, c_size_t, c_char_p, c_int64, POINTER(bfa_date), POINTER(c_int32), POINTER(c_void_p)]),
    "bfa_search_index_open": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_search_index_update": (c_int32, [c_void_p, c_void_p, POINTER(c_uint64), POINTER(c_void_p)]),
    "bfa_search_index_reach": (c_int32, [c_void_p, POINTER(c_uint64), POINTER(c_void_p)]),
    "bfa_search_index_remove": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "bfa_search_index_free": (None, [c_void_p]),
    "bfa_search_query_init": (c_int32, [POINTER(bfa_search_query), c_size_t]),
    "bfa_search": (c_int32, [c_void_p, c_void_p, POINTER(bfa_search_query), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_search_hits_read": (c_int32, [c_void_p, POINTER(bfa_search_answer), POINTER(c_void_p)]),
    "bfa_search_hits_at": (c_int32, [c_void_p, c_size_t, POINTER(bfa_search_hit), POINTER(c_void_p)]),
    "bfa_search_hits_mark": (c_int32, [c_void_p, c_size_t, c_size_t, POINTER(c_size_t), POINTER(c_size_t), POINTER(c_void_p)]),
    "bfa_search_hits_free": (None, [c_void_p]),
    "bfa_site_options_init": (c_int32, [POINTER(bfa_site_options), c_size_t]),
    "bfa_site_open": (c_int32, [POINTER(bfa_site_options), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_site_free": (None, [c_void_p]),
    "bfa_request_init": (c_int32, [POINTER(bfa_request), c_size_t]),
    "bfa_site_answer": (c_int32, [c_void_p, POINTER(bfa_request), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_reply_read": (c_int32, [c_void_p, POINTER(bfa_reply_head), POINTER(c_void_p)]),
    "bfa_reply_header": (c_int32, [c_void_p, c_size_t, POINTER(bfa_view), POINTER(bfa_view), POINTER(c_void_p)]),
    "bfa_reply_next": (c_int32, [c_void_p, POINTER(bfa_view), POINTER(c_int32), POINTER(c_int64), POINTER(c_void_p)]),
    "bfa_reply_write": (c_int32, [c_void_p, bfa_body_fn, c_void_p, POINTER(c_void_p)]),
    "bfa_reply_free": (None, [c_void_p]),
    "bfa_server_options_init": (c_int32, [POINTER(bfa_server_options), c_size_t]),
    "bfa_server_start": (c_int32, [POINTER(bfa_site_options), POINTER(bfa_server_options), POINTER(c_void_p), POINTER(c_void_p)]),
    "bfa_server_read": (c_int32, [c_void_p, POINTER(bfa_server_state), POINTER(c_void_p)]),
    "bfa_server_stop": (c_int32, [c_void_p, POINTER(c_void_p)]),
    "bfa_server_free": (None, [c_void_p]),
}
