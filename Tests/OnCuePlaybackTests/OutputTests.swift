// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

extension SoundServerTests {
    /// Outputs that are not there, or go away.
    @MediaActor
    @Suite
    struct OutputTests {
        private static let nowhere = OutputPreference.pulse(server: "unix:/nonexistent/oncue/native")

        @Test("Without any output a load fails with what to do")
        func noOutput() async throws {
            let bench = try EngineBench(.decks, outputs: [Self.nowhere])
            let tone = try await bench.tone(0.3)

            bench.engine.load(tone, at: .zero, playing: true)

            let failed = await bench.wait { if case .failed = $0 { true } else { false } }
            guard case .failed(tone.token, let error) = failed else {
                Issue.record("\(String(describing: failed))")
                return
            }
            #expect(error.code == .noAudioOutput)
            #expect(error.concernsOutput)
            #expect(error.message.contains("--output silent"))
            await bench.engine.shutDown()
        }

        @Test("A sink that does not exist is an output that does not answer")
        func unknownSink() async throws {
            let bench = try EngineBench(.decks, outputs: [.named("nosuchsink")])
            let tone = try await bench.tone(0.3)

            bench.engine.load(tone, at: .zero, playing: true)

            #expect(
                await bench.wait {
                    if case .failed(tone.token, let error) = $0 { error.code == .noAudioOutput } else { false }
                } != nil)
            await bench.engine.shutDown()
        }

        @Test("The next output is taken when the one before does not answer")
        func fallsBack() async throws {
            let bench = try EngineBench(.decks, outputs: [Self.nowhere, .silent])
            let tone = try await bench.tone(0.3)

            bench.engine.load(tone, at: .zero, playing: true)

            #expect(await bench.wait(for: .ended(tone.token)))
            #expect(bench.events.events.contains(.outputChanged(AudioOutput(name: "silent", isSilent: true))))
            #expect(bench.engine.output?.isSilent == true)
            await bench.engine.shutDown()
        }

        @Test("A WAV file takes what is heard, grows from run to run, and no other file is written over")
        func writesFile() async throws {
            let files = try TemporaryFiles()
            let path = files.path("heard.wav")
            for run in 1...2 {
                let bench = try EngineBench(.decks, outputs: [.file(path)])
                let tone = try await bench.tone(0.5)
                bench.engine.load(tone, at: .zero, playing: true)
                #expect(await bench.wait(for: .ended(tone.token)))
                await bench.engine.shutDown()
                #expect(abs(try Self.size(of: path) - 44 - run * 96_000) < 4 * 480)
            }

            let song = files.path("song.wav")
            try ToneFile.tone(500, seconds: 0.1, channels: 1).write(to: song)
            let before = try Self.size(of: song)
            let bench = try EngineBench(.decks, outputs: [.file(song)])
            let tone = try await bench.tone(0.2)
            bench.engine.load(tone, at: .zero, playing: true)
            let failure = await bench.wait { if case .failed(tone.token, _) = $0 { true } else { false } }
            #expect(failure != nil)
            #expect(try Self.size(of: song) == before)
            await bench.engine.shutDown()
        }

        private static func size(of path: String) throws -> Int {
            var status = stat()
            try #require(stat(path, &status) == 0)
            return Int(status.st_size)
        }

        @Test("The silent output keeps real time")
        func keepsTime() async throws {
            let bench = try EngineBench(.decks, outputs: [.silent])
            let tone = try await bench.tone(1)
            bench.engine.load(tone, at: .zero, playing: true)

            let started = await bench.events.wait(for: .started(tone.token))
            let ended = await bench.events.wait(for: .ended(tone.token))

            let length = try #require(ended).time - (try #require(started).time)
            #expect(abs((length - .seconds(1)) / .milliseconds(1)) < 100)
            await bench.engine.shutDown()
        }

        @Test("A sound server that dies is told once, with the position, and playback can go on elsewhere")
        func serverDies() async throws {
            let server = try await PulseServer()
            let bench = try EngineBench(.decks, outputs: [.pulse(server: server.address), .silent])
            let tone = try await bench.tone(20)
            bench.engine.load(tone, at: .seconds(5), playing: true)
            #expect(await bench.play(until: .milliseconds(5400)))

            server.kill()

            let lost = await bench.wait { if case .outputLost = $0 { true } else { false } }
            guard case .outputLost(tone.token, let position, let error) = lost else {
                Issue.record("\(String(describing: lost))")
                return
            }
            #expect(error.code == .audioOutputLost)
            #expect(position > .milliseconds(5300) && position < .seconds(7))
            await bench.pass(.milliseconds(300))
            #expect(bench.story(of: tone) == ["prepared", "started", "lost audioOutputLost"])
            #expect(bench.engine.position == position)

            bench.engine.setPlaying(true)

            #expect(await bench.wait(for: .outputChanged(AudioOutput(name: "silent", isSilent: true))))
            #expect(await bench.play(until: position + .milliseconds(200)))
            await bench.engine.shutDown()
        }

        @Test("While no output is back, playing on is refused and the position kept")
        func staysLost() async throws {
            let server = try await PulseServer()
            let bench = try EngineBench(.decks, outputs: [.pulse(server: server.address)])
            let tone = try await bench.tone(20)
            bench.engine.load(tone, at: .seconds(5), playing: true)
            #expect(await bench.play(until: .milliseconds(5300)))
            server.kill()
            #expect(await bench.wait { if case .outputLost = $0 { true } else { false } } != nil)

            bench.engine.setPlaying(true)

            #expect(
                await bench.wait {
                    if case .outputLost(_, _, let error) = $0 { error.code == .noAudioOutput } else { false }
                } != nil)
            #expect(try #require(bench.engine.position) > .milliseconds(5200))
            await bench.engine.shutDown()
        }

        @Test("A server that died while nothing played is found out at the next load")
        func serverDiesWhileIdle() async throws {
            let server = try await PulseServer()
            let bench = try EngineBench(.decks, outputs: [.pulse(server: server.address), .silent])
            let first = try await bench.tone(0.3)
            let second = try await bench.tone(0.3)
            bench.engine.load(first, at: .zero, playing: true)
            #expect(await bench.wait(for: .ended(first.token)))

            server.kill()
            bench.engine.load(second, at: .zero, playing: true)

            #expect(await bench.wait(for: .ended(second.token)))
            #expect(bench.story(of: second) == ["prepared", "started", "ended"])
            #expect(bench.engine.output?.isSilent == true)
            await bench.engine.shutDown()
        }

        @Test("From a load to the first sound at the output takes less than 30 ms once the engine has played")
        func startsQuickly() async throws {
            let server = try await PulseServer()
            let bench = try EngineBench(.decks, outputs: [.pulse(server: server.address)])
            let tones = try await bench.tones(0..<2, 5)
            var latencies: [Duration] = []

            for index in 0..<12 {
                let request = bench.again(tones[index % 2])
                let start = ContinuousClock.now
                bench.engine.load(request, at: .zero, playing: true)
                let started = await bench.events.wait(for: .started(request.token))
                latencies.append(try #require(started).time - start)
            }

            // Load delays and never hastens, so the best one tells.
            let best = latencies.dropFirst(2).min() ?? .zero
            // The aim is 30 ms; a machine that runs other tests at the same time is given more.
            #expect(best < .milliseconds(100), "\(latencies)")
            await bench.engine.shutDown()
        }
    }
}
