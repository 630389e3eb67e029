// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

extension SoundServerTests {
    /// What a sound server sees of OnCue after a stop.
    @Suite
    struct KeptOutputTests {
        @Test("A stop ends the stream at once, and gives the output back after its time")
        func givesBack() async throws {
            let stage = try await SoundStage(keepingTime: .seconds(1))
            try await stage.playAndStop()

            try await waitUntil("the output is given back", within: .seconds(10)) {
                try await stage.server.ownConnections().isEmpty
            }
            _ = try await stage.finish()
        }

        @Test("After the end and after a failure the output is given back in the same way", arguments: [true, false])
        func givesBackAfterEnd(ends: Bool) async throws {
            let stage = try await SoundStage(keepingTime: .seconds(1))
            let medium = try await stage.request(.tone(1000, seconds: 1))
            await stage.engine.load(medium, at: .zero, playing: true)
            #expect(await stage.events.wait(for: .started(medium.token)) != nil)
            if ends {
                #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            } else {
                let bad = await stage.request(path: stage.files.path("nothing.wav"))
                await stage.engine.load(bad, at: .zero, playing: true)
                #expect(
                    await stage.events.wait { if case .failed(bad.token, _) = $0 { true } else { false } } != nil)
            }

            try await waitUntil("the output is given back", within: .seconds(10)) {
                try await stage.server.ownConnections().isEmpty
            }
            _ = try await stage.finish()
        }

        @Test("What is chosen soon after a stop uses the connection that is there, and keeps it")
        func goesOnWithConnection() async throws {
            let stage = try await SoundStage(keepingTime: .seconds(5))
            let tone = try await stage.playAndStop()
            let connections = try await stage.server.ownConnections()
            #expect(connections.count == 1, "kept for the next choice")

            let again = await stage.again(tone)
            await stage.engine.load(again, at: .zero, playing: true)

            // Longer than an output that nobody uses is kept.
            #expect(await stage.play(until: .seconds(6)))
            #expect(try await stage.server.ownConnections() == connections)
            #expect(try await stage.server.streamNumbers().count == 1)
            _ = try await stage.finish()
        }

        @Test("A kept output lets the sound server suspend its device")
        func letsSuspend() async throws {
            let stage = try await SoundStage()
            try await stage.server.control(["load-module", "module-suspend-on-idle", "timeout=1"])
            try await stage.playAndStop()
            // Who listens keeps the device awake.
            await stage.endRecording()

            try await waitUntil("the device is suspended", within: .seconds(20)) {
                try await stage.server.control(["list", "short", "sinks"]).contains("SUSPENDED")
            }
            #expect(try await stage.server.ownConnections().count == 1)
            await stage.engine.shutDown()
        }

        @Test("What is chosen after a stop goes to the device that has become the default meanwhile")
        func followsDefault() async throws {
            let stage = try await SoundStage()
            let tone = try await stage.playAndStop()
            try await stage.server.control(["load-module", "module-null-sink", "sink_name=headset"])
            try await stage.server.control(["set-default-sink", "headset"])

            let again = await stage.again(tone)
            await stage.engine.load(again, at: .zero, playing: true)
            #expect(await stage.events.wait(for: .started(again.token)) != nil)

            let sinks = try await stage.server.control(["list", "short", "sinks"]).split(separator: "\n")
            let headset = try #require(sinks.first { $0.contains("headset") }?.split(separator: "\t").first)
            let streams = try await stage.server.control(["list", "short", "sink-inputs"]).split(separator: "\n")
            #expect(streams.map { $0.split(separator: "\t")[1] } == [headset])
            _ = try await stage.finish()
        }

        @Test("A server that refuses a connection for a moment is asked again")
        func asksAgain() async throws {
            let stage = try await SoundStage(byLink: true)
            let again = await stage.again(try await stage.playAndStop { $0.halt() })
            try await waitUntil("the output is given back", within: .seconds(5)) {
                try await stage.server.ownConnections().isEmpty
            }

            try await stage.takeLink()
            await stage.engine.load(again, at: .zero, playing: true)
            // Long enough for one refusal, and not for all.
            try await Task.sleep(for: .milliseconds(150))
            try await stage.putLink()

            #expect(await stage.events.wait(for: .started(again.token)) != nil)
            _ = try await stage.finish()
        }

