// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import PlaylistFormats

/// One playlist file, as far as a listing needs it.
struct ShelvedList: Sendable, Equatable {
    var identifier: ContentIdentifier
    var path: [UInt8]
    var format: PlaylistFormat
    /// Whether it is the user's own, which may be changed.
    var isOwn: Bool
    var title: String
    var count: Int
    /// The playing time; `nil` if the list does not contain it for every entry.
    var duration: Duration?
    var fingerprint: FileAccess.Fingerprint
    /// The time of creation, in seconds since 1970; the last change of the file if the list does not contain it.
    var created: Int64

    init(
        path: [UInt8], format: PlaylistFormat, isOwn: Bool, fingerprint: FileAccess.Fingerprint,
        _ document: PlaylistDocument
    ) {
        identifier = Self.identifier(path)
        self.path = path
        self.format = format
        self.isOwn = isOwn
        self.fingerprint = fingerprint
        title = Self.title(document, path)
        created = document.created ?? fingerprint.modifiedSecond
        count = document.entries.count
        var sum: Duration? = document.entries.isEmpty ? nil : .zero
        for entry in document.entries { sum = sum.flatMap { total in entry.duration.map { total + $0 } } }
        duration = sum
    }

    var location: MediaLocation { MediaLocation(filePath: path) }

    var item: ContentItem {
        ContentItem(
            identifier: identifier, title: title, subtitle: isOwn ? "" : Self.folderName(path), duration: duration,
            isContainer: true, isPlayable: count > 0, childCount: count)
    }

    /// Returns the identity of a list, which is its file, whatever its contents.
    static func identifier(_ path: [UInt8]) -> ContentIdentifier { StableKey(hashing: path).identifier(.playlist) }

    private static func title(_ document: PlaylistDocument, _ path: [UInt8]) -> String {
        if let title = document.title { return title }
        let name = PathBytes.divided(path)?.name ?? path
        let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...]
        return String(decoding: stem, as: UTF8.self)
    }

    private static func folderName(_ path: [UInt8]) -> String {
        PathBytes.divided(path).map { PathBytes.displayName($0.folder) } ?? ""
    }

    /// Reads a file that is a playlist; `nil` for one that is not, or cannot be read. Blocks.
    static func read(_ path: [UInt8], isOwn: Bool) -> (list: ShelvedList, document: PlaylistDocument)? {
        guard let format = PlaylistFormat(fileName: PathBytes.divided(path)?.name ?? path),
            let file = try? FileAccess.read(path, limit: PlaylistFormat.sizeLimit),
            let document = PlaylistFile.read(file.bytes, list: MediaLocation(filePath: path))
        else { return nil }
        let list = ShelvedList(path: path, format: format, isOwn: isOwn, fingerprint: file.fingerprint, document)
        return (list, document)
    }
}

extension PlaylistDocument {
    /// Whether it is a CUE sheet all of whose media are beside it, which are albums of the library already. Blocks.
    func isSheet(of list: ShelvedList) -> Bool {
        guard list.format == .cue, let folder = PathBytes.divided(list.path)?.folder else { return false }
        let names = Set(entries.map(\.candidates))
        return names.allSatisfy { candidates in
            let medium = candidates.first { FileAccess.isFile($0) } ?? candidates.first
            return medium?.filePath.flatMap { PathBytes.divided($0)?.folder } == folder
        }
    }
}
