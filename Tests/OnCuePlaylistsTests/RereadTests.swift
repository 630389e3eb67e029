// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import PlaylistFormats
import Testing

@testable import OnCuePlaylists

@Suite("A list that was read and written")
struct RereadTests {
    @Test(
        "leads to the same files when it is read again",
        arguments: [
            "<ASX version=\"3.0\"><entryref href=\"c.a\\xe\u{ff}\u{ff}/\"/></ASX>",
            "<ASX version=\"3.\u{FFFD}\"><NTRY><REF HRTRY><entryref href=\"c.a\\xe\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}/",
            "<ASX version=\"3.0\"><entryref href=\"a\\b.mp3/\"/></ASX>",
            "<ASX version=\"3.0\"><entryref href=\"a\\b.mp3\"/></ASX>",
            "<ASX version=\"3.0\"><entryref href=\"a%20b.mp3\"/></ASX>",
        ])
    func reread(text: String) throws {
        for bytes in [Array(text.utf8), text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }] {
            let list = MediaLocation(filePath: Array("/music/a.asx".utf8))
            let document = try #require(PlaylistFile.read(bytes, list: list))
            for format in [PlaylistFormat.xspf, .m3u8] {
                let copy = MediaLocation(filePath: Array("/music/copy.\(format.rawValue)".utf8))
                let written = PlaylistFile.write(document, as: format, list: copy)
                let again = PlaylistFile.read(written, list: copy)
                #expect(again?.entries.map(\.location) == document.entries.map(\.location))
            }
        }
    }
}
