// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import PlaylistFormats

/// Reads playlists of every format.
package enum PlaylistFile {
    /// Parses the content of a file; the format is determined by a signature in the content, or else by the name.
    ///
    /// - Parameters:
    ///   - list: The location of the list, to which names in it are relative.
    ///   - contentType: The type according to a server.
    /// - Returns: `nil` if it is not a playlist.
    package static func read(
        _ bytes: [UInt8], list: MediaLocation, contentType: String? = nil
    ) -> PlaylistDocument? {
        guard bytes.count <= PlaylistFormat.sizeLimit else { return nil }
        let name = list.filePath ?? Array(list.uri.utf8.prefix { $0 != UInt8(ascii: "?") })
        let format =
            PlaylistFormat(content: bytes) ?? PlaylistFormat(fileName: name) ?? contentType.flatMap(Self.format)
        guard let format else { return nil }
        return read(bytes, as: format, list: list)
    }

    static func read(_ bytes: [UInt8], as format: PlaylistFormat, list: MediaLocation) -> PlaylistDocument? {
        switch format {
        case .m3u, .m3u8: M3UReader.read(bytes, list: list)
        case .pls: PLSReader.read(bytes, list: list)
        case .cue: CueSheetReader.read(bytes).document(list: list)
        case .xspf: XSPFReader.read(bytes, list: list)
        case .asx: ASXReader.read(bytes, list: list)
        }
    }

    /// Returns the content in one of the formats that are written.
    package static func write(
        _ document: PlaylistDocument, as format: PlaylistFormat, list: MediaLocation?
    ) -> [UInt8] {
        switch format {
        case .xspf: XSPFWriter.write(document, list: list)
        case .pls: PLSWriter.write(document, list: list)
        case .m3u, .m3u8, .asx, .cue: M3UWriter.write(document, list: list)
        }
    }

    /// Returns the format of a type of the Internet, such as `audio/x-scpls`.
    package static func format(_ contentType: String) -> PlaylistFormat? {
        switch contentType.prefix(while: { $0 != ";" }).lowercased().filter({ $0 != " " }) {
        case "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl": .m3u
        case "audio/x-scpls", "application/pls+xml", "audio/scpls": .pls
        case "application/xspf+xml": .xspf
        case "video/x-ms-asf", "video/x-ms-asx", "audio/x-ms-wax", "video/x-ms-wvx": .asx
        default: nil
        }
    }
}
