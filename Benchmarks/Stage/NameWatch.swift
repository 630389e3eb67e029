// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// Notes when the daemon's name gets an owner.
@MediaActor
final class NameWatch {
    private let subscription: BusSubscription
    private let owners: AsyncStream<ContinuousClock.Instant>
    private let noted: AsyncStream<ContinuousClock.Instant>.Continuation

    /// Watches from when it returns.
    init(address: String) async throws {
        let bus = try await MessageBus.connect(to: address)
        let (stream, continuation) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
        (owners, noted) = (stream, continuation)
        subscription = bus.watchOwner(of: ServiceNames.busName) { owner in
            if owner != nil { continuation.yield(.now) }
        }
        // The answer comes behind the subscription.
        _ = try await bus.owner(of: ServiceNames.busName)
    }

    /// When the name first gets an owner behind a moment; `nil` when it does not in time. Others may have had it before, on
    /// a bus where several daemons run one after the other.
    func nextOwner(since begin: ContinuousClock.Instant, within limit: Duration) async -> ContinuousClock.Instant? {
        let owners = owners
        return await withTaskGroup(of: ContinuousClock.Instant?.self) { group in
            group.addTask {
                for await owner in owners where owner >= begin { return owner }
                return nil
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}
