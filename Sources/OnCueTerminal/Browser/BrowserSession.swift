// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueRuntime

/// `oncue browse -i`: the model between terminal and service.
struct BrowserSession {
    let context: CommandContext

    /// Returns when the person leaves; the terminal is then as it was.
    ///
    /// - Throws: ``CommandFailure`` without a terminal, ``ClientError`` when the place is none.
    func run(place: String) async throws {
        guard context.console.dataScreen.isTerminal, let terminal = RawTerminal() else {
            throw CommandFailure(
                .wrongWords, "browse -i needs a terminal for its keys; without one, oncue browse writes a list")
        }
        // Starts the daemon, and says what is wrong with the place while there is a line to say it on.
        _ = try await context.service.children(of: place, offset: 0, limit: 1, waits: false)
        let (events, continuation) = AsyncStream.makeStream(of: BrowserEvent.self, bufferingPolicy: .unbounded)
        let tell: @Sendable (BrowserEvent) -> Void = { continuation.yield($0) }
        TerminalSignals.begin()
        terminal.enter()
        let input = Task { await TerminalInput().run(tell) }
        let updates = context.service.nowPlayingUpdates()
        let playing = Task {
            for await update in updates { tell(.nowPlaying(update, at: .now)) }
        }
        await loop(place, terminal, events, tell)
        playing.cancel()
        TerminalSignals.wake()
        await input.value
        terminal.leave()
        TerminalSignals.end()
    }

    private func loop(
        _ place: String, _ terminal: RawTerminal, _ events: AsyncStream<BrowserEvent>,
        _ tell: @escaping @Sendable (BrowserEvent) -> Void
    ) async {
        let clock = ContinuousClock()
        let service = BrowserService(context.service, tell)
        defer { service.end() }
        var model = BrowserModel(place: place, screen: terminal.screen, now: clock.now)
        var frame = BrowserFrame()
        model.begin().forEach(service.perform)
        terminal.write(frame.update(BrowserView(model).lines(clock.now)))
        var timer: Task<Void, Never>?
        defer { timer?.cancel() }
        var isSuspended = false
        for await event in events {
            let effects = model.handle(event)
            if effects.contains(.quit) { return }
            effects.forEach(service.perform)
            timer?.cancel()
            if case .exposed = event {
                isSuspended = false
                terminal.enter()
                model.handle(.resized(terminal.screen)).forEach(service.perform)
            }
            if effects.contains(.suspend) {
                isSuspended = true
                frame.forget()
                terminal.suspend()
            }
            // Whoever has the terminal meanwhile is not disturbed.
            if isSuspended { continue }
            if event.spoilsScreen { frame.forget() }
            terminal.write(frame.update(BrowserView(model).lines(clock.now)))
            timer = tick(model, clock.now, tell)
        }
    }

    /// A timer for the moment when the line about what plays is not true any more.
    private func tick(
        _ model: BrowserModel, _ now: ContinuousClock.Instant, _ tell: @escaping @Sendable (BrowserEvent) -> Void
    ) -> Task<Void, Never>? {
        model.live.timeUntilNext(now).map { delay in
            Task {
                guard (try? await MediaActor.sleep(for: delay)) != nil else { return }
                tell(.tick)
            }
        }
    }
}

extension BrowserEvent {
    /// Whether nothing is known of the screen after it.
    fileprivate var spoilsScreen: Bool {
        switch self {
        case .exposed, .resized: true
        default: false
        }
    }
}

/// What is on the screen, so that only lines that differ are written.
struct BrowserFrame: Sendable {
    private var lines: [String]?

    /// The text that brings the screen to these lines.
    mutating func update(_ new: [String]) -> String {
        var text = lines == nil ? "\u{1B}[2J" : ""
        for (index, line) in new.enumerated() {
            if let lines, lines.indices.contains(index), lines[index] == line { continue }
            // Cleared before, since a full line leaves the cursor on its last cell.
            text += "\u{1B}[\(index + 1);1H\u{1B}[K\(line)"
        }
        lines = new
        return text
    }

    /// Nothing is known of the screen any more.
    mutating func forget() {
        lines = nil
    }
}
