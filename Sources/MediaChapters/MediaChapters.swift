// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore

/// Reads the chapters embedded in media: ID3v2 (`CHAP`, `CTOC`), MP4 (a text track, `chpl`), Vorbis comments in Ogg and
/// FLAC, and Matroska.
///
/// The format is determined by the content. Files are not trusted: a call reads at most 48 MiB, returns at most
/// ``Chapter/limit`` chapters and ends. It may still take as long as a disk does, so it should run in a process of its
/// own.
package enum MediaChapters {
    /// The chapters in a file, in order; none for a file that has none, is damaged or of another kind.
    ///
    /// - Parameter path: Bytes in any encoding, as the file system has them.
    /// - Returns: `nil` when the file cannot be opened.
    package static func read(fileAt path: [UInt8]) -> ChapterList? {
        guard !path.contains(0) else { return nil }
        // Opening a named pipe must not wait for a writer.
        let descriptor = (path + [0]).withUnsafeBytes { bytes in
            bytes.bindMemory(to: CChar.self).baseAddress.map { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        }
        guard let descriptor, descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return read(MediaBytes(descriptor: descriptor, count: Int(status.st_size)))
    }

    /// The chapters in the bytes of a file.
    package static func read(_ bytes: [UInt8]) -> ChapterList {
        read(MediaBytes(bytes))
    }

    private static func read(_ medium: MediaBytes) -> ChapterList {
        var chapters: [Chapter] = []
        if let tag = ID3Tag(medium) {
            chapters = ID3Chapters.read(tag)
            // Some programs put such a tag in front of FLAC.
            if chapters.isEmpty { chapters = VorbisChapters.flac(medium, from: tag.end) ?? [] }
        } else if let found = VorbisChapters.flac(medium, from: 0) ?? VorbisChapters.ogg(medium) {
            chapters = found
        } else if let file = MatroskaChapters(medium) {
            chapters = file.read()
        } else if let file = MP4Chapters(medium) {
            chapters = file.read()
        }
        return ChapterList(chapters)
    }
}
