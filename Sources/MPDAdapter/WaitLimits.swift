// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// Ends waits that have taken too long. There is one timer for all of them, and none while nothing waits: most waits
/// end after a moment, and none has to end to the second.
@MediaActor
final class WaitLimits {
    private static let pause: Duration = .seconds(2)

    private var waits: [UInt64: (socket: ClientSocket, end: ContinuousClock.Instant)] = [:]
    private var isLooking = false

    func begin(_ socket: ClientSocket, within limit: Duration) {
        waits[socket.number] = (socket, .now + limit)
        guard !isLooking else { return }
        isLooking = true
        Task { await look() }
    }

    func end(_ socket: ClientSocket) { waits[socket.number] = nil }

    private func look() async {
        while !waits.isEmpty {
            guard (try? await MediaActor.sleep(for: Self.pause)) != nil else { break }
            let now = ContinuousClock.now
            for (socket, end) in waits.values where end <= now { socket.giveUp() }
        }
        isLooking = false
    }
}
