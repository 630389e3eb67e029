// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Writes the locations of the media in a list.
package struct PlaylistPaths: Sendable {
    private let folder: [UInt8]?

    /// - Parameter list: The future location of the list; `nil` if it may be anywhere.
    package init(list: MediaLocation?) {
        folder = list?.filePath.flatMap { PathBytes.divided(PathBytes.normalized($0))?.folder }
    }

    /// Returns the path relative to the folder of the list, or `nil` for locations elsewhere.
    private func relative(_ location: MediaLocation) -> ArraySlice<UInt8>? {
        guard let folder, let path = location.filePath.map(PathBytes.normalized), path != folder,
            PathBytes.isInside(path, folder)
        else { return nil }
        return path[(folder.count == 1 ? 1 : folder.count + 1)...]
    }

    /// Returns the address; with the name of this machine if the first folder looks like a drive of Windows.
    private func address(_ location: MediaLocation) -> String {
        guard let path = location.filePath, PlaylistBase.isDrive(path.dropFirst()) else { return location.uri }
        return location.uri.replacing("file:///", with: "file://localhost/", maxReplacements: 1)
    }

    /// Returns a relative URI reference (RFC 3986) if possible, otherwise the address: relative names with a backslash
    /// are read as those of Windows.
    package func reference(_ location: MediaLocation) -> String {
        guard let path = relative(location), !path.contains(UInt8(ascii: "\\")) else { return address(location) }
        let encoded = PercentEncoding.encode(path)
        // A colon in the first part would look like a scheme.
        return encoded.prefix { $0 != "/" }.contains(":") ? "./" + encoded : encoded
    }

    /// Returns a plain path if a line of text can contain it, otherwise the address.
    package func line(_ location: MediaLocation) -> String {
        guard let path = relative(location) ?? location.filePath.map({ $0[...] }) else { return location.uri }
        let isPlain = !path.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "%") }
        guard isPlain, path.first != 0x20, path.last != 0x20, let text = String(validating: path, as: UTF8.self) else {
            return address(location)
        }
        let isAmbiguous = text.hasPrefix("#") || text.prefix { $0 != "/" }.contains(":")
        return isAmbiguous ? "./" + text : text
    }
}
