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
    /// The devices that are to play together.
    private var wanted: [ChosenOutput] = []
    /// The sinks that are being combined, and those that the server did not combine.
    private var combining: [String]?
    private var refused: [String]?
    private var lastNumber = 0
    /// Whether the outputs of this server have been announced.
    private var isTold = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init(_ server: SoundServerWatch) {
        self.server = server
    }

    package func start() {
        guard listener == nil else { return }
        listener = server.listen { [weak self] in self?.take($0) }
    }

    package func refresh() async {
        if listener != nil { await server.refresh() }
    }

    /// All devices are in the one sound server.
    package func choose(_ outputs: [ChosenOutput]) {}

    package func move(to address: String?) {
        owed = address
        pay()
    }

    private func take(_ new: PulseState?) {
        state = new
        if new == nil { (isTold, refused) = (false, nil) }
        combine()
        pay()
        tell()
    }

    /// Announces the outputs. The first time it waits for outputs that play together, so that playback does not start
    /// on another one first.
    private func tell() {
        guard isTold || combining == nil || state == nil else { return }
        isTold = state != nil
        onChange?(state.map { AudioOutputs($0, process: getpid()) } ?? AudioOutputs())
    }

    /// Moves our streams to their output. A stream that is still being created is moved when it appears; later moves by
    /// others are not reverted.
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
        endCombining()
    }

    // MARK: Outputs that play together

    /// The time after which a combined sink that the server has promised is no longer waited for.
    private static let patience: Duration = .seconds(1)

    package func combine(_ outputs: [ChosenOutput]) {
        (wanted, refused) = (outputs.count > 1 ? outputs : [], nil)
        combine()
    }

    package func isCombined() async -> Bool {
        if combining != nil { await withCheckedContinuation { waiting.append($0) } }
        // Without a server, nothing has refused it.
        guard let plan, !wanted.isEmpty else { return true }
        return plan.sink != nil || plan.load == nil
    }

    package func leave() async {
        (wanted, owed) = ([], nil)
        for sink in state?.sinks ?? [] where sink.together?.process == getpid() {
            if let module = sink.module { await server.unload(module: module) }
        }
    }

    private var plan: TogetherSinks? {
        state.map {
            TogetherSinks($0, wanted: wanted, process: getpid()) { kill($0, 0) == 0 || errno != ESRCH }
        }
    }

    /// Loads and unloads the modules of the server according to the plan.
    private func combine() {
        guard let plan else { return endCombining() }
        for module in plan.unload { Task { [server] in await server.unload(module: module) } }
        guard let sinks = plan.load else { return endCombining() }
        guard combining != sinks, refused != sinks else { return }
        lastNumber += 1
        guard
            let arguments = TogetherSinks.arguments(sinks, wanted: wanted, process: getpid(), number: lastNumber)
        else {
            refused = sinks
            return endCombining()
        }
        combining = sinks
        Task { @MediaActor [weak self, server] in
            let isDone = await server.load(module: "module-combine-sink", arguments)
            if isDone { _ = try? await MediaActor.sleep(for: Self.patience) }
            guard let self, combining == sinks else { return }
            // By now the server would have announced the sink.
            refused = sinks
            endCombining()
            tell()
        }
    }

    private func endCombining() {
        combining = nil
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
