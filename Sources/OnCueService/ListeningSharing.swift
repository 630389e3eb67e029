// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueState
internal import SharedListening

/// Exchanges listening with paired machines when it has changed here, on occasions, and again where that failed.
/// Without a reason, nothing wakes up.
@MediaActor
final class ListeningSharing {
    /// The topics that the user shares.
    private(set) var topics: Set<SharedTopic> = []
    /// Calls its argument when the network may have changed, as long as the result lives.
    var watchNetwork: @MediaActor (@escaping @MediaActor () -> Void) async -> any Sendable = { _ in () }

    /// Calls its argument with the digits that a machine announces when it appears in the network, until the result is
    /// called.
    var watchMachines: @MediaActor (@escaping @MediaActor (String) -> Void) -> @MediaActor () async -> Void = { _ in {}
    }

    private let log = Logger("sharing")
    private let store: ListeningStore
    private var exchange: ListeningExchange?
    private var state = ""
    private var follower: Task<Void, Never>?
    private var playlistFollower: Task<Void, Never>?
    private var next: Task<Void, Never>?
    private var plan = ExchangePlan()
    private var isRunning = false
    /// The reason why the last exchange with a machine failed, by its name; each reason is logged once.
    private var failures: [String: String] = [:]
    private var isBegun = false
    /// Whether other machines have data from this one, and must be notified when it is erased.
    private var isTold = false
    private var networkWatch: Task<any Sendable, Never>?
    private var endMachineWatch: (@MediaActor () async -> Void)?

    init(store: ListeningStore) { self.store = store }

    func follow(_ exchange: ListeningExchange, _ configuration: ServiceConfiguration) {
        self.exchange = exchange
        state = configuration.directories.state
        topics = Self.topics(configuration.settings.sharedTopics)
    }

    /// Sets the topics to share from now on.
    func share(_ words: [String]) {
        topics = Self.topics(words)
        plan = ExchangePlan()
        noteLibrary()
        noteOccasion()
    }

    private static func topics(_ words: [String]) -> Set<SharedTopic> { Set(words.compactMap(SharedTopic.init)) }

    /// Begins to exchange changes.
    ///
    /// - Parameter playlists: Changes of playlists.
    func begin(playlists: AsyncStream<ContentChange>) {
        playlistFollower = Task { @MediaActor [weak self] in
            for await change in playlists {
                guard let self else { return }
                // The library, which may contain now what other machines sent earlier.
                if change.containers == nil { noteLibrary() } else if topics.contains(.playlists) { noteChange() }
            }
        }
        let changes = store.changes()
        follower = Task { @MediaActor [weak self] in
            for await _ in changes { self?.noteChange() }
        }
        Task {
            // A message that came meanwhile counts, too.
            if await !((try? store.toldMachines()) ?? []).isEmpty { isTold = true }
            isBegun = true
            noteOccasion()
        }
        noteLibrary()
    }

    private func noteLibrary() {
        guard !topics.isEmpty, let exchange else { return }
        Task {
            do throws(ContentError) { try await exchange.noteLibrary() } catch {
                log.warning("cannot find what came from other machines", ["error": error.message])
            }
        }
    }

    func close() {
        follower?.cancel()
        playlistFollower?.cancel()
        next?.cancel()
        networkWatch = nil
        watchMachines(false)
        exchange = nil
    }

    // MARK: Reasons

    /// Notes that something has changed here: listening, subscriptions or playlists.
    func noteChange() {
        plan.noteChange(at: .now)
        schedule()
    }

    /// Notes that other machines may have changes, and may be reachable again: this machine has started, woken up or
    /// was unlocked.
    func noteOccasion() {
        plan.noteOccasion(at: .now)
        schedule()
    }

    /// Notes that a machine has sent a message of an exchange, whichever side began it.
    ///
    /// - Parameter count: The number of changes that it has received from here; `nil` while some are left.
    func noteMessage(of machine: String, has count: Int64?) {
        isTold = true
        plan.noteMessage(of: machine, has: count, at: .now)
        schedule()
    }

    // MARK: Exchanges

    private func schedule() {
        next?.cancel()
        next = nil
        guard isBegun, !isRunning else { return }
        guard isTold || !topics.isEmpty, exchange != nil else { return watchMachines(false) }
        watchWhileWaiting()
        guard let moment = plan.next else { return }
        next = Task { @MediaActor [weak self] in
            // Time during which the machine was suspended counts, too.
            guard (try? await MediaActor.sleepThroughSuspend(for: max(.zero, moment - .now))) != nil else { return }
            await self?.run()
        }
    }

    /// Watches the network as long as a machine remains to be reached.
    private func watchWhileWaiting() {
        guard plan.isWaiting else {
            networkWatch = nil
            return
        }
        guard networkWatch == nil else { return }
        networkWatch = Task { @MediaActor [watchNetwork] in
            await watchNetwork { [weak self] in
                self?.plan.noteNetwork(at: .now)
                self?.schedule()
            }
        }
    }

    /// Watches for paired machines that appear, as long as there are any and something may be exchanged.
    private func watchMachines(_ isWanted: Bool) {
        if !isWanted, let end = endMachineWatch {
            endMachineWatch = nil
            Task { await end() }
        } else if isWanted, endMachineWatch == nil {
            endMachineWatch = watchMachines { [weak self] digits in
                self?.plan.noteAppearance(of: digits, at: .now)
                self?.schedule()
            }
        }
    }

    private func run() async {
        // An exchange under way is not cancelled.
        next = nil
        guard !isRunning else { return }
        isRunning = true
        let names = await HandoffMachines.pairedNames(state: state)
        var machines = Set(names.keys)
        do { try await exchange?.noteLists() } catch {
            log.warning("cannot note what has changed", ["error": "\(error)"])
        }
        let count = try? await store.sharedCount(SharedKind.told(topics))
        // When nothing is shared any longer, only the machines that have data from this one are contacted, to notify
        // them of what was erased.
        if topics.isEmpty {
            if count == 0 { machines = [] } else { machines.formIntersection((try? await store.toldMachines()) ?? []) }
        }
        for machine in plan.begin(machines, count: count ?? -1, at: .now) {
            Task { @MediaActor [weak self] in await self?.exchangeListening(with: machine, named: names[machine]) }
        }
        isRunning = false
        watchMachines(!machines.isEmpty && exchange != nil)
        schedule()
    }

    /// Exchanges with each machine separately, so that a slow one holds up no other.
    private func exchangeListening(with machine: String, named name: String?) async {
        if let name {
            let reason = await HandoffMachines.exchangeListening(with: name)
            if !reason.isEmpty, reason != failures[name] {
                log.warning("cannot exchange listening", ["machine": name, "reason": reason])
            }
            failures[name] = reason
        }
        plan.end(machine, at: .now)
        schedule()
    }
}
