// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import PlaylistFormats

/// One playlist file, as far as a listing needs it.
struct ShelvedList: Sendable, Equatable {
    var identifier: ContentIdentifier
    /// The identity in the file, which only one list can have.
    private var stated: PlaylistDocument.Identity?
    var path: [UInt8]
    var format: PlaylistFormat
    /// Whether it is the user's own, which may be changed.
    var isOwn: Bool
    /// The folder of the file relative to that of own playlists; empty there, and for lists of the library.
    var folder: [UInt8]
    var title: String
    var count: Int
    /// The playing time; `nil` if the list does not contain it for every entry.
    var duration: Duration?
    var fingerprint: FileAccess.Fingerprint
    /// The time of creation, in seconds since 1970; the last change of the file if the list does not contain it.
    var created: Int64

    init(
        path: [UInt8], format: PlaylistFormat, own: [UInt8], fingerprint: FileAccess.Fingerprint,
        _ document: PlaylistDocument
    ) {
        let isOwn = PathBytes.isInside(path, own)
        stated = isOwn ? document.identity : nil
        identifier = stated?.key.identifier(.playlist) ?? Self.identifier(path)
        self.path = path
        self.format = format
        self.isOwn = isOwn
        folder = isOwn ? Self.place(document, path, own: own).folder : []
        self.fingerprint = fingerprint
        title = Self.title(document, path)
        created = document.created ?? fingerprint.modifiedSecond
        count = document.entries.count
        var sum: Duration? = document.entries.isEmpty ? nil : .zero
        for entry in document.entries { sum = sum.flatMap { total in entry.duration.map { total + $0 } } }
        duration = sum
    }

    var location: MediaLocation { MediaLocation(filePath: path) }

    var item: ContentNode {
        ContentNode(
            identifier: identifier, title: title, subtitle: folderName, duration: duration,
            isContainer: true, isPlayable: count > 0, childCount: count)
    }

    /// Returns the identity of a list that does not state one. It depends only on the path of its file.
    static func identifier(_ path: [UInt8]) -> ContentIdentifier { StableKey(hashing: path).identifier(.playlist) }

    /// Returns an unused identity for a list.
    static func freeKey(_ path: [UInt8], _ isTaken: (ContentIdentifier) -> Bool) -> StableKey {
        var salt: UInt64 = 0
        while isTaken(StableKey(hashing: path, salt: salt).identifier(.playlist)) { salt += 1 }
        return StableKey(hashing: path, salt: salt)
    }

    /// Whether the file still has the name for which its identity was written, and so is not a copy.
    private var isOriginal: Bool {
        stated?.fileName == PathBytes.divided(path).map { String(decoding: $0.name, as: UTF8.self) }
    }

    /// Gives each list an identity of its own: the one in its file, which of several copies only the original keeps;
    /// all others get one from their paths.
    static func settle(_ lists: inout [ShelvedList]) {
        var taken: Set<ContentIdentifier> = []
        let order = lists.indices.sorted { left, right in
            let (left, right) = (lists[left], lists[right])
            return left.isOriginal == right.isOriginal
                ? left.path.lexicographicallyPrecedes(right.path) : left.isOriginal
        }
        var rest: [Int] = []
        for index in order {
            guard let stated = lists[index].stated, taken.insert(stated.key.identifier(.playlist)).inserted else {
                rest.append(index)
                continue
            }
            lists[index].identifier = stated.key.identifier(.playlist)
        }
        for index in rest {
            lists[index].identifier = freeKey(lists[index].path) { taken.contains($0) }.identifier(.playlist)
            taken.insert(lists[index].identifier)
        }
    }

    /// Returns the place of an own list.
    static func place(_ document: PlaylistDocument, _ path: [UInt8], own: [UInt8]) -> PlaylistPlace {
        let folder = PathBytes.divided(path)?.folder ?? []
        return PlaylistPlace(folder: Array(folder.dropFirst(own.count + 1)), title: title(document, path))
    }

    static func title(_ document: PlaylistDocument, _ path: [UInt8]) -> String {
        if let title = document.title { return title }
        let name = PathBytes.divided(path)?.name ?? path
        let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...]
        return String(decoding: stem, as: UTF8.self)
    }

    private var folderName: String {
        if isOwn { return String(decoding: folder, as: UTF8.self) }
        return PathBytes.divided(path).map { PathBytes.displayName($0.folder) } ?? ""
    }

    /// The title after its folders, in the form of commands.
    var fullTitle: String { folder.isEmpty ? title : String(decoding: folder, as: UTF8.self) + "/" + title }

    /// Reads a file that is a playlist; `nil` for one that is not, or cannot be read. Blocks.
    ///
    /// - Parameter own: The folder of own playlists.
    static func read(_ path: [UInt8], own: [UInt8]) -> (list: ShelvedList, document: PlaylistDocument)? {
        guard let format = PlaylistFormat(fileName: PathBytes.divided(path)?.name ?? path),
            let file = try? FileAccess.read(path, limit: PlaylistFormat.sizeLimit),
            let document = PlaylistFile.read(file.bytes, list: MediaLocation(filePath: path))
        else { return nil }
        let list = ShelvedList(path: path, format: format, own: own, fingerprint: file.fingerprint, document)
        return (list, document)
    }
}

extension PlaylistDocument {
    /// Returns whether it is a CUE sheet whose media are all in the same folder, which makes it an album of the library
    /// already. Blocks.
    func isSheet(of list: ShelvedList) -> Bool {
        guard list.format == .cue, let folder = PathBytes.divided(list.path)?.folder else { return false }
        let names = Set(entries.map(\.candidates))
        return names.allSatisfy { candidates in
            let medium = candidates.first { FileAccess.isFile($0) } ?? candidates.first
            return medium?.filePath.flatMap { PathBytes.divided($0)?.folder } == folder
        }
    }
}
