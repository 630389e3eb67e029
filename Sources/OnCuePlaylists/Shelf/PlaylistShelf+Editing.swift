// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import PlaylistFormats

/// The user's playlists are written as a whole, so that a file has either the old or the new content.
extension PlaylistShelf {
    package func create(
        _ name: String, format: PlaylistFormat, tracks: [Track] = []
    ) async throws(ContentError) -> ContentIdentifier {
        try checkCount(tracks.count)
        return try await create(name, format: format, PlaylistDocument(entries: tracks.map { PlaylistEntry($0) }))
    }

    private func checkCount(_ count: Int) throws(ContentError) {
        guard count <= PlaylistFormat.entryLimit else {
            throw ContentError(.refused, "a playlist can have at most \(PlaylistFormat.entryLimit) entries")
        }
    }

    /// Makes a playlist with entries.
    func create(
        _ name: String, format: PlaylistFormat, _ content: PlaylistDocument
    ) async throws(ContentError) -> ContentIdentifier {
        let (saved, place) = try await make(name, format: format, content)
        let edit = ListEdit(.create, title: "", count: content.entries.count, playlist: place.name)
        history.note(PlaylistHistory.Step(edit: edit, playlist: saved.playlist, after: saved.file))
        return saved.playlist
    }

    /// Makes a playlist with entries; the caller must note the change.
    func make(
        _ name: String, format: PlaylistFormat, _ content: PlaylistDocument
    ) async throws(ContentError) -> (
        saved: (playlist: ContentIdentifier, file: PlaylistHistory.File), place: PlaylistPlace
    ) {
        await readRules()
        guard format.isWritable else {
            throw ContentError(.refused, "playlists can be saved as m3u8 or xspf, not as \(format.rawValue)")
        }
        let place = try place(named: name, of: nil)
        try check(place)
        let path = try freePath(place, format)
        var document = content
        document.title = place.title
        document.created = time()
        document.identity = identity(ShelvedList.freeKey(path) { list($0) != nil }, path)
        return (try save(document, path, format), place)
    }

    /// Replaces all entries of an own playlist.
    func replaceEntries(
        of playlist: ContentIdentifier, with entries: [PlaylistEntry]
    ) throws(ContentError) -> ContentIdentifier {
        var (list, document) = try own(playlist)
        document.title = document.title ?? list.title
        document.created = list.created
        document.identity = StableKey(text: playlist.key).map { identity($0, list.path) }
        document.entries = entries
        return try save(document, list.path, list.format).playlist
    }

    package func delete(_ playlist: ContentIdentifier) throws(ContentError) {
        let list = try own(playlist).list
        let (content, key) = try discard(list)
        FileAccess.removeEmptyFolders(from: list.path, upTo: folder)
        guard let content else { return }
        let edit = ListEdit(.delete, title: "", count: list.count, playlist: list.fullTitle)
        let file = PlaylistHistory.File(path: list.path, content: content)
        history.note(PlaylistHistory.Step(edit: edit, playlist: playlist, before: file, trashKey: key))
    }

    /// Moves a list to the trash, and returns its key there, and its content if there was a file.
    func discard(_ list: ShelvedList) throws(ContentError) -> (content: [UInt8]?, key: String?) {
        let content = try contentIfPresent(list)
        let key = try content.flatMap { content throws(ContentError) in try keep(list, content) }
        do throws(FileAccess.Failure) { try FileAccess.remove(list.path) } catch {
            if let key { trash?.remove(key) }
            guard error.isAbsence else { throw Self.storage("delete", list.path, error) }
        }
        remove(list.identifier)
        return (content, key)
    }

    package func rename(_ playlist: ContentIdentifier, to name: String) async throws(ContentError) {
        await readRules()
        var (list, document) = try own(playlist)
        let place = try place(named: name, of: list)
        try check(place, except: playlist)
        let path = try freePath(place, list.format, except: list.path)
        document.title = place.title
        document.created = list.created
        document.identity = StableKey(text: playlist.key).map { identity($0, path) }
        let before = try contentIfPresent(list)
        // In another folder, relative names would lead elsewhere.
        let home = PathBytes.divided(path)?.folder == PathBytes.divided(list.path)?.folder ? list.location : nil
        let content = PlaylistFile.write(document, as: list.format, list: home)
        try write(content, to: path, from: list.path)
        try take(path)
        FileAccess.removeEmptyFolders(from: list.path, upTo: folder)
        let edit = ListEdit(.rename, title: list.fullTitle, count: list.count, playlist: place.name)
        history.note(
            PlaylistHistory.Step(
                edit: edit, playlist: playlist,
                before: before.map { PlaylistHistory.File(path: list.path, content: $0) },
                after: PlaylistHistory.File(path: path, content: content)))
    }

