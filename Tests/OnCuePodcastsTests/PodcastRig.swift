// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import HTTPClient
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Synchronization

@testable import OnCuePodcasts

/// Podcasts in a folder of their own, with a clock that stands still until it is moved.
@MediaActor
final class PodcastRig {
    final class Clock: Sendable {
        private let time = Mutex<Int64>(1_795_000_000)
        var now: Int64 { time.withLock { $0 } }
        func advance(_ seconds: Int64) { time.withLock { $0 += seconds } }
    }

    let folder: TemporaryDirectory
    let listening = FakeListeningStore()
    /// Seconds since 1970.
    let clock = Clock()
    private(set) var center: PodcastCenter

    private let client: HTTPClient

    /// - Parameter patience: The time for which a server is waited for.
    init(patience: Duration = .seconds(30)) throws {
        client = HTTPClient(userAgent: "OnCue/test", timeout: patience)
        folder = try TemporaryDirectory()
        center = Self.make(folder, listening, client, clock)
    }

    /// Has 127.0.0.2 be in the network at home, and every other address in the internet.
    func divideNetwork() {
        client.rules.isPublic = { $0.bytes != [127, 0, 0, 2] }
    }

    private static func make(
        _ folder: TemporaryDirectory, _ listening: FakeListeningStore, _ client: HTTPClient, _ clock: Clock
    ) -> PodcastCenter {
        var schedule = RefreshSchedule()
        schedule.startDelay = .zero
        return PodcastCenter(
            path: folder.path + "/podcasts.sqlite", downloads: folder.path + "/podcasts", listening: listening,
            client: client, schedule: schedule, seed: 1,
            now: { clock.now })
    }

    /// The same files, opened anew, as after the end of the process.
    func reopen() {
        center = Self.make(folder, listening, client, clock)
    }

    /// Leaves no room on the disk for automatic downloads.
    func fillDisk() { center.downloads.freeSpace = { _ in 1 << 30 } }

    /// Refreshes, and waits for the report.
    func refresh(_ podcast: ContentIdentifier? = nil) async throws -> RefreshReport {
        let events = await center.events()
        try await center.refresh(podcast)
        return await Self.report(events)
    }

    static func report(_ events: AsyncStream<PodcastEvent>) async -> RefreshReport {
        for await event in events {
            if case .refreshFinished(let report) = event { return report }
        }
        return RefreshReport()
    }

    /// Does something that begins downloads, and waits for the end of so many.
    ///
    /// - Returns: The titles of those that finished, sorted, and of those that failed with `!`.
    func downloads(_ count: Int, _ body: () async throws -> Void) async throws -> [String] {
        let events = await center.events()
        try await body()
        var ends: [String] = []
        for await case .downloadProgressed(let progress) in events {
            if progress.state == .finished { ends.append(progress.title) }
            if progress.state == .failed { ends.append(progress.title + "!") }
            if ends.count == count { break }
        }
        return ends.sorted()
    }

    /// The titles of the episodes of a podcast that are downloaded, in its order.
    func downloaded(of podcast: ContentIdentifier) async throws -> [String] {
        try await episodes(of: podcast).filter { !$0.isStreaming }.map(\.title)
    }

    /// Downloads, and waits for the end.
    func download(_ episode: ContentIdentifier) async throws -> DownloadProgress? {
        let events = await center.events()
        try await center.download(episode)
        for await event in events {
            guard case .downloadProgressed(let progress) = event, progress.episode == episode else { continue }
            if [.finished, .failed, .cancelled].contains(progress.state) { return progress }
        }
        return nil
    }

    func episodes(of podcast: ContentIdentifier) async throws -> [ContentNode] {
        try await center.source.children(of: podcast, offset: 0, limit: 100, at: nil).items
    }

    /// The bytes of a file, at most 1 MB of them; `nil` when it is not there.
    static func bytes(_ location: MediaLocation?) -> [UInt8]? {
        guard let path = location?.filePath, let file = fopen(String(decoding: path, as: UTF8.self), "r") else {
            return nil
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1_000_000)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }
}
