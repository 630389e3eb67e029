// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// Tells every change of what plays, over as many daemons and bus connections as it takes.
@MediaActor
final class NowPlayingFollower {
    private static let reconnectDelays: [Duration] = [.milliseconds(50), .milliseconds(250), .seconds(1)]

    private let link: BusLink
    private let updates: AsyncStream<NowPlayingUpdate>.Continuation
    /// Grows with every signal, so that an answer that is older than a signal is not told after it.
    private var signalCount = 0

    init(link: BusLink, updates: AsyncStream<NowPlayingUpdate>.Continuation) {
        self.link = link
        self.updates = updates
    }

    /// Returns when the task is cancelled.
    func run() async {
        var attempt = 0
        while !Task.isCancelled {
            if let bus = await link.reachable() {
                attempt = 0
                await follow(bus)
            }
            if Task.isCancelled { return }
            let delay = Self.reconnectDelays[min(attempt, Self.reconnectDelays.count - 1)]
            attempt += 1
            try? await ContinuousClock().sleep(for: delay)
        }
    }

    /// Returns when the connection has ended.
    private func follow(_ bus: MessageBus) async {
        let (owners, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .unbounded)
        let subscriptions = Subscriptions([
            bus.subscribe(
                sender: ServiceNames.busName, path: ServiceNames.objectPath, interface: ServiceNames.nowPlaying,
                member: "NowPlayingChanged"
            ) { signal in
                guard let info = WireDictionary(signal.arguments.first) else { return }
                self.signalCount += 1
                self.updates.yield(.report(NowPlayingReport(info)))
            },
            bus.watchOwner(of: ServiceNames.busName) { continuation.yield($0 != nil) },
        ])
        defer { subscriptions.end() }
        link.whenClosed { continuation.finish() }
        // Asked at once, because the daemon may have come before the watch.
        await tell(over: bus)
        for await isOwned in owners {
            if isOwned { await tell(over: bus) } else { updates.yield(.serviceLost) }
        }
        if !Task.isCancelled { updates.yield(.serviceLost) }
    }

    private func tell(over bus: MessageBus) async {
        let before = signalCount
        let reply = await link.callRunning("GetNowPlaying", of: ServiceNames.nowPlaying, over: bus)
        guard let info = WireDictionary(reply?.first), before == signalCount else { return }
        updates.yield(.report(NowPlayingReport(info)))
    }
}
