// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCueCore

@Suite("Playback against a model")
struct PlaybackModelTests {
    /// A machine, its model and what was done to both.
    fileprivate struct Run {
        var machine = PlaybackStateMachine(seed: 7)
        var model = PlaybackModel()
        var now = ContinuousClock.now
        var random: SplitMix64
        /// What was done, put into words only when something is wrong: that takes longer than doing it.
        var steps: [@Sendable () -> String] = []
        var nextTrack = 1
        /// What similar tracks were asked for behind.
        var questions: [SimilarRequest] = []

        init(seed: Int) { random = SplitMix64(seed: UInt64(seed)) }

        /// One command or event at random; what is wrong afterwards.
        mutating func step() -> [String] {
            now += .milliseconds(Int.random(in: 0...4000, using: &random))
            let wrong =
                switch Int.random(in: 0..<12, using: &random) {
                case 0..<6: perform(command())
                case 6..<11: receive(event())
                default: surprise()
                }
            return wrong + model.check(machine, now: now)
        }

        private mutating func perform(_ command: PlaybackCommand) -> [String] {
            steps.append { Self.text(command) }
            let old = machine
            do throws(PlaybackCommandError) {
                let actions = try machine.perform(command, now: now)
                return took(actions) + model.check(command, old, machine, now: now) + model.noteReturn(old, machine)
            } catch {
                return machine.snapshot == old.snapshot && machine.queue == old.queue
                    ? [] : ["it was refused, and has changed something"]
            }
        }

        /// With titles in the place of tracks.
        private static func text(_ command: PlaybackCommand) -> String {
            switch command {
            case .play(let tracks, let start, let mode, _, _, let isInterrupting):
                "play \(tracks.map(\.title)) from \(start), shuffled: \(mode as Any), interrupting: \(isInterrupting)"
            case .enqueue(let tracks, let placement, _): "enqueue \(tracks.map(\.title)) \(placement)"
            default: "\(command)"
            }
        }

        private mutating func receive(_ event: (EngineEvent, PlaybackRequest.Token?)) -> [String] {
            steps.append { "\(event.0)" }
            let old = machine
            if case .started(let token) = event.0 { model.noteStart(token) }
            if case .failed(let token, _) = event.0 { model.noteFailure(token) }
            let actions = machine.receive(event.0, now: now)
            let wrong = took(actions) + model.noteReturn(old, machine)
            guard let token = event.1, token != old.loaded?.request.token, old.cuedIndex(of: token) == nil else {
                return wrong
            }
            let isUntouched =
                actions.allSatisfy(\.isQuestion) && machine.snapshot == old.snapshot && machine.cued == old.cued
            return wrong + (isUntouched ? [] : ["an event of another request had an effect"])
        }

        /// What comes neither from a person nor from the engine.
        private mutating func surprise() -> [String] {
            let kind = Int.random(in: 0..<8, using: &random)
            steps.append { "surprise \(kind)" }
            switch kind {
            case 0: return took(machine.interrupt(by: pick(PlaybackInterruption.allCases), now: now))
            case 1: return took(machine.endInterruption(.suspend, goesOn: pick([true, true, false]), now: now))
            case 2: return took(machine.endInterruption(.outputLost, now: now))
            case 3: return took(machine.fallAsleep(now: now))
            case 4: return answer()
            case 6: return took(machine.returnInLoop(now: machine.loopEnd ?? now))
            case 5:
                let place = pick([nil, nil, Duration.seconds(30)])
                let item = machine.queue.entries.randomElement(using: &random)?.track.identifier
                return item.map { took(machine.noteResumePositions([$0: place])) } ?? []
            default:
                machine.notePosition(machine.position(at: now), now: now)
                return []
            }
        }
    }

    @Test(
        "whatever is asked for and whatever the engine tells: no illegal state, no lost command",
        arguments: TestEffort.seeds(20))
    func randomRuns(seed: Int) {
        var run = Run(seed: seed)
        for _ in 0..<250 {
            let wrong = run.step()
            // The first step that shows it ends the shortest run of this seed that does.
            guard wrong.isEmpty else {
                let last = run.steps.suffix(40).map { $0() }.joined(separator: "\n  ")
                Issue.record("seed \(seed), \(run.steps.count) steps: \(wrong)\nThe last of them:\n  \(last)")
                return
            }
        }
        // A queue that was taken over is saved with the next command.
        if run.machine.formerSession != nil { _ = try? run.machine.perform(.pause, now: run.now) }
        let again = PlaybackStateMachine(run.machine.session(at: run.now), seed: 1)
        #expect(again.waiting.map(\.queue.entries) == run.machine.waiting.map(\.queue.entries))
        #expect(again.queue.entries == run.machine.queue.entries && again.queue.current == run.machine.queue.current)
        // The engine may have told a longer duration than the track has.
        let position = run.machine.position(at: run.now)
        let expected = again.duration.map { min($0, position) } ?? position
        #expect(again.position(at: run.now) == expected || again.status == .stopped)
    }
}

extension PlaybackModelTests.Run {
    /// Has the model follow, and keeps the questions.
    fileprivate mutating func took(_ actions: [PlaybackStateMachine.Action]) -> [String] {
        for case .findSimilar(let request) in actions { questions.append(request) }
        return model.follow(actions)
    }

    /// Similar tracks are found, at once or long after they were asked for.
    fileprivate mutating func answer() -> [String] {
        guard let request = questions.randomElement(using: &random) else { return [] }
        let (old, found) = (machine, tracks(0...3))
        let wrong = took(machine.goOn(with: found, for: request, now: .now))
        return wrong + model.noteSimilar(found, request, old, machine)
    }

