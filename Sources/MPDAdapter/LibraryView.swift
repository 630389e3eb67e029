// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import Glibc
internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// All songs of the library, as they were last loaded.
struct LibraryView: Sendable {
    private(set) var contents = LibraryContents()
    private(set) var folders = MusicFolders([])
    private(set) var isOld = true
    private var revision: UInt64?

    var tree: SongTree { contents.tree }

    /// Notes the state of the library, which may differ from the one that was loaded.
    mutating func note(_ status: LibraryStatus) {
        if revision != status.revision.number || folders != MusicFolders(status.folders) { isOld = true }
    }

    /// Creates an empty view, before anything is loaded.
    init() {}

    /// Loads all songs: from the file if it matches the current library, otherwise from the service.
    @MediaActor
    init(loadedFrom service: OnCueConnection, _ file: LibraryFile) async throws(ServiceError) {
        file.beginReading()
        let status = try await service.libraryStatus()
        (folders, revision) = (MusicFolders(status.folders), status.revision.number)
        if let kept = await file.contents(of: status) {
            contents = kept
        } else {
            contents = try await LibraryContents(loadedFrom: service, folders, status.revision.number)
            file.keep(contents, of: status)
            // The pages from the bus took more memory than the songs that are kept.
            await Background.computing.run { Heap.giveBack() }
        }
        isOld = false
    }
}

/// The songs, and the totals reported for all of them.
struct LibraryContents: Sendable {
    var tree = SongTree()
    var artistCount = 0
    var albumCount = 0
    var playtime: Duration = .zero
    /// The time when the library last changed, in seconds since 1970.
    var changeTime: Int64 = 0

    /// Loads all songs, page by page.
    fileprivate init(
        loadedFrom service: OnCueConnection, _ folders: MusicFolders, _ revision: UInt64
    ) async throws(ServiceError) {
        var maker = SongMaker(folders)
        var page = try await service.libraryTracks(from: 0, limit: PageLimit.largest)
        while let next = page.next {
            // The daemon prepares the next page while this one is read.
            let tracks = page.tracks
            let answer = Task<Result<LibraryTrackPage, ServiceError>, Never> {
                do throws(ServiceError) {
                    return .success(try await service.libraryTracks(from: next, limit: PageLimit.largest))
                } catch {
                    return .failure(error)
                }
            }
            await Task.yield()
            maker.add(tracks)
            page = try await answer.value.get()
        }
        maker.add(page.tracks)
        let songs = maker.songs
        let state = service.link.environment.directories.state
        self = await Background.computing.run {
            LibraryContents(songs, changed: ChangeTime(state).time(of: revision))
        }
    }

    /// - Complexity: O(*n* log *n*).
    private init(_ songs: consuming SongStoreMaker, changed changeTime: Int64) {
        tree = SongTree(songs)
        self.changeTime = changeTime
        for song in tree.songs { playtime += song.duration ?? .zero }
        (artistCount, albumCount) = (tree.valueCount(.artist), tree.valueCount(.album))
    }

    init() {}

    /// Creates the contents from the values in a file.
    init(tree: SongTree, artistCount: Int, albumCount: Int, playtime: Duration, changeTime: Int64) {
        (self.tree, self.artistCount, self.albumCount) = (tree, artistCount, albumCount)
        (self.playtime, self.changeTime) = (playtime, changeTime)
    }
}

/// The time when the library got its current revision, kept across restarts: clients reload everything when it changes.
private struct ChangeTime {
    private let path: String
    private let folder: String

    init(_ state: String) { (folder, path) = (state, state + "/mpd-database") }

    func time(of revision: UInt64) -> Int64 {
        let kept = (try? WholeFile.read(path, limit: 100)) ?? nil
        let numbers = String(decoding: kept ?? [], as: UTF8.self).split { $0 == " " || $0 == "\n" }
        if numbers.count == 2, UInt64(numbers[0]) == revision, let time = Int64(numbers[1]) { return time }
        let now = Int64(Glibc.time(nil))
        if PrivateDirectory.make(folder) { try? WholeFile.replace(path, with: Array("\(revision) \(now)\n".utf8)) }
        return now
    }
}
