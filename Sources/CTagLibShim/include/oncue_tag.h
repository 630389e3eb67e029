// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

// TagLib behind a C ABI: one call reads everything that the catalog wants to know about one file.
//
// Why not TagLib from Swift: it is C++ with virtual classes, templates and exceptions, which Swift cannot import, and
// the C binding that TagLib ships knows seven fields only and keeps a process-wide string pool.
//
// Threads: every function may be called on any thread and from several threads at once. Nothing is shared between
// calls. A call blocks on file access and needs about 200 KiB of stack.
//
// Errors: no C++ exception leaves these functions and TagLib's messages go nowhere. Damaged or hostile files cost
// bounded time, memory and stack (see ByteStream.hpp for the limits).

#ifndef ONCUE_TAG_H
#define ONCUE_TAG_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The result of a call.
typedef enum oncue_tag_status {
    ONCUE_TAG_OK = 0,
    /// A system call failed; `system_error` is the errno value.
    ONCUE_TAG_SYSTEM_ERROR = 1,
    /// The path leads to a directory, a pipe, a socket or a device.
    ONCUE_TAG_NOT_A_FILE = 2,
    /// The file has no bytes.
    ONCUE_TAG_EMPTY = 3,
    /// Neither content nor suffix belongs to a format that is read here.
    ONCUE_TAG_NOT_RECOGNISED = 4,
    /// The format is known, but there is no audio that could be played.
    ONCUE_TAG_NO_AUDIO = 5,
    /// The file's structure requires more work than that of any real file.
    ONCUE_TAG_MALFORMED = 6,
    /// The picture is larger than the caller's limit.
    ONCUE_TAG_TOO_LARGE = 7,
    /// Memory ran out, or TagLib threw something.
    ONCUE_TAG_FAILED = 8,
} oncue_tag_status;

/// Which property a packed value belongs to. Stable only within one build.
typedef enum oncue_tag_field {
    ONCUE_TAG_TITLE = 1,
    ONCUE_TAG_ARTIST,
    ONCUE_TAG_ALBUM_ARTIST,
    ONCUE_TAG_ALBUM,
    ONCUE_TAG_TRACK_NUMBER,
    ONCUE_TAG_TRACK_TOTAL,
    ONCUE_TAG_DISC_NUMBER,
    ONCUE_TAG_DISC_TOTAL,
    ONCUE_TAG_DATE,
    ONCUE_TAG_GENRE,
    ONCUE_TAG_COMPOSER,
    ONCUE_TAG_TITLE_SORT,
    ONCUE_TAG_ARTIST_SORT,
    ONCUE_TAG_ALBUM_ARTIST_SORT,
    ONCUE_TAG_ALBUM_SORT,
    ONCUE_TAG_COMPOSER_SORT,
    ONCUE_TAG_COMPILATION,
    ONCUE_TAG_ADVISORY,
    ONCUE_TAG_REPLAYGAIN_TRACK_GAIN,
    ONCUE_TAG_REPLAYGAIN_TRACK_PEAK,
    ONCUE_TAG_REPLAYGAIN_ALBUM_GAIN,
    ONCUE_TAG_REPLAYGAIN_ALBUM_PEAK,
    ONCUE_TAG_R128_TRACK_GAIN,
    ONCUE_TAG_R128_ALBUM_GAIN,
    ONCUE_TAG_MUSICBRAINZ_RECORDING_ID,
    ONCUE_TAG_MUSICBRAINZ_TRACK_ID,
    ONCUE_TAG_MUSICBRAINZ_RELEASE_ID,
    ONCUE_TAG_MUSICBRAINZ_RELEASE_GROUP_ID,
    ONCUE_TAG_MUSICBRAINZ_ARTIST_ID,
    ONCUE_TAG_MUSICBRAINZ_ALBUM_ARTIST_ID,
    ONCUE_TAG_CUE_SHEET,
    ONCUE_TAG_RATING,
    /// A fraction of 1.
    ONCUE_TAG_RATING_FRACTION,
    /// The byte of a popularimeter (ID3v2 4.17).
    ONCUE_TAG_RATING_BYTE,
    ONCUE_TAG_FIELD_LIMIT,
} oncue_tag_field;

/// Everything that one call learned about a file. Release it with oncue_tag_result_clear().
typedef struct oncue_tag_result {
    /// The errno value of ONCUE_TAG_SYSTEM_ERROR, otherwise 0.
    int32_t system_error;
    /// 0 if the file does not contain it.
    int32_t duration_milliseconds;
    /// In kbit/s; 0 where unknown.
    int32_t bit_rate;
    /// In Hz; 0 where unknown.
    int32_t sample_rate;
    /// 0 where unknown.
    int32_t channels;
    /// 1 if the file carries at least one picture.
    int32_t has_picture;
    /// The property values one after the other, each as
    /// one byte oncue_tag_field, four bytes length in host order, then that many bytes of valid UTF-8 (which may
    /// contain zero bytes). Values of one field stand in the file's order, not necessarily side by side.
    /// Owned by this struct (transfer full), NULL if values_length is 0.
    uint8_t *values;
    size_t values_length;
} oncue_tag_result;

