// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Provides the available outputs, and announces their changes. Without changes nothing wakes up.
@MediaActor
package protocol OutputWatching: AnyObject {
    /// Receives every change, the first state included; set before `start`. One that ends the sound comes at once.
    var onChange: (@MediaActor (AudioOutputs) -> Void)? { get set }

    /// Starts to search for the sound server, and reconnects whenever it returns.
    func start()

    /// Searches for the sound server now if there is none; returns when it is clear whether it answers, at the latest
    /// after a second.
    func refresh() async

    /// Notes the outputs that are chosen, whether or not they are there: servers that have them are connected to, and again
    /// when they are back; nothing is searched for on behalf of others.
    func choose(_ outputs: [ChosenOutput])

    /// Moves the sound of this process to another output, now and whenever its stream is new.
    ///
    /// - Parameter address: The name of the output in the sound server; `nil` for the default.
    func move(to address: String?)

    /// Has the sound server offer several devices as one output, as soon and as long as some of them are there; fewer
    /// than two end that as soon as this process does not play there.
    func combine(_ outputs: [ChosenOutput])

    /// Returns whether the server offers what is wanted, when that is clear; true while there is no server.
    func isCombined() async -> Bool

    /// Removes what the sound server was made to offer; called when nothing plays any more, before `stop`.
    func leave() async

    /// Changes a room; returns when its server has done so.
    func change(room identifier: String, _ change: RoomChange) async throws(RoomError)

    /// Makes these rooms, and no others, a group that plays the same; one alone leaves its group.
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
