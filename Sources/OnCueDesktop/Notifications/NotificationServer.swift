// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// The capabilities of the current notification server, as far as they are known.
@MediaActor
final class NotificationAbilities {
    /// The capabilities in the server's own words.
    var known: Set<String>?
}

/// One notification on the notification server of the session bus, which is replaced and never stacked.
///
/// One call is under way at a time; of the requests made meanwhile, only the last is sent. A server that is absent or
/// was restarted costs a failed call. One that hangs may show an old request when it continues. So its answer, which
/// contains the number, is awaited until it arrives or the server ends; then the notification is replaced or closed.
@MediaActor
final class NotificationServer {
    private static let service = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    /// Plasma's error for a notification with the same text as another one on the screen, within a second of it.
    private static let tooSimilar = service + ".Error.ExcessNotificationGeneration"
    /// The time after which Plasma accepts the notification.
    private static let similarityTime: Duration = .milliseconds(1_100)

    /// Makes the arguments of `Notify` for the number of the replaced notification and the capabilities of the server;
    /// `nil` to show nothing.
    typealias Message = @MediaActor (_ replaced: UInt32, _ capabilities: Set<String>) -> [BusValue]?

    /// The reason why a notification was closed.
    enum Closing: Int {
        case expired = 1
        case dismissed = 2
        case closed = 3
        case unknown = 4
    }

    private enum Wish {
        case show(Message)
        case close
    }

    /// Called when a button of this notification was pressed, on the screen or in the history of the server.
    var onButton: (@MediaActor (_ key: String) -> Void)?
    /// Called when a text was typed into this notification.
    var onReply: (@MediaActor (_ text: String) -> Void)?
    /// Called when this notification was closed.
    var onClosed: (@MediaActor (Closing) -> Void)?
    /// Called when it was displayed.
    var onShown: (@MediaActor () -> Void)?
    /// Called when the server has refused the notification, or cannot display it.
    var onRefused: (@MediaActor () -> Void)?
    /// Signals that arrived while the number was awaited, which may be about this notification: the answer is read
    /// after them.
    private var early: [BusSignal] = []
    /// The maximum number of such signals; a user cannot cause more at once.
    private static let earlyLimit = 16
    /// Whether the number of a new notification is awaited.
    private(set) var isAsking = false
    /// The last number that this notification had.
    private(set) var latest: UInt32 = 0
    /// The number of the last notification that has expired: it can be answered from the server's history.
    private var expired: UInt32 = 0

    private let bus: MessageBus
    private let patience: Duration
    private let abilities: NotificationAbilities
    private let log = Logger("notifications")
    private var subscriptions: [BusSubscription] = []
    /// The current number; 0 if there is no notification.
    private(set) var id: UInt32 = 0
    /// A number that grows whenever a server ends, together with its notifications.
    private var generation = 0
    /// Whether a server has appeared or answered.
    private var isThere = false
    private var adoption: Task<UInt32, Never>?
    private var wish: Wish?
    private var sender: Task<Void, Never>?

    /// - Parameter abilities: The known capabilities of the server, shared by all notifications.
    init(bus: MessageBus, patience: Duration, abilities: NotificationAbilities) {
        (self.bus, self.patience, self.abilities) = (bus, patience, abilities)
    }

    func show(_ message: @escaping Message) {
        listen()
        send(.show(message))
    }

    /// Adopts a notification of an earlier run, if the same server still displays it.
    ///
    /// - Parameter home: The value of ``home()`` at that time.
    func adopt(_ old: UInt32, from home: String) {
        adoption = Task { @MediaActor in await self.home() == home ? old : 0 }
    }

    /// Returns the scope of a notification's number: this bus and the current server; `nil` if there is none.
    func home() async -> String? {
        guard let owner = try? await bus.owner(of: Self.service) else { return nil }
        let bus = "org.freedesktop.DBus"
        let answer = try? await self.bus.call("GetId", of: bus, at: "/org/freedesktop/DBus", on: bus)
        return answer?.first?.stringValue.map { $0 + " " + owner }
    }

    private func takeAdopted() async {
        guard let adoption else { return }
        let old = await adoption.value
        self.adoption = nil
        if id == 0 { id = old }
    }

    func close() {
        send(.close)
    }

