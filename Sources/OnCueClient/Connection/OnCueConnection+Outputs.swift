// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
package import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection: OutputService {
    package func outputs() async throws(ServiceError) -> OutputListing { try await call(OutputMethods.list) }

    package func setOutput(_ identifier: String?) async throws(ServiceError) {
        try await call(OutputMethods.select, Only(identifier ?? ""))
    }

    package func setOutputs(_ identifiers: [String]) async throws(ServiceError) {
        try await call(OutputMethods.selectSeveral, Only(identifiers))
    }

    package func rooms() async throws(ServiceError) -> [Room] { try await read(OutputMethods.rooms) }

    package func setRoom(_ identifier: String, _ change: RoomChange) async throws(ServiceError) {
        try await call(OutputMethods.setRoom, Pair(identifier, Strict(change)))
    }

    package func groupRooms(_ identifiers: [String]) async throws(ServiceError) {
        try await call(OutputMethods.groupRooms, Only(identifiers))
    }

    package func outputUpdates() -> AsyncStream<OutputUpdate> {
        let changed = OutputMethods.changed
        return link.updates(
            of: changed.interface, member: changed.name, room: OutputUpdate.room, present: .changed, lost: .serviceLost
        ) { _ in .changed }
    }
}
