// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import Synchronization
package import Testing

/// Runs tests that cannot succeed while the machine stands still, such as those that record sound, again when it
/// stood still meanwhile: then a hole in the sound is nobody's fault.
///
/// A test that went well is not run again. On a machine that goes on, and at the last attempt, every issue counts.
package struct SteadyMachine: TestTrait, SuiteTrait, TestScoping {
    private static let attempts = 6

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing perform: @concurrent @Sendable () async throws -> Void
    ) async throws {
        for _ in 1..<Self.attempts {
            let watch = PauseWatch()
            let isExcused = Atomic<Bool>(false)
            defer { watch.end() }
            try await withKnownIssue("the machine stood still", isIntermittent: true) {
                try await perform()
            } matching: { _ in
                // All threads go on at once: those that watch may not have noted the pause yet.
                if watch.pauses.isEmpty { usleep(30_000) }
                let sawPause = !watch.pauses.isEmpty
                if sawPause { isExcused.store(true, ordering: .relaxed) }
                return sawPause
            }
            if !isExcused.load(ordering: .relaxed) { return }
        }
        try await perform()
    }
}

extension Trait where Self == SteadyMachine {
    /// Runs each test again when the machine stood still while it ran.
    package static var steadyMachine: Self { SteadyMachine() }
}
