// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueSocketShims
internal import GLib
internal import OnCueRuntime

/// Waits for sockets, of which there may be many, along with everything else that the media thread waits for.
///
/// Each socket is reported once, and not again until ``wait(_:_:writing:)`` is called for it.
@MediaActor
final class SocketReadiness {
    private let descriptor = oncue_sockets_make()
    private var numbers = [UInt64](repeating: 0, count: 64)
    private var source: DescriptorSource?

    init() {
        precondition(descriptor >= 0, "the process has too many open files to wait for sockets")
    }

    /// Registers a socket under a number, until it is closed.
    func add(_ socket: Int32, _ number: UInt64) { oncue_sockets_add(descriptor, socket, number) }

    /// Waits for a socket once.
    ///
    /// - Parameter writing: Whether it waits until the socket can be written to; otherwise until it can be read.
    func wait(_ socket: Int32, _ number: UInt64, writing: Bool = false) {
        oncue_sockets_await(descriptor, socket, number, writing ? 1 : 0)
    }

    /// Reports sockets by their numbers as they become ready, as long as the process lives.
    func start(_ report: @escaping @MediaActor ([UInt64]) -> Void) {
        source = DescriptorSource(descriptor, .reading) {
            // Sockets for which there is no room are reported the next time.
            let count = oncue_sockets_take(self.descriptor, &self.numbers, Int32(self.numbers.count))
            if count > 0 { report(Array(self.numbers.prefix(Int(count)))) }
        }
    }
}
