// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

extension SoundServerTests {
    /// Tracks that are shorter than what an output holds.
    @Suite
    struct ShortSoundTests {
        private static let frequency = 997.3

        struct Row: CustomTestStringConvertible, Sendable {
            var count: Int
            /// Of each.
            var milliseconds: Int

            var frames: Int { 48 * milliseconds }
            var testDescription: String { "\(count) of \(milliseconds) ms" }
        }

        @Test(
            "A queue of very short tracks is heard in one stretch",
            arguments: [Row(count: 10, milliseconds: 10), Row(count: 40, milliseconds: 50)])
        func queue(_ row: Row) async throws {
            let stage = try await SoundStage()
            var tracks: [Track] = []
            for index in 0..<row.count {
                let path = try await stage.write(
                    .tone(Self.frequency, seconds: Double(row.milliseconds) / 1000, start: index * row.frames))
                let track = Track(
                    identifier: ContentIdentifier(kind: .track, key: "\(index)"),
                    location: MediaLocation(filePath: Array(path.utf8)), title: "\(index)",
                    duration: .milliseconds(row.milliseconds))
                tracks.append(track)
            }
            let player = await QueuePlayer(stage)

            await player.play(tracks)

            #expect(await player.hasEnded(within: .seconds(20)))
            let sound = try await stage.finish().sound()
            // The first frame is a zero, which silence has, too.
            let extra = sound.samples.count - (row.count * row.frames - 1)
            #expect(abs(extra) <= 1, "not the tone at \(sound.largestDeparture(fromTone: Self.frequency).at) s")
            #expect(sound.largestDeparture(fromTone: Self.frequency).value < 0.001)
            let started = await player.started
            #expect(started == tracks.map(\.title), "\(started)")
        }
    }
}

/// Plays a queue as the service does: what the state machine decides, an engine does.
@MediaActor
private final class QueuePlayer {
    private let stage: MediaStage
    private var machine = PlaybackStateMachine(seed: 7)
    /// The titles of what was heard, in order.
    private(set) var started: [String] = []

    init(_ stage: MediaStage) {
        self.stage = stage
        let record = stage.engine.onEvent
        stage.engine.onEvent = { [weak self] event in
            record?(event)
            self?.receive(event)
        }
    }

    func play(_ tracks: [Track]) {
        perform((try? machine.perform(.play(tracks, startingAt: 0, shuffled: .off), now: .now)) ?? [])
    }

    func hasEnded(within limit: Duration) async -> Bool {
        var first = 0
        while machine.status != .stopped {
            let ending = await stage.events.wait(limit, after: first) { if case .ended = $0 { true } else { false } }
            guard ending != nil else { return false }
            first = stage.events.entries.count
        }
        return true
    }

    private func receive(_ event: EngineEvent) {
        perform(machine.receive(event, now: .now))
    }

    private func perform(_ actions: [PlaybackStateMachine.Action]) {
        for action in actions {
            switch action {
            case .load(let request, let position, let playing):
                stage.engine.load(request, at: position, playing: playing)
            case .cue(let followers): stage.engine.cue(followers)
            case .stopEngine: stage.engine.stop()
            case .announceStart: started.append(machine.snapshot.entry?.track.title ?? "")
            default: break
            }
        }
    }
}
