// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueRuntime

/// Connects a model to the terminal and the service until it is closed; the terminal is then restored.
struct ScreenSession<Model: ScreenModel> {
    typealias Tell = @Sendable (Model.Event) -> Void

    let context: CommandContext
    let makeModel: (Screen, ContinuousClock.Instant) -> Model
    let makeService: (@escaping Tell) -> any ScreenService<Model.Effect>

    func run(on terminal: RawTerminal) async {
        let (events, continuation) = AsyncStream.makeStream(of: Model.Event.self, bufferingPolicy: .unbounded)
        let tell: Tell = { continuation.yield($0) }
        TerminalSignals.begin()
        terminal.enter()
        let input = Task { await TerminalInput().run { tell(.terminal($0)) } }
        let updates = context.service.nowPlayingUpdates()
        let playing = Task {
            for await update in updates { tell(.nowPlaying(update, at: .now)) }
        }
        await loop(terminal, events, tell)
        playing.cancel()
        TerminalSignals.wake()
        await input.value
        terminal.leave()
        TerminalSignals.end()
    }

    private func loop(_ terminal: RawTerminal, _ events: AsyncStream<Model.Event>, _ tell: @escaping Tell) async {
        let clock = ContinuousClock()
        let service = makeService(tell)
        defer { service.end() }
        var model = makeModel(terminal.screen, clock.now)
        var frame = BrowserFrame()
        model.begin().forEach(service.perform)
        terminal.write(frame.update(model.lines(clock.now)))
        var timer: Task<Void, Never>?
        defer { timer?.cancel() }
        var isSuspended = false
        for await event in events {
            let effects = model.handle(event)
            if effects.contains(.quit) { return }
            effects.forEach(service.perform)
            timer?.cancel()
            if event.terminal == .exposed {
                isSuspended = false
                terminal.enter()
                model.handle(.terminal(.resized(terminal.screen))).forEach(service.perform)
            }
            if effects.contains(.suspend) {
                isSuspended = true
                frame.forget()
                terminal.suspend()
            }
            // While suspended, the terminal belongs to another program.
            if isSuspended { continue }
            if event.terminal?.spoilsScreen == true { frame.forget() }
            terminal.write(frame.update(model.lines(clock.now)))
            timer = tick(model, clock.now, tell)
        }
    }

    /// Starts a timer for the moment when the line about the playing track is out of date.
    private func tick(_ model: Model, _ now: ContinuousClock.Instant, _ tell: @escaping Tell) -> Task<Void, Never>? {
        model.live.timeUntilNext(now).map { delay in
            Task {
                guard (try? await MediaActor.sleep(for: delay)) != nil else { return }
                tell(.tick)
            }
        }
    }
}

extension TerminalEvent {
    /// Whether nothing is known of the screen after it.
    fileprivate var spoilsScreen: Bool {
        switch self {
        case .exposed, .resized: true
        default: false
        }
    }
}
