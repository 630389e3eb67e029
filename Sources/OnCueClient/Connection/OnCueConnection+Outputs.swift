// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
package import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection: OutputService {
    package func outputs() async throws(ServiceError) -> OutputListing {
        try await call(OutputMethods.list, Nothing())
    }

    package func setOutput(_ identifier: String?) async throws(ServiceError) {
        try await call(OutputMethods.select, Only(identifier ?? ""))
    }

    package func setOutputs(_ identifiers: [String]) async throws(ServiceError) {
        try await call(OutputMethods.selectSeveral, Only(identifiers))
    }

    package func rooms() async throws(ServiceError) -> [Room] {
        try await call(OutputMethods.rooms, Nothing()).value
    }

    package func setRoom(_ identifier: String, _ change: RoomChange) async throws(ServiceError) {
        try await call(OutputMethods.setRoom, Pair(identifier, Strict(change)))
    }

    package func groupRooms(_ identifiers: [String]) async throws(ServiceError) {
        try await call(OutputMethods.groupRooms, Only(identifiers))
    }

    package func outputUpdates() -> AsyncStream<OutputUpdate> {
        let link = link
        return AsyncStream(bufferingPolicy: .bufferingNewest(OutputUpdate.room)) { continuation in
            let task = Task { @MediaActor in
                let changed = OutputMethods.changed
                let follower = ServiceFollower(link: link, member: changed.name, of: changed.interface)
                follower.onSignal = { _ in continuation.yield(.changed) }
                follower.onPresence = { _ in continuation.yield(.changed) }
                follower.onLoss = { continuation.yield(.serviceLost) }
                await follower.run()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
