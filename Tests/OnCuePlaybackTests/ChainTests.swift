// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

extension SoundServerTests {
    /// Chained Ogg files of three links of two seconds, with 400, 600 and 800 Hz.
    @Suite
    struct ChainTests {
        private static let count = 3
        private static let seconds = 2.0

        private static func frequency(at place: Double) -> Double { 400 + 200 * (place / seconds).rounded(.down) }

        @Test(
            "A jump in a chain on a web server with ranges goes where it is told to have gone, and to the end from there",
            arguments: ["ogg", "opus"], [0.75, 2.75, 4.5])
        func jumpsOnTheWeb(_ format: String, _ target: Double) async throws {
            let stage = try await FileStage()
            let bytes = try await stage.chain(format)
            let server = try HTTPServer { HTTPServer.file(bytes, tag: "a", for: $0) }
            let medium = await stage.request(try #require(MediaLocation(uri: server.address + "/chain." + format)))
            await stage.engine.load(medium, at: .zero, playing: false)
            #expect(await stage.isPrepared(medium))

            await stage.engine.seek(to: .seconds(target))
            let place = try #require(await stage.jump(of: medium))
            await stage.engine.setPlaying(true)

            #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            let sound = try await stage.finish()
            #expect(abs(sound.seconds - (6 - place)) < 0.02, "\(sound.seconds) s from \(place)")
            Self.expectTones(in: sound, from: place)
        }

        @Test(
            "Links that were cut out of longer files are heard in their length, and a jump goes where it is told to",
            arguments: [[96_000, 0, 0], [0, 96_000, 480_000], [96_000, 96_000, 96_000]], [nil, 2.75, 4.5])
        func lateLinks(_ delays: [Int], _ target: Double?) async throws {
            let stage = try await FileStage()
            let path = stage.files.path("chain.ogg")
            try Data(await stage.chain("ogg", delays: delays)).write(to: URL(fileURLWithPath: path))
            let medium = await stage.request(path: path)
            await stage.engine.load(medium, at: .zero, playing: false)
            #expect(await stage.isPrepared(medium))

            var place = 0.0
            if let target {
                await stage.engine.seek(to: .seconds(target))
                place = try #require(await stage.jump(of: medium))
            }
            await stage.engine.setPlaying(true)

            #expect(await stage.events.wait(.seconds(20), for: .ended(medium.token)) != nil)
            let lengths = await stage.lengths(of: medium)
            // It may be unknown, but not wrong.
            #expect(lengths.allSatisfy { abs($0 - 6) < 0.02 }, "\(lengths)")
            let sound = try await stage.finish()
            #expect(abs(sound.seconds - (6 - place)) < 0.02, "\(sound.seconds) s from \(place)")
            Self.expectTones(in: sound, from: place)
        }

        @Test(
            "After a jump playing goes over the next boundary, and back over it with another jump",
            arguments: ["ogg", "opus"], [1.0, 2.0])
        func jumpsOverBoundaries(_ format: String, _ rate: Double) async throws {
            let stage = try await FileStage()
            let path = stage.files.path("chain." + format)
            try Data(await stage.chain(format)).write(to: URL(fileURLWithPath: path))
            var medium = await stage.request(path: path)
            medium.rate = rate
            await stage.engine.load(medium, at: .zero, playing: true)
            #expect(await stage.play(until: .milliseconds(100)))

            await stage.engine.seek(to: .milliseconds(3_700))
            #expect(await stage.play(until: .milliseconds(4_300)))
            await stage.engine.seek(to: .milliseconds(1_700))
            #expect(await stage.events.wait(for: .seeked(medium.token, to: .milliseconds(1_700))) != nil)
            #expect(await stage.play(until: .milliseconds(2_300)))

            #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            let sound = try await stage.finish()
            let last = sound.part(sound.seconds - 4.3 / rate, sound.seconds)
            Self.expectTones(in: last, from: 1.7, rate: rate)
        }

        /// Expects the tones of the links, from a place in the chain on.
        private static func expectTones(in sound: SoundRecording, from place: Double, rate: Double = 1) {
            for number in 0..<count {
                let start = max(0, seconds * Double(number) - place) / rate
                let end = (seconds * Double(number + 1) - place) / rate
                guard end > 0.1 else { continue }
                let heard = sound.part(start + 0.05, end - 0.05).frequency
                let expected = frequency(at: seconds * Double(number) + 0.1)
                #expect(abs(heard - expected) < (rate == 1 ? 2 : 20), "link \(number): \(heard) Hz")
            }
        }
    }
}

extension MediaStage {
    /// The bytes of a chain.
    ///
    /// - Parameter delays: The first position of each link, in frames.
    fileprivate func chain(_ format: String, delays: [Int] = [0, 0, 0]) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for (number, delay) in delays.enumerated() {
            let tone = ToneFile.tone(400 + 200 * Double(number), seconds: 2)
            let link = try Data(contentsOf: URL(fileURLWithPath: try await write(tone, as: format)))
            bytes += OggPages.renumbered(Array(link), UInt8(7 + number), delay: delay)
        }
        return bytes
    }

    fileprivate func isPrepared(_ medium: PlaybackRequest) async -> Bool {
        await events.wait { if case .prepared(medium.token, _, _) = $0 { true } else { false } } != nil
    }

    /// The place in seconds that a jump has gone to.
    fileprivate func jump(of medium: PlaybackRequest) async -> Double? {
        let event = await events.wait(.seconds(15)) { if case .seeked(medium.token, _) = $0 { true } else { false } }
        guard case .seeked(_, let place) = event?.event else { return nil }
        return place / .seconds(1)
    }

    /// The lengths in seconds that were told.
    fileprivate func lengths(of medium: PlaybackRequest) -> [Double] {
        events.events.compactMap { event in
            switch event {
            case .prepared(medium.token, let length?, _), .durationChanged(medium.token, let length?):
                length / .seconds(1)
            default: nil
            }
        }
    }
}
