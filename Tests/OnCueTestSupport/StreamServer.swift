// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import Synchronization

/// A web server on a port of its own that answers every request with the same bytes, then closes the connection.
package final class StreamServer: Sendable {
    private let listener: ListeningSocket

    /// The address of the only thing that it serves.
    package var uri: String { "http://127.0.0.1:\(listener.port)/stream" }

    /// - Parameters:
    ///   - header: The status line and header fields, without the empty line behind them.
    ///   - chunks: The body; between two chunks there is a pause, so that a stream can be imitated.
    ///   - pause: The length of the pause.
    package init(header: String, chunks: [[UInt8]], pause: Duration = .zero) throws {
        listener = try ListeningSocket()
        let head = Array((header + "\r\n\r\n").utf8)
        // A thread, because everything here waits; it ends with the listening.
        let work = Unmanaged.passRetained(Work(listener: listener, parts: [head] + chunks, pause: pause))
        var thread = pthread_t()
        pthread_create(&thread, nil, onServe, work.toOpaque())
        pthread_detach(thread)
    }

    deinit { listener.end() }
}

private final class Work: Sendable {
    let listener: ListeningSocket
    let parts: [[UInt8]]
    let pause: Duration

    init(listener: ListeningSocket, parts: [[UInt8]], pause: Duration) {
        self.listener = listener
        self.parts = parts
        self.pause = pause
    }

    func serve() {
        while true {
            guard let connection = listener.accept() else { return }
            var request = [UInt8](repeating: 0, count: 4096)
            _ = recv(connection, &request, request.count, 0)
            for part in parts {
                guard send(connection, part, part.count, Int32(MSG_NOSIGNAL)) == part.count else { break }
                usleep(UInt32(pause / .microseconds(1)))
            }
            close(connection)
        }
    }
}

/// Runs on a thread of its own.
private func onServe(_ data: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let data { Unmanaged<Work>.fromOpaque(data).takeRetainedValue().serve() }
    return nil
}
