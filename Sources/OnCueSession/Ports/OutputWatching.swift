// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Provides the available outputs, and announces their changes. Without changes nothing wakes up.
@MediaActor
package protocol OutputWatching: AnyObject {
    /// Receives every change, including the first state; set before `start`. A change that ends the sound comes at
    /// once.
    var onChange: (@MediaActor (AudioOutputs) -> Void)? { get set }

    /// Starts to search for the sound server, and reconnects whenever it returns.
    func start()

    /// Searches for the sound server now if there is none; returns when it is clear whether it answers, at the latest
    /// after a second.
    func refresh() async

    /// Notes the chosen outputs, whether or not they are present: their servers are connected to, and reconnected when
    /// they return; other outputs are not searched for.
    func choose(_ outputs: [ChosenOutput])

    /// Moves the sound of this process to another output, now and whenever its stream is new.
    ///
    /// - Parameter address: The name of the output in the sound server; `nil` for the default.
    func move(to address: String?)

    /// Makes the sound server offer several devices as one output while any of them are present; fewer than two end
    /// that as soon as this process does not play there.
    func combine(_ outputs: [ChosenOutput])

    /// Returns whether the server offers the combined output, once that is known; true while there is no server.
    func isCombined() async -> Bool

    /// Removes the output that the sound server was made to offer; called when nothing plays any longer, before `stop`.
    func leave() async

    /// Changes a room; returns when its server has done so.
    func change(room identifier: String, _ change: RoomChange) async throws(RoomError)

    /// Makes these rooms, and no others, a group that plays the same; a single room leaves its group.
    func group(rooms identifiers: [String]) async throws(RoomError)

    func stop()
}

extension OutputWatching {
    /// For outputs without rooms.
    package func change(room identifier: String, _ change: RoomChange) async throws(RoomError) {
        throw RoomError(
            .notFound, "there is no room \"\(identifier.prefix(200))\"; list the rooms with: oncue output rooms")
    }

    /// For outputs without rooms.
    package func group(rooms identifiers: [String]) async throws(RoomError) {
        try await change(room: identifiers.first ?? "", RoomChange())
    }
}
