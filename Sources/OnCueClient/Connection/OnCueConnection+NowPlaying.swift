// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection: NowPlayingService {
    package func nowPlaying() async throws(ServiceError) -> NowPlayingReport { try await read(NowPlayingMethods.get) }

    package func chapters() async throws(ServiceError) -> ChapterListing { try await call(NowPlayingMethods.chapters) }

    package func seek(toChapter index: Int) async throws(ServiceError) {
        try await call(NowPlayingMethods.seekToChapter, Only(index))
    }

    package func seekToNextChapter() async throws(ServiceError) { try await call(NowPlayingMethods.nextChapter) }

    package func seekToPreviousChapter() async throws(ServiceError) {
        try await call(NowPlayingMethods.previousChapter)
    }

    package func lyrics() async throws(ServiceError) -> FoundLyrics? { try await call(NowPlayingMethods.lyrics).found }

    package func nowPlayingUpdates() -> AsyncStream<NowPlayingUpdate> {
        let link = link
        return link.stream(room: NowPlayingUpdate.room) { continuation in
            await Self.follow(link) { continuation.yield($0) }
        }
    }

    /// Calls `onUpdate` with the updates of ``nowPlayingUpdates()``, in the turn in which each arrives: a stream would
    /// pass it through another thread. Returns when the task is cancelled.
    @MediaActor
    package func followNowPlaying(_ onUpdate: @escaping @MediaActor (NowPlayingUpdate) -> Void) async {
        await Self.follow(link, onUpdate)
    }

    @MediaActor
    private static func follow(
        _ link: BusLink, _ onUpdate: @escaping @MediaActor (NowPlayingUpdate) -> Void
    ) async {
        await StateFollower(link, NowPlayingMethods.get, NowPlayingMethods.changed) { report in
            onUpdate(report.map(NowPlayingUpdate.report) ?? .serviceLost)
        }.run()
    }

    package func identity() async throws(ServiceError) -> ServiceIdentity {
        guard let identity = ServiceIdentity(wire: try await properties(of: ServiceNames.service)) else {
            throw .unexpectedAnswer(to: "GetAll")
        }
        return identity
    }
}
