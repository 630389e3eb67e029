// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A track that a television can play: a whole file, or a web address without a login.
package struct TelevisionMedium: Sendable, Equatable {
    package let track: Track
    package let mimeType: String

    /// - Returns: `nil` for a part of a file, for content that only its program can locate, and for an address that
    ///   contains, or may contain, a secret: televisions store addresses, and pass them on.
    package init?(_ track: Track) {
        guard track.segment == nil else { return nil }
        switch track.location.scheme {
        case "file": guard track.location.filePath != nil else { return nil }
        case "http", "https": guard Self.isPublic(track.location.uri) else { return nil }
        default: return nil
        }
        self.track = track
        mimeType = Self.mimeType(of: track.location)
    }

    /// The type of the object, as MediaServer2 names it.
    package var type: String {
        if mimeType.hasPrefix("video/") { return "video" }
        return track.identifier.kind == .track ? "music" : "audio"
    }

    // MARK: Addresses

    /// Parts of the names of fields that contain logins, keys and signatures for servers.
    private static let secrets = [
        "token", "auth", "key", "pass", "pwd", "secret", "sig", "session", "sid", "cred", "jwt", "login", "user",
        "policy",
    ]

    private static func isPublic(_ uri: String) -> Bool {
        guard HiddenPassword.hidden(in: uri) == uri, let start = uri.firstRange(of: "://")?.upperBound else {
            return false
        }
        let authority = uri[start...].prefix { !"/?#".contains($0) }
        guard !authority.contains("@") else { return false }
        guard let mark = uri.firstIndex(of: "?") else { return true }
        let fields = uri[uri.index(after: mark)...].split { "&;#".contains($0) }
        return fields.allSatisfy { field in
            let name = field.prefix { $0 != "=" }.lowercased()
            return !secrets.contains { name.contains($0) }
        }
    }

    // MARK: Types

    private static let types = [
        "mp3": "audio/mpeg", "mp2": "audio/mpeg", "flac": "audio/flac", "ogg": "audio/ogg", "oga": "audio/ogg",
        "opus": "audio/ogg", "spx": "audio/ogg", "m4a": "audio/mp4", "m4b": "audio/mp4", "aac": "audio/aac",
        "wav": "audio/wav", "aif": "audio/aiff", "aiff": "audio/aiff", "wma": "audio/x-ms-wma", "ape": "audio/x-ape",
        "wv": "audio/x-wavpack", "mpc": "audio/x-musepack", "tta": "audio/x-tta", "mka": "audio/x-matroska",
        "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "mkv": "video/x-matroska",
        "webm": "video/webm", "avi": "video/x-msvideo",
    ]

    /// Returns the type by the suffix of the name: most streams are MP3, and have none.
    private static func mimeType(of location: MediaLocation) -> String {
        let name = location.displayName
        guard let dot = name.lastIndex(of: ".") else { return "audio/mpeg" }
        return types[name[name.index(after: dot)...].lowercased()] ?? "audio/mpeg"
    }
}
