// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

extension ServiceContract {
    /// Checks the daemon itself.
    ///
    /// - Parameters:
    ///   - health: The checks that its parts return.
    ///   - calls: Returns `configuration` for each time that the file was read, and `quit` for each end, in order.
    package static func daemon(
        _ service: some DaemonService, _ notes: Notes, health: [HealthCheck], calls: () async -> [String]
    ) async throws {
        notes.expect(notes.heard(try await service.serviceHealth()) == health, "every check is returned, in order")
        notes.expect(await calls().isEmpty, "a question changes nothing")
        try await service.readConfiguration()
        notes.expect(await calls() == ["configuration"], "the configuration has been read when the call returns")
        try await service.endService()
        notes.expect(await calls() == ["configuration", "quit"], "the daemon begins to end, once")
    }
}
