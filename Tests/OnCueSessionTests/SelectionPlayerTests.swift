// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueQuery
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("What the manager hands to its delegate, and what it tells")
@MediaActor
struct SelectionPlayerTests {
    /// Notes what it is asked for.
    private final class Recorder: SelectionPlayer {
        enum Event: Equatable {
            case will
            case item(String, Int)
            case collection(String, Int)
            case prepare(String)
            case choose
            case context(ContentContext)
        }

        var events: [Event] = []
        var failure: PlaybackError?
        private let controller: PlaybackController

        init(_ controller: PlaybackController) { self.controller = controller }

        func willInitiatePlayback(in manager: ContentManager) -> PlaybackController.Selection {
            events.append(.will)
            return controller.beginSelection()
        }

        func contentManager(
            _ manager: ContentManager, initiatePlaybackOf item: ContentSelection, with options: PlaybackOptions
        ) async throws -> InitiatedPlayback {
            events.append(.item(item.title, item.startIndex))
            if let failure { throw failure }
            manager.noteStart(of: item)
            return InitiatedPlayback(token: nil, entry: nil)
        }

        func contentManager(
            _ manager: ContentManager, initiatePlaybackOfCollection collection: ContentSelection,
            from index: Int, with options: PlaybackOptions
        ) async throws -> InitiatedPlayback {
            events.append(.collection(collection.title, index))
            return InitiatedPlayback(token: nil, entry: nil)
        }

        func contentManager(_ manager: ContentManager, prepare track: Track, at position: Duration) {
            events.append(.prepare(track.title))
        }

        func contentManager(_ manager: ContentManager, choose location: MediaLocation) {
            events.append(.choose)
        }

        func contentManager(
            _ manager: ContentManager, didUpdate context: ContentContext
        ) {
            events.append(.context(context))
        }
    }

    private let manager = ContentManager(
        source: FakeContentSource([
            .init("Blue", by: "Ada", tracks: [.sample("b1", title: "So What"), .sample("b2", title: "Freddie")])
        ]), resolver: FakeMediaResolver())
    private let recorder: Recorder

    init() {
        recorder = Recorder(
            PlaybackController(
                engine: FakePlaybackEngine(), store: MemorySessionStore(SavedSession()), session: SavedSession(),
                seed: 1
            ))
        manager.delegate = recorder
    }

    @discardableResult
    private func play(_ place: String, from index: Int? = nil) async throws -> ContentSelection {
        let options = PlaybackOptions(try manager.beginSelection())
        return try await manager.initiatePlayback(of: try ContentPlace(place), from: index, with: options).content
    }

    @Test("An item plays as it was reached, a collection from one of its tracks on, and preparing plays nothing")
    func initiating() async throws {
        try await play("Albums/Blue/Freddie")
        try await play("album:blue", from: 1)
        try await manager.prepare(at: try ContentPlace("album:blue"))

        #expect(
            recorder.events == [
                .will, .choose, .item("Freddie", 1), .will, .choose, .collection("Blue", 1), .prepare("So What"),
            ])
    }

    @Test("A file is opened while it is looked up, whatever comes of that")
    func choosing() async throws {
        await #expect(throws: ContentError.self) { try await play("file:///nothing.flac") }
        #expect(recorder.events == [.will, .choose])
    }

    @Test("The error of the completion comes to who selected; a track that is not there is refused before")
    func errors() async throws {
        recorder.failure = PlaybackError(.notFound, "it is gone")

        await #expect(throws: PlaybackError.self) { try await play("album:blue") }
        await #expect(throws: PlaybackCommandError.self) { try await play("album:blue", from: 2) }
        await #expect(throws: PlaybackCommandError.self) { try await play("album:blue", from: -1) }
        await #expect(throws: ContentError.self) { try await play("album:none") }
        manager.delegate = nil
        await #expect(throws: ContentError.self) { try await play("album:blue") }
        await #expect(throws: ContentError.self) { try await manager.prepare(at: try ContentPlace("album:blue")) }
    }

    @Test("What plays is named with the container that it was started from, and with no other")
    func nowPlaying() async throws {
        var told: [ContentManager.Update] = []
        manager.onUpdate = { told.append($0) }
        let content = try await play("Albums/Blue/Freddie")

        manager.nowPlayingChanged(to: content.tracks[1])
        manager.nowPlayingChanged(to: content.tracks[1])
        manager.nowPlayingChanged(to: .sample("x"))
        manager.nowPlayingChanged(to: nil)

        let blue = ContentIdentifier(kind: .album, key: "blue")
        #expect(
            told == [
                .nowPlaying([content.tracks[1].identifier, blue]),
                .nowPlaying([ContentIdentifier(kind: .track, key: "x")]), .nowPlaying([]),
            ])
    }

    @Test("The context holds for all endpoints, and is told when it changes")
    func context() async throws {
        let first = try manager.views.open(ContentLimits(items: 5, depth: 2), for: "a")
        _ = try manager.views.open(ContentLimits(items: 9, depth: 2), for: "b")
        #expect(manager.context.enforcedItemsCount == 9)
        try manager.views.close(first, of: "a")
        _ = try manager.views.open(ContentLimits(depth: 2), for: "b")
        #expect(manager.context.enforcedItemsCount == 0)
        #expect(manager.context.enforcedTreeDepth == 2 && manager.context.contentLimitsEnforced)
        manager.clientLeft("b")

        #expect(manager.context == ContentContext())
        // Closing the narrower of two views changes nothing for both.
        #expect(recorder.events.count == 4)
    }
}
