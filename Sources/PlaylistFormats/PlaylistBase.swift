// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The location to which the names in a playlist are relative.
package struct PlaylistBase: Sendable {
    /// The most locations that are tried for one name.
    private static let candidateLimit = 12

    private enum Base: Sendable {
        case folder([UInt8])
        /// The address of a folder, with a slash at its end, and of its server without one.
        case remote(folder: String, server: String)
    }

    private let base: Base

    /// - Parameter list: The location of the playlist itself.
    package init(list: MediaLocation) {
        if let path = list.filePath {
            base = .folder(PathBytes.divided(PathBytes.normalized(path))?.folder ?? [PathBytes.slash])
        } else {
            base = Self.remote(list.uri)
        }
    }

    private static func remote(_ uri: String) -> Base {
        let plain = uri.prefix { $0 != "?" && $0 != "#" }
        let parts = plain.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let server = parts.prefix(3).joined(separator: "/")
        guard parts.count == 4, let slash = plain.lastIndex(of: "/") else {
            return .remote(folder: server + "/", server: server)
        }
        return .remote(folder: String(plain[...slash]), server: server)
    }

    /// Returns the possible locations of a name in the list, the likeliest first; empty if there are none.
    package func candidates(_ line: EncodedText.Line) -> [MediaLocation] {
        candidates(bytes: line.bytes, text: line.text)
    }

    package func candidates(_ text: String) -> [MediaLocation] {
        candidates(bytes: Array(text.utf8)[...], text: text)
    }

    package func candidates(bytes: ArraySlice<UInt8>, text: String) -> [MediaLocation] {
        guard !bytes.isEmpty, !bytes.contains(0) else { return [] }
        if let scheme = Self.scheme(bytes) {
            if scheme == "file" {
                // A list from a server must not refer to files of this machine.
                guard case .folder = base else { return [] }
                return fileAddress(bytes)
            }
            return Self.address(text).map { [$0] } ?? []
        }
        switch base {
        case .folder(let folder): return files(bytes: bytes, text: text, in: folder)
        case .remote(let folder, let server):
            if text.hasPrefix("//") { return Self.address(server.prefix { $0 != "/" } + text).map { [$0] } ?? [] }
            return Self.address((text.hasPrefix("/") ? server : folder) + text).map { [$0] } ?? []
        }
    }
}

// MARK: Addresses

extension PlaylistBase {
    /// Returns the scheme in lower case if it is an address; a single letter is a drive.
    private static func scheme(_ bytes: ArraySlice<UInt8>) -> String? {
        let name = bytes.prefix { $0 != UInt8(ascii: ":") }
        guard name.count >= 2, name.count <= 16, bytes.dropFirst(name.count).starts(with: "://".utf8) else {
            return nil
        }
        let isName = name.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x2B }
        return isName ? String(decoding: name, as: UTF8.self).lowercased() : nil
    }

    /// An address whose spaces and letters beyond ASCII are encoded.
    private static func address(_ text: some StringProtocol) -> MediaLocation? {
        guard !text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) else {
            var encoded = ""
            for byte in text.utf8 {
                if byte > 0x20, byte < 0x7F {
                    encoded.unicodeScalars.append(Unicode.Scalar(byte))
                } else {
                    encoded += PercentEncoding.encode([byte])
                }
            }
            return MediaLocation(uri: encoded)
        }
        return MediaLocation(uri: String(text))
    }

    private func fileAddress(_ bytes: ArraySlice<UInt8>) -> [MediaLocation] {
        let rest = bytes.dropFirst("file://".utf8.count)
        let path = PercentEncoding.decode(rest)[...]
        guard !path.contains(0) else { return [] }
        // file:///C:/… and, as some programs write it, file://C:/…
        let named = path.first == PathBytes.slash ? path.dropFirst() : path
        if Self.isDrive(named) { return windowsFile(named, in: folder) }
        guard path.first == PathBytes.slash else {
            // file://name/…: a server, or a relative path by mistake.
            let afterServer = path.drop { $0 != PathBytes.slash }
            return unique(
                [afterServer.isEmpty ? nil : Array(afterServer), PathBytes.joined(folder, Array(path))].compactMap {
                    $0
                })
        }
        // Some programs do not encode a percent sign.
        return unique([Array(path), Array(rest)])
    }
}

// MARK: Files

extension PlaylistBase {
    private var folder: [UInt8] {
        if case .folder(let folder) = base { folder } else { [PathBytes.slash] }
    }

    private func files(bytes: ArraySlice<UInt8>, text: String, in folder: [UInt8]) -> [MediaLocation] {
        let isShare = bytes.starts(with: "\\\\".utf8)
        if Self.isDrive(bytes) || isShare { return windowsFile(Array(text.utf8)[...], in: folder) }
        let backslash = UInt8(ascii: "\\")
        var spellings: [[UInt8]] = [Array(bytes)]
        let decoded = Array(text.utf8)
        // A name that is not UTF-8 may be on disk unchanged, or have been converted since.
        if decoded != spellings[0] { spellings.append(decoded) }
        if bytes.contains(backslash) {
            let converted = spellings.map { $0.map { $0 == backslash ? PathBytes.slash : $0 } }
            // Hardly any name on Linux has a backslash in it.
            spellings = bytes.contains(PathBytes.slash) ? spellings + converted : converted + spellings
        }
        if bytes.contains(UInt8(ascii: "%")) { spellings += spellings.map { PercentEncoding.decode($0) } }
        return unique(
            spellings.filter { !$0.contains(0) }.map {
                $0.first == PathBytes.slash ? $0 : PathBytes.joined(folder, $0)
            })
    }

    /// Returns the possible locations of a file in a list that was written on Windows: its folders may have been copied
    /// with the list, from any of them on.
    private func windowsFile(_ path: ArraySlice<UInt8>, in folder: [UInt8]) -> [MediaLocation] {
        var parts = path.split { $0 == UInt8(ascii: "\\") || $0 == PathBytes.slash }.map(Array.init)
        if parts.first?.last == UInt8(ascii: ":") { parts.removeFirst() }
        guard !parts.isEmpty else { return [] }
        let tails = (0..<parts.count).suffix(Self.candidateLimit).map { start in
            parts[start...].reduce(folder) { PathBytes.joined($0, $1) }
        }
        return unique(tails)
    }

    static func isDrive(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= 3, let letter = bytes.first, (0x41...0x5A).contains(letter & 0xDF) else { return false }
        let rest = bytes.dropFirst()
        return rest.first == UInt8(ascii: ":")
            && (rest.dropFirst().first == UInt8(ascii: "\\") || rest.dropFirst().first == PathBytes.slash)
    }

    private func unique(_ paths: [[UInt8]]) -> [MediaLocation] {
        var locations: [MediaLocation] = []
        for path in paths.prefix(Self.candidateLimit) {
            let location = MediaLocation(filePath: PathBytes.normalized(path))
            if !locations.contains(location) { locations.append(location) }
        }
        return locations
    }
}