    /// Writes a list and moves it to another path, if that is not its own.
    ///
    /// The file with the new title and the same identity is written first, and then renamed: at every moment in
    /// between, the list exists exactly once.
    func write(_ content: [UInt8], to path: [UInt8], from old: [UInt8]) throws(ContentError) {
        do throws(FileAccess.Failure) {
            let before = try FileAccess.read(old, limit: PlaylistFormat.sizeLimit).bytes
            try FileAccess.makeFolder(PathBytes.divided(path)?.folder ?? folder)
            try FileAccess.replace(old, with: content)
            guard path != old else { return }
            do throws(FileAccess.Failure) { try FileAccess.move(old, to: path) } catch {
                try? FileAccess.replace(old, with: before)
                FileAccess.removeEmptyFolders(from: path, upTo: folder)
                throw error
            }
        } catch {
            throw Self.storage("rename", old, error)
        }
    }

    package func add(
        _ tracks: [Track], to playlist: ContentIdentifier, at index: Int?
    ) throws(ContentError) {
        let added = ListEdit(.add, title: tracks.first?.title ?? "", count: tracks.count)
        try edit(playlist) { document throws(ContentError) in
            try checkCount(document.entries.count + tracks.count)
            let place = index.flatMap { document.entries.indices.contains($0) ? $0 : nil } ?? document.entries.count
            document.entries.insert(contentsOf: tracks.map { PlaylistEntry($0) }, at: place)
            return added
        }
    }

    package func arrange(
        _ playlist: ContentIdentifier, _ change: PlaylistArrangement
    ) throws(ContentError) -> Int {
        var count = 0
        try edit(playlist) { document throws(ContentError) in
            let entries = document.entries
            var seen: Set<PlaylistEntry.Medium> = []
            let repeated = entries.map { !seen.insert($0.medium).inserted }
            let facts = entries.map { TrackSorting.Facts($0) }
            let order = change.order(of: facts, seed: .random(in: 0 ... .max)) { repeated[$0] }
            guard let order else { throw Self.noEntry(document) }
            document.entries = order.map { entries[$0] }
            count = order.count
            return change.edit(of: entries, order)
        }
        return count
    }

    // MARK: Trash

    /// Puts a copy of a list into the trash, and returns its key there; `nil` without a trash.
    private func keep(_ list: ShelvedList, _ content: [UInt8]) throws(ContentError) -> String? {
        guard let trash else { return nil }
        let name = String(decoding: list.path.dropFirst(folder.count + 1), as: UTF8.self)
        do throws(WholeFile.Failure) {
            return try trash.put(.playlist, title: list.title, name: name, content: content)
        } catch {
            throw ContentError(.storage, "cannot delete the playlist \"\(list.title)\": \(error.message)")
        }
    }

    /// Returns the file of a list; `nil` if there is none.
    private func contentIfPresent(_ list: ShelvedList) throws(ContentError) -> [UInt8]? {
        do throws(FileAccess.Failure) {
            return try FileAccess.read(list.path, limit: PlaylistFormat.sizeLimit).bytes
        } catch {
            if error.isAbsence { return nil }
            throw Self.storage("read", list.path, error)
        }
    }

    /// Restores a playlist that was deleted, under its old name and in its old file if that is free.
    ///
    /// - Throws: `refused` when its name is taken, `storage`.
    package func restore(_ file: TrashFile) async throws(ContentError) {
        await readRules()
        guard let format = PlaylistFormat(fileName: Array(file.name.utf8)) else {
            throw ContentError(.storage, "the trash does not have \"\(file.title)\" as a playlist")
        }
        let parts = file.name.split(separator: "/", omittingEmptySubsequences: false)
        let isInside = parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
        let place = PlaylistPlace(
            folder: isInside ? Array(parts.dropLast().joined(separator: "/").utf8) : [], title: file.title)
        try check(place)
        let old = PathBytes.joined(folder, Array(file.name.utf8))
        let isFree = isInside && FileAccess.fingerprint(old) == nil
        let path = isFree ? old : try freePath(place, format)
        try write(file.content, to: path, "restore")
        guard case (let list, var document)? = ShelvedList.read(path, own: folder) else {
            throw ContentError(.storage, "the playlist \(MediaLocation(filePath: path)) cannot be read")
        }
        guard self.list(list.identifier) != nil else { return put(list, document) }
        // Its identity was given to another list that was made at its path meanwhile and then renamed.
        document.title = list.title
        document.created = list.created
        document.identity = identity(ShelvedList.freeKey(path) { self.list($0) != nil }, path)
        _ = try save(document, path, format)
    }

