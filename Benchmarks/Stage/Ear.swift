// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import Glibc
internal import Synchronization

/// Hears when a sound of some level begins, in what is recorded.
final class Ear: Sendable {
    private struct Wait {
        var levels: ClosedRange<Float>
        var heard: CheckedContinuation<ContinuousClock.Instant?, Never>
    }

    private struct State {
        var wait: Wait?
        var isOver = false
        /// How loud it is now.
        var level: Float = 0
        /// How loud it was at most while it was waited.
        var loudest: Float = 0
        var change: TrackChange?
    }

    private let state = Mutex(State())

    /// - Parameter descriptor: Where samples of 32 bits of one channel come from; closed at their end.
    init(_ descriptor: Int32) {
        DispatchQueue(label: "oncue.bench.ear", qos: .userInteractive).async { [weak self] in
            var samples = [Float](repeating: 0, count: 2048)
            while true {
                let count = read(descriptor, &samples, 4 * samples.count) / 4
                guard count > 0 else { break }
                self?.hear(samples[..<count])
            }
            close(descriptor)
            self?.end()
        }
    }

    /// When the first sample within these levels comes; `nil` when none does within five seconds.
    func first(in levels: ClosedRange<Float>) async -> ContinuousClock.Instant? {
        let timeout = Task { [weak self] in
            try await Task.sleep(for: .seconds(5))
            self?.answer(nil)
        }
        defer { timeout.cancel() }
        return await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                state.loudest = 0
                if !state.isOver { state.wait = Wait(levels: levels, heard: continuation) }
                return state.isOver
            }
            if isOver { continuation.resume(returning: nil) }
        }
    }

    /// How loud it was at most since something was waited for.
    var loudest: Float { state.withLock { $0.loudest } }

    /// Listens from now on for a change of tracks.
    func expect(_ change: TrackChange) { state.withLock { $0.change = change } }

    /// The change that is listened for, as far as it has come.
    var change: TrackChange? { state.withLock { $0.change } }

    /// Waits until nothing is heard.
    func silence() async throws {
        let deadline = ContinuousClock.now + .seconds(5)
        while state.withLock({ $0.level }) > 0.001 {
            guard ContinuousClock.now < deadline else { throw BenchError("the sound does not end") }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func hear(_ samples: ArraySlice<Float>) {
        let levels = state.withLock { state in
            state.level = abs(samples.last ?? 0)
            if state.change?.isOver == false { state.change?.hear(samples) }
            for sample in samples { state.loudest = max(state.loudest, abs(sample)) }
            return state.wait?.levels
        }
        if let levels, samples.contains(where: { levels.contains(abs($0)) }) { answer(.now) }
    }

    private func answer(_ time: ContinuousClock.Instant?) {
        let wait = state.withLock { state in
            defer { state.wait = nil }
            return state.wait
        }
        wait?.heard.resume(returning: time)
    }

    private func end() {
        state.withLock { $0.isOver = true }
        answer(nil)
    }
}
