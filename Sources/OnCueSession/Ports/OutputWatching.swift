// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Knows where sound can go, and tells when that changes. While nothing changes nothing wakes up.
@MediaActor
package protocol OutputWatching: AnyObject {
    /// Receives every change, the first state included; set before `start`. One that ends the sound comes at once.
    var onChange: (@MediaActor (AudioOutputs) -> Void)? { get set }

    /// Begins to look for the sound server, and finds it again whenever it was away.
    func start()

    /// Looks for the sound server now if there is none; returns when it is clear whether it answers, at the latest
    /// after a second.
    func refresh() async

    /// Sends what this process plays to another output, now and when its stream is new.
    ///
    /// - Parameter address: The name of the output in the sound server; `nil` for the default.
    func move(to address: String?)

    func stop()
}
