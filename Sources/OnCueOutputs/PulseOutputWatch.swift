// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore
package import OnCueRuntime
internal import OnCueSession
internal import PulseAudio

/// Watches the outputs of a sound server.
@MediaActor
package final class PulseOutputWatch: OutputWatching {
    package var onChange: (@MediaActor (AudioOutputs) -> Void)?

    private let server: SoundServerWatch
    private var listener: Int?

    package init(_ server: SoundServerWatch) {
        self.server = server
    }

    package func start() {
        guard listener == nil else { return }
        listener = server.listen { [weak self] state in
            self?.onChange?(state.map { AudioOutputs($0, process: getpid()) } ?? AudioOutputs())
        }
    }

    package func refresh() async {
        if listener != nil { await server.refresh() }
    }

    package func stop() {
        if let listener { server.forget(listener: listener) }
        listener = nil
    }
}
