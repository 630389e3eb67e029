// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import Dispatch

/// Runs the jobs of an actor one after the other on a thread that may block (files, SQLite, sound servers).
package final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    package init(label: String, qos: DispatchQoS = .userInitiated) {
        queue = DispatchQueue(label: label, qos: qos)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        queue.async { unsafe unowned.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs `body` after all earlier jobs, and waits for it without blocking the caller's thread.
    package func run<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }

    /// The throwing form of ``run(_:)``.
    package func runThrowing<T: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> T
    ) async throws(Failure) -> T {
        let result: Result<T, Failure> = await run {
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
