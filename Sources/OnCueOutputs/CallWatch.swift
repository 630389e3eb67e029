// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
internal import OnCueSession
internal import PulseAudio

/// Hears of calls from the sound server: while a program plays what it calls a call.
@MediaActor
package final class CallWatch: CallWatching {
    /// `media.role`, as PulseAudio and PipeWire have it for what people say to each other.
    private static let roles: Set<String> = ["phone", "Communication"]

    package private(set) var isInCall = false

    private let server: SoundServerWatch
    private var listener: Int?

    /// - Parameter server: The connection, which others may have in common with it.
    package init(_ server: SoundServerWatch) {
        self.server = server
    }

    package func start() {
        guard listener == nil else { return }
        listener = server.listen { [weak self] in self?.isInCall = Self.isCall($0) }
    }

    /// Whether somebody talks, by what plays; nobody does where there is no server.
    static func isCall(_ state: PulseState?) -> Bool {
        state?.streams.contains { !$0.isCorked && roles.contains($0.role) } ?? false
    }

    package func stop() {
        if let listener { server.forget(listener: listener) }
        (listener, isInCall) = (nil, false)
    }
}
