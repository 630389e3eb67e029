// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// Delivers the changes of one container, across daemons and bus connections.
@MediaActor
final class ContentFollower {
    private let link: BusLink
    private let place: String
    private let updates: AsyncStream<ContentUpdate>.Continuation
    /// The container's identifier, once it is known; it remains when positions and titles change.
    private var container: String?
    /// The revision up to which everything has been delivered.
    private var revision = ContentTree.Revision(0)
    /// Signals that arrive while catching up; they are processed after the answer.
    private var waiting: [BusSignal] = []
    private var isCatchingUp = false

    init(link: BusLink, place: String, updates: AsyncStream<ContentUpdate>.Continuation) {
        self.link = link
        self.place = place
        self.updates = updates
    }

    /// Returns when the task is cancelled, or when the container cannot be watched.
    func run() async {
        await link.followConnections(to: ServiceNames.playableContent) { await follow($0) }
    }

    /// Returns when the connection has ended, or there is another way; returns false if following cannot continue.
    private func follow(_ bus: MessageBus) async -> Bool {
        // If a slow turn misses several restarts, only the last disappearance and appearance count.
        let (owners, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(2))
        let subscriptions = Subscriptions([
            bus.subscribe(
                sender: ServiceNames.busName, path: ServiceNames.objectPath, interface: ServiceNames.playableContent
            ) { [weak self] signal in self?.receive(signal) },
            bus.watchOwner(of: ServiceNames.busName) { continuation.yield($0 != nil) },
        ])
        defer { subscriptions.end() }
        link.whenClosed(bus, orLeftFor: ServiceNames.playableContent) { continuation.finish() }
        // Asked at once, because the daemon may have come before the watch.
        var isSubscribed = await Self.hasOwner(on: bus)
        if isSubscribed, await !subscribe(over: bus) { return false }
        for await isOwned in owners {
            if !isOwned {
                if isSubscribed { updates.yield(.serviceLost) }
                isSubscribed = false
            } else if !isSubscribed {
                if await link.takesDirectWay(from: bus, to: ServiceNames.playableContent) { return true }
                isSubscribed = true
                guard await subscribe(over: bus) else { return false }
            }
        }
        if Task.isCancelled || !bus.isClosed {
            await unsubscribe(over: bus)
        } else {
            updates.yield(.serviceLost)
        }
        return true
    }

    private static func hasOwner(on bus: MessageBus) async -> Bool {
        do throws(BusError) {
            return try await bus.owner(of: ServiceNames.busName) != nil
        } catch {
            return false
        }
    }

    // MARK: Subscribing

    /// Subscribes, and delivers the changes since the last time.
    ///
    /// - Returns: `false` if the service refuses.
    private func subscribe(over bus: MessageBus) async -> Bool {
        isCatchingUp = true
        defer { endCatchingUp() }
        do throws(BusError) {
            let subscribed = try await BusLink.send(ContentMethods.subscribe, Only(container ?? place), over: bus)
            let (name, current) = (subscribed.first, subscribed.second)
            let isFirst = container == nil
            container = name
            if isFirst {
                revision = current
                updates.yield(.subscribed(container: name, current))
            } else {
                await catchUp(to: current, over: bus)
            }
            return true
        } catch {
            // A daemon that goes away meanwhile may come back.
            let failure = ClientError(error)
            if failure.code == .unavailable { return true }
            updates.yield(.failed(failure))
            updates.finish()
            return false
        }
    }

    private func catchUp(to current: ContentTree.Revision, over bus: MessageBus) async {
        let list = Pair(container ?? "", revision)
        guard var difference = await link.callRunning(ContentMethods.changes, list, over: bus)?.difference else {
            revision = current
            updates.yield(.reloaded)
            return
        }
        difference.container = list.first
        revision = difference.revision
        if !difference.isEmpty { updates.yield(.changed(difference)) }
    }

    private func endCatchingUp() {
        isCatchingUp = false
        let held = waiting
        waiting = []
        for signal in held { receive(signal) }
    }

    private func unsubscribe(over bus: MessageBus) async {
        guard let container else { return }
        await link.callRunning(ContentMethods.unsubscribe, Only(container), over: bus)
    }

    // MARK: Signals

    private func receive(_ signal: BusSignal) {
        guard !isCatchingUp else { return waiting.append(signal) }
        if let difference = signal.content(of: ContentMethods.itemsChanged), difference.container == container {
            // Changes delivered on catching up are not repeated.
            guard difference.revision > revision else { return }
            revision = difference.revision
            updates.yield(.changed(difference))
        } else if let reload = signal.content(of: ContentMethods.itemsReloaded), reload.first == container {
            updates.yield(.reloaded)
        }
    }
}
