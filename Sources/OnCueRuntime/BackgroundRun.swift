// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import Synchronization

/// A program that runs to its end, even when its caller no longer waits.
package struct BackgroundRun: Sendable {
    /// The outcome of a run.
    package struct Outcome: Sendable, Equatable {
        /// The exit status; `nil` if it was ended because it took too long or wrote too much.
        package var status: Int32?
        /// The output, errors included.
        package var text: String

        package init(status: Int32?, text: String) { (self.status, self.text) = (status, text) }
    }

    private let program: String
    private let words: [String]
    private let limit: Duration
    private let largest: Int

    /// - Parameters:
    ///   - limit: The time after which it is ended; longer than it takes if all of its own limits are reached.
    ///   - largest: The number of bytes of output at which it is ended.
    package init(_ program: String, _ words: [String], limit: Duration, largest: Int) {
        (self.program, self.words, self.limit, self.largest) = (program, words, limit, largest)
    }

    /// Starts it.
    ///
    /// - Parameter patience: The time for which the caller waits.
    /// - Returns: `nil` after that time; the program continues.
    package func start(patience: Duration) async -> Outcome? {
        let gate = Gate()
        return await withCheckedContinuation { continuation in
            gate.open(continuation)
            let timer = Task {
                guard (try? await Task.sleep(for: patience)) != nil else { return }
                gate.pass(nil)
            }
            // A thread of its own, which is blocked until the end.
            DispatchQueue(label: "oncue.background").async {
                gate.pass(run())
                timer.cancel()
            }
        }
    }

    private func run() -> Outcome {
        guard let process = HelperProcess(program, words, errors: .read) else {
            return Outcome(status: 127, text: "\(program) cannot be started")
        }
        let bytes = process.readAll(within: limit, largest: largest)
        let status = process.end()
        return Outcome(status: bytes == nil ? nil : status, text: String(decoding: bytes ?? [], as: UTF8.self))
    }

    /// Lets only the first of two events through: the end, or the time limit.
    private final class Gate: Sendable {
        private let waiting = Mutex<CheckedContinuation<Outcome?, Never>?>(nil)

        func open(_ continuation: CheckedContinuation<Outcome?, Never>) {
            waiting.withLock { $0 = continuation }
        }

        func pass(_ outcome: Outcome?) {
            waiting.withLock { $0.take() }?.resume(returning: outcome)
        }
    }
}
