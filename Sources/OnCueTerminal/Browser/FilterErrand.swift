// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// The step of a filter that is read just now; what is read for another text is not waited for.
struct FilterErrand {
    /// How long no letter must follow before anything is read.
    private static let pause = Duration.milliseconds(80)

    private var task: Task<Void, Never>?
    private var matcher: BrowserMatcher?

    /// Reads the next step, at once where the filter goes on and after a pause where its text is new.
    ///
    /// - Parameters:
    ///   - read: Gives what came of it.
    ///   - tell: Is called unless something else is filtered by then.
    mutating func begin<Event: Sendable>(
        _ matcher: BrowserMatcher, _ read: @escaping @Sendable () async -> Event,
        tell: @escaping @Sendable (Event) -> Void
    ) {
        let goesOn = self.matcher == matcher
        task?.cancel()
        task = Task { @Sendable in
            if !goesOn, (try? await MediaActor.sleep(for: Self.pause)) == nil { return }
            let event = await read()
            if !Task.isCancelled { tell(event) }
        }
        self.matcher = matcher
    }

    func end() {
        task?.cancel()
    }
}
