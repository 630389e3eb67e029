// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The playlists in their folders: the user's own in those of their files, and those of the library at the top.
struct PlaylistTree: Sendable {
    /// A folder with its direct contents, in display order.
    struct Folder: Sendable {
        /// The path relative to the folder of own playlists; empty at the top.
        var path: [UInt8]
        var folders: [ContentIdentifier] = []
        var lists: [ShelvedList] = []
        /// Whether a list in it, or further below, has entries.
        var isPlayable = false

        var identifier: ContentIdentifier { PlaylistTree.identifier(path) }
        var title: String { PathBytes.displayName([PathBytes.slash] + path) }
        var childCount: Int { folders.count + lists.count }
        /// The path of the folder that contains it; `nil` at the top.
        var parent: [UInt8]? { path.isEmpty ? nil : PlaylistTree.parent(of: path) }

        var item: ContentNode {
            guard !path.isEmpty else {
                return ContentNode(
                    identifier: .root, title: RootBranch.playlists.title, isContainer: true, childCount: childCount)
            }
            return ContentNode(
                identifier: identifier, title: title, subtitle: String(decoding: parent ?? [], as: UTF8.self),
                isContainer: true, isPlayable: isPlayable, childCount: childCount)
        }
    }

    private(set) var folders: [ContentIdentifier: Folder] = [.root: Folder(path: [])]

    /// - Parameter lists: The lists, in display order.
    init(_ lists: [ShelvedList]) {
        for list in lists {
            let folder = add(list.folder)
            folders[folder]?.lists.append(list)
            guard list.count > 0 else { continue }
            for path in Self.chain(list.folder) { folders[Self.identifier(path)]?.isPlayable = true }
        }
        for (identifier, folder) in folders {
            let titles = Dictionary(uniqueKeysWithValues: folder.folders.map { ($0, self.sortKey($0)) })
            folders[identifier]?.folders.sort { left, right in
                let (left, right) = (titles[left] ?? ("", ""), titles[right] ?? ("", ""))
                return left < right
            }
        }
    }

    private func sortKey(_ folder: ContentIdentifier) -> (String, String) {
        let title = folders[folder]?.title ?? ""
        return (SortKey.make(title), title)
    }

    /// Adds a folder with those above it.
    private mutating func add(_ path: [UInt8]) -> ContentIdentifier {
        let identifier = Self.identifier(path)
        guard folders[identifier] == nil else { return identifier }
        folders[identifier] = Folder(path: path)
        let above = add(Self.parent(of: path))
        folders[above]?.folders.append(identifier)
        return identifier
    }

    var top: Folder { folders[.root] ?? Folder(path: []) }

    /// Returns the folder directly in another whose title is the same without case and accents.
    func folder(titled title: String, in folder: Folder) -> Folder? {
        let folded = TextFolding.fold(title)
        return folder.folders.lazy.compactMap { folders[$0] }.first { TextFolding.fold($0.title) == folded }
    }

    /// Returns the items in a folder.
    func items(in folder: Folder) -> [ContentNode] {
        folder.folders.compactMap { folders[$0]?.item } + folder.lists.map(\.item)
    }

    /// Returns the lists in a folder and those below it, in display order.
    func lists(below folder: Folder) -> [ShelvedList] {
        folder.folders.compactMap { folders[$0] }.flatMap { lists(below: $0) } + folder.lists
    }

    // MARK: Paths

    /// Returns the identity of a folder, which is its path; ``ContentIdentifier/root`` for the top.
    static func identifier(_ path: [UInt8]) -> ContentIdentifier {
        path.isEmpty ? .root : ContentIdentifier(kind: .folder, key: keyPrefix + StableKey(hashing: path).text)
    }

    /// No folder of the library has a key of two parts.
    private static let keyPrefix = "playlists-"

    private static func parent(of path: [UInt8]) -> [UInt8] {
        path.lastIndex(of: PathBytes.slash).map { Array(path[..<$0]) } ?? []
    }

    /// Returns the folder and all above it.
    private static func chain(_ path: [UInt8]) -> [[UInt8]] {
        path.isEmpty ? [[]] : [path] + chain(parent(of: path))
    }
}
