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

    func stop()
}
