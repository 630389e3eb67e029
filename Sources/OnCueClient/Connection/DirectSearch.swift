// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib

/// The search of a client for the service's own socket while the bus is the way.
struct DirectSearch {
    /// The time after which a call looks again: a service without a socket, or without room for another client at it,
    /// is not tried with every call.
    var pause = Duration.seconds(10)
    /// The time of the last search; `nil` if the next call has to look.
    var last: ContinuousClock.Instant?
    var isUnderWay = false
    /// The connection that was found; it becomes the way when no call is under way on the bus.
    var found: MessageBus?
    var callsOnBus = 0

    /// Whether a call has to look.
    var isDue: Bool {
        guard !isUnderWay, found == nil else { return false }
        return last.map { ContinuousClock.now - $0 >= pause } ?? true
    }
}
