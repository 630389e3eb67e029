// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
package import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection: SoundService {
    package func sound() async throws(ServiceError) -> SoundPreferences {
        try await call(SoundMethods.get, Nothing()).value
    }

    package func setSound(_ changes: SoundChanges) async throws(ServiceError) -> SoundPreferences {
        try await call(SoundMethods.set, Only(Strict(changes))).value
    }

    package func resetSound() async throws(ServiceError) -> SoundPreferences {
        try await call(SoundMethods.reset, Nothing()).value
    }

    package func lowerSound(to part: Double, for time: Duration) async throws(ServiceError) {
        _ = try await call(SoundMethods.lower, Pair(part, time))
    }

    package func soundUpdates() -> AsyncStream<SoundUpdate> {
        let link = link
        return AsyncStream(bufferingPolicy: .bufferingNewest(SoundUpdate.room)) { continuation in
            let task = Task { @MediaActor in await SoundFollower(link: link, updates: continuation).run() }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// Delivers the sound settings of every daemon that appears, and their changes.
@MediaActor
private final class SoundFollower {
    private let link: BusLink
    private let updates: AsyncStream<SoundUpdate>.Continuation
    /// Incremented with every signal, so that an answer that is older than a signal is not delivered after it.
    private var signalCount = 0

    init(link: BusLink, updates: AsyncStream<SoundUpdate>.Continuation) {
        self.link = link
        self.updates = updates
    }

    /// Returns when the task is cancelled.
    func run() async {
        let follower = ServiceFollower(
            link: link, member: SoundMethods.changed.name, of: SoundMethods.changed.interface)
        follower.onSignal = { self.receive($0) }
        follower.onPresence = { await self.tell(over: $0) }
        follower.onLoss = { self.updates.yield(.serviceLost) }
        await follower.run()
    }

    private func receive(_ signal: BusSignal) {
        guard let sound = signal.content(of: SoundMethods.changed)?.value else { return }
        signalCount += 1
        updates.yield(.changed(sound))
    }

    private func tell(over bus: MessageBus) async {
        let before = signalCount
        guard let sound = await link.callRunning(SoundMethods.get, Nothing(), over: bus)?.value else { return }
        if before == signalCount { updates.yield(.changed(sound)) }
    }
}
