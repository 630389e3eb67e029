// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// A running `oncued` and a client of it.
struct Daemon {
    let process: pid_t
    let client: OnCueConnection
    /// From starting the program until it had its name.
    let startTime: Duration
    let sandbox: Sandbox

    /// Ends the daemon and waits for its end.
    func stop() { sandbox.processes.end(process) }

    /// Adds a folder and waits until `count` files are known.
    ///
    /// - Returns: The time from the request to the end of the scan.
    func add(_ folder: String, expecting count: Int) async throws -> Duration {
        try await scan(
            until: { $0.added + $0.unchanged == count },
            byAsking: { () throws(ClientError) in
                try await client.addFolder(MediaLocation(filePath: Array(folder.utf8)))
            })
    }

    /// Asks for a scan and waits for its end.
    ///
    /// - Parameter isExpected: Tells the report of this scan from one that was under way.
    func scan(until isExpected: (ScanReport) -> Bool) async throws -> Duration {
        try await scan(until: isExpected, byAsking: { () throws(ClientError) in try await client.scan() })
    }

    private func scan(
        until isExpected: (ScanReport) -> Bool, byAsking request: () async throws(ClientError) -> Void
    ) async throws -> Duration {
        let updates = try await client.libraryUpdates()
        let begin = ContinuousClock.now
        try await request()
        for await update in updates {
            switch update {
            case .finished(let report) where isExpected(report): return begin.duration(to: .now)
            case .finished(let report) where report.failed > 0:
                throw BenchError("a file was not read: \(report.failures.first?.reason ?? "\(report.failed) failures")")
            case .serviceLost: throw BenchError("oncued has ended during a scan")
            default: break
            }
        }
        throw BenchError("the bus has ended during a scan")
    }

    /// Waits until no scan runs, as the daemon does one when it starts.
    func waitForQuiet() async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            let status = try await client.libraryStatus()
            let isScanDue = status.lastReport == nil && !status.folders.isEmpty
            if status.scan == nil, !isScanDue { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw BenchError("oncued does not come to an end with its first scan")
    }
}
