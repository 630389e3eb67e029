// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
package import OnCueRuntime

/// Global shortcuts: keys that work while any program has the focus, through the portal for global shortcuts. The
/// desktop asks the user once, and may assign other keys than the requested ones, or none.
///
/// Without the portal (GNOME before 48, Sway) there are none. Nothing is called while no key is requested.
///
/// Source: xdg-desktop-portal, `org.freedesktop.portal.GlobalShortcuts`; triggers as in the XDG specification for
/// shortcuts.
@MediaActor
package final class GlobalShortcuts {
    /// A request for a key.
    package struct Wish: Sendable, Equatable {
        /// The identifier that is reported when the key is pressed; it stays the same across restarts.
        package var id: String
        /// The action of the key, for people.
        package var title: String
        /// `CTRL+ALT+m`
        package var trigger: String

        package init(_ id: String, title: String, trigger: String) {
            (self.id, self.title, self.trigger) = (id, title, trigger)
        }
    }

    private static let interface = "org.freedesktop.portal.GlobalShortcuts"
    private static let request = "org.freedesktop.portal.Request"
    /// The user has to read and choose.
    private static let bindingPatience: Duration = .seconds(300)
    private static let sessionPatience: Duration = .seconds(10)

    /// Called when a key was pressed.
    package var onPressed: (@MediaActor (_ id: String) -> Void)?
    /// The keys that the desktop has assigned, in the form for people, by their identifiers.
    package private(set) var bound: [String: String] = [:]

    private let portal: DesktopPortal
    private let log = Logger("desktop")
    private var wishes: [Wish] = []
    private var session: String?
    private var subscriptions: [BusSubscription] = []
    private var work: Task<Void, Never>?
    private var tokens = 0

    package init(portal: DesktopPortal) { self.portal = portal }

    isolated deinit { work?.cancel() }

    /// Sets the requested keys; earlier ones that are not among them are released. If there are none, no session is
    /// kept.
    package func set(_ wishes: [Wish]) {
        guard wishes != self.wishes else { return }
        self.wishes = wishes
        if wishes.isEmpty { subscriptions = [] } else { listen() }
        bindAgain()
    }

    /// Returns when the keys requested so far are bound or refused.
    package func settled() async { await work?.value }

    private func listen() {
        guard subscriptions.isEmpty else { return }
        subscriptions = [
            portal.bus.subscribe(sender: DesktopPortal.service, interface: Self.interface, member: "Activated") {
                [weak self] signal in
                guard let self, let session, signal.arguments.first?.stringValue == session,
                    let id = signal.arguments.dropFirst().first?.stringValue, wishes.contains(where: { $0.id == id })
                else { return }
                onPressed?(id)
            },
            portal.bus.subscribe(
                sender: DesktopPortal.service, interface: Self.interface, member: "ShortcutsChanged"
            ) { [weak self] signal in
                guard let self, let session, signal.arguments.first?.stringValue == session else { return }
                take(signal.arguments.dropFirst().first)
            },
            portal.bus.watchOwner(of: DesktopPortal.service) { [weak self] owner in
                // A portal that has ended has taken the session with it.
                guard let self else { return }
                (session, bound) = (nil, [:])
                if owner != nil { bindAgain() }
            },
        ]
    }

    /// Binds the requested keys, after the work that is under way; a session keeps its shortcuts, so a new one replaces
    /// it.
    private func bindAgain() {
        let (before, wanted) = (work, wishes)
        before?.cancel()
        work = Task { @MediaActor [weak self] in
            await before?.value
            guard let self, !Task.isCancelled, wanted == wishes else { return }
            await giveBack()
            if !wanted.isEmpty { await bind(wanted) }
        }
    }

    private func giveBack() async {
        guard let session else { return }
        (self.session, bound) = (nil, [:])
        _ = try? await portal.bus.call(
            "Close", of: "org.freedesktop.portal.Session", at: session, on: DesktopPortal.service, [],
            timeout: Self.sessionPatience, startsService: false)
    }

    private func bind(_ wishes: [Wish]) async {
        guard await portal.isReady(), await portal.version(of: Self.interface) > 0 else {
            return log.info("the desktop gives programs no keys", [:])
        }
        tokens += 1
        let handle = "oncue_session_\(tokens)"
        let created = await answer(
            to: "CreateSession", [.dictionary(["session_handle_token": .string(handle)])], after: 0,
            within: Self.sessionPatience)
        // The portal returns it as a string, not as an object path.
        guard let session = created?["session_handle"]?.unwrapped.stringValue else { return }
        guard !Task.isCancelled else {
            self.session = session
            return await giveBack()
        }
        self.session = session
        let shortcuts = wishes.map { wish in
            BusValue.structure([
                .string(wish.id),
                .dictionary(["description": .string(wish.title), "preferred_trigger": .string(wish.trigger)]),
            ])
        }
        let given = await answer(
            to: "BindShortcuts",
            [.objectPath(session), .array(shortcuts, of: "(sa{sv})"), .string(""), .dictionary([:])], after: 3,
            within: Self.bindingPatience)
        guard let given else { return log.info("the desktop has given no keys", [:]) }
        take(given["shortcuts"]?.unwrapped)
        log.info("the desktop has given keys", ["count": "\(bound.count)"])
    }

    private func take(_ shortcuts: BusValue?) {
        bound = [:]
        for one in shortcuts?.arrayValue ?? [] {
            guard let members = one.arrayValue, members.count == 2, let id = members[0].stringValue,
                wishes.contains(where: { $0.id == id })
            else { continue }
            let trigger = members[1].dictionaryValue?["trigger_description"]?.unwrapped.stringValue ?? ""
            if !trigger.isEmpty { bound[id] = trigger.shortened(toBytes: 60) }
        }
    }

    /// Calls a method whose result comes in a signal of a request.
    ///
    /// - Parameter place: The index of its options among the arguments.
    /// - Returns: `nil` if it was refused, or did not come in time.
    private func answer(
        to member: String, _ arguments: [BusValue], after place: Int, within patience: Duration
    ) async -> [String: BusValue]? {
        tokens += 1
        let token = "oncue_\(tokens)"
        let sender = portal.bus.uniqueName.dropFirst().map { $0 == "." ? "_" : String($0) }.joined()
        let path = DesktopPortal.path + "/request/\(sender)/\(token)"
        let (answers, continuation) = AsyncStream.makeStream(
            of: [String: BusValue]?.self, bufferingPolicy: .bufferingOldest(1))
        let subscription = portal.bus.subscribe(
            sender: DesktopPortal.service, path: path, interface: Self.request, member: "Response"
        ) { signal in
            let isGiven = signal.arguments.first?.intValue == 0
            continuation.yield(isGiven ? signal.arguments.dropFirst().first?.dictionaryValue ?? [:] : nil)
        }
        defer { withExtendedLifetime(subscription) {} }
        var arguments = arguments
        var options = arguments[place].dictionaryValue ?? [:]
        options["handle_token"] = .string(token)
        arguments[place] = .dictionary(options)
        guard await portal.call(member, of: Self.interface, arguments) != nil else { return nil }
        let timeout = Task { @MediaActor in
            if (try? await MediaActor.sleep(for: patience)) != nil { continuation.yield(nil) }
        }
        defer { timeout.cancel() }
        for await answer in answers { return answer }
        return nil
    }
}
