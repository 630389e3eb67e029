// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The kinds of playlist files.
package enum PlaylistFormat: String, Sendable, CaseIterable {
    case m3u
    case m3u8
    case pls
    case xspf
    case asx
    case cue

    /// The size of the largest file that is accepted as a playlist, in bytes.
    package static let sizeLimit = 16 * 1024 * 1024
    /// The maximum number of entries; further ones are left out.
    package static let entryLimit = 100_000

    /// Creates the format for a file name, or `nil` for names of other files.
    package init?(fileName name: [UInt8]) {
        guard let format = name.withUnsafeBytes({ PlaylistFormat(fileName: $0) }) else { return nil }
        self = format
    }

    /// Creates the format for a file name. Called for every name in a walk, so only the last five bytes are examined.
    package init?(fileName name: UnsafeRawBufferPointer) {
        guard let dot = name.suffix(5).lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
        switch String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased() {
        case "m3u": self = .m3u
        case "m3u8": self = .m3u8
        case "pls": self = .pls
        case "xspf": self = .xspf
        case "asx", "wax", "wvx": self = .asx
        case "cue": self = .cue
        default: return nil
        }
    }

    /// Recognises the format by the beginning of a file; `nil` for formats without a distinctive beginning.
    package init?(content bytes: [UInt8]) {
        let head = EncodedText(bytes.prefix(1024)).text.lowercased()
        let start = head.drop { $0.isWhitespace }
        if start.hasPrefix("#extm3u") {
            self = .m3u
        } else if start.hasPrefix("[playlist]") {
            self = .pls
        } else if start.hasPrefix("<asx") {
            self = .asx
        } else if start.hasPrefix("<"), head.contains("<playlist"), head.contains("xspf") {
            self = .xspf
        } else {
            return nil
        }
    }

    /// Whether the user's own playlists can be stored in this format.
    package var isWritable: Bool { self == .m3u8 || self == .xspf }

    /// Whether playlists can be exported in this format.
    package var isExportable: Bool { isWritable || self == .pls }
}
