// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

/// What every playback engine promises of formats.
extension EngineContractTests {
    @Test("The format is told once, before the medium is prepared", arguments: EngineKind.allCases)
    func tellsFormat(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tone = try await bench.tone(0.3)

        bench.engine.load(tone, at: .zero, playing: true)

        #expect(await bench.wait(for: .ended(tone.token)))
        #expect(bench.formats(of: tone) == [EngineBench.toneFormat])
        let kinds = bench.events.events.compactMap { event -> String? in
            switch event {
            case .formatChanged: "format"
            case .prepared: "prepared"
            default: nil
            }
        }
        #expect(kinds.prefix(2) == ["format", "prepared"])
        await bench.engine.shutDown()
    }

    @Test("The format of a follower is told right after it has started", arguments: EngineKind.allCases)
    func tellsFormatOfFollower(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let (first, second) = (try await bench.tone(0.5), try await bench.tone(0.4))
        bench.engine.load(first, at: .zero, playing: true)

        bench.engine.cue(second)

        #expect(await bench.wait(for: .ended(second.token)))
        #expect(bench.formats(of: first) == [EngineBench.toneFormat])
        #expect(bench.formats(of: second) == [EngineBench.toneFormat])
        let start = try #require(bench.events.events.firstIndex(of: .started(second.token)))
        #expect(bench.events.events[start + 1] == .formatChanged(second.token, EngineBench.toneFormat))
        await bench.engine.shutDown()
    }

    @Test(
        "The gain is told with the format, and again when the settings change it, not from inside the call",
        arguments: EngineKind.allCases)
    func tellsGain(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        var tone = try await bench.tone(20)
        tone.replayGain = ReplayGain(trackGain: -6.5, trackPeak: 0.5, albumGain: nil, albumPeak: nil)
        let told = { (gain: Double?) -> EngineEvent in
            var format = EngineBench.toneFormat
            format.gain = gain
            return .formatChanged(tone.token, format)
        }
        bench.engine.load(tone, at: .zero, playing: true)
        #expect(await bench.wait(for: .started(tone.token)))
        #expect(bench.events.events.contains(told(-6.5)))

        for (settings, gain) in [
            (SoundSettings(preamp: 2), -4.5), (SoundSettings(loudness: .off), nil), (SoundSettings(), -6.5),
        ] as [(SoundSettings, Double?)] {
            let count = bench.events.events.count
            bench.engine.apply(settings)
            #expect(bench.events.events.count == count)
            #expect(await bench.wait(after: count, for: told(gain)))
        }
        bench.engine.apply(SoundSettings(crossfade: .seconds(2)))
        bench.engine.seek(to: .seconds(5))

        #expect(await bench.wait(for: .seeked(tone.token, to: .seconds(5))))
        #expect(bench.formats(of: tone).count == 4, "nothing that changes no format tells one")
        await bench.engine.shutDown()
    }
}
