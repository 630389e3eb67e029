// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// One registered provider: its tree, its signals, and its presence.
@MediaActor
final class ProviderLink {
    /// The time for which the signals of a flooding provider are ignored.
    private static let muteTime: Duration = .seconds(10)

    let source: ProviderContentSource
    let isKept: Bool
    /// The time limit of a call according to its registration.
    let ownDeadline: Duration?
    /// Called when the provider's name, icon or state changes for clients.
    var onChange: (@MediaActor () -> Void)?

    private let bus: MessageBus
    private let clock = ContinuousClock()
    private var throttle = SignalThrottle()
    private var merged: Set<String> = []
    private var isMergedAll = false
    private var subscriptions: [BusSubscription] = []
    private var ownerWatch: BusSubscription?
    private var mergeTask: Task<Void, Never>?
    private var muteTask: Task<Void, Never>?
    private var retryTask: Task<Void, Never>?
    private var hasOwner = false
    private var ownerChanges = 0
    private var isIntroduced = false

    var client: ContentProviderClient { source.client }

    init(bus: MessageBus, source: ProviderContentSource, isKept: Bool, ownDeadline: Duration? = nil) {
        self.bus = bus
        self.source = source
        self.isKept = isKept
        self.ownDeadline = ownDeadline
    }

    isolated deinit {
        for task in [mergeTask, muteTask, retryTask] { task?.cancel() }
    }

    /// Subscribes to the provider, and requests its name if it runs. A provider that does not run is started when its
    /// branch is opened.
    func begin() {
        client.onHealth = { [weak self] in self?.healthChanged() }
        // A provider in this process does not come and go, and sends no signals.
        guard client.inner == nil else {
            isIntroduced = true
            return
        }
        ownerWatch = bus.watchOwner(of: client.identity.busName) { [weak self] owner in self?.ownerChanged(owner) }
        listen()
        Task { @MediaActor [weak self] in
            guard let self else { return }
            let before = self.ownerChanges
            let owner = try? await self.bus.owner(of: self.client.identity.busName)
            // A change of the owner that arrived meanwhile is newer.
            if self.ownerChanges == before { self.ownerChanged(owner) }
        }
    }

    private func listen() {
        subscriptions = ["ItemsChanged", "ItemsReloaded", "NominationsChanged"].map { member in
            bus.subscribe(
                sender: client.identity.busName, path: client.objectPath, interface: ServiceNames.contentProvider,
                member: member
            ) { [weak self] signal in self?.told(signal) }
        }
    }

    private func ownerChanged(_ owner: String?) {
        ownerChanges += 1
        let wasHere = hasOwner
        hasOwner = owner != nil
        guard hasOwner else { return left(wasHere: wasHere) }
        client.revive()
        source.changed(nil)
        isIntroduced = false
        introduce()
    }

    /// Handles the provider's absence. If it ran before, it is reported as gone at once, and a moment later as
    /// startable if the bus can start it. If it was never present, nothing is reported until that is known.
    private func left(wasHere: Bool) {
        retryTask?.cancel()
        if wasHere { client.left(isStartable: false) }
        Task { @MediaActor [weak self] in
            guard let self else { return }
            let isStartable = await self.bus.canStart(self.client.identity.busName)
            guard !self.hasOwner, isStartable || !wasHere else { return }
            self.client.left(isStartable: isStartable)
            self.retryLater()
        }
    }

    /// Requests name, icon, whether the provider can be searched, and its nominations.
    private func introduce() {
        Task { @MediaActor [weak self] in
            // A provider that does not answer keeps its name; the client notes the reason.
            guard let self, let properties = try? await self.client.properties() else { return }
            self.isIntroduced = true
            if let name = properties["Name"]?.stringValue, !name.isEmpty {
                self.source.name = name.cut(to: ProviderLimits.nameBytes)
            }
            if let icon = properties["Icon"]?.stringValue, !icon.isEmpty {
                self.source.icon = icon.cut(to: ProviderLimits.artworkBytes)
            }
            self.source.canSearch = properties["CanSearch"]?.boolValue ?? false
            self.source.canNominate = properties["CanNominate"]?.boolValue ?? false
            self.source.canMark = properties["CanMark"]?.boolValue ?? false
            let seconds = properties["Lifetime"]?.intValue ?? 0
            self.source.lifetime = seconds > 0 ? .seconds(min(seconds, 86_400)) : nil
            self.source.lookForNominations()
            self.onChange?()
        }
    }

    private func healthChanged() {
        source.stateChanged()
        onChange?()
        // Repeat requests that failed before.
        if client.health.state == .available, !isIntroduced { introduce() }
        retryLater()
    }

    /// Tries again after a failure, with increasing pauses: a provider that runs is called to see whether it answers
    /// again, and one that the bus can start may be started again.
    private func retryLater() {
        retryTask?.cancel()
        retryTask = nil
        guard client.health.isDown, hasOwner || client.health.isStartable, let time = client.health.retryAt else {
            return
        }
        retryTask = Task { @MediaActor [weak self, clock] in
            guard (try? await MediaActor.sleep(for: max(.zero, time - clock.now))) != nil, let self else { return }
            guard self.hasOwner else { return self.client.rested() }
            _ = try? await self.client.properties()
            if self.client.health.isDown { self.healthChanged() }
        }
    }

    // MARK: Notices

    private func told(_ signal: BusSignal) {
        let container = signal.member == "ItemsChanged" ? signal.arguments.first?.stringValue : nil
        switch throttle.judge(at: clock.now) {
        case .pass where signal.member == "NominationsChanged": source.lookForNominations()
        case .pass: source.changed(container)
        case .merge: merge(container)
        case .mute: mute()
        }
    }

    /// Merges frequent signals, and delivers them once per second.
    private func merge(_ container: String?) {
        if let container, merged.count < 64 { merged.insert(container) } else { isMergedAll = true }
        guard mergeTask == nil else { return }
        mergeTask = Task { @MediaActor [weak self] in
            guard (try? await MediaActor.sleep(for: .seconds(1))) != nil, let self else { return }
            self.mergeTask = nil
            if self.isMergedAll {
                self.source.changed(nil)
            } else {
                for own in self.merged { self.source.changed(own) }
            }
            (self.merged, self.isMergedAll) = ([], false)
        }
    }

    /// Unsubscribes from the provider's signals for a while, after which everything may have changed.
    private func mute() {
        subscriptions = []
        client.noteThrottling(true)
        muteTask = Task { @MediaActor [weak self] in
            guard (try? await MediaActor.sleep(for: Self.muteTime)) != nil, let self else { return }
            self.listen()
            self.client.noteThrottling(false)
            self.source.changed(nil)
        }
    }
}
