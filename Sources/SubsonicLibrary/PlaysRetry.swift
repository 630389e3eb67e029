// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime
internal import Scrobbling

/// Has what waits for a server tried again: when the network may be another one, and after growing pauses. While nothing
/// waits, there is no timer, and nobody listens to the network.
@MediaActor
final class PlaysRetry {
    /// Calls its argument when the network may be another, as long as the result lives.
    typealias NetworkWatch = @MediaActor (@escaping @MediaActor () -> Void) async -> any Sendable
    typealias Sleep = @MediaActor (Duration) async throws -> Void

    /// Called when it is time.
    var onTurn: (@MediaActor () -> Void)?
    private let watchNetwork: NetworkWatch
    private let sleep: Sleep
    private var delivery = Delivery()
    private var timer: Task<Void, Never>?
    private var watch: Task<any Sendable, Never>?
    /// The network has changed while it was being tried.
    private var isOther = false

    init(
        watchNetwork: @escaping NetworkWatch,
        sleep: @escaping Sleep = { try await MediaActor.sleepThroughSuspend(for: $0) }
    ) {
        (self.watchNetwork, self.sleep) = (watchNetwork, sleep)
    }

    isolated deinit { end() }

    /// It is being tried, for whatever reason.
    func begin() {
        timer?.cancel()
        timer = nil
        _ = delivery.wake(.user, now: .now)
    }

    /// It was tried, and nothing waits any longer that trying again could help.
    func rest() {
        end()
        _ = delivery.finish()
    }

    /// It was tried, and something waits.
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
        // What is being tried may have begun too early.
        if delivery.next == nil { isOther = true } else { onTurn?() }
    }

    /// Nothing is tried by itself.
    func end() {
        timer?.cancel()
        (timer, watch, isOther) = (nil, nil, false)
    }
}