    private func send(_ wish: Wish) {
        self.wish = wish
        guard sender == nil else { return }
        sender = Task { @MediaActor in
            while let next = self.wish {
                self.wish = nil
                switch next {
                case .show(let message): await notify(message)
                case .close: await closeOurs()
                }
            }
            sender = nil
        }
    }

    // MARK: Calls

    private func notify(_ message: Message) async {
        await takeAdopted()
        let before = generation
        do throws(BusError) {
            let capabilities = try await knownCapabilities()
            guard let arguments = message(id, capabilities) else {
                onRefused?()
                return
            }
            isAsking = true
            let new = try await notify(arguments, id)
            isAsking = false
            // A server that ended meanwhile takes its notifications with it.
            if generation == before {
                (id, latest) = (new, new)
                for signal in takeEarly() { receive(signal) }
                onShown?()
            } else {
                early = []
                onRefused?()
            }
        } catch {
            (isAsking, early) = (false, [])
            log.debug("not shown", ["error": error.message])
            onRefused?()
        }
    }

    private func takeEarly() -> [BusSignal] {
        defer { early = [] }
        return early
    }

    private func notify(_ arguments: [BusValue], _ replaced: UInt32) async throws(BusError) -> UInt32 {
        do throws(BusError) {
            return try await number(ofNotify: arguments)
        } catch  where error.name == Self.tooSimilar {
            try? await MediaActor.sleep(for: Self.similarityTime)
            return try await number(ofNotify: arguments)
        } catch {
            guard replaced != 0, !error.isUnanswered else { throw error }
            // Some servers do not accept the numbers of closed notifications.
            var arguments = arguments
            arguments[1] = .uint32(0)
            return try await number(ofNotify: arguments)
        }
    }

    private func number(ofNotify arguments: [BusValue]) async throws(BusError) -> UInt32 {
        let answer = try await call("Notify", arguments, timeout: MessageBus.noTimeout)
        return UInt32(clamping: answer.first?.intValue ?? 0)
    }

    /// Closes the notification, and ends the subscriptions unless another one is requested meanwhile.
    private func closeOurs() async {
        await takeAdopted()
        if id != 0 {
            let closed = id
            id = 0
            _ = try? await call("CloseNotification", [.uint32(closed)])
        }
        guard wish == nil else { return }
        (subscriptions, isThere) = ([], false)
    }

    private func knownCapabilities() async throws(BusError) -> Set<String> {
        if let known = abilities.known {
            isThere = true
            return known
        }
        let before = generation
        let answer = Set(try await call("GetCapabilities", []).first?.stringsValue ?? [])
        if generation == before { (abilities.known, isThere) = (answer, true) }
        return answer
    }

    private func call(
        _ member: String, _ arguments: [BusValue], timeout: Duration? = nil
    ) async throws(BusError) -> [BusValue] {
        try await bus.call(
            member, of: Self.service, at: Self.path, on: Self.service, arguments, timeout: timeout ?? patience)
    }

    // MARK: Signals

    private func listen() {
        guard subscriptions.isEmpty else { return }
        let members = ["ActionInvoked", "NotificationReplied", "NotificationClosed"]
        subscriptions =
            members.map { member in
                bus.subscribe(sender: Self.service, interface: Self.service, member: member) {
                    [weak self] signal in self?.receive(signal)
                }
            } + [bus.watchOwner(of: Self.service) { [weak self] owner in self?.serverChanged(to: owner) }]
    }

    private func receive(_ signal: BusSignal) {
        guard has(signal.arguments.first?.intValue ?? 0) else {
            if isAsking, early.count < Self.earlyLimit { early.append(signal) }
            return
        }
        switch signal.member {
        case "ActionInvoked": onButton?(signal.arguments.last?.stringValue ?? "")
        case "NotificationReplied": onReply?(signal.arguments.last?.stringValue ?? "")
        default:
            let closing = Closing(rawValue: signal.arguments.last?.intValue ?? 0) ?? .unknown
            if closing == .expired || closing == .unknown { expired = id }
            id = 0
            onClosed?(closing)
        }
    }

    /// Whether a number of the server is that of this notification.
    func has(_ number: Int) -> Bool {
        number != 0 && (number == Int(id) || number == Int(expired))
    }

    private func serverChanged(to owner: String?) {
        // A server that appears where there was none may have been started by a call of this object, so its answers
        // count.
        if isThere || owner == nil {
            (id, expired) = (0, 0)
            generation += 1
        }
        isThere = owner != nil
    }
}
