// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueWebShims
internal import Glibc

/// Notices when this machine's addresses change. A thread of its own sleeps until the kernel reports a change, so
/// nothing wakes up while nothing changes.
package enum AddressWatch {
    private static let news = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Returns a stream with an element after each change, as long as the process lives; changes that were not consumed
    /// yet share one element. Call it once.
    ///
    /// - Returns: `nil` if the kernel does not report changes.
    package static func begin() -> AsyncStream<Void>? {
        let file = oncue_web_watch_addresses()
        guard file >= 0 else { return nil }
        var thread = pthread_t()
        // The descriptor travels in the pointer's bits, so nothing has to be kept for the thread.
        let argument = unsafe UnsafeMutableRawPointer(bitPattern: Int(file))
        let failure = unsafe pthread_create(
            &thread, nil,
            { argument in
                AddressWatch.wait(Int32(truncatingIfNeeded: Int(bitPattern: argument)))
                return nil
            }, argument)
        guard failure == 0 else {
            close(file)
            return nil
        }
        pthread_detach(thread)
        return news.stream
    }

    private static func wait(_ file: Int32) {
        while oncue_web_await_addresses(file) != 0 { news.continuation.yield() }
        close(file)
        news.continuation.finish()
    }
}
