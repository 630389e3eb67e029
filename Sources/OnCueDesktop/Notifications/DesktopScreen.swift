// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueNotifications
package import OnCueRuntime
internal import OnCueSession

/// The notification server of the desktop as a screen of the notification centre. Each thread has one notification
/// there, which is replaced and never stacked.
@MediaActor
package final class DesktopScreen: NotificationScreen {
    /// The maximum number of notifications that are followed: beyond it, the oldest stays on the screen, but its
    /// buttons are ignored.
    private static let limit = 40
    private static let service = "org.freedesktop.Notifications"
    /// The key of a button for a text that is typed into the notification, on servers that support it.
    nonisolated static let replyKey = "inline-reply"
    /// The time after an answer within which a server may close the notification because of it.
    private static let closingTime: Duration = .seconds(2)

    package let name = "desktop"
    package var onAnswer: (@MediaActor (ShownNotification, NotificationAnswer) -> Void)?
    package var onReady: (@MediaActor () -> Void)?
    package var onGone: (@MediaActor (NotificationRequest.Name, Int64) -> Void)?
    package var onStray: (@MediaActor (_ action: String, _ subject: String) -> Void)?

    /// A notification on the server.
    private final class Shown {
        let server: NotificationServer
        var notification: ShownNotification
        var waiter: CheckedContinuation<Bool, Never>?
        /// The time of an answer, after which servers close the notification by themselves.
        var answeredAt: ContinuousClock.Instant?

        init(_ server: NotificationServer, _ notification: ShownNotification) {
            (self.server, self.notification) = (server, notification)
        }
    }

    private let bus: MessageBus
    private let patience: Duration
    private let abilities = NotificationAbilities()
    private var shown: [String: Shown] = [:]
    /// The keys, with that of the earliest shown notification first.
    private var order: [String] = []
    private var subscriptions: [BusSubscription] = []
    /// Buttons of unknown notifications that were pressed while a number was awaited.
    private var early: [(key: String, id: Int)] = []
    private var isThere = false
    /// Whether the server has failed to answer in time; until it answers, no call waits for it.
    private var isSilent = false
    private let badges: LauncherBadge

    /// - Parameters:
    ///   - bus: The session bus.
    ///   - patience: The time limit of a call to the server.
    package init(bus: MessageBus, patience: Duration = .seconds(10)) {
        (self.bus, self.patience) = (bus, patience)
        badges = LauncherBadge(bus: bus)
    }

    /// Starts following servers that come and go, and buttons that are pressed in their history.
    package func start() {
        subscriptions = [
            bus.subscribe(sender: Self.service, interface: Self.service, member: "ActionInvoked") {
                [weak self] signal in
                self?.invoked(signal.arguments.last?.stringValue ?? "", signal.arguments.first?.intValue ?? 0)
            },
            bus.watchOwner(of: Self.service) { [weak self] owner in self?.serverChanged(isThere: owner != nil) },
        ]
        Task { @MediaActor [weak self, bus] in
            let owner = try? await bus.owner(of: Self.service)
            if let self, owner != nil { isThere = true }
        }
    }

    /// Removes all notifications from the screen.
    package func close() {
        subscriptions = []
        for one in shown.values {
            Self.end(one, false)
            one.server.close()
        }
        (shown, order) = ([:], [])
    }

    package func show(_ notification: ShownNotification, replacing mark: String?) async -> String? {
        // Without a server, a call would start one, or wait for one that never comes.
        if !isThere {
            guard await hasServer() else { return nil }
            isThere = true
        }
        let one = shown[notification.key] ?? add(notification, replacing: mark)
        Self.end(one, false)
        (one.notification, one.answeredAt) = (notification, nil)
        order.removeAll { $0 == notification.key }
        order.append(notification.key)
        guard await isTaken(notification, by: one) else { return nil }
        let home = await one.server.home()
        return home.map { "\(one.server.id) \($0)" } ?? ""
    }

    /// Whether the server has shown the notification within the time limit.
    private func isTaken(_ notification: ShownNotification, by one: Shown) async -> Bool {
        guard !isSilent else {
            one.server.show { NotificationMessage.arguments(notification, replacing: $0, $1) }
            return false
        }
        let timeout = Task { @MediaActor [weak self, patience] in
            guard (try? await MediaActor.sleep(for: patience)) != nil else { return }
            self?.isSilent = true
            Self.end(one, false)
        }
        defer { timeout.cancel() }
        return await withCheckedContinuation { waiter in
            one.waiter = waiter
            one.server.show { NotificationMessage.arguments(notification, replacing: $0, $1) }
        }
    }

    package func withdraw(_ key: String) {
        guard let one = shown.removeValue(forKey: key) else { return }
        order.removeAll { $0 == key }
        Self.end(one, false)
        one.server.close()
    }

    package func showBadge(_ number: Int, of client: String) { badges.show(number, of: client) }

    package func showProgress(_ percent: Int?, of client: String) { badges.show(progress: percent, of: client) }

    private func hasServer() async -> Bool {
        if (try? await bus.owner(of: Self.service)) != nil { return true }
        return await bus.canStart(Self.service)
    }

    private func add(_ notification: ShownNotification, replacing mark: String?) -> Shown {
        if order.count >= Self.limit, let oldest = order.first {
            Self.end(shown.removeValue(forKey: oldest), false)
            order.removeFirst()
        }
        let server = NotificationServer(bus: bus, patience: patience, abilities: abilities)
        if let words = mark?.split(separator: " ", maxSplits: 1), words.count == 2, let old = UInt32(words[0]) {
            server.adopt(old, from: String(words[1]))
        }
        let one = Shown(server, notification)
        shown[notification.key] = one
        server.onShown = { [weak self, weak one] in
            self?.isSilent = false
            Self.end(one, true)
            self?.settleEarly()
        }
        server.onRefused = { [weak self, weak one] in
            Self.end(one, false)
            self?.settleEarly()
        }
        server.onReply = { [weak self, weak one] text in
            if let one { self?.replied(text, to: one) }
        }
        server.onButton = { [weak self, weak one] key in
            if let one { self?.pressed(key, one) }
        }
        server.onClosed = { [weak self, weak one] closing in
            if let one { self?.closed(closing, one) }
        }
        return one
    }

    private static func end(_ one: Shown?, _ isShown: Bool) {
        one?.waiter?.resume(returning: isShown)
        one?.waiter = nil
    }

    private func pressed(_ key: String, _ one: Shown) {
        if key == NotificationMessage.bodyKey { return answer(one, NotificationAnswer(.main)) }
        // The button of a text field is followed by a separate signal with the text.
        let action = one.notification.actions.first {
            !$0.takesText && NotificationMessage.key($0, one.notification.manner) == key
        }
        if let action { answer(one, NotificationAnswer(.custom(action.name))) } else { stray(key) }
    }

    /// Handles a button in the server's history whose notification is gone.
    private func invoked(_ key: String, _ id: Int) {
        guard !shown.values.contains(where: { $0.server.has(id) }) else { return }
        guard shown.values.contains(where: \.server.isAsking) else { return stray(key) }
        // It may belong to a notification whose number is awaited.
        if early.count < Self.limit { early.append((key, id)) }
    }

    private func settleEarly() {
        guard !early.isEmpty, !shown.values.contains(where: \.server.isAsking) else { return }
        let presses = early
        early = []
        for (key, id) in presses where !shown.values.contains(where: { Int($0.server.latest) == id }) { stray(key) }
    }

    /// Reports a button of a notification that is gone or was replaced, if its key states its subject.
    private func stray(_ key: String) {
        let words = key.split(separator: " ", maxSplits: 1)
        if words.count == 2 { onStray?(String(words[0]), String(words[1])) }
    }

    private func replied(_ text: String, to one: Shown) {
        guard let action = one.notification.actions.first(where: \.takesText) else { return }
        answer(one, NotificationAnswer(.custom(action.name), text: text))
    }

    private func answer(_ one: Shown, _ answer: NotificationAnswer) {
        let isResident = one.notification.manner.isResident
        guard one.answeredAt == nil || isResident else { return }
        one.answeredAt = .now
        onAnswer?(one.notification, answer)
    }

    private func closed(_ closing: NotificationServer.Closing, _ one: Shown) {
        let isAnswered = one.answeredAt.map { .now - $0 < Self.closingTime } ?? false
        if closing == .dismissed, !isAnswered { return answer(one, NotificationAnswer(.dismiss)) }
        // A notification that has expired, or was dropped from the server's list, stays in OnCue's own list.
        if !isAnswered { onGone?(one.notification.name, one.notification.number) }
    }

    private func serverChanged(isThere: Bool) {
        let wasThere = self.isThere
        (self.isThere, isSilent) = (isThere, false)
        abilities.known = nil
        guard isThere, !wasThere else { return }
        onReady?()
    }
}
