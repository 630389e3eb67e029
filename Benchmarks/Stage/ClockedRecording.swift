// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import Glibc
internal import Synchronization

/// What a sink plays, with the moment of each frame by the clock of this machine.
///
/// A part arrives when the sink has played what was before it, or later where this process was kept waiting; so of those
/// that arrive within some seconds the earliest, compared with how many frames came before it, says when they are played.
/// What arrived at other times says nothing: a sink that rounds the length of its blocks to microseconds is fast or slow
/// by some millionths, which are milliseconds in half an hour.
final class ClockedRecording: Sendable {
    private struct State {
        var frames: [Int16] = []
        /// When the first frame was played, by the earliest arrival in each second of this process's measurement.
        var begins: [Int: Double] = [:]

        func begin(near moment: Double) -> Double {
            let seconds = Int(moment) - ClockedRecording.reach...Int(moment) + ClockedRecording.reach
            return seconds.compactMap { begins[$0] }.min() ?? .infinity
        }
    }

    /// The seconds before and after a moment whose arrivals count.
    private static let reach = 10

    /// Frames in a second, by the clock of this machine.
    let rate: Double
    private let state = Mutex(State())
    private static let zero = ContinuousClock.now

    /// - Parameter descriptor: Where samples of 16 bits of one channel come from; closed at their end.
    init(_ descriptor: Int32, rate: Double) {
        self.rate = rate
        _ = Self.zero
        DispatchQueue(label: "oncue.bench.recording", qos: .userInteractive).async { [weak self] in
            var part = [UInt8](repeating: 0, count: 1 << 14)
            var rest: [UInt8] = []
            while true {
                let count = read(descriptor, &part, part.count)
                guard count > 0, let self else { break }
                rest += part[..<count]
                self.take(&rest)
            }
            close(descriptor)
        }
    }

    private func take(_ bytes: inout [UInt8]) {
        let now = (ContinuousClock.now - Self.zero) / .seconds(1)
        let whole = bytes.count / 2
        state.withLock { state in
            for index in 0..<whole {
                state.frames.append(Int16(bitPattern: UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8))
            }
            let begin = now - Double(state.frames.count) / rate
            state.begins[Int(now)] = min(state.begins[Int(now)] ?? begin, begin)
        }
        bytes.removeFirst(2 * whole)
    }

    /// The moment of the last frame so far, in seconds.
    var end: Double {
        let now = (ContinuousClock.now - Self.zero) / .seconds(1)
        return state.withLock { $0.begin(near: now) + Double($0.frames.count) / rate }
    }

    /// The frame that is played at a moment; it need not have come yet, or may be before the first.
    func frame(at moment: Double) -> Double { state.withLock { (moment - $0.begin(near: moment)) * rate } }

    /// Frames of the recording; fewer where they are not there.
    func frames(_ range: Range<Int>) -> [Double] {
        state.withLock { $0.frames[range.clamped(to: 0..<$0.frames.count)].map(Double.init) }
    }
}
