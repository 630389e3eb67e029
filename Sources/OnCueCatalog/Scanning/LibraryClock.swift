// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import OnCueRuntime

/// The clock of the library; another one in tests that do not wait.
struct LibraryClock: Sendable {
    /// Seconds since 1970.
    var now: @Sendable () -> Int64
    /// Waits for a time; returns `false` if the task was cancelled.
    var sleep: @Sendable (Duration) async -> Bool

    static let system = LibraryClock(
        now: FileSystem.secondsSince1970, sleep: { (try? await MediaActor.sleep(for: $0)) != nil })
}
