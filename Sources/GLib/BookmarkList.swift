// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib

/// The recently used files of a desktop, as in `recently-used.xbel`. Must be used by one thread at a time.
///
/// The entries of programs are preserved, as far as the specification of desktop bookmarks defines them.
@safe
package final class BookmarkList {
    /// A program that adds entries.
    package struct Program: Sendable {
        package var name: String
        /// The command line of the program, with `%u` for the URI.
        package var command: String

        package init(name: String, command: String) {
            (self.name, self.command) = (name, command)
        }
    }

    private let list: OpaquePointer

    /// Creates an empty list.
    package init() {
        unsafe list = unsafe g_bookmark_file_new()
    }

    /// Reads the bytes of a file; an empty file gives an empty list.
    ///
    /// - Throws: ``BookmarkError`` if they are not a list of bookmarks.
    package convenience init(_ bytes: [UInt8]) throws(BookmarkError) {
        self.init()
        guard !bytes.isEmpty else { return }
        var error: UnsafeMutablePointer<GError>?
        let isRead = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                unsafe g_bookmark_file_load_from_data(list, text.baseAddress, gsize(text.count), &error)
            }
        }
        guard isRead != 0 else { throw unsafe BookmarkError(adopting: error) }
    }

    deinit { unsafe g_bookmark_file_free(list) }

    /// Returns the bytes of the file.
    ///
    /// - Throws: ``BookmarkError``.
    package func bytes() throws(BookmarkError) -> [UInt8] {
        var (error, length): (UnsafeMutablePointer<GError>?, gsize) = (nil, 0)
        guard let text = unsafe g_bookmark_file_to_data(list, &length, &error) else {
            throw unsafe BookmarkError(adopting: error)
        }
        defer { unsafe g_free(text) }
        return unsafe UnsafeBufferPointer(start: text, count: Int(length)).map(UInt8.init(bitPattern:))
    }

    /// All URIs.
    package var uris: [String] {
        guard let uris = unsafe g_bookmark_file_get_uris(list, nil) else { return [] }
        defer { unsafe g_strfreev(uris) }
        var (texts, index): ([String], Int) = ([], 0)
        while let uri = unsafe uris[index] {
            texts.append(unsafe String(cString: uri))
            index += 1
        }
        return texts
    }

    /// Returns the last time at which a program added a URI, in seconds since 1970; `nil` if it has not.
    package func time(of uri: String, by program: Program) -> Int64? {
        var (count, time): (UInt32, OpaquePointer?) = (0, nil)
        guard
            unsafe g_bookmark_file_get_application_info(list, uri, program.name, nil, &count, &time, nil) != 0,
            let time = unsafe time
        else { return nil }
        return Int64(unsafe g_date_time_to_unix(time))
    }

    /// Adds a URI for a program, or increases its count by one.
    ///
    /// - Parameter seconds: The time in seconds since 1970.
    package func put(_ uri: String, title: String, type: String, by program: Program, at seconds: Int64) {
        guard let time = unsafe g_date_time_new_from_unix_utc(gint64(seconds)) else { return }
        defer { unsafe g_date_time_unref(time) }
        unsafe g_bookmark_file_set_application_info(list, uri, program.name, program.command, -1, time, nil)
        unsafe g_bookmark_file_set_title(list, uri, title)
        unsafe g_bookmark_file_set_mime_type(list, uri, type)
        unsafe g_bookmark_file_set_visited_date_time(list, uri, time)
        if unsafe g_bookmark_file_has_group(list, uri, program.name, nil) == 0 {
            unsafe g_bookmark_file_add_group(list, uri, program.name)
        }
    }

    /// Removes a program's entry for a URI, and the URI itself if no other program has added it.
    package func remove(_ uri: String, of program: Program) {
        guard unsafe g_bookmark_file_remove_application(list, uri, program.name, nil) != 0 else { return }
        var others: gsize = 0
        unsafe g_strfreev(g_bookmark_file_get_applications(list, uri, &others, nil))
        if others == 0 {
            unsafe g_bookmark_file_remove_item(list, uri, nil)
        } else {
            unsafe g_bookmark_file_remove_group(list, uri, program.name, nil)
        }
    }
}

/// The reason why a list of bookmarks cannot be read or written.
package struct BookmarkError: Error, Sendable, Equatable {
    package var message: String

    init(adopting error: UnsafeMutablePointer<GError>?) {
        defer { if let error = unsafe error { unsafe g_error_free(error) } }
        message = unsafe error.map { unsafe String(cString: $0.pointee.message) } ?? "it is not a list of bookmarks"
    }
}