        @Test("A server that is gone is told")
        func isGone() async throws {
            let stage = try await SoundStage(byLink: true)
            let again = await stage.again(try await stage.playAndStop())

            try await stage.takeLink()
            stage.server.kill()
            await stage.engine.load(again, at: .zero, playing: true)

            #expect(
                await stage.events.wait { if case .failed(again.token, _) = $0 { true } else { false } } != nil)
            _ = try await stage.finish()
        }

        @Test("What is chosen soon after a stop, or after the end, is as loud as what was heard before")
        func keepsLoudness() async throws {
            let stage = try await SoundStage()
            let tone = try await stage.playAndStop { engine in
                engine.setVolume(0.3)
                engine.stop()
            }
            let again = await stage.again(tone)
            await stage.engine.load(again, at: .seconds(10), playing: true)
            #expect(await stage.events.wait(for: .started(again.token)) != nil)
            #expect(try await stage.server.streamPercents() == [30])
            await stage.engine.seek(to: .milliseconds(19_500))

            // What has ended stays at the output for a moment.
            #expect(await stage.events.wait(for: .ended(again.token)) != nil)
            let third = await stage.again(tone)
            await stage.engine.load(third, at: .zero, playing: true)
            #expect(await stage.events.wait(for: .started(third.token)) != nil)
            #expect(try await stage.server.streamPercents() == [30])
            _ = try await stage.finish()
        }

        @Test("What has another rate is as loud as what was heard before, also after a pause")
        func keepsLoudnessOverRates() async throws {
            let stage = try await SoundStage()
            let tone = try await stage.request(.tone(1000, seconds: 20))
            await stage.engine.load(tone, at: .zero, playing: true)
            #expect(await stage.events.wait(for: .started(tone.token)) != nil)
            await stage.engine.setVolume(0.3)
            await stage.engine.setPlaying(false)
            let other = try await stage.request(.tone(1000, seconds: 20, rate: 44_100))
            await stage.engine.load(other, at: .zero, playing: true)
            #expect(await stage.play(until: .seconds(1)))
            #expect(try await stage.server.streamPercents() == [30])
            _ = try await stage.finish()
        }

        @Test("A volume that is set while the stream is being made counts, whenever that is")
        func takesVolumeWhileBeginning() async throws {
            let stage = try await SoundStage()
            let tone = try await stage.playAndStop { engine in
                engine.setVolume(0.2)
                engine.stop()
            }
            for number in 0..<24 {
                let again = await stage.again(tone)
                await stage.engine.load(again, at: .zero, playing: true)
                let moment = ContinuousClock.now + .microseconds(500 * number)
                while ContinuousClock.now < moment { await Task.yield() }
                let volume = number.isMultiple(of: 2) ? 0.6 : 0.2
                await stage.engine.setVolume(volume)
                #expect(await stage.events.wait(for: .started(again.token)) != nil)

                let wanted = [Int(volume * 100)]
                try await waitUntil("\(wanted) is heard, \(number) times 0.5 ms after the choice", within: .seconds(2))
                {
                    try await stage.server.streamPercents() == wanted
                }
                await stage.engine.stop()
            }
            _ = try await stage.finish()
        }

        @Test("A sound server that begins anew after a stop plays what is chosen then")
        func outlivesServer() async throws {
            let stage = try await SoundStage()
            let tone = try await stage.playAndStop()

            stage.server.kill()
            try await stage.server.startAgain()
            let again = await stage.again(tone)
            await stage.engine.load(again, at: .zero, playing: true)

            #expect(await stage.events.wait(for: .started(again.token)) != nil)
            #expect(try await stage.server.streamNumbers().count == 1)
            await stage.engine.shutDown()
        }

        @Test("What has to end at once, as for sleep, keeps nothing")
        func haltKeepsNothing() async throws {
            let stage = try await SoundStage()
            try await stage.playAndStop { $0.halt() }

            // Both come in one turn of the output, the stream first.
            try await waitUntil("the output is given back", within: .seconds(2)) {
                try await stage.server.ownConnections().isEmpty
            }
            _ = try await stage.finish()
        }
    }
}

extension SoundStage {
    /// Plays a tone of 20 s, stops it, and waits until its stream is gone.
    @discardableResult
    fileprivate func playAndStop(_ stop: @MediaActor (SegmentEngine) -> Void = { $0.stop() }) async throws
        -> PlaybackRequest
    {
        let tone = try await request(.tone(1000, seconds: 20))
        engine.load(tone, at: .zero, playing: true)
        #expect(await events.wait(for: .started(tone.token)) != nil)
        #expect(try await server.ownConnections().count == 1)

        stop(engine)

        try await waitUntil("the stream is gone", within: .seconds(2)) { try await server.streamNumbers().isEmpty }
        return tone
    }
}

extension PulseServer {
    /// How loud each stream is, as mixers show it.
    fileprivate func streamPercents() async throws -> [Int] {
        try await control(["list", "sink-inputs"]).split(separator: "\n").filter { $0.contains("Volume: ") }
            .compactMap { line in
                line.split(separator: "/").dropFirst().first.flatMap { Int($0.filter(\.isNumber)) }
            }
    }

    /// The numbers of the connections that OnCue has.
    fileprivate func ownConnections() async throws -> [String] {
        try await control(["list", "clients"]).split(separator: "Client #")
            .filter { $0.contains("application.name = \"OnCue") }
            .compactMap { $0.split(separator: "\n").first.map(String.init) }
    }
}
