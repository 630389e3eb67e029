// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueSession

/// An album, a podcast, a folder or a playlist that is a folder or a file, for the list of recent files. A single track
/// is not such a container.
package struct RecentContainer: Sendable, Equatable {
    static let folderType = "inode/directory"
    private static let playlistTypes = [
        "m3u": "audio/x-mpegurl", "m3u8": "audio/x-mpegurl", "pls": "audio/x-scpls", "xspf": "application/xspf+xml",
        "cue": "application/x-cue",
    ]

    package var path: [UInt8]
    package var title: String
    /// The media type.
    package var type: String

    /// - Parameter playlist: The file of a playlist that was selected.
    /// - Returns: `nil` if the selection is not such a container, but a track, a search, or an album with a track
    ///   elsewhere.
    package init?(_ selection: ContentSelection, playlist: [UInt8]? = nil) {
        let context = selection.context
        title = (context?.title ?? selection.title).shortened(toBytes: 400)
        let paths = selection.tracks.map { $0.location.filePath }
        if let path = playlist ?? selection.location?.filePath {
            let isFolder = paths.allSatisfy { $0.map { $0 != path && PathBytes.isInside($0, path) } ?? false }
            guard let type = Self.playlistTypes[Self.suffix(of: path)] ?? (isFolder ? Self.folderType : nil) else {
                return nil
            }
            (self.path, self.type) = (PathBytes.normalized(path), type)
            return
        }
        let folders = paths.compactMap { $0.flatMap { PathBytes.divided($0)?.folder } }
        guard let kind = context?.identifier?.kind ?? (selection.kind == .episode ? .podcast : nil),
            !folders.isEmpty, kind == .podcast || folders.count == paths.count,
            let folder = Self.folder(folders, kind), folder.count > 1
        else { return nil }
        (path, type) = (folder, Self.folderType)
    }

    /// Returns the folder that contains everything; `nil` if there is none.
    private static func folder(_ folders: [[UInt8]], _ kind: ContentKind) -> [UInt8]? {
        let all = Set(folders)
        switch kind {
        case .podcast: return all.count == 1 ? folders[0] : nil
        case .folder: return folders.dropFirst().reduce(folders[0], common)
        case .album:
            guard all.count > 1 else { return folders[0] }
            // The folders may be the discs of an album.
            let parents = Set(folders.compactMap { PathBytes.divided($0)?.folder })
            return parents.count == 1 && folders.allSatisfy(isDisc) ? parents.first : nil
        default: return nil
        }
    }

    /// Returns the common beginning of the paths of two folders.
    private static func common(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] {
        let parts = zip(one.split(separator: PathBytes.slash), other.split(separator: PathBytes.slash))
        return parts.prefix { $0 == $1 }.reduce(into: []) { $0 += [PathBytes.slash] + $1.0 }
    }

    private static func isDisc(_ folder: [UInt8]) -> Bool {
        let name = String(decoding: PathBytes.divided(folder)?.name ?? [], as: UTF8.self).lowercased()
        return ["cd", "disc", "disk"].contains(where: name.hasPrefix) && name.contains(where: \.isNumber)
    }

    private static func suffix(of path: [UInt8]) -> String {
        let name = PathBytes.divided(path)?.name ?? []
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }
}
