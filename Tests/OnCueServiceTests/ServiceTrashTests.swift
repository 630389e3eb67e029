// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import HTTPClient
import OnCueCatalog
import OnCueCore
import OnCuePlaylists
import OnCuePodcasts
import OnCueRuntime
import OnCueTestSupport
import Synchronization
import Testing

@testable import OnCueService

/// The rig of `ServiceContractTests` has a fake of it, which passes the same.
@Suite("The trash keeps what is promised of its service")
@MediaActor
struct ServiceTrashTests {
    /// Every moment is another one.
    private final class Clock: Sendable {
        private let time = Mutex<Int64>(1_795_000_000)

        func next() -> Int64 {
            time.withLock {
                $0 += 1
                return $0
            }
        }
    }

    @Test("A playlist and a station that were deleted")
    func contract() async throws {
        let folder = try TemporaryDirectory()
        let clock = Clock()
        let now: @Sendable () -> Int64 = { clock.next() }
        let files = TrashFolder(path: folder.file("trash"), now: now)
        let shelf = PlaylistShelf(folder: folder.file("own"), revision: .init(1), trash: files, roots: { [] })
        let stations = StationStore(path: folder.file("radio.m3u8"), revision: .init(1), trash: files)
        let trash = ServiceTrash(
            folder: files, shelf: shelf, stations: stations,
            queries: SavedQueryStore(path: folder.file("queries.conf"), trash: files, log: { _ in }),
            podcasts: PodcastCenter(
                path: folder.file("podcasts.sqlite"), downloads: folder.file("podcasts"), listening: nil,
                client: HTTPClient(userAgent: "OnCue/test"), seed: 1, now: now))
        let address = try #require(MediaLocation(uri: "http://h/jazz"))
        let jazz = try await stations.add("Jazz", at: address, picture: nil)
        try await stations.remove(jazz)
        let evening = try await shelf.create("Evening", format: .m3u8, tracks: [.full])
        try await shelf.delete(evening)

        let outcome = await ServiceContract.outcome { try await ServiceContract.trash(trash, $0) }

        #expect(outcome.broken.isEmpty, "\(outcome.broken)")
        #expect(await stations.stations.map(\.name) == ["Jazz"], "what was restored is back")
    }
}
