// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueRuntime
internal import OnCueSession
internal import OnCueSuggestions
internal import PulseAudio

/// Observes the sound of other programs through the sound server.
@MediaActor
package final class SoundUseWatch: SoundUseWatching {
    /// The values of `media.role` in PulseAudio and PipeWire for conversations.
    private static let callRoles: Set<String> = ["phone", "Communication"]
    /// The roles of incidental sounds, and of streams that pass on the sound of others.
    private static let passingRoles: Set<String> = [
        "event", "Notification", "a11y", "Accessibility", "animation", "test", "filter", "DSP", "abstract",
    ]

    package private(set) var isInCall = false
    package private(set) var program: String?

    private let server: SoundServerWatch
    private var listener: Int?

    /// - Parameter server: The connection, which others may share.
    package init(_ server: SoundServerWatch) {
        self.server = server
    }

    package func start() {
        guard listener == nil else { return }
        listener = server.listen { [weak self] in
            self?.isInCall = Self.isCall($0)
            self?.program = Self.program(in: $0, otherThan: getpid())
        }
    }

    package func stop() {
        if let listener { server.forget(listener: listener) }
        (listener, isInCall, program) = (nil, false, nil)
    }

    /// Returns whether there is a call among the streams; there is none without a server.
    static func isCall(_ state: PulseState?) -> Bool {
        state?.streams.contains { !$0.isCorked && callRoles.contains($0.role) } ?? false
    }

    /// Returns another audible program. Streams of the server itself, such as forwarded ones, have no process.
    static func program(in state: PulseState?, otherThan process: Int32) -> String? {
        let stream = state?.streams.first { stream in
            guard let other = stream.process, other != process, !stream.isCorked, !stream.isMuted else { return false }
            return stream.volume > 0 && !passingRoles.contains(stream.role) && !callRoles.contains(stream.role)
        }
        return stream.map { SeenDevice.readableName($0.program, else: "another program") }
    }
}
