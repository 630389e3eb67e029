// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The location of a medium: an absolute URI, which for files keeps every byte of the name.
///
/// File names on Linux are bytes and need not be UTF-8, so they are transferred percent-encoded.
package struct MediaLocation: Hashable, Sendable {
    /// An absolute URI with a lower-case scheme, ASCII only for files.
    package let uri: String

    /// Creates a location from an absolute URI such as `file:///a%20b` or `https://host/x`; `nil` for other text.
    package init?(uri: String) {
        guard let colon = uri.range(of: "://") else { return nil }
        let scheme = uri[..<colon.lowerBound].lowercased()
        let isScheme = scheme.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
        }
        guard isScheme, let first = scheme.utf8.first, (0x61...0x7A).contains(first) else { return nil }
        guard colon.upperBound < uri.endIndex, !uri.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            return nil
        }
        self.uri = scheme + uri[colon.lowerBound...]
    }

    /// Creates the location of the file with this absolute path.
    package init(filePath: [UInt8]) {
        uri = PercentEncoding.encode(path: filePath, behind: "file://")
    }

    /// The bytes of the path; `nil` if this is not a local file.
    package var filePath: [UInt8]? {
        guard uri.hasPrefix("file://") else { return nil }
        var rest = uri.utf8.dropFirst(7)
        if rest.starts(with: "localhost/".utf8) { rest = rest.dropFirst(9) }
        guard rest.first == UInt8(ascii: "/") else { return nil }
        let path = PercentEncoding.decode(rest)
        return path.contains(0) ? nil : path
    }

    /// Lower-case scheme, such as `file`.
    package var scheme: String { String(uri.prefix { $0 != ":" }) }

    /// The URI as it may be shown and sent: with a mark instead of a password.
    package var shownURI: String { HiddenPassword.hidden(in: uri) }

    /// The last part of the path as displayable text, with bytes that are not UTF-8 replaced.
    package var displayName: String {
        let path = filePath ?? PercentEncoding.decode(shownURI.utf8.prefix { $0 != UInt8(ascii: "?") })
        let name = path.split(separator: UInt8(ascii: "/")).last ?? []
        return String(decoding: name, as: UTF8.self)
    }
}

extension MediaLocation: CustomStringConvertible {
    /// The path of a file, or the URI without a password, for messages.
    package var description: String { filePath.map { String(decoding: $0, as: UTF8.self) } ?? shownURI }
}

extension StringProtocol {
    fileprivate func range(of needle: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].utf8.starts(with: needle.utf8) {
                return start..<utf8.index(start, offsetBy: needle.utf8.count)
            }
            start = utf8.index(after: start)
        }
        return nil
    }
}
