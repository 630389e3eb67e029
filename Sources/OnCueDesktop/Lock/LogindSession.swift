// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime
internal import SystemServices

/// The displayed session in logind: its hint that it is locked, and requests to lock and unlock it.
///
/// A service of the user belongs to no session, so this is the session that logind names as the user's display,
/// determined again whenever sessions are added or removed.
@MediaActor
final class LogindSession {
    private static let service = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let patience: Duration = .seconds(10)

    var onEvent: (@MediaActor (LockState.Event) -> Void)?

    private let system: SystemBus
    private let userID: UInt32
    private var bus: MessageBus?
    private var subscriptions: [BusSubscription] = []
    private var sessionSubscriptions: [BusSubscription] = []
    private var followed: String?
    /// Counters that grow with each search for the session, and with each change of its hint: an answer to an earlier
    /// request is outdated.
    private var looks = 0
    private var hints = 0

    init(system: SystemBus, userID: UInt32) {
        self.system = system
        self.userID = userID
    }

    func start() {
        system.whenClosed { [weak self] in self?.follow(nil) }
        Task { @MediaActor [weak self, system] in
            guard let bus = await system.connection() else { return }
            self?.listen(on: bus)
        }
    }

    func stop() {
        onEvent = nil
        subscriptions = []
        sessionSubscriptions = []
        bus = nil
    }

    private func listen(on bus: MessageBus) {
        guard onEvent != nil else { return }
        self.bus = bus
        subscriptions = ["SessionNew", "SessionRemoved"].map { member in
            bus.subscribe(sender: Self.service, path: Self.path, interface: Self.manager, member: member) {
                [weak self] _ in self?.look()
            }
        }
        subscriptions.append(
            bus.watchOwner(of: Self.service) { [weak self] owner in
                self?.looks += 1
                self?.follow(nil)
                if owner != nil { self?.look() }
            })
        look()
    }

    // MARK: Finding the session

    private func look() {
        looks += 1
        let look = looks
        Task { @MediaActor [weak self] in
            let path = await self?.displayedSession()
            guard let self, looks == look else { return }
            follow(path)
        }
    }

    private func displayedSession() async -> String? {
        let user = await ask("GetUser", of: Self.manager, at: Self.path, [.uint32(userID)])?.first?.stringValue
        if let user {
            let display = await property("Display", of: "org.freedesktop.login1.User", at: user)
            if let path = display?.arrayValue?.last?.stringValue, path != "/" { return path }
        }
        // If no session is named, any session of the user at a seat is followed, or else any other.
        let sessions = await ask("ListSessions", of: Self.manager, at: Self.path, [])?.first?.arrayValue ?? []
        let own = sessions.compactMap(\.arrayValue).filter { $0.count == 5 && $0[1].intValue == Int(userID) }
        return (own.first { $0[3].stringValue?.isEmpty == false } ?? own.first)?[4].stringValue
    }

    private func follow(_ path: String?) {
        guard path != followed else { return }
        followed = path
        sessionSubscriptions = []
        onEvent?(.sessionGone)
        guard let bus, let path else { return }
        let wishes: [(String, LockState.Event)] = [("Lock", .lockWished), ("Unlock", .unlockWished)]
        sessionSubscriptions = wishes.map { member, event in
            bus.subscribe(sender: Self.service, path: path, interface: Self.session, member: member) {
                [weak self] _ in self?.onEvent?(event)
            }
        }
        sessionSubscriptions.append(
            bus.subscribe(
                sender: Self.service, path: path, interface: Self.properties, member: "PropertiesChanged",
                firstArgument: Self.session
            ) { [weak self] signal in
                let changed = signal.arguments.dropFirst().first?.dictionaryValue
                guard let self, let hint = changed?["LockedHint"]?.boolValue else { return }
                hints += 1
                onEvent?(.hint(hint))
            })
        readHint(at: path)
    }

    private func readHint(at path: String) {
        hints += 1
        let question = hints
        Task { @MediaActor [weak self] in
            let hint = await self?.property("LockedHint", of: Self.session, at: path)?.boolValue
            guard let self, hints == question, hint == true else { return }
            onEvent?(.hint(true))
        }
    }

    // MARK: Questions

    private func property(_ name: String, of interface: String, at path: String) async -> BusValue? {
        await ask("Get", of: Self.properties, at: path, [.string(interface), .string(name)])?.first?.unwrapped
    }

    private func ask(
        _ member: String, of interface: String, at path: String, _ arguments: [BusValue]
    ) async -> [BusValue]? {
        try? await bus?.call(
            member, of: interface, at: path, on: Self.service, arguments, timeout: Self.patience, startsService: false)
    }
}
