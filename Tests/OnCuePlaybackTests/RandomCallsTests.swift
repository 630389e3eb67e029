// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

/// Calls in any order and at any time, as impatient fingers make them.
@MediaActor
@Suite
struct RandomCallsTests {
    @Test("After any calls a medium still plays from its beginning to its end", arguments: (1...6).map(UInt64.init))
    func survives(_ seed: UInt64) async throws {
        let bench = try EngineBench(.decks)
        var media = [bench.missing(), try bench.text()]
        for seconds in [0.01, 0.05, 0.2, 0.6, 1.5, 3, 5] { media.append(try await bench.tone(seconds)) }
        var numbers = SeededNumbers(state: seed)

        for _ in 0..<150 {
            let medium = bench.again(media[Int.random(in: 0..<media.count, using: &numbers)])
            switch Int.random(in: 0..<15, using: &numbers) {
            case 0, 1: bench.engine.load(medium, at: .zero, playing: true)
            case 2: bench.engine.load(medium, at: .milliseconds(300), playing: Bool.random(using: &numbers))
            case 3: bench.engine.cue(medium)
            case 4: bench.engine.cue(Self.row(of: media, using: &numbers).map { bench.again($0) })
            case 5: bench.engine.cue(nil)
            case 6: bench.engine.seek(to: .milliseconds(Int.random(in: 0..<4000, using: &numbers)))
            case 7: bench.engine.setPlaying(Bool.random(using: &numbers))
            case 8: bench.engine.setVolume(Double.random(in: 0...1, using: &numbers))
            case 9: bench.engine.setRate(Double.random(in: 0.4...3.2, using: &numbers))
            case 10: bench.engine.apply(Self.settings(using: &numbers))
            case 11:
                let held = media.shuffled(using: &numbers).prefix(Int.random(in: 0...3, using: &numbers))
                bench.engine.prepare(held.map { PreparedMedium(location: $0.location) })
            case 13:
                let start = Duration.milliseconds(Int.random(in: 0..<2000, using: &numbers))
                let isOff = Bool.random(using: &numbers)
                bench.engine.repeatPart(isOff ? nil : start..<start + .milliseconds(300))
            case 12: bench.engine.setOutput(Bool.random(using: &numbers) ? .automatic : .device("elsewhere"))
            default: if Int.random(in: 0..<6, using: &numbers) == 0 { bench.engine.stop() }
            }
            await bench.pass(.milliseconds(Int.random(in: 0..<30, using: &numbers)))
        }

        // A fade at the end would be heard after it.
        bench.engine.apply(SoundSettings())
        let last = try await bench.tone(0.4)
        bench.engine.load(last, at: .zero, playing: true)
        #expect(await bench.wait(for: .ended(last.token)), "seed \(seed)")
        #expect(bench.story(of: last) == ["prepared", "started", "ended"], "\(bench.events.events.suffix(4))")
        // No request fails or ends twice, and none of those that were replaced speaks afterwards.
        for request in Set(bench.events.events.compactMap(\.token)) {
            let endings = bench.events.events.filter { $0.token == request && $0.isEnding }
            #expect(endings.count <= 1, "seed \(seed): \(endings)")
        }
        await bench.engine.shutDown()
    }

    private static func row(of media: [PlaybackRequest], using numbers: inout SeededNumbers) -> [PlaybackRequest] {
        (0..<Int.random(in: 2...6, using: &numbers)).map { _ in media[Int.random(in: 1..<media.count, using: &numbers)]
        }
    }

    private static func settings(using numbers: inout SeededNumbers) -> SoundSettings {
        var settings = SoundSettings()
        settings.crossfade = .milliseconds([0, 0, 300, 2_000].randomElement(using: &numbers) ?? 0)
        settings.fade = .milliseconds([0, 50, 400].randomElement(using: &numbers) ?? 0)
        settings.skipsSilence = Bool.random(using: &numbers)
        if Bool.random(using: &numbers) {
            settings.equalizer = settings.equalizer.map { _ in Double.random(in: -24...12, using: &numbers) }
        }
        return settings
    }
}

extension EngineEvent {
    fileprivate var token: PlaybackRequest.Token? {
        switch self {
        case .prepared(let token, _, _), .started(let token), .durationChanged(let token, _), .seeked(let token, _),
            .buffering(let token, _), .streamTitle(let token, _), .hasVideo(let token), .ended(let token),
            .failed(let token, _), .formatChanged(let token, _), .outputLost(let token, _, _):
            token
        case .volumeChanged, .outputChanged, .interrupted: nil
        }
    }

    fileprivate var isEnding: Bool {
        switch self {
        case .ended, .failed: true
        default: false
        }
    }
}
