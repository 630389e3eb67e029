// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// The full-screen program between terminal and service.
struct AppSession {
    let context: CommandContext

    /// Runs until the user leaves the program; the terminal is then restored.
    ///
    /// - Parameters:
    ///   - tab: The first screen.
    ///   - place: The container with which the library starts.
    func run(_ tab: AppTab, place: String? = nil, on terminal: RawTerminal) async {
        // No key may be lost; the user's typing, and a service with limits of its own, set the pace.
        let (events, continuation) = AsyncStream.makeStream(of: AppEvent.self, bufferingPolicy: .unbounded)
        let tell: AppService.Tell = { continuation.yield($0) }
        let keys = KeyTable(context.configuration.choice.configuration)
        var model = AppModel(tab, place: place, keys: keys, screen: terminal.screen, now: .now)
        model.searches.all = context.memory.searches.all
        TerminalSignals.begin()
        terminal.enter()
        let input = Task { await TerminalInput().run { tell(.terminal($0)) } }
        let updates = await context.service.nowPlayingUpdates()
        let playing = Task {
            for await update in updates { tell(.nowPlaying(update, at: .now)) }
        }
        await loop(model, terminal, events, tell)
        playing.cancel()
        TerminalSignals.wake()
        await input.value
        terminal.leave()
        TerminalSignals.end()
    }

    private func loop(
        _ initial: AppModel, _ terminal: RawTerminal, _ events: AsyncStream<AppEvent>, _ tell: @escaping AppService.Tell
    ) async {
        let clock = ContinuousClock()
        let service = AppService(context, tell)
        defer { service.end() }
        var model = initial
        var frame = ScreenFrame()
        var clicks = ClickCounter()
        model.begin().forEach(service.perform)
        terminal.write(frame.update(model.frame(clock.now)))
        var timer: Task<Void, Never>?
        defer { timer?.cancel() }
        var isSuspended = false
        for await event in events {
            let effects = model.handle(event.counted(&clicks, clock.now))
            if effects.contains(.quit) { break }
            // The effects of an update must not restart a daemon that has been ended, here or elsewhere.
            DaemonStart.$isAllowed.withValue(event.terminal != nil) { effects.forEach(service.perform) }
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
            if event.terminal?.spoilsScreen == true || effects.contains(.redraw) { frame.forget() }
            terminal.write(frame.update(model.frame(clock.now)))
            timer = tick(model, clock.now, tell)
        }
        await service.finish()
    }

    /// Starts a timer for the moment when something in view becomes outdated.
    private func tick(
        _ model: AppModel, _ now: ContinuousClock.Instant, _ tell: @escaping AppService.Tell
    ) -> Task<Void, Never>? {
        model.timeUntilNext(now).map { delay in
            Task {
                guard (try? await MediaActor.sleep(for: delay)) != nil else { return }
                tell(.tick)
            }
        }
    }
}

extension AppEvent {
    /// Returns the event, with a note whether it is a double click.
    fileprivate func counted(_ clicks: inout ClickCounter, _ now: ContinuousClock.Instant) -> AppEvent {
        guard case .terminal(.key(.mouse(let mouse))) = self else { return self }
        return .terminal(.key(.mouse(clicks.counted(mouse, at: now))))
    }
}

extension TerminalEvent {
    /// Whether the content of the screen is unknown after it.
    fileprivate var spoilsScreen: Bool {
        switch self {
        case .exposed, .resized: true
        default: false
        }
    }
}
