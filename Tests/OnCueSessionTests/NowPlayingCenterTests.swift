// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("The now playing center")
struct NowPlayingCenterTests {
    @MediaActor
    private final class Recorder: NowPlayingPublishing {
        enum Notice: Sendable, Equatable {
            case change(title: String?, status: PlaybackStatus, artwork: String?)
            case jump(Duration)
        }

        let notices = EventLog<Notice>()

        func nowPlayingChanged(to nowPlaying: NowPlaying) {
            notices.append(
                .change(
                    title: nowPlaying.track?.title, status: nowPlaying.playback.status,
                    artwork: nowPlaying.artwork?.displayName))
        }

        func positionJumped(to position: Duration) {
            notices.append(.jump(position))
        }
    }

    @MediaActor
    private struct Rig {
        let artwork = FakeArtwork()
        let recorder = Recorder()
        let center: NowPlayingCenter

        /// - Parameter patience: By itself longer than any test, so that a picture that is held is waited for.
        init(patience: Duration = .seconds(3600)) {
            center = NowPlayingCenter(artwork: artwork, artworkPatience: patience)
            center.add(recorder)
        }

        func update(_ name: String?, _ status: PlaybackStatus = .playing) {
            var snapshot = PlaybackSnapshot()
            snapshot.status = status
            snapshot.entry = name.map { PlaybackQueue.Entry(id: .init(1), track: .sample($0, title: $0)) }
            center.update(snapshot)
        }
    }

