// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueSocketShims

/// Waits for sockets, on a thread that does nothing else.
///
/// Each is reported once, and then not until it is waited for again.
package final class SocketReadiness: Sendable {
    private let descriptor = oncue_sockets_make()

    package init() {
        precondition(descriptor >= 0, "the process has too many open files to wait for sockets")
    }

    /// Knows a socket from now on, under a number; forgotten when it is closed.
    func add(_ socket: Int32, _ number: UInt64) { oncue_sockets_add(descriptor, socket, number) }

    /// Waits for a socket once. Safe from any thread.
    ///
    /// - Parameter writing: Until it can be written to; otherwise until it can be read.
    func wait(_ socket: Int32, _ number: UInt64, writing: Bool = false) {
        oncue_sockets_await(descriptor, socket, number, writing ? 1 : 0)
    }

    /// Reports sockets by their numbers as they become ready; returns never.
    package func run(_ report: @Sendable ([UInt64]) -> Void) -> Never {
        var numbers = [UInt64](repeating: 0, count: 64)
        while true {
            let count = oncue_sockets_wait(descriptor, &numbers, Int32(numbers.count))
            if count > 0 { report(Array(numbers.prefix(Int(count)))) }
        }
    }
}
