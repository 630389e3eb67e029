// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// Tells what players do, over as many of them and as many bus connections as it takes. Sleeps while none does anything.
@MediaActor
final class PlayerFollower {
    private let link: BusLink
    private let isWanted: (String) -> Bool
    private let updates: AsyncStream<PlayerListing>.Continuation
    private var reports: [String: PlayerReport] = [:]
    private var silent: [String: PlayerListing.Silent] = [:]
    /// When players were active, in the order in which it was seen.
    private var seen: [String: Int] = [:]
    private var count = 0
    /// Connections that told something which has not been looked at yet.
    private var dirty: Set<String> = []
    private var hasNewNames = true

    init(
        link: BusLink, isWanted: @escaping @Sendable (String) -> Bool,
        updates: AsyncStream<PlayerListing>.Continuation
    ) {
        self.link = link
        self.isWanted = isWanted
        self.updates = updates
    }

    /// Returns when the task is cancelled.
    func run() async {
        await link.followConnections { bus in
            await follow(bus)
            forget()
            return true
        }
    }

    private func forget() {
        (reports, silent, hasNewNames) = ([:], [:], true)
        updates.yield(PlayerListing())
    }

    /// Returns when the connection has ended.
    private func follow(_ bus: MessageBus) async {
        let (turns, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let hear: @MediaActor (BusSignal) -> Void = { [weak self] signal in
            self?.dirty.insert(signal.sender)
            if signal.arguments.dropFirst().first?.dictionaryValue?["PlaybackStatus"] != nil {
                self?.noteActivity(of: signal.sender)
            }
            continuation.yield()
        }
        let subscriptions = Subscriptions([
            bus.subscribe(path: PlayerLink.path, interface: PlayerLink.properties, member: "PropertiesChanged", hear),
            bus.subscribe(path: PlayerLink.path, interface: PlayerLink.playerInterface, member: "Seeked", hear),
            bus.watchOwners(below: "org.mpris.MediaPlayer2") { [weak self] in
                self?.hasNewNames = true
                continuation.yield()
            },
        ])
        defer { subscriptions.end() }
        link.whenClosed { continuation.finish() }
        continuation.yield()
        for await _ in turns { await look(PlayerLink(bus: bus)) }
    }

    private func noteActivity(of sender: String) {
        for (name, report) in reports where report.activity.owner == sender {
            count += 1
            seen[name] = count
        }
    }

    private func look(_ players: PlayerLink) async {
        if hasNewNames {
            hasNewNames = false
            dirty = []
            guard let listing = try? await players.listing(isWanted) else { return }
            for report in listing.players where seen[report.name] == nil && report.activity.seen > 0 {
                seen[report.name] = report.activity.seen - listing.players.count
            }
            reports = Dictionary(listing.players.map { ($0.name, $0) }) { first, _ in first }
            silent = Dictionary(listing.silent.map { ($0.name, $0) }) { first, _ in first }
        } else {
            let senders = dirty
            dirty = []
            let names = reports.filter { senders.contains($0.value.activity.owner) }.map(\.key)
            // A signal of what is not followed is no news.
            guard !names.isEmpty else { return }
            for name in names { await ask(name, players) }
        }
        updates.yield(listing)
    }

    private func ask(_ name: String, _ players: PlayerLink) async {
        (reports[name], silent[name]) = (nil, nil)
        switch await players.ask(name, seen: 0) {
        case .report(let report): reports[name] = report
        case .silent(let answer): silent[name] = answer
        case .gone: break
        }
    }

    private var listing: PlayerListing {
        PlayerListing(
            players: reports.values.map { report in
                var report = report
                report.activity.seen = seen[report.name] ?? 0
                return report
            }, silent: Array(silent.values))
    }
}