    @Test(
        "Pictures are looked up again when a track begins, but not within ten minutes, and the known ones stay meanwhile"
    )
    @MediaActor
    func picturesAgain() async throws {
        let artwork = FakeArtwork()
        let recorder = Recorder()
        var time = ContinuousClock.now
        let center = NowPlayingCenter(artwork: artwork, artworkPatience: .seconds(3600), now: { time })
        center.add(recorder)
        func update(_ name: String) {
            var snapshot = PlaybackSnapshot()
            snapshot.status = .playing
            snapshot.entry = PlaybackQueue.Entry(id: .init(1), track: .sample(name, title: name))
            center.update(snapshot)
        }
        for (number, name) in ["one", "two", "one"].enumerated() {
            update(name)
            try await recorder.notices.wait(count: number + 1)
        }
        #expect(artwork.requests.count == 2)
        update("two")
        time += NowPlayingCenter.pictureLifetime
        artwork.hold()

        update("one")

        #expect(
            recorder.notices.events.last == .change(title: "one", status: .playing, artwork: "one.flac.png"))
        try await artwork.requests.wait(count: 3)
        artwork.release()
    }

    @Test("The format of what is being opened comes together with its sound, and later changes of it by themselves")
    @MediaActor
    func format() async throws {
        let rig = Rig(patience: .zero)
        var snapshot = PlaybackSnapshot()
        snapshot.status = .playing
        snapshot.isLoading = true
        snapshot.entry = PlaybackQueue.Entry(id: .init(1), track: .sample("one", title: "one"))
        rig.center.update(snapshot)
        try await rig.recorder.notices.wait(count: 1)
        await settle()
        let before = rig.recorder.notices.events.count

        snapshot.format = MediaFormat(codec: "mp3")
        rig.center.update(snapshot)
        await settle()
        #expect(rig.recorder.notices.events.count == before)
        snapshot.isLoading = false
        rig.center.update(snapshot)
        await settle()
        #expect(rig.center.nowPlaying.playback.format?.codec == "mp3")
        #expect(rig.recorder.notices.events.count == before + 1)
        snapshot.format?.bitRate = 192_000
        rig.center.update(snapshot)
        await settle()
        #expect(rig.recorder.notices.events.count == before + 2)
    }

    @Test("A picture that is there in time comes with the track, in one notice")
    @MediaActor
    func oneNotice() async throws {
        let rig = Rig()

        rig.update("one")
        try await rig.recorder.notices.wait(count: 1)
        await settle()

        #expect(rig.recorder.notices.events == [.change(title: "one", status: .playing, artwork: "one.flac.png")])
    }

    @Test("A picture that is late makes two notices, each complete")
    @MediaActor
    func twoNotices() async throws {
        let rig = Rig(patience: .milliseconds(1))
        rig.artwork.hold()

        rig.update("one")
        #expect(rig.recorder.notices.count == 0)
        try await rig.recorder.notices.wait(count: 1)
        rig.artwork.release()
        try await rig.recorder.notices.wait(count: 2)

        #expect(
            rig.recorder.notices.events == [
                .change(title: "one", status: .playing, artwork: nil),
                .change(title: "one", status: .playing, artwork: "one.flac.png"),
            ])
    }

    @Test("A picture that was seen before comes at once")
    @MediaActor
    func knownPictures() async throws {
        let rig = Rig()
        rig.update("one")
        try await rig.recorder.notices.wait(count: 1)
        rig.update("two")
        try await rig.recorder.notices.wait(count: 2)

        rig.update("one")

        #expect(rig.recorder.notices.events.last == .change(title: "one", status: .playing, artwork: "one.flac.png"))
        #expect(rig.artwork.requests.count == 2)
    }

    @Test("What changes while a picture is waited for is in the one notice")
    @MediaActor
    func changesWhileWaiting() async throws {
        let rig = Rig()
        rig.artwork.hold()

        rig.update("one", .playing)
        rig.update("one", .paused)
        rig.artwork.release()
        try await rig.recorder.notices.wait(count: 1)
        await settle()

        #expect(rig.recorder.notices.events == [.change(title: "one", status: .paused, artwork: "one.flac.png")])
    }

    @Test("A track that is gone before its picture comes never appears, nor does its picture with another")
    @MediaActor
    func overtakenPictures() async throws {
        let rig = Rig()
        rig.artwork.hold()

        rig.update("one")
        _ = try await rig.artwork.requests.wait { _ in true }
        rig.update("two")
        try await rig.artwork.requests.wait(count: 2)
        rig.artwork.release()
        try await rig.recorder.notices.wait(count: 1)
        await settle()

        #expect(rig.recorder.notices.events == [.change(title: "two", status: .playing, artwork: "two.flac.png")])
    }

    @Test("The end of everything is told at once, also while a picture is waited for")
    @MediaActor
    func nothingPlays() async throws {
        let rig = Rig()
        rig.update("one")
        try await rig.recorder.notices.wait(count: 1)
        rig.artwork.hold()
        rig.update("two")

        rig.update(nil, .stopped)

        #expect(rig.recorder.notices.events.last == .change(title: nil, status: .stopped, artwork: nil))
        rig.artwork.release()
        await settle()
        #expect(rig.recorder.notices.count == 2)
    }

    @Test("A jump comes after the change, also when that waits for a picture")
    @MediaActor
    func jumpAfterChange() async throws {
        let rig = Rig()
        rig.artwork.hold()

        rig.update("one")
        rig.center.announceJump(to: .seconds(42))
        #expect(rig.recorder.notices.count == 0)
        rig.artwork.release()
        try await rig.recorder.notices.wait(count: 2)

        #expect(
            rig.recorder.notices.events == [
                .change(title: "one", status: .playing, artwork: "one.flac.png"), .jump(.seconds(42)),
            ])
    }

    @Test("A jump within a track that is shown is told at once")
    @MediaActor
    func jumpAtOnce() async throws {
        let rig = Rig()
        rig.update("one")
        try await rig.recorder.notices.wait(count: 1)

        rig.center.announceJump(to: .seconds(5))

        #expect(rig.recorder.notices.events.last == .jump(.seconds(5)))
    }

    @Test("A jump within a track that is gone by the time it could be told is not told of another")
    @MediaActor
    func staleJump() async throws {
        let rig = Rig()
        rig.update("known")
        try await rig.recorder.notices.wait(count: 1)
        rig.artwork.hold()
        rig.update("one")
        rig.center.announceJump(to: .seconds(42))

        rig.update("known")
        rig.update("two")
        rig.artwork.release()
        try await rig.recorder.notices.wait("two") { notice in
            if case .change(title: "two", _, _) = notice { true } else { false }
        }
        await settle()

        #expect(!rig.recorder.notices.events.contains(.jump(.seconds(42))))
    }

    @Test("Nothing is told when nothing changed")
    @MediaActor
    func noChange() async throws {
        let rig = Rig()
        rig.update("one")
        try await rig.recorder.notices.wait(count: 1)

        rig.update("one")
        await settle()

        #expect(rig.recorder.notices.count == 1)
    }
}
