// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore
package import OnCueRuntime
internal import OnCueSession
internal import PulseAudio

/// Watches the outputs of a sound server, and moves what this process plays there.
@MediaActor
package final class PulseOutputWatch: OutputWatching {
    package var onChange: (@MediaActor (AudioOutputs) -> Void)?

    private let server: SoundServerWatch
    private var listener: Int?
    /// Where our streams are to go to, until they have been seen there; a `nil` inside of it means the default.
    private var owed: String??
    private var state: PulseState?

    package init(_ server: SoundServerWatch) {
        self.server = server
    }

    package func start() {
        guard listener == nil else { return }
        listener = server.listen { [weak self] state in
            self?.take(state)
            self?.onChange?(state.map { AudioOutputs($0, process: getpid()) } ?? AudioOutputs())
        }
    }

    package func refresh() async {
        if listener != nil { await server.refresh() }
    }

    package func move(to address: String?) {
        owed = address
        pay()
    }

    private func take(_ new: PulseState?) {
        state = new
        pay()
    }

    /// Moves our streams to where they are to go. One that is still being made is moved when it is seen; what somebody
    /// else moves later stays where it is.
    private func pay() {
        guard let owed, let state else { return }
        let target = owed ?? state.defaultSink
        let streams = state.streams.filter { $0.process == getpid() }
        guard let sink = state.sinks.first(where: { $0.name == target }), !streams.isEmpty else { return }
        let strangers = streams.filter { $0.sink != sink.index }
        for stream in strangers { server.move(stream: stream.index, to: target) }
        if strangers.isEmpty { self.owed = nil }
    }

    package func stop() {
        if let listener { server.forget(listener: listener) }
        (listener, state) = (nil, nil)
    }
}
