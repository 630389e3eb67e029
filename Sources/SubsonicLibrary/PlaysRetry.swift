// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime
internal import Scrobbling

/// Requests another attempt to send the entries that wait for a server: when the network may have changed, and after
/// growing pauses. While nothing waits, no timer runs and the network is not watched.
@MediaActor
final class PlaysRetry {
    /// Calls its argument when the network may have changed, as long as the result lives.
    typealias NetworkWatch = @MediaActor (@escaping @MediaActor () -> Void) async -> any Sendable
    typealias Sleep = @MediaActor (Duration) async throws -> Void

    /// Called when it is time for another attempt.
    var onTurn: (@MediaActor () -> Void)?
    private let watchNetwork: NetworkWatch
    private let sleep: Sleep
    private var delivery = Delivery()
    private var timer: Task<Void, Never>?
    private var watch: Task<any Sendable, Never>?
    /// Whether the network has changed during an attempt.
    private var isOther = false

    init(
        watchNetwork: @escaping NetworkWatch,
        sleep: @escaping Sleep = { try await MediaActor.sleepThroughSuspend(for: $0) }
    ) {
        (self.watchNetwork, self.sleep) = (watchNetwork, sleep)
    }

    isolated deinit { end() }

    /// Notes that an attempt begins, for whatever reason.
    func begin() {
        timer?.cancel()
        timer = nil
        _ = delivery.wake(.user, now: .now)
    }

    /// Notes that an attempt has ended and nothing waits for which another attempt could help.
    func rest() {
        end()
        _ = delivery.finish()
    }

    /// Notes that an attempt has ended and something still waits.
    func fail() {
        delivery.fail("", after: nil, now: .now)
        guard let next = delivery.next else { return }
        let pause = isOther ? .zero : max(.zero, next - .now)
        isOther = false
        timer?.cancel()
        timer = Task { @MediaActor [weak self, sleep] in
            guard (try? await sleep(pause)) != nil, !Task.isCancelled else { return }
            self?.onTurn?()
        }
        guard watch == nil else { return }
        watch = Task { @MediaActor [weak self, watchNetwork] in
            await watchNetwork { [weak self] in self?.networkChanged() }
        }
    }

    private func networkChanged() {
        // The current attempt may have begun before the change.
        if delivery.next == nil { isOther = true } else { onTurn?() }
    }

    /// Ends the timer and the watch of the network, so that no more attempts are requested.
    func end() {
        timer?.cancel()
        (timer, watch, isOther) = (nil, nil, false)
    }
}
