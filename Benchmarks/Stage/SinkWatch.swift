// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import Glibc

/// Notes when a sound server tells its clients that a sink is new.
final class SinkWatch: Sendable {
    private let moments = MomentLog()
    private let process: pid_t
    private let sandbox: Sandbox

    /// Watches from some moment on; ``next()`` tells whether it does already.
    init(_ server: SoundServer, in sandbox: Sandbox) throws(BenchError) {
        self.sandbox = sandbox
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system("make a pipe", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let source = ends[0]
        defer { close(ends[1]) }
        process = try server.control("subscribe", output: .descriptor(ends[1])).start()
        DispatchQueue(label: "oncue.bench.sinks", qos: .userInteractive).async { [moments] in
            var bytes = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(source, &bytes, bytes.count)
                guard count > 0 else { break }
                let lines = String(decoding: bytes[..<count], as: UTF8.self)
                if lines.contains("'new' on sink #") { moments.note() }
            }
            close(source)
        }
    }

    /// When the next new sink is told, which may have been already; `nil` when none is within two seconds.
    func next() async -> ContinuousClock.Instant? {
        await moments.next(within: .seconds(2))
    }

    func stop() { sandbox.processes.end(process) }
}
