// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCueMedia

@Suite("Patience with readers of files")
struct WorkerPatienceTests {
    /// A worker on a machine that gives it this share of the processor while it wants it.
    private final class Worker {
        var share = 1.0
        var isRunnable = true
        var time = Duration.seconds(3)

        func live(_ duration: Duration) {
            if isRunnable { time += duration * share }
        }
    }

    private static let turn = Duration.milliseconds(100)
    private static let deadline = Duration.seconds(2)

    private let worker = Worker()

    private func patience() -> WorkerPatience {
        WorkerPatience(deadline: Self.deadline) { [worker] in
            .init(processorTime: worker.time, isRunnable: worker.isRunnable)
        }
    }

    /// Waits turn after turn, and returns the judgement with its time; `nil` if none is made in a minute.
    private func judgement(
        _ patience: inout WorkerPatience, before: (_ turn: Int) -> Void = { _ in }
    ) -> (trouble: WorkerBatch.Trouble, after: Duration)? {
        for turn in 1...600 {
            before(turn)
            worker.live(Self.turn)
            patience.waited(Self.turn)
            if let trouble = patience.trouble { return (trouble, Self.turn * turn) }
        }
        return nil
    }

    @Test(
        "a reader that spins is judged by what it wants, however little of the processor it gets",
        arguments: [
            (1.0, 2), (0.5, 3), (0.05, 10), (0, 10),
        ])
    func spins(share: Double, seconds: Int) throws {
        worker.share = share
        var patience = patience()

        let end = try #require(judgement(&patience))

        #expect(end.trouble == .tookTooLong)
        #expect(end.after <= .seconds(seconds))
    }

    @Test("a reader that waits is given up at the deadline, though it is seen running now and then")
    func waits() throws {
        worker.isRunnable = false
        var patience = patience()

        let end = try #require(judgement(&patience) { turn in worker.isRunnable = turn % 7 == 0 })

        #expect(end.trouble == .didNotAnswer)
        #expect(end.after == Self.deadline)
    }

    @Test("a reader that is kept from the processor is not blamed on its disk for one look that finds it waiting")
    func waitsOnce() throws {
        worker.share = 0.02
        var patience = patience()

        let end = try #require(judgement(&patience) { turn in worker.isRunnable = turn != 20 })

        #expect(end.trouble == .tookTooLong)
        #expect(end.after == Self.deadline * 5)
    }

    @Test("a reply begins a new file: neither the work nor the silence of the one before counts")
    func begins() throws {
        var patience = patience()
        for _ in 1...19 {
            worker.live(Self.turn)
            patience.waited(Self.turn)
        }
        #expect(patience.trouble == nil)
        worker.isRunnable = false
        patience.begin()

        let end = try #require(judgement(&patience))

        #expect(end.trouble == .didNotAnswer)
        #expect(end.after == Self.deadline)
    }

    @Test("A process that spins is seen to want the processor, and one that sleeps is not")
    func looks() async throws {
        let spinning = try ChildProcess("sh", ["-c", "while :; do :; done"])
        let sleeping = try ChildProcess("sleep", ["60"])
        try await waitUntil("one runs and the other sleeps") {
            WorkerPatience.Look(at: spinning.identifier).isRunnable
                && !WorkerPatience.Look(at: sleeping.identifier).isRunnable
        }
        #expect(!WorkerPatience.Look(at: 0x7FFF_FFF0).isRunnable, "one that is gone")
    }
}