    private mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }

    private mutating func tracks(_ count: ClosedRange<Int>) -> [Track] {
        (0..<Int.random(in: count, using: &random)).map { _ in
            defer { nextTrack += 1 }
            let duration: Duration? = pick([.seconds(180), .seconds(180), .milliseconds(50), .seconds(1), nil])
            return .numbered(nextTrack, duration: duration)
        }
    }

    /// A queue of another machine, from any of its tracks on.
    private mutating func taken(_ tracks: [Track]) -> TakenQueue {
        let current = Int.random(in: 0..<tracks.count, using: &random)
        var queue = HandedQueue(
            machine: "desk", entries: tracks.map { HandedEntry($0) }, current: current, position: .seconds(3))
        queue.repeatMode = pick(RepeatMode.allCases)
        queue.shuffleMode = pick(ShuffleMode.allCases)
        if queue.shuffleMode != .off { queue.order = tracks.indices.shuffled(using: &random) }
        let missing = Set(tracks.indices.filter { $0 != current && Int.random(in: 0..<3, using: &random) == 0 })
        return TakenQueue(queue, tracks: tracks, missing: missing, current: current)
    }

    private var all: [PlaybackQueue.EntryID] { machine.queue.entries.map(\.id) }

    /// Some entries, each once.
    private mutating func some() -> [PlaybackQueue.EntryID] {
        Array(all.shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random)))
    }

    fileprivate mutating func command() -> PlaybackCommand {
        let entry = machine.queue.entries.randomElement(using: &random)?.id ?? .init(0)
        let new = tracks(1...5)
        return pick([
            .play(new, startingAt: Int.random(in: 0..<new.count, using: &random), shuffled: nil),
            .play(new, startingAt: 0, shuffled: pick([nil, .off, .tracks, .albums])),
            .play(new, startingAt: 0, shuffled: nil, at: .seconds(5), interrupting: true),
            .play(new, startingAt: 0, shuffled: pick([nil, .tracks]), interrupting: true),
            .takeOver(taken(new)), .handOver, .goBack, .setSimilar(Bool.random(using: &random)),
            .resume, .resume, .pause, .toggle, .stop, .next, .next, .previous,
            .seek(to: .seconds(Int.random(in: 0...180, using: &random))),
            .seekBy(.seconds(Int.random(in: -300...300, using: &random))),
            .setVolume(Double.random(in: -0.5...1.5, using: &random)), .adjustVolume(pick([0.1, -0.3])),
            .setMuted(Bool.random(using: &random)), .setRate(pick([0.5, 1, 1.5, 3])),
            .setLoop(
                pick([
                    .off, .mark(.start), .mark(.end), .part(.seconds(10), .seconds(12)),
                    .part(.seconds(170), .seconds(180)),
                ])),
            .setSleep(pick([nil, .track, .queue, .time(.seconds(60))])),
            .stopAfterEntry(Bool.random(using: &random)), .setRepeatMode(pick(RepeatMode.allCases)),
            .setShuffleMode(pick(ShuffleMode.allCases)), .enqueue(new, at: .last, shuffled: false),
            .enqueue(new, at: .next, shuffled: false),
            .enqueue(new, at: .at(Int.random(in: -1...6, using: &random)), shuffled: false), .playEntry(entry),
            .removeEntry(entry), .removeEntry(entry),
            .moveEntry(entry, to: Int.random(in: 0...8, using: &random)), .undo, .undo, .redo, .redo,
            .removeEntries(some()), .keepEntries(machine.queue.entries.count > 8 ? some() : all),
            .moveEntries(some(), to: Int.random(in: 0...8, using: &random)), .playNext(some()), .sortQueue(.reverse),
            .rearrangeEntries(some()),
            .setSingle(Int.random(in: 0..<4, using: &random) == 0),
            machine.queue.entries.count > 12 ? .clearQueue : .next,
        ])
    }

    /// An event, and the token that it bears: of now, of what follows, late, or of nothing.
    fileprivate mutating func event() -> (EngineEvent, PlaybackRequest.Token?) {
        let current = machine.loaded?.request.token ?? .init(1)
        let token = pick([
            current, current, current, machine.cued.first?.request.token ?? current,
            machine.cued.randomElement(using: &random)?.request.token ?? current,
            .init(UInt64.random(in: 0...current.number, using: &random)), .init(current.number + 1000),
        ])
        let codes: [PlaybackError.Code] = [.notFound, .notPlayable, .network, .noAudioOutput]
        let event: EngineEvent = pick([
            .prepared(
                token, duration: pick([nil, .seconds(180), .seconds(90)]), isSeekable: Bool.random(using: &random)),
            .prepared(token, duration: .seconds(180), isSeekable: true), .started(token), .started(token),
            .ended(token),
            .durationChanged(token, pick([nil, .seconds(200)])), .seeked(token, to: .seconds(3)),
            .buffering(token, percent: pick([0, 50, 100])), .streamTitle(token, pick(["", "Title"])),
            .formatChanged(token, MediaFormat(codec: pick(["mp3", "flac"]))),
            .failed(token, PlaybackError(pick(codes), "x")),
            .outputLost(token, position: .seconds(2), PlaybackError(.audioOutputLost, "x")),
            .volumeChanged(volume: Double.random(in: -1...2, using: &random), isMuted: Bool.random(using: &random)),
            .outputChanged(AudioOutput(name: "pulse", isSilent: false, identifier: pick(["a", "b"]))),
            .interrupted(Bool.random(using: &random)),
        ])
        return switch event {
        case .volumeChanged, .outputChanged, .interrupted: (event, nil)
        default: (event, token)
        }
    }
}

extension PlaybackStateMachine.Action {
    /// Similar tracks may be asked for once more at any time.
    fileprivate var isQuestion: Bool { if case .findSimilar = self { true } else { false } }
}
