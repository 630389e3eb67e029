// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import HTTPClient
import OnCueCore
import OnCuePodcasts
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Synchronization

/// Podcasts in a folder of their own, with a clock that stands still.
@MediaActor
final class PodcastRig {
    let folder: TemporaryDirectory
    let listening = FakeListeningStore()
    private(set) var center: PodcastCenter

    private let client = HTTPClient(userAgent: "OnCue/test", timeout: .seconds(1))

    init() throws {
        folder = try TemporaryDirectory()
        center = Self.make(folder, listening, client)
    }

    /// Has 127.0.0.2 be in the network at home, and every other address in the internet.
    func divideNetwork() {
        client.rules.isPublic = { $0.bytes != [127, 0, 0, 2] }
    }

    private static func make(
        _ folder: TemporaryDirectory, _ listening: FakeListeningStore, _ client: HTTPClient
    ) -> PodcastCenter {
        var schedule = RefreshSchedule()
        schedule.startDelay = .zero
        return PodcastCenter(
            path: folder.path + "/podcasts.sqlite", downloads: folder.path + "/podcasts", listening: listening,
            client: client, schedule: schedule, seed: 1,
            now: { 1_795_000_000 })
    }

    /// The same files, opened anew, as after the end of the process.
    func reopen() {
        center = Self.make(folder, listening, client)
    }

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

    func episodes(of podcast: ContentIdentifier) async throws -> [ContentItem] {
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
