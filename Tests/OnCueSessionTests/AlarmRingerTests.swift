// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Alarms are heard")
@MediaActor
struct AlarmRingerTests {
    private let rig = PlaybackRig()
    private let time = StagedTime()
    private let ends = Ends()
    private let ringer: AlarmRinger

    /// What has ended alarms, and what cannot be played.
    @MediaActor
    private final class Ends {
        var told: [AlarmRinger.End] = []
        var silent: Set<String> = []
        var played: [String] = []
    }

    init() {
        let (rig, ends, time) = (rig, ends, time)
        ringer = AlarmRinger(
            controller: rig.controller, outputs: nil,
            play: { place in
                ends.played.append(place)
                guard !ends.silent.contains(place) else { throw PlaybackError(.network, "no answer from \(place)") }
                try rig.controller.perform(.play([.sample(place)], startingAt: 0, shuffled: nil))
                rig.engine.advance(by: .zero)
            }, sleep: { duration throws(CancellationError) in try await time.sleep(duration) })
        ringer.onEnd = { ends.told.append($0) }
    }

    private var status: PlaybackStatus { rig.controller.snapshot.status }

    /// The user pauses, or does something else.
    private func command(_ command: PlaybackCommand) async throws {
        try rig.controller.perform(command)
        rig.engine.advance(by: .zero)
        await settle()
    }

    private func pass(_ duration: Duration) async {
        rig.engine.advance(by: duration)
        await settle()
        rig.engine.advance(by: .zero)
        await settle()
    }

    @Test("It is as loud as was asked, rises, and leaves the user's volume and muting as they were")
    func loudness() async throws {
        try await command(.setVolume(0.1))
        try await command(.setMuted(true))
        let sound = AlarmSound(["wake"], volume: 0.4, fade: .seconds(60))

        let beginning = await ringer.ring(sound)
        await settle()

        #expect(beginning.place == "wake" && beginning.failures.isEmpty)
        #expect(status == .playing)
        #expect(rig.engine.volume == 0.4 && !rig.engine.isMuted)
        let fades = rig.engine.calls.compactMap { if case .fadeInNext(let length) = $0 { length } else { nil } }
        #expect(fades.contains { $0 > .seconds(50) && $0 <= .seconds(60) }, "\(fades)")

        ringer.silence()
        await settle()
        #expect(status == .paused)
        #expect(rig.engine.volume == 0.1 && rig.engine.isMuted)
        #expect(rig.controller.snapshot.volume == 0.1)
        #expect(ends.told.isEmpty)
    }

    @Test("Nobody sleeps through an alarm because the volume was low; a loud one is not made louder")
    func audible() async throws {
        try await command(.setVolume(0.02))
        _ = await ringer.ring(AlarmSound(["wake"]))
        #expect(rig.engine.volume == AlarmSound.audible)
        ringer.silence()
        try await command(.setVolume(0.7))

        _ = await ringer.ring(AlarmSound(["wake"]))

        #expect(rig.engine.volume == 0.7)
    }

    @Test("What cannot be played is followed by the next, and the reason is told")
    func substitutes() async throws {
        ends.silent = ["station", "favourites"]

        let beginning = await ringer.ring(AlarmSound(["station", "favourites", "tone"]))

        #expect(beginning.place == "tone")
        #expect(beginning.failures.count == 2)
        #expect(status == .playing)
    }

    @Test("Without anything that can be played it ends, and says so")
    func nothing() async throws {
        ends.silent = ["station"]

        let beginning = await ringer.ring(AlarmSound(["station"]))

        #expect(beginning.place == nil)
        #expect(ends.told == [.unheard])
        #expect(!ringer.isRinging)
    }

    @Test("What ends begins again, and what breaks is followed by the next")
    func again() async throws {
        _ = await ringer.ring(AlarmSound(["short", "tone"]))
        await pass(.seconds(181))
        #expect(ends.played == ["short", "short"])
        #expect(status == .playing)

        rig.engine.breakOff(PlaybackError(.network, "gone"))
        await pass(.zero)

        #expect(ends.played == ["short", "short", "tone"])
        #expect(status == .playing)
        #expect(ends.told.isEmpty)
    }

    @Test("A stream that stands still is followed by the next")
    func stall() async throws {
        _ = await ringer.ring(AlarmSound(["station", "tone"]))
        rig.engine.buffer(percent: 10)
        await pass(.zero)
        await time.advance(by: AlarmRinger.patience)
        await settle()
        #expect(ends.played == ["station", "tone"])

        rig.engine.buffer(percent: 100)
        await pass(.zero)
        await time.advance(by: AlarmRinger.patience)
        #expect(ends.played == ["station", "tone"], "what plays again is left alone")
    }

    @Test("A pause, a stop and something else that plays end it, each as what it is")
    func ended() async throws {
        try await command(.setVolume(0.2))
        for (command, end) in [
            (PlaybackCommand.pause, AlarmRinger.End.paused), (.stop, .stopped),
            (.play([.sample("other")], startingAt: 0, shuffled: nil), .replaced),
        ] {
            ends.told = []
            _ = await ringer.ring(AlarmSound(["wake", "tone"], volume: 0.5))

            try await self.command(command)

            #expect(ends.told == [end])
            #expect(!ringer.isRinging)
            // Whoever plays something does not get it louder of a sudden.
            #expect(rig.controller.snapshot.volume == (end == .replaced ? 0.5 : 0.2))
        }
    }

    @Test("The next track of the alarm's own album is no other playback")
    func album() async throws {
        try rig.controller.perform(.play([.sample("one"), .sample("two")], startingAt: 0, shuffled: nil))
        rig.engine.advance(by: .zero)
        let ringer = AlarmRinger(controller: rig.controller, outputs: nil, play: { _ in })
        _ = await ringer.ring(AlarmSound([""]))

        try await command(.next)

        #expect(ringer.isRinging)
    }

    @Test(
        "After half an hour it is not begun again; music plays on, and the tone falls silent and gives the queue back")
    func unheard() async throws {
        try await rig.play([.sample("evening")])
        try await command(.pause)
        _ = await ringer.ring(AlarmSound(["wake", "tone"]))
        await settle()
        await time.advance(by: AlarmRinger.limit)
        #expect(ends.told == [.unheard])
        #expect(status == .playing)

        ends.silent = ["wake"]
        try await rig.play([.sample("evening")])
        _ = await ringer.ring(AlarmSound(["wake", "tone"]))
        await settle()
        await time.advance(by: AlarmRinger.limit)

        await pass(.zero)
        #expect(status != .playing)
        #expect(rig.controller.queue.entries.map(\.track.identifier.key) == ["evening"])
    }

    @Test("The sleep timer of the evening does not end it")
    func sleepTimer() async throws {
        try await command(.setSleep(.time(.seconds(60))))

        _ = await ringer.ring(AlarmSound(["wake"]))

        #expect(rig.controller.snapshot.sleep == nil)
    }

    @Test("The tone is a sound of two seconds that is not silent")
    func tone() throws {
        let file = AlarmTone.file
        #expect(file.count == 44 + 2 * 16_000 * 2)
        #expect(String(decoding: file[0..<4] + file[8..<12], as: UTF8.self) == "RIFFWAVE")
        #expect(file[44..<9_000].contains { $0 > 0x40 && $0 < 0x80 })
    }
}
