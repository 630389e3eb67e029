// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

/// Subscribes to the reports of trigger sources in every daemon that appears.
@MediaActor
final class TriggerFollower {
    private let link: BusLink
    private let updates: AsyncStream<TriggerUpdate>.Continuation

    init(link: BusLink, updates: AsyncStream<TriggerUpdate>.Continuation) {
        self.link = link
        self.updates = updates
    }

    /// Returns when the task is cancelled.
    func run() async {
        let follower = ServiceFollower(link: link, member: nil, of: ServiceNames.triggers)
        follower.onSignal = { self.receive($0) }
        follower.onPresence = { bus in
            await self.watch(true, over: bus)
            self.updates.yield(.sourcesChanged)
        }
        follower.onMove = { await self.watch(false, over: $0) }
        follower.onLoss = { self.updates.yield(.serviceLost) }
        await follower.run()
        guard let bus = await link.way(to: ServiceNames.triggers) else { return }
        await watch(false, over: bus)
    }

    private func watch(_ isWanted: Bool, over bus: MessageBus) async {
        await link.callRunning(TriggerMethods.watch, Only(isWanted), over: bus)
    }

    private func receive(_ signal: BusSignal) {
        if let event = signal.content(of: TriggerMethods.event) { updates.yield(.event(event.value)) }
        if signal.content(of: TriggerMethods.sourcesChanged) != nil { updates.yield(.sourcesChanged) }
    }
}

extension OnCueConnection {
    package func triggerUpdates() -> AsyncStream<TriggerUpdate> {
        let link = link
        return link.stream(room: TriggerUpdate.room) { await TriggerFollower(link: link, updates: $0).run() }
    }
}
