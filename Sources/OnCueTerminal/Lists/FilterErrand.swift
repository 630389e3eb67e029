// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// The step of a filter that is being read; reading a step for another text cancels it.
struct FilterErrand {
    /// The pause in typing after which a page is read.
    private static let pause = Duration.milliseconds(80)

    private var task: Task<Void, Never>?
    private var matcher: ListMatcher?

    /// Reads the next step: immediately if the filter continues, and after a pause if its text is new.
    ///
    /// - Parameters:
    ///   - read: Returns the result of the step.
    ///   - tell: Receives the result, unless another filter is active by then.
    mutating func begin<Event: Sendable>(
        _ matcher: ListMatcher, _ read: @escaping @Sendable () async -> Event,
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
