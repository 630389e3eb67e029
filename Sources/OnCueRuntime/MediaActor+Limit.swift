// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension MediaActor {
    /// Returns the result of `body`, or `nil` if that takes longer than `limit`.
    ///
    /// A body that ignores cancellation continues, and its result is lost.
    @MediaActor
    package static func value<T: Sendable>(
        within limit: Duration, of body: @escaping @MediaActor () async -> T
    ) async -> T? {
        let (values, continuation) = AsyncStream.makeStream(of: T.self, bufferingPolicy: .bufferingOldest(1))
        let work = Task { @MediaActor in
            continuation.yield(await body())
            continuation.finish()
        }
        let alarm = Task { @MediaActor in
            guard (try? await sleep(for: limit)) != nil else { return }
            continuation.finish()
        }
        defer {
            alarm.cancel()
            work.cancel()
        }
        for await value in values { return value }
        return nil
    }
}
