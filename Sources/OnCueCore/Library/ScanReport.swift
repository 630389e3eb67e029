// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The result of one scan.
package struct ScanReport: Sendable, Equatable {
    /// A file or folder that could not be read, and the reason.
    package struct Failure: Sendable, Equatable {
        package var location: MediaLocation
        /// The reason and the next step, without the location.
        package var reason: String
        /// Whether the file is not read again until it changes.
        package var isRemembered: Bool

        package init(location: MediaLocation, reason: String, isRemembered: Bool = false) {
            self.location = location
            self.reason = reason
            self.isRemembered = isRemembered
        }
    }

    package var added: Int
    package var changed: Int
    package var removed: Int
    package var unchanged: Int
    /// The number of failures, including those that are not listed.
    package var failed: Int
    /// The first failures, at most ``failureLimit``.
    package var failures: [Failure]
    package var elapsed: Duration
    /// Whether the scan was cancelled; everything read until then is kept.
    package var isCancelled = false
    /// The reason why the scan ended early, with the next step; everything read until then is kept. `nil` if it did not
    /// end early.
    package var error: String?

    /// The maximum number of failures in a report.
    package static let failureLimit = 1000

    package init(
        added: Int = 0, changed: Int = 0, removed: Int = 0, unchanged: Int = 0, failed: Int = 0,
        failures: [Failure] = [], elapsed: Duration = .zero
    ) {
        self.added = added
        self.changed = changed
        self.removed = removed
        self.unchanged = unchanged
        self.failed = failed
        self.failures = failures
        self.elapsed = elapsed
    }

    /// Counts a failure and lists it while there is room.
    package mutating func note(_ failure: Failure) {
        failed += 1
        if failures.count < Self.failureLimit { failures.append(failure) }
    }
}