    // MARK: Files

    private func edit(
        _ playlist: ContentIdentifier, _ change: (inout PlaylistDocument) throws(ContentError) -> ListEdit?
    ) throws(ContentError) {
        var (list, document) = try own(playlist)
        let before = document.entries
        document.title = document.title ?? list.title
        // The file that is written in its place is new.
        document.created = list.created
        document.identity = StableKey(text: playlist.key).map { identity($0, list.path) }
        guard var edit = try change(&document), document.entries != before else { return }
        edit.playlist = list.fullTitle
        let content = try contentIfPresent(list)
        let saved = try save(document, list.path, list.format)
        history.note(
            PlaylistHistory.Step(
                edit: edit, playlist: playlist,
                before: content.map { PlaylistHistory.File(path: list.path, content: $0) }, after: saved.file))
    }

    private func own(
        _ playlist: ContentIdentifier
    ) throws(ContentError) -> (list: ShelvedList, document: PlaylistDocument) {
        guard let list = list(playlist) else { throw Self.notFound(playlist) }
        guard list.isOwn, list.format.isWritable else {
            throw ContentError(
                .refused,
                "\(list.location) is not one of your own playlists; copy it with: oncue playlist add NAME \(playlist)")
        }
        let content = try content(of: playlist)
        return (content.list, content.document)
    }

    private func save(
        _ document: PlaylistDocument, _ path: [UInt8], _ format: PlaylistFormat
    ) throws(ContentError) -> (playlist: ContentIdentifier, file: PlaylistHistory.File) {
        let content = PlaylistFile.write(document, as: format, list: MediaLocation(filePath: path))
        try write(content, to: path, "write")
        return (try take(path), PlaylistHistory.File(path: path, content: content))
    }

    /// - Parameter deed: A verb, for the error.
    func write(_ content: [UInt8], to path: [UInt8], _ deed: String) throws(ContentError) {
        do throws(FileAccess.Failure) {
            try FileAccess.makeFolder(PathBytes.divided(path)?.folder ?? folder)
            try FileAccess.replace(path, with: content)
        } catch {
            throw Self.storage(deed, path, error)
        }
    }

    /// Reads back a list that was written, so that only the contents of the file are displayed.
    @discardableResult
    func take(_ path: [UInt8]) throws(ContentError) -> ContentIdentifier {
        guard let (list, written) = ShelvedList.read(path, own: folder) else {
            let location = MediaLocation(filePath: path)
            throw ContentError(.storage, "the playlist \(location) was written but cannot be read back")
        }
        put(list, written)
        return list.identifier
    }

    private func identity(_ key: StableKey, _ path: [UInt8]) -> PlaylistDocument.Identity {
        let name = PathBytes.divided(path)?.name ?? path
        return PlaylistDocument.Identity(key: key, fileName: String(decoding: name, as: UTF8.self))
    }

    /// Returns a path for a list at which no file exists.
    ///
    /// - Parameter own: The present path of the list, which may be returned, too.
    private func freePath(
        _ place: PlaylistPlace, _ format: PlaylistFormat, except own: [UInt8]? = nil
    ) throws(ContentError) -> [UInt8] {
        let folder = place.folder.isEmpty ? folder : PathBytes.joined(folder, place.folder)
        for number in 1...1000 {
            let suffix = (number == 1 ? "" : "-\(number)") + "." + format.rawValue
            let path = PathBytes.joined(folder, PlaylistPlace.fileName(place.title) + Array(suffix.utf8))
            if path == own || FileAccess.fingerprint(path) == nil { return path }
        }
        throw ContentError(.refused, "there are too many playlists called \"\(place.title)\"; choose another name")
    }

    /// Returns the place for a name given to a list: a title after the folders that contain it.
    ///
    /// - Parameter list: The list that gets the name. It stays in its folder if the name has none, and a name that ends
    ///   with a slash is a folder for it.
    private func place(named name: String, of list: ShelvedList?) throws(ContentError) -> PlaylistPlace {
        var parts = name.split(separator: "/", omittingEmptySubsequences: false).map {
            PlaylistWords.trimmed(String($0))
        }
        var title = parts.removeLast()
        if parts.isEmpty { return PlaylistPlace(folder: list?.folder ?? [], title: title) }
        if title.isEmpty, let list { title = list.title }
        var tree: PlaylistTree.Folder? = self.tree.top
        var path: [UInt8] = []
        for part in parts where !part.isEmpty {
            guard part != ".", part != "..", PlaylistPlace.isName(part) else {
                throw ContentError(.refused, "\"\(part.prefix(100))\" cannot be the name of a folder; choose another")
            }
            tree = tree.flatMap { self.tree.folder(titled: part, in: $0) }
            path = tree?.path ?? (path.isEmpty ? [] : path + [PathBytes.slash]) + PlaylistPlace.fileName(part)
        }
        guard path.count(where: { $0 == PathBytes.slash }) < PlaylistPlace.depthLimit else {
            throw ContentError(
                .refused, "folders of playlists can be nested at most \(PlaylistPlace.depthLimit) deep; use fewer")
        }
        return PlaylistPlace(folder: path, title: title)
    }

