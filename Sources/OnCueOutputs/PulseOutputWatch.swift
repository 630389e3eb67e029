// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore
package import OnCueRuntime
internal import OnCueSession
internal import PulseAudio

/// Watches the outputs of a sound server, and moves the sound of this process between them.
@MediaActor
package final class PulseOutputWatch: OutputWatching {
    package var onChange: (@MediaActor (AudioOutputs) -> Void)?

    private let server: SoundServerWatch
    private var listener: Int?
    /// The output to which our streams must be moved, until they have been seen there; an inner `nil` is the default.
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

    /// Moves our streams to their output. A stream that is still being created is moved when it appears; later moves by
    /// others are left alone.
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
