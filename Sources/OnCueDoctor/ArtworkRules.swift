// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import Glibc
internal import OnCueCore

/// The requirements that clients place on the picture in metadata.
enum ArtworkRules {
    typealias Finding = ConformanceReport.Finding

    private static let section = "Metadata.mpris:artUrl"
    /// The largest file, in bytes, that a client reads and decodes at each change.
    private static let largestFile = 1 << 20
    /// The largest data, in bytes, of each change, which is sent to every listener.
    private static let largestData = 8192

    static func findings(_ uri: String?) -> [Finding] {
        guard let uri else { return [Finding(section, "is the URI of a local file")] }
        if uri.hasPrefix("data:") { return [data(uri)] }
        guard uri.hasPrefix("file:///"), let path = MediaLocation(uri: uri)?.filePath else { return [elsewhere(uri)] }
        return [Finding(section, "is the URI of a local file"), file(path)]
    }

    private static func data(_ uri: String) -> Finding {
        let size = uri.utf8.count
        return Finding(
            section, "is the URI of a local file", size > largestData ? .failed : .warning,
            size > largestData
                ? "the picture itself, \(size) bytes, is sent with each change"
                : "the picture itself, which some clients do not show")
    }

    private static func elsewhere(_ uri: String) -> Finding {
        let start = uri.shortened(toBytes: 60)
        return uri.contains(":")
            ? Finding(section, "is the URI of a local file", .warning, "\(start), which some clients do not load")
            : Finding(section, "is the URI of a local file", .failed, "\"\(start)\" has no scheme")
    }

    private static func file(_ path: [UInt8]) -> Finding {
        let point = "points to a small file that exists and can be read"
        let text = String(decoding: path, as: UTF8.self)
        let name = path.map { CChar(bitPattern: $0) } + [0]
        var info = stat()
        guard stat(name, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
            return Finding(section, point, .failed, "there is no file \(text)")
        }
        guard access(name, R_OK) == 0 else { return Finding(section, point, .failed, "\(text) cannot be read") }
        let isSmall = info.st_size > 0 && info.st_size <= largestFile
        return Finding(section, point, isSmall ? .ok : .warning, isSmall ? "" : "\(text) has \(info.st_size) bytes")
    }
}
