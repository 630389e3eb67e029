// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface
internal import OnCueRuntime

@MediaActor
extension ServiceContract {
    /// Checks push messages, which are off at first; there is a distributor until `leave` is called.
    package static func push(
        _ service: some PushService, _ notes: Notes, leave: () async throws -> Void
    ) async throws {
        notes.expect(notes.heard(try await service.push()) == PushStatus(), "they are off at first")
        let on = notes.heard(try await service.setPush(true))
        notes.expect(on.isOn && on.endpoint != nil && on.publicKey != nil, "they are switched on with an address")
        notes.expect(on.authentication != nil && on.distributor != nil, "and with keys")
        notes.expect(try await service.push() == on, "and are so from then on")
        notes.expect(try await service.setPush(true) == on, "twice is as once")
        notes.expect(notes.heard(try await service.setPush(false)) == PushStatus(), "they can be switched off")
        notes.expect(try await service.push() == PushStatus(), "and the keys are gone")
        try await leave()
        await notes.expect(.notAvailable, "a distributor is needed") { _ = try await service.setPush(true) }
    }
}
