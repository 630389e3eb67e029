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
    private let world = World()
    private let ringer: AlarmRinger

    /// The ends of alarms, and how playing goes.
    @MediaActor
    private final class World {
        var ends: [AlarmRinger.End] = []
        var silent: Set<String> = []
        var played: [String] = []
        var isDiskFull = false
        var now = ContinuousClock.now
    }

    init() {
        let (rig, world, time) = (rig, world, time)
        rig.engine.media[MediaLocation(filePath: Array("/music/tone.flac".utf8))] = .init(duration: .seconds(2))
        ringer = AlarmRinger(
            controller: rig.controller, outputs: nil,
            player: AlarmRinger.Player(
                play: { place in
                    world.played.append(place)
                    guard !world.silent.contains(place) else {
                        throw PlaybackError(.network, "no answer from \(place)")
                    }
                    try rig.controller.perform(.play([.sample(place)], startingAt: 0, shuffled: nil))
                    rig.engine.advance(by: .zero)
                    if world.isDiskFull { throw PlaybackCommandError(.notKept, "the disk is full") }
                    return rig.controller.queue.entries.first?.id.number
                }, tone: { "tone" }),
            sleep: { duration throws(CancellationError) in try await time.sleep(duration) }, now: { world.now })
        ringer.onEnd = { world.ends.append($0) }
    }

    private var status: PlaybackStatus { rig.controller.snapshot.status }
    private var queue: [String] { rig.controller.queue.entries.map(\.track.identifier.key) }

    /// The user pauses, or does something else.
    private func command(_ command: PlaybackCommand, by cause: PlaybackCause = .user) async throws {
        try rig.controller.perform(command, by: cause)
        rig.engine.advance(by: .zero)
        await settle()
    }

    /// Sound is heard for a time.
    private func pass(_ duration: Duration) async {
        world.now += duration
        rig.engine.advance(by: duration)
        await settle()
        rig.engine.advance(by: .zero)
        await settle()
    }

    /// What waits is over.
    private func wait(_ duration: Duration) async {
        await settle()
        world.now += duration
        await time.advance(by: duration)
        await settle()
        rig.engine.advance(by: .zero)
        await settle()
    }

    // MARK: The volume

    @Test("It is as loud as was asked, rises, and changes nothing of the user's volume and muting")
    func loudness() async throws {
        try await command(.setVolume(0.1))
        try await command(.setMuted(true))

        let beginning = await ringer.ring(AlarmSound(["wake"], volume: 0.4, fade: .seconds(100)))
        await settle()

        #expect(beginning.place == "wake" && beginning.failures.isEmpty)
        #expect(status == .playing && !rig.engine.isMuted)
        #expect(abs(rig.engine.volume - 0.04) < 0.001, "\(rig.engine.volume)")
        world.now += .seconds(49)
        await wait(.seconds(1))
        #expect(abs(rig.engine.volume - 0.2) < 0.001, "\(rig.engine.volume)")
        world.now += .seconds(60)
        await wait(.seconds(1))
        #expect(rig.engine.volume == 0.4)

        ringer.silence()
        await settle()
        #expect(status == .paused)
        #expect(rig.controller.snapshot.volume == 0.1 && rig.controller.snapshot.isMuted)
        try await command(.resume)
        #expect(rig.engine.volume == 0.1 && rig.engine.isMuted)
        #expect(world.ends.isEmpty)
    }

    @Test(
        "Who goes on with its music, or plays something else, has it rise to the alarm's volume, until it is stopped",
        arguments: [false, true])
    func wakened(isReplaced: Bool) async throws {
        try await command(.setVolume(0.9))
        _ = await ringer.ring(AlarmSound(["wake"], volume: 0.4, fade: .seconds(100)))
        await settle()
        #expect(abs(rig.engine.volume - 0.04) < 0.001, "\(rig.engine.volume)")

        if isReplaced {
            try await command(.play([.sample("other")], startingAt: 0, shuffled: nil))
        } else {
            ringer.silence(keepsPlaying: true)
        }

        world.now += .seconds(49)
        await wait(.seconds(1))
        #expect(status == .playing && !ringer.isRinging)
        #expect(abs(rig.engine.volume - 0.2) < 0.001, "\(rig.engine.volume)")
        world.now += .seconds(60)
        await wait(.seconds(1))
        #expect(rig.engine.volume == 0.4)
        try await command(.stop)
        try await command(.resume)
        #expect(rig.engine.volume == 0.9, "its own, and the user's afterwards")
    }

    @Test("Who goes on with its music and sets a volume keeps that")
    func wakenedAndSet() async throws {
        _ = await ringer.ring(AlarmSound(["wake"], volume: 0.4, fade: .seconds(100)))
        await settle()
        ringer.silence(keepsPlaying: true)
        try await command(.setVolume(0.7))
        world.now += .seconds(49)
        await wait(.seconds(1))
        #expect(rig.engine.volume == 0.7)
    }

    @Test("The last sound of an alarm is not louder than the alarm was")
    func lastSound() async throws {
        _ = await ringer.ring(AlarmSound(["wake"], volume: 0.2))
        #expect(rig.engine.volume == 0.2)
        ringer.silence()
        await settle()
        #expect(rig.engine.volume == 0.2, "it may fade out still")
        try await command(.resume)
        #expect(rig.engine.volume == 1)
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

    @Test("Who turns it down is not overruled, while it rises and when it begins again")
    func turnedDown() async throws {
        _ = await ringer.ring(AlarmSound(["wake"], volume: 0.8, fade: .seconds(3_600)))
        await settle()
        try await command(.setVolume(0.03))

        await wait(.seconds(1))
        await pass(.seconds(181))

        #expect(status == .playing)
        #expect(rig.engine.volume == 0.03)
    }

    @Test("Who turns it down is not overruled by what begins again without a rise either")
    func turnedDownWithoutRise() async throws {
        _ = await ringer.ring(AlarmSound(["wake", "other"], volume: 0.8))
        try await command(.setVolume(0.03))
        await pass(.seconds(181))
        #expect(status == .playing && rig.engine.volume == 0.03)

        rig.engine.breakOff(PlaybackError(.network, "gone"))
        await pass(.zero)

        #expect(world.played.last == "other")
        #expect(rig.engine.volume == 0.03)
    }

    @Test("What was muted before is muted afterwards, whoever sets the volume meanwhile")
    func muting() async throws {
        try await command(.setMuted(true))
        _ = await ringer.ring(AlarmSound(["wake"], volume: 0.4))
        #expect(!rig.engine.isMuted)
        ringer.silence()
        try await command(.setVolume(0.5))
        try await command(.resume)
        #expect(rig.engine.isMuted && rig.controller.snapshot.isMuted)

        try await command(.setMuted(false))
        _ = await ringer.ring(AlarmSound(["wake"], volume: 0.4))
        rig.engine.changeVolumeFromOutside(to: 0.4, isMuted: true)
        await pass(.zero)
        rig.engine.changeVolumeFromOutside(to: 0.4, isMuted: false)
        await pass(.zero)
        #expect(!rig.controller.snapshot.isMuted, "who mutes in a mixer can unmute there")
    }

    // MARK: Something to hear

    @Test("What cannot be played is followed by the next and in the end by a tone, and the reasons are told")
    func substitutes() async throws {
        world.silent = ["station", "favourites"]

        let beginning = await ringer.ring(AlarmSound(["station", "favourites"]))

        #expect(beginning.place == "tone")
        #expect(beginning.failures == ["no answer from station", "no answer from favourites"])
        #expect(status == .playing)
    }

    @Test("A disk that takes nothing silences no alarm")
    func fullDisk() async throws {
        world.isDiskFull = true

        let beginning = await ringer.ring(AlarmSound(["wake"]))

        #expect(beginning.place == "wake" && world.played == ["wake"])
        #expect(status == .playing)
    }

    @Test("Without anything that can be played it tries again, until something can be")
    func triesAgain() async throws {
        world.silent = ["station", "tone"]
        let beginning = await ringer.ring(AlarmSound(["station"]))
        #expect(beginning.place == nil && ringer.isRinging)

        world.silent = []
        await wait(AlarmRinger.pause)

        #expect(world.played == ["station", "tone", "station"])
        #expect(status == .playing)
        #expect(world.ends.isEmpty)
    }

    @Test("What ends begins again, and what breaks is followed by the next")
    func again() async throws {
        _ = await ringer.ring(AlarmSound(["short", "other"]))
        await pass(.seconds(181))
        #expect(world.played == ["short"], "its queue plays again")
        #expect(status == .playing)

        rig.engine.breakOff(PlaybackError(.network, "gone"))
        await pass(.zero)

        #expect(world.played == ["short", "other"])
        #expect(status == .playing)
        #expect(world.ends.isEmpty)
    }

    @Test("What ends as soon as it begins is no sound")
    func empty() async throws {
        rig.engine.media[MediaLocation(filePath: Array("/music/empty.flac".utf8))] = .init(duration: .milliseconds(1))
        _ = await ringer.ring(AlarmSound(["empty", "other"]))
        await pass(.milliseconds(2))
        #expect(world.played == ["empty", "other"])
    }

    @Test("A stream that stands still is followed by the next, once")
    func stall() async throws {
        _ = await ringer.ring(AlarmSound(["station", "other", "third"]))
        rig.engine.buffer(percent: 10)
        await pass(.zero)
        await wait(AlarmRinger.patience)
        #expect(world.played == ["station", "other"])

        rig.engine.buffer(percent: 100)
        await pass(.zero)
        await wait(AlarmRinger.patience)
        #expect(world.played == ["station", "other"], "what plays again is left alone")
    }

    // MARK: Its end

    @Test("A pause, a stop and something else that plays end it, each as what it is")
    func ended() async throws {
        try await command(.setVolume(0.2))
        for (command, end) in [
            (PlaybackCommand.pause, AlarmRinger.End.paused), (.stop, .stopped),
            (.play([.sample("other")], startingAt: 0, shuffled: nil), .replaced),
        ] {
            world.ends = []
            _ = await ringer.ring(AlarmSound(["wake"], volume: 0.5))

            try await self.command(command)

            #expect(world.ends == [end])
            #expect(!ringer.isRinging)
            // Whoever plays something does not get it louder of a sudden.
            #expect(rig.controller.snapshot.volume == (end == .replaced ? 0.5 : 0.2))
        }
    }

    @Test("A press on a headset while a stream stands still is a pause, and plays nothing else")
    func pausedStall() async throws {
        _ = await ringer.ring(AlarmSound(["station", "other"]))
        rig.engine.buffer(percent: 10)
        await pass(.zero)
        try await command(.pause, by: .remote)
        await wait(AlarmRinger.echo)
        #expect(world.ends == [.paused])
        await wait(AlarmRinger.patience)
        #expect(world.played == ["station"])
    }

    @Test("Somebody who plays something while nothing could be heard is not interrupted")
    func replacedInSilence() async throws {
        world.silent = ["station", "tone"]
        _ = await ringer.ring(AlarmSound(["station"]))
        try await command(.play([.sample("other")], startingAt: 0, shuffled: nil))
        await wait(AlarmRinger.pause)
        #expect(world.ends == [.replaced])
        #expect(queue == ["other"] && status == .playing)
    }

    @Test("Music that nobody has heard is silent when its notification is answered at last")
    func answeredLate() async throws {
        _ = await ringer.ring(AlarmSound(["wake"]))
        await wait(AlarmRinger.limit)
        #expect(status == .playing && !ringer.isRinging)
        ringer.silence()
        await settle()
        #expect(status == .paused)
    }

    @Test("A press on a headset is a pause a moment later; an output that goes away is none")
    func remote() async throws {
        _ = await ringer.ring(AlarmSound(["wake"]))
        try await command(.pause, by: .remote)
        #expect(world.ends == [])
        await wait(AlarmRinger.echo)
        #expect(world.ends == [.paused])

        _ = await ringer.ring(AlarmSound(["wake"]))
        try await command(.pause, by: .remote)
        rig.engine.loseOutput()
        await pass(.zero)
        rig.engine.hasOutput = true
        await wait(AlarmRinger.echo)

        #expect(world.ends == [.paused])
        #expect(status == .playing)
    }

    @Test("The next track of the alarm's own album is no other playback")
    func album() async throws {
        try rig.controller.perform(.play([.sample("one"), .sample("two")], startingAt: 0, shuffled: nil))
        rig.engine.advance(by: .zero)
        let ringer = AlarmRinger(
            controller: rig.controller, outputs: nil, player: .init(play: { _ in nil }, tone: { nil }))
        _ = await ringer.ring(AlarmSound([""]))

        try await command(.next)

        #expect(ringer.isRinging)
    }

    @Test(
        "After half an hour it is not begun again; music plays on, and the tone falls silent and gives the queue back")
    func unheard() async throws {
        try await rig.play([.sample("evening")])
        try await command(.pause)
        _ = await ringer.ring(AlarmSound(["wake"]))
        await wait(AlarmRinger.limit)
        #expect(world.ends == [.unheard])
        #expect(status == .playing)

        world.silent = ["wake"]
        try await rig.play([.sample("evening")])
        _ = await ringer.ring(AlarmSound(["wake"]))
        for _ in 0..<3 { await pass(.milliseconds(2_001)) }
        #expect(status == .playing && queue == ["tone"])
        await wait(AlarmRinger.limit)

        #expect(status != .playing)
        #expect(queue == ["evening"])
    }

    @Test("A tone that is paused gives the queue back as well")
    func tonePaused() async throws {
        try await rig.play([.sample("evening")])
        world.silent = ["wake"]
        _ = await ringer.ring(AlarmSound(["wake"]))

        try await command(.pause)

        #expect(world.ends == [.paused])
        #expect(queue == ["evening"] && status != .playing)
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