    /// Checks that a place is allowed for a list: no other list has it, and at the top no saved query has its name.
    func check(_ place: PlaylistPlace, except playlist: ContentIdentifier? = nil) throws(ContentError) {
        guard PlaylistPlace.isName(place.title) else {
            throw ContentError(
                .refused,
                "a playlist needs a name of 1 to \(PlaylistPlace.nameLimit) bytes without control characters")
        }
        let folded = TextFolding.fold(place.title)
        let other = lists.first {
            $0.isOwn && $0.identifier != playlist && $0.folder == place.folder && TextFolding.fold($0.title) == folded
        }
        guard other == nil else {
            throw ContentError(.refused, "there is already a playlist called \"\(place.name)\"; choose another name")
        }
        guard place.folder.isEmpty, let rule = rules.first(where: { TextFolding.fold($0.name) == folded }) else {
            return
        }
        throw ContentError(
            .refused,
            "\"\(rule.name)\" is a saved query, whose tracks follow the rule \(rule.text); change that with "
                + "oncue query save, or choose another name")
    }

    private static func storage(_ deed: String, _ path: [UInt8], _ error: FileAccess.Failure) -> ContentError {
        ContentError(.storage, "cannot \(deed) the playlist \(MediaLocation(filePath: path)): \(error.text)")
    }

    private static func noEntry(_ document: PlaylistDocument) -> ContentError {
        ContentError(.notFound, "there is no such entry; the playlist has \(document.entries.count)")
    }
}

/// The folder of an own playlist, relative to that of all, and its title.
struct PlaylistPlace {
    /// The maximum length of a title, in bytes.
    static let nameLimit = 200
    static let depthLimit = 8

    /// The path of the folder; empty at the top.
    var folder: [UInt8]
    var title: String

    var name: String { folder.isEmpty ? title : String(decoding: folder, as: UTF8.self) + "/" + title }

    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= nameLimit
            && !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    }

    /// Returns the name of a file or a folder for a title, without an ending; it contains no path and is not hidden.
    static func fileName(_ title: String) -> [UInt8] {
        let safe = String(title.map { $0 == "/" ? "-" : $0 })
        var stem = Array((safe.hasPrefix(".") ? "_" + safe : safe).utf8.prefix(nameLimit))
        while String(validating: stem, as: UTF8.self) == nil { stem.removeLast() }
        return stem
    }
}

extension PlaylistArrangement {
    /// Returns the change in the form of the history.
    ///
    /// - Parameter order: The indexes of the entries that stay, in their new order.
    fileprivate func edit(of entries: [PlaylistEntry], _ order: [Int]) -> ListEdit {
        let staying = Set(order)
        let (kind, concerned): (ListEdit.Kind, [Int]) =
            switch self {
            case .sort(let sorting): (sorting == .random ? .shuffle : .sort, order)
            case .move(let indexes, _): (.move, Set(indexes).sorted())
            case .removeDuplicates, .remove, .keep: (.remove, entries.indices.filter { !staying.contains($0) })
            }
        return ListEdit(kind, title: concerned.first.map { entries[$0].shownTitle } ?? "", count: concerned.count)
    }
}

extension PlaylistEntry {
    /// The medium that an entry leads to.
    struct Medium: Hashable {
        var location: MediaLocation?
        var start: Duration?
    }

    var medium: Medium { Medium(location: candidates.first, start: segment?.start) }

    /// Creates the entry of a track, as a list stores it.
    init(_ track: Track) {
        self.init(
            candidates: [track.location], title: track.title,
            artist: track.artists.isEmpty ? nil : track.artists.joined(separator: ", "), album: track.album,
            duration: track.duration, segment: track.segment)
        trackNumber = track.trackNumber
        picture = track.picture
    }
}

extension TrackSorting.Facts {
    fileprivate init(_ entry: PlaylistEntry) {
        self.init(
            title: entry.title ?? entry.candidates.first?.uri ?? "", artist: entry.albumArtist ?? entry.artist,
            album: entry.album, number: entry.trackNumber, duration: entry.duration)
    }
}