/// One embedded picture. Release it with oncue_tag_picture_clear().
typedef struct oncue_tag_picture {
    /// The errno value of ONCUE_TAG_SYSTEM_ERROR, otherwise 0.
    int32_t system_error;
    /// The picture file as it was embedded. Owned by this struct (transfer full), NULL if there is no picture.
    uint8_t *bytes;
    size_t length;
    /// The type that the tag declares, as UTF-8 ended by a zero byte; often wrong, sometimes empty.
    /// A longer one is cut off.
    char mime_type[64];
} oncue_tag_picture;

/// Reads properties and stream parameters of one file.
///
/// Why a shim: wraps TagLib::File subclasses, TagLib::PropertyMap and TagLib::AudioProperties (C++).
/// `path` is `path_length` bytes in any encoding, without a zero byte; it is only read during the call.
/// `result` must not hold values of an earlier call; it is always written, and holds memory only after ONCUE_TAG_OK.
oncue_tag_status oncue_tag_read(const uint8_t *path, size_t path_length, oncue_tag_result *result);

/// Frees what `result` owns and leaves it empty. Calling it twice is harmless.
///
/// Why a shim: the memory belongs to this side's allocator.
void oncue_tag_result_clear(oncue_tag_result *result);

/// Copies the front cover out of a file, or the first picture if none is marked as front cover.
///
/// Why a shim: wraps TagLib's picture classes, one per container (C++).
/// A file without a picture is ONCUE_TAG_OK with `bytes` NULL; a picture of more than `limit` bytes is
/// ONCUE_TAG_TOO_LARGE. `path` as for oncue_tag_read(); `picture` is always written, and holds memory only after
/// ONCUE_TAG_OK.
oncue_tag_status oncue_tag_read_picture(
    const uint8_t *path, size_t path_length, size_t limit, oncue_tag_picture *picture);

/// Frees what `picture` owns and leaves it empty. Calling it twice is harmless.
///
/// Why a shim: the memory belongs to this side's allocator.
void oncue_tag_picture_clear(oncue_tag_picture *picture);

/// One text. Release it with oncue_tag_text_clear().
typedef struct oncue_tag_text {
    /// The errno value of ONCUE_TAG_SYSTEM_ERROR, otherwise 0.
    int32_t system_error;
    /// Valid UTF-8 (which may contain zero bytes). Owned by this struct (transfer full), NULL if there is no text.
    uint8_t *bytes;
    size_t length;
} oncue_tag_text;

/// Copies the lyrics out of a file: the fields of that name in its container, and the first ID3v2 frame SYLT, written
/// as LRC, or USLT.
///
/// Why a shim: wraps TagLib's tag classes, one per container (C++).
/// A file without lyrics is ONCUE_TAG_OK with `bytes` NULL; a text of more than `limit` bytes is ONCUE_TAG_TOO_LARGE.
/// `path` as for oncue_tag_read(); `text` is always written, and holds memory only after ONCUE_TAG_OK.
oncue_tag_status oncue_tag_read_lyrics(
    const uint8_t *path, size_t path_length, size_t limit, oncue_tag_text *text);

/// Copies all texts out of the tags of a file: names and values by turns, each ended by a zero byte; a name may occur
/// several times. Of a name in several tags, the values of the first that has it.
///
/// Why a shim: wraps TagLib::PropertyMap (C++).
/// A file without tags is ONCUE_TAG_OK with `bytes` NULL; more than `limit` bytes are ONCUE_TAG_TOO_LARGE. `path` as for
/// oncue_tag_read(); `text` is always written, and holds memory only after ONCUE_TAG_OK.
oncue_tag_status oncue_tag_read_properties(
    const uint8_t *path, size_t path_length, size_t limit, oncue_tag_text *text);

/// Frees what `text` owns and leaves it empty. Calling it twice is harmless.
///
/// Why a shim: the memory belongs to this side's allocator.
void oncue_tag_text_clear(oncue_tag_text *text);

/// From now on, small blocks of memory that C++ frees on this thread are kept for the next of the same size, up to
/// 32 MiB, and never given back. For a process that reads one file after the other on one thread and then ends; of
/// several threads that ask the first has them.
///
/// Why a shim: replaces the operators new and delete (C++). Without this call they are malloc and free.
void oncue_tag_keep_small_blocks(void);

#ifdef __cplusplus
}
#endif

#endif
