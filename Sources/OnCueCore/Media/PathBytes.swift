// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Absolute paths as bytes, because names on Linux need not be UTF-8.
package enum PathBytes {
    package static let slash = UInt8(ascii: "/")

    /// Removes `.`, empty parts and a trailing slash, and resolves `..` without consulting the file system.
    package static func normalized(_ path: [UInt8]) -> [UInt8] {
        var parts: [ArraySlice<UInt8>] = []
        for part in path.split(separator: slash) {
            if part.elementsEqual(".".utf8) { continue }
            if part.elementsEqual("..".utf8) {
                _ = parts.popLast()
            } else {
                parts.append(part)
            }
        }
        return parts.isEmpty ? [slash] : parts.reduce(into: []) { $0 += [slash] + $1 }
    }

    package static func joined(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
        var path: [UInt8] = []
        path.reserveCapacity(folder.count + 1 + name.count)
        path += folder
        if folder.last != slash { path.append(slash) }
        path += name
        return path
    }

    /// Returns the folder and the name in it; `nil` for the root of the file system.
    package static func divided(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8])? {
        guard let last = path.lastIndex(of: slash), last + 1 < path.count else { return nil }
        return (last == 0 ? [slash] : Array(path[..<last]), Array(path[(last + 1)...]))
    }

    /// Returns whether a path is the folder itself or below it.
    package static func isInside(_ path: [UInt8], _ folder: [UInt8]) -> Bool {
        guard path.starts(with: folder) else { return false }
        return path.count == folder.count || folder.last == slash || path[folder.count] == slash
    }

    /// Returns the last part as displayable text.
    package static func displayName(_ path: [UInt8]) -> String {
        String(decoding: divided(path)?.name ?? path, as: UTF8.self)
    }
}
