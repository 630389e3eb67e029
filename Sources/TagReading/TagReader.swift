// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CTagLibShim

/// Reads tags and pictures of audio files.
///
/// All functions block on file access, may be called from any thread and from several at once, and treat every file as
/// hostile: a call reads at most 96 MiB of any file and returns. They need about 200 KiB of stack.
///
///     let tags = try TagReader.tags(ofFileAt: Array("/music/song.flac".utf8))
///     print(tags.title ?? "untitled", tags.duration ?? .zero)
package enum TagReader {
    /// Suffixes, in lower case and without the dot, of files that are worth a call.
    ///
    /// The format is determined by the content, so other files can be read too.
    package static let recognisedSuffixes: Set<String> = [
        "mp3", "mp2", "mpga", "flac", "ogg", "oga", "opus", "spx", "m4a", "m4b", "aac", "wav", "wave", "aif", "aiff",
        "aifc", "wv", "ape", "mpc", "tta", "wma", "ac3", "eac3", "ec3", "dts", "dsf", "au", "caf", "w64", "rf64", "mka",
    ]

    /// Returns all tags and properties of the file.
    ///
    /// - Parameter path: Bytes in any encoding, as in the file system.
    /// - Throws: `.notFound`, `.permissionDenied`, `.notAFile`, `.empty`, `.notRecognised`, `.noAudio`, `.malformed`,
    ///   `.unreadable`, `.failed`.
    package static func tags(ofFileAt path: [UInt8]) throws(TagReadError) -> FileTags {
        try checkForZero(in: path)
        var result = unsafe oncue_tag_result()
        let status = unsafe path.withUnsafeBufferPointer { bytes in
            unsafe oncue_tag_read(bytes.baseAddress, bytes.count, &result)
        }
        defer { unsafe oncue_tag_result_clear(&result) }
        guard status == ONCUE_TAG_OK else {
            throw TagReadError(status: status, systemError: unsafe result.system_error, path: path)
        }
        return unsafe FileTags(result)
    }

    /// Returns the front cover, or the first picture if none is marked as such; `nil` if the file has none.
    ///
    /// - Parameters:
    ///   - path: Bytes in any encoding, as the file system has them.
    ///   - limit: The largest acceptable picture, in bytes. Pictures over 32 MiB are never found.
    /// - Throws: As `tags(ofFileAt:)`, and `.tooLarge`.
    package static func picture(
        ofFileAt path: [UInt8], limit: Int = 16 << 20
    ) throws(TagReadError) -> EmbeddedPicture? {
        try checkForZero(in: path)
        var result = unsafe oncue_tag_picture()
        let status = unsafe path.withUnsafeBufferPointer { bytes in
            unsafe oncue_tag_read_picture(bytes.baseAddress, bytes.count, max(0, limit), &result)
        }
        defer { unsafe oncue_tag_picture_clear(&result) }
        guard status == ONCUE_TAG_OK else {
            throw TagReadError(status: status, systemError: unsafe result.system_error, path: path)
        }
        guard let bytes = unsafe result.bytes else { return nil }
        let data = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: result.length))
        let type = unsafe withUnsafeBytes(of: &result.mime_type) { buffer in
            unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
        }
        return EmbeddedPicture(data: data, declaredType: type)
    }

    /// Speeds up reading on the calling thread, at the cost of up to 32 MiB that are never released.
    ///
    /// For a process that reads many files, one after the other, and then ends.
    package static func prepareForMany() {
        oncue_tag_keep_small_blocks()
    }

    /// Refuses a path with a zero byte, which the system would take for a shorter one.
    static func checkForZero(in path: [UInt8]) throws(TagReadError) {
        if path.contains(0) {
            throw TagReadError(code: .notFound, path: path, reason: "the path contains a zero byte")
        }
    }
}
