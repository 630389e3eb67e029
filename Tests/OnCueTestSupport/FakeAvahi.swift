// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An Avahi on a bus of the test's: what one program announces another one finds.
package final class FakeAvahi: Sendable {
    private let process: ChildProcess

    /// Starts it; returns when it is on the bus.
    ///
    /// - Parameters:
    ///   - taken: Names that another machine has.
    ///   - addresses: The addresses at which each service is found, in this order; 127.0.0.1 if there are none.
    ///   - probes: Whether it takes a second until a service is found, as long as Avahi asks for its name.
    ///   - kinds: Kinds of services that are announced as others, as if another version of the program did.
    package init(
        on bus: PrivateBus, taken: [String] = [], addresses: [String] = [], probes: Bool = false,
        renaming kinds: [String: String] = [:]
    ) async throws {
        let program = #filePath.split(separator: "/").dropLast(2).reduce(into: "") { $0 += "/" + $1 }
        let others = kinds.flatMap { ["--renaming", "\($0.key)=\($0.value)"] }
        let words = addresses.flatMap { ["--at", $0] } + (probes ? ["--probing"] : []) + others + taken
        process = try ChildProcess(
            "/usr/bin/python3", [program + "/Programs/fake-avahi.py"] + words,
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "LC_ALL": "C.UTF-8"])
        _ = try await process.output.waitForLine { $0 == "ready" }
    }

    /// Ends it at once; returns when it is gone.
    package func end() async throws { try await process.end() }
}
