// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The isolation of every GLib-family object and of the coordinators around them.
///
/// Its executor is one thread that runs a GMainContext, so bus messages, D-Bus calls, timers and Swift jobs take
/// turns on the same thread. Nothing that blocks may run here; a turn has 5 ms.
@globalActor
package actor MediaActor {
    package static let shared = MediaActor()

    /// The thread and its context, which live as long as the process.
    package static let executor = MainContextExecutor(name: "oncue.media")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe Self.executor.asUnownedSerialExecutor() }

    /// Runs isolated code from a C callback that arrives on the context's thread.
    ///
    /// Traps on any other thread, which is a mistake in the program, and never caused by its input.
    package static func assumeIsolated<T: Sendable>(
        _ operation: @MediaActor () throws -> T
    ) rethrows -> T {
        precondition(executor.isCurrent, "MediaActor code was called on another thread")
        typealias Isolated = @MediaActor () throws -> T
        typealias Plain = () throws -> T
        // Invariant: the two function types differ only by static isolation, which was just verified.
        return try withoutActuallyEscaping(operation) { (escaping: @escaping Isolated) throws -> T in
            try unsafe unsafeBitCast(escaping, to: Plain.self)()
        }
    }

    /// Runs `body` on the actor; for callers that are not isolated to it.
    package static func run<T: Sendable>(_ body: @MediaActor () throws -> T) async rethrows -> T {
        try await body()
    }
}
