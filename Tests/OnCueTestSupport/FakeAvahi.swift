// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An Avahi on a bus of the test's: what one program announces another one finds.
package final class FakeAvahi: Sendable {
    private let process: ChildProcess

    /// Starts it; returns when it is on the bus.
    ///
    /// - Parameter taken: Names that another machine has.
    package init(on bus: PrivateBus, taken: [String] = []) async throws {
        let program = #filePath.split(separator: "/").dropLast(2).reduce(into: "") { $0 += "/" + $1 }
        process = try ChildProcess(
            "/usr/bin/python3", [program + "/Programs/fake-avahi.py"] + taken,
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "LC_ALL": "C.UTF-8"])
        _ = try await process.output.waitForLine { $0 == "ready" }
    }

    /// Ends it at once; returns when it is gone.
    package func end() async throws { try await process.end() }
}
